"""Finding a game's engine by its name."""

from pathlib import Path

import pytest

from ruleproof.engine.finding import NoEngine, game, sample
from ruleproof.spec.finding import UnknownGame


def test_a_game_is_found_by_its_folder() -> None:
    assert game("ostium").name == "ostium"


def test_an_unknown_game_names_the_nearest() -> None:
    with pytest.raises(UnknownGame, match="Did you mean ostium"):
        game("osteum")


def test_a_game_without_an_engine_or_a_sample_says_what_to_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "spec" / "ruled").mkdir(parents=True)
    (tmp_path / "spec" / "ruled" / "game.toml").write_text('name = "ruled"\n')
    monkeypatch.setenv("RULEPROOF_PATH", str(tmp_path))
    with pytest.raises(NoEngine, match=r"engine/ruled/game\.py"):
        game("ruled")
    with pytest.raises(NoEngine, match=r"engine/ruled/sample\.py"):
        sample("ruled")


def test_the_sample_of_a_game_is_a_position_with_something_to_do() -> None:
    ostium = game("ostium")
    state = ostium.read_line(sample("ostium"))
    assert len(ostium.actions(state, ostium.to_move(state)[0])) > 10
