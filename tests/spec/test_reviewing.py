"""Rebase proposes, review stamps: what is told apart, what is written, and what is refused."""

from typing import Any

import pytest

from ruleproof.spec.checking import check
from ruleproof.spec.rebasing import rebase
from ruleproof.spec.reviewing import NotReviewable, review, waiting

NEW = (
    ("one or two pebbles", "one, two or three pebbles"),  # edited
    ("Count the pebbles before you start!", ""),  # gone
    ("A game for two players.", "A game for two players.\n\nIt was played long ago."),  # new
    ("Lay five pebbles on the table. The younger player starts.", "@"),  # moved behind the turns
    ("You may not pass.", "You may not pass.\n\nLay five pebbles on the table. The younger player starts."),
    ("@", ""),
)


def edition(text: str) -> str:
    for old, new in NEW:
        text = text.replace(old, new)
    return text


def test_edited_moved_new_and_gone_are_told_apart(toy: Any) -> None:
    proposal = rebase(toy.load(), {"rulebook": edition(toy.text)})
    assert {(p.change, p.place) for p in proposal.changes} == {
        ("edited", "playing/p1/s2"),
        ("gone", "end-of-the-game/p2/s1"),
        ("new", "pebbles/p2/s1"),
        ("moved", "setup/p1/s1"),
        ("moved", "setup/p1/s2"),
    }
    assert proposal.counts == {"unchanged": 11, "edited": 1, "moved": 2, "new": 1, "gone": 1}
    assert list(proposal.suspects) == [
        "pebbles.rules.five-at-first",
        "pebbles.rules.none-left",
        "pebbles.rules.take-a-few",
    ]


def test_a_rebase_changes_no_file(toy: Any) -> None:
    before = {p: p.read_bytes() for p in toy.spec.iterdir()}
    rebase(toy.load(), {"rulebook": edition(toy.text)})
    waiting(toy.load(), {"rulebook": edition(toy.text)})
    assert {p: p.read_bytes() for p in toy.spec.iterdir()} == before


def test_a_whole_review_makes_the_new_edition_good(toy: Any) -> None:
    text = edition(toy.text)
    review(toy.load(), [], {"rulebook": text}, everything=True).write()
    rules = toy.load()
    assert rules.clause("pebbles.rules.five-at-first").places == ("playing/p2/s1", "playing/p2/s2")
    assert [(f.place, f.what) for f in check(rules, text).faults] == [("pebbles", "1 unclear: p2/s1")]


def test_one_review_stamps_one_sentence_and_leaves_every_other_line(toy: Any) -> None:
    text = toy.text.replace("one or two pebbles", "one or two white pebbles")
    before = {p.name: p.read_text().splitlines() for p in toy.spec.iterdir()}
    review(toy.load(), ["playing/p1/s2"], {"rulebook": text}).write()
    after = {p.name: p.read_text().splitlines() for p in toy.spec.iterdir()}
    changed = {
        (name, i + 1)
        for name in before
        for i, pair in enumerate(zip(before[name], after[name], strict=True))
        if pair[0] != pair[1]
    }
    assert changed == {("ledger.json", 9), ("rules.toml", 15), ("questions.toml", 4)}
    assert check(toy.load(), text).good


def test_a_sentence_that_was_not_named_is_not_stamped(toy: Any) -> None:
    text = toy.text.replace("one or two pebbles", "one or two white pebbles").replace("last pebble", "very last pebble")
    review(toy.load(), ["playing/p1/s2"], {"rulebook": text}).write()
    assert [f.place for f in check(toy.load(), text).faults if f.what.startswith("edited")] == ["end-of-the-game/p1/s1"]


def test_a_paragraph_or_heading_takes_all_under_it(written: Any) -> None:
    review(written.load(), ["setup", "end-of-the-game/p1"]).write()
    assert {c.id for c in written.load().clauses if all(s.fp for s in c.source)} == {
        "pebbles.rules.five-at-first",
        "pebbles.rules.last-wins",
    }


def test_places_follow_the_text_when_only_others_came(toy: Any) -> None:
    text = toy.text.replace("Playing\n\n", "Playing\n\nA new day has dawned for all.\n\n")
    review(toy.load(), ["playing/p1/s1"], {"rulebook": text}).write()
    rules = toy.load()
    assert rules.clause("pebbles.rules.no-passing").places == ("playing/p2/s3",)
    assert rules.clause("pebbles.rules.no-passing").basis == "playing/p2/s3"
    assert rules.waivers[0].at == ("playing/p2/s1", "playing/p3/s1")
    assert [(f.place, f.what) for f in check(rules, text).faults] == [("playing", "1 unclear: p1/s1")]


def test_a_new_heading_carries_its_section_along(toy: Any) -> None:
    toy.edit("rules.toml", 'at = ["playing/p1/s1", "playing/p2/s1"]', 'under = "playing"')
    review(toy.load(), ["playing"]).write()
    text = toy.text.replace("\nPlaying\n", "\nYour turn\n")
    toy.edit("game.toml", '"Playing"', '"Your turn"')
    review(toy.load(), ["playing/h"], {"rulebook": text}).write()
    rules = toy.load()
    assert (rules.waivers[0].under, rules.clauses[2].places) == ("your-turn", ("your-turn/p1/s3",))
    assert check(rules, text).good


def test_what_is_gone_goes_only_when_nothing_cites_it(toy: Any) -> None:
    text = toy.text.replace(" You may not pass.", "").replace("- Taken pebbles stay with you.\n", "")
    with pytest.raises(NotReviewable, match=r"playing/p1/s3 is gone, and pebbles\.rules\.no-passing cite it"):
        review(toy.load(), ["playing/p1/s3"], {"rulebook": text})
    with pytest.raises(NotReviewable, match=r"the waiver at spec/pebbles/rules\.toml:38"):
        review(toy.load(), ["playing/p2/s1"], {"rulebook": text})


def test_what_is_new_waits_for_what_is_gone(toy: Any) -> None:
    text = edition(toy.text)
    with pytest.raises(NotReviewable, match=r"pebbles/p2/s1 has no place of its own before .* end-of-the-game/p2/s1"):
        review(toy.load(), ["pebbles/p2/s1"], {"rulebook": text})


def test_what_waits_is_listed(written: Any) -> None:
    places = {fault.place for fault in waiting(written.load())}
    assert "spec/pebbles/rules.toml:6" in places
    assert len(places) == 7


def test_a_place_that_is_none_is_refused_with_the_nearest(toy: Any) -> None:
    with pytest.raises(LookupError, match=r"no place playing/p1/s9\. Did you mean playing/p1/s\d\?"):
        review(toy.load(), ["playing/p1/s9"])
