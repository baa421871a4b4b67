"""What each active ability does, and on what."""

from typing import Any

import pytest

A = "ostium.abilities."


def summoned(
    table: Any, creature: Any, *main: str, own: Any = None, foe: Any = None, clan: Any = None, **readings: Any
) -> Any:
    """A creature with this main domain is summoned to A.A0."""
    mine = {**(own or {}), "hand": [creature("x", *main, clan=clan), *(own or {}).get("hand", [])]}
    play = table({"players": {"A": mine, "B": foe or {}}}, **readings)
    return play.do("summon", card="x", from_="hand", slot="A0")


def use(play: Any, ability: str, target: str | None = None, source: str = "x") -> Any:
    return play.do("use", source=source, ability=ability, **({"target": target} if target else {}))


@pytest.mark.clause(A + "repair", A + "repair-value", A + "repair-stops-at-the-limit", A + "repair-ones-own")
@pytest.mark.parametrize(
    ("ability", "before", "after"),
    [("repair", 11, 12), ("repair:2", 11, 13), ("repair:9", 11, None), ("repair", 15, None)],
)
def test_a_repair_raises_an_own_standing_gate_up_to_fifteen(
    table: Any, creature: Any, ability: str, before: int, after: int | None
) -> None:
    play = summoned(table, creature, ability, own={"gates": [before, 15, 15]})
    assert A + "repair-ones-own" in play.refused("use", source="x", ability="repair", target="B.G0")
    use(play, "repair", "A.G0")
    assert play.player("A", "gates") == (None if after is None else [after, 15, 15])
    assert bool(play.told("gate")) is (before != 15)


@pytest.mark.clause(A + "repair-not-the-destroyed")
def test_a_destroyed_gate_is_not_repaired(table: Any, creature: Any) -> None:
    play = summoned(table, creature, "repair", own={"gates": [0, 3, 4]})
    assert [one["target"] for one in play.offers("use")] == ["A.G1", "A.G2"]
    assert A + "repair-not-the-destroyed" in play.refused("use", source="x", ability="repair", target="A.G0")


@pytest.mark.clause(
    A + "rebuild", A + "rebuilt-at-one", A + "rebuild-only-the-destroyed", A + "rebuilt-can-be-repaired"
)
def test_a_rebuilt_gate_stands_at_one_and_can_be_repaired(table: Any, creature: Any) -> None:
    play = summoned(table, creature, "rebuild", "repair", own={"gates": [0, 15, 15]})
    assert A + "rebuild-only-the-destroyed" in play.refused("use", source="x", ability="rebuild", target="A.G1")
    use(play, "rebuild", "A.G0")
    assert play.told("gate") == [{"gate": "A.G0", "from": 0, "to": 1}]
    use(play, "repair", "A.G0")
    assert play.player("A", "gates") == [2, 15, 15]


@pytest.mark.parametrize(("reading", "gates", "waits"), [
    ("durability", [2, 0, 15], []), ("gates", [1, 0, 15], ["A rebuild x"]), ("ignored", [1, 0, 15], []),
])  # fmt: skip  # a table
def test_a_number_beside_rebuild_means_what_the_question_says(
    table: Any, creature: Any, reading: str, gates: list[int], waits: list[str]
) -> None:
    play = summoned(table, creature, "rebuild:2", own={"gates": [0, 0, 15]}, rebuild_value=reading)
    use(play, "rebuild", "A.G0")
    assert (play.player("A", "gates"), play.waits) == (gates, waits)
    if waits:
        use(play, "rebuild", "A.G1")
        assert play.player("A", "gates") == [1, 1, 15]


def test_without_a_destroyed_gate_a_rebuild_is_void(table: Any, creature: Any) -> None:
    play = summoned(table, creature, "rebuild")
    assert play.told("void") == [{"source": "x", "ability": "rebuild"}]
    assert play.waits == []


@pytest.mark.clause(A + "damage", A + "damage-value", A + "damage-to-an-opponents-gate")
def test_damage_hits_one_standing_gate_of_the_opponent(table: Any, creature: Any) -> None:
    play = summoned(table, creature, "damage:3", foe={"gates": [0, 9, 9]})
    assert [one["target"] for one in play.offers("use")] == ["B.G1", "B.G2"]
    assert A + "damage-to-an-opponents-gate" in play.refused("use", source="x", ability="damage", target="A.G1")
    assert "ostium.gates.destroyed-ignores-damage" in play.refused("use", source="x", ability="damage", target="B.G0")
    assert A + "damage" in play.refused("use", source="x", ability="damage")
    use(play, "damage", "B.G1")
    assert play.player("B", "gates") == [0, 6, 9]


@pytest.mark.clause(A + "damage-all", A + "damage-all-value", "ostium.gates.damage-ability-can-end-it")
def test_damage_all_hits_every_standing_gate_and_can_end_the_game(table: Any, creature: Any) -> None:
    play = summoned(table, creature, "damage_all:2", "damage", foe={"gates": [0, 9, 2]})
    assert A + "damage-all" in play.refused("use", source="x", ability="damage_all", target="B.G1")
    use(play, "damage_all")
    assert play.player("B", "gates") == [0, 7, 0]
    over = summoned(table, creature, "damage_all:2", "damage", foe={"gates": [0, 1, 2]})
    use(over, "damage_all")
    assert over.status["outcome"] == {"winner": "A"}
    assert "ostium.gates.damage-ability-can-end-it" in over.cited()
    assert over.now.get("pending") is None


@pytest.mark.clause("ostium.gates.wave-hits-attacker", "ostium.gates.wave-hits-owner-column")
@pytest.mark.parametrize(
    ("reading", "turned"),
    [
        ("active-player", ["B.A0", "B.D0", "A.A0"]),
        ("cause", ["B.A0", "B.D0", "A.A0"]),
        ("charge-only", ["B.A0", "B.D0"]),
    ],
)
def test_the_wave_of_an_ability_hits_the_attacker_that_the_question_names(
    table: Any, creature: Any, reading: str, turned: list[str]
) -> None:
    foe = {"gates": [1, 9, 9], "attack": [creature("b"), None, None], "defense": [creature("d"), None, None]}
    play = summoned(table, creature, "damage", foe=foe, wave_attacker=reading)
    use(play, "damage", "B.G0")
    assert [one["slot"] for one in play.told("defeated")] == turned
    assert play.player("B", "gate_lost") is True


@pytest.mark.parametrize(
    ("reading", "turned"), [("active-player", ["A.A0"]), ("cause", ["A.A0", "B.A0"]), ("charge-only", ["A.A0"])]
)
def test_the_wave_of_the_defenders_skull_hits_the_attacker_that_the_question_names(
    table: Any, creature: Any, reading: str, turned: list[str]
) -> None:
    attack = [creature("b"), {**creature("x", skull=["damage"]), "rotated": True}, None]
    position = {
        "phase": "attack",
        "players": {"A": {"gates": [1, 9, 9], "attack": [creature("a"), None, None]}, "B": {"attack": attack}},
        "charge": {"resolved": ["A0"]},
    }
    play = table(position, wave_attacker=reading).do("end_attack")
    use(play, "damage", "A.G0")
    assert [one["slot"] for one in play.told("defeated")] == turned


@pytest.mark.clause(A + "out-of-play", A + "out-of-play-from-pile-or-hand", A + "out-of-play-pile")
def test_out_of_play_takes_a_card_of_the_own_pile_or_hand(table: Any, creature: Any) -> None:
    own = {"hand": [creature("h")], "discard": [creature("p"), creature("q")], "deck": [creature("k")]}
    play = summoned(table, creature, "out_of_play:2", own=own, foe={"discard": [creature("f")]})
    assert [one["target"] for one in play.offers("use")] == ["p", "q", "h"]
    for wrong in ("k", "f", "x"):
        assert A + "out-of-play-from-pile-or-hand" in play.refused(
            "use", source="x", ability="out_of_play", target=wrong
        )
    use(play, "out_of_play", "p")
    assert play.told("left") == [{"card": "p", "player": "A", "to": "out_of_play"}]
    assert play.status["pending"][0]["value"] == 1
    use(play, "out_of_play", "h")
    assert (play.area("out_of_play"), play.player("A", "discard")) == (["p", "h"], ["q"])


def test_out_of_play_waits_for_a_card_that_a_draw_can_bring_and_is_void_without(table: Any, creature: Any) -> None:
    play = summoned(table, creature, "out_of_play", "draw", own={"deck": [creature("k")]})
    assert play.waits == ["A out_of_play x", "A draw x"]
    assert play.offers("use") == [{"source": "x", "ability": "draw"}]
    use(play, "draw")
    use(play, "out_of_play", "k")
    assert play.area("out_of_play") == ["k"]
    assert summoned(table, creature, "out_of_play").told("void") == [{"source": "x", "ability": "out_of_play"}]
    play = summoned(table, creature, "out_of_play", "draw")
    assert [one["ability"] for one in play.told("void")] == ["draw", "out_of_play"]
    assert play.waits == []


def test_a_draw_waits_for_a_card_that_a_clan_removal_can_bring_and_is_void_beside_others(
    table: Any, creature: Any
) -> None:
    own = {"hand": [creature("h")], "defense": [creature("d", clan="red"), None, None]}
    assert summoned(table, creature, "draw", "out_of_play", own=own).waits == ["A out_of_play x"]
    play = summoned(table, creature, "draw", "clan_removal", own=own)
    assert play.waits == ["A draw x", "A clan_removal x"]
    assert [one["ability"] for one in play.offers("use")] == ["clan_removal"] * 5
    use(play, "clan_removal", "red")
    use(play, "draw")
    assert "d" in play.player("A", "hand")


def test_where_the_limit_binds_draws_one_waits_for_the_room_that_out_of_play_can_make(
    table: Any, creature: Any
) -> None:
    own = {"hand": [creature(name) for name in "abcde"], "deck": [creature("k")]}
    play = summoned(table, creature, "draw", "out_of_play", own=own, hand_limit="ability-too")
    assert play.waits == ["A draw x", "A out_of_play x"]
    use(play, "out_of_play", "a")
    use(play, "draw")
    assert play.player("A", "hand") == ["b", "c", "d", "e", "k"]


@pytest.mark.clause(
    A + "remove", A + "removed-to-owners-pile", A + "removed-without-skull", A + "remove-spares-ones-own"
)
def test_the_dagger_takes_an_opposing_creature_without_its_skull(table: Any, creature: Any) -> None:
    foe = {"attack": [creature("b", skull=["damage"]), None, None], "defense": [creature("c"), None, None]}
    play = summoned(table, creature, "remove:2", own={"defense": [creature("o"), None, None]}, foe=foe)
    assert A + "remove-spares-ones-own" in play.refused("use", source="x", ability="remove", target="o")
    use(play, "remove", "b")
    assert play.told("left") == [{"card": "b", "player": "B", "to": "discard"}]
    assert (play.player("B", "discard"), play.player("B", "attack")) == (["b"], None)
    assert (play.waits, play.status["pending"][0]["value"]) == (["A remove x"], 1)
    play.do("decline", source="x", ability="remove")
    assert play.player("B", "defense") == ["c", None, None]


@pytest.mark.clause(A + "remove-value")
def test_without_a_second_creature_the_rest_of_a_dagger_is_void(table: Any, creature: Any) -> None:
    play = summoned(table, creature, "remove:2", foe={"attack": [creature("b"), None, None]})
    use(play, "remove", "b")
    assert play.told("void") == [{"source": "x", "ability": "remove"}]
    assert play.status == {"terminal": False, "toAct": ["A"], "phase": "development"}


def red(creature: Any, *names: str) -> list[Any]:
    return [*(creature(name, clan="red", skull=["damage"]) for name in names), *[None] * (3 - len(names))]


@pytest.mark.clause(
    A + "clan-removal", A + "clan-removal-all-players", A + "clan-removal-any-clan", A + "clan-removal-order"
)
def test_a_clan_is_removed_from_both_boards_and_each_orders_the_own_cards(table: Any, creature: Any) -> None:
    own, foe = (
        {"defense": red(creature, "a1", "a2")},
        {"attack": red(creature, "b1", "b2"), "defense": [creature("p", kind="primordial"), None, None]},
    )
    play = summoned(table, creature, "clan_removal", "repair", own=own, foe=foe, clan="blue")
    assert [one["target"] for one in play.offers("use") if one["ability"] == "clan_removal"] == [
        "red",
        "blue",
        "green",
        "yellow",
        "purple",
    ]
    assert A + "clan-removal-any-clan" in play.refused("use", source="x", ability="clan_removal", target="pink")
    use(play, "clan_removal", "red")
    assert play.waits == ["B order", "A order", "A repair x"]
    assert play.status["toAct"] == ["B", "A"]
    assert play.status["pending"][1] == {"kind": "order", "owner": "A", "targets": ["a1", "a2"]}
    play.refused("use", source="x", ability="repair", target="A.G0", on="A")
    play.do("collect", card="a2", on="A")
    assert play.player("A", "discard") == ["a2", "a1"]
    play.do("collect", card="b1")
    assert play.player("B", "discard") == ["b1", "b2"]
    assert play.player("B", "defense") == ["p", None, None]
    assert play.waits == ["A repair x"]


def test_a_single_card_of_a_clan_goes_by_itself_and_an_absent_clan_does_nothing(table: Any, creature: Any) -> None:
    play = summoned(table, creature, "clan_removal", foe={"attack": red(creature, "b1")})
    use(play, "clan_removal", "red")
    assert play.told("left") == [{"card": "b1", "player": "B", "to": "discard"}]
    assert use(summoned(table, creature, "clan_removal"), "clan_removal", "green").events == []


@pytest.mark.parametrize(("reading", "left"), [("goes-too", None), ("exempt", ["x", None, None])])
def test_the_source_of_a_clan_removal_goes_as_the_question_is_read(
    table: Any, creature: Any, reading: str, left: Any
) -> None:
    play = summoned(table, creature, "clan_removal", clan="red", clan_removal_source=reading)
    use(play, "clan_removal", "red")
    assert play.player("A", "attack") == left


@pytest.mark.clause("ostium.turn.abilities-may-be-left")
def test_an_ability_may_be_left_and_what_does_not_wait_is_refused(table: Any, creature: Any) -> None:
    play = summoned(table, creature, "damage")
    assert play.refused("use", source="x", ability="repair", target="A.G0") == ()
    assert play.refused("use", source="y", ability="damage", target="B.G0") == ()
    assert play.refused("decline", source="x", ability="draw") == ()
    assert play.offers("decline") == [{"source": "x", "ability": "damage"}]
    play.do("decline", source="x", ability="damage")
    assert play.events == []


def test_the_opponent_does_not_see_what_an_out_of_play_could_take(table: Any, creature: Any) -> None:
    from ruleproof.engine.ostium.game import GAME

    play = summoned(table, creature, "out_of_play", own={"hand": [creature("secret")]})
    assert GAME.observe(play.state, "A")["pending"][0]["targets"] == ["secret"]
    assert GAME.observe(play.state, "B")["pending"][0]["targets"] == 1
    assert "secret" not in str(GAME.observe(play.state, "B"))
