"""What every game offers to those who play, prove and judge it. No game is named here and no rule decided."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from .chance import Chance
from .decision import Decision

S = TypeVar("S")
A = TypeVar("A")


class Event(Protocol):
    """One fact that a step made true. `clauses` names the rules that made it so."""

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses at work, the most specific first."""
        ...


class Step(msgspec.Struct, Generic[S], frozen=True, gc=False):
    """What an action led to: the new state, and the events on the way in their order. The old state is untouched."""

    state: S
    events: tuple[Event, ...]


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the winner's letter and the clauses that say so."""

    winner: str
    clauses: tuple[str, ...]


class Unreadable(msgspec.Struct, frozen=True):
    """An object that is no action of the game; `why` names the member and the nearest right word."""

    why: str


class Site(msgspec.Struct, frozen=True):
    """What chance decides next: the order of these cards, by their names, at a place of the game."""

    site: str
    cards: tuple[str, ...]


class PositionFault(ValueError):
    """A position that cannot be loaded.

    `kind` is `position-invalid` (wrong shape or name), `position-unsupported` (right, but not modelled) or
    `position-unreachable`; `where` the path in the JSON (`players.A.gates[1]`), `what` the fault and what to do.
    `faults` are all faults of the position, this first one included.
    """

    def __init__(self, kind: str, where: str, what: str, others: tuple["PositionFault", ...] = ()) -> None:
        self.kind = kind
        self.where = where
        self.what = what
        self.faults: tuple[PositionFault, ...] = (self, *others)
        super().__init__("\n".join(f"{fault.where}: {fault.what}" for fault in self.faults))


class Game(Protocol[S, A]):
    """A game. States and actions are frozen values; nothing here changes one, draws chance or keeps history."""

    @property
    def name(self) -> str:
        """The folder's name."""
        ...

    @property
    def modes(self) -> tuple[str, ...]:
        """The modes that `load` takes."""
        ...

    @property
    def readings(self) -> Mapping[str, tuple[str, ...]]:
        """Each open question the engine can take both ways, with its readings; the first is the default."""
        ...

    @property
    def capabilities(self) -> Mapping[str, object]:
        """What the game declares of itself in a handshake: setup, chance, legal, observe, cards, events, states …"""
        ...

    def load(self, position: object, mode: str, readings: Mapping[str, str]) -> S:
        """The state of a position in JSON values. Raises PositionFault (all faults), ValueError on a wrong reading."""
        ...

    def dump(self, state: S) -> dict[str, Any]:
        """The canonical position: the inverse of `load`, with defaults left out."""
        ...

    def to_move(self, state: S) -> tuple[str, ...]:
        """The seats that may act now; empty when the game is over or goes on outside of what is modelled."""
        ...

    def actions(self, state: S, seat: str) -> Sequence[A]:
        """All actions that `decide` allows to this seat; the same state gives the same order."""
        ...

    def complete(self, state: S, seat: str) -> bool:
        """Whether `actions` is all there is: False where rules not yet modelled could add to it."""
        ...

    def decide(self, state: S, seat: str, action: A) -> Decision:
        """Whether this seat may do that, and by which clauses. The authority."""
        ...

    def apply(self, state: S, seat: str, action: A) -> Step[S]:
        """Do it. Raises Illegal where `decide` refuses."""
        ...

    def observe(self, state: S, viewer: str) -> dict[str, Any]:
        """What this seat may know, in JSON values: built up from what is open, never stripped down."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        ...

    def status(self, state: S) -> dict[str, Any]:
        """`terminal`, `toAct`, `phase`, and where there is one `outcome`, `pending`, `pendingChance`; JSON values."""
        ...

    def read_action(self, value: object) -> A | Unreadable:
        """The action that a JSON value means, or why it means none. Never raises."""
        ...

    def write_action(self, action: A) -> dict[str, Any]:
        """The action as a JSON object; the inverse of `read_action`."""
        ...

    def write_event(self, event: Event) -> dict[str, Any]:
        """The event as a JSON object with `type` and `clauses`."""
        ...

    def digest(self, state: S) -> str:
        """A fingerprint of the state: equal for equal states, the same in every run and on every machine."""
        ...

    def line(self, state: S) -> str:
        """The position in one line of text."""
        ...

    def read_line(self, text: str) -> S:
        """The state that a line means; the inverse of `line`. Raises PositionFault."""
        ...

    def draw(self, state: S) -> str:
        """The position as a board for people, several lines."""
        ...


class Dealing(Game[S, A], Protocol[S, A]):
    """A game that begins with a deal, leaves things to chance, or hides some. Chance is drawn by whoever plays it.

    While `chance` names a site nobody is to move; `apply` takes the outcome, made by `order`, under any seat.
    """

    def initial(self, options: Mapping[str, Any], mode: str, readings: Mapping[str, str]) -> S:
        """A new game. Raises PositionFault on cards, ValueError on a mode, an option or a reading that nobody knows."""
        ...

    def chance(self, state: S) -> Site | None:
        """What chance decides now, or None."""
        ...

    def order(self, site: str, outcome: tuple[str, ...]) -> A:
        """The action that chance decided so: the first card is the top one."""
        ...

    def resample(self, state: S, viewer: str, chance: Chance) -> S:
        """Another state that this seat could not tell apart: what it does not see is dealt again."""
        ...
