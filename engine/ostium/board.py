"""The battlefield's geometry: slots, columns, rows and what touches what. No creature stands here and no rule decides.

A slot of one's own is a number from 0 to 5: A0 A1 A2 D0 D1 D2. Sets of slots are bit masks over these numbers.
"""

COLUMNS = 3
SLOTS = ("A0", "A1", "A2", "D0", "D1", "D2")
ATTACK_SLOTS = SLOTS[:COLUMNS]
DEFENSE_SLOTS = SLOTS[COLUMNS:]
NUMBER = {slot: number for number, slot in enumerate(SLOTS)}
SEATS = ("A", "B")

ATTACK_ROW = 0b000111
WHOLE = 0b111111


def column(slot: int) -> int:
    """The column of a slot, 0 to 2."""
    return slot % COLUMNS


def in_attack_row(slot: int) -> bool:
    """Whether the slot lies in the attack row; else it is one of the defense row."""
    return slot < COLUMNS


def defense(column: int) -> int:
    """The defense slot of a column."""
    return COLUMNS + column


def touch(one: int, other: int) -> bool:
    """Whether two slots share a side."""
    same_row = in_attack_row(one) == in_attack_row(other)
    apart = abs(column(one) - column(other))
    return apart == 1 if same_row else apart == 0


def corner(one: int, other: int) -> bool:
    """Whether two slots share a corner only."""
    return in_attack_row(one) != in_attack_row(other) and abs(column(one) - column(other)) == 1


def mask(slots: tuple[int, ...]) -> int:
    """The set of these slots."""
    return sum({1 << slot for slot in slots})


def members(cells: int) -> tuple[int, ...]:
    """The slots of a set, rising."""
    return tuple(slot for slot in range(len(SLOTS)) if cells >> slot & 1)


def names(cells: int) -> str:
    """The slots of a set, for people to read."""
    return ", ".join(SLOTS[slot] for slot in members(cells))


NEIGHBOURS = tuple(tuple(other for other in range(len(SLOTS)) if touch(slot, other)) for slot in range(len(SLOTS)))
EDGES = tuple((one, other) for one in range(len(SLOTS)) for other in NEIGHBOURS[one] if one < other)
EDGE_BIT = {pair: 1 << number for number, (one, other) in enumerate(EDGES) for pair in ((one, other), (other, one))}
PAIRS = tuple((left, left + 1) for left in (0, 1, 3, 4))  # the slots that touch horizontally, the left one first

SLOT_NAME = tuple(tuple(f"{seat}.{slot}" for slot in SLOTS) for seat in SEATS)
GATE_NAME = tuple(tuple(f"{seat}.G{number}" for number in range(COLUMNS)) for seat in SEATS)
