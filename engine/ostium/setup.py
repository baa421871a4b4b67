"""Chapter setup: what lies where before the first turn, in the order in which chance decides it. No turn is played."""

from collections.abc import Sequence

import msgspec

from ..decision import Allowed, Decision, Refused
from ..game import Step
from .action import Order
from .area import OPEN_SOVEREIGNS
from .board import COLUMNS, SEATS
from .draw import FROM_THE_TOP
from .event import Drew, Events, Refilled
from .reading import Readings
from .refill import MAY_RESHUFFLE, reshuffled
from .state import FULL_GATE, Area, Cards, Creature, Player, Row, Side, State, Table, with_area, with_player

THREE_GATES = "ostium.setup.three-gates"
GATES_FACE = "ostium.setup.gates-face"
GATES_BEGIN_FULL = "ostium.setup.gates-begin-full"
FIRST_DECK = "ostium.setup.first-deck"
SECOND_DECK = "ostium.setup.second-deck"
THIRD_DECK_UNUSED = "ostium.setup.third-deck-unused"
DECKS_ARE_SHUFFLED = "ostium.setup.decks-are-shuffled"
DECK_IS_FACE_DOWN = "ostium.setup.deck-is-face-down"
STARTER_DRAWS_THREE = "ostium.setup.starter-draws-three"
OTHER_DRAWS_FIVE = "ostium.setup.other-draws-five"
HANDS_ARE_SECRET = "ostium.setup.hands-are-secret"  # noqa: S105  # a clause's name
PRIMORDIALS_STACKED = "ostium.setup.primordials-stacked"
SOVEREIGNS_SHUFFLED = "ostium.setup.sovereigns-shuffled"
SOVEREIGNS_FACE_DOWN = "ostium.setup.sovereigns-face-down"
TWO_SOVEREIGNS_OPEN = "ostium.setup.two-sovereigns-open"
WARRIORS_DEALT = "ostium.setup.warriors-dealt"
BOARDS_BEGIN_EMPTY = "ostium.setup.boards-begin-empty"
STARTER_FIRST = "ostium.turn.starter-first"

SITES = ("deck:A", "deck:B", "sovereigns", "warriors")
FIRST_HANDS = (3, 5)
DEALT_WARRIORS = 6
DREW = (
    (STARTER_DRAWS_THREE, STARTER_FIRST, FROM_THE_TOP, HANDS_ARE_SECRET),
    (OTHER_DRAWS_FIVE, FROM_THE_TOP, HANDS_ARE_SECRET),
)
OPENED = (TWO_SOVEREIGNS_OPEN, SOVEREIGNS_FACE_DOWN)
DEALT = (WARRIORS_DEALT, PRIMORDIALS_STACKED, BOARDS_BEGIN_EMPTY, THREE_GATES, GATES_FACE, GATES_BEGIN_FULL)
MAY_ORDER = {
    "deck:A": Allowed((DECKS_ARE_SHUFFLED, FIRST_DECK, THIRD_DECK_UNUSED, DECK_IS_FACE_DOWN)),
    "deck:B": Allowed((DECKS_ARE_SHUFFLED, SECOND_DECK, THIRD_DECK_UNUSED, DECK_IS_FACE_DOWN)),
    "sovereigns": Allowed((SOVEREIGNS_SHUFFLED,)),
    "warriors": Allowed((WARRIORS_DEALT,)),
}
GATES = (FULL_GATE, FULL_GATE, FULL_GATE)


class Box(msgspec.Struct, frozen=True):
    """The cards of a game: the starter deck of each player, the warriors, the sovereigns, and the stack."""

    decks: tuple[Cards, Cards]
    warriors: Cards
    sovereigns: Cards
    primordials: int = 0
    primordial_cost: int = 1


def begin(box: Box, readings: Readings) -> State:
    """Everything in its place, and no pile shuffled yet."""
    one, other = (Player(deck=deck, opening_drawn=False) for deck in box.decks)
    area = Area(
        warrior_deck=box.warriors,
        primordials=box.primordials,
        primordial_cost=box.primordial_cost,
        sovereign_deck=box.sovereigns,
    )
    state = State(Table((one, other), area, SEATS[0], 1, readings), (Side(GATES), Side(GATES)), "setup")
    return msgspec.structs.replace(state, chance=site(state))


def pile(state: State, site: str) -> Cards:
    """The cards whose order is decided at a site."""
    table = state.table
    if site == "sovereigns":
        return table.area.sovereign_deck
    if site == "warriors":
        return table.area.warrior_deck if state.phase == "setup" else table.area.dismissed
    return table.players[SEATS.index(site[-1])].deck


def site(state: State) -> str:
    """Where chance decides now, or nowhere: a position before the first turn that does not say begins at the first."""
    return state.chance or (_next_site(state, SITES) if state.phase == "setup" else "")


def _next_site(state: State, sites: Sequence[str]) -> str:
    """The first of these sites at which there is something to decide."""
    return next((site for site in sites if len(pile(state, site)) > 1), "")


def decide_order(state: State, action: Order) -> Decision:
    """Whether that can be what chance decides now."""
    decided = site(state)
    if not decided:
        return Refused((), "nothing is left to chance now")
    if action.site != decided:
        return Refused((), f"chance decides at {decided} now, not at {action.site}")
    there = sorted(card.id for card in pile(state, action.site))
    if sorted(action.outcome) != there:
        return Refused((), f"an outcome at {action.site} names each of its {len(there)} cards once, the top one first")
    return MAY_ORDER[action.site] if state.phase == "setup" else MAY_RESHUFFLE


def apply_order(state: State, action: Order) -> Step[State]:
    """Lay the cards in that order."""
    known = {card.id: card for card in pile(state, action.site)}
    cards = tuple([known[card] for card in action.outcome])
    area = state.table.area
    if state.phase != "setup":
        return Step(msgspec.structs.replace(with_area(state, reshuffled(area, cards)), chance=""), ())
    if action.site == "sovereigns":
        state = with_area(state, msgspec.structs.replace(area, sovereign_deck=cards))
    elif action.site == "warriors":
        state = with_area(state, msgspec.structs.replace(area, warrior_deck=cards))
    else:
        number = SEATS.index(action.site[-1])
        state = with_player(state, number, msgspec.structs.replace(state.table.players[number], deck=cards))
    later = SITES[SITES.index(action.site) + 1 :]
    return Step(msgspec.structs.replace(state, chance=_next_site(state, later)), ())


def step(state: State) -> tuple[State, Events, bool]:
    """When all piles are in order the first hands are drawn and the summoning area is dealt: the first turn begins."""
    events: Events = ()
    for number in range(len(SEATS)):
        if not state.table.players[number].opening_drawn:
            state, more = first_hand(state, number)
            events += more
    area = _dealt(state.table.area)
    shown = tuple(card.id for row in area.warriors for card in row if card is not None)
    events += (Refilled(tuple(card.id for card in area.sovereigns), OPENED), Refilled(shown, DEALT))
    return msgspec.structs.replace(with_area(state, area), phase="development"), events, True


def first_hand(state: State, number: int) -> tuple[State, Events]:
    """A player draws the first hand; whoever has not drawn it by then does so when the own first turn begins."""
    player = state.table.players[number]
    count = FIRST_HANDS[number] - len(player.hand)
    drawn, deck = (player.deck[:count], player.deck[count:]) if count > 0 else ((), player.deck)
    player = msgspec.structs.replace(player, hand=player.hand + drawn, deck=deck, opening_drawn=True)
    return with_player(state, number, player), (Drew(SEATS[number], len(drawn), DREW[number]),) if drawn else ()


def _dealt(area: Area) -> Area:
    """The area with what is dealt to it; what lies there already stays."""
    missing = max(0, OPEN_SOVEREIGNS - len(area.sovereigns))
    area = msgspec.structs.replace(
        area,
        sovereigns=area.sovereigns + area.sovereign_deck[:missing],
        sovereign_deck=area.sovereign_deck[missing:],
    )
    return area if any(card for row in area.warriors for card in row) else _with_warriors(area)


def _with_warriors(area: Area) -> Area:
    cards: list[Creature | None] = [*area.warrior_deck[:DEALT_WARRIORS]]
    cards += [None] * (DEALT_WARRIORS - len(cards))
    return msgspec.structs.replace(
        area,
        warriors=(_row(cards[:COLUMNS]), _row(cards[COLUMNS:])),
        warrior_deck=area.warrior_deck[DEALT_WARRIORS:],
    )


def _row(cards: list[Creature | None]) -> Row:
    first, second, third = cards
    return first, second, third
