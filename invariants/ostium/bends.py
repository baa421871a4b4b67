"""Ways to lead a step of Ostium astray where the position leaves a default out. What notices it is not said here."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..bending import Bend
from .paths import ATTACK_ROW
from .watching import gates

Board = dict[str, Any]


def _each_board(position: Mapping[str, Any], change: Callable[[Board], Iterator[Board]]) -> Iterator[dict[str, Any]]:
    players = dict(position.get("players", {}))
    for player in "AB":
        for board in change(dict(players.get(player, {}))):
            yield {**position, "players": {**players, player: board}}


def turned_over(position: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """A creature is turned that was not, or the other way round."""

    def change(board: Board) -> Iterator[Board]:
        for row in ("attack", "defense"):
            for place, card in enumerate(board.get(row, [])):
                if card:
                    changed = {**card, "rotated": not card.get("rotated", False)}
                    yield {**board, row: [*board[row][:place], changed, *board[row][place + 1 :]]}

    return _each_board(position, change)


def gates_moved(position: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """A gate holds one more or one less, is whole, gone, or below that."""
    for player in "AB":
        now = gates(dict(position), player)
        for place, gate in enumerate(now):
            for other in sorted({gate + 1, gate - 1, -1, 0, 15} - {gate}):
                moved = [*now[:place], other, *now[place + 1 :]]
                players = dict(position.get("players", {}))
                board = {**players.get(player, {}), "gates": moved}
                yield {**position, "players": {**players, player: board}}


def sovereigns_forgotten(position: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Whether a Sovereign is due is turned round."""
    return _each_board(position, lambda board: iter([{**board, "gate_lost": not board.get("gate_lost", False)}]))


def phases_moved(position: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """It is another phase."""
    others = ("attack", "collect", "over")
    return ({**position, "phase": phase} for phase in others if phase != position.get("phase"))


def charge_moved(position: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """An attack more is done, another clan is named or served."""
    charge = dict(position.get("charge", {}))
    done = list(charge.get("resolved", []))
    yield from (
        {**position, "charge": {**charge, "resolved": [*done, slot]}} for slot in ATTACK_ROW if slot not in done
    )
    yield from (
        {**position, "charge": {**charge, "flask": clan}} for clan in ("red", "blue") if clan != charge.get("flask")
    )
    for card, clan in charge.get("affiliation", {}).items():
        other = "red" if clan != "red" else "blue"
        yield {**position, "charge": {**charge, "affiliation": {**charge["affiliation"], card: other}}}


BENDS = (
    Bend("a creature turned", turned_over),
    Bend("a gate moved", gates_moved),
    Bend("a Sovereign forgotten", sovereigns_forgotten),
    Bend("another phase", phases_moved),
    Bend("another charge", charge_moved),
)
