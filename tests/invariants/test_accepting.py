"""The findings that people accepted: kept with their reasons, and told when they are found no more."""

import json
import os
import shutil
from pathlib import Path

import pytest

from ruleproof.invariants.accepting import Baseline, baseline, chosen, new_ones
from ruleproof.invariants.flaw import Finding, Level
from ruleproof.spec.fault import Misused
from ruleproof.spec.files import Unreadable


def finding(key: str, level: Level = "error") -> Finding:
    return Finding("hole", level, "heap", (), f"A hole at {key}.\nMore of it.", key=key)


HERE, THERE = finding("here"), finding("there")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's folder with a game, of which nothing is accepted yet."""
    (tmp_path / "spec" / "heap").mkdir(parents=True)
    (tmp_path / "spec" / "heap" / "game.toml").write_text('name = "heap"\n', encoding="utf-8")
    monkeypatch.setenv("RULEPROOF_PATH", str(tmp_path))
    return tmp_path


def test_what_was_accepted_is_read_back_from_beside_the_game(home: Path) -> None:
    baseline("heap").with_(HERE, "Nobody gets there.").write()
    path = home / "invariants" / "heap" / "accepted.json"
    (entry,) = json.loads(path.read_text(encoding="utf-8"))["accepted"]
    assert entry == {
        "fingerprint": HERE.fingerprint,
        "kind": "hole",
        "says": "A hole at here.",
        "because": "Nobody gets there.",
    }
    assert baseline("heap").because(HERE) == "Nobody gets there."
    assert baseline("heap").because(THERE) is None


def test_only_errors_and_warnings_that_nobody_accepted_are_new() -> None:
    accepted = Baseline(Path("accepted.json")).with_(HERE, "Known.")
    warned, noted = finding("warned", "warning"), finding("noted", "note")
    assert new_ones([HERE, THERE, warned, noted], accepted) == (THERE, warned)


def test_what_is_found_no_more_is_stale() -> None:
    accepted = Baseline(Path("accepted.json")).with_(HERE, "Known.").with_(THERE, "Known too.")
    assert [entry.fingerprint for entry in accepted.stale([THERE])] == [HERE.fingerprint]


def test_another_reason_takes_the_place_of_the_first() -> None:
    accepted = Baseline(Path("accepted.json")).with_(HERE, "Known.").with_(HERE, "Known better.")
    assert [entry.because for entry in accepted.entries] == ["Known better."]


def test_the_file_does_not_depend_on_the_order_of_accepting() -> None:
    one = Baseline(Path("accepted.json")).with_(HERE, "a").with_(THERE, "b")
    assert one == Baseline(Path("accepted.json")).with_(THERE, "b").with_(HERE, "a")


@pytest.mark.parametrize("text", ['{"accepted": [{"fingerprint": "1"}]}', '{"accepted": ["1"]}', "{"])
def test_a_file_that_cannot_be_used_is_named(text: str, home: Path) -> None:
    path = home / "invariants" / "heap" / "accepted.json"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Unreadable, match=r"accepted\.json"):
        baseline("heap")


def test_a_fingerprint_that_is_none_is_refused_with_those_there_are() -> None:
    assert chosen([HERE, THERE], THERE.fingerprint) is THERE
    with pytest.raises(Misused, match=HERE.fingerprint):
        chosen([HERE], "0" * 16)
    with pytest.raises(Misused, match="Nothing is found that could be accepted"):
        chosen([], "0" * 16)
    noted = finding("noted", "note")
    with pytest.raises(Misused, match="notes never fail"):
        chosen([noted], noted.fingerprint)


def test_a_copy_of_a_game_has_what_is_accepted_for_the_game(
    home: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    baseline("heap").with_(HERE, "Nobody gets there.").write()
    copy = tmp_path_factory.mktemp("copy")
    shutil.copytree(home / "spec", copy / "spec")
    monkeypatch.setenv("RULEPROOF_PATH", os.pathsep.join(map(str, (copy, home))))
    assert baseline("heap").because(HERE) == "Nobody gets there."
    assert baseline("heap").path.is_relative_to(copy)
