"""Facts about judging by formal clauses: what permits, bars, demands, watches and adds up."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ruleproof.spec import norms
from ruleproof.spec.clause import Clause
from ruleproof.spec.formal import faults
from ruleproof.spec.norms import Allowed, Norms, Refused
from ruleproof.spec.vocabulary import Vocabulary, read

MEADOW: Vocabulary = read(Path(__file__).parent / "meadow.toml")


@dataclass(frozen=True)
class Game:
    clauses: tuple[Clause, ...]
    vocabulary: Vocabulary = MEADOW


def clause(name: str, **parts: Any) -> Clause:
    made: dict[str, Any] = {"says": "Something.", "kind": "assumption", "basis": "meadow/p1/s1", **parts}
    return Clause.model_validate({"id": f"meadow.rules.{name}", **made})


RULES = Game(
    (
        clause("walking", modality="may", do="walk(path)", when="len(path) > 0"),
        clause("guests", modality="may", do="walk", when="visitors > 0", overrides=["meadow.rules.night"]),
        clause("fences", modality="cannot", do="walk(path)", when="any(c in path: fenced(c))"),
        clause("night", modality="cannot", do="walk", when="night"),
        clause("winter", modality="cannot", do="walk", when="season == winter", modes=["hard"]),
        clause("steps", modality="cannot", do="walk(path)", when="any(a, b in steps(path): not next(a, b))"),
        clause("grazing", modality="may", do="graze(cell)", when="herd_on(cell) != nobody and not resting(cell)"),
        clause("hunger", modality="must", do="graze(cell)", when="herd_on(cell) == goats and not resting(cell)"),
        clause("dry", modality="cannot", do="leave", when="richest == 0"),
        clause(
            "eaten", modality="is", do="graze(cell)", when="grass(cell) > 0", ensure="grass(cell) < old(grass(cell))"
        ),
        clause("grows", modality="cannot", ensure="all(c in cell: grass(c) <= 9)"),
        clause("grass", modality="is", do="meal(cell)", value="grass(cell)"),
        clause("sweet", modality="is", do="meal(cell)", when="flowers(cell) > 0", value="2"),
        clause("informal"),
    )
)
FIELD: dict[str, Any] = {
    "cells": {
        "near": [{"herd": "goats", "tag": "t0", "plants": ["flower"]}, {"fence": {}}, {"herd": "sheep", "tag": "t2"}],
        "far": [{"grass": 9}],
    }
}


def walk(*path: str) -> dict[str, Any]:
    return {"type": "walk", "path": list(path)}


def said(decision: norms.Decision) -> str:
    """`+` or `-` and the short names of the clauses."""
    names = " ".join(each.rpartition(".")[2] for each in decision.clauses)
    return f"{'+' if isinstance(decision, Allowed) else '-'}{names}"


@pytest.mark.parametrize(
    ("where", "action", "expected"),
    [
        (FIELD, walk("N0", "F0"), "+walking"),
        (FIELD, walk("N0", "N1"), "-fences"),
        (FIELD, walk("N0", "N1", "F0"), "-fences steps"),
        (FIELD, walk(), "-guests walking"),
        ({**FIELD, "visitors": [1]}, walk(), "+guests"),
        ({**FIELD, "visitors": [1]}, walk("N0", "F0"), "+guests walking"),
        ({**FIELD, "night": True}, walk("N0", "F0"), "-night"),
        ({**FIELD, "night": True, "visitors": [1]}, walk("N0", "F0"), "+guests walking"),
        ({**FIELD, "night": True, "visitors": [1]}, walk("N0", "N1"), "-fences"),
        ({**FIELD, "season": "winter"}, walk("N0", "F0"), "-winter"),
        (FIELD, {"type": "graze", "tag": "t0"}, "+grazing"),
        ({**FIELD, "resting": ["N0"]}, {"type": "graze", "tag": "t0"}, "-grazing"),
        (FIELD, {"type": "leave"}, "-hunger"),
        ({**FIELD, "resting": ["N0"]}, {"type": "leave"}, "+"),
        ({"cells": {s: [{"grass": 0}] * 3 for s in ("near", "far")}}, {"type": "leave"}, "-dry"),
        (FIELD, {"type": "shear", "place": "near-0"}, "-"),
        (FIELD, {"type": "fly"}, "-"),
    ],
)
def test_a_decision_names_its_clauses(where: dict[str, Any], action: object, expected: str) -> None:
    assert said(norms.judge(RULES, where, action)) == expected


def test_a_refusal_says_why() -> None:
    unreadable = norms.judge(RULES, FIELD, {"type": "graze", "tag": "t9"})
    assert isinstance(unreadable, Refused)
    assert "t9" in unreadable.why


def test_a_clause_of_another_mode_is_left_out() -> None:
    winter = {**FIELD, "season": "winter"}
    assert said(norms.judge(RULES, {**winter, "mode": "easy"}, walk("N0", "F0"))) == "+walking"
    assert said(norms.judge(RULES, {**winter, "mode": "hard"}, walk("N0", "F0"))) == "-winter"


@pytest.mark.parametrize("left_out", [each.id for each in RULES.clauses if each.formal])
def test_a_clause_that_is_left_out_says_nothing(left_out: str) -> None:
    less = Norms(RULES, without=frozenset({left_out}))
    assert left_out not in {norm.id for norm in less.norms}
    assert len(less.norms) == len(Norms(RULES).norms) - 1


def test_candidates_are_actions_as_json_for_this_position() -> None:
    assert norms.candidates(RULES, FIELD, "graze") == (
        {"type": "graze", "tag": "t0"},
        {"type": "graze", "tag": "t2"},
        {"type": "graze", "tag": "nobody's"},
    )
    assert walk("N0", "F0") in norms.candidates(RULES, FIELD, "walk")


def test_values_add_up() -> None:
    full = Norms(RULES)
    sight = full.sight(FIELD)
    assert norms.quantity(RULES, FIELD, "meal", {"cell": "N0"}) == 7
    assert norms.quantity(RULES, FIELD, "meal", {"cell": "F0"}) == 9
    assert full.parts(sight, "meal", {"cell": "N0"}) == {"meadow.rules.grass": 5, "meadow.rules.sweet": 2}
    assert full.parts(sight, "meal", {"cell": "F0"}) == {"meadow.rules.grass": 9, "meadow.rules.sweet": 0}


def grown(grass: int, cell: int = 0) -> dict[str, Any]:
    near = [dict(each) for each in FIELD["cells"]["near"]]
    near[cell]["grass"] = grass
    return {"cells": {**FIELD["cells"], "near": near}}


@pytest.mark.parametrize(
    ("before", "action", "after", "broken"),
    [
        (FIELD, {"type": "graze", "tag": "t0"}, grown(4), []),
        (FIELD, {"type": "graze", "tag": "t0"}, grown(5), ["eaten"]),
        (FIELD, {"type": "graze", "tag": "t2"}, grown(4, 2), []),
        (FIELD, {"type": "graze", "tag": "t2"}, grown(4, 0), ["eaten"]),
        (grown(0), {"type": "graze", "tag": "t0"}, grown(0), []),
        (FIELD, {"type": "leave"}, grown(10), ["grows"]),
        (FIELD, {"type": "graze", "tag": "t0"}, grown(12), ["eaten", "grows"]),
        (FIELD, {"type": "unheard"}, grown(10), ["grows"]),
    ],
)
def test_a_step_that_does_not_keep_a_clause_is_named(
    before: dict[str, Any], action: object, after: dict[str, Any], broken: list[str]
) -> None:
    found = norms.broken(RULES, before, action, after)
    assert [each.clause.rpartition(".")[2] for each in found] == broken


def test_a_position_that_breaks_an_invariant_is_not_well_formed() -> None:
    full = Norms(RULES)
    assert full.amiss(full.sight(FIELD)) == ()
    assert full.amiss(full.sight(grown(10))) == ("grass_grows_in_bounds",)


@pytest.mark.parametrize(
    ("parts", "where", "what"),
    [
        ({"modality": "may", "do": "wlk(path)"}, "do", "Did you mean walk?"),
        ({"modality": "may", "do": "walk(pth)"}, "do", "Did you mean path?"),
        ({"modality": "may", "do": "walk(path"}, "do", "not of the form"),
        ({"modality": "may", "do": "walk", "when": "len(path) > 1"}, "when", "there is no name path"),
        ({"modality": "may", "do": "walk", "when": "old(night)"}, "when", "only in `ensure`"),
        ({"modality": "is", "do": "meal(cell)"}, "do", "a quantity needs a `value`"),
        ({"modality": "is", "do": "walk(path)", "value": "1"}, "value", "needs a quantity"),
        ({"modality": "is", "do": "meal(cell)", "value": "night"}, "value", "a number (int) is wanted"),
        ({"modality": "is", "do": "walk(path)"}, "ensure", "is said here"),
        ({"modality": "may", "when": "night"}, "when", "needs a `do` or an `ensure`"),
        ({"modality": "cannot", "do": "walk", "ensure": "len(path) > 0"}, "ensure", "there is no name path"),
    ],
)
def test_a_faulty_formal_part_is_named(parts: dict[str, Any], where: str, what: str) -> None:
    found = faults(clause("wrong", **parts), MEADOW)
    assert [(part, what in text) for part, text in found] == [(where, True)]


def test_all_faulty_parts_of_a_clause_are_told_at_once() -> None:
    wrong = clause("wrong", modality="is", do="graze(cell)", when="nigth", ensure="gras(cell) > 0")
    assert [part for part, _ in faults(wrong, MEADOW)] == ["when", "ensure"]


def test_a_sound_clause_has_no_fault() -> None:
    assert [faults(each, MEADOW) for each in RULES.clauses] == [()] * len(RULES.clauses)
