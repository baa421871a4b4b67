"""What Ostium's formal clauses say, in tables; no engine takes part. Each clause has a row that only it decides."""

import copy
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import pytest
from tests.ostium import formal_steps as steps
from tests.ostium import formal_turns as turns

from ruleproof.spec.formal import norms_of
from ruleproof.spec.loading import Rules, load
from ruleproof.spec.norms import Allowed, Norms
from ruleproof.spec.paraphrasing import paraphrase_norm

Position = dict[str, Any]
Readings = dict[str, str]
Row = tuple[Any, ...]


@cache
def rules() -> Rules:
    return load("ostium")


@cache
def norms(readings: tuple[tuple[str, str], ...] = (), without: str = "") -> Norms:
    chosen = {f"ostium.{question}": reading for question, reading in readings}
    return Norms(rules(), chosen, "two-player", frozenset({f"ostium.{without}"} if without else ()))


def told(readings: Mapping[str, str], without: str = "") -> Norms:
    return norms(tuple(sorted(readings.items())), without)


def card(text: str, name: str) -> Position | None:
    """`r2`, `b0/` (turned), `*0` (primordial), `g1 flame:2 left=shield`; `-` is an empty slot."""
    head, *abilities = text.split()
    if head == "-":
        return None
    clan = {"r": "red", "b": "blue", "g": "green", "*": None}[head[0]]
    kind = "warrior" if clan else "primordial"
    made: Position = {"id": name, "kind": kind, "clan": clan, "power": int(head[1]), "rotated": head.endswith("/")}
    for each in abilities:
        domain, _, ability = each.rpartition("=")
        made.setdefault(domain or "main", []).append(ability)
    return made


def row(text: str, name: str) -> list[Position | None]:
    return [card(each.strip(), f"{name}{column}") for column, each in enumerate(text.split(","))]


EMPTY = "-, -, -"
REDS = "r1, r1, r1"


def position(
    attack: str = REDS,
    defense: str = REDS,
    enemy: str = EMPTY,
    enemy_defense: str = EMPTY,
    gates: tuple[int, ...] = (15, 15, 15),
    enemy_gates: tuple[int, ...] = (15, 15, 15),
    **charge: Any,
) -> Position:
    mine = {"attack": row(attack, "a"), "defense": row(defense, "d"), "gates": list(gates)}
    theirs = {"attack": row(enemy, "x"), "defense": row(enemy_defense, "y"), "gates": list(enemy_gates)}
    return {
        "mode": "two-player",
        "phase": "attack",
        "active": "A",
        "players": {"A": mine, "B": theirs},
        "charge": charge,
    }


def fuse(gate: int, path: str) -> Position:
    return {"type": "fuse", "gate": gate, "path": path.split()}


def attack(attacker: str, first: str = "", stop: str = "") -> Position:
    chosen = {"type": "attack", "attacker": attacker, "first": first, "stop": stop}
    return {member: value for member, value in chosen.items() if value}


def affiliate(name: str, clan: str) -> Position:
    return {"type": "affiliate", "card": name, "clan": clan}


def laid(*chains: tuple[int, str]) -> list[Position]:
    return [{"gate": gate, "path": path.split()} for gate, path in chains]


FLASK = {"type": "flask", "clan": "red"}
END = {"type": "end_attack"}
PRINTED = {"synergy.robed-in-synergy": "printed-clan"}
OPEN_ENDS = {"fusion.ending-is-passing": "open-end"}
WITHHOLD = {"charge.must-attack": "may-withhold"}
STOPS = {"charge.must-push": "may-stop"}
MIXED = "r1, -, -"

# The position, the action, the readings that are not the default, and the clause that alone decides.
ALLOWED: list[Row] = [
    (position(), fuse(0, "D0 A0"), {}, "fusion.raises-attack-power"),
    (position(), fuse(0, "D0 D1 A1 A0"), {}, "fusion.raises-attack-power"),
    (position(defense="*0, -, -"), fuse(0, "D0 A0"), {}, "fusion.raises-attack-power"),
    (position(MIXED, "b1 robed, -, -"), fuse(0, "D0 A0"), {}, "fusion.raises-attack-power"),
    (position(MIXED, "r1/, -, -"), fuse(0, "D0 A0"), {}, "fusion.raises-attack-power"),
    (
        position(chains=laid((0, "D0 A0"))),
        fuse(1, "D1 A1 A0"),
        {"fusion.ending-is-passing": "shared-end"},
        "fusion.raises-attack-power",
    ),
    (position(chains=laid((0, "D0 A0"))), fuse(1, "D1 A1 A0"), OPEN_ENDS, "fusion.raises-attack-power"),
    (
        position("*0, -, -", "*0, -, -"),
        fuse(0, "D0 A0"),
        {"synergy.two-primordials": "symbol"},
        "fusion.raises-attack-power",
    ),
    (
        position(MIXED, "b1 right=robed, -, -"),
        fuse(0, "D0 A0"),
        {"synergy.robed-side": "always"},
        "fusion.raises-attack-power",
    ),
    (position(resolved=["A1"]), fuse(0, "D0 A0"), {}, "fusion.raises-attack-power"),
    (position("*0, -, -"), affiliate("a0", "blue"), {}, "fusion.primordial-serves-one-clan"),
    (position("g1 double_arrow, -, -"), affiliate("a0", "blue"), {}, "fusion.double-arrow-joins"),
    (position("g1 robed, -, -"), affiliate("a0", "blue"), {}, "fusion.robed-serves-one-clan"),
    (position("g1 right=robed, g1, -"), affiliate("a0", "blue"), {}, "fusion.robed-serves-one-clan"),
    (position("r1 flask, -, -"), FLASK, {}, "charge.flask-names-one-clan"),
    (position(), attack("A0"), {}, "charge.one-attack-each"),
    (position(enemy="b1, -, -"), attack("A0", "attack_row"), {}, "charge.one-attack-each"),
    (position(enemy="b1, -, -"), attack("A0", "pass"), {}, "charge.may-pass-attack-row"),
    (position(enemy="b1/, -, -"), attack("A0", "attack_row"), {}, "charge.one-attack-each"),
    (position(enemy_gates=(0, 15, 15)), attack("A0"), {}, "charge.one-attack-each"),
    (position("r0, -, -"), attack("A0"), {}, "charge.one-attack-each"),
    (position("r2, -, -", enemy="b1, -, -"), attack("A0", "attack_row", "attack_row"), STOPS, "charge.one-attack-each"),
    (position("r1/, -, -"), attack("A0"), {"charge.turned-attacks": "yes"}, "charge.one-attack-each"),
    (position(), {"type": "withhold", "attacker": "A0"}, WITHHOLD, "charge.may-withhold"),
    (position(resolved=["A0", "A1", "A2"]), END, {}, "charge.ends-when-all-resolved"),
    (position(MIXED, enemy_gates=(0, 15, 15)), END, {}, "charge.ends-when-all-resolved"),
    (position("r1/, -, -"), END, {}, "charge.ends-when-all-resolved"),
    (position(), END, WITHHOLD, "charge.ends-when-all-resolved"),
    (position("r0, -, -"), END, {"charge.zero-attack": "needs-power"}, "charge.ends-when-all-resolved"),
]
REFUSED: list[Row] = [
    (position(REDS, "r1, -, r1"), fuse(0, "D0 D1 A1"), {}, "fusion.uninterrupted-chain"),
    (position(), fuse(0, "D0 D2 A2"), {}, "fusion.uninterrupted-chain"),
    (position(), fuse(1, "D1 A1 A0 D0"), {}, "fusion.ends-at-attacker"),
    (position(), fuse(1, "D1 D0 A0 A1"), {"fusion.chain-shape": "shortest"}, "fusion.uninterrupted-chain"),
    (position(), fuse(0, "D0 A0 A1 D1 D2 A2"), {"fusion.chain-shape": "never-back"}, "fusion.uninterrupted-chain"),
    (position(), fuse(0, "A0 A1"), {}, "fusion.starts-in-own-column"),
    (position(), fuse(0, "D1 A1"), {}, "fusion.starts-in-own-column"),
    (position(), fuse(0, "D0"), {}, "fusion.ends-at-attacker"),
    (position(resolved=["A0"]), fuse(0, "D0 A0"), {}, "fusion.ends-at-attacker"),
    (position("r1/, r1, -"), fuse(0, "D0 A0"), {}, "fusion.ends-at-attacker"),
    (position("-, r1, -", "r1, b1 robed, -"), fuse(0, "D0 D1 A1"), PRINTED, "fusion.synergy-required"),
    (position(gates=(0, 15, 15)), fuse(0, "D0 A0"), {}, "fusion.active-gate"),
    (position(), fuse(0, "D0 A1"), {}, "fusion.no-diagonal"),
    (position("r1, r1, -", "b1, b1, -"), fuse(0, "D0 A0"), {}, "fusion.one-clan"),
    (position("*0, -, -", "*0, -, -"), fuse(0, "D0 A0"), {}, "fusion.one-clan"),
    (position("r1, r1, -", "*0, b1, -", affiliation={"d0": "blue"}), fuse(0, "D0 A0"), {}, "fusion.one-clan"),
    (position("-, r1, r1", "b1, b1 right=robed, -"), fuse(1, "D1 A1"), {}, "fusion.one-clan"),
    (
        position(chains=laid((2, "D2 A2 A1 A0"))),
        fuse(1, "D1 A1"),
        {**OPEN_ENDS, "fusion.crossing": "geometric"},
        "fusion.no-crossing",
    ),
    (position(chains=laid((0, "D0 A0"))), fuse(1, "D1 A1 A0"), {}, "fusion.one-chain-per-creature"),
    (
        position(chains=laid((0, "D0 A0 A1"))),
        fuse(1, "D1 D2 A2 A1 A0"),
        {"fusion.ending-is-passing": "shared-end"},
        "fusion.one-chain-per-creature",
    ),
    (position(chains=laid((0, "D0 A0"))), fuse(0, "D0 D1 A1"), {}, "fusion.one-chain-per-gate"),
    (position(), fuse(0, "D0 A0 D0 A0"), {}, "fusion.no-creature-twice"),
    (position("*0, -, -", affiliation={"a0": "red"}), affiliate("a0", "blue"), {}, "fusion.affiliation-is-fixed"),
    (
        position("*0, -, -", "*0, -, -", chains=laid((0, "D0 A0"))),
        affiliate("a0", "blue"),
        {"synergy.two-primordials": "symbol"},
        "fusion.affiliation-is-fixed",
    ),
    (position(), END, {}, "charge.all-attack"),
    (position("r0, -, -"), END, {}, "charge.all-attack"),
    (position(enemy_gates=(0, 0, 15), enemy="-, b1, -", resolved=["A0", "A2"]), END, {}, "charge.all-attack"),
]
NOT_PERMITTED: list[Row] = [
    (position(resolved=["A1"]), fuse(0, "D0 A0"), {"fusion.late-chain": "before-any-attack"}),
    (position(), affiliate("a0", "blue"), {}),
    (position("r1 right=robed, -, -"), affiliate("a0", "blue"), {}),
    (position(enemy="*0, -, -"), affiliate("x0", "blue"), {}),
    (position("r1 flask, -, -", flask="blue"), FLASK, {}),
    (position("r1 flask, -, -", resolved=["A0"]), FLASK, {}),
    (position(enemy="b1, -, -"), attack("A0"), {}),
    (position(), attack("A0", "attack_row"), {}),
    (position(resolved=["A0"]), attack("A0"), {}),
    (position("-, r1, -"), attack("A0"), {}),
    (position(), attack("D0"), {}),
    (position("r1/, -, -"), attack("A0"), {}),
    (position("r2, -, -", enemy="b1, -, -"), attack("A0", "attack_row", "attack_row"), {}),
    (position("r1, -, -", enemy="b1, -, -"), attack("A0", "attack_row", "attack_row"), STOPS),
    (position("r2, -, -", enemy="b1, -, -"), attack("A0", "pass", "attack_row"), STOPS),
    (position("r0, -, -"), attack("A0"), {"charge.zero-attack": "needs-power"}),
    (position(enemy_gates=(0, 15, 15)), attack("A0"), {"charge.sole-aim": "gate-only"}),
    (position(), {"type": "withhold", "attacker": "A0"}, {}),
    ({**position(), "phase": "development"}, END, WITHHOLD),
    ({**position(), "pending": [{"kind": "ability"}]}, attack("A0"), {}),
]

# What a path gives, and what a creature comes to: (position, quantity, its arguments, readings, number, clause).
# Without the clause the number is another one.
PATH = {"path": ("D0", "A0")}
A0 = {"player": "A", "slot": "A0", "role": "attacking"}
Y0 = {"player": "B", "slot": "D0", "role": "defending"}
FLASKS = "r1 flask:2, r1, b1"
BEST = {"fusion.icon-stacking": "best"}
NUMBERS: list[Row] = [
    (position(), "fusion_bonus", PATH, {}, 2, "fusion.bonus-is-two"),
    (position("r1 fusion:2, -, -", "r1 fusion, -, -"), "fusion_bonus", PATH, {}, 5, "fusion.icon-adds"),
    (position("r1 fusion:2, -, -", "r1 fusion, -, -"), "fusion_bonus", PATH, BEST, 4, "fusion.icon-adds"),
    (position(MIXED, "b1 robed:2, -, -"), "fusion_bonus", PATH, {}, 4, "fusion.robed-adds"),
    (position("r1 fusion, -, -", "r1 robed:3, -, -"), "fusion_bonus", PATH, BEST, 5, "fusion.robed-adds"),
    (position("r1 right=fusion, b1, -"), "fusion_bonus", PATH, {}, 2, "fusion.bonus-is-two"),
    (position("r4, -, -"), "total", A0, {}, 4, "charge.power-is-strength"),
    (position("r1 flame:2, -, -"), "total", A0, {}, 3, "charge.flame-adds"),
    (position("r1 right=flame, r1, -"), "total", A0, {}, 2, "charge.flame-adds"),
    (position("r1 left=flame, r1, -"), "total", A0, {}, 1, "charge.power-is-strength"),
    (position("r1 right=flame, r1/, -"), "total", A0, {}, 2, "charge.flame-adds"),
    (position("r1 right=flame, *0, -"), "total", A0, {}, 2, "charge.flame-adds"),
    (position(chains=laid((0, "D0 A0"))), "total", A0, {}, 3, "fusion.only-the-attacker-gains"),
    (position(chains=laid((0, "D0 A0 A1"))), "total", A0, {}, 1, "charge.power-is-strength"),
    (position(FLASKS, EMPTY, enemy="r1, -, -", flask="red"), "total", A0, {}, 7, "charge.flask-counts-clan"),
    (
        position(FLASKS, EMPTY, flask="red"),
        "total",
        A0,
        {"charge.flask-value": "once", "charge.flask-self": "others-only"},
        2,
        "charge.flask-counts-clan",
    ),
    (position(FLASKS, EMPTY), "total", A0, {}, 1, "charge.power-is-strength"),
    (position(enemy_defense="b3 shield:2, -, -"), "total", Y0, {}, 5, "charge.shield-adds"),
    (position(enemy_defense="b3 flame:2, -, -"), "total", Y0, {}, 3, "charge.power-is-strength"),
    (position(enemy_defense="b3/ shield, -, -"), "total", Y0, {"charge.turned-power": "full"}, 4, "charge.shield-adds"),
]


def step(after: Position, **changes: Any) -> Position:
    """A position with some values put elsewhere: `B_gates_0=13`."""
    changed = copy.deepcopy(after)
    for way, value in changes.items():
        if way in ("phase", "charge"):
            changed[way] = value
            continue
        player, member, *column = way.split("_")
        side = changed["players"][player]
        if member == "turned":
            for each in value.split():
                line, place = ("attack" if each[0] == "A" else "defense"), int(each[1])
                side[line][place] = {**side[line][place], "rotated": True}
        elif member == "due":
            side["gate_lost"] = value
        else:
            side[member][int(column[0])] = value
    return changed


FIGHT = position("r5, -, -", "r1, -, -", "b2, -, -", "b1, -, -")
EQUAL = position("r2, -, -", "r1, -, -", "b2, -, -", "b1, -, -")
SMALL = position("r1, -, -", "r1, -, -", "b2, -, -", "b3, -, -")
LIES = position("r5, -, -", "r1, -, -", "b2/, -, -")
OPEN = position("r5, -, -", "r1, -, -", "b2, -, -", enemy_gates=(1, 15, 15))
RUIN = position("r5, -, -", "r1, -, -", "b2, -, -", "b1, -, -", enemy_gates=(0, 15, 15))
LAST = position("r5, -, -", "r1, -, -", enemy_gates=(1, 0, 0))
BOUND = position("*1, -, -", flask="red", affiliation={"a0": "red"}, chains=laid((0, "D0 A0")), resolved=["A0"])
ROW, PASS, NAMED = attack("A0", "attack_row"), attack("A0", "pass"), {"type": "flask", "clan": "blue"}
KEPT: list[Row] = [
    (FIGHT, ROW, step(FIGHT, B_turned="A0 D0", B_gates_0=13), {}),
    (FIGHT, PASS, step(FIGHT, B_turned="D0", B_gates_0=11), {}),
    (EQUAL, ROW, step(EQUAL, B_turned="A0"), {}),
    (SMALL, ROW, SMALL, {}),
    (SMALL, PASS, SMALL, {}),
    (OPEN, PASS, step(OPEN, B_turned="A0", A_turned="A0", B_gates_0=0, B_due=True), {}),
    (LAST, attack("A0"), step(LAST, B_gates_0=0, phase="over"), {}),
    (LAST, attack("A0"), step(LAST, B_gates_0=0, A_turned="A0", phase="over"), {"gates.wave-at-end": "wave"}),
    (FIGHT, ROW, step(FIGHT, B_turned="A0 D0", B_gates_0=13), {"charge.second-comparison": "full-power"}),
    (FIGHT, attack("A0", "attack_row", "attack_row"), step(FIGHT, B_turned="A0"), STOPS),
    (FIGHT, attack("A0", "pass", "defense_row"), step(FIGHT, B_turned="D0"), STOPS),
]
BROKEN: list[Row] = [
    (FIGHT, ROW, step(FIGHT, B_turned="A0 D0", B_gates_0=13, B_gates_1=14), {}, "charge.own-column"),
    (SMALL, PASS, step(SMALL, B_gates_0=14), {}, "charge.defense-row-not-passed"),
    (OPEN, PASS, step(OPEN, B_gates_0=1), {}, "charge.gate-direct"),
    (FIGHT, ROW, step(FIGHT, B_turned="A0 D0", B_gates_0=10), {}, "charge.pushes-on-reduced"),
    (FIGHT, ROW, step(FIGHT, B_turned="D0", B_gates_0=13), {}, "charge.greater-defeats"),
    (FIGHT, PASS, step(FIGHT, B_gates_0=11), {}, "charge.greater-defeats"),
    (EQUAL, ROW, step(EQUAL, B_turned="A0 D0"), {}, "charge.equal-defeats-and-blocks"),
    (EQUAL, ROW, EQUAL, {}, "charge.equal-defeats-and-blocks"),
    (SMALL, ROW, step(SMALL, B_turned="A0"), {}, "charge.smaller-is-blocked"),
    (SMALL, PASS, step(SMALL, B_turned="D0"), {}, "charge.smaller-is-blocked"),
    (EQUAL, ROW, step(EQUAL, B_turned="A0", B_gates_0=14), {}, "charge.gate-takes-the-rest"),
    (LIES, PASS, step(LIES, B_attack_0=card("b2", "x0"), B_gates_0=10), {}, "charge.defeated-is-turned"),
    (
        FIGHT,
        ROW,
        step(FIGHT, B_turned="A0 D0", B_gates_0=13, A_defense_0=None, A_defense_1=card("r1", "d0")),
        {},
        "charge.defeated-stay",
    ),
    (BOUND, NAMED, step(BOUND, B_gates_1=16), {}, "gates.durability-limit"),
    (BOUND, NAMED, step(BOUND, B_gates_1=-1), {}, "gates.destroyed-below-one"),
    (OPEN, PASS, step(OPEN, A_turned="A0", B_gates_0=0, B_due=True), {}, "gates.wave-hits-owner-column"),
    (OPEN, PASS, step(OPEN, B_turned="A0", B_gates_0=0, B_due=True), {}, "gates.wave-hits-attacker"),
    (
        OPEN,
        PASS,
        step(OPEN, B_turned="A0", A_turned="A0 D0", B_gates_0=0, B_due=True),
        {},
        "gates.wave-spares-attacker-defense",
    ),
    (OPEN, PASS, step(OPEN, B_turned="A0", A_turned="A0", B_gates_0=0), {}, "gates.sovereign-due"),
    (RUIN, PASS, step(RUIN, B_turned="D0", B_gates_0=3), {}, "gates.destroyed-ignores-damage"),
    (LAST, attack("A0"), step(LAST, B_gates_0=0, A_turned="A0", B_due=True), {}, "gates.ends-at-once"),
    (LAST, attack("A0"), step(LAST, B_gates_0=0, A_turned="A0", phase="over"), {}, "gates.ends-at-once"),
    (BOUND, FLASK, step(BOUND, charge={**BOUND["charge"], "chains": []}), {}, "fusion.one-chain-per-gate"),
    (BOUND, FLASK, step(BOUND, charge={**BOUND["charge"], "affiliation": {}}), {}, "fusion.affiliation-is-fixed"),
    (BOUND, FLASK, step(BOUND, charge={**BOUND["charge"], "flask": "blue"}), {}, "charge.flask-names-one-clan"),
    (BOUND, FLASK, step(BOUND, charge={**BOUND["charge"], "resolved": []}), {}, "charge.all-attack"),
]


def marked(table: Sequence[tuple[Any, ...]]) -> list[Any]:
    """The rows of a table, each marked with the clause that it is about."""
    return [pytest.param(*row, marks=pytest.mark.clause(f"ostium.{row[-1]}")) for row in table]


@pytest.mark.parametrize(("where", "action", "readings", "clause"), marked([*ALLOWED, *turns.ALLOWED]))
def test_what_a_clause_alone_permits_is_refused_without_it(
    where: Position, action: Position, readings: Readings, clause: str
) -> None:
    full, less = told(readings), told(readings, clause)
    assert full.judge(full.sight(where), action) == Allowed((f"ostium.{clause}",))
    assert not isinstance(less.judge(less.sight(where), action), Allowed)


@pytest.mark.parametrize(("where", "action", "readings", "clause"), marked([*REFUSED, *turns.REFUSED]))
def test_what_a_clause_alone_bars_is_allowed_without_it(
    where: Position, action: Position, readings: Readings, clause: str
) -> None:
    full, less = told(readings), told(readings, clause)
    assert full.judge(full.sight(where), action).clauses == (f"ostium.{clause}",)
    assert isinstance(less.judge(less.sight(where), action), Allowed)


@pytest.mark.parametrize(("where", "action", "readings"), [*NOT_PERMITTED, *turns.NOT_PERMITTED])
def test_what_nothing_permits_is_refused(where: Position, action: Position, readings: Readings) -> None:
    full = told(readings)
    assert not isinstance(full.judge(full.sight(where), action), Allowed)


@pytest.mark.parametrize(
    ("where", "quantity", "given", "readings", "number", "clause"), marked([*NUMBERS, *turns.NUMBERS])
)
def test_numbers_add_up_from_the_clauses(
    where: Position, quantity: str, given: dict[str, Any], readings: Readings, number: int, clause: str
) -> None:
    full, less = told(readings), told(readings, clause)
    assert full.quantity(full.sight(where), quantity, given) == number
    assert less.quantity(less.sight(where), quantity, given) != number


@pytest.mark.parametrize(("before", "action", "after", "readings"), [*KEPT, *steps.KEPT])
def test_a_right_step_breaks_no_clause(before: Position, action: Position, after: Position, readings: Readings) -> None:
    assert told(readings).broken(before, action, after) == ()


@pytest.mark.parametrize(("before", "action", "after", "readings", "clause"), marked([*BROKEN, *steps.BROKEN]))
def test_a_step_that_is_wrong_in_one_way_breaks_one_clause(
    before: Position, action: Position, after: Position, readings: Readings, clause: str
) -> None:
    assert [each.clause for each in told(readings).broken(before, action, after)] == [f"ostium.{clause}"]
    assert told(readings, clause).broken(before, action, after) == ()


def test_every_formal_clause_alone_decides_something() -> None:
    here, there = (
        (*ALLOWED, *REFUSED, *NUMBERS, *BROKEN),
        (*turns.ALLOWED, *turns.REFUSED, *turns.NUMBERS, *steps.BROKEN),
    )
    decided = {str(entry[-1]) for entry in (*here, *there)}
    assert {norm.id for norm in norms_of(rules())} == {f"ostium.{clause}" for clause in decided}


def chain_sets(readings: Readings) -> Counter[int]:
    """The sets of chains that can be laid on six red creatures with three gates, counted by size."""
    judge = told(readings)
    found: set[frozenset[tuple[int, tuple[str, ...]]]] = set()
    waiting: list[frozenset[tuple[int, tuple[str, ...]]]] = [frozenset()]
    while waiting:
        chains = waiting.pop()
        if chains in found:
            continue
        found.add(chains)
        sight = judge.sight(position(chains=[{"gate": gate, "path": list(path)} for gate, path in sorted(chains)]))
        for action in judge.candidates(sight, "fuse"):
            if isinstance(judge.judge(sight, action), Allowed):
                waiting.append(chains | {(action["gate"], tuple(action["path"]))})
    return Counter(map(len, found))


@pytest.mark.parametrize(
    ("ending", "sets"),
    [
        ("disjoint", {0: 1, 1: 29, 2: 17, 3: 1}),
        ("shared-end", {0: 1, 1: 29, 2: 34, 3: 6}),
        ("open-end", {0: 1, 1: 29, 2: 52, 3: 16}),
    ],
)
def test_the_clauses_alone_give_the_published_counts_of_chains(ending: str, sets: dict[int, int]) -> None:
    assert chain_sets({"fusion.ending-is-passing": ending}) == sets


def test_every_formal_clause_reads_as_english() -> None:
    for norm in norms_of(rules()):
        text = paraphrase_norm(norm, rules().vocabulary)
        assert text[0].isupper()
        assert text.endswith(".")
        assert not set("{}_=<>[]") & set(text), text
