"""How fast random play goes, beside python-chess in the same run, and how its cost grows with games and boards.

Not part of the ordinary run: `pytest tests/benchmarks/test_engine.py -s`. A step is: the legal actions, a choice, the
action applied with its events and their clauses. Whole games are dealt and played to their end; attack phases begin
from positions that nothing was worked out for.
"""

import time
from collections.abc import Callable
from typing import Any

import chess
import pytest

from ruleproof.engine.chance import Chance
from ruleproof.engine.dealing import deal, settle
from ruleproof.engine.ostium.game import GAME

GAMES = 40
PHASES = 2000
CHESS_GAMES = 60
CHESS_PLIES = 200
CLANS = ("r", "rb", "rb", "rbg", "rbgyp")


def creature(chance: Chance, clans: str) -> str:
    """One creature of a full board: most have icons, some serve any clan."""
    if chance.below(10) == 0:
        return "*0"
    word = f"{chance.pick(clans)}{chance.below(6)}"
    for icon, odds in (("^", 4), ("#", 4), ("+", 5), ("~", 12), ("&", 12)):
        word += f"{icon}{1 + chance.below(2)}" if chance.below(odds) == 0 else ""
    return word + ("<^1" if chance.below(3) == 0 else "") + (">#1" if chance.below(3) == 0 else "")


def position(chance: Chance, filled: int = 6) -> str:
    """A position at the beginning of an attack phase, `filled` slots of each player taken."""
    clans = chance.pick(CLANS)

    def side() -> str:
        taken = set(chance.order(range(6))[:filled])
        slots = [creature(chance, clans) if slot in taken else "-" for slot in range(6)]
        gates = f"{1 + chance.below(15)} {chance.below(16)} {chance.below(16)}"
        return f"{' '.join(slots[:3])} / {' '.join(slots[3:])} / {gates}"

    return f"{side()} | {side()} ; active {chance.pick('AB')}"


def fresh(games: int, filled: int = 6) -> list[Any]:
    """Positions that nothing was worked out for."""
    chance = Chance(1)
    return [GAME.read_line(position(chance, filled)) for _ in range(games)]


def play_games(games: int, seed: int) -> int:
    """Deal games and play each to its end; the number of steps, what chance decides included."""
    steps = 0
    for number in range(games):
        chance = Chance(seed * 1000 + number)
        state = deal(GAME, seed * 1000 + number, {}).state
        steps += 4
        while True:
            if state.chance:
                state, steps = settle(GAME, state, chance).state, steps + 1
            elif seats := GAME.to_move(state):
                state = GAME.apply(state, seats[0], chance.pick(GAME.actions(state, seats[0]))).state
                steps += 1
            else:
                break
    return steps


def play_ostium(states: list[Any], chance: Chance) -> int:
    """Play each state to the end of its attack phase; the number of steps."""
    steps = 0
    for state in states:
        while state.phase == "attack" and (seats := GAME.to_move(state)):
            state = GAME.apply(state, seats[0], chance.pick(GAME.actions(state, seats[0]))).state
            steps += 1
    return steps


def play_chess(games: int, chance: Chance) -> int:
    """Play games of chess at random; the number of moves."""
    moves = 0
    for _ in range(games):
        board = chess.Board()
        for _ in range(CHESS_PLIES):
            if board.is_game_over():
                break
            board.push(chance.pick(list(board.legal_moves)))
            moves += 1
    return moves


def rate(play: Callable[[], int]) -> float:
    """Steps per second of CPU time."""
    start = time.process_time()
    return play() / (time.process_time() - start)


@pytest.mark.parametrize(("what", "times"), [("whole games", 2), ("attack phases", 1.5)])
def test_random_play_is_twice_as_fast_as_chess(capsys: pytest.CaptureFixture[str], what: str, times: float) -> None:
    """An attack phase played alone pays for a table that is worked out for it and then left."""
    pairs = []
    play_games(GAMES, 9)  # what is worked out once and kept, like the actions of each card
    for seed in range(5):
        states = fresh(PHASES) if what == "attack phases" else []
        played = (lambda: play_ostium(states, Chance(seed))) if states else (lambda: play_games(GAMES, seed))  # noqa: B023
        ours = rate(played)
        theirs = rate(lambda: play_chess(CHESS_GAMES, Chance(seed)))  # noqa: B023  # called at once
        pairs.append((ours / theirs, ours, theirs))
    ratio, ours, theirs = sorted(pairs)[2]
    with capsys.disabled():
        print(f"\n{what}: {ours:,.0f} steps/s, python-chess {theirs:,.0f} moves/s: {ratio:.2f} times (median of 5)")
    assert ratio >= times


@pytest.mark.parametrize("games", [1, 10, 40])
def test_whole_games_by_their_number(benchmark: Any, games: int) -> None:
    benchmark.pedantic(play_games, args=(games, 1), rounds=3)


@pytest.mark.parametrize("filled", [1, 2, 4, 6])
def test_random_play_by_the_number_of_creatures(benchmark: Any, filled: int) -> None:
    def setup() -> tuple[tuple[Any, ...], dict[str, Any]]:
        return (fresh(200, filled), Chance(0)), {}

    benchmark.pedantic(play_ostium, setup=setup, rounds=5)


def test_working_out_a_full_board(benchmark: Any) -> None:
    def setup() -> tuple[tuple[Any, ...], dict[str, Any]]:
        return (fresh(200),), {}

    def first_actions(states: list[Any]) -> int:
        return sum(len(GAME.actions(state, state.table.active)) for state in states)

    benchmark.pedantic(first_actions, setup=setup, rounds=5)
