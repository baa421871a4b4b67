"""Moving, swapping and recalling creatures, and the skull of a recalled one."""

from typing import Any

import pytest

M = "ostium.move."


def own(**members: Any) -> dict[str, Any]:
    return {"players": {"A": members}}


@pytest.mark.clause(M + "move-costs-one", M + "to-a-free-space", M + "opens-no-sides", M + "not-onto-another")
def test_a_move_costs_one_and_opens_nothing(table: Any, creature: Any) -> None:
    row = [creature("x", "crystal", clan="red", right=["crystal"]), None, creature("y", clan="red", left=["crystal"])]
    play = table(own(attack=row, crystals=1))
    assert M + "not-onto-another" in play.refused("move", card="x", slot="A2")
    assert M + "own-battlefield-only" in play.refused("move", card="x", slot="B.A1")
    assert M + "own-battlefield-only" in play.refused("move", card="nobody", slot="A1")
    play.do("move", card="x", slot="A1")
    assert play.player("A", "attack") == [None, "x", "y"]
    assert play.events == [{"type": "crystals", "player": "A", "change": -1, "clauses": play.events[0]["clauses"]}]
    assert M + "needs-the-crystal" in play.refused("move", card="x", slot="A0")
    assert play.offers("move") == []


@pytest.mark.clause(M + "swap-two", M + "swap-costs-one")
def test_a_swap_costs_one_and_is_offered_in_the_order_of_slots(table: Any, creature: Any) -> None:
    attack, defense = [creature("x"), None, creature("y", rotated=True)], [None, creature("z"), None]
    play = table(own(attack=attack, defense=defense, crystals=2))
    assert play.offers("swap") == [{"cards": ["x", "y"]}, {"cards": ["x", "z"]}, {"cards": ["y", "z"]}]
    play.do("swap", cards=["z", "y"])
    assert (play.player("A", "attack"), play.player("A", "defense")) == (["x", None, "z"], [None, "y'", None])
    assert play.player("A", "crystals") == 1
    assert M + "swap-two" in play.refused("swap", cards=["x", "x"])
    assert M + "own-battlefield-only" in play.refused("swap", cards=["x", "nobody"])


def test_a_turned_creature_is_moved_and_stays_turned(table: Any, creature: Any) -> None:
    play = table(own(attack=[creature("x", rotated=True), None, None], crystals=1)).do("move", card="x", slot="D2")
    assert play.player("A", "defense") == [None, None, "x'"]


@pytest.mark.clause(M + "recall", M + "recall-costs-one", M + "recalled-to-own-pile", M + "recall-is-no-discard")
def test_a_recall_costs_one_and_leaves_the_arrow_silent(table: Any, creature: Any) -> None:
    play = table(own(attack=[creature("x", "arrow>damage"), creature("y"), None], crystals=1, discard=[creature("z")]))
    play.do("recall", card="x")
    assert (play.player("A", "attack"), play.player("A", "discard")) == ([None, "y", None], ["z", "x"])
    assert play.told("left") == [{"card": "x", "player": "A", "to": "discard"}]
    assert "pending" not in play.status
    assert M + "recall-needs-the-crystal" in play.refused("recall", card="y")
    assert M + "recall" in play.refused("recall", card="x")


@pytest.mark.clause(M + "free-with-icon", "ostium.abilities.area-free-recall")
def test_the_area_icon_makes_a_recall_free(table: Any, creature: Any) -> None:
    play = table(own(attack=[creature("x", "area"), creature("y"), None]))
    assert play.offers("recall") == [{"card": "x"}]
    play.do("recall", card="x")
    assert [event["type"] for event in play.events] == ["left"]
    assert M + "free-with-icon" in play.cited()


@pytest.mark.clause(M + "skull-on-recall", "ostium.charge.skull-when-placed")
def test_a_recalled_skull_may_be_used_at_once_or_left(table: Any, creature: Any) -> None:
    skull = creature("x", skull=["crystal:2", "damage"])
    play = table(own(attack=[skull, None, None], crystals=1)).do("recall", card="x")
    assert play.told("crystals") == [{"player": "A", "change": -1}, {"player": "A", "change": 2}]
    assert play.waits == ["A damage x"]
    assert play.status["pending"][0]["domain"] == "skull"
    assert play.status["pending"][0]["optional"] is True
    play.do("decline", source="x", ability="damage")
    assert play.player("B", "gates") is None


@pytest.mark.clause(M + "only-in-development")
@pytest.mark.parametrize("action", [("move", {"slot": "A1"}), ("recall", {})])
def test_nobody_moves_or_recalls_in_the_attack_phase(table: Any, creature: Any, action: Any) -> None:
    play = table({**own(attack=[creature("x"), None, None], crystals=3), "phase": "attack"})
    kind, members = action
    assert M + "only-in-development" in play.refused(kind, card="x", **members)
