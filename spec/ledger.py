"""The ledger: every sentence of a rulebook by place, fingerprint and class, without its text. It compares nothing."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from .fault import Fault, Faulty, nearest
from .files import read_text, write_text
from .untyped import as_dict, as_list


class Class(StrEnum):
    """What a sentence does. A sentence that obliges needs a clause or a waiver; `unclear` fails every check."""

    NORM = "norm"  # permits, forbids or demands
    DEFINE = "define"  # says what a word of the game means
    SETUP = "setup"  # what stands before the first turn
    OUTCOME = "outcome"  # who wins, and when it ends
    EXAMPLE = "example"
    RESTATES = "restates"  # says again what another sentence states
    ADVICE = "advice"
    FLAVOUR = "flavour"
    NAVIGATION = "navigation"  # headings, contents, "see page 9"
    COMPONENT = "component"  # what is in the box
    TRANSCRIBER = "transcriber"  # a note of whoever typed the text
    UNCLEAR = "unclear"


OBLIGING = frozenset({Class.NORM, Class.DEFINE, Class.SETUP, Class.OUTCOME})


class Sentence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One sentence: `fp` and `like` are 16 hexadecimal digits, `length` counts the normalised characters."""

    place: str
    fp: str
    length: int
    like: str
    kind: Class = msgspec.field(name="class")

    @property
    def obliges(self) -> bool:
        """Whether a clause or a waiver is due."""
        return self.kind in OBLIGING


@dataclass(frozen=True)
class Ledger:
    """All sentences of all documents of a game, in the order of the texts."""

    segmenter: int
    sentences: tuple[Sentence, ...]

    @cached_property
    def places(self) -> dict[str, Sentence]:
        """The sentences by place."""
        return {s.place: s for s in self.sentences}

    def at(self, place: str) -> Sentence | None:
        """The sentence at a place, or None."""
        return self.places.get(place)

    def under(self, path: str) -> tuple[Sentence, ...]:
        """The sentences under a heading (its own line included) or in a paragraph, in order."""
        start = f"{path.rstrip('/')}/"
        return tuple(s for s in self.sentences if s.place.startswith(start) or s.place == path)


def read_ledger(path: Path, label: str = "") -> Ledger:
    """The ledger in a file, which faults call `label`. Raises Unreadable, or Faulty with the line of each fault."""
    text = read_text(path)
    label = label or str(path)
    try:
        raw = as_dict(json.loads(text))
    except json.JSONDecodeError as error:
        raise Faulty([Fault(f"{label}:{error.lineno}", f"is not JSON: {error.msg}")]) from error
    version, entries = raw.get("segmenter"), raw.get("sentences")
    if not isinstance(version, int) or not isinstance(entries, list):
        raise Faulty([Fault(f"{label}:1", 'needs the members "segmenter" (a number) and "sentences" (a list)')])
    faults: list[Fault] = []
    found: list[Sentence] = []
    for entry in map(as_dict, as_list(raw["sentences"])):
        try:
            found.append(msgspec.convert(entry, Sentence))
        except msgspec.ValidationError as error:
            faults.append(_misfit(label, text, entry, error))
    faults += _twice(label, text, found)
    if faults:
        raise Faulty(faults)
    return Ledger(version, tuple(found))


def write_ledger(path: Path, ledger: Ledger) -> None:
    """Write the ledger, one sentence a line, so that a change of one shows as one line. Raises Unreadable."""
    write_text(path, text_of(ledger))


def text_of(ledger: Ledger) -> str:
    """The ledger as its file holds it."""
    lines = ",\n".join(msgspec.json.encode(s).decode() for s in ledger.sentences)
    return f'{{"segmenter":{ledger.segmenter},"sentences":[\n{lines}\n]}}\n'


def _misfit(label: str, text: str, entry: dict[str, Any], error: Exception) -> Fault:
    place, kind = str(entry.get("place", "")), str(entry.get("class", ""))
    if kind not in list(Class):
        return Fault(
            f"{label}:{line_of(text, place)}",
            f"{place} has the class {kind!r}, which is none.{nearest(kind, Class)}",
            f"Choose one of: {', '.join(Class)}.",
        )
    return Fault(f"{label}:{line_of(text, place)}", f"the entry for {place or entry!r} does not fit: {error}")


def _twice(label: str, text: str, sentences: Iterable[Sentence]) -> list[Fault]:
    seen: set[str] = set()
    faults: list[Fault] = []
    for sentence in sentences:
        if sentence.place in seen:
            faults.append(Fault(f"{label}:{line_of(text, sentence.place)}", f"the place {sentence.place} stands twice"))
        seen.add(sentence.place)
    return faults


def line_of(text: str, place: str) -> int:
    """The line of a place in a ledger's file, from 1."""
    found = text.find(f'"{place}"') if place else -1
    return text.count("\n", 0, found) + 1 if found >= 0 else 1
