"""Which reading an implementation follows is found out from its answers, and the rest is judged under it."""

import json
from typing import Any

import pytest

from ruleproof.conformance import reporting, telling

MOST = "heap.take.most"  # how many may be taken at once
FREE = "heap.take.free"  # whether nothing may be taken
LETTER = "a letter of the authors"
Json = dict[str, Any]


@pytest.fixture
def ask(table: Any) -> Any:
    """A suite with two questions: MOST has two probes and a case that depends on it, FREE one that needs MOST."""
    take, case, board = table.take, table.case, table.board

    def two(name: str, heap: int, *steps: Json, **more: Any) -> Json:
        made: Json = case(name, heap, *steps, readings={MOST: "two"}, **more)
        return made

    def three(name: str, heap: int, *steps: Json, **more: Any) -> Json:
        made: Json = case(name, heap, *steps, readings={MOST: "three"}, **more)
        return made

    cases = [
        *table.right[:2],
        two("two-of-five", 5, take(3, False)),
        three("three-of-five", 5, take(3), board(2)),
        two("two-of-seven", 7, take(3, False), take(2), board(5)),
        three("three-of-seven", 7, take(3), board(4)),
        three("three-of-three", 3, take(3), board(0)),
        case("free-given-two", 9, take(0), readings={MOST: "two", FREE: "yes"}),
        case("not-free-given-two", 9, take(0, False), take(3, False), readings={MOST: "two", FREE: "no"}),
        case("not-free-given-three", 9, take(0, False), take(3), readings={MOST: "three", FREE: "no"}),
    ]
    questions = [{"id": MOST, "default": "two"}, {"id": FREE, "default": "no"}]
    (table.folder / "questions.json").write_text(json.dumps(questions), encoding="utf-8")

    class Asked:
        folder = table.folder

        def settle(self, question: str, reading: str) -> None:
            """Answer a question, as the authors would."""
            ruling = {"status": "settled", "ruling": reading, "answer_source": LETTER}
            told = [one | ruling if one["id"] == question else one for one in questions]
            (table.folder / "questions.json").write_text(json.dumps(told), encoding="utf-8")

        def __call__(self, allows: Any, only: str = "", **declares: Any) -> Any:
            """The verdicts of an implementation that allows to take so many from such a heap; `runner` is kept."""

            class Heap(table.Heap):  # type: ignore[misc]
                def __init__(self) -> None:
                    super().__init__()
                    self.declares = {**table.Heap.declares, **declares}

                def allows(self, heap: int, action: Any) -> bool:
                    count = action.get("count") if isinstance(action, dict) else None
                    return isinstance(count, int) and count <= heap and (count in (1, 2) or allows(heap, count))

            self.runner = table.runner(Heap, cases)
            wanted = (one for one in self.runner.suite.cases() if only in one.id)
            lines = {line.id.rpartition("/")[2]: line for line in self.runner.run(wanted)}
            self.lines = lines
            return {name: str(line.verdict) for name, line in lines.items() if name not in ("one", "two")}

        def says(self) -> list[str]:
            return [one.says for one in self.runner.readings]

    return Asked()


NOT = "not-applicable"


def test_who_follows_the_default_passes_its_cases_and_is_not_asked_for_others(ask: Any) -> None:
    assert ask(lambda heap, count: False) == {
        "two-of-five": "pass",
        "three-of-five": NOT,
        "two-of-seven": "pass",
        "three-of-seven": NOT,
        "three-of-three": NOT,
        "free-given-two": NOT,
        "not-free-given-two": "pass",
        "not-free-given-three": NOT,
    }
    assert ask.says() == ["follows no (1/1), the default", "follows two (2/2), the default"]
    assert ask.runner.exit() == 0


def test_who_follows_another_reading_is_judged_under_it_and_nothing_turns_red(ask: Any) -> None:
    assert ask(lambda heap, count: count == 3) == {
        "two-of-five": NOT,
        "three-of-five": "reading",
        "two-of-seven": NOT,
        "three-of-seven": "reading",
        "three-of-three": "pass",
        "free-given-two": NOT,
        "not-free-given-two": NOT,
        "not-free-given-three": "pass",
    }
    assert ask.says() == ["could not be asked, judged as no", "follows three (2/2)"]
    assert ask.runner.exit() == 0


def test_a_case_that_depends_on_the_reading_found_still_fails(ask: Any) -> None:
    found = ask(lambda heap, count: count == 3 and heap != 3)
    assert (found["three-of-three"], ask.runner.exit()) == ("fail", 1)


def test_answers_that_change_their_reading_are_incoherent_and_block_what_hangs_on_it(ask: Any) -> None:
    found = ask(lambda heap, count: count == 3 and heap == 7)
    assert found["two-of-five"] == "pass"
    assert found["two-of-seven"] == "incoherent"
    assert found["three-of-three"] == "blocked-by"
    assert ask.lines["two-of-seven"].detail == f"{MOST}: incoherent (two, three): no reading explains all 2 answers"
    assert ask.runner.exit() == 1


def test_an_answer_that_no_reading_predicts_fails_under_the_one_that_explains_most(table: Any, ask: Any) -> None:
    eaten: list[int] = []

    class Eats(table.Heap):  # type: ignore[misc]
        def apply(self, params: Any) -> Any:
            heap = self.states[params["state"]]
            if params["action"].get("count") == 3 and heap == 5:
                eaten.append(heap)
                return {"accepted": True, "state": self.keep(0), "events": []}
            return super().apply(params)

    runner = table.runner(Eats, json.loads(ask_file(ask)))
    lines = {line.id.rpartition("/")[2]: line for line in runner.run(runner.suite.cases())}
    assert (lines["two-of-five"].verdict, runner.exit()) == ("fail", 1)
    assert lines["two-of-five"].detail == f"{MOST}: neither: 1 of 2 answers are those of no reading"


def ask_file(ask: Any) -> str:
    ask(lambda heap, count: False)
    return json.dumps(json.loads((ask.folder / "take.json").read_text(encoding="utf-8"))["cases"])


def test_a_declared_reading_is_checked_not_trusted(ask: Any) -> None:
    found = ask(lambda heap, count: False, readings={MOST: "three"})
    assert (found["three-of-five"], found["two-of-five"], ask.runner.exit()) == ("fail", NOT, 1)
    assert ask.says()[-1] == "declared as three, but the answers are (two, two)"
    found = ask(lambda heap, count: count == 3, readings={MOST: "three"})
    assert (found["three-of-five"], found["two-of-five"], ask.runner.exit()) == ("pass", NOT, 0)


def test_who_reads_a_settled_question_otherwise_fails_and_the_ruling_is_named(ask: Any) -> None:
    ask.settle(MOST, "two")
    found = ask(lambda heap, count: count == 3)
    assert {name: found[name] for name in found if "free" not in name} == {
        "two-of-five": "fail",
        "three-of-five": NOT,
        "two-of-seven": "fail",
        "three-of-seven": NOT,
        "three-of-three": NOT,
    }
    says = f"settled as two ({LETTER}), but the answers are (three, three)"
    assert ask.lines["two-of-five"].detail == f"{MOST}: {says}"
    assert ask.lines["three-of-three"].detail == f"{MOST} is settled as two ({LETTER}), not three"
    assert (ask.says()[-1], ask.runner.exit()) == (says, 1)


def test_a_ruling_takes_the_place_of_the_default(ask: Any) -> None:
    ask.settle(MOST, "three")
    found = ask(lambda heap, count: count == 3)
    assert (found["three-of-five"], found["three-of-three"], found["two-of-five"]) == ("pass", "pass", NOT)
    assert (ask.says()[-1], ask.runner.exit()) == ("follows three (2/2), as settled", 0)


def test_what_is_declared_of_a_settled_question_does_not_count(ask: Any) -> None:
    ask.settle(MOST, "two")
    found = ask(lambda heap, count: count == 3, readings={MOST: "three"})
    assert (found["two-of-five"], found["three-of-five"], ask.runner.exit()) == ("fail", NOT, 1)
    assert ask(lambda heap, count: False, readings={MOST: "three"})["two-of-five"] == "pass"


def test_a_case_that_is_no_probe_names_the_ruling_too(ask: Any) -> None:
    ask.settle(MOST, "three")
    found = ask(lambda heap, count: count == 3 and heap != 3)
    assert (found["three-of-five"], found["three-of-three"]) == ("pass", "fail")
    assert ask.lines["three-of-three"].detail == f"{MOST} is settled as three ({LETTER})"


def test_answers_of_several_readings_to_a_settled_question_are_failures(ask: Any) -> None:
    ask.settle(MOST, "two")
    found = ask(lambda heap, count: count == 3 and heap == 7)
    assert (found["two-of-five"], found["two-of-seven"]) == ("pass", "fail")
    assert ask.says()[-1] == f"settled as two ({LETTER}), but the answers are (two, three)"


def test_of_a_settled_question_only_the_ruling_is_asked_for(ask: Any) -> None:
    ask.settle(MOST, "two")
    found = ask(lambda heap, count: False, only="-of-", switches={MOST: ["two", "three"]})
    assert (found["two-of-five"], found["three-of-five"]) == ("pass", NOT)
    assert ask.says() == ["each reading was asked for: two"]


def test_a_reading_is_asked_for_where_it_can_be_and_then_not_looked_for(ask: Any) -> None:
    found = ask(lambda heap, count: False, only="-of-", switches={MOST: ["two", "three"]})
    assert (found["two-of-five"], found["three-of-five"]) == ("pass", "fail")
    assert ask.says() == ["each reading was asked for: two, three"]


def test_the_reading_is_found_also_where_only_a_case_that_depends_on_it_is_wanted(ask: Any) -> None:
    assert ask(lambda heap, count: count == 3, only="three-of-three") == {"three-of-three": "pass"}
    assert ask(lambda heap, count: False, only="three-of-three") == {"three-of-three": NOT}


def test_what_cannot_be_asked_for_every_reading_is_not_told_apart(ask: Any) -> None:
    found = ask(lambda heap, count: False, only="-of-", optional=[], observe="none")
    assert found["three-of-five"] == NOT
    assert ask.says() == ["follows two (2/2), the default"]


def test_readings_that_explain_the_same_are_judged_as_the_default_among_them(table: Any, ask: Any) -> None:
    ask(lambda heap, count: False)
    three = table.case("three-of-five", 5, table.take(3), readings={MOST: "three"}, requires={"options": ["x"]})
    two = table.case("two-of-five", 5, table.take(3, False), readings={MOST: "two"})
    runner = table.runner(table.Heap, [table.right[0], two, three])
    lines = {line.id.rpartition("/")[2]: str(line.verdict) for line in runner.run(runner.suite.cases())}
    assert (lines["two-of-five"], lines["three-of-five"]) == ("pass", NOT)
    assert [one.says for one in runner.readings] == ["follows two (1/1), not told from three"]


def test_a_question_is_not_asked_where_no_case_hangs_on_it(ask: Any) -> None:
    ask(lambda heap, count: False, only="/one")
    assert ask.says() == []


def test_answers_that_hang_on_the_order_are_no_other_reading(table: Any, ask: Any) -> None:
    made: list[Any] = []

    class Tires(table.Heap):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            made.append(self)
            self.first = len(made) == 1

        def allows(self, heap: int, action: Any) -> bool:
            if self.first and isinstance(action, dict) and heap == 7 and action.get("count") == 2:
                return False
            return bool(super().allows(heap, action))

    runner = table.runner(Tires, json.loads(ask_file(ask)))
    lines = {line.id.rpartition("/")[2]: line for line in runner.run(runner.suite.cases())}
    assert str(lines["two-of-seven"].verdict) == "order-dependent"
    assert [one.says for one in runner.readings][-1] == "follows two (2/2), the default"


def test_a_crash_on_a_probe_stays_one_whatever_is_followed(table: Any, ask: Any) -> None:
    class Dies(table.Heap):  # type: ignore[misc]
        def apply(self, params: Any) -> Any:
            if params["action"].get("count") == 3 and self.states[params["state"]] == 5:
                raise ZeroDivisionError("three")
            return super().apply(params)

    runner = table.runner(Dies, json.loads(ask_file(ask)))
    lines = {line.id.rpartition("/")[2]: str(line.verdict) for line in runner.run(runner.suite.cases())}
    assert (lines["two-of-five"], lines["three-of-five"], lines["two-of-seven"]) == ("crash", "crash", "pass")
    assert runner.readings[-1].says == "follows two (1/1), the default"


def test_the_report_and_the_summary_say_what_is_followed(ask: Any) -> None:
    ask(lambda heap, count: count == 3)
    told = json.loads(reporting.text(reporting.footer(ask.runner)))["readings"][MOST]
    assert (told["how"], told["reading"], told["default"], told["says"]) == (
        "follows",
        "three",
        "two",
        "follows three (2/2)",
    )
    assert f"{MOST}  follows three (2/2)" in telling.summary(ask.runner).splitlines()
