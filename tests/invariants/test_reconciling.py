"""Worked examples of a heap of stones: what is played with other numbers, what clashes, and what mends it."""

from typing import Any

import pytest
from tests.invariants.conftest import HeapGame

from ruleproof.invariants.reconciling import REACH, clash
from ruleproof.invariants.retelling import Retelling
from ruleproof.spec.example import Example

AT = "p1/s1"


def example(left: int, takes: list[int], *facts: dict[str, Any], stated: int | None = None) -> Example:
    """A heap, what is taken, and what the text says of the heap at first and of what comes out."""
    given = {"name": "heap", "at": AT, "where": "left", "value": stated}
    return Example.model_validate(
        {
            "id": "heap.rules.example",
            "at": [AT],
            "says": "Stones are taken.",
            "given": {
                "position": {"left": left},
                "actions": [{"type": "take", "number": number} for number in takes],
                "facts": [given] if stated is not None else [],
            },
            "expect": {"facts": [{"at": AT, **fact} for fact in facts]},
        }
    )


def remaining(name: str, left: int, **more: Any) -> dict[str, Any]:
    return {"name": name, "holds": {"left": left}, **more}


TAKEN = {"name": "taken", "event": {"type": "taken", "number": 2}}


def retelling(heap: HeapGame, made: Example) -> Retelling:
    return Retelling(heap, made, "two")


def test_what_is_printed_and_true_does_not_clash(heap: HeapGame) -> None:
    told = retelling(heap, example(7, [2], TAKEN, remaining("five", 5), stated=7)).told({})
    assert told is not None
    assert told.all_of(["heap", "action-1", "taken", "five"])


def test_a_wrong_remainder_clashes_with_what_lay_there(heap: HeapGame) -> None:
    found = clash(retelling(heap, example(7, [2], TAKEN, remaining("six", 6), stated=7)))
    assert found.cores == (("heap", "six"),)
    assert found.repairs == (("heap",), ("six",))
    assert [way["left"] for way in found.numbers] == [8, 7]
    assert (found.seen[0]["heap"], found.seen[1]["six"]) == ("8", "left is 5")


def test_two_printed_numbers_for_one_thing_clash_without_the_rules(heap: HeapGame) -> None:
    found = clash(retelling(heap, example(7, [2], remaining("five", 5), remaining("six", 6), stated=7)))
    assert found.cores == (("heap", "six"), ("five", "six"))
    assert found.repairs == (("six",), ("heap", "five"))


def test_what_is_not_printed_is_free(heap: HeapGame) -> None:
    found = clash(retelling(heap, example(7, [2], TAKEN, remaining("six", 6))))
    assert (found.cores, found.repairs) == ((), ())
    assert [dict(way) for way in found.numbers] == [{"left": 8}]


def test_a_fact_that_no_number_can_make_true_is_wrong_by_itself(heap: HeapGame) -> None:
    three = {"name": "three", "event": {"type": "taken", "number": 3}}
    found = clash(retelling(heap, example(7, [2], three, remaining("five", 5), stated=7)))
    assert (found.cores, found.repairs) == ((("three",),), (("three",),))
    assert found.seen[0]["three"] == "2"


def test_what_hangs_together_by_no_number_is_left_out(heap: HeapGame) -> None:
    found = clash(retelling(heap, example(7, [2], TAKEN, remaining("six", 6), stated=7)))
    assert "taken" not in {name for core in found.cores for name in core}


def test_an_action_that_the_rules_refuse_is_a_claim_that_fails(heap: HeapGame) -> None:
    found = clash(retelling(heap, example(7, [4, 2], TAKEN, stated=7)))
    assert found.repairs == (("action-1",),)
    assert found.seen[0]["action-1"] == "refused"


def test_a_number_beyond_reach_mends_nothing(heap: HeapGame) -> None:
    far = 7 - 2 + REACH + 1
    found = clash(retelling(heap, example(7, [2], remaining("far", far), stated=7)))
    assert found.repairs == (("far",),)


def test_a_position_that_is_none_is_said(heap: HeapGame) -> None:
    with pytest.raises(ValueError, match="cannot be loaded"):
        clash(retelling(heap, example(-1, [2], TAKEN)))


@pytest.mark.parametrize(
    ("fact", "holds"),
    [
        ({"event": {"type": "taken"}}, True),
        ({"event": {"type": "given"}}, False),
        ({"accepted": {"type": "take", "number": 3}}, True),
        ({"accepted": {"type": "take", "number": 1}}, False),  # legal, but not what was done
        ({"excludes": {"number": 4}}, True),
        ({"excludes": {"number": 3}}, False),
        ({"excludes": {"number": 3}, "after": 2}, True),  # two stones are left then
        ({"holds": {"left": 5}, "after": 1}, True),
        ({"holds": {"left": 2}}, True),
        ({"holds": {"right": 2}}, False),
        ({"lies": {"where": "left", "cards": ["a"]}}, False),
    ],
)
def test_each_form_of_fact_can_hold_and_fail(fact: dict[str, Any], holds: bool, heap: HeapGame) -> None:
    told = retelling(heap, example(7, [2, 3], {"name": "fact", **fact})).told({})
    assert told is not None
    assert told.all_of(["fact"]) is holds


class Doubling(HeapGame):
    """Its events say twice the number too."""

    def write_event(self, event: Any) -> dict[str, Any]:
        return {**super().write_event(event), "twice": 2 * event.number}


def test_two_numbers_of_one_event_are_not_taken_from_two() -> None:
    both = {"name": "both", "event": {"type": "taken", "number": 2, "twice": 6}}
    made = retelling(Doubling(), example(7, [2, 3], both))
    told = made.told({})
    assert told is not None
    assert told.all_of(["both.number"])
    assert told.all_of(["both.twice"])
    assert not told.all_of(["both.number", "both.twice"])
