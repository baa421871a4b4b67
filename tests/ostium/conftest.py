"""Positions of Ostium in few words, and playing on from them."""

from collections.abc import Callable
from typing import Any

import pytest

from ruleproof.engine.decision import Refused
from ruleproof.engine.game import Unreadable
from ruleproof.engine.ostium.game import GAME


class Table:
    """A position that is played on. `on` is the seat that acts, by default the first that may."""

    def __init__(self, position: dict[str, Any], **readings: str) -> None:
        named = {question.rsplit(".", 1)[1].replace("-", "_"): question for question in GAME.readings}
        chosen = {named[member]: reading for member, reading in readings.items()}
        self.state: Any = GAME.load(position, "two-player", chosen)
        self.events: list[dict[str, Any]] = []

    def _read(self, kind: str, members: dict[str, Any]) -> tuple[str, Any]:
        seat = members.pop("on", None) or next(iter(GAME.to_move(self.state)), "")
        value = {"type": kind, **{name.rstrip("_"): member for name, member in members.items()}}
        action = GAME.read_action(value)
        assert not isinstance(action, Unreadable), action
        return seat, action

    def do(self, kind: str, **members: Any) -> "Table":
        """Do it; `from_` is written for `from`. `events` are those of this action."""
        seat, action = self._read(kind, members)
        step = GAME.apply(self.state, seat, action)
        self.state, self.events = step.state, [GAME.write_event(event) for event in step.events]
        return self

    def refused(self, kind: str, **members: Any) -> tuple[str, ...]:
        """The clauses that refuse it, all of them."""
        seat, action = self._read(kind, members)
        decision = GAME.decide(self.state, seat, action)
        assert isinstance(decision, Refused), decision
        assert decision.why
        return tuple(clause for reason in decision.reasons() for clause in reason.clauses)

    def offers(self, kind: str, on: str | None = None) -> list[dict[str, Any]]:
        """What may be done of one kind, without its type."""
        seat = on or next(iter(GAME.to_move(self.state)), "")
        written = [GAME.write_action(action) for action in GAME.actions(self.state, seat)]
        return [
            {name: value for name, value in one.items() if name != "type"} for one in written if one["type"] == kind
        ]

    @property
    def now(self) -> dict[str, Any]:
        """The position."""
        return GAME.dump(self.state)

    @property
    def status(self) -> dict[str, Any]:
        """Phase, who may act, what waits."""
        return GAME.status(self.state)

    @property
    def waits(self) -> list[str]:
        """What waits: `B damage x`, for a choice that is no ability `B gift`."""
        told = self.status.get("pending", [])
        return [
            " ".join([one["owner"], one.get("ability", one["kind"]), *([one["source"]] if "source" in one else [])])
            for one in told
        ]

    def player(self, seat: str, member: str, default: Any = None) -> Any:
        """A member of a player; cards by their ids."""
        return named(self.now.get("players", {}).get(seat, {}).get(member, default))

    def area(self, member: str) -> Any:
        """A member of the summoning area; cards by their ids."""
        return named(self.now.get("area", {}).get(member))

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The events of one type, without type and clauses."""
        return [
            {name: value for name, value in event.items() if name not in ("type", "clauses")}
            for event in self.events
            if event["type"] == kind
        ]

    def cited(self) -> set[str]:
        """Every clause that the events name."""
        return {clause for event in self.events for clause in event["clauses"]}


def named(value: Any) -> Any:
    """Cards by their ids, `'` behind a turned one, and everything else as it is."""
    if isinstance(value, dict):
        return value["id"] + ("'" if value.get("rotated") else "") if "id" in value else value
    return [named(each) for each in value] if isinstance(value, list) else value


def card(name: str, *main: str, kind: str = "warrior", **more: Any) -> dict[str, Any]:
    """A creature with a main domain."""
    return {"id": name, "kind": kind, **({"main": list(main)} if main else {}), **more}


@pytest.fixture
def table() -> Callable[..., Table]:
    """A position to play on: `table(position, reading_of_a_question="…")`."""
    return Table


@pytest.fixture
def creature() -> Callable[..., dict[str, Any]]:
    """A creature: `creature("x", "damage", clan="red")`."""
    return card
