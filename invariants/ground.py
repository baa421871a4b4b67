"""Where positions near a question grow, and what is small in a game. What parts the readings is not known here.

A game declares its GROUNDS, one for each question that can be looked into, and one GROWTH.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .chapters import declared

Position = dict[str, Any]
Played = Sequence[tuple[str, dict[str, Any]]]  # each seat, and what it does as JSON


@dataclass(frozen=True)
class Ground:
    """Positions near a question: `positions(n)` gives those with `n` pieces on the board, the plainest first.

    Plays of up to `depth` actions are looked at from positions of `least` to `most` pieces. `given` says how other
    questions have to be read for this one to matter, `shows` whether a play in which readings part, its last action
    included, shows the case that is asked about, and `lifts` which rules on likely positions do not hold here.
    """

    question: str
    positions: Callable[[int], Iterable[Position]]
    most: int = 4
    depth: int = 2
    least: int = 0
    given: Mapping[str, str] = field(default_factory=dict[str, str])
    shows: Callable[[Position, Played], bool] = lambda position, played: True
    lifts: frozenset[str] = frozenset()


def _nothing(position: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    return iter(())


@dataclass(frozen=True)
class Growth:
    """What small means in a game, and what of its positions is there for readings only.

    `size` orders positions, pieces on the board first; `simpler` gives changes toward the plain that leaving out does
    not. `shown` leaves out of a position what only keeps a reading's books: where nothing else differs nothing has
    parted. `defaults` is what members stand for that a position leaves out. `edits` gives other positions that a step
    could have led to: from its position before it and the one after it, the nearest first. `unlikely` gives what no
    position shows that is to be drawn for people, each with the name of the rule that it breaks.
    """

    mode: str
    seats: tuple[str, ...]
    pieces: str
    size: Callable[[Mapping[str, Any]], tuple[int, ...]]
    simpler: Callable[[Mapping[str, Any]], Iterator[Position]]
    shown: Callable[[Mapping[str, Any]], Position]
    defaults: Mapping[str, Any]
    edits: Callable[[Mapping[str, Any], Mapping[str, Any]], Iterator[Position]]
    unlikely: Callable[[Mapping[str, Any]], Iterator[tuple[str, str]]] = _nothing


def grounds(game: str) -> dict[str, Ground]:
    """The grounds of a game by question."""
    return {ground.question: ground for _, ground in declared(game, "GROUNDS", Ground)}


def growth(game: str) -> Growth | None:
    """What small means in a game; None where it says nothing."""
    return next((growth for _, growth in declared(game, "GROWTH", Growth)), None)
