"""A position as a board for people: columns face each other, B at the top. Nothing can be read back from it."""

from .board import COLUMNS, SEATS
from .state import Area, Cards, Creature, Pending, Player, Side, State
from .turn import to_move

Cell = list[str]  # the lines of one slot
NAME_WIDTH = 10


def draw(state: State) -> str:
    """The board, several lines without a line end behind the last."""
    top, bottom = _half(state, 1), _half(state, 0)
    width = max(len(line) for _, cells in top + bottom for cell in cells for line in cell)
    lines = [_title(state), ""]
    for label, cells in reversed(top):
        lines += _lines(label, cells, width)
    lines.append(" " * NAME_WIDTH + "-" * ((width + 3) * COLUMNS - 1))
    for label, cells in bottom:
        lines += _lines(label, cells, width)
    lines += _lines("column", [[str(column)] for column in range(COLUMNS)], width)
    notes = [*_charge(state), *_area(state.table.area), *_players(state), *_waiting(state)]
    return "\n".join(line.rstrip() for line in [*lines, *(["", *notes] if notes else [])])


def _title(state: State) -> str:
    table = state.table
    if state.phase == "over":
        winner = next(seat for seat, side in zip(SEATS, state.sides, strict=True) if any(side.gates))
        return f"turn {table.turn} · the game is over, {winner} has won"
    if state.phase == "setup":
        return "before the first turn"
    return f"turn {table.turn} · {table.active} · {state.phase} phase"


def _half(state: State, number: int) -> list[tuple[str, list[Cell]]]:
    player, side, seat = state.table.players[number], state.sides[number], SEATS[number]
    serving = state.serving if number == state.me else (None,) * len(player.field)
    resolved = state.resolved if number == state.me else 0
    cells = [
        _cell(card, bool(side.turned >> slot & 1), serving[slot], bool(slot < COLUMNS and resolved >> slot & 1))
        for slot, card in enumerate(player.field)
    ]
    return [
        (f"{seat} attack", cells[:COLUMNS]),
        (f"{seat} defense", cells[COLUMNS:]),
        (f"{seat} gates", [[gate] for gate in _gates(side)]),
    ]


def _gates(side: Side) -> list[str]:
    return ["" if gate is None else "[fallen]" if gate == 0 else f"[{gate:>2}]" for gate in side.gates]


def _cell(card: Creature | None, turned: bool, serves: str | None, resolved: bool) -> Cell:
    if card is None:
        return ["·"]
    marks = ("~turned" if turned else "") + ("*" if resolved else "")
    clan = _clan(card) + (f">{serves}" if serves else "")
    words = " ".join([card.id, *([marks] if marks else [])])
    return [words, " ".join([clan, str(card.power), *_main(card)]), *_sides(card)]


def _clan(card: Creature) -> str:
    return card.clan or ("any" if card.kind == "primordial" else "none")


def _main(card: Creature) -> list[str]:
    return [ability for ability in card.main if ability != "double_arrow"]


def _sides(card: Creature) -> list[str]:
    words = [*(f"<{ability}" for ability in card.left), *(f"{ability}>" for ability in card.right)]
    words += [f"skull>{ability}" for ability in card.skull]
    return [" ".join(words)] if words else []


def _lines(label: str, cells: list[Cell], width: int) -> list[str]:
    height = max(len(cell) for cell in cells)
    rows = [[cell[row] if row < len(cell) else "" for cell in cells] for row in range(height)]
    return [
        f"{label if row == 0 else '':<{NAME_WIDTH}}" + " | ".join(f"{text:^{width}}" for text in texts)
        for row, texts in enumerate(rows)
    ]


def _charge(state: State) -> list[str]:
    lines = [f"chain from gate {chain.gate}: {' > '.join(chain.path)}" for chain in state.chains]
    return lines + ([f"the flasks count {state.flask}"] if state.flask else [])


def in_short(card: Creature) -> str:
    """A card in a few words: its name, clan, power and abilities."""
    return " ".join([card.id, _clan(card), str(card.power), *_main(card), *_sides(card)])


def _area(area: Area) -> list[str]:
    rows = [[_priced(card) for card in row] for row in area.warriors if any(row)]
    lines = ["warriors, those in the dismissal zone last:" if rows else ""]
    lines += [f"  {' | '.join(row)}" for row in rows]
    lines += [f"sovereigns: {' | '.join(_priced(card) for card in area.sovereigns)}"] if area.sovereigns else []
    if area.primordials:
        lines.append(f"primordials: {area.primordials} for {area.primordial_cost} each")
    return [line for line in lines if line]


def _priced(card: Creature | None) -> str:
    return "·" if card is None else f"{in_short(card)} for {card.cost}"


def _players(state: State) -> list[str]:
    acting = to_move(state)
    return [
        line
        for number, (seat, player) in enumerate(zip(SEATS, state.table.players, strict=True))
        for line in _held(seat, player, seat in acting, state.sides[number])
    ]


def _held(seat: str, player: Player, acts: bool, side: Side) -> list[str]:
    held = f"{len(player.hand) or 'no'} {'card' if len(player.hand) == 1 else 'cards'}"
    counts = [held] if player.hand or player.deck else []
    counts += [f"{len(player.deck)} in the deck"] if player.deck else []
    counts += [f"{len(player.discard)} on the pile"] if player.discard else []
    counts += [f"{player.crystals} {'crystal' if player.crystals == 1 else 'crystals'}"] if player.crystals else []
    counts += ["a sovereign due"] if side.gate_lost else []
    lines = [f"{seat} holds {', '.join(counts)}"] if counts else []
    return lines + (_hand(player.hand) if acts else [])


def _hand(hand: Cards) -> list[str]:
    return [f"  {in_short(card)}" for card in hand]


def _waiting(state: State) -> list[str]:
    return [f"waits for {SEATS[each.owner]}: {_choice(each)}" for each in state.pending]


CHOICES = {
    "fill": "where the next warrior goes",
    "collect": "which creature is collected next",
    "order": "which removed creature goes to the pile next",
    "gift": "a sovereign",
    "discard": "a card to discard",
}


def _choice(pending: Pending) -> str:
    if pending.kind != "ability":
        return CHOICES[pending.kind]
    value = f" {pending.value}" if pending.value > 1 else ""
    return f"{pending.ability}{value} of {pending.source}" + (", which may be left" if pending.optional else "")
