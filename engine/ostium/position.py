"""Positions as JSON values: reading one with all its faults. They are written in `writing`; no rule is decided here."""

from collections.abc import Mapping

from ruleproof.spec.fault import nearest

from .board import ATTACK_SLOTS, COLUMNS, NUMBER, SEATS, SLOTS, mask
from .chains import Chain
from .domains import DOMAINS
from .fusion import misshapen
from .reader import ACTIVE, UNSUPPORTED, Found, Read, Reader, joined, together
from .reading import Readings
from .state import (
    CLANS,
    FULL_GATE,
    NOBODY,
    PHASES,
    Area,
    Creature,
    Pending,
    Player,
    Row,
    Side,
    State,
    Table,
)

MODES = ("two-player", "solo", "three-player")
MODE = MODES[0]
PRIMORDIALS = 8

POSITION = ("mode", "active", "phase", "turn", "players", "area", "charge", "pending", "pendingChance", "used")
CHARGE = ("affiliation", "chains", "flask", "resolved")


def load(position: object, mode: str, readings: Readings) -> State:
    """The state of a position. Raises PositionFault with all faults."""
    reader = Reader()
    found = reader.members(position, "", POSITION)
    if position is None:
        reader.fault("", "is an object, not null")
    state = _state(reader, found, mode, readings)
    if reader.faults:
        raise together(reader.faults)
    return state


def _state(reader: Reader, found: Found, mode: str, readings: Readings) -> State:
    _check_mode(reader, found, mode)
    active = reader.word(found.get("active"), "active", SEATS, SEATS[0])
    phase = reader.word(found.get("phase"), "phase", PHASES, "development")
    players = reader.members(found.get("players"), "players", SEATS)
    (one, one_side), (other, other_side) = (_player(reader, players.get(seat), f"players.{seat}") for seat in SEATS)
    area = _area(reader, found.get("area"))
    turn = reader.number(found.get("turn"), "turn", 1, 1)
    table = Table((one, other), area, active, turn, readings)
    _check_rest(reader, phase, (one_side, other_side))
    return State(
        table,
        (one_side, other_side),
        phase,
        *_charge(reader, found.get("charge"), table.players[table.me].field),
        pending=_pending(reader, found, phase, table),
        chance=_site(reader, found, phase),
        used=_used(reader, found),
    )


PENDING = ("kind", "owner", "source", "domain", "ability", "value", "targets", "optional")
WAITING = ("ability", "fill", "collect", "order", "gift", "discard", "tie", "virtual_fusion")
OF_SOLO = WAITING[-2:]
PHASE_OF = {"fill": "refill", "collect": "collect", "gift": "gift", "discard": "collect"}
SITES = ("deck:A", "deck:B", "sovereigns", "warriors")


def _pending(reader: Reader, found: Found, phase: str, table: Table) -> tuple[Pending, ...]:
    waiting = reader.items(found.get("pending"), "pending")
    read = tuple(_one_pending(reader, value, f"pending[{place}]") for place, value in enumerate(waiting))
    for place, each in enumerate(read):
        if PHASE_OF.get(each.kind, phase) != phase:
            reader.fault(
                f"pending[{place}].kind", f"{each.kind} belongs to the {PHASE_OF[each.kind]} phase, not {phase}"
            )
        there = {card.id for card in table.players[each.owner].field if card is not None}
        for number, card in enumerate(each.cards):
            if card not in there:
                where = f"pending[{place}].targets[{number}]"
                reader.fault(
                    where, f"no slot of {SEATS[each.owner]} holds a card {card!r}.{nearest(card, sorted(there))}"
                )
    return read


def _one_pending(reader: Reader, value: object, where: str) -> Pending:
    found = reader.members(value, where, PENDING)
    kind = reader.word(found.get("kind") or "", joined(where, "kind"), WAITING, "")
    owner = reader.word(found.get("owner") or "", joined(where, "owner"), SEATS, SEATS[0])
    if kind in OF_SOLO:
        reader.fault(joined(where, "kind"), f"{kind} belongs to a mode that is not modelled yet", UNSUPPORTED)
    targets = reader.items(found.get("targets"), joined(where, "targets"))
    if kind == "order":
        chosen = [reader.text(card, f"{where}.targets[{place}]", "a card's id") for place, card in enumerate(targets)]
        return Pending(kind, SEATS.index(owner), cards=tuple(chosen))
    if kind != "ability":
        return Pending(kind, SEATS.index(owner))
    return Pending(
        kind,
        SEATS.index(owner),
        reader.text(found.get("source"), joined(where, "source"), "the id of the card that has the ability"),
        reader.word(found.get("domain"), joined(where, "domain"), DOMAINS, DOMAINS[0]),
        reader.word(found.get("ability") or "", joined(where, "ability"), ACTIVE[:-1], ACTIVE[0]),
        reader.number(found.get("value"), joined(where, "value"), 1, 1),
        reader.truth(found.get("optional"), joined(where, "optional"), False),
    )


def _site(reader: Reader, found: Found, phase: str) -> str:
    waits = reader.members(found.get("pendingChance"), "pendingChance", ("site", "from", "count"))
    if not waits:
        return ""
    if phase not in ("setup", "refill"):
        reader.fault("pendingChance", f"nothing is left to chance in the {phase} phase")
    return reader.word(waits.get("site") or "", "pendingChance.site", SITES, "")


def _used(reader: Reader, found: Found) -> tuple[tuple[str, str], ...]:
    used: list[tuple[str, str]] = []
    for place, value in enumerate(reader.items(found.get("used"), "used")):
        where = f"used[{place}]"
        each = reader.members(value, where, ("card", "domain"))
        card = reader.text(each.get("card"), joined(where, "card"), "a card's id")
        used.append((card, reader.word(each.get("domain") or "", joined(where, "domain"), DOMAINS, "")))
    return tuple(used)


def _check_mode(reader: Reader, found: Found, mode: str) -> None:
    written = reader.word(found.get("mode"), "mode", MODES, mode)
    if written != mode and mode in MODES:
        reader.fault("mode", f"is {written}, but a position for {mode} was asked for")
    elif written != MODE:
        reader.fault("mode", f"{written} is not modelled yet: only {MODE} is", UNSUPPORTED)


def _check_rest(reader: Reader, phase: str, sides: tuple[Side, Side]) -> None:
    lost = [seat for seat, side in zip(SEATS, sides, strict=True) if not any(side.gates)]
    if len(lost) == len(SEATS):
        reader.fault("players", "both players have lost all gates, but the first to lose them ends the game")
    elif lost and phase != "over":
        reader.fault("phase", f"is over, not {phase}: {lost[0]} has lost all gates")
    elif not lost and phase == "over":
        reader.fault("phase", "is not over: both players hold a gate")


Held = tuple[Creature, bool] | None
Gates = tuple[int | None, int | None, int | None]
FULL_GATES: Gates = (FULL_GATE, FULL_GATE, FULL_GATE)
NO_ROW = (None, None, None)


def _player(reader: Reader, value: object, where: str) -> tuple[Player, Side]:
    told = reader.told(value, where, PLAYER)
    slots: tuple[Held, ...] = (*told.get("attack", NO_ROW), *told.get("defense", NO_ROW))
    player = Player(
        tuple([held and held[0] for held in slots]),
        told.get("hand", ()),
        told.get("deck", ()),
        told.get("discard", ()),
        told.get("crystals", 0),
        told.get("opening_drawn", True),
        told.get("eliminated", False),
    )
    turned = mask(tuple([number for number, held in enumerate(slots) if held and held[1]]))
    return player, Side(told.get("gates", FULL_GATES), turned, told.get("gate_lost", False), told.get("late", 0))


def _slots(reader: Reader, value: object, where: str) -> tuple[Held, ...]:
    row = reader.items(value, where, COLUMNS)
    held = [
        reader.creature(card, f"{where}[{place}]", lies=True) if card is not None else None
        for place, card in enumerate(row)
    ]
    return tuple(held) or NO_ROW


def _gates(reader: Reader, value: object, where: str) -> Gates:
    first, second, third = (
        None if gate is None else reader.number(gate, f"{where}[{place}]", FULL_GATE, 0, FULL_GATE)
        for place, gate in enumerate(reader.items(value, where, COLUMNS) or FULL_GATES)
    )
    return first, second, third


def _truth(reader: Reader, value: object, where: str) -> bool:
    return reader.truth(value, where, False)


def _count(reader: Reader, value: object, where: str) -> int:
    return reader.number(value, where, 0)


PLAYER: Mapping[str, Read] = {  # the faults of a player come in this order
    "attack": _slots,
    "defense": _slots,
    "hand": Reader.cards,
    "deck": Reader.cards,
    "discard": Reader.cards,
    "crystals": _count,
    "opening_drawn": _truth,
    "eliminated": _truth,
    "gates": _gates,
    "gate_lost": _truth,
    "late": Reader.slots,
}


def _area(reader: Reader, value: object) -> Area:
    return Area(**reader.told(value, "area", AREA))


def _rows(reader: Reader, value: object, where: str) -> tuple[Row, Row]:
    rows = reader.items(value, where, 2) or (None, None)
    first, second = (_row(reader, row, f"{where}[{place}]") for place, row in enumerate(rows))
    return first, second


def _row(reader: Reader, value: object, where: str) -> Row:
    held = [
        reader.creature(card, f"{where}[{place}]") if card is not None else None
        for place, card in enumerate(reader.items(value, where, COLUMNS) or NO_ROW)
    ]
    first, second, third = (found and found[0] for found in held)
    return first, second, third


def _primordials(reader: Reader, value: object, where: str) -> int:
    return reader.number(value, where, 0, 0, PRIMORDIALS)


AREA: Mapping[str, Read] = {
    "warriors": _rows,
    "warrior_deck": Reader.cards,
    "dismissed": Reader.cards,
    "primordials": _primordials,
    "primordial_cost": _count,
    "sovereigns": Reader.cards,
    "sovereign_deck": Reader.cards,
    "out_of_play": Reader.cards,
}


Charge = tuple[tuple[str | None, ...], tuple[Chain, ...], str | None, int]


def _charge(reader: Reader, value: object, own: tuple[Creature | None, ...]) -> Charge:
    if value is None:
        return NOBODY, (), None, 0
    found = reader.members(value, "charge", CHARGE)
    served = reader.members(found.get("affiliation"), "charge.affiliation", tuple(card.id for card in own if card))
    serving = tuple(
        reader.word(served.get(card.id), f"charge.affiliation.{card.id}", CLANS, "") or None if card else None
        for card in own
    )
    chains = tuple(
        chain
        for place, held in enumerate(reader.items(found.get("chains"), "charge.chains"))
        if (chain := _chain(reader, held, f"charge.chains[{place}]", own))
    )
    flask = reader.word(found.get("flask"), "charge.flask", CLANS, "") or None
    return serving, chains, flask, _resolved(reader, found.get("resolved"))


def _chain(reader: Reader, value: object, where: str, own: tuple[Creature | None, ...]) -> Chain | None:
    found = reader.members(value, where, ("gate", "path"))
    known = len(reader.faults)
    for name in ("gate", "path"):
        if name not in found:
            reader.fault(joined(where, name), "is missing")
    gate = reader.number(found.get("gate"), joined(where, "gate"), 0, 0, COLUMNS - 1)
    steps = reader.items(found.get("path"), joined(where, "path"))
    path = tuple(reader.word(step, f"{where}.path[{place}]", SLOTS, "") for place, step in enumerate(steps))
    for place, slot in enumerate(path):
        if slot and own[NUMBER[slot]] is None:
            reader.fault(f"{where}.path[{place}]", f"no creature is in {slot}, and a chain goes over creatures")
    if len(reader.faults) > known or "" in path:
        return None
    chain = Chain(gate, path)
    for reason in misshapen(chain):
        reader.fault(joined(where, "path"), reason.why)
    return None if misshapen(chain) else chain


def _resolved(reader: Reader, value: object) -> int:
    named = [
        reader.word(slot, f"charge.resolved[{place}]", ATTACK_SLOTS, "")
        for place, slot in enumerate(reader.items(value, "charge.resolved"))
    ]
    for place, slot in enumerate(named):
        if slot and slot in named[:place]:
            reader.fault(f"charge.resolved[{place}]", f"{slot} comes twice")
    return mask(tuple(NUMBER[slot] for slot in named if slot))
