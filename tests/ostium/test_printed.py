"""What a made-up position may show: cards that could be printed so, turned by what is drawn, decks as dealt."""

from typing import Any

import pytest

from ruleproof.invariants.ostium.printed import unlikely

CARD = {"id": "x", "kind": "warrior", "clan": "red", "power": 1}


@pytest.mark.parametrize(
    ("card", "rules"),
    [
        (CARD, []),
        ({**CARD, "main": ["arrow>damage", "flame:2"], "left": ["shield"], "skull": ["draw"]}, []),
        ({**CARD, "kind": "sovereign", "main": ["damage_all"]}, []),
        ({**CARD, "kind": "familiar", "main": ["arrow>crystal"]}, []),
        ({"id": "x", "kind": "primordial", "main": ["double_arrow"]}, []),
        ({**CARD, "power": 0}, ["power"]),
        ({**CARD, "kind": "familiar", "main": ["arrow>damage"]}, ["familiar"]),
        ({**CARD, "kind": "familiar"}, ["familiar"]),
        ({**CARD, "kind": "familiar", "main": ["arrow>crystal"], "left": ["flame"]}, ["familiar"]),
        ({"id": "x", "kind": "primordial", "main": ["double_arrow", "crystal"]}, ["primordial"]),
        ({"id": "x", "kind": "primordial"}, ["primordial"]),
        ({**CARD, "main": ["double_arrow"]}, ["double arrow"]),
        ({"id": "x", "kind": "warrior", "power": 1}, ["clan"]),
    ],
)
def test_what_no_card_shows_is_no_likely_position(card: dict[str, Any], rules: list[str]) -> None:
    for place in ({"hand": [card]}, {"attack": [None, card, None]}, {"discard": [card]}):
        found = unlikely({"turn": 3, "players": {"B": place}})
        assert [rule for rule, _ in found] == rules
    bought = {"turn": 3, "area": {"warriors": [[card, None, None], [None, None, None]]}}
    assert ("cost" in {rule for rule, _ in unlikely(bought)}) is (card["kind"] != "primordial")


LYING = {**CARD, "rotated": True}
DOWN: dict[str, Any] = {"gates": [0, 15, 15], "gate_lost": True}


def attacking(a: Any = None, b: Any = None, *resolved: str, **more: Any) -> dict[str, Any]:
    return {
        "turn": 3,
        "phase": "attack",
        "players": {"A": a or {}, "B": b or {}},
        "charge": {"resolved": list(resolved)},
        **more,
    }


def row(name: str, *cards: Any) -> dict[str, Any]:
    """A row of a board, and what else is told of it."""
    return {name: [*cards, *[None] * (3 - len(cards))]}


TURNED_BY: list[tuple[dict[str, Any], bool]] = [
    (attacking(row("attack", LYING)), False),
    (attacking(row("attack", LYING), DOWN), True),
    (attacking(row("attack", None, LYING), DOWN), False),  # another column
    (attacking(row("attack", LYING), {"gates": [0, 15, 15]}), False),  # a gate that fell in an earlier turn
    (attacking(row("defense", LYING), DOWN), False),  # the attacker's Defense Row is spared
    (attacking(b={**DOWN, **row("defense", LYING)}), True),
    (attacking(b={**DOWN, **row("defense", CARD)}), False),  # it would lie turned
    (attacking(b=row("attack", LYING)), False),
    (attacking(row("attack", CARD), row("attack", LYING)), False),  # an attacker that has not attacked
    (attacking(row("attack", CARD), row("attack", LYING), "A0"), True),
    (attacking(None, row("attack", LYING), "A0"), False),  # nobody there to have attacked
    (attacking(row("attack", {**CARD, "power": 2}), row("attack", LYING), "A0"), False),  # one point hit nothing
    (attacking(row("attack", {**CARD, "power": 2}), {**row("attack", LYING), "gates": [14, 15, 15]}, "A0"), True),
    (
        attacking(
            row("attack", {**CARD, "power": 2}),
            {**row("attack", LYING), **row("defense", {**CARD, "id": "y", "power": 2})},
            "A0",
        ),
        True,
    ),
    (attacking(row("attack", CARD), row("attack", {**LYING, "power": 2}), "A0"), False),  # too weak
    (attacking({"gates": [0, 15, 15], "gate_lost": True, **row("defense", LYING)}), False),  # not before the skulls
    (attacking({"gates": [0, 15, 15], "gate_lost": True, **row("defense", LYING)}, phase="collect"), True),
]


@pytest.mark.parametrize(("position", "likely"), TURNED_BY)
def test_what_lies_turned_was_turned_by_what_is_drawn(position: dict[str, Any], likely: bool) -> None:
    found = [rule for rule, _ in unlikely(position)]
    assert found == [] if likely else set(found) == {"turned"}


FAMILIAR = {**CARD, "kind": "familiar", "main": ["arrow>crystal"]}
BLUE = {**FAMILIAR, "clan": "blue"}
SEVEN = [FAMILIAR] * 4 + [BLUE] * 3


@pytest.mark.parametrize(
    ("board", "likely"),
    [
        ({"deck": SEVEN, "discard": [BLUE] * 3}, True),
        ({"deck": SEVEN, "hand": [BLUE] * 2, **row("attack", BLUE)}, True),
        ({"deck": SEVEN}, False),
        ({"deck": SEVEN[:5], "discard": [BLUE] * 5}, False),
        ({"deck": [CARD] * 7, "discard": [FAMILIAR] * 5 + [BLUE] * 5}, False),
        ({"deck": [FAMILIAR] * 7, "discard": [BLUE] * 3}, False),  # six of a Clan are printed
        ({"hand": [CARD]}, True),  # a deck that is not drawn
    ],
)
def test_a_deck_of_the_first_turn_is_what_the_starting_hand_leaves(board: dict[str, Any], likely: bool) -> None:
    found = {rule for rule, _ in unlikely({"turn": 1, "players": {"A": board}})}
    assert found == {"first turn", *([] if likely else ["starter"])}
