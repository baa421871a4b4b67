"""All minimal contradictions among claims and all minimal repairs, from the sets that can hold together.

What the claims say, and how it was found out which of them can hold together, is not known here.
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

Claims: TypeAlias = frozenset[str]


def largest(together: Iterable[Claims]) -> tuple[Claims, ...]:
    """The sets that no other one contains."""
    kept: list[Claims] = []
    for one in sorted(set(together), key=lambda claims: (-len(claims), sorted(claims))):
        if not any(one <= other for other in kept):
            kept.append(one)
    return tuple(kept)


def repairs(claims: Sequence[str], together: Iterable[Claims]) -> tuple[tuple[str, ...], ...]:
    """The smallest sets of claims without which the rest can hold, the fewest first; none is part of another.

    `together` are sets of claims that can hold at once, among them every one that cannot grow.
    """
    whole = frozenset(claims)
    return _listed((whole - one for one in largest(one & whole for one in together)), claims)


def contradictions(claims: Sequence[str], repairs: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """The smallest sets of claims that cannot all hold: they meet every repair, and none of them is part of another.

    Where nothing is to be repaired there are none. Raises ValueError where there is no repair at all.
    """
    if not repairs:
        raise ValueError("where nothing holds together, leaving out all claims is a repair")
    found: list[Claims] = [frozenset()]
    for repair in repairs:
        met = {one if one & frozenset(repair) else one | {claim} for one in found for claim in repair}
        found = [one for one in met if not any(other < one for other in met)]
    return _listed((one for one in found if one), claims)


def _listed(sets: Iterable[Claims], order: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    place = {claim: number for number, claim in enumerate(order)}
    listed = [tuple(sorted(one, key=lambda claim: place[claim])) for one in sets]
    return tuple(sorted(listed, key=lambda one: (len(one), [place[claim] for claim in one])))
