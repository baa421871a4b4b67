"""All boards, as what lies on their six cells: nothing, a clan, or a creature that serves any. One of all alike.

Boards are alike where another naming of the clans, or a look in the mirror, makes one of the other. The ways over a
board are found here on a graph of its cells, apart from solver and engine.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product
from math import perm
from typing import Any, TypeAlias

import networkx

from .boards import CLANS
from .paths import ATTACK_ROW, CELLS, COLUMNS, Path, grid, paths

EMPTY, WILD = "empty", "wild"
Layout: TypeAlias = tuple[str, ...]  # for each of CELLS one of EMPTY, WILD and CLANS

MIRRORED = tuple(CELLS.index(f"{name[0]}{max(COLUMNS) - int(name[1])}") for name in CELLS)
NUMBER = {path: number for number, path in enumerate(paths())}


def every() -> Iterator[Layout]:
    """All 117,649 of them."""
    return product((EMPTY, *CLANS, WILD), repeat=len(CELLS))


def alike(layout: Layout) -> Layout:
    """The one that stands for all that are like this one."""
    return min(_renamed(layout), _renamed(mirrored(layout)))


def mirrored(layout: Layout) -> Layout:
    """Left and right exchanged."""
    return tuple(layout[place] for place in MIRRORED)


def _renamed(layout: Layout) -> Layout:
    """The clans named anew in the order in which they come."""
    met = [held for held in dict.fromkeys(layout) if held in CLANS]
    names = dict(zip(met, CLANS, strict=False))
    return tuple(names.get(held, held) for held in layout)


@cache
def classes() -> tuple[tuple[Layout, int], ...]:
    """One board for all that are alike, and how many these are; the clans and the side differ from one to the next."""
    counted = Counter[Layout]()
    for layout in _named_in_order():
        # so many namings of as many clans as there are on it
        counted[alike(layout)] += perm(len(CLANS), len({*layout} & {*CLANS}))
    return tuple((_turned(layout, number), counted[layout]) for number, layout in enumerate(sorted(counted)))


def _named_in_order(begun: Layout = ()) -> Iterator[Layout]:
    """Every board whose clans have the first names there are, in the order in which they come."""
    if len(begun) == len(CELLS):
        yield begun
        return
    met = len({*begun} & {*CLANS})
    for held in (EMPTY, WILD, *CLANS[: met + 1]):
        yield from _named_in_order((*begun, held))


def _turned(layout: Layout, number: int) -> Layout:
    """A board like this one: so every clan and either side comes up among those that stand for others."""
    names = {clan: CLANS[(place + number) % len(CLANS)] for place, clan in enumerate(CLANS)}
    named = tuple(names.get(held, held) for held in layout)
    return mirrored(named) if number % 2 else named


def serving(layout: Layout, clan: str) -> frozenset[str]:
    """The cells whose creature can serve a clan."""
    return frozenset(name for name, held in zip(CELLS, layout, strict=True) if held in (clan, WILD))


@cache
def ways_within(cells: frozenset[str]) -> int:
    """The ways that keep to these cells, as a set of bits over `paths`."""
    part: Any = grid().subgraph(cells)
    found = 0
    for column in COLUMNS:
        for end in ATTACK_ROW:
            if {f"D{column}", end} <= cells:
                for way in networkx.all_simple_paths(part, f"D{column}", end):
                    found |= 1 << NUMBER[Path(column, tuple(way))]
    return found


def possible(layout: Layout) -> int:
    """The ways that some clan can take, as a set of bits."""
    found = 0
    for clan in CLANS:
        found |= ways_within(serving(layout, clan))
    return found


def undeclared(layout: Layout) -> int:
    """Those of them that any clan can take: one of their creatures has to be declared first."""
    return ways_within(frozenset(name for name, held in zip(CELLS, layout, strict=True) if held == WILD))


def declared(layout: Layout, path: Path) -> Layout:
    """The board behind a chain: whoever is wild in it serves from then on the clan of the others, if there are any."""
    clans = {layout[CELLS.index(name)] for name in path.cells} - {WILD}
    clan = clans.pop() if clans else WILD
    pairs = zip(CELLS, layout, strict=True)
    return tuple(clan if held == WILD and name in path.cells else held for name, held in pairs)


@lru_cache(maxsize=1 << 14)
def members(ways: int) -> tuple[Path, ...]:
    """The ways of a set."""
    return tuple(path for path, number in NUMBER.items() if ways >> number & 1)
