"""What answers hang on: each case names the questions, and each way of play those that it rests on beside them."""

from typing import Any

import msgspec
import pytest

from ruleproof.conformance.case import Case
from ruleproof.conformance.reaching import Roads
from ruleproof.conformance.suite import find
from ruleproof.engine.finding import game

SUITE = find("ostium")
CASES = {case.id: case for case in SUITE.cases()}
WAYS = [case for case in CASES.values() if case.reach is not None]
SAMPLE = WAYS[::31]  # all of them: tests/soak/test_ways.py


@pytest.fixture(scope="module")
def roads() -> Roads:
    return Roads(game("ostium"), SUITE)


def test_every_case_gets_its_answers_under_each_reading_of_every_question_that_it_does_not_name(roads: Roads) -> None:
    assert {name: hangs for name, case in CASES.items() if (hangs := roads.hanging(case))} == {}


@pytest.mark.parametrize(
    ("name", "question", "good"),
    [
        ("charge/must-push-goes-on-past-a-stop", "ostium.charge.must-push", ["goes-on"]),
        ("draw/flipped-pile-is-a-closed-deck", "ostium.draw.ability-turns-over", ["every-draw"]),
        ("gates/gate-falls-in-development", "ostium.gates.wave-attacker", ["active-player", "cause"]),
    ],
)
def test_a_case_that_does_not_name_its_question_is_found(
    name: str, question: str, good: list[str], roads: Roads
) -> None:
    case = next(one for one in CASES.values() if one.id.startswith(f"ostium/{name}"))
    unnamed = msgspec.structs.replace(case, readings={q: r for q, r in case.readings.items() if q != question})
    assert roads.hanging(unnamed) == {question: good}


@pytest.mark.parametrize("case", SAMPLE, ids=[case.id for case in SAMPLE])
def test_a_way_says_on_what_it_hangs(case: Case, roads: Roads) -> None:
    assert case.reach is not None
    assert roads.hanging(case, case.reach) == case.reach.readings


def test_many_ways_hang_on_nothing_but_what_their_cases_name() -> None:
    ways: list[Any] = [case.reach for case in WAYS]
    assert sum(not way.readings for way in ways) > 0.4 * len(ways)
