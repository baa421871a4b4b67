"""Every template builds, is sane, and waits for rules; a folder with something in it is left alone."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ruleproof.conformance.adapting import LANGUAGES
from ruleproof.conformance.main import build

Built = list[str]


def tool(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not there to build the template")
    return found


def made(*words: str, folder: Path) -> None:
    subprocess.run(words, cwd=folder, check=True, timeout=300)


def python(folder: Path) -> Built:
    return [sys.executable, str(folder / "adapter.py")]


def javascript(folder: Path) -> Built:
    return [tool("node"), str(folder / "adapter.mjs")]


def java(folder: Path) -> Built:
    made(tool("javac"), "-d", "build", *(path.name for path in folder.glob("*.java")), folder=folder)
    return [tool("java"), "-cp", str(folder / "build"), "Adapter"]


def rust(folder: Path) -> Built:
    made(tool("rustc"), "-D", "warnings", "--edition", "2021", "src/main.rs", "-o", "adapter", folder=folder)
    return [str(folder / "adapter")]


def go(folder: Path) -> Built:
    made(tool("go"), "build", "-o", "adapter", folder=folder)
    return [str(folder / "adapter")]


BUILD: dict[str, Callable[[Path], Built]] = {
    "python": python,
    "javascript": javascript,
    "java": java,
    "rust": rust,
    "go": go,
}


def call(command: str, *words: str) -> tuple[int, str]:
    result = CliRunner().invoke(build(command), [command, *words])
    return result.exit_code, result.output


def test_there_is_a_way_to_build_each_language() -> None:
    assert set(BUILD) == set(LANGUAGES)


@pytest.mark.parametrize("language", BUILD)
def test_a_template_is_a_sane_adapter_that_lacks_the_rules_only(language: str, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    assert call("adapter", language, str(folder), "--quiet") == (0, "")
    command = BUILD[language](folder)
    code, told = call("doctor", "--format", "json", "--", *command)
    words = {one["name"]: one["word"] for one in json.loads(told)["remarks"]}
    assert (code, "broken" in words.values(), words["load and dump"]) == (0, False, "good")
    code, told = call("conform", "ostium", "--", *command)
    assert "legal actions was accepted" in told
    assert code == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_mark_stays_in_a_template(language: str, tmp_path: Path) -> None:
    call("adapter", language, str(tmp_path / "mine"), "--game", "ostium")
    texts = [path.read_text(encoding="utf-8") for path in (tmp_path / "mine").rglob("*") if path.is_file()]
    assert len(texts) > 2, "a template has an adapter, the rules and a README"
    assert not [text for text in texts if "@GAME@" in text or "@MODE@" in text]


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("mine", encoding="utf-8")
    code, told = call("adapter", "python", str(tmp_path))
    assert (code, "is not an empty folder" in told) == (2, True)
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


@pytest.mark.parametrize(("word", "meant"), [("js", "javascript"), ("pythn", "python"), ("golang", "go")])
def test_a_language_without_a_template_is_answered_with_the_nearest_one(word: str, meant: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(build("adapter"), ["adapter", word, str(tmp_path / "new")], env={"COLUMNS": "200"})
    assert (result.exit_code, f"Did you mean {meant}?" in result.output) == (2, True), result.output
