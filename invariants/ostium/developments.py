"""Positions outside of attacks to play from: named ones where the rare is near, dealt ones. No rule is stated here."""

from typing import Any

from ..start import Choices, Deal, Start
from .boards import CLANS
from .positions import MODE

ACTIVE = ("damage", "crystal", "draw", "repair", "remove", "rebuild", "out_of_play", "clan_removal", "damage_all")
PASSIVE = ("flame", "shield", "fusion", "robed", "flask")
NUMBERS = (1, 1, 2, 1, 3)
ROWS = ("attack", "defense")
NONE = (None, None, None)


def card(name: str, clan: str | None = "red", *main: str, **more: Any) -> dict[str, Any]:
    """A card for a named position: a Primordial where it has no clan."""
    kind = {"kind": "warrior", "clan": clan} if clan else {"kind": "primordial"}
    icons = list(main) if clan else ["double_arrow", *main]
    return {"id": name, **kind, "power": 1, **({"main": icons} if icons else {}), **more}


def cards(names: str, clan: str = "green") -> list[Any]:
    """Plain cards, by their names; `-` is none."""
    return [None if name == "-" else card(name, clan) for name in names.split()]


def waits(owner: str, ability: str, value: int = 1, *, domain: str = "main", of: str = "gone") -> dict[str, Any]:
    """An ability of a card that has gone, which waits."""
    source = {"source": of, "domain": domain, "optional": domain != "skull"}
    return {"kind": "ability", "owner": owner, **source, "ability": ability, "value": value, "targets": None}


def whole(a: dict[str, Any], b: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A position of a turn in the middle of a game."""
    return {"mode": MODE, "turn": 7, "players": {"A": a, "B": b}, **more}


def _skulled(player: str, *skulls: str) -> list[Any]:
    return [card(f"{player}{n}", "blue", skull=[skull], rotated=True) for n, skull in enumerate(skulls)]


AREA = {
    "warriors": [cards("w0 w1 w2", "blue"), cards("w3 w4 w5", "red")],
    "warrior_deck": cards("v0 v1 v2 v3", "yellow"),
    "dismissed": cards("z0"),
    "sovereigns": [card("s0", "red", cost=1), card("s1", "blue", cost=2)],
    "sovereign_deck": cards("s2 s3"),
    "primordials": 4,
}
ABLE = [
    card("h0", "red", "damage:2", "draw", left=["crystal"], right=["damage"]),
    card("h1", "red", "arrow>crystal:3", left=["draw"], right=["repair:2"]),
    card("h2", "blue", "remove", "crystal", skull=["crystal"]),
    card("h3", "red", "rebuild:2", "out_of_play:2"),
    card("h4", "blue", "arrow>damage", left=["out_of_play"]),
]

STARTS = (
    Start(
        "a hand of abilities",
        whole(
            {"hand": ABLE, "attack": [None, card("a1", left=["damage"], right=["crystal"]), None], "gates": [9, 0, 15],
             "deck": cards("d0 d1"), "discard": cards("e0 e1"), "crystals": 2},
            {"attack": cards("b0 - b2", "red"), "defense": cards("- c1 -", "blue"), "gates": [2, 15, 1],
             "hand": cards("k0 k1 k2 k3 k4")},
            area=AREA,
        ),
        MODE,
    ),
    Start(
        "skulled creatures and Crystals",
        whole(
            {"attack": [card("a0", skull=["damage:2"]), card("a1", skull=["crystal:2"]), card("a2", "red", "area")],
             "defense": [card("d0", skull=["draw"]), None, card("d2", skull=["remove", "crystal"])],
             "deck": cards("t0"), "crystals": 9},
            {"attack": cards("b0 - b2", "red"), "gates": [2, 15, 1]},
        ),
        MODE,
    ),
    Start(
        "a Primordial between two clans",
        whole(
            {"attack": [card("a0", right=["damage"]), None, card("a2", "blue", left=["crystal:2", "draw"])],
             "hand": [card("p1", None, left=["damage:2"], right=["repair"])], "deck": cards("t0 t1"),
             "crystals": 3, "gates": [9, 9, 9]},
            {"gates": [1, 1, 2]},
            area=AREA,
        ),
        MODE,
        {"ostium.synergy.primordial-between-clans": "one-clan"},
    ),
    Start(
        "blades over both boards",
        whole(
            {"attack": [card("a0"), card("a1", "blue"), card("a2", "green")], "defense": cards("d0 d1 d2", "red")},
            {"attack": [card("b0"), card("b1", "blue"), card("b2", "green")], "defense": cards("c0 c1 c2", "blue")},
            phase="collect",
            pending=[waits("A", "clan_removal", 2, domain="skull")],
        ),
        MODE,
        {"ostium.collect.skull-compulsory": "must"},
    ),
    Start(
        "gates about to fall in Development",
        whole(
            {"attack": cards("a0 a1 a2", "red"), "defense": cards("d0 d1 d2", "red"), "deck": cards("t0")},
            {"attack": _skulled("b", "damage", "crystal", "draw"), "defense": cards("c0 c1 c2"), "gates": [2, 2, 1]},
            pending=[waits("A", "damage", 3), waits("A", "damage", 2, of="too"), waits("A", "damage_all")],
        ),
        MODE,
    ),
    Start(
        "the last gates at one",
        whole(
            {"attack": cards("a0 a1 a2", "red"), "gates": [0, 1, 0], "hand": ABLE[:1]},
            {"attack": cards("b0 b1 b2", "red"), "gates": [1, 0, 0]},
            pending=[waits("A", "damage")],
            area=AREA,
        ),
        MODE,
    ),
    Start(
        "skulls on both sides",
        whole(
            {"attack": _skulled("a", "damage:2", "damage", "crystal"), "gates": [1, 2, 9], "hand": cards("h0 h1 h2 h3"),
             "deck": cards("t0 t1 t2")},
            {"attack": _skulled("b", "damage:2", "damage:3", "remove"), "defense": cards("c0 - -"), "gates": [1, 2, 9],
             "hand": cards("k0 k1 k2 k3 k4")},
            phase="collect",
            pending=[{"kind": "collect", "owner": "B"}],
            area=AREA,
        ),
        MODE,
    ),
    Start(
        "both owners' skulls wait for a gate",
        whole(
            {"attack": [card("a0", "red"), None, None], "gates": [1, 1, 1], "hand": cards("h0 h1 h2 h3 h4")},
            {"attack": [card("b0", "red", skull=["draw"]), None, None], "gates": [1, 1, 1],
             "hand": cards("k0 k1 k2 k3 k4")},
            phase="collect",
            pending=[waits("B", "damage", domain="skull"), waits("A", "damage", domain="skull")],
            area=AREA,
        ),
        MODE,
        {"ostium.collect.skull-compulsory": "must"},
    ),
    Start(
        "a nearly empty deck",
        whole(
            {"hand": cards("h0"), "deck": cards("t0"), "discard": cards("e0 e1 e2 e3")},
            {"hand": cards("k0 k1 k2 k3 k4"), "attack": cards("b0 - -")},
            phase="attack",
            area=AREA,
        ),
        MODE,
    ),
    Start(
        "a deck too short for what is drawn",
        whole(
            {"discard": cards("e0 e1"), "deck": cards("t0"), "hand": cards("h0")},
            {"gates": [15, 0, 0]},
            active="A",
            pending=[waits("A", "draw", 3), waits("A", "out_of_play", 2), waits("A", "rebuild")],
        ),
        MODE,
    ),
    Start(
        "a warrior deck about to be reshuffled",
        whole(
            {"crystals": 2},
            {},
            area={**AREA, "warriors": [cards("w0 - w2"), cards("- w4 w5")], "warrior_deck": cards("v0"),
                  "dismissed": cards("z0 z1 z2")},
        ),
        MODE,
    ),
    Start(
        "too few warriors for the spaces",
        whole({}, {}, area={**AREA, "warriors": [cards("w0 - w2"), cards("- - -")], "warrior_deck": []}),
        MODE,
    ),
    Start(
        "Sovereigns are due to both",
        whole(
            {"hand": cards("h0 h1 h2 h3 h4"), "gates": [15, 0, 15], "gate_lost": True},
            {"hand": cards("k0 k1 k2 k3 k4"), "gates": [15, 0, 15], "gate_lost": True},
            phase="gift",
            pending=[{"kind": "gift", "owner": "B"}],
            area=AREA,
        ),
        MODE,
    ),
    Start(
        "seven cards in hand at the end",
        whole(
            {"hand": cards("h0 h1 h2 h3 h4 h5 h6"), "gates": [15, 0, 15], "gate_lost": True},
            {},
            phase="attack",
            area=AREA,
        ),
        MODE,
        {"ostium.draw.hand-limit": "discard-down"},
    ),
    Start(
        "arrows in the attack phase",
        whole(
            {"hand": ABLE, "attack": cards("a0 - -")},
            {"attack": [card("b0", skull=["damage"]), None, None], "gates": [1, 1, 1]},
            phase="attack",
            active="A",
        ),
        MODE,
    ),
    Start(
        "cards in the Dismissal Zone to buy",
        whole({"crystals": 6, "attack": cards("- a1 -", "blue")}, {}, area=AREA),
        MODE,
    ),
    Start(
        "two chains are laid",
        whole(
            {"attack": cards("a0 a1 a2", "red"), "defense": cards("d0 d1 d2", "red")},
            {"attack": cards("b0 - -"), "gates": [3, 9, 9]},
            phase="attack",
            charge={"chains": [{"gate": 0, "path": ["D0", "A0"]}, {"gate": 2, "path": ["D2", "A2"]}]},
        ),
        MODE,
    ),
)  # fmt: skip  # a board a line


def development(choices: Choices) -> dict[str, Any]:
    """A development with rich hands, boards and area, short piles and weak gates, for either player."""
    clans = (choices.pick(CLANS), choices.pick(CLANS))
    players = {player: _player(player.lower(), clans, choices) for player in "AB"}
    active = choices.pick(("A", "B"))
    players[active]["crystals"] = choices.below(7)
    return whole(players["A"], players["B"], active=active, area=_area(clans, choices))


def collection(choices: Choices) -> dict[str, Any]:
    """The end of an attack phase: all attacks done, creatures with skulls turned on both sides."""
    clans = (choices.pick(CLANS), choices.pick(CLANS))
    players = {player: _player(player.lower(), clans, choices) for player in "AB"}
    for board in players.values():
        for row in ROWS:
            board[row] = [held and _defeated(held, choices) for held in board[row]]
    active = choices.pick(("A", "B"))
    return whole(
        players["A"],
        players["B"],
        phase="attack",
        active=active,
        area=_area(clans, choices),
        charge={"resolved": [f"A{column}" for column, held in enumerate(players[active]["attack"]) if held]},
    )


def _defeated(held: dict[str, Any], choices: Choices) -> dict[str, Any]:
    skull = {"skull": _icons(ACTIVE, choices, 2)} if choices.below(2) else {}
    turned = {"rotated": True} if choices.below(3) else {}
    return {**held, **{member: value for member, value in {**skull, **turned}.items() if value}}


def _player(name: str, clans: tuple[str, str], choices: Choices) -> dict[str, Any]:
    rows = {
        row: [_card(f"{name}{row[0]}{column}", clans, choices) if choices.below(5) > 1 else None for column in range(3)]
        for row in ROWS
    }
    piles = {
        pile: [_card(f"{name}{pile}{number}", clans, choices) for number in range(choices.below(most + 1))]
        for pile, most in (("hand", 6), ("deck", 4), ("discard", 4))
    }
    gates = [choices.pick((15, 1, 2, 0, 4, 14)) for _ in range(3)]
    return {**rows, **piles, "gates": gates if any(gates) else [15, 0, 0]}


def _card(name: str, clans: tuple[str, str], choices: Choices) -> dict[str, Any]:
    kind = choices.pick(("warrior", "warrior", "familiar", "warrior", "primordial", "sovereign"))
    clan = None if kind == "primordial" else choices.pick((clans[0], clans[0], clans[1]))
    main = _icons((*ACTIVE, *PASSIVE, "area"), choices, 2)
    if kind == "primordial":
        main = ["double_arrow", *main]
    if kind == "familiar":
        main = [f"arrow>{icon}" for icon in _icons(ACTIVE, choices, 1)]
    sides = {} if kind == "familiar" else {side: _icons((*ACTIVE, *PASSIVE), choices, 1) for side in ("left", "right")}
    skull = _icons(ACTIVE, choices, 1) if choices.below(3) == 2 else []
    shown = {"clan": clan, "main": main, **sides, "skull": skull, "power": choices.below(4), "cost": choices.below(4)}
    return {"id": name, "kind": kind, **{member: value for member, value in shown.items() if value}}


def _icons(names: tuple[str, ...], choices: Choices, most: int) -> list[str]:
    picked = dict.fromkeys(choices.pick(names) for _ in range(choices.below(most + 1)))
    numbers = [1 if icon == "area" else choices.pick(NUMBERS) for icon in picked]
    return [icon if number == 1 else f"{icon}:{number}" for icon, number in zip(picked, numbers, strict=True)]


def _area(clans: tuple[str, str], choices: Choices) -> dict[str, Any]:
    def some(kind: str, most: int) -> list[dict[str, Any]]:
        return [
            {**_card(f"{kind}{number}", clans, choices), "kind": "warrior", "clan": choices.pick(clans)}
            for number in range(choices.below(most + 1))
        ]

    def row(name: str) -> list[dict[str, Any] | None]:
        laid = some(name, 3)
        return [*laid, *NONE[len(laid) :]]

    open_ones = some("s", 2)
    return {
        "warriors": [row("w"), row("x")],
        "warrior_deck": some("v", 3),
        "dismissed": some("z", 3),
        "sovereigns": open_ones,
        "sovereign_deck": some("t", 2) if len(open_ones) == 2 else [],  # a space is filled as long as there are any
        "primordials": choices.below(4),
    }


DEALS = (Deal("a rich development", MODE, development), Deal("the end of an attack phase", MODE, collection))
