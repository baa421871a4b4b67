"""The page for a rulebook's authors: each question alone and whole, the drawing right, nothing from elsewhere."""

import re
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

import pytest

from ruleproof.invariants.findings import open_questions
from ruleproof.invariants.parting import Side
from ruleproof.invariants.sheet import page
from ruleproof.invariants.witness import Explored, Met, Parting, Witness, witnesses
from ruleproof.spec.loading import load
from ruleproof.spec.question import Question

RULES = load("ostium")
CHAIN = "ostium.fusion.ending-is-passing"
PUSH = "ostium.charge.must-push"
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
    return made(CHAIN, PUSH, "ostium.draw.as-one")


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
    assert "Attack Phase &gt; Power Fusion, paragraph 9, sentence 2 of 2" in article
    assert article.count("<em>(taken for now)</em>") == 1
    reason, box = article.split("<fieldset>")
    assert f"Why answer 1 is taken for now: {question.because}" in reason
    for number, reading in enumerate(question.readings, 1):
        assert f'value="{reading.name}">{number}. {reading.gloss}' in box
    assert "ruleproof answer" not in article
    assert 'role="textbox"' in box


def test_the_weighty_ones_come_first_under_headings_of_their_own() -> None:
    low, high = "ostium.draw.as-one", CHAIN
    groups = Reader(made(low, "ostium.three.damage-all", "ostium.solo.blocked-column", high)).of("h2")
    assert groups[-5:] == [
        "Questions that change games often",
        "Solo mode",
        "Three-player mode",
        "Taken so: tick what is right",
        "When you are done",
    ]


def test_what_weighs_little_is_a_line_to_be_ticked_with_the_answer_taken(whole: str) -> None:
    (ticked,) = re.findall(r'<li id="q3">.*?</details></li>', whole, re.DOTALL)
    question = RULES.question("ostium.draw.as-one")
    line, more = ticked.split("<details>")
    assert f"3. {question.asks}" in line
    assert f"We take: <em>{question.reading(question.default).gloss}</em>" in line
    others = [reading.gloss for reading in question.readings if reading.name != question.default]
    assert all(gloss in more and f"Or: {gloss}" in line for gloss in others)
    assert str(question.because) in more
    assert [said in line for said in ("right", "in the text, page", "no, but:")] == [True] * 3


def test_the_page_of_all_questions_is_short_on_paper() -> None:
    """What is folded is not printed; a printed page holds about 3,500 letters beside its drawings."""
    told = page(RULES, open_questions(RULES), witnesses("ostium"), {})
    printed = re.sub(r"<details.*?</details>|<style>.*?</style>", "", told, flags=re.DOTALL)
    assert "details { display: none; }" in told.split("@media print", 1)[1]
    words = " ".join(re.sub(r"<[^>]+>", " ", printed).split())
    assert len(words) < 45 * 3_500
    assert printed.count("<article") < 45


def test_an_answer_is_as_long_as_it_gets_and_its_lines_are_borders_that_print(whole: str) -> None:
    assert "<textarea" not in whole
    style = whole.split("</style>", 1)[0]
    assert "repeating-linear-gradient" not in style
    assert re.search(r"\.lines span \{[^}]*border-bottom", style)
    assert ".answer:empty + .lines { display: block; }" in style.split("@media print", 1)[1]


def test_who_answers_when_and_of_which_edition_has_a_place(whole: str) -> None:
    (who,) = re.findall(r'<p class="who">.*?</p>', whole)
    assert [word in who for word in ("Name", "Date", "Edition")] == [True] * 3
    assert who.count('type="text"') == 3


def test_the_title_of_a_question_says_its_mode_where_it_is_not_the_first() -> None:
    told = made("ostium.three.damage-all", "ostium.solo.blocked-column", CHAIN)
    assert re.findall(r'<h3 id="t\d">(.*?)</h3>', told) == [
        f"1. {RULES.question(CHAIN).asks}",
        f"2. Solo mode: {RULES.question('ostium.solo.blocked-column').asks}",
        f"3. Three-player mode: {RULES.question('ostium.three.damage-all').asks}",
    ]


def test_a_question_stands_after_the_one_that_its_example_takes_for_granted() -> None:
    child, parent = "ostium.fusion.crossing", CHAIN
    given = {parent: "open-end"}
    kept = {child: Witness(child, (parting(readings=("sharing", "geometric"), given=given),))}
    asked_for = [
        RULES.question(child).model_copy(update={"weight": "medium"}),
        RULES.question(parent).model_copy(update={"weight": "medium"}),
    ]
    told = page(RULES, asked_for, kept, {})
    assert told.index(f"1. {RULES.question(parent).asks}") < told.index(f"2. {RULES.question(child).asks}")
    assert f'<a href="#q1">1</a> ({RULES.question(parent).asks})' in told


def test_an_example_says_which_answers_to_other_questions_it_supposes() -> None:
    other = RULES.question("ostium.charge.must-push")
    kept = {CHAIN: Witness(CHAIN, (parting(supposes={other.id: other.default}),))}
    told = " ".join(unescape(re.sub(r"<[^>]+>", "", made(CHAIN, other.id, kept=kept))).split())
    gloss = other.reading(other.default).gloss
    assert f"It supposes the answers taken for now to 2 ({other.asks}) “{gloss}”" in told
    assert "It supposes" not in made(CHAIN, other.id)


def test_what_to_run_is_folded_at_the_end_for_those_who_record_answers(whole: str) -> None:
    end = whole.rsplit('<details id="recording">', 1)[1]
    assert "ruleproof answer ostium QUESTION READING" in end
    assert f"1: <code>{CHAIN}</code>, disjoint, shared-end, open-end" in end
    assert "<article" not in end


def board(article: str) -> list[list[str]]:
    """The rows of a drawing: the heading, then the words of each place."""
    (table,) = re.findall(r'<table class="board">.*?</table>', unescape(article), re.DOTALL)
    rows = re.findall(r"<tr.*?</tr>", table, re.DOTALL)
    return [
        [" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in re.findall(r"<t[hd].*?</t[hd]>", row)]
        for row in rows
    ]


def test_the_drawing_shows_each_card_where_it_lies_and_no_outer_row_of_which_nothing_is_told(whole: str) -> None:
    assert board(whole) == [
        ["B's Defense Row", "B.D0 empty", "B.D1 Primordial b1 any Clan, Power 0 double arrow", "B.D2 empty"],
        ["B's Attack Row", "B.A0 empty", "B.A1 empty", "B.A2 empty"],
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
    assert "first: A leads a chain from the Gate A.G0 through A.D0, A.A0. The chain gives A.A0 2 more." in whole
    chain = "A leads a chain from the Gate A.G1 through A.D1, A.A1, A.A0."
    told = [cells[1] for cells in results(whole.split('id="q2"')[0])]
    assert told == [
        f"Not allowed: {chain}",
        f"{chain} The chain gives A.A0 2 more.",
        f"{chain} The chain gives A.A0 2 more.",
    ]


def test_what_every_reading_has_happen_is_told_once_above_them() -> None:
    name = "ostium.gates.wave-attacker"
    told = made(name, kept={name: witnesses("ostium")[name]})
    assert told.count("The Gate A.G0 goes from 1 to 0.") == 1
    swept = "B.A0 is defeated (turned sideways) by the Gate Destruction."
    cells = [row[1] for row in results(told)]
    assert cells[1].startswith(swept)
    stays = (
        "Afterwards: B.A0: Warrior b0. B's discard pile, from the bottom: Warrior c0 (blue, Power 1, skull: damage)."
    )
    assert cells[0] == cells[2] == f"a0 goes to A's discard pile. {stays}"


def test_where_under_a_reading_less_happens_it_is_said_how_things_stand() -> None:
    name = "ostium.draw.first-turn"
    told = [cells[1] for cells in results(made(name, kept={name: witnesses("ostium")[name]}))]
    clans = "red, red, blue, blue, green, green, yellow"
    deck = f"7 Familiar cards alike but for the Clan, x0 to x6 (Power 1, discard arrow: crystal; {clans})"
    assert told == ["A draws 5 cards.", f"Afterwards: A's deck, from the top: {deck}. A holds no card."]


def test_where_an_action_is_refused_what_is_allowed_instead_is_played() -> None:
    cells = [cells[1] for cells in results(made(PUSH, kept={PUSH: witnesses("ostium")[PUSH]}))]
    assert cells[0].startswith("Not allowed: A attacks with A.A0, the enemy's Attack Row first, and does not go on")
    assert "Allowed: A attacks with A.A0, the enemy's Attack Row first." in cells[0]
    assert "B.D0 is defeated (turned sideways) by the attack." in cells[0]
    assert "Allowed:" not in cells[1]


def test_what_comes_of_the_only_thing_to_do_is_told() -> None:
    name = "ostium.draw.ability-turns-over"
    told = [cells[1] for cells in results(made(name, kept={name: witnesses("ostium")[name]}))]
    comes = "A's discard pile is turned over and becomes the deck. A draws 1 card."
    assert told == [f"A may use the draw icon of h0 now. Then: {comes}", "The draw icon of h0 does nothing."]


def test_what_waits_under_a_reading_and_what_does_not_are_both_said() -> None:
    name = "ostium.discard.arrow-in-attack"
    told = [cells[1] for cells in results(made(name, kept={name: witnesses("ostium")[name]}))]
    assert told == [
        "A may use the damage icon of h0 now, on B.G0, B.G1 or B.G2.",
        "A may not use the damage icon of h0 now.",
    ]


def test_as_few_plays_are_drawn_as_tell_the_readings_apart() -> None:
    kept = witnesses("ostium")[CHAIN]
    assert [each.readings for each in kept.partings] == [
        ("disjoint", "shared-end"),
        ("disjoint", "open-end"),  # told apart by the first play too
        ("shared-end", "open-end"),
    ]
    told = made(CHAIN, kept={CHAIN: kept})
    assert told.count("<h4>Example") == 2
    assert told.count('<table class="readings">') == 1  # with a column for each


def test_a_position_that_is_shown_again_is_drawn_once() -> None:
    name = "ostium.synergy.two-primordials"
    told = made(name, kept={name: witnesses("ostium")[name]})
    assert told.count("<h4>Example") == 2
    assert told.count('<table class="board">') == 1
    assert "The same position as in example 1." in told
    assert told.count("No Primordial has been declared for a Clan so far;") == 1


def test_of_two_plays_that_one_comes_first_in_which_what_is_taken_is_allowed() -> None:
    name = "ostium.synergy.two-primordials"
    cells = results(made(name, kept={name: witnesses("ostium")[name]}))[0]
    assert "(taken for now)" in cells[0]
    assert not cells[1].startswith("Not allowed")
    assert cells[2].startswith("Not allowed")


def test_how_often_chance_met_it_is_not_the_authors_matter(whole: str) -> None:
    assert "that chance played" not in whole


def test_how_to_return_answers_is_said_at_the_top_and_at_the_end(whole: str) -> None:
    for part in (whole.split("<article")[0], whole.split('id="end"')[1]):
        assert "Before you close it, print it" in part
        assert "stay only in this open page" in part


def test_an_answer_can_be_that_the_text_says_it_or_that_it_cannot_happen_or_does_not_matter(whole: str) -> None:
    for article in re.findall(r"<article.*?</article>", whole, re.DOTALL):
        for said in (
            "The text already says so: page",
            "This cannot happen, or is not intended.",
            "It does not matter.",
        ):
            assert article.count(said) == 1
        assert article.index("is taken for now:") < article.index("<fieldset>")


def test_a_reading_that_only_clauses_know_is_drawn_and_told_beside_the_engines() -> None:
    name = "ostium.turn.crystals-until"
    told = made(name, kept={name: witnesses("ostium")[name]})
    assert [cells[1] for cells in results(told)] == [
        "A loses 1 Crystal. Afterwards: A has no Crystal.",
        "Afterwards: A has 1 Crystal.",
    ]


def test_without_a_kept_play_a_question_is_told_in_words(whole: str) -> None:
    (article,) = re.findall(r'<article id="q2".*?</article>', whole, re.DOTALL)
    question = RULES.question(PUSH)
    assert str(question.situation) in article
    assert all(reading.gloss in article for reading in question.readings)
    assert '<table class="board">' not in article


def test_every_kept_play_of_ostium_can_be_drawn_and_told() -> None:
    kept = witnesses("ostium")
    told = page(RULES, asked(*kept), kept, {})
    entries = re.findall(r'<article.*?</article>|<li id="q\d+">.*?</details></li>', told, re.DOTALL)
    assert len(entries) == len(kept)
    for entry in entries:
        assert "<h4>An example</h4>" in entry or "<h4>Example 1</h4>" in entry
        assert "An example in words" not in entry
        columns = list(zip(*(cells[1:] for cells in results(entry)), strict=True))
        assert columns
        for cells in columns:
            assert len(set(cells)) > 1


PROGRAM = ("falls away", "is no target", "may end the attacks", "may end the Development", "stops behind", "{", "None")


def test_no_outcome_is_told_in_the_words_of_a_program() -> None:
    kept = witnesses("ostium")
    weighty = [name for name in kept if RULES.question(name).weight != "low"]
    for name in weighty:
        for row in results(made(name, kept=kept)):
            assert not [each for each in PROGRAM if any(each in cell for cell in row)], (name, row)


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
    assert made(CHAIN, PUSH, "ostium.draw.as-one") == whole


def test_a_play_that_is_none_any_more_leaves_the_words() -> None:
    broken = parting({"players": {"A": {"gates": [99, 15, 15]}}})
    told = made(CHAIN, kept={CHAIN: Witness(CHAIN, (broken,))})
    assert '<table class="board">' not in told
    assert RULES.question(CHAIN).readings[1].gloss in told
