"""The clauses as another reading has them: what a question's reading would change. Nothing is judged by them here.

Only what is evaluated is exchanged: names keep their signatures, so whatever speaks of them stays as it was read.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from . import formal
from .clause import Clause
from .expression import parse
from .fault import Fault, nearest
from .meanings import Define
from .question import Change, Reading
from .syntax import BOOL, Apply, Every, Expr, ExpressionFault, Scope, Some, walk
from .vocabulary import Vocabulary

if TYPE_CHECKING:
    from .loading import Rules


def patched(rules: "Rules", changes: Iterable[Change]) -> "Rules":
    """The rules with these changes. Raises ExpressionFault or LookupError where one cannot be read."""
    made = tuple(changes)
    vocabulary = _vocabulary(rules.vocabulary, [change for change in made if change.define])
    formal.carry_over(rules.vocabulary, vocabulary)
    clauses = {clause.id: clause for clause in rules.clauses}
    for change in made:
        if change.clause is not None:
            clauses[change.clause] = _clause(_there(clauses, change.clause, "clause"), change)
    return replace(rules, vocabulary=vocabulary, clauses=tuple(clauses.values()))


def touched(rules: "Rules", other: "Rules") -> frozenset[str]:
    """The clauses that are otherwise in other rules: those changed, and those that speak of what has changed."""
    before = {clause.id: clause for clause in rules.clauses}
    changed = {clause.id for clause in other.clauses if clause != before[clause.id]}
    norms, defines = formal.norms_of(other), other.vocabulary.define
    names = {name for name, define in defines.items() if define is not rules.vocabulary.define[name]}
    while True:
        more = {name for name, define in defines.items() if _named(define) & names}
        adding = [norm for norm in norms if norm.value is not None and (norm.id in changed or _named(norm) & names)]
        more |= {norm.target for norm in adding if norm.target is not None}
        if more <= names:
            return frozenset(changed | {norm.id for norm in norms if _named(norm) & names})
        names |= more


def faults(rules: "Rules") -> Iterator[Fault]:
    """Each change that cannot be read, at the line of its reading."""
    for question in rules.questions:
        for reading in question.readings:
            for what in _wrong(rules, reading):
                where = rules.where(question, "readings", reading.name)
                yield Fault(where, f"question {question.id}: the patch of {reading.name}: {what}")


def _wrong(rules: "Rules", reading: Reading) -> Iterator[str]:
    clauses = {clause.id: clause for clause in rules.clauses}
    for change in reading.patch or ():
        try:
            if change.define is not None:
                _define(rules.vocabulary, change)
                continue
            name = change.clause or ""
            clauses[name] = _clause(_there(clauses, name, "clause"), change)
            yield from (f"{name}: {part}: {what}" for part, what in formal.faults(clauses[name], rules.vocabulary))
        except ExpressionFault as error:
            yield f"{change.define}: {error}"
        except (LookupError, ValueError) as error:
            yield str(error.args[0])


def _there(known: Mapping[str, Clause], name: str, what: str) -> Clause:
    if name not in known:
        raise LookupError(f"there is no {what} {name}.{nearest(name, known)}")
    return known[name]


def _clause(clause: Clause, change: Change) -> Clause:
    if change.out:
        return clause.model_copy(update={"do": None, "when": None, "ensure": None, "value": None})
    parts = dict(change.parts)
    if change.only or change.also:
        if clause.when is None:
            raise ValueError(f"{clause.id} has no condition to join: write `when`")
        parts["when"] = _joined(clause.when, change)
    return clause.model_copy(update=parts)


def _joined(condition: str, change: Change) -> str:
    narrowed = f"({condition}) and ({change.only})" if change.only else condition
    return f"({narrowed}) or ({change.also})" if change.also else narrowed


def _vocabulary(vocabulary: Vocabulary, changes: Iterable[Change]) -> Vocabulary:
    defines = dict(vocabulary.define)
    for change in changes:
        made = _define(replace(vocabulary, define=defines), change)
        defines[made.name] = made
    return replace(vocabulary, define=defines)


def _define(vocabulary: Vocabulary, change: Change) -> Define:
    name = change.define or ""
    known = vocabulary.define.get(name)
    if known is None:
        raise LookupError(f"there is no define {name}.{nearest(name, vocabulary.define)}")
    made = replace(known, body=_body(known, vocabulary, change))
    if name in _reached(made.body, vocabulary):
        raise ValueError(f"{name} would speak of itself")
    return made


def _body(known: Define, vocabulary: Vocabulary, change: Change) -> Expr:
    if change.body is not None:
        return parse(change.body, vocabulary, Scope(known.args, False, known.body.type))
    body: Expr = known.body
    if body.type != BOOL:
        raise ValueError(f"{known.name} is no condition to join: write `is`")
    condition = Scope(known.args, False, BOOL)
    if change.only is not None:
        body = Every(items=(body, parse(change.only, vocabulary, condition)), column=body.column)
    if change.also is not None:
        body = Some(items=(body, parse(change.also, vocabulary, condition)), column=body.column)
    return body


def _reached(body: Expr, vocabulary: Vocabulary) -> set[str]:
    """The defines that a body speaks of, directly or by others."""
    found: set[str] = set()
    waiting = [body]
    while waiting:
        applied = {part.name for part in walk(waiting.pop()) if isinstance(part, Apply) and part.kind == "define"}
        waiting += [vocabulary.define[name].body for name in applied - found]
        found |= applied
    return found


_NAMED: dict[int, tuple[Define | formal.Norm, frozenset[str]]] = {}  # by identity: comparing trees takes too long


def _named(entry: Define | formal.Norm) -> frozenset[str]:
    """The names of the vocabulary that a define or a clause speaks of directly."""
    known = _NAMED.get(id(entry))
    if known is None or known[0] is not entry:
        exprs = (entry.body,) if isinstance(entry, Define) else (entry.when, entry.ensure, entry.value)
        parts = (part for expr in exprs if expr is not None for part in walk(expr))
        known = entry, frozenset(part.name for part in parts if isinstance(part, Apply))
        _NAMED[id(entry)] = known
    return known[1]
