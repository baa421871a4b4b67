"""A position as a board for people: columns face each other, B at the top. Nothing can be read back from it."""

from .board import COLUMNS, SEATS
from .state import Creature, Player, Side, State

GATE_WIDTH = 4


def draw(state: State) -> str:
    """The board, several lines without a line end behind the last."""
    table = state.table
    top, bottom = _half(state, 1), _half(state, 0)
    width = max(len(cell) for _, cells in top + bottom for cell in cells)
    lines = [_title(state), ""]
    lines += [_line(label, cells, width) for label, cells in reversed(top)]
    lines.append("          " + "-" * ((width + 3) * COLUMNS - 1))
    lines += [_line(label, cells, width) for label, cells in bottom]
    lines.append(_line("column", [str(column) for column in range(COLUMNS)], width))
    notes = [*_charge(state), *_hands(table.players)]
    return "\n".join(line.rstrip() for line in [*lines, *(["", *notes] if notes else [])])


def _title(state: State) -> str:
    table = state.table
    if state.phase == "over":
        winner = next(seat for seat, side in zip(SEATS, state.sides, strict=True) if any(side.gates))
        return f"turn {table.turn} · the game is over, {winner} has won"
    return f"turn {table.turn} · {table.active} · {state.phase} phase"


def _half(state: State, number: int) -> list[tuple[str, list[str]]]:
    player, side, seat = state.table.players[number], state.sides[number], SEATS[number]
    serving = state.serving if number == state.table.me else (None,) * len(player.field)
    resolved = state.resolved if number == state.table.me else 0
    cells = [
        _cell(card, bool(side.turned >> slot & 1), serving[slot], bool(slot < COLUMNS and resolved >> slot & 1))
        for slot, card in enumerate(player.field)
    ]
    return [
        (f"{seat} attack", cells[:COLUMNS]),
        (f"{seat} defense", cells[COLUMNS:]),
        (f"{seat} gates", _gates(side)),
    ]


def _gates(side: Side) -> list[str]:
    return ["" if gate is None else "[fallen]" if gate == 0 else f"[{gate:>2}]" for gate in side.gates]


def _cell(card: Creature | None, turned: bool, serves: str | None, resolved: bool) -> str:
    if card is None:
        return "·"
    clan = card.clan or ("any" if card.kind == "primordial" else "none")
    words = [card.id, clan + (f">{serves}" if serves else ""), str(card.power), *_abilities(card)]
    marks = ("~turned" if turned else "") + ("*" if resolved else "")
    return " ".join([*words, *([marks] if marks else [])])


def _abilities(card: Creature) -> list[str]:
    shown = [ability for ability in card.main if ability != "double_arrow"]
    sides = [*(f"<{ability}" for ability in card.left), *(f"{ability}>" for ability in card.right)]
    return [*shown, *sides, *(f"skull>{ability}" for ability in card.skull)]


def _line(label: str, cells: list[str], width: int) -> str:
    return f"{label:<10}" + " | ".join(f"{cell:^{width}}" for cell in cells)


def _charge(state: State) -> list[str]:
    lines = [f"chain from gate {chain.gate}: {' > '.join(chain.path)}" for chain in state.chains]
    return lines + ([f"the flasks count {state.flask}"] if state.flask else [])


def _hands(players: tuple[Player, Player]) -> list[str]:
    held = [(seat, len(player.hand)) for seat, player in zip(SEATS, players, strict=True) if player.hand]
    return [f"{seat} holds {count} {'card' if count == 1 else 'cards'}" for seat, count in held]
