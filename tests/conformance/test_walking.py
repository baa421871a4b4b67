"""Walks: how many sequences of legal actions there are, and the first place where two implementations part."""

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from ruleproof.conformance import recounting, telling
from ruleproof.conformance.case import CaseFault
from ruleproof.conformance.connection import Made, NotThere
from ruleproof.conformance.linting import Names, lint
from ruleproof.conformance.running import Plan, Runner
from ruleproof.conformance.suite import Form, Selection, find, unknown

NAMES = Names(frozenset({"heap.take.one-or-two"}), frozenset({"plain"}), {"heap.q": frozenset({"a", "b"})})
# From a heap of 5 by one or two: 1 1 1 1 1, 2 1 1 1 in 4 orders, 2 2 1 in 3 orders; each beginning of these counts.
FROM_FIVE = [2, 4, 7, 5, 1, 0]


def walk(name: str = "five", heap: int = 5, counts: list[int] = FROM_FIVE, **more: Any) -> dict[str, Any]:
    told = {"id": f"heap/walks/{name}", "why": "A heap of some counters.", "modes": ["plain"], "since": "0.1.0"}
    return {**told, "position": {"heap": heap}, "counts": counts, **more}


@pytest.fixture
def put(table: Any) -> Any:
    """A function that writes walks and puts them to an implementation; its lines by name."""

    class Put:
        runner: Runner

        def write(self, *walks: Any) -> Any:
            table.suite()
            value = {"interpretation": 1, "game": "heap", "walks": list(walks)}
            (table.folder / "walks.json").write_text(json.dumps(value), encoding="utf-8")
            return find("heap", table.folder)

        def __call__(self, make: Any, *walks: Any, **plan: Any) -> Any:
            suite = self.write(*walks)
            self.runner = Runner(Made(make, "py:tests:heap"), suite, Form(), Plan(**plan))
            lines = self.runner.run(suite.cases(), suite.walks())
            return {line.id.rpartition("/")[2]: line for line in lines if "/walks/" in line.id}

    return Put()


@pytest.fixture
def persistent(table: Any) -> Any:
    class Persistent(table.Heap):  # type: ignore[misc]
        declares: ClassVar[dict[str, Any]] = {**table.Heap.declares, "states": "persistent"}
        dropped: ClassVar[list[str]] = []

        def __init__(self) -> None:
            super().__init__()
            self.number = itertools.count()

        def keep(self, heap: int) -> str:
            handle = f"s{next(self.number)}"
            self.states[handle] = heap
            return handle

        def drop(self, params: Any) -> Any:
            if params["states"] == "all":
                return super().drop(params)
            for state in params["states"]:
                self.dropped.append(state)
                del self.states[state]
            return {}

    return Persistent


def test_sequences_are_counted_by_length(put: Any, persistent: Any) -> None:
    assert put(persistent, walk())["five"].verdict == "pass"
    assert telling.summary(put.runner).splitlines()[0].endswith("6 of 6 cases and walks pass")


def test_only_the_types_named_are_counted(put: Any, persistent: Any) -> None:
    lines = put(persistent, walk(of=["take"]), walk("none", counts=[0, 0], of=["give"]))
    assert {str(line.verdict) for line in lines.values()} == {"pass"}


def test_wrong_counts_fail_and_the_place_is_found_and_explained_beside_the_reference(put: Any, persistent: Any) -> None:
    class NoTwoOfThree(persistent):  # type: ignore[misc]
        def legal(self, params: Any) -> Any:
            answer = super().legal(params)
            heap = self.states[params["state"]]
            actions = [{**action, "said": "more than is needed"} for action in answer["actions"]]
            return {**answer, "actions": actions[:1] if heap == 3 else actions}

    line = put(NoTwoOfThree, walk(), reference=Made(persistent, "reference"))["five"]
    assert (line.verdict, line.clauses, line.where) == (
        "fail",
        ["heap.take.one-or-two"],
        "number of sequences of 2 actions",
    )
    assert (line.expected, line.got, line.position) == (4, 3, {"heap": 3})
    assert line.detail == "after take count 2, missing: take count 2"
    assert put.runner.exit() == 1


def test_an_action_too_many_is_named_as_well(put: Any, persistent: Any) -> None:
    class ThreeAtFirst(persistent):  # type: ignore[misc]
        refuses: ClassVar[bool] = False

        def allows(self, heap: int, action: Any) -> bool:
            three = isinstance(action, dict) and action.get("count") == 3
            return heap == 5 and not self.refuses if three else bool(super().allows(heap, action))

        def legal(self, params: Any) -> Any:
            answer = super().legal(params)
            more = [{"type": "take", "count": 3}] if self.states[params["state"]] == 5 else []
            return {**answer, "actions": [*answer["actions"], *more]}

    line = put(ThreeAtFirst, walk(), reference=Made(persistent, "reference"))["five"]
    assert (line.verdict, line.detail) == ("fail", "at the start, extra: take count 3")
    ThreeAtFirst.refuses = True
    line = put(ThreeAtFirst, walk())["five"]
    assert line.detail == "at the start: take count 3 is listed as legal, and refused"
    assert line.clauses == []


def test_without_a_reference_the_counts_alone_are_told(put: Any, persistent: Any) -> None:
    line = put(persistent, walk(counts=[2, 4, 8]))["five"]
    assert (line.verdict, line.where, line.expected, line.got) == ("fail", "number of sequences of 3 actions", 8, 7)
    assert (line.detail, line.position) == ("", {"heap": 5})


def test_an_implementation_that_counts_by_itself_is_asked_for_the_number(put: Any, persistent: Any) -> None:
    asked: list[int] = []

    class Counts(persistent):  # type: ignore[misc]
        declares: ClassVar[dict[str, Any]] = {**persistent.declares, "optional": ["dump", "perft"], "legal": "none"}

        def perft(self, params: Any) -> Any:
            asked.append(params["depth"])
            return {"count": FROM_FIVE[params["depth"] - 1]}

    lines = put(Counts, walk(), walk("typed", of=["take"]))
    assert (str(lines["five"].verdict), asked) == ("pass", [1, 2, 3, 4, 5, 6])
    assert (lines["typed"].verdict, lines["typed"].detail) == ("not-applicable", "legal list is not declared")


@pytest.mark.parametrize(
    ("declares", "detail"),
    [
        ({"legal": "check"}, "legal list is not declared"),
        ({"states": "single"}, "states persistent is not declared"),
        ({"readings": {"heap.q": "b"}}, "heap.q is read as b, not a"),
    ],
)
def test_who_cannot_be_walked_through_is_not_asked(
    put: Any, persistent: Any, declares: dict[str, Any], detail: str
) -> None:
    other = type("Other", (persistent,), {"declares": {**persistent.declares, **declares}})
    line = put(other, walk(readings={"heap.q": "a"} if "readings" in declares else {}))["five"]
    assert (line.verdict, line.detail) == ("not-applicable", detail)


def test_lists_that_are_not_complete_are_not_counted_against_anybody(put: Any, persistent: Any) -> None:
    class Partial(persistent):  # type: ignore[misc]
        def legal(self, params: Any) -> Any:
            return {"actions": super().legal(params)["actions"][:1], "complete": False}

    assert put(Partial, walk())["five"].verdict == "not-applicable"


def test_a_crash_in_a_walk_is_one(put: Any, persistent: Any) -> None:
    class Dies(persistent):  # type: ignore[misc]
        def apply(self, params: Any) -> Any:
            if self.states[params["state"]] == 1:
                raise ZeroDivisionError("one")
            return super().apply(params)

    assert put(Dies, walk())["five"].verdict == "crash"


def test_states_are_dropped_on_the_way(put: Any, persistent: Any) -> None:
    put(persistent, walk(heap=20, counts=recounted(20, 10)))
    assert len(persistent.dropped) == 1000


def test_no_more_states_wait_than_the_implementation_can_take(put: Any, persistent: Any) -> None:
    most = []

    class Small(persistent):  # type: ignore[misc]
        def hello(self, params: Any) -> Any:
            return {**super().hello(params), "limits": {"states": 60}}

        def keep(self, heap: int) -> Any:
            most.append(len(self.states))
            return super().keep(heap)

    assert put(Small, walk(heap=20, counts=recounted(20, 8)))["five"].verdict == "pass"
    assert 30 < max(most) < 60


def recounted(heap: int, depth: int) -> list[int]:
    """The counts from the heap's own arithmetic."""
    heaps, counts = [heap], []
    for _ in range(depth):
        heaps = [rest - n for rest in heaps for n in (1, 2) if n <= rest]
        counts.append(len(heaps))
    return counts


def test_walks_are_selected_like_cases_and_wrong_names_are_told(put: Any) -> None:
    suite = put.write(walk(), walk("six", 6))
    assert [one.id for one in suite.walks() if Selection(cases=("six",)).wants(one)] == ["heap/walks/six"]
    assert [one.id for one in suite.walks() if Selection(clauses=("*",)).wants(one)] == []
    assert unknown(Selection(chapters=("walks",)), suite) == []
    assert unknown(Selection(cases=("sixx",)), suite) == ["No case fits --case sixx. Did you mean six?"]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"id": "heap/take/five"}, "has an id of another file"),
        ({"modes": ["fancy"]}, "names the mode fancy"),
        ({"since": ""}, "has no `since`"),
        ({"readings": {"heap.q": "c"}}, "reads heap.q as c"),
    ],
)
def test_each_mistake_in_a_walk_is_named(put: Any, change: dict[str, Any], what: str) -> None:
    assert [fault.what for fault in lint(put.write({**walk(), **change}), NAMES)] == [what]


def test_a_walk_that_cannot_be_read_is_a_fault(put: Any) -> None:
    suite = put.write({**walk(), "count": 3})
    with pytest.raises(CaseFault, match="count"):
        list(suite.walks())
    assert "unknown field" in lint(suite, NAMES)[0].what


@pytest.fixture
def counted(put: Any, persistent: Any) -> Iterator[Any]:
    suite = put.write(walk(counts=[0, 0, 0]), walk("six", 6, recounted(6, 2), confirmed_by=["other 1"]))

    def count(make: Any, **how: Any) -> list[recounting.Row]:
        return list(recounting.Counter(Made(make, "py:tests:heap"), suite).through(suite.walk_files[0], **how))

    return count  # type: ignore[return-value]


def test_counts_are_written_and_whoever_gave_the_same_is_noted(counted: Any, persistent: Any, table: Any) -> None:
    rows = counted(persistent)
    assert [row.good for row in rows] == [False, True]
    assert rows[0].says == "heap/walks/five  0 0 0  BUT CAME 2 4 7  (reference-only)"
    counted(persistent, write=True)
    rows = counted(persistent, confirm=True)
    assert [row.good for row in rows] == [True, True]
    written = json.loads((table.folder / "walks.json").read_text(encoding="utf-8"))["walks"]
    assert [one["counts"] for one in written] == [[2, 4, 7], recounted(6, 2)]
    assert [one["confirmed_by"] for one in written] == [["heap 1"], ["heap 1", "other 1"]]


def test_counts_that_change_lose_who_confirmed_them(counted: Any, persistent: Any, table: Any) -> None:
    class OneOnly(persistent):  # type: ignore[misc]
        def legal(self, params: Any) -> Any:
            return {"actions": [{"type": "take", "count": 1}], "complete": True}

    counted(OneOnly, write=True)
    written = json.loads((table.folder / "walks.json").read_text(encoding="utf-8"))["walks"]
    assert [(one["counts"], one.get("confirmed_by")) for one in written] == [([1, 1, 1], None), ([1, 1], None)]


def test_what_the_counts_hang_on_is_found_by_asking_for_other_readings(put: Any, persistent: Any, table: Any) -> None:
    class Switched(persistent):  # type: ignore[misc]
        declares: ClassVar[dict[str, Any]] = {
            **persistent.declares,
            "switches": {"heap.q": ["a", "b"], "heap.r": ["a", "b"]},
        }
        most = 2

        def load(self, params: Any) -> Any:
            self.most = 1 if params.get("readings", {}).get("heap.q") == "b" else 2
            return super().load(params)

        def legal(self, params: Any) -> Any:
            return {"actions": super().legal(params)["actions"][: self.most], "complete": True}

    questions = [{"id": "heap.q", "default": "a"}, {"id": "heap.r", "default": "a"}]
    (table.folder / "questions.json").write_text(json.dumps(questions), encoding="utf-8")
    suite = put.write(walk(counts=[0, 0, 0]))
    list(recounting.Counter(Made(Switched, "py:tests:heap"), suite).through(suite.walk_files[0], write=True))
    written = json.loads((table.folder / "walks.json").read_text(encoding="utf-8"))["walks"]
    assert (written[0]["counts"], written[0]["readings"]) == ([2, 4, 7], {"heap.q": "a"})


def test_without_anybody_to_count_nothing_is_counted(put: Any) -> None:
    with pytest.raises(NotThere, match="no reference"):
        recounting.Counter(None, put.write(walk()))


def test_the_walks_of_the_first_game_are_enough_and_most_are_confirmed(tmp_path: Path) -> None:
    walks = list(find("ostium").walks())
    assert len(walks) >= 8
    assert sum(bool(one.confirmed_by) for one in walks) >= 8
    assert {one.position["phase"] for one in walks} == {"attack", "development"}
    # 29 chains, 17 pairs in two orders, one set of three in six: the facts any two implementations can be held to
    assert next(one.counts for one in walks if one.id.endswith("one-clan-chains"))[:3] == [29, 34, 6]
