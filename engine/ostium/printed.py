"""The set of cards that is written down, and other files of cards: what a name means. No position is read here."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ruleproof.spec import toml
from ruleproof.spec.card import Cards as CardFile
from ruleproof.spec.files import read_text
from ruleproof.spec.finding import folder

SET = "ostium"
CARDS = "cards.toml"
BESIDE = ("starter", "name")  # what a card of a set says of itself that no creature of a position does
MIRRORED = {"left": "right", "right": "left"}


@cache
def printed() -> Mapping[str, dict[str, Any]]:
    """The set that is written down, each card by its id; empty where it is not there."""
    home = folder("spec", SET)
    return cards_of(home / CARDS) if home is not None and (home / CARDS).is_file() else {}


def cards_of(path: Path) -> Mapping[str, dict[str, Any]]:
    """The cards of a file, one entry for each copy. Raises ValueError on one that is no file of cards."""
    try:
        found = CardFile.model_validate(toml.loads(read_text(path)))
    except (toml.TOMLDecodeError, ValidationError) as error:
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


def creature_of(name: str, mirror: bool) -> dict[str, Any] | None:
    """A card of the set as a creature that a position defines, its sides exchanged where it is mirrored, or None."""
    card = printed().get(name)
    if card is None:
        return None
    creature = {member: value for member, value in card.items() if member not in BESIDE}
    return mirrored(creature) if mirror else creature
