"""What the position of a case asks to be on the table, sorted by who brings it there. How it gets there is not here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..values import is_list, is_object

Card = dict[str, Any]
SLOTS = ("A0", "A1", "A2", "D0", "D1", "D2")
COLUMNS = range(3)
FULL = 15
HAND = 5  # up to so many cards a player draws when a turn ends


@dataclass(frozen=True)
class Seat:
    """One player's side. `field` and `turned` follow the order of SLOTS; `gate_lost` is None where nothing is said."""

    letter: str
    field: tuple[Card | None, ...]
    turned: frozenset[int]
    gates: tuple[int, int, int]
    hand: tuple[Card, ...]
    deck: tuple[Card, ...]
    discard: tuple[Card, ...]
    crystals: int
    gate_lost: bool | None
    opening_drawn: bool
    stated: frozenset[str]

    @property
    def number(self) -> int:
        """0 for A, 1 for B."""
        return "AB".index(self.letter)

    @property
    def placed(self) -> tuple[tuple[int, Card], ...]:
        """The creatures on the board with their slots."""
        return tuple((slot, card) for slot, card in enumerate(self.field) if card is not None)

    def gate(self, column: int) -> str:
        """A gate's name."""
        return f"{self.letter}.G{column}"


@dataclass(frozen=True)
class Wanted:
    """A position as a task: `me` is the player on turn. `area` and `charge` hold what is said of them."""

    me: Seat
    foe: Seat
    phase: str
    turn: int | None
    area: Mapping[str, Any]
    charge: Mapping[str, Any]
    readings: Mapping[str, str]
    names: frozenset[str]

    @property
    def rows(self) -> list[list[Card | None]] | None:
        """The rows of warriors, where they are told."""
        rows: list[list[Card | None]] | None = self.area.get("warriors")
        return rows

    def pile(self, name: str) -> list[Card]:
        """The cards of a pile of the area."""
        cards: list[Card] = self.area.get(name, [])
        return cards


def wanted(position: dict[str, Any], readings: Mapping[str, str], others: object) -> Wanted | None:
    """The task, or None where it needs cards of a set. `others` is all in which names of cards may stand."""
    if any(not is_object(card) for card in _cards(position)):
        return None
    active = position.get("active", "A")
    players = _part(position, "players")
    one, other = (_seat(letter, _part(players, letter)) for letter in "AB")
    me, foe = (one, other) if active == "A" else (other, one)
    turn, area, charge = position.get("turn"), _part(position, "area"), _part(position, "charge")
    names = frozenset([*_texts(position), *_texts(others)])
    return Wanted(me, foe, position.get("phase", "development"), turn, area, charge, readings, names)


def _part(whole: Mapping[str, Any], name: str) -> dict[str, Any]:
    """An object that may be left out."""
    found: dict[str, Any] | None = whole.get(name)
    return found or {}


def _seat(letter: str, said: Mapping[str, Any]) -> Seat:
    slots = [*(said.get("attack") or [None] * 3), *(said.get("defense") or [None] * 3)]
    first, second, third = said.get("gates") or (FULL, FULL, FULL)
    return Seat(
        letter,
        tuple(None if card is None else _unturned(card) for card in slots),
        frozenset(slot for slot, card in enumerate(slots) if card is not None and card.get("rotated")),
        (first, second, third),
        tuple(said.get("hand", ())),
        tuple(said.get("deck", ())),
        tuple(said.get("discard", ())),
        said.get("crystals", 0),
        said.get("gate_lost"),
        said.get("opening_drawn", True),
        frozenset(said),
    )


def _unturned(card: Card) -> Card:
    return {name: value for name, value in card.items() if name != "rotated"}


def _cards(position: dict[str, Any]) -> Iterator[Any]:
    players = _part(position, "players")
    for said in (*(_part(players, letter) for letter in players), _part(position, "area")):
        for name, cards in said.items():
            if is_list(cards) and name not in ("gates", "late"):
                flat = [card for row in cards for card in (row if is_list(row) else [row])]
                yield from (card for card in flat if card is not None)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif is_object(value):
        for name, item in value.items():
            yield name
            yield from _texts(item)
    elif is_list(value):
        for item in value:
            yield from _texts(item)
