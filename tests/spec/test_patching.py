"""Clauses as another reading has them: what a patch changes, what that touches, and what is wrong with one."""

# ruff: noqa: E501  a fault and its message stand on one line of a table

from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest

from ruleproof.spec.clause import Clause
from ruleproof.spec.fault import Faulty
from ruleproof.spec.loading import Rules
from ruleproof.spec.norms import Allowed, Norms
from ruleproof.spec.patching import patched, touched
from ruleproof.spec.question import Change
from ruleproof.spec.vocabulary import Vocabulary, read

MEADOW: Vocabulary = read(Path(__file__).parent / "meadow.toml")


@dataclass(frozen=True)
class Game:
    clauses: tuple[Clause, ...]
    vocabulary: Vocabulary = MEADOW


def clause(name: str, **parts: Any) -> Clause:
    return Clause.model_validate({"id": f"meadow.rules.{name}", "says": "Something.", "kind": "assumption", **parts})


RULES = cast(
    Rules,
    Game(
        (
            clause("walking", modality="may", do="walk(path)", when="len(path) > 0"),
            clause("fences", modality="cannot", do="walk(path)", when="any(c in path: fenced(c))"),
            clause("grazing", modality="may", do="graze(cell)", when="not open(cell)"),
            clause("grass", modality="is", do="meal(cell)", value="grass(cell)"),
            clause("full", modality="is", do="graze(cell)", ensure="meal(cell) >= 0"),
        )
    ),
)
FIELD: dict[str, Any] = {"cells": {"near": [{"herd": "goats", "tag": "t0"}, {"fence": {}}, {"herd": "sheep"}]}}
WALK, GRAZE = {"type": "walk", "path": ["N0", "N1"]}, {"type": "graze", "tag": "t0"}


def change(**parts: Any) -> Change:
    return Change.model_validate(parts)


def allowed(rules: Rules, action: dict[str, Any]) -> bool:
    norms = Norms(rules)
    return isinstance(norms.judge(norms.sight(FIELD), action), Allowed)


def test_a_patch_leaves_the_rules_as_they_are() -> None:
    before = allowed(RULES, WALK)
    patched(RULES, [change(clause="meadow.rules.fences", out=True)])
    assert (before, allowed(RULES, WALK)) == (False, False)


@pytest.mark.parametrize(
    ("changes", "after"),
    [
        ([change(clause="meadow.rules.fences", out=True)], True),
        ([change(clause="meadow.rules.fences", only="len(path) > 2")], True),
        ([change(clause="meadow.rules.fences", when="false")], True),
        ([change(clause="meadow.rules.fences", only="len(path) > 2", also="len(path) > 1")], False),
        ([change(clause="meadow.rules.fences", out=True), change(clause="meadow.rules.walking", only="len(path) > 2")], False),
    ],
)  # fmt: skip  # a patch a line
def test_a_clause_is_taken_out_exchanged_or_joined(changes: list[Change], after: bool) -> None:
    assert allowed(patched(RULES, changes), WALK) == after


@pytest.mark.parametrize(
    ("parts", "after"), [({"is": "true"}, False), ({"also": "true"}, False), ({"only": "true"}, True)]
)
def test_a_define_means_something_else_wherever_it_is_spoken_of(parts: dict[str, str], after: bool) -> None:
    assert allowed(RULES, GRAZE)
    assert allowed(patched(RULES, [change(define="open", **parts)]), GRAZE) == after


def test_touched_are_what_is_changed_and_what_speaks_of_it_through_defines_and_quantities() -> None:
    opened = patched(RULES, [change(define="open", **{"is": "true"})])
    meals = patched(RULES, [change(clause="meadow.rules.grass", value="0")])
    assert touched(RULES, opened) == {"meadow.rules.grazing"}
    assert touched(RULES, meals) == {"meadow.rules.grass", "meadow.rules.full"}


WRONG = [
    ('{ clause = "pebbles.rules.no-pasing", out = true }', "the patch of two: there is no clause pebbles.rules.no-pasing. Did you mean pebbles.rules.no-passing?"),
    ('{ define = "resting", is = "true" }', "the patch of two: there is no define resting."),
    ('{ clause = "pebbles.rules.no-passing", only = "true" }', "the patch of two: pebbles.rules.no-passing has no condition to join: write `when`"),
    ('{ clause = "pebbles.rules.no-passing", ensure = "x ==" }', "the patch of two: pebbles.rules.no-passing: ensure: "),
    ('{ clause = "pebbles.rules.no-passing", do = "pass" }', "the patch of two: pebbles.rules.no-passing: do: "),
    ('{ clause = "pebbles.rules.no-passing" }', "nothing is changed"),
    ('{ out = true }', "a change is of one clause, or of one define"),
    ('{ clause = "pebbles.rules.no-passing", is = "true" }', "`is` goes with a define"),
    ('{ define = "resting", when = "true" }', "a define has no formal parts: write `is`"),
    ('{ clause = "pebbles.rules.no-passing", out = true, when = "true" }', "what is out has no other changes"),
    ('{ clause = "pebbles.rules.no-passing", when = "true", only = "true" }', "only and also are joined to the condition there is"),
    ('{ clause = "pebbles.rules.no-passing", wen = "true" }', "Did you mean when?"),
]  # fmt: skip  # a fault a line


@pytest.mark.parametrize(("text", "expected"), WRONG)
def test_a_patch_that_cannot_be_read_is_a_fault_at_its_reading(toy: Any, text: str, expected: str) -> None:
    toy.edit(
        "questions.toml", 'gloss = "Two have to be taken." }', f'gloss = "Two have to be taken.", patch = [{text}] }}'
    )
    with pytest.raises(Faulty) as caught:
        toy.load()
    told = [f"{fault.place}  {fault.what}" for fault in caught.value.faults]
    assert [fault for fault in told if expected in fault and "questions.toml:" in fault], told


def test_the_default_has_no_patch(toy: Any) -> None:
    patch = 'patch = [{ clause = "pebbles.rules.no-passing", out = true }]'
    toy.edit("questions.toml", 'gloss = "One is taken." }', f'gloss = "One is taken.", {patch} }}')
    with pytest.raises(Faulty, match="the default is what the clauses say: it has no patch"):
        toy.load()


def test_a_define_cannot_speak_of_itself() -> None:
    with pytest.raises(ValueError, match="open would speak of itself"):
        patched(RULES, [change(define="open", **{"is": "open(cell)"})])


def test_a_define_that_is_a_number_has_no_condition_to_join() -> None:
    with pytest.raises(ValueError, match="richest is no condition to join: write `is`"):
        patched(RULES, [change(define="richest", only="true")])
