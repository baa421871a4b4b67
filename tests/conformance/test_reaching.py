"""Reaching: which of several ways is kept, what is written, and what a way that leads elsewhere is told."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from ruleproof.conformance import commands
from ruleproof.conformance.case import Case
from ruleproof.conformance.reach import Drawn, Reach
from ruleproof.conformance.reaching import (
    ARTIFICIAL,
    EXACTLY,
    NO_WAY,
    NOT_FOUND,
    STEPS_ANSWER_CHANCE,
    WITH_MORE,
    Astray,
    Found,
    Roads,
    Script,
    as_written,
    find,
    written,
)
from ruleproof.conformance.suite import Suite, form
from ruleproof.conformance.ways import mark
from ruleproof.engine.finding import game

Json = dict[str, Any]
A0: Json = {"id": "a0", "kind": "warrior", "clan": "red", "power": 3}
POSITION: Json = {"phase": "attack", "players": {"A": {"attack": [A0, None, None]}}}
SUMMON = ("", {"type": "summon", "card": "a0", "from": "warriors", "slot": "A0"})
END = ("", {"type": "end_development"})
STRAIGHT = Script({"cards": [A0]}, [], [SUMMON, END])
TWO = Script({"cards": [A0, {"id": "s1", "kind": "sovereign"}]}, [], [SUMMON, END])
NOWHERE = Script({"cards": [A0]}, [], [END])


def case(**more: Any) -> Case:
    """A creature alone attacks, and the gate takes its three."""
    attack = {"call": "apply", "action": {"type": "attack", "attacker": "A0"}, "expect": {"accepted": True}}
    board = {"call": "board", "expect": {"players": {"B": {"gates": [12, 15, 15]}}}}
    base = {"id": "ostium/charge/alone", "clauses": ["ostium.charge.gate-direct"], "modes": ["two-player"]}
    return msgspec.convert({**base, "position": POSITION, "steps": [attack, board], **more}, Case)


class Plans:
    """A planner that says what it was told to say."""

    def __init__(self, *scripts: Script, reason: str = "", lack: str = "") -> None:
        self.said, self.reason, self.lack = scripts, reason, lack

    def scripts(self, case: Case) -> Iterator[Script]:
        yield from self.said

    def careful(self, case: Case) -> Iterator[Script]:
        yield from ()

    def missing(self, position: Json, reached: Json) -> str:
        return self.lack

    def unreachable(self, case: Case) -> str:
        return self.reason


@pytest.fixture
def roads() -> Roads:
    return Roads(game("ostium"), Suite("ostium", ()))


def test_a_way_tells_what_each_action_rests_on_and_leads_to(roads: Roads) -> None:
    found = find(case(), roads, Plans(STRAIGHT))
    assert found.kind == EXACTLY
    assert found.reach is not None
    assert [(ply.action, ply.phase, ply.to_act, ply.player) for ply in found.reach.actions] == [
        (SUMMON[1], "development", ["A"], None),
        (END[1], "attack", ["A"], None),
    ]
    assert found.reach.actions[1].clauses == ["ostium.turn.end-when-one-likes", "ostium.turn.two-phases"]
    assert found.reach.position is None


def test_a_position_that_holds_more_is_written_beside_its_way(roads: Roads) -> None:
    found = find(case(), roads, Plans(TWO))
    assert found.kind == WITH_MORE
    assert found.reach is not None
    assert found.reach.position is not None
    assert [card["id"] for card in found.reach.position["area"]["sovereigns"]] == ["s1"]


def test_the_first_way_is_kept_behind_which_the_case_gets_its_answers(roads: Roads) -> None:
    found = find(case(), roads, Plans(NOWHERE, TWO, STRAIGHT))
    assert (found.kind, found.reach and found.reach.options) == (WITH_MORE, TWO.options)


@pytest.mark.parametrize(
    ("plans", "kind", "why"),
    [
        (Plans(), NOT_FOUND, NO_WAY),
        (Plans(NOWHERE), NOT_FOUND, f"{NO_WAY}; where the last one leads, step 1: accepted is otherwise"),
        (Plans(STRAIGHT, lack="A's hand"), NOT_FOUND, f"{NO_WAY}; where the last one leads, A's hand is otherwise"),
        (Plans(STRAIGHT, reason="gates do not fall upwards"), ARTIFICIAL, "gates do not fall upwards"),
    ],
)
def test_a_case_without_a_way_says_why(roads: Roads, plans: Plans, kind: str, why: str) -> None:
    assert find(case(), roads, plans) == Found("ostium/charge/alone", kind, None, why)


def test_a_case_whose_steps_answer_chance_is_not_led_there_by_a_script(roads: Roads) -> None:
    chance: Json = {"call": "apply", "action": {"type": "chance", "site": "warriors", "outcome": []}, "expect": {}}
    assert find(case(steps=[chance]), roads, Plans(STRAIGHT)).why == STEPS_ANSWER_CHANCE


def way(roads: Roads) -> Reach:
    return roads.walk(case(), TWO)


def test_a_way_that_is_walked_again_is_as_it_was(roads: Roads) -> None:
    roads.again(case(), way(roads))


def ply(reach: Reach, number: int, **other: Any) -> Reach:
    """The way with one action told otherwise."""
    plies = list(reach.actions)
    plies[number] = msgspec.structs.replace(plies[number], **other)
    return msgspec.structs.replace(reach, actions=plies)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"clauses": ["ostium.turn.two-phases"]}, "action 2 tells otherwise"),
        ({"phase": "refill"}, "action 2 tells otherwise"),
        ({"to_act": ["B"]}, "action 2 tells otherwise"),
        ({"action": {"type": "end_attack"}}, "action 2 is refused"),
    ],
)
def test_a_way_that_tells_otherwise_is_astray_at_its_action(roads: Roads, change: Json, says: str) -> None:
    with pytest.raises(Astray, match=says):
        roads.again(case(), ply(way(roads), 1, **change))


def test_a_way_to_another_position_or_with_too_much_chance_is_astray(roads: Roads) -> None:
    with pytest.raises(Astray, match="it ends elsewhere"):
        roads.again(case(), msgspec.structs.replace(way(roads), position={}))
    more = msgspec.structs.replace(way(roads), chance=[Drawn("warriors", ["a0"])])
    with pytest.raises(Astray, match="chance"):
        roads.again(case(), more)


def test_a_way_behind_which_an_answer_is_another_is_astray(roads: Roads) -> None:
    board = {"call": "board", "expect": {"players": {"B": {"gates": [11, 15, 15]}}}}
    asks = msgspec.structs.replace(case(), steps=case(steps=[board]).steps)
    with pytest.raises(Astray, match=r"11 is 15"):
        roads.again(asks, way(roads))


# what is written


def file(tmp_path: Path, **more: Any) -> Path:
    one: Json = {
        "id": "ostium/charge/alone",
        "catches": "none",
        "position": POSITION,
        "reach": None,
        "steps": [],
        **more,
    }
    path = tmp_path / "charge.json"
    path.write_text(json.dumps({"cases": [one, {**one, "id": "ostium/charge/other"}]}), encoding="utf-8")
    return path


def test_a_way_stands_behind_the_position_with_what_each_action_leads_to(tmp_path: Path, roads: Roads) -> None:
    reach = way(roads)
    text = written(file(tmp_path), {"ostium/charge/alone": Found("ostium/charge/alone", WITH_MORE, reach)})
    one, other = json.loads(text)["cases"]
    assert list(one) == ["id", "catches", "position", "reach", "steps"]
    assert msgspec.convert(one["reach"], Reach) == reach
    assert other["reach"] is None
    first = one["reach"]["actions"][0]
    assert first["mark"] == mark(form("ostium"), behind_the_first(roads, reach))
    last = next(ply for ply in one["reach"]["actions"] if ply["action"] == {"type": "end_development"})
    clauses = ["ostium.turn.end-when-one-likes", "ostium.turn.two-phases"]
    assert (last["clauses"][:2], last["phase"], last["toAct"]) == (clauses, "attack", ["A"])


def behind_the_first(roads: Roads, reach: Reach) -> Json:
    """The position behind the first action of a way, as the reference plays it."""
    new = {"game": "ostium", "mode": "two-player", "options": reach.options, "readings": {}}
    chance = [{"site": one.site, "outcome": one.outcome} for one in reach.chance]
    state = roads.server.call("new", {**new, "chance": chance})["state"]
    asked = {"state": state, "action": reach.actions[0].action, "want": ["dump"]}
    position: Json = roads.server.call("apply", asked)["dump"]["position"]
    return position


@pytest.mark.parametrize(
    ("tags", "kind", "after"),
    [
        ([], ARTIFICIAL, ["artificial"]),
        (["determined"], ARTIFICIAL, ["determined", "artificial"]),
        (["artificial"], NOT_FOUND, None),
        (["artificial", "determined"], EXACTLY, ["determined"]),
        ([], NOT_FOUND, None),
    ],
)
def test_the_tag_says_that_no_play_leads_there(
    tmp_path: Path, roads: Roads, tags: list[str], kind: str, after: list[str] | None
) -> None:
    found = Found("ostium/charge/alone", kind, way(roads) if kind == EXACTLY else None)
    one = json.loads(written(file(tmp_path, tags=tags), {found.id: found}))["cases"][0]
    assert one.get("tags") == after
    assert list(one)[:3] == (["id", "catches", "tags"] if after else ["id", "catches", "position"])
    again = case(tags=one.get("tags", []), reach=one["reach"])
    assert as_written(again, found)
    assert not as_written(again, Found(found.id, ARTIFICIAL if kind != ARTIFICIAL else EXACTLY, way(roads)))


# the command


def suite(tmp_path: Path) -> Path:
    told = {"since": "0.1.0", "origin": "written", "why": "it attacks", "catches": "it does not"}
    one = msgspec.to_builtins(case()) | told
    impossible = {**one, "id": "ostium/charge/rich", "position": {**POSITION, "players": {"B": {"crystals": 2}}}}
    chapter = {"interpretation": 1, "game": "ostium", "chapter": "charge", "cases": [one, impossible]}
    (tmp_path / "charge.json").write_text(json.dumps(chapter), encoding="utf-8")
    return tmp_path


def test_the_command_counts_compares_and_writes(tmp_path: Path) -> None:
    where = ["ostium", "--suite", str(suite(tmp_path))]
    run = CliRunner().invoke(commands.suite, ["reach", *where])
    assert run.exit_code == 1
    assert "exactly                     1\nwith more on the table      0\nartificial                  1\n" in run.output
    assert "artificial: ostium/charge/rich\n    crystals are lost when the turn ends" in run.output
    assert "another way is written down, or none: ostium/charge/alone" in run.output

    assert CliRunner().invoke(commands.suite, ["reach", *where, "--write"]).exit_code == 0
    one, rich = json.loads((tmp_path / "charge.json").read_text(encoding="utf-8"))["cases"]
    assert (rich["reach"], rich["tags"]) == (None, ["artificial"])
    assert [ply["action"]["type"] for ply in one["reach"]["actions"]] == ["summon", "end_development"]

    run = CliRunner().invoke(commands.suite, ["reach", *where, "--format", "json"])
    assert run.exit_code == 0
    assert [(row["id"], row["kind"], row["written"]) for row in json.loads(run.output)] == [
        ("ostium/charge/alone", "exactly", True),
        ("ostium/charge/rich", "artificial", True),
    ]


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["ostium", "--case", "ostium/charge/nobody-there"], 2, "No case fits"),
        (["chess"], 2, "no game 'chess'"),
    ],
)
def test_the_command_refuses_what_it_cannot_do(words: list[str], code: int, says: str) -> None:
    run = CliRunner().invoke(commands.suite, ["reach", *words])
    assert (run.exit_code, says in run.output) == (code, True)


def nobody(game: str) -> None:
    return None


def test_the_command_says_where_a_game_has_nobody_who_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ruleproof.conformance.reaching.planner", nobody)
    run = CliRunner().invoke(commands.suite, ["reach", "ostium"])
    assert (run.exit_code, "conformance/ostium/reach.py" in run.output) == (3, True)
