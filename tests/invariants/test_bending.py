"""Steps led astray: every value but the true one, each different from it in one place."""

from typing import Any

import pytest

from ruleproof.invariants.bending import ANYWHERE, bent


@pytest.mark.parametrize(
    ("value", "others"),
    [
        (3, [4, 2]),
        (True, [False]),
        ("word", []),
        ([1], [[], [2], [0]]),
        ([None, {"a": 1}], [[None, {}], [None, {"a": 2}], [None, {"a": 0}]]),
        ({"a": False, "b": "x"}, [{"b": "x"}, {"a": True, "b": "x"}, {"a": False}]),
    ],
)
def test_a_bent_value_differs_in_one_place(value: Any, others: list[Any]) -> None:
    assert list(bent(value)) == others


def test_no_bent_position_is_the_position() -> None:
    position = {"phase": "attack", "players": {"A": {"gates": [15, 0, 7]}}, "turn": 2}
    assert position not in list(ANYWHERE.positions(position))
