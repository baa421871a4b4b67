"""Discards, and what an arrow opens, in development and between attacks."""

from typing import Any

import pytest

D = "ostium.discard."


def own(**members: Any) -> dict[str, Any]:
    return {"players": {"A": members}}


@pytest.mark.clause(D + "any-card", D + "on-top", D + "own-pile", D + "free-of-cost", D + "from-the-hand")
def test_a_discarded_card_lies_on_top_of_the_own_pile(table: Any, creature: Any) -> None:
    play = table(own(hand=[creature("x", "damage"), creature("y")], discard=[creature("z")]))
    play.do("discard", card="x")
    assert (play.player("A", "discard"), play.player("A", "hand")) == (["z", "x"], ["y"])
    assert "pending" not in play.status
    assert {D + "on-top", D + "only-arrows"} <= play.cited()
    assert play.refused("discard", card="z") == (D + "any-card",)


@pytest.mark.clause(D + "arrow-works", D + "card-first")
def test_an_arrow_brings_crystals_by_itself_and_lets_the_rest_wait(table: Any, creature: Any) -> None:
    play = table(own(hand=[creature("x", "crystal:7", "arrow>crystal:2", "arrow>damage", kind="familiar")]))
    play.do("discard", card="x")
    assert play.told("crystals") == [{"player": "A", "change": 2}]
    assert play.waits == ["A damage x"]
    assert play.status["pending"][0] == {
        "kind": "ability", "owner": "A", "source": "x", "domain": "main", "ability": "damage", "value": 1,
        "targets": ["B.G0", "B.G1", "B.G2"], "optional": True,
    }  # fmt: skip  # one entry
    play.do("use", source="x", ability="damage", target="B.G1")
    assert play.player("B", "gates") == [15, 14, 15]


def test_the_discarded_card_itself_can_be_taken_out_of_play(table: Any, creature: Any) -> None:
    play = table(own(hand=[creature("x", "arrow>out_of_play")])).do("discard", card="x")
    play.do("use", source="x", ability="out_of_play", target="x")
    assert (play.player("A", "discard"), play.area("out_of_play")) == (None, ["x"])


@pytest.mark.clause(D + "whole-turn", D + "own-turn-only")
@pytest.mark.parametrize(("reading", "waits"), [("works", ["A damage x"]), ("development-only", [])])
def test_between_attacks_an_arrow_works_as_the_question_is_read(
    table: Any, creature: Any, reading: str, waits: list[str]
) -> None:
    position = own(hand=[creature("x", "arrow>damage")], attack=[creature("a", power=1), creature("b", power=3), None])
    position |= {"phase": "attack"}
    position["players"]["B"] = {"gates": [15, 1, 9], "attack": [None, creature("e"), None]}
    play = table(position, arrow_in_attack=reading)
    assert D + "own-turn-only" in play.refused("discard", card="x", on="B")
    play.do("attack", attacker="A0").do("discard", card="x")
    assert play.waits == waits
    if waits:
        assert play.refused("attack", attacker="A1") == ()
        play.do("use", source="x", ability="damage", target="B.G1")
        assert [one["slot"] for one in play.told("defeated")] == ["B.A1", "A.A1"]
        assert play.status["phase"] == "attack"
        play.do("end_attack")


@pytest.mark.clause(D + "whole-turn", D + "own-turn-only")
def test_whose_turn_it_is_may_discard_amid_the_collection_and_before_the_draw(table: Any, creature: Any) -> None:
    def lying(seat: str) -> dict[str, Any]:
        row = [creature(f"{seat}{place}", rotated=True) for place in (1, 2)]
        return {"attack": [*row, None], "hand": [creature(f"{seat}h", "arrow>draw"), creature(f"{seat}i")]}

    position: dict[str, Any] = {"phase": "attack", "players": {"A": lying("a"), "B": lying("b")}}
    position["players"]["A"]["deck"] = [creature(f"k{place}") for place in range(9)]
    play = table(position).do("end_attack")
    assert play.status["toAct"] == ["B"]
    assert D + "own-turn-only" in play.refused("discard", card="bh")
    assert D + "own-turn-only" in play.refused("discard", card="ah", on="A")
    play.do("collect", card="b1")
    assert play.offers("discard") == [{"card": "ah"}, {"card": "ai"}]
    play.do("discard", card="ah")
    assert (play.status["phase"], play.waits) == ("collect", ["A draw ah", "A collect"])
    assert play.offers("discard") == []
    play.do("use", source="ah", ability="draw").do("discard", card="ai").do("collect", card="a2")
    assert play.player("A", "discard") == ["ah", "ai", "a2", "a1"]
    assert play.player("A", "hand") == ["k0", "k1", "k2", "k3", "k4"]


@pytest.mark.parametrize(("reading", "waits"), [("works", ["A draw x", "A fill"]), ("development-only", ["A fill"])])
def test_whose_turn_it_is_may_discard_amid_the_refill(
    table: Any, creature: Any, reading: str, waits: list[str]
) -> None:
    deck = [creature(f"k{place}") for place in range(3)]
    position = own(hand=[creature("x", "arrow>draw")], deck=deck) | {
        "area": {"warrior_deck": [creature("w"), creature("v")]}
    }
    play = table(position, arrow_in_attack=reading).do("end_development")
    assert (play.waits, play.offers("discard")) == (["A fill"], [{"card": "x"}])
    play.do("discard", card="x")
    assert play.waits == waits
    if len(waits) > 1:
        assert play.do("use", source="x", ability="draw").waits == ["A fill"]


def test_whose_turn_it_is_may_discard_before_taking_a_sovereign(table: Any, creature: Any) -> None:
    position = own(hand=[creature("x")], gate_lost=True) | {"phase": "attack"}
    position["area"] = {"sovereigns": [creature("s", kind="sovereign"), creature("t", kind="sovereign")]}
    position["area"]["sovereign_deck"] = [creature("u", kind="sovereign")]
    position["players"]["B"] = {"gate_lost": True, "hand": [creature("y")]}
    play = table(position).do("end_attack")
    assert (play.waits, play.offers("discard")) == (["B gift"], [])
    play.do("take_sovereign", card="s").do("discard", card="x")
    assert (play.waits, play.player("A", "discard")) == (["A gift"], ["x"])


def test_an_own_clan_removal_in_mid_charge_interrupts_chains_and_takes_attackers(table: Any, creature: Any) -> None:
    red = [creature("a", clan="red", power=1), creature("b", clan="blue", power=1), None]
    position = own(
        hand=[creature("x", "arrow>clan_removal")], attack=red, defense=[creature("d", clan="red"), None, None]
    )
    play = table({**position, "phase": "attack"})
    play.do("fuse", gate=0, path=["D0", "A0"]).do("discard", card="x")
    play.do("use", source="x", ability="clan_removal", target="red").do("collect", card="d")
    assert play.now.get("charge") is None
    assert play.player("A", "discard") == ["x", "d", "a"]
    assert [one["attacker"] for one in play.offers("attack")] == ["A1"]
