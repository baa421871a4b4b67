"""Drawing, turning the pile over, and what the limit of five bounds."""

from typing import Any

import pytest

D = "ostium.draw."


def cards(names: str, creature: Any) -> list[Any]:
    return [creature(name) for name in names.split()]


def ending(creature: Any, hand: str = "", deck: str = "", discard: str = "", **more: Any) -> dict[str, Any]:
    """A's attack phase with nothing left to do."""
    piles = {"hand": cards(hand, creature), "deck": cards(deck, creature), "discard": cards(discard, creature)}
    return {"phase": "attack", "turn": 3, "players": {"A": piles}, **more}


@pytest.mark.clause(D + "up-to-five", D + "kept-cards-count", D + "from-the-top", D + "only-whose-turn-ends")
@pytest.mark.parametrize(
    ("hand", "deck", "held", "left"),
    [
        ("", "a b c d e f", "a b c d e", "f"),
        ("x y", "a b c d", "x y a b c", "d"),
        ("v w x y z", "a", "v w x y z", "a"),
        ("u v w x y z", "a", "u v w x y z", "a"),
        ("", "a b", "a b", ""),
    ],
)
def test_the_hand_is_filled_up_to_five(table: Any, creature: Any, hand: str, deck: str, held: str, left: str) -> None:
    position = ending(creature, hand, deck)
    position["players"]["B"] = {"deck": cards("q", creature)}
    play = table(position)
    play.do("end_attack")
    assert play.player("A", "hand") == held.split()
    assert (play.player("A", "deck") or []) == left.split()
    assert play.player("B", "hand") is None
    drawn = len(held.split()) - len(hand.split())
    assert play.told("drew") == ([{"player": "A", "count": drawn}] if drawn else [])


@pytest.mark.clause(D + "pile-becomes-deck", D + "turned-over", D + "unshuffled", D + "as-many-as-there-are")
def test_the_pile_is_turned_over_so_that_its_oldest_card_is_drawn_first(table: Any, creature: Any) -> None:
    play = table(ending(creature, "x y", "a", "p q r")).do("end_attack")
    assert play.player("A", "hand") == ["x", "y", "a", "p", "q"]
    assert (play.player("A", "deck"), play.player("A", "discard")) == (["r"], None)
    assert play.told("turned_over") == [{"player": "A"}]
    assert play.told("drew") == [{"player": "A", "count": 3}]
    assert {D + "turned-over", D + "unshuffled"} <= play.cited()
    few = table(ending(creature, "", "a", "p")).do("end_attack")
    assert few.player("A", "hand") == ["a", "p"]
    assert D + "as-many-as-there-are" in few.cited()


@pytest.mark.parametrize(
    ("reading", "deck", "pile"), [("when-needed", None, ["p", "q"]), ("when-empty", ["p", "q"], None)]
)
def test_the_pile_is_turned_over_when_the_question_says(
    table: Any, creature: Any, reading: str, deck: Any, pile: Any
) -> None:
    play = table(ending(creature, "w x y z", "a", "p q"), turn_over_time=reading).do("end_attack")
    assert play.player("A", "hand") == ["w", "x", "y", "z", "a"]
    assert (play.player("A", "deck"), play.player("A", "discard")) == (deck, pile)


@pytest.mark.parametrize(("reading", "turn", "held"), [
    ("refills", 1, ["a", "b"]), ("none", 1, None), ("none", 2, ["a", "b"]), ("none", 3, ["a", "b"]),
])  # fmt: skip  # a table
def test_the_first_turn_ends_as_the_question_is_read(
    table: Any, creature: Any, reading: str, turn: int, held: Any
) -> None:
    play = table(ending(creature, "", "a b") | {"turn": turn}, first_turn=reading).do("end_attack")
    assert play.player("A", "hand") == held


def drawing(creature: Any, *main: str, **piles: str) -> dict[str, Any]:
    own = {name: cards(names, creature) for name, names in piles.items()}
    own["hand"] = [*own.get("hand", []), creature("x", *main)]
    return {"players": {"A": own}}


@pytest.mark.clause("ostium.abilities.draw", "ostium.abilities.draw-value", D + "also-for-abilities")
@pytest.mark.parametrize(("reading", "waits"), [("every-draw", ["A draw x"]), ("end-only", [])])
def test_an_ability_turns_the_pile_over_as_the_question_is_read(
    table: Any, creature: Any, reading: str, waits: list[str]
) -> None:
    play = table(drawing(creature, "draw", discard="p q"), ability_turns_over=reading)
    play.do("summon", card="x", from_="hand", slot="A0")
    assert play.waits == waits
    assert play.told("void") == ([] if waits else [{"source": "x", "ability": "draw"}])
    if waits:
        play.do("use", source="x", ability="draw")
        assert (play.player("A", "hand"), play.player("A", "deck")) == (["p"], ["q"])
        assert D + "also-for-abilities" in play.cited()


@pytest.mark.clause("ostium.abilities.draw-value", D + "also-for-abilities", D + "as-many-as-there-are")
@pytest.mark.parametrize(
    ("deck", "discard", "held", "left"),
    [("a b c d", "", "a b c", "d"), ("a b", "", "a b", ""), ("a", "p q r", "a p q", "r")],
)
def test_a_draw_with_a_number_draws_so_many_at_once_as_far_as_it_goes(
    table: Any, creature: Any, deck: str, discard: str, held: str, left: str
) -> None:
    play = table(drawing(creature, "draw:3", deck=deck, discard=discard))
    play.do("summon", card="x", from_="hand", slot="A0")
    assert play.status["pending"][0]["value"] == 3
    play.do("use", source="x", ability="draw")
    assert (play.player("A", "hand"), play.player("A", "deck") or []) == (held.split(), left.split())
    assert play.told("drew") == [{"player": "A", "count": len(held.split())}]
    assert "pending" not in play.status


def test_a_limit_that_binds_abilities_cuts_off_what_a_number_would_draw(table: Any, creature: Any) -> None:
    play = table(drawing(creature, "draw:3", hand="s t u", deck="a b c"), hand_limit="ability-too")
    play.do("summon", card="x", from_="hand", slot="A0").do("use", source="x", ability="draw")
    assert play.player("A", "hand") == ["s", "t", "u", "a", "b"]


@pytest.mark.clause("ostium.setup.other-draws-five", "ostium.setup.hand-is-drawn-from-own-deck")
@pytest.mark.parametrize(("drawn", "held"), [(False, "a b c d e"), (True, "")])
def test_a_first_hand_that_is_not_drawn_yet_is_drawn_when_the_own_turn_begins(
    table: Any, creature: Any, drawn: bool, held: str
) -> None:
    position = ending(creature)
    position["players"]["B"] = {"deck": cards("a b c d e f", creature), "opening_drawn": drawn}
    play = table(position).do("end_attack")
    assert play.player("B", "hand") == (held.split() or None)
    assert play.player("B", "opening_drawn") is None


@pytest.mark.clause(D + "hand-limit")
@pytest.mark.parametrize(
    ("reading", "waits", "held", "end"),
    [
        ("refill-only", ["A draw x"], 6, 6),
        ("ability-too", [], 5, 5),
        ("discard-down", ["A draw x"], 6, 5),
    ],
)
def test_the_limit_bounds_what_the_question_says(
    table: Any, creature: Any, reading: str, waits: list[str], held: int, end: int
) -> None:
    play = table(drawing(creature, "draw", hand="a b c d e", deck="k"), hand_limit=reading)
    play.do("summon", card="x", from_="hand", slot="D0")
    assert play.waits == waits
    if waits:
        play.do("use", source="x", ability="draw")
    assert len(play.player("A", "hand")) == held
    play.do("end_development").do("end_attack")
    if reading == "discard-down":
        assert play.waits == ["A discard"]
        assert [one["card"] for one in play.offers("discard")] == ["a", "b", "c", "d", "e", "k"]
        assert play.refused("end_development") != ()
        play.do("discard", card="c")
    assert len(play.player("A", "hand")) == end
    assert play.status["toAct"] == ["B"]


def test_an_arrow_works_when_a_card_above_the_limit_is_discarded(table: Any, creature: Any) -> None:
    hand = [creature("x", "arrow>damage"), *cards("a b c d e", creature)]
    play = table({"phase": "attack", "players": {"A": {"hand": hand}}}, hand_limit="discard-down").do("end_attack")
    play.do("discard", card="x").do("use", source="x", ability="damage", target="B.G0")
    assert play.player("B", "gates") == [14, 15, 15]
    assert play.status["toAct"] == ["B"]
