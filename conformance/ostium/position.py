"""What a position of Ostium looks like, and the one form in which two are compared. No rule is decided here."""

from collections.abc import Callable
from itertools import groupby
from typing import Annotated, Any, Literal

import msgspec

from .. import forming
from ..matching import Bag
from ..values import is_list, is_object

ABILITY = (
    "^(arrow>)?(crystal|draw|repair|rebuild|damage|damage_all|out_of_play|remove|clan_removal|area|shield|flame|flask"
    "|fusion|robed|double_arrow)(:[1-9][0-9]*)?$"
)
Ability = Annotated[str, msgspec.Meta(pattern=ABILITY)]
Abilities = Annotated[list[Ability], msgspec.Meta(extra_json_schema={"x_order": "multiset"})]
Clan = Literal["red", "blue", "green", "yellow", "purple"]
Letter = Literal["A", "B", "C"]
PLACES = ("main", "left", "right", "skull")
PILES = ("hand", "deck", "discard", "warrior_deck", "sovereign_deck")
SEATS: tuple[Letter, ...] = ("A", "B", "C")
Natural = Annotated[int, msgspec.Meta(ge=0)]
Column = Annotated[int, msgspec.Meta(ge=0, le=2)]
Slot = Annotated[str, msgspec.Meta(pattern="^([ABC][.])?[AD][0-2]$")]
Durability = Annotated[int, msgspec.Meta(ge=0, le=15)]


class _Part(msgspec.Struct):
    """A part of a position: what is absent has its default, what is unknown is passed over."""


class Creature(_Part):
    """A card that defines itself."""

    id: str
    kind: Literal["familiar", "warrior", "primordial", "sovereign"]
    clan: Clan | None = None
    power: int = 0
    cost: int = 0
    main: Abilities = []
    left: Abilities = []
    right: Abilities = []
    skull: Abilities = []
    rotated: bool = False


Card = Creature | str
Cards = list[Card]
Heap = Annotated[list[Card], msgspec.Meta(extra_json_schema={"x_order": "multiset"})]
Row = Annotated[list[Card | None], msgspec.Meta(min_length=3, max_length=3)]
Gates = Annotated[list[Durability | None], msgspec.Meta(min_length=3, max_length=3)]


def _empty_row() -> list[Card | None]:
    return [None, None, None]


class Player(_Part):
    """One side of the table. `gates` is 15 each, with three players null in the middle."""

    attack: Row = msgspec.field(default_factory=_empty_row)
    defense: Row = msgspec.field(default_factory=_empty_row)
    gates: Gates | None = None
    hand: Heap = []
    deck: Cards = []
    discard: Cards = []
    crystals: Natural = 0
    opening_drawn: bool = True
    gate_lost: bool = False
    eliminated: bool = False
    late: Annotated[list[Slot], msgspec.Meta(extra_json_schema={"x_order": "multiset"})] = []


class SeenPlayer(Player):
    """One side as somebody else sees it: hidden piles and hands are counts, cards under a pile's top one null."""

    hand: Heap | Natural = []  # type: ignore[assignment]
    deck: Cards | Natural = []  # type: ignore[assignment]
    discard: list[Card | None] | Natural = []  # type: ignore[assignment]


class Area(_Part):
    """What lies between the players; `primordials` is a count."""

    warriors: list[Row] = []  # the same as two rows of nothing
    warrior_deck: Cards = []
    dismissed: Heap = []
    primordials: Natural = 0
    primordial_cost: Natural = 1
    sovereigns: Heap = []
    sovereign_deck: Cards = []
    out_of_play: Heap = []


class SeenArea(Area):
    """The same as a player sees it: hidden piles are counts."""

    warrior_deck: Cards | Natural = []  # type: ignore[assignment]
    sovereign_deck: Cards | Natural = []  # type: ignore[assignment]


class Chain(_Part):
    """A fusion chain: the gate's column and the slots from the gate's end to the attacker."""

    gate: Column
    path: Annotated[list[Slot], msgspec.Meta(min_length=1)]


class Charge(_Part):
    """What happened in this attack phase."""

    affiliation: dict[str, Clan] = {}
    chains: list[Chain] = []
    flask: Clan | None = None
    resolved: Annotated[list[Slot], msgspec.Meta(extra_json_schema={"x_order": "multiset"})] = []


class _Table(_Part):
    mode: Literal["two-player", "solo", "three-player"] = "two-player"
    active: Letter = "A"
    phase: Literal["setup", "development", "refill", "attack", "collect", "gift", "over"] = "development"
    turn: Annotated[int, msgspec.Meta(ge=1)] = 1
    charge: Charge = msgspec.field(default_factory=Charge)
    pending: list[dict[str, Any]] = []
    pendingChance: dict[str, Any] | None = None  # noqa: N815 - the name in a position
    used: list[dict[str, str]] = []


class Position(_Table):
    """A game of Ostium at one moment, at rest."""

    players: dict[Letter, Player] = {}
    area: Area = msgspec.field(default_factory=Area)


class Observation(_Table):
    """A position as one player sees it."""

    players: dict[Letter, SeenPlayer] = {}
    area: SeenArea = msgspec.field(default_factory=SeenArea)


def form(value: object) -> dict[str, Any]:
    """A position with every default filled in and its multisets marked. Raises msgspec.ValidationError."""
    return filled(read(value))


def filled(table: Position) -> dict[str, Any]:
    """The same of a position that was read."""
    return _form(table, Player)


def observed(value: object) -> dict[str, Any]:
    """The same of an observation; a pile of no cards is an empty list. Raises msgspec.ValidationError."""
    full = _form(msgspec.convert(value, Observation), SeenPlayer)
    for part in (full["area"], *full["players"].values()):
        part |= {pile: [] for pile in PILES if part.get(pile) == 0}
    return full


def seats(position: object) -> tuple[Letter, ...]:
    """The players who look at the table. Raises msgspec.ValidationError."""
    mode = msgspec.convert(position, Position).mode
    return {"two-player": SEATS[:2], "solo": SEATS[:1], "three-player": SEATS}[mode]


def seen(position: object, viewer: str) -> dict[str, Any]:
    """What a player may know of a position, as `observed` gives it. Raises msgspec.ValidationError."""
    full = form(position)
    for letter, one in full["players"].items():
        one["deck"] = _count(one["deck"])
        if letter != viewer:
            one["hand"], one["discard"] = _count(one["hand"]), _covered(one["discard"])
    for pile in ("warrior_deck", "sovereign_deck"):
        full["area"][pile] = _count(full["area"][pile])
    full["pending"] = [_waiting(one, viewer) for one in full["pending"]]
    return full


def _id(card: Any) -> Any:
    return card["id"] if is_object(card) else card


def _count(cards: list[Any]) -> Any:
    return len(cards) or []  # an empty pile hides nothing


def _covered(cards: list[Any]) -> list[Any]:
    return [*(None for _ in cards[:-1]), *cards[-1:]]


def _waiting(one: dict[str, Any], viewer: str) -> dict[str, Any]:
    """A pending choice, of another's that offers cards of a hand or under the top of a pile only how many they are."""
    covered = one.get("owner") != viewer and (one.get("kind") == "discard" or one.get("ability") == "out_of_play")
    return {**one, "targets": len(one["targets"])} if covered and is_list(one.get("targets")) else one


def _form(table: Position | Observation, player: Callable[[], Player]) -> dict[str, Any]:
    full: dict[str, Any] = msgspec.to_builtins(table)
    three = full["mode"] == "three-player"
    for letter in "ABC" if three else "AB":
        one = full["players"].setdefault(letter, None) or msgspec.to_builtins(player())
        full["players"][letter] = one
        one["gates"] = one["gates"] or ([15, None, 15] if three else [15, 15, 15])
        _side(one)
    full["area"]["warriors"] = full["area"]["warriors"] or [_empty_row(), _empty_row()]
    _area(full["area"])
    full["charge"]["resolved"] = Bag(full["charge"]["resolved"])
    full["used"] = Bag(full["used"])
    full["pending"] = _in_any_order(_waits([_offered(one) for one in full["pending"]]))
    full["pendingChance"] = _chance(full)
    return full


ABILITY_DEFAULTS = {"domain": "main", "value": 1, "optional": False}
FIRST, LATER = ("ability", "order"), ("fill", "collect", "gift")


def _offered(one: dict[str, Any]) -> dict[str, Any]:
    if one.get("kind") == "ability":
        one = {**ABILITY_DEFAULTS, **{name: value for name, value in one.items() if value is not None}}
    return {**one, "targets": Bag(one["targets"])} if is_list(one.get("targets")) else one


def _waits(pending: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Behind an ability or an order it makes no difference whether what goes on afterwards is listed."""
    if not any(one.get("kind") in FIRST for one in pending):
        return pending
    return [one for one in pending if one.get("kind") not in LATER]


def _in_any_order(pending: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Abilities of one owner that stand together in one order: they are used in any. Two of one name keep theirs."""
    if len(pending) < 2:
        return pending
    groups = groupby(pending, key=lambda one: (one.get("kind"), one.get("owner")))
    return [one for (kind, _), held in groups for one in (sorted(held, key=_name) if kind == "ability" else held)]


def _name(waits: dict[str, Any]) -> tuple[str, ...]:
    return tuple(str(waits.get(member)) for member in ("source", "domain", "ability"))


def _chance(full: dict[str, Any]) -> dict[str, Any] | None:
    """What chance orders next, with its cards; before the first turn that follows where a position does not say it."""
    due = full["pendingChance"] or _first_site(full)
    pile = _piles(full).get(str(due.get("site"))) if due else None
    if due is None or not is_list(pile):
        return due
    return {"from": Bag(_id(card) for card in pile), "count": len(pile), **_whole_chance(due)}


def _whole_chance(due: dict[str, Any]) -> dict[str, Any]:
    given = {name: value for name, value in due.items() if value is not None}
    return {**given, "from": Bag(given["from"])} if is_list(given.get("from")) else given


def _first_site(full: dict[str, Any]) -> dict[str, Any] | None:
    if full["phase"] != "setup":
        return None
    several = (site for site, pile in _piles(full).items() if is_list(pile) and len(pile) > 1)
    return next(({"site": site} for site in several), None)


def _piles(full: dict[str, Any]) -> dict[str, Any]:
    """The pile of each site, in the order of the setup."""
    area, dealt = full["area"], full["phase"] == "setup"
    decks = {f"deck:{letter}": one["deck"] for letter, one in full["players"].items()}
    return {
        **decks,
        "sovereigns": area["sovereign_deck"],
        "warriors": area["warrior_deck"] if dealt else area["dismissed"],
    }


def _side(one: dict[str, Any]) -> None:
    one["late"] = Bag(one["late"])
    for row in ("attack", "defense", "deck", "discard"):
        _cards(one[row])
    if is_list(one["hand"]):
        one["hand"] = _cards(Bag(one["hand"]))


def _area(area: dict[str, Any]) -> None:
    for row in area["warriors"]:
        _cards(row)
    for pile in ("dismissed", "sovereigns", "out_of_play"):
        area[pile] = _cards(Bag(area[pile]))
    for pile in ("warrior_deck", "sovereign_deck"):
        _cards(area[pile])


def _cards(cards: Any) -> Any:
    """The cards of a row or pile, each brought into its one form where it lies; a number of them stays one."""
    for card in cards if is_list(cards) else ():
        if card and is_object(card):  # most slots are empty
            for place in PLACES:
                if abilities := card[place]:
                    card[place] = Bag(ability.removesuffix(":1") for ability in abilities)
    return cards


def read(value: object) -> Position:
    """A position, checked. Two that are equal are the same; others may be. Raises msgspec.ValidationError."""
    table = msgspec.convert(value, Position)
    three = table.mode == "three-player"
    for letter in SEATS if three else SEATS[:2]:
        player = table.players.setdefault(letter, Player())
        player.gates = player.gates or ([15, None, 15] if three else [15, 15, 15])
    table.area.warriors = table.area.warriors or [_empty_row(), _empty_row()]
    return table


PLAIN = (str, int)


def expected(part: Any) -> Any:
    """A part of a position as a case writes it, with values of 1 left out as in `form`."""
    if is_object(part):
        return {
            name: value if value and isinstance(value, PLAIN) else _abilities(name, value)
            for name, value in part.items()
        }
    return [expected(item) for item in part] if is_list(part) else part


def _abilities(name: str, value: Any) -> Any:
    if not isinstance(value, (list, dict)):
        return [] if value == 0 and name in PILES else value
    if name in PLACES and is_list(value):
        return [str(ability).removesuffix(":1") for ability in value]
    return expected(value)


def schema() -> dict[str, Any]:
    """The JSON Schema of a position; members that begin with `x_` are free, other unknown ones are mistakes."""
    return forming.schema(Position, "A position of Ostium")


def draw(position: object) -> str:
    """The boards in a few short lines: gates, then both rows, for each player. Raises msgspec.ValidationError."""
    full = form(position)
    lines = [f"{full['phase']}, {full['active']} to act"]
    for letter, one in full["players"].items():
        gates = " ".join("-" if gate is None else str(gate) for gate in one["gates"])
        rows = (f"{row} {_row(one[row])}" for row in ("attack", "defense"))
        lines.append(f"{letter}  gates {gates}  " + "  ".join(rows))
    if full["charge"] != msgspec.to_builtins(Charge()):
        lines.append(f"charge {msgspec.json.encode(full['charge']).decode()}")
    return "\n".join(lines)


def _row(row: list[Any]) -> str:
    return " | ".join(_short(card) for card in row)


def _short(card: Any) -> str:
    if not is_object(card):
        return str(card or "-")
    abilities = [f"{place}={ability}" for place in ("main", "left", "right") for ability in card[place]]
    words = [card["id"], card["clan"] or card["kind"], str(card["power"]), *abilities]
    return " ".join(words + (["turned"] if card["rotated"] else []))
