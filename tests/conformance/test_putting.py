"""Putting a case: few round trips, scripts that mean the same as their requests, and handles that are not kept."""

from typing import Any, ClassVar

import pytest

from ruleproof.conformance.connection import Noise, TimedOut
from ruleproof.conformance.messages import PREVIOUS, RpcError
from ruleproof.conformance.running import Runner
from ruleproof.conformance.suite import Form

Json = dict[str, Any]
LOOKS = [
    {"call": "status", "expect": {"terminal": False}},
    {"call": "legal", "expect": {"count": 2}},
    {"call": "observe", "viewer": "A", "expect": {"heap": 4}},
    {"call": "board", "expect": {"heap": 4}},
]


@pytest.fixture
def listens(table: Any) -> Any:
    """A heap that can do all and remembers what it was asked."""

    class Listens(table.Heap):  # type: ignore[misc]
        declares: ClassVar[Json] = {**table.Heap.declares, "observe": "player", "states": "persistent"}
        asked: ClassVar[list[Json]] = []

        def call(self, method: str, params: Json) -> Any:
            self.asked.append({"method": method, **params})
            return self.answered(method, params)

        def answered(self, method: str, params: Json) -> Json:
            answer: Json = getattr(self, method)(params)
            for name in params.get("want", ()):
                what, _, viewer = name.partition(":")
                answer[name] = getattr(self, what)({"state": answer["state"], "viewer": viewer})
            return answer

        def observe(self, params: Json) -> Any:
            return {"observation": {"heap": self.states[params["state"]]}}

        def run(self, params: Json) -> Any:
            results: list[Json] = []
            for one in params["script"]:
                state = next((r["state"] for r in reversed(results) if "state" in r), None)
                filled = {name: state if value == PREVIOUS else value for name, value in one["params"].items()}
                try:
                    results.append(self.answered(one["method"], filled))
                except RpcError as error:
                    results.append({"error": error.as_object()})
                    break
            return {"results": results}

    Listens.asked.clear()
    return Listens


def methods(heap: Any) -> list[str]:
    """What was asked after the smoke step, which ends with its `drop`."""
    asked = [one["method"] for one in heap.asked]
    return asked[asked.index("drop") + 1 :]


def scripted(heap: Any, **more: Any) -> Any:
    declares = {**heap.declares, "optional": ["dump", "explain", "run"], **more}
    return type("Scripted", (heap,), {"declares": declares})


def test_all_that_is_looked_at_behind_an_action_comes_with_it(table: Any, listens: Any) -> None:
    line = table.lines(listens, [table.case("one", 5, table.take(1), *LOOKS, table.take(3, False))])["one"]
    assert str(line.verdict) == "pass"
    assert methods(listens) == ["load", "apply", "apply", "drop", "bye"]
    load, first, second = listens.asked[-5:-2]
    assert (load["want"], second["want"]) == (["dump"], ["dump"])
    assert first["want"] == ["status", "legal", "observe:A", "dump"]


def test_a_whole_case_goes_in_one_line_where_scripts_are_declared(table: Any, listens: Any) -> None:
    heap = scripted(listens)
    cases = [table.case(name, 5, table.take(1), *LOOKS, table.take(3, False)) for name in ("one", "two")]
    assert {str(line.verdict) for line in table.lines(heap, cases).values()} == {"pass"}
    assert [one["method"] for one in heap.asked][-3:] == ["run", "run", "bye"]
    assert [one["method"] for one in heap.asked[-2]["script"]] == ["load", "apply", "apply", "drop"]


def test_an_adapter_that_does_not_answer_want_is_asked_for_each_also_where_scripts_are_declared(
    table: Any, listens: Any
) -> None:
    class Plain(listens):  # type: ignore[misc]
        def answered(self, method: str, params: Json) -> Any:
            return getattr(self, method)(params)

    case = table.case("one", 5, table.take(1), *LOOKS, table.take(3, False))
    for heap in (Plain, scripted(Plain)):
        assert str(table.lines(heap, [case, {**case, "id": "heap/take/two"}])["two"].verdict) == "pass"
    assert [one["method"] for one in heap.asked].count("run") == 2  # in the smoke step, and in vain for the first case


def test_a_failure_in_a_script_is_put_again_one_by_one_and_then_said(table: Any, listens: Any) -> None:
    class Three(listens):  # type: ignore[misc]
        def allows(self, heap: int, action: Any) -> bool:
            return "count" in action

    heap = scripted(Three)
    line = table.lines(heap, [*table.right[:1], table.case("three", 5, table.take(3, False))])["three"]
    assert (str(line.verdict), line.step, line.where) == ("fail", 1, "accepted")
    assert line.explained == "one or two (heap.take.one-or-two)"


def test_scripts_that_answer_otherwise_than_their_requests_violate_the_protocol(table: Any, listens: Any) -> None:
    class Astray(listens):  # type: ignore[misc]
        def run(self, params: Json) -> Any:
            results = super().run(params)["results"]
            if len(results) > 3:
                results[-2] = {**results[-2], "accepted": not results[-2]["accepted"]}
            return {"results": results}

    case = table.case("one", 5, table.take(1), table.take(1))
    runner = table.runner(scripted(Astray), [*table.right[:1], case])
    lines = {line.id.split("/")[2]: line for line in runner.run(runner.suite.cases())}
    line = lines["one"]
    assert str(line.verdict) == "protocol-violation"
    assert line.detail.startswith("`run` answers otherwise than the same requests one by one: fail")
    assert runner.exit() == 1


@pytest.mark.parametrize(
    ("results", "verdict", "word"),
    [
        ([], "protocol-violation", "`run` does not give one result for each"),
        (None, "protocol-violation", "`run` does not give one result for each"),
        (RpcError("method-not-found", "run"), "error", "`run` is declared and refused"),
    ],
)
def test_scripts_that_do_not_work_stop_the_run_at_the_smoke_step(
    table: Any, listens: Any, results: Any, verdict: str, word: str
) -> None:
    class Odd(listens):  # type: ignore[misc]
        def run(self, params: Json) -> Any:
            if isinstance(results, Exception):
                raise results
            return {"results": results}

    runner = table.runner(scripted(Odd))
    assert list(runner.run(runner.suite.cases())) == []
    assert runner.smoke is not None
    assert (str(runner.smoke.verdict), word in runner.smoke.detail) == (verdict, True)


def test_a_script_that_is_too_long_is_put_one_by_one(table: Any, listens: Any) -> None:
    class Short(listens):  # type: ignore[misc]
        def run(self, params: Json) -> Any:
            if len(params["script"]) > 3:
                raise RpcError("limit-exceeded", "three at most")
            return super().run(params)

    heap = scripted(Short)
    line = table.lines(heap, [*table.right[:1], table.case("one", 5, table.take(1), table.take(1), table.board(3))])
    assert str(line["one"].verdict) == "pass"
    assert methods(heap)[-7:] == ["run", "drop", "load", "apply", "apply", "drop", "bye"]


def test_a_crash_in_a_script_is_put_alone_one_by_one_to_say_at_which_request(table: Any, listens: Any) -> None:
    class Raises(listens):  # type: ignore[misc]
        def apply(self, params: Json) -> Any:
            if self.states[params["state"]] == 4:
                raise ZeroDivisionError
            return super().apply(params)

    line = table.lines(scripted(Raises), [table.case("one", 5, table.take(1), table.take(1))])["one"]
    assert (str(line.verdict), line.step) == ("crash", 2)


def test_once_a_script_hung_requests_are_put_one_by_one(table: Any, listens: Any) -> None:
    heap = scripted(listens)

    class Late(heap):  # type: ignore[misc, valid-type]
        def run(self, params: Json) -> Any:
            answer = super().run(params)
            if len(params["script"]) == 4:
                raise TimedOut("no answer to `run` in time")
            return answer

    class Direct:
        """A connection on which a time-out can be raised."""

        def __init__(self) -> None:
            self.heap = Late()
            self.noise = Noise()

        def call(self, method: str, params: Json, deadline: float) -> Json:
            answer: Json = self.heap.call(method, params)
            return answer

        def errors(self) -> str:
            return ""

        def close(self, *, gently: bool = False) -> None:
            return

    class Target:
        name = "late"

        def start(self) -> Any:
            return Direct()

    cases = [table.case("one", 5, table.take(1), table.take(1)), table.case("two", 5, table.take(1), table.take(1))]
    suite = table.suite([*table.right[:1], *cases])
    lines = list(Runner(Target(), suite, Form()).run(suite.cases()))
    assert [str(line.verdict) for line in lines] == ["pass", "order-dependent", "pass"]
    assert lines[1].first == "timeout, then pass when run alone"
    assert [one["method"] for one in heap.asked].count("run") == 3  # in the smoke step, the first case and the second


# handles


@pytest.fixture
def forgets(listens: Any) -> Any:
    """A heap that keeps the last state only."""

    class Forgets(listens):  # type: ignore[misc]
        declares: ClassVar[Json] = {**listens.declares, "states": "single"}
        count = 0

        def keep(self, heap: int) -> str:
            self.count += 1
            self.states.clear()
            self.states[f"s{self.count}"] = heap
            return f"s{self.count}"

    return Forgets


def test_where_only_the_last_state_is_kept_no_older_one_is_asked_for(table: Any, forgets: Any) -> None:
    case = table.case("one", 5, table.take(1), *LOOKS, table.take(3, False), table.take(2), table.board(2))
    assert str(table.lines(forgets, [case])["one"].verdict) == "pass"


def test_to_explain_a_failure_the_place_is_come_to_again(table: Any, forgets: Any) -> None:
    class Three(forgets):  # type: ignore[misc]
        def allows(self, heap: int, action: Any) -> bool:
            return "count" in action

        def explain(self, params: Json) -> Any:
            return {"text": f"of {self.states[params['state']]}", "clauses": []}

    line = table.lines(Three, [*table.right[:1], table.case("three", 5, table.take(1), table.take(3, False))])["three"]
    assert (str(line.verdict), line.explained) == ("fail", "of 4")


def test_of_what_can_only_be_checked_the_whole_list_is_named_as_not_asked(table: Any, listens: Any) -> None:
    class Checks(listens):  # type: ignore[misc]
        declares: ClassVar[Json] = {**listens.declares, "legal": "check"}

        def legal(self, params: Json) -> Any:
            return {"legal": [self.allows(self.states[params["state"]], action) for action in params["actions"]]}

    one, three = ({"type": "take", "count": count} for count in (1, 3))
    cases = [
        table.case("exact", 1, {"call": "legal", "expect": {"exact": [one], "of": ["take"]}}),
        table.case("wrong", 5, {"call": "legal", "expect": {"exact": [one, three], "of": ["take"]}}),
        table.case("count", 5, table.take(1), {"call": "legal", "expect": {"count": 2}}),
    ]
    lines = table.lines(Checks, [*table.right[:1], *cases])
    assert (str(lines["exact"].verdict), lines["exact"].unasked) == ("pass", ["1 legal"])
    assert (str(lines["wrong"].verdict), lines["wrong"].expected) == ("fail", {"action": three, "legal": True})
    assert (str(lines["count"].verdict), lines["count"].unasked) == ("pass", ["2 legal"])
