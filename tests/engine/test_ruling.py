"""Rulings go before a game's own defaults, and a game that has none is as it was."""

from pathlib import Path

import pytest

from ruleproof.engine.open_game import OpenGame, OpenState
from ruleproof.engine.ruling import ruled

OFFERED = {"heap.last": ("wins", "loses"), "heap.first": ("takes", "passes")}
WRITTEN = """[[question]]
id = "heap.last"
readings = [{ name = "taker-wins", switch = "wins" }, { name = "taker-loses", switch = "loses" }]
"""
RULING = 'status = "settled"\nruling = "taker-loses"\n'


@pytest.fixture
def questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The questions of a game that lies in a folder of the user's."""
    spec = tmp_path / "spec" / "heap"
    spec.mkdir(parents=True)
    (spec / "game.toml").write_text('name = "heap"\n', encoding="utf-8")
    monkeypatch.setenv("RULEPROOF_PATH", str(tmp_path))
    return spec / "questions.toml"


def test_what_was_ruled_stands_first_by_its_switch(questions: Path) -> None:
    questions.write_text(WRITTEN + RULING, encoding="utf-8")
    assert ruled("heap", OFFERED) == {"heap.last": ("loses", "wins"), "heap.first": ("takes", "passes")}


@pytest.mark.parametrize(
    "text",
    [
        WRITTEN,
        WRITTEN + RULING.replace("settled", "open"),
        WRITTEN + RULING.replace("taker-loses", "nobody-wins"),
        WRITTEN.replace("heap.last", "heap.other") + RULING,
        WRITTEN + RULING + "]",
        "",
    ],
)
def test_what_rules_nothing_changes_nothing(text: str, questions: Path) -> None:
    questions.write_text(text, encoding="utf-8")
    assert ruled("heap", OFFERED) == OFFERED


def test_a_game_that_is_written_nowhere_has_no_rulings() -> None:
    assert ruled("heap-of-nowhere", OFFERED) == OFFERED


class Rules:
    """Nothing is done in it."""


def test_an_open_game_is_loaded_under_its_rulings(questions: Path) -> None:
    questions.write_text(WRITTEN + RULING, encoding="utf-8")
    game = OpenGame[OpenState, object]("heap", OpenState, object, Rules(), readings=OFFERED)  # type: ignore[arg-type]
    assert game.load({}, "standard", {}).reads("heap.last", "loses")
    assert game.load({}, "standard", {"heap.last": "wins"}).reads("heap.last", "wins")
    line = game.line(game.load({}, "standard", {"heap.last": "wins"}))
    assert game.read_line(line).reads("heap.last", "wins")
