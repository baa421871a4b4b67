"""The form of Ostium's positions: defaults, multisets, values of 1, and what is no position."""

from typing import Any

import msgspec
import pytest

from ruleproof.conformance.matching import whole
from ruleproof.conformance.ostium.position import draw, expected, form, observed, read

CARD = {"id": "a0", "kind": "warrior", "clan": "red", "power": 2}


def attacker(*main: str) -> dict[str, Any]:
    return player(attack=[{**CARD, "main": list(main)}, None, None])


def player(**members: Any) -> dict[str, Any]:
    return {"players": {"A": members}}


EMPTY = [None, None, None]
DRAW = {"kind": "ability", "owner": "A", "source": "x", "ability": "draw"}
OUT = {**DRAW, "ability": "out_of_play"}
FILL = {"kind": "fill", "owner": "A", "targets": ["W.0.0", "W.1.0"]}


def waits(*choices: dict[str, Any]) -> dict[str, Any]:
    return {"pending": list(choices)}


def ordered(due: dict[str, Any] | None) -> dict[str, Any]:
    """Before the first turn, with two cards in A's deck and a single one in B's."""
    return {"phase": "setup", "players": {"A": {"deck": ["x", "y"]}, "B": {"deck": ["z"]}}, "pendingChance": due}


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ({}, {"mode": "two-player", "active": "A", "turn": 1, "players": {"B": {"gates": [15, 15, 15]}}}, True),
        (player(attack=[CARD, None, None]), player(attack=[{**CARD, "main": [], "rotated": False}, None, None]), True),
        (player(attack=[CARD, None, None]), player(attack=[None, CARD, None]), False),
        (player(attack=[CARD, None, None]), player(attack=[{**CARD, "rotated": True}, None, None]), False),
        (attacker("flame:1"), attacker("flame"), True),
        (attacker("flame:2"), attacker("flame"), False),
        (attacker("flame", "flask"), attacker("flask", "flame"), True),
        (player(hand=["x", "y"]), player(hand=["y", "x"]), True),
        (player(hand=["x", "x"]), player(hand=["y", "x"]), False),
        (player(deck=["x", "y"]), player(deck=["y", "x"]), False),
        (player(discard=["x", "y"]), player(discard=["y", "x"]), False),
        ({"charge": {"resolved": ["A0", "A1"]}}, {"charge": {"resolved": ["A1", "A0"]}}, True),
        (
            {"charge": {"chains": [{"gate": 0, "path": ["D0", "A0"]}, {"gate": 1, "path": ["D1", "A1"]}]}},
            {"charge": {"chains": [{"gate": 1, "path": ["D1", "A1"]}, {"gate": 0, "path": ["D0", "A0"]}]}},
            False,
        ),
        ({"area": {"warriors": [["x", "y", "z"], EMPTY]}}, {"area": {"warriors": [["z", "y", "x"], EMPTY]}}, False),
        ({"area": {"warriors": [EMPTY, EMPTY]}}, {}, True),
        ({"mode": "three-player"}, {"mode": "three-player", "players": {"C": {"gates": [15, None, 15]}}}, True),
        ({"mode": "three-player"}, {"mode": "three-player", "players": {"C": {"gates": [15, 15, 15]}}}, False),
        ({"x_note": 1}, {}, True),
        (waits(DRAW), waits({**DRAW, "domain": "main", "value": 1, "optional": False, "targets": None}), True),
        (waits(DRAW), waits({**DRAW, "optional": True}), False),
        (waits(DRAW), waits({**DRAW, "domain": "left"}), False),
        (waits({**OUT, "targets": ["x", "y"]}), waits({**OUT, "targets": ["y", "x"]}), True),
        (waits({**OUT, "targets": ["x", "y"]}), waits({**OUT, "targets": ["x", "z"]}), False),
        (waits(DRAW, OUT), waits(OUT, DRAW), True),
        (waits(DRAW, {**DRAW, "source": "y"}), waits({**DRAW, "source": "y"}, DRAW), True),
        (waits(DRAW, {**DRAW, "value": 2}), waits({**DRAW, "value": 2}, DRAW), False),
        (waits(DRAW, {**OUT, "owner": "B"}), waits({**OUT, "owner": "B"}, DRAW), False),
        (player(late=["A0", "A1"]), player(late=["A1", "A0"]), True),
        (waits(DRAW, FILL), waits(DRAW), True),
        (waits(FILL), waits(), False),
        (ordered(None), ordered({"site": "deck:A", "from": ["y", "x"], "count": 2}), True),
        (ordered({"site": "deck:A"}), ordered({"site": "deck:B"}), False),
        ({"phase": "setup"}, ordered(None), False),
    ],
)
def test_two_positions_are_the_same_where_only_order_without_meaning_and_defaults_differ(
    one: dict[str, Any], other: dict[str, Any], equal: bool
) -> None:
    assert (whole(form(one), form(other)) is None) is equal
    assert equal or read(one) != read(other)


@pytest.mark.parametrize(
    "position",
    [
        [],
        {"phase": "dancing"},
        player(gates=[15, 15]),
        player(gates=[16, 15, 15]),
        player(gates=[True, 15, 15]),
        player(attack=[CARD]),
        player(attack=[{**CARD, "clan": "pink"}, None, None]),
        player(attack=[{**CARD, "main": ["fireball"]}, None, None]),
        player(hand=3),
        {"players": {"D": {}}},
        {"charge": {"chains": [{"gate": 3, "path": ["D0"]}]}},
        {"charge": {"chains": [{"gate": 0, "path": ["X0"]}]}},
    ],
)
def test_what_is_no_position_is_told_apart(position: Any) -> None:
    with pytest.raises(msgspec.ValidationError):
        form(position)


def test_an_observation_may_count_what_is_hidden() -> None:
    full = observed(player(hand=3, deck=7))
    assert (full["players"]["A"]["hand"], full["players"]["B"]["hand"]) == (3, [])


def test_a_value_of_1_is_left_out_of_expectations_too() -> None:
    part = player(attack=[{"main": ["flame:1", "shield:2", "arrow>draw:1"]}, None, None])
    assert expected(part) == player(attack=[{"main": ["flame", "shield:2", "arrow>draw"]}, None, None])


def test_a_position_is_drawn_in_a_few_lines() -> None:
    card = {**CARD, "main": ["flame:2"], "rotated": True}
    assert draw({"phase": "attack", **player(attack=[card, None, None], gates=[3, 0, None])}) == (
        "attack, A to act\n"
        "A  gates 3 0 -  attack a0 red 2 main=flame:2 turned | - | -  defense - | - | -\n"
        "B  gates 15 15 15  attack - | - | -  defense - | - | -"
    )
