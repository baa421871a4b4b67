"""Chains as values, and the table of all 29 that the grid has room for. Which of them may be laid is not decided here.

The lawful chains are numbered, so a set of chains is an integer with 29 bits, and a condition on chains is the set of
those that meet it: asking for all of several conditions is one `&`.
"""

from collections.abc import Callable, Iterator
from functools import cached_property

import msgspec

from .board import COLUMNS, EDGE_BIT, EDGES, NEIGHBOURS, NUMBER, SLOT_NAME, SLOTS, WHOLE, column, defense, in_attack_row


class Chain(msgspec.Struct, frozen=True, dict=True):
    """A chain from a gate (its column) over slots to the attacker. What follows from these two is worked out once."""

    gate: int
    path: tuple[str, ...]

    @cached_property
    def slots(self) -> tuple[int, ...]:
        """The path as slot numbers."""
        return tuple(NUMBER[slot] for slot in self.path)

    @cached_property
    def cells(self) -> int:
        """The set of its slots."""
        return sum({1 << slot for slot in self.slots})

    @cached_property
    def last(self) -> int:
        """The attacker's slot."""
        return self.slots[-1]

    @cached_property
    def passed(self) -> int:
        """The set of its slots without the attacker's."""
        return self.cells & ~(1 << self.last)

    @cached_property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """The pairs of slots it goes between, in their order."""
        return tuple(zip(self.slots, self.slots[1:], strict=False))

    @cached_property
    def edges(self) -> int:
        """The set of sides between slots that it goes over."""
        return sum({EDGE_BIT.get(step, 0) for step in self.steps})

    @cached_property
    def names(self) -> tuple[tuple[str, ...], ...]:
        """Its slots with the letter of either player, by the player's number."""
        return tuple(tuple(known[slot] for slot in self.slots) for known in SLOT_NAME)

    @cached_property
    def bit(self) -> int:
        """Itself as a set of chains; the empty set where the grid has no room for it."""
        return BIT.get(self, 0)

    @cached_property
    def steps_back(self) -> bool:
        """Whether it returns from the attack row to the defense row."""
        return any(in_attack_row(one) and not in_attack_row(other) for one, other in self.steps)

    @cached_property
    def detours(self) -> bool:
        """Whether the grid has a shorter way from its gate to its attacker."""
        return len(self.path) > 2 + abs(column(self.last) - self.gate)


def _paths(path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if in_attack_row(path[-1]):
        yield path
    for slot in NEIGHBOURS[path[-1]]:
        if slot not in path:
            yield from _paths((*path, slot))


def _named(gate: int) -> Iterator[Chain]:
    for path in _paths((defense(gate),)):
        yield Chain(gate, tuple(SLOTS[slot] for slot in path))


CHAINS = tuple(chain for gate in range(COLUMNS) for chain in _named(gate))
BIT = {chain: 1 << number for number, chain in enumerate(CHAINS)}
EVERY = (1 << len(CHAINS)) - 1


def which(condition: Callable[[Chain], bool]) -> int:
    """The set of the chains that meet a condition."""
    return sum(BIT[chain] for chain in CHAINS if condition(chain))


def members(chains: int) -> tuple[Chain, ...]:
    """The chains of a set, in their order."""
    return tuple(chain for chain in CHAINS if chains & BIT[chain])


def _within(cells: int) -> int:
    return which(lambda chain: not chain.cells & ~cells)


def _passing(cells: int) -> int:
    return which(lambda chain: not chain.passed & ~cells)


def _starting(gates: int) -> int:
    return which(lambda chain: bool(gates >> chain.gate & 1))


def _ending(attackers: int) -> int:
    return which(lambda chain: bool(attackers >> chain.last & 1))


def _over(edge: int) -> int:
    return which(lambda chain: bool(chain.edges & edge))


WITHIN = tuple(_within(cells) for cells in range(WHOLE + 1))  # by a set of slots: all of the chain lies in it
PASSING_WITHIN = tuple(_passing(cells) for cells in range(WHOLE + 1))  # the same without the attacker's slot
STARTING = tuple(_starting(gates) for gates in range(1 << COLUMNS))  # by a set of gates
ENDING = tuple(_ending(attackers) for attackers in range(1 << COLUMNS))  # by a set of attackers' columns
OVER = tuple(_over(1 << number) for number in range(len(EDGES)))  # by a side between two slots

SHAPED = {
    "any-path": EVERY,
    "never-back": which(lambda chain: not chain.steps_back),
    "shortest": which(lambda chain: not chain.detours),
}
