"""Positions as JSON values: writing one, whole or as a player sees it. They are read in `position`; no rule is here."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from . import abilities, collect, refill
from .board import COLUMNS, SEATS, SLOTS, members
from .setup import pile as pile_of
from .state import FULL_GATE, Area, Cards, Creature, Pending, Player, Side, State

Pile = Callable[[Cards], object]


def dump(state: State) -> dict[str, Any]:
    """The canonical position: the inverse of `load`. Defaults are left out."""
    return _position(state, SEATS)


def observe(state: State, viewer: str) -> dict[str, Any]:
    """What a player may know: a count for each hand and deck whose faces are hidden.

    Of the other's discard pile only the top card shows, null stands for the ones below it. Raises ValueError on
    a viewer that does not play.
    """
    if viewer not in SEATS:
        raise ValueError(f"nobody here is {viewer!r}: the players are {', '.join(SEATS)}")
    return _position(state, (viewer,))


def _position(state: State, viewers: tuple[str, ...]) -> dict[str, Any]:
    table = state.table
    deck: Pile = listed if viewers == SEATS else len
    players = {
        seat: _written_player(table.players[number], state.sides[number], seat in viewers, deck)
        for number, seat in enumerate(SEATS)
    }
    return _kept(
        active=(table.active, SEATS[0]),
        phase=(state.phase, "development"),
        turn=(table.turn, 1),
        players=(_kept(**{seat: (player, NOTHING) for seat, player in players.items()}), {}),
        area=(_written_area(table.area, deck), {}),
        charge=(_written_charge(state), {}),
        pending=(pending(state, viewers), []),
        pendingChance=(pending_chance(state, state.chance) if state.chance else None, None),
        used=([{"card": card, "domain": domain} for card, domain in state.used], []),
    )


def pending(state: State, viewers: tuple[str, ...] = SEATS) -> list[dict[str, Any]]:
    """What waits for a choice, with what can be chosen; a number in its place where that would show another's hand."""
    return [_written_pending(state, each, SEATS[each.owner] in viewers) for each in state.pending]


def _written_pending(state: State, waiting: Pending, own: bool) -> dict[str, Any]:
    written: dict[str, Any] = {"kind": waiting.kind, "owner": SEATS[waiting.owner]}
    if waiting.kind == "ability":
        written |= {"source": waiting.source, "domain": waiting.domain, "ability": waiting.ability}
        written |= {"value": waiting.value, "optional": waiting.optional}
    found = _choices(state, waiting)
    if found is not None:
        hidden = not own and (waiting.kind == "discard" or waiting.ability == "out_of_play")
        written["targets"] = len(found) if hidden else list(found)
    return written


def _choices(state: State, waiting: Pending) -> tuple[str, ...] | None:
    area = state.table.area
    if waiting.kind == "ability":
        return abilities.targets(state, waiting)
    if waiting.kind == "fill":
        return tuple(f"W.{row}.{column}" for row, column in refill.gaps(area))
    if waiting.kind == "gift":
        return tuple(card.id for card in area.sovereigns)
    if waiting.kind == "discard":
        return tuple(card.id for card in state.table.players[waiting.owner].hand)
    return collect.cards(state, waiting)


def pending_chance(state: State, site: str) -> dict[str, Any]:
    """What chance has to decide at a site: the cards there, and how many are put in order."""
    cards = [card.id for card in pile_of(state, site)]
    return {"site": site, "from": cards, "count": len(cards)}


def _written_player(player: Player, side: Side, own: bool, deck: Pile) -> dict[str, Any]:
    if player == NO_CARDS and side == UNTOUCHED:
        return {}
    cards = [
        None if card is None else written(card, bool(side.turned >> slot & 1)) for slot, card in enumerate(player.field)
    ]
    return _kept(
        attack=(cards[:COLUMNS], EMPTY_ROW),
        defense=(cards[COLUMNS:], EMPTY_ROW),
        gates=(list(side.gates), [FULL_GATE] * COLUMNS),
        hand=_pile(player.hand, listed if own else len),
        deck=_pile(player.deck, deck),
        discard=_pile(player.discard, listed if own else _top),
        crystals=(player.crystals, 0),
        opening_drawn=(player.opening_drawn, True),
        gate_lost=(side.gate_lost, False),
        late=([SLOTS[slot] for slot in members(side.late)], []),
        eliminated=(player.eliminated, False),
    )


NO_CARDS, UNTOUCHED, EMPTY_AREA = Player(), Side(), Area()
NOTHING: dict[str, Any] = {}
EMPTY_ROW: list[None] = [None] * COLUMNS


def _top(cards: Cards) -> object:
    return [*[None] * (len(cards) - 1), *(written(card) for card in cards[-1:])]


def _written_area(area: Area, deck: Pile) -> dict[str, Any]:
    if area == EMPTY_AREA:
        return {}
    rows = [[None if card is None else written(card) for card in row] for row in area.warriors]
    return _kept(
        warriors=(rows, [EMPTY_ROW, EMPTY_ROW]),
        warrior_deck=_pile(area.warrior_deck, deck),
        dismissed=_pile(area.dismissed, listed),
        primordials=(area.primordials, 0),
        primordial_cost=(area.primordial_cost, 1),
        sovereigns=_pile(area.sovereigns, listed),
        sovereign_deck=_pile(area.sovereign_deck, deck),
        out_of_play=_pile(area.out_of_play, listed),
    )


def _written_charge(state: State) -> dict[str, Any]:
    if not (state.chains or state.resolved or state.flask or any(state.serving)):
        return {}
    own = state.table.players[state.me].field
    served = {card.id: clan for card, clan in zip(own, state.serving, strict=True) if card is not None and clan}
    return _kept(
        affiliation=(served, {}),
        chains=([{"gate": chain.gate, "path": list(chain.path)} for chain in state.chains], []),
        flask=(state.flask, None),
        resolved=([SLOTS[slot] for slot in members(state.resolved)], []),
    )


def written(card: Creature, turned: bool = False) -> dict[str, Any]:
    """A card with its members that are no defaults."""
    return {**_written(card, turned)}


@lru_cache(maxsize=1 << 12)  # the same cards are written again and again; whoever asks gets a copy
def _written(card: Creature, turned: bool) -> dict[str, Any]:
    return {
        "id": card.id,
        "kind": card.kind,
        **_kept(
            clan=(card.clan, None),
            power=(card.power, 0),
            cost=(card.cost, 0),
            main=(list(card.main), []),
            left=(list(card.left), []),
            right=(list(card.right), []),
            skull=(list(card.skull), []),
            rotated=(turned, False),
        ),
    }


def listed(cards: Cards) -> object:
    """All cards of a pile."""
    return [written(card) for card in cards]


def _pile(cards: Cards, write: Pile) -> tuple[object, object]:
    return (write(cards) if cards else None), None


def _kept(**members: tuple[Any, Any]) -> dict[str, Any]:
    return {name: value for name, (value, default) in members.items() if value != default}
