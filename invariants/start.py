"""Where plays begin: named positions and positions dealt by choices. Which ones a game has stands in its own folder."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from .chapters import declared

T = TypeVar("T")


class Choices(Protocol):
    """Where a deal takes its choices from: a seeded stream, or a test library that shrinks them toward 0."""

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound` - 1; 0 is the plainest."""
        ...

    def pick(self, options: Sequence[T]) -> T:
        """One of the options; the first is the plainest."""
        ...


@dataclass(frozen=True)
class Start:
    """A named position that plays begin from, as JSON values."""

    name: str
    position: Mapping[str, Any]
    mode: str
    readings: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True)
class Deal:
    """A way to deal positions, as JSON values, out of choices."""

    name: str
    mode: str
    position: Callable[[Choices], dict[str, Any]]


@dataclass(frozen=True)
class New:
    """A way to begin a new game: `options` say all that another implementation would have to guess, as JSON values."""

    name: str
    mode: str
    options: Callable[[], dict[str, Any]]


def starts(game: str) -> tuple[Start, ...]:
    """The named positions of a game."""
    return tuple(start for _, start in declared(game, "STARTS", Start))


def deals(game: str) -> tuple[Deal, ...]:
    """The ways a game has to deal positions."""
    return tuple(deal for _, deal in declared(game, "DEALS", Deal))


def new_games(game: str) -> tuple[New, ...]:
    """The ways a game has to begin anew."""
    return tuple(new for _, new in declared(game, "NEW_GAMES", New))


def ordered(items: Sequence[T], choices: Choices) -> tuple[T, ...]:
    """The items in an order that choices make; the plainest is the one they have."""
    left = list(items)
    return tuple([left.pop(choices.below(len(left))) for _ in items])


def readings(offered: Mapping[str, Sequence[str]], choices: Choices) -> dict[str, str]:
    """A combination of readings: each question keeps its default half of the time."""
    chosen = {question: choices.pick((names[0], *names)) for question, names in sorted(offered.items())}
    return {question: name for question, name in chosen.items() if name != offered[question][0]}
