"""Facts about questions on conditions: what can be is shown by a case, what never can be by the fewest reasons."""

from typing import Any

import pytest
from tests.invariants.ferry import ferry

from ruleproof.invariants.asking import MANY, Asking
from ruleproof.invariants.stating import Statements
from ruleproof.invariants.weighing import worth
from ruleproof.spec.expression import parse
from ruleproof.spec.syntax import Scope


@pytest.fixture(scope="module")
def statements() -> Statements:
    return Statements(ferry())


def said(statements: Statements, *texts: str) -> list[Any]:
    names = statements.vocabulary.action["land"].args
    exprs = [parse(text, statements.vocabulary, Scope(names)) for text in texts]
    dock = statements.abstract.argument("land", "dock")
    return [statements.abstract.compile(expr, tuple(names))(statements.now, [dock]) for expr in exprs]


POSSIBLE = [
    ("crew > 2", "crew < 4"),
    ("toll == 3 * crew", "crew == 5"),
    ("toll - crew > 30", "crew > 5"),
    ("chained(dock)", "waiting(dock.across) == hay"),
    ("hour == night", "reading(ferry.rules.night is sails)"),
    ("len(aboard) > 2", "'ann' in aboard"),
    ("any(d in dock: 'ann' in guests(d))", "not all(d in dock: len(guests(d)) > 0)"),
]
NEVER = [
    ("crew > 2", "crew < 3"),
    ("toll == 3 * crew", "crew == 5", "toll < 15"),
    ("toll > 39", "toll != 40"),
    ("chained(dock)", "waiting(dock) == hay"),
    ("chained(north)", "dock == north", "waiting(dock) != nothing"),
    ("hour == night", "hour in {dawn, noon, dusk}"),
    ("'ann' in aboard", "len(aboard) == 0"),
    ("all(d in dock: len(guests(d)) < 1)", "any(d in dock: 'ann' in guests(d))"),
]


@pytest.mark.parametrize("texts", POSSIBLE)
def test_a_case_shows_what_can_be(texts: tuple[str, ...], statements: Statements) -> None:
    conditions = said(statements, *texts)
    asking = Asking(statements)
    case = asking.case(*conditions)
    assert asking.possible(*conditions)
    assert not asking.core(*conditions)
    assert case is not None
    assert all(worth(each, case.values) for each in conditions)


@pytest.mark.parametrize("texts", NEVER)
def test_what_never_can_be_is_refused_with_or_without_tried_cases(
    texts: tuple[str, ...], statements: Statements
) -> None:
    conditions = said(statements, *texts)
    many = said(statements, *(f"toll > {number}" for number in range(MANY)))
    for asking in (Asking(statements), Asking(statements, (*conditions, *many))):
        assert asking.never(*conditions)
        assert asking.case(*conditions) is None


def test_a_core_has_no_condition_that_can_be_left_out(statements: Statements) -> None:
    texts = ("crew > 1", "toll > 4", "hour == dawn", "crew + toll < 4", "calm")
    conditions = said(statements, *texts)
    core = Asking(statements).core(*conditions)
    assert {text for text, each in zip(texts, conditions, strict=True) if each in core} == {
        "toll > 4",
        "crew + toll < 4",
    }


def test_what_was_seen_alone_can_be_alone(statements: Statements) -> None:
    texts = [f"toll == {number}" for number in range(MANY)] + ["toll < 5 and calm", "toll < 9 and calm"]
    conditions = said(statements, *texts)
    asking = Asking(statements, conditions)
    alone = asking.alone(conditions)
    assert conditions[-2] not in alone
    for each in alone:
        others = [statements.formulas.negate(other) for other in conditions if other is not each]
        assert asking.possible(each, *others)
