"""What a vocabulary's names mean: sorts, relations, variables, defines, quantities, actions. Nothing is read here."""

from collections.abc import Mapping
from dataclasses import dataclass

from .accessing import Plain, Template
from .syntax import Expr, Type
from .tables import CandidateText, PathsText, VariableText

Args = Mapping[str, Type]


@dataclass(frozen=True)
class Sort:
    """A finite set of members with constant fields. The blank member stands for nothing and is not ranged over."""

    name: str
    members: tuple[str, ...]
    blank: str | None
    fields: Mapping[str, Type]
    values: Mapping[tuple[str, str], Plain]
    written: Mapping[str, str]
    phrase: Mapping[str, str]
    says: str

    @property
    def range(self) -> tuple[str, ...]:
        """The members that a quantifier runs through."""
        return tuple(member for member in self.members if member != self.blank)

    def plain(self, member: str) -> str | None:
        """The value of a member: its name, and None for the blank one."""
        return None if member == self.blank else member


@dataclass(frozen=True)
class Relation:
    """A constant relation: the tuples of members that stand in it."""

    name: str
    args: Args
    tuples: frozenset[tuple[str, ...]]
    says: str


@dataclass(frozen=True)
class Variable:
    """What a position says: its arguments, its type, and where it stands. `holes` are expressions over `args`."""

    name: str
    args: Args
    type: Type
    text: VariableText
    holes: tuple[Expr, ...]
    inner: tuple[Expr, ...]  # the holes of `tag` or `item`
    monitor: bool

    @property
    def says(self) -> str:
        """The phrase for it, with holes for the arguments."""
        return self.text.says


@dataclass(frozen=True)
class Define:
    """A name for an expression."""

    name: str
    args: Args
    body: Expr
    monitor: bool
    says: str


@dataclass(frozen=True)
class Quantity:
    """A number that `value` clauses add up to."""

    name: str
    args: Args
    says: str


@dataclass(frozen=True)
class Paths:
    """Candidates for a path argument: the simple ways along a relation, and near misses of them."""

    text: PathsText
    sort: str
    starts: Expr
    ends: Expr


@dataclass(frozen=True)
class Each:
    """Candidates that a position offers: what names range over, a condition, and the arguments made of them."""

    over: Mapping[str, Expr | str]  # a path's expression over the names before it, or a sort
    where: Expr
    give: Mapping[str, Expr]


@dataclass(frozen=True)
class Action:
    """Something a player may do: typed arguments, its JSON, and what proposes its candidates."""

    name: str
    args: Args
    json: Mapping[str, tuple[Template, tuple[Expr, ...]]]
    optional: frozenset[str]
    closes: tuple[str, ...]
    otherwise: str
    candidates: tuple[CandidateText | Paths | Each, ...]
    says: str


@dataclass(frozen=True)
class Decision:
    """A choice that the rules leave to a player: the argument of an action, what it is chosen from, and the default."""

    name: str
    action: str
    chooses: str
    over: Expr | str  # a path's expression, or a sort
    default: Expr | None  # None: nothing is done
    says: str


@dataclass(frozen=True)
class Invariant:
    """What every well-formed position satisfies, in the words of the vocabulary."""

    name: str
    holds: Expr
    says: str
