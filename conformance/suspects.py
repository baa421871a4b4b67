"""Which clauses the failures of a run point at, the likeliest first. No case is judged here.

A case speaks for the clauses it names and for those that the reference rests on along its way (`touches`). A clause is
the more suspect the more of the failures it has a part in, and the fewer cases with a part in it pass: the measure that
Ochiai gave for locating faults in programs, taken over all parts and, for a third, over the names alone. The failures
that the first suspect has a part in are set aside, and what is left is ranked again.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from .verdict import GREEN, NOT_EXECUTED, Line


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


class Suspects:
    """Gathers lines; it grows with the failures and the clauses, not with what passes."""

    def __init__(self) -> None:
        self._failures: list[_Failure] = []
        self._passed: Counter[str] = Counter()
        self._named: Counter[str] = Counter()  # the passes that name a clause

    def add(self, line: Line, touches: Sequence[str] = ()) -> None:
        """Take a line into account, with what the reference rests on along the way of its case."""
        parts = frozenset([*line.clauses, *touches])
        if line.verdict in NOT_EXECUTED:
            return
        if line.verdict in GREEN:
            self._passed.update(parts)
            self._named.update(line.clauses)
        elif parts:
            self._failures.append(_Failure(line.id, tuple(line.clauses), parts))

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
            yield Suspect(worst, len(mine), self._passed[worst], names, behind)
            left = [failure for failure in left if worst not in failure.parts]

    def _worst(self, left: Sequence[_Failure]) -> str:
        failed = Counter(clause for failure in left for clause in failure.parts)
        named = Counter(clause for failure in left for clause in failure.clauses)
        first = Counter(failure.clauses[0] for failure in left if failure.clauses)

        def score(clause: str) -> float:
            by_parts = failed[clause] / sqrt(failed[clause] + self._passed[clause])
            by_names = named[clause] / sqrt(named[clause] + self._named[clause]) if named[clause] else 0
            return by_parts + by_names / 3

        return min(failed, key=lambda one: (-score(one), -first[one], one))
