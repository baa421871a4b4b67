"""`explain` of a case: its position, its steps, the answers that are expected, and the clauses behind them."""

import json

import pytest
from typer.testing import CliRunner

from ruleproof.conformance.main import build

ID = "ostium/fusion/bonus-of-two"


def explain(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(build("explain"), ["explain", "ostium", *words])
    assert result.exit_code == code, result.output
    return result.output


@pytest.mark.parametrize("words", [("--case", ID), ("--case", "bonus-of-two"), (ID,)])
def test_a_case_is_shown_with_its_board_and_each_answer_with_its_clauses(words: tuple[str, ...]) -> None:
    lines = explain(*words).splitlines()
    assert lines[0].startswith(f"{ID}  [ostium.fusion.bonus-is-two")
    assert any(line.startswith("A  gates 15 15 15") for line in lines)
    at = lines.index("1. fuse gate 0, path D0 A0")
    assert lines[at + 1].startswith("   expected  accepted")
    assert lines[at + 2].startswith("     ostium.fusion.")


def test_a_refusal_that_is_expected_says_why() -> None:
    text = explain("ostium/fusion/diagonal-step-refused")
    assert "expected  refused" in text
    assert "because   " in text


def test_a_case_in_json_holds_its_steps_and_what_the_reference_says_of_them() -> None:
    told = json.loads(explain("--case", ID, "--format", "json"))
    assert (told["id"], told["steps"][0]["explained"]["allowed"]) == (ID, True)
    assert told["position"]["players"]["A"]["attack"]


def test_an_action_is_judged_in_the_position_of_a_case() -> None:
    assert explain(ID, '{"type": "fuse", "gate": 0, "path": ["D0", "A1"]}').startswith("refused: ")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--case", "ostium/fusion/bonus-of-too"), "Did you mean ostium/fusion/bonus-of-two?"),
        (("ostium/fusion/bonus-of-too",), "Did you mean ostium/fusion/bonus-of-two?"),
        (("--case", ID, "{}"), "leave POSITION away"),
        ((), "give a POSITION, or --case ID"),
    ],
)
def test_what_cannot_be_shown_is_told(words: tuple[str, ...], says: str) -> None:
    assert says in explain(*words, code=2)
