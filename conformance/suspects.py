"""Which clauses the failures of a run point at, the likeliest first. No case is judged here.

Three things speak for a clause. First, the cases: each speaks for the clauses it names and for those that the reference
rests on along its way (`touches`). A clause is the more suspect the more of the failures it has a part in, and the
fewer cases with a part in it pass: the measure that Ochiai gave for locating faults in programs, taken over all parts
and, for a half each, over the names and over the first names alone. Second, where the reference is at hand, what it
cites for just the part of an answer that came out otherwise (pointing). Third, implementations in which that clause was
bent: the more of what came out wrong did so with one of them, in the same case, place and way, the more suspect is its
clause. The failures that the first suspect has a part in are set aside, and what is left is ranked again.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any, NamedTuple

from .bent import Bent, mark, place
from .verdict import WEIGHTS as WEIGHED
from .verdict import WRONG as BROKEN
from .verdict import Line, Verdict

WEIGHTS = (1, 0.5, 0.5)  # of all parts, of the names, of the first name
ALIKE = 3  # of being like an implementation in which the clause is bent, squared: half alike says little
SAME_ANSWER, SAME_PLACE, SAME_CASE = 1, 0.6, 0.3  # how much alike two wrong answers to one case are
TIED = 3  # clauses shown for one suspect, where nothing tells them apart
NEAR = 0.01  # of what speaks for the first: so little tells nobody apart
RIGHT = {Verdict.PASS, Verdict.READING}
WRONG = {one for one, weight in WEIGHED.items() if weight == BROKEN}  # an error or a known failure points at nothing


@dataclass(frozen=True)
class Suspect:
    """A clause, how many failures and passes it has a part in; the failures that name it, and those behind it.

    `like` is the bent implementation whose answers are the most alike, and `same` how many of them are the same.
    `tied` are further clauses that nothing tells from this one.
    """

    clause: str
    failed: int
    passed: int
    names: tuple[str, ...]
    behind: tuple[str, ...]
    like: str = ""
    same: int = 0
    tied: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        """In JSON values."""
        told: dict[str, Any] = {"clause": self.clause, "failed": self.failed, "passed": self.passed}
        told |= {"names": list(self.names), "behind": list(self.behind)}
        return told | {"like": self.like, "same": self.same, "tied": list(self.tied)}


@dataclass(frozen=True)
class _Told:
    """What a case says: the clauses it names and those it touches, and of a failure those that it may rest on, too."""

    id: str
    clauses: tuple[str, ...]
    touches: frozenset[str]
    resting: frozenset[str] = frozenset()
    mark: str = ""
    points: tuple[str, ...] = ()

    @property
    def views(self) -> tuple[Collection[str], Collection[str], Collection[str]]:
        """All that it touches, the names alone, the first name alone."""
        return self.touches, self.clauses, self.clauses[:1]

    @property
    def parts(self) -> frozenset[str]:
        """All clauses that have a part in it."""
        return self.touches.union(self.resting, self.points)


class _Alike(NamedTuple):
    """How much of what failed is like the answers of a bent implementation, 0 to 1; its name; how many are the same."""

    share: float = 0.0
    name: str = ""
    same: int = 0


class Suspects:
    """Gathers lines; it grows with the failures, the clauses and the bent implementations, not with what passes."""

    def __init__(self, bent: Iterable[Bent] = ()) -> None:
        self._bent = tuple(bent)
        self._resting: dict[str, set[str]] = {}  # of a case, the clauses that let it fail where they are bent
        for one in self._bent:
            for case in one.answers:
                self._resting.setdefault(case, set()).add(one.clause)
        self.lines: dict[str, Line] = {}  # of what failed, by id
        self.points: Mapping[str, tuple[str, ...]] = {}
        self._failures: list[_Told] = []
        self._sound: set[str] = set()  # the cases that passed, of those that some bent implementation fails
        self._passed: tuple[Counter[str], Counter[str], Counter[str]] = (Counter(), Counter(), Counter())

    def add(self, line: Line, touches: Sequence[str] = ()) -> None:
        """Take a line into account, with what the reference rests on along the way of its case."""
        resting = frozenset(self._resting.get(line.id, ()))
        told = _Told(line.id, tuple(line.clauses), frozenset([*line.clauses, *touches]))
        if line.verdict in WRONG:
            if told.touches or resting:
                self._failures.append(replace(told, resting=resting, mark=mark(line)))
                self.lines[line.id] = line
        elif line.verdict in RIGHT:
            for counter, clauses in zip(self._passed, told.views, strict=True):
                counter.update(clauses)
            if resting:
                self._sound.add(line.id)

    def point(self, points: Mapping[str, tuple[str, ...]]) -> None:
        """Take into account which clauses are cited for what failed, by case, the most specific first."""
        self.points = points
        self._failures = [replace(failure, points=points.get(failure.id, ())) for failure in self._failures]

    def ranked(self) -> tuple[Suspect, ...]:
        """The suspects that together have a part in every failure, the likeliest first."""
        return tuple(self._ranked())

    def _ranked(self) -> Iterator[Suspect]:
        left = self._failures
        while left:
            alike = self._alike(left)
            worst, *tied = self._worst(left, alike)
            mine = [failure for failure in left if worst in failure.parts]
            names = tuple(failure.id for failure in mine if worst in failure.clauses)
            behind = tuple(failure.id for failure in mine if worst not in failure.clauses)
            like = alike.get(worst, _Alike())
            yield Suspect(
                worst, len(mine), self._passed[0][worst], names, behind, like.name, like.same, tuple(tied[: TIED - 1])
            )
            left = [failure for failure in left if worst not in failure.parts]

    def _worst(self, left: Sequence[_Told], alike: Mapping[str, _Alike]) -> list[str]:
        """The clause for which most speaks, and those for which as much does."""
        failed: tuple[Counter[str], Counter[str], Counter[str]] = (Counter(), Counter(), Counter())
        for failure in left:
            for counter, clauses in zip(failed, failure.views, strict=True):
                counter.update(clauses)

        cited = self._cited(left)

        def score(clause: str) -> float:
            views = zip(WEIGHTS, failed, self._passed, strict=True)
            cases = sum(weight * _ochiai(red[clause], green[clause], len(left)) for weight, red, green in views)
            return cases + cited.get(clause, 0.0) + ALIKE * alike.get(clause, _Alike()).share ** 2

        scores = {clause: score(clause) for failure in left for clause in failure.parts}
        ranked = sorted(scores, key=lambda clause: (-scores[clause], clause))
        return [clause for clause in ranked if scores[clause] >= (1 - NEAR) * scores[ranked[0]]]

    def _cited(self, left: Sequence[_Told]) -> dict[str, float]:
        """How much each clause is cited for what failed, and how seldom it has a part in what passes, 0 to 1."""
        places: dict[str, list[int]] = {}
        for failure in left:
            for number, clause in enumerate(failure.points, 1):
                places.setdefault(clause, []).append(number)
        return {
            clause: sum(1 / place for place in found)
            / len(left)
            * sqrt(len(found) / (len(found) + self._passed[0][clause]))
            for clause, found in places.items()
        }

    def _alike(self, left: Sequence[_Told]) -> dict[str, _Alike]:
        """For each clause the bent implementation whose wrong answers are the most like those that are left."""
        marks = {failure.id: failure.mark for failure in left}
        found: dict[str, _Alike] = {}
        for one in self._bent:
            put = sum(case in marks or case in self._sound for case in one.answers)
            both = [(marks[case], answer) for case, answer in one.answers.items() if case in marks]
            if both:
                share = sum(_nearness(*each) for each in both) / sqrt(put * len(left))
                like = _Alike(share, one.name, sum(mine == theirs for mine, theirs in both))
                found[one.clause] = max(like, found.get(one.clause, _Alike()))
        return found


def _nearness(mark: str, other: str) -> float:
    if mark == other:
        return SAME_ANSWER
    return SAME_PLACE if place(mark) == place(other) else SAME_CASE


def _ochiai(failed: int, passed: int, failures: int) -> float:
    return failed / sqrt(failures * (failed + passed)) if failed else 0.0
