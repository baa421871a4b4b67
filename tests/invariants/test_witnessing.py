"""The smallest play in which two readings part: on heaps, whose last question is who has won with the last one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from ruleproof.engine.decision import Allowed, Decision, Refused
from ruleproof.invariants import telling
from ruleproof.invariants.apart import missing, parts, told, without
from ruleproof.invariants.ground import Ground, Growth
from ruleproof.invariants.parting import LEGALITY, RESULT, Split, Switched, replay
from ruleproof.invariants.witness import Equal, Explored
from ruleproof.invariants.witnessing import Found, Search

GROWTH = Growth(
    mode="two",
    seats=("A", "B"),
    pieces="pebbles",
    size=lambda position: (int(position.get("left", 0)), len(position)),
    simpler=lambda position: iter(()),
    shown=dict,
    defaults={"seat": "A"},
    edits=lambda before, after: iter(()),
)


def heaps(pieces: int) -> Iterator[dict[str, Any]]:
    """A heap of so many, with either seat to take."""
    return iter([{"left": pieces, "seat": "B"}, {"left": pieces, "seat": "A"}])


def search(
    game: Any, readings: Sequence[Mapping[str, str]], *, most: int = 4, depth: int = 2, budget: int = 100
) -> Found:
    comparison = Switched(game, GROWTH, (readings[0], readings[1]))
    ground = Ground("heap.last", heaps, most, depth)
    return Search(comparison, ground, GROWTH, lambda _: True, budget).run(lambda _: None)


LAST = [{"heap.last": "wins"}, {"heap.last": "loses"}]


def test_readings_of_the_end_part_on_the_last_pebble_by_who_has_won(heap: Any) -> None:
    split = search(heap, LAST).split
    assert split is not None
    assert (split.position["left"], split.actions, split.action, split.how) == (
        1,
        (),
        {"type": "take", "number": 1},
        RESULT,
    )
    assert [side.winner for side in split.sides] == ["B", "A"]


class Greedy:
    """A heap of which one reading lets take two at once and the other one only, when three lie there."""

    def __init__(self, heap: Any) -> None:
        self.heap: Any = heap

    def __getattr__(self, name: str) -> Any:
        return getattr(self.heap, name)

    def actions(self, state: Any, seat: str) -> Sequence[Any]:
        takes = self.heap.actions(state, seat)
        return [take for take in takes if isinstance(self.decide(state, seat, take), Allowed)]

    def decide(self, state: Any, seat: str, action: Any) -> Decision:
        if state.misere and state.left == 3 and action.number == 2:
            return Refused(("heap.one-of-three",), "of three one takes one or all")
        decided: Decision = self.heap.decide(state, seat, action)
        return decided

    def outcome(self, state: Any) -> None:
        return None


def test_readings_part_by_what_may_be_done_with_as_few_pieces_as_there_are(heap: Any) -> None:
    split = search(Greedy(heap), LAST, most=5).split
    assert split is not None
    assert (split.position["left"], split.action["number"], split.how) == (3, 2, LEGALITY)
    assert [side.allowed for side in split.sides] == [True, False]
    assert split.sides[1].why == "of three one takes one or all"


def test_a_play_is_no_longer_than_it_has_to_be_and_begins_where_few_pieces_lie(heap: Any) -> None:
    class Sparse(Greedy):
        def decide(self, state: Any, seat: str, action: Any) -> Decision:
            if state.left == 4 and action.number != 1:
                return Refused(("heap.four",), "of four one takes one")
            return super().decide(state, seat, action)

    ground = Ground("heap.last", lambda pieces: iter([{"left": 4, "seat": "A"}] if pieces == 4 else []), depth=3)
    sparse: Any = Sparse(heap)
    comparison = Switched(sparse, GROWTH, (LAST[0], LAST[1]))
    split = Search(comparison, ground, GROWTH, lambda position: position["left"] > 3).run(lambda _: None).split
    assert split is not None
    assert (split.position["left"], split.plays, split.seat) == (4, 2, "B")


def test_what_is_equal_is_said_with_all_that_was_explored(heap: Any) -> None:
    found = search(heap, [LAST[0], LAST[0]], most=3, depth=2)
    assert found.split is None
    assert found.explored == Explored(positions=8, states=20, pieces=3, actions=2, whole=True)
    line = telling.equal(GROWTH, Equal(("wins", "loses"), found.explored))
    assert line == (
        "“wins” and “loses” are equal on everything explored: 20 states explored "
        "(positions to begin with: 8; pebbles on the board: up to 3; actions: up to 2)"
    )


def test_a_budget_that_runs_out_is_told(heap: Any) -> None:
    found = search(heap, [LAST[0], LAST[0]], most=3, depth=2, budget=6)
    assert not found.explored.whole
    assert found.explored.states <= 6
    assert "the budget ran out" in telling.smallest(GROWTH, found.explored)


def test_the_same_search_finds_the_same(heap: Any) -> None:
    assert search(Greedy(heap), LAST, most=5) == search(Greedy(heap), LAST, most=5)


def test_a_replay_ends_where_the_readings_part_and_nowhere_else(heap: Any) -> None:
    comparison = Switched(heap, GROWTH, (LAST[0], LAST[1]))
    one, two = ("A", {"type": "take", "number": 1}), ("B", {"type": "take", "number": 1})
    parted = replay(comparison.begin({"left": 2, "seat": "A"}), [one, two])
    assert isinstance(parted, Split)
    assert (parted.actions, parted.seat) == ((one,), "B")
    assert replay(comparison.begin({"left": 3, "seat": "A"}), [one, two]) is None
    assert replay(comparison.begin({"left": 1, "seat": "A"}), [two]) is None


def test_a_position_that_cannot_be_used_begins_nothing(heap: Any) -> None:
    assert Switched(heap, GROWTH, (LAST[0], LAST[1])).begin({"left": -1}) is None
    assert Switched(heap, GROWTH, (LAST[0], LAST[1])).begin({"left": 0}) is None, "they part before anything is done"


A, B = {"id": "a", "rotated": True}, {"id": "b"}


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ({"x": 1}, {"x": 1}, None),
        ({"x": 1, "y": 2}, {"x": 3, "y": 2}, ({"x": 1}, {"x": 3})),
        ({}, {"turn": 2}, ({"turn": 1}, {"turn": 2})),
        ({"p": {"q": 1}}, {}, ({"p": {"q": 1}}, {"p": {"q": None}})),
        ([A, None], [{"id": "a"}, None], ([{"id": "a", "rotated": True}, None], [{"id": "a", "rotated": False}, None])),
        ([A, B], [None, B], ([{"id": "a"}, {"id": "b"}], [None, {"id": "b"}])),
        ([A], [A, B], ([{"id": "a"}], [{"id": "a"}, {"id": "b"}])),
        ([15, 15], [15, 14], ([15, 15], [15, 14])),
    ],
)
def test_parts_say_no_more_than_what_differs(one: Any, other: Any, expected: Any) -> None:
    assert parts(one, other, {"turn": 1, "rotated": False}) == expected


def test_a_difference_is_told_by_its_place() -> None:
    one, other = {"players": {"A": {"row": [A, None]}}}, {"players": {"A": {"row": [{"id": "a"}, None]}}}
    both = parts(one, other, {"rotated": False})
    assert both is not None
    assert list(told(*both)) == [("players A row a rotated", True, False)]


def test_books_are_left_out_however_deep_they_lie() -> None:
    assert without({"a": [{"used": 1, "b": 2}], "used": 3}, frozenset({"used"})) == {"a": [{"b": 2}]}
    assert missing(["x", "x", "y"], ["x"]) == ["x", "y"]


def begun(heap: Any, growth: Growth, hangs: Any = lambda split: {}, **more: Any) -> Split:
    """The first split found from heaps of one to four, with more said of the ground."""
    ground = Ground("heap.last", heaps, 4, 2, **more)
    comparison = Switched(heap, growth, (LAST[0], LAST[1]))
    split = Search(comparison, ground, growth, lambda _: True, 100, hangs).run(lambda _: None).split
    assert split is not None
    return split


def test_a_play_is_taken_only_where_it_shows_the_case(heap: Any) -> None:
    two = begun(heap, GROWTH, shows=lambda position, played: played[-1][1]["number"] == 2)
    assert (two.position["left"], two.action["number"]) == (2, 2)
    assert begun(heap, GROWTH, least=3).position["left"] == 3


def test_what_is_unlikely_is_not_shown_unless_the_question_is_about_it(heap: Any) -> None:
    def unlikely(position: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if position["left"] < 3:
            yield "small", "a heap of fewer than three"

    growth = replace(GROWTH, unlikely=unlikely)
    assert begun(heap, growth).position["left"] == 3
    assert begun(heap, growth, lifts=frozenset({"small"})).position["left"] == 1


def test_of_plays_from_as_many_pieces_that_one_is_taken_that_hangs_on_the_fewest_questions(heap: Any) -> None:
    def hangs(split: Split) -> dict[str, str]:
        return {"heap.seat": "any"} if split.position.get("seat") == "B" else {}

    assert begun(heap, GROWTH).position.get("seat") == "B"
    assert begun(heap, GROWTH, hangs).position.get("seat", "A") == "A"
    assert begun(heap, GROWTH, lambda split: {"heap.seat": "any"}).position.get("seat") == "B"
