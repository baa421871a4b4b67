"""The ways a fusion chain can take, counted on a graph. No clan, no card and no gate's durability is looked at here."""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import chain as joined
from itertools import combinations
from typing import Any, NamedTuple

import networkx

COLUMNS = (0, 1, 2)
CELLS = tuple(f"{row}{column}" for row in "AD" for column in COLUMNS)
ATTACK_ROW = CELLS[:3]
DEFENSE_ROW = CELLS[3:]


class Path(NamedTuple):
    """A chain's way: the gate it starts from and its cells, from the gate's own defense slot to the attacker."""

    gate: int
    cells: tuple[str, ...]

    @property
    def attacker(self) -> str:
        """The cell that it ends on."""
        return self.cells[-1]

    @property
    def steps(self) -> tuple[tuple[str, str], ...]:
        """Its directed steps."""
        return tuple(zip(self.cells, self.cells[1:], strict=False))

    @property
    def turns_back(self) -> bool:
        """It steps from the attack row back to the defense row."""
        return any(one[0] == "A" and two[0] == "D" for one, two in self.steps)

    @property
    def is_shortest(self) -> bool:
        """No way from its gate to its attacker has fewer cells."""
        return len(self.cells) == 2 + abs(self.gate - int(self.attacker[1]))


Compatible = Callable[[Path, Path], bool]


@cache
def neighbours() -> frozenset[tuple[str, str]]:
    """The directed pairs of cells that touch along a side."""
    edges = grid().edges
    return frozenset(joined(edges, ((two, one) for one, two in edges)))


@cache
def diagonals() -> frozenset[tuple[str, str]]:
    """The directed pairs of cells that touch at a corner only."""
    return frozenset(
        (one, two) for one in CELLS for two in CELLS if one[0] != two[0] and abs(int(one[1]) - int(two[1])) == 1
    )


@cache
def paths() -> tuple[Path, ...]:
    """Every way of a chain over a full board of one clan, by gate, then length, then cells."""
    ways = (
        Path(gate, tuple(cells))
        for gate in COLUMNS
        for attacker in ATTACK_ROW
        for cells in networkx.all_simple_paths(grid(), f"D{gate}", attacker)
    )
    return tuple(sorted(ways, key=lambda path: (path.gate, len(path.cells), path.cells)))


def disjoint(one: Path, two: Path) -> bool:
    """They share no cell."""
    return not set(one.cells) & set(two.cells)


def disjoint_but_ends(one: Path, two: Path) -> bool:
    """They share no cell but the attacker they both end on."""
    shared = set(one.cells) & set(two.cells)
    return not shared or (shared == {one.attacker} and one.attacker == two.attacker)


def disjoint_before_ends(one: Path, two: Path) -> bool:
    """They pass through no common cell; where a chain ends is not passed through."""
    return not set(one.cells[:-1]) & set(two.cells[:-1])


def sides_change(one: Path, two: Path) -> bool:
    """Drawn from gate to enemy the two change sides, so that they cross."""
    return (one.gate - two.gate) * (int(one.attacker[1]) - int(two.attacker[1])) < 0


def compatible_sets(compatible: Compatible = disjoint, of: Iterable[Path] = ()) -> tuple[tuple[Path, ...], ...]:
    """Every set of ways, one a gate at most, any two of which are compatible; the empty one first, then by size."""
    ways = tuple(of) or paths()
    pairs = {(one, two) for one, two in combinations(ways, 2) if one.gate != two.gate and compatible(one, two)}
    sized = (combinations(ways, size) for size in range(len(COLUMNS) + 1))
    return tuple(some for some in joined(*sized) if all(pair in pairs for pair in combinations(some, 2)))


def counts(sets: Iterable[tuple[Path, ...]]) -> tuple[int, ...]:
    """How many sets of 0, 1, 2 and 3 ways there are."""
    sizes = [len(some) for some in sets]
    return tuple(sizes.count(size) for size in range(len(COLUMNS) + 1))


@cache
def grid() -> Any:
    """The cells and what touches along a side, as a graph."""
    library: Any = networkx  # its graphs are generic in the nodes, which nothing here could name
    cells = library.Graph()
    cells.add_edges_from((f"{row}{column}", f"{row}{column + 1}") for row in "AD" for column in (0, 1))
    cells.add_edges_from((f"A{column}", f"D{column}") for column in COLUMNS)
    return cells
