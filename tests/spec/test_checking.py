"""The check: what is accounted for, what the text in hand no longer says, and what rests on it."""

# ruff: noqa: E501  a change and what rests on it stand on one line of a table

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ruleproof.spec.aligning import compare
from ruleproof.spec.checking import Report, check, show
from ruleproof.spec.completeness import section
from ruleproof.spec.creating import ledger_anew
from ruleproof.spec.ledger import write_ledger
from ruleproof.spec.loading import load
from ruleproof.spec.segmenting import segment_all


def found(report: Report) -> list[tuple[str, str]]:
    return [(fault.place, fault.what) for fault in report.faults]


def test_a_game_with_everything_confirmed_is_good_with_its_text_and_without(toy: Any) -> None:
    rules = toy.load()
    assert found(check(rules, toy.text)) == []
    assert check(rules).good
    assert "The text was not compared" in check(rules).summary
    assert "15 of 15 sentences stand in the text" in check(rules, toy.text).summary


@pytest.mark.parametrize(
    ("old", "new", "place", "says", "rest"),
    [
        ("one or two pebbles", "one or two white pebbles", "playing/p1/s2", "edited", "pebbles.rules.take-a-few, pebbles.rules.none-left"),
        (" The game ends at once.", "", "end-of-the-game/p1/s2", "gone", "pebbles.rules.last-wins"),
        ("Playing\n\n", "Playing\n\nA new day has dawned for all.\n\n", "playing/p1/s1", "new", ""),
        ("End of the game\n", "The end\n", "end-of-the-game/h", "edited", ""),
    ],
)  # fmt: skip
def test_a_change_of_the_text_is_named_by_place_with_what_rests_on_it(
    toy: Any, old: str, new: str, place: str, says: str, rest: str
) -> None:
    report = check(toy.load(), toy.text.replace(old, new))
    (fault,) = [f for f in report.faults if f.place == place and not f.what.startswith("clause")]
    assert fault.what.startswith(says)
    assert fault.what.endswith(f"; on it rest {rest}" if rest else fault.what)
    assert [f.place for f in report.faults if "rulebook" not in f.what and f.place != place] == []


def test_two_paragraphs_that_change_places_are_named_and_nothing_else(toy: Any) -> None:
    first, second = "Lay five pebbles on the table. The younger player starts.", "A game for two players."
    swapped = toy.text.replace(first, "@").replace(second, first).replace("@", second)
    changed = {(p.change, p.place) for p in check(toy.load(), swapped).alignment.changes}  # type: ignore[union-attr]
    assert changed == {("moved", "setup/p1/s1"), ("moved", "setup/p1/s2"), ("moved", "pebbles/p1/s1")}


def test_another_file_is_told_in_one_message_and_so_is_another_edition(toy: Any) -> None:
    (fault,) = check(toy.load(), "Chess\n\nWhite moves first. Then black moves.\n").faults
    assert "this is another file than Pebbles" in fault.what
    kept = "Setup\n\nLay five pebbles on the table. The younger player starts.\n\nPlaying\n\nAll else is otherwise.\n"
    (fault,) = check(toy.load(), kept).faults
    assert "this is another edition than Pebbles" in fault.what


def test_unclear_sentences_fail_and_are_gathered_by_heading(fresh: Any) -> None:
    report = check(fresh.load())
    assert ("playing", "5 unclear: p1/s1, p1/s2, p1/s3, p2/s1, p3/s1") in found(report)


def test_what_nobody_has_confirmed_fails(written: Any) -> None:
    told = [what for _, what in found(check(written.load()))]
    assert "clause pebbles.rules.take-a-few cites playing/p1/s2, and nobody has confirmed that yet" in told
    assert "the waiver of playing/p1/s1 and 1 more has not been confirmed yet" in told
    assert "question pebbles.rules.none-left cites playing/p1/s2, and nobody has confirmed that yet" in told


def test_a_sentence_that_obliges_needs_a_clause_or_a_waiver(toy: Any) -> None:
    toy.edit("rules.toml", '"playing/p1/s1", ', "")
    faults = found(check(toy.load()))
    assert ("playing/p1/s1", "is of class norm and has neither a clause nor a waiver") in faults


def test_a_stamp_that_no_longer_fits_is_named_by_line(toy: Any) -> None:
    toy.edit("rules.toml", "8b7166ac67ff0803", "8b7166ac67ff0804")
    (fault,) = check(toy.load()).faults
    assert fault.place == "spec/pebbles/rules.toml:6"
    assert "whose fingerprint is 8b7166ac67ff0803, not 8b7166ac67ff0804: the sentence was edited since" in fault.what
    assert "--show setup/p1/s1" in fault.do


def test_a_waiver_is_void_when_one_of_its_sentences_changes(toy: Any) -> None:
    line = next(x for x in (toy.spec / "ledger.json").read_text().splitlines() if "playing/p2/s1" in x)
    toy.edit("ledger.json", line, line.replace('"fp":"', '"fp":"0000')[: len(line) + 4].replace(line[30:34], "", 0))
    (fault,) = check(toy.load()).faults
    assert (fault.place, "is void" in fault.what) == ("spec/pebbles/rules.toml:38", True)


def test_a_waiver_that_waives_nothing_is_a_fault(toy: Any) -> None:
    toy.edit("rules.toml", "[[waiver]]", '[[waiver]]\nunder = "setup"\nreason = "Nothing."\n\n[[waiver]]')
    assert any("waives nothing" in what for _, what in found(check(toy.load())))


def test_eight_words_in_a_row_of_the_rulebook_are_named_by_line(toy: Any) -> None:
    toy.edit("rules.toml", "Nobody passes.", "Players take turns; on your turn you take something.")
    (fault,) = [f for f in check(toy.load(), toy.text).faults if "in a row" in f.what]
    assert fault.place == "spec/pebbles/rules.toml:20"
    assert "players take turns on your turn you take" in fault.what


def test_a_number_or_term_that_no_cited_sentence_has_is_named(toy: Any) -> None:
    toy.edit("rules.toml", "Nobody passes.", "Nobody passes 3 times, or holds a table.")
    toy.edit("game.toml", "[terms]", '[terms]\ntable = []\npebble = ["stone"]')
    told = [what for _, what in found(check(toy.load(), toy.text))]
    assert told == [
        "clause pebbles.rules.no-passing says the number 3, which stands in no sentence that it cites",
        "clause pebbles.rules.no-passing says the term 'table', which stands in no sentence that it cites",
    ]


def test_a_sentence_is_shown_with_class_and_clauses_also_where_it_has_shifted(toy: Any) -> None:
    text = toy.text.replace("Playing\n\n", "Playing\n\nA new day has dawned for all.\n\n")
    assert show(toy.load(), {"rulebook": text}, "playing/p1/s3") == (
        "playing/p1/s3 (in the text: playing/p2/s3)\n  You may not pass.\n  class: norm\n"
        "  pebbles.rules.no-passing: Nobody passes."
    )
    with pytest.raises(LookupError, match=r"no place playing/p1/s4\. Did you mean playing/p1/s3\?"):
        show(toy.load(), {"rulebook": toy.text}, "playing/p1/s4")


def test_a_further_document_has_its_own_places_and_is_said_to_be_missing_where_it_is(toy: Any) -> None:
    toy.edit("game.toml", "# Words that", '[[documents]]\nname = "faq"\nkey = "pebbles-faq"\n\n# Words that')
    both = {"rulebook": toy.text, "faq": "May I pass? You may not pass."}
    ledger = ledger_anew(toy.load().info, both, toy.load().ledger)
    write_ledger(toy.spec / "ledger.json", ledger)
    assert [s.place for s in ledger.sentences][-2:] == ["faq:p1/s1", "faq:p1/s2"]
    assert ledger.places["faq:p1/s2"].fp != ledger.places["playing/p1/s3"].fp
    assert [place for place, _ in found(check(toy.load(), both))] == ["the start of faq"]
    assert "Not compared, for they were not given: faq." in check(toy.load(), {"rulebook": toy.text}).summary
    changed = {"faq": "May I pass? You may never pass."}
    assert [p.place for p in check(toy.load(), changed).alignment.changes] == ["faq:p1/s2"]  # type: ignore[union-attr]


def test_a_ledger_of_another_segmenter_is_named(toy: Any) -> None:
    toy.edit("ledger.json", '"segmenter":1', '"segmenter":7')
    told = "comes from version 7 of the segmenter; this one is version 1"
    assert ("spec/pebbles/ledger.json:1", told) in found(check(toy.load(), toy.text))


@pytest.mark.parametrize(
    ("place", "stands_under"),
    [
        ("a/b/p3/s1", "a/b"),
        ("a/pick/p1/s1", "a/pick"),
        ("a/pick/h", "a/pick"),
        ("p1/s1", "the start of the text"),
        ("faq:p1/s1", "the start of faq"),
        ("faq:a/p1/s1", "faq:a"),
    ],
)
def test_a_place_stands_under_its_heading(place: str, stands_under: str) -> None:
    assert section(place) == stands_under


# --- the real rulebook


def a_word_of_each(text: str) -> Iterator[tuple[str, str]]:
    """Each sentence's place, and the text with the sentence's last word replaced."""
    rules = load("ostium")
    for piece in segment_all({"rulebook": text}, rules.info):
        *_, word = re.finditer(r"[A-Za-z]+", piece.text)
        a, b = piece.start + word.start(), piece.start + word.end()
        yield piece.place, f"{text[:a]}{'xyzzy' if word[0].islower() else 'Xyzzy'}{text[b:]}"


def test_the_true_text_is_good_and_one_word_changed_anywhere_is_named(rulebooks: Path) -> None:
    text, rules = (rulebooks / "ostium.txt").read_text(encoding="utf-8"), load("ostium")
    assert found(check(rules, text)) == []
    for number, (place, changed) in enumerate(a_word_of_each(text)):
        if number % 17 == 0:  # sentences of every kind are among them
            alignment = compare(rules.ledger, segment_all({"rulebook": changed}, rules.info), rules.info, ["rulebook"])
            assert [(p.change, p.place) for p in alignment.changes] == [("edited", place)]
