"""What must always hold of a game in play, and what must come true sometimes. How it is played is not known here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from ruleproof.engine.dealing import NOBODY, dealing
from ruleproof.engine.game import Game, Site


@dataclass(frozen=True)
class Moment:
    """A state of a game in play: how it came about, and what is known of it as plain JSON values.

    `before` is the moment that the action left, None at the start of a play; then action, seat and events are empty.
    """

    game: Game[Any, Any]
    mode: str
    readings: Mapping[str, str]  # every reading that differs from the default
    state: Any
    before: "Moment | None" = field(default=None, repr=False)
    seat: str = ""
    action: Any = None
    happened: tuple[Any, ...] = ()
    memo: dict[Any, Any] = field(default_factory=dict[Any, Any], repr=False, compare=False)  # what was worked out once

    @cached_property
    def position(self) -> dict[str, Any]:
        """The position in JSON values, defaults left out."""
        return self.game.dump(self.state)

    @cached_property
    def events(self) -> tuple[dict[str, Any], ...]:
        """What happened on the way here, in JSON values."""
        return tuple(self.game.write_event(event) for event in self.happened)

    @cached_property
    def status(self) -> dict[str, Any]:
        """Phase, whose turn it is, outcome."""
        return self.game.status(self.state)

    @cached_property
    def digest(self) -> str:
        """The state's fingerprint when it was first looked at."""
        return self.game.digest(self.state)

    @cached_property
    def turns(self) -> tuple[tuple[str, Any], ...]:
        """Every legal action with the seat that may take it."""
        seats = self.game.to_move(self.state)
        return tuple((seat, action) for seat in seats for action in self.game.actions(self.state, seat))

    @cached_property
    def site(self) -> Site | None:
        """What chance decides now, or None; then nobody is to move."""
        dealt = dealing(self.game)
        return dealt.chance(self.state) if dealt else None

    def reads(self, question: str, reading: str) -> bool:
        """The question is read this way here."""
        default = self.game.readings.get(question, ("",))[0]
        return self.readings.get(question, default) == reading

    @property
    def first(self) -> "Moment":
        """The moment that the play began with."""
        moment = self
        while moment.before is not None:
            moment = moment.before
        return moment

    @property
    def actions(self) -> tuple[tuple[str, dict[str, Any]], ...]:
        """The actions from the start to here, in JSON values, each with the seat that took it."""
        if self.before is None:
            return ()
        return (*self.before.actions, (self.seat, self.game.write_action(self.action)))

    def after(self, seat: str, action: Any) -> "Moment":
        """The moment that a legal action leads to. Raises Trouble where the game does."""
        try:
            step = self.game.apply(self.state, seat, action)
        except Exception as error:  # a legal action that cannot be taken is a finding, whatever the game raises
            raise Trouble(self, seat, action) from error
        return Moment(self.game, self.mode, self.readings, step.state, self, seat, action, tuple(step.events))

    def drawn(self, cards: tuple[str, ...]) -> "Moment":
        """The moment behind what chance decides now, the top card first. Raises Trouble where the game does."""
        dealt = dealing(self.game)
        assert dealt is not None
        assert self.site is not None
        return self.after(NOBODY, dealt.order(self.site.site, cards))


class Trouble(Exception):
    """A game raised something, its cause, while it took an action that it had allowed."""

    def __init__(self, moment: Moment, seat: str, action: Any) -> None:
        super().__init__(f"{moment.game.name} raised an error at {action!r}")
        self.moment, self.seat, self.action = moment, seat, action


Holds = Callable[[Moment], bool | str]  # True, or what is wrong where it can be said in a few words


@dataclass(frozen=True)
class Property:
    """A named promise about every moment, or about some moment, of a game in play, with the clauses it rests on."""

    name: str
    because: tuple[str, ...]
    holds: Holds
    kind: Literal["always", "sometimes"]


def always(name: str, because: tuple[str, ...], holds: Holds) -> Property:
    """It holds at every moment of every play."""
    return Property(name, because, holds, "always")


def sometimes(name: str, because: tuple[str, ...], holds: Holds) -> Property:
    """It comes true at some moment of some play: if never, the plays are about less than they should be."""
    return Property(name, because, holds, "sometimes")


def begin(game: Game[Any, Any], position: object, mode: str, readings: Mapping[str, str]) -> Moment:
    """The first moment of a play from a position. Raises PositionFault."""
    return Moment(game, mode, readings, game.load(position, mode, readings))
