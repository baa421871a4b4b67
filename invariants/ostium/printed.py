"""What a made-up position of Ostium may show: cards that could be printed so, in a turn like any other.

How positions grow stands in `growing`; whether a position is one at all is for the clauses to say, and what lies turned
is looked at in `causes`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from ..shape import is_list, is_object
from .causes import uncaused

# What a question is about may be left out of these rules, by these names.
POWER, ARROW, FIRST, TURNED = "power", "double arrow", "first turn", "turned"

DOMAINS = ("main", "left", "right", "skull")
FIRST_TURNS = 2  # of a game: one for each player
STARTING = 10  # Familiars of each player: ostium.setup.first-deck, second-deck
ALIKE = 6  # Familiars of a Clan: game-components/p5/s4
OPENING = {"A": 3, "B": 5}  # of them in the first hands: ostium.setup.starter-draws-three, other-draws-five


def unlikely(position: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Each thing in a position that no card shows or that is not so in most turns: what rule it breaks, and what."""
    if position.get("turn", 1) <= FIRST_TURNS:
        yield FIRST, "the turn is the first of a player"
        yield from _undealt(position)
    yield from _too_many(position)
    yield from ((TURNED, what) for what in uncaused(position))
    for card in _cards(position.get("players", {})):
        yield from _misprinted(card)
    for card in _cards(position.get("area", {})):
        yield from _misprinted(card)
        if not card.get("cost") and card.get("kind") != "primordial":
            yield "cost", f"{card['id']} costs nothing"


def _cards(value: Any) -> Iterator[dict[str, Any]]:
    if is_object(value):
        if "id" in value:
            yield value
        else:
            yield from (card for each in value.values() for card in _cards(each))
    elif is_list(value):
        yield from (card for each in value for card in _cards(each))


def _too_many(position: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """A Clan with more Familiars than are printed."""
    familiars = (card for card in _cards(position) if card.get("kind") == "familiar")
    for clan, number in Counter(card.get("clan") for card in familiars).items():
        if clan and number > ALIKE:
            yield "starter", f"{number} Familiars are {clan}"


def _misprinted(card: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    name, kind, main = card["id"], card.get("kind", "warrior"), list(card.get("main", ()))
    others = [domain for domain in DOMAINS[1:] if card.get(domain)]
    if kind == "primordial":
        if main != ["double_arrow"] or others or card.get("clan"):
            yield "primordial", f"{name} is a Primordial with more or less than the double arrow"
        return
    if not card.get("clan"):
        yield "clan", f"{name} has no Clan"
    if not card.get("power"):
        yield POWER, f"{name} has no Power"
    if kind == "familiar" and (others or [each.partition(":")[0] for each in main] != ["arrow>crystal"]):
        yield "familiar", f"{name} is a Familiar with more or less than a discard arrow and Crystals"
    if "double_arrow" in main or any("double_arrow" in card.get(domain, ()) for domain in others):
        yield ARROW, f"{name} shows the double arrow of Primordials"


def _undealt(position: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """A deck that is drawn before its player could have bought a card for it, and is not what the set-up leaves."""
    for seat, board in position.get("players", {}).items():
        deck = board.get("deck") or ()
        if deck and [card.get("kind") for card in deck] != ["familiar"] * (STARTING - OPENING[seat]):
            yield "starter", f"the deck of {seat} is not what the starting hand leaves of ten Familiars"
        elif deck and sum(card.get("kind") == "familiar" for card in _cards(board)) != STARTING:
            yield "starter", f"{seat} does not hold ten Familiars in all"
