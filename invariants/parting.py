"""Two readings of a question side by side, from one moment to the next: where they part. No game is named here.

Either reading is what the engine can be told to follow. Readings that only the clauses know stand in `judging`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from ruleproof.engine.canonical import text
from ruleproof.engine.decision import Allowed, Decision
from ruleproof.engine.game import Game, PositionFault, Unreadable

from .apart import missing, parts
from .ground import Growth, Position
from .property import Moment, begin

Acted = tuple[str, dict[str, Any]]  # a seat, and what it does as JSON
LEGALITY, RESULT, EVENTS = "legality", "result", "events"


class Side(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What one reading says to an action: whether it may be done, by which clauses, and what comes of it.

    `part` is what is otherwise afterwards than under the other reading, `events` those that only this reading has,
    `winner` whoever has won. `asks` is what clauses demand of the step where the engine cannot follow the reading.
    """

    allowed: bool
    clauses: tuple[str, ...] = ()
    why: str = ""
    part: Any = None
    events: tuple[dict[str, Any], ...] = ()
    winner: str = ""
    asks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Split:
    """Where two readings part: after these actions, on this one, and how.

    `instead` is a position that the step would lead to under the second reading, where no engine follows it.
    """

    position: Position
    actions: tuple[Acted, ...]
    seat: str
    action: dict[str, Any]
    how: str
    sides: tuple[Side, Side]
    instead: Position | None = None

    @property
    def plays(self) -> int:
        """The number of actions, the one they part on included."""
        return len(self.actions) + 1


class Pair(Protocol):
    """The same play under two readings, up to a moment at which they have not parted.

    `aside` is how they part on the last action by nothing but the events that are told of it.
    """

    @property
    def aside(self) -> Split | None:
        """Where only what is told differs."""
        ...

    @property
    def moment(self) -> Moment:
        """The moment under the first reading."""
        ...

    @property
    def key(self) -> object:
        """Equal for pairs from which everything goes on alike."""
        ...

    def splits(self) -> Iterator[Split]:
        """The actions that one reading allows and the other does not."""
        ...

    def on(self) -> "Iterator[Split | Pair]":
        """What each action leads to that both allow: a pair again, or where they part by what happens."""
        ...

    def take(self, seat: str, action: dict[str, Any]) -> "Split | Pair | None":
        """What one action leads to; None where neither reading allows it."""
        ...


class Comparison(Protocol):
    """Two readings of a question, ready to be compared from any position."""

    def begin(self, position: Position) -> Pair | None:
        """The beginning of a play; None where the position cannot be used under both."""
        ...

    def whole(self, split: Split) -> Split:
        """The split with all that takes longer to find."""
        ...


@dataclass(frozen=True)
class Switched:
    """Two readings that the engine can follow both, with how other questions are read."""

    game: Game[Any, Any]
    growth: Growth
    readings: tuple[Mapping[str, str], Mapping[str, str]]

    def begin(self, position: Position) -> "Both | None":
        """The position under both readings, where it is the same under both."""
        try:
            one, other = (begin(self.game, position, self.growth.mode, each) for each in self.readings)
        except (PositionFault, ValueError):
            return None
        alike = one.position == other.position or self.seen(one) == self.seen(other)
        return Both(self, one, other) if alike and winner(one) == winner(other) else None

    def whole(self, split: Split) -> Split:
        """Nothing is left to find."""
        return split

    def seen(self, moment: Moment) -> Any:
        """What anybody can see of a moment, the books of readings left out."""
        return [self.growth.shown(self.game.observe(moment.state, seat)) for seat in self.growth.seats]


@dataclass(frozen=True)
class Both:
    """A moment under either reading."""

    by: Switched
    moment: Moment
    other: Moment
    aside: Split | None = None

    @property
    def key(self) -> object:
        """Both states: they are frozen values."""
        return self.moment.state, self.other.state

    def splits(self) -> Iterator[Split]:
        """Actions that are legal under one reading only, in the order in which they are listed."""
        if self.moment.turns == self.other.turns:
            return
        mine, theirs = set(self.moment.turns), set(self.other.turns)
        for seat, action in dict.fromkeys((*self.moment.turns, *self.other.turns)):
            if ((seat, action) in mine) != ((seat, action) in theirs):
                split = self._by_decision(seat, action)
                if split is not None:
                    yield split

    def on(self) -> "Iterator[Split | Pair]":
        """Each action that both allow."""
        theirs = set(self.other.turns)
        return (self.after(seat, action) for seat, action in self.moment.turns if (seat, action) in theirs)

    def take(self, seat: str, action: dict[str, Any]) -> "Split | Pair | None":
        """What one action leads to under either reading."""
        read = self.by.game.read_action(action)
        if isinstance(read, Unreadable):
            return None
        split = self._by_decision(seat, read)
        if split is not None:
            return split
        return self.after(seat, read) if _decided(self.moment, seat, read).allowed else None

    def _by_decision(self, seat: str, action: Any) -> Split | None:
        sides = [_decided(moment, seat, action) for moment in (self.moment, self.other)]
        return self._split(seat, action, LEGALITY, sides) if sides[0].allowed != sides[1].allowed else None

    def after(self, seat: str, action: Any) -> "Split | Both":
        """What an action leads to that both allow."""
        one, other = self.moment.after(seat, action), self.other.after(seat, action)
        moved = one.position != other.position and self.by.seen(one) != self.by.seen(other)
        if moved or winner(one) != winner(other):
            shown = [self.by.growth.shown(moment.position) for moment in (one, other)]
            differing = parts(shown[0], shown[1], self.by.growth.defaults) or (None, None)
            sides = (_led(one, other, differing[0]), _led(other, one, differing[1]))
            return self._split(seat, action, RESULT, sides)
        if facts(one) == facts(other):
            return Both(self.by, one, other)
        told = self._split(seat, action, EVENTS, (_led(one, other, None), _led(other, one, None)))
        return Both(self.by, one, other, told)

    def _split(self, seat: str, action: Any, how: str, sides: Sequence[Side]) -> Split:
        written = self.by.game.write_action(action)
        return Split(self.moment.first.position, self.moment.actions, seat, written, how, (sides[0], sides[1]))


def winner(moment: Moment) -> str:
    """Who has won, or nobody."""
    outcome = moment.game.outcome(moment.state)
    return outcome.winner if outcome else ""


def _led(mine: Moment, theirs: Moment, part: Any) -> Side:
    """What an action led to under one reading, beside the other."""
    only = missing(facts(mine), facts(theirs))
    events = tuple(event for event in mine.events if text(_fact(event)) in only)
    clauses = tuple(dict.fromkeys(clause for event in events for clause in event["clauses"]))
    return Side(True, clauses, "", part, events, winner(mine))


def facts(moment: Moment) -> list[str]:
    """What happened on the way to a moment, without the clauses."""
    return sorted(text(_fact(event)) for event in moment.events)


def _fact(event: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in event.items() if name != "clauses"}


def _decided(moment: Moment, seat: str, action: Any) -> Side:
    return answered(moment.game.decide(moment.state, seat, action))


def answered(decision: Decision) -> Side:
    """A decision of the engine as a side."""
    if isinstance(decision, Allowed):
        return Side(True, decision.clauses)
    return Side(False, decision.clauses, decision.why)


def replay(pair: Pair | None, actions: Sequence[Acted]) -> Split | None:
    """Where the readings part when these actions are played, at the latest on the last; None where they do not."""
    for seat, action in actions:
        led = pair.take(seat, action) if pair is not None else None
        if isinstance(led, Split):
            return led
        pair = led
    return pair.aside if pair is not None else None
