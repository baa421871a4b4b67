"""A game begins with its ledger filled and files that explain themselves, and nothing is written over."""

import ast
import tomllib
from pathlib import Path
from typing import Any

import pytest

from ruleproof.engine.finding import game
from ruleproof.engine.game import PositionFault
from ruleproof.spec.creating import SKELETONS, Exists, begin, fill_ledger, guess_headings, is_wrapped, ledger_anew
from ruleproof.spec.info import Document, GameInfo, Heading

HARD = """The Rules
of the game go on
over several lines here, and each of
them is nearly as wide as any other one
so that it is plain that they were broken.

Another paragraph has lines that go
on below as well, which a reader sees.
"""


def test_a_short_line_that_stands_alone_is_taken_for_a_heading() -> None:
    text = "Market\n\nYou may buy here.\n\nMarket - Prices\n\nIt costs:\n\none\ntwo\n\n1) The end\n\nand so on\n"
    assert [(h.title, h.level) for h in guess_headings(text)] == [
        ("Market", 1),
        ("Market - Prices", 2),
        ("1) The end", 1),
    ]


@pytest.mark.parametrize(
    ("text", "wrapped"), [(HARD, True), ("One line.\n\nAnother.\n", False), ("a,\nb,\nc.\n", False)]
)
def test_broken_lines_are_noticed(text: str, wrapped: bool) -> None:
    assert is_wrapped(text) is wrapped


def test_real_rulebooks_are_seen_as_one_line_a_paragraph(rulebooks: Path) -> None:
    assert [p.name for p in sorted(rulebooks.glob("*.txt")) if is_wrapped(p.read_text(encoding="utf-8"))] == []


def test_every_sentence_begins_unclear(fresh: Any) -> None:
    rules = fresh.load()
    assert [s.kind for s in rules.ledger.sentences if s.place.endswith("/h")] == ["navigation"] * 4
    assert {s.kind for s in rules.ledger.sentences if not s.place.endswith("/h")} == {"unclear"}
    assert rules.ledger == fill_ledger(fresh.text, rules.info)


def test_four_folders_come_into_being(fresh: Any) -> None:
    found = {path.relative_to(fresh.root).as_posix() for path in fresh.root.rglob("*/pebbles/*") if path.is_file()}
    assert found >= {
        "spec/pebbles/game.toml",
        "spec/pebbles/ledger.json",
        "spec/pebbles/vocabulary.toml",
        "spec/pebbles/questions.toml",
        "spec/pebbles/rules.toml",
        "engine/pebbles/game.py",
        "engine/pebbles/rules.py",
        "invariants/pebbles/rules.py",
        "conformance/pebbles/rules.json",
        "conformance/pebbles/POSITION.md",
    }


def test_every_file_says_first_what_it_is(fresh: Any) -> None:
    for path in fresh.root.rglob("*/pebbles/*"):
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".py":
            assert ast.get_docstring(ast.parse(text)), path
        elif path.suffix == ".toml":
            assert text.startswith("# "), path


def test_nothing_is_written_over(fresh: Any) -> None:
    (fresh.spec / "game.toml").write_text("mine", encoding="utf-8")
    for path in (fresh.root / "engine").rglob("*.py"):
        path.unlink()
    with pytest.raises(Exists, match="exists already"):
        begin("pebbles", "Pebbles", fresh.rulebook, fresh.root).write()
    assert (fresh.spec / "game.toml").read_text(encoding="utf-8") == "mine"
    assert list((fresh.root / "engine").rglob("*.py")) == []


def test_the_engine_begins_as_a_game_where_nothing_can_be_done(fresh: Any) -> None:
    pebbles = game("pebbles")
    state = pebbles.load({}, pebbles.modes[0], {})
    assert pebbles.load(pebbles.dump(state), pebbles.modes[0], {}) == state
    assert pebbles.read_line(pebbles.line(state)) == state
    assert list(pebbles.actions(state, "A")) == []
    assert not pebbles.complete(state, "A")
    assert not pebbles.status(state)["terminal"]
    with pytest.raises(PositionFault, match="unheard"):
        pebbles.load({"unheard": 3}, pebbles.modes[0], {})


def test_classes_stay_with_their_sentences_when_the_headings_change(fresh: Any) -> None:
    fresh.edit("ledger.json", "", "")
    old = fill_ledger(fresh.text, fresh.load().info)
    classed = type(old)(
        1,
        tuple(
            s if s.kind == "navigation" else type(s)(s.place, s.fp, s.length, s.like, type(s.kind)("norm"))
            for s in old.sentences
        ),
    )
    document = Document(key="pebbles", headings=(Heading(title="Playing"),))
    info = GameInfo(name="pebbles", title="Pebbles", modes=("standard",), documents=(document,))
    made = ledger_anew(info, {"rulebook": fresh.text}, classed)
    kinds = {s.place: str(s.kind) for s in made.sentences}
    assert kinds["playing/p1/s2"] == kinds["p2/s1"] == "norm"
    assert kinds["p1/s1"] == "navigation"


def test_no_skeleton_has_a_hole_left() -> None:
    assert len(list(SKELETONS.glob("*/*.txt"))) >= 13


def test_a_title_with_any_marks_stands_in_files_that_can_be_read(fresh: Any, tmp_path: Path) -> None:
    title = 'The "Great" \\ """ $game\nof {{ stones }}'
    begun = begin("stones", title, fresh.rulebook, tmp_path)
    for path, text in begun.files.items():
        if path.suffix == ".py":
            assert ast.get_docstring(ast.parse(text)), path
        elif path.suffix == ".toml":
            tomllib.loads(text)
    info = tomllib.loads(begun.files[tmp_path / "spec" / "stones" / "game.toml"])
    assert info["title"] == 'The "Great" \\ """ $game of {{ stones }}'
