"""The typed tree of an expression, and what names it is read against. Text is not read here."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Literal, Protocol, TypeAlias, cast

from .fault import nearest

Kind: TypeAlias = Literal["variable", "define", "relation", "quantity"]


@dataclass(frozen=True)
class Bool:
    """True or false."""

    def __str__(self) -> str:
        return "bool"


@dataclass(frozen=True)
class Int:
    """A whole number between two bounds; None is no bound."""

    low: int | None = None
    high: int | None = None

    def __str__(self) -> str:
        if self.low is None and self.high is None:
            return "int"
        return f"int {'' if self.low is None else self.low}..{'' if self.high is None else self.high}"


@dataclass(frozen=True)
class Enum:
    """A member of a sort of the vocabulary."""

    sort: str

    def __str__(self) -> str:
        return self.sort


@dataclass(frozen=True)
class Path:
    """A sequence of members of a sort, or of texts; its length is known wherever it is evaluated."""

    sort: str

    def __str__(self) -> str:
        return f"path of {self.sort}"


@dataclass(frozen=True)
class Text:
    """A name that only the position knows, such as a card's id. Compared for equality, and only evaluated."""

    def __str__(self) -> str:
        return "text"


Type: TypeAlias = Bool | Int | Enum | Path | Text
BOOL = Bool()
TEXT = "text"  # what stands in the place of a sort where texts are meant


def each_of(sort: str) -> Type:
    """The type of what a path of a sort, or of texts, is made of."""
    return Text() if sort == TEXT else Enum(sort)


@dataclass(frozen=True, kw_only=True)
class Expr:
    """A node of the tree, with its type and the column (from 1) where its text starts."""

    type: Type = BOOL
    column: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Number(Expr):
    """A whole number as written."""

    value: int


@dataclass(frozen=True)
class Truth(Expr):
    """`true` or `false`."""

    value: bool


@dataclass(frozen=True)
class Member(Expr):
    """A member of a sort, by its name."""

    sort: str
    name: str


@dataclass(frozen=True)
class Quoted(Expr):
    """A text as written, `'word'`; `''` is none at all."""

    value: str


@dataclass(frozen=True)
class Spelled(Expr):
    """`spelled(x)`: the text by which positions and actions name a member."""

    of: Expr


@dataclass(frozen=True)
class Listed(Expr):
    """`[a, b]`: a path of what is listed."""

    items: tuple[Expr, ...]


@dataclass(frozen=True)
class InOrder(Expr):
    """`in_order(a, b)`: what two paths both have comes in the same order in both."""

    left: Expr
    right: Expr


@dataclass(frozen=True)
class Bound(Expr):
    """An argument, or what a quantifier ranges with."""

    name: str


@dataclass(frozen=True)
class Apply(Expr):
    """A variable, define, relation or quantity of the vocabulary at arguments."""

    name: str
    args: tuple[Expr, ...]
    kind: Kind


@dataclass(frozen=True)
class Field(Expr):
    """A constant field of a member, `slot.column`."""

    of: Expr
    name: str


@dataclass(frozen=True)
class Item(Expr):
    """`path[0]`: a step of a path, counted from 0. Outside the path it is nothing, which equals no member."""

    of: Expr
    at: Expr


@dataclass(frozen=True)
class Length(Expr):
    """`len(path)`."""

    of: Expr


@dataclass(frozen=True)
class Last(Expr):
    """`last(path)`: nothing where the path is empty."""

    of: Expr


@dataclass(frozen=True)
class Not(Expr):
    """`not a`."""

    of: Expr


@dataclass(frozen=True)
class Every(Expr):
    """`a and b and c`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True)
class Some(Expr):
    """`a or b or c`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True)
class Implication(Expr):
    """`a implies b`."""

    left: Expr
    right: Expr


@dataclass(frozen=True)
class Choice(Expr):
    """`if a then b else c`."""

    condition: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True)
class Comparison(Expr):
    """Two values compared by `== != < <= > >=`."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True)
class Arithmetic(Expr):
    """Two numbers joined by `+ - *`."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True)
class Extreme(Expr):
    """`max(a, b)` or `min(a, b)`."""

    op: str
    items: tuple[Expr, ...]


@dataclass(frozen=True)
class Belongs(Expr):
    """`x in path`."""

    item: Expr
    of: Expr


@dataclass(frozen=True)
class Among(Expr):
    """`x in {a, b}`."""

    item: Expr
    items: tuple[Expr, ...]


@dataclass(frozen=True)
class Domain:
    """What a quantifier ranges over: a sort, a path, the steps of a path, or members listed; `text` is no sort."""

    sort: str
    of: Expr | None = None
    steps: bool = False
    items: tuple[Expr, ...] | None = None


@dataclass(frozen=True)
class Quantified(Expr):
    """`any`, `all`, `count`, `sum` or `largest` (0 of none) over one domain; several binders nest."""

    op: str
    names: tuple[str, ...]
    domain: Domain
    body: Expr


@dataclass(frozen=True)
class Old(Expr):
    """`old(x)`: x before the step."""

    of: Expr


@dataclass(frozen=True)
class Reading(Expr):
    """`reading(question is reading)`: whether an open question is read in this way."""

    question: str
    reading: str


@dataclass(frozen=True)
class Signature:
    """What a name of the vocabulary takes and gives. `monitor`: nothing a solver can hold."""

    name: str
    kind: Kind
    args: tuple[Type, ...]
    type: Type
    monitor: bool = False


class Names(Protocol):
    """What a text is read against: a vocabulary, or a part of one while it is being read."""

    def members(self, sort: str) -> tuple[str, ...] | None:
        """The members of a sort, the blank one last; None where there is no such sort."""
        ...

    def fields_of(self, sort: str) -> Mapping[str, Type]:
        """The constant fields of a sort's members."""
        ...

    def sorts(self) -> tuple[str, ...]:
        """The names of all sorts."""
        ...

    def signature(self, name: str) -> Signature | None:
        """What a variable, define, relation or quantity takes and gives."""
        ...

    def known(self) -> tuple[str, ...]:
        """All names that `signature` knows."""
        ...

    def readings_of(self, question: str) -> tuple[str, ...] | None:
        """The readings of an open question, the default first."""
        ...

    def questions(self) -> tuple[str, ...]:
        """The open questions that have readings."""
        ...


@dataclass(frozen=True)
class Scope:
    """Where a text stands: the arguments it may name, whether `old` may occur, and the type it has to have."""

    names: Mapping[str, Type] = field(default_factory=dict[str, Type])
    old: bool = False
    expected: Type | None = BOOL


CONDITION = Scope()


class ExpressionFault(ValueError):
    """What is wrong with a text, and at which column (from 1)."""

    def __init__(self, column: int, what: str) -> None:
        self.column = column
        self.what = what
        super().__init__(f"column {column}: {what}")


@cache
def _members(kind: type) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind) if each.name not in ("type", "column"))


def children(expr: Expr) -> Iterator[Expr]:
    """The expressions directly inside another, in the order of their text."""
    kind: type = type(expr)
    for name in _members(kind):
        value: Any = getattr(expr, name)
        parts = (*cast(Iterable[Any], value),) if isinstance(value, tuple) else (value,)
        for part in parts:
            if isinstance(part, Expr):
                yield part
            elif isinstance(part, Domain):
                yield from (part.of,) if part.of is not None else (part.items or ())


def walk(expr: Expr) -> Iterator[Expr]:
    """An expression and everything in it."""
    yield expr
    for child in children(expr):
        yield from walk(child)


def wrong_name(column: int, what: str, name: str, known: tuple[str, ...]) -> ExpressionFault:
    """There is no such name; the nearest right one."""
    return ExpressionFault(column, f"there is no {what} {name}.{nearest(name, known)}")
