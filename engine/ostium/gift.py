"""Chapter gift: the sovereigns that are taken for gates that were lost. When a gate falls is not told here."""

import msgspec

from ..decision import Allowed, Decision, Refused
from ..game import Step
from .action import SOVEREIGNS, TakeSovereign
from .area import SOVEREIGN_REPLACED_WHEN_TAKEN, TWO_SOVEREIGNS, taken
from .board import SEATS
from .event import Events, Sovereign
from .gates import DEFENDER_FIRST as CONSEQUENCES_OF_THE_DEFENDER_FIRST
from .gates import SOVEREIGN_DUE
from .leaving import without
from .state import Pending, State, with_area, with_player, with_side

FOR_THE_OPPONENTS_GATE = "ostium.gift.for-the-opponents-gate"
FOR_A_GATE_LOST_IN_ONES_OWN_TURN = "ostium.gift.for-a-gate-lost-in-ones-own-turn"
FROM_THE_AREA = "ostium.gift.from-the-area"
TO_THE_HAND = "ostium.gift.to-the-hand"
SIXTH_CARD = "ostium.gift.sixth-card"
DEFENDER_FIRST = "ostium.gift.defender-first"
REPLACED_AT_ONCE = "ostium.gift.replaced-at-once"
ONLY_ONE = "ostium.gift.only-one"
NONE_WHEN_NONE_IS_THERE = "ostium.gift.none-when-none-is-there"

TO_HAND = (FROM_THE_AREA, TO_THE_HAND, SIXTH_CARD, ONLY_ONE, SOVEREIGN_DUE)
REPLACED = (REPLACED_AT_ONCE, SOVEREIGN_REPLACED_WHEN_TAKEN, TWO_SOVEREIGNS)
OF_THE_DEFENDER = (FOR_THE_OPPONENTS_GATE, DEFENDER_FIRST, CONSEQUENCES_OF_THE_DEFENDER_FIRST, *TO_HAND, *REPLACED)
OF_THE_ACTIVE = (FOR_A_GATE_LOST_IN_ONES_OWN_TURN, *TO_HAND, *REPLACED)
MAY_TAKE = Allowed((FROM_THE_AREA, SOVEREIGN_DUE, TO_THE_HAND))


def step(state: State) -> tuple[State, Events, bool]:
    """Give what can be given without a choice, to the defender first; whether somebody has to choose."""
    events: Events = ()
    for number in (1 - state.me, state.me):
        if not state.sides[number].gate_lost:
            continue
        there = state.table.area.sovereigns
        if len(there) > 1:
            return msgspec.structs.replace(state, pending=(Pending("gift", number),)), events, True
        state, given = take(state, number, there[0].id) if there else (settled(state, number), ())
        events += given
    return state, events, False


def take(state: State, number: int, card: str) -> tuple[State, Events]:
    """A player takes an open sovereign to the hand, and the next one comes to lie open."""
    area, player = state.table.area, state.table.players[number]
    held, _ = without(area.sovereigns, card)
    if held is None:
        return state, ()
    state = with_area(settled(state, number), taken(area, card, SOVEREIGNS))
    state = with_player(state, number, msgspec.structs.replace(player, hand=(*player.hand, held)))
    return state, (Sovereign(SEATS[number], card, OF_THE_ACTIVE if number == state.me else OF_THE_DEFENDER),)


def settled(state: State, number: int) -> State:
    """Nothing is due to a player any more."""
    return with_side(state, number, msgspec.structs.replace(state.sides[number], gate_lost=False))


def decide_take(state: State, action: TakeSovereign) -> Decision:
    """Whether this sovereign may be taken."""
    if without(state.table.area.sovereigns, action.card)[0] is None:
        return Refused((FROM_THE_AREA, NONE_WHEN_NONE_IS_THERE), f"no sovereign {action.card!r} lies open")
    return MAY_TAKE


def apply_take(state: State, action: TakeSovereign) -> Step[State]:
    """Take it."""
    number = state.pending[0].owner
    return Step(*take(msgspec.structs.replace(state, pending=()), number, action.card))
