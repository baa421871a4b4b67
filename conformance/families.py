"""Families: for one open question the probes whose answers tell its readings apart. They are found in the cases.

A probe is a group of cases of one position that differ in the reading of this question only: each predicts answers.
Cases belong together that ask the same, or that exclude each other after the same actions. Nobody is asked here.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations

import msgspec

from .case import Asked, Case
from .clashing import clash, same_questions
from .matching import encode
from .suite import Form

DETERMINED = "determined"  # the tag of cases that say, for each reading, what all readings have in common


@dataclass(frozen=True)
class Probe:
    """One question put to an implementation, and what each reading says to it."""

    cases: tuple[Case, ...]
    question: str
    given: dict[str, str] = field(default_factory=dict[str, str])  # how other questions have to be read for it

    @property
    def readings(self) -> frozenset[str]:
        """The readings that predict an answer."""
        return frozenset(case.readings[self.question] for case in self.cases)

    def of(self, reading: str) -> tuple[Case, ...]:
        """The cases of one reading."""
        return tuple(case for case in self.cases if case.readings[self.question] == reading)

    def separates(self, one: str, other: str, form: Form) -> bool:
        """Whether no implementation can answer as both readings say."""
        return any(_clash(a, b, form) for a in self.of(one) for b in self.of(other))


@dataclass(frozen=True)
class Family:
    """The probes of one question."""

    question: str
    probes: tuple[Probe, ...]

    @property
    def readings(self) -> tuple[str, ...]:
        """The readings that some probe predicts an answer for, in order of their names."""
        return tuple(sorted({reading for probe in self.probes for reading in probe.readings}))

    def plain(self) -> dict[str, object]:
        """The family in JSON values: for each probe the cases of each reading, and what it takes for granted."""
        probes = [
            {"given": probe.given, "cases": {r: [case.id for case in probe.of(r)] for r in sorted(probe.readings)}}
            for probe in self.probes
        ]
        return {"question": self.question, "readings": list(self.readings), "probes": probes}

    def alike(self, form: Form) -> list[tuple[str, str]]:
        """The pairs of readings that meet in some probe, and are separated by none."""
        met = {pair: False for probe in self.probes for pair in combinations(sorted(probe.readings), 2)}
        for probe in self.probes:
            for pair in combinations(sorted(probe.readings), 2):
                met[pair] = met[pair] or probe.separates(*pair, form)
        return sorted(pair for pair, apart in met.items() if not apart)


class Groups:
    """Cases that hang on a reading, by question, and by all that the cases of a probe have in common.

    Of cases that ask and expect the same only the first is kept, so that a suite may be as long as it likes.
    """

    def __init__(self) -> None:
        self._groups: dict[str, dict[bytes, list[Callable[[], Case]]]] = {}
        self._seen: set[bytes] = set()

    def add(self, asked: Asked | Case, case: Callable[[], Case]) -> None:
        """Take a case into account, by what it asks; all of it is read where it belongs to a family."""
        if not asked.readings or DETERMINED in asked.tags or self._was_there(asked):
            return
        for question in asked.readings:
            key = _digest([asked.modes, asked.position, _others(asked, question)])
            self._groups.setdefault(question, {}).setdefault(key, []).append(case)

    def _was_there(self, case: Asked | Case) -> bool:
        key = _digest([case.modes, case.position, case.readings, case.requires, case.steps])
        known = key in self._seen
        self._seen.add(key)
        return known

    def families(self, form: Form) -> dict[str, Family]:
        """The families, by question. A group that predicts the same throughout is no probe."""
        found = {
            question: Family(question, tuple(probe for group in at.values() for probe in _read(question, group, form)))
            for question, at in sorted(self._groups.items())
        }
        return {question: family for question, family in found.items() if family.probes}


def families(cases: Iterable[Case], form: Form) -> dict[str, Family]:
    """The families that can be found in cases, by question."""
    groups = Groups()
    for case in cases:
        groups.add(case, partial(_itself, case))
    return groups.families(form)


def _itself(case: Case) -> Case:
    return case


def _digest(value: object) -> bytes:
    return hashlib.blake2b(encode(value), digest_size=12).digest()


def _others(case: Asked | Case, question: str) -> dict[str, str]:
    return {name: reading for name, reading in case.readings.items() if name != question}


def _read(question: str, group: list[Callable[[], Case]], form: Form) -> Iterator[Probe]:
    return _probes(question, [case() for case in group], form) if len(group) > 1 else iter(())


def _probes(question: str, group: list[Case], form: Form) -> Iterator[Probe]:
    """The probes among cases of one position: whatever is joined by a chain of like or contrary cases."""
    order = {case.id: number for number, case in enumerate(group)}
    for part in sorted(_joined(group, form), key=lambda cases: order[cases[0].id]):
        probe = Probe(tuple(part), question, _others(part[0], question))
        if len(probe.readings) > 1:
            yield probe


def _joined(group: list[Case], form: Form) -> list[list[Case]]:
    parts: list[list[Case]] = []
    for case in group:
        joined = [part for part in parts if any(_related(case, one, form) for one in part)]
        parts = [part for part in parts if part not in joined]
        parts.append([*(one for part in joined for one in part), case])
    return parts


def _related(one: Case, other: Case, form: Form) -> bool:
    return same_questions(one, other) or _clash(one, other, form)


def _clash(one: Case, other: Case, form: Form) -> bool:
    try:
        return clash(one, other, form.expected)
    except msgspec.ValidationError:  # an expectation that fits no position: `lint` names it
        return False
