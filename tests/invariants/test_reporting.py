"""The command findings as a user meets it: what it prints in each format, what it keeps, and how it ends."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.invariants.test_findings import unanalysed, write_example  # noqa: F401  # a fixture
from tests.spec.conftest import fresh, toy, written  # noqa: F401  # fixtures
from typer.testing import CliRunner

from ruleproof.conformance.main import build


@pytest.fixture(autouse=True)
def people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)


def run(*words: object) -> tuple[int, str, str]:
    given = ["findings", *map(str, words)]
    result = CliRunner().invoke(build("findings"), given)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def value(*words: object) -> Any:
    return json.loads(run(*words, "--format", "json")[1])


@pytest.fixture
def clashing(toy: Any) -> Any:  # noqa: F811
    """The game with a worked example that its engine refuses."""
    write_example(toy)
    return toy


def fingerprint() -> str:
    return str(value("pebbles")["findings"][0]["fingerprint"])


def test_open_questions_alone_do_not_fail(toy: Any) -> None:  # noqa: F811
    code, out, _ = run("pebbles")
    assert (code, out) == (0, "pebbles: no findings; 1 open question: 1 of low weight. --all shows the rest.\n")


def test_all_shows_each_question_with_its_readings(toy: Any) -> None:  # noqa: F811
    code, out, _ = run("pebbles", "--all")
    assert code == 0
    assert "low     pebbles.rules.none-left  What if one pebble lies there?" in out
    assert "        * one: One is taken.\n        - two: Two have to be taken." in out


def test_a_new_finding_fails_and_is_told_in_full(clashing: Any) -> None:
    code, out, _ = run("pebbles")
    assert code == 1
    assert f"error: example  {fingerprint()}" in out
    assert "written at: spec/pebbles/examples.toml:1" in out
    assert "rulebook: playing/p1/s3" in out
    assert "clauses: pebbles.rules.no-passing" in out
    assert "shown by:\n    A to move\n    then: A: pass, which is refused: nothing can be done yet" in out
    assert "- Drop action-1 and passes: all the rest can hold." in out
    assert "pebbles: 1 finding; 1 open question" in out


def test_with_the_rulebook_its_sentences_stand_beside_the_places(clashing: Any) -> None:
    assert "rulebook: playing/p1/s3  “You may not pass.”" in run("pebbles", "--rulebook", clashing.rulebook)[1]
    (found, _) = value("pebbles", "--rulebook", clashing.rulebook)["findings"]
    assert found["texts"] == {"playing/p1/s3": "You may not pass."}


def test_json_tells_what_is_new_and_what_is_open(clashing: Any) -> None:
    told = value("pebbles")
    assert (told["game"], told["good"], told["stale"]) == ("pebbles", False, [])
    assert [(one["kind"], one["level"], one["new"]) for one in told["findings"]] == [
        ("example", "error", True),
        ("question", "note", False),
    ]
    assert told["findings"][0]["witness"]["actions"] == [{"type": "pass"}]
    assert told["findings"][1]["question"]["weight"] == "low"


def test_sarif_has_a_result_for_each(clashing: Any) -> None:
    code, out, _ = run("pebbles", "--format", "sarif")
    (sarif,) = json.loads(out)["runs"]
    assert (code, [one["ruleId"] for one in sarif["results"]]) == (1, ["example", "question"])


def test_an_accepted_finding_fails_no_more_and_is_shown_with_all(clashing: Any) -> None:
    name = fingerprint()
    code, out, _ = run("pebbles", "--accept", name, "--because", "It will be printed anew.")
    path = clashing.root / "invariants" / "pebbles" / "accepted.json"
    assert (code, str(path.resolve()) in out) == (0, True)
    code, out, _ = run("pebbles")
    assert (code, name in out) == (0, False)
    assert out.startswith("pebbles: no findings and 1 accepted;")
    assert f"error: example  {name}  accepted: It will be printed anew." in run("pebbles", "--all")[1]
    assert [one["accepted"] for one in value("pebbles")["findings"]] == ["It will be printed anew.", None]


def test_an_accepted_finding_that_is_gone_is_told(clashing: Any) -> None:
    name = fingerprint()
    run("pebbles", "--accept", name, "--because", "Known.")
    (clashing.spec / "examples.toml").unlink()
    code, _, err = run("pebbles")
    assert (code, f"{name} (example) is found no more; take it out" in err) == (0, True)
    assert [entry["fingerprint"] for entry in value("pebbles")["stale"]] == [name]


def test_only_people_accept(clashing: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    name = fingerprint()
    monkeypatch.setenv("CI", "true")
    code, _, err = run("pebbles", "--accept", name, "--because", "Known.")
    assert (code, "only people accept" in err) == (2, True)
    assert not (clashing.root / "invariants" / "pebbles" / "accepted.json").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("pebles",), "Did you mean pebbles?"),
        (("pebbles", "--accept", "0123456789abcdef", "--because", "So."), "no finding has the fingerprint"),
        (("pebbles", "--accept", "0123456789abcdef"), "go together"),
        (("pebbles", "--because", "So."), "go together"),
        (("--accept", "0123456789abcdef", "--because", "So."), "name it"),
        (("--sheet", "sheet.html"), "name it"),
        (("pebbles", "--rulebook", "other=FILE"), "has no document"),
    ],
)
def test_what_cannot_be_done_is_said(words: tuple[str, ...], told: str, clashing: Any) -> None:
    code, _, err = run(*words)
    assert (code, told in err) == (2, True), err


def test_a_spec_with_faults_is_told_by_its_faults(clashing: Any) -> None:
    clashing.edit("examples.toml", '{ type = "pass" } }]', '{ type = "pass" }, holds = {} }]')
    code, out, err = run("pebbles")
    assert (code, "examples.toml" in out, "nothing further was checked" in err) == (1, True, True)


@pytest.mark.usefixtures("unanalysed")
def test_actions_of_what_shows_a_finding_are_told_as_the_game_says_them() -> None:
    out = run("ostium", "--all")[1]
    assert "then: A leads a chain from the Gate A.G1 through A.D1, A.A1\n          The chain gives A.A1 2 more" in out


def test_a_circle_of_precedence_is_a_finding_and_no_fault_that_stops_the_search(clashing: Any) -> None:
    before = 'overrides = ["pebbles.rules.no-passing"]\nbasis = "playing/p1/s2"\n'
    clashing.edit("rules.toml", 'says = "A turn takes', before + 'says = "A turn takes')
    code, out, _ = run("pebbles")
    assert (code, "error: precedence" in out, "error: example" in out) == (1, True, True)
    assert "pebbles.rules.no-passing, pebbles.rules.take-a-few" in out
    assert "written at: spec/pebbles/rules.toml:" in out


@pytest.mark.usefixtures("unanalysed")
def test_without_a_game_all_are_told(clashing: Any) -> None:
    code, out, _ = run("--quiet")
    assert (code, out.count("error: ")) == (1, 1)
    assert {"ostium", "pebbles"} <= {each["game"] for each in value()}


def test_the_sheet_is_written_as_one_page(toy: Any, tmp_path: Path) -> None:  # noqa: F811
    file = tmp_path / "sheets" / "pebbles.html"
    code, out, _ = run("pebbles", "--sheet", file, "--rulebook", toy.rulebook)
    assert (code, out) == (
        0,
        f"{file}: 1 open question, the weightiest first, with the text of the rulebook in it.\n",
    )
    assert "What if one pebble lies there?" in file.read_text(encoding="utf-8")
