"""Chapter refill: warriors are removed, shifted and laid when development has ended. What they cost is not here."""

import msgspec

from ..decision import Allowed, Decision, Refused
from ..game import Step
from .action import Fill
from .area import SIX_WARRIORS, WARRIORS_AFTER_DEVELOPMENT, ZONE, ZONE_IS_LAST_COLUMN
from .board import COLUMNS
from .event import Events, Refilled
from .state import Area, Creature, Pending, Row, State, with_area

AFTER_DEVELOPMENT = "ostium.refill.after-development"
THREE_STEPS = "ostium.refill.three-steps"
REMOVE = "ostium.refill.remove"
SHIFT = "ostium.refill.shift"
REPLENISH = "ostium.refill.replenish"
ANY_ORDER = "ostium.refill.any-order"
RESHUFFLE = "ostium.refill.reshuffle"
WHAT_THERE_IS = "ostium.refill.what-there-is"

LAID = (REPLENISH, AFTER_DEVELOPMENT, THREE_STEPS, REMOVE, SHIFT, ZONE_IS_LAST_COLUMN, SIX_WARRIORS)
MAY_FILL = Allowed((ANY_ORDER, REPLENISH, WARRIORS_AFTER_DEVELOPMENT))
MAY_RESHUFFLE = Allowed((RESHUFFLE,))

FILLED = (ANY_ORDER, *LAID)
FILLED_SHORT = (*FILLED, WHAT_THERE_IS)
SITE = "warriors"
Space = tuple[int, int]


def begin(area: Area) -> Area:
    """Remove what lies in the dismissal zone, and shift the rest of each row as far to the right as it goes."""
    removed = tuple([row[ZONE] for row in area.warriors if row[ZONE] is not None])
    first, second = area.warriors
    return msgspec.structs.replace(
        area,
        warriors=(_shifted(first), _shifted(second)),
        dismissed=area.dismissed + tuple(card for card in removed if card is not None),
    )


def _shifted(row: Row) -> Row:
    one, other, _ = row
    if other is None:
        return None, None, one
    return None, one, other


def gaps(area: Area) -> tuple[Space, ...]:
    """The empty spaces, row by row."""
    (one, two, three), (four, five, six) = area.warriors
    return GAPS[
        (one is None) | (two is None) << 1 | (three is None) << 2
        | (four is None) << 3 | (five is None) << 4 | (six is None) << 5
    ]  # fmt: skip  # a row a line


GAPS = tuple(
    tuple(divmod(space, COLUMNS) for space in range(2 * COLUMNS) if cells >> space & 1)
    for cells in range(1 << 2 * COLUMNS)
)  # by a set of spaces


def step(state: State) -> tuple[State, Events, bool]:
    """Lay what can be laid without a choice; whether something has to be chosen or drawn first."""
    empty = gaps(state.table.area)
    if not empty or (short_of(state.table.area) and state.readings.too_few == "stop"):
        return _to_attack(state, ())
    area = with_deck(state.table.area)
    if not area.warrior_deck:
        if not area.dismissed:
            return _to_attack(state, ())
        return msgspec.structs.replace(state, chance=SITE), (), True
    if len(empty) > 1:
        state = with_area(state, area) if area is not state.table.area else state
        return msgspec.structs.replace(state, pending=(Pending("fill", state.me),)), (), True
    area, card = lay(area, next(iter(empty)))
    return _to_attack(with_area(state, area), (Refilled((card.id,), LAID),))


def short_of(area: Area) -> bool:
    """Whether deck and dismissal pile together have fewer cards than there are empty spaces."""
    return len(area.warrior_deck) + len(area.dismissed) < len(gaps(area))


def with_deck(area: Area) -> Area:
    """The area with a deck where that needs no chance: a dismissal pile of one card is one already."""
    if not area.warrior_deck and len(area.dismissed) == 1:
        return reshuffled(area, area.dismissed)
    return area


def _to_attack(state: State, events: Events) -> tuple[State, Events, bool]:
    return msgspec.structs.replace(state, phase="attack"), events, False


def lay(area: Area, space: Space) -> tuple[Area, Creature]:
    """The top card of the deck comes to lie in a space."""
    row, column = space
    card, deck = area.warrior_deck[0], area.warrior_deck[1:]
    first, second = area.warriors
    rows = (_with(first, column, card), second) if row == 0 else (first, _with(second, column, card))
    return msgspec.structs.replace(area, warriors=rows, warrior_deck=deck), card


def _with(row: Row, column: int, card: Creature) -> Row:
    first, second, third = (card if number == column else held for number, held in enumerate(row))
    return first, second, third


def reshuffled(area: Area, order: tuple[Creature, ...]) -> Area:
    """The dismissal pile, in this order, becomes the deck."""
    return msgspec.structs.replace(area, warrior_deck=order, dismissed=())


def decide_fill(state: State, action: Fill) -> Decision:
    """Whether the next warrior may be laid there."""
    if (action.row, action.column) not in gaps(state.table.area):
        return Refused((REPLENISH,), f"W.{action.row}.{action.column} is no empty space")
    return MAY_FILL


def apply_fill(state: State, action: Fill) -> Step[State]:
    """Lay it, and the last one too where that leaves one space and no choice."""
    before = state.table.area
    area, card = lay(before, (action.row, action.column))
    laid = [card.id]
    area, empty = with_deck(area), gaps(area)
    if len(empty) == 1 and area.warrior_deck:
        area, card = lay(area, empty[0])
        laid.append(card.id)
    state = msgspec.structs.replace(with_area(state, area), pending=())
    return Step(state, (Refilled(tuple(laid), FILLED_SHORT if short_of(before) else FILLED),))
