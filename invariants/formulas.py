"""Formulas of our own: conditions and numbers over open values, each written down once. Nothing is solved here.

Conditions are made of `all` and `not` alone, and what is said of one value is joined where it meets: so conditions that
differ only in their words mostly come out as the very same object, and plain contradictions come out as False.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast

Kind: TypeAlias = Literal["truth", "number", "name"]
Value: TypeAlias = Any  # a Formula, or a plain bool, int, name or None
Number: TypeAlias = "Formula | int"


@dataclass(frozen=True)
class Leaf:
    """An open value. `key` says whose it is; `members` are the names it may have (None: any), `low` and `high` bound
    a number; `usual` is what it is where nothing says otherwise.
    """

    name: str
    kind: Kind
    key: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None
    members: tuple[str | None, ...] | None = None
    usual: Any = None


class Formula:
    """A condition, a number or a name that hangs on open values. Made by Formulas only, and equal only to itself."""

    __slots__ = ("hangs", "home", "kind", "number", "op", "parts")
    kind: Kind

    def __init__(self, home: "Formulas", kind: Kind, op: str, parts: tuple[Any, ...], number: int) -> None:
        self.home, self.kind, self.op, self.parts, self.number = home, kind, op, parts, number
        self.hangs = 0  # a bit for each leaf, by its place among the leaves
        for each in inside(self):
            self.hangs |= each.hangs

    def __add__(self, other: Number) -> Number:
        return self.home.linear(((self, 1), (other, 1)))

    __radd__ = __add__

    def __sub__(self, other: Number) -> Number:
        return self.home.linear(((self, 1), (other, -1)))

    def __rsub__(self, other: Number) -> Number:
        return self.home.linear(((other, 1), (self, -1)))

    def __mul__(self, other: Number) -> Number:
        if isinstance(other, Formula):
            return self.home.make("number", "product", *sorted((self, other), key=_number))
        return self.home.linear(((self, other),))

    __rmul__ = __mul__

    def __le__(self, other: Number) -> Value:
        return self.home.most(self - other, 0)

    def __ge__(self, other: Number) -> Value:
        return self.home.most(other - self, 0)

    def __lt__(self, other: Number) -> Value:
        return self.home.most(self - other, -1)

    def __gt__(self, other: Number) -> Value:
        return self.home.most(other - self, -1)

    @property
    def leaf(self) -> Leaf:
        """The open value that it is, where it is one."""
        return cast(Leaf, self.parts[0])

    def __repr__(self) -> str:
        return told(self)


def _number(formula: Formula) -> int:
    return formula.number


class Formulas:
    """All formulas of one search, each once; also the algebra by which expressions become formulas."""

    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], Formula] = {}
        self._leaves: dict[str, Formula] = {}
        self._sets: dict[int, frozenset[Formula]] = {}

    def make(self, kind: Kind, op: str, *parts: Any) -> Formula:
        """The formula of these parts, as it stands."""
        key = (op, *parts)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Formula(self, kind, op, parts, len(self._known))
        return found

    def opened(self, leaf: Leaf) -> Formula:
        """An open value, by its name."""
        if leaf.name not in self._leaves:
            made = self._leaves[leaf.name] = self.make(leaf.kind, "leaf", leaf)
            made.hangs = 1 << (len(self._leaves) - 1)
        return self._leaves[leaf.name]

    def hanging(self, bits: int) -> frozenset[Formula]:
        """The leaves that bits stand for."""
        if bits not in self._sets:
            every = zip(self._leaves.values(), reversed(bin(bits)), strict=False)
            self._sets[bits] = frozenset(leaf for leaf, bit in every if bit == "1")
        return self._sets[bits]

    # --- conditions

    def both(self, *conditions: Value) -> Value:
        """All of them hold; true of none."""
        flat: dict[Formula, None] = {}
        for each in conditions:
            if each is False:
                return False
            if each is not True:
                flat |= dict.fromkeys(each.parts) if each.op == "all" else {each: None}
        if any(each.op == "not" and each.parts[0] in flat for each in flat):
            return False
        parts = _joined(self, flat)
        if parts is None:
            return False
        if len(parts) < 2:
            return parts[0] if parts else True
        return self.make("truth", "all", *sorted(parts, key=_number))

    def either(self, *conditions: Value) -> Value:
        """At least one of them holds; false of none."""
        return self.negate(self.both(*map(self.negate, conditions)))

    def negate(self, condition: Value) -> Value:
        """It does not hold."""
        if isinstance(condition, bool):
            return not condition
        return condition.parts[0] if condition.op == "not" else self.make("truth", "not", condition)

    def implies(self, condition: Value, conclusion: Value) -> Value:
        """Where the condition holds the conclusion does."""
        return self.negate(self.both(condition, self.negate(conclusion)))

    def most(self, number: Number, bound: int) -> Value:
        """The number is at most the bound."""
        if not isinstance(number, Formula):
            return number <= bound
        if number.op == "total":
            return self._most_of_total(number, bound)
        if number.op == "choice":
            condition, then, other = number.parts
            return self.ite(condition, self.most(then, bound), self.most(other, bound))
        if number.op == "leaf":
            low, high = number.leaf.low, number.leaf.high
            if (low is not None and bound < low) or (high is not None and bound >= high):
                return high is not None and bound >= high
        return self.make("truth", "most", number, bound)

    def _most_of_total(self, number: Formula, bound: int) -> Value:
        const, terms = number.parts
        if len(terms) == 1 and abs(terms[0][1]) == 1:
            only, sign = terms[0]
            return self.most(only, bound - const) if sign == 1 else self.negate(self.most(only, const - bound - 1))
        if terms[0][1] < 0:
            turned = self.linear((each, -times) for each, times in terms)
            return self.negate(self.most(turned, const - bound - 1))
        return self.make("truth", "most", self.linear(terms), bound - const)

    def _exactly(self, number: Number, value: int) -> Value:
        if not isinstance(number, Formula):
            return number == value
        if number.op == "choice":
            condition, then, other = number.parts
            return self.ite(condition, self._exactly(then, value), self._exactly(other, value))
        if number.op == "total":
            const, terms = number.parts
            sign = 1 if terms[0][1] > 0 else -1
            if const or sign < 0 or (len(terms) == 1 and terms[0][1] == 1):
                bare = self.linear((each, times * sign) for each, times in terms)
                return self._exactly(bare, (value - const) * sign)
        elif number.op == "leaf":
            return self._exactly_leaf(number, value)
        return self.make("truth", "is", number, value)

    def _exactly_leaf(self, number: Formula, value: int) -> Value:
        low, high = number.leaf.low, number.leaf.high
        if (low is not None and value < low) or (high is not None and value > high):
            return False
        if value == low:
            return self.most(number, value)
        return self.negate(self.most(number, value - 1)) if value == high else self.make("truth", "is", number, value)

    def named(self, name: Value, value: str | None) -> Value:
        """The name is this one."""
        if not isinstance(name, Formula):
            return bool(name == value)
        if name.op == "choice":
            condition, then, other = name.parts
            return self.ite(condition, self.named(then, value), self.named(other, value))
        members = name.leaf.members
        if members is not None:
            if value not in members:
                return False
            if len(members) == 1:
                return True
            if len(members) == 2 and value == members[1]:
                return self.negate(self.named(name, members[0]))
        return self.make("truth", "named", name, value)

    # --- the algebra

    def ite(self, condition: Value, then: Value, other: Value) -> Value:
        """`then` where the condition holds, else `other`."""
        if isinstance(condition, bool):
            return then if condition else other
        if then is other or (type(then) is type(other) and not isinstance(then, Formula) and then == other):
            return then
        if _is_truth(then) or _is_truth(other):
            return self.both(self.implies(condition, then), self.either(condition, other))
        if condition.op == "not":
            condition, then, other = condition.parts[0], other, then
        kind: Kind = "number" if _is_number(then) or _is_number(other) else "name"
        return self.make(kind, "choice", condition, then, other)

    def same(self, left: Value, right: Value) -> Value:
        """Equal numbers, truth values or names."""
        if left is right:
            return True
        if not isinstance(left, Formula) and not isinstance(right, Formula):
            return bool(left == right)
        if _is_truth(left) or _is_truth(right):
            return self.ite(left, right, self.negate(right))
        if _is_number(left) or _is_number(right):
            return self._equal(left, right)
        return self._alike(left, right) if isinstance(left, Formula) else self.named(right, left)

    def _equal(self, left: Number, right: Number) -> Value:
        for one, two in ((left, right), (right, left)):
            if isinstance(one, Formula) and one.op == "choice" and isinstance(two, Formula) and two.op == "leaf":
                condition, then, other = one.parts  # so that what it is to be is said case by case
                return self.ite(condition, self.same(then, two), self.same(other, two))
        return self._exactly(left - right, 0)

    def _alike(self, left: Formula, right: Value) -> Value:
        if not isinstance(right, Formula):
            return self.named(left, right)
        for one, two in ((left, right), (right, left)):
            if one.op == "choice":
                condition, then, other = one.parts
                return self.ite(condition, self.same(then, two), self.same(other, two))
        return self.make("truth", "alike", *sorted((left, right), key=_number))

    def larger(self, left: Number, right: Number) -> Value:
        """The larger of the two numbers."""
        return self.ite(left >= right, left, right)

    def smaller(self, left: Number, right: Number) -> Value:
        """The smaller of the two numbers."""
        return self.ite(left <= right, left, right)

    def total(self, numbers: Iterable[Number]) -> Number:
        """The sum of numbers; 0 of none."""
        return self.linear((number, 1) for number in numbers)

    def linear(self, terms: Iterable[tuple[Number, int]]) -> Number:
        """The sum of numbers, each so many times."""
        const, found = 0, dict[Formula, int]()
        for number, times in terms:
            if not isinstance(number, Formula):
                const += number * times
            elif number.op == "total":
                const += number.parts[0] * times
                for each, inner in number.parts[1]:
                    found[each] = found.get(each, 0) + inner * times
            else:
                found[number] = found.get(number, 0) + times
        kept = tuple(sorted(((f, times) for f, times in found.items() if times), key=lambda pair: pair[0].number))
        if not kept:
            return const
        if const == 0 and len(kept) == 1 and kept[0][1] == 1:
            return kept[0][0]
        return self.make("number", "total", const, kept)


def _is_truth(value: Value) -> bool:
    return value.kind == "truth" if isinstance(value, Formula) else isinstance(value, bool)


def _is_number(value: Value) -> bool:
    return value.kind == "number" if isinstance(value, Formula) else isinstance(value, int)


# --- what is said of one value, joined


def _joined(home: Formulas, flat: dict[Formula, None]) -> list[Formula] | None:
    """The conditions with those about one value made into the fewest; None where they contradict each other."""
    about: dict[Formula, list[Formula]] = {}
    rest: list[Formula] = []
    for each in flat:
        said = each.parts[0] if each.op == "not" else each
        if said.op in ("most", "is", "named"):
            about.setdefault(said.parts[0], []).append(each)
        else:
            rest.append(each)
    for value, sayings in about.items():
        if len(sayings) == 1:
            rest += sayings
            continue
        fewest = _numbers(home, value, sayings) if value.kind == "number" else _names(home, value, sayings)
        if fewest is None:
            return None
        rest += fewest
    return rest


def _numbers(home: Formulas, number: Formula, sayings: list[Formula]) -> list[Formula] | None:
    low, high = (number.leaf.low, number.leaf.high) if number.op == "leaf" else (None, None)
    barred: set[int] = set()
    for each in sayings:
        said = each.parts[0] if each.op == "not" else each
        value = said.parts[1]
        if said.op == "is" and each.op == "not":
            barred.add(value)
            continue
        if each.op != "not":
            high = value if high is None else min(high, value)
        if said.op == "is" or each.op == "not":
            least = value if said.op == "is" else value + 1
            low = least if low is None else max(low, least)
    while low is not None and low in barred:
        low += 1
    while high is not None and high in barred:
        high -= 1
    return _between(home, number, low, high, barred)


def _between(
    home: Formulas, number: Formula, low: int | None, high: int | None, barred: set[int]
) -> list[Formula] | None:
    if low is not None and high is not None and low > high:
        return None
    if low is not None and low == high:
        return _conditions([home.same(number, low)])
    kept = sorted(value for value in barred if (low is None or value > low) and (high is None or value < high))
    above = True if low is None else home.negate(home.most(number, low - 1))
    below = True if high is None else home.most(number, high)
    return _conditions([above, below, *(home.negate(home.make("truth", "is", number, value)) for value in kept)])


def _names(home: Formulas, name: Formula, sayings: list[Formula]) -> list[Formula] | None:
    wanted = {each.parts[1] for each in sayings if each.op == "named"}
    barred = {each.parts[0].parts[1] for each in sayings if each.op == "not"}
    if len(wanted) > 1 or wanted & barred:
        return None
    if wanted:
        return _conditions([home.named(name, *wanted)])
    members = name.leaf.members
    left = None if members is None else [each for each in members if each not in barred]
    if left is not None and len(left) < 2:
        return _conditions([home.named(name, left[0])]) if left else None
    return [home.negate(home.make("truth", "named", name, value)) for value in sorted(barred, key=str)]


def _conditions(found: list[Value]) -> list[Formula]:
    return [each for each in found if each is not True]


# --- looking into formulas


def inside(formula: Formula) -> Iterator[Formula]:
    """The formulas that one is directly made of."""
    if formula.op == "total":
        yield from (each for each, _ in formula.parts[1])
    elif formula.op != "leaf":
        yield from (each for each in formula.parts if isinstance(each, Formula))


def within(roots: Iterable[Value], known: Collection[Formula] = ()) -> Iterator[Formula]:
    """The formulas and everything in them, each once, but for those that are known and what is only in these."""
    waiting = [root for root in roots if isinstance(root, Formula)]
    seen: set[Formula] = set()
    while waiting:
        each = waiting.pop()
        if each not in seen and each not in known:
            seen.add(each)
            yield each
            waiting += inside(each)


def leaves(*roots: Value) -> frozenset[Formula]:
    """The open values that formulas hang on."""
    bits, home = 0, None
    for root in roots:
        if isinstance(root, Formula):
            bits, home = bits | root.hangs, root.home
    return home.hanging(bits) if home else frozenset()


def in_order(formulas: Iterable[Formula]) -> list[Formula]:
    """The formulas in the order in which they were made, which is the same in every run."""
    return sorted(formulas, key=_number)


def conjuncts(condition: Value) -> tuple[Formula, ...]:
    """The conditions that all have to hold for this one; none of a plain truth value."""
    if not isinstance(condition, Formula):
        return ()
    return condition.parts if condition.op == "all" else (condition,)


def disjuncts(condition: Value) -> tuple[Value, ...]:
    """The conditions of which one has to hold for this one."""
    if isinstance(condition, Formula) and condition.op == "not" and condition.parts[0].op == "all":
        home = condition.home
        return tuple(home.negate(each) for each in condition.parts[0].parts)
    return (condition,)


def told(value: Value) -> str:
    """A formula for people who look into a search."""
    if not isinstance(value, Formula):
        return repr(value)
    match value.op:
        case "leaf":
            return value.leaf.name
        case "total":
            const, terms = value.parts
            return " + ".join([*(f"{times}*{told(each)}" for each, times in terms), str(const)])
        case "most":
            return f"{told(value.parts[0])} <= {value.parts[1]}"
        case "is" | "named" | "alike":
            return f"{told(value.parts[0])} == {told(value.parts[1])}"
        case _:
            return f"{value.op}({', '.join(map(told, value.parts))})"
