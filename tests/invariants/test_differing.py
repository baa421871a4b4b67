"""What the readings of a question make of one situation: what is the same stands once, what differs beside each."""

from typing import Any

import pytest
from tests.invariants.conftest import Heap, HeapGame, Take

from ruleproof.engine.decision import Decision, Refused
from ruleproof.engine.game import Step
from ruleproof.engine.picture import Board, Picture, Pictures, Place, Row
from ruleproof.invariants.differing import MOST, Otherwise, Words, beside, compared
from ruleproof.invariants.flaw import Shown
from ruleproof.invariants.replaying import Unplayable

LAST = "heap.last"


def take(*numbers: int) -> tuple[dict[str, Any], ...]:
    return tuple({"type": "take", "number": number} for number in numbers)


def test_who_has_won_is_said_where_that_is_all_that_differs(heap: HeapGame) -> None:
    found = compared(Words(heap), Shown({"left": 3}, take(2, 1)), LAST)
    assert found.first == ("A: take number 2.", "taken number 2.", "B: take number 1.", "taken number 1.")
    assert [(one.reading, one.says, one.refused) for one in found.outcomes] == [
        ("wins", ("Then B has won.",), False),
        ("loses", ("Then A has won.",), False),
    ]


class Careful(HeapGame):
    """Who would lose by taking the last one may not take it."""

    def decide(self, state: Heap, seat: str, action: Take) -> Decision:
        if state.misere and action.number == state.left:
            return Refused(("heap.last",), "that is the last one")
        return super().decide(state, seat, action)


def test_a_refusal_is_where_they_part() -> None:
    found = compared(Words(Careful()), Shown({"left": 3}, take(1, 2)), LAST)
    assert found.first == ("A: take number 1.", "taken number 1.")
    wins, loses = found.outcomes
    assert (wins.says[:2], wins.refused) == (("B: take number 2.", "taken number 2."), False)
    assert (loses.says[:1], loses.refused) == (("Not allowed: B: take number 2.",), True)


def test_what_only_one_reading_allows_is_listed() -> None:
    found = compared(Words(Careful()), Shown({"left": 2}), LAST)
    assert [(one.reading, one.says) for one in found.outcomes] == [
        ("wins", ("A: take number 2.",)),
        ("loses", ("Not allowed: A: take number 2.",)),
    ]


def test_of_many_actions_a_few_are_listed() -> None:
    class Wide(Careful):
        most = 20

        def decide(self, state: Heap, seat: str, action: Take) -> Decision:
            return super().decide(state, seat, action) if not state.misere else Refused(("heap.last",), "no")

    wins = compared(Words(Wide()), Shown({"left": 20}), LAST).outcomes[0]
    assert len(wins.says) == MOST + 1
    assert wins.says[-1] == "14 more."


class Hidden(HeapGame):
    """Under the second reading one more stone goes away, and no event tells."""

    def apply(self, state: Heap, seat: str, action: Take) -> Step[Heap]:
        step = super().apply(state, seat, action)
        after = step.state
        return Step(Heap(after.left - state.misere, after.seat, after.misere), step.events)


def test_where_nothing_else_parts_them_the_position_does() -> None:
    found = compared(Words(Hidden()), Shown({"left": 9}, take(2)), LAST)
    assert [one.stands for one in found.outcomes] == [("left is 7",), ("left is 6",)]


def test_the_question_is_read_each_way_whatever_the_witness_names(heap: HeapGame) -> None:
    shown = Shown({"left": 1}, take(1), ((LAST, "loses"),))
    ends = [one.says for one in compared(Words(heap), shown, LAST).outcomes]
    assert ends == [("Then A has won.",), ("Then B has won.",)]


def test_a_situation_that_cannot_be_played_is_said(heap: HeapGame) -> None:
    with pytest.raises(Unplayable):
        compared(Words(heap), Shown({"left": -1}), LAST)
    with pytest.raises(Unplayable):
        compared(Words(heap), Shown({"left": 1}, ({"type": "take"},)), LAST)


# a reading that only clauses know


def test_a_reading_that_refuses_the_last_action_stands_beside_what_the_engine_does(heap: HeapGame) -> None:
    found = beside(Words(heap), Shown({"left": 3}, take(1, 2)), "free", Otherwise("never-two", False))
    assert found.first == ("A: take number 1.", "taken number 1.")
    assert [(one.reading, one.says) for one in found.outcomes] == [
        ("free", ("B: take number 2.", "taken number 2.")),
        ("never-two", ("Not allowed: B: take number 2.",)),
    ]


def test_a_reading_that_allows_what_the_engine_refuses_stands_beside_that_it_does(heap: HeapGame) -> None:
    found = beside(Words(heap), Shown({"left": 9}, take(4)), "three", Otherwise("more", True))
    three, more = found.outcomes
    assert (three.says, three.refused) == (("Not allowed: A: take number 4.",), True)
    assert (more.says, more.refused) == (("A: take number 4.",), False)


def test_where_both_allow_it_both_positions_are_told_where_they_differ(heap: HeapGame) -> None:
    other = Otherwise("turns-stay", True, {"left": 7, "seat": "A"})
    found = beside(Words(heap), Shown({"left": 9}, take(2)), "turns-change", other)
    assert [one.stands for one in found.outcomes] == [("seat is B",), ("seat is A",)]


def test_without_a_position_what_the_clauses_demand_is_said(heap: HeapGame) -> None:
    other = Otherwise("less", True, None, ("one stone more is there",))
    found = beside(Words(heap), Shown({"left": 9}, take(2)), "all", other)
    assert found.outcomes[1].says == ("A: take number 2.", "It has to be so: one stone more is there.")


# what waits


def waiting(state: Heap) -> list[str]:
    """A heap of fewer than three waits, unless its last stone loses."""
    return ["The heap waits."] if state.left < 3 and not state.misere else []


def words(game: HeapGame) -> Words:
    pictures = Pictures(picture, lambda seat, it: f"{seat} takes {it['number']}", lambda it: "", (), waits=waiting)
    return Words(game, pictures)


def test_what_waits_under_one_reading_is_told_and_that_it_does_not_where_nothing_else_parts_them(heap: Any) -> None:
    found = compared(words(heap), Shown({"left": 3}, take(1)), LAST)
    assert [one.says for one in found.outcomes] == [("The heap waits.",), ("Not so: The heap waits.",)]
    refused = compared(words(Careful()), Shown({"left": 2}, take(2)), LAST)
    assert [one.says for one in refused.outcomes] == [
        ("A takes 2.", "The heap waits.", "Then A has won."),
        (
            "Not allowed: A takes 2.",
            "Then nobody has won yet.",
        ),
    ]


# what is otherwise in two drawings


def picture(state: Heap) -> Picture:
    """A heap as one place with its stones, another that is empty under four, and whose turn it is as a note."""
    stones = Place("heap", "Stones", (f"{state.left} of them",), "few" if state.left < 4 else "")
    side = Place("side", "Stone") if state.left >= 4 else Place("side")
    notes = ("A waits.",) if state.seat == "B" else ()
    return Picture("It goes on.", (Board("The table", (Row("all", (stones, side)),)),), notes)


PICTURES = Pictures(picture, lambda seat, _: f"{seat} takes", lambda _: "", ())


def unlike(*states: Heap) -> list[tuple[str, ...]]:
    return Words(HeapGame(), PICTURES).unlike(states)


def test_of_a_place_only_what_differs_is_told() -> None:
    assert unlike(Heap(7, "A"), Heap(6, "A")) == [
        ("heap: Stones, 7 of them.",),
        ("heap: Stones, 6 of them.",),
    ]
    assert unlike(Heap(4, "A"), Heap(3, "A")) == [
        ("heap: Stones, 4 of them.", "side: Stone."),
        ("heap: Stones, 3 of them, few.", "side is empty."),
    ]


def test_a_card_without_the_mark_of_another_picture_is_said_to_be_without() -> None:
    def marked(mark: str) -> Picture:
        return Picture("It goes on.", (Board("The table", (Row("all", (Place("heap", "Stones", mark=mark),)),)),))

    drawn = Pictures(lambda state: marked("few" if state.left < 4 else ""), lambda seat, _: seat, lambda _: "", ())
    assert Words(HeapGame(), drawn).unlike([Heap(4, "A"), Heap(3, "A")]) == [
        ("heap: Stones, not few.",),
        ("heap: Stones, few.",),
    ]


def test_a_note_of_a_kind_that_a_picture_lacks_is_denied_beside_what_it_notes() -> None:
    def noted(state: Heap) -> Picture:
        notes = ("A holds 2 cards.", "A has 1 stone.") if state.left == 4 else ("A holds 3 cards.",)
        return Picture("It goes on.", (), notes)

    drawn = Pictures(noted, lambda seat, _: seat, lambda _: "", (), denied=lambda note, _: note.replace("1", "no"))
    assert Words(HeapGame(), drawn).unlike([Heap(4, "A"), Heap(3, "A")]) == [
        ("A holds 2 cards.", "A has 1 stone."),
        ("A holds 3 cards.", "A has no stone."),
    ]


def test_a_note_that_only_one_has_is_denied_by_the_other() -> None:
    assert unlike(Heap(7, "B"), Heap(7, "A")) == [("A waits.",), ("Not so: A waits.",)]


def test_equal_drawings_differ_in_nothing() -> None:
    assert unlike(Heap(7, "A"), Heap(7, "A")) == [(), ()]
