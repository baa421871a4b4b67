"""A game in which everything lies open, made from its states, its actions and a few functions. It decides nothing.

A game with hidden cards, with chance or with a notation of its own writes the methods of `game.Game` itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from ruleproof.spec.fault import nearest

from . import canonical
from .decision import Decision, Illegal, Refused
from .game import Event, Outcome, PositionFault, Step, Unreadable
from .ruling import ruled

ASIDE = ("mode", "readings")
READING = " ; reading "


class OpenState(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What every state has beside its position. A game adds the position's members, each with its default."""

    mode: str = ""
    readings: tuple[tuple[str, str], ...] = ()  # every question with how it is read

    def reads(self, question: str, reading: str) -> bool:
        """The question is read this way here."""
        return (question, reading) in self.readings


S = TypeVar("S", bound=OpenState)
A = TypeVar("A")


class Rules(Protocol[S, A]):
    """The functions that a game consists of; a module of the game that has them is one."""

    def to_move(self, state: S) -> tuple[str, ...]:
        """The seats that may act now; none when the game is over."""
        ...

    def candidates(self, state: S, seat: str) -> Sequence[A]:
        """Every action that can be thought of, allowed or not, in an order that never changes."""
        ...

    def decide(self, state: S, seat: str, action: A) -> Decision:
        """Whether this seat, whose turn it is, may do that, and by which clauses."""
        ...

    def apply(self, state: S, seat: str, action: A) -> Step[S]:
        """What an action that was allowed leads to."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        ...

    def draw(self, state: S) -> str:
        """The position for people."""
        ...


@dataclass(frozen=True)
class OpenGame(Generic[S, A]):
    """A game for `game.Game`. `action` is a tagged msgspec.Struct, its tag field `type`, or a union of such.

    `whole` is False where rules that are not modelled yet could add an action.
    """

    name: str
    state: type[S]
    action: Any
    rules: Rules[S, A]
    modes: tuple[str, ...] = ("standard",)
    readings: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    whole: bool = True

    def __post_init__(self) -> None:
        """Take what was ruled before the game's own defaults."""
        object.__setattr__(self, "readings", ruled(self.name, self.readings))

    @property
    def capabilities(self) -> Mapping[str, object]:
        """Positions to start from, full lists, full events; what a player sees is everything."""
        return {"setup": ["position"], "chance": ["scripted"], "legal": "list", "observe": "full", "events": "full"}

    def load(self, position: object, mode: str, readings: Mapping[str, str]) -> S:
        """The state of a position; what is absent has its default."""
        read = tuple(sorted(self._read(readings).items()))
        if isinstance(position, dict) and (aside := [name for name in ASIDE if name in position]):
            raise PositionFault("position-invalid", aside[0], "stands beside a position, not in it")
        try:
            state = msgspec.convert(position, self.state)
        except msgspec.ValidationError as error:
            what, _, where = str(error).partition(" - at ")
            raise PositionFault("position-invalid", where.strip("`$.") or "the position", what) from None
        return msgspec.structs.replace(state, mode=mode, readings=read)

    def _read(self, readings: Mapping[str, str]) -> dict[str, str]:
        for question, reading in readings.items():
            if reading not in self.readings.get(question, ()):
                known = self.readings.get(question)
                hint = nearest(reading, known) if known else nearest(question, self.readings)
                raise ValueError(f"{self.name} cannot read {question} as {reading!r}.{hint}")
        return {question: readings.get(question, names[0]) for question, names in self.readings.items()}

    def dump(self, state: S) -> dict[str, Any]:
        """The position, defaults left out."""
        members: dict[str, Any] = msgspec.to_builtins(state)
        return {name: value for name, value in members.items() if name not in ASIDE}

    def to_move(self, state: S) -> tuple[str, ...]:
        """Who may act."""
        return self.rules.to_move(state)

    def actions(self, state: S, seat: str) -> Sequence[A]:
        """The candidates that `decide` allows."""
        if seat not in self.rules.to_move(state):
            return ()
        proposed = self.rules.candidates(state, seat)
        return [each for each in proposed if not isinstance(self.rules.decide(state, seat, each), Refused)]

    def complete(self, state: S, seat: str) -> bool:
        """Whether all rules are modelled."""
        return self.whole

    def decide(self, state: S, seat: str, action: A) -> Decision:
        """Whether this seat may do that; nobody may out of turn."""
        seats = self.rules.to_move(state)
        if seat not in seats:
            return Refused((), f"it is not {seat}'s turn" if seats else "nobody may act any more")
        return self.rules.decide(state, seat, action)

    def apply(self, state: S, seat: str, action: A) -> Step[S]:
        """Do it, or raise Illegal."""
        decision = self.decide(state, seat, action)
        if isinstance(decision, Refused):
            raise Illegal(decision, self.line(state))
        return self.rules.apply(state, seat, action)

    def observe(self, state: S, viewer: str) -> dict[str, Any]:
        """Everything: nothing is hidden."""
        return self.dump(state)

    def outcome(self, state: S) -> Outcome | None:
        """How it ended."""
        return self.rules.outcome(state)

    def status(self, state: S) -> dict[str, Any]:
        """Phase `play` or `over`, who acts, and how it ended."""
        outcome = self.rules.outcome(state)
        told = {"terminal": outcome is not None, "toAct": list(self.to_move(state))}
        if outcome is None:
            return {**told, "phase": "play"}
        return {**told, "phase": "over", "outcome": {"winner": outcome.winner, "clauses": list(outcome.clauses)}}

    def read_action(self, value: object) -> A | Unreadable:
        """The action that a JSON value means."""
        try:
            read: A = msgspec.convert(value, self.action)
        except msgspec.ValidationError as error:
            return Unreadable(str(error))
        return read

    def write_action(self, action: A) -> dict[str, Any]:
        """The action as JSON."""
        written: dict[str, Any] = msgspec.to_builtins(action)
        return written

    def write_event(self, event: Event) -> dict[str, Any]:
        """The event as JSON."""
        written: dict[str, Any] = msgspec.to_builtins(event)
        return written

    def digest(self, state: S) -> str:
        """A fingerprint of the position and how questions are read."""
        return canonical.digest([state.mode, self.dump(state), [list(pair) for pair in state.readings]])

    def line(self, state: S) -> str:
        """The position as JSON, and each reading that is not the default."""
        others = (f"{READING}{q}={r}" for q, r in state.readings if r != self.readings[q][0])
        return "".join([canonical.text(self.dump(state)), *others])

    def read_line(self, text: str) -> S:
        """The state that a line means."""
        position, *fields = text.strip().split(READING)
        try:
            value = msgspec.json.decode(position)
        except msgspec.DecodeError as error:
            raise PositionFault("position-invalid", "the line", str(error)) from None
        readings = dict(each.strip().split("=", 1) for each in fields if "=" in each)
        return self.load(value, self.modes[0], readings)

    def draw(self, state: S) -> str:
        """The position for people."""
        return self.rules.draw(state)
