"""The reference is asked about just what differs: an action, a list, or the event with most in common with it."""

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ruleproof.conformance.case import Case
from ruleproof.conformance.messages import Declared, RpcError
from ruleproof.conformance.pointing import points
from ruleproof.conformance.verdict import Line, Verdict

LEGAL = [{"type": "take", "count": 1}, {"type": "pass"}]
DONE = {
    "accepted": True,
    "state": "s2",
    "events": [
        {"type": "left", "card": "x1", "player": "B", "to": "discard", "clauses": ["g.pile.own"]},
        {"type": "gate", "gate": "B.G1", "from": 4, "to": 2, "clauses": ["g.gate.loses"]},
        {"type": "crystals", "player": "A", "change": 2, "clauses": ["g.crystal.gained"]},
    ],
}
REFUSED = {"accepted": False, "state": "s1", "clauses": ["g.take.too-many"]}


class Reference:
    """Answers as the little table above says."""

    declared = Declared(game="g", modes=["two"])

    def begin(self) -> None: ...

    def reset(self) -> None: ...

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        action = params.get("action") or {}
        if method == "explain":
            return {"clauses": [f"g.{action['type']}.decides"]}
        if method == "apply":
            return REFUSED if action["type"] == "grab" else DONE
        return {"state": "s1", "actions": LEGAL}


def pointed(where: str, expected: Any, got: Any, *, step: int = 2, action: str = "take", call: str = "board") -> Any:
    asks: dict[str, Any] = {"call": call, "expect": {"contains": []} if call == "legal" else {}}
    raw: dict[str, Any] = {"id": "g/c/one", "clauses": ["g.named"], "modes": ["two"], "position": {}}
    raw["steps"] = [{"call": "apply", "action": {"type": action}, "expect": {}}, asks]
    case = msgspec.convert(raw, Case)
    line = Line(case.id, Verdict.FAIL, case.clauses, step=step, where=where, expected=expected, got=got)
    return points(Reference(), [case], {case.id: line}).get(case.id)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("where", "expected", "got", "clause"),
    [
        ("players.B.discard", [{"id": "x0"}, {"id": "x1"}], [{"id": "x0"}], "g.pile.own"),
        ("players.B.gates[1]", 2, 3, "g.gate.loses"),
        ("players.A.crystals", 2, 4, "g.crystal.gained"),
    ],
)
def test_a_place_on_the_board_points_at_the_event_that_speaks_of_it(
    where: str, expected: Any, got: Any, clause: str
) -> None:
    assert pointed(where, expected, got) == (clause,)


def test_a_missing_event_points_at_the_clauses_of_the_one_that_the_reference_has() -> None:
    assert pointed("events", {"type": "gate", "from": 4, "to": 2}, [], step=1) == ("g.gate.loses",)


def test_an_action_done_or_refused_points_at_what_decides_about_it() -> None:
    assert pointed("accepted", True, False, step=1) == ("g.take.decides",)
    assert pointed("accepted", False, True, step=1, action="grab") == ("g.take.too-many",)


def test_a_list_points_at_the_actions_missing_and_too_many() -> None:
    got = [{"type": "pass"}, {"type": "grab"}]
    assert pointed("actions", [], got, call="legal") == ("g.take.decides", "g.grab.decides")
    assert pointed("count", 2, 3, call="legal") == ()


def test_what_no_event_speaks_of_points_at_all_that_is_cited_for_the_last_action() -> None:
    assert pointed("phase", "attack", "over") == ("g.take.decides", "g.pile.own", "g.gate.loses", "g.crystal.gained")


def test_what_the_reference_cannot_play_or_has_no_step_points_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    assert pointed("dump", {}, {}, step=0) is None

    def no(*_: Any) -> Any:
        raise RpcError("position-invalid", "no such position")

    monkeypatch.setattr(Reference, "ask", no)
    assert pointed("players.A.crystals", 2, 4) is None


def test_the_reference_of_a_case_is_asked_for_the_readings_of_the_case() -> None:
    asked = SimpleNamespace(params={})

    class Noting(Reference):
        declared = Declared(game="g", modes=["two"], switches={"g.q": ["this"]})

        def ask(self, method: str, params: dict[str, Any]) -> Any:
            if method == "load":
                asked.params = params
            return super().ask(method, params)

    raw: dict[str, Any] = {"id": "g/c/one", "clauses": ["g.n"], "modes": ["two"], "position": {}}
    raw |= {"readings": {"g.q": "this"}, "steps": [{"call": "board", "expect": {}}]}
    case = msgspec.convert(raw, Case)
    points(Noting(), [case], {case.id: Line(case.id, Verdict.FAIL, [], step=1, where="a")})  # type: ignore[arg-type]
    assert asked.params["readings"] == {"g.q": "this"}
