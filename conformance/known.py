"""Failures that somebody knows of: a file of theirs says which, how and why. Whether a case fails is not decided."""

import fnmatch
import json
from collections.abc import Collection, Iterable
from pathlib import Path

import msgspec

from ruleproof.spec import files, toml

from .verdict import GREEN, NOT_EXECUTED, Line, Verdict

MOST = 20


class Known(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One entry: a pattern of ids, the verdict that is expected, and a part of its detail."""

    cases: str
    verdict: Verdict
    reason: str
    detail: str = ""
    issue: str = ""


class _File(msgspec.Struct, forbid_unknown_fields=True):
    known: list[Known] = []


class Unusable(ValueError):
    """A file of known failures that cannot be used; the message says where and why."""


class Ledger:
    """The entries, and how many cases each has fitted so far."""

    def __init__(self, entries: list[Known], place: str) -> None:
        self._entries = entries
        self._place = place
        self._fitted = [0] * len(entries)

    def within(self, chosen: Collection[str], every: Collection[str]) -> "Ledger":
        """The entries that bear on the chosen cases, of every case that there is; one that fits none stays, to be told.

        Raises Unusable where an entry fits more cases than it may.
        """
        wide = [(entry, len(_fitting(entry, every))) for entry in self._entries]
        many = [f"{entry.cases} fits {count} cases" for entry, count in wide if count > MOST]
        if many:
            raise Unusable(f"{self._place}: {'; '.join(many)}: name at most {MOST} with one entry")
        kept = (entry for entry, count in wide if not count or _fitting(entry, chosen))
        return Ledger(list(kept), self._place)

    def judge(self, line: Line) -> Line:
        """The line as it counts: `xfail` where the failure is the known one, `xpass` where it passed all the same.

        Of several entries that fit a case the first one counts.
        """
        fitting = [number for number, one in enumerate(self._entries) if fnmatch.fnmatchcase(line.id, one.cases)]
        for number in fitting:
            self._fitted[number] += 1
        return _judged(line, self._entries[fitting[0]]) if fitting else line

    def stale(self) -> list[str]:
        """A sentence for each entry that fits no case that was run, or too many."""
        none = "{}: no case that was run fits {}"
        many = "{}: {} cases fit {}, at most {} may: name them more closely"
        return [
            none.format(self._place, entry.cases) if not count else many.format(self._place, count, entry.cases, MOST)
            for entry, count in zip(self._entries, self._fitted, strict=True)
            if not 0 < count <= MOST
        ]


def _fitting(entry: Known, ids: Collection[str]) -> list[str]:
    return fnmatch.filter(ids, entry.cases)


def _judged(line: Line, entry: Known) -> Line:
    if line.verdict == Verdict.PASS:
        return _as(line, Verdict.XPASS, f"passes, but is listed: {entry.reason}", entry)
    seen = " ".join((line.detail, line.where, repr(line.got)))
    if line.verdict == entry.verdict and entry.detail in seen:
        return _as(line, Verdict.XFAIL, entry.reason, entry)
    return line


def _as(line: Line, verdict: Verdict, detail: str, entry: Known) -> Line:
    changed: Line = msgspec.structs.replace(line, verdict=verdict, detail=detail, issue=entry.issue)
    return changed


def written(lines: Iterable[Line]) -> str:
    """The text of a file that lists what fails in a run, one entry a case. The reasons are for somebody to write."""
    entries = [_entry(line) for line in lines if line.verdict not in GREEN and line.verdict not in NOT_EXECUTED]
    return "# What is known to fail, case by case. Give each its reason, and its issue where there is one.\n" + "".join(
        entries
    )


def _entry(line: Line) -> str:
    texts = {"cases": line.id, "verdict": line.verdict.value, "reason": "to be explained"}
    return "\n[[known]]\n" + "".join(f"{name} = {json.dumps(text)}\n" for name, text in texts.items())


def read(path: Path) -> Ledger:
    """The entries of a file. Raises Unusable, or files.Unreadable."""
    text = files.read_text(path)
    try:
        found = msgspec.convert(toml.loads(text), _File)
    except toml.TOMLDecodeError as error:
        raise Unusable(f"{path} is not TOML: {error}") from error
    except msgspec.ValidationError as error:
        raise Unusable(f"{path}: {error}; see section 8 of PROTOCOL.md") from error
    return Ledger(found.known, str(path))
