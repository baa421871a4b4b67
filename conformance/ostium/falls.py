"""When gates fall and what takes how much of them, as the position tells. No rule is decided here."""

from collections.abc import Mapping, Sequence

from .errands import Use
from .wanted import COLUMNS, FULL, SLOTS, Seat, Wanted

NOW, EARLIER, ATTACKED, STANDS = "now", "earlier", "attacked", "stands"


def fates(wanted: Wanted, *, now: bool) -> list[str]:
    """When each gate of the other player falls, as what lies around it tells; `now` where that leaves it open."""
    me, foe = wanted.me, wanted.foe
    found = [_fate(wanted, column) for column in COLUMNS]
    moved = sum(slot >= len(COLUMNS) or found[slot] not in (NOW, ATTACKED) for slot in me.turned)
    due = bool(foe.gate_lost) and not {NOW, ATTACKED} & set(found)
    for column in COLUMNS:
        if not found[column]:
            found[column] = NOW if now or due or moved else EARLIER
            due, moved = False, max(0, moved - 1)
    return found


def _fate(wanted: Wanted, column: int) -> str:
    """The fate of one gate, or nothing where it may have fallen now or earlier."""
    me, foe = wanted.me, wanted.foe
    there = [slot for slot in (column, column + 3) if foe.field[slot]]
    if foe.gates[column]:
        return STANDS
    if any(slot not in foe.turned for slot in there):
        return EARLIER
    if column in me.turned:
        attacked = SLOTS[column] in wanted.charge.get("resolved", ())
        return ATTACKED if attacked else NOW
    return NOW if there else ""


def damage(seat: Seat, amounts: Mapping[int, int]) -> list[Use]:
    """The uses that take so much from a player's gates; what fells one may be more."""
    taken = {column: amount for column, amount in amounts.items() if amount}
    uses: list[Use] = []
    if len(taken) == len(COLUMNS):
        common = min(taken.values())
        uses.append(Use("damage_all", common))
        taken = {column: amount - common for column, amount in taken.items() if amount > common}
    return uses + [Use("damage", amount, seat.gate(column)) for column, amount in taken.items()]


def repair(seat: Seat, amounts: Mapping[int, int]) -> list[Use]:
    """The uses that give so much to a player's gates; what makes one full may be more."""
    needed = {column: amount for column, amount in amounts.items() if amount > 0}
    most = max(needed.values(), default=0)
    return [
        Use("repair", most if seat.gates[column] == FULL else amount, seat.gate(column))
        for column, amount in needed.items()
    ]


def felled(seat: Seat, columns: Sequence[int]) -> list[Use]:
    """The uses that fell these gates."""
    return [Use("damage", FULL, seat.gate(column)) for column in columns]
