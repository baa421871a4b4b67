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
    assert "ruleproof answer" not in article
    assert "<textarea" in article


def test_the_weighty_ones_come_first_under_headings_of_their_own() -> None:
    low, high = "ostium.draw.as-one", CHAIN
    groups = Reader(made(low, "ostium.three.damage-all", "ostium.solo.deck-used-up", high)).of("h2")
    assert groups[-6:-2] == [
        "Questions that change games often",
        "Solo mode",
        "Three-player mode",
        "Appendix: questions that come up rarely, or change little",
    ]


def test_the_title_of_a_question_says_its_mode_where_it_is_not_the_first() -> None:
    told = made("ostium.three.damage-all", "ostium.solo.virtual-flask", CHAIN)
    assert re.findall(r'<h3 id="t\d">(.*?)</h3>', told) == [
        f"1. {RULES.question(CHAIN).asks}",
        f"2. Three-player mode: {RULES.question('ostium.three.damage-all').asks}",
        f"3. Solo mode: {RULES.question('ostium.solo.virtual-flask').asks}",
    ]


def test_a_question_stands_after_the_one_that_its_example_takes_for_granted() -> None:
    child, parent = "ostium.fusion.crossing", CHAIN
    given = {parent: "open-end"}
    kept = {child: Witness(child, (parting(readings=("sharing", "geometric"), given=given),))}
    asked_for = [RULES.question(child), RULES.question(parent).model_copy(update={"weight": "medium"})]
    told = page(RULES, asked_for, kept, {})
    assert told.index(f"1. {RULES.question(parent).asks}") < told.index(f"2. {RULES.question(child).asks}")
    assert '<a href="#q1">question 1</a>' in told


def test_what_to_run_stands_at_the_end_for_those_who_record_answers(whole: str) -> None:
    end = whole.rsplit("</article>", 1)[1]
    assert "ruleproof answer ostium QUESTION READING" in end
    assert f"1: <code>{CHAIN}</code>, disjoint, shared-end, open-end" in end


def board(article: str) -> list[list[str]]:
    """The rows of a drawing: the heading, then the words of each place."""
    (table,) = re.findall(r'<table class="board">.*?</table>', unescape(article), re.DOTALL)
    rows = re.findall(r"<tr.*?</tr>", table, re.DOTALL)
    return [
        [" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in re.findall(r"<t[hd].*?</t[hd]>", row)]
        for row in rows
    ]


def test_the_drawing_shows_each_card_where_it_lies_and_no_row_of_which_nothing_is_told(whole: str) -> None:
    assert board(whole) == [
        ["B's Defense Row", "B.D0 empty", "B.D1 Primordial b1 any Clan, Power 0 double arrow", "B.D2 empty"],
        [
            "A's Attack Row",
            "A.A0 Warrior a0 red, Power 1 flame 2",
            "A.A1 Warrior a1 red, Power 1 defeated (turned sideways)",
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


def test_what_every_reading_has_happen_is_told_once_above_them() -> None:
    name = "ostium.gates.wave-attacker"
    told = made(name, kept={name: witnesses("ostium")[name]})
    assert told.count("<li>The Gate A.G0 goes from 1 to 0.</li>") == 1
    assert [cells[1] for cells in results(told)][:3] == [
        "Nothing more happens, and the game goes on.",
        "B.A0 is defeated (turned sideways) by the Gate Destruction. b0 goes to B's discard pile.",
        "Nothing more happens, and the game goes on.",
    ]


def test_what_may_be_done_under_a_reading_and_what_may_not_are_both_said() -> None:
    name = "ostium.discard.arrow-in-attack"
    told = [cells[1] for cells in results(made(name, kept={name: witnesses("ostium")[name]}))]
    gates = [f"of h0 on B.G{column}." for column in range(3)]
    assert told == [
        " ".join([*(f"A may use damage {gate}" for gate in gates), "A may leave damage of h0 unused."]),
        " ".join(["A may end the attacks.", *(f"A may not use damage {gate}" for gate in gates)]),
    ]


def test_a_position_that_cannot_have_arisen_so_is_said_to_be_made_up(whole: str) -> None:
    said = '<p class="dim">This position is made up to be small; how it came about does not matter.</p>'
    assert whole.count(said) == 1  # of the one drawing, in which a Creature lies turned
    upright = parting({"phase": "attack", "players": {"A": {"attack": [{"id": "a0", **RED}, None, None]}}})
    assert said not in made(CHAIN, kept={CHAIN: Witness(CHAIN, (upright,))})


def test_as_few_plays_are_drawn_as_tell_the_readings_apart() -> None:
    kept = witnesses("ostium")[CHAIN]
    assert [each.readings for each in kept.partings] == [
        ("disjoint", "shared-end"),
        ("disjoint", "open-end"),  # told apart by the first play too
        ("shared-end", "open-end"),
    ]
    assert made(CHAIN, kept={CHAIN: kept}).count('<table class="board">') == 2


def test_how_often_chance_met_it_is_not_the_authors_matter(whole: str) -> None:
    assert "that chance played" not in whole


def test_how_to_return_answers_is_said_at_the_top_and_at_the_end(whole: str) -> None:
    top, *_, end = whole.split("<article")
    for part in (top, end.split("</article>")[1]):
        assert "Before you close it, print it" in part
        assert "stay only in this open page" in part


def test_an_answer_can_be_that_it_cannot_happen_or_does_not_matter(whole: str) -> None:
    for article in re.findall(r"<article.*?</article>", whole, re.DOTALL):
        for said in ("This cannot happen, or is not intended.", "It does not matter.", "None of these, but:"):
            assert article.count(said) == 1
        assert article.index("</fieldset>") < article.index("Why one is taken for now")


def test_a_reading_that_only_clauses_know_is_drawn_and_told_beside_the_engines() -> None:
    name = "ostium.turn.crystals-until"
    told = made(name, kept={name: witnesses("ostium")[name]})
    assert [cells[1] for cells in results(told)] == [
        "A loses 1 Crystal. Afterwards: A has no Crystal.",
        "Afterwards: A has 1 Crystal.",
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
        assert "An example, drawn" in article
        assert "An example in words" not in article
        assert len({cells[1] for cells in results(article)}) > 1


def test_a_legend_explains_what_words_and_drawings_mean(whole: str) -> None:
    legend = Reader(whole).of("dt")
    assert {"A.G0, B.G2 …", "Power 3", "turned, turned sideways", "crystal", "damage, Damage All", "costs 3"} <= set(
        legend
    )
    assert {"what is not drawn", "Not allowed", "Afterwards", "taken for now"} <= set(legend)
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
