"""A small game for tests of the framework: two seats take 1 to 3 from a heap, who takes the last one wins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from ruleproof.engine.canonical import digest, text
from ruleproof.engine.decision import Allowed, Decision, Illegal, Refused
from ruleproof.engine.game import Outcome, PositionFault, Step, Unreadable


@dataclass(frozen=True)
class Heap:
    """What lies there, who takes next, and how the question of the last one is read."""

    left: int
    seat: str
    misere: bool = False


@dataclass(frozen=True)
class Take:
    """Take so many."""

    number: int


@dataclass(frozen=True)
class Taken:
    """So many were taken."""

    number: int
    clauses: tuple[str, ...] = ("heap.take",)


class HeapGame:
    """The game. `most` is how many may be taken at once."""

    name = "heap"
    modes = ("two",)
    readings: Mapping[str, tuple[str, ...]] = {"heap.last": ("wins", "loses")}
    capabilities: Mapping[str, object] = {}
    most = 3

    def load(self, position: object, mode: str, readings: Mapping[str, str]) -> Heap:
        given = position if isinstance(position, dict) else {}
        left, seat = given.get("left", 0), given.get("seat", "A")
        if not isinstance(left, int) or left < 0:
            raise PositionFault("position-invalid", "left", "a heap holds a whole number, 0 or more")
        return Heap(left, seat, readings.get("heap.last") == "loses")

    def dump(self, state: Heap) -> dict[str, Any]:
        return {"left": state.left, "seat": state.seat}

    def to_move(self, state: Heap) -> tuple[str, ...]:
        return (state.seat,) if state.left else ()

    def actions(self, state: Heap, seat: str) -> Sequence[Take]:
        takes = [Take(number) for number in range(1, self.most + 1)]
        return [take for take in takes if isinstance(self.decide(state, seat, take), Allowed)]

    def complete(self, state: Heap, seat: str) -> bool:
        return True

    def decide(self, state: Heap, seat: str, action: Take) -> Decision:
        if seat == state.seat and 1 <= action.number <= min(self.most, state.left):
            return Allowed(("heap.take",))
        return Refused(("heap.take",), f"{action.number} cannot be taken from {state.left}")

    def apply(self, state: Heap, seat: str, action: Take) -> Step[Heap]:
        decision = self.decide(state, seat, action)
        if isinstance(decision, Refused):
            raise Illegal(decision, self.line(state))
        other = "B" if seat == "A" else "A"
        return Step(Heap(state.left - action.number, other, state.misere), (Taken(action.number),))

    def observe(self, state: Heap, viewer: str) -> dict[str, Any]:
        return self.dump(state)

    def outcome(self, state: Heap) -> Outcome | None:
        if state.left:
            return None
        taker = "B" if state.seat == "A" else "A"
        return Outcome(state.seat if state.misere else taker, ("heap.last",))

    def status(self, state: Heap) -> dict[str, Any]:
        return {"terminal": not state.left, "toAct": list(self.to_move(state)), "phase": "take"}

    def read_action(self, value: object) -> Take | Unreadable:
        if isinstance(value, dict) and isinstance(value.get("number"), int):
            return Take(value["number"])
        return Unreadable("an action takes a number")

    def write_action(self, action: Take) -> dict[str, Any]:
        return {"type": "take", "number": action.number}

    def write_event(self, event: Any) -> dict[str, Any]:
        return {"type": "taken", "number": event.number, "clauses": list(event.clauses)}

    def digest(self, state: Heap) -> str:
        return digest([state.left, state.seat, state.misere])

    def line(self, state: Heap) -> str:
        return text(self.dump(state))

    def read_line(self, line: str) -> Heap:
        return self.load({"left": int(line.split(":")[1].split(",")[0]), "seat": line[-3]}, "two", {})

    def draw(self, state: Heap) -> str:
        return "|" * state.left


@pytest.fixture
def heap() -> HeapGame:
    """The game as it is meant to be."""
    return HeapGame()
