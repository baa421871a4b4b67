"""What a player can announce in an attack phase, and its JSON. Whether it is allowed is not known here."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, cast

import msgspec

from ruleproof.spec.fault import nearest

from ..game import Unreadable
from .board import COLUMNS, SLOTS
from .chains import BIT, CHAINS, Chain
from .state import CLANS

FIRSTS = ("attack_row", "pass")
STOPS = ("attack_row", "defense_row")


class Affiliate(msgspec.Struct, frozen=True, gc=False):
    """Declare the clan that a creature serves in this attack phase."""

    card: str
    clan: str


class Fuse(msgspec.Struct, frozen=True, gc=False):
    """Lay a chain from a gate to an attacker."""

    chain: Chain


class Flask(msgspec.Struct, frozen=True, gc=False):
    """Name the clan that the flasks count."""

    clan: str


class Attack(msgspec.Struct, frozen=True, gc=False):
    """Attack with the creature in a slot.

    `first`: `attack_row` or `pass` where the opponent's attack row is filled. `stop`: the row after whose defeat the
    attacker goes no further, where a reading allows it.
    """

    attacker: str
    first: str | None = None
    stop: str | None = None


class Withhold(msgspec.Struct, frozen=True, gc=False):
    """Do without the attack of the creature in a slot, where a reading allows it."""

    attacker: str


class EndAttack(msgspec.Struct, frozen=True, gc=False):
    """End the attack phase."""


Action = Affiliate | Fuse | Flask | Attack | Withhold | EndAttack
END_ATTACK = EndAttack()

FUSES = tuple(Fuse(chain) for chain in CHAINS)
KNOWN = {(chain.gate, chain.path): fuse for chain, fuse in zip(CHAINS, FUSES, strict=True)}

LATER = (
    "discard", "summon", "summon_to_discard", "move", "swap", "recall", "use", "decline", "end_development", "fill",
    "collect", "take_sovereign", "break_tie", "lay_virtual_fusion", "chance",
)  # fmt: skip  # a list of names reads best as a block


@cache
def _part(gate: int, chains: int) -> tuple[Fuse, ...]:
    return tuple(fuse for fuse in FUSES if fuse.chain.gate == gate and chains & BIT[fuse.chain])


PARTS = tuple(sum(BIT[chain] for chain in CHAINS if chain.gate == gate) for gate in range(COLUMNS))


def fuses(chains: int) -> tuple[Fuse, ...]:
    """The actions that lay the chains of a set, one each, in the chains' order."""
    first, second, third = PARTS
    return (*_part(0, chains & first), *_part(1, chains & second), *_part(2, chains & third))


class _Wrong(Exception):
    """A member that is missing or has no readable value."""


Members = Mapping[str, object]


def read(value: object) -> Action | Unreadable:
    """The action that a JSON value means, or why it means none. Members nobody knows are passed over."""
    if not isinstance(value, dict):
        return Unreadable(f"an action is an object with a `type`, not {_shown(value)}")
    members = cast(Members, value)
    kind = members.get("type")
    if kind in LATER:
        return Unreadable(f"`{kind}` belongs to a part of the game that is not modelled yet")
    if not isinstance(kind, str) or kind not in READERS:
        return Unreadable(f"no action has the type {_shown(kind)}.{nearest(str(kind), READERS)}")
    try:
        return READERS[kind](members)
    except _Wrong as wrong:
        return Unreadable(f"`{kind}`: {wrong}")


def write(action: Action) -> dict[str, Any]:
    """The action as a JSON object: the inverse of `read`."""
    match action:
        case Affiliate(card, clan):
            return {"type": "affiliate", "card": card, "clan": clan}
        case Fuse(chain):
            return {"type": "fuse", "gate": chain.gate, "path": list(chain.path)}
        case Flask(clan):
            return {"type": "flask", "clan": clan}
        case Attack(attacker, first, stop):
            held = {"type": "attack", "attacker": attacker, "first": first, "stop": stop}
            return {name: value for name, value in held.items() if value is not None}
        case Withhold(attacker):
            return {"type": "withhold", "attacker": attacker}
        case EndAttack():
            return {"type": "end_attack"}


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _word(members: Members, name: str, words: tuple[str, ...]) -> str:
    value = members.get(name)
    if value is None:
        raise _Wrong(f"`{name}` is missing: it is one of {', '.join(words)}")
    if not isinstance(value, str) or value not in words:
        raise _Wrong(f"`{name}` is one of {', '.join(words)}, not {_shown(value)}.{nearest(str(value), words)}")
    return value


def _maybe(members: Members, name: str, words: tuple[str, ...]) -> str | None:
    return None if members.get(name) is None else _word(members, name, words)


def _card(members: Members) -> str:
    value = members.get("card")
    if not isinstance(value, str):
        raise _Wrong(f"`card` is a card's id, not {_shown(value)}")
    return value


def _gate(members: Members) -> int:
    value = members.get("gate")
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < COLUMNS:
        raise _Wrong(f"`gate` is the column of the gate, 0 to 2, not {_shown(value)}")
    return value


def _path(members: Members) -> tuple[str, ...]:
    value = members.get("path")
    if not isinstance(value, list):
        raise _Wrong(f"`path` is a list of the own slots from the gate's end to the attacker, not {_shown(value)}")
    return tuple(_step(slot) for slot in cast(list[object], value))


def _step(slot: object) -> str:
    if not isinstance(slot, str) or slot not in SLOTS:
        raise _Wrong(
            f"`path` goes over the own slots {', '.join(SLOTS)}, not {_shown(slot)}.{nearest(str(slot), SLOTS)}"
        )
    return slot


def _fuse(members: Members) -> Fuse:
    gate, path = _gate(members), _path(members)
    return KNOWN.get((gate, path)) or Fuse(Chain(gate, path))


def _attack(members: Members) -> Attack:
    attacker = _word(members, "attacker", SLOTS)
    return Attack(attacker, _maybe(members, "first", FIRSTS), _maybe(members, "stop", STOPS))


READERS: Mapping[str, Callable[[Members], Action]] = {
    "affiliate": lambda members: Affiliate(_card(members), _word(members, "clan", CLANS)),
    "fuse": _fuse,
    "flask": lambda members: Flask(_word(members, "clan", CLANS)),
    "attack": _attack,
    "withhold": lambda members: Withhold(_word(members, "attacker", SLOTS)),
    "end_attack": lambda members: END_ATTACK,
}
