"""Simple paths along a relation, and paths that are wrong in one way. Whether one is legal is not asked here."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

Walk: TypeAlias = tuple[str, ...]
Pairs: TypeAlias = frozenset[tuple[str, ...]]

NEAR_LENGTH = 3  # near misses are made of short paths: longer ones are wrong in no new way


def roam(
    members: Sequence[str],
    along: Pairs,
    across: Pairs,
    starts: frozenset[str],
    ends: frozenset[str],
    near: Sequence[str],
) -> list[Walk]:
    """The simple paths along a relation from a start to an end, shortest first, then the near misses asked for."""
    good = simple(members, along, starts, ends, len(members))
    found = dict.fromkeys(good)
    for kind in near:
        found.update(dict.fromkeys(_MISSES[kind](_Field(members, along, across, starts, ends, good))))
    return list(found)


def simple(
    members: Sequence[str], along: Pairs, starts: frozenset[str], ends: frozenset[str], longest: int
) -> list[Walk]:
    """The paths that visit no member twice, from a start to an end, in order of length and then of members."""
    found: list[Walk] = []
    reached: list[Walk] = [(member,) for member in members if member in starts]
    while reached:
        found += [path for path in reached if path[-1] in ends]
        reached = [
            (*path, member)
            for path in reached
            if len(path) < longest
            for member in members
            if member not in path and (path[-1], member) in along
        ]
    return found


class _Field:
    """What the near misses are made from."""

    def __init__(
        self,
        members: Sequence[str],
        along: Pairs,
        across: Pairs,
        starts: frozenset[str],
        ends: frozenset[str],
        good: list[Walk],
    ) -> None:
        self.members, self.along, self.across = members, along, across
        self.starts, self.ends = starts, ends
        self.good, self.short = good, [path for path in good if len(path) <= NEAR_LENGTH]


def _skipped(field: _Field) -> Iterator[Walk]:
    """A step in the middle is left out."""
    for path in (path for path in field.good if len(path) <= NEAR_LENGTH + 1):
        for place in range(1, len(path) - 1):
            yield (*path[:place], *path[place + 1 :])


def _crosswise(field: _Field) -> Iterator[Walk]:
    """Exactly one step goes along the other relation."""
    for path in simple(field.members, field.along | field.across, field.starts, field.ends, NEAR_LENGTH):
        if sum(pair in field.across for pair in pairwise(path)) == 1:
            yield path


def _elsewhere(field: _Field) -> Iterator[Walk]:
    """It starts where no path starts."""
    others = frozenset(field.members) - field.starts
    yield from simple(field.members, field.along, others, field.ends, NEAR_LENGTH - 1)


def _short(field: _Field) -> Iterator[Walk]:
    """It ends a step too early."""
    yield from (path[:-1] for path in field.short if path[-2:-1] and path[-2] not in field.ends)


def _beyond(field: _Field) -> Iterator[Walk]:
    """It goes on to where no path ends."""
    for path in field.short:
        for member in field.members:
            if member not in path and member not in field.ends and (path[-1], member) in field.along:
                yield (*path, member)


def _repeated(field: _Field) -> Iterator[Walk]:
    """It goes back a step and forward again."""
    yield from ((*path, *path[-2:]) for path in field.short if len(path) == 2)


def _empty(_: _Field) -> Iterator[Walk]:
    """It has no step at all."""
    yield ()


_MISSES: dict[str, Callable[[_Field], Iterator[Walk]]] = {
    "skipped": _skipped,
    "crosswise": _crosswise,
    "elsewhere": _elsewhere,
    "short": _short,
    "beyond": _beyond,
    "repeated": _repeated,
    "empty": _empty,
}
