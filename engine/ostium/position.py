"""Positions as JSON values: reading one with all its faults. They are written in `writing`; no rule is decided here."""

import re
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any, cast

import msgspec

from ruleproof.spec.fault import nearest

from ..game import PositionFault
from .board import ATTACK_SLOTS, COLUMNS, NUMBER, SEATS, SLOTS, mask
from .chains import Chain
from .domains import DOMAINS
from .fusion import misshapen
from .passive import KIND
from .printed import creature_of, printed
from .reading import Readings
from .state import (
    CLANS,
    FULL_GATE,
    KINDS,
    NOBODY,
    PHASES,
    Area,
    Cards,
    Creature,
    Pending,
    Player,
    Row,
    Side,
    State,
    Table,
)

INVALID = "position-invalid"
UNSUPPORTED = "position-unsupported"
MODES = ("two-player", "solo", "three-player")
MODE = MODES[0]

ACTIVE = (
    "crystal",
    "draw",
    "repair",
    "rebuild",
    "damage",
    "damage_all",
    "out_of_play",
    "remove",
    "clan_removal",
    "area",
)
ABILITIES = (*ACTIVE, *KIND, "double_arrow")
ABILITY = re.compile(r"(arrow>)?([a-z_]+)(?::([1-9][0-9]{0,8}))?")
LARGEST = 2**53 - 1
PRIMORDIALS = 8

Found = Mapping[str, object]

POSITION = ("mode", "active", "phase", "turn", "players", "area", "charge", "pending", "pendingChance", "used")
CHARGE = ("affiliation", "chains", "flask", "resolved")
CREATURE = ("id", "kind", "clan", "power", "cost", "main", "left", "right", "skull", "rotated")


class Reader:
    """Reads a position member by member and remembers every fault with its path."""

    def __init__(self) -> None:
        self.faults: list[PositionFault] = []
        self.ids: dict[str, str] = {}

    def fault(self, where: str, what: str, kind: str = INVALID) -> None:
        """Remember a fault."""
        self.faults.append(PositionFault(kind, where or "position", what))

    def members(self, value: object, where: str, names: Collection[str]) -> Found:
        """The members of an object that are not null; unknown names are faults, private ones (`x_`) are passed over."""
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.fault(where, f"is an object, not {_shown(value)}")
            return {}
        found = cast(dict[str, object], value)
        for name in found:
            if name not in names and not str(name).startswith("x_"):
                self.fault(_join(where, str(name)), f"is no member here.{nearest(str(name), names)}")
        return {name: member for name, member in found.items() if member is not None}

    def told(self, value: object, where: str, members: Mapping[str, "Read"]) -> dict[str, Any]:
        """The members of an object that are there, each as its own way of reading has it."""
        found = self.members(value, where, members)
        return {name: read(self, found[name], f"{where}.{name}") for name, read in members.items() if name in found}

    def items(self, value: object, where: str, length: int | None = None) -> list[object]:
        """The entries of a list; of a wrong length none."""
        if value is None:
            return []
        if not isinstance(value, list):
            self.fault(where, f"is a list, not {_shown(value)}")
            return []
        found = cast(list[object], value)
        if length is not None and len(found) != length:
            self.fault(where, f"has {length} entries, not {len(found)}")
            return []
        return found

    def number(self, value: object, where: str, default: int, least: int = 0, most: int = LARGEST) -> int:
        """A whole number in bounds."""
        if value is None:
            return default
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            bounds = f"of {least} or more" if most == LARGEST else f"from {least} to {most}"
            self.fault(where, f"is a whole number {bounds}, not {_shown(value)}")
            return default
        return value

    def truth(self, value: object, where: str, default: bool) -> bool:
        """A truth value."""
        if value is None:
            return default
        if not isinstance(value, bool):
            self.fault(where, f"is true or false, not {_shown(value)}")
            return default
        return value

    def word(self, value: object, where: str, words: tuple[str, ...], default: str) -> str:
        """One of the words."""
        if value is None:
            return default
        if not isinstance(value, str) or value not in words:
            self.fault(where, f"is one of {', '.join(words)}, not {_shown(value)}.{nearest(str(value), words)}")
            return default
        return value

    def slots(self, value: object, where: str) -> int:
        """A set of the own slots."""
        named = [self.word(slot, f"{where}[{place}]", SLOTS, "") for place, slot in enumerate(self.items(value, where))]
        return mask(tuple(NUMBER[slot] for slot in named if slot))

    def text(self, value: object, where: str, what: str) -> str:
        """A text that is not empty."""
        if not isinstance(value, str) or not value:
            self.fault(where, f"is {what}, not {_shown(value)}")
            return ""
        return value

    def creature(self, value: object, where: str, lies: bool = False) -> tuple[Creature, bool] | None:
        """A creature and whether it is turned, which it can be only where it `lies` on the battlefield."""
        if isinstance(value, str):
            return self._named(value, where, lies and where.startswith("players.B."))
        if value is None:
            self.fault(where, "is a creature, not null")
            return None
        met = _met(text) if (text := _text(value)) else None
        if met and met[0].id not in self.ids and (lies or not met[1]):
            self.ids[met[0].id] = where
            return met
        return self.defined(value, where, lies)

    def defined(self, value: object, where: str, lies: bool) -> tuple[Creature, bool]:
        """The same of one that defines itself, with all that is wrong."""
        known = len(self.faults)
        found = self.members(value, where, CREATURE)
        creature = Creature(
            self._id(found.get("id"), where) if len(self.faults) == known or found else "",
            self._kind(found.get("kind"), where),
            self._clan(found, where),
            self.number(found.get("power"), _join(where, "power"), 0),
            self.number(found.get("cost"), _join(where, "cost"), 0),
            *(self._abilities(found.get(name), _join(where, name)) for name in ("main", "left", "right", "skull")),
        )
        turned = self.truth(found.get("rotated"), _join(where, "rotated"), False)
        if turned and not lies:
            self.fault(_join(where, "rotated"), "only a creature on the battlefield is turned")
        return creature, turned

    def _named(self, name: str, where: str, mirror: bool) -> tuple[Creature, bool] | None:
        creature = creature_of(name, mirror)
        if creature is not None:
            return self.creature(creature, where)
        near = nearest(name, printed())
        self.fault(
            where, f"names the card {name!r}, and no card of the set is called so: define it inline.{near}", UNSUPPORTED
        )
        return None

    def cards(self, value: object, where: str) -> Cards:
        """A pile or a hand."""
        read = [self.creature(card, f"{where}[{place}]") for place, card in enumerate(self.items(value, where))]
        return tuple(found[0] for found in read if found)

    def _id(self, value: object, where: str) -> str:
        if not isinstance(value, str) or not value:
            self.fault(_join(where, "id"), f"is a text that names the card, not {_shown(value)}")
            return ""
        if value in self.ids:
            self.fault(_join(where, "id"), f"{value!r} is the id of {self.ids[value]} already: ids are unique")
        self.ids.setdefault(value, where)
        return value

    def _kind(self, value: object, where: str) -> str:
        if value is None:
            self.fault(_join(where, "kind"), f"is missing: it is one of {', '.join(KINDS)}")
        return self.word(value, _join(where, "kind"), KINDS, "warrior")

    def _clan(self, found: Found, where: str) -> str | None:
        clan = self.word(found.get("clan"), _join(where, "clan"), CLANS, "")
        if clan and found.get("kind") == "primordial":
            self.fault(_join(where, "clan"), "a primordial has no clan of its own")
        return clan or None

    def _abilities(self, value: object, where: str) -> tuple[str, ...]:
        return tuple(
            self._ability(ability, f"{where}[{place}]") for place, ability in enumerate(self.items(value, where))
        )

    def _ability(self, value: object, where: str) -> str:
        match = ABILITY.fullmatch(value) if isinstance(value, str) else None
        if match is None:
            self.fault(where, f"is an ability like flame, flame:2 or arrow>crystal, not {_shown(value)}")
            return ""
        arrow, name, worth = match.groups(default="")
        if name not in ABILITIES:
            self.fault(where, f"{name!r} is no ability.{nearest(name, ABILITIES)}")
        return arrow + name + (f":{worth}" if worth not in ("", "1") else "")


def _text(value: object) -> bytes:
    """The value as JSON, nothing where it is none."""
    try:
        return msgspec.json.encode(value)
    except (TypeError, OverflowError, RecursionError):
        return b""


@lru_cache(maxsize=1 << 12)  # the same cards come again and again
def _met(text: bytes) -> tuple[Creature, bool] | None:
    """The creature in a JSON text and whether it is turned; None where anything is wrong with it."""
    reader = Reader()
    found = reader.defined(msgspec.json.decode(text), "", lies=True)
    return None if reader.faults else found


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


def together(faults: list[PositionFault]) -> PositionFault:
    """All faults as one, the invalid ones first."""
    first, *others = sorted(faults, key=lambda fault: fault.kind != INVALID)
    return PositionFault(first.kind, first.where, first.what, tuple(others))


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
        pending=_pending(reader, found, phase),
        chance=_site(reader, found, phase),
        used=_used(reader, found),
    )


PENDING = ("kind", "owner", "source", "domain", "ability", "value", "targets", "optional")
WAITING = ("ability", "fill", "collect", "order", "gift", "discard", "tie", "virtual_fusion")
OF_SOLO = WAITING[-2:]
PHASE_OF = {"fill": "refill", "collect": "collect", "gift": "gift", "discard": "collect"}
SITES = ("deck:A", "deck:B", "sovereigns", "warriors")


def _pending(reader: Reader, found: Found, phase: str) -> tuple[Pending, ...]:
    waiting = reader.items(found.get("pending"), "pending")
    read = tuple(_one_pending(reader, value, f"pending[{place}]") for place, value in enumerate(waiting))
    for place, each in enumerate(read):
        if PHASE_OF.get(each.kind, phase) != phase:
            reader.fault(
                f"pending[{place}].kind", f"{each.kind} belongs to the {PHASE_OF[each.kind]} phase, not {phase}"
            )
    return read


def _one_pending(reader: Reader, value: object, where: str) -> Pending:
    found = reader.members(value, where, PENDING)
    kind = reader.word(found.get("kind") or "", _join(where, "kind"), WAITING, "")
    owner = reader.word(found.get("owner") or "", _join(where, "owner"), SEATS, SEATS[0])
    if kind in OF_SOLO:
        reader.fault(_join(where, "kind"), f"{kind} belongs to a mode that is not modelled yet", UNSUPPORTED)
    targets = reader.items(found.get("targets"), _join(where, "targets"))
    if kind == "order":
        chosen = [reader.text(card, f"{where}.targets[{place}]", "a card's id") for place, card in enumerate(targets)]
        return Pending(kind, SEATS.index(owner), cards=tuple(chosen))
    if kind != "ability":
        return Pending(kind, SEATS.index(owner))
    return Pending(
        kind,
        SEATS.index(owner),
        reader.text(found.get("source"), _join(where, "source"), "the id of the card that has the ability"),
        reader.word(found.get("domain"), _join(where, "domain"), DOMAINS, DOMAINS[0]),
        reader.word(found.get("ability") or "", _join(where, "ability"), ACTIVE[:-1], ACTIVE[0]),
        reader.number(found.get("value"), _join(where, "value"), 1, 1),
        reader.truth(found.get("optional"), _join(where, "optional"), False),
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
        card = reader.text(each.get("card"), _join(where, "card"), "a card's id")
        used.append((card, reader.word(each.get("domain") or "", _join(where, "domain"), DOMAINS, "")))
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
Read = Callable[[Reader, object, str], Any]


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


PLAYER: Mapping[str, Read] = {
    "attack": _slots,
    "defense": _slots,
    "gates": _gates,
    "hand": Reader.cards,
    "deck": Reader.cards,
    "discard": Reader.cards,
    "crystals": _count,
    "opening_drawn": _truth,
    "gate_lost": _truth,
    "eliminated": _truth,
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
            reader.fault(_join(where, name), "is missing")
    gate = reader.number(found.get("gate"), _join(where, "gate"), 0, 0, COLUMNS - 1)
    steps = reader.items(found.get("path"), _join(where, "path"))
    path = tuple(reader.word(step, f"{where}.path[{place}]", SLOTS, "") for place, step in enumerate(steps))
    for place, slot in enumerate(path):
        if slot and own[NUMBER[slot]] is None:
            reader.fault(f"{where}.path[{place}]", f"no creature is in {slot}, and a chain goes over creatures")
    if len(reader.faults) > known or "" in path:
        return None
    chain = Chain(gate, path)
    for reason in misshapen(chain):
        reader.fault(_join(where, "path"), reason.why)
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


def _join(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
