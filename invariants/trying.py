"""Many cases at once: a formula is worked out for all of them in one go, a bit for each. Nothing is proved here.

A case that fits shows that something is possible, at a hundredth of what the solver takes; none shows nothing.
Cases are aimed: each formula gets a few in which it holds, with the other values spread evenly, and quiet ones first.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from .formulas import Formula, Value, within
from .guessing import Choices, Wanted

AIMED = 2  # cases for each formula
SPREAD = 64  # cases for none in particular
LOUD = 12  # of so many aimed cases, or an eighth of the formulas, one has any value of what it is not aimed at
MOST = 1024  # cases in all


class Tried:
    """Cases for some formulas, all of which fulfil what is `given`."""

    def __init__(self, about: Iterable[Value], given: Iterable[Value]) -> None:
        self.about = [each for each in dict.fromkeys(about) if isinstance(each, Formula)]
        self.given = [each for each in given if isinstance(each, Formula)]
        self._masks: dict[Formula, int] = {}
        self._values: dict[Formula, list[Any]] = {}

    @cached_property
    def _parts(self) -> list[Formula]:
        return list(within([*self.about, *self.given]))

    @cached_property
    def _choices(self) -> Choices:
        """The values that make a difference, of each open value; the quiet ones, which fulfil little, first."""
        found = Choices(quiet=True)
        found.look(self.about)
        found.look(self.given, so=False)
        return found

    @cached_property
    def _quiet(self) -> Mapping[Formula, Any]:
        return {each: self._choices.of(each)[0] for each in self._parts if each.op == "leaf"}

    @cached_property
    def _aimed(self) -> list[dict[Formula, Any]]:
        number = min(AIMED, max(1, (MOST - SPREAD) // max(1, len(self.about))))
        aims = (self._aim(each, turn) for turn in range(number) for each in self.about)
        return [found for found in aims if found is not None][: MOST - SPREAD]

    def _aim(self, formula: Formula, turn: int) -> dict[Formula, Any] | None:
        wanted = Wanted(self._choices, self._quiet, turn)
        if not wanted.fulfil(formula, True):
            return None
        return wanted.values()

    @cached_property
    def _columns(self) -> dict[Formula, list[Any]]:
        """The value of each leaf in each case."""
        loud = max(LOUD, len(self.about) // 8)
        columns = {leaf: _spread(leaf.number, self._choices.of(leaf), loud, len(self._aimed)) for leaf in self._quiet}
        for case, values in enumerate(self._aimed):
            for leaf, value in values.items():
                columns[leaf][case] = value
        return columns

    @cached_property
    def fitting(self) -> int:
        """The cases that fulfil what is given, as bits."""
        fitting = (1 << (len(self._aimed) + SPREAD)) - 1
        for each in self.given:
            fitting &= self.mask(each)
        return fitting

    def mask(self, condition: Value) -> int:
        """The cases in which a condition holds, as bits."""
        if not isinstance(condition, Formula):
            return -1 if condition else 0
        if condition not in self._masks:
            self._masks[condition] = self._mask(condition)
        return self._masks[condition]

    def _mask(self, formula: Formula) -> int:
        parts = formula.parts
        if formula.op == "not":
            return ~self.mask(parts[0])
        if formula.op == "all":
            found = -1
            for each in parts:
                found &= self.mask(each)
            return found
        if formula.op == "leaf":
            return _bits(self._columns[formula])
        left = self._numbers(parts[0])
        match formula.op:
            case "most":
                return _bits([each <= parts[1] for each in left])
            case "alike":
                return _bits([one == two for one, two in zip(left, self._numbers(parts[1]), strict=True)])
            case _:
                return _bits([each == parts[1] for each in left])

    def _numbers(self, value: Value) -> list[Any]:
        """A number or name in each case."""
        if not isinstance(value, Formula):
            return [value] * (len(self._aimed) + SPREAD)
        if value not in self._values:
            self._values[value] = self._columns[value] if value.op == "leaf" else self._worked_out(value)
        return self._values[value]

    def _worked_out(self, formula: Formula) -> list[Any]:
        if formula.op == "choice":
            mask, then, other = self.mask(formula.parts[0]), *map(self._numbers, formula.parts[1:])
            return [one if mask >> case & 1 else two for case, (one, two) in enumerate(zip(then, other, strict=True))]
        if formula.op == "product":
            return [one * two for one, two in zip(*map(self._numbers, formula.parts), strict=True)]
        const, terms = formula.parts
        total = [const] * (len(self._aimed) + SPREAD)
        for each, times in terms:
            total = [so_far + number * times for so_far, number in zip(total, self._numbers(each), strict=True)]
        return total

    def fits(self, *conditions: Value) -> int | None:
        """The number of a case in which the conditions all hold; None where none does, or something was not tried."""
        found = self.fitting
        try:
            for each in conditions:
                found &= self.mask(each)
                if not found:
                    return None
        except KeyError:
            return None
        return (found & -found).bit_length() - 1

    def case(self, number: int, about: Iterable[Formula]) -> Mapping[Formula, Any]:
        """What open values are in a case."""
        return {leaf: self._columns[leaf][number] for leaf in about}

    def each(self, conditions: Iterable[Value], *others: Value) -> frozenset[Value]:
        """Those of many conditions that hold in some case with the others."""
        wanted = list(conditions)
        if any(each not in self for each in (*wanted, *others)):
            return frozenset()
        fitting = self.fitting
        for other in others:
            fitting &= self.mask(other)
        return frozenset(each for each in wanted if self.mask(each) & fitting)

    def alone(self, conditions: Iterable[Value], *others: Value) -> frozenset[Value]:
        """Those of many conditions that hold in some case with the others, and without the rest of them."""
        wanted = list(conditions)
        if any(each not in self for each in (*wanted, *others)):
            return frozenset()
        once = twice = 0
        for each in wanted:
            twice |= once & self.mask(each)
            once |= self.mask(each)
        fitting = self.fitting & ~twice
        for other in others:
            fitting &= self.mask(other)
        return frozenset(each for each in wanted if self.mask(each) & fitting)

    def __contains__(self, condition: Value) -> bool:
        """Whether the cases say enough to work out a condition."""
        try:
            self.mask(condition)
        except KeyError:
            return False
        return True


def _bits(truths: Sequence[Any]) -> int:
    return int("".join(["1" if each else "0" for each in reversed(truths)]), 2)


def _spread(number: int, known: list[Any], loud: int, aimed: int) -> list[Any]:
    """The quietest value in most of the aimed cases, so that little else holds there; then all values in turn."""
    size = len(known)
    return [known[place] for place in _places(number % (loud * size), size, loud, aimed)]


@lru_cache(maxsize=4096)
def _places(number: int, size: int, loud: int, aimed: int) -> tuple[int, ...]:
    """Which value comes in which case: not in step with those of other open values."""
    step, start = 2 * number + 1, number * 7919
    places = ((case * step + start) % (loud * size) for case in range(aimed))
    quiet = (place if place < size else 0 for place in places)
    return (*quiet, *((case * step // 4 + start) % size for case in range(SPREAD)))
