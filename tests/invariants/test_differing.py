"""What the readings of a question make of one situation: what is the same stands once, what differs beside each."""

from typing import Any

import pytest
from tests.invariants.conftest import Heap, HeapGame, Take

from ruleproof.engine.decision import Decision, Refused
from ruleproof.engine.game import Step
from ruleproof.invariants.differing import MOST, Words, compared
from ruleproof.invariants.flaw import Shown
from ruleproof.invariants.replaying import Unplayable

WORDS = Words(None)
LAST = "heap.last"


def take(*numbers: int) -> tuple[dict[str, Any], ...]:
    return tuple({"type": "take", "number": number} for number in numbers)


def test_who_has_won_is_said_where_that_is_all_that_differs(heap: HeapGame) -> None:
    found = compared(heap, Shown({"left": 3}, take(2, 1)), LAST, WORDS)
    assert found.first == ("A: take number 2.", "taken number 2.", "B: take number 1.", "taken number 1.")
    assert [(one.reading, one.happens, one.allows, one.ended) for one in found.outcomes] == [
        ("wins", (), (), "B has won"),
        ("loses", (), (), "A has won"),
    ]


class Careful(HeapGame):
    """Who would lose by taking the last one may not take it."""

    def decide(self, state: Heap, seat: str, action: Take) -> Decision:
        if state.misere and action.number == state.left:
            return Refused(("heap.last",), "that is the last one")
        return super().decide(state, seat, action)


def test_a_refusal_is_where_they_part_and_says_why() -> None:
    found = compared(Careful(), Shown({"left": 3}, take(1, 2)), LAST, WORDS)
    assert found.first == ("A: take number 1.", "taken number 1.")
    wins, loses = found.outcomes
    assert wins.happens == ("B: take number 2.", "taken number 2.")
    assert loses.happens == ("Not allowed: B: take number 2. (that is the last one.)",)


def test_what_only_one_reading_allows_is_listed() -> None:
    found = compared(Careful(), Shown({"left": 2}), LAST, WORDS)
    assert [(one.reading, one.allows) for one in found.outcomes] == [("wins", ("A: take number 2",)), ("loses", ())]


def test_of_many_actions_a_few_are_listed() -> None:
    class Wide(Careful):
        most = 20

        def decide(self, state: Heap, seat: str, action: Take) -> Decision:
            return super().decide(state, seat, action) if not state.misere else Refused(("heap.last",), "no")

    wins = compared(Wide(), Shown({"left": 20}), LAST, WORDS).outcomes[0]
    assert len(wins.allows) == MOST + 1
    assert wins.allows[-1] == "12 more"


class Hidden(HeapGame):
    """Under the second reading one more stone goes away, and no event tells."""

    def apply(self, state: Heap, seat: str, action: Take) -> Step[Heap]:
        step = super().apply(state, seat, action)
        after = step.state
        return Step(Heap(after.left - state.misere, after.seat, after.misere), step.events)


def test_where_nothing_else_parts_them_the_position_does() -> None:
    found = compared(Hidden(), Shown({"left": 9}, take(2)), LAST, WORDS)
    assert [one.differs for one in found.outcomes] == [("left is 7",), ("left is 6",)]


def test_the_question_is_read_each_way_whatever_the_witness_names(heap: HeapGame) -> None:
    shown = Shown({"left": 1}, take(1), ((LAST, "loses"),))
    assert [one.ended for one in compared(heap, shown, LAST, WORDS).outcomes] == ["A has won", "B has won"]


def test_a_situation_that_cannot_be_played_is_said(heap: HeapGame) -> None:
    with pytest.raises(Unplayable):
        compared(heap, Shown({"left": -1}), LAST, WORDS)
    with pytest.raises(Unplayable):
        compared(heap, Shown({"left": 1}, ({"type": "take"},)), LAST, WORDS)
