"""Positions as JSON values: writing one, whole or as a player sees it. They are read in `position`; no rule is here."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from . import abilities, collect, refill
from .board import COLUMNS, SEATS, SLOTS, members
from .setup import pile as pile_of
from .state import FULL_GATE, Area, Cards, Creature, Pending, Player, Side, State

Pile = Callable[[Cards], object]
FULL_GATES = (FULL_GATE,) * COLUMNS


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
    told: dict[str, Any] = {}
    if table.active != SEATS[0]:
        told["active"] = table.active
    if state.phase != "development":
        told["phase"] = state.phase
    if table.turn != 1:
        told["turn"] = table.turn
    if players := _written_players(state, viewers, deck):
        told["players"] = players
    if area := _written_area(table.area, deck):
        told["area"] = area
    if charge := _written_charge(state):
        told["charge"] = charge
    if state.pending:
        told["pending"] = pending(state, viewers)
    if state.chance:
        told["pendingChance"] = pending_chance(state, state.chance)
    if state.used:
        told["used"] = [{"card": card, "domain": domain} for card, domain in state.used]
    return told


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


def _written_players(state: State, viewers: tuple[str, ...], deck: Pile) -> dict[str, Any]:
    each = zip(SEATS, state.table.players, state.sides, strict=True)
    return {seat: told for seat, player, side in each if (told := _written_player(player, side, seat in viewers, deck))}


def _written_player(player: Player, side: Side, own: bool, deck: Pile) -> dict[str, Any]:
    attack, defense = player.field[:COLUMNS], player.field[COLUMNS:]
    told: dict[str, Any] = {}
    if any(attack):
        told["attack"] = _written_row(attack, side.turned)
    if any(defense):
        told["defense"] = _written_row(defense, side.turned >> COLUMNS)
    if side.gates != FULL_GATES:
        told["gates"] = list(side.gates)
    if player.hand:
        told["hand"] = listed(player.hand) if own else len(player.hand)
    if player.deck:
        told["deck"] = deck(player.deck)
    if player.discard:
        told["discard"] = listed(player.discard) if own else _top(player.discard)
    if player.crystals:
        told["crystals"] = player.crystals
    if not player.opening_drawn:
        told["opening_drawn"] = False
    if side.gate_lost:
        told["gate_lost"] = True
    if side.late:
        told["late"] = [SLOTS[slot] for slot in members(side.late)]
    if player.eliminated:
        told["eliminated"] = True
    return told


def _written_row(row: Sequence[Creature | None], turned: int = 0) -> list[Any]:
    return [card and written(card, bool(turned >> place & 1)) for place, card in enumerate(row)]


def _top(cards: Cards) -> object:
    return [*[None] * (len(cards) - 1), *(written(card) for card in cards[-1:])]


def _written_area(area: Area, deck: Pile) -> dict[str, Any]:
    told: dict[str, Any] = {}
    if any(map(any, area.warriors)):
        told["warriors"] = [_written_row(row) for row in area.warriors]
    if area.warrior_deck:
        told["warrior_deck"] = deck(area.warrior_deck)
    if area.dismissed:
        told["dismissed"] = listed(area.dismissed)
    if area.primordials:
        told["primordials"] = area.primordials
    if area.primordial_cost != 1:
        told["primordial_cost"] = area.primordial_cost
    if area.sovereigns:
        told["sovereigns"] = listed(area.sovereigns)
    if area.sovereign_deck:
        told["sovereign_deck"] = deck(area.sovereign_deck)
    if area.out_of_play:
        told["out_of_play"] = listed(area.out_of_play)
    return told


def _written_charge(state: State) -> dict[str, Any]:
    told: dict[str, Any] = {}
    if any(state.serving):
        own = state.table.players[state.me].field
        held = zip(own, state.serving, strict=True)
        told["affiliation"] = {card.id: clan for card, clan in held if card is not None and clan}
    if state.chains:
        told["chains"] = [{"gate": chain.gate, "path": list(chain.path)} for chain in state.chains]
    if state.flask:
        told["flask"] = state.flask
    if state.resolved:
        told["resolved"] = [SLOTS[slot] for slot in members(state.resolved)]
    return told


def written(card: Creature, turned: bool = False) -> dict[str, Any]:
    """A card with its members that are no defaults."""
    return {**_written(card, turned)}


@lru_cache(maxsize=1 << 12)  # the same cards are written again and again; whoever asks gets a copy
def _written(card: Creature, turned: bool) -> dict[str, Any]:
    every: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(card))  # as JSON has it: lists, no tuples
    told = {name: value for name, value in every.items() if value}
    return {**told, "rotated": True} if turned else told


def listed(cards: Cards) -> object:
    """All cards of a pile."""
    return [written(card) for card in cards]
