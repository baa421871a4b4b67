"""Rulings: what `answer` writes into the questions, and nothing else."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ruleproof.conformance.main import build
from ruleproof.conformance.suite import find
from ruleproof.spec.answering import answer
from ruleproof.spec.fault import Misused
from ruleproof.spec.loading import load

ASKED = "pebbles.rules.none-left"
SORTS = '[sort.side]\nmembers = ["left", "right"]\n'
LETTER = "Letter of the author, 3 May"


@pytest.fixture(autouse=True)
def people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)


def run(*words: object) -> tuple[int, str, str]:
    given = [str(word) for word in words]
    result = CliRunner().invoke(build(given[0]), given)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def questions(toy: Any) -> str:
    return str((toy.spec / "questions.toml").read_text(encoding="utf-8"))


def test_a_ruling_is_three_lines_more_and_nothing_else(toy: Any) -> None:
    before = questions(toy)
    code, out, _ = run("answer", "pebbles", ASKED, "two", "--source", LETTER)
    assert (code, out.splitlines()[0]) == (0, f"{ASKED} is settled as two: Two have to be taken.")
    added = [
        f'{key} = "{value}"' for key, value in (("status", "settled"), ("ruling", "two"), ("answer_source", LETTER))
    ]
    assert questions(toy).splitlines() == [*before.splitlines(), *added]
    ruled = toy.load().question(ASKED)
    assert (ruled.status, ruled.taken, ruled.names, ruled.default) == ("settled", "two", ("two", "one"), "one")


def test_it_says_which_file_was_written_and_what_is_left_to_do(toy: Any) -> None:
    out = run("answer", "pebbles", ASKED, "two", "--source", LETTER)[1]
    assert str(toy.spec / "questions.toml") in out
    assert "what it carries out is one. By hand:" in out
    assert "pebbles.rules.take-a-few" in out
    told = json.loads(run("answer", "pebbles", ASKED, "two", "--source", LETTER, "--format", "json")[1])
    assert told == {
        "question": ASKED,
        "ruling": "two",
        "written": str(toy.spec / "questions.toml"),
        "switches": [],
        "clauses": ["pebbles.rules.take-a-few"],
        "by_hand": False,  # it was ruled so before
    }


BESIDE = """# Where it is open.

[[question]]  # the first
id = "pebbles.rules.first"
at = ["playing/p1/s2"]
kind = "gap"
asks = "Why?"
default = "one"
because = \"\"\"
# not a comment
\"\"\"
weight = "low"
status = "open"    # so far

[[question.readings]]
name = "one"
gloss = "So."

# a reading that nobody likes
[[question.readings]]
name = "two"
gloss = "Not so."

# --- the second part

[[question]]
id = "pebbles.rules.none-left"
at = ["playing/p1/s2"]
kind = "gap"
asks = "What?"
readings = [{ name = "one", gloss = "One." }, { name = "two", gloss = "Two." }]
default = "one"
because = "Of that."
weight = "low"
"""


def test_comments_order_and_tables_inside_stay(toy: Any) -> None:
    (toy.spec / "questions.toml").write_text(BESIDE, encoding="utf-8")
    made = answer(toy.load(), "pebbles.rules.first", "two", 'a "quoted"\nletter\x7f')
    assert made.text == BESIDE.replace(
        'status = "open"    # so far\n',
        'status = "settled"\nruling = "two"\nanswer_source = "a \\"quoted\\" letter\\u007f"\n',
    )
    assert tomllib.loads(made.text)["question"][0]["answer_source"] == 'a "quoted" letter\x7f'
    assert answer(toy.load(), ASKED, "two", LETTER).text.startswith(BESIDE + 'status = "settled"\n')


def test_another_ruling_is_put_there_only_with_again(toy: Any) -> None:
    assert run("answer", "pebbles", ASKED, "two", "--source", LETTER)[0] == 0
    code, _, err = run("answer", "pebbles", ASKED, "one", "--source", "A second letter")
    assert (code, "settled as two (Letter of the author, 3 May)" in err, "--again" in err) == (2, True, True)
    assert run("answer", "pebbles", ASKED, "one", "--source", "A second letter", "--again")[0] == 0
    assert questions(toy).count("ruling") == 1
    assert toy.load().question(ASKED).answer_source == "A second letter"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("pebbles", "pebbles.rules.non-left", "two"), f"Did you mean {ASKED}?"),
        (("pebbles", ASKED, "tow"), "Did you mean two? It has: one, two"),
        (("pebles", ASKED, "two"), "Did you mean pebbles?"),
    ],
)
def test_what_there_is_not_is_refused_with_the_nearest_name(toy: Any, words: tuple[str, ...], told: str) -> None:
    before = questions(toy)
    code, _, err = run("answer", *words, "--source", LETTER)
    assert (code, told in err, questions(toy)) == (2, True, before)


def test_a_ruling_needs_a_source(toy: Any) -> None:
    with pytest.raises(Misused, match="cannot be checked"):
        answer(toy.load(), ASKED, "two", "  ")


def test_only_people_rule(toy: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    before = questions(toy)
    code, _, err = run("answer", "pebbles", ASKED, "two", "--source", LETTER)
    assert (code, "only people rule" in err, questions(toy)) == (2, True, before)


def test_a_question_written_in_one_line_is_left_to_people(toy: Any) -> None:
    inline = '{ name = "one", gloss = "One." }, { name = "two", gloss = "Two." }'
    text = f"""question = [{{ id = "{ASKED}", at = ["playing/p1/s2"], kind = "gap", asks = "What?", readings = [
{inline}], default = "one", because = "So.", weight = "low" }}]
"""
    (toy.spec / "questions.toml").write_text(text, encoding="utf-8")
    with pytest.raises(Misused, match='put there by hand:\n  status = "settled"\n  ruling = "two"'):
        answer(toy.load(), ASKED, "two", LETTER)
    assert questions(toy) == text


def test_the_vocabulary_takes_a_ruling_first_though_it_lists_the_default_so(toy: Any) -> None:
    toy.edit("questions.toml", 'weight = "low"', 'weight = "low"\nreach = "now"')
    (toy.spec / "vocabulary.toml").write_text(f'{SORTS}[readings]\n"{ASKED}" = ["one", "two"]\n', encoding="utf-8")
    assert toy.load().vocabulary.readings_with({}) == {ASKED: "one"}
    answer(toy.load(), ASKED, "two", LETTER).write()
    assert toy.load().vocabulary.readings_with({}) == {ASKED: "two"}


def test_the_suite_judges_under_a_ruling(toy: Any) -> None:
    assert find("pebbles").defaults == {ASKED: "one"}
    answer(toy.load(), ASKED, "two", LETTER).write()
    assert find("pebbles").defaults == {ASKED: "two"}


def test_a_switch_of_the_engine_is_named(toy: Any) -> None:
    engine: Path = toy.root / "engine" / "pebbles" / "rules.py"
    engine.write_text(f'LEFT = "{ASKED}"\n', encoding="utf-8")
    made = answer(toy.load(), ASKED, "two", LETTER)
    assert (made.follows, made.by_hand) == (("engine/pebbles/rules.py",), False)


def test_what_a_reading_changes_in_the_clauses_is_told_where_nothing_follows_it() -> None:
    told = list(answer(load("ostium"), "ostium.summon.turned-slot", "free", LETTER).advice())
    assert told[1:3] == ["  ostium.summon.empty-slot: only not rotated(active, slot)", "  and the engine with it"]
