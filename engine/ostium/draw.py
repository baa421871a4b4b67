"""Chapter draw: drawing cards, turning the pile over, and the limit of the hand. Who draws when is not here."""

import msgspec

from .board import SEATS
from .event import Drew, Events, Fact, TurnedOver
from .state import Player, State, with_player

UP_TO_FIVE = "ostium.draw.up-to-five"
ONLY_WHOSE_TURN_ENDS = "ostium.draw.only-whose-turn-ends"
HAND_LIMIT = "ostium.draw.hand-limit"
FROM_THE_TOP = "ostium.draw.from-the-top"
PILE_BECOMES_DECK = "ostium.draw.pile-becomes-deck"
ALSO_FOR_ABILITIES = "ostium.draw.also-for-abilities"
TURNED_OVER = "ostium.draw.turned-over"
UNSHUFFLED = "ostium.draw.unshuffled"
AS_MANY_AS_THERE_ARE = "ostium.draw.as-many-as-there-are"

LIMIT = 5
REFILLED = (UP_TO_FIVE, ONLY_WHOSE_TURN_ENDS, HAND_LIMIT, FROM_THE_TOP)
REFILLED_SHORT = (*REFILLED, AS_MANY_AS_THERE_ARE)
TURNED = (PILE_BECOMES_DECK, TURNED_OVER, UNSHUFFLED)
TURNED_FOR_ABILITY = (*TURNED, ALSO_FOR_ABILITIES)


def drawn(state: State, number: int, count: int, clauses: tuple[str, ...], for_ability: bool) -> tuple[State, Events]:
    """A player draws so many cards, or as many as there are, and the pile is turned over where the deck runs out."""
    player, events, taken = state.table.players[number], list[Fact](), 0
    turned = TURNED_FOR_ABILITY if for_ability else TURNED
    while taken < count:
        if not player.deck and _turns(state, player, for_ability):
            player = turn_over(player)
            events.append(TurnedOver(SEATS[number], turned))
        more = player.deck[: count - taken]
        if not more:
            break
        taken += len(more)
        player = msgspec.structs.replace(player, hand=player.hand + more, deck=player.deck[len(more) :])
    if taken:
        events.append(Drew(SEATS[number], taken, clauses))
    if (
        taken
        and state.readings.turn_over_time == "when-empty"
        and not player.deck
        and _turns(state, player, for_ability)
    ):
        player = turn_over(player)
        events.append(TurnedOver(SEATS[number], turned))
    return (with_player(state, number, player) if events else state), tuple(events)


def _turns(state: State, player: Player, for_ability: bool) -> bool:
    if not player.discard:
        return False
    return not for_ability or state.readings.ability_turns_over == "every-draw"


def turn_over(player: Player) -> Player:
    """The pile becomes the deck: what was put there first lies on top."""
    return msgspec.structs.replace(player, deck=player.discard, discard=())


def can_draw(state: State, number: int) -> bool:
    """Whether an ability would draw a card for this player."""
    player = state.table.players[number]
    if state.readings.hand_limit == "ability-too" and len(player.hand) >= LIMIT:
        return False
    return bool(player.deck) or _turns(state, player, for_ability=True)


def at_the_end(state: State) -> tuple[State, Events]:
    """The player whose turn ends draws up to the limit."""
    if state.table.turn == 1 and state.readings.first_turn == "none":
        return state, ()
    missing = LIMIT - len(state.table.players[state.me].hand)
    if missing <= 0:
        return state, ()
    player = state.table.players[state.me]
    short = len(player.deck) + len(player.discard) < missing
    return drawn(state, state.me, missing, REFILLED_SHORT if short else REFILLED, for_ability=False)


def too_many(state: State) -> bool:
    """Whether the player whose turn ends has to discard, as the question about the limit is read."""
    return state.readings.hand_limit == "discard-down" and len(state.table.players[state.me].hand) > LIMIT
