"""Whether a drawn position of Ostium shows what turned the creatures that lie turned in it.

Whose turn it is decides which causes there are. That a play leads there is for nobody to say here.
"""

from collections.abc import Iterator, Mapping
from typing import Any

Board = Mapping[str, Any]
ROWS = ("attack", "defense")
COLUMNS = range(3)
FULL = 15


def uncaused(position: Mapping[str, Any]) -> Iterator[str]:
    """Each creature that lies turned or stands upright against what is drawn, and each attack that left no trace.

    Causes: the gate of the column fell this turn (ostium.gates.wave-hits-owner-column), the enemy gate that the row
    faces did (ostium.gates.wave-hits-attacker), or an attack of this turn (ostium.charge.greater-defeats and
    equal-defeats-and-blocks). A gate that fell this turn is drawn as 0, and its owner is due a Sovereign
    (ostium.gates.sovereign-due).
    """
    players, active = position.get("players", {}), position.get("active", "A")
    mine, other = players.get(active, {}), players.get("B" if active == "A" else "A", {})
    charge: Board = position.get("charge") or {}
    for column in COLUMNS:
        attacked = f"A{column}" in (charge.get("resolved") or ())
        yield from _of_the_attacker(mine, other, column, position.get("phase", "development"))
        yield from _of_the_defender(other, column, attacked and bool(_at(mine, "attack", column)))
        if attacked and not _fell(other, column) and not _balanced(mine, other, column):
            yield f"the attack from column {column} would have led elsewhere"


def _at(board: Board, row: str, column: int) -> dict[str, Any]:
    return (board.get(row) or (None, None, None))[column] or {}


def _fell(board: Board, column: int) -> bool:
    return bool(board.get("gate_lost")) and (board.get("gates") or (FULL,) * 3)[column] == 0


def _of_the_attacker(mine: Board, other: Board, column: int, phase: str) -> Iterator[str]:
    """Of the player on turn; an own gate falls only to skulls that are collected."""
    for row in ROWS:
        card = _at(mine, row, column)
        swept = (_fell(mine, column) and phase in ("collect", "gift")) or (row == "attack" and _fell(other, column))
        if card.get("rotated") and not swept:
            yield f"nothing that is drawn has turned {card['id']}"


def _of_the_defender(other: Board, column: int, attacked: bool) -> Iterator[str]:
    """Of the player not on turn, who lays nothing: where the one gate that is down fell this turn all lie turned."""
    fell = _fell(other, column)
    only = fell and sum(gate == 0 for gate in other["gates"]) == 1
    for row in ROWS:
        card = _at(other, row, column)
        if card.get("rotated") and not (fell or attacked):
            yield f"nothing that is drawn has turned {card['id']}"
        if card and only and not card.get("rotated"):
            yield f"the gate that fell would have turned {card['id']}"


def _balanced(mine: Board, other: Board, column: int) -> bool:
    """Whether the attacker's Power is spent on what lies turned, and what is left was stopped or hit the gate."""
    met = [_at(other, row, column) for row in ROWS]
    left = _at(mine, "attack", column).get("power", 0) - sum(
        card.get("power", 0) for card in met if card.get("rotated")
    )
    stopped = any(card.get("power", 0) > left for card in met if not card.get("rotated"))
    gate = (other.get("gates") or (FULL,) * 3)[column]
    return left == 0 or (left > 0 and (stopped or gate <= FULL - left))
