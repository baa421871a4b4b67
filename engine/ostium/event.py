"""The facts that a step makes true, and the JSON they are written in. What makes them true is told by their clauses."""

from typing import Any

import msgspec

Clauses = tuple[str, ...]


class Tagged(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower, gc=False):
    """One event. `clauses` are the rules at work, most specific first; slots and gates carry the player's letter."""


class Fused(Tagged, frozen=True, gc=False):
    """A chain was laid; `bonus` is what it adds to the attacker's power."""

    attacker: str
    gate: str
    path: tuple[str, ...]
    bonus: int
    clauses: Clauses


class Attacked(Tagged, frozen=True, gc=False):
    """An attacker met a creature or a gate.

    `total` = `power` + `icons` + `fusion`, the same each time; `left` is what meets this target, `against` the
    defender's total (0 for a gate).
    """

    attacker: str
    power: int
    icons: int
    fusion: int
    total: int
    target: str
    left: int
    against: int
    clauses: Clauses


class Defended(Tagged, frozen=True, gc=False):
    """A creature was met with this total power."""

    slot: str
    total: int
    clauses: Clauses


class Blocked(Tagged, frozen=True, gc=False):
    """An attacker goes no further."""

    attacker: str
    by: str
    clauses: Clauses


class Defeated(Tagged, frozen=True, gc=False):
    """A creature is defeated, by an `attack` or a `wave`, and lies turned."""

    slot: str
    by: str
    clauses: Clauses


class Gate(Tagged, frozen=True, gc=False):
    """A gate's durability changed."""

    gate: str
    before: int = msgspec.field(name="from")
    after: int = msgspec.field(name="to")
    clauses: Clauses


class Destroyed(Tagged, frozen=True, gc=False):
    """A gate fell."""

    gate: str
    clauses: Clauses


class Crystals(Tagged, frozen=True, gc=False):
    """A player gained crystals, or paid or lost them."""

    player: str
    change: int
    clauses: Clauses


class Drew(Tagged, frozen=True, gc=False):
    """A player drew cards; which ones is not told."""

    player: str
    count: int
    clauses: Clauses


class TurnedOver(Tagged, frozen=True, gc=False, tag="turned_over"):
    """A player's discard pile became the deck."""

    player: str
    clauses: Clauses


class Summoned(Tagged, frozen=True, gc=False):
    """A creature came to the battlefield."""

    card: str
    slot: str
    clauses: Clauses


class Left(Tagged, frozen=True, gc=False):
    """A card of a player went to the own `discard` pile, or `out_of_play`."""

    card: str
    player: str
    to: str
    clauses: Clauses


class Refilled(Tagged, frozen=True, gc=False):
    """Cards came to lie open in the summoning area, in their order."""

    cards: tuple[str, ...]
    clauses: Clauses


class Sovereign(Tagged, frozen=True, gc=False):
    """A player took a sovereign for a gate that was lost."""

    player: str
    card: str
    clauses: Clauses


class Void(Tagged, frozen=True, gc=False):
    """An ability fell away, for it could do nothing."""

    source: str
    ability: str
    clauses: Clauses


class Over(Tagged, frozen=True, gc=False):
    """The game is over."""

    winner: str
    clauses: Clauses


Fact = (
    Fused | Attacked | Defended | Blocked | Defeated | Gate | Destroyed | Over
    | Crystals | Drew | TurnedOver | Summoned | Left | Refilled | Sovereign | Void
)  # fmt: skip  # a list of names reads best as a block
Events = tuple[Fact, ...]


def write(event: Fact) -> dict[str, Any]:
    """The event as a JSON object with `type` and `clauses`."""
    members: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(event))  # as JSON has it: lists, no tuples
    return members
