"""Synergy at a summoning: which side domains open, and what becomes of them."""

from typing import Any

import pytest

S = "ostium.synergy."


def own(**members: Any) -> dict[str, Any]:
    return {"players": {"A": members}}


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
