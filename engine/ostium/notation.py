"""A position in one line of text, and back. It knows the JSON of positions only, not what a position means.

    r2 - - / r0+1 - - / 15 0 7 | b3#1 - - / - - - ; resolved A0 ; flask red

The board: A's attack row, A's defense row, and A's gates where one has lost durability; after `|` the same of B, or
nothing where B has nothing. A slot holds `-` or a creature:

    [id=] clan power [kind] main [<left] [>right] [!skull] [$cost] [']

`clan` is r b g y p, `.` for none, or `*` for a primordial with its double arrow. `kind` is f for a familiar, s for a
sovereign, o for a primordial without a double arrow; else it is a warrior. An ability is `+1` (fusion), `&1` (robed),
`^1` (flame), `#1` (shield), `~1` (flask), or any one in parentheses: `(crystal)`. `'` marks a turned creature. A
creature without an id is named after its slot: A's `A0` is `aa0`. Ids that are no plain words stand in double quotes.

Fields follow, each after a `;`: `active B`, `phase collect` (else it is `attack`), `turn 3`, `lost A B` (who lost a
gate this turn), `affiliation p1=red`, `chains D0>A0 D1>D2>A2`, `flask red`, `resolved A0 A2`,
`reading QUESTION=READING`, and last `rest {…}`: what else the position holds, as JSON.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, cast

from ruleproof.spec.fault import nearest

from .. import canonical
from ..game import PositionFault
from .board import COLUMNS, SEATS
from .position import MODE, load
from .reader import INVALID
from .reading import choose, chosen
from .state import CLANS, FULL_GATE, State
from .writing import dump

CLAN = {clan[0]: clan for clan in CLANS}
LETTER = {clan: letter for letter, clan in CLAN.items()}
KIND = {"f": "familiar", "s": "sovereign", "o": "primordial"}
KIND_LETTER = {kind: letter for letter, kind in KIND.items()}
SIGN = {"+": "fusion", "&": "robed", "^": "flame", "#": "shield", "~": "flask"}
SIGN_OF = {ability: sign for sign, ability in SIGN.items()}
FIELDS = ("active", "phase", "turn", "lost", "affiliation", "chains", "flask", "resolved", "reading", "rest")

ID = r'[A-Za-z_][A-Za-z0-9_.-]*|"(?:[^"\\]|\\.)*"'
ABILITY = r"[+&^#~][1-9][0-9]*|\([^()]*\)"
CARD = re.compile(
    rf"(?:(?P<id>{ID})=)?(?P<clan>[rbgyp.*])(?P<power>[0-9]+)(?P<kind>[fso])?(?P<main>(?:{ABILITY})*)"
    rf"(?:<(?P<left>(?:{ABILITY})*))?(?:>(?P<right>(?:{ABILITY})*))?(?:!(?P<skull>(?:{ABILITY})*))?"
    r"(?:\$(?P<cost>[0-9]+))?(?P<turned>')?"
)
TOKEN = re.compile(r'(?:"(?:[^"\\]|\\.)*"|\([^()]*\)|[^\s;|/"(])+|[;|/"(]')
SERVED = re.compile(rf"(?P<id>{ID})=(?P<clan>\S+)")
PLAIN_ID = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")

Position = dict[str, Any]


# Writing.


def write_line(state: State) -> str:
    """The position and its readings in one line: the inverse of `read_line`."""
    position, rest = dump(state), dump(state)
    players = position.get("players", {})
    sides = [_written_side(players.get(seat, {}), seat) for seat in SEATS]
    fields = [*_written_fields(position), *(f"reading {q}={r}" for q, r in chosen(state.table.readings).items())]
    left = _rest(rest)
    if left:
        fields.append(f"rest {canonical.text(left)}")
    return " ; ".join([" | ".join(sides), *fields])


def _written_side(player: Position, seat: str) -> str:
    rows = [
        " ".join(_written_card(card, name_of(seat, row, place)) for place, card in enumerate(player.get(row, NO_ROW)))
        for row in ("attack", "defense")
    ]
    if "gates" in player:
        rows.append(" ".join("-" if gate is None else str(gate) for gate in player["gates"]))
    return " / ".join(rows)


EMPTY = "-"
NO_ROW: list[None] = [None] * COLUMNS


def name_of(seat: str, row: str, column: int) -> str:
    """The id of a creature that the line gives none."""
    return f"{seat}{row[0]}{column}".lower()


def _written_card(card: Position | None, known_as: str) -> str:
    if card is None:
        return "-"
    main = card.get("main", [])
    arrowed = card["kind"] == "primordial" and main[:1] == ["double_arrow"]
    parts = [
        "" if card["id"] == known_as else f"{quoted(card['id'])}=",
        "*" if arrowed else LETTER.get(card.get("clan", ""), "."),
        str(card.get("power", 0)),
        "" if arrowed else KIND_LETTER.get(card["kind"], ""),
        _written_abilities(main[1:] if arrowed else main),
    ]
    for sign, name in (("<", "left"), (">", "right"), ("!", "skull")):
        if name in card:
            parts.append(sign + _written_abilities(card[name]))
    parts.append(f"${card['cost']}" if "cost" in card else "")
    parts.append("'" if card.get("rotated") else "")
    return "".join(parts)


def quoted(name: str) -> str:
    """An id as the line writes it."""
    return name if PLAIN_ID.fullmatch(name) else json.dumps(name)


def _written_abilities(abilities: list[str]) -> str:
    return "".join(_written_ability(ability) for ability in abilities)


def _written_ability(ability: str) -> str:
    name, _, value = ability.partition(":")
    return f"{SIGN_OF[name]}{value or 1}" if name in SIGN_OF else f"({ability})"


def _written_fields(position: Position) -> list[str]:
    charge, players = position.get("charge", {}), position.get("players", {})
    served = [f"{quoted(card)}={clan}" for card, clan in sorted(charge.get("affiliation", {}).items())]
    found = {
        "active": position.get("active"),
        "phase": None if position.get("phase") == "attack" else position.get("phase", "development"),
        "turn": position.get("turn"),
        "lost": " ".join(seat for seat in SEATS if players.get(seat, {}).get("gate_lost")),
        "affiliation": " ".join(served),
        "chains": " ".join(">".join(chain["path"]) for chain in charge.get("chains", [])),
        "flask": charge.get("flask"),
        "resolved": " ".join(charge.get("resolved", [])),
    }
    return [f"{name} {value}" for name, value in found.items() if value]


def _rest(position: Position) -> Position:
    for name in ("active", "phase", "turn", "charge"):
        position.pop(name, None)
    for player in position.get("players", {}).values():
        for name in ("attack", "defense", "gates", "gate_lost"):
            player.pop(name, None)
    players = {seat: player for seat, player in position.pop("players", {}).items() if player}
    return {**position, **({"players": players} if players else {})}


# Reading.


class _Wrong(Exception):
    """A part of the line that cannot be read."""


def read_line(text: str) -> State:
    """The state that a line means. Raises PositionFault."""
    try:
        position, readings = _parse(text)
        return load(position, MODE, choose(readings))
    except (_Wrong, ValueError) as wrong:
        if isinstance(wrong, PositionFault):
            raise
        raise PositionFault(INVALID, "line", str(wrong)) from wrong


def _parse(text: str) -> tuple[Position, dict[str, str]]:
    board, fields, rest = _parts(text)
    position: Position = {"phase": "attack", **rest}
    players: dict[str, Position] = dict(rest.get("players", {}))
    for seat, side in zip(SEATS, _sides(board), strict=True):
        players[seat] = {**players.get(seat, {}), **_read_side(side, seat)}
    position["players"] = players
    readings: dict[str, str] = {}
    for name, *words in fields:
        READ[name](position, readings, words)
    return position, readings


def _parts(text: str) -> tuple[list[str], list[list[str]], Position]:
    body, found, json_text = text.partition("; rest ") if "; rest " in text else (text, "", "")
    tokens = TOKEN.findall(body)
    board, *fields = _split(tokens, ";")
    named = [field for field in fields if field]
    for name, *_ in named:
        if name not in READ:
            raise _Wrong(f"no field is called {name!r}.{nearest(name, FIELDS)}")
    return board, named, _read_rest(json_text) if found else {}


def _read_rest(text: str) -> Position:
    try:
        value: object = json.loads(text)
    except ValueError as error:
        raise _Wrong(f"what stands after `rest` is not JSON: {error}") from error
    if not isinstance(value, dict):
        raise _Wrong("what stands after `rest` is an object")
    return cast(Position, value)


def _sides(board: list[str]) -> list[list[str]]:
    sides = _split(board, "|")
    if len(sides) > len(SEATS):
        raise _Wrong(f"a line has the boards of two players, not {len(sides)}")
    return [*sides, *([[]] * (len(SEATS) - len(sides)))]


def _read_side(tokens: list[str], seat: str) -> Position:
    if not tokens:
        return {}
    rows = _split(tokens, "/")
    if len(rows) > 3:
        raise _Wrong(f"the board of {seat} has an attack row, a defense row and gates, not {len(rows)} parts")
    read: Position = {}
    for name, row in zip(("attack", "defense"), rows, strict=False):
        read[name] = [_read_card(card, name_of(seat, name, place)) for place, card in enumerate(row)]
    if len(rows) == 3:
        read["gates"] = [_read_gate(gate) for gate in rows[2]]
    return read


def _read_gate(token: str) -> int | None:
    if token == EMPTY:
        return None
    if not token.isdecimal():
        raise _Wrong(f"a gate is a number from 0 to {FULL_GATE}, or `-`, not {token!r}")
    return int(token)


def _read_card(token: str, known_as: str) -> Position | None:
    if token == EMPTY:
        return None
    match = CARD.fullmatch(token)
    if match is None:
        raise _Wrong(
            f"{token!r} is no creature: write its clan (r b g y p . *), its power and its abilities, like r2^1"
        )
    part = match.groupdict()
    primordial = part["clan"] == "*"
    card: Position = {
        "id": _unquoted(part["id"]) if part["id"] else known_as,
        "kind": "primordial" if primordial else KIND.get(part["kind"] or "", "warrior"),
        "clan": CLAN.get(part["clan"]),
        "power": int(part["power"]),
        "cost": int(part["cost"] or 0),
        "main": [*(["double_arrow"] if primordial else []), *_read_abilities(part["main"])],
        "rotated": bool(part["turned"]),
    }
    return {**card, **{name: _read_abilities(part[name] or "") for name in ("left", "right", "skull")}}


def _read_abilities(text: str) -> list[str]:
    return [
        ability[1:-1] if ability[0] == "(" else f"{SIGN[ability[0]]}:{ability[1:]}"
        for ability in re.findall(ABILITY, text)
    ]


def _unquoted(name: str) -> str:
    return str(json.loads(name)) if name.startswith('"') else name


def _split(tokens: list[str], mark: str) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for token in tokens:
        if token == mark:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _one(name: str, words: list[str]) -> str:
    if len(words) != 1:
        raise _Wrong(f"`{name}` is followed by one word, not {len(words)}")
    return words[0]


def _charge(position: Position) -> Position:
    charge: Position = position.setdefault("charge", {})
    return charge


Field = Callable[[Position, dict[str, str], list[str]], None]


def _active(position: Position, readings: dict[str, str], words: list[str]) -> None:
    position["active"] = _one("active", words)


def _phase(position: Position, readings: dict[str, str], words: list[str]) -> None:
    position["phase"] = _one("phase", words)


def _turn(position: Position, readings: dict[str, str], words: list[str]) -> None:
    turn = _one("turn", words)
    position["turn"] = int(turn) if turn.isdecimal() else turn


def _lost(position: Position, readings: dict[str, str], words: list[str]) -> None:
    for seat in words:
        position["players"].setdefault(seat, {})["gate_lost"] = True


def _affiliation(position: Position, readings: dict[str, str], words: list[str]) -> None:
    matches = [SERVED.fullmatch(word) for word in words]
    if not all(matches):
        raise _Wrong("`affiliation` is followed by words like p1=red")
    _charge(position)["affiliation"] = {_unquoted(match["id"]): match["clan"] for match in matches if match}


def _chains(position: Position, readings: dict[str, str], words: list[str]) -> None:
    _charge(position)["chains"] = [_read_chain(word) for word in words]


def _read_chain(word: str) -> Position:
    path = word.split(">")
    column = path[0][1:]
    return {"gate": int(column) if column.isdecimal() else column, "path": path}


def _flask(position: Position, readings: dict[str, str], words: list[str]) -> None:
    _charge(position)["flask"] = _one("flask", words)


def _resolved(position: Position, readings: dict[str, str], words: list[str]) -> None:
    _charge(position)["resolved"] = words


def _reading(position: Position, readings: dict[str, str], words: list[str]) -> None:
    for word in words:
        question, _, reading = word.partition("=")
        readings[question] = reading


READ: Mapping[str, Field] = {
    "active": _active,
    "phase": _phase,
    "turn": _turn,
    "lost": _lost,
    "affiliation": _affiliation,
    "chains": _chains,
    "flask": _flask,
    "resolved": _resolved,
    "reading": _reading,
}
