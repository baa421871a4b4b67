"""Facts about the English beside formal clauses: a table of texts and the words for them."""

from pathlib import Path

import pytest

from ruleproof.spec.clause import Clause
from ruleproof.spec.expression import parse
from ruleproof.spec.formal import read as formal_part
from ruleproof.spec.paraphrasing import paraphrase, paraphrase_norm, paraphrase_part
from ruleproof.spec.syntax import Enum, Int, Scope, Type
from ruleproof.spec.syntax import Path as PathType
from ruleproof.spec.vocabulary import Vocabulary, read

MEADOW: Vocabulary = read(Path(__file__).parent / "meadow.toml")
ARGS: dict[str, Type] = {"path": PathType("cell"), "cell": Enum("cell"), "n": Int(0, 3)}


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("night", "night"),
        ("fenced(cell)", "the cell is fenced"),
        ("fenced(cell.across)", "the cell across from the cell is fenced"),
        ("not fenced(N0)", "it is not so that N0 is fenced"),
        ("herd_on(cell) == nobody", "the herd on the cell is nobody"),
        ("herd_on(cell) != black_sheep", "the herd on the cell is not black sheep"),
        ("not herd_on(cell) == sheep", "the herd on the cell is not sheep"),
        ("not (n < 2)", "n is at least 2"),
        ("grass(cell) <= n", "the grass on the cell is at most n"),
        ("grass(N0) + 2 * n", "the grass on N0 plus (2 times n)"),
        ("-n", "minus n"),
        ("max(n, 3)", "the larger of n and 3"),
        ("flowers(cell) > 0", "flowers of the cell is more than 0"),
        ("len(path) > 2", "the length of the path is more than 2"),
        ("path[0] == last(path)", "the first of the path is the last of the path"),
        ("cell.column == 1", "the column of the cell is 1"),
        ("cell in path", "the cell is in the path"),
        ("cell not in path", "the cell is not in the path"),
        ("cell in {N0, N1}", "the cell is one of N0, N1"),
        ("cell not in {N0, N1}", "the cell is none of N0, N1"),
        ("next(cell, N0)", "the cell borders on N0"),
        ("night and n == 1 or n == 2", "(night and n is 1) or n is 2"),
        ("night implies n == 1", "if night then n is 1"),
        ("if night then 1 else 2", "if night then 1 else 2"),
        ("any(c in cell: open(c))", "for some cell c, c is open"),
        ("not any(c in cell: open(c))", "for no cell c, c is open"),
        ("all(c in path: c.side == near)", "for every c in the path, the side of c is near"),
        ("any(a, b in steps(path): next(a, b))", "for some step from a to b of the path, a borders on b"),
        ("count(c in {N0, F0}: open(c))", "the number of c among N0, F0 such that c is open"),
        ("sum(c in cell: grass(c))", "the sum, over cell c, of the grass on c"),
        ("old(night)", "before the step night"),
        ("grass(N0) < old(grass(N0))", "the grass on N0 is less than (the grass on N0 before the step)"),
        ("reading(meadow.walking.bends is straight)", "meadow.walking.bends is read as straight"),
        ("not reading(meadow.walking.bends is any)", "meadow.walking.bends is not read as any"),
        ("resting(N0) == night", "the herd on N0 rests exactly where night"),
    ],
)
def test_an_expression_has_its_words(text: str, english: str) -> None:
    expr = parse(text, MEADOW, Scope(ARGS, old=True, expected=None))
    assert paraphrase(expr, MEADOW) == english


def clause(**parts: str) -> Clause:
    return Clause.model_validate({"id": "meadow.rules.one", "says": "So.", "kind": "assumption", **parts})


@pytest.mark.parametrize(
    ("parts", "english"),
    [
        (
            {"modality": "may", "do": "walk(path)", "when": "night"},
            "One may walk the path where night.",
        ),
        ({"modality": "may", "do": "graze(cell)"}, "One may graze the cell."),
        ({"modality": "cannot", "do": "walk", "when": "night"}, "One cannot walk the path where night."),
        (
            {"modality": "must", "do": "graze(cell)", "when": "open(cell)"},
            "One must graze the cell where the cell is open.",
        ),
        (
            {"modality": "is", "do": "graze(cell)", "when": "night", "ensure": "fenced(cell)"},
            "After the move to graze the cell, where before it night, the cell is fenced.",
        ),
        ({"modality": "is", "ensure": "night"}, "After every step night."),
        ({"modality": "cannot", "ensure": "night"}, "After every step night."),
        (
            {"modality": "cannot", "do": "walk", "when": "night", "ensure": "old(night)"},
            "One cannot walk the path where night; after every step before the step night.",
        ),
        (
            {"modality": "is", "do": "meal(cell)", "when": "night", "value": "2"},
            "The meal on the cell includes 2, where night.",
        ),
    ],
)
def test_a_clause_is_one_sentence(parts: dict[str, str], english: str) -> None:
    assert paraphrase_norm(formal_part(clause(**parts), MEADOW), MEADOW) == english


def test_each_part_of_a_clause_has_its_words() -> None:
    whole = clause(modality="is", do="graze(cell)", when="night", ensure="fenced(cell)")
    parts = [paraphrase_part(whole, part, MEADOW) for part in ("do", "when", "ensure", "value")]
    assert parts == ["graze the cell", "night", "the cell is fenced", ""]
