"""The page on a new game, followed to the letter: its files are written, its commands run, what they print compared."""

import json
import shutil
from pathlib import Path

import pytest
from tests.pages import Reader, steps

PAGE = Path(__file__).parent.parent / "docs" / "new-game.md"
HOUSE = PAGE.parent.parent
VERIFY = "ruleproof verify cairn --rulebook cairn.txt --runs 40"

pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="the page does not lie beside the tests")


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
