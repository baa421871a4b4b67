"""Which claims of a worked example clash, and the least that repairs it: the engine is asked what can hold together.

It is played with the example's numbers left open: a set of facts can hold together where some numbers make all
of it come true. Numbers that facts state are theirs; all other numbers of the position are filled in, and free. Only
numbers that a failing fact depends on are tried, each up to REACH above and below what is written or stated, so that
what is said to clash clashes within these bounds; facts that hang together by no number are never put together.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Any

from .repairing import Claims, contradictions, repairs
from .retelling import Number, Numbers, Retelling, Told

REACH = 3  # how far a number is moved
MOST = 5000  # ways that are played for one example; beyond it the reach shrinks
ROUNDS = 4  # numbers that come into play only with others are looked for this often


@dataclass(frozen=True)
class Clash:
    """All minimal contradictions of an example and all minimal repairs, the smallest first; none where all can hold.

    `numbers` are those of the position nearest to the written ones under each repair, or under which all holds, and
    `seen` what comes of each claim there. `tried` ways were played; `whole` is False where that is not all in reach.
    """

    cores: tuple[tuple[str, ...], ...]
    repairs: tuple[tuple[str, ...], ...]
    numbers: tuple[Numbers, ...]
    seen: tuple[Mapping[str, str], ...]
    tried: int
    whole: bool


@dataclass
class _Search:
    """The ways of an example that were played, each once."""

    retelling: Retelling
    played: dict[tuple[tuple[str, int | str], ...], Told | None] = field(default_factory=dict[Any, Any])
    links: dict[str, set[str]] = field(default_factory=dict[str, set[str]])  # claims by the numbers they depend on

    def told(self, numbers: Numbers) -> Told | None:
        key = tuple(sorted(numbers.items()))
        if key not in self.played:
            self.played[key] = self.retelling.told(numbers)
        return self.played[key]

    def link(self, base: Numbers) -> None:
        """Note which claims change when one number moves away from here."""
        here = self.told(base)
        for number in self.retelling.numbers.values():
            for value in _values(number, REACH):
                there = self.told({**base, number.where: value})
                if here and there:
                    moved = {claim for claim, seen in there.seen.items() if seen != here.seen[claim]}
                    self.links.setdefault(number.where, set()).update(moved)

    def around(self, failing: Claims) -> tuple[Claims, tuple[str, ...]]:
        """The claims that hang together with these by numbers, and the numbers."""
        claims, numbers = set(failing), set[str]()
        while more := {n for n, moved in self.links.items() if moved & claims} - numbers:
            numbers |= more
            claims = claims.union(*(self.links[number] for number in more))
        return frozenset(claims), tuple(sorted(numbers))


def clash(retelling: Retelling) -> Clash:
    """What cannot hold in an example. Raises ValueError where its position is none."""
    search = _Search(retelling)
    base = next((way for way in (_stated(retelling), dict[str, int | str]()) if search.told(way)), None)
    if base is None or (first := search.told(base)) is None:
        raise ValueError("its position cannot be loaded")
    failing = frozenset(claim.name for claim in retelling.claims) - max(first.together, key=len)
    if not failing:
        return Clash((), (), (base,), (first.seen,), len(search.played), True)
    search.link(base)
    ways, claims, whole = _ways(search, base, failing)
    order = [claim.name for claim in retelling.claims if claim.name in claims]
    fixes = repairs(order, (each for _, told in ways for each in told.together))
    shown = [_plainest(ways, claims - frozenset(fix), retelling) for fix in fixes]
    numbers, seen = tuple(way for way, _ in shown), tuple(told.seen for _, told in shown)
    return Clash(contradictions(order, fixes), fixes if any(fixes) else (), numbers, seen, len(search.played), whole)


def _ways(search: _Search, base: Numbers, failing: Claims) -> tuple[list[tuple[Numbers, Told]], Claims, bool]:
    """Every way to set the numbers that the failing claims hang on, the claims concerned, and whether that is all."""
    known: tuple[str, ...] | None = None
    ways: list[tuple[Numbers, Told]] = []
    claims, whole = failing, True
    for _ in range(ROUNDS):
        claims, numbers = search.around(failing)
        if numbers == known:
            break
        known = numbers
        ways, whole = _played(search, base, numbers)
        for way in _summits(ways, claims):
            search.link(way)
    return ways, claims, whole


def _played(search: _Search, base: Numbers, numbers: tuple[str, ...]) -> tuple[list[tuple[Numbers, Told]], bool]:
    chosen = [search.retelling.numbers[where] for where in numbers]
    reach = next((r for r in range(REACH, 0, -1) if prod(len(_values(n, r)) for n in chosen) <= MOST), 0)
    each = [_values(number, reach) for number in chosen]
    tried = [{**base, **dict(zip(numbers, values, strict=True))} for values in product(*each)]
    return [(way, told) for way in tried if (told := search.told(way))], reach == REACH


def _summits(ways: list[tuple[Numbers, Told]], claims: Claims) -> Iterator[Numbers]:
    """One way for each set of claims that is as large as it gets."""
    seen = set[Claims]()
    for way, told in sorted(ways, key=lambda one: -max(len(each & claims) for each in one[1].together))[:20]:
        for each in told.together:
            if each & claims not in seen:
                seen.add(each & claims)
                yield way


def _plainest(ways: list[tuple[Numbers, Told]], kept: Claims, retelling: Retelling) -> tuple[Numbers, Told]:
    """The way in which these claims hold that is nearest to what is written."""
    good = [(way, told) for way, told in ways if told.all_of(kept)]
    return min(good, key=lambda one: (_distance(one[0], retelling), sorted(one[0].items(), key=str)))


def _distance(way: Numbers, retelling: Retelling) -> int:
    return sum(_apart(value, retelling.numbers[where].own) for where, value in way.items())


def _apart(one: int | str, other: int | str) -> int:
    return abs(one - other) if isinstance(one, int) and isinstance(other, int) else int(one != other)


def _stated(retelling: Retelling) -> dict[str, int | str]:
    """What the facts say of the position, the first fact where several say something."""
    return {number.where: number.stated[0].value for number in retelling.numbers.values() if number.stated}


def _values(number: Number, reach: int) -> list[int | str]:
    """The values that are tried for a number, the likeliest first; a word is as written or as stated."""
    known = [*(fact.value for fact in number.stated), number.own]
    near = (value + step for value in known if isinstance(value, int) for step in range(-reach, reach + 1))
    return list(dict.fromkeys([*known, *sorted({value for value in near if value >= 0})]))
