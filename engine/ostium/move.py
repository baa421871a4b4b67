"""Chapter move: moving, swapping and recalling creatures of the own battlefield. What a skull does then is not here."""

from functools import lru_cache

import msgspec

from ..decision import Allowed, Decision, Refused, refused
from ..game import Step
from .action import Action, Move, Recall, Swap, moves, recall, swaps
from .board import NUMBER, SEATS
from .domains import SKULL, behind_skull, paid, waiting
from .event import Crystals, Events, Fact, Left
from .leaving import holds, to_pile
from .passive import valued
from .state import Creature, Player, State, with_player, with_side

MOVE_COSTS_ONE = "ostium.move.move-costs-one"
TO_A_FREE_SPACE = "ostium.move.to-a-free-space"
NOT_ONTO_ANOTHER = "ostium.move.not-onto-another"
SWAP_TWO = "ostium.move.swap-two"
SWAP_COSTS_ONE = "ostium.move.swap-costs-one"
OWN_BATTLEFIELD_ONLY = "ostium.move.own-battlefield-only"
NEEDS_THE_CRYSTAL = "ostium.move.needs-the-crystal"
OPENS_NO_SIDES = "ostium.move.opens-no-sides"
RECALL = "ostium.move.recall"
RECALL_COSTS_ONE = "ostium.move.recall-costs-one"
RECALLED_TO_OWN_PILE = "ostium.move.recalled-to-own-pile"
RECALL_NEEDS_THE_CRYSTAL = "ostium.move.recall-needs-the-crystal"
FREE_WITH_ICON = "ostium.move.free-with-icon"
RECALL_IS_NO_DISCARD = "ostium.move.recall-is-no-discard"
SKULL_ON_RECALL = "ostium.move.skull-on-recall"
ONLY_IN_DEVELOPMENT = "ostium.move.only-in-development"
AREA_FREE_RECALL = "ostium.abilities.area-free-recall"
CRYSTALS_PAY = "ostium.turn.crystals-pay"
SKULL_WHEN_PLACED = "ostium.charge.skull-when-placed"
CRYSTAL = "ostium.abilities.crystal"

MAY_MOVE = Allowed((TO_A_FREE_SPACE, MOVE_COSTS_ONE, OPENS_NO_SIDES, CRYSTALS_PAY))
MAY_SWAP = Allowed((SWAP_TWO, SWAP_COSTS_ONE, OPENS_NO_SIDES, CRYSTALS_PAY))
MAY_RECALL = Allowed((RECALL, RECALL_COSTS_ONE, CRYSTALS_PAY))
MAY_RECALL_FREELY = Allowed((RECALL, FREE_WITH_ICON, AREA_FREE_RECALL))
PAID_MOVE = (MOVE_COSTS_ONE, CRYSTALS_PAY, OPENS_NO_SIDES)
PAID_SWAP = (SWAP_COSTS_ONE, CRYSTALS_PAY, OPENS_NO_SIDES)
PAID_RECALL = (RECALL_COSTS_ONE, CRYSTALS_PAY)
RECALLED = (RECALLED_TO_OWN_PILE, RECALL_IS_NO_DISCARD)
RECALLED_FREELY = (*RECALLED, FREE_WITH_ICON, AREA_FREE_RECALL)
SKULL_PAYS = (CRYSTAL, SKULL_ON_RECALL, SKULL_WHEN_PLACED)

PRICE = 1


def decide_move(state: State, action: Move) -> Decision:
    """Whether a creature may be moved to that slot."""
    player = state.table.players[state.me]
    slot = NUMBER.get(action.slot)
    reasons = [
        reason
        for reason in (
            _stranger(player, action.card),
            _abroad(action.slot) if slot is None else _taken(player, slot),
            _poor(player, NEEDS_THE_CRYSTAL, MOVE_COSTS_ONE),
        )
        if reason
    ]
    return refused(tuple(reasons)) if reasons else MAY_MOVE


def _stranger(player: Player, card: str) -> Refused | None:
    if holds(player, card) is None:
        return Refused((OWN_BATTLEFIELD_ONLY,), f"no creature {card!r} is on the own battlefield")
    return None


def _abroad(slot: str) -> Refused:
    return Refused(
        (OWN_BATTLEFIELD_ONLY,), f"{slot} is no slot of the own battlefield: those are written without a letter"
    )


def _taken(player: Player, slot: int) -> Refused | None:
    if player.field[slot] is not None:
        return Refused((NOT_ONTO_ANOTHER, TO_A_FREE_SPACE), "a creature is there already")
    return None


def _poor(player: Player, clause: str, price: str) -> Refused | None:
    if player.crystals < PRICE:
        return Refused((clause, price), "it costs 1 crystal, and none is left")
    return None


def decide_swap(state: State, action: Swap) -> Decision:
    """Whether two creatures may change places."""
    player = state.table.players[state.me]
    one, other = action.cards
    found = [_stranger(player, one), _stranger(player, other), _poor(player, NEEDS_THE_CRYSTAL, SWAP_COSTS_ONE)]
    if one == other:
        found.append(Refused((SWAP_TWO,), "two creatures are swapped, not one with itself"))
    reasons = tuple(reason for reason in found if reason)
    return refused(reasons) if reasons else MAY_SWAP


def decide_recall(state: State, action: Recall) -> Decision:
    """Whether a creature may be recalled."""
    player = state.table.players[state.me]
    slot = holds(player, action.card)
    card = None if slot is None else player.field[slot]
    if card is None:
        return Refused((RECALL, OWN_BATTLEFIELD_ONLY), f"no creature {action.card!r} is on the own battlefield")
    if free(card):
        return MAY_RECALL_FREELY
    return _poor(player, RECALL_NEEDS_THE_CRYSTAL, RECALL_COSTS_ONE) or MAY_RECALL


def free(card: Creature) -> bool:
    """Whether its recall costs nothing."""
    return bool(card.main) and _has_area_icon(card.main)


@lru_cache(maxsize=1 << 12)
def _has_area_icon(main: tuple[str, ...]) -> bool:
    return any(valued(ability)[0] == "area" for ability in main)


def apply_move(state: State, action: Move) -> Step[State]:
    """Move it; a turned one stays turned."""
    player = state.table.players[state.me]
    start, end = holds(player, action.card), NUMBER[action.slot]
    return Step(_exchanged(state, start or 0, end), (Crystals(SEATS[state.me], -PRICE, PAID_MOVE),))


def apply_swap(state: State, action: Swap) -> Step[State]:
    """Let them change places."""
    player = state.table.players[state.me]
    one, other = (holds(player, card) or 0 for card in action.cards)
    return Step(_exchanged(state, one, other), (Crystals(SEATS[state.me], -PRICE, PAID_SWAP),))


def _exchanged(state: State, one: int, other: int) -> State:
    """What lies in two slots changes places, for the price."""
    me = state.me
    player, side = state.table.players[me], state.sides[me]
    field = list(player.field)
    field[one], field[other] = field[other], field[one]
    state = with_player(
        state, me, msgspec.structs.replace(player, field=tuple(field), crystals=player.crystals - PRICE)
    )
    if (side.turned >> one & 1) != (side.turned >> other & 1):
        state = with_side(state, me, msgspec.structs.replace(side, turned=side.turned ^ (1 << one | 1 << other)))
    return state


def apply_recall(state: State, action: Recall) -> Step[State]:
    """Recall it, and let its skull be used."""
    me, events = state.me, list[Fact]()
    player = state.table.players[me]
    slot = holds(player, action.card) or 0
    card = player.field[slot]
    if card is None:
        return Step(state, ())
    pays = not free(card)
    if pays:
        state = with_player(state, me, paid(player, -PRICE))
        events.append(Crystals(SEATS[me], -PRICE, PAID_RECALL))
    state = to_pile(state, me, slot)
    events.append(Left(card.id, SEATS[me], "discard", RECALLED if pays else RECALLED_FREELY))
    state, more = _skull(state, me, card)
    return Step(state, (*events, *more))


def _skull(state: State, me: int, card: Creature) -> tuple[State, Events]:
    if not card.skull or (card.id, SKULL) in state.used:
        return state, ()
    held, events = behind_skull(card.skull), list[Fact]()
    if held[0]:
        state = with_player(state, me, paid(state.table.players[me], held[0]))
        events.append(Crystals(SEATS[me], held[0], SKULL_PAYS))
    opened = waiting(me, card.id, SKULL, held, optional=True)
    return msgspec.structs.replace(state, pending=opened), tuple(events)


def offers(player: Player, empty: int) -> list[Action]:
    """All moves, swaps and recalls that can be paid for."""
    if player.crystals < PRICE:
        return [recall(card.id) for card in player.field if card is not None and card.main and free(card)]
    cards = tuple([card.id for card in player.field if card is not None])
    offered: list[Action] = []
    for card in cards:
        offered += moves(card, empty)
    offered += swaps(cards)
    offered += [recall(card) for card in cards]
    return offered
