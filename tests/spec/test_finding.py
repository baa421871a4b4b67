"""Games are found by their folders, in the package and on RULEPROOF_PATH."""

import os
import shutil
from pathlib import Path

import pytest

from ruleproof.spec.finding import UnknownGame, folder, games, home, module, roots


def make(root: Path, game: str, engine: str) -> Path:
    (root / "spec" / game).mkdir(parents=True)
    (root / "spec" / game / "game.toml").write_text("", encoding="utf-8")
    (root / "engine" / game).mkdir(parents=True)
    (root / "engine" / game / "__init__.py").write_text("", encoding="utf-8")
    (root / "engine" / game / "game.py").write_text(engine, encoding="utf-8")
    return root


def test_a_game_of_a_users_folder_stands_beside_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = games()
    make(tmp_path, "quartz", "X = 1")
    monkeypatch.setenv("RULEPROOF_PATH", str(tmp_path))
    assert set(games()) == {*before, "quartz"}
    assert home("quartz") == tmp_path / "spec" / "quartz"
    assert folder("conformance", "quartz") is None


def test_a_users_game_imports_relatively_from_the_framework(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path, "quartz", "from ..decision import Refused\nfrom . import other\n")
    (tmp_path / "engine" / "quartz" / "other.py").write_text("Y = 2", encoding="utf-8")
    monkeypatch.setenv("RULEPROOF_PATH", str(tmp_path))
    found = module("engine", "quartz", "game")
    assert found is not None
    assert (found.__name__, found.other.Y) == ("ruleproof.engine.quartz.game", 2)
    assert module("engine", "quartz", "nothing") is None
    assert module("invariants", "quartz", "game") is None


def test_another_root_with_a_game_of_the_same_name_is_not_mixed_with_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one", "two"):
        monkeypatch.setenv("RULEPROOF_PATH", str(make(tmp_path / name, "quartz", f"X = {name!r}")))
        found = module("engine", "quartz", "game")
        assert found is not None
        assert name == found.X


def test_roots_are_those_of_the_path_in_order_then_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEPROOF_PATH", os.pathsep.join([str(tmp_path / "b"), "", str(tmp_path / "a")]))
    assert roots()[:-1] == (tmp_path / "b", tmp_path / "a")
    assert (roots()[-1] / "spec" / "finding.py").is_file()


def test_a_copy_of_a_game_stands_in_for_it_in_the_layers_that_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("opal", "copy", "whole"):
        make(tmp_path / name, "opal", f"X = {name!r}")
    shutil.rmtree(tmp_path / "copy" / "engine")
    for names, clauses, engine in (
        (["opal"], "opal", "opal"),
        (["copy", "opal"], "copy", "opal"),
        (["whole", "opal"], "whole", "whole"),
    ):
        monkeypatch.setenv("RULEPROOF_PATH", os.pathsep.join(str(tmp_path / name) for name in names))
        found = module("engine", "opal", "game")
        assert found is not None
        assert (home("opal"), found.X) == (tmp_path / clauses / "spec" / "opal", engine)


def test_a_copy_of_one_of_our_games_stands_in_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEPROOF_PATH", str(make(tmp_path, games()[0], "")))
    assert home(games()[0]) == tmp_path / "spec" / games()[0]


def test_a_game_that_nobody_has_is_named_with_the_nearest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEPROOF_PATH", str(make(tmp_path, "quartz", "")))
    with pytest.raises(UnknownGame, match=r"no game 'quarz'. Did you mean quartz\?"):
        home("quarz")
