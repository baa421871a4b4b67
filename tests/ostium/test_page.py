"""The page by which strangers write positions, actions and events: what it shows is so, and its tables are whole."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from ruleproof.conformance import exporting
from ruleproof.conformance.matching import whole
from ruleproof.conformance.ostium import position as shapes
from ruleproof.conformance.ostium.position import form
from ruleproof.conformance.suite import questions
from ruleproof.conformance.values import is_list, is_object
from ruleproof.engine.game import Unreadable
from ruleproof.engine.ostium import announcing, position, reader
from ruleproof.engine.ostium.event import Fact
from ruleproof.engine.ostium.game import GAME

PAGE = (Path(exporting.__file__).parent / "ostium" / "POSITION.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
POSITIONS = [json.loads(block) for block in BLOCKS if '"phase"' in block]
LINES: list[dict[str, Any]] = [
    json.loads(line) for block in BLOCKS if '"phase"' not in block for line in block.splitlines()
]
ACTIONS = [line for line in LINES if "type" in line and "clauses" not in line]
EVENTS = [line for line in LINES if "clauses" in line]
WAITING = [line for line in LINES if "kind" in line]
UNMODELLED = {"eliminated"}  # events of other modes


def table(section: int, heading: str) -> list[list[str]]:
    """The cells of the table below a heading row, line by line."""
    rest = PAGE[PAGE.index(f"\n## {section}. ") :]
    rest = rest[rest.index(f"\n| {heading} |") :]
    rows = rest[1 : rest.index("\n\n")].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows]


def names(cell: str) -> list[str]:
    """What stands in backquotes."""
    return re.findall(r"`([^`]+)`", cell)


@pytest.mark.parametrize("shown", POSITIONS)
def test_every_position_shown_is_loaded_and_comes_back(shown: Any) -> None:
    assert whole(form(shown), form(GAME.dump(GAME.load(shown, "two-player", {})))) is None


def test_the_positions_shown_hold_every_member_but_those_of_single_readings() -> None:
    first = POSITIONS[0]
    cards = [card for row in ("attack", "defense") for seat in "AB" for card in first["players"][seat].get(row, [])]
    shown = {name for card in cards if card for name in card}
    assert {name for one in POSITIONS for name in one} == set(position.POSITION) - {"used"}
    assert set(first["players"]["A"]) == set(position.PLAYER) - {"late"}
    assert set(first["area"]) == set(position.AREA)
    assert set(first["charge"]) == set(position.CHARGE)
    assert shown == set(reader.CREATURE)


def test_the_tables_of_members_are_complete() -> None:
    rows = [name for row in table(2, "member | meaning | default") for name in names(row[0])]
    assert rows == list(position.POSITION)
    found = set(re.findall(r"^\| ((?:`[a-z_]+`(?:, )?)+) \|", PAGE, re.MULTILINE))
    listed = {name for cell in found for name in names(cell)}
    assert {*position.PLAYER, *position.AREA, *reader.CREATURE} <= listed


def lists(shape: Any) -> Iterator[str]:
    """The members of a struct, and of those in it, that hold lists."""
    for member in msgspec.structs.fields(shape):
        if "list[" in str(member.type):
            yield member.encode_name
    for part in PARTS.get(shape, ()):
        yield from lists(part)


PARTS: dict[Any, tuple[Any, ...]] = {
    shapes.Position: (shapes.Player, shapes.Area, shapes.Charge, shapes.Creature),
    shapes.Charge: (shapes.Chain,),
}


def test_of_every_list_it_is_told_whether_its_order_counts() -> None:
    told = [name for row in table(2, "order | lists") for name in names(row[1])]
    assert sorted(told) == sorted({*lists(shapes.Position), "targets", "from"})


ORDERS = {word: names(cell) for word, cell in table(2, "order | lists")}
ABLE = {"kind": "ability", "owner": "A", "source": "x", "ability": "damage"}
HOLDING: dict[str, Any] = {  # two things in each list, in an order of their own
    "players": {
        "A": {name: ["x", "y"] for name in ("hand", "deck", "discard")}
        | {name: ["x", None, "y"] for name in ("attack", "defense")}
        | {"gates": [1, 2, 3], "late": ["A0", "A1"]},
        "B": {
            "attack": [
                {"id": "z", "kind": "warrior"} | {place: ["flame", "shield"] for place in shapes.PLACES},
                None,
                None,
            ]
        },
    },
    "area": {name: ["x", "y"] for name in ("dismissed", "sovereigns", "out_of_play", "warrior_deck", "sovereign_deck")}
    | {"warriors": [["x", None, "y"], [None, None, None]]},
    "charge": {
        "resolved": ["A0", "A1"],
        "chains": [{"gate": 0, "path": ["D0", "A0"]}, {"gate": 1, "path": ["D1", "A1"]}],
    },
    "used": [{"card": "x", "domain": "left"}, {"card": "y", "domain": "left"}],
    "pending": [{**ABLE, "targets": ["x", "y"]}, {**ABLE, "owner": "B"}],
    "pendingChance": {"site": "deck:A", "from": ["x", "y"], "count": 2},
}


def turned(value: Any, name: str) -> Any:
    """The value with each list of that name the other way round."""
    if is_list(value):
        return [turned(one, name) for one in value]
    if not is_object(value):
        return value
    other = {member: held[::-1] if member == name and is_list(held) else held for member, held in value.items()}
    return {member: turned(held, name) for member, held in other.items()}


@pytest.mark.parametrize("name", [name for listed in ORDERS.values() for name in listed])
def test_the_order_of_a_list_counts_as_the_page_says(name: str) -> None:
    other = turned(HOLDING, name)
    assert other != HOLDING
    assert (whole(form(HOLDING), form(other)) is None) is (name in ORDERS["not compared"])


def test_every_kind_that_can_wait_is_shown_and_told() -> None:
    kinds = [kind for row in table(3, "first entry | what it is | who acts | legal") for kind in names(row[0])]
    assert kinds == [line["kind"] for line in WAITING]
    assert set(kinds) == set(position.WAITING) - set(position.OF_SOLO)


def test_every_ability_has_its_row() -> None:
    rows = table(4, "ability | value n | one of | falls away where there is none")
    assert sorted(name for row in rows for name in names(row[0])) == sorted(reader.ABILITIES)


def test_the_table_of_actions_is_that_of_the_reader() -> None:
    listed = [name for row in table(5, "type | members | when") for name in names(row[0])]
    assert set(listed) == {*announcing.READERS, *announcing.LATER}
    assert len(listed) == len(set(listed))
    assert [one["type"] for one in ACTIONS] == [name for name in listed if name not in announcing.LATER]


@pytest.mark.parametrize("action", ACTIONS)
def test_an_action_may_do_without_the_members_that_are_marked_and_no_others(action: dict[str, Any]) -> None:
    assert not isinstance(announcing.read(action), Unreadable)
    row = next(row for row in table(5, "type | members | when") if action["type"] in names(row[0]))
    marked = {name.rstrip("?") for name in names(row[1]) if name.endswith("?")}
    for member in set(action) - {"type"}:
        less = {name: value for name, value in action.items() if name != member}
        assert isinstance(announcing.read(less), Unreadable) is (member not in marked), member


def test_the_table_of_events_has_their_members() -> None:
    told = {names(row[0])[0]: names(row[1]) for row in table(6, "type | members | comes")}
    made = {kind.__struct_config__.tag: kind for kind in get_args(Fact)}
    assert set(told) == {*map(str, made), *UNMODELLED}
    for tag, kind in made.items():
        members = [field.encode_name for field in msgspec.structs.fields(kind) if field.name != "clauses"]
        assert [name for name in told[str(tag)] if name in members] == members


def test_the_events_shown_are_events() -> None:
    for event in EVENTS:
        msgspec.convert(event, Fact)


def test_the_switches_are_those_of_the_questions() -> None:
    rows = [(names(row[0])[0], row[1], tuple(names(row[2]))) for row in table(9, "question | asks | readings")]
    found = {one["id"]: one for one in questions("ostium")}
    assert [(question, asks) for question, asks, _ in rows] == [
        (name, one["asks"]) for name, one in found.items() if name in GAME.readings
    ]
    for question, _, readings in rows:
        assert readings == tuple(one["name"] for one in found[question]["readings"])
        assert readings[0] == found[question]["default"]


def test_every_question_that_is_named_is_one() -> None:
    known = {one["id"] for one in questions("ostium")}
    switches = set(re.findall(r"\(`(ostium\.[a-z]+\.[a-z-]+)`\)", PAGE))
    others = set(re.findall(r"\[`(ostium\.[a-z]+\.[a-z-]+)`\]", PAGE))
    assert switches <= set(GAME.readings)
    assert others <= known - set(GAME.readings)
    assert min(len(switches), len(others)) > 5
