"""Decisions and refused actions."""

import pytest

from ruleproof.engine.decision import Illegal, Refused, refused


def test_refusals_become_one_that_keeps_all_reasons() -> None:
    first, second, third = (Refused((name,), f"why {name}") for name in "abc")
    one = refused((first, second, third))
    assert (one.clauses, one.why) == (("a",), "why a")
    assert one.reasons() == (first, second, third)
    assert refused((second,)) == second


@pytest.mark.parametrize(("clauses", "cited"), [(("x.y", "x.z"), "x.y, x.z"), ((), "no clause")])
def test_an_illegal_action_says_why_where_and_by_which_clauses(clauses: tuple[str, ...], cited: str) -> None:
    error = Illegal(Refused(clauses, "it rains"), "r1 - -")
    assert str(error) == f"it rains ({cited}) in r1 - -"
    assert error.refused.clauses == clauses
    assert error.line == "r1 - -"
