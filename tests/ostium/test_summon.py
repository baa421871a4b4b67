"""Summoning: from where, to where, at what cost, and what it opens in the main domain."""

from typing import Any

import pytest

S = "ostium.summon."


def hand(*cards: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"players": {"A": {"hand": list(cards), **more}}}


def area(crystals: int, **more: Any) -> dict[str, Any]:
    return {"players": {"A": {"crystals": crystals}}, "area": more}


@pytest.mark.clause(S + "hand-is-free", S + "either-row", S + "six-slots")
def test_from_the_hand_it_is_free_to_any_empty_slot(table: Any, creature: Any) -> None:
    play = table(hand(creature("x", cost=9), attack=[None, creature("y"), None]))
    slots = [one["slot"] for one in play.offers("summon")]
    assert slots == ["A0", "A2", "D0", "D1", "D2"]
    play.do("summon", card="x", from_="hand", slot="D2")
    assert play.player("A", "defense") == [None, None, "x"]
    assert play.player("A", "hand") is None
    assert play.events == [
        {"type": "summoned", "card": "x", "slot": "A.D2", "clauses": play.events[0]["clauses"]},
    ]
    assert S + "hand-is-free" in play.cited()


@pytest.mark.clause(S + "empty-slot", S + "own-battlefield", S + "cost-in-full", "ostium.components.summoning-cost")
def test_why_a_summoning_is_refused(table: Any, creature: Any) -> None:
    position = area(2, warriors=[[creature("w", cost=3), None, None], [None] * 3])
    position["players"]["A"] |= {"hand": [creature("x")], "attack": [creature("y"), None, None]}
    play = table(position)
    assert play.refused("summon", card="x", from_="hand", slot="A0") == (S + "empty-slot",)
    assert S + "own-battlefield" in play.refused("summon", card="x", from_="hand", slot="B.A1")
    assert S + "own-battlefield" in play.refused("summon", card="x", from_="hand", slot="A.A1")
    assert S + "cost-in-full" in play.refused("summon", card="w", from_="warriors", slot="A1")
    assert "ostium.components.summoning-cost" in play.refused("summon", card="w", from_="warriors", slot="A1")
    assert play.refused("summon", card="w", from_="hand", slot="A1") == (S + "hand-is-free",)
    assert play.refused("summon", card="x", from_="sovereigns", slot="A1") == (S + "area-costs",)
    assert play.offers("summon") == [
        {"card": "x", "from": "hand", "slot": slot} for slot in ("A1", "A2", "D0", "D1", "D2")
    ]


@pytest.mark.clause(S + "area-costs", S + "area-silences-main", "ostium.area.warrior-gap-stays")
def test_a_warrior_of_the_area_is_paid_for_and_its_main_domain_is_silent(table: Any, creature: Any) -> None:
    row = [creature("w", "crystal:5", "damage", cost=3), creature("v", cost=4), None]
    play = table(area(3, warriors=[row, [None] * 3], warrior_deck=[creature("k")]))
    assert {one["card"] for one in play.offers("summon")} == {"w"}
    play.do("summon", card="w", from_="warriors", slot="A1")
    assert play.player("A", "attack") == [None, "w", None]
    assert play.player("A", "crystals", 0) == 0
    assert play.area("warriors") == [[None, "v", None], [None] * 3]
    assert play.told("crystals") == [{"player": "A", "change": -3}]
    assert "pending" not in play.status
    assert {S + "area-silences-main", "ostium.area.bought-cards-are-kept"} <= play.cited()


@pytest.mark.clause(S + "main-from-area-with-icon", "ostium.abilities.area-icon")
def test_the_area_icon_lets_the_main_domain_work_from_the_area(table: Any, creature: Any) -> None:
    row = [creature("w", "area", "crystal:2", "damage", cost=1), None, None]
    play = table(area(1, warriors=[row, [None] * 3]))
    play.do("summon", card="w", from_="warriors", slot="A0")
    assert play.told("crystals") == [{"player": "A", "change": -1}, {"player": "A", "change": 2}]
    assert play.waits == ["A damage w"]
    assert {S + "main-from-area-with-icon", "ostium.abilities.area-icon"} <= play.cited()


@pytest.mark.clause(S + "main-from-hand", "ostium.abilities.crystal", "ostium.abilities.crystal-value")
def test_from_the_hand_the_main_domain_works_passives_and_arrows_aside(table: Any, creature: Any) -> None:
    main = ("crystal", "crystal:2", "damage", "flame:3", "arrow>draw", "area", "double_arrow")
    play = table(hand(creature("x", *main)))
    play.do("summon", card="x", from_="hand", slot="A0")
    assert play.told("crystals") == [{"player": "A", "change": 3}]
    assert play.player("A", "crystals") == 3
    assert play.waits == ["A damage x"]
    assert play.status["toAct"] == ["A"]


@pytest.mark.clause(S + "one-at-a-time", "ostium.turn.act-in-between")
def test_what_a_summoning_opened_is_used_or_left_before_anything_else(table: Any, creature: Any) -> None:
    play = table(hand(creature("x", "damage"), creature("y")))
    play.do("summon", card="x", from_="hand", slot="A0")
    assert S + "one-at-a-time" in play.refused("summon", card="y", from_="hand", slot="A1")
    assert play.refused("discard", card="y") == ()
    assert play.refused("end_development") == (S + "one-at-a-time",)
    play.do("decline", source="x", ability="damage")
    play.do("summon", card="y", from_="hand", slot="A1")


@pytest.mark.clause(S + "zone-to-pile", "ostium.area.to-pile-is-silent", "ostium.area.to-pile-is-no-discard")
def test_for_one_crystal_a_warrior_of_the_zone_goes_to_the_pile_in_silence(table: Any, creature: Any) -> None:
    loud = creature("z", "crystal", "arrow>crystal", cost=9, skull=["damage"])
    play = table(area(1, warriors=[[creature("w"), None, loud], [None, creature("v"), None]]))
    assert play.offers("summon_to_discard") == [{"card": "z"}]
    assert play.refused("summon_to_discard", card="w") == (S + "to-pile-from-the-zone-only", S + "zone-to-pile")
    play.do("summon_to_discard", card="z")
    assert play.player("A", "discard") == ["z"]
    assert [event["type"] for event in play.events] == ["crystals", "left"]
    assert play.told("left") == [{"card": "z", "player": "A", "to": "discard"}]
    assert "pending" not in play.status
    assert "ostium.summon.cost-in-full" in table(area(0, warriors=[[None, None, loud], [None] * 3])).refused(
        "summon_to_discard", card="z"
    )


@pytest.mark.clause(S + "zone-to-board")
def test_a_warrior_of_the_zone_costs_its_price_on_the_board(table: Any, creature: Any) -> None:
    play = table(area(2, warriors=[[None, None, creature("z", "crystal", cost=2)], [None] * 3]))
    play.do("summon", card="z", from_="warriors", slot="D0")
    assert play.player("A", "defense") == ["z", None, None]
    assert play.player("A", "crystals", 0) == 0


@pytest.mark.clause("ostium.area.primordial-stack", "ostium.area.no-primordials-left")
def test_primordials_leave_the_stack_with_ids_of_their_own(table: Any) -> None:
    play = table(area(3, primordials=2, primordial_cost=1))
    play.do("summon", card="primordial", from_="primordials", slot="A0")
    play.do("summon", card="primordial", from_="primordials", slot="A1")
    assert play.player("A", "attack") == ["p1", "p2", None]
    assert play.now["players"]["A"]["attack"][0] == {
        "id": "p1", "kind": "primordial", "cost": 1, "main": ["double_arrow"],
    }  # fmt: skip  # one card, one line
    assert play.area("primordials") is None
    assert "ostium.area.no-primordials-left" in play.refused(
        "summon", card="primordial", from_="primordials", slot="A2"
    )


@pytest.mark.clause("ostium.area.sovereign-replaced-when-summoned", "ostium.area.two-sovereigns")
def test_the_next_sovereign_lies_open_at_once(table: Any, creature: Any) -> None:
    crowns = [creature(name, "crystal", kind="sovereign", cost=2) for name in ("s1", "s2", "s3")]
    play = table(area(4, sovereigns=crowns[:2], sovereign_deck=crowns[2:]))
    play.do("summon", card="s1", from_="sovereigns", slot="A0")
    assert play.area("sovereigns") == ["s2", "s3"]
    assert "ostium.area.sovereign-replaced-when-summoned" in play.cited()
    play.do("summon", card="s3", from_="sovereigns", slot="A1")
    assert play.area("sovereigns") == ["s2"]


@pytest.mark.clause(S + "actives-at-summoning", "ostium.turn.only-on-turn", "ostium.turn.two-phases")
def test_nothing_is_summoned_out_of_turn_or_out_of_development(table: Any, creature: Any) -> None:
    position = hand(creature("x"))
    assert "ostium.turn.only-on-turn" in table(position).refused("summon", card="x", from_="hand", slot="A0", on="B")
    attacking = table({**position, "phase": "attack"})
    assert "ostium.turn.two-phases" in attacking.refused("summon", card="x", from_="hand", slot="A0")


def test_the_board_of_b_is_filled_by_b(table: Any, creature: Any) -> None:
    play = table({"active": "B", "players": {"B": {"hand": [creature("x", "crystal")]}}})
    play.do("summon", card="x", from_="hand", slot="A0")
    assert play.player("B", "attack") == ["x", None, None]
    assert play.told("summoned") == [{"card": "x", "slot": "B.A0"}]
    assert play.told("crystals") == [{"player": "B", "change": 1}]
