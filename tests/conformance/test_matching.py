"""Matching: parts, lists, multisets, events in order, lists of actions."""

from typing import Any

import msgspec
import pytest

from ruleproof.conformance.case import ApplyExpected, LegalExpected, Occurring
from ruleproof.conformance.matching import Bag, accepted, counted, events, legal, part, partly, same, whole

GATE, OVER, HIT = {"type": "gate", "to": 3, "clauses": ["c"]}, {"type": "over"}, {"type": "hit", "at": {"x": 1}}


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        (1, 1, True),
        (1, True, False),
        (0, False, False),
        (1, 1.0, False),
        ("1", 1, False),
        (None, None, True),
        (None, 0, False),
        ({"a": 1, "b": [2]}, {"b": [2], "a": 1}, True),
        ([1, 2], [2, 1], False),
        ([True], [1], False),
    ],
)
def test_values_are_the_same_only_where_their_kinds_are(left: Any, right: Any, equal: bool) -> None:
    assert same(left, right) is equal


@pytest.mark.parametrize(
    ("expected", "got", "where"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, None),
        ({"a": {"b": 1}}, {"a": {"b": 2}}, "a.b"),
        ({"a": [1, 2]}, {"a": [1, 2, 3]}, "a"),
        ({"a": [{"id": "x"}]}, {"a": [{"id": "x", "power": 3}]}, None),
        ({"a": [{"id": "x"}, None]}, {"a": [{"id": "x"}, {"id": "y"}]}, "a[1]"),
        ({"a": None}, {}, None),
        ({"a": 0}, {}, "a"),
        ({"a": False}, {"a": 0}, "a"),
        ({"a": ["x"]}, {"a": [{"id": "x", "power": 1}]}, None),
        ({"a": ["x", "y"]}, {"a": Bag([{"id": "y"}, {"id": "x"}])}, None),
        ({"a": ["x", "x"]}, {"a": Bag([{"id": "y"}, {"id": "x"}])}, "a"),
        ({"a": [{}, {"id": "x"}]}, {"a": Bag([{"id": "x"}, {"id": "y"}])}, None),
    ],
)
def test_a_part_matches_where_all_that_it_names_does(expected: Any, got: Any, where: str | None) -> None:
    found = part(expected, got)
    assert (found.where if found else None) == where


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ({"a": None}, {}, True),
        ({"a": Bag([1, 2])}, {"a": Bag([2, 1])}, True),
        ({"a": Bag([1, 1])}, {"a": Bag([2, 1])}, False),
        ({"a": [1, 2]}, {"a": [2, 1]}, False),
    ],
)
def test_whole_values_are_equal_in_every_member(one: Any, other: Any, equal: bool) -> None:
    assert (whole(one, other) is None) is equal
    assert (whole(other, one) is None) is equal


def test_lists_become_counts_where_the_answer_counts() -> None:
    assert counted({"hand": ["a", "b"], "x": ["c"]}, {"hand": 2, "x": ["c"]}) == {"hand": 2, "x": ["c"]}


@pytest.mark.parametrize(
    ("expected", "got", "fits"),
    [
        (Occurring(contains=[{"type": "gate"}, {"type": "over"}]), [GATE, HIT, OVER], True),
        (Occurring(contains=[{"type": "over"}, {"type": "gate"}]), [GATE, HIT, OVER], False),
        (Occurring(contains=[{"type": "gate"}, {"type": "gate"}]), [GATE, OVER], False),
        (Occurring(contains=[{"type": "gate", "clauses": ["another"]}]), [GATE], True),
        (Occurring(contains=[{"type": "hit", "at": {"x": 2}}]), [HIT], False),
        (Occurring(excludes=[{"type": "over"}]), [GATE], True),
        (Occurring(excludes=[{"type": "gate", "to": 3}]), [GATE], False),
        (Occurring(exact=[{"type": "gate"}], of=["gate", "over"]), [HIT, GATE], True),
        (Occurring(exact=[{"type": "gate"}], of=["gate", "over"]), [GATE, OVER], False),
        (Occurring(exact=[]), [], True),
        (Occurring(exact=[]), [HIT], False),
        (Occurring(contains=[{"type": "gate"}], excludes=[{"type": "over"}]), [GATE, OVER], False),
    ],
)
def test_events_occur_in_order_others_may_lie_between(expected: Occurring, got: list[Any], fits: bool) -> None:
    assert (events(expected, got) is None) is fits


A, B, C = ({"type": "take", "count": count} for count in (1, 2, 3))


@pytest.mark.parametrize(
    ("expected", "got", "fits"),
    [
        (LegalExpected(contains=[A]), [B, A], True),
        (LegalExpected(contains=[C]), [B, A], False),
        (LegalExpected(contains=[{"type": "take"}]), [B], True),
        (LegalExpected(excludes=[C]), [B, A], True),
        (LegalExpected(excludes=[A]), [B, A], False),
        (LegalExpected(exact=[A, B], of=["take"]), [{"type": "stop"}, B, A], True),
        (LegalExpected(exact=[A, B]), [{"type": "stop"}, B, A], False),
        (LegalExpected(exact=[A, A]), [A, B], False),
        (LegalExpected(count=2, of=["take"]), [{"type": "stop"}, B, A], True),
        (LegalExpected(count=1), [B, A], False),
        (LegalExpected(one_of=[LegalExpected(count=1), LegalExpected(count=2)]), [B, A], True),
        (LegalExpected(one_of=[LegalExpected(count=1), LegalExpected(count=3)]), [B, A], False),
    ],
)
def test_lists_of_actions_match_in_any_order(expected: LegalExpected, got: list[Any], fits: bool) -> None:
    assert (legal(expected, got) is None) is fits


def test_one_of_several_answers_is_enough() -> None:
    either = ApplyExpected(one_of=[ApplyExpected(accepted=True), ApplyExpected(accepted=False)])
    assert accepted(either, {"accepted": False}, True) is None
    strict = ApplyExpected(one_of=[ApplyExpected(accepted=True)])
    assert accepted(strict, {"accepted": False}, True) is not None
    assert partly({"one_of": [{"a": 1}, {"a": 2}]}, {"a": 2}) is None
    assert partly({"one_of": [{"a": 1}, {"a": 2}]}, {"a": 3}) is not None


def test_a_difference_can_be_written_into_a_report() -> None:
    found = partly({"one_of": [{"a": 1}, {"a": 2}]}, {"a": Bag([3])})
    assert found is not None
    assert msgspec.json.encode(found.got) == b"[3]"
