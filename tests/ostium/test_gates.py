"""Gates: damage, the fall, the wave, the end."""

from typing import Any

import pytest

from ruleproof.engine.decision import Refused
from ruleproof.engine.game import Outcome, Unreadable
from ruleproof.engine.ostium.game import GAME
from ruleproof.engine.ostium.gates import Blow, hit
from ruleproof.engine.ostium.state import State

ENDED = (
    "ostium.gates.last-gate-wins",
    "ostium.gates.destroying-all-wins",
    "ostium.gates.ends-at-once",
    "ostium.gates.no-skulls-at-the-end",
)


def strike(line: str, attacker: str = "A0", first: str | None = None) -> tuple[State, list[dict[str, Any]]]:
    """An attack: the state it leads to, and its events from the gate's on."""
    state = GAME.read_line(line)
    action = GAME.read_action({"type": "attack", "attacker": attacker, "first": first})
    assert not isinstance(action, Unreadable)
    step = GAME.apply(state, state.table.active, action)
    written = [GAME.write_event(event) for event in step.events]
    start = next((place for place, event in enumerate(written) if event["type"] == "gate"), len(written))
    return step.state, written[start:]


def short(events: list[dict[str, Any]]) -> list[str]:
    words = {
        "gate": "{gate} {from}-{to}",
        "destroyed": "{gate} falls",
        "defeated": "{slot} {by}",
        "over": "{winner} wins",
    }
    return [words[event["type"]].format(**event) for event in events]


@pytest.mark.clause("ostium.gates.destroyed-below-one", "ostium.gates.durability-limit")
@pytest.mark.parametrize(
    ("power", "gate", "seen"),
    [
        (0, 3, []),
        (1, 3, ["B.G0 3-2"]),
        (2, 3, ["B.G0 3-1"]),
        (3, 3, ["B.G0 3-0", "B.G0 falls", "A.A0 wave"]),
        (4, 3, ["B.G0 3-0", "B.G0 falls", "A.A0 wave"]),
        (15, 15, ["B.G0 15-0", "B.G0 falls", "A.A0 wave"]),
        (14, 15, ["B.G0 15-1"]),
    ],
)
def test_a_gate_falls_when_nothing_of_it_is_left(power: int, gate: int, seen: list[str]) -> None:
    _, events = strike(f"r{power} - - | - - - / - - - / {gate} 9 9")
    assert short(events) == seen


WHOLE = "r9 r1 r1 / r1 r1 r1 | b1 b1 b1 / b1 b1 b1 / 1 9 9"


@pytest.mark.clause(
    "ostium.gates.wave-hits-owner-column",
    "ostium.gates.wave-hits-attacker",
    "ostium.gates.wave-spares-attacker-defense",
)
def test_the_wave_takes_the_owners_column_and_the_attacker_and_nobody_else() -> None:
    state, events = strike(WHOLE, "A0", "pass")
    assert short(events) == ["B.G0 1-0", "B.G0 falls", "B.A0 wave", "A.A0 wave"]  # B.D0 was defeated by the attack
    assert GAME.line(state) == ("r9' r1 r1 / r1 r1 r1 | b1' b1 b1 / b1' b1 b1 / 0 9 9 ; lost B ; resolved A0")


@pytest.mark.parametrize("column", [0, 1, 2])
def test_the_wave_runs_in_the_column_of_the_gate_for_either_player(column: int) -> None:
    gates = " ".join("1" if place == column else "9" for place in range(3))
    mine, theirs = "r9 r9 r9 / r1 r1 r1", f"b1 b1 b1 / - - - / {gates}"
    for line, me, foe in ((f"{mine} | {theirs}", "A", "B"), (f"{theirs} | {mine} ; active B", "B", "A")):
        state, events = strike(line, f"A{column}", "pass")
        assert short(events)[1:] == [f"{foe}.G{column} falls", f"{foe}.A{column} wave", f"{me}.A{column} wave"]
        turned = {
            f"{seat}.{row[0].upper()}{place}"
            for seat, player in GAME.dump(state)["players"].items()
            for row in ("attack", "defense")
            for place, card in enumerate(player.get(row, ()))
            if card and card.get("rotated")
        }
        assert turned == {f"{foe}.A{column}", f"{me}.A{column}"}


def test_the_wave_takes_a_defender_in_the_defense_row_that_was_passed_by_no_attack() -> None:
    line = "r9 - - | b1 - - / - - - / 1 9 9"
    _, through = strike(line, "A0", "attack_row")
    assert short(through) == ["B.G0 1-0", "B.G0 falls", "A.A0 wave"]  # B.A0 fell to the attack, and falls once
    _, past = strike(line, "A0", "pass")
    assert short(past) == ["B.G0 1-0", "B.G0 falls", "B.A0 wave", "A.A0 wave"]


def test_the_wave_cites_its_clauses() -> None:
    _, events = strike(WHOLE, "A0", "pass")
    assert [event["clauses"] for event in events] == [
        ["ostium.charge.gate-takes-the-rest", "ostium.gates.durability-limit"],
        ["ostium.gates.destroyed-below-one", "ostium.gates.sovereign-due"],
        ["ostium.gates.wave-hits-owner-column"],
        ["ostium.gates.wave-hits-attacker", "ostium.gates.wave-spares-attacker-defense"],
    ]


@pytest.mark.clause("ostium.gates.sovereign-due")
def test_who_loses_a_gate_is_due_a_sovereign_and_the_other_is_not() -> None:
    state, _ = strike("r9 - - | - - - / - - - / 9 9 9")
    assert [side.gate_lost for side in state.sides] == [False, True]
    state, _ = strike("r8 - - | - - - / - - - / 9 9 9")
    assert [side.gate_lost for side in state.sides] == [False, False]


@pytest.mark.clause("ostium.gates.destroyed-ignores-damage", "ostium.gates.only-creatures-in-destroyed-column")
@pytest.mark.parametrize("gate", ["0", "-"])
def test_where_no_gate_stands_only_creatures_are_hit(gate: str) -> None:
    line = f"r9 - - | b1 - - / b1 - - / {gate} 9 9"
    state, events = strike(line, "A0", "attack_row")
    assert events == []
    assert GAME.line(state) == f"r9 - - / - - - | b1' - - / b1' - - / {gate} 9 9 ; resolved A0"


@pytest.mark.parametrize("gate", ["0", "-"])
def test_damage_to_a_gate_that_does_not_stand_changes_nothing(gate: str) -> None:
    state = GAME.read_line(f"- - - | - - - / - - - / {gate} 9 9")
    assert hit(state, Blow(1, 0, 0), 3, ("any",)) == (state, ())


@pytest.mark.clause("ostium.gates.no-fusion-from-destroyed")
def test_the_fall_of_the_opponents_gate_leaves_ones_own_fusion() -> None:
    state, _ = strike("r9 r1 - / r1 - - | - - - / - - - / 1 9 9")
    chains = [GAME.write_action(action) for action in GAME.actions(state, "A")]
    assert {"type": "fuse", "gate": 0, "path": ["D0", "A0", "A1"]} in chains  # over the turned attacker
    assert {"type": "fuse", "gate": 0, "path": ["D0", "A0"]} not in chains


@pytest.mark.clause("ostium.gates.last-gate-wins", "ostium.gates.ends-at-once", "ostium.gates.no-skulls-at-the-end")
@pytest.mark.parametrize(
    ("reading", "seen"),
    [
        ("none", ["B.G0 1-0", "B.G0 falls", "A wins"]),
        ("wave", ["B.G0 1-0", "B.G0 falls", "B.A0 wave", "A.A0 wave", "A wins"]),
    ],
)
def test_the_last_gate_ends_the_game_with_a_wave_or_without_as_the_question_is_read(
    reading: str, seen: list[str]
) -> None:
    line = f"r9 r1 - | b1 - - / - - - / 1 0 0 ; reading ostium.gates.wave-at-end={reading}"
    state, events = strike(line, "A0", "pass")
    assert short(events) == seen
    assert tuple(events[-1]["clauses"]) == ENDED
    assert GAME.outcome(state) == Outcome("A", ENDED)
    assert GAME.status(state) == {"terminal": True, "toAct": [], "phase": "over", "outcome": {"winner": "A"}}
    assert list(GAME.actions(state, "A")) == []
    action = GAME.read_action({"type": "attack", "attacker": "A1"})
    assert not isinstance(action, Unreadable)
    refused = GAME.decide(state, "A", action)
    assert isinstance(refused, Refused)
    assert refused.clauses == ENDED


@pytest.mark.parametrize("gates", ["1 1 0", "1 0 1", "1 0 -  ".replace("-", "9")])
def test_the_game_goes_on_while_a_gate_stands(gates: str) -> None:
    state, events = strike(f"r9 - - | - - - / - - - / {gates}")
    assert events[-1]["type"] == "defeated"
    assert GAME.outcome(state) is None
    assert GAME.status(state)["terminal"] is False


def test_b_wins_too() -> None:
    state, events = strike("- - - / - - - / 0 0 2 | - - r2 ; active B", "A2")
    assert short(events) == ["A.G2 2-0", "A.G2 falls", "B wins"]
    assert GAME.outcome(state) == Outcome("B", ENDED)


@pytest.mark.parametrize(("gates", "winner"), [("0 0 0 | - - -", "B"), ("1 0 0 | - - - / - - - / 0 0 0", "A")])
def test_a_game_that_is_over_is_loaded_with_its_winner(gates: str, winner: str) -> None:
    state = GAME.read_line(f"- - - / - - - / {gates} ; phase over")
    assert GAME.outcome(state) == Outcome(winner, ENDED)
    assert GAME.status(state)["outcome"] == {"winner": winner}
