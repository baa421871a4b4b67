"""What holds of all cards: none is lost, none comes from nowhere, none lies twice. No rule of play is here."""

from collections.abc import Iterator
from typing import Any

from ..property import Moment, always, sometimes
from .watching import side

PRIMORDIALS = "ostium.components.eight-primordials"
STACK = "ostium.area.primordial-stack"
KEPT = "ostium.area.bought-cards-are-kept"
FOR_GOOD = "ostium.abilities.out-of-play-for-good"
PILES = ("attack", "defense", "hand", "deck", "discard")
AREA = ("warrior_deck", "dismissed", "sovereigns", "sovereign_deck", "out_of_play")


def _cards(position: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every card of a position but those of the stack."""
    lying = [card for player in "AB" for pile in PILES for card in side(position, player).get(pile, [])]
    shared = position.get("area", {})
    lying += [card for row in shared.get("warriors", []) for card in row]
    lying += [card for pile in AREA for card in shared.get(pile, [])]
    return (card for card in lying if card)


def _stack(position: dict[str, Any]) -> int:
    return int(position.get("area", {}).get("primordials", 0))


def _printed(position: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The cards as they are printed, all but whether they lie turned, by their ids."""
    return {
        card["id"]: {member: value for member, value in card.items() if member != "rotated"}
        for card in _cards(position)
    }


def each_card_once(moment: Moment) -> bool:
    """No card lies in two places."""
    ids = [card["id"] for card in _cards(moment.position)]
    return len(ids) == len(set(ids))


def conserved(moment: Moment) -> bool | str:
    """After a step the same cards are there, and for every Primordial that is new the stack has one less."""
    if moment.before is None:
        return True
    then, now = (_printed(each.position) for each in (moment.before, moment))
    left = _stack(moment.before.position) - _stack(moment.position)
    if gone := sorted(name for name, card in then.items() if now.get(name) != card):
        return f"gone: {', '.join(gone)}"
    new = [card for name, card in now.items() if name not in then]
    return len(new) == left and all(card["kind"] == "primordial" for card in new)


def out_of_play_for_good(moment: Moment) -> bool:
    """What is out of play stays there, in its order."""
    if moment.before is None:
        return True
    then, now = (each.position.get("area", {}).get("out_of_play", []) for each in (moment.before, moment))
    return bool(now[: len(then)] == then)


def nobody_turned_off_the_board(moment: Moment) -> bool:
    """Only who lies on a battlefield lies turned."""
    lying = {id(card) for player in "AB" for row in PILES[:2] for card in side(moment.position, player).get(row, [])}
    return all(id(card) in lying for card in _cards(moment.position) if card.get("rotated"))


PROPERTIES = (
    always("each card lies in one place", (), each_card_once),
    always("no card is lost and none is new", (STACK, KEPT), conserved),
    always("what is out of play stays there", (FOR_GOOD,), out_of_play_for_good),
    always("only who is on a battlefield lies turned", (), nobody_turned_off_the_board),
    sometimes(
        "a Primordial leaves the stack",
        (STACK, PRIMORDIALS),
        lambda moment: moment.before is not None and _stack(moment.position) < _stack(moment.before.position),
    ),
)
