"""What POSITION.md leaves free is neither tried nor compared, and nothing else is left alone."""

from typing import Any

import pytest

from ruleproof.conformance.freedom import Freedom, freedom
from ruleproof.conformance.ostium import freedom as free

Json = dict[str, Any]


def red(name: str, **more: Any) -> Json:
    return {"id": name, "kind": "warrior", "clan": "red", **more}


def waits(ability: str, targets: Any = None, *, optional: bool = False, owner: str = "A") -> Json:
    told = {"kind": "ability", "owner": owner, "source": "x", "domain": "main", "ability": ability, "value": 1}
    return {**told, "targets": targets, "optional": optional}


FACED: Json = {
    "phase": "attack",
    "players": {"A": {"attack": [red("a"), None, None]}, "B": {"attack": [red("b"), None, None]}},
}
GATES: Json = {"players": {"A": {"gates": [15, 9, 0]}}, "pending": [waits("repair", ["A.G0", "A.G1"])]}
GIFT: Json = {"phase": "gift", "pending": [{"kind": "gift", "owner": "A"}]}
BLADES: Json = {
    "players": {"B": {"defense": [red("b"), None, None]}},
    "pending": [waits("clan_removal", ["red", "blue"])],
}


@pytest.mark.parametrize(
    ("position", "action", "asked"),
    [
        (FACED, {"type": "attack", "attacker": "A0", "first": "pass"}, True),
        (FACED, {"type": "attack", "attacker": "A1", "first": "pass"}, False),
        (FACED, {"type": "attack", "attacker": "A1", "first": "attack_row"}, True),
        ({**FACED, "active": "B"}, {"type": "attack", "attacker": "A0", "first": "pass"}, True),
        (FACED, {"type": "discard", "card": "h"}, True),
        (GIFT, {"type": "discard", "card": "h"}, False),
        (GIFT, {"type": "take_sovereign", "card": "s"}, True),
        (GATES, {"type": "use", "ability": "repair", "target": "A.G0"}, False),
        (GATES, {"type": "use", "ability": "repair", "target": "A.G1"}, True),
        (GATES, {"type": "use", "ability": "damage", "target": "B.G0"}, True),
        (BLADES, {"type": "use", "ability": "clan_removal", "target": "red"}, True),
        (BLADES, {"type": "use", "ability": "clan_removal", "target": "blue"}, False),
        (BLADES, {"type": "use", "ability": "clan_removal"}, False),  # one clan is there: it fits alone, or five do
        ({}, {"type": "use", "ability": "clan_removal"}, False),
        ({"pending": [waits("draw")]}, {"type": "use", "ability": "draw"}, False),
        (
            {"pending": [waits("draw")], "players": {"A": {"deck": [red("d")]}}},
            {"type": "use", "ability": "draw"},
            True,
        ),
        (FACED, None, True),
    ],
)
def test_an_action_is_tried_where_the_page_says_if_it_is_legal(position: Json, action: Any, asked: bool) -> None:
    assert free.asked(position, action) is asked


DESTROYED = {"type": "destroyed", "gate": "B.G0"}
LOST = {"type": "crystals", "player": "B", "change": -1}
ORDERS = [
    {"kind": "order", "owner": "A", "targets": ["a", "b"]},
    {"kind": "order", "owner": "B", "targets": ["c", "d"]},
]


@pytest.mark.parametrize(
    ("events", "after", "settled"),
    [
        ([DESTROYED], {}, True),
        ([DESTROYED, {**DESTROYED, "gate": "B.G1"}], {}, False),
        ([{"type": "void", "source": "x", "ability": "draw"}], {}, False),
        ([{"type": "void", "source": "x", "ability": "remove"}], {}, True),
        ([{**LOST, "player": "A"}], {}, True),
        ([LOST], {}, False),
        ([{**LOST, "change": 1}], {}, True),
        ([], {"pending": ORDERS[:1]}, True),
        ([], {"pending": ORDERS}, False),
        ([], GATES, False),  # it is compulsory, and but one gate can be raised: it may happen by itself
        ([], {**GATES, "pending": [waits("repair", ["A.G0", "A.G1"], optional=True)]}, True),
        ([], {**GATES, "pending": [waits("repair", ["A.G0"], optional=True)]}, False),
        ([], BLADES, False),
        ([], {**BLADES, "pending": [waits("clan_removal", ["red"], optional=True)]}, True),
    ],
)
def test_a_step_is_compared_where_the_page_says_what_becomes_of_it(
    events: list[Json], after: Json, settled: bool
) -> None:
    assert free.settled({"active": "A"}, {"type": "use"}, events, after) is settled


def test_icons_stand_only_where_the_page_says_what_they_do() -> None:
    card = red(
        "a", main=["double_arrow", "area"], left=["double_arrow", "damage"], right=["area"], skull=["arrow>area"]
    )
    kept = free.playable({"players": {"A": {"attack": [card, None, None]}}})
    assert kept["players"]["A"]["attack"] == [
        {**card, "left": ["damage"], "right": [], "skull": []},
        None,
        None,
    ]


def test_crystals_and_warriors_of_a_step_are_the_same_in_one_event_and_in_several() -> None:
    after = {"area": {"sovereigns": [red("s")]}}
    several: list[Json] = [
        {"type": "crystals", "player": "A", "change": 1},
        {"type": "refilled", "cards": ["w1"]},
        {"type": "crystals", "player": "A", "change": 2},
        {"type": "refilled", "cards": ["s", "w2"]},
        {"type": "drew", "player": "A", "count": 1},
    ]
    at_once: list[Json] = [
        {"type": "drew", "player": "A", "count": 1},
        {"type": "refilled", "cards": ["w1", "w2"]},
        {"type": "crystals", "player": "A", "change": 3},
    ]
    told = free.events(several, after)
    assert told == free.events(at_once, after)
    assert [event["type"] for event in told] == ["drew", "crystals", "refilled"]
    assert told != free.events(at_once[1:], after)


def test_targets_that_may_be_left_out_are_left_out_of_both_forms() -> None:
    (repair,) = free.standing(GATES)["pending"]
    assert repair["targets"] == ["A.G1"]
    (blades,) = free.standing(BLADES)["pending"]
    assert blades["targets"] == ["red"]
    damage = {**GATES, "pending": [waits("damage", ["B.G0"])]}
    assert free.standing(damage) == damage


def test_a_game_without_a_page_of_its_own_leaves_nothing_free() -> None:
    assert freedom("no-such-game") == Freedom()
    assert freedom("ostium") is free.FREEDOM
