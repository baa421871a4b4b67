"""How a game begins: decks by their marks, first hands, and what lies open."""

from typing import Any

import pytest

from ruleproof.engine.chance import Chance
from ruleproof.engine.dealing import deal, dealing, settle
from ruleproof.engine.game import PositionFault
from ruleproof.engine.ostium.game import GAME
from ruleproof.engine.ostium.printed import printed

S = "ostium.setup."


def begin(seed: int = 1, **readings: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    dealt = deal(GAME, seed, readings)
    return GAME.dump(dealt.state), [GAME.write_event(event) for event in dealt.events]


@pytest.mark.clause(
    S + "first-deck", S + "second-deck", S + "third-deck-unused", S + "starter-draws-three", S + "other-draws-five",
    S + "hand-is-drawn-from-own-deck",
)  # fmt: skip  # a list of names reads best as a block
def test_each_begins_with_the_familiars_of_the_own_mark(table: Any) -> None:
    position, events = begin()
    for seat, starter, count in (("A", 1, 3), ("B", 2, 5)):
        player = position["players"][seat]
        held = {card["id"] for card in player["hand"] + player["deck"]}
        assert held == {name for name, card in printed().items() if card.get("starter") == starter}
        assert (len(player["hand"]), len(player["deck"])) == (count, 10 - count)
    assert [(event["player"], event["count"]) for event in events[:2]] == [("A", 3), ("B", 5)]


@pytest.mark.clause(
    S + "three-gates", S + "gates-begin-full", S + "primordials-stacked", S + "two-sovereigns-open",
    S + "warriors-dealt", S + "boards-begin-empty", "ostium.turn.starter-first",
)  # fmt: skip  # a list of names reads best as a block
def test_the_table_is_laid_and_the_first_turn_is_the_starters() -> None:
    position, events = begin()
    area = position["area"]
    assert [len(row) for row in area["warriors"]] == [3, 3]
    assert all(card["kind"] == "warrior" for row in area["warriors"] for card in row)
    assert (len(area["warrior_deck"]), len(area["sovereigns"]), len(area["sovereign_deck"])) == (44, 2, 8)
    assert area["primordials"] == 8
    assert "active" not in position
    assert "phase" not in position
    assert set(position["players"]["A"]) == {"hand", "deck"}  # gates at 15 and an empty board are the defaults
    assert {S + "two-sovereigns-open", S + "warriors-dealt"} <= {
        clause for event in events for clause in event["clauses"]
    }


@pytest.mark.clause(S + "decks-are-shuffled", S + "sovereigns-shuffled")
def test_the_same_seed_deals_the_same_game_and_another_another() -> None:
    assert begin(3) == begin(3)
    assert begin(3) != begin(4)


def test_sites_come_in_their_order_and_each_fixes_its_own_pile(creature: Any) -> None:
    state, seen = GAME.initial({}, "two-player", {}), []
    while (site := GAME.chance(state)) is not None:
        seen.append(site.site)
        state = GAME.apply(state, "", GAME.order(site.site, tuple(sorted(site.cards)))).state
    assert seen == ["deck:A", "deck:B", "sovereigns", "warriors"]
    hand = [card["id"] for card in GAME.dump(state)["players"]["A"]["hand"]]
    assert hand == sorted(name for name, card in printed().items() if card.get("starter") == 1)[:3]


def small(creature: Any, *more: Any) -> list[Any]:
    return [
        creature("a", kind="familiar", starter=1),
        creature("b", kind="familiar", starter=2),
        creature("w"),
        creature("s", kind="sovereign"),
        *more,
    ]


def test_no_chance_is_asked_for_where_fewer_than_two_cards_lie(creature: Any) -> None:
    state = GAME.initial({"cards": small(creature)}, "two-player", {})
    assert GAME.chance(state) is None
    position = GAME.dump(state)
    assert position["area"]["warriors"][0][0]["id"] == "w"
    assert [card["id"] for card in position["players"]["A"]["hand"]] == ["a"]
    assert settle(GAME, state, Chance(0)).state == state


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"card": []}, "with the option `cards`, not 'card'"),
        ({"cards": 1}, "a list of creatures"),
        ({"cards": "printed"}, "no set of cards is called 'printed'"),
    ],
)
def test_options_that_nobody_knows_are_answered(options: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        GAME.initial(options, "two-player", {})


def test_every_fault_of_the_cards_is_said_at_once(creature: Any) -> None:
    cards = small(creature, creature("a"), creature("f", kind="familiar"), creature("g", "flam"), "x")
    with pytest.raises(PositionFault) as found:
        GAME.initial({"cards": cards}, "two-player", {})
    assert [fault.where for fault in found.value.faults] == [
        "cards[4].id",
        "cards[5].starter",
        "cards[6].main[0]",
        "cards[7]",
    ]


def test_other_modes_are_not_dealt_yet() -> None:
    with pytest.raises(ValueError, match="solo is not modelled yet"):
        GAME.initial({}, "solo", {})


def test_the_stand_in_set_keeps_the_printed_counts() -> None:
    kinds = [card["kind"] for card in printed().values()]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {
        "familiar": 30,
        "warrior": 50,
        "primordial": 8,
        "sovereign": 10,
    }
    assert dealing(GAME) is GAME


@pytest.mark.clause("ostium.setup.starter-draws-three", "ostium.setup.other-draws-five")
@pytest.mark.parametrize("drawn", [False, True])
def test_from_a_position_before_the_first_turn_piles_are_shuffled_and_hands_drawn_that_are_not(
    table: Any, creature: Any, drawn: bool
) -> None:
    players = {
        seat: {"deck": [creature(f"{seat}{place}") for place in range(6)], "opening_drawn": drawn and seat == "B"}
        for seat in "AB"
    }
    play = table({"phase": "setup", "players": players})
    assert GAME.dump(play.state)["phase"] == "setup"
    for seat in "AB":
        assert play.status["pendingChance"]["site"] == f"deck:{seat}"
        play.do("chance", site=f"deck:{seat}", outcome=[f"{seat}{place}" for place in (5, 4, 3, 2, 1, 0)])
    assert (play.status["phase"], play.status["toAct"]) == ("development", ["A"])
    assert play.player("A", "hand") == ["A5", "A4", "A3"]
    assert play.player("B", "hand") == (None if drawn else ["B5", "B4", "B3", "B2", "B1"])
    assert all(play.now["players"][seat].get("opening_drawn", True) for seat in "AB")
