"""Running: every way in which an implementation can go wrong has its verdict, and the run its exit code."""

from typing import Any, ClassVar

import pytest

from ruleproof.conformance.messages import RpcError


def verdicts(lines: Any) -> dict[str, str]:
    return {name: str(line.verdict) for name, line in lines.items()}


def test_a_right_implementation_passes_every_case_and_the_exit_code_is_0(table: Any) -> None:
    runner = table.runner(table.Heap)
    assert {str(line.verdict) for line in runner.run(runner.suite.cases())} == {"pass"}
    assert (runner.exit(), runner.tally.passed, runner.tally.executed, runner.stopped) == (0, 5, 5, "")


class TakesThree:
    """A heap from which three may be taken."""

    def allows(self, heap: int, action: Any) -> bool:
        return isinstance(action, dict) and action.get("count") in (1, 2, 3) and action["count"] <= heap


def test_a_wrong_answer_is_a_fail_with_what_was_expected_what_came_and_what_they_say(table: Any) -> None:
    heap = type("Heap3", (TakesThree, table.Heap), {})
    line = table.lines(heap)["three-refused"]
    assert (line.verdict, line.step, line.where, line.expected, line.got) == ("fail", 1, "accepted", False, True)
    assert line.explained == "one or two (heap.take.one-or-two)"
    assert line.asked == {"call": "apply", "action": {"type": "take", "count": 3}}
    assert line.catches == "three are taken"


def test_one_wrong_answer_makes_the_exit_code_1(table: Any) -> None:
    runner = table.runner(type("Heap3", (TakesThree, table.Heap), {}))
    list(runner.run(runner.suite.cases()))
    assert runner.exit() == 1


def test_a_position_that_comes_back_changed_is_no_fail_but_setup_failed(table: Any) -> None:
    class OneMore(table.Heap):  # type: ignore[misc]
        def load(self, params: Any) -> Any:
            return {"state": self.keep(params["position"]["heap"] + 1)}

    runner = table.runner(OneMore)
    lines = list(runner.run(runner.suite.cases()))
    assert {str(line.verdict) for line in lines} == {"setup-failed"}
    assert (lines[0].where, lines[0].expected, lines[0].got) == ("heap", 5, 6)
    assert runner.exit() == 3


def test_a_refused_action_that_changes_the_position_fails_without_any_board_step(table: Any) -> None:
    class Eats(table.Heap):  # type: ignore[misc]
        def apply(self, params: Any) -> Any:
            answer = super().apply(params)
            return answer if answer["accepted"] else {"accepted": False, "state": self.keep(4)}

    cases = [table.right[0], table.case("three", 5, table.take(3, False))]
    line = table.lines(Eats, cases)["three"]
    assert (line.verdict, line.detail) == ("fail", "a refused action changed the position")


@pytest.mark.parametrize(
    ("kind", "verdict", "code"),
    [("position-unsupported", "error", 3), ("not-implemented", "error", 3), ("internal-error", "error", 3)],
)
def test_a_question_that_is_refused_is_an_error(table: Any, kind: str, verdict: str, code: int) -> None:
    class Refuses(table.Heap):  # type: ignore[misc]
        def load(self, params: Any) -> Any:
            if params["position"]["heap"] == 1:
                raise RpcError(kind, "not today")
            return super().load(params)

    runner = table.runner(Refuses)
    found = {line.id.rpartition("/")[2]: str(line.verdict) for line in runner.run(runner.suite.cases())}
    assert (found["what-may-be"], found["one"], runner.exit()) == (verdict, "pass", code)


@pytest.mark.parametrize("kind", ["invalid-params", "illegal-action"])
def test_an_action_that_is_answered_with_an_error_violates_the_protocol(table: Any, kind: str) -> None:
    class Strict(table.Heap):  # type: ignore[misc]
        def apply(self, params: Any) -> Any:
            if params["action"].get("count") == 3:
                raise RpcError(kind, "three is too many")
            return super().apply(params)

    assert table.lines(Strict)["three-refused"].verdict == "protocol-violation"


def test_an_exception_is_a_crash_and_the_next_case_runs_on_a_fresh_one(table: Any) -> None:
    class Raises(table.Heap):  # type: ignore[misc]
        def apply(self, params: Any) -> Any:
            if params["action"].get("count") == 3:
                raise ZeroDivisionError("three")
            return super().apply(params)

    lines = table.lines(Raises)
    assert verdicts(lines) == {**dict.fromkeys(lines, "pass"), "three-refused": "crash"}
    assert "ZeroDivisionError: three" in lines["three-refused"].detail


def test_what_passes_alone_is_order_dependent(table: Any) -> None:
    class Tires(table.Heap):  # type: ignore[misc]
        count = 0

        def call(self, method: str, params: Any) -> Any:
            self.count += 1
            return super().call(method, params)

        def allows(self, heap: int, action: Any) -> bool:
            return bool(super().allows(heap, action) and self.count < 12)

    line = table.lines(Tires)["all"]
    assert (line.verdict, line.first) == ("order-dependent", "fail, then pass when run alone")


def test_what_fails_in_two_ways_is_flaky(table: Any) -> None:
    made = []

    class Flickers(table.Heap):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            made.append(self)
            self.number = len(made)

        def dump(self, params: Any) -> Any:
            heap = self.states[params["state"]]
            return {"position": {"heap": heap if heap != 4 else 100 + self.number}}

    line = table.lines(Flickers)["one"]
    assert (line.verdict, line.first) == ("flaky", "fail, then fail when run alone")


def test_without_repeats_a_failure_is_what_it_was_the_first_time(table: Any) -> None:
    class Tires(table.Heap):  # type: ignore[misc]
        def legal(self, params: Any) -> Any:
            return {"actions": [], "complete": True}

    assert table.lines(Tires, repeat=False)["what-may-be"].verdict == "fail"


def test_a_missing_action_in_a_list_that_says_it_is_not_complete_decides_nothing(table: Any) -> None:
    class Partial(table.Heap):  # type: ignore[misc]
        def legal(self, params: Any) -> Any:
            return {"actions": [], "complete": False}

    runner = table.runner(Partial)
    found = {line.id.rpartition("/")[2]: str(line.verdict) for line in runner.run(runner.suite.cases())}
    assert (found["what-may-be"], runner.exit()) == ("inconclusive", 3)


# Scope: what is not declared is not asked.


@pytest.mark.parametrize(
    ("declares", "more"),
    [
        ({"modes": ["other"]}, {}),
        ({"cards": "set"}, {}),
        ({"setup": ["deal"]}, {}),
        ({"artificial": False}, {"tags": ["artificial"]}),
        ({}, {"requires": {"optional": ["run"]}}),
        ({}, {"requires": {"observe": "full"}}),
        ({}, {"requires": {"nonsense": "full"}}),
        ({"readings": {"heap.q": "b"}}, {"readings": {"heap.q": "a"}}),
        ({"switches": {"heap.q": ["b", "c"]}}, {"readings": {"heap.q": "a"}}),
    ],
)
def test_a_case_beyond_the_declared_does_not_apply_and_nothing_executed_is_5(
    table: Any, declares: dict[str, Any], more: dict[str, Any]
) -> None:
    heap = type("Heap2", (table.Heap,), {"declares": {**table.Heap.declares, **declares}})
    runner = table.runner(heap, [table.case("one", 5, table.take(1), **more)])
    assert [str(line.verdict) for line in runner.run(runner.suite.cases())] == ["not-applicable"]
    assert runner.exit() == 5


@pytest.mark.parametrize("declares", [{"readings": {"heap.q": "a"}}, {"switches": {"heap.q": ["b", "a"]}}])
def test_a_case_of_a_reading_is_put_to_those_who_follow_it_or_can_be_asked_to(
    table: Any, declares: dict[str, Any]
) -> None:
    heap = type("Heap2", (table.Heap,), {"declares": {**table.Heap.declares, **declares}})
    cases = [table.case("one", 5, table.take(1), readings={"heap.q": "a"})]
    assert verdicts(table.lines(heap, cases)) == {"one": "pass"}


def test_a_reading_is_asked_for_only_where_it_can_be(table: Any) -> None:
    asked = []

    class Listens(table.Heap):  # type: ignore[misc]
        declares: ClassVar[dict[str, Any]] = {
            **table.Heap.declares,
            "switches": {"heap.q": ["b", "a"]},
            "readings": {"heap.r": "x"},
        }

        def load(self, params: Any) -> Any:
            asked.append(params.get("readings"))
            return super().load(params)

    cases = [table.case("one", 5, table.take(1), readings={"heap.q": "a", "heap.r": "x"})]
    assert verdicts(table.lines(Listens, cases)) == {"one": "pass"}
    assert asked[-1] == {"heap.q": "a"}


def test_steps_that_cannot_be_asked_are_named_and_the_rest_is_judged(table: Any) -> None:
    heap = type("Heap2", (table.Heap,), {"declares": {"legal": "none"}})
    lines = table.lines(heap)
    assert lines["one"].unasked == ["2 board"]
    assert lines["what-may-be"].verdict == "not-applicable"


def test_without_dump_the_board_is_seen_through_observe_with_piles_as_counts(table: Any) -> None:
    class Seen(table.Heap):  # type: ignore[misc]
        declares: ClassVar[dict[str, Any]] = {"observe": "player"}

        def load(self, params: Any) -> Any:
            return {"state": self.keep(len(params["position"]["heap"]))}

        def observe(self, params: Any) -> Any:
            return {"observation": {"heap": self.states[params["state"]]}}

    case = table.case("one", 0, table.take(1), {"call": "board", "expect": {"heap": ["x", "y"]}})
    case["position"] = {"heap": ["x", "y", "z"]}
    assert verdicts(table.lines(Seen, [case])) == {"one": "pass"}
    case["steps"][1]["expect"] = {"heap": ["x"]}
    assert verdicts(table.lines(Seen, [case])) == {"one": "fail"}


@pytest.mark.parametrize(("told", "verdict"), [([True, False], "pass"), ([True, True], "fail"), ("as list", "pass")])
def test_an_implementation_that_can_only_check_is_asked_about_each_action(table: Any, told: Any, verdict: str) -> None:
    class Checks(table.Heap):  # type: ignore[misc]
        declares: ClassVar[dict[str, Any]] = {"legal": "check"}

        def legal(self, params: Any) -> Any:
            return {"legal": params["actions"][:1] if told == "as list" else told}

    one, three = ({"type": "take", "count": count} for count in (1, 3))
    step = {"call": "legal", "expect": {"contains": [one], "excludes": [three]}}
    assert verdicts(table.lines(Checks, [table.case("check", 5, step)])) == {"check": verdict}


def test_events_are_not_judged_where_they_are_not_declared(table: Any) -> None:
    class Silent(table.Heap):  # type: ignore[misc]
        def apply(self, params: Any) -> Any:
            return {**super().apply(params), "events": []}

    assert table.lines(Silent)["two"].verdict == "fail"
    quiet = type("Quiet", (Silent,), {"declares": {**table.Heap.declares, "events": "none"}})
    assert table.lines(quiet)["two"].verdict == "pass"


def test_want_may_be_ignored(table: Any) -> None:
    class Ignores(table.Heap):  # type: ignore[misc]
        def call(self, method: str, params: Any) -> Any:
            return getattr(self, method)(params)

    assert set(verdicts(table.lines(Ignores)).values()) == {"pass"}


def test_an_implementation_that_cannot_drop_is_found_and_still_judged(table: Any) -> None:
    class Keeps(table.Heap):  # type: ignore[misc]
        def drop(self, params: Any) -> Any:
            raise RpcError("method-not-found", "drop")

    runner = table.runner(Keeps)
    assert {str(line.verdict) for line in runner.run(runner.suite.cases())} == {"pass"}
    assert runner.findings == ["`drop` is refused, so states stay from case to case"]


# Smoke: the adapter before the game.


def stopped(table: Any, heap: Any, cases: Any = None) -> tuple[str, str, int]:
    runner = table.runner(heap, cases)
    assert list(runner.run(runner.suite.cases())) == []
    return str(runner.smoke.verdict) if runner.smoke else "", runner.stopped, runner.exit()


def test_an_adapter_that_accepts_an_absurd_action_stops_the_run(table: Any) -> None:
    class Nods(table.Heap):  # type: ignore[misc]
        def apply(self, params: Any) -> Any:
            return {"accepted": True, "state": params["state"]}

    verdict, why, code = stopped(table, Nods)
    assert (verdict, code) == ("fail", 1)
    assert why.startswith("the adapter does not work: an absurd action")


def test_an_adapter_that_refuses_all_legal_actions_stops_the_run(table: Any) -> None:
    heap = type("No", (table.Heap,), {"allows": lambda *_: False})
    assert stopped(table, heap)[0::2] == ("fail", 1)


def test_an_adapter_that_loads_nothing_could_not_be_tested(table: Any) -> None:
    class Blank(table.Heap):  # type: ignore[misc]
        def load(self, params: Any) -> Any:
            raise RpcError("position-unsupported", "not today")

    assert stopped(table, Blank)[0::2] == ("error", 3)


def test_an_adapter_that_answers_an_absurd_action_with_an_error_stops_the_run(table: Any) -> None:
    class Strict(table.Heap):  # type: ignore[misc]
        def apply(self, params: Any) -> Any:
            if "count" not in params["action"]:
                raise RpcError("invalid-params", "no such action")
            return super().apply(params)

    assert stopped(table, Strict)[0::2] == ("protocol-violation", 1)


def test_an_adapter_that_breaks_on_an_absurd_action_could_not_be_tested(table: Any) -> None:
    class Breaks(table.Heap):  # type: ignore[misc]
        def apply(self, params: Any) -> Any:
            if "count" not in params["action"]:
                raise RpcError("internal-error", "no such key")
            return super().apply(params)

    assert stopped(table, Breaks)[0::2] == ("error", 3)


def test_a_crash_on_one_legal_action_is_left_to_its_case(table: Any) -> None:
    class Raises(table.Heap):  # type: ignore[misc]
        def apply(self, params: Any) -> Any:
            if params["action"].get("count") == 1:
                raise ZeroDivisionError
            return super().apply(params)

    found = verdicts(table.lines(Raises))
    assert found["one"] == "crash"
    assert found["two"] == "pass"


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"protocol": 2, "implementation": {"name": "x"}, "games": []}, "speaks protocol 2"),
        ({"protocol": 1, "implementation": {"name": "x"}}, "`games`"),
        ({"protocol": 1, "implementation": {"name": "x"}, "games": [{"game": "heap", "legal": "maybe"}]}, "maybe"),
    ],
)
def test_a_wrong_hello_stops_the_run_after_three_tries(table: Any, answer: Any, why: str) -> None:
    tries = []

    class Odd(table.Heap):  # type: ignore[misc]
        def hello(self, params: Any) -> Any:
            tries.append(1)
            return answer

    assert stopped(table, Odd)[2] == 3
    assert len(tries) == 3
    assert why in table_stop(table, Odd)


def table_stop(table: Any, heap: Any) -> str:
    return stopped(table, heap)[1]


def test_members_that_nobody_knows_are_passed_over(table: Any) -> None:
    class Chatty(table.Heap):  # type: ignore[misc]
        declares: ClassVar[dict[str, Any]] = {**table.Heap.declares, "x_mood": "good", "new_member": [1]}

        def call(self, method: str, params: Any) -> Any:
            return {**super().call(method, params), "x_time": 3}

    assert set(verdicts(table.lines(Chatty)).values()) == {"pass"}


def test_a_member_that_is_null_is_absent(table: Any) -> None:
    class Nulls(table.Heap):  # type: ignore[misc]
        def hello(self, params: Any) -> Any:
            said = super().hello(params)
            said["implementation"] |= {"url": None, "language": None}
            said["games"][0] |= {"readings": None, "options": None, "cards": None}
            return {**said, "limits": None, "slow": None}

        def apply(self, params: Any) -> Any:
            return {"clauses": None, "events": None, **super().apply(params)}

    assert set(verdicts(table.lines(Nulls)).values()) == {"pass"}


def test_the_floor_counts_what_implementations_without_rules_reach_on_the_cases_that_were_put(table: Any) -> None:
    runner = table.runner(table.Heap)
    list(runner.run(runner.suite.cases()))
    assert runner.floors == {
        "first-action": 0,
        "accept-all": 0,
        "reject-all": 1,
        "never-ends": 0,
        "sees-everything": 1,
        "constant-outcome": 1,
    }


def test_a_stored_floor_is_believed_and_not_worked_out_again(table: Any) -> None:
    runner = table.runner(table.Heap, [table.case("one", 5, table.take(1), floor=["accept-all"])])
    list(runner.run(runner.suite.cases()))
    assert {name for name, count in runner.floors.items() if count} == {"accept-all"}


@pytest.mark.parametrize(
    ("phases", "verdicts"),
    [
        (None, ["pass", "pass", "pass"]),
        (["taking"], ["pass", "not-applicable", "not-applicable"]),
        (["taking", "giving"], ["pass", "pass", "not-applicable"]),
    ],
)
def test_cases_of_a_phase_that_is_not_played_do_not_apply(table: Any, phases: Any, verdicts: list[str]) -> None:
    class Part(table.Heap):  # type: ignore[misc]
        declares: ClassVar[dict[str, Any]] = {**table.Heap.declares, **({"phases": phases} if phases else {})}

        def load(self, params: Any) -> Any:
            self.phase = params["position"].get("phase")
            return super().load(params)

        def dump(self, params: Any) -> Any:
            position = super().dump(params)["position"]
            return {"position": position | ({"phase": self.phase} if self.phase else {})}

    cases = [
        table.right[0],
        {**table.right[1], "position": {"heap": 5, "phase": "giving"}},
        {**table.right[2], "requires": {"phases": ["taking", "counting"]}},
    ]
    assert [str(line.verdict) for line in table.lines(Part, cases).values()] == verdicts


def test_the_smoke_step_looks_into_every_chapter(table: Any) -> None:
    class Late(table.Heap):  # type: ignore[misc]
        def allows(self, heap: int, action: Any) -> bool:
            return bool(heap > 5 and super().allows(heap, action))

    many = [table.case(f"n{n}", 5, table.take(1)) for n in range(6)]
    later = {**table.case("late", 7, table.take(1)), "id": "heap/zeal/late"}
    runner = table.runner(Late, [*many, later], repeat=False)
    lines = list(runner.run(runner.suite.cases()))
    assert (runner.stopped, len(lines), lines[-1].verdict) == ("", 7, "pass")


def test_a_run_whose_start_failed_does_not_say_hello_again(table: Any) -> None:
    class Silent(table.Heap):  # type: ignore[misc]
        greeted: ClassVar[int] = 0

        def hello(self, params: Any) -> Any:
            type(self).greeted += 1
            raise RpcError("internal-error", "not today")

    runner = table.runner(Silent)
    runner.start()
    assert list(runner.run(runner.suite.cases())) == []
    assert (Silent.greeted, "not today" in runner.stopped) == (1, True)
