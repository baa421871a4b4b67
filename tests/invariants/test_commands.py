"""The command prove, as it is called."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner

from ruleproof.conformance.main import build
from ruleproof.engine.finding import game
from ruleproof.invariants import commands, proving
from ruleproof.invariants.proving import Claim, Counted, Obligation
from ruleproof.invariants.solving import TERMS, integer

FEW = ("--only", "ostium.charge.row-costs-nothing", "--only", "ostium.charge.damage-*")
PLAIN = {"position": {"phase": "attack", "players": {"A": {"attack": [{"id": "a", "kind": "warrior"}, None, None]}}}}


class Done(NamedTuple):
    code: int
    out: str
    err: str


def run(*words: str) -> Done:
    result = CliRunner().invoke(build("prove"), ["prove", *words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return Done(result.exit_code, result.stdout, result.stderr)


def told(*words: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run("ostium", "--format", "json", *words).out)["obligations"]
    return found


def owing(monkeypatch: pytest.MonkeyPatch, *claims: Any, expected: Any = "proved") -> None:
    """What the game has to show is this alone."""
    owed = Obligation("ostium.toy", "A toy claim.", ("ostium.toy",), lambda: iter(claims), expected)
    for module in (proving, commands):
        monkeypatch.setattr(module, "obligations", lambda name: (("here", owed),))


def test_what_is_asked_for_is_listed_and_good_ends_with_0() -> None:
    done = run("ostium", *FEW)
    assert done.code == 0
    rows = [line.split()[:2] for line in done.out.splitlines() if line.startswith(("proved ", "refuted "))]
    assert ["refuted", "ostium.charge.row-costs-nothing"] in rows
    assert ["proved", "ostium.charge.damage-monotone"] in rows
    assert "all 6 came out as expected" in done.out.splitlines()[-1]


def test_a_counterexample_is_drawn_and_replayed() -> None:
    text = run("ostium", *FEW).out
    drawn = [line.split() for line in text.splitlines()]
    assert ["A", "attack", "a0", "|", "·", "|", "·"] in drawn
    assert "    allowed: attack attacker A0, first attack_row\n" in text
    assert "blocked attacker A.A0, by B.A0" in text


def test_json_has_the_members_that_are_published() -> None:
    for each in told(*FEW):
        assert {"id", "says", "clauses", "expected", "result"} <= set(each)
        assert each["expected"] in ("proved", "refuted")
        assert ("counterexample" in each) is (each["result"] == "refuted")


def test_a_counterexample_in_json_is_a_position_that_loads_and_dumps_to_itself() -> None:
    (each,) = [each for each in told(*FEW) if "counterexample" in each]
    shown, engine = each["counterexample"], game("ostium")
    assert engine.dump(engine.load(shown["position"], "two-player", shown.get("readings", {}))) == shown["position"]
    assert [told["decision"] for told in shown["replay"]] == ["allowed"]


def test_the_same_question_gives_the_same_bytes() -> None:
    assert run("ostium", "--format", "json", *FEW).out == run("ostium", "--format", "json", *FEW).out


def test_quiet_says_nothing_where_all_is_good() -> None:
    assert run("ostium", "--quiet", *FEW)[1:] == ("", "")


X, Y, Z = integer("x"), integer("y"), integer("z")
HARD = TERMS.negate(TERMS.both(Z * Z * Z == X * X * X + Y * Y * Y + 42, X > 10**6, Y > 10**6))


@pytest.mark.parametrize(
    ("claims", "expected", "word"),
    [
        ([Claim((), X > 0, lambda model: {**PLAIN, "actions": []}, (X,), "always above 0")], "proved", "REFUTED"),
        ([Claim((), X + 1 > X)], "refuted", "PROVED"),
        ([Claim((X > 0, X < 0), X == 0)], "proved", "VACUOUS"),
        ([Counted("n", 1, 1), Claim((), HARD, what="hard")], "proved", "UNKNOWN"),
        ([], "proved", "VACUOUS"),
    ],
    ids=["refuted", "proved", "vacuous", "unknown", "no claim"],
)
def test_whatever_did_not_come_out_as_expected_ends_with_1_and_is_told(
    monkeypatch: pytest.MonkeyPatch, claims: list[Any], expected: Any, word: str
) -> None:
    if word == "UNKNOWN":
        monkeypatch.setattr("ruleproof.invariants.solving.TIMEOUT", 50)
    owing(monkeypatch, *claims, expected=expected)
    done = run("ostium")
    assert done.code == 1, done.out
    assert f"{word} " in done.out
    assert f"ostium.toy is {word.lower()}, expected {expected}" in done.out
    assert "1 of 1 did not come out as expected" in done.err


def test_an_unexpected_counterexample_is_drawn_also_where_it_has_to_be_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    owing(monkeypatch, Claim((), X > 0, lambda model: {**PLAIN, "actions": []}, (X,), "always above 0"))
    done = run("ostium", "--quiet")
    assert done.out.splitlines()[1] == "ostium.toy is refuted, expected proved"
    assert "A attack" in done.out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("ostum",), "Did you mean ostium?"),
        (("ostium", "--only", "ostium.charge.damage-monoton"), "Did you mean ostium.charge.damage-monotone?"),
    ],
)
def test_what_is_not_there_is_said_with_the_nearest_name_and_ends_with_2(words: tuple[str, ...], says: str) -> None:
    done = run(*words)
    assert (done.code, done.out) == (2, "")
    assert says in done.err


def test_a_game_with_nothing_to_prove_could_not_be_proved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "spec" / "bare").mkdir(parents=True)
    (tmp_path / "spec" / "bare" / "game.toml").write_text("", encoding="utf-8")
    monkeypatch.setenv("RULEPROOF_PATH", str(tmp_path))
    done = run("bare")
    assert (done.code, done.out) == (3, "")
    assert "bare has no obligations" in done.err
