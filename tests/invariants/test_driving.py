"""Plays by whole numbers: what they reach, what they find in a game that is wrong, how small it comes out."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import find, settings
from hypothesis.stateful import run_state_machine_as_test

from ruleproof.engine.decision import Allowed, Decision
from ruleproof.engine.game import Step
from ruleproof.invariants import driving, machine
from ruleproof.invariants.driving import driven, explore, walk
from ruleproof.invariants.promises import Promise, promises
from ruleproof.invariants.property import Moment, always, begin, sometimes
from ruleproof.invariants.shrinking import plainer, shrink
from ruleproof.invariants.soundness import EVERY_GAME, refusals
from ruleproof.invariants.start import Choices, Deal, Start
from ruleproof.invariants.trial import Failure, Trial
from ruleproof.spec import creating

GENERAL = tuple(Promise(each, "soundness.py") for each in EVERY_GAME)


def heaped(choices: Choices) -> dict[str, Any]:
    return {"left": choices.below(30), "seat": choices.pick("AB")}


@pytest.fixture(autouse=True)
def _positions(monkeypatch: pytest.MonkeyPatch) -> None:
    starts, deals = (Start("a small heap", {"left": 5}, "two"),), (Deal("any heap", "two", heaped),)
    for module in (driving, machine):
        monkeypatch.setattr(module, "starts", lambda _: starts)
        monkeypatch.setattr(module, "deals", lambda _: deals)


def held(*properties: Any) -> tuple[Promise, ...]:
    return tuple(Promise(each, "heap/take.py") for each in properties)


def never(name: str, test: Callable[[int], bool]) -> tuple[Promise, ...]:
    return held(always(name, ("heap.take",), lambda moment: not test(moment.position["left"])))


@pytest.mark.parametrize(
    ("numbers", "lefts"),
    [([], [7]), ([0, 1, 2], [7, 6, 4, 1]), ([2, 2, 9], [7, 4, 1, 0]), ([3, 4, 5, 1, 1], [7, 6, 4, 1, 0])],
)
def test_each_number_takes_a_legal_action_and_the_play_ends_with_the_game(
    heap: Any, numbers: list[int], lefts: list[int]
) -> None:
    moments = walk(begin(heap, {"left": 7}, "two", {}), numbers)
    assert [moment.position["left"] for moment in moments] == lefts


def test_a_sound_game_keeps_what_every_game_keeps(heap: Any) -> None:
    report = explore("heap", 40, 1, heap, GENERAL)
    assert report.good
    assert report.runs == 40
    assert report.moments > 100


def test_the_same_seed_finds_the_same(heap: Any) -> None:
    promised = never("the heap is never 4", lambda left: left == 4)
    one, two = (explore("heap", 20, 7, heap, promised) for _ in range(2))
    assert str(one.failures) == str(two.failures) != "()"


def test_a_broken_promise_comes_out_as_the_smallest_play(heap: Any) -> None:
    promised = held(
        always("no move leaves 4", (), lambda moment: moment.before is None or moment.position["left"] != 4)
    )
    report = explore("heap", 60, 3, heap, promised)
    (failure,) = report.failures
    ((_, action),) = failure.trial.actions
    assert failure.trial.position["left"] - action["number"] == 4
    assert not failure.trial.readings


def test_a_failure_is_written_as_a_case(heap: Any) -> None:
    (failure,) = explore("heap", 20, 7, heap, never("the heap is never 4", lambda left: left == 4)).failures
    case = failure.case()
    assert case["id"] == "heap/found/the-heap-is-never-4"
    assert case["clauses"] == ["heap.take"]
    assert case["position"]["left"] == 4
    assert case["steps"] == []
    assert set(case) <= {"id", "since", "clauses", "modes", "origin", "why", "catches", "position", "reach", "steps"}


def test_what_comes_true_sometimes_and_never_did_is_a_failure(heap: Any) -> None:
    empty = sometimes("the heap is empty", (), lambda moment: moment.position["left"] == 0)
    full = sometimes("the heap holds 99", (), lambda moment: moment.position["left"] == 99)
    report = explore("heap", 20, 1, heap, held(empty, full))
    assert report.reached["the heap is empty"] > 0
    assert report.unreached == ("the heap holds 99",)
    assert not report.good
    assert [outcome for _, outcome in report.outcomes()] == ["passed", "failed"]


def bent(heap: Any, name: str) -> Any:
    """The game, wrong in one way."""
    base = type(heap)

    class Bent(base):  # type: ignore[misc, valid-type]  # the class is made by the fixture
        def decide(self, state: Any, seat: str, action: Any) -> Decision:
            if name == "takes from nothing" and action.number == 3:
                return Allowed(("heap.take",))
            return super().decide(state, seat, action)  # type: ignore[no-any-return]

        def actions(self, state: Any, seat: str) -> Any:
            taken = list(super().actions(state, seat))
            if name == "lists nothing at the end" and state.left == 1:
                return taken[:0]
            if name == "lists one less" and state.left > 1:
                return taken[:-1]
            return [*taken, base.read_action(self, {"number": 4})] if name == "lists too much" else taken

        def apply(self, state: Any, seat: str, action: Any) -> Step[Any]:
            if name == "raises" and state.left == 3:
                raise ZeroDivisionError("the heap cracked")
            step = super().apply(state, seat, action)
            if name == "changes the past":
                object.__setattr__(state, "left", state.left + 1)
            return Step(step.state, ()) if name == "says nothing" else step

        def dump(self, state: Any) -> dict[str, Any]:
            shown = super().dump(state)
            return {**shown, "left": shown["left"] % 7} if name == "forgets" else shown

    return Bent()


def all_takes(moment: Moment) -> Any:
    takes = (moment.game.read_action({"number": number}) for number in range(5))
    return [(seat, take, moment.game.decide(moment.state, seat, take)) for take in takes for seat in "AB"]


@pytest.mark.parametrize(
    ("wrong", "promise"),
    [
        ("takes from nothing", "what is allowed is listed, and nothing else"),
        ("lists too much", "what is listed is allowed"),
        ("lists nothing at the end", "the game goes on"),
        ("lists one less", "what is allowed is listed, and nothing else"),
        ("raises", "nothing is raised"),
        ("changes the past", "earlier states stay as they were"),
        ("forgets", "loading undoes dumping"),
    ],
)
def test_a_game_wrong_in_one_way_breaks_the_promise_on_it(heap: Any, wrong: str, promise: str) -> None:
    report = explore("heap", 60, 1, bent(heap, wrong), (*GENERAL, *held(*refusals(all_takes))))
    assert promise in [failure.name for failure in report.failures]


def test_what_a_game_raises_is_told_with_the_moves_before_it(heap: Any) -> None:
    (failure,) = explore("heap", 60, 1, bent(heap, "raises"), GENERAL).failures
    assert (failure.what, failure.trial.position["left"]) == ("ZeroDivisionError: the heap cracked", 3)


def test_a_list_of_numbers_shrinks_with_hypothesis(heap: Any) -> None:
    promised = never("the heap is never 2", lambda left: left == 2)
    trial = Trial({"left": 20, "seat": "A"}, "two", {}, ())
    smallest = find(
        machine.numbers(),
        lambda numbers: driven(heap, trial, numbers, promised) is not None,
        settings=settings(database=None, derandomize=True, max_examples=500),
    )
    assert sum(number % 3 + 1 for number in smallest) == 18
    assert len(smallest) <= 18


def test_a_machine_plays_a_sound_game_to_its_end_and_beyond(heap: Any) -> None:
    played = machine.machine("heap", heap, GENERAL)
    run_state_machine_as_test(played, settings=settings(max_examples=20, stateful_step_count=30, database=None))


def test_a_machine_finds_what_a_wrong_game_breaks_and_shows_a_case(heap: Any) -> None:
    played = machine.machine("heap", bent(heap, "forgets"), GENERAL)
    with pytest.raises(machine.Broken, match='"id":"heap/found/loading-undoes-dumping"'):
        run_state_machine_as_test(played, settings=settings(max_examples=50, database=None, derandomize=True))


@dataclass(frozen=True)
class Needs:
    """A trial fails where the position still has all of these."""

    members: tuple[str, ...]

    def __call__(self, trial: Trial) -> Failure | None:
        kept = all(trial.position.get(member) for member in self.members)
        return Failure("it fails", (), "", trial, "toy") if kept else None


def test_shrinking_leaves_out_all_that_does_not_matter() -> None:
    big = {"a": [1, {"x": 3}], "b": 7, "c": "word", "d": {"e": [1, 2]}}
    trial = Trial(big, "two", {"q": "other"}, (("A", {"type": "take"}),))
    smallest = shrink(Failure("it fails", (), "", trial, "toy"), Needs(("a", "b"))).trial
    assert smallest == Trial({"a": [None], "b": 1}, "two", {}, ()) or smallest.position == {"a": [0], "b": 1}


def test_plainer_values_are_smaller_in_one_place() -> None:
    assert list(plainer({"a": 2})) == [{}, {"a": 0}, {"a": 1}]
    assert list(plainer([3])) == [[], [None], [0], [1], [2]]
    assert list(plainer("word")) == []


def test_a_game_without_invariants_is_held_to_what_every_game_keeps(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "bare.txt").write_text("Bare\n\nTake a stone.\n", encoding="utf-8")
    creating.begin("bare", "Bare", tmp_path / "bare.txt", tmp_path).write()
    shutil.rmtree(tmp_path / "invariants")
    monkeypatch.setenv("RULEPROOF_PATH", str(tmp_path))
    places = {promise.place for promise in promises("bare")}
    assert places == {"soundness.py", "agreeing.py"}
