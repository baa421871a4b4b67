"""Discards, moves, swaps, recalls, and the side domains that a summoning opens."""

from typing import Any

import pytest

D, M, S = "ostium.discard.", "ostium.move.", "ostium.synergy."


def own(**members: Any) -> dict[str, Any]:
    return {"players": {"A": members}}


# Discards.


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


# Moving, swapping, recalling.


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


# What a summoning opens beside it.


@pytest.mark.clause(S + "sides-at-summoning", S + "newcomers-own-half", S + "neighbours-half", S + "both-sides")
def test_every_facing_half_works_and_no_other(table: Any, creature: Any) -> None:
    def of(name: str, clan: str, **sides: Any) -> Any:
        return creature(name, clan=clan, **sides)

    loud = {"left": ["crystal"], "right": ["crystal:3"]}
    row = [of("l", "red", **loud), None, of("r", "red", **loud)]
    play = table(
        own(
            hand=[of("x", "red", left=["crystal:10"], right=["crystal:20"])],
            attack=row,
            defense=[None, of("d", "red", **loud), None],
        )
    )
    play.do("summon", card="x", from_="hand", slot="A1")
    assert play.told("crystals") == [{"player": "A", "change": 10 + 20 + 3 + 1}]
    assert {S + "both-sides", S + "newcomers-own-half", S + "neighbours-half"} <= play.cited()


@pytest.mark.clause(S + "other-clan-opens-nothing", S + "horizontal-neighbours-only")
def test_another_clan_and_a_neighbour_above_open_nothing(table: Any, creature: Any) -> None:
    loud = {"left": ["crystal"], "right": ["crystal"]}
    row = [creature("l", clan="blue", **loud), None, None]
    below = [None, creature("d", clan="red", **loud), None]
    play = table(own(hand=[creature("x", clan="red", **loud)], attack=row, defense=below))
    play.do("summon", card="x", from_="hand", slot="A1")
    assert [event["type"] for event in play.events] == ["summoned"]


@pytest.mark.clause(S + "familiar-opens-others", S + "primordial-opens-sides")
@pytest.mark.parametrize("newcomer", [{"kind": "familiar", "clan": "red"}, {"kind": "primordial"}])
def test_a_familiar_and_a_primordial_open_the_side_that_faces_them(table: Any, creature: Any, newcomer: Any) -> None:
    card = {"id": "x", "main": ["double_arrow"] if newcomer["kind"] == "primordial" else [], **newcomer}
    row = [creature("l", clan="red", right=["crystal:2"]), None, None]
    play = table(own(hand=[card], attack=row)).do("summon", card="x", from_="hand", slot="A1")
    assert play.told("crystals") == [{"player": "A", "change": 2}]
    wanted = S + ("familiar-opens-others" if newcomer["kind"] == "familiar" else "primordial-opens-sides")
    assert wanted in play.cited()


def test_what_waits_stands_main_first_then_the_newcomers_halves_then_the_neighbours(table: Any, creature: Any) -> None:
    row = [creature("l", clan="red", right=["draw"]), None, creature("r", clan="red", left=["repair"])]
    newcomer = creature("x", "damage", clan="red", left=["remove"], right=["damage"])
    position = own(hand=[newcomer], attack=row, deck=[creature("k")])
    position["players"]["B"] = {"attack": [creature("b"), None, None]}
    play = table(position).do("summon", card="x", from_="hand", slot="A1")
    assert play.waits == ["A damage x", "A remove x", "A damage x", "A draw l", "A repair r"]
    assert {(one["domain"], one["target"]) for one in play.offers("use") if one["ability"] == "damage"} == {
        (domain, f"B.G{column}") for domain in ("main", "right") for column in range(3)
    }
    assert play.refused("use", source="x", ability="damage", target="B.G0") == ()
    play.do("use", source="x", ability="damage", domain="right", target="B.G0")
    assert play.waits == ["A damage x", "A remove x", "A draw l", "A repair r"]
    assert play.offers("decline")[0] == {"source": "x", "ability": "damage"}


@pytest.mark.clause(S + "anew-at-each-summoning")
@pytest.mark.parametrize(("reading", "drawn"), [("unlimited", 2), ("once-per-turn", 1)])
def test_a_side_domain_works_again_as_the_question_is_read(table: Any, creature: Any, reading: str, drawn: int) -> None:
    first, second = creature("y", "area", clan="red"), creature("z", clan="red")
    row = [creature("l", clan="red", right=["draw"]), None, None]
    deck = [creature("k1"), creature("k2")]
    play = table(own(hand=[first, second], attack=row, deck=deck), repeat=reading)
    play.do("summon", card="y", from_="hand", slot="A1").do("use", source="l", ability="draw").do("recall", card="y")
    play.do("summon", card="z", from_="hand", slot="A1")
    assert play.waits == (["A draw l"] if drawn == 2 else [])
    if drawn == 1:
        assert play.now["used"] == [{"card": "l", "domain": "right"}]


@pytest.mark.parametrize(("reading", "crystals"), [("unlimited", 2), ("once-per-turn", 1)])
def test_crystals_of_a_side_domain_come_again_as_the_question_is_read(
    table: Any, creature: Any, reading: str, crystals: int
) -> None:
    row = [None, creature("m", clan="red", left=["crystal"]), None]
    hand = [creature("y", "area", clan="red"), creature("z", clan="red")]
    play = table(own(hand=hand, attack=row), repeat=reading)
    play.do("summon", card="y", from_="hand", slot="A0").do("recall", card="y").do(
        "summon", card="z", from_="hand", slot="A0"
    )
    assert play.player("A", "crystals") == crystals


PRIMORDIAL = {"id": "p1", "kind": "primordial", "main": ["double_arrow"]}


@pytest.mark.parametrize(("reading", "crystals"), [("both", 3), ("one-clan", 2)])
def test_a_primordial_between_two_clans_opens_both_sides_as_the_question_is_read(
    table: Any, creature: Any, reading: str, crystals: int
) -> None:
    row = [creature("l", clan="red", right=["crystal"]), None, creature("r", clan="blue", left=["crystal:2"])]
    play = table(own(hand=[PRIMORDIAL], attack=row), primordial_between_clans=reading)
    play.do("summon", card="p1", from_="hand", slot="A1")
    assert play.player("A", "crystals") == crystals


def test_a_primordial_of_one_clan_closes_the_side_of_the_other(table: Any, creature: Any) -> None:
    row = [creature("l", clan="red", right=["damage"]), None, creature("r", clan="blue", left=["crystal:2", "repair"])]
    play = table(own(hand=[PRIMORDIAL], attack=row), primordial_between_clans="one-clan")
    play.do("summon", card="p1", from_="hand", slot="A1")
    assert play.waits == ["A damage l", "A crystal r", "A repair r"]
    chosen = table(play.now, primordial_between_clans="one-clan").do("use", source="r", ability="crystal")
    assert chosen.waits == ["A repair r"]
    assert chosen.told("void") == [{"source": "l", "ability": "damage"}]
    assert chosen.player("A", "crystals") == 2
    play.do("use", source="l", ability="damage", target="B.G0")
    assert play.waits == []
    assert play.player("A", "crystals") is None


@pytest.mark.parametrize("reading", ["both", "one-clan"])
def test_a_primordial_between_two_of_one_clan_opens_both_sides_either_way(
    table: Any, creature: Any, reading: str
) -> None:
    row = [creature("l", clan="red", right=["crystal"]), None, creature("r", clan="red", left=["crystal:2"])]
    play = table(own(hand=[PRIMORDIAL], attack=row), primordial_between_clans=reading)
    assert play.do("summon", card="p1", from_="hand", slot="A1").player("A", "crystals") == 3


@pytest.mark.parametrize(("reading", "left"), [("earned", ["A damage l"]), ("checked", [])])
def test_what_was_opened_outlasts_its_neighbour_as_the_question_is_read(
    table: Any, creature: Any, reading: str, left: list[str]
) -> None:
    newcomer = creature("x", "clan_removal", clan="red")
    row = [creature("l", clan="red", right=["damage"]), None, None]
    play = table(own(hand=[newcomer], attack=row), pending_abilities=reading)
    play.do("summon", card="x", from_="hand", slot="A1")
    assert play.waits == ["A clan_removal x", "A damage l"]
    play.do("use", source="x", ability="clan_removal", target="red").do("collect", card="l")
    assert play.waits == left
    assert play.told("void") == ([] if left else [{"source": "l", "ability": "damage"}])


@pytest.mark.parametrize(
    ("reading", "waits"), [("declared", ["A damage q"]), ("symbol", ["A damage q"]), ("clan-creature", [])]
)
def test_two_primordials_side_by_side_wake_each_other_as_the_question_is_read(
    table: Any, creature: Any, reading: str, waits: list[str]
) -> None:
    beside = {"id": "q", "kind": "primordial", "main": ["double_arrow"], "left": ["damage"]}
    play = table(own(hand=[PRIMORDIAL], attack=[None, beside, None]), two_primordials=reading)
    assert play.do("summon", card="p1", from_="hand", slot="A0").waits == waits
