"""The commands of this layer as a user meets them: what they print, in both formats, and how they end."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ruleproof.conformance.main import build


def run(*words: object) -> tuple[int, str, str]:
    given = [str(word) for word in words]
    result = CliRunner().invoke(build(given[0]), given)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def value(*words: object) -> Any:
    return json.loads(run(*words, "--format", "json")[1])


def test_games_tells_what_stands_for_each(toy: Any) -> None:
    (row,) = [row for row in value("games") if row["game"] == "pebbles"]
    assert row == {
        "game": "pebbles",
        "modes": ["standard"],
        "sentences": 15,
        "classed": 15,
        "clauses": 4,
        "formal": 0,
        "questions": 1,
        "examples": 0,
        "cases": 0,
        "cards": 0,
    }
    assert any(line.split()[:2] == ["pebbles", "standard"] for line in run("games")[1].splitlines())


def test_games_goes_on_beside_a_broken_game_and_ends_with_1(toy: Any) -> None:
    toy.edit("rules.toml", 'modality = "must"', 'modality = "mist"')
    code, out, err = run("games")
    assert (code, "pebbles has 1 fault:" in err, "pebbles" in out) == (1, True, False)


def test_check_is_good_on_the_true_text(toy: Any) -> None:
    code, out, _ = run("check", "pebbles", "--rulebook", toy.rulebook)
    assert (code, out) == (
        0,
        "pebbles: good. 15 sentences, 15 classed; 4 clauses. 15 of 15 sentences stand in the text as in the ledger.\n",
    )


def test_check_says_that_no_text_was_compared_also_when_quiet(toy: Any) -> None:
    assert "not compared" in run("check", "pebbles")[1]
    assert "not compared" in run("check", "pebbles", "--quiet")[1]


def test_check_takes_a_folder_and_a_named_document(toy: Any) -> None:
    assert run("check", "pebbles", "--rulebook", toy.root)[0] == 0
    assert run("check", "pebbles", "--rulebook", f"rulebook={toy.rulebook}")[0] == 0
    code, _, err = run("check", "pebbles", "--rulebook", f"rulbook={toy.rulebook}")
    assert (code, "Did you mean rulebook?" in err) == (2, True)


def test_check_names_a_change_and_ends_with_1(toy: Any) -> None:
    path = toy.given(toy.text.replace("You may not pass.", "You may pass."))
    code, out, _ = run("check", "pebbles", "--rulebook", path)
    assert (code, out.startswith("playing/p1/s3  edited")) == (1, True)
    report = value("check", "pebbles", "--rulebook", path)
    assert (report["good"], report["compared"]) == (False, True)
    assert report["changes"] == [
        {
            "change": "edited",
            "place": "playing/p1/s3",
            "now": "playing/p1/s3",
            "class": "norm",
            "affects": ["pebbles.rules.no-passing"],
        }
    ]


def test_check_shows_a_sentence(toy: Any) -> None:
    code, out, _ = run("check", "pebbles", "--rulebook", toy.rulebook, "--show", "playing/p1/s3")
    assert (code, out.splitlines()[1]) == (0, "  You may not pass.")
    assert run("check", "pebbles", "--show", "playing/p1/s3")[0] == 2


def test_faults_in_what_is_written_end_with_1(toy: Any) -> None:
    toy.edit("rules.toml", 'modality = "must"', 'modality = "mist"')
    code, out, err = run("check", "pebbles")
    assert (code, out.startswith("spec/pebbles/rules.toml:14  "), "1 fault " in err) == (1, True, True)


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("check", "peebles"), 2, "Did you mean pebbles?"),
        (("check", "pebbles", "--rulebook", "/nowhere.txt"), 3, "/nowhere.txt cannot be read"),
        (("rebase", "pebbles", "--rulebook", "/nowhere.txt"), 3, "/nowhere.txt cannot be read"),
        (("review", "pebbles", "playing/p9"), 2, "no place playing/p9"),
        (("new", "Pebbles!", "--rulebook", __file__), 2, "lower-case letters"),
        (("new", "pebbles", "--rulebook", "/nowhere.txt"), 3, "/nowhere.txt cannot be read"),
    ],
)
def test_what_cannot_be_done_is_said_with_its_code(toy: Any, words: tuple[str, ...], code: int, says: str) -> None:
    ended, _, err = run(*words)
    assert (ended, says in err) == (code, True), err


def test_rebase_proposes_and_ends_with_1_where_something_changed(toy: Any, tmp_path: Path) -> None:
    assert run("rebase", "pebbles", "--rulebook", toy.rulebook)[0] == 0
    path = toy.given(toy.text.replace("You may not pass.", "You may pass."))
    code, out, _ = run("rebase", "pebbles", "--rulebook", path, "--out", tmp_path / "proposal.json")
    assert code == 1
    assert "suspect: pebbles.rules.no-passing" in out
    assert "14 unchanged, 1 edited, 0 moved, 0 new, 0 gone" in out
    proposal = json.loads((tmp_path / "proposal.json").read_text(encoding="utf-8"))
    assert proposal["suspects"] == {"pebbles.rules.no-passing": []}


def test_review_lists_then_stamps_and_then_nothing_waits(written: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    code, out, _ = run("review", "pebbles")
    assert (code, out.splitlines()[-1]) == (1, "pebbles: 9 to review.")
    assert run("review", "pebbles", "--all")[0] == 0
    assert run("review", "pebbles") == (0, "pebbles: nothing to review.\n", "")


def test_review_refuses_to_stamp_where_ci_is_true_and_writes_nothing(
    written: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    before = {path: path.read_bytes() for path in written.spec.iterdir()}
    code, _, err = run("review", "pebbles", "--all")
    assert (code, "only people review" in err) == (2, True)
    assert {path: path.read_bytes() for path in written.spec.iterdir()} == before


def test_new_says_what_comes_next_and_the_game_is_found(
    tmp_path: Path, fresh: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, _ = run("new", "stones", "--rulebook", fresh.rulebook, "--into", tmp_path / "more")
    assert (code, f"export RULEPROOF_PATH={tmp_path / 'more'}" in out) == (0, True)
    monkeypatch.setenv("RULEPROOF_PATH", str(tmp_path / "more"))
    assert run("check", "stones", "--rulebook", fresh.rulebook)[0] == 1
    assert run("new", "stones", "--rulebook", fresh.rulebook, "--into", tmp_path / "more")[0] == 2


def test_the_ledger_is_written_anew_only_while_nothing_cites_it(toy: Any, fresh: Any) -> None:
    code, _, err = run("new", "pebbles", "--rulebook", toy.rulebook, "--ledger")
    assert (code, "use rebase and review" in err) == (2, True)


def test_trace_writes_a_page_and_its_value(toy: Any, tmp_path: Path) -> None:
    assert run("trace", "pebbles", "--out", tmp_path, "--rulebook", toy.rulebook)[0] == 0
    told = json.loads((tmp_path / "pebbles.json").read_text(encoding="utf-8"))
    assert told["compared"] is True
    assert (tmp_path / "pebbles.html").read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize("name", ["check", "rebase", "trace"])
def test_what_does_not_load_is_told_in_the_format_that_was_asked_for(name: str, toy: Any, tmp_path: Path) -> None:
    toy.edit("rules.toml", 'modality = "must"', 'modality = "mist"')
    more = {"check": (), "rebase": ("--rulebook", toy.rulebook), "trace": ("--out", tmp_path)}
    code, out, _ = run(name, "pebbles", "--format", "json", *more[name])
    told = json.loads(out)
    assert (code, told["good"]) == (1, False)
    assert [set(one) for one in told["faults"]] == [{"place", "what", "do"}]


def test_a_game_that_is_there_anywhere_is_not_begun_again(toy: Any, tmp_path: Path) -> None:
    code, _, err = run("new", "ostium", "--rulebook", toy.rulebook, "--into", tmp_path / "more")
    assert (code, "is a game already" in err) == (2, True)
    assert not (tmp_path / "more").exists()
