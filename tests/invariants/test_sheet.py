"""The page for a rulebook's authors: each question alone and whole, the drawing right, nothing from elsewhere."""

import re
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

import pytest

from ruleproof.invariants.parting import Side
from ruleproof.invariants.sheet import page
from ruleproof.invariants.witness import Explored, Met, Parting, Witness, witnesses
from ruleproof.spec.loading import load
from ruleproof.spec.question import Question

RULES = load("ostium")
CHAIN = "ostium.fusion.ending-is-passing"
ROBED = "ostium.synergy.robed-side"
NO_TEXTS: dict[str, str] = {}
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
ALLOWED, REFUSED = Side(True), Side(False)


def fuse(gate: int, *path: str) -> tuple[str, dict[str, Any]]:
    return "A", {"type": "fuse", "gate": gate, "path": list(path)}


def parting(position: dict[str, Any] = POSITION, **more: Any) -> Parting:
    """Two chains that end on one creature; the second is where the readings part."""
    first, (player, second) = fuse(0, "D0", "A0"), fuse(1, "D1", "A1", "A0")
    return Parting(
        readings=more.pop("readings", ("disjoint", "shared-end")),
        position=position,
        actions=(first,),
        player=player,
        action=second,
        how="legality",
        under=(REFUSED, ALLOWED),
        explored=Explored(),
        **more,
    )


KEPT = {CHAIN: Witness(CHAIN, (parting(met=Met(40, 3, 12)),))}


def asked(*names: str) -> list[Question]:
    return [RULES.question(name) for name in names]


def made(*names: str, kept: dict[str, Witness] = KEPT, texts: dict[str, str] = NO_TEXTS) -> str:
    return page(RULES, asked(*names), kept, texts)


@pytest.fixture(scope="module")
def whole() -> str:
    return made(CHAIN, ROBED, "ostium.draw.as-one")


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
    reader = Reader(made(high, low))
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


def results(article: str) -> list[list[str]]:
    """The words of each cell of the tables that say what each reading makes of it, without their headings."""
    tables = re.findall(r'<table class="readings">.*?</table>', unescape(article), re.DOTALL)
    rows = [row for table in tables for row in re.findall(r"<tr><td>.*?</td></tr>", table, re.DOTALL)]
    return [
        [" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in re.findall(r"<td>.*?</td>", row, re.DOTALL)]
        for row in rows
    ]


def test_what_happens_anyway_and_what_each_reading_makes_of_it_stand_apart(whole: str) -> None:
    assert (
        "<li>A leads a chain from the Gate A.G0 through A.D0, A.A0.</li><li>The chain gives A.A0 2 more.</li>" in whole
    )
    chain = "A leads a chain from the Gate A.G1 through A.D1, A.A1, A.A0."
    told = [cells[1] for cells in results(whole.split('id="q2"')[0])]
    assert told == [
        f"Not allowed: {chain} Why not: A0 is part of the chain from gate 0.",
        f"{chain} The chain gives A.A0 2 more.",
        f"{chain} The chain gives A.A0 2 more.",
    ]


def test_as_few_plays_are_drawn_as_tell_the_readings_apart() -> None:
    kept = witnesses("ostium")[CHAIN]
    assert [each.readings for each in kept.partings] == [
        ("disjoint", "shared-end"),
        ("disjoint", "open-end"),  # told apart by the first play too
        ("shared-end", "open-end"),
    ]
    assert made(CHAIN, kept={CHAIN: kept}).count('<table class="board">') == 2


def test_how_often_it_matters_in_play_is_said(whole: str) -> None:
    assert "In 3 of 40 games that chance played it made a difference." in whole


def test_a_reading_that_only_clauses_know_is_drawn_and_told_beside_the_engines() -> None:
    name = "ostium.turn.crystals-until"
    told = made(name, kept={name: witnesses("ostium")[name]})
    assert [cells[1] for cells in results(told)] == [
        "A ends the Development Phase. A pays or loses 1 Crystal. Afterwards: Not so: A has 1 Crystal.",
        "A ends the Development Phase. Afterwards: A has 1 Crystal.",
    ]


def test_without_a_kept_play_a_question_is_told_in_words(whole: str) -> None:
    (article,) = re.findall(r'<article id="q2".*?</article>', whole, re.DOTALL)
    question = RULES.question(ROBED)
    assert str(question.situation) in article
    assert all(reading.gloss in article for reading in question.readings)
    assert '<table class="board">' not in article


def test_every_kept_play_of_ostium_can_be_drawn_and_told() -> None:
    kept = witnesses("ostium")
    told = page(RULES, asked(*kept), kept, {})
    for article in re.findall(r"<article.*?</article>", told, re.DOTALL):
        assert '<table class="board">' in article
        assert len({cells[1] for cells in results(article)}) > 1


def test_a_legend_explains_what_words_and_drawings_mean(whole: str) -> None:
    legend = Reader(whole).of("dt")
    assert {"A.G0, B.G2 …", "Power 3", "turned"} <= set(legend)
    assert len(legend) == len(Reader(whole).of("dd"))


def test_the_page_says_that_it_holds_the_text_where_it_does() -> None:
    told = made(CHAIN, texts={"attack-phase/power-fusion/p9/s2": "A <b>sentence</b> & more."})
    assert "This page contains sentences of the rulebook." in told
    assert "<blockquote>A &lt;b&gt;sentence&lt;/b&gt; &amp; more.</blockquote>" in told
    assert "This page contains" not in made(CHAIN)


def test_the_same_questions_make_the_same_page(whole: str) -> None:
    assert made(CHAIN, ROBED, "ostium.draw.as-one") == whole


def test_a_play_that_is_none_any_more_leaves_the_words() -> None:
    broken = parting({"players": {"A": {"gates": [99, 15, 15]}}})
    told = made(CHAIN, kept={CHAIN: Witness(CHAIN, (broken,))})
    assert '<table class="board">' not in told
    assert RULES.question(CHAIN).readings[1].gloss in told
