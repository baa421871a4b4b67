"""Suites: which files they are, what is wanted of them, and what is wrong with them."""

import json
from pathlib import Path
from typing import Any

import pytest

from ruleproof.conformance.case import CaseFault
from ruleproof.conformance.linting import Names, lint
from ruleproof.conformance.null import NULLS, floor
from ruleproof.conformance.suite import Form, NoSuite, Selection, Suite, find, form, unknown
from ruleproof.spec.finding import UnknownGame

PLY = {"action": {"type": "take", "count": 1}, "clauses": ["heap.take.one-or-twos"], "phase": "taking", "toAct": ["A"]}
WAY: dict[str, Any] = {"options": {}, "chance": [], "actions": []}
NAMES = Names(frozenset({"heap.take.one-or-two"}), frozenset({"plain"}), {"heap.q": frozenset({"a", "b"})})


def faults(suite: Suite) -> list[str]:
    return [fault.what for fault in lint(suite, NAMES)]


def test_a_suite_without_mistakes_has_none(table: Any) -> None:
    assert faults(table.suite()) == []


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"clauses": ["heap.take.one-or-twos"]}, "names heap.take.one-or-twos, which is no clause"),
        ({"modes": ["fancy"]}, "names the mode fancy"),
        ({"readings": {"heap.r": "a"}}, "reads heap.r, which is no question"),
        ({"readings": {"heap.q": "c"}}, "reads heap.q as c"),
        ({"why": ""}, "has no `why`"),
        ({"catches": ""}, "has no `catches`"),
        ({"id": "heap/other/one"}, "has an id of another file"),
        ({"position": {"heap": 5, "x": [{"id": "a"}, {"id": "a"}]}}, "has a position in which a lies 2 times"),
        ({"floor": ["accept-all"]}, "has the floor ['accept-all'], but it is []"),
        ({"reach": WAY, "tags": ["artificial"]}, "is artificial, and has a way that leads to it"),
        ({"reach": {**WAY, "readings": {"heap.take.mood": ["good"]}}}, "reads heap.take.mood, which is no question"),
        ({"reach": {**WAY, "actions": [PLY]}}, "names heap.take.one-or-twos on its way, which is no clause"),
        (
            {"reach": {**WAY, "position": {"heap": 5, "x": [{"id": "a"}, {"id": "a"}]}}},
            "has a position in which a lies 2 times",
        ),
    ],
)
def test_each_mistake_in_a_case_is_named(table: Any, change: dict[str, Any], what: str) -> None:
    assert faults(table.suite([{**table.right[0], **change}])) == [what]


def test_a_case_that_anybody_passes_is_a_mistake(table: Any) -> None:
    idle = table.case("idle", 5, {"call": "board", "expect": {"heap": 5}})
    assert faults(table.suite([idle])) == ["is passed by every implementation without rules"]


def test_an_id_is_used_once_among_aliases_too(table: Any) -> None:
    other = {**table.right[1], "aliases": [table.right[0]["id"]]}
    assert faults(table.suite([table.right[0], other])) == ["heap/take/one is there 2 times"]


def test_every_case_that_cannot_be_read_is_named_at_once(table: Any) -> None:
    cases = [{**table.right[0], "chatches": "x"}, table.right[1], {**table.right[2], "steps": []}]
    with pytest.raises(CaseFault) as caught:
        list(table.suite(cases).cases())
    assert [fault.place.split()[-1] for fault in caught.value.faults] == ["heap/take/one", "heap/take/three-refused"]
    assert "chatches" in caught.value.faults[0].what


@pytest.mark.parametrize("text", ["", "[]", "{", '{"interpretation": 2, "game": "heap", "chapter": "t", "cases": []}'])
def test_a_file_that_is_no_chapter_is_a_fault(tmp_path: Path, text: str) -> None:
    (tmp_path / "take.json").write_text(text, encoding="utf-8")
    with pytest.raises(CaseFault, match=r"take\.json"):
        list(find("heap", tmp_path).cases())


def test_a_published_case_that_changes_or_goes_is_a_fault_unless_retired(table: Any) -> None:
    from ruleproof.conformance.case import digest

    suite = table.suite()
    kept = {case.id: digest(case) for case in suite.cases()}
    about = {"version": "1.0.0", "published": {**kept, "heap/take/gone": "0", "heap/take/old": "0"}}
    about |= {"retired": ["heap/take/old"]}
    (table.folder / "suite.json").write_text(json.dumps(about), encoding="utf-8")
    assert faults(find("heap", table.folder)) == ["heap/take/gone was published and is gone"]
    changed = [table.case("one", 6, table.take(1), table.board(5)), *table.right[1:]]
    table.suite(changed)
    assert "heap/take/one has changed since it was published" in faults(find("heap", table.folder))


def test_words_around_a_case_may_change_after_it_was_published(table: Any) -> None:
    first = table.suite().digest
    assert table.suite([{**case, "why": "said better", "floor": ["x"]} for case in table.right]).digest == first
    assert table.suite([{**case, "reach": WAY} for case in table.right]).digest == first
    assert table.suite(list(reversed(table.right))).digest != first


@pytest.mark.parametrize(
    ("selection", "names"),
    [
        (Selection(), ["one", "two", "three-refused", "all", "what-may-be"]),
        (Selection(cases=("heap/take/one",)), ["one"]),
        (Selection(cases=("one", "t*")), ["one", "two", "three-refused"]),
        (Selection(clauses=("heap.*",), cases=("all",)), ["all"]),
        (Selection(chapters=("give",)), []),
        (Selection(ids=frozenset({"heap/take/two"})), ["two"]),
    ],
)
def test_cases_are_wanted_by_patterns(table: Any, selection: Selection, names: list[str]) -> None:
    assert [case.id.rpartition("/")[2] for case in table.suite().cases() if selection.wants(case)] == names


def test_a_pattern_that_fits_nothing_names_the_nearest(table: Any) -> None:
    assert unknown(Selection(cases=("three-refuse",)), table.suite()) == [
        "No case fits --case three-refuse. Did you mean three-refused?"
    ]


def test_what_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(UnknownGame):
        find("no-such-game")
    with pytest.raises(NoSuite):
        find("ostium", tmp_path)


def test_a_game_without_a_form_compares_positions_as_they_are() -> None:
    assert form("no-such-game").whole({"a": [1]}) == {"a": [1]}


def test_the_floor_of_a_case_names_the_implementations_without_rules_that_pass_it(table: Any) -> None:
    cases = {case.id.rpartition("/")[2]: case for case in table.suite().cases()}
    assert floor(cases["three-refused"], Form()) == ["reject-all", "sees-everything"]
    assert floor(cases["one"], Form()) == []
    assert floor(cases["all"], Form()) == ["constant-outcome"]
    assert len(NULLS) == 6


def test_the_suite_of_the_first_game_has_no_mistake() -> None:
    from ruleproof.conformance.commands import names

    assert [str(fault) for fault in lint(find("ostium"), names("ostium"))] == []
