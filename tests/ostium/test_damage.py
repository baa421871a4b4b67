"""The arithmetic of an attack: one text for numbers and for terms, equal to what the engine deals."""

from typing import Any

from ruleproof.engine.game import Unreadable
from ruleproof.engine.ostium import damage
from ruleproof.engine.ostium.game import GAME


def attack(attacker: str, first: str | None = None) -> dict[str, Any]:
    return {"type": "attack", "attacker": attacker, "first": first}


def events(line: str, *values: dict[str, Any]) -> list[dict[str, Any]]:
    """The events of the last of these actions."""
    state, told = GAME.read_line(line), []
    for value in values:
        action = GAME.read_action(value)
        assert not isinstance(action, Unreadable), action
        step = GAME.apply(state, state.table.active, action)
        state, told = step.state, [GAME.write_event(event) for event in step.events]
    return told


def dealt(found: list[dict[str, Any]]) -> int:
    return sum(event["from"] - event["to"] for event in found if event["type"] == "gate")


def test_the_closed_forms_of_damage_hold_for_all_small_powers() -> None:
    for power in range(8):
        for front in range(6):
            for back in range(6):
                line = f"r{power} - - | b{front} - - / b{back} - -"
                through, past = (dealt(events(line, attack("A0", first))) for first in ("attack_row", "pass"))
                assert through == (max(0, power - front - back) if power > front else 0)
                assert past == max(0, power - back)
                assert damage.damage_through_the_row(power, front, back) == through
                assert damage.damage_past_the_row(power, back) == past
