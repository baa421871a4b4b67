"""From the grammar's tree to the typed one: what each name means, and whether types fit. Text is not read here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from lark import Token, Tree

from .fault import nearest
from .syntax import (
    BOOL,
    TEXT,
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
    ExpressionFault,
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
    Names,
    Not,
    Number,
    Old,
    Path,
    Quantified,
    Quoted,
    Reading,
    Scope,
    Some,
    Spelled,
    Text,
    Truth,
    Type,
    each_of,
    wrong_name,
)

Node: TypeAlias = Tree[Token]
Part: TypeAlias = "Node | Token"


def resolve(tree: Node, vocabulary: Names, scope: Scope) -> Expr:
    """The typed tree of a text's parse tree. Raises ExpressionFault."""
    resolver = _Resolver(vocabulary, scope.names, scope.old)
    expr = resolver.read(_only(tree), scope.expected)
    if scope.expected is not None:
        _require(expr, scope.expected)
    return expr


def same_kind(one: Type, other: Type) -> bool:
    """Both numbers, both members of one sort, and so on; bounds do not count."""
    return (isinstance(one, Int) and isinstance(other, Int)) or one == other


def _require(expr: Expr, wanted: Type) -> Expr:
    if not same_kind(expr.type, wanted):
        raise ExpressionFault(expr.column, f"this is {_article(expr.type)}, but {_article(wanted)} is wanted.")
    return expr


def _article(of: Type) -> str:
    match of:
        case Bool():
            return "a condition (bool)"
        case Int():
            return "a number (int)"
        case Enum(sort=sort):
            return f"a {sort}"
        case Path(sort=sort):
            return f"a path of {sort}"
        case _:
            return "a text"


def _only(tree: Node) -> Part:
    return tree.children[0]


def _column(part: Part) -> int:
    if isinstance(part, Token):
        return part.column or 1
    return 1 if part.meta.empty else part.meta.column


def _bounds(op: str, left: Type, right: Type) -> Int:
    """The bounds of a sum, difference or product, where both sides have them."""
    if not (isinstance(left, Int) and isinstance(right, Int)):
        return Int()
    if left.low is None or left.high is None or right.low is None or right.high is None:
        return Int(left.low + right.low) if op == "+" and left.low is not None and right.low is not None else Int()
    match op:
        case "+":
            return Int(left.low + right.low, left.high + right.high)
        case "-":
            return Int(left.low - right.high, left.high - right.low)
        case _:
            ends = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
            return Int(min(ends), max(ends))


@dataclass(frozen=True)
class _Resolver:
    names: Names
    bound: Mapping[str, Type]
    old: bool

    def read(self, part: Part, expected: Type | None = None) -> Expr:
        """The typed tree of one part; `expected` only helps to tell members of like names apart."""
        if isinstance(part, Token):
            raise ExpressionFault(_column(part), f"{part} does not belong here.")
        reader: Callable[[Node, Type | None], Expr] = getattr(self, f"_{part.data}")
        return replace(reader(part, expected), column=_column(part))

    # --- what stands for itself

    def _number(self, node: Node, _: Type | None) -> Expr:
        value = int(str(_only(node)))
        return Number(value, type=Int(value, value))

    def _truth(self, node: Node, _: Type | None) -> Expr:
        return Truth(str(_only(node)) == "true")

    def _quoted(self, node: Node, _: Type | None) -> Expr:
        return Quoted(str(_only(node))[1:-1], type=Text())

    def _spelled(self, node: Node, _: Type | None) -> Expr:
        of = self.read(_only(node))
        if not isinstance(of.type, Enum):
            raise ExpressionFault(of.column, f"this is {_article(of.type)}, but a member of a sort is wanted.")
        return Spelled(of, type=Text())

    def _listed(self, node: Node, expected: Type | None) -> Expr:
        wanted = each_of(expected.sort) if isinstance(expected, Path) else None
        first = self.read(node.children[0], wanted)
        if not isinstance(first.type, (Enum, Text)):
            raise ExpressionFault(first.column, f"this is {_article(first.type)}, and no path is made of such.")
        sort = first.type.sort if isinstance(first.type, Enum) else TEXT
        rest = [self._typed(part, first.type) for part in node.children[1:]]
        return Listed((first, *rest), type=Path(sort))

    def _in_order(self, node: Node, _: Type | None) -> Expr:
        left, right = self._path(node.children[0])[0], self._path(node.children[1])[0]
        return InOrder(left, _require(right, left.type))

    def _reading(self, node: Node, _: Type | None) -> Expr:
        question, reading = map(str, node.children)
        known = self.names.readings_of(question)
        if known is None:
            raise wrong_name(_column(node), "question", question, self.names.questions())
        if reading not in known:
            raise wrong_name(_column(node), f"reading of {question} called", reading, known)
        return Reading(question, reading)

    def _name(self, node: Node, expected: Type | None) -> Expr:
        name, column = str(_only(node)), _column(node)
        if (bound := self.bound.get(name)) is not None:
            return Bound(name, type=bound)
        signature = self.names.signature(name)
        if signature is not None and not signature.args:
            return Apply(name, (), signature.kind, type=signature.type)
        if signature is not None:
            raise ExpressionFault(column, f"{name} takes {len(signature.args)} arguments and stands here without.")
        return self._member(name, column, expected)

    def _member(self, name: str, column: int, expected: Type | None) -> Expr:
        holding = [sort for sort in self.names.sorts() if name in (self.names.members(sort) or ())]
        if isinstance(expected, (Enum, Path)) and expected.sort in holding:
            holding = [expected.sort]
        if len(holding) == 1:
            return Member(holding[0], name, type=Enum(holding[0]))
        if holding:
            choices = " or ".join(f"{sort}.{name}" for sort in holding)
            raise ExpressionFault(column, f"{name} is a member of several sorts: write {choices}.")
        raise wrong_name(column, "name", name, self._everything())

    def _everything(self) -> tuple[str, ...]:
        members = [m for sort in self.names.sorts() for m in self.names.members(sort) or ()]
        return (*self.bound, *self.names.known(), *self.names.sorts(), *members)

    # --- what is taken out of something

    def _field(self, node: Node, _: Type | None) -> Expr:
        of, name = node.children[0], str(node.children[1])
        if (qualified := self._qualified(of, name, _column(node))) is not None:
            return qualified
        expr = self.read(of)
        if not isinstance(expr.type, Enum):
            raise ExpressionFault(_column(node), f"{_article(expr.type)} has no fields.")
        known = self.names.fields_of(expr.type.sort)
        if name not in known:
            raise wrong_name(_column(node), f"field of {expr.type.sort} called", name, tuple(known))
        return Field(expr, name, type=known[name])

    def _qualified(self, of: Part, name: str, column: int) -> Expr | None:
        """`sort.member`, where the first name is nothing but a sort."""
        if isinstance(of, Token) or of.data != "name":
            return None
        sort = str(_only(of))
        members = self.names.members(sort)
        if members is None or sort in self.bound:
            return None
        if self.names.signature(sort) is not None and (name not in members or name in self.names.fields_of(sort)):
            return None  # a variable called like its sort: a field of its value is meant
        if name not in members:
            raise wrong_name(column, f"{sort} called", name, members)
        return Member(sort, name, type=Enum(sort))

    def _path(self, part: Part) -> tuple[Expr, str]:
        expr = self.read(part)
        if not isinstance(expr.type, Path):
            raise ExpressionFault(expr.column, f"this is {_article(expr.type)}, but a path is wanted.")
        return expr, expr.type.sort

    def _item(self, node: Node, _: Type | None) -> Expr:
        path, sort = self._path(node.children[0])
        return Item(path, self._int(node.children[1]), type=each_of(sort))

    def _length(self, node: Node, _: Type | None) -> Expr:
        return Length(self._path(_only(node))[0], type=Int(0))

    def _last(self, node: Node, _: Type | None) -> Expr:
        path, sort = self._path(_only(node))
        return Last(path, type=each_of(sort))

    def _old(self, node: Node, _: Type | None) -> Expr:
        if not self.old:
            raise ExpressionFault(_column(node), "old(…) has a meaning only in `ensure`, which looks at a step.")
        inner = self.read(_only(node))
        return Old(inner, type=inner.type)

    def _application(self, node: Node, _: Type | None) -> Expr:
        name, given = str(node.children[0]), node.children[1:]
        signature = self.names.signature(name)
        if signature is None:
            raise wrong_name(_column(node), "name", name, self.names.known())
        if len(given) != len(signature.args):
            wanted = f"{name} takes {len(signature.args)} arguments, not {len(given)}."
            raise ExpressionFault(_column(node), wanted)
        args = tuple(self._typed(part, wanted) for part, wanted in zip(given, signature.args, strict=True))
        return Apply(name, args, signature.kind, type=signature.type)

    # --- conditions

    def _typed(self, part: Part, wanted: Type) -> Expr:
        return _require(self.read(part, wanted), wanted)

    def _bool(self, part: Part) -> Expr:
        return self._typed(part, BOOL)

    def _int(self, part: Part) -> Expr:
        return self._typed(part, Int())

    def _conjunction(self, node: Node, _: Type | None) -> Expr:
        return Every(tuple(map(self._bool, node.children)))

    def _disjunction(self, node: Node, _: Type | None) -> Expr:
        return Some(tuple(map(self._bool, node.children)))

    def _negation(self, node: Node, _: Type | None) -> Expr:
        return Not(self._bool(_only(node)))

    def _implication(self, node: Node, _: Type | None) -> Expr:
        return Implication(self._bool(node.children[0]), self._bool(node.children[1]))

    def _choice(self, node: Node, expected: Type | None) -> Expr:
        condition, then, other = node.children
        one, two = self._alike(then, other, expected)
        bounds = one.type
        if isinstance(one.type, Int) and isinstance(two.type, Int):
            bounds = _hull(one.type, two.type)
        return Choice(self._bool(condition), one, two, type=bounds)

    def _alike(self, left: Part, right: Part, expected: Type | None = None) -> tuple[Expr, Expr]:
        """Both sides with one type; a member that several sorts have takes the sort of the other side."""
        if expected is None and self._is_member(left) and not self._is_member(right):
            two = self.read(right)
            one = self.read(left, two.type)
        else:
            one = self.read(left, expected)
            two = self.read(right, one.type)
        _require(two, one.type)
        return one, two

    def _is_member(self, part: Part) -> bool:
        if isinstance(part, Token) or part.data != "name":
            return False
        return str(_only(part)) not in self.bound and self.names.signature(str(_only(part))) is None

    def _comparison(self, node: Node, _: Type | None) -> Expr:
        parts, ops = node.children[0::2], [str(op) for op in node.children[1::2]]
        links = tuple(self._compared(op, parts[i], parts[i + 1]) for i, op in enumerate(ops))
        return links[0] if len(links) == 1 else Every(links)

    def _compared(self, op: str, left: Part, right: Part) -> Expr:
        one, two = self._alike(left, right)
        if op not in ("==", "!=") and not isinstance(one.type, Int):
            raise ExpressionFault(one.column, f"{op} orders numbers, and this is {_article(one.type)}.")
        return Comparison(op, one, two, column=one.column)

    def _among(self, node: Node, _: Type | None) -> Expr:
        item = self.read(node.children[0])
        return Among(item, self._set(node.children[1], item.type))

    def _not_among(self, node: Node, expected: Type | None) -> Expr:
        return Not(self._among(node, expected))

    def _set(self, part: Part, wanted: Type) -> tuple[Expr, ...]:
        assert not isinstance(part, Token)
        return tuple(self._typed(each, wanted) for each in part.children)

    def _belongs(self, node: Node, _: Type | None) -> Expr:
        path, sort = self._path(node.children[1])
        return Belongs(self._typed(node.children[0], each_of(sort)), path)

    def _belongs_not(self, node: Node, expected: Type | None) -> Expr:
        return Not(self._belongs(node, expected))

    # --- numbers

    def _arithmetic(self, node: Node, _: Type | None) -> Expr:
        left, op, right = self._int(node.children[0]), str(node.children[1]), self._int(node.children[2])
        return Arithmetic(op, left, right, type=_bounds(op, left.type, right.type))

    def _signed(self, node: Node, _: Type | None) -> Expr:
        sign, value = str(node.children[0]), self._int(node.children[1])
        if sign == "+":
            return value
        zero = Number(0, type=Int(0, 0))
        return Arithmetic("-", zero, value, type=_bounds("-", zero.type, value.type))

    def _extreme(self, node: Node, _: Type | None) -> Expr:
        op, items = str(node.children[0]), tuple(map(self._int, node.children[1:]))
        bounds = [item.type for item in items if isinstance(item.type, Int)]
        return Extreme(op, items, type=_largest(bounds) if op == "max" else _smallest(bounds))

    # --- quantifiers

    def _quantified(self, node: Node, _: Type | None) -> Expr:
        op, binders, body = node.children
        assert not isinstance(binders, Token)
        return self._nested(str(op), list(binders.children), body)

    def _nested(self, op: str, binders: list[Part], body: Part) -> Expr:
        first, *rest = binders
        names, domain = self._binder(first)
        inner = replace(self, bound={**self.bound, **dict.fromkeys(names, each_of(domain.sort))})
        if rest:
            held = inner._nested(op, rest, body)
            outer = "sum" if op == "count" else op  # counting pairs is adding up the counts
            return Quantified(outer, names, domain, held, type=BOOL if held.type == BOOL else Int())
        held = inner._int(body) if op in ("sum", "largest") else inner._bool(body)
        return Quantified(op, names, domain, held, type=self._result(op, domain))

    def _result(self, op: str, domain: Domain) -> Type:
        if op in ("any", "all"):
            return BOOL
        if op == "count" and domain.of is None and domain.items is None:
            return Int(0, len(self.names.members(domain.sort) or ()))
        return Int(0) if op == "count" else Int()

    def _binder(self, part: Part) -> tuple[tuple[str, ...], Domain]:
        assert not isinstance(part, Token)
        *named, where = part.children
        names = tuple(map(str, named))
        for name in names:
            if self.names.signature(name) is not None:
                raise ExpressionFault(_column(part), f"{name} already means something in the vocabulary.")
        if part.data == "pairs":
            path, sort = self._path(where)
            return names, Domain(sort, path, steps=True)
        return names, self._domain(where)

    def _domain(self, part: Part) -> Domain:
        assert not isinstance(part, Token)
        if part.data == "set":
            first = self.read(part.children[0]) if part.children else None
            if first is None or not isinstance(first.type, (Enum, Text)):
                raise ExpressionFault(_column(part), "a quantifier ranges over members, and none are listed here.")
            sort = first.type.sort if isinstance(first.type, Enum) else TEXT
            return Domain(sort, items=self._set(part, first.type))
        name = str(_only(part)) if part.data == "name" else ""
        if self.names.members(name) is not None and not isinstance(self.bound.get(name), Path):
            return Domain(name)  # an argument may be called like its sort
        if name and name not in self._everything():
            raise ExpressionFault(_column(part), f"there is no sort {name}.{nearest(name, self.names.sorts())}")
        path, sort = self._path(part)
        return Domain(sort, path)


def _hull(one: Int, two: Int) -> Int:
    low = None if one.low is None or two.low is None else min(one.low, two.low)
    high = None if one.high is None or two.high is None else max(one.high, two.high)
    return Int(low, high)


def _largest(bounds: list[Int]) -> Int:
    """The bounds of the larger one: no bound below is overcome by a bound, no bound above stays."""
    lows = [each.low for each in bounds if each.low is not None]
    highs = [each.high for each in bounds if each.high is not None]
    return Int(max(lows, default=None), max(highs) if len(highs) == len(bounds) else None)


def _smallest(bounds: list[Int]) -> Int:
    lows = [each.low for each in bounds if each.low is not None]
    highs = [each.high for each in bounds if each.high is not None]
    return Int(min(lows) if len(lows) == len(bounds) else None, min(highs, default=None))
