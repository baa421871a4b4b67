"""The formal part of a clause, read against the vocabulary. Nothing is judged by it here."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from .clause import Clause
from .expression import parse
from .syntax import BOOL, Bound, Expr, ExpressionFault, Int, Truth, Type, walk
from .vocabulary import Vocabulary


class Rules(Protocol):
    """What is asked of a game's rules here."""

    @property
    def vocabulary(self) -> Any:
        """The game's Vocabulary."""
        ...

    @property
    def clauses(self) -> Iterable[Clause]:
        """All its clauses, formal or not."""
        ...


@dataclass(frozen=True)
class Norm:
    """The formal part of a clause, read: the action or quantity that `do` names, and what it binds."""

    id: str
    modality: str | None
    target: str | None
    args: Mapping[str, Type]
    when: Expr
    ensure: Expr | None
    value: Expr | None
    overrides: tuple[str, ...]
    text: str = field(default="", compare=False)

    @property
    def follows(self) -> bool:
        """Whether its `ensure` speaks of the action of its `do`: it is an `is`, or names an argument."""
        if self.modality == "is" or self.ensure is None:
            return self.modality == "is"
        return any(isinstance(part, Bound) and part.name in self.args for part in walk(self.ensure))


def faults(clause: Clause, vocabulary: Vocabulary) -> tuple[tuple[str, str], ...]:
    """The formal parts of a clause that are wrong (`do`, `when`, `ensure`, `value`), each with what is wrong."""
    found: list[tuple[str, str]] = []
    try:
        vocabulary.scope(clause.do)
    except ExpressionFault as error:
        return (("do", str(error)),)
    for part in ("when", "ensure", "value"):
        try:
            _part(clause, part, vocabulary)
        except ExpressionFault as error:
            found.append((part, str(error)))
    return (*found, *_misplaced(clause, vocabulary))


def _misplaced(clause: Clause, vocabulary: Vocabulary) -> tuple[tuple[str, str], ...]:
    target = vocabulary.arguments(clause.do)[0] if clause.do is not None else None
    wrong = (
        ("value", "a value needs a quantity in `do`.", clause.value is not None and target not in vocabulary.quantity),
        ("do", "a quantity needs a `value`.", target in vocabulary.quantity and clause.value is None),
        ("do", "an action needs a modality.", target in vocabulary.action and clause.modality is None),
        ("when", "it needs a `do` or an `ensure`.", clause.when is not None and not (clause.do or clause.ensure)),
        (
            "ensure",
            "what is so (`is`) of an action is said here.",
            clause.modality == "is" and target in vocabulary.action and not (clause.ensure or clause.value),
        ),
    )
    return tuple((part, what) for part, what, failed in wrong if failed)


def _part(clause: Clause, part: str, vocabulary: Vocabulary) -> Expr | None:
    text: str | None = getattr(clause, part)
    if text is None:
        return None
    known, key = _PARTS.setdefault(vocabulary, {}), (clause.do, part, text)
    if key not in known:
        scope = vocabulary.scope(clause.do, old=part == "ensure", expected=Int() if part == "value" else BOOL)
        known[key] = parse(text, vocabulary, scope)
    return known[key]


# parsing takes longer than all else, and who looks for faults parses what is judged by afterwards
_PARTS: WeakKeyDictionary[Vocabulary, dict[tuple[str | None, str, str], Expr]] = WeakKeyDictionary()


def read(clause: Clause, vocabulary: Vocabulary) -> Norm:
    """The formal part of a clause. Raises ExpressionFault at the first fault; `faults` finds them all."""
    known = _READ.setdefault(vocabulary, {})
    if clause not in known:
        known[clause] = _read(clause, vocabulary)
    return known[clause]


_READ: WeakKeyDictionary[Vocabulary, dict[Clause, Norm]] = WeakKeyDictionary()  # clauses are read once a vocabulary


def carry_over(known: Vocabulary, to: Vocabulary) -> None:
    """Clauses that were read against one vocabulary are the same against another one with the same signatures."""
    _READ.setdefault(to, {}).update(_READ.get(known, {}))


def _read(clause: Clause, vocabulary: Vocabulary) -> Norm:
    target: str | None = None
    args: Mapping[str, Type] = {}
    if clause.do is not None:
        target, args = vocabulary.arguments(clause.do)
    when = _part(clause, "when", vocabulary) or Truth(True)
    ensure, value = _part(clause, "ensure", vocabulary), _part(clause, "value", vocabulary)
    text = clause.ensure or clause.when or clause.value or ""
    return Norm(clause.id, clause.modality, target, args, when, ensure, value, tuple(clause.overrides), text)


def norms_of(rules: Rules, mode: str | None = None, without: frozenset[str] = frozenset()) -> tuple[Norm, ...]:
    """The formal clauses of a mode (None: of all modes), except some. Raises ExpressionFault."""
    formal = (c for c in rules.clauses if c.do is not None or c.ensure is not None)
    chosen = (c for c in formal if c.id not in without and (mode is None or not c.modes or mode in c.modes))
    return tuple(read(clause, rules.vocabulary) for clause in chosen)
