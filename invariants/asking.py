"""Whether conditions can hold together: tried cases answer first, then a guess, then the solver. It knows no clause."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from .deciding import Case, Decider
from .formulas import Formula, Value, leaves
from .guessing import guess
from .solving import Undecided
from .stating import Statements
from .trying import Tried

Core: TypeAlias = tuple[Formula, ...]  # conditions that never hold together, none of which can be left out
MANY = 24  # formulas from which on it pays to try cases for all at once


@dataclass
class Asking:
    """Questions about the formulas of a few clauses; `about` are those that most questions will be made of."""

    statements: Statements
    about: Iterable[Value] = ()

    def __post_init__(self) -> None:
        about = [each for each in self.about if isinstance(each, Formula)]
        background = self.statements.background(leaves(*about)) if len(about) >= MANY else ()
        self._tried = Tried(about, background) if len(about) >= MANY else None
        self._decider = Decider(self.statements.background, self.statements.terms)

    def possible(self, *conditions: Value) -> bool:
        """Whether they can hold together, as far as is known: where the solver gives up, they may."""
        if False in conditions:
            return False
        if self._tried is not None and self._tried.fits(*conditions) is not None:
            return True
        try:
            return self._guess(conditions) is not None or not self._never(conditions)
        except Undecided:
            return True

    def _never(self, conditions: tuple[Value, ...]) -> bool:
        """Whether the solver says so; asked first about those that speak of what the first one speaks of."""
        near = _near(conditions)
        return (len(near) < len(conditions) and self._decider.never(*near)) or self._decider.never(*conditions)

    def alone(self, conditions: Iterable[Value], *others: Value) -> frozenset[Value]:
        """Those of many conditions that were seen to hold, with the others, where none of the rest does."""
        return self._tried.alone(conditions, *others) if self._tried else frozenset()

    def each(self, conditions: Iterable[Value], *others: Value) -> frozenset[Value]:
        """Those of many conditions that were seen to hold with the others."""
        return self._tried.each(conditions, *others) if self._tried else frozenset()

    def never(self, *conditions: Value) -> bool:
        """Whether it is proved that they cannot hold together."""
        return not self.possible(*conditions)

    def case(self, *conditions: Value) -> Case | None:
        """A case in which they hold together; None where there is none, or none was found."""
        if False in conditions:
            return None
        guessed = self._guess(conditions)
        return Case(guessed) if guessed is not None else self.solved(*conditions)

    def solved(self, *conditions: Value) -> Case | None:
        """The same, out of the solver."""
        try:
            answer = self._decider.together(*conditions)
        except Undecided:
            return None
        return answer if isinstance(answer, Case) else None

    def core(self, *conditions: Value) -> Core:
        """Those of the conditions that never hold together, as few as can be; none where they may."""
        try:
            near = _near(conditions)
            answer = self._decider.together(*(near if self._decider.never(*near) else conditions))
        except Undecided:
            return ()
        return () if isinstance(answer, Case) else answer

    def _guess(self, conditions: Iterable[Value]) -> Mapping[Formula, Any] | None:
        return guess(conditions, self.statements.background, self.statements.choices)


def _near(conditions: tuple[Value, ...]) -> tuple[Value, ...]:
    """The first condition, and those that share an open value with it."""
    about = leaves(*conditions[:1])
    return tuple(each for each in conditions if isinstance(each, Formula) and leaves(each) & about)
