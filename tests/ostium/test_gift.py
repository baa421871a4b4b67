"""The sovereigns that are taken for gates that were lost."""

from typing import Any

import pytest

G = "ostium.gift."


def position(creature: Any, lost: str, open_: str, deck: str = "", **players: Any) -> dict[str, Any]:
    """A's attack phase with nothing left to do; the gates named were lost this turn."""

    def crowns(names: str) -> list[Any]:
        return [creature(name, kind="sovereign", cost=9) for name in names.split()]

    owners = {seat: {"gates": [0, 15, 15], "gate_lost": seat in lost, **players.get(seat, {})} for seat in "AB"}
    return {"phase": "attack", "players": owners, "area": {"sovereigns": crowns(open_), "sovereign_deck": crowns(deck)}}


@pytest.mark.clause(G + "for-the-opponents-gate", G + "from-the-area", G + "to-the-hand", G + "replaced-at-once")
def test_who_lost_a_gate_chooses_an_open_sovereign(table: Any, creature: Any) -> None:
    play = table(position(creature, "B", "s1 s2", "s3")).do("end_attack")
    assert (play.status["phase"], play.status["toAct"]) == ("gift", ["B"])
    assert play.status["pending"] == [{"kind": "gift", "owner": "B", "targets": ["s1", "s2"]}]
    assert G + "from-the-area" in play.refused("take_sovereign", card="s3")
    assert play.refused("take_sovereign", card="s1", on="A") == ()
    play.do("take_sovereign", card="s2")
    assert play.player("B", "hand") == ["s2"]
    assert play.area("sovereigns") == ["s1", "s3"]
    assert play.told("sovereign") == [{"player": "B", "card": "s2"}]
    assert {G + "replaced-at-once", G + "for-the-opponents-gate"} <= play.cited()
    assert (play.status["phase"], play.status["toAct"]) == ("development", ["B"])
    assert play.player("B", "gate_lost") is None


@pytest.mark.clause(G + "defender-first", G + "for-a-gate-lost-in-ones-own-turn", "ostium.gates.defender-first")
def test_the_defender_chooses_first_and_both_get_one(table: Any, creature: Any) -> None:
    play = table(position(creature, "AB", "s1 s2", "s3")).do("end_attack")
    play.do("take_sovereign", card="s1")
    assert play.status["pending"] == [{"kind": "gift", "owner": "A", "targets": ["s2", "s3"]}]
    play.do("take_sovereign", card="s3")
    assert (play.player("A", "hand"), play.player("B", "hand")) == (["s3"], ["s1"])
    assert G + "for-a-gate-lost-in-ones-own-turn" in play.cited()


@pytest.mark.clause(G + "only-one", "ostium.gates.sovereign-due")
def test_two_gates_lost_are_worth_one_sovereign(table: Any, creature: Any) -> None:
    lost = position(creature, "B", "s1 s2", B={"gates": [0, 0, 15]})
    play = table(lost).do("end_attack").do("take_sovereign", card="s1")
    assert play.player("B", "hand") == ["s1"]
    assert play.status["phase"] == "development"


@pytest.mark.clause(G + "none-when-none-is-there")
def test_a_single_one_is_taken_by_itself_and_none_where_none_lies_open(table: Any, creature: Any) -> None:
    play = table(position(creature, "AB", "s1")).do("end_attack")
    assert play.told("sovereign") == [{"player": "B", "card": "s1"}]
    assert play.player("A", "hand") is None
    assert play.status["phase"] == "development"
    assert play.player("A", "gate_lost") is None


@pytest.mark.clause(G + "sixth-card", G + "after-the-draw")
def test_it_is_the_sixth_card_of_a_hand_that_was_filled_first(table: Any, creature: Any) -> None:
    deck = [creature(name) for name in "abcdef"]
    play = table(position(creature, "A", "s1", A={"deck": deck})).do("end_attack")
    assert play.player("A", "hand") == ["a", "b", "c", "d", "e", "s1"]
    assert [event["type"] for event in play.events] == ["drew", "sovereign"]


def test_a_gate_rebuilt_in_the_same_turn_is_still_worth_one(table: Any, creature: Any) -> None:
    play = table(position(creature, "B", "s1", B={"gates": [1, 15, 15]})).do("end_attack")
    assert play.player("B", "hand") == ["s1"]
