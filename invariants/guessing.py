"""Guessing values under which conditions hold, by going down into them and mending what is broken. It proves nothing.

A guess that fits shows that something is possible, and takes less than the solver; one that does not shows nothing.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from .formulas import Formula, Value, in_order, inside, leaves
from .weighing import worth

Said: TypeAlias = tuple[str, Any, bool]  # what is said of one open value: `most`, `is` or `named`, with what, or not so

TURNS = 3  # guesses
MENDED = 6  # times that what is broken is mended in one guess
_LITERALS = frozenset({"leaf", "most", "is", "named"})


class Choices:
    """The values that make a difference, of each open value: the usual first, or (`quiet`) those that fulfil least."""

    def __init__(self, quiet: bool = False) -> None:
        self._quiet = quiet
        self._seen: set[tuple[Formula, bool]] = set()
        self._said: dict[Formula, dict[Said, None]] = {}
        self._values: dict[Formula, list[Any]] = {}

    def look(self, roots: Iterable[Formula], so: bool = True) -> None:
        """Take in what formulas, or (not `so`) their opposites, say of open values; nothing is looked at twice."""
        waiting = [(root, so) for root in roots]
        while waiting:
            each, sign = waiting.pop()
            if (each, sign) in self._seen:
                continue
            self._seen.add((each, sign))
            if each.op in ("not", "all"):
                waiting += [(part, sign is (each.op == "all")) for part in each.parts]
            elif each.op in _LITERALS and _leaf(each).op == "leaf":
                self._note(each, sign)
            else:
                waiting += [(part, either) for part in inside(each) for either in (True, False)]

    def _note(self, literal: Formula, sign: bool) -> None:
        leaf = _leaf(literal)
        said: Said = ("is", True, sign) if literal is leaf else (literal.op, literal.parts[1], sign)
        self._said.setdefault(leaf, {})[said] = None
        self._values.pop(leaf, None)

    def of(self, leaf: Formula) -> list[Any]:
        """The values of one."""
        if leaf not in self._values:
            self._values[leaf] = _choices(leaf, list(self._said.get(leaf, ())), self._quiet)
        return self._values[leaf]


def guess(
    conditions: Iterable[Value],
    background: Callable[[Iterable[Formula]], Iterable[Formula]],
    choices: Choices,
) -> Mapping[Formula, Any] | None:
    """Values under which the conditions hold, with what holds in the background of their leaves; None without luck."""
    wanted = [each for each in conditions if isinstance(each, Formula)]
    every = [*wanted, *background(leaves(*wanted))]
    choices.look(every)
    quiet = {leaf: choices.of(leaf)[0] for leaf in in_order(leaves(*every))}
    for turn in range(TURNS):
        values = _mended(wanted, every, Wanted(choices, quiet, turn))
        if values is not None:
            return values
    return None


def _mended(wanted: list[Formula], every: list[Formula], guessed: "Wanted") -> Mapping[Formula, Any] | None:
    broken = wanted
    for _ in range(MENDED):
        if not all(guessed.fulfil(each, True) for each in broken):
            return None
        values, known = guessed.all_values(), dict[Formula, Any]()
        broken = [each for each in every if not worth(each, values, known)]
        if not broken:
            return values
    return None


def _choices(leaf: Formula, sayings: list[Said], quiet: bool) -> list[Any]:
    known = leaf.leaf
    if known.kind == "truth":
        values: list[Any] = [False, True]
    elif known.kind == "name":
        named = [value for _, value, _ in sayings]
        values = list(known.members) if known.members is not None else [*dict.fromkeys(named), "other", "another", None]
    else:
        near = {each for _, value, _ in sayings for each in (value - 1, value, value + 1)}
        ends = (known.low if known.low is not None else -1, known.high if known.high is not None else 2)
        wanted = sorted({*near, *ends, known.usual or 0})
        values = [each for each in wanted if _inside(each, known.low, known.high)]

    def order(value: Any) -> tuple[int, int]:
        said, unusual = sum(_so(value, each) for each in sayings), _unusual(value, known.usual)
        return (said, unusual) if quiet else (unusual, said)

    return sorted(values, key=order)


def _leaf(literal: Formula) -> Formula:
    found: Formula = literal if literal.op == "leaf" else literal.parts[0]
    return found


def _unusual(value: Any, usual: Any) -> int:
    """How far a value is from what it is where nothing says otherwise: that fulfils what holds of positions."""
    if isinstance(value, int):
        return abs(value - (usual or 0))
    return int(value != usual)


def _inside(value: int, low: int | None, high: int | None) -> bool:
    return (low is None or value >= low) and (high is None or value <= high)


def _so(value: Any, saying: Said) -> bool:
    op, other, so = saying
    return (value <= other if op == "most" else value == other) is so


class Wanted:
    """What open values have to be for a formula to hold, found by going down into it."""

    def __init__(self, choices: Choices, quiet: Mapping[Formula, Any], turn: int) -> None:
        self._choices, self._quiet, self._turn = choices, quiet, turn
        self._left: dict[Formula, list[Any]] = {}

    def values(self) -> dict[Formula, Any]:
        """One value for each that matters."""
        return {leaf: left[self._turn % len(left)] for leaf, left in self._left.items()}

    def all_values(self) -> dict[Formula, Any]:
        """One value for each that there is, quiet where it does not matter."""
        return {**self._quiet, **self.values()}

    def fulfil(self, formula: Formula, so: bool) -> bool:
        """Narrow the values until the formula holds (or does not); False where that contradicts what was wanted."""
        if formula.op == "not":
            return self.fulfil(formula.parts[0], not so)
        if formula.op in _LITERALS:
            return self._narrow(formula, so)
        if formula.op == "alike":
            return self._liken(formula.parts[0], formula.parts[1], so)
        if formula.op != "all":
            return True  # left to luck
        if so:
            return all(self.fulfil(each, True) for each in sorted(formula.parts, key=_is_plain, reverse=True))
        turned = [*formula.parts[self._turn % len(formula.parts) :], *formula.parts[: self._turn % len(formula.parts)]]
        return any(self._attempt(each) for each in sorted(turned, key=self._is_changed))

    def _is_changed(self, formula: Formula) -> int:
        """What it takes to make a condition false: 0 where it is by now, 1 for one value, 2 for more."""
        said = formula.parts[0] if formula.op == "not" else formula
        leaf = said if said.op == "leaf" else said.parts[0]
        if said.op not in _LITERALS or leaf.op != "leaf":
            return 2
        value = self._values_of(leaf)[0]
        holds = value if said.op == "leaf" else _so(value, (said.op, said.parts[1], True))
        return int(holds is (formula.op != "not"))

    def _attempt(self, formula: Formula) -> bool:
        before = dict(self._left)
        if self.fulfil(formula, False):
            return True
        self._left = before
        return False

    def _balance(self, number: Formula, formula: Formula, so: bool) -> bool:
        """Change one of the numbers that another is made of, where it is not what was wanted."""
        values = self.all_values()
        is_now, bound = worth(number, values), formula.parts[1]
        if number.kind != "number" or _so(is_now, (formula.op, bound, so)):
            return True  # names are left to luck
        missing = (bound if so else bound + 1) - is_now
        for leaf, times in _terms(number, values):
            value = values[leaf] + missing // times
            if leaf not in self._left and missing % times == 0 and _inside(value, leaf.leaf.low, leaf.leaf.high):
                self._left[leaf] = [value]
                return True
        return True  # left to luck

    def _values_of(self, leaf: Formula) -> list[Any]:
        return self._left[leaf] if leaf in self._left else self._choices.of(leaf)

    def _liken(self, one: Formula, two: Formula, so: bool) -> bool:
        if one.op != "leaf" or two.op != "leaf":
            return True  # left to luck
        mine, theirs = self._values_of(one), self._values_of(two)
        pairs = [(value, other) for value in mine for other in theirs if (value == other) is so]
        if pairs:
            value, other = pairs[self._turn % len(pairs)]
            self._left[one], self._left[two] = [value], [other]
        return bool(pairs)

    def _narrow(self, formula: Formula, so: bool) -> bool:
        leaf = formula if formula.op == "leaf" else formula.parts[0]
        if leaf.op != "leaf":
            return self._balance(leaf, formula, so)
        values = self._values_of(leaf)
        if formula.op == "leaf":
            left = [value for value in values if value is so]
        else:
            said = (formula.op, formula.parts[1], so)
            left = [value for value in values if _so(value, said)]
        self._left[leaf] = left
        return bool(left)


def _terms(number: Value, values: Mapping[Formula, Any], times: int = 1) -> list[tuple[Formula, int]]:
    """The leaves that a number is the sum of, where choices are made as the values say."""
    if not isinstance(number, Formula) or number.op == "product":
        return []
    if number.op == "choice":
        return _terms(number.parts[1] if worth(number.parts[0], values) else number.parts[2], values, times)
    if number.op == "leaf":
        return [(number, times)]
    return [found for each, inner in number.parts[1] for found in _terms(each, values, times * inner)]


def _is_plain(formula: Formula) -> bool:
    inner = formula.parts[0] if formula.op == "not" else formula
    return inner.op in _LITERALS
