"""The page on a new game, followed to the letter: its files are written, its commands run, what they print compared.

Files stand on the page under their name in bold, commands after `$` in blocks of kind `console`.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parent.parent / "docs" / "new-game.md"
HOUSE = PAGE.parent.parent
BLOCK = re.compile(
    r"(?:^\*\*`(?P<file>[^`]+)`\*\*\n\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
EXIT = re.compile(r"\s+# exit code (\d)$")
VERIFY = "ruleproof verify cairn --rulebook cairn.txt --runs 40"

pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="the page does not lie beside the tests")


@dataclass(frozen=True)
class File:
    name: str
    text: str


@dataclass(frozen=True)
class Command:
    line: str
    exit: int
    shown: tuple[str, ...]


def steps(page: str) -> Iterator[File | Command]:
    """The files and commands of the page in their order."""
    for block in BLOCK.finditer(page):
        if block["file"]:
            yield File(block["file"], block["text"])
        elif block["kind"] == "console":
            yield from commands(block["text"])


def commands(text: str) -> Iterator[Command]:
    """Each line after `$`, with what is shown below it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, *shown = part.splitlines()
        code = EXIT.search(line)
        yield Command(EXIT.sub("", line), int(code[1]) if code else 0, tuple(shown))


def matches(shown: tuple[str, ...], printed: str) -> bool:
    """The lines shown are those printed: a `…` alone stands for any lines, one inside a line for any text."""
    lines = (r"(?:[^\n]*\n)*" if line == "…" else re.escape(line).replace("…", r"[^\n]*") + "\n" for line in shown)
    return re.fullmatch("".join(lines), printed) is not None


class Reader:
    """Somebody at a terminal in a folder, without any setting of ours. `review` refuses under CI, and people review."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("RULEPROOF_", "PYTHON"))}
        kept.pop("CI", None)
        path = os.pathsep.join([str(Path(sys.executable).parent), kept["PATH"]])
        self.settings = {**kept, "PATH": path, "COLUMNS": "120", **settings}

    def run(self, line: str) -> tuple[int, str]:
        """The exit code of a command, and all it printed."""
        done = subprocess.run(
            line, shell=True, cwd=self.folder, env=self.settings, capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout + done.stderr

    def follow(self, step: File | Command) -> None:
        """Do what the page says, and find what it shows."""
        if isinstance(step, File):
            self.write(step)
        elif step.line.startswith("export "):
            name, _, value = step.line.removeprefix("export ").partition("=")
            self.settings[name] = value.replace("$PWD", str(self.folder))
        else:
            code, printed = self.run(step.line)
            told = f"$ {step.line}\nended with {code} and printed:\n{printed}"
            assert code == step.exit, told
            assert matches(step.shown, printed), f"{told}\nThe page shows:\n" + "\n".join(step.shown)

    def write(self, file: File) -> None:
        """Write a file of the page."""
        path = self.folder / file.name
        if path.name == "ledger.json":
            assert without_classes(file.text) == without_classes(path.read_text(encoding="utf-8"))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text, encoding="utf-8")


def without_classes(ledger: str) -> Any:
    """A ledger with nothing but what `new` writes itself."""
    return [{**sentence, "class": ""} for sentence in json.loads(ledger)["sentences"]]


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a reader who followed the page from its first line to its last."""
    reader = Reader(tmp_path_factory.mktemp("games"))
    for step in steps(PAGE.read_text(encoding="utf-8")):
        reader.follow(step)
    return reader.folder


def test_what_the_page_makes_a_reader_write_and_run_ends_green(followed: Path) -> None:
    assert (followed / "report" / "cairn.html").is_file()
    assert {path.parent.name for path in followed.glob("*/cairn")} == {"spec", "engine", "invariants", "conformance"}


def test_the_rulebook_of_the_page_has_ten_sentences_beside_its_headings(followed: Path) -> None:
    ledger = json.loads((followed / "spec" / "cairn" / "ledger.json").read_text(encoding="utf-8"))
    assert sum(not sentence["place"].endswith("/h") for sentence in ledger["sentences"]) == 10


def test_no_file_of_the_framework_knows_the_game_of_the_page() -> None:
    layers = [HOUSE / layer for layer in ("spec", "engine", "invariants", "conformance")]
    files = [path for layer in layers for path in layer.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert [path for path in files if "cairn" in path.read_text(encoding="utf-8").lower()] == []


MISTAKES = [  # a file, what stands in it, what is put there, and what verify has to name
    ("spec/cairn/rules.toml", 'when = "repeats(heap, amount)"', 'when = "false"', "cairn.rules.no-repeat"),
    ("engine/cairn/rules.py", "winner=seat)", "winner=OTHER[seat])", "the-last-stone-wins"),
    ("conformance/cairn/rules.json", '"left_over": 4', '"left_over": 3', "three-is-the-most"),
    ("cairn.txt", "one, two or three stones", "one or two stones", "taking-turns/p1/s2"),
]


@pytest.mark.parametrize(("file", "was", "now", "named"), MISTAKES)
def test_a_mistake_in_any_layer_is_found_and_named(
    file: str, was: str, now: str, named: str, followed: Path, tmp_path: Path
) -> None:
    games = tmp_path / "games"
    shutil.copytree(followed, games, ignore=shutil.ignore_patterns("__pycache__", "report"))
    text = (games / file).read_text(encoding="utf-8")
    assert text.count(was) == 1
    (games / file).write_text(text.replace(was, now), encoding="utf-8")
    code, printed = Reader(games, RULEPROOF_PATH=str(games)).run(VERIFY)
    assert (code, named in printed) == (1, True), printed
