"""A game made from a few functions: what is its position and what stands beside it. The rules here are a toy's."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from ruleproof.engine.decision import Allowed, Decision, Illegal, Refused
from ruleproof.engine.game import Outcome, PositionFault, Step, Unreadable
from ruleproof.engine.open_game import OpenGame, OpenState

READINGS = {"toy.rules.to-where": ("three", "five")}


class Count(msgspec.Struct, frozen=True, tag_field="type", tag="count", forbid_unknown_fields=True):
    by: int


class State(OpenState, frozen=True):
    at: int = 0
    active: str = "A"


class Counting:
    """Players count up by one or two; who reaches the goal has won."""

    def goal(self, state: State) -> int:
        return 3 if state.reads("toy.rules.to-where", "three") else 5

    def to_move(self, state: State) -> tuple[str, ...]:
        return () if self.outcome(state) else (state.active,)

    def candidates(self, state: State, seat: str) -> Sequence[Count]:
        return [Count(by) for by in (1, 2, 3)]

    def decide(self, state: State, seat: str, action: Count) -> Decision:
        return Refused(("toy.rules.steps",), "too far") if action.by > 2 else Allowed(("toy.rules.steps",))

    def apply(self, state: State, seat: str, action: Count) -> Step[State]:
        return Step(msgspec.structs.replace(state, at=state.at + action.by, active="B" if seat == "A" else "A"), ())

    def outcome(self, state: State) -> Outcome | None:
        return (
            Outcome("B" if state.active == "A" else "A", ("toy.rules.end",)) if state.at >= self.goal(state) else None
        )

    def draw(self, state: State) -> str:
        return str(state.at)


GAME: OpenGame[State, Count] = OpenGame("toy", State, Count, Counting(), readings=READINGS)
FIVE = {"toy.rules.to-where": "five"}


def test_only_allowed_candidates_are_actions_and_none_out_of_turn() -> None:
    state = GAME.load({}, "standard", {})
    assert (GAME.actions(state, "A"), GAME.actions(state, "B")) == ([Count(1), Count(2)], ())
    assert GAME.decide(state, "B", Count(1)) == Refused((), "it is not B's turn")
    with pytest.raises(Illegal, match="too far"):
        GAME.apply(state, "A", Count(3))


@pytest.mark.parametrize(("readings", "over"), [({}, True), (FIVE, False)])
def test_the_readings_given_at_loading_stay_with_a_play(readings: dict[str, str], over: bool) -> None:
    state = GAME.apply(GAME.load({"at": 1}, "standard", readings), "A", Count(2)).state
    assert GAME.status(state)["terminal"] is over


def test_a_position_leaves_out_defaults_and_what_stands_beside_it() -> None:
    assert GAME.dump(GAME.load({"at": 0, "active": "B"}, "standard", FIVE)) == {"active": "B"}


@pytest.mark.parametrize(("readings", "line"), [({}, '{"at":2}'), (FIVE, '{"at":2} ; reading toy.rules.to-where=five')])
def test_a_line_is_the_position_with_each_reading_that_is_not_the_default(readings: dict[str, str], line: str) -> None:
    state = GAME.load({"at": 2}, "standard", readings)
    assert (GAME.line(state), GAME.read_line(line)) == (line, state)


def test_equal_positions_read_otherwise_have_other_digests() -> None:
    assert GAME.digest(GAME.load({}, "standard", {})) != GAME.digest(GAME.load({}, "standard", FIVE))


@pytest.mark.parametrize(
    ("position", "where"),
    [({"at": "two"}, "at"), ({"att": 2}, "the position"), ([], "the position"), ({"readings": []}, "readings")],
)
def test_a_wrong_position_is_told_with_its_place(position: Any, where: str) -> None:
    with pytest.raises(PositionFault) as caught:
        GAME.load(position, "standard", {})
    assert (caught.value.kind, caught.value.where) == ("position-invalid", where)


@pytest.mark.parametrize("text", ["{", "[]", '{"at":1} ; reading toy.rules.to-where=six'])
def test_a_line_that_says_no_position_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"at|position|line|toy"):
        GAME.read_line(text)


@pytest.mark.parametrize(
    ("readings", "nearest"),
    [({"toy.rules.to-where": "fiv"}, "five"), ({"toy.rules.to-were": "five"}, "toy.rules.to-where")],
)
def test_a_wrong_reading_is_told_with_the_nearest(readings: dict[str, str], nearest: str) -> None:
    with pytest.raises(ValueError, match=nearest):
        GAME.load({}, "standard", readings)


@pytest.mark.parametrize(
    "value", [{"type": "cuont", "by": 1}, {"type": "count"}, 3, {"type": "count", "by": 1, "x": 0}]
)
def test_what_is_no_action_is_unreadable(value: object) -> None:
    assert isinstance(GAME.read_action(value), Unreadable)
