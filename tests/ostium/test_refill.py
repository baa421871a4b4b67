"""The refill of the warriors: remove, shift, replenish, and the reshuffle."""

from typing import Any

import pytest

from ruleproof.engine.ostium.game import GAME

R = "ostium.refill."


def rows(text: str, creature: Any) -> list[list[Any]]:
    return [[None if name == "-" else creature(name) for name in row.split()] for row in text.split("/")]


def position(text: str, creature: Any, deck: str = "", dismissed: str = "") -> dict[str, Any]:
    piles = {"warrior_deck": [creature(name) for name in deck.split()]}
    piles["dismissed"] = [creature(name) for name in dismissed.split()]
    return {"area": {"warriors": rows(text, creature), **piles}}


def lie(play: Any) -> str:
    found = play.area("warriors") or [[None] * 3] * 2
    return " / ".join(" ".join(name or "-" for name in row) for row in found)


@pytest.mark.clause(R + "remove", R + "shift", "ostium.area.zone-is-last-column")
@pytest.mark.parametrize(
    ("before", "after", "dismissed"),
    [
        ("a b c/d e f", "- a b / - d e", ["c", "f"]),
        ("a - c/- e -", "- - a / - - e", ["c"]),
        ("a b -/d - -", "- a b / - - d", None),
        ("- - c/- - f", "- - - / - - -", ["c", "f"]),
    ],
)
def test_the_zone_is_removed_and_each_row_slides_to_the_right(
    table: Any, creature: Any, before: str, after: str, dismissed: list[str] | None
) -> None:
    play = table(position(before, creature), too_few="stop").do("end_development")
    assert (lie(play), play.area("dismissed")) == (after, dismissed)


@pytest.mark.clause(R + "any-order", R + "replenish", R + "after-development", "ostium.area.warriors-after-development")
def test_the_player_says_where_each_card_goes_and_the_last_gap_fills_itself(table: Any, creature: Any) -> None:
    play = table(position("a b c/d e f", creature, "k1 k2 k3")).do("end_development")
    assert play.status["phase"] == "refill"
    assert play.status["pending"] == [{"kind": "fill", "owner": "A", "targets": ["W.0.0", "W.1.0"]}]
    assert play.offers("fill") == [{"slot": "W.0.0"}, {"slot": "W.1.0"}]
    assert R + "replenish" in play.refused("fill", slot="W.0.1")
    assert play.refused("fill", slot="W.0.0", on="B") == ()
    play.do("fill", slot="W.1.0")
    assert lie(play) == "k2 a b / k1 d e"
    assert play.told("refilled") == [{"cards": ["k1", "k2"]}]
    assert {R + "any-order", R + "three-steps", "ostium.area.six-warriors"} <= play.cited()
    assert play.area("warrior_deck") == ["k3"]
    assert play.status["phase"] == "attack"


def test_one_gap_fills_itself(table: Any, creature: Any) -> None:
    play = table(position("a b c/d e -", creature, "k1 k2"))
    play.do("end_development")
    assert play.offers("fill") == [{"slot": "W.0.0"}, {"slot": "W.1.0"}]
    play = table(position("a b -/d e -", creature, "k1 k2 k3")).do("end_development")
    play.do("fill", slot="W.0.0")
    assert lie(play) == "k1 a b / k2 d e"


def test_a_gap_that_is_alone_needs_no_choice(table: Any, creature: Any) -> None:
    full = position("a b -/d e f", creature, "k1 k2")
    full["area"]["warriors"][1] = [creature("d"), creature("e"), creature("f")]
    play = table(full).do("end_development")
    assert len(play.offers("fill")) == 2
    only = table(
        {"phase": "refill", **position("a b c/- e f", creature, "k1"), "pending": [{"kind": "fill", "owner": "A"}]}
    )
    only.do("fill", slot="W.1.0")
    assert lie(only) == "a b c / k1 e f"
    assert only.status["phase"] == "attack"


@pytest.mark.clause(R + "reshuffle", R + "no-early-reshuffle")
def test_the_dismissal_pile_is_shuffled_when_a_card_is_missing(table: Any, creature: Any) -> None:
    play = table(position("a b c/d e f", creature, "k1", "x y")).do("end_development")
    assert "pendingChance" not in play.status
    play.do("fill", slot="W.0.0")
    assert play.status["toAct"] == []
    assert play.status["pendingChance"] == {"site": "warriors", "from": ["x", "y", "c", "f"], "count": 4}
    assert GAME.load(play.now, "two-player", {}) == play.state
    for wrong in (["x", "y", "c"], ["x", "y", "c", "x"]):
        assert play.refused("chance", site="warriors", outcome=wrong) == ()
    play.do("chance", site="warriors", outcome=["f", "y", "c", "x"])
    assert lie(play) == "k1 a b / f d e"
    assert (play.area("warrior_deck"), play.area("dismissed")) == (["y", "c", "x"], None)
    assert play.status["phase"] == "attack"


def test_a_dismissal_pile_of_one_card_is_a_deck_without_chance(table: Any, creature: Any) -> None:
    play = table(position("a b -/d e -", creature, "", "x")).do("end_development")
    assert play.offers("fill") == [{"slot": "W.0.0"}, {"slot": "W.1.0"}]
    play.do("fill", slot="W.1.0")
    assert lie(play) == "- a b / x d e"


@pytest.mark.clause(R + "what-there-is")
@pytest.mark.parametrize(("reading", "after"), [("fill-what-can", "- a b / k d e"), ("stop", "- a b / - d e")])
def test_with_too_few_cards_gaps_stay_as_the_question_is_read(
    table: Any, creature: Any, reading: str, after: str
) -> None:
    play = table(position("a b -/d e -", creature, "k"), too_few=reading).do("end_development")
    if reading == "fill-what-can":
        play.do("fill", slot="W.1.0")
        assert R + "what-there-is" in play.cited()
    assert lie(play) == after
    assert play.status["phase"] == "attack"
    assert play.area("warrior_deck") == (["k"] if reading == "stop" else None)


@pytest.mark.clause("ostium.turn.crystals-are-lost", "ostium.turn.end-when-one-likes")
def test_crystals_are_lost_when_development_ends(table: Any) -> None:
    play = table({"players": {"A": {"crystals": 3}}}).do("end_development")
    assert play.told("crystals") == [{"player": "A", "change": -3}]
    assert play.player("A", "crystals") is None
    assert play.status == {"terminal": False, "toAct": ["A"], "phase": "attack"}
