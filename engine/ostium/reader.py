"""Reads JSON values of positions and cards member by member, and remembers every fault. No position is made here."""

import re
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any, cast

import msgspec

from ruleproof.spec.fault import nearest

from ..game import PositionFault
from .board import NUMBER, SLOTS, mask
from .passive import KIND
from .printed import creature_of, printed
from .state import CLANS, KINDS, Cards, Creature

INVALID = "position-invalid"
UNSUPPORTED = "position-unsupported"

ACTIVE = (
    "crystal",
    "draw",
    "repair",
    "rebuild",
    "damage",
    "damage_all",
    "out_of_play",
    "remove",
    "clan_removal",
    "area",
)
ABILITIES = (*ACTIVE, *KIND, "double_arrow")
ABILITY = re.compile(r"(arrow>)?([a-z_]+)(?::([1-9][0-9]{0,8}))?")
LARGEST = 2**53 - 1
CREATURE = ("id", "kind", "clan", "power", "cost", "main", "left", "right", "skull", "rotated")

Found = Mapping[str, object]
Read = Callable[["Reader", object, str], Any]


class Reader:
    """Reads a position member by member and remembers every fault with its path."""

    def __init__(self) -> None:
        self.faults: list[PositionFault] = []
        self.ids: dict[str, str] = {}

    def fault(self, where: str, what: str, kind: str = INVALID) -> None:
        """Remember a fault."""
        self.faults.append(PositionFault(kind, where or "position", what))

    def members(self, value: object, where: str, names: Collection[str]) -> Found:
        """The members of an object that are not null; unknown names are faults, private ones (`x_`) are passed over."""
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.fault(where, f"is an object, not {_shown(value)}")
            return {}
        found = cast(dict[str, object], value)
        for name in found:
            if name not in names and not str(name).startswith("x_"):
                self.fault(joined(where, str(name)), f"is no member here.{nearest(str(name), names)}")
        return {name: member for name, member in found.items() if member is not None}

    def told(self, value: object, where: str, members: "Mapping[str, Read]") -> dict[str, Any]:
        """The members of an object that are there, each as its own way of reading has it."""
        found = self.members(value, where, members)
        return {name: read(self, found[name], f"{where}.{name}") for name, read in members.items() if name in found}

    def items(self, value: object, where: str, length: int | None = None) -> list[object]:
        """The entries of a list; of a wrong length none."""
        if value is None:
            return []
        if not isinstance(value, list):
            self.fault(where, f"is a list, not {_shown(value)}")
            return []
        found = cast(list[object], value)
        if length is not None and len(found) != length:
            self.fault(where, f"has {length} entries, not {len(found)}")
            return []
        return found

    def number(self, value: object, where: str, default: int, least: int = 0, most: int = LARGEST) -> int:
        """A whole number in bounds."""
        if value is None:
            return default
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            bounds = f"of {least} or more" if most == LARGEST else f"from {least} to {most}"
            self.fault(where, f"is a whole number {bounds}, not {_shown(value)}")
            return default
        return value

    def truth(self, value: object, where: str, default: bool) -> bool:
        """A truth value."""
        if value is None:
            return default
        if not isinstance(value, bool):
            self.fault(where, f"is true or false, not {_shown(value)}")
            return default
        return value

    def word(self, value: object, where: str, words: tuple[str, ...], default: str) -> str:
        """One of the words."""
        if value is None:
            return default
        if not isinstance(value, str) or value not in words:
            self.fault(where, f"is one of {', '.join(words)}, not {_shown(value)}.{nearest(str(value), words)}")
            return default
        return value

    def slots(self, value: object, where: str) -> int:
        """A set of the own slots."""
        named = [self.word(slot, f"{where}[{place}]", SLOTS, "") for place, slot in enumerate(self.items(value, where))]
        return mask(tuple(NUMBER[slot] for slot in named if slot))

    def text(self, value: object, where: str, what: str) -> str:
        """A text that is not empty."""
        if not isinstance(value, str) or not value:
            self.fault(where, f"is {what}, not {_shown(value)}")
            return ""
        return value

    def creature(self, value: object, where: str, lies: bool = False) -> tuple[Creature, bool] | None:
        """A creature and whether it is turned, which it can be only where it `lies` on the battlefield."""
        if isinstance(value, str):
            return self._named(value, where, lies and where.startswith("players.B."))
        if value is None:
            self.fault(where, "is a creature, not null")
            return None
        met = _met(text) if (text := _text(value)) else None
        if met and met[0].id not in self.ids and (lies or not met[1]):
            self.ids[met[0].id] = where
            return met
        return self.defined(value, where, lies)

    def defined(self, value: object, where: str, lies: bool) -> tuple[Creature, bool]:
        """The same of one that defines itself, with all that is wrong."""
        known = len(self.faults)
        found = self.members(value, where, CREATURE)
        creature = Creature(
            self._id(found.get("id"), where) if len(self.faults) == known or found else "",
            self._kind(found.get("kind"), where),
            self._clan(found, where),
            self.number(found.get("power"), joined(where, "power"), 0),
            self.number(found.get("cost"), joined(where, "cost"), 0),
            *(self._abilities(found.get(name), joined(where, name)) for name in ("main", "left", "right", "skull")),
        )
        turned = self.truth(found.get("rotated"), joined(where, "rotated"), False)
        if turned and not lies:
            self.fault(joined(where, "rotated"), "only a creature on the battlefield is turned")
        return creature, turned

    def _named(self, name: str, where: str, mirror: bool) -> tuple[Creature, bool] | None:
        creature = creature_of(name, mirror)
        if creature is not None:
            return self.creature(creature, where)
        near = nearest(name, printed())
        self.fault(
            where, f"names the card {name!r}, and no card of the set is called so: define it inline.{near}", UNSUPPORTED
        )
        return None

    def cards(self, value: object, where: str) -> Cards:
        """A pile or a hand."""
        read = [self.creature(card, f"{where}[{place}]") for place, card in enumerate(self.items(value, where))]
        return tuple(found[0] for found in read if found)

    def _id(self, value: object, where: str) -> str:
        if not isinstance(value, str) or not value:
            self.fault(joined(where, "id"), f"is a text that names the card, not {_shown(value)}")
            return ""
        if value in self.ids:
            self.fault(joined(where, "id"), f"{value!r} is the id of {self.ids[value]} already: ids are unique")
        self.ids.setdefault(value, where)
        return value

    def _kind(self, value: object, where: str) -> str:
        if value is None:
            self.fault(joined(where, "kind"), f"is missing: it is one of {', '.join(KINDS)}")
        return self.word(value, joined(where, "kind"), KINDS, "warrior")

    def _clan(self, found: Found, where: str) -> str | None:
        clan = self.word(found.get("clan"), joined(where, "clan"), CLANS, "")
        if clan and found.get("kind") == "primordial":
            self.fault(joined(where, "clan"), "a primordial has no clan of its own")
        return clan or None

    def _abilities(self, value: object, where: str) -> tuple[str, ...]:
        return tuple(
            self._ability(ability, f"{where}[{place}]") for place, ability in enumerate(self.items(value, where))
        )

    def _ability(self, value: object, where: str) -> str:
        match = ABILITY.fullmatch(value) if isinstance(value, str) else None
        if match is None:
            self.fault(where, f"is an ability like flame, flame:2 or arrow>crystal, not {_shown(value)}")
            return ""
        arrow, name, worth = match.groups(default="")
        if name not in ABILITIES:
            self.fault(where, f"{name!r} is no ability.{nearest(name, ABILITIES)}")
        return arrow + name + (f":{worth}" if worth not in ("", "1") else "")


def _text(value: object) -> bytes:
    """The value as JSON, nothing where it is none."""
    try:
        return msgspec.json.encode(value)
    except (TypeError, OverflowError, RecursionError):
        return b""


@lru_cache(maxsize=1 << 12)  # the same cards come again and again
def _met(text: bytes) -> tuple[Creature, bool] | None:
    """The creature in a JSON text and whether it is turned; None where anything is wrong with it."""
    reader = Reader()
    found = reader.defined(msgspec.json.decode(text), "", lies=True)
    return None if reader.faults else found


def together(faults: list[PositionFault]) -> PositionFault:
    """All faults as one, the invalid ones first."""
    first, *others = sorted(faults, key=lambda fault: fault.kind != INVALID)
    return PositionFault(first.kind, first.where, first.what, tuple(others))


def joined(where: str, name: str) -> str:
    """The path of a member."""
    return f"{where}.{name}" if where else name


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
