"""Fingerprints see what a reader sees, and nothing of typing; likeness is near for near sentences."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleproof.spec.fingerprint import digest, distance, fingerprint, normal, similarity

SENTENCE = "Only the younger of the two players may lay five pebbles on the table."


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Don't \u201cpass\u201d.", 'Don\u2019t "pass".'),
        ("a \u2013 b \u2014 c", "a - b - c"),
        ("  Two\u00a0words\n here ", "Two words here"),
        ("3. Draw a card.", "7) Draw a card."),
        ("\u2022 Draw a card.", "- Draw a card."),
        ("cafe\u0301", "caf\u00e9"),
    ],
)
def test_typing_makes_no_difference(one: str, other: str) -> None:
    assert fingerprint(one, "k") == fingerprint(other, "k")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Draw 1 card.", "Draw 2 cards."),
        ("You may pass.", "You May pass."),
        ("1 for you.", "2 for you."),
        ("(4) A Warrior.", "(5) A Warrior."),
        ("Go on", "Go on."),
    ],
)
def test_words_numbers_and_marks_make_one(one: str, other: str) -> None:
    assert fingerprint(one, "k") != fingerprint(other, "k")


def test_a_fingerprint_is_keyed_blake2b_of_the_normalised_text() -> None:
    assert fingerprint("2. A \u201cb\u201d", "key") == hashlib.blake2b(b'A "b"', key=b"key", digest_size=8).hexdigest()
    assert fingerprint("A", "one") != fingerprint("A", "other")


def test_a_list_mark_alone_stays() -> None:
    assert normal("3.") == "3."
    assert normal("- ") == "-"


@given(st.text())
def test_any_text_has_its_fingerprint_and_likeness(text: str) -> None:
    assert len(fingerprint(text, "k")) == len(similarity(text)) == 16
    assert (
        normal(normal(text)).split() == normal(text).split()
        or normal(text)[:1].isdigit()
        or normal(text)[:1] in "-\u2022*"
    )


@pytest.mark.parametrize(
    ("other", "least", "most"),
    [
        (SENTENCE, 0, 0),
        (SENTENCE.replace("five", "six"), 1, 15),
        ("Whoever cannot take a card from the deck any more has lost at once.", 20, 44),
    ],
)
def test_likeness_tells_an_edit_from_another_sentence(other: str, least: int, most: int) -> None:
    assert least <= distance(similarity(SENTENCE), similarity(other)) <= most


def test_a_digest_minds_the_order() -> None:
    assert digest(["a", "b"]) != digest(["b", "a"]) != digest(["ab"])
