"""What an engine says to a position and its actions, one after the other."""

from typing import Any

import pytest

from ruleproof.invariants.replaying import Unplayable, replayed


def take(number: Any, **more: Any) -> dict[str, Any]:
    return {"type": "take", "number": number, **more}


def test_each_action_is_told_with_its_clauses_and_what_happened(heap: Any) -> None:
    shown = replayed(heap, {"position": {"left": 5}, "actions": [take(2), take(3)]})
    assert shown["position"] == {"left": 5, "seat": "A"}
    assert [(told["decision"], told["clauses"]) for told in shown["replay"]] == [("allowed", ["heap.take"])] * 2
    assert shown["replay"][1]["events"] == [{"type": "taken", "number": 3, "clauses": ["heap.take"]}]


def test_what_is_refused_changes_nothing_and_says_why(heap: Any) -> None:
    shown = replayed(heap, {"position": {"left": 2}, "actions": [take(3), take(2)]})
    assert [told["decision"] for told in shown["replay"]] == ["refused", "allowed"]
    assert shown["replay"][0]["why"] == "3 cannot be taken from 2"
    assert "events" not in shown["replay"][0]


def test_an_action_may_name_who_takes_it(heap: Any) -> None:
    shown = replayed(heap, {"position": {"left": 2}, "actions": [take(1, player="B")]})
    assert [told["decision"] for told in shown["replay"]] == ["refused"]


def test_what_lies_beside_is_replayed_from_the_same_position_or_its_own(heap: Any) -> None:
    beside = {"actions": [take(1)]}
    shown = replayed(heap, {"position": {"left": 2}, "actions": [take(3)], "beside": beside})
    assert [told["decision"] for told in shown["beside"]["replay"]] == ["allowed"]
    assert "position" not in shown["beside"]
    shown = replayed(heap, {"position": {"left": 2}, "actions": [], "beside": {"position": {"left": 9}, "actions": []}})
    assert shown["beside"]["position"] == {"left": 9, "seat": "A"}


@pytest.mark.parametrize(
    ("witness", "why"),
    [
        ({"position": {"left": -1}, "actions": []}, "left: a heap holds a whole number, 0 or more"),
        ({"position": {"left": 1}, "actions": [take("all")]}, "an action takes a number"),
    ],
)
def test_what_is_no_position_and_what_is_no_action_cannot_be_played(heap: Any, witness: Any, why: str) -> None:
    with pytest.raises(Unplayable, match=why):
        replayed(heap, witness)
