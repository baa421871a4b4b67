"""The facts that a step makes true, and the JSON they are written in. What makes them true is told by their clauses."""

from typing import Any, cast

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


class Over(Tagged, frozen=True, gc=False):
    """The game is over."""

    winner: str
    clauses: Clauses


Fact = Fused | Attacked | Defended | Blocked | Defeated | Gate | Destroyed | Over
Events = tuple[Fact, ...]


def write(event: Fact) -> dict[str, Any]:
    """The event as a JSON object with `type` and `clauses`."""
    members: dict[str, Any] = msgspec.to_builtins(event)
    return {name: list(cast(Clauses, value)) if isinstance(value, tuple) else value for name, value in members.items()}
