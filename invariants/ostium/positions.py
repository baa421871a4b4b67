"""Positions of the attack phase to play from: a few named ones, rich ones dealt by choices. No rule is stated here."""

from typing import Any

from ..start import Choices, Deal, Start
from .boards import CLANS

MODE = "two-player"
NUMBERS = (1, 1, 1, 2, 2, 3)  # values of icons: small ones are common
KINDS = ("warrior", "warrior", "warrior", "familiar", "primordial", "sovereign")
PASSIVE = ("flame", "shield", "flask", "fusion", "robed", "flame", "shield", "flask", "fusion", "double_arrow")


def creature(name: str, clan: str | None, power: int, *main: str, **more: Any) -> dict[str, Any]:
    """A creature for a named position: a Primordial where it has no clan."""
    kind = {"kind": "warrior", "clan": clan} if clan else {"kind": "primordial"}
    icons = list(main) if clan else ["double_arrow", *main]
    return {"id": name, **kind, "power": power, **({"main": icons} if icons else {}), **more}


def _board(attack: list[Any], defense: list[Any], gates: list[int]) -> dict[str, Any]:
    return {"attack": attack, "defense": defense, "gates": gates}


def _attack(a: dict[str, Any], b: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"mode": MODE, "phase": "attack", "turn": 7, "players": {"A": a, "B": b}, **more}


def _row(row: str, clan: str | None, *powers: int) -> list[Any]:
    return [creature(f"{row}{column}", clan, power) for column, power in enumerate(powers)]


STARTS = (
    Start(
        "one clan everywhere",
        _attack(_board(_row("a", "red", 2, 3, 1), _row("d", "red", 0, 1, 2), [15, 15, 15]), {}),
        MODE,
    ),
    Start(
        "a clan a column",
        _attack(
            _board(
                [creature("a0", "red", 1), creature("a1", "blue", 2), creature("a2", "green", 3)],
                [creature("d0", "red", 0), creature("d1", "blue", 0), creature("d2", "green", 0)],
                [15, 15, 15],
            ),
            _board(_row("b", "yellow", 3, 4, 9), [None, None, None], [15, 15, 15]),
        ),
        MODE,
    ),
    Start(
        "Primordials before defenders as strong",
        _attack(
            _board(_row("p", None, 0, 0, 0), _row("q", None, 0, 0, 0), [15, 15, 15]),
            _board(_row("b", "blue", 2, 0, 1), _row("e", "blue", 0, 2, 1), [15, 2, 1]),
        ),
        MODE,
    ),
    Start(
        "Primordials that serve one clan",
        _attack(
            _board(_row("p", None, 0, 0, 0), _row("q", None, 0, 0, 0), [15, 15, 15]),
            _board(_row("b", "blue", 9, 9, 9), [None, None, None], [15, 15, 15]),
            charge={"affiliation": {f"{row}{column}": "red" for row in "pq" for column in range(3)}},
        ),
        MODE,
    ),
    Start(
        "gates about to fall",
        _attack(
            _board(_row("a", "red", 4, 5, 6), _row("d", "red", 1, 1, 1), [3, 0, 9]),
            _board(_row("b", "green", 1, 2, 3), [None, *_row("e", "green", 0, 0, 1)[1:]], [2, 0, 1]),
        ),
        MODE,
    ),
    Start(
        "the last gate, from the other side",
        _attack(
            _board(_row("a", "blue", 1, 1, 1), [None, None, None], [0, 4, 0]),
            _board(_row("b", "green", 3, 5, 1), _row("e", "green", 0, 0, 2), [15, 15, 15]),
            active="B",
        ),
        MODE,
    ),
)


def rich(choices: Choices) -> dict[str, Any]:
    """An attack phase with every passive ability, wild and turned creatures and fallen gates, for either player."""
    clans = (choices.pick(CLANS), choices.pick(CLANS))
    players = {player: _dealt_board(player.lower(), clans, choices) for player in "AB"}
    active = choices.pick(("A", "A", "B"))
    dealt = _attack(players["A"], players["B"], active=active)
    return {**dealt, "area": _area(choices)} if choices.below(3) == 2 else dealt


def _dealt_board(player: str, clans: tuple[str, str], choices: Choices) -> dict[str, Any]:
    rows = {
        row: [_dealt_slot(f"{player}{row[0]}{column}", clans, choices) for column in range(3)]
        for row in ("attack", "defense")
    }
    board = {**rows, "gates": _gates(choices)}
    return {**board, **_piles(player, choices)} if choices.below(4) == 3 else board


def _gates(choices: Choices) -> list[int]:
    gates = [choices.pick((15, 15, 1, 2, 4, 9, 0)) for _ in range(3)]
    return gates if any(gates) else [15, 0, 0]


def _dealt_slot(name: str, clans: tuple[str, str], choices: Choices) -> dict[str, Any] | None:
    if choices.below(4) == 0:
        return None
    kind = choices.pick(KINDS)
    clan = None if kind == "primordial" else choices.pick((clans[0], clans[0], clans[1]))
    dealt: dict[str, Any] = {"id": name, "kind": kind, "power": choices.pick((0, 1, 2, 3, 1, 4, 6))}
    main = _icons(choices, 2)
    if kind == "primordial" and choices.below(6) < 5:  # whom it serves follows from its kind, with the icon or without
        main = list(dict.fromkeys(["double_arrow", *main[:1]]))
    sides = {} if kind in ("familiar", "primordial") else _sides(choices)
    shown = {"clan": clan, "main": main, **sides, "rotated": choices.below(10) == 9}
    return {**dealt, **{member: value for member, value in shown.items() if value}}


def _sides(choices: Choices) -> dict[str, list[str]]:
    return {side: _icons(choices, 1) for side in ("left", "right")}


def _icons(choices: Choices, most: int) -> list[str]:
    picked = [choices.pick(PASSIVE) for _ in range(choices.below(most + 1))]
    icons = list(dict.fromkeys(picked))  # no card shows an icon twice in one domain: it has a value for that
    numbers = [1 if icon == "double_arrow" else choices.pick(NUMBERS) for icon in icons]
    return [icon if number == 1 else f"{icon}:{number}" for icon, number in zip(icons, numbers, strict=True)]


def _piles(player: str, choices: Choices) -> dict[str, list[Any]]:
    def cards(pile: str) -> list[Any]:
        number = choices.below(3)
        return [
            {"id": f"{player}{pile}{card}", "kind": "familiar", "clan": choices.pick(CLANS)} for card in range(number)
        ]

    return {pile: cards(pile) for pile in ("hand", "deck", "discard")}


def _area(choices: Choices) -> dict[str, Any]:
    def cards(kind: str, number: int) -> list[Any]:
        return [
            {"id": f"{kind[0]}{card}", "kind": kind, "clan": choices.pick(CLANS), "power": 1} for card in range(number)
        ]

    return {"sovereigns": cards("sovereign", 2), "warrior_deck": cards("warrior", 2), "primordials": choices.below(9)}


DEALS = (Deal("a rich attack phase", MODE, rich),)
