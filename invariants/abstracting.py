"""Expressions as formulas over open values: position, arguments, readings and paths are open. Nothing is solved."""

from collections.abc import Mapping, Sequence
from typing import Any

from ruleproof.spec.algebra import Value, is_plain
from ruleproof.spec.closures import Code, Frame, Run, Sight
from ruleproof.spec.compiling import Addend, Compiler
from ruleproof.spec.syntax import (
    Belongs,
    Bool,
    Comparison,
    Domain,
    Enum,
    InOrder,
    Int,
    Item,
    Last,
    Length,
    Path,
    Quantified,
    Reading,
    Spelled,
    Text,
    Type,
    each_of,
)
from ruleproof.spec.viewing import default
from ruleproof.spec.vocabulary import Vocabulary

from .formulas import Formula, Formulas, Leaf
from .sequences import Either, Sequences, Unsettled


class Abstract(Compiler):
    """Compiles expressions to formulas. `sight(…)` is a position of which nothing is known but its types."""

    def __init__(self, vocabulary: Vocabulary, quantities: Mapping[str, Sequence[Addend]] | None = None) -> None:
        self.formulas = Formulas()
        super().__init__(vocabulary, None, quantities, self.formulas)
        self.sequences = Sequences(self.formulas)
        self._depth = 0

    # --- what is open

    def sight(self, mark: str = "", before: Sight | None = None, ranged: bool = True) -> Sight:
        """A position that is wholly open; `mark` tells the values of one position from those of another.

        Where it is not `ranged`, a number may lie beyond the range of its variable.
        """
        return Sight(lambda name, args: self._variable_at(name, args, mark, ranged), before)

    def _variable_at(self, name: str, args: tuple[Value, ...], mark: str, ranged: bool) -> Value:
        written = ", ".join(f"#{arg.number}" if isinstance(arg, Formula) else str(arg) for arg in args)
        of = self.vocabulary.variable[name].type
        usual = default(self.vocabulary, of, self.vocabulary.variable[name].text.default)
        of = Int() if isinstance(of, Int) and not ranged else of
        return self.opened(f"{name}({written}){mark}", of, ("variable", name, args, mark), usual=usual)

    def opened(self, name: str, of: Type, key: tuple[Any, ...], optional: bool = False, usual: Any = None) -> Value:
        """An open value of a type."""
        match of:
            case Bool():
                return self.formulas.opened(Leaf(name, "truth", key, usual=bool(usual)))
            case Int(low=low, high=high):
                return self.formulas.opened(Leaf(name, "number", key, low, high, usual=usual or 0))
            case Enum(sort=sort):
                members = self._members(sort, key, optional)
                return self.formulas.opened(Leaf(name, "name", key, members=members, usual=usual))
            case Path(sort=sort):
                links = self.vocabulary.sort[sort].range if sort in self.vocabulary.sort else None
                return Unsettled(name, links, key)
            case Text():
                return self.formulas.opened(Leaf(name, "name", key))

    def _members(self, sort: str, key: tuple[Any, ...], optional: bool) -> tuple[str | None, ...]:
        known = self.vocabulary.sort[sort]
        blank = known.blank is not None and key[0] == "variable"
        return (*known.range, *((None,) if blank or optional else ()))

    def argument(self, action: str, name: str) -> Value:
        """The open argument of an action."""
        known = self.vocabulary.action.get(action) or self.vocabulary.quantity[action]
        optional = name in getattr(known, "optional", ())
        return self.opened(f"{action}.{name}", known.args[name], ("argument", action, name), optional)

    # --- expressions that a solver's algebra has no word for

    def _reading(self, expr: Reading, _: Mapping[str, int]) -> Code:
        known = self.vocabulary.readings[expr.question]
        leaf = Leaf(expr.question, "name", ("reading", expr.question), members=known, usual=known[0])
        read = self.formulas.named(self.formulas.opened(leaf), expr.reading)
        return lambda sight, frame: read

    def _spelled(self, expr: Spelled, places: Mapping[str, int]) -> Code:
        assert isinstance(expr.of.type, Enum)
        sort, code = self.vocabulary.sort[expr.of.type.sort], self._code(expr.of, places)
        words = {member: sort.written.get(member, member) for member in sort.range}
        return lambda sight, frame: self._chosen(code(sight, frame), words, None)

    def _chosen(self, member: Value, values: Mapping[str, Value], missing: Value) -> Value:
        if is_plain(member):
            return values.get(member, missing)
        cases = list(values.items())
        if member.op == "leaf" and None not in (member.leaf.members or (None,)):
            missing = cases.pop()[1]
        found = missing
        for each, value in reversed(cases):
            found = self._either(self.formulas.named(member, each), value, found)
        return found

    def _either(self, condition: Value, then: Value, other: Value) -> Value:
        if not (_is_path(then) or _is_path(other)):
            return self.formulas.ite(condition, then, other)
        if isinstance(condition, bool) or then == other:
            return then if condition is not False else other
        return Either(condition, then, other)

    def _choice(self, expr: Any, places: Mapping[str, int]) -> Code:
        codes = self._codes((expr.condition, expr.then, expr.other), places)
        return lambda sight, frame: self._either(*[code(sight, frame) for code in codes])

    def _at(self, name: str, look: Run, sorts: list[str | None], sight: Sight, args: list[Value]) -> Value:
        key = (name, *args)
        if key not in sight.memo:
            sight.memo[key] = self._split(name, look, sorts, sight, args)
        return sight.memo[key]

    def _split(self, name: str, look: Run, sorts: list[str | None], sight: Sight, args: list[Value]) -> Value:
        for place, (arg, sort) in enumerate(zip(args, sorts, strict=True)):
            if isinstance(arg, Formula) and sort is not None:
                before, after = args[:place], args[place + 1 :]
                possible = arg.leaf.members if arg.op == "leaf" else None
                members = [m for m in self.vocabulary.sort[sort].range if possible is None or m in possible]
                values = {m: self._at(name, look, sorts, sight, [*before, m, *after]) for m in members}
                none = possible is not None and None not in possible
                blank = None if none else self._at(name, look, sorts, sight, [*before, None, *after])
                return self._chosen(arg, values, blank)
        return look(sight, args)

    # --- paths

    def _belongs(self, expr: Belongs, places: Mapping[str, int]) -> Code:
        item, path = self._codes((expr.item, expr.of), places)
        return lambda sight, frame: self.sequences.has(path(sight, frame), item(sight, frame))

    def _length(self, expr: Length, places: Mapping[str, int]) -> Code:
        path = self._code(expr.of, places)
        return lambda sight, frame: self.sequences.length(path(sight, frame))

    def _last(self, expr: Last, places: Mapping[str, int]) -> Code:
        path = self._code(expr.of, places)
        return lambda sight, frame: self.sequences.step(path(sight, frame), -1)

    def _item(self, expr: Item, places: Mapping[str, int]) -> Code:
        path, at = self._codes((expr.of, expr.at), places)
        return lambda sight, frame: self.sequences.step(path(sight, frame), at(sight, frame))

    def _in_order(self, expr: InOrder, places: Mapping[str, int]) -> Code:
        left, right = self._codes((expr.left, expr.right), places)
        return lambda sight, frame: self.sequences.alike(left(sight, frame), right(sight, frame), "in order")

    def _comparison(self, expr: Comparison, places: Mapping[str, int]) -> Code:
        if not isinstance(expr.left.type, Path):
            return super()._comparison(expr, places)
        left, right = self._codes((expr.left, expr.right), places)

        def run(sight: Sight, frame: Frame) -> Value:
            equal = self.sequences.alike(left(sight, frame), right(sight, frame), "same")
            return equal if expr.op == "==" else self.formulas.negate(equal)

        return run

    def _quantified(self, expr: Quantified, places: Mapping[str, int]) -> Code:
        if expr.domain.of is None or expr.domain.items is not None:
            return super()._quantified(expr, places)
        first = max(places.values(), default=-1) + 1
        inner = {**places, **{name: first + i for i, name in enumerate(expr.names)}}
        body, path = self._code(expr.body, inner), self._code(expr.domain.of, places)

        def run(sight: Sight, frame: Frame) -> Value:
            def said(steps: tuple[Value, ...]) -> Value:
                frame[first : first + len(expr.names)] = steps
                return body(sight, frame)

            return self._over(expr.op, path(sight, frame), expr.domain, len(expr.names), said)

        return run

    def _over(self, op: str, path: Any, domain: Domain, names: int, said: Any) -> Value:
        self._depth += 1  # the open names of quantifiers within each other differ
        bound = tuple(self._each(domain.sort, f"each {self._depth}.{place}") for place in range(names))
        match op:
            case "any":
                found = self.sequences.any(path, domain.steps, bound, said)
            case "all":
                none = self.sequences.any(path, domain.steps, bound, lambda steps: self.formulas.negate(said(steps)))
                found = self.formulas.negate(none)
            case _:
                found = self.sequences.counted(op, path, domain.steps, bound, said)
        self._depth -= 1
        return found

    def _each(self, sort: str, name: str) -> Formula:
        found: Formula = self.opened(f"{name} {sort}", each_of(sort), ("bound", name))
        return found


def _is_path(value: Value) -> bool:
    return isinstance(value, (Unsettled, Either, tuple))
