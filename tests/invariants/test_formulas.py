"""Facts about formulas: what is said in other words is one formula, and what one is worth is what the expression is."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.invariants.ferry import VOCABULARY
from tests.invariants.test_translating import conditions

from ruleproof.invariants.abstracting import Abstract
from ruleproof.invariants.formulas import Formula, leaves
from ruleproof.invariants.guessing import Choices, guess
from ruleproof.invariants.reading import NotTold, read
from ruleproof.invariants.trying import Tried
from ruleproof.invariants.weighing import worth
from ruleproof.spec.evaluating import Compiler
from ruleproof.spec.expression import parse
from ruleproof.spec.syntax import Enum, Int, Scope, Type
from ruleproof.spec.syntax import Path as PathType
from ruleproof.spec.viewing import Viewer
from ruleproof.spec.vocabulary import read as read_vocabulary
from ruleproof.spec.vocabulary import read_source

FERRY = read_source(VOCABULARY)
MEADOW = read_vocabulary(Path(__file__).parents[1] / "spec" / "meadow.toml")
ARGS: dict[str, Type] = {"path": PathType("cell"), "cell": Enum("cell"), "n": Int(0, 3)}
BOUND: dict[str, Any] = {"path": ("N0", "N1", "F1"), "cell": "N1", "n": 2}


def formula(text: str, abstract: Abstract) -> Any:
    return abstract.compile(parse(text, abstract.vocabulary, Scope(old=True)))(abstract.sight(), ())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("crew > 2", "not (crew <= 2)"),
        ("crew >= 3 and crew > 1", "crew > 2"),
        ("crew == 6", "crew > 5"),
        ("crew == 0", "crew < 1"),
        ("toll - crew > 3", "crew + 3 < toll"),
        ("2 * crew + 1 > 6 + 1", "7 < crew + crew + 1"),
        ("hour != dawn and hour != noon and hour != dusk", "hour == night"),
        ("berth == south", "not berth == north"),
        ("berth.across == south", "berth == north"),
        ("calm implies toll > 1", "not calm or not toll < 2"),
        ("if calm then crew > 1 else crew > 1", "crew >= 2"),
        ("all(d in dock: chained(d))", "not any(d in dock: not chained(d))"),
        ("any(a in aboard: a == 'ann')", "'ann' in aboard"),
        ("not all(a in aboard: a != 'ann' or calm)", "'ann' in aboard and not calm"),
        ("len(aboard) > 0", "len(aboard) != 0"),
        ("[north, south][crew] == south", "crew == 1"),
        ("crew < 0", "false"),
        ("crew <= 6 or calm", "true"),
        ("hour == dawn and hour == dusk", "false"),
        ("crew > 3 and crew < 5 and crew != 4", "false"),
    ],
)
def test_what_is_said_in_other_words_is_one_formula(one: str, other: str) -> None:
    abstract = Abstract(FERRY)
    assert formula(one, abstract) is formula(other, abstract)


@pytest.mark.parametrize(("one", "other"), [("crew > 2", "crew > 3"), ("calm", "not calm"), ("toll > 1", "crew > 1")])
def test_what_differs_is_not_one_formula(one: str, other: str) -> None:
    abstract = Abstract(FERRY)
    assert formula(one, abstract) is not formula(other, abstract)


cells: st.SearchStrategy[Any] = st.fixed_dictionaries(
    {},
    optional={
        "herd": st.sampled_from(["sheep", "goats", "black-sheep"]),
        "grass": st.integers(0, 9),
        "fence": st.just(dict[str, Any]()),
        "plants": st.sampled_from([["flower"], ["flower:3", "weed"]]),
    },
)
meadows: st.SearchStrategy[Any] = st.fixed_dictionaries(
    {"cells": st.fixed_dictionaries({side: st.lists(cells, min_size=3, max_size=3) for side in ("near", "far")})},
    optional={
        "season": st.sampled_from(["spring", "winter"]),
        "shepherd": st.sampled_from(["N0", "N2", "F1"]),
        "night": st.booleans(),
        "tracks": st.just([{"season": "spring", "cells": ["N0", "F0"]}]),
    },
)


@given(conditions, meadows)
@settings(deadline=None)
def test_a_formula_is_worth_what_its_expression_is(text: str, meadow: Any) -> None:
    """Two ways to one truth: the expression evaluated, and the formula with what the position says of its leaves."""
    expr, abstract = parse(text, MEADOW, Scope(ARGS)), Abstract(MEADOW)
    values = list(BOUND.values())
    found = abstract.compile(expr, tuple(BOUND))(abstract.sight(), values)
    sight = Viewer(MEADOW).sight(meadow)
    try:
        assert read(found, sight, {}, {}) == Compiler(MEADOW).compile(expr, tuple(BOUND))(sight, values)
    except NotTold:
        assert "steps" in text


@given(st.lists(conditions, min_size=1, max_size=3))
@settings(deadline=None)
def test_a_guess_fulfils_what_it_was_made_for(texts: list[str]) -> None:
    abstract = Abstract(MEADOW)
    exprs = [parse(text, MEADOW, Scope(ARGS)) for text in texts]
    wanted = [abstract.compile(expr, tuple(BOUND))(abstract.sight(), list(BOUND.values())) for expr in exprs]
    guessed = None if False in wanted else guess(wanted, lambda _: (), Choices())
    if guessed is not None:
        assert all(worth(each, guessed) for each in wanted)


@given(st.lists(conditions, min_size=1, max_size=4))
@settings(deadline=None)
def test_a_case_that_was_tried_fits_what_it_is_said_to_fit(texts: list[str]) -> None:
    abstract = Abstract(MEADOW)
    exprs = [parse(text, MEADOW, Scope(ARGS)) for text in texts]
    made = [abstract.compile(expr, tuple(BOUND))(abstract.sight(), list(BOUND.values())) for expr in exprs]
    formulas = [each for each in made if isinstance(each, Formula)]
    tried = Tried(formulas, ())
    for each in formulas:
        for case in range(4):
            holds = bool(tried.mask(each) >> case & 1)
            assert holds == worth(each, tried.case(case, leaves(each)))


def test_cases_are_found_in_which_one_of_many_holds_alone() -> None:
    abstract = Abstract(FERRY)
    texts = ["crew > 4", "crew > 2", "toll > 7", "calm", "hour == noon and toll > 3"]
    made = {text: formula(text, abstract) for text in texts}
    alone = Tried(made.values(), ()).alone(made.values())
    assert {text for text, each in made.items() if each in alone} == set(texts) - {"crew > 4"}
