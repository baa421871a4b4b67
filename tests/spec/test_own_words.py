"""The project speaks in its own words: no eight in a row of any rulebook stand in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ruleproof.spec.locating import Written
from ruleproof.spec.own_words import copied, words

HOUSE = Path(__file__).parent.parent.parent
LEFT_OUT = {
    ".git",
    ".tox",
    ".venv",
    "node_modules",
    "target",
    "__pycache__",
    ".pytest_cache",
    ".mypy_cache",
    ".ruff_cache",
}
TEXT = "A player whose turn it is may take one or two pebbles from the table."


def written(text: str) -> Written:
    return Written(Path("a.toml"), "a.toml", text)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("It is said:\nwhose turn it is may take one or", [2]),
        ("whose turn it is may take\n  one OR, two", [1]),
        ("whose turn it is may take one", []),
        ("whose turn it is (may) 'take' one-or", [1]),
        ("x whose turn it is may take one or y\n\nplayer whose turn it is may take one", [1, 3]),
    ],
)
def test_a_run_of_eight_is_named_once_by_its_line(text: str, lines: list[int]) -> None:
    assert [fault.place for fault in copied([written(text)], {"rulebook": TEXT})] == [f"a.toml:{n}" for n in lines]


def test_words_are_read_without_their_marks() -> None:
    assert words("Don\u2019t \u201cstop\u201d, +2 now_or (never)!") == ["don't", "stop", "2", "now", "or", "never"]


def project() -> Iterator[Written]:
    for path in sorted(HOUSE.rglob("*")):
        parts = path.relative_to(HOUSE).parts
        if LEFT_OUT & set(parts) or path.is_symlink() or not path.is_file() or parts[0] == ".editable":
            continue
        try:
            yield Written(path, path.relative_to(HOUSE).as_posix(), path.read_text(encoding="utf-8"))
        except UnicodeDecodeError:
            continue


@pytest.mark.skipif(not (HOUSE / "spec").is_dir(), reason="the sources do not lie beside the tests")
def test_no_eight_words_in_a_row_of_a_rulebook_stand_anywhere_in_the_project(rulebooks: Path) -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in rulebooks.glob("*.txt")}
    assert [str(fault) for fault in copied(project(), texts)] == []
