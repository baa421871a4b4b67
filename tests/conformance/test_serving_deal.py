"""A game that is dealt over the protocol: scripted and step by step, and what goes wrong with a script."""

from typing import Any

import pytest

from ruleproof.conformance.messages import RpcError
from ruleproof.conformance.serving import Server
from ruleproof.engine.finding import game


def familiar(name: str, starter: int) -> dict[str, Any]:
    return {"id": name, "kind": "familiar", "clan": "red", "starter": starter, "main": ["arrow>crystal"]}


CARDS = [
    *(familiar(f"a{number}", 1) for number in range(4)),
    *(familiar(f"b{number}", 2) for number in range(6)),
    familiar("c0", 3),
    *({"id": f"w{number}", "kind": "warrior", "cost": 9} for number in range(7)),
    *({"id": f"s{number}", "kind": "sovereign"} for number in range(3)),
    *({"id": f"x{number}", "kind": "primordial", "main": ["double_arrow"], "cost": 2} for number in range(8)),
]
SCRIPT = [
    {"site": "deck:A", "outcome": ["a3", "a2", "a1", "a0"]},
    {"site": "deck:B", "outcome": ["b5", "b4", "b3", "b2", "b1", "b0"]},
    {"site": "sovereigns", "outcome": ["s2", "s1", "s0"]},
    {"site": "warriors", "outcome": ["w6", "w5", "w4", "w3", "w2", "w1", "w0"]},
]


@pytest.fixture
def server() -> Server:
    made = Server(game("ostium"))
    made.call("hello", {"protocols": [1]})
    return made


def new(server: Server, **more: Any) -> dict[str, Any]:
    asked = {"game": "ostium", "mode": "two-player", "options": {"cards": CARDS}, "want": ["status", "dump"], **more}
    return server.call("new", asked)


def ids(cards: list[dict[str, Any]]) -> list[str]:
    return [card["id"] for card in cards]


def test_a_scripted_deal_leads_to_the_first_turn(server: Server) -> None:
    made = new(server, chance=SCRIPT)
    assert made["status"] == {"terminal": False, "toAct": ["A"], "phase": "development", "chanceUsed": 4}
    position = made["dump"]["position"]
    assert ids(position["players"]["A"]["hand"]) == ["a3", "a2", "a1"]
    assert ids(position["players"]["A"]["deck"]) == ["a0"]
    assert ids(position["players"]["B"]["hand"]) == ["b5", "b4", "b3", "b2", "b1"]
    assert [ids(row) for row in position["area"]["warriors"]] == [["w6", "w5", "w4"], ["w3", "w2", "w1"]]
    assert ids(position["area"]["sovereigns"]) == ["s2", "s1"]
    assert (position["area"]["primordials"], position["area"]["primordial_cost"]) == (8, 2)


def test_step_by_step_gives_the_same_game(server: Server) -> None:
    made = new(server)
    for site in SCRIPT:
        assert made["status"]["toAct"] == []
        assert made["status"]["pendingChance"]["site"] == site["site"]
        assert sorted(made["status"]["pendingChance"]["from"]) == sorted(site["outcome"])
        asked = {"state": made["state"], "action": {"type": "chance", **site}, "want": ["status", "dump"]}
        made = server.call("apply", asked)
        assert made["accepted"]
    assert made["dump"] == new(server, chance=SCRIPT)["dump"]


def test_an_outcome_that_does_not_fit_is_refused(server: Server) -> None:
    made = new(server)
    for wrong in ({"site": "deck:B"}, {"outcome": ["a0"]}, {"outcome": ["a0", "a1", "a2", "a2"]}):
        action = {"type": "chance", **SCRIPT[0], **wrong}
        assert server.call("apply", {"state": made["state"], "action": action})["accepted"] is False
    assert server.call("apply", {"state": made["state"], "action": {"type": "end_development"}})["accepted"] is False


@pytest.mark.parametrize(
    ("chance", "kind"),
    [
        ([], "chance-exhausted"),
        (SCRIPT[:3], "chance-exhausted"),
        ([SCRIPT[1]], "chance-invalid"),
        ([7], "chance-invalid"),
    ],
)
def test_a_script_that_does_not_serve_is_an_error(server: Server, chance: list[Any], kind: str) -> None:
    with pytest.raises(RpcError) as found:
        new(server, chance=chance)
    assert found.value.kind == kind


def test_a_reshuffle_takes_the_next_entry_of_the_script(server: Server) -> None:
    again = {"site": "warriors", "outcome": ["w1", "w4"]}
    state = new(server, chance=[*SCRIPT, again])["state"]
    ended = server.call("apply", {"state": state, "action": {"type": "end_development"}, "want": ["status"]})
    assert ended["status"]["pending"] == [{"kind": "fill", "owner": "A", "targets": ["W.0.0", "W.1.0"]}]
    action = {"type": "fill", "slot": "W.1.0"}
    filled = server.call("apply", {"state": ended["state"], "action": action, "want": ["status", "dump"]})
    assert filled["status"]["chanceUsed"] == 5
    rows = filled["dump"]["position"]["area"]["warriors"]
    assert [ids(row) for row in rows] == [["w1", "w6", "w5"], ["w0", "w3", "w2"]]
    assert [event["cards"] for event in filled["events"]] == [["w0"], ["w1"]]
    short = new(server, chance=SCRIPT)["state"]
    ended = server.call("apply", {"state": short, "action": {"type": "end_development"}})
    with pytest.raises(RpcError) as found:
        server.call("apply", {"state": ended["state"], "action": action})
    assert found.value.kind == "chance-exhausted"
    assert server.call("status", {"state": ended["state"]})["chanceUsed"] == 4


def test_options_and_cards_that_nobody_knows_are_answered(server: Server) -> None:
    wrong: list[dict[str, Any]] = [{"card": []}, {"cards": "nowhere"}, {"cards": 1}]
    for options in wrong:
        with pytest.raises(RpcError) as found:
            new(server, options=options)
        assert found.value.kind == "option-unsupported"
    with pytest.raises(RpcError) as found:
        new(server, options={"cards": [{"id": "a", "kind": "warrior"}, {"id": "a", "kind": "warrior"}]})
    assert found.value.kind == "position-invalid"


def test_without_options_the_set_that_is_written_down_is_dealt(server: Server) -> None:
    asked = {"game": "ostium", "mode": "two-player", "want": ["status"]}
    assert len(server.call("new", asked)["status"]["pendingChance"]["from"]) == 10
