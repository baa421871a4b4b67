"""Families: which cases ask the same, which exclude each other, and which readings they tell apart."""

import json
from typing import Any

import pytest

from ruleproof.conformance.case import Case
from ruleproof.conformance.clashing import clash, parts_clash
from ruleproof.conformance.connection import Made
from ruleproof.conformance.families import families
from ruleproof.conformance.linting import Names, lint
from ruleproof.conformance.matching import Bag
from ruleproof.conformance.running import Runner
from ruleproof.conformance.suite import Form, find, form

Q = "heap.q"
NAMES = Names(frozenset({"heap.take.one-or-two"}), frozenset({"plain"}), {Q: frozenset({"a", "b", "c"})})
SUITE, FORM = find("ostium"), form("ostium")
OSTIUM = families(SUITE.cases(), FORM)


def found(table: Any, *cases: Any) -> dict[str, list[list[str]]]:
    """The probes of each question, each as the last parts of its cases' ids."""
    made = families(table.suite(list(cases)).cases(), Form())
    return {q: [[one.id.rpartition("/")[2] for one in probe.cases] for probe in f.probes] for q, f in made.items()}


def test_cases_that_ask_the_same_of_one_position_are_a_probe(table: Any) -> None:
    a = table.case("a", 5, table.take(3, False), readings={Q: "a"})
    b = table.case("b", 5, table.take(3), readings={Q: "b"})
    elsewhere = table.case("c", 6, table.take(3), readings={Q: "b"})
    assert found(table, a, b, elsewhere) == {Q: [["a", "b"]]}


def test_cases_that_part_after_an_answer_are_a_probe_others_are_two(table: Any) -> None:
    a = table.case("a", 5, table.take(1), table.take(3, False), table.board(4), readings={Q: "a"})
    b = table.case("b", 5, table.take(1), table.take(3), table.take(1), table.board(0), readings={Q: "b"})
    other = table.case("c", 5, table.take(2), table.take(3), readings={Q: "b"})
    assert found(table, a, b, other) == {Q: [["a", "b"]]}
    assert found(table, a, other) == {}


def test_what_all_readings_share_is_no_probe_and_a_case_of_two_questions_is_one_where_the_other_is_the_same(
    table: Any,
) -> None:
    take = table.take
    shared = [table.case(one, 5, take(3), readings={Q: one}, tags=["determined"]) for one in "ab"]
    assert found(table, *shared) == {}
    two = [
        table.case("x", 5, take(3), readings={Q: "a", "heap.r": "a"}),
        table.case("y", 5, take(3, False), readings={Q: "b", "heap.r": "a"}),
        table.case("z", 5, take(3, False), readings={Q: "b", "heap.r": "b"}),
    ]
    assert found(table, *two) == {Q: [["x", "y"]], "heap.r": [["y", "z"]]}


@pytest.mark.parametrize(
    ("cases", "what"),
    [
        ([("a", False), ("b", True)], []),
        ([("a", True), ("b", True)], ["no probe tells a from b"]),
        ([("a", True), ("b", True), ("c", False)], ["no probe tells a from b"]),
    ],
)
def test_a_family_that_no_probe_separates_is_refused(table: Any, cases: list[Any], what: list[str]) -> None:
    made = [table.case(f"{r}-case", 5, table.take(3, done), table.take(9, False), readings={Q: r}) for r, done in cases]
    assert [fault.what for fault in lint(table.suite(made), NAMES)] == what


def test_a_reading_with_cases_that_no_probe_asks_for_is_refused(table: Any) -> None:
    a = table.case("a", 5, table.take(3, False), table.take(1), readings={Q: "a"})
    b = table.case("b", 5, table.take(3), readings={Q: "b"})
    c = table.case("c", 6, table.take(3), readings={Q: "c"})
    assert [fault.what for fault in lint(table.suite([a, b, c]), NAMES)] == ["no probe asks for c"]


@pytest.mark.parametrize(
    ("one", "other", "clashes"),
    [
        ({"a": 1}, {"a": 2}, True),
        ({"a": 1}, {"b": 2}, False),
        ({"a": {"b": True}}, {"a": {"b": 1}}, True),
        ({"a": [1, 2]}, {"a": [1, 2, 3]}, True),
        ({"a": [1, 2]}, {"a": [2, 1]}, True),
        ({"a": Bag([1, 2])}, {"a": Bag([2, 1])}, False),
        ({"a": Bag([1, 2])}, {"a": Bag([1, 1])}, True),
        ({"a": "x"}, {"a": {"id": "x", "power": 3}}, False),
        ({"a": "x"}, {"a": {"id": "y"}}, True),
        ({"a": None}, {"a": {"id": "y"}}, True),
    ],
)
def test_parts_clash_where_nothing_can_have_both(one: Any, other: Any, clashes: bool) -> None:
    assert parts_clash(one, other) is clashes
    assert parts_clash(other, one) is clashes


def legal(**expect: Any) -> Any:
    return {"call": "legal", "expect": expect}


def applied(**expect: Any) -> Any:
    return {"call": "apply", "action": {"type": "take"}, "expect": expect}


TAKE, GIVE = {"type": "take"}, {"type": "give"}
TOOK, TOOK_ONE = {"type": "took"}, {"type": "took", "count": 1}


@pytest.mark.parametrize(
    ("one", "other", "clashes"),
    [
        (legal(contains=[TAKE]), legal(excludes=[TAKE]), True),
        (legal(contains=[TAKE]), legal(excludes=[GIVE]), False),
        (legal(exact=[TAKE], of=["take"]), legal(exact=[], of=["take"]), True),
        (legal(exact=[TAKE], of=["take"]), legal(contains=[GIVE]), False),
        (legal(exact=[TAKE], of=["take", "give"]), legal(contains=[GIVE]), True),
        (legal(count=0, of=["give"]), legal(contains=[GIVE]), True),
        (legal(count=1, of=["take"]), legal(exact=[TAKE], of=["take"]), False),
        (legal(count=2, of=["take"]), legal(exact=[TAKE], of=["take"]), True),
        (legal(one_of=[{"contains": [TAKE]}, {"contains": [GIVE]}]), legal(excludes=[TAKE]), False),
        (applied(accepted=True), applied(accepted=False), True),
        (applied(accepted=True), applied(), False),
        (applied(one_of=[{"accepted": True}, {"accepted": False}]), applied(accepted=True), False),
        (applied(events={"contains": [TOOK_ONE]}), applied(events={"excludes": [TOOK]}), True),
        (applied(events={"contains": [TOOK]}), applied(events={"excludes": [TOOK_ONE]}), False),
        (applied(events={"exact": [TOOK_ONE]}), applied(events={"exact": [TOOK]}), False),
        (applied(events={"exact": [TOOK_ONE]}), applied(events={"exact": []}), True),
        ({"call": "status", "expect": {"phase": "x"}}, {"call": "status", "expect": {"phase": "y"}}, True),
        ({"call": "board", "expect": {"heap": 1}}, {"call": "status", "expect": {"heap": 2}}, False),
    ],
)
def test_expectations_clash_where_no_answer_meets_both(table: Any, one: Any, other: Any, clashes: bool) -> None:
    first, second = table.suite([table.case("a", 5, one), table.case("b", 5, other)]).cases()
    assert clash(first, second, lambda part: part) is clashes
    assert clash(second, first, lambda part: part) is clashes


@pytest.mark.parametrize(
    ("question", "reading"), [(question, reading) for question, one in OSTIUM.items() for reading in one.readings]
)
def test_the_reference_under_each_reading_is_found_to_follow_it(question: str, reading: str, pinned: Any) -> None:
    runner = Runner(Made(lambda: pinned({question: reading}), "py:pinned"), SUITE, FORM)
    lines = list(runner.run(case for case in runner.suite.cases() if question in case.readings))
    told = next(one for one in runner.readings if one.question == question)
    assert (told.how, told.reading, told.explained) == ("follows", reading, told.probes)
    assert {str(line.verdict) for line in lines} <= {"pass", "reading", "not-applicable"}


def test_families_are_listed_with_their_probes() -> None:
    plain = OSTIUM["ostium.charge.must-push"].plain()
    assert plain["readings"] == ["goes-on", "may-stop"]
    assert json.dumps(plain).count("ostium/charge/may-stop") == 3
    assert len(OSTIUM) >= 20


def test_a_case_is_in_a_probe_of_each_of_its_questions_at_most() -> None:
    for family in OSTIUM.values():
        cases: list[Case] = [case for probe in family.probes for case in probe.cases]
        assert len({case.id for case in cases}) == len(cases)
