"""Positions of Ostium that grow creature by creature, and what is small among them. No question is named here."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from ..apart import without
from ..ground import Growth, Position
from ..shape import is_list, is_object
from .positions import MODE
from .printed import unlikely

Card = dict[str, Any]  # a creature without its id

OWN = {"A": "a", "D": "d"}
FOES = {"A": "b", "D": "c"}
ROWS = {"A": "attack", "D": "defense"}
TWO_COLUMNS = ("A0", "D0", "A1", "D1")
ALL_COLUMNS = (*TWO_COLUMNS, "A2", "D2")
PILES = ("hand", "deck", "discard")


@dataclass(frozen=True)
class Grown:
    """Positions from bare ones, `bases`, with creatures of A in some slots and creatures of B in some others."""

    bases: Sequence[Position]
    own: Sequence[Card] = ()
    foes: Sequence[Card] = ()
    own_slots: Sequence[str] = TWO_COLUMNS
    foe_slots: Sequence[str] = TWO_COLUMNS

    def __call__(self, pieces: int) -> Iterator[Position]:
        """All with so many creatures on the board."""
        for base in self.bases:
            for theirs in range(pieces + 1):
                boards = product(
                    _boards(self.own, self.own_slots, pieces - theirs, OWN),
                    _boards(self.foes, self.foe_slots, theirs, FOES),
                )
                for mine, other in boards:
                    yield _with(_with(base, "A", mine), "B", other)


def either(*grown: Callable[[int], Iterator[Position]]) -> Callable[[int], Iterator[Position]]:
    """The positions of several ways to grow, one way after the other."""

    def positions(pieces: int) -> Iterator[Position]:
        for each in grown:
            yield from each(pieces)

    return positions


def charged(grown: Callable[[int], Iterator[Position]]) -> Callable[[int], Iterator[Position]]:
    """The same positions once those of A have attacked in whose columns creatures of B lie turned."""

    def positions(pieces: int) -> Iterator[Position]:
        for each in grown(pieces):
            mine, other = (each.get("players", {}).get(seat, {}) for seat in "AB")
            struck = [
                f"A{column}"
                for column, attacker in enumerate(mine.get("attack") or ())
                if attacker and any((card or {}).get("rotated") for card in _column(other, column))
            ]
            yield {**each, "charge": {"resolved": struck}} if struck else each

    return positions


def _column(board: Card, column: int) -> list[Card | None]:
    return [board[row][column] for row in ROWS.values() if board.get(row)]


def _boards(cards: Sequence[Card], slots: Sequence[str], number: int, names: Mapping[str, str]) -> Iterator[Card]:
    """Every way to put so many creatures in the slots: their rows."""
    for taken in combinations(slots, number):
        for chosen in product(cards, repeat=number):
            rows: dict[str, list[Card | None]] = {}
            for slot, card in zip(taken, chosen, strict=True):
                row = rows.setdefault(ROWS[slot[0]], [None, None, None])
                row[int(slot[1])] = {"id": f"{names[slot[0]]}{slot[1]}", **card}
            yield rows


def _with(position: Position, player: str, rows: Card) -> Position:
    if not rows:
        return position
    players = position.get("players", {})
    return {**position, "players": {**players, player: {**players.get(player, {}), **rows}}}


# What is small, and what is plain.

DEFAULTS: Mapping[str, Any] = {
    "active": "A", "phase": "development", "turn": 1, "pending": [], "crystals": 0, "gates": [15, 15, 15],
    "attack": [None, None, None], "defense": [None, None, None], "hand": [], "deck": [], "discard": [],
    "gate_lost": False, "rotated": False, "warriors": [[None, None, None], [None, None, None]], "warrior_deck": [],
    "dismissed": [], "primordials": 0, "primordial_cost": 1, "sovereigns": [], "sovereign_deck": [], "out_of_play": [],
    "flask": None, "resolved": [], "chains": [], "affiliation": {},
}  # fmt: skip  # a list of names reads best as a block
SILENT = frozenset({"used", "late", "targets", "optional"})


UNORDERED = frozenset({"hand", "out_of_play", "dismissed", "sovereigns", "resolved"})


def shown(position: Mapping[str, Any]) -> Position:
    """A position without what readings remember, and without who collects next: what may be done tells that."""
    told: Position = _sorted(without(dict(position), SILENT))
    if "pending" not in told:
        return told
    return {**told, "pending": [each for each in told["pending"] if each.get("kind") != "collect"]}


def _sorted(value: Any, name: str = "") -> Any:
    """The value with those lists sorted whose order means nothing."""
    if is_object(value):
        return {member: _sorted(each, member) for member, each in value.items()}
    return sorted(value, key=str) if name in UNORDERED and is_list(value) else value


def size(position: Mapping[str, Any]) -> tuple[int, ...]:
    """Creatures on the board, what is odd, other cards, choices that wait, abilities, numbers, gates, the rest."""
    boards = [board for board in position.get("players", {}).values() if is_object(board)]
    creatures = [card for board in boards for row in ROWS.values() for card in board.get(row) or () if card]
    lying = [*(board.get(pile) for board in boards for pile in PILES), *position.get("area", {}).values()]
    cards = [*creatures, *_cards(lying)]
    gates = [gate for board in boards for gate in board.get("gates") or ()]
    return (
        len(creatures),
        sum(map(_odd, cards)) + _undue(position),
        len(cards) - len(creatures),
        len(position.get("pending") or ()),
        sum(len(_abilities(card)) for card in cards),
        sum(_numbers(card) for card in cards) + sum(board.get("crystals", 0) for board in boards),
        sum(gate != 15 for gate in gates),
        sum(15 - (gate or 0) for gate in gates),
        sum(len(card) for card in cards) + sum(len(board) for board in boards) + len(position),
        len(str(position)),
    )


def _cards(value: Any) -> list[Card]:
    if is_object(value):
        return [value] if "id" in value else []
    return [card for each in value for card in _cards(each)] if is_list(value) else []


def _odd(card: Card) -> bool:
    """A Primordial without its double arrow, or another card without a clan: that is no plainer."""
    arrow: bool = "double_arrow" in card.get("main", ())
    return not arrow if card.get("kind") == "primordial" else "clan" not in card


def _undue(position: Mapping[str, Any]) -> int:
    """A Sovereign that is due and no gate has fallen, or that is asked for where none is due or nothing to choose."""
    boards = position.get("players", {})
    due = {player for player, board in boards.items() if board.get("gate_lost")}
    asked = [each.get("owner", "A") for each in position.get("pending") or () if each.get("kind") == "gift"]
    few = len(position.get("area", {}).get("sovereigns") or ()) < 2
    whole = [player for player in due if all(gate == 15 for gate in boards[player].get("gates") or ())]
    return len(whole) + sum((owner not in due) + few for owner in asked)


def _abilities(card: Card) -> list[str]:
    return [each for domain in ("main", "left", "right", "skull") for each in card.get(domain) or ()]


def _numbers(card: Card) -> int:
    values = (each.rpartition(":")[2] for each in _abilities(card))
    return (
        int(card.get("power", 0)) + int(card.get("cost", 0)) + sum(int(value) for value in values if value.isdecimal())
    )


def simpler(position: Mapping[str, Any]) -> Iterator[Position]:
    """Gates made whole, abilities without their number, familiar clans, warriors: what leaving out does not reach."""
    players = position.get("players", {})
    for player, board in players.items():
        for place, gate in enumerate(board.get("gates") or ()):
            if gate != 15:
                gates = [*board["gates"][:place], 15, *board["gates"][place + 1 :]]
                yield {**position, "players": {**players, player: {**board, "gates": gates}}}
    yield from _lowered(position)


def _lowered(value: Any) -> Iterator[Any]:
    """Every value in which one ability has a lower number."""
    if is_object(value):
        yield from ({**value, name: low} for name, each in value.items() for low in _lowered(each))
    elif is_list(value):
        yield from ([*value[:n], low, *value[n + 1 :]] for n, each in enumerate(value) for low in _lowered(each))
    elif isinstance(value, str) and ":" in value:
        name, _, number = value.partition(":")
        if number.isdecimal() and int(number) > 1:
            yield name if number == "2" else f"{name}:{int(number) - 1}"


# Where else a step could have led to.


def edits(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Position]:
    """Every position that differs in one thing from the one a step led to."""
    yield from _waiting_edited(before, after)
    yield from _boards_edited(before, after)
    yield from _area_edited(after)
    yield from _turn_passed(after)


def _boards_edited(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Position]:
    for player in "AB":
        board, was = (dict(position.get("players", {}).get(player, {})) for position in (after, before))
        for edited in (*_gates(board), *_crystals(board, was), *_creatures(board), *_piles(board), *_due(board)):
            yield {**after, "players": {**after.get("players", {}), player: edited}}


def _gates(board: Card) -> Iterator[Card]:
    gates = board.get("gates") or DEFAULTS["gates"]
    for place, gate in enumerate(gates):
        for other in sorted({gate - 1, gate + 1} & set(range(16))):
            yield {**board, "gates": [*gates[:place], other, *gates[place + 1 :]]}


def _crystals(board: Card, was: Card) -> Iterator[Card]:
    held = board.get("crystals", 0)
    yield from ({**board, "crystals": other} for other in sorted({was.get("crystals", 0), held + 1, max(0, held - 1)}))


def _due(board: Card) -> Iterator[Card]:
    yield {**board, "gate_lost": not board.get("gate_lost", False)}


def _creatures(board: Card) -> Iterator[Card]:
    """A creature turned, or put on the pile."""
    for row in ROWS.values():
        held: list[Card | None] = board.get(row) or [None, None, None]
        for place, card in enumerate(held):
            if card:
                turned = {**card, "rotated": not card.get("rotated", False)}
                yield {**board, row: [*held[:place], turned, *held[place + 1 :]]}
                lying = {name: each for name, each in card.items() if name != "rotated"}
                pile = [*board.get("discard", []), lying]
                yield {**board, row: [*held[:place], None, *held[place + 1 :]], "discard": pile}


def _piles(board: Card) -> Iterator[Card]:
    """The last card of a pile gone, and two cards of different piles in each other's place."""
    for pile in PILES:
        if board.get(pile):
            yield {**board, pile: board[pile][:-1]}
    for one, other in combinations(PILES, 2):
        if board.get(one) and board.get(other):
            mine, theirs = board[one][-1], board[other][0]
            yield {**board, one: [*board[one][:-1], theirs], other: [mine, *board[other][1:]]}


def _waiting_edited(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Position]:
    """Something less waits, or for another, or more: what waited before with less of it, an ability on the board."""
    waiting = list(after.get("pending", []))
    for place in range(len(waiting)):
        other = {**waiting[place], "owner": "B" if waiting[place].get("owner") == "A" else "A"}
        yield {**after, "pending": [*waiting[:place], other, *waiting[place + 1 :]]}
        yield {**after, "pending": waiting[:place] + waiting[place + 1 :]}
    for each in before.get("pending", []):
        if each not in waiting and each.get("value", 1) > 1:
            yield {**after, "pending": [*waiting, {**each, "value": each["value"] - 1}]}
    owner = after.get("active", "A")
    for card, domain, ability in _offered(after, owner):
        name, _, value = ability.partition(":")
        more = {"kind": "ability", "owner": owner, "source": card, "domain": domain, "ability": name}
        yield {**after, "pending": [*waiting, {**more, "value": int(value or 1), "optional": True, "targets": []}]}


def _offered(position: Mapping[str, Any], player: str) -> Iterator[tuple[str, str, str]]:
    board = position.get("players", {}).get(player, {})
    cards = (card for row in ROWS.values() for card in board.get(row) or () if card)
    return ((card["id"], domain, each) for card in cards for domain in DOMAINS for each in card.get(domain, ()))


DOMAINS = ("main", "left", "right")


def _area_edited(after: Mapping[str, Any]) -> Iterator[Position]:
    area = after.get("area", {})
    yield {**after, "area": {**area, "primordials": area.get("primordials", 0) + 1}}
    if area.get("dismissed") and not area.get("warrior_deck"):
        rest = {name: each for name, each in area.items() if name != "dismissed"}
        yield {**after, "area": {**rest, "warrior_deck": area["dismissed"]}}


def _turn_passed(after: Mapping[str, Any]) -> Iterator[Position]:
    other = "B" if after.get("active", "A") == "A" else "A"
    rest = {name: each for name, each in after.items() if name not in ("phase", "active", "charge")}
    yield {**rest, "active": other, "turn": after.get("turn", 1) + 1}


GROWTH = (Growth(MODE, ("A", "B"), "creatures", size, simpler, shown, DEFAULTS, edits, unlikely),)
