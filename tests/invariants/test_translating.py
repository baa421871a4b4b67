"""Facts about positions that the solver chooses: what it finds, plain evaluation confirms."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleproof.invariants.solving import TERMS, find
from ruleproof.invariants.translating import Unknown
from ruleproof.spec.algebra import NotSettled
from ruleproof.spec.evaluating import Environment, evaluate
from ruleproof.spec.expression import parse
from ruleproof.spec.formal import norms_of
from ruleproof.spec.loading import load
from ruleproof.spec.norms import Norms
from ruleproof.spec.syntax import Enum, Int, Scope, Type
from ruleproof.spec.syntax import Path as PathType
from ruleproof.spec.vocabulary import Vocabulary, read

MEADOW: Vocabulary = read(Path(__file__).parents[1] / "spec" / "meadow.toml")
ARGS: dict[str, Type] = {"path": PathType("cell"), "cell": Enum("cell"), "n": Int(0, 3)}
BOUND: dict[str, Any] = {"path": ("N0", "N1", "F1"), "cell": "N1", "n": 2}
PART: dict[Any, Any] = {("winter",): ()}
SETTLED: dict[str, Any] = {"track": {("spring",): ("N0", "F0"), ("winter",): ()}}

conditions = st.recursive(
    st.sampled_from(
        [
            "night",
            "fenced(cell)",
            "grass(cell) < n",
            "grass(N0) + grass(N1) * 2 == 11",
            "herd_on(cell) == sheep",
            "herd_on(F0) == nobody",
            "mates(N0, F1)",
            "season == winter",
            "richest > grass(N0)",
            "flowers(F2) in {n, 5}",
            "grass(shepherd) > 6",
            "shepherd.across in path",
            "shepherd.column + n == 3",
            "next(shepherd, N1)",
            "any(a, b in steps(track(spring)): mates(a, b))",
        ]
    ),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["and", "or", "implies"]), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        inner.map(lambda t: f"not {t}"),
        st.tuples(inner, inner).map(lambda t: f"count(c in path: {t[0]} or fenced(c)) > (if {t[1]} then n else 0)"),
        inner.map(lambda t: f"max(grass(N0), sum(c in path: grass(c))) > 7 and {t}"),
    ),
    max_leaves=5,
)


@given(conditions)
@settings(deadline=None)
def test_a_position_that_the_solver_finds_satisfies_the_condition(text: str) -> None:
    expr = parse(text, MEADOW, Scope(ARGS))
    unknown = Unknown(MEADOW, SETTLED)
    term = evaluate(expr, Environment(MEADOW, unknown.sight, BOUND), TERMS)
    model = find(*unknown.premises, term)
    if model is not None:
        assert evaluate(expr, Environment(MEADOW, unknown.told(model), BOUND)) is True
    else:
        opposite = find(*unknown.premises, TERMS.negate(term))
        assert opposite is not None
        assert evaluate(expr, Environment(MEADOW, unknown.told(opposite), BOUND)) is False


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("grass(N0) > 9", False),
        ("grass(N0) == 9", True),
        ("count(h in herd: herd_on(N0) == h) == 2", False),
        ("herd_on(N0) == nobody and herd_on(N1) == nobody", True),
        ("mates(N0, N1) and mates(N1, N2) and not mates(N0, N2)", False),
        ("mates(N0, N1) and not mates(N1, N2)", True),
        ("flowers(N0) < 0", False),
    ],
)
def test_what_ranges_and_sorts_leave_open_is_found_and_nothing_else(text: str, found: bool) -> None:
    unknown = Unknown(MEADOW)
    term = evaluate(parse(text, MEADOW), Environment(MEADOW, unknown.sight), TERMS)
    assert (find(*unknown.premises, term) is not None) is found


def test_a_member_that_the_solver_chooses_is_split_into_its_cases() -> None:
    unknown = Unknown(MEADOW)
    expr = parse("shepherd.across == F2 and grass(shepherd) == 3 and grass(N0) == 4", MEADOW)
    model = find(*unknown.premises, evaluate(expr, Environment(MEADOW, unknown.sight), TERMS))
    assert model is not None
    told = unknown.told(model)
    assert [told.read("shepherd", ()), told.read("grass", ("N2",)), told.read("grass", ("N0",))] == ["N2", 3, 4]


@pytest.mark.parametrize(
    "text", ["visitors > 1", "tag(N0) == tag(N1)", "len(track(spring)) > 1", "len(track(season)) > 1"]
)
def test_what_no_solver_holds_has_to_be_settled(text: str) -> None:
    with pytest.raises(NotSettled):
        evaluate(parse(text, MEADOW), Environment(MEADOW, Unknown(MEADOW, {"track": PART}).sight), TERMS)


CHAINED: dict[str, Any] = {"chain": {("G0",): ("D0", "A0"), ("G1",): (), ("G2",): ()}}
ATTACKS = {"fuse", "affiliate", "flask", "attack", "withhold", "end_attack"}  # piles are for play, not for the solver
READINGS = {"ostium.charge.must-attack": "may-withhold", "ostium.fusion.crossing": "geometric"}


@pytest.mark.parametrize("readings", [{}, READINGS])
def test_every_clause_on_an_attack_can_hold_in_a_well_formed_position_unless_a_reading_switches_it(
    readings: dict[str, str],
) -> None:
    rules = load("ostium")
    norms, plain = Norms(rules, readings, algebra=TERMS), Norms(rules, readings)
    unknown = Unknown(rules.vocabulary, {"active": "A", **CHAINED})
    assumed = norms.assumptions(unknown.sight)
    silent = set()
    for norm in norms_of(rules):
        if norm.target not in ATTACKS or norm.modality == "is":
            continue
        for candidate in norms.acting.candidates(norm.target):
            holds = norms.conditions(unknown.sight, norm.target, candidate)[norm.id]
            if (model := find(*unknown.premises, *assumed, holds) if holds is not False else None) is not None:
                assert plain.conditions(unknown.told(model), norm.target, candidate)[norm.id] is True
                break
        else:
            silent.add(norm.id)
    switched = {"ostium.charge.may-withhold", "ostium.fusion.no-crossing"}
    assert silent == (set() if not readings else {"ostium.charge.all-attack"}) | (set() if readings else switched)
