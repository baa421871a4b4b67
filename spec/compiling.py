"""Turning expressions into Python closures, for plain values or for a solver's terms. Nothing is parsed here."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from typing import Any

from .algebra import PLAIN, Algebra, NotSettled, Value, is_plain
from .closures import LOOPS, Code, Frame, Run, Sight, compared, conjunction, disjunction, joined, remembered
from .syntax import (
    Among,
    Apply,
    Arithmetic,
    Belongs,
    Bool,
    Bound,
    Choice,
    Comparison,
    Domain,
    Enum,
    Every,
    Expr,
    Extreme,
    Field,
    Implication,
    InOrder,
    Int,
    Item,
    Last,
    Length,
    Listed,
    Member,
    Not,
    Number,
    Old,
    Path,
    Quantified,
    Quoted,
    Reading,
    Signature,
    Some,
    Spelled,
    Truth,
    Type,
    walk,
)
from .vocabulary import Vocabulary


@dataclass(frozen=True)
class Addend:
    """What one `value` clause adds to a quantity: an expression over the arguments that it names."""

    names: tuple[str, ...]
    value: Expr
    when: Expr | None = None


def nothing(of: Type) -> Value:
    """The value of a type where there is nothing to ask: false, a number below all, no member, the empty path."""
    match of:
        case Bool():
            return False
        case Int(low=low):
            return 0 if low is None else low - 1
        case Path():
            return ()
        case _:
            return None


class Constant:
    """Code whose value is known before anything is read."""

    def __init__(self, value: Value) -> None:
        self.value = value

    def __call__(self, _sight: Sight, _frame: Frame) -> Value:
        """The value."""
        return self.value


class Compiler:
    """Turns expressions into Python closures, for one choice of readings and one algebra."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        readings: Mapping[str, str] | None = None,
        quantities: Mapping[str, Sequence[Addend]] | None = None,
        algebra: Algebra = PLAIN,
    ) -> None:
        self.vocabulary = vocabulary
        self.readings = vocabulary.readings_with(readings or {})
        self.quantities = quantities or {}
        self.algebra = algebra
        self.plain = algebra is PLAIN
        self._named: dict[str, Run] = {}
        self._of: Mapping[type[Expr], Callable[[Any, Mapping[str, int]], Code]] = {
            Number: self._number,
            Truth: self._truth,
            Quoted: self._quoted,
            Spelled: self._spelled,
            Listed: self._listed,
            InOrder: self._in_order,
            Member: self._member,
            Reading: self._reading,
            Bound: self._bound,
            Old: self._old,
            Field: self._field,
            Apply: self._apply,
            Not: self._not,
            Every: self._every,
            Some: self._some,
            Implication: self._implication,
            Choice: self._choice,
            Comparison: self._comparison,
            Belongs: self._belongs,
            Among: self._among,
            Arithmetic: self._arithmetic,
            Extreme: self._extreme,
            Length: self._length,
            Last: self._last,
            Item: self._item,
            Quantified: self._quantified,
        }

    def compile(self, expr: Expr, names: Sequence[str] = ()) -> Run:
        """A function of a sight and of the values of `names`, in their order."""
        code = self._code(expr, {name: place for place, name in enumerate(names)})
        room = [None] * _binders(expr)
        return lambda sight, values: code(sight, [*values, *room])

    def _code(self, expr: Expr, places: Mapping[str, int]) -> Code:
        return self._of[type(expr)](expr, places)

    def _codes(self, exprs: Iterable[Expr], places: Mapping[str, int]) -> list[Code]:
        return [self._code(expr, places) for expr in exprs]

    # --- what stands for itself

    def _number(self, expr: Number, _: Mapping[str, int]) -> Code:
        return Constant(expr.value)

    def _truth(self, expr: Truth, _: Mapping[str, int]) -> Code:
        return Constant(expr.value)

    def _quoted(self, expr: Quoted, _: Mapping[str, int]) -> Code:
        return Constant(expr.value or None)

    def _spelled(self, expr: Spelled, places: Mapping[str, int]) -> Code:
        assert isinstance(expr.of.type, Enum)
        written, code = self.vocabulary.sort[expr.of.type.sort].written, self._code(expr.of, places)
        return lambda sight, frame: written.get(member := code(sight, frame), member)

    def _member(self, expr: Member, _: Mapping[str, int]) -> Code:
        return Constant(self.vocabulary.sort[expr.sort].plain(expr.name))

    def _reading(self, expr: Reading, _: Mapping[str, int]) -> Code:
        return Constant(self.readings[expr.question] == expr.reading)

    def _bound(self, expr: Bound, places: Mapping[str, int]) -> Code:
        place = places[expr.name]
        return lambda _, frame: frame[place]

    def _old(self, expr: Old, places: Mapping[str, int]) -> Code:
        code = self._code(expr.of, places)
        return lambda sight, frame: code(_before(sight), frame)

    # --- what is looked up

    def _field(self, expr: Field, places: Mapping[str, int]) -> Code:
        assert isinstance(expr.of.type, Enum)
        sort, code = self.vocabulary.sort[expr.of.type.sort], self._code(expr.of, places)
        values = {member: sort.values.get((member, expr.name)) for member in sort.range}
        missing = nothing(expr.type)
        if self.plain:
            return lambda sight, frame: values.get(code(sight, frame), missing)
        return lambda sight, frame: self._chosen(code(sight, frame), values, missing)

    def _chosen(self, member: Value, values: Mapping[str, Value], missing: Value) -> Value:
        """What a table gives for a member that the solver may still choose."""
        if is_plain(member):
            return values.get(member, missing)
        if isinstance(missing, tuple):
            raise NotSettled("a path hangs on a value that is still open")
        found = missing
        for each, value in values.items():
            found = self.algebra.ite(self.algebra.same(member, each), value, found)
        return found

    def _apply(self, expr: Apply, places: Mapping[str, int]) -> Code:
        args = self._codes(expr.args, places)
        signature = self.vocabulary.signature(expr.name)
        assert signature is not None
        look = self.named(expr.name, signature)
        if self.plain:
            return remembered(expr.name, args, look)
        sorts = [arg.type.sort if isinstance(arg.type, Enum) else None for arg in expr.args]
        return lambda sight, frame: self._at(expr.name, look, sorts, sight, [arg(sight, frame) for arg in args])

    def _at(self, name: str, look: Run, sorts: list[str | None], sight: Sight, args: list[Value]) -> Value:
        """What a name gives at arguments; a member still open is split into its cases."""
        for place, (arg, sort) in enumerate(zip(args, sorts, strict=True)):
            if not is_plain(arg) and sort is not None:
                cases = {m: [*args[:place], m, *args[place + 1 :]] for m in self.vocabulary.sort[sort].range}
                values = {m: self._at(name, look, sorts, sight, case) for m, case in cases.items()}
                return self._chosen(
                    arg, values, self._at(name, look, sorts, sight, [*args[:place], None, *args[place + 1 :]])
                )
        key = (name, *args)
        if not all(map(is_plain, args)):
            return look(sight, args)
        if key not in sight.memo:
            sight.memo[key] = look(sight, args)
        return sight.memo[key]

    def named(self, name: str, signature: Signature) -> Run:
        """A variable, define, relation or quantity as a function of a sight and its arguments."""
        match signature.kind:
            case "relation":
                tuples = self.vocabulary.relation[name].tuples
                return lambda _, args: tuple(args) in tuples
            case "variable":
                return self._variable(name, signature.type)
            case "define":
                return self._define(name)
            case "quantity":
                return self._quantity(name)

    def _variable(self, name: str, of: Type) -> Run:
        missing = 0 if isinstance(of, Int) else nothing(of)
        return lambda sight, args: missing if None in args else sight.read(name, tuple(args))

    def _define(self, name: str) -> Run:
        if name not in self._named:
            define = self.vocabulary.define[name]
            self._named[name] = self.compile(define.body, tuple(define.args))
        return self._named[name]

    def _quantity(self, name: str) -> Run:
        if name not in self._named:
            self._named[name] = self._sum_of(name)
        return self._named[name]

    def _sum_of(self, name: str) -> Run:
        order = tuple(self.vocabulary.quantity[name].args)
        parts: list[tuple[list[int], Run]] = []
        for addend in self.quantities.get(name, ()):
            value = addend.value
            if addend.when is not None:
                value = Choice(addend.when, value, Number(0, type=Int(0, 0)), type=value.type)
            parts.append(([order.index(each) for each in addend.names], self.compile(value, addend.names)))
        return lambda sight, args: self.algebra.total(run(sight, [args[i] for i in places]) for places, run in parts)

    # --- conditions

    def _not(self, expr: Not, places: Mapping[str, int]) -> Code:
        code = self._code(expr.of, places)
        if isinstance(code, Constant):
            return Constant(not code.value)
        if self.plain:
            return lambda sight, frame: not code(sight, frame)
        return lambda sight, frame: self.algebra.negate(code(sight, frame))

    def _every(self, expr: Every, places: Mapping[str, int]) -> Code:
        codes = self._codes(expr.items, places)
        if any(isinstance(code, Constant) and not code.value for code in codes):
            return Constant(False)
        codes = [code for code in codes if not isinstance(code, Constant)]
        if len(codes) <= 1:
            return codes[0] if codes else Constant(True)
        return conjunction(codes) if self.plain else joined(self.algebra.both, codes)

    def _some(self, expr: Some, places: Mapping[str, int]) -> Code:
        codes = self._codes(expr.items, places)
        if any(isinstance(code, Constant) and code.value for code in codes):
            return Constant(True)
        codes = [code for code in codes if not isinstance(code, Constant)]
        if len(codes) <= 1:
            return codes[0] if codes else Constant(False)
        return disjunction(codes) if self.plain else joined(self.algebra.either, codes)

    def _implication(self, expr: Implication, places: Mapping[str, int]) -> Code:
        return self._some(Some((Not(expr.left), expr.right)), places)

    def _choice(self, expr: Choice, places: Mapping[str, int]) -> Code:
        condition, then, other = self._codes((expr.condition, expr.then, expr.other), places)
        if isinstance(condition, Constant):
            return then if condition.value else other
        if self.plain:
            return lambda sight, frame: then(sight, frame) if condition(sight, frame) else other(sight, frame)
        return joined(self.algebra.ite, [condition, then, other])

    def _comparison(self, expr: Comparison, places: Mapping[str, int]) -> Code:
        left, right = self._codes((expr.left, expr.right), places)
        if isinstance(expr.left.type, Path) or self.plain:
            return compared(expr.op, left, right)
        if expr.op in ("==", "!="):
            equal = joined(self.algebra.same, [left, right])
            return equal if expr.op == "==" else lambda sight, frame: self.algebra.negate(equal(sight, frame))
        return compared(expr.op, left, right)

    def _belongs(self, expr: Belongs, places: Mapping[str, int]) -> Code:
        item, path = self._codes((expr.item, expr.of), places)
        if self.plain:
            return lambda sight, frame: item(sight, frame) in path(sight, frame)
        return lambda sight, frame: self._one_of(item(sight, frame), path(sight, frame))

    def _among(self, expr: Among, places: Mapping[str, int]) -> Code:
        item, items = self._code(expr.item, places), self._codes(expr.items, places)
        return lambda sight, frame: self._one_of(item(sight, frame), [each(sight, frame) for each in items])

    def _one_of(self, item: Value, items: Sequence[Value]) -> Value:
        return self.algebra.either(*(self.algebra.same(item, each) for each in items))

    # --- numbers and paths

    def _arithmetic(self, expr: Arithmetic, places: Mapping[str, int]) -> Code:
        left, right = self._codes((expr.left, expr.right), places)
        match expr.op:
            case "+":
                return lambda sight, frame: left(sight, frame) + right(sight, frame)
            case "-":
                return lambda sight, frame: left(sight, frame) - right(sight, frame)
            case _:
                return lambda sight, frame: left(sight, frame) * right(sight, frame)

    def _extreme(self, expr: Extreme, places: Mapping[str, int]) -> Code:
        first, *rest = self._codes(expr.items, places)
        join = self.algebra.larger if expr.op == "max" else self.algebra.smaller

        def run(sight: Sight, frame: Frame) -> Value:
            found = first(sight, frame)
            for each in rest:
                found = join(found, each(sight, frame))
            return found

        return run

    def _listed(self, expr: Listed, places: Mapping[str, int]) -> Code:
        items = self._codes(expr.items, places)
        return lambda sight, frame: tuple([item(sight, frame) for item in items])

    def _in_order(self, expr: InOrder, places: Mapping[str, int]) -> Code:
        left, right = self._codes((expr.left, expr.right), places)
        return lambda sight, frame: _alike(left(sight, frame), right(sight, frame))

    def _length(self, expr: Length, places: Mapping[str, int]) -> Code:
        path = self._code(expr.of, places)
        return lambda sight, frame: len(path(sight, frame))

    def _last(self, expr: Last, places: Mapping[str, int]) -> Code:
        path = self._code(expr.of, places)
        return lambda sight, frame: (path(sight, frame) or (None,))[-1]

    def _item(self, expr: Item, places: Mapping[str, int]) -> Code:
        path, at = self._codes((expr.of, expr.at), places)

        def run(sight: Sight, frame: Frame) -> Value:
            steps, place = path(sight, frame), at(sight, frame)
            return steps[place] if 0 <= place < len(steps) else None

        return run

    # --- quantifiers

    def _quantified(self, expr: Quantified, places: Mapping[str, int]) -> Code:
        first = max(places.values(), default=-1) + 1
        inner = {**places, **{name: first + i for i, name in enumerate(expr.names)}}
        body, domain = self._code(expr.body, inner), self._domain(expr.domain, places)
        if self.plain and not expr.domain.steps:
            return LOOPS[expr.op](domain, body, first)

        def run(sight: Sight, frame: Frame) -> Value:
            found: list[Value] = []
            for each in domain(sight, frame):
                frame[first : first + len(expr.names)] = each if expr.domain.steps else (each,)
                found.append(body(sight, frame))
            return self._gathered(expr.op, found)

        return run

    def _gathered(self, op: str, found: list[Value]) -> Value:
        match op:
            case "any":
                return self.algebra.either(*found)
            case "all":
                return self.algebra.both(*found)
            case "count":
                return self.algebra.total(self.algebra.ite(each, 1, 0) for each in found)
            case "largest":
                return reduce(self.algebra.larger, found, 0)
            case _:
                return self.algebra.total(found)

    def _domain(self, domain: Domain, places: Mapping[str, int]) -> Code:
        if domain.items is not None:
            items = self._codes(domain.items, places)
            return lambda sight, frame: [each(sight, frame) for each in items]
        if domain.of is None:
            return Constant(tuple(self.vocabulary.sort[domain.sort].range))
        path = self._code(domain.of, places)
        if domain.steps:
            return lambda sight, frame: _steps(path(sight, frame))
        return path


def _steps(path: tuple[Value, ...]) -> list[tuple[Value, Value]]:
    return list(pairwise(path))


def _alike(one: tuple[Value, ...], other: tuple[Value, ...]) -> bool:
    """Whether what both have comes in the same order in both."""
    if one == other:
        return True
    shared = frozenset(one) & frozenset(other)
    return [each for each in one if each in shared] == [each for each in other if each in shared]


def _before(sight: Sight) -> Sight:
    if sight.before is None:
        raise LookupError("old(…) was asked where no step was made")
    return sight.before


def _binders(expr: Expr) -> int:
    """How many places the quantifiers of an expression need at most."""
    return sum(len(each.names) for each in walk(expr) if isinstance(each, Quantified))
