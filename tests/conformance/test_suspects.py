"""The clause that failures point at comes first, and what it does not explain is ranked after it."""

import pytest

from ruleproof.conformance.suspects import Suspect, Suspects
from ruleproof.conformance.verdict import Line, Verdict

Told = tuple[str, str, list[str], list[str]]  # id, verdict, clauses named, clauses touched


def suspects(*told: Told) -> tuple[Suspect, ...]:
    gathered = Suspects()
    for case, verdict, clauses, touches in told:
        gathered.add(Line(case, Verdict(verdict), clauses), touches)
    return gathered.ranked()


def test_nothing_is_suspect_where_nothing_failed() -> None:
    assert suspects(("a", "pass", ["g.x.one"], []), ("b", "not-applicable", ["g.x.two"], [])) == ()


def test_a_clause_whose_other_cases_pass_is_less_suspect_than_one_whose_cases_all_fail() -> None:
    found = suspects(
        ("a", "fail", ["g.x.common", "g.x.bent"], []),
        ("b", "fail", ["g.x.common", "g.x.bent"], []),
        ("c", "pass", ["g.x.common"], []),
        ("d", "pass", ["g.x.common"], []),
    )
    assert found == (Suspect("g.x.bent", 2, 0, ("a", "b"), ()),)


def test_a_failure_that_only_rests_on_the_clause_is_behind_it() -> None:
    found = suspects(
        ("a", "fail", ["g.x.bent"], []),
        ("b", "fail", ["g.x.other"], ["g.x.bent"]),
        ("c", "pass", ["g.x.other"], []),
    )
    assert found == (Suspect("g.x.bent", 2, 0, ("a",), ("b",)),)


def test_what_the_first_suspect_has_no_part_in_is_ranked_after_it() -> None:
    found = suspects(
        ("a", "fail", ["g.x.bent"], []),
        ("b", "fail", ["g.x.bent"], []),
        ("c", "crash", ["g.x.far"], []),
    )
    assert [(one.clause, one.names) for one in found] == [("g.x.bent", ("a", "b")), ("g.x.far", ("c",))]


@pytest.mark.parametrize("verdict", ["not-applicable", "skipped", "blocked-by", "error", "xfail", "xpass"])
def test_what_was_not_put_or_not_answered_or_is_known_says_nothing(verdict: str) -> None:
    found = suspects(("a", verdict, ["g.x.one"], []), ("b", "fail", ["g.x.two"], []))
    assert [one.clause for one in found] == ["g.x.two"]


def test_of_two_that_fail_alike_the_one_that_stands_first_in_a_case_comes_first() -> None:
    found = suspects(("a", "fail", ["g.x.late", "g.x.early"], []))
    assert [one.clause for one in found] == ["g.x.late"]
