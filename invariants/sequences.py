"""Paths of which only the name is known: what may be said of one is an open value. No expression is read here.

What is said of such a path is never too little: whatever a true path can be, the open values can be too. So what is
impossible for them is impossible; what is possible for them has to be confirmed on a true position.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

from ruleproof.spec.algebra import is_plain

from .formulas import Formula, Formulas, Leaf, Value, leaves

Body: TypeAlias = Callable[[tuple[Value, ...]], Value]  # what is said of a step, or of two that follow each other


@dataclass(frozen=True)
class Unsettled:
    """A path that a position holds, or an argument. `members` are the steps it may have; None for texts."""

    name: str
    members: tuple[str, ...] | None
    key: tuple[Any, ...] = ()


@dataclass(frozen=True, eq=False)
class Either:
    """The one path where a condition holds, else the other."""

    condition: Formula
    then: "Path"
    other: "Path"


Path: TypeAlias = "tuple[Value, ...] | Unsettled | Either"


class Sequences:
    """Asks of paths, settled or not. `facts` grows: what holds of the open values that were made."""

    def __init__(self, formulas: Formulas) -> None:
        self.formulas = formulas
        self.facts: dict[Formula, tuple[Value, ...]] = {}

    def _open(self, leaf: Leaf, facts: Callable[[Formula], Sequence[Value]] = lambda _: ()) -> Formula:
        made = self.formulas.opened(leaf)
        if made not in self.facts:
            self.facts[made] = ()  # so that facts which name it do not begin again
            self.facts[made] = tuple(fact for fact in facts(made) if fact is not True)
        return made

    def _of(self, path: Path, ask: Callable[[Any], Value]) -> Value:
        """What is asked of a path, asked of each that it may be."""
        if isinstance(path, Either):
            return self.formulas.ite(path.condition, self._of(path.then, ask), self._of(path.other, ask))
        return ask(path)

    def length(self, path: Path) -> Value:
        """How many steps it has."""
        return self._of(path, lambda one: self._length(one) if isinstance(one, Unsettled) else len(one))

    def _length(self, path: Unsettled) -> Formula:
        return self._open(Leaf(f"len({path.name})", "number", ("length", path), low=0))

    def _empty(self, path: Unsettled) -> Value:
        return self.formulas.most(self._length(path), 0)

    def has(self, path: Path, item: Value) -> Value:
        """Whether it has this step."""
        return self._of(path, lambda one: self._has(one, item))

    def _has(self, path: Any, item: Value) -> Value:
        both, either, same = self.formulas.both, self.formulas.either, self.formulas.same
        if not isinstance(path, Unsettled):
            return either(*(same(item, each) for each in path))
        if path.members is None or is_plain(item):
            return self._holds(path, item)
        return either(*(both(same(item, each), self._holds(path, each)) for each in path.members))

    def _holds(self, path: Unsettled, item: Value) -> Value:
        if item is None or (path.members is not None and item not in path.members):
            return False
        named = f"#{item.number}" if isinstance(item, Formula) else repr(item)
        leaf = Leaf(f"{named} in {path.name}", "truth", ("has", path, item))
        return self._open(leaf, lambda made: self._held(path, made, item))

    def _held(self, path: Unsettled, made: Formula, item: Value) -> list[Value]:
        none = [self._empty(path), *([self.formulas.named(item, None)] if isinstance(item, Formula) else [])]
        return [self.formulas.negate(self.formulas.both(made, each)) for each in none]

    def step(self, path: Path, at: Value) -> Value:
        """The step at a place, -1 being the last one; nothing outside."""
        return self._of(path, lambda one: self._step(one, at))

    def _step(self, path: Any, at: Value) -> Value:
        if not isinstance(path, Unsettled):
            return self._settled_step(path, at)
        named = f"#{at.number}" if isinstance(at, Formula) else at
        members = None if path.members is None else (*path.members, None)
        leaf = Leaf(f"{path.name}[{named}]", "name", ("step", path, at), members=members)
        return self._open(leaf, lambda made: self._stepped(path, made, at))

    def _settled_step(self, path: tuple[Value, ...], at: Value) -> Value:
        if is_plain(at):
            return path[at] if -1 <= at < len(path) and path else None
        found: Value = None
        for place in range(-1 if path else 0, len(path)):
            found = self.formulas.ite(self.formulas.same(at, place), path[place], found)
        return found

    def _stepped(self, path: Unsettled, made: Formula, at: Value) -> list[Value]:
        nothing = self.formulas.named(made, None)
        if path.members is None:
            facts = [self.formulas.either(nothing, self._holds(path, made))]
        else:
            facts = [self.formulas.implies(self.formulas.named(made, m), self._holds(path, m)) for m in path.members]
        return facts + ([self.formulas.same(nothing, self._empty(path))] if at in (0, -1) else [])

    def any(self, path: Path, pairs: bool, bound: tuple[Formula, ...], body: Body) -> Value:
        """Whether something holds of a step, or of two that follow each other; `bound` are open names for them."""
        return self._of(path, lambda one: self._any(one, pairs, bound, body))

    def _any(self, path: Any, pairs: bool, bound: tuple[Formula, ...], body: Body) -> Value:
        both, either = self.formulas.both, self.formulas.either
        if not isinstance(path, Unsettled):
            return either(*(body(each) for each in (pairwise(path) if pairs else ((step,) for step in path))))
        if path.members is None:
            return self._any_text(path, pairs, bound, body)
        if not pairs:
            return either(*(both(self._holds(path, each), body((each,))) for each in path.members))
        every = ((a, b) for a in path.members for b in path.members)
        return either(*(both(self._follows(path, *two), body(two)) for two in every))

    def _follows(self, path: Unsettled, one: str, two: str) -> Formula:
        leaf = Leaf(f"{one}, {two} in {path.name}", "truth", ("follows", path, one, two))
        ends = self.formulas.both(self._holds(path, one), self._holds(path, two))
        return self._open(leaf, lambda made: [self.formulas.implies(made, ends)])

    def _any_text(self, path: Unsettled, pairs: bool, bound: tuple[Formula, ...], body: Body) -> Value:
        said = body(bound)
        if isinstance(said, bool):
            return said and self.formulas.negate(self._empty(path))
        if not pairs and (found := self._settled_by(said, bound[0])) is not None:
            return self.formulas.both(self._has(path, found[0]), body(found))
        leaf = Leaf(
            f"any{'2' if pairs else ''} #{said.number} in {path.name}", "truth", ("any", path, pairs, said, bound)
        )
        return self._open(leaf, lambda made: [self.formulas.negate(self.formulas.both(made, self._empty(path)))])

    def _settled_by(self, said: Formula, bound: Formula) -> tuple[Value] | None:
        """What a step has to be for something to hold, where that is said outright."""
        for each in said.parts if said.op == "all" else (said,):
            if each.op == "named" and each.parts[0] is bound:
                return (each.parts[1],)
            if each.op == "alike" and bound in each.parts:
                (other,) = [part for part in each.parts if part is not bound]
                if bound not in leaves(other):
                    return (other,)
        return None

    def counted(self, op: str, path: Path, pairs: bool, bound: tuple[Formula, ...], body: Body) -> Value:
        """How many there are, what they add up to, or the largest: of what holds of each step."""
        return self._of(path, lambda one: self._counted(op, one, pairs, bound, body))

    def _counted(self, op: str, path: Any, pairs: bool, bound: tuple[Formula, ...], body: Body) -> Value:
        if not isinstance(path, Unsettled):
            return self.gathered(op, [body(each) for each in (pairwise(path) if pairs else ((s,) for s in path))])
        said = body(bound)
        named = f"#{said.number}" if isinstance(said, Formula) else said
        low = None if op == "sum" else 0
        leaf = Leaf(
            f"{op}{'2' if pairs else ''} {named} in {path.name}", "number", (op, path, pairs, said, bound), low=low
        )
        return self._open(leaf, lambda made: self._counts(op, path, made, self._any(path, pairs, bound, body)))

    def _counts(self, op: str, path: Unsettled, made: Formula, there: Value) -> list[Value]:
        if op != "count":
            return []
        none = self.formulas.most(made, 0)
        return [self.formulas.same(none, self.formulas.negate(there)), made <= self._length(path)]

    def gathered(self, op: str, found: Sequence[Value]) -> Value:
        """Numbers or truth values joined as a quantifier does."""
        if op == "count":
            return self.formulas.total(self.formulas.ite(each, 1, 0) for each in found)
        if op == "sum":
            return self.formulas.total(found)
        largest: Value = 0
        for each in found:
            largest = self.formulas.larger(largest, each) if isinstance(each, Formula) else max(largest, each)
        return largest

    def alike(self, one: Path, other: Path, what: str) -> Value:
        """Whether two paths are the same, or (`in order`) what both have comes in the same order."""
        return self._of(one, lambda left: self._of(other, lambda right: self._alike(left, right, what)))

    def _alike(self, one: Any, other: Any, what: str) -> Value:
        if one is other or one == other:
            return True
        names = sorted(each.name if isinstance(each, Unsettled) else repr(each) for each in (one, other))
        return self._open(Leaf(f"{what}: {'; '.join(names)}", "truth", (what, one, other)))
