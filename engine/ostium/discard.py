"""Chapter discard: putting cards of the hand on the pile, and what an arrow opens. What that does is not told here."""

import msgspec

from ..decision import Allowed, Decision, Refused
from ..game import Step
from .action import Discard
from .board import SEATS
from .domains import MAIN, behind_arrows, waiting
from .event import Crystals, Fact, Left
from .leaving import without
from .state import State, with_player

ANY_CARD = "ostium.discard.any-card"
ARROW_WORKS = "ostium.discard.arrow-works"
ONLY_ARROWS = "ostium.discard.only-arrows"
ARROW_SILENT_ON_BOARD = "ostium.discard.arrow-silent-on-board"
WHOLE_TURN = "ostium.discard.whole-turn"
OWN_TURN_ONLY = "ostium.discard.own-turn-only"
CARD_FIRST = "ostium.discard.card-first"
OWN_PILE = "ostium.discard.own-pile"
ON_TOP = "ostium.discard.on-top"
CRYSTAL = "ostium.abilities.crystal"
CRYSTAL_VALUE = "ostium.abilities.crystal-value"

MAY_DISCARD = Allowed((ANY_CARD, WHOLE_TURN))
MAY_USE_ARROW = Allowed((ANY_CARD, WHOLE_TURN, ARROW_WORKS))
PUT_DOWN = (OWN_PILE, ON_TOP, ANY_CARD, ONLY_ARROWS)
PUT_DOWN_FOR_ARROW = (OWN_PILE, ON_TOP, ANY_CARD, CARD_FIRST)
ARROW_PAYS = (CRYSTAL, ARROW_WORKS)
ARROW_PAYS_MORE = (*ARROW_PAYS, CRYSTAL_VALUE)


def decide_discard(state: State, action: Discard) -> Decision:
    """Whether this card may be discarded."""
    card, _ = without(state.table.players[state.me].hand, action.card)
    if card is None:
        return Refused((ANY_CARD,), f"no card {action.card!r} is in the own hand")
    return MAY_USE_ARROW if works(state) and behind_arrows(card.main) != NOTHING else MAY_DISCARD


NOTHING = behind_arrows(())


def works(state: State) -> bool:
    """Whether arrows do what is behind them now."""
    return state.phase == "development" or state.readings.arrow_in_attack == "works"


def amid(state: State, seat: str) -> bool:
    """Whether this player, asked for a choice that is no ability, may discard first: whose turn it is may."""
    if seat != state.table.active:
        return False
    return not any(each.kind == "ability" and each.owner == state.me for each in state.pending)


def apply_discard(state: State, action: Discard) -> Step[State]:
    """Put it on the pile, then let its arrow be used."""
    me, player = state.me, state.table.players[state.me]
    card, hand = without(player.hand, action.card)
    if card is None:
        return Step(state, ())
    held = behind_arrows(card.main) if works(state) else NOTHING
    crystals, others = held
    player = msgspec.structs.replace(
        player, hand=hand, discard=(*player.discard, card), crystals=player.crystals + crystals
    )
    state = with_player(state, me, player)
    left = Left(card.id, SEATS[me], "discard", PUT_DOWN_FOR_ARROW if crystals or others else PUT_DOWN)
    events: tuple[Fact, ...] = (left,)
    if crystals:
        events = (left, Crystals(SEATS[me], crystals, ARROW_PAYS if crystals == 1 else ARROW_PAYS_MORE))
    kept = tuple(pending for pending in state.pending if pending.kind != "discard")
    if others or kept != state.pending:
        opened = waiting(me, card.id, MAIN, held, optional=True)
        state = msgspec.structs.replace(state, pending=(*opened, *kept))
    return Step(state, events)
