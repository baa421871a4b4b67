"""Ways: a position that cannot be loaded is played to, and whatever goes wrong on the way is said once."""

from typing import Any, ClassVar

import pytest

from ruleproof.conformance import ways
from ruleproof.conformance.connection import Made
from ruleproof.conformance.messages import RpcError
from ruleproof.conformance.suite import Form

Json = dict[str, Any]
TAKE = "heap.take.one-or-two"


def way(dealt: int, *counts: int, **more: Any) -> Json:
    """A game from a heap that chance has made so big."""
    plies, heap = [], dealt
    for number, count in enumerate(counts, 1):
        heap -= count
        after = {"phase": "over", "toAct": []} if heap == 0 else {"phase": "taking", "toAct": ["A"]}
        plies.append({"action": {"type": "take", "count": count}, "clauses": [f"heap.take.ply-{number}"], **after})
    return {"options": {}, "chance": [{"site": "heap", "outcome": dealt}], "actions": plies, **more}


@pytest.fixture
def dealt(table: Any) -> Any:
    """A heap that cannot be loaded, only dealt."""

    class Dealt(table.Heap):  # type: ignore[misc]
        declares: ClassVar[Json] = {**table.Heap.declares, "setup": ["deal"], "chance": ["scripted"]}

        def load(self, params: Json) -> Any:
            raise RpcError("method-not-found", "load")

        def new(self, params: Json) -> Any:
            return {"state": self.keep(params["chance"][0]["outcome"])}

    return Dealt


def verdicts(lines: Any) -> list[tuple[str, str]]:
    return [(line.id.split("/")[1], str(line.verdict)) for line in lines]


def test_who_cannot_load_is_led_to_the_position_from_a_new_game(table: Any, dealt: Any) -> None:
    far = table.case("far", 5, table.take(1), table.board(4), reach=way(8, 2, 1))
    assert str(table.lines(dealt, [far])["far"].verdict) == "pass"


def test_a_case_that_no_play_is_known_for_does_not_apply_then(table: Any, dealt: Any) -> None:
    line = table.lines(dealt, [table.case("far", 5, table.take(1)), table.case("b", 5, table.take(1), reach=way(5))])[
        "far"
    ]
    assert (line.verdict, line.detail.split(",")[0]) == ("not-applicable", "positions cannot be loaded")


@pytest.mark.parametrize(
    ("declares", "reach", "why"),
    [
        ({"chance": ["stepwise"]}, way(8, 2, 1), "positions cannot be loaded"),
        ({"setup": []}, way(8, 2, 1), "positions cannot be loaded"),
        ({"phases": ["over"]}, way(8, 2, 1), "phase taking is not declared"),
        (
            {"cards": "set"},
            {**way(8, 2, 1), "options": {"cards": []}},
            "games with cards of their own cannot be started",
        ),
        ({}, {**way(8, 2, 1), "options": {"fast": True}}, "option fast is not declared"),
    ],
)
def test_what_a_way_needs_beyond_the_declared_does_not_apply(
    table: Any, dealt: Any, declares: Json, reach: Json, why: str
) -> None:
    heap = type("Heap2", (dealt,), {"declares": {**dealt.declares, **declares}})
    assert table.lines(heap, [table.case("far", 5, table.take(1), reach=reach)])["far"].detail == why


def test_a_divergence_is_told_once_under_the_clauses_of_its_action_and_blocks_all_behind_it(
    table: Any, dealt: Any
) -> None:
    class NeverTwoOfSix(dealt):  # type: ignore[misc]
        def allows(self, heap: int, action: Any) -> bool:
            return bool(super().allows(heap, action) and (heap, action["count"]) != (6, 2))

    cases = [
        table.case("before", 6, table.take(1), reach=way(8, 2)),
        table.case("behind", 4, table.take(1), reach=way(8, 2, 2)),
        table.case("far-behind", 3, table.take(1), reach=way(8, 2, 2, 1)),
        table.case("elsewhere", 4, table.take(1), reach=way(7, 1, 1, 1)),
    ]
    runner = table.runner(NeverTwoOfSix, cases)
    lines = list(runner.run(runner.suite.cases()))
    assert verdicts(lines) == [
        ("take", "pass"),
        ("reach", "fail"),
        ("take", "blocked-by"),
        ("take", "blocked-by"),
        ("take", "pass"),
    ]
    found = lines[1]
    assert (found.step, found.where, found.expected, found.got) == (2, "accepted", True, False)
    assert (found.clauses, found.met_in) == (["heap.take.ply-2"], "heap/take/behind")
    assert found.asked == {"call": "apply", "action": {"type": "take", "count": 2}}
    assert {line.blocked_by for line in lines[2:4]} == {found.id}
    assert runner.tally.counts() == {"blocked-by": 2, "fail": 1, "pass": 2}
    assert runner.tally.clauses["heap.take.ply-2"] == {"fail": 1}
    assert runner.exit() == 1


def test_a_divergence_that_is_known_is_not_walked_into_again(table: Any, dealt: Any) -> None:
    asked = []

    class Listens(dealt):  # type: ignore[misc]
        def new(self, params: Json) -> Any:
            asked.append(params)
            return super().new(params)

        def status(self, params: Json) -> Any:
            return {**super().status(params), "phase": "dreaming"}

    cases = [table.case(f"c{number}", 6, table.take(1), reach=way(8, 2)) for number in range(5)]
    runner = table.runner(Listens, cases)
    lines = list(runner.run(runner.suite.cases()))
    assert verdicts(lines) == [("reach", "fail"), *[("take", "blocked-by")] * 5]
    assert (lines[0].where, lines[0].expected, lines[0].got) == ("phase", "taking", "dreaming")
    assert len(asked) == 3  # the smoke step, the first case, and the same alone


@pytest.mark.parametrize(
    ("kind", "verdict"), [("invalid-params", "protocol-violation"), ("internal-error", "error"), (None, "crash")]
)
def test_an_error_or_a_crash_on_the_way_blocks_too(table: Any, dealt: Any, kind: str | None, verdict: str) -> None:
    class Breaks(dealt):  # type: ignore[misc]
        def apply(self, params: Json) -> Any:
            if self.states[params["state"]] == 6:
                raise RpcError(kind, "six") if kind else ZeroDivisionError("six")
            return super().apply(params)

    cases = [table.case(name, 5, table.take(1), reach=way(8, 2, 1)) for name in ("one", "two")]
    lines = list((runner := table.runner(Breaks, cases)).run(runner.suite.cases()))
    assert verdicts(lines) == [("reach", verdict), ("take", "blocked-by"), ("take", "blocked-by")]
    assert lines[0].step == 2


def test_a_new_game_that_is_refused_although_declared_is_an_error(table: Any, dealt: Any) -> None:
    class Shy(dealt):  # type: ignore[misc]
        def new(self, params: Json) -> Any:
            if params["chance"][0]["outcome"] == 9:
                raise RpcError("option-unsupported", "nine")
            return super().new(params)

    cases = [
        table.case("eight", 6, table.take(1), reach=way(8, 2)),
        table.case("nine", 7, table.take(1), reach=way(9, 2)),
    ]
    lines = list((runner := table.runner(Shy, cases)).run(runner.suite.cases()))
    assert verdicts(lines) == [("take", "pass"), ("reach", "error"), ("take", "blocked-by")]
    assert (lines[1].step, lines[1].clauses, lines[2].detail.split(": ")[1]) == (0, [], "the new game")
    assert runner.exit() == 3


def test_a_way_that_ends_elsewhere_is_setup_failed_and_one_with_a_position_of_its_own_leads_there(
    table: Any, dealt: Any
) -> None:
    wrong = table.case("wrong", 4, table.take(1), reach=way(8, 2, 1))
    own = table.case("own", 4, table.take(1), table.board(4), reach=way(8, 2, 1, position={"heap": 5}))
    lines = table.lines(dealt, [own, wrong])
    assert [(name, str(line.verdict)) for name, line in lines.items()] == [("own", "pass"), ("wrong", "setup-failed")]
    assert lines["wrong"].detail == "`dump` does not give back the position that the actions lead to"
    assert (lines["wrong"].where, lines["wrong"].expected, lines["wrong"].got) == ("heap", 4, 5)


@pytest.mark.parametrize(("used", "verdict"), [(1, "pass"), (0, "fail"), (None, "pass")])
def test_what_is_left_of_the_script_of_chance_is_compared(table: Any, dealt: Any, used: Any, verdict: str) -> None:
    class Counts(dealt):  # type: ignore[misc]
        def status(self, params: Json) -> Any:
            return {**super().status(params), "chanceUsed": used}

    runner = table.runner(Counts, [table.case("far", 6, table.take(1), reach=way(8, 2))])
    assert str(next(runner.run(runner.suite.cases())).verdict) == verdict


def test_all_of_it_goes_into_one_line_where_scripts_are_declared(table: Any, dealt: Any) -> None:
    from ruleproof.conformance.messages import PREVIOUS

    methods = []

    class Runs(dealt):  # type: ignore[misc]
        declares: ClassVar[Json] = {**dealt.declares, "optional": ["dump", "run"]}

        def call(self, method: str, params: Json) -> Any:
            methods.append(method)
            return super().call(method, params)

        def run(self, params: Json) -> Any:
            results: list[Json] = []
            for one in params["script"]:
                state = next((r["state"] for r in reversed(results) if "state" in r), None)
                filled = {name: state if value == PREVIOUS else value for name, value in one["params"].items()}
                results.append(dealt.call(self, one["method"], filled))
            return {"results": results}

    far = table.case("far", 5, table.take(1), table.board(4), table.take(3, False), reach=way(8, 2, 1))
    assert str(table.lines(Runs, [far])["far"].verdict) == "pass"
    assert methods[-2:] == ["run", "bye"]


# marks


def marked(dealt: int, *counts: int) -> Json:
    """A way that says which heap is there behind each action."""
    made = way(dealt, *counts)
    for number, ply in enumerate(made["actions"], 1):
        ply["mark"] = ways.mark(Form(), {"heap": dealt - sum(counts[:number])})
    return made


@pytest.fixture
def takes_too_much(dealt: Any) -> Any:
    """A heap of which one more goes when one is taken of seven."""

    class TakesTooMuch(dealt):  # type: ignore[misc]
        def apply(self, params: Json) -> Any:
            answer = super().apply(params)
            seven = self.states[params["state"]] == 7 and params["action"].get("count") == 1
            return {**answer, "state": self.keep(5)} if seven and answer["accepted"] else answer

    return TakesTooMuch


def test_a_position_that_is_another_one_is_found_where_it_first_was(table: Any, takes_too_much: Any) -> None:
    cases = [table.case(name, 4, table.take(1), reach=marked(8, 1, 1, 2)) for name in ("one", "two")]
    lines = list((runner := table.runner(takes_too_much, cases)).run(runner.suite.cases()))
    assert verdicts(lines) == [("reach", "fail"), ("take", "blocked-by"), ("take", "blocked-by")]
    found = lines[0]
    assert (found.step, found.where, found.clauses) == (2, "mark", ["heap.take.ply-2"])
    assert found.position == {"heap": 5}
    assert found.detail == "the position behind this action is another one"
    assert runner.exit() == 1


def test_the_reference_helps_to_say_what_is_otherwise_there(table: Any, dealt: Any, takes_too_much: Any) -> None:
    reference = Made(dealt, "reference")
    case = table.case("one", 4, table.take(1), reach=marked(8, 1, 1, 2))
    runner = table.runner(takes_too_much, [case], reference=reference)
    found = next(runner.run(runner.suite.cases()))
    assert found.detail == "the position behind this action is another one: heap is 5, 6 is due"


def test_a_refusal_on_the_way_is_laid_at_the_action_that_led_there(table: Any, takes_too_much: Any) -> None:
    case = table.case("one", 1, table.take(1), reach=marked(8, 1, 1, 2, 2, 1))

    class Short(takes_too_much):  # type: ignore[misc]
        def allows(self, heap: int, action: Any) -> bool:
            return bool(super().allows(heap, action) and heap != 3)

    found = next((runner := table.runner(Short, [case])).run(runner.suite.cases()))
    assert (str(found.verdict), found.step, found.where) == ("fail", 2, "mark")


def test_without_marks_such_a_position_is_setup_failed(table: Any, takes_too_much: Any) -> None:
    line = table.lines(takes_too_much, [table.case("one", 4, table.take(1), reach=way(8, 1, 1, 2))])["one"]
    assert (str(line.verdict), line.where, line.got) == ("setup-failed", "heap", 3)


# both ways


@pytest.fixture
def both(table: Any, dealt: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A heap that can be loaded and dealt."""
    monkeypatch.setattr(ways, "SAMPLED", 1)

    class Both(table.Heap):  # type: ignore[misc]
        declares: ClassVar[Json] = {**dealt.declares, "setup": ["position", "deal"]}
        begun: ClassVar[list[str]] = []
        new = dealt.new

        def call(self, method: str, params: Json) -> Any:
            if method in ("load", "new"):
                self.begun.append(method)
            return super().call(method, params)

    Both.begun.clear()
    return Both


def test_who_can_do_both_is_loaded_and_a_sample_is_played_to_as_well(table: Any, both: Any) -> None:
    cases = [table.case(name, 5, table.take(1), reach=way(8, 2, 1)) for name in ("one", "two", "three")]
    runner = table.runner(both, cases)
    assert verdicts(runner.run(runner.suite.cases())) == [("take", "pass")] * 3
    assert both.begun == ["load", "load", "new", "load", "load"]  # smoke, one both ways, two more
    assert runner.findings == []


def test_where_the_two_ways_do_not_agree_the_finding_says_which_case(table: Any, both: Any) -> None:
    class Deals(both):  # type: ignore[misc]
        def new(self, params: Json) -> Any:
            return {"state": self.keep(params["chance"][0]["outcome"] + 1)}

    runner = table.runner(Deals, [table.case("one", 5, table.take(1), reach=way(8, 2, 1))])
    assert verdicts(runner.run(runner.suite.cases())) == [("take", "pass")]
    told = "heap/take/one passes where its position is loaded; where it is played to: setup-failed"
    assert runner.findings[0].startswith(told)


def test_what_is_order_dependent_on_the_way_says_so(table: Any, dealt: Any) -> None:
    class Tires(dealt):  # type: ignore[misc]
        plays = 0

        def new(self, params: Json) -> Any:
            self.plays += 1
            return super().new(params)

        def allows(self, heap: int, action: Any) -> bool:
            return bool(super().allows(heap, action) and self.plays < 4)

    cases = [table.case(f"c{size}", size - 2, table.take(1), reach=way(size, 2)) for size in (5, 6, 7, 8)]
    lines = list((runner := table.runner(Tires, cases)).run(runner.suite.cases()))
    assert lines[2].first == "fail, then pass when run alone"
    assert str(lines[2].verdict) == "order-dependent"


MOST = "heap.take.most"  # how many may be taken at once


def hanging(dealt: int, *counts: int) -> Json:
    """A way on which it matters that two may be taken."""
    return way(dealt, *counts, readings={MOST: ["two"]})


@pytest.fixture
def one_at_a_time(table: Any, dealt: Any) -> Any:
    """It is dealt, and never gives more than one."""
    (table.folder / "questions.json").write_text(f'[{{"id": "{MOST}", "default": "two"}}]', encoding="utf-8")

    class OneAtATime(dealt):  # type: ignore[misc]
        def allows(self, heap: int, action: Any) -> bool:
            return bool(super().allows(heap, action) and action["count"] == 1)

    return OneAtATime


def test_a_way_that_hangs_on_another_reading_than_the_declared_one_is_not_walked(
    table: Any, one_at_a_time: Any
) -> None:
    says = {"declares": {**one_at_a_time.declares, "readings": {MOST: "one"}}}
    line = table.lines(type("Says", (one_at_a_time,), says), [table.case("far", 4, table.take(1), reach=hanging(6, 2))])
    assert str(line["far"].verdict) == "not-applicable"
    assert line["far"].detail == f"the way there hangs on {MOST}, which is read as one, not two"


def test_on_what_a_way_hangs_is_found_out_before_it_is_walked(table: Any, one_at_a_time: Any) -> None:
    cases = [
        table.case("far", 4, table.take(1), reach=hanging(6, 2)),
        table.case("two", 5, table.take(2), readings={MOST: "two"}, reach=way(6, 1)),
        table.case("one", 5, table.take(2, False), readings={MOST: "one"}, reach=way(6, 1)),
    ]
    lines = table.lines(one_at_a_time, cases)
    assert {name: str(line.verdict) for name, line in lines.items()} == {
        "far": "not-applicable",
        "two": "not-applicable",
        "one": "reading",
    }


def test_where_that_is_not_known_who_parts_is_told_on_what_the_way_hangs(table: Any, one_at_a_time: Any) -> None:
    runner = table.runner(one_at_a_time, [table.case("far", 4, table.take(1), reach=hanging(6, 2))])
    parted, line = runner.run(runner.suite.cases())
    assert (str(parted.verdict), str(line.verdict)) == ("fail", "blocked-by")
    for told in (parted, line):
        assert told.detail.endswith(f"this way hangs on {MOST} (two)")


def test_who_can_be_asked_for_a_reading_is_asked_for_the_one_of_the_way(table: Any, one_at_a_time: Any) -> None:
    asked = []

    class Switches(one_at_a_time):  # type: ignore[misc]
        declares: ClassVar[Json] = {**one_at_a_time.declares, "switches": {MOST: ["one", "two"]}}

        def new(self, params: Json) -> Any:
            asked.append(params.get("readings"))
            return super().new(params)

    table.lines(Switches, [table.case("far", 4, table.take(1), reach=hanging(6, 2))])
    assert asked[-1] == {MOST: "two"}
