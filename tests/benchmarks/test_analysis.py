"""What the analysis of clauses costs as a rulebook grows; it finds what is planted among thousands, and no more.

Costs are CPU seconds of the analysis alone: the clauses are read before. Actions grow with the clauses, as they do in
rulebooks; the last row has twice as many clauses on each action.
"""

import time
from pathlib import Path

import pytest
from tests.benchmarks.clauses import made, write

from ruleproof.invariants.analysing import analyse
from ruleproof.invariants.flaw import Finding
from ruleproof.spec.loading import load

SIZES = ((1_000, 10), (5_000, 50), (10_000, 100), (20_000, 200), (20_000, 100))
REACH = 3.0  # CPU seconds for 5,000 clauses
GROWTH = 2.0  # times what four times the clauses may cost beyond four times the seconds


def name(one: Finding) -> tuple[str, frozenset[str]]:
    """A finding as it is planted: holes have no clauses, and are named by their key."""
    return one.kind, frozenset(one.clauses or (one.key,))


def seconds(clauses: int, actions: int, root: Path, monkeypatch: pytest.MonkeyPatch) -> float:
    """What one analysis takes; what it finds is compared with what was planted."""
    game = made(clauses, actions)
    write(game, root)
    monkeypatch.setenv("RULEPROOF_PATH", str(root))
    rules = load("big", precedence=False)
    begun = time.process_time()
    found = analyse(rules)
    took = time.process_time() - begun
    assert (set(map(name, found)), len(found)) == (set(game.planted), len(game.planted))
    return took


def test_thousands_of_clauses_take_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    took: dict[tuple[int, int], float] = {}
    for number, (clauses, actions) in enumerate(SIZES):
        root = tmp_path / str(number)
        root.mkdir()
        took[clauses, actions] = seconds(clauses, actions, root, monkeypatch)
        each = took[clauses, actions] / clauses * 1e3
        print(f"{clauses:6} clauses on {actions:3} actions: {took[clauses, actions]:5.2f} s, {each:.2f} ms a clause")
    assert took[5_000, 50] <= REACH
    assert took[20_000, 200] <= took[5_000, 50] * 4 * GROWTH
