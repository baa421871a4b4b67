"""Serving: the reference answers as PROTOCOL.md says, whatever it is asked."""

import io
import json
from typing import Any

import jsonschema
import msgspec
import pytest

from ruleproof.conformance.messages import METHODS, RpcError, schema
from ruleproof.conformance.serving import Server, serve
from ruleproof.engine.finding import game

POSITION: dict[str, Any] = {
    "phase": "attack",
    "players": {"A": {"attack": [{"id": "a0", "kind": "warrior", "clan": "red", "power": 3}, None, None]}},
}
ATTACK = {"type": "attack", "attacker": "A0"}
LOAD = {"game": "ostium", "mode": "two-player", "position": POSITION}


@pytest.fixture
def server() -> Server:
    made = Server(game("ostium"))
    made.call("hello", {"protocols": [1]})
    return made


def state(server: Server) -> str:
    loaded: str = server.call("load", LOAD)["state"]
    return loaded


def kind_of(server: Server, method: str, params: Any) -> str:
    with pytest.raises(RpcError) as caught:
        server.call(method, params)
    return caught.value.kind


def test_hello_declares_what_the_schema_knows(server: Server) -> None:
    answer = server.call("hello", {"protocols": [1, 2]})
    msgspec.convert(answer, METHODS["hello"][1])
    jsonschema.validate(answer, {**schema(), "$ref": "#/$defs/HelloResult"})
    declared = answer["games"][0]
    assert (declared["game"], declared["modes"], declared["states"]) == ("ostium", ["two-player"], "persistent")
    assert set(declared["optional"]) == {"dump", "explain", "run"}
    assert declared["switches"]["ostium.fusion.ending-is-passing"][0] == "disjoint"


def test_hello_comes_first() -> None:
    assert kind_of(Server(game("ostium")), "load", LOAD) == "invalid-request"


@pytest.mark.parametrize(
    ("method", "params", "kind"),
    [
        ("hello", {"protocols": [2]}, "version-unsupported"),
        ("hello", {}, "invalid-params"),
        ("new", {"game": "ostium", "mode": "two-player", "options": {"card": 1}}, "option-unsupported"),
        ("new", {"game": "chess", "mode": "two-player"}, "game-unsupported"),
        ("load", {**LOAD, "game": "chess"}, "game-unsupported"),
        ("load", {**LOAD, "mode": "twelve-player"}, "option-unsupported"),
        ("load", {**LOAD, "readings": {"ostium.fusion.ending-is-passing": "nonsense"}}, "option-unsupported"),
        ("load", {**LOAD, "readings": {"ostium.no.question": "disjoint"}}, "option-unsupported"),
        ("load", {**LOAD, "position": {"players": {"A": {"gates": [99, 0, 0]}}}}, "position-invalid"),
        ("load", {**LOAD, "position": None}, "position-invalid"),
        ("load", {**LOAD, "position": [1]}, "position-invalid"),
        ("load", {"game": "ostium", "mode": "two-player"}, "invalid-params"),
        ("load", {**LOAD, "want": ["nonsense"]}, "invalid-params"),
        ("load", {**LOAD, "chance": "all"}, "invalid-params"),
        ("load", [1], "invalid-params"),
        ("status", {"state": "s99"}, "unknown-state"),
        ("status", {"state": None}, "invalid-params"),
        ("apply", {"state": "s99", "action": ATTACK}, "unknown-state"),
        ("apply", {"state": "s1"}, "invalid-params"),
        ("perft", {"state": "s1", "depth": 1}, "method-not-found"),
        ("dance", {}, "method-not-found"),
    ],
)
def test_a_question_that_cannot_be_put_has_its_kind(server: Server, method: str, params: Any, kind: str) -> None:
    assert kind_of(server, method, params) == kind


@pytest.mark.parametrize(
    "action",
    [None, 1, "attack", [], [ATTACK], {}, {"type": None}, {"type": "x_absurd"}, {"type": "attack"}, {"type": ["a"]},
     {"type": "attack", "attacker": 7}, {"type": "attack", "attacker": "A9"}, {"type": "fuse", "gate": "x", "path": 1},
     {**ATTACK, "player": "B"}, {**ATTACK, "player": 1}, {**ATTACK, "player": {}}],
)  # fmt: skip
def test_nothing_inside_an_action_is_an_error(server: Server, action: Any) -> None:
    handle = state(server)
    before = server.call("dump", {"state": handle})
    answer = server.call("apply", {"state": handle, "action": action, "want": ["dump"]})
    assert (answer["accepted"], answer["state"], answer["dump"]) == (False, handle, before)


@pytest.mark.parametrize("action", [ATTACK, {**ATTACK, "player": "A"}])
def test_an_action_may_name_its_player(server: Server, action: Any) -> None:
    answer = server.call("apply", {"state": state(server), "action": action})
    assert answer["accepted"] is True
    assert {"type": "gate", "gate": "B.G0", "from": 15, "to": 12}.items() <= answer["events"][-1].items()


def test_a_player_who_is_not_to_act_is_refused(server: Server) -> None:
    answer = server.call("apply", {"state": state(server), "action": ATTACK, "player": "B"})
    assert answer["accepted"] is False
    assert server.call("legal", {"state": state(server), "player": "B"}) == {"actions": [], "complete": True}


def test_old_states_stay_valid(server: Server) -> None:
    handle = state(server)
    server.call("apply", {"state": handle, "action": ATTACK})
    assert server.call("apply", {"state": handle, "action": ATTACK})["accepted"] is True


def test_what_is_wanted_comes_under_its_name_with_that_methods_result(server: Server) -> None:
    want = ["status", "legal", "observe:A", "dump"]
    answer = server.call("load", {**LOAD, "want": want})
    handle = answer["state"]
    for name in ("status", "legal", "dump"):
        assert answer[name] == server.call(name, {"state": handle})
    assert answer["observe:A"] == server.call("observe", {"state": handle, "viewer": "A"})


def test_a_wrong_want_is_an_error_before_anything_happens(server: Server) -> None:
    handle = state(server)
    assert kind_of(server, "apply", {"state": handle, "action": ATTACK, "want": ["dump", "gossip"]}) == "invalid-params"
    assert server.call("load", LOAD)["state"] == "s2"


def test_a_script_of_chance_is_left_over_and_reported(server: Server) -> None:
    loaded = server.call("load", {**LOAD, "chance": [{"site": "deck:A", "outcome": ["x"]}], "want": ["status"]})
    assert loaded["status"]["chanceUsed"] == 0
    done = server.call("apply", {"state": loaded["state"], "action": ATTACK, "want": ["status"]})
    assert done["status"]["chanceUsed"] == 0
    assert "chanceUsed" not in server.call("status", {"state": state(server)})


def test_legal_tells_of_each_action_that_is_named(server: Server) -> None:
    answer = server.call("legal", {"state": state(server), "actions": [ATTACK, {"type": "x_absurd"}, None]})
    assert answer == {"legal": [True, False, False]}


def test_run_takes_a_script_and_prev_is_the_state_returned_last(server: Server) -> None:
    script = [
        {"method": "load", "params": LOAD},
        {"method": "apply", "params": {"state": "$prev", "action": {"type": "x_absurd"}}},
        {"method": "apply", "params": {"state": "$prev", "action": ATTACK}},
        {"method": "dump", "params": {"state": "$prev"}},
        {"method": "status", "params": {"state": "gone"}},
        {"method": "status", "params": {"state": "$prev"}},
    ]
    results = server.call("run", {"script": script})["results"]
    assert [result.get("accepted") for result in results[1:3]] == [False, True]
    assert results[3]["position"]["players"]["B"]["gates"] == [12, 15, 15]
    assert results[4]["error"]["data"]["kind"] == "unknown-state"
    assert len(results) == 5


def test_drop_forgets_states_and_passes_over_unknown_ones(server: Server) -> None:
    one, other = state(server), state(server)
    assert server.call("drop", {"states": [one, "gone", 7]}) == {}
    assert kind_of(server, "status", {"state": one}) == "unknown-state"
    server.call("status", {"state": other})
    assert server.call("drop", {"states": "all"}) == {}
    assert kind_of(server, "status", {"state": other}) == "unknown-state"


def test_explain_says_why_for_what_is_legal_and_what_is_not(server: Server) -> None:
    handle = state(server)
    assert server.call("explain", {"state": handle, "action": ATTACK})["clauses"]
    refused = server.call("explain", {"state": handle, "action": {"type": "end_attack"}})
    assert "ostium.charge.all-attack" in refused["clauses"]
    assert server.call("explain", {"state": handle, "action": None})["text"]


def lines(*requests: bytes) -> list[Any]:
    answers = io.BytesIO()
    serve(game("ostium"), io.BytesIO(b"\n".join(requests) + b"\n"), answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def test_lines_that_are_no_requests_are_answered_and_the_next_one_is_too() -> None:
    hello = b'{"jsonrpc":"2.0","id":7,"method":"hello","params":{"protocols":[1]}}'
    found = lines(b"nonsense", b"[]", b'{"id":5}', b"", b'{"id":6,"method":3}', b"\xff", b"[" * 100_000, hello)
    kinds = [answer.get("error", {}).get("data", {}).get("kind") for answer in found]
    assert kinds == ["parse-error", *["invalid-request"] * 3, "parse-error", "parse-error", None]
    assert [answer["id"] for answer in found] == [None, None, 5, 6, None, None, 7]


def test_it_ends_after_bye() -> None:
    bye = b'{"jsonrpc":"2.0","id":1,"method":"bye"}'
    assert lines(bye, bye) == [{"jsonrpc": "2.0", "id": 1, "result": {}}]


def test_more_states_than_are_kept_are_refused(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ruleproof.conformance.serving.MOST_STATES", 1)
    state(server)
    assert kind_of(server, "load", LOAD) == "limit-exceeded"


def test_an_answer_over_the_limit_of_a_line_is_limit_exceeded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ruleproof.conformance.serving.LINE_LIMIT", 300)
    answer = lines(b'{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocols":[1]}}')[0]
    assert answer["error"]["data"]["kind"] == "limit-exceeded"
