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


class Player(msgspec.Struct, frozen=True, gc=False):
    """One player's cards. `field`: the slots A0 A1 A2 D0 D1 D2; a deck is top first, a discard pile bottom first."""

    field: tuple[Creature | None, ...] = NOBODY
    hand: Cards = ()
    deck: Cards = ()
    discard: Cards = ()
    crystals: int = 0
    opening_drawn: bool = True
    eliminated: bool = False


class Area(msgspec.Struct, frozen=True, dict=True):
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
    `late`: turned when the collection had begun, where a reading sets these apart.
    """

    gates: tuple[int | None, int | None, int | None] = (FULL_GATE, FULL_GATE, FULL_GATE)
    turned: int = 0
    gate_lost: bool = False
    late: int = 0


class Pending(msgspec.Struct, frozen=True, gc=False):
    """A choice that waits. `kind`: `ability`, `fill`, `collect`, `order`, `gift` or `discard`; `owner` chooses.

    An ability has the card it comes from, the domain there (`skull` for what stands behind one), its name, and how
    many of its value are left. `cards` are those that wait for an order. What can be chosen is not kept here.
    """

    kind: str
    owner: int
    source: str = ""
    domain: str = ""
    ability: str = ""
    value: int = 1
    optional: bool = False
    cards: tuple[str, ...] = ()


class State(msgspec.Struct, frozen=True, gc=False):
    """A position. `serving` is the clan that each of the active player's six creatures is affiliated with, or None.

    `resolved` is the set of columns whose attacker is done with, as a bit mask; `chains` are in the order of play.
    `pending` waits for choices, the first ones first; `chance` is the site whose order has to be drawn, or empty.
    `used` are the domains that have worked this turn, by card and domain, where a reading asks for them.
    """

    table: Table
    sides: tuple[Side, Side] = (Side(), Side())
    phase: str = "attack"
    serving: tuple[str | None, ...] = NOBODY
    chains: tuple[Chain, ...] = ()
    flask: str | None = None
    resolved: int = 0
    pending: tuple[Pending, ...] = ()
    chance: str = ""
    used: tuple[tuple[str, str], ...] = ()

    @property
    def me(self) -> int:
        """The number of the player whose turn it is."""
        return 0 if self.table.active == SEATS[0] else 1

    @property
    def readings(self) -> Readings:
        """How open questions are read."""
        return self.table.readings

    def player(self, number: int) -> Player:
        """The cards of a player."""
        return self.table.players[number]


def with_table(state: State, table: Table) -> State:
    """The state with another table; what was worked out for the cards on the battlefield stays known."""
    known = state.table.__dict__.get("field")
    if known is not None:
        before, after = state.table.players, table.players
        if before[0].field is after[0].field and before[1].field is after[1].field:
            vars(table)["field"] = known
    return msgspec.structs.replace(state, table=table)


def with_player(state: State, number: int, player: Player) -> State:
    """The state with one player's cards exchanged."""
    table = state.table
    one, other = table.players
    players = (player, other) if number == 0 else (one, player)
    return with_table(state, Table(players, table.area, table.active, table.turn, table.readings))


def with_area(state: State, area: Area) -> State:
    """The state with another summoning area."""
    table = state.table
    return with_table(state, Table(table.players, area, table.active, table.turn, table.readings))


def with_side(state: State, player: int, side: Side) -> State:
    """The state with one player's side exchanged."""
    first, second = state.sides
    return msgspec.structs.replace(state, sides=(side, second) if player == 0 else (first, side))
