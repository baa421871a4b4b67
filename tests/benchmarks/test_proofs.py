"""What the proofs cost: all of them, the slowest one, and how it grows with attacks on open numbers and with boards."""

import time
from typing import Any

import pytest

from ruleproof.engine.ostium.action import Attack
from ruleproof.invariants.lifting import ways
from ruleproof.invariants.ostium.columns import FIELD, done, meeting, premises
from ruleproof.invariants.ostium.everywhere import engine_on
from ruleproof.invariants.ostium.layouts import classes
from ruleproof.invariants.proving import obligations, proofs

ALL, ONE = 40, 3  # CPU seconds for all obligations together and for one


def test_all_obligations_within_their_seconds(benchmark: Any) -> None:
    owed, took = obligations("ostium"), dict[str, float]()

    def prove() -> None:
        for one in owed:
            begun = time.process_time()
            (result,) = proofs("ostium", [one])
            took[result.id] = time.process_time() - begun
            assert result.good

    benchmark.pedantic(prove, rounds=1)
    slowest = max(took, key=lambda name: took[name])
    print(f"\n{len(took)} obligations in {sum(took.values()):.1f} CPU s; {slowest} alone in {took[slowest]:.1f}")
    assert len(took) >= 35
    assert sum(took.values()) < ALL
    assert took[slowest] < ONE


@pytest.mark.parametrize(("attacks", "expected"), [(1, 12), (2, 76), (3, 449)], ids=["one", "two", "three"])
def test_ways_of_attacks_on_open_powers(attacks: int, expected: int, benchmark: Any) -> None:
    """Each attack multiplies the ways by six, which is why the order of attacks is proved two by two."""
    actions = [Attack(f"A{column}", "pass") for column in range(attacks)]

    def go() -> int:
        found = ways(lambda: done(meeting(FIELD.lifted(), range(attacks)), actions), *premises())
        return sum(1 for _ in found)

    assert benchmark.pedantic(go, rounds=1) == expected


@pytest.mark.parametrize("boards", [100, 500, 1758])
def test_boards_that_the_engine_is_asked_about(boards: int, benchmark: Any) -> None:
    some = list(enumerate(classes()))[:: 1758 // boards][:boards]
    benchmark.pedantic(lambda: [list(engine_on(layout, number)) for number, (layout, _) in some], rounds=1)
