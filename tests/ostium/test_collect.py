"""The collection: whose cards come first, in which order they go to the pile, and what their skulls do."""

from typing import Any

import pytest

C = "ostium.collect."


def ended(creature: Any, b: list[Any], a: list[Any] | None = None, **more: Any) -> dict[str, Any]:
    """A's attack phase with nothing left to do; the creatures of the attack rows lie turned."""

    def row(cards: list[Any]) -> list[Any]:
        turned = [card and {**card, "rotated": True} for card in cards]
        return [*turned, *[None] * (3 - len(turned))]

    players = {"A": {"attack": row(a or [])}, "B": {"attack": row(b)}}
    for seat in "AB":
        players[seat] |= more.pop(seat, {})
    return {"phase": "attack", "players": players, **more}


@pytest.mark.clause(C + "own-order", C + "onto-own-pile", C + "each-collects-own", C + "the-others-stay")
def test_each_says_in_which_order_the_own_cards_go_to_the_pile(table: Any, creature: Any) -> None:
    b = [creature("x"), creature("y"), creature("z")]
    play = table(
        ended(creature, b, [creature("a")], B={"defense": [creature("d"), None, None], "discard": [creature("o")]})
    )
    play.do("end_attack")
    assert (play.status["phase"], play.status["toAct"]) == ("collect", ["B"])
    assert play.status["pending"] == [{"kind": "collect", "owner": "B", "targets": ["x", "y", "z"]}]
    assert play.refused("collect", card="a") == (C + "each-collects-own", C + "own-order")
    assert play.refused("collect", card="x", on="A") == ()
    play.do("collect", card="y")
    assert play.told("left") == [{"card": "y", "player": "B", "to": "discard"}]
    assert play.offers("collect") == [{"card": "x"}, {"card": "z"}]
    play.do("collect", card="z")
    assert (play.player("B", "discard"), play.player("A", "discard")) == (["o", "y", "z", "x"], None)
    assert [one["card"] for one in play.told("left")] == ["z", "x", "a"]
    assert play.player("B", "defense") == ["d", None, None]
    assert play.player("A", "hand") == ["a"]  # the deck was empty, so its pile was turned over
    assert play.status["toAct"] == ["B"]


@pytest.mark.clause(C + "all-skulls", C + "skull-with-its-card", "ostium.charge.skull-when-placed")
def test_a_skull_works_when_its_card_is_placed_and_a_single_target_is_no_choice(table: Any, creature: Any) -> None:
    x = creature("x", skull=["rebuild:2", "crystal"])
    play = table(ended(creature, [x, creature("y")], B={"gates": [0, 5, 5]})).do("end_attack")
    play.do("collect", card="x")
    assert play.player("B", "gates") == [2, 5, 5]
    assert [event["type"] for event in play.events] == ["left", "crystals", "gate", "left", "crystals"]
    assert play.player("B", "crystals") is None  # gained in the other's turn: lost with it
    assert play.player("B", "discard") == ["x", "y"]


def test_a_skull_with_several_targets_waits_for_its_owner(table: Any, creature: Any) -> None:
    play = table(ended(creature, [creature("x", skull=["damage:4"])])).do("end_attack")
    assert (play.status["toAct"], play.waits) == (["B"], ["B damage x"])
    assert play.status["pending"][0]["optional"] is False
    assert C + "all-skulls" in play.refused("decline", source="x", ability="damage")
    play.do("use", source="x", ability="damage", target="A.G1")
    assert play.player("A", "gates") == [15, 11, 15]
    assert play.status["phase"] == "development"


def test_a_draw_behind_a_skull_is_announced_and_serves_its_owner(table: Any, creature: Any) -> None:
    play = table(ended(creature, [creature("x", skull=["draw"])], B={"deck": [creature("k")]})).do("end_attack")
    assert play.waits == ["B draw x"]
    play.do("use", source="x", ability="draw")
    assert play.player("B", "hand") == ["k"]


@pytest.mark.parametrize("reading", ["must", "may"])
def test_a_skull_may_be_left_as_the_question_is_read(table: Any, creature: Any, reading: str) -> None:
    sovereign = creature("s", kind="sovereign")
    position = ended(creature, [creature("x", skull=["out_of_play"])], B={"hand": [sovereign]})
    play = table(position, skull_compulsory=reading).do("end_attack")
    assert [one["target"] for one in play.offers("use")] == ["x", "s"]
    if reading == "must":
        assert C + "all-skulls" in play.refused("decline", source="x", ability="out_of_play")
    else:
        play.do("decline", source="x", ability="out_of_play")
        assert play.player("B", "hand") == ["s"]


@pytest.mark.parametrize(("reading", "removable"), [("each", ["x"]), ("after-all", ["x", "y"])])
def test_a_skull_works_before_the_next_card_as_the_question_is_read(
    table: Any, creature: Any, reading: str, removable: list[str]
) -> None:
    position = ended(creature, [creature("x", skull=["out_of_play"]), creature("y")])
    position["players"]["B"]["hand"] = [creature("h")]
    play = table(position, skull_time=reading).do("end_attack").do("collect", card="x")
    assert play.waits == ["B out_of_play x"]
    assert [one["target"] for one in play.offers("use")] == [*removable, "h"]
    play.do("use", source="x", ability="out_of_play", target=removable[-1])
    assert play.area("out_of_play") == [removable[-1]]


DAMAGE, REPAIR = ["damage"], ["repair"]


def two_and_one(creature: Any) -> dict[str, Any]:
    """B has two skulls, A one; A's damage would end the game on B's last gate, B's second skull repairs it."""
    b = [creature("b1", skull=["damage"]), creature("b2", skull=["repair:3"])]
    return ended(creature, b, [creature("a1", skull=["damage"])], B={"gates": [1, 0, 0]})


def test_all_of_the_defenders_skulls_come_first(table: Any, creature: Any) -> None:
    play = table(two_and_one(creature)).do("end_attack").do("collect", card="b1")
    play.do("use", source="b1", ability="damage", target="A.G0")
    assert play.status["phase"] == "development"
    assert play.player("B", "gates") == [3, 0, 0]
    assert [one["card"] for one in play.told("left")] == ["b2", "a1"]


def test_single_skulls_alternate_where_the_question_is_read_so(table: Any, creature: Any) -> None:
    play = table(two_and_one(creature), priority="alternate").do("end_attack").do("collect", card="b1")
    play.do("use", source="b1", ability="damage", target="A.G0")
    assert play.status["outcome"] == {"winner": "A"}
    assert play.player("B", "attack") == [None, "b2'", None]


def test_alternating_passes_over_cards_without_a_skull(table: Any, creature: Any) -> None:
    b = [creature("b1"), creature("b2", skull=["draw"]), creature("b3", skull=["draw"])]
    position = ended(creature, b, [creature("a1", skull=["draw"]), creature("a2")])
    for seat in "AB":
        position["players"][seat]["deck"] = [creature(f"{seat}{number}") for number in range(3)]
    play = table(position, priority="alternate").do("end_attack")
    assert play.status["toAct"] == ["B"]
    play.do("collect", card="b1")
    assert play.status["toAct"] == ["B"]
    play.do("collect", card="b2").do("use", source="b2", ability="draw")
    assert play.status["pending"] == [{"kind": "collect", "owner": "A", "targets": ["a1", "a2"]}]
    play.do("collect", card="a1").do("use", source="a1", ability="draw")
    assert play.waits == ["B draw b3", "A collect"]


def test_where_nothing_conflicts_the_order_is_free_if_the_question_is_read_so(table: Any, creature: Any) -> None:
    b, a = [creature("b1", skull=["draw"]), creature("b2")], [creature("a1"), creature("a2")]
    free = table(ended(creature, b, a), priority="conflict-only").do("end_attack")
    assert free.status["toAct"] == ["B", "A"]
    free.do("collect", card="a2", on="A")
    assert free.player("A", "discard") == ["a2", "a1"]
    assert free.status["toAct"] == ["B"]
    for skull, acting in (("draw", ["B", "A"]), ("out_of_play", ["B", "A"]), ("damage", ["B"]), ("remove", ["B"])):
        b, a = [creature("b1", skull=["draw"]), creature("b2")], [creature("a1", skull=[skull]), creature("a2")]
        assert table(ended(creature, b, a), priority="conflict-only").do("end_attack").status["toAct"] == acting
        assert table(ended(creature, b, a)).do("end_attack").status["toAct"] == ["B"]


@pytest.mark.parametrize("time", ["each", "after-all"])
def test_skulls_without_conflict_are_used_in_any_order_each_by_its_owner(table: Any, creature: Any, time: str) -> None:
    decks: dict[str, Any] = {seat: {"deck": [creature(f"{seat}{place}") for place in range(9)]} for seat in "AB"}
    b, a = [creature("b1", skull=["draw"])], [creature("a1", skull=["draw", "repair"])]
    play = table(ended(creature, b, a, **decks), priority="conflict-only", skull_time=time).do("end_attack")
    assert (play.status["toAct"], play.waits) == (["B", "A"], ["B draw b1", "A draw a1", "A repair a1"])
    assert [one["source"] for one in play.offers("use", on="A")] == ["a1"] * 4
    assert play.refused("use", source="a1", ability="draw", on="B") == ()
    assert play.refused("use", source="b1", ability="draw", on="A") == ()
    play.do("use", source="a1", ability="draw", on="A")
    assert play.waits == ["B draw b1", "A repair a1"]
    play.do("use", source="b1", ability="draw", on="B")
    assert play.status["toAct"] == ["A"]


def test_one_player_collects_while_the_others_skull_waits_where_nothing_conflicts(table: Any, creature: Any) -> None:
    b, a = [creature("b1", skull=["draw"])], [creature("a1"), creature("a2")]
    play = table(ended(creature, b, a, B={"deck": [creature("k")]}), priority="conflict-only").do("end_attack")
    assert (play.status["toAct"], play.waits) == (["B", "A"], ["B draw b1", "A collect"])
    play.do("collect", card="a2", on="A")
    assert (play.player("A", "discard"), play.waits) == (["a2", "a1"], ["B draw b1"])


@pytest.mark.clause(C + "all-skulls")
def test_the_rest_of_a_value_is_compulsory_as_long_as_something_is_left_to_choose(table: Any, creature: Any) -> None:
    lying: dict[str, Any] = {"B": {"discard": [creature("x"), creature("y")]}}
    ending = ended(creature, [creature("b", skull=["out_of_play:3"])], **lying)
    play = table(ending).do("end_attack").do("use", source="b", ability="out_of_play", target="x")
    assert C + "all-skulls" in play.refused("decline", source="b", ability="out_of_play")
    play.do("use", source="b", ability="out_of_play", target="b")
    assert play.area("out_of_play") == ["x", "b", "y"]  # the one that was left followed by itself
    play = (
        table(ending, skull_compulsory="may").do("end_attack").do("use", source="b", ability="out_of_play", target="x")
    )
    play.do("decline", source="b", ability="out_of_play")
    assert play.area("out_of_play") == ["x"]


@pytest.mark.clause("ostium.abilities.rebuilt-at-one")
def test_the_last_gate_that_a_compulsory_rebuild_can_mean_follows_by_itself(table: Any, creature: Any) -> None:
    ending = ended(creature, [creature("b", skull=["rebuild:2"])], B={"gates": [0, 0, 5]})
    play = table(ending, rebuild_value="gates").do("end_attack").do("use", source="b", ability="rebuild", target="B.G0")
    assert play.player("B", "gates") == [1, 1, 5]


@pytest.mark.parametrize("priority", ["all-first", "alternate"])
def test_skulls_after_all_cards_come_in_the_order_of_priority(table: Any, creature: Any, priority: str) -> None:
    b = [creature("b1", skull=["damage"]), creature("b2", skull=["damage"])]
    play = table(ended(creature, b, [creature("a1", skull=["damage"])]), skull_time="after-all", priority=priority)
    play.do("end_attack").do("collect", card="b2")
    assert play.waits == ["B damage b2", "B damage b1", "A damage a1"]
    play.do("use", source="b1", ability="damage", target="A.G0")
    rest = ["B damage b2", "A damage a1"]
    assert play.waits == (rest if priority == "all-first" else rest[::-1])
    play.do(
        "use", source=play.waits[0].split()[2], ability="damage", target=("A.G0" if priority == "all-first" else "B.G0")
    )
    assert len(play.waits) == 1


@pytest.mark.parametrize(("reading", "targets"), [("legal", ["a1", "a2"]), ("standing-only", ["a2"])])
def test_a_skulls_dagger_takes_turned_cards_as_the_question_is_read(
    table: Any, creature: Any, reading: str, targets: list[str]
) -> None:
    position = ended(creature, [creature("x", skull=["remove"])], [creature("a1", skull=["damage"])])
    position["players"]["A"]["defense"] = [creature("a2"), None, None]
    position["charge"] = {"resolved": ["A0"]}
    play = table(position, turned_target=reading).do("end_attack")
    if reading == "legal":
        assert [one["target"] for one in play.offers("use")] == targets
        play.do("use", source="x", ability="remove", target="a1")
        assert play.player("A", "discard") is None  # turned over for the draw that ends the turn
        assert play.player("A", "hand") == ["a1"]
        assert play.player("B", "gates") is None
        assert "ostium.abilities.removed-without-skull" in play.cited() or play.events
    else:
        assert play.waits == ["A damage a1"]


def late(creature: Any) -> dict[str, Any]:
    """B's skull fells A.G0; A.D0 has a skull with damage:3, and B.G2 stands at 3."""
    position = ended(
        creature,
        [creature("x", skull=["damage"])],
        A={"gates": [1, 9, 9], "defense": [creature("d", skull=["damage:3"]), None, None]},
    )
    position["players"]["B"]["gates"] = [9, 9, 3]
    return position


@pytest.mark.clause(C + "late-wave", C + "skulls-can-fell-gates", C + "both-may-lose-gates")
def test_a_late_wave_is_collected_with_its_skulls(table: Any, creature: Any) -> None:
    play = table(late(creature)).do("end_attack").do("use", source="x", ability="damage", target="A.G0")
    assert play.told("defeated") == [{"slot": "A.D0", "by": "wave"}]
    assert play.waits == ["A damage d"]
    play.do("use", source="d", ability="damage", target="B.G2")
    assert play.player("B", "gates") == [9, 9, 0]


@pytest.mark.parametrize("reading", ["next-attack-phase", "now-silent"])
def test_a_late_wave_waits_or_is_silent_where_the_question_is_read_so(table: Any, creature: Any, reading: str) -> None:
    play = table(late(creature), late_wave=reading).do("end_attack")
    play.do("use", source="x", ability="damage", target="A.G0")
    assert (play.status["phase"], play.status["toAct"]) == ("development", ["B"])
    assert play.player("B", "gates") == [9, 9, 3]
    if reading == "now-silent":
        assert play.player("A", "hand") == ["d"]
        assert C + "late-wave" in play.cited()
        return
    assert play.player("A", "defense") == ["d'", None, None]
    play.do("end_development").do("end_attack")
    assert play.waits == ["A damage d"]


def in_development(creature: Any) -> dict[str, Any]:
    """A's development: a damage ability in hand, B.G0 about to fall with a skull behind it."""
    b = {"gates": [1, 15, 15], "defense": [creature("d", skull=["rebuild"]), None, None]}
    return {"players": {"A": {"hand": [creature("x", "damage")]}, "B": b}}


@pytest.mark.clause(C + "development-wave-waits", "ostium.gates.falls-in-development-too")
@pytest.mark.parametrize(("reading", "gate"), [("at-collection", 0), ("at-once", 1)])
def test_a_wave_of_development_is_collected_after_the_attacks_and_its_skulls_as_the_question_is_read(
    table: Any, creature: Any, reading: str, gate: int
) -> None:
    play = table(in_development(creature), development_skulls=reading)
    play.do("summon", card="x", from_="hand", slot="A1").do("use", source="x", ability="damage", target="B.G0")
    assert play.player("B", "gates")[0] == gate
    assert play.player("B", "defense") == ["d'", None, None]
    play.do("end_development").do("attack", attacker="A1").do("end_attack")
    assert play.player("B", "gates")[0] == 1
    assert play.player("B", "discard") == ["d"]


def test_a_skull_with_a_choice_at_once_is_its_owners_before_anything_else(table: Any, creature: Any) -> None:
    position = in_development(creature)
    position["players"]["B"]["defense"][0]["skull"] = ["damage"]
    position["players"]["A"]["hand"][0]["main"] = ["damage", "repair"]
    play = table(position, development_skulls="at-once").do("summon", card="x", from_="hand", slot="A1")
    play.do("use", source="x", ability="damage", target="B.G0")
    assert (play.status["toAct"], play.waits) == (["B"], ["B damage d", "A repair x"])
    assert play.now["used"] == [{"card": "d", "domain": "skull"}]
    play.do("use", source="d", ability="damage", target="A.G2")
    assert play.status["toAct"] == ["A"]


def test_nothing_is_collected_once_the_game_is_over(table: Any, creature: Any) -> None:
    position = ended(creature, [creature("x", skull=["damage"]), creature("y")], A={"gates": [1, 0, 0]})
    play = table(position).do("end_attack").do("collect", card="x")
    assert play.status == {"terminal": True, "toAct": [], "phase": "over", "outcome": {"winner": "B"}}
    assert play.player("B", "attack") == [None, "y'", None]
    assert play.now.get("pending") is None
