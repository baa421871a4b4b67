"""The clause that failures point at comes first, and what it does not explain is ranked after it."""

import pytest

from ruleproof.conformance.bent import Bent, mark
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


def line(case: str, verdict: str, clauses: list[str], got: int = 0) -> Line:
    return Line(case, Verdict(verdict), clauses, step=1, where="heap", got=got)


def answered(clause: str, **got: int) -> Bent:
    """An implementation with a clause bent, which answers cases wrongly in this way."""
    return Bent(f"like/{clause}", clause, {case: mark(line(case, "fail", [], value)) for case, value in got.items()})


def beside(bent: list[Bent], *lines: Line) -> tuple[Suspect, ...]:
    gathered = Suspects(bent)
    for one in lines:
        gathered.add(one)
    return gathered.ranked()


def test_whose_answers_are_those_of_a_bent_implementation_has_its_clause_bent_though_cases_name_others() -> None:
    bent = [answered("g.x.bent", a=1, b=2, c=3), answered("g.x.other", a=1, d=4)]
    found = beside(bent, *(line(case, "fail", ["g.x.named"], got) for case, got in (("a", 1), ("b", 2), ("c", 3))))
    assert (found[0].clause, found[0].like, found[0].same) == ("g.x.bent", "like/g.x.bent", 3)
    assert (found[0].names, found[0].behind) == ((), ("a", "b", "c"))


def test_other_answers_to_the_same_cases_are_not_alike() -> None:
    found = beside(
        [answered("g.x.bent", a=1, b=2)], line("a", "fail", ["g.x.named"], 7), line("b", "fail", ["g.x.named"])
    )
    assert (found[0].clause, found[0].like) == ("g.x.named", "")


def test_cases_that_pass_where_the_bent_implementation_fails_speak_against_being_like_it() -> None:
    bent = [answered("g.x.bent", **{f"c{number}": number for number in range(9)})]
    red = line("c1", "fail", ["g.x.named"], 1)
    assert beside(bent, red)[0].clause == "g.x.bent"
    assert beside(bent, red, *(line(f"c{number}", "pass", []) for number in range(2, 9)))[0].clause == "g.x.named"


def test_a_failure_that_the_bent_implementation_has_too_is_behind_its_clause_whatever_the_answer() -> None:
    bent = [answered("g.x.bent", a=1, b=2, c=3)]
    found = beside(
        bent, line("a", "fail", ["g.x.bent"], 1), line("b", "fail", ["g.x.bent"], 2), line("c", "fail", [], 9)
    )
    assert [(one.clause, one.names, one.behind) for one in found] == [("g.x.bent", ("a", "b"), ("c",))]


def test_what_is_cited_for_just_what_failed_speaks_for_a_clause_and_the_first_cited_most() -> None:
    gathered = Suspects()
    for case in ("a", "b"):
        gathered.add(line(case, "fail", ["g.x.named"]), ["g.x.cited", "g.x.late"])
    gathered.add(line("c", "pass", ["g.x.named"]))
    gathered.point({"a": ("g.x.cited", "g.x.late"), "b": ("g.x.cited", "g.x.late")})
    first = gathered.ranked()[0]
    assert (first.clause, first.behind) == ("g.x.cited", ("a", "b"))


def test_clauses_for_which_as_much_speaks_are_told_together_three_at_most() -> None:
    gathered = Suspects()
    for case in ("a", "b"):
        gathered.add(line(case, "fail", []), ["g.x.four", "g.x.one", "g.x.three", "g.x.two"])
    assert [(one.clause, one.tied) for one in gathered.ranked()] == [("g.x.four", ("g.x.one", "g.x.three"))]
