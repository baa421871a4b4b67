"""Ways of play to the positions of cases: all that are written down hold, and how plain positions are reached."""

from collections import Counter
from typing import Any

import msgspec
import pytest

from ruleproof.conformance.case import Case
from ruleproof.conformance.ostium import reach
from ruleproof.conformance.ostium.course import Stuck
from ruleproof.conformance.ostium.errands import Names, Use, layers
from ruleproof.conformance.ostium.falls import fates
from ruleproof.conformance.ostium.market import Demand
from ruleproof.conformance.ostium.wanted import wanted
from ruleproof.conformance.reaching import Roads, find
from ruleproof.conformance.suite import find as find_suite
from ruleproof.engine.finding import game

Json = dict[str, Any]
SUITE = find_suite("ostium")
CASES = list(SUITE.cases())
SAMPLE = CASES[::31]


@pytest.fixture(scope="module")
def roads() -> Roads:
    return Roads(game("ostium"), SUITE)


def test_every_way_holds_and_the_case_gets_its_answers_behind_it(roads: Roads) -> None:
    for case in CASES:
        if case.reach is not None:
            roads.again(case, case.reach)


def test_play_reaches_nearly_all_cases_that_it_can_reach_in_every_chapter() -> None:
    possible = [case for case in CASES if "artificial" not in case.tags]
    assert sum(case.reach is not None for case in possible) > 0.97 * len(possible)
    without = Counter(case.chapter for case in possible if case.reach is None)
    there = Counter(case.chapter for case in possible)
    assert {chapter for chapter in there if without[chapter] > 0.2 * there[chapter]} == set()


def test_what_is_called_artificial_has_a_reason_and_what_play_reaches_has_none() -> None:
    for case in CASES:
        assert bool(reach.unreachable(case)) == ("artificial" in case.tags), case.id


@pytest.mark.parametrize("case", SAMPLE, ids=[case.id for case in SAMPLE])
def test_a_way_that_is_written_down_is_kept_and_one_is_found_where_none_is(case: Case, roads: Roads) -> None:
    assert find(case, roads, reach).reach == case.reach
    anew = find(msgspec.structs.replace(case, reach=None), roads, reach)
    assert (anew.reach is None) is (case.reach is None)


@pytest.mark.parametrize("name", ["ostium/charge/flask-counts-both-boards", "ostium/abilities/draw-may-be-left"])
def test_a_longer_way_hangs_on_less(name: str, roads: Roads) -> None:
    one = msgspec.structs.replace(next(case for case in CASES if case.id == name), reach=None)
    first, freer = find(one, roads, reach).reach, find(one, roads, reach, freer=True).reach
    assert first is not None
    assert freer is not None
    assert first.readings
    assert freer.readings == {}


# plain positions


def creature(name: str, power: int = 3, **more: Any) -> Json:
    return {"id": name, "kind": "warrior", "clan": "red", "power": power, **more}


def case(position: Json, **more: Any) -> Case:
    status = {"call": "status", "expect": {"phase": position.get("phase", "development")}}
    base = {"id": "ostium/charge/plain", "clauses": ["ostium.charge.gate-direct"], "modes": ["two-player"]}
    return msgspec.convert({**base, "position": position, "steps": [status], **more}, Case)


def told(actions: list[tuple[str, Json]]) -> list[str]:
    """Each action in a word or two."""
    return [" ".join(str(value) for value in action.values()) for _, action in actions]


PLAIN: list[tuple[Json, list[str]]] = [
    ({"players": {}}, []),
    (
        {"phase": "attack", "players": {"A": {"attack": [None, creature("a1"), None]}}},
        ["summon a1 warriors A1", "end_development"],
    ),
    (
        {"players": {"A": {"hand": [{"id": "h1", "kind": "familiar"}], "crystals": 2}}},
        ["discard z1", "use z1 out_of_play z1"],
    ),
    (
        {"players": {"B": {"gates": [9, 15, 15]}}},
        ["discard z1", "use z1 out_of_play z1", "use z1 damage B.G0"],
    ),
    (
        {"active": "B", "players": {"A": {"attack": [creature("a0", 0), None, None]}}},
        ["summon a0 warriors A0", "end_development", "attack A0", "end_attack"],
    ),
    (
        {
            "phase": "attack",
            "players": {
                "A": {"attack": [creature("a0"), None, None]},
                "B": {"attack": [creature("b0", rotated=True), None, None]},
            },
            "charge": {"resolved": ["A0"]},
        },
        [
            "end_development",
            "end_attack",
            "summon b0 warriors A0",
            "end_development",
            "attack A0",
            "end_attack",
            "discard z1",
            "use z1 out_of_play z1",
            "use z1 repair A.G0",
            "summon a0 warriors A0",
            "end_development",
            "attack A0 attack_row",
        ],
    ),
]


@pytest.mark.parametrize(("position", "actions"), PLAIN)
def test_a_plain_position_is_reached_by_plain_play(position: Json, actions: list[str]) -> None:
    assert told(next(reach.scripts(case(position))).actions) == actions


def test_a_warrior_gets_to_the_hand_through_the_pile() -> None:
    actions = told(next(reach.scripts(case({"players": {"A": {"hand": [creature("h1")]}}}))).actions)
    assert actions == [
        "discard z2",
        "use z2 out_of_play z2",
        "summon h1 warriors D2",
        "recall h1",
        "discard z1",
        "use z1 out_of_play z1",
        "use z1 draw",
    ]


@pytest.mark.parametrize(
    ("position", "readings", "says"),
    [
        ({"players": {"B": {"crystals": 1}}}, {}, "crystals are lost"),
        ({"players": {"B": {"crystals": 1}}}, {"ostium.collect.development-skulls": "at-once"}, ""),
        ({"active": "B", "players": {"B": {"crystals": 1}}}, {}, ""),
        ({"players": {"A": {"gates": [0, 15, 15], "gate_lost": True}}}, {}, "nothing fells a gate"),
        ({"players": {"B": {"gates": [0, 15, 15], "gate_lost": True}}}, {}, ""),
        ({"players": {"B": {"hand": [], "deck": [creature("k1")]}}}, {}, "drawn up to five"),
        ({"players": {"B": {"deck": [creature("k1")]}}}, {}, ""),
        ({"players": {"A": {"hand": [], "deck": [creature("k1")]}}}, {}, ""),
        ({"players": {"A": {"attack": [creature("a0", rotated=True), None, None]}}}, {}, "all of B stand"),
        ({"players": {"B": {"attack": [creature("b0", rotated=True), None, None]}}}, {}, "nobody has attacked there"),
        (
            {
                "phase": "attack",
                "players": {"B": {"attack": [creature("b0", rotated=True), None, None]}},
                "charge": {"resolved": ["A0"]},
            },
            {},
            "",
        ),
        ({"players": {"A": {"hand": [{"id": "p1", "kind": "primordial", "power": 1}]}}}, {}, "all alike"),
        ({"players": {"A": {"opening_drawn": False}}}, {}, "first hands"),
        ({"phase": "setup", "players": {"A": {"opening_drawn": False}}}, {}, ""),
        ({"players": {"A": {"hand": [creature(f"h{n}") for n in range(6)]}}}, {}, ""),
        (
            {"players": {"A": {"hand": [creature(f"h{n}") for n in range(6)]}}},
            {"ostium.draw.hand-limit": "ability-too"},
            "only a Sovereign",
        ),
    ],
)
def test_no_play_leads_where_a_turn_cannot_leave_things(position: Json, readings: Json, says: str) -> None:
    reason = reach.unreachable(case(position, readings=readings))
    assert (says in reason) if says else reason == ""


@pytest.mark.parametrize(
    ("reached", "lack"),
    [
        ({"players": {"A": {"attack": [creature("a0"), None, None], "hand": [creature("h1"), creature("h2")]}}}, ""),
        ({"players": {"A": {"attack": [creature("a0"), None, None]}}}, "A's hand"),
        ({"players": {"A": {"hand": [creature("h1")]}}}, "A's attack"),
        (
            {"players": {"A": {"attack": [creature("a0"), creature("a1"), None], "hand": [creature("h1")]}}},
            "A's attack",
        ),
        (
            {"players": {"A": {"attack": [creature("a0", rotated=True), None, None], "hand": [creature("h1")]}}},
            "A's attack",
        ),
        (
            {
                "players": {
                    "A": {"attack": [creature("a0"), None, None], "hand": [creature("h1")]},
                    "B": {"gates": [1, 15, 15]},
                }
            },
            "B's gates",
        ),
        ({"active": "B"}, "the phase"),
    ],
)
def test_more_may_lie_in_hands_and_piles_but_nothing_else_on_boards(reached: Json, lack: str) -> None:
    position = {"players": {"A": {"attack": [creature("a0"), None, None], "hand": [creature("h1")]}}}
    assert reach.missing(position, reached) == lack


# the parts of a plan


def task(position: Json) -> Any:
    return wanted(position, {}, [])


@pytest.mark.parametrize(
    ("mine", "other", "charge", "expected"),
    [
        ({}, {"gates": [0, 15, 15]}, {}, ["earlier", "stands", "stands"]),
        ({}, {"gates": [0, 15, 15], "gate_lost": True}, {}, ["now", "stands", "stands"]),
        ({}, {"gates": [0, 15, 15], "attack": [creature("b0"), None, None]}, {}, ["earlier", "stands", "stands"]),
        (
            {},
            {"gates": [0, 15, 15], "attack": [creature("b0", rotated=True), None, None]},
            {},
            ["now", "stands", "stands"],
        ),
        (
            {"attack": [creature("a0", rotated=True), None, None]},
            {"gates": [0, 15, 15]},
            {"resolved": ["A0"]},
            ["attacked", "stands", "stands"],
        ),
        (
            {"attack": [None, creature("a1", rotated=True), None]},
            {"gates": [0, 15, 15]},
            {},
            ["now", "stands", "stands"],
        ),
    ],
)
def test_what_lies_around_a_gate_tells_when_it_fell(mine: Json, other: Json, charge: Json, expected: list[str]) -> None:
    position = {"phase": "attack", "players": {"A": mine, "B": other}, "charge": charge}
    assert fates(task(position), now=False) == expected


@pytest.mark.parametrize(
    ("uses", "cards"),
    [
        ([], 0),
        ([Use("damage", 6), Use("damage", 6), Use("draw", 2)], 1),
        ([Use("damage", 6), Use("damage", 5)], 2),
        ([Use("damage", 6), Use("repair", 5), Use("repair", 4), Use("damage", 5)], 2),
        ([Use("damage", 6), Use("damage", 5), Use("damage", 4)], 3),
    ],
)
def test_no_card_has_an_ability_with_two_values(uses: list[Use], cards: int) -> None:
    assert len(layers(uses)) == cards


def demand(last: int, due: dict[str, int], rows: Any = None, deck: Any = (), dismissed: Any = None) -> Demand:
    cards = [creature(name) for name in due]
    return Demand(Names(()), last, due, cards, rows, list(deck), dismissed, {})


def ids(cards: list[Json]) -> list[str]:
    return [card["id"] for card in cards]


def test_who_is_bought_later_lies_further_to_the_left() -> None:
    assert ids(demand(3, {"one": 2, "two": 3}).market().order) == ["two", "one"]


def test_a_space_that_has_to_be_empty_is_bought_free() -> None:
    rows = [[creature("w1"), None, creature("w3")], [None, None, None]]
    market = demand(1, {}, rows).market()
    assert ids(market.order) == ["w1", "z1", "w3"]
    assert {turn: ids(cards) for turn, cards in market.bought.items()} == {1: ["z1"]}


def test_full_rows_come_from_rows_one_step_further_to_the_left() -> None:
    rows = [[creature(f"w{3 * row + column}") for column in range(3)] for row in range(2)]
    market = demand(2, {}, rows, [creature("x1")], []).market()
    assert ids(market.order) == ["w1", "w2", "z1", "w4", "w5", "z2", "w0", "w3", "x1"]
    assert {turn: ids(cards) for turn, cards in market.bought.items()} == {1: ["z1", "z2"]}


def test_more_cards_are_dismissed_than_turns_allow() -> None:
    with pytest.raises(Stuck):
        demand(1, {}, None, [creature("x1")], [creature("y1")]).market()
