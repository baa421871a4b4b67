"""The heaviest way to match two sequences in order. What their members are is not known here."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

MANY = 400  # pairs of one member beyond which the n-th is matched with the n-th only


def in_sequence(old: Sequence[str], new: Sequence[str], weights: Sequence[int]) -> dict[int, int]:
    """Indices of old and new with equal members, increasing on both sides, of the greatest total weight.

    `weights` are those of the old ones, each at least 1. Equal inputs give equal results.
    """
    start = _common(old, new)
    end = min(_common(old[::-1], new[::-1]), min(len(old), len(new)) - start)
    inner = _heaviest(old[start : len(old) - end], new[start : len(new) - end], weights[start : len(old) - end])
    found = {i: i for i in range(start)}
    found |= {start + i: start + j for i, j in inner}
    return found | {len(old) - k: len(new) - k for k in range(end, 0, -1)}


def _common(old: Sequence[str], new: Sequence[str]) -> int:
    """How many members are the same from the start on."""
    return next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))


def _heaviest(old: Sequence[str], new: Sequence[str], weights: Sequence[int]) -> list[tuple[int, int]]:
    best = _Best(len(new))
    pairs = list(_pairs(old, new))
    back = [-1] * len(pairs)
    for number, (i, j) in enumerate(pairs):
        weight, back[number] = best.before(j)
        best.put(j, weight + weights[i], number)
    number = best.before(len(new))[1]
    chain: list[tuple[int, int]] = []
    while number >= 0:
        chain.append(pairs[number])
        number = back[number]
    return chain[::-1]


def _pairs(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int]]:
    """All pairs of equal members by old index, and for one old index the last new one first: no chain has two of it."""
    places: dict[str, list[int]] = defaultdict(list)
    times: dict[str, int] = defaultdict(int)
    for j, member in enumerate(new):
        places[member].append(j)
    for member in old:
        times[member] += 1
    seen: dict[str, int] = defaultdict(int)
    for i, member in enumerate(old):
        there = places.get(member, [])
        if times[member] * len(there) > MANY:
            there = there[seen[member] : seen[member] + 1]
        seen[member] += 1
        yield from ((i, j) for j in reversed(there))


class _Best:
    """The heaviest chain that ends before an index, kept in a Fenwick tree."""

    def __init__(self, size: int) -> None:
        self._tree = [(0, -1)] * (size + 1)

    def before(self, end: int) -> tuple[int, int]:
        """Weight and last pair of the heaviest chain whose new indices are all below `end`."""
        best = (0, -1)
        while end > 0:
            if self._tree[end][0] > best[0]:
                best = self._tree[end]
            end -= end & -end
        return best

    def put(self, at: int, weight: int, number: int) -> None:
        """A chain of this weight ends with this pair at the new index `at`."""
        at += 1
        while at < len(self._tree):
            if weight > self._tree[at][0]:
                self._tree[at] = (weight, number)
            at += at & -at
