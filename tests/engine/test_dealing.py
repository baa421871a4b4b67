"""What chance decides is played from a stream of choices; games that know no chance are left as they are."""

from typing import Any

from ruleproof.engine.chance import Chance
from ruleproof.engine.dealing import deal, dealing, settle
from ruleproof.engine.finding import game
from ruleproof.engine.open_game import OpenGame, OpenState

OSTIUM = game("ostium")


def test_a_game_that_can_be_dealt_is_told_from_one_that_begins_from_positions() -> None:
    rules: Any = object()
    assert dealing(OpenGame("open", OpenState, Any, rules)) is None
    assert dealing(OSTIUM) is OSTIUM


def test_the_same_seed_gives_the_same_deal_and_the_readings_are_kept() -> None:
    new = dealing(OSTIUM)
    assert new is not None
    one, other = (deal(new, seed, {"ostium.draw.first-turn": "none"}) for seed in (7, 7))
    assert one.state == other.state
    assert deal(new, 8, {}).state != one.state
    assert one.state.readings.first_turn == "none"
    assert len(one.events) == 4


def test_what_nothing_is_left_to_chance_in_stays_as_it_is() -> None:
    state = OSTIUM.read_line("r1 - -")
    settled = settle(OSTIUM, state, Chance(0))
    assert (settled.state, settled.events) == (state, ())


def test_every_site_is_settled_in_one_go() -> None:
    new = dealing(OSTIUM)
    assert new is not None
    state = new.initial({}, "two-player", {})
    assert new.chance(state) is not None
    assert new.chance(settle(new, state, Chance(1)).state) is None
