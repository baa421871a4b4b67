"""Puts fingerprints and places into a TOML text by the smallest edits. Who may stamp what is not decided here."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from . import toml
from .fault import Misused
from .locating import Written, tables
from .untyped import as_dict, as_list

_QUOTED = re.compile(r'"([^"\\\n]*)"')
_INLINE = re.compile(r"\{[^{}\n]*\}")
_AT = re.compile(r'\bat\s*=\s*"([^"\n]*)"')
_FP = re.compile(r'\bfp\s*=\s*"[^"\n]*"')
_LIST = r"^{key}[ \t]*=[ \t]*\[[^\]]*\]"
_DIGEST = re.compile(r'^digest[ \t]*=[ \t]*"[^"\n]*"', re.MULTILINE)


class Unstampable(Misused):
    """A file whose layout an edit would spoil; the message says which, and how to write it."""


def renamed(text: str, places: Mapping[str, str]) -> str:
    """The text with each string that is exactly one of `places` replaced by what it is called now."""
    return _QUOTED.sub(lambda m: f'"{places.get(m[1], m[1])}"', text)


def with_sources(text: str, fingerprints: Mapping[str, str]) -> str:
    """The text with the fp of each `{ at = "place", … }` whose place is given; an fp is added where there is none."""

    def stamp(found: re.Match[str]) -> str:
        at = _AT.search(found[0])
        if at is None or at[1] not in fingerprints:
            return found[0]
        return _with_fp(found[0], at, fingerprints[at[1]], ", ")

    return _with_sections(_INLINE.sub(stamp, text), fingerprints)


def _with_sections(text: str, fingerprints: Mapping[str, str]) -> str:
    """The same for sources that are written as tables of their own, `[[clause.source]]`."""

    def stamp(block: str) -> str:
        at = _AT.search(block)
        return _with_fp(block, at, fingerprints[at[1]], "\n") if at and at[1] in fingerprints else block

    return _each(text, "clause.source", lambda block, _: stamp(block))


def _with_fp(part: str, at: re.Match[str], fingerprint: str, joint: str) -> str:
    stamp = f'fp = "{fingerprint}"'
    if _FP.search(part):
        return _FP.sub(stamp, part, count=1)
    return f"{part[: at.end()]}{joint}{stamp}{part[at.end() :]}"


def with_lists(text: str, table: str, stamps: Mapping[int, tuple[str, ...]]) -> str:
    """The text with `fp = […]` of the entries of a table, by number; added below `at` where there is none."""

    def stamp(block: str, number: int) -> str:
        if number not in stamps:
            return block
        quoted = ", ".join(f'"{fp}"' for fp in stamps[number])
        line = f"fp = [{quoted}]"
        if re.search(_LIST.format(key="fp"), block, re.MULTILINE):
            return re.sub(_LIST.format(key="fp"), line, block, count=1, flags=re.MULTILINE)
        return re.sub(_LIST.format(key="at"), lambda m: f"{m[0]}\n{line}", block, count=1, flags=re.MULTILINE)

    return _each(text, table, stamp)


def with_digests(text: str, digests: Mapping[int, str]) -> str:
    """The text with the digest of each `[[waiver]]` whose number is given; added above `reason` where there is none."""

    def stamp(block: str, number: int) -> str:
        if number not in digests:
            return block
        line = f'digest = "{digests[number]}"'
        if _DIGEST.search(block):
            return _DIGEST.sub(line, block, count=1)
        return re.sub(r"^reason\b", f"{line}\nreason", block, count=1, flags=re.MULTILINE)

    return _each(text, "waiver", stamp)


def _each(text: str, table: str, change: Callable[[str, int], str]) -> str:
    """The text with every table of that name changed, the last first so that lines stay where they are."""
    lines = text.splitlines(keepends=True)
    found_at = tables(text).get(table, [])
    for number, found in reversed(list(enumerate(found_at))):
        block = "".join(lines[found.line - 1 : found.end])
        lines[found.line - 1 : found.end] = [change(block, number)]
    return "".join(lines)


def only_stamps(old: Written, new: str, places: Mapping[str, str]) -> str:
    """`new`, if it differs from the old text in nothing but stamps and renamed places. Raises Unstampable."""
    try:
        value = toml.loads(new)
    except toml.TOMLDecodeError as error:
        raise Unstampable(f"{old.label} cannot be stamped: {error}. Write each source on one line.") from error
    if _bare(value) != _bare(toml.loads(renamed(old.text, places))):
        raise Unstampable(f"{old.label} cannot be stamped without other changes. Write each source on one line.")
    return new


def _bare(value: object) -> Any:
    """A value without its stamps."""
    if table := as_dict(value):
        return {key: _bare(inner) for key, inner in table.items() if key not in {"fp", "digest"}}
    return [_bare(inner) for inner in found] if (found := as_list(value)) else value
