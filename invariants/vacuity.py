"""Clauses that can never apply, or never say anything, with what makes it so. It judges no state.

A clause is vacuous where its condition contradicts itself, a range or invariant of the vocabulary, or what other
clauses say of every position; and where what it ensures holds whatever happens. Named are the fewest that make it so.
Readings are left open: a clause that applies under one reading of a question is not vacuous.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from ruleproof.spec.formal import Norm
from ruleproof.spec.meanings import Variable
from ruleproof.spec.syntax import Int

from .asking import Asking
from .deciding import Case
from .exhibiting import Sought
from .flaw import Finding
from .formulas import Formula, Value, conjuncts, in_order, leaves
from .searching import Search, listed
from .stating import Kept, Stated, Statements


def vacuous(search: Search) -> Iterator[Finding]:
    """Every clause that never applies or says nothing."""
    killers = _Killers(search)
    for stated in _stated(search):
        asking = search.asking(stated.norm.target or "")
        if asking.never(stated.when, *killers.standing(asking, stated)):
            yield _never(search, stated.norm, killers.of(stated))
    for kept in search.statements.kept:
        asking = search.asking(kept.action or "")
        if asking.possible(kept.case, search.statements.formulas.negate(kept.ensure)):
            continue
        yield (
            _never(search, kept.norm, killers.of_case(kept)) if asking.never(kept.case) else _says_nothing(search, kept)
        )


def _stated(search: Search) -> Iterator[Stated]:
    statements = search.statements
    for action in statements.vocabulary.action:
        for modality in ("may", "cannot", "must"):
            yield from statements.on(action, modality)
    for quantity in statements.vocabulary.quantity:
        yield from statements.adding(quantity)


@dataclass(frozen=True)
class Killed:
    """Why a clause never applies: clauses, ranges and invariants in words; and a case that they alone rule out."""

    clauses: tuple[str, ...]
    others: tuple[str, ...]
    case: Case | None

    @property
    def names(self) -> tuple[str, ...]:
        """All that makes it so; nothing where it contradicts itself."""
        return (*self.clauses, *self.others)

    def __str__(self) -> str:
        if not self.names:
            return "its own parts contradict each other"
        return f"{listed(self.names)} {'rules' if len(self.names) == 1 else 'rule'} it out"


def _never(search: Search, norm: Norm, killed: Killed) -> Finding:
    witness = None
    if killed.names:
        target = norm.target if norm.ensure is None or norm.follows else None
        sought = Sought(target, (norm,) if norm.ensure is None else ())
        witness = search.exhibiting.unreachable(sought, killed.case, str(killed))
    return search.finding(
        "vacuous",
        "warning",
        (norm.id, *killed.clauses),
        f"{norm.id} can never apply: {killed}.",
        ("Correct its condition, or take it out.", "Correct what makes it so, where that is wrong."),
        witness,
    )


def _says_nothing(search: Search, kept: Kept) -> Finding:
    return search.finding(
        "vacuous",
        "warning",
        (kept.id,),
        f"{kept.id} says nothing: what it ensures holds whatever happens.",
        ("Say what it is to rule out, or take its `ensure` out.",),
        search.step_in_which(kept),
        "ensure",
    )


@dataclass(eq=False)
class _Killers:
    """What a condition can contradict: ranges and invariants of the vocabulary, and what clauses say of every position.

    They are told apart in a second set of formulas, in which no range is taken for granted.
    """

    search: Search

    @cached_property
    def _loose(self) -> Statements:
        return Statements(self.search.rules, self.search.mode, loose=True)

    @cached_property
    def _standing(self) -> Mapping[Formula, tuple[tuple[str, Formula], ...]]:
        """What clauses say of every position, by open value."""
        found: dict[Formula, list[tuple[str, Formula]]] = {}
        for clause, holds in _standing(self.search.statements).items():
            for leaf in leaves(holds):
                found.setdefault(leaf, []).append((clause, holds))
        return {leaf: tuple(said) for leaf, said in found.items()}

    def standing(self, asking: Asking, stated: Stated) -> list[Formula]:
        """What other clauses say of every position, where it bears on a clause; nothing where they contradict."""
        said = [each for leaf in in_order(leaves(stated.when)) for each in self._standing.get(leaf, ())]
        bearing = list(dict.fromkeys(holds for clause, holds in said if clause != stated.id))
        return bearing if not bearing or asking.possible(*bearing) else []

    def of(self, stated: Stated) -> Killed:
        """What keeps a clause from ever applying."""
        return self._fewest(self._loose.stated(stated.norm).when, stated.id)

    def of_case(self, kept: Kept) -> Killed:
        """The same of the case of a clause that steps keep."""
        again = next(each for each in self._loose.kept if each.id == kept.id)
        return self._fewest(again.case, kept.id)

    def _fewest(self, condition: Value, itself: str) -> Killed:
        """The fewest, where ranges come before invariants and both before clauses."""
        asking, named = Asking(self._loose), dict[Formula, tuple[str, str]]()
        bearing = list(self._bearing(condition))
        for kind in ("", "range", "invariant", "clause"):
            named |= {holds: told for each, holds, told in bearing if each == kind and told[0] != itself}
            if core := asking.core(*conjuncts(condition), *named):
                told = [named[each] for each in core if each in named]
                clauses, words = ([each[place] for each in told if each[place]] for place in (0, 1))
                return Killed(tuple(dict.fromkeys(clauses)), tuple(dict.fromkeys(words)), asking.case(condition))
        return Killed((), (), None)

    def _bearing(self, condition: Value) -> Iterator[tuple[str, Formula, tuple[str, str]]]:
        """What bears on a condition: its kind, what holds, and the clause or the words for it."""
        statements, about = self._loose, leaves(condition)
        invariants = [(name, each) for name, holds in statements.invariants.items() for each in conjuncts(holds)]
        for _ in range(2):
            about = about.union(*(leaves(each) for _, each in invariants if leaves(each) & about))
        yield from (("invariant", each, ("", f"the invariant {n}")) for n, each in invariants if leaves(each) & about)
        for leaf in in_order(about):
            yield from (("range", bound, ("", words)) for bound, words in _range(statements, leaf))
        for clause, holds in _standing(statements).items():
            if leaves(holds) & about:
                yield "clause", holds, (clause, "")


def _standing(statements: Statements) -> dict[str, Formula]:
    """What clauses say of every position, each as it is now, by clause: those without an action, a case or a before."""
    return {clause: holds for clause, holds in statements.standing.items() if isinstance(holds, Formula)}


def _range(statements: Statements, leaf: Formula) -> Iterator[tuple[Formula, str]]:
    variable = statements.vocabulary.variable.get(leaf.leaf.key[1]) if leaf.leaf.key[0] == "variable" else None
    if variable is None or not isinstance(variable.type, Int):
        return
    low, high = variable.type.low, variable.type.high
    if low is not None:
        yield from _bound(leaf >= low, variable)
    if high is not None:
        yield from _bound(leaf <= high, variable)


def _bound(holds: Value, variable: Variable) -> Iterator[tuple[Formula, str]]:
    if isinstance(holds, Formula):
        yield holds, f"the range of {variable.name} ({variable.type})"
