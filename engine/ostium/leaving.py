"""How a creature leaves the battlefield and where its card goes. Whether it may, and why it does, is not known here."""

import msgspec

from .state import Cards, Creature, Player, State, with_player, with_side


def holds(player: Player, card: str) -> int | None:
    """The slot of a player's creature, or None."""
    for slot, creature in enumerate(player.field):
        if creature is not None and creature.id == card:
            return slot
    return None


def without(cards: Cards, card: str) -> tuple[Creature | None, Cards]:
    """The card of that id and the other ones in their order; None where it is not among them."""
    for place, held in enumerate(cards):
        if held.id == card:
            return held, cards[:place] + cards[place + 1 :]
    return None, cards


def to_pile(state: State, number: int, slot: int) -> State:
    """The creature in a slot goes on top of its player's discard pile; in its place nothing is left of it."""
    player = state.table.players[number]
    card, own = player.field[slot], player.field
    if card is None:
        return state
    field = (*own[:slot], None, *own[slot + 1 :])
    state = with_player(state, number, msgspec.structs.replace(player, field=field, discard=(*player.discard, card)))
    side, bit = state.sides[number], 1 << slot
    if (side.turned | side.late) & bit:
        side = msgspec.structs.replace(side, turned=side.turned & ~bit, late=side.late & ~bit)
        state = with_side(state, number, side)
    return _uncharged(state, slot) if state.phase == "attack" and number == state.me else state


def _uncharged(state: State, slot: int) -> State:
    """A chain that goes over the slot is interrupted, and nobody there serves a clan any more."""
    chains = tuple(chain for chain in state.chains if not chain.cells >> slot & 1)
    serving = (*state.serving[:slot], None, *state.serving[slot + 1 :])
    return msgspec.structs.replace(state, chains=chains, serving=serving)
