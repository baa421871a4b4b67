"""Positions as JSON values: reading one with all its faults, and writing it back. No rule is decided here."""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from ruleproof.spec.fault import nearest

from ..game import PositionFault
from .board import ATTACK_SLOTS, COLUMNS, NUMBER, SEATS, SLOTS, mask, members
from .chains import Chain
from .fusion import misshapen
from .passive import KIND
from .reading import Readings
from .state import CLANS, FULL_GATE, KINDS, PHASES, Area, Cards, Creature, Player, Row, Side, State, Table

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

T = TypeVar("T")
Found = Mapping[str, object]

POSITION = ("mode", "active", "phase", "turn", "players", "area", "charge", "pending")
PLAYER = (
    "attack", "defense", "gates", "hand", "deck", "discard", "crystals", "opening_drawn", "gate_lost", "eliminated",
)  # fmt: skip  # a list of names reads best as a block
AREA = (
    "warriors", "warrior_deck", "dismissed", "primordials", "primordial_cost", "sovereigns", "sovereign_deck",
    "out_of_play",
)  # fmt: skip  # a list of names reads best as a block
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

    def members(self, value: object, where: str, names: tuple[str, ...]) -> Found:
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

    def creature(self, value: object, where: str, lies: bool = False) -> tuple[Creature, bool] | None:
        """A creature and whether it is turned, which it can be only where it `lies` on the battlefield."""
        if isinstance(value, str):
            self.fault(where, f"names the card {value!r}, and no card set is loaded: define it inline", UNSUPPORTED)
            return None
        if value is None:
            self.fault(where, "is a creature, not null")
            return None
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


def load(position: object, mode: str, readings: Readings) -> State:
    """The state of a position. Raises PositionFault with all faults."""
    reader = Reader()
    found = reader.members(position, "", POSITION)
    if position is None:
        reader.fault("", "is an object, not null")
    state = _state(reader, found, mode, readings)
    if reader.faults:
        raise _together(reader.faults)
    return state


def _together(faults: list[PositionFault]) -> PositionFault:
    first, *others = sorted(faults, key=lambda fault: fault.kind != INVALID)
    return PositionFault(first.kind, first.where, first.what, tuple(others))


def _state(reader: Reader, found: Found, mode: str, readings: Readings) -> State:
    _check_mode(reader, found, mode)
    active = reader.word(found.get("active"), "active", SEATS, SEATS[0])
    phase = reader.word(found.get("phase"), "phase", PHASES, "development")
    if reader.items(found.get("pending"), "pending"):
        reader.fault("pending", "choices that pend are not modelled yet", UNSUPPORTED)
    players = reader.members(found.get("players"), "players", SEATS)
    (one, one_side), (other, other_side) = (_player(reader, players.get(seat), f"players.{seat}") for seat in SEATS)
    area = _area(reader, found.get("area"))
    turn = reader.number(found.get("turn"), "turn", 1, 1)
    table = Table((one, other), area, active, turn, readings)
    _check_rest(reader, phase, (one_side, other_side))
    charge = _charge(reader, found.get("charge"), table.players[table.me].field)
    return State(table, (one_side, other_side), phase, *charge)


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


def _player(reader: Reader, value: object, where: str) -> tuple[Player, Side]:
    found = reader.members(value, where, PLAYER)

    def part(name: str, read: Callable[..., T], *default: object) -> T:
        return read(found.get(name), _join(where, name), *default)

    attack = _slots(reader, found.get("attack"), _join(where, "attack"))
    defense = _slots(reader, found.get("defense"), _join(where, "defense"))
    slots = (*attack, *defense)
    turned = mask(tuple(number for number, held in enumerate(slots) if held and held[1]))
    player = Player(
        tuple(held[0] if held else None for held in slots),
        part("hand", reader.cards),
        part("deck", reader.cards),
        part("discard", reader.cards),
        part("crystals", reader.number, 0),
        part("opening_drawn", reader.truth, True),
        part("eliminated", reader.truth, False),
    )
    gates = _gates(reader, found.get("gates"), _join(where, "gates"))
    return player, Side(gates, turned, part("gate_lost", reader.truth, False))


def _slots(reader: Reader, value: object, where: str) -> tuple[tuple[Creature, bool] | None, ...]:
    row = reader.items(value, where, COLUMNS) if value is not None else []
    if not row:
        return (None,) * COLUMNS
    return tuple(
        reader.creature(card, f"{where}[{place}]", lies=True) if card is not None else None
        for place, card in enumerate(row)
    )


def _gates(reader: Reader, value: object, where: str) -> tuple[int | None, int | None, int | None]:
    held = reader.items(value, where, COLUMNS) if value is not None else []
    if not held:
        return FULL_GATE, FULL_GATE, FULL_GATE
    first, second, third = (
        None if gate is None else reader.number(gate, f"{where}[{place}]", FULL_GATE, 0, FULL_GATE)
        for place, gate in enumerate(held)
    )
    return first, second, third


def _area(reader: Reader, value: object) -> Area:
    found = reader.members(value, "area", AREA)
    rows = reader.items(found.get("warriors"), "area.warriors", 2) if "warriors" in found else []
    first, second = (_row(reader, row, f"area.warriors[{place}]") for place, row in enumerate(rows or [None, None]))
    return Area(
        (first, second),
        reader.cards(found.get("warrior_deck"), "area.warrior_deck"),
        reader.cards(found.get("dismissed"), "area.dismissed"),
        reader.number(found.get("primordials"), "area.primordials", 0, 0, PRIMORDIALS),
        reader.number(found.get("primordial_cost"), "area.primordial_cost", 1),
        reader.cards(found.get("sovereigns"), "area.sovereigns"),
        reader.cards(found.get("sovereign_deck"), "area.sovereign_deck"),
        reader.cards(found.get("out_of_play"), "area.out_of_play"),
    )


def _row(reader: Reader, value: object, where: str) -> Row:
    row = reader.items(value, where, COLUMNS) if value is not None else []
    held = [
        reader.creature(card, f"{where}[{place}]") if card is not None else None
        for place, card in enumerate(row or [None] * COLUMNS)
    ]
    first, second, third = (found[0] if found else None for found in held)
    return first, second, third


Charge = tuple[tuple[str | None, ...], tuple[Chain, ...], str | None, int]


def _charge(reader: Reader, value: object, own: tuple[Creature | None, ...]) -> Charge:
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


# Writing.

Pile = Callable[[Cards], object]


def dump(state: State) -> dict[str, Any]:
    """The canonical position: the inverse of `load`. Defaults are left out."""
    return _position(state, SEATS, _listed)


def observe(state: State, viewer: str) -> dict[str, Any]:
    """What a player may know: the position with a count for each pile and hand whose faces are hidden from them.

    Raises ValueError on a viewer that does not play.
    """
    if viewer not in SEATS:
        raise ValueError(f"nobody here is {viewer!r}: the players are {', '.join(SEATS)}")
    return _position(state, (viewer,), len)


def _position(state: State, hands: tuple[str, ...], pile: Pile) -> dict[str, Any]:
    table = state.table
    players = {
        seat: _written_player(table.players[number], state.sides[number], _listed if seat in hands else len, pile)
        for number, seat in enumerate(SEATS)
    }
    return _kept(
        active=(table.active, SEATS[0]),
        phase=(state.phase, "development"),
        turn=(table.turn, 1),
        players=(_kept(**{seat: (player, NOTHING) for seat, player in players.items()}), {}),
        area=(_written_area(table.area, pile), {}),
        charge=(_written_charge(state), {}),
    )


def _written_player(player: Player, side: Side, hand: Pile, pile: Pile) -> dict[str, Any]:
    cards = [
        None if card is None else _written(card, bool(side.turned >> slot & 1))
        for slot, card in enumerate(player.field)
    ]
    return _kept(
        attack=(cards[:COLUMNS], EMPTY_ROW),
        defense=(cards[COLUMNS:], EMPTY_ROW),
        gates=(list(side.gates), [FULL_GATE] * COLUMNS),
        hand=_pile(player.hand, hand),
        deck=_pile(player.deck, pile),
        discard=_pile(player.discard, _listed),
        crystals=(player.crystals, 0),
        opening_drawn=(player.opening_drawn, True),
        gate_lost=(side.gate_lost, False),
        eliminated=(player.eliminated, False),
    )


NOTHING: dict[str, Any] = {}
EMPTY_ROW: list[None] = [None] * COLUMNS


def _written_area(area: Area, pile: Pile) -> dict[str, Any]:
    rows = [[None if card is None else _written(card) for card in row] for row in area.warriors]
    return _kept(
        warriors=(rows, [EMPTY_ROW, EMPTY_ROW]),
        warrior_deck=_pile(area.warrior_deck, pile),
        dismissed=_pile(area.dismissed, _listed),
        primordials=(area.primordials, 0),
        primordial_cost=(area.primordial_cost, 1),
        sovereigns=_pile(area.sovereigns, _listed),
        sovereign_deck=_pile(area.sovereign_deck, pile),
        out_of_play=_pile(area.out_of_play, _listed),
    )


def _written_charge(state: State) -> dict[str, Any]:
    own = state.table.players[state.table.me].field
    served = {card.id: clan for card, clan in zip(own, state.serving, strict=True) if card is not None and clan}
    return _kept(
        affiliation=(served, {}),
        chains=([{"gate": chain.gate, "path": list(chain.path)} for chain in state.chains], []),
        flask=(state.flask, None),
        resolved=([SLOTS[slot] for slot in members(state.resolved)], []),
    )


def _written(card: Creature, turned: bool = False) -> dict[str, Any]:
    return {
        "id": card.id,
        "kind": card.kind,
        **_kept(
            clan=(card.clan, None),
            power=(card.power, 0),
            cost=(card.cost, 0),
            main=(list(card.main), []),
            left=(list(card.left), []),
            right=(list(card.right), []),
            skull=(list(card.skull), []),
            rotated=(turned, False),
        ),
    }


def _listed(cards: Cards) -> object:
    return [_written(card) for card in cards]


def _pile(cards: Cards, write: Pile) -> tuple[object, object]:
    return (write(cards) if cards else None), None


def _kept(**members: tuple[Any, Any]) -> dict[str, Any]:
    return {name: value for name, (value, default) in members.items() if value != default}
