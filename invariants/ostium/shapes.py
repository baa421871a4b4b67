"""The shapes of chains: how they lie as lines, and what each reading of the open questions about them changes.

Each reading is a switch of the model. Its effect is stated as numbers: chains and sets of chains on a full board of one
clan, and how many of the 117,649 boards it changes. Where the engine has the switch too it is compared on full boards
of one clan and of creatures that serve any: there the shape alone decides.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise
from typing import Any, TypeAlias

import networkx

from ..proving import Counted, Obligation, Witness
from .boards import CLANS
from .everywhere import FUSES, PLAIN, Lying, Setting, chained_stay, engine_lays, shown, state_of
from .fusion import CHAIN, CROSSING, ICON, ONE_A_GATE, ONE_CHAIN, ONE_CLAN, START, SYNERGY
from .layouts import EMPTY, NUMBER, WILD, Layout, classes, members, possible, serving, undeclared
from .paths import (
    CELLS,
    COLUMNS,
    Compatible,
    Path,
    disjoint,
    disjoint_before_ends,
    disjoint_but_ends,
    grid,
    paths,
    sides_change,
)

SHAPE = "ostium.fusion.chain-shape"
ENDING = "ostium.fusion.ending-is-passing"
CROSSED = "ostium.fusion.crossing"
TWO_PRIMORDIALS = "ostium.synergy.two-primordials"
ROBED_SYNERGY = "ostium.synergy.robed-in-synergy"
STACKING = "ostium.fusion.icon-stacking"

Sizes: TypeAlias = tuple[int, ...]  # how many sets of 0, 1, 2 and 3 chains
FULL_BOARD: Layout = ("red",) * len(CELLS)


# Chains as lines, drawn from the gate over the cells to the enemy.

Point: TypeAlias = tuple[int, int]


def line_of(path: Path) -> tuple[Point, ...]:
    """The points of a chain: gates lie below the defense row, the enemy above the attack row."""
    over = [(int(name[1]), 0 if name[0] == "D" else 1) for name in path.cells]
    return (path.gate, -1), *over, (int(path.attacker[1]), 2)


def meet(one: Path, two: Path) -> bool:
    """The lines of two chains have a point in common."""
    first, second = (list(pairwise(line_of(path))) for path in (one, two))
    return any(_touch(*left, *right) for left in first for right in second)


def _touch(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Two straight pieces have a point in common: each has the ends of the other on both sides or on itself."""
    turns = [_turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b)]
    if turns[0] * turns[1] < 0 and turns[2] * turns[3] < 0:
        return True
    ends = ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    return any(turn == 0 and _between(*three) for turn, three in zip(turns, ends, strict=True))


def _turn(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _between(a: Point, b: Point, c: Point) -> bool:
    return all(min(a[axis], b[axis]) <= c[axis] <= max(a[axis], b[axis]) for axis in (0, 1))


def pairs() -> Iterator[tuple[Path, Path]]:
    """Any two chains of different gates."""
    return ((one, two) for one, two in combinations(paths(), 2) if one.gate != two.gate)


def laid(*chains: Path, read: Mapping[str, str]) -> Witness:
    """A full board of one clan on which these chains are laid, the readings as given."""
    setting = Setting(read)
    return shown(state_of(setting.lying(FULL_BOARD, 0), setting), *(FUSES[path] for path in chains))


def _lines_keep_apart() -> Iterator[Counted]:
    for one, two in pairs():
        what = f"{one.cells} beside {two.cells}"
        yield Counted(f"lines that meet: {what}", False, disjoint(one, two) and meet(one, two), laid(one, two, read={}))
        apart = sides_change(one, two) and not meet(one, two)
        yield Counted(f"sides that change without meeting: {what}", False, apart, laid(one, two, read={}))


BOTH_ON_ONE = {ENDING: "shared-end", CROSSED: "geometric"}


def _sides_keep_apart() -> Iterator[Counted]:
    """Keeping its sides does not keep a pair apart: two that end on one creature do so too."""
    for one, two in pairs():
        if disjoint_but_ends(one, two) and not sides_change(one, two):
            told = {**laid(one, two, read=BOTH_ON_ONE), "shows": "Both end on one creature and keep their sides."}
            yield Counted(f"shared by {one.cells} and {two.cells}", frozenset[str](), {*one.cells} & {*two.cells}, told)


def _no_second_of_a_gate() -> Iterator[Counted]:
    """Two chains of one gate share the slot before it, and neither ends there."""
    for one, two in combinations(paths(), 2):
        if one.gate == two.gate:
            shared = {*one.cells[:-1]} & {*two.cells[:-1]}
            yield Counted(f"{one.cells} and {two.cells} share their first cell", True, f"D{one.gate}" in shared)


# Sets of chains, counted.


@cache
def sets(ways: int, compatible: Compatible) -> Sizes:
    """How many sets of 0, 1, 2 and 3 of these ways there are whose members go together, one a gate."""
    barred = Setting(compatible=compatible).barred
    return _from(ways, barred, 0, 0)


def _from(ways: int, barred: tuple[int, ...], gate: int, size: int) -> Sizes:
    counted = [int(number == size) for number in range(len(COLUMNS) + 1)]
    for path in members(ways):
        if path.gate >= gate:
            more = _from(ways & ~barred[NUMBER[path]], barred, path.gate + 1, size + 1)
            counted = [one + other for one, other in zip(counted, more, strict=True)]
    return tuple(counted)


Kept: TypeAlias = tuple[int, Sizes, int]  # ways, sets of them, ways that need a declaration first


def kept(setting: Setting, layout: Layout) -> Kept:
    """What a board lets be laid under a reading."""
    lying = setting.lying(layout, 0)
    ways = possible(layout) & setting.ways & ~setting.bars(lying)
    return ways, sets(ways, setting.compatible), 0 if setting.unbound else ways & undeclared(layout)


def changed(setting: Setting, beside: Setting = PLAIN) -> int:
    """How many of all boards a reading changes, compared with another."""
    return sum(size for layout, size in classes() if kept(setting, layout) != kept(beside, layout))


# The readings.


def _which(condition: Callable[[Path], bool]) -> int:
    return sum(1 << NUMBER[path] for path in paths() if condition(path))


@cache
def keeping_sides(compatible: Compatible) -> Compatible:
    """They go together, and besides they do not change sides."""
    return lambda one, two: compatible(one, two) and not sides_change(one, two)


def two_primordials(lying: Lying) -> int:
    """The ways that step from a Primordial to another."""
    bare = {name for name, card in lying.items() if card and card.clan is None}
    return _which(lambda path: any({*step} <= bare for step in path.steps))


def lonely(lying: Lying) -> int:
    """The ways through a robed creature that touches nobody of its printed clan and nobody who joins any."""
    beside = {name: [lying[other] for other in grid()[name]] for name in CELLS}
    alone = {
        name
        for name, card in lying.items()
        if card
        and any(icon.startswith("robed") for icon in card.main)
        and not any(other and (other.clan == card.clan or "double_arrow" in other.main) for other in beside[name])
    }
    return _which(lambda path: bool({*path.cells} & alone))


def robed(lying: Lying) -> int:
    """The ways through any robed creature."""
    found = {name for name, card in lying.items() if card and any(icon.startswith("robed") for icon in card.main)}
    return _which(lambda path: bool({*path.cells} & found))


NEVER_BACK = Setting({SHAPE: "never-back"}, _which(lambda path: not path.turns_back))
SHORTEST = Setting({SHAPE: "shortest"}, _which(lambda path: path.is_shortest))
SHARED_END = Setting({ENDING: "shared-end"}, compatible=disjoint_but_ends)
OPEN_END = Setting({ENDING: "open-end"}, compatible=disjoint_before_ends)
APART = Setting({CROSSED: "geometric"}, compatible=keeping_sides(disjoint))
APART_SHARED = Setting({**SHARED_END.readings, CROSSED: "geometric"}, compatible=keeping_sides(disjoint_but_ends))
APART_OPEN = Setting({**OPEN_END.readings, CROSSED: "geometric"}, compatible=keeping_sides(disjoint_before_ends))
SYMBOL = Setting({TWO_PRIMORDIALS: "symbol"}, unbound=True, wild="primordial")
CLAN_CREATURE = Setting({TWO_PRIMORDIALS: "clan-creature"}, bars=two_primordials, wild="primordial")
PRINTED_CLAN = Setting({ROBED_SYNERGY: "printed-clan"}, bars=lonely, wild="robed")
BEST = Setting({STACKING: "best"})


def full(layout: Layout) -> bool:
    """Every cell is filled, with creatures of one clan and such as serve any."""
    return EMPTY not in layout and nearly_full(layout)


def tame(layout: Layout) -> bool:
    """The same with one creature that serves any clan at most: enough where a reading does not look at these."""
    return full(layout) and layout.count(WILD) <= 1


def nearly_full(layout: Layout) -> bool:
    """One cell at most is empty, and there is one clan at most."""
    return layout.count(EMPTY) <= 1 and len({*layout} & {*CLANS}) <= 1


@dataclass(frozen=True)
class Switch:
    """A reading of a question about chains, and what it is stated to change.

    `sets` are those of a full board of one clan by their size, `boards` how many boards it changes beside `beside`.
    """

    name: str
    says: str
    clauses: tuple[str, ...]
    setting: Setting
    sets: Sizes
    boards: int
    beside: Setting = PLAIN
    counted: Setting | None = None  # what the boards are counted with, where that is not the setting itself
    looked_at: Callable[[Layout], bool] = full

    def obligation(self) -> Obligation:
        """What is claimed of it."""
        one, two, three = self.sets[1:]
        effect = f"{one} chains, {two} pairs and {three} threes on a full board; {self.boards:,} boards change."
        return Obligation(f"ostium.fusion.read-{self.name}", f"{self.says}: {effect}", self.clauses, self.claims)

    def claims(self) -> Iterator[Counted]:
        """The numbers, and the engine under this reading."""
        yield Counted("sets on a full board", self.sets, kept(self.setting, FULL_BOARD)[1])
        yield Counted("boards that change", self.boards, changed(self.counted or self.setting, self.beside))
        yield from engine_lays(self.setting, self.looked_at)
        if self.setting.unbound:
            yield from chained_stay(self.setting)


USUAL: Sizes = (1, 29, 17, 1)
SWITCHES = (
    Switch(
        "never-back",
        "No chain steps back to the defense row",
        (CHAIN,),
        NEVER_BACK,
        (1, 27, 17, 1),
        316,
        looked_at=tame,
    ),
    Switch("shortest", "A chain takes a shortest way", (CHAIN,), SHORTEST, (1, 17, 13, 1), 6952, looked_at=tame),
    Switch("shared-end", "Several chains may end on one creature", (ONE_CHAIN,), SHARED_END, (1, 29, 34, 6), 16528),
    Switch("open-end", "A creature that a chain ends on is not passed", (ONE_CHAIN,), OPEN_END, (1, 29, 52, 16), 16528),
    Switch("geometric", "Chains that change sides cross", (CROSSING,), APART, USUAL, 0, looked_at=tame),
    Switch(
        "geometric-shared-end",
        "Chains that change sides cross, and several may end on one",
        (CROSSING, ONE_CHAIN),
        APART_SHARED,
        (1, 29, 34, 6),
        0,
        SHARED_END,
        looked_at=tame,
    ),
    Switch(
        "geometric-open-end",
        "Chains that change sides cross, and an end is not passed",
        (CROSSING, ONE_CHAIN),
        APART_OPEN,
        (1, 29, 38, 8),
        9808,
        OPEN_END,
        looked_at=tame,
    ),
    Switch("symbol", "Primordials link undeclared", (ONE_CLAN, SYNERGY), SYMBOL, USUAL, 7057),
    Switch("clan-creature", "Two Primordials do not link", (ONE_CLAN, SYNERGY), CLAN_CREATURE, USUAL, 13407),
    Switch(
        "printed-clan",
        "A robed creature needs its printed clan beside it, and where that lies nowhere",
        (SYNERGY,),
        PRINTED_CLAN,
        USUAL,
        64327,
        counted=Setting(PRINTED_CLAN.readings, bars=robed, wild="robed"),
        looked_at=nearly_full,
    ),
    Switch("best-icon", "Only the best icon of a chain adds", (ICON,), BEST, USUAL, 0, looked_at=tame),
)


# A reading that the engine has no switch for: a chain begins at the attack row where the slot before the gate is empty.


def later_starts(layout: Layout) -> Iterator[Path]:
    """The chains that this reading adds: two creatures or more, the first one behind the empty slot."""
    for clan in CLANS:
        cells = serving(layout, clan)
        for column in COLUMNS:
            if layout[CELLS.index(f"D{column}")] == EMPTY and f"A{column}" in cells:
                yield from (Path(column, way) for way in _ways_from(f"A{column}", cells))


def _ways_from(start: str, cells: frozenset[str]) -> Iterator[tuple[str, ...]]:
    part: Any = grid().subgraph(cells)
    for end in sorted(cells):
        if end[0] == "A" and end != start:
            yield from map(tuple, networkx.all_simple_paths(part, start, end))


LATER = 17304  # boards that have such a chain


def _later_starts() -> Iterator[Counted]:
    def added(layout: Layout) -> set[Path]:
        return {*later_starts(layout)}

    one_gap = (*FULL_BOARD[:3], EMPTY, *FULL_BOARD[4:])
    yield Counted("on a full board", 0, len(added(FULL_BOARD)))
    yield Counted("with the first slot of the defense row empty", 3, len(added(one_gap)))
    yield Counted("boards that change", LATER, sum(size for layout, size in classes() if added(layout)))


OBLIGATIONS = (
    Obligation(
        "ostium.fusion.lines-keep-apart",
        "Drawn as lines from gate to enemy, chains that share no creature do not meet, and such as change sides do.",
        (CROSSING, ONE_CHAIN),
        _lines_keep_apart,
    ),
    Obligation(
        "ostium.fusion.crossing-is-less-than-sharing",
        "Chains that keep their sides share no creature.",
        (CROSSING, ONE_CHAIN),
        _sides_keep_apart,
        "refuted",
    ),
    Obligation(
        "ostium.fusion.no-second-chain-of-a-gate",
        "A gate has no second chain, in whatever way a chain's end is read: both would pass the slot before it.",
        (ONE_A_GATE, ONE_CHAIN, START),
        _no_second_of_a_gate,
    ),
    Obligation(
        "ostium.fusion.read-attack-row-too",
        f"A chain may begin behind an empty slot: 3 more where only that one is empty; {LATER:,} boards change.",
        (START,),
        _later_starts,
    ),
    *(switch.obligation() for switch in SWITCHES),
)
