"""The plain arithmetic: integers and truth values."""

import pytest

from ruleproof.engine.arithmetic import PLAIN


@pytest.mark.parametrize(("condition", "chosen"), [(True, 1), (False, 2)])
def test_ite_chooses(condition: bool, chosen: int) -> None:
    assert PLAIN.ite(condition, 1, 2) == chosen


@pytest.mark.parametrize(
    ("truths", "both", "either"),
    [((), True, False), ((True,), True, True), ((True, False), False, True), ((False, False), False, False)],
)
def test_both_and_either(truths: tuple[bool, ...], both: bool, either: bool) -> None:
    assert PLAIN.both(*truths) is both
    assert PLAIN.either(*truths) is either
    assert PLAIN.negate(PLAIN.both(*truths)) is not both


@pytest.mark.parametrize(
    ("one", "other", "larger", "smaller"), [(1, 2, 2, 1), (2, 1, 2, 1), (-1, 0, 0, -1), (3, 3, 3, 3)]
)
def test_larger_and_smaller(one: int, other: int, larger: int, smaller: int) -> None:
    assert (PLAIN.larger(one, other), PLAIN.smaller(one, other)) == (larger, smaller)
