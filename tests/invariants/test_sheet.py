"""The page for a rulebook's authors: each question alone and whole, the drawing right, nothing from elsewhere."""

import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

import pytest

from ruleproof.invariants.findings import of_questions
from ruleproof.invariants.flaw import Finding, Shown
from ruleproof.invariants.sheet import page
from ruleproof.spec.loading import load

RULES = load("ostium")
CHAIN = "ostium.fusion.ending-is-passing"
ROBED = "ostium.synergy.robed-side"
RED = {"kind": "warrior", "clan": "red", "power": 1}
POSITION: dict[str, Any] = {
    "phase": "attack",
    "players": {
        "A": {
            "attack": [{"id": "a0", **RED, "main": ["flame:2"]}, {"id": "a1", **RED, "rotated": True}, None],
            "defense": [{"id": "d0", **RED}, {"id": "d1", **RED, "right": ["shield"]}, None],
            "gates": [7, 15, 0],
        },
        "B": {"defense": [None, {"id": "b1", "kind": "primordial", "main": ["double_arrow"]}, None]},
    },
}
SHOWN = Shown(POSITION, ({"type": "fuse", "gate": 0, "path": ["D0", "A0"]},), reach="not reached in 40 games")


def asked(*names: str) -> list[Finding]:
    found = {one.key: one for one in of_questions(RULES)}
    return [replace(found[name], witness=SHOWN if name == CHAIN else None) for name in names]


@pytest.fixture(scope="module")
def whole() -> str:
    return page(RULES, asked(CHAIN, ROBED, "ostium.draw.as-one"), {})


class Reader(HTMLParser):
    """The elements of a page, those that are open, and the text of each cell and heading."""

    VOID = frozenset({"meta", "br", "input"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)
        self.texts.append((tag, ""))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts.append((self.open[-1], data.strip()))

    def of(self, tag: str) -> list[str]:
        return [text for each, text in self.texts if each == tag and text]


def test_the_page_is_whole_and_takes_nothing_from_elsewhere(whole: str) -> None:
    reader = Reader(whole)
    assert (reader.open, reader.wrong) == ([], [])
    assert not re.search(r"https?://|src=|@import|url\(|<script|<link", whole)
    assert whole.count("\n") < 1000


def test_every_link_leads_to_a_question_and_every_label_to_its_field(whole: str) -> None:
    elements = Reader(whole).elements
    ids = [attrs["id"] for _, attrs in elements if "id" in attrs]
    assert len(set(ids)) == len(ids)
    pointed = [str(attrs["href"])[1:] for tag, attrs in elements if tag == "a"]
    pointed += [str(attrs["for"]) for tag, attrs in elements if tag == "label" and "for" in attrs]
    pointed += [str(attrs["aria-labelledby"]) for _, attrs in elements if "aria-labelledby" in attrs]
    assert pointed
    assert set(pointed) <= set(ids)


def test_headings_go_down_one_step_at_a_time(whole: str) -> None:
    ranks = [int(tag[1]) for tag, _ in Reader(whole).elements if re.fullmatch(r"h\d", tag)]
    assert ranks[0] == 1
    assert all(later <= earlier + 1 for earlier, later in pairwise(ranks))


def test_every_table_has_headings_with_a_scope_and_every_board_a_caption(whole: str) -> None:
    elements = Reader(whole).elements
    assert all(attrs.get("scope") in {"row", "col"} for tag, attrs in elements if tag == "th")
    boards = sum(tag == "table" and attrs.get("class") == "board" for tag, attrs in elements)
    assert boards == sum(tag == "caption" for tag, _ in elements) == 1


def test_a_question_stands_with_place_readings_reason_and_room_to_answer(whole: str) -> None:
    (article,) = re.findall(r'<article id="q1".*?</article>', whole, re.DOTALL)
    question = RULES.question(CHAIN)
    assert f"1. {question.asks}" in article
    assert "Attack Phase &gt; Power Fusion, paragraph 9, sentence 2" in article
    assert article.count("<em>(taken for now)</em>") == 1
    for reading in question.readings:
        assert article.count(reading.gloss) == 2  # in the table, and to be chosen
        assert f'value="{reading.name}"' in article
    assert f"ruleproof answer ostium {CHAIN} READING" in article
    assert "<textarea" in article


def test_the_weighty_ones_come_first_under_headings_of_their_own() -> None:
    low, high = "ostium.draw.as-one", CHAIN
    reader = Reader(page(RULES, asked(high, low), {}))
    assert reader.of("h2")[-2:] == [
        "Questions that change games often",
        "Questions that come up rarely, or change little",
    ]


def board(article: str) -> list[list[str]]:
    """The rows of a drawing: the heading, then the words of each place."""
    (table,) = re.findall(r'<table class="board">.*?</table>', unescape(article), re.DOTALL)
    rows = re.findall(r"<tr.*?</tr>", table, re.DOTALL)
    return [
        [" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in re.findall(r"<t[hd].*?</t[hd]>", row)]
        for row in rows
    ]


def test_the_drawing_shows_each_card_where_it_lies(whole: str) -> None:
    assert board(whole) == [
        ["B's Gates", "B.G0 Gate durability 15", "B.G1 Gate durability 15", "B.G2 Gate durability 15"],
        ["B's Defense Row", "B.D0 empty", "B.D1 Primordial b1 any Clan, Power 0 double arrow", "B.D2 empty"],
        ["B's Attack Row", "B.A0 empty", "B.A1 empty", "B.A2 empty"],
        [
            "A's Attack Row",
            "A.A0 Warrior a0 red, Power 1 flame 2",
            "A.A1 Warrior a1 red, Power 1 turned: it is defeated",
            "A.A2 empty",
        ],
        ["A's Defense Row", "A.D0 Warrior d0 red, Power 1", "A.D1 Warrior d1 red, Power 1 right: shield", "A.D2 empty"],
        ["A's Gates", "A.G0 Gate durability 7", "A.G1 Gate durability 15", "A.G2 Gate durability 0 destroyed"],
    ]


def test_what_happens_anyway_and_what_each_reading_allows_stand_apart(whole: str) -> None:
    assert (
        "<li>A leads a chain from the Gate A.G0 through A.D0, A.A0.</li><li>The chain gives A.A0 2 more.</li>" in whole
    )
    (cells,) = re.findall(r'<table class="readings">.*?</table>', whole.split('id="q2"')[0], re.DOTALL)
    rows = re.findall(r"<tr><td>.*?</td></tr>", cells, re.DOTALL)
    chain = "A leads a chain from the Gate A.G1 through A.D1, A.A1, A.A0"
    assert [chain in row for row in rows] == [False, True, True]
    assert "Nothing of what is listed beside the other readings." in rows[0]


def test_whether_play_gets_there_is_said(whole: str) -> None:
    assert "In 40 games played at random no such position came up." in whole


def test_without_a_state_that_shows_it_a_question_is_told_in_words(whole: str) -> None:
    (article,) = re.findall(r'<article id="q2".*?</article>', whole, re.DOTALL)
    assert str(RULES.question(ROBED).situation) in article
    assert '<table class="board">' not in article


def test_a_legend_explains_what_words_and_drawings_mean(whole: str) -> None:
    legend = Reader(whole).of("dt")
    assert {"A.G0, B.G2 …", "Power 3", "turned"} <= set(legend)
    assert len(legend) == len(Reader(whole).of("dd"))


def test_the_page_says_that_it_holds_the_text_where_it_does() -> None:
    told = page(RULES, asked(CHAIN), {"attack-phase/power-fusion/p9/s2": "A <b>sentence</b> & more."})
    assert "This page contains sentences of the rulebook." in told
    assert "<blockquote>A &lt;b&gt;sentence&lt;/b&gt; &amp; more.</blockquote>" in told
    assert "This page contains" not in page(RULES, asked(CHAIN), {})


def test_the_same_questions_make_the_same_page(whole: str) -> None:
    assert page(RULES, asked(CHAIN, ROBED, "ostium.draw.as-one"), {}) == whole


def test_a_state_that_no_longer_loads_leaves_the_words() -> None:
    (one,) = asked(CHAIN)
    broken = replace(one, witness=Shown({"players": {"A": {"gates": [99, 15, 15]}}}))
    assert '<table class="board">' not in page(RULES, [broken], {})
