"""The cards that a game is dealt from: those of the call, or the set that is written down. None is dealt here."""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

from ..game import PositionFault
from .printed import BESIDE, CARDS, SET, cards_of, printed
from .reader import INVALID, Reader, together
from .setup import Box
from .state import Creature

STARTERS = (1, 2, 3)
OPTIONS = ("cards",)


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
    return members.get("starter"), {name: value for name, value in members.items() if name not in BESIDE}
