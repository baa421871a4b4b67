"""The cards that a game is dealt from: those of the call, or the set that is written down. None is dealt here."""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

from pydantic import ValidationError

from ruleproof.spec.card import Cards as CardFile
from ruleproof.spec.files import read_text
from ruleproof.spec.finding import folder

from ..game import PositionFault
from .position import INVALID, Reader, together
from .setup import Box
from .state import Creature

SET = "ostium"
CARDS = "cards.toml"
STARTERS = (1, 2, 3)
OPTIONS = ("cards",)
MIRRORED = {"left": "right", "right": "left"}


def box(options: Mapping[str, Any]) -> Box:
    """The cards that `options` call for: a list of creatures, the path of a file of cards, or the set written down.

    Raises PositionFault with all faults of the cards, ValueError on an option or a set that nobody knows.
    """
    for name in options:
        if name not in OPTIONS:
            raise ValueError(f"a game of ostium is dealt with the option `cards`, not {name!r}")
    cards = options.get("cards", SET)
    if cards == SET:
        return _printed_box()
    if isinstance(cards, str):
        return _box(list(_written(cards)))
    if not isinstance(cards, list):
        raise ValueError("`cards` is a list of creatures, or the name of a set")
    return _box(cast(list[object], cards))


@cache
def _printed_box() -> Box:
    return _box(list(printed().values()))


def _written(name: str) -> Iterable[dict[str, Any]]:
    if name.endswith(".toml"):
        return cards_of(Path(name)).values()
    raise ValueError(f"no set of cards is called {name!r}: there is {SET!r}, or the path of a file like {CARDS}")


@cache
def printed() -> Mapping[str, dict[str, Any]]:
    """The set that is written down, each card by its id; empty where it is not there."""
    home = folder("spec", SET)
    return cards_of(home / CARDS) if home is not None and (home / CARDS).is_file() else {}


def cards_of(path: Path) -> Mapping[str, dict[str, Any]]:
    """The cards of a file, one entry for each copy. Raises ValueError on one that is no file of cards."""
    try:
        found = CardFile.model_validate(tomllib.loads(read_text(path)))
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise ValueError(f"{path} is no file of cards: {error}") from error
    cards: dict[str, dict[str, Any]] = {}
    for card in found.card:
        for copy in range(1, card.copies + 1):
            name = card.id if card.copies == 1 else f"{card.id}-{copy}"
            cards[name] = {"id": name, **card.own}
    return cards


def mirrored(card: Mapping[str, Any]) -> dict[str, Any]:
    """A card of the set as it lies on B's side of the table."""
    return {MIRRORED.get(name, name): value for name, value in card.items()}


def _box(cards: list[object]) -> Box:
    reader = Reader()
    decks: dict[int, list[Creature]] = {number: [] for number in STARTERS}
    kinds: dict[str, list[Creature]] = {"warrior": [], "primordial": [], "sovereign": []}
    for place, card in enumerate(cards):
        where = f"cards[{place}]"
        starter, printed_card = _without_starter(card)
        found = reader.creature(printed_card, where)
        if found is None:
            continue
        if found[0].kind != "familiar":
            kinds[found[0].kind].append(found[0])
        elif starter not in STARTERS:
            reader.fault(f"{where}.starter", f"is 1, 2 or 3 for a familiar, not {starter!r}")
        else:
            decks[starter].append(found[0])
    if reader.faults:
        raise together(reader.faults)
    stack = kinds["primordial"]
    if len(stack) > len(PRIMORDIALS):
        raise PositionFault(INVALID, "cards", f"has {len(stack)} primordials, and the stack holds {len(PRIMORDIALS)}")
    cost = stack[0].cost if stack else 1
    return Box((tuple(decks[1]), tuple(decks[2])), tuple(kinds["warrior"]), tuple(kinds["sovereign"]), len(stack), cost)


PRIMORDIALS = range(8)


def _without_starter(card: object) -> tuple[object, object]:
    if not isinstance(card, dict):
        return None, card
    members = cast(dict[str, object], card)
    return members.get("starter"), {name: value for name, value in members.items() if name not in ("starter", "name")}
