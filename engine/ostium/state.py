"""A game of Ostium at one moment, as plain frozen values. No rule is decided here, and nothing derived is kept.

What an attack phase leaves as it is (`Table`) is apart from what it changes (`State`), so that whatever follows from
the cards alone can be worked out once in a phase. Nothing that is remembered beside a value takes part in equality.
"""

import msgspec

from .board import SEATS
from .chains import Chain
from .reading import Readings

CLANS = ("red", "blue", "green", "yellow", "purple")
KINDS = ("familiar", "warrior", "primordial", "sovereign")
PHASES = ("setup", "development", "refill", "attack", "collect", "gift", "over")
FULL_GATE = 15

NOBODY: tuple[None, ...] = (None,) * 6


class Creature(msgspec.Struct, frozen=True, gc=False):
    """A card. Abilities are `name` or `name:value` with a value above 1, in the order in which they are printed."""

    id: str
    kind: str
    clan: str | None = None
    power: int = 0
    cost: int = 0
    main: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    skull: tuple[str, ...] = ()


Row = tuple[Creature | None, Creature | None, Creature | None]
Cards = tuple[Creature, ...]


class Player(msgspec.Struct, frozen=True):
    """One player's cards. `field`: the slots A0 A1 A2 D0 D1 D2; a deck is top first, a discard pile bottom first."""

    field: tuple[Creature | None, ...] = NOBODY
    hand: Cards = ()
    deck: Cards = ()
    discard: Cards = ()
    crystals: int = 0
    opening_drawn: bool = True
    eliminated: bool = False


class Area(msgspec.Struct, frozen=True):
    """The summoning area: what lies between the players."""

    warriors: tuple[Row, Row] = ((None, None, None), (None, None, None))
    warrior_deck: Cards = ()
    dismissed: Cards = ()
    primordials: int = 0
    primordial_cost: int = 1
    sovereigns: Cards = ()
    sovereign_deck: Cards = ()
    out_of_play: Cards = ()


class Table(msgspec.Struct, frozen=True, dict=True):
    """What an attack phase leaves as it is: the cards, whose turn it is, and how open questions are read."""

    players: tuple[Player, Player]
    area: Area = Area()
    active: str = SEATS[0]
    turn: int = 1
    readings: Readings = Readings()

    @property
    def me(self) -> int:
        """The number of the player whose turn it is: 0 for A, 1 for B."""
        return 0 if self.active == SEATS[0] else 1


class Side(msgspec.Struct, frozen=True, gc=False):
    """What an attack phase changes of one player. `turned` is the set of slots whose creatures are defeated.

    A gate is its durability, 0 when destroyed, None where there is none. `gate_lost`: a gate fell this turn.
    """

    gates: tuple[int | None, int | None, int | None] = (FULL_GATE, FULL_GATE, FULL_GATE)
    turned: int = 0
    gate_lost: bool = False


class State(msgspec.Struct, frozen=True, gc=False):
    """A position. `serving` is the clan that each of the active player's six creatures is affiliated with, or None.

    `resolved` is the set of columns whose attacker is done with, as a bit mask; `chains` are in the order of play.
    """

    table: Table
    sides: tuple[Side, Side] = (Side(), Side())
    phase: str = "attack"
    serving: tuple[str | None, ...] = NOBODY
    chains: tuple[Chain, ...] = ()
    flask: str | None = None
    resolved: int = 0
