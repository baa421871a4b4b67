"""Which clauses the failures of a run point at, the likeliest first. No case is judged here.

A case speaks for the clauses it names and for those that the reference rests on along its way (`touches`). A clause is
the more suspect the more of the failures it has a part in, and the fewer cases with a part in it pass: the measure that
Ochiai gave for locating faults in programs, taken over all parts and, for a half each, over the names and over the
first names alone. The failures that the first suspect has a part in are set aside, and what is left is
ranked again.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from .verdict import WEIGHTS as WEIGHED
from .verdict import WRONG as BROKEN
from .verdict import Line, Verdict

WEIGHTS = (1, 0.5, 0.5)  # of all parts, of the names, of the first name
RIGHT = {Verdict.PASS, Verdict.READING}
WRONG = {one for one, weight in WEIGHED.items() if weight == BROKEN}  # an error or a known failure points at nothing


@dataclass(frozen=True)
class Suspect:
    """A clause, how many failures and passes it has a part in; the failures that name it, and those behind it."""

    clause: str
    failed: int
    passed: int
    names: tuple[str, ...]
    behind: tuple[str, ...]

    def plain(self) -> dict[str, Any]:
        """In JSON values."""
        told: dict[str, Any] = {"clause": self.clause, "failed": self.failed, "passed": self.passed}
        return told | {"names": list(self.names), "behind": list(self.behind)}


@dataclass(frozen=True)
class _Failure:
    id: str
    clauses: tuple[str, ...]
    parts: frozenset[str]

    @property
    def views(self) -> tuple[Collection[str], Collection[str], Collection[str]]:
        """All parts, the names alone, the first name alone."""
        return self.parts, self.clauses, self.clauses[:1]


class Suspects:
    """Gathers lines; it grows with the failures and the clauses, not with what passes."""

    def __init__(self) -> None:
        self._failures: list[_Failure] = []
        self._passed: tuple[Counter[str], Counter[str], Counter[str]] = (Counter(), Counter(), Counter())

    def add(self, line: Line, touches: Sequence[str] = ()) -> None:
        """Take a line into account, with what the reference rests on along the way of its case."""
        told = _Failure(line.id, tuple(line.clauses), frozenset([*line.clauses, *touches]))
        if line.verdict in WRONG and told.parts:
            self._failures.append(told)
        elif line.verdict in RIGHT:
            for counter, clauses in zip(self._passed, told.views, strict=True):
                counter.update(clauses)

    def ranked(self) -> tuple[Suspect, ...]:
        """The suspects that together have a part in every failure, the likeliest first."""
        return tuple(self._ranked())

    def _ranked(self) -> Iterator[Suspect]:
        left = self._failures
        while left:
            worst = self._worst(left)
            mine = [failure for failure in left if worst in failure.parts]
            names = tuple(failure.id for failure in mine if worst in failure.clauses)
            behind = tuple(failure.id for failure in mine if worst not in failure.clauses)
            yield Suspect(worst, len(mine), self._passed[0][worst], names, behind)
            left = [failure for failure in left if worst not in failure.parts]

    def _worst(self, left: Sequence[_Failure]) -> str:
        failed: tuple[Counter[str], Counter[str], Counter[str]] = (Counter(), Counter(), Counter())
        for failure in left:
            for counter, clauses in zip(failed, failure.views, strict=True):
                counter.update(clauses)

        def score(clause: str) -> float:
            views = zip(WEIGHTS, failed, self._passed, strict=True)
            return sum(weight * _ochiai(red[clause], green[clause], len(left)) for weight, red, green in views)

        return min(failed[0], key=lambda one: (-score(one), one))


def _ochiai(failed: int, passed: int, failures: int) -> float:
    return failed / sqrt(failures * (failed + passed)) if failed else 0.0
