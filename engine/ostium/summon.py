"""Chapter summon: bringing creatures to the battlefield or the pile, at what cost, and what that opens."""

from collections.abc import Callable

import msgspec

from ..decision import Allowed, Decision, Refused, refused
from ..game import Step
from .action import HAND, PRIMORDIALS, SOVEREIGNS, WARRIORS, Summon, SummonToDiscard
from .area import (
    BOUGHT_CARDS_ARE_KEPT,
    NO_PRIMORDIALS_LEFT,
    PRIMORDIAL_STACK,
    SOVEREIGN_REPLACED_WHEN_SUMMONED,
    TO_PILE_IS_NO_DISCARD,
    TO_PILE_IS_SILENT,
    WARRIOR_GAP_STAYS,
    bought,
    taken,
    warrior,
)
from .board import NUMBER, SEATS, SLOT_NAME
from .components import SUMMONING_COST, cost
from .discard import ARROW_SILENT_ON_BOARD
from .domains import MAIN, active, behind_arrows, paid, waiting
from .event import Crystals, Fact, Left, Summoned
from .leaving import without
from .move import CRYSTALS_PAY, free
from .state import Creature, Pending, Player, State, Table
from .synergy import Half, any_clan, facing, why_open

HAND_IS_FREE = "ostium.summon.hand-is-free"
AREA_COSTS = "ostium.summon.area-costs"
AREA_SILENCES_MAIN = "ostium.summon.area-silences-main"
ZONE_TO_PILE = "ostium.summon.zone-to-pile"
TO_PILE_FROM_THE_ZONE_ONLY = "ostium.summon.to-pile-from-the-zone-only"
ZONE_TO_BOARD = "ostium.summon.zone-to-board"
COST_IN_FULL = "ostium.summon.cost-in-full"
ONE_AT_A_TIME = "ostium.summon.one-at-a-time"
ONLY_IN_DEVELOPMENT = "ostium.summon.only-in-development"
EMPTY_SLOT = "ostium.summon.empty-slot"
OWN_BATTLEFIELD = "ostium.summon.own-battlefield"
SIX_SLOTS = "ostium.summon.six-slots"
ACTIVES_AT_SUMMONING = "ostium.summon.actives-at-summoning"
MAIN_FROM_HAND = "ostium.summon.main-from-hand"
MAIN_FROM_AREA_WITH_ICON = "ostium.summon.main-from-area-with-icon"
AREA_ICON = "ostium.abilities.area-icon"
CRYSTAL = "ostium.abilities.crystal"
CRYSTAL_VALUE = "ostium.abilities.crystal-value"

MAY_SUMMON = {
    HAND: Allowed((HAND_IS_FREE, EMPTY_SLOT, OWN_BATTLEFIELD, SIX_SLOTS)),
    WARRIORS: Allowed((AREA_COSTS, EMPTY_SLOT, OWN_BATTLEFIELD, SIX_SLOTS, CRYSTALS_PAY)),
    PRIMORDIALS: Allowed((AREA_COSTS, PRIMORDIAL_STACK, EMPTY_SLOT, OWN_BATTLEFIELD, SIX_SLOTS, CRYSTALS_PAY)),
    SOVEREIGNS: Allowed((AREA_COSTS, EMPTY_SLOT, OWN_BATTLEFIELD, SIX_SLOTS, CRYSTALS_PAY)),
}
MAY_SUMMON_FROM_ZONE = Allowed((ZONE_TO_BOARD, EMPTY_SLOT, OWN_BATTLEFIELD, SIX_SLOTS, CRYSTALS_PAY))
MAY_TAKE_TO_PILE = Allowed((ZONE_TO_PILE, CRYSTALS_PAY))

PAID = (AREA_COSTS, SUMMONING_COST, CRYSTALS_PAY)
PAID_TO_PILE = (ZONE_TO_PILE, CRYSTALS_PAY)
CAME = {
    HAND: (HAND_IS_FREE, MAIN_FROM_HAND, ACTIVES_AT_SUMMONING),
    WARRIORS: (AREA_COSTS, AREA_SILENCES_MAIN, BOUGHT_CARDS_ARE_KEPT, WARRIOR_GAP_STAYS),
    PRIMORDIALS: (AREA_COSTS, AREA_SILENCES_MAIN, BOUGHT_CARDS_ARE_KEPT, PRIMORDIAL_STACK),
    SOVEREIGNS: (AREA_COSTS, AREA_SILENCES_MAIN, BOUGHT_CARDS_ARE_KEPT, SOVEREIGN_REPLACED_WHEN_SUMMONED),
}
CAME_AWAKE = (AREA_COSTS, MAIN_FROM_AREA_WITH_ICON, AREA_ICON, BOUGHT_CARDS_ARE_KEPT)
PUT_ON_PILE = (ZONE_TO_PILE, TO_PILE_IS_SILENT, TO_PILE_IS_NO_DISCARD, BOUGHT_CARDS_ARE_KEPT, WARRIOR_GAP_STAYS)
PILE_PRICE = 1
NO_ARROW = behind_arrows(())

SummonRule = Callable[[State, Summon], Refused | None]


# May it be summoned?


def refuse_absent(state: State, action: Summon) -> Refused | None:
    """The card lies where it is said to come from."""
    if found(state, action) is not None:
        return None
    if action.origin == HAND:
        return Refused((HAND_IS_FREE,), f"no card {action.card!r} is in the own hand")
    if action.origin == PRIMORDIALS:
        return Refused((NO_PRIMORDIALS_LEFT, PRIMORDIAL_STACK), "no primordial of that name is on the stack")
    return Refused((AREA_COSTS,), f"no card {action.card!r} lies open among the {action.origin}")


def refuse_slot(state: State, action: Summon) -> Refused | None:
    """The slot is an empty one of the own battlefield."""
    slot = NUMBER.get(action.slot)
    if slot is None:
        why = f"{action.slot} is no slot of the own battlefield: those are written without a letter"
        return Refused((OWN_BATTLEFIELD, SIX_SLOTS), why)
    if state.table.players[state.me].field[slot] is not None:
        return Refused((EMPTY_SLOT,), f"a creature is in {action.slot} already")
    return None


def refuse_cost(state: State, action: Summon) -> Refused | None:
    """What comes from the summoning area is paid for."""
    if action.origin == HAND:
        return None
    card, held = found(state, action), state.table.players[state.me].crystals
    if card is not None and cost(card) > held:
        why = f"{action.card} costs {cost(card)}, and {held} {'crystal is' if held == 1 else 'crystals are'} there"
        return Refused((COST_IN_FULL, AREA_COSTS, SUMMONING_COST), why)
    return None


SUMMON_RULES: tuple[SummonRule, ...] = (refuse_absent, refuse_slot, refuse_cost)


def found(state: State, action: Summon) -> Creature | None:
    """The card that is to be summoned, or None."""
    if action.origin == HAND:
        return without(state.table.players[state.me].hand, action.card)[0]
    return bought(state, action.card, action.origin)


def decide_summon(state: State, action: Summon) -> Decision:
    """Whether this card may be summoned to that slot."""
    reasons = [reason for rule in SUMMON_RULES if (reason := rule(state, action))]
    if reasons:
        return refused(tuple(reasons))
    if action.origin == WARRIORS and warrior(state.table.area, action.card)[1]:
        return MAY_SUMMON_FROM_ZONE
    return MAY_SUMMON[action.origin]


# What happens: it is paid for, it lies there, and what the summoning opens waits or brings crystals.


def apply_summon(state: State, action: Summon) -> Step[State]:
    """Summon it."""
    me, table, card = state.me, state.table, found(state, action)
    if card is None:
        return Step(state, ())
    player, area, slot = table.players[me], table.area, NUMBER[action.slot]
    price, hand = 0, player.hand
    if action.origin == HAND:
        hand = without(hand, action.card)[1]
    else:
        price, area = cost(card), taken(area, action.card, action.origin)
    awake = action.origin == HAND or free(card)
    own = player.field
    field = (*own[:slot], card, *own[slot + 1 :])
    opened = _opened(state, field, slot, awake)
    player = Player(
        field, hand, player.deck, player.discard, player.crystals - price + opened.crystals,
        player.opening_drawn, player.eliminated,
    )  # fmt: skip  # by position: this is done for every card played
    players = (player, table.players[1]) if me == 0 else (table.players[0], player)
    came = CAME_AWAKE if awake and action.origin != HAND else CAME[action.origin]
    if card.main and behind_arrows(card.main) != NO_ARROW:
        came = (*came, ARROW_SILENT_ON_BOARD)
    events: list[Fact] = [Summoned(card.id, SLOT_NAME[me][slot], came)]
    if price:
        events.insert(0, Crystals(SEATS[me], -price, PAID))
    if opened.crystals:
        events.append(Crystals(SEATS[me], opened.crystals, opened.clauses))
    state = msgspec.structs.replace(
        state,
        table=Table(players, area, table.active, table.turn, table.readings),
        pending=opened.waiting,
        used=state.used + opened.used,
    )
    return Step(state, tuple(events))


class Opened(msgspec.Struct, frozen=True, gc=False):
    """What a summoning opens: crystals with their clauses, what waits to be used, and which domains worked by that."""

    crystals: int = 0
    clauses: tuple[str, ...] = ()
    waiting: tuple[Pending, ...] = ()
    used: tuple[tuple[str, str], ...] = ()


NOTHING = Opened()


def _opened(state: State, field: tuple[Creature | None, ...], slot: int, awake: bool) -> Opened:
    newcomer = field[slot]
    if newcomer is None:
        return NOTHING
    halves = facing(field, slot, state.readings)
    if not halves and not (awake and newcomer.main):
        return NOTHING
    if halves and state.readings.repeat == "once-per-turn":
        halves = tuple(half for half in halves if (half[0].id, half[1]) not in state.used)
    if len(halves) > 2 and state.readings.primordial_between_clans == "one-clan":
        return _of_one_clan(state, newcomer, halves, awake)
    return _all_of(state, newcomer, halves, awake)


def _all_of(state: State, newcomer: Creature, halves: tuple[Half, ...], awake: bool) -> Opened:
    crystals, clauses, me = 0, list[str](), state.me
    pending: tuple[Pending, ...] = ()
    used: tuple[tuple[str, str], ...] = ()
    if awake and newcomer.main:
        held = active(newcomer.main)
        crystals, pending = held[0], waiting(me, newcomer.id, MAIN, held, optional=True)
        clauses += (MAIN_FROM_HAND,) if crystals else ()
    for half in halves:
        card, domain, _ = half
        printed = card.left if domain == "left" else card.right
        if not printed:
            continue
        held = active(printed)
        pending += waiting(me, card.id, domain, held, optional=True)
        if held[0]:
            crystals += held[0]
            clauses += why_open(newcomer, half, len(halves) > 2)
            used += ((card.id, domain),) if state.readings.repeat == "once-per-turn" else ()
    if not crystals and not pending:
        return NOTHING
    told = (CRYSTAL, *((CRYSTAL_VALUE,) if crystals > 1 else ()), *dict.fromkeys(clauses))
    return Opened(crystals, told if crystals else (), pending, used)


def _of_one_clan(state: State, newcomer: Creature, halves: tuple[Half, ...], awake: bool) -> Opened:
    """A newcomer between two clans that serves one of them alone: the richer in crystals, else the player chooses."""
    sides = [
        tuple(half for half in halves if _toward(half, newcomer) is side) for side in _neighbours(halves, newcomer)
    ]
    if newcomer.clan is not None or not any_clan(newcomer) or _clan(sides[0], newcomer) == _clan(sides[1], newcomer):
        return _all_of(state, newcomer, halves, awake)
    each = [_all_of(state, newcomer, side, awake) for side in sides]
    if not each[0].waiting and not each[1].waiting:
        return max(each, key=lambda opened: opened.crystals)
    main = active(newcomer.main)[1] if awake else ()
    pending = waiting(state.me, newcomer.id, MAIN, (0, main), optional=True)
    for card, domain, _ in halves:
        crystals, others = active(card.left if domain == "left" else card.right)
        abilities = (*((("crystal", crystals),) if crystals else ()), *others)
        pending += waiting(state.me, card.id, domain, (0, abilities), optional=True)
    return Opened(active(newcomer.main)[0] if awake else 0, (CRYSTAL, MAIN_FROM_HAND), pending, ())


def _toward(half: Half, newcomer: Creature) -> Creature:
    """The neighbour on whose side a half lies."""
    return half[2] if half[0] is newcomer else half[0]


def _neighbours(halves: tuple[Half, ...], newcomer: Creature) -> tuple[Creature, ...]:
    return tuple(half[2] for half in halves if half[0] is newcomer)


def _clan(side: tuple[Half, ...], newcomer: Creature) -> str | None:
    return _toward(side[0], newcomer).clan if side else None


# From the dismissal zone to the pile.


def decide_to_pile(state: State, action: SummonToDiscard) -> Decision:
    """Whether this warrior may be taken to the own pile."""
    card, in_zone = warrior(state.table.area, action.card)
    if card is None or not in_zone:
        return Refused(
            (TO_PILE_FROM_THE_ZONE_ONLY, ZONE_TO_PILE), f"no card {action.card!r} lies in the dismissal zone"
        )
    if state.table.players[state.me].crystals < PILE_PRICE:
        return Refused((COST_IN_FULL, ZONE_TO_PILE), "it costs 1 crystal, and none is left")
    return MAY_TAKE_TO_PILE


def apply_to_pile(state: State, action: SummonToDiscard) -> Step[State]:
    """Take it to the pile."""
    me, table = state.me, state.table
    card, _ = warrior(table.area, action.card)
    if card is None:
        return Step(state, ())
    player = paid(table.players[me], -PILE_PRICE)
    player = msgspec.structs.replace(player, discard=(*player.discard, card))
    players = (player, table.players[1]) if me == 0 else (table.players[0], player)
    area = taken(table.area, action.card, WARRIORS)
    state = msgspec.structs.replace(state, table=Table(players, area, table.active, table.turn, table.readings))
    events = (Crystals(SEATS[me], -PILE_PRICE, PAID_TO_PILE), Left(card.id, SEATS[me], "discard", PUT_ON_PILE))
    return Step(state, events)
