"""A board whose every cell and gate is a symbol, and the position that a model of it shows. No rule is stated here."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..solving import TERMS, Model, Term, boolean, choice, integer
from .paths import ATTACK_ROW, CELLS, COLUMNS, DEFENSE_ROW, Path

CLANS = ("red", "blue", "green", "yellow", "purple")


@dataclass(frozen=True)
class Cell:
    """What lies on a cell, if any: its clan (none for a Primordial), whether it serves any, and its fusion value."""

    occupied: Term
    clan: Term
    wild: Term
    serves: Term
    value: Term


@dataclass(frozen=True)
class Board:
    """One player's six cells and three gates, with the conditions that make it a board at all."""

    cells: Mapping[str, Cell]
    stands: tuple[Term, ...]
    shape: tuple[Term, ...]


def symbolic() -> Board:
    """All boards at once: clans, wild creatures, affiliations, fusion values and standing gates are left open."""
    cells: dict[str, Cell] = {}
    shape: list[Term] = []
    for name in CELLS:
        cells[name], conditions = _cell(name)
        shape.extend(conditions)
    return Board(cells, tuple(boolean(f"gate {column} stands") for column in COLUMNS), tuple(shape))


def _cell(name: str) -> tuple[Cell, tuple[Term, ...]]:
    clan, one_clan = choice(f"{name} clan", (*CLANS, None))
    serves, one_served = choice(f"{name} serves", (*CLANS, None))
    cell = Cell(boolean(f"{name} occupied"), clan, boolean(f"{name} wild"), serves, integer(f"{name} fusion"))
    primordial = TERMS.same(clan, None)
    return cell, (
        one_clan,
        one_served,
        TERMS.implies(primordial, cell.wild),
        TERMS.implies(TERMS.negate(cell.wild), TERMS.same(serves, None)),
        TERMS.implies(TERMS.negate(cell.occupied), TERMS.same(serves, None)),
        cell.value >= 0,
        # the any-clan icon of a creature with a clan adds at least 1
        TERMS.implies(TERMS.both(cell.wild, TERMS.negate(primordial)), cell.value >= 1),
    )


def agrees(cell: Cell, clan: str) -> Term:
    """A creature lies there that can take part in a chain of this clan."""
    served = TERMS.either(TERMS.same(cell.serves, None), TERMS.same(cell.serves, clan))
    return TERMS.both(cell.occupied, TERMS.ite(cell.wild, served, TERMS.same(cell.clan, clan)))


def sizes(board: Board) -> tuple[Term, ...]:
    """Numbers to keep small in an example: how many creatures, how many wild ones, their values, fallen gates."""
    cells = board.cells.values()
    return (
        TERMS.total(TERMS.number(cell.occupied) for cell in cells),
        TERMS.total(TERMS.number(cell.wild) for cell in cells),
        TERMS.total(TERMS.number(TERMS.negate(stands)) for stands in board.stands),
        *(cell.value for cell in cells),
    )


def position(board: Board, model: Model, chains: tuple[Path, ...] = ()) -> dict[str, Any]:
    """The position of the attack phase that a model shows, the board being A's."""
    creatures = {name: _creature(name, cell, model) for name, cell in board.cells.items()}
    served = {name.lower(): model.name(cell.serves) for name, cell in board.cells.items() if creatures[name]}
    charge = {
        "affiliation": {card: clan for card, clan in served.items() if clan},
        "chains": [{"gate": path.gate, "path": list(path.cells)} for path in chains],
    }
    player = {
        "attack": [creatures[name] for name in ATTACK_ROW],
        "defense": [creatures[name] for name in DEFENSE_ROW],
        "gates": [15 if model.truth(stands) else 0 for stands in board.stands],
    }
    shown = {member: value for member, value in charge.items() if value}
    return {"phase": "attack", "players": {"A": player, "B": {}}, **({"charge": shown} if shown else {})}


def _creature(name: str, cell: Cell, model: Model) -> dict[str, Any] | None:
    if not model.truth(cell.occupied):
        return None
    clan, value = model.name(cell.clan), model.number(cell.value)
    fusion = [f"fusion:{value}"] if value else []
    if clan is None:
        return {"id": name.lower(), "kind": "primordial", "main": ["double_arrow", *fusion]}
    icons = [f"robed:{value}"] if model.truth(cell.wild) else fusion
    return {"id": name.lower(), "kind": "warrior", "clan": clan, **({"main": icons} if icons else {})}
