"""Rows for the clauses that allow and bar actions of the whole turn, and their positions. Nothing is tested here.

Positions are made from one in the middle of a Development Phase by naming what is different.
"""

import copy
from collections.abc import Mapping
from typing import Any

Position = dict[str, Any]
Row = tuple[Any, ...]


def creature(name: str, clan: str | None = "red", kind: str = "warrior", **members: Any) -> Position:
    return {"id": name, "kind": kind, "clan": clan, "power": 1, **members}


def cards(names: str) -> list[Any]:
    """Plain cards, `b0 b1`; `-` is an empty place."""
    return [None if name == "-" else creature(name, "yellow") for name in names.split()]


A0 = creature("a0", right=["crystal"], skull=["damage"])
D2 = creature("d2", "green", main=["area", "draw"], skull=["crystal:2"])
X0, Y1 = creature("x0", skull=["draw"]), creature("y1", "blue", skull=["damage"])
H0 = creature("h0", "blue", "familiar", main=["arrow>crystal:2"])
H1 = creature("h1", main=["crystal"], left=["damage"])
H2 = creature("h2", "purple", "familiar", main=["arrow>damage"])
W0 = creature("w0", "blue", cost=2, main=["draw"])
W2 = creature("w2", "blue", cost=1, main=["damage"])
S0 = creature("s0", "green", "sovereign", cost=3)
P4 = creature("p4", None, "primordial", main=["double_arrow"])
HAND = [H0, H1, H2, *cards("h3 h4")]

DEV: Position = {
    "mode": "two-player",
    "phase": "development",
    "active": "A",
    "turn": 3,
    "players": {
        "A": {
            "attack": [A0, None, None],
            "defense": [None, None, D2],
            "gates": [15, 0, 10],
            "hand": HAND,
            "deck": cards("t0 t1 t2"),
            "discard": cards("b0 b1"),
            "crystals": 3,
        },
        "B": {
            "attack": [X0, None, None],
            "defense": [None, Y1, None],
            "gates": [15, 15, 15],
            "hand": cards("y0"),
            "deck": cards("u0 u1"),
            "discard": cards("c0"),
        },
    },
    "area": {
        "warriors": [[W0, *cards("w1"), W2], cards("w3 w4 w5")],
        "warrior_deck": cards("v0 v1 v2 v3"),
        "dismissed": cards("z0"),
        "sovereigns": [S0, *cards("s1")],
        "sovereign_deck": cards("s2 s3"),
        "out_of_play": cards("o0"),
        "primordials": 5,
    },
}


def but(position: Position, changes: Mapping[str, Any]) -> Position:
    """A position with something else at some ways into it: `A.crystals`, `B.attack.0`, `area.primordials`, `phase`."""
    changed = copy.deepcopy(position)
    for way, value in changes.items():
        steps = [int(step) if step.isdigit() else step for step in way.split(".")]
        here: Any = changed["players"] if way[:2] in ("A.", "B.") else changed
        for step in steps[:-1]:
            here = here[step]
        here[steps[-1]] = value
    return changed


def act(kind: str, **members: Any) -> Position:
    return {"type": kind, **members}


def waits(source: str, ability: str, value: int = 1, domain: str = "main", owner: str = "A", **more: Any) -> Position:
    named = {"kind": "ability", "owner": owner, "source": source, "domain": domain, "ability": ability}
    return {**named, "value": value, "optional": True, **more}


def asked(kind: str, owner: str, *targets: str) -> Position:
    return {"kind": kind, "owner": owner, "targets": list(targets)}


def pending(*entries: Position, **changes: Any) -> Position:
    return but(DEV, {"pending": list(entries), **changes})


def use(ability: str, target: str = "", source: str = "h9") -> Position:
    return {**act("use", source=source, ability=ability), **({"target": target} if target else {})}


def turned(card: Position) -> Position:
    return {**card, "rotated": True}


DISCARD, BARE = act("discard", card="h0"), act("discard", card="h3")
SUMMON = act("summon", card="h1", **{"from": "hand"}, slot="A1")
BUY = act("summon", card="w0", **{"from": "warriors"}, slot="A1")
STACK = act("summon", card="primordial", **{"from": "primordials"}, slot="D0")
KING = act("summon", card="s0", **{"from": "sovereigns"}, slot="A1")
TO_PILE = act("summon_to_discard", card="w2")
MOVE, SWAP = act("move", card="a0", slot="A1"), act("swap", cards=["a0", "d2"])
RECALL, FREE = act("recall", card="a0"), act("recall", card="d2")
END, FILL, END_ATTACK = act("end_development"), act("fill", slot="W.0.0"), act("end_attack")
COLLECT, TAKE = act("collect", card="a0"), act("take_sovereign", card="s0")

ATT = but(DEV, {"phase": "attack", "A.crystals": 0, "A.attack": [None, None, None], "A.defense.0": A0})
FILLING = but(
    DEV,
    {
        "phase": "refill",
        "A.crystals": 0,
        "area.warriors": [cards("- w0 w1"), cards("- w3 w4")],
        "pending": [asked("fill", "A", "W.0.0", "W.1.0")],
    },
)
COLLECTING = but(
    DEV,
    {
        "phase": "collect",
        "A.crystals": 0,
        "A.attack": [turned(A0), None, None],
        "A.defense.2": turned(D2),
        "pending": [asked("collect", "A", "a0", "d2")],
    },
)
ORDER = pending(asked("order", "B", "x0", "y1"))
GIFT = but(
    ATT, {"phase": "gift", "B.gate_lost": True, "A.gate_lost": True, "pending": [asked("gift", "B", "s0", "s1")]}
)
DOWN = but(DEV, {"phase": "collect", "pending": [asked("discard", "A", "h0", "h1")]})
FULL = {"draw.hand-limit": "discard-down"}
LIMITED = {"synergy.repeat": "once-per-turn"}

# The position, the action, the readings that are not the default, and the clause that alone decides.
ALLOWED: list[Row] = [
    (DEV, DISCARD, {}, "discard.any-card"),
    (ATT, BARE, {}, "discard.whole-turn"),
    (FILLING, DISCARD, {}, "discard.whole-turn"),
    (COLLECTING, DISCARD, {}, "discard.whole-turn"),
    (DOWN, DISCARD, FULL, "draw.hand-limit"),
    (DEV, SUMMON, {}, "summon.hand-is-free"),
    (but(DEV, {"A.crystals": 0}), SUMMON, {}, "summon.hand-is-free"),
    (DEV, BUY, {}, "summon.area-costs"),
    (but(DEV, {"A.crystals": 2}), BUY, {}, "summon.area-costs"),
    (DEV, STACK, {}, "summon.area-costs"),
    (DEV, KING, {}, "summon.area-costs"),
    (DEV, {**BUY, "card": "w2"}, {}, "summon.zone-to-board"),
    (DEV, TO_PILE, {}, "summon.zone-to-pile"),
    (DEV, MOVE, {}, "move.to-a-free-space"),
    (but(DEV, {"A.attack.0": turned(A0)}), {**MOVE, "slot": "D1"}, {}, "move.to-a-free-space"),
    (DEV, SWAP, {}, "move.swap-two"),
    (DEV, RECALL, {}, "move.recall"),
    (but(DEV, {"A.crystals": 0}), FREE, {}, "abilities.area-free-recall"),
    (pending(waits("h9", "draw")), act("decline", source="h9", ability="draw"), {}, "turn.abilities-may-be-left"),
    (
        pending(waits("h9", "draw"), waits("h9", "draw", domain="left")),
        act("decline", source="h9", ability="draw", domain="left"),
        {},
        "turn.abilities-may-be-left",
    ),
    (pending(waits("h9", "crystal")), use("crystal"), {}, "abilities.crystal"),
    (pending(waits("h9", "draw")), use("draw"), {}, "abilities.draw"),
    (pending(waits("h9", "repair")), use("repair", "A.G2"), {}, "abilities.repair"),
    (pending(waits("h9", "repair")), use("repair", "A.G0"), {}, "abilities.repair"),
    (pending(waits("h9", "rebuild")), use("rebuild", "A.G1"), {}, "abilities.rebuild"),
    (pending(waits("h9", "damage")), use("damage", "B.G2"), {}, "abilities.damage"),
    (pending(waits("h9", "damage", owner="B", domain="skull")), use("damage", "A.G2"), {}, "abilities.damage"),
    (pending(waits("h9", "damage_all")), use("damage_all"), {}, "abilities.damage-all"),
    (pending(waits("h9", "out_of_play")), use("out_of_play", "b0"), {}, "abilities.out-of-play"),
    (pending(waits("h9", "out_of_play")), use("out_of_play", "h4"), {}, "abilities.out-of-play"),
    (pending(waits("h9", "remove")), use("remove", "y1"), {}, "abilities.remove"),
    (pending(waits("h9", "clan_removal")), use("clan_removal", "purple"), {}, "abilities.clan-removal-any-clan"),
    (DEV, END, {}, "turn.end-when-one-likes"),
    (FILLING, FILL, {}, "refill.any-order"),
    (COLLECTING, COLLECT, {}, "collect.own-order"),
    (ORDER, {**COLLECT, "card": "y1"}, {}, "abilities.clan-removal-order"),
    (GIFT, TAKE, {}, "gift.from-the-area"),
]
REFUSED: list[Row] = [
    (DEV, act("discard", card="y0"), {}, "discard.own-turn-only"),
    (but(DEV, {"A.crystals": 1}), BUY, {}, "summon.cost-in-full"),
    (but(DEV, {"area.primordial_cost": 4}), STACK, {}, "summon.cost-in-full"),
    (DEV, {**SUMMON, "slot": "A0"}, {}, "summon.empty-slot"),
    (but(DEV, {"A.attack.0": turned(A0)}), {**SUMMON, "slot": "A0"}, {}, "summon.empty-slot"),
    (ATT, SUMMON, {}, "summon.only-in-development"),
    (but(DEV, {"area.primordials": 0}), STACK, {}, "area.no-primordials-left"),
    (DEV, {**TO_PILE, "card": "w0"}, {}, "summon.to-pile-from-the-zone-only"),
    (DEV, {**MOVE, "card": "x0"}, {}, "move.own-battlefield-only"),
    (DEV, {**MOVE, "slot": "D2"}, {}, "move.not-onto-another"),
    (but(DEV, {"A.crystals": 0}), MOVE, {}, "move.needs-the-crystal"),
    (but(ATT, {"A.crystals": 1}), MOVE, {}, "move.only-in-development"),
    (but(DEV, {"A.crystals": 0}), RECALL, {}, "move.recall-needs-the-crystal"),
    (pending(waits("h9", "repair")), use("repair", "B.G0"), {}, "abilities.repair-ones-own"),
    (pending(waits("h9", "repair")), use("repair", "A.G1"), {}, "abilities.repair-not-the-destroyed"),
    (pending(waits("h9", "rebuild")), use("rebuild", "A.G0"), {}, "abilities.rebuild-only-the-destroyed"),
    (pending(waits("h9", "damage")), use("damage", "A.G0"), {}, "abilities.damage-to-an-opponents-gate"),
    (pending(waits("h9", "out_of_play")), use("out_of_play", "c0"), {}, "abilities.out-of-play-from-pile-or-hand"),
    (pending(waits("h9", "remove")), use("remove", "a0"), {}, "abilities.remove-spares-ones-own"),
    (but(COLLECTING, {"B.attack.0": turned(X0)}), {**COLLECT, "card": "x0"}, {}, "collect.each-collects-own"),
]
NOT_PERMITTED: list[Row] = [
    (DEV, act("discard", card="b0"), {}),
    (DEV, {**SUMMON, "card": "b0"}, {}),
    (DEV, {**KING, "card": "s2"}, {}),
    (but(DEV, {"A.crystals": 0}), TO_PILE, {}),
    (but(DEV, {"A.crystals": 0}), SWAP, {}),
    (DEV, {**SWAP, "cards": ["a0", "a0"]}, {}),
    (DEV, {**SWAP, "cards": ["a0", "x0"]}, {}),
    (ATT, RECALL, {}),
    (pending(waits("h9", "draw")), END, {}),
    (pending(waits("h9", "draw")), DISCARD, {}),
    (pending(waits("h9", "draw")), SUMMON, {}),
    (pending(waits("h9", "draw")), use("damage", "B.G0"), {}),
    (pending(waits("h9", "draw"), **{"A.deck": []}), use("draw"), {"draw.ability-turns-over": "end-only"}),
    (pending(waits("h9", "draw"), waits("x9", "damage", owner="B")), use("damage", "A.G0", "x9"), {}),
    (pending(waits("h9", "draw")), use("draw", source="h8"), {}),
    (pending(waits("h9", "draw"), waits("h9", "draw", domain="left")), use("draw"), {}),
    (pending(waits("h9", "draw", optional=False)), act("decline", source="h9", ability="draw"), {}),
    (pending(waits("h9", "damage"), **{"B.gates.0": 0}), use("damage", "B.G0"), {}),
    (pending(waits("h9", "rebuild"), **{"B.gates.0": 0}), use("rebuild", "B.G0"), {}),
    (
        pending(waits("h9", "remove", domain="skull"), **{"B.attack.0": turned(X0), "phase": "collect"}),
        use("remove", "x0"),
        {"collect.turned-target": "standing-only"},
    ),
    (FILLING, {**FILL, "slot": "W.0.1"}, {}),
    (but(COLLECTING, {"pending": [asked("collect", "B", "x0")]}), DISCARD, {}),
    (but(FILLING, {"pending": [waits("h9", "draw"), *FILLING["pending"]]}), DISCARD, {}),
    (but(FILLING, {"pending": [waits("h9", "draw"), *FILLING["pending"]]}), FILL, {}),
    (but(COLLECTING, {"A.attack.0": A0}), COLLECT, {}),
    (GIFT, {**TAKE, "card": "s2"}, {}),
    (DEV, TAKE, {}),
]


# What a summoning opens: (position, quantity, arguments, readings, number, clause). Without the clause it is less.
def _opened(slot: str, effect: str, origin: str = "warriors") -> Position:
    return {"slot": slot, "from": origin, "effect": effect}


def _pair(one: Position, other: Position | None) -> Position:
    return but(DEV, {"A.attack": [one, other, None]})


NEW, FAMILIAR = creature("n", right=["draw:2"]), creature("f", kind="familiar")
NUMBERS: list[Row] = [
    (_pair(H1, None), "opened", _opened("A0", "crystal", "hand"), {}, 1, "summon.main-from-hand"),
    (DEV, "opened", _opened("D2", "draw"), {}, 1, "summon.main-from-area-with-icon"),
    (_pair(NEW, creature("n1")), "opened", _opened("A0", "draw"), {}, 2, "synergy.newcomers-own-half"),
    (_pair(NEW, creature("n1")), "opened", _opened("A1", "draw"), {}, 2, "synergy.neighbours-half"),
    (_pair(NEW, FAMILIAR), "opened", _opened("A0", "draw"), {}, 2, "synergy.familiar-opens-others"),
    (_pair(NEW, FAMILIAR), "opened", _opened("A1", "draw"), {}, 2, "synergy.familiar-opens-others"),
    (_pair(NEW, P4), "opened", _opened("A0", "draw"), {}, 2, "synergy.primordial-opens-sides"),
    (_pair(NEW, P4), "opened", _opened("A1", "draw"), {}, 2, "synergy.primordial-opens-sides"),
]
