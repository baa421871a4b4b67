"""Another state that a player could not tell apart: what is hidden from them is dealt again. No rule is here."""

import msgspec

from ..chance import Chance
from .board import SEATS
from .state import Area, Cards, Player, State, with_area, with_player


def resample(state: State, viewer: str, chance: Chance) -> State:
    """The cards that this player does not see change places among themselves; every count stays as it is.

    Hidden are the own deck's order, the other's hand, deck and pile without its top card, and the order of the
    decks of the summoning area. A pile that chance has yet to order stays as it is, for it lies open till then.
    """
    if viewer not in SEATS:
        raise ValueError(f"nobody here is {viewer!r}: the players are {', '.join(SEATS)}")
    me = SEATS.index(viewer)
    for number, player in enumerate(state.table.players):
        if state.chance != f"deck:{SEATS[number]}":
            state = with_player(state, number, _own(player, chance) if number == me else _other(player, chance))
    return with_area(state, _area(state.table.area, state, chance))


def _own(player: Player, chance: Chance) -> Player:
    return msgspec.structs.replace(player, deck=chance.order(player.deck))


def _other(player: Player, chance: Chance) -> Player:
    under, top = player.discard[:-1], player.discard[-1:]
    hidden = chance.order((*player.hand, *player.deck, *under))
    held, left = _cut(hidden, len(player.hand))
    deck, pile = _cut(left, len(player.deck))
    return msgspec.structs.replace(player, hand=held, deck=deck, discard=pile + top)


def _cut(cards: Cards, count: int) -> tuple[Cards, Cards]:
    return cards[:count], cards[count:]


def _area(area: Area, state: State, chance: Chance) -> Area:
    warriors, sovereigns = area.warrior_deck, area.sovereign_deck
    return msgspec.structs.replace(
        area,
        warrior_deck=warriors if state.chance == "warriors" else chance.order(warriors),
        sovereign_deck=sovereigns if state.chance == "sovereigns" else chance.order(sovereigns),
    )
