"""Cutting a text: what comes out for real shapes, and what holds for any text at all."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleproof.spec.info import Document, Heading
from ruleproof.spec.segmenting import Piece, paragraphs, segment, sentences

PLAIN = Document(key="k")
LETTERS = "abAB  .!?()[]\"'1\u2022-:;,\u2026\u3002\ufeff\te."
ANY_LINE = st.text(alphabet=LETTERS, max_size=60)
ANY_TEXT = st.text(alphabet=LETTERS + "\n\n\r", max_size=400)


def cut(line: str) -> list[str]:
    return [line[a:b] for a, b in sentences(line)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("Take it (see page 9). Put it back.", ["Take it (see page 9).", "Put it back."]),
        ("Never shuffle (but at setup)! Then go on.", ["Never shuffle (but at setup)!", "Then go on."]),
        ("Pay 2, e.g. Gold or Silver. Go.", ["Pay 2, e.g. Gold or Silver.", "Go."]),
        ("Cards are sent, burnt, etc. are gone.", ["Cards are sent, burnt, etc. are gone."]),
        ("It leads to Gate A. The chain stops.", ["It leads to Gate A.", "The chain stops."]),
        ("1. Draw 5 cards. 3 stay.", ["1. Draw 5 cards.", "3 stay."]),
        ("1 for the summoning, and no more,", ["1 for the summoning, and no more,"]),
        ("- first player: 3 cards,", ["- first player: 3 cards,"]),
        ("\u2022 Face up. (Always.)", ["\u2022 Face up.", "(Always.)"]),
        (
            "They have a mark. (8 cards) Thanks to it they act.",
            ["They have a mark.", "(8 cards)", "Thanks to it they act."],
        ),
        ("(4) A Warrior goes there. He waits.", ["(4) A Warrior goes there.", "He waits."]),
        ("Heal 1. (A gate has 15 at most). Not more.", ["Heal 1.", "(A gate has 15 at most).", "Not more."]),
        ("Its power is 4. [Printed so: 3 and 4. Kept.]", ["Its power is 4.", "[Printed so: 3 and 4. Kept.]"]),
        ("You may choose:", ["You may choose:"]),
        ("Turn it.Goal: win.", ["Turn it.", "Goal: win."]),
        ("It costs 1.5 or 2.5 gold.", ["It costs 1.5 or 2.5 gold."]),
        ('1. "Can\'t" always wins. "Any" means any.', ['1. "Can\'t" always wins.', '"Any" means any.']),
        ("It says (and is not closed. Then it ends.", ["It says (and is not closed.", "Then it ends."]),
        ("Choose \u26e8 Defend. \u26e8 marks it.", ["Choose \u26e8 Defend.", "\u26e8 marks it."]),
        ("\u4e00\u3002\u4e8c\u3002", ["\u4e00\u3002", "\u4e8c\u3002"]),
        ("See No. 5 and p. 9. Then p. 10.", ["See No. 5 and p. 9.", "Then p. 10."]),
    ],
)
def test_a_line_is_cut_into_its_sentences(line: str, expected: list[str]) -> None:
    assert cut(line) == expected


@given(ANY_TEXT)
def test_the_pieces_give_back_the_text(text: str) -> None:
    end = 0
    for piece in segment(text, PLAIN):
        assert piece.start >= end
        assert not text[end : piece.start].strip("\ufeff \t\r\n\u200b")
        assert piece.text == text[piece.start : piece.end] != ""
        end = piece.end
    assert not text[end:].strip("\ufeff \t\r\n\u200b")


@given(st.lists(ANY_LINE, max_size=8), ANY_LINE, st.data())
def test_a_further_paragraph_changes_no_other_piece(lines: list[str], more: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(lines)))
    before, inner, after = (texts(lines[:at]), texts([more]), texts(lines[at:]))
    assert texts([*lines[:at], more, *lines[at:]]) == before + inner + after


def texts(lines: list[str]) -> list[str]:
    return [piece.text for piece in segment("\n".join(lines), PLAIN)]


@given(ANY_TEXT)
def test_places_are_never_given_twice(text: str) -> None:
    places = [piece.place for piece in segment(text, PLAIN)]
    assert len(set(places)) == len(places)


@given(st.text(alphabet=LETTERS + "\n", max_size=200))
def test_the_kind_of_line_end_changes_no_piece(text: str) -> None:
    def pieces(end: str) -> list[tuple[str, str]]:
        return [(p.place, p.text) for p in segment(text.replace("\n", end), PLAIN)]

    assert pieces("\n") == pieces("\r\n")


def document(*headings: Heading, wrapped: bool = False) -> Document:
    return Document(key="k", headings=headings, wrapped=wrapped)


def places(text: str, given: Document) -> list[str]:
    return [piece.place for piece in segment(text, given)]


def test_a_place_is_the_path_of_the_headings_then_paragraph_and_sentence() -> None:
    given = document(
        Heading(title="Attack Phase"),
        Heading(title="Charge!", level=2),
        Heading(title="Turn", level=3),
        Heading(title="End"),
    )
    text = "Before.\nAttack Phase\nA. B.\nCharge!\n\nC.\nD.\nTurn\nE.\nEnd\nF."
    assert places(text, given) == [
        "p1/s1",
        "attack-phase/h",
        "attack-phase/p1/s1",
        "attack-phase/p1/s2",
        "attack-phase/charge/h",
        "attack-phase/charge/p1/s1",
        "attack-phase/charge/p2/s1",
        "attack-phase/charge/turn/h",
        "attack-phase/charge/turn/p1/s1",
        "end/h",
        "end/p1/s1",
    ]


def test_a_heading_that_returns_gets_a_path_of_its_own() -> None:
    given = document(Heading(title="Notes"), Heading(title="Notes"), Heading(title="Notes", level=2))
    assert places("Notes\nA.\nNotes\nB.\nNotes\nC.", given) == [
        "notes/h",
        "notes/p1/s1",
        "notes-2/h",
        "notes-2/p1/s1",
        "notes-2/notes/h",
        "notes-2/notes/p1/s1",
    ]


def test_a_line_of_the_contents_is_no_heading_where_a_later_one_is_listed() -> None:
    given = document(Heading(title="Market", occurrence=2))
    assert places("Market\nCards\nMarket\nBuy.", given) == ["p1/s1", "p2/s1", "market/h", "market/p1/s1"]


def test_a_slug_replaces_the_title_and_accents_are_dropped() -> None:
    assert places("Das Spiel (S. 5)\nX.", document(Heading(title="Das Spiel (S. 5)", slug="spiel")))[0] == "spiel/h"
    assert places("L'\u00e9t\u00e9\nX.", document(Heading(title="L'\u00e9t\u00e9")))[0] == "lete/h"


def test_wrapped_lines_join_and_list_marks_still_divide() -> None:
    text = "A line that\ngoes on. And more\nof it.\n- first\n  item\n- second\n\nLast."
    found = [(p.place, p.text) for p in segment(text, document(wrapped=True))]
    assert found == [
        ("p1/s1", "A line that\ngoes on."),
        ("p1/s2", "And more\nof it."),
        ("p2/s1", "- first\n  item"),
        ("p3/s1", "- second"),
        ("p4/s1", "Last."),
    ]


def test_further_documents_have_places_of_their_own() -> None:
    assert [p.place for p in segment("A.", PLAIN, "faq:")] == ["faq:p1/s1"]


@pytest.mark.parametrize("name", ["dominion", "duel", "ostium", "signori"])
def test_real_rulebooks_are_cut_where_a_reader_would(name: str, rulebooks: Path) -> None:
    pieces = segment((rulebooks / f"{name}.txt").read_text(encoding="utf-8"), PLAIN)
    assert not [p for p in pieces if ends_within(p)]
    assert max(len(p.text.split()) for p in pieces) < 90
    assert len({p.place for p in pieces}) == len(pieces)


def ends_within(piece: Piece) -> bool:
    """A lower-case word, a full stop, a space and a capital outside of brackets: two sentences in one piece."""
    depth = 0
    for i, letter in enumerate(piece.text[:-2]):
        depth += (letter in "([") - (letter in ")]")
        after = piece.text[i + 1 : i + 3]
        if not depth and letter == "." and piece.text[i - 1].islower() and after[0] == " " and after[1].isupper():
            return not piece.text[:i].endswith(("e.g", "i.e", "etc"))
    return False


def test_a_long_line_takes_time_in_proportion() -> None:
    line = "A word and (another). " * 4000
    assert sum(1 for _ in sentences(line.strip())) == 4000


def test_paragraphs_of_nothing_are_none() -> None:
    assert list(paragraphs(" \n\t\n\ufeff")) == []
