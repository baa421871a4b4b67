"""Clauses that can never apply, or never say anything, with what makes it so. It judges no state.

A clause is vacuous where its condition contradicts itself, a range or invariant of the vocabulary, or what other
clauses say of every position; and where what it ensures holds whatever happens. Named are the fewest that make it so.
Readings are left open: a clause that applies under one reading of a question is not vacuous.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from ruleproof.spec.meanings import Variable
from ruleproof.spec.syntax import Int

from .asking import Asking
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
            yield _never(search, stated, killers)
    for kept in search.statements.kept:
        if finding := _kept(search, kept, killers):
            yield finding


def _stated(search: Search) -> Iterator[Stated]:
    statements = search.statements
    for action in statements.vocabulary.action:
        for modality in ("may", "cannot", "must"):
            yield from statements.on(action, modality)
    for quantity in statements.vocabulary.quantity:
        yield from statements.adding(quantity)


def _never(search: Search, stated: Stated, killers: "_Killers") -> Finding:
    clauses, others = killers.of(stated)
    return _finding(search, stated.id, "can never apply", clauses, others)


def _finding(search: Search, clause: str, what: str, clauses: list[str], others: list[str]) -> Finding:
    why = listed([*clauses, *others]) if clauses or others else ""
    because = f" because of {why}" if why else ": its own parts contradict each other"
    return search.finding(
        "vacuous",
        "warning",
        (clause, *clauses),
        f"{clause} {what}{because}.",
        ("Correct its condition, or take it out.", "Correct what makes it so, where that is wrong."),
    )


def _kept(search: Search, kept: Kept, killers: "_Killers") -> Finding | None:
    asking = search.asking(kept.action or "")
    if asking.never(kept.case):
        return _finding(search, kept.id, "can never apply", *killers.of_case(kept))
    if asking.never(kept.case, search.statements.formulas.negate(kept.ensure)):
        return search.finding(
            "vacuous",
            "warning",
            (kept.id,),
            f"{kept.id} says nothing: what it ensures holds whatever happens.",
            ("Say what it is to rule out, or take its `ensure` out.",),
            key="ensure",
        )
    return None


@dataclass(eq=False)
class _Killers:
    """What a condition can contradict: ranges and invariants of the vocabulary, and what clauses say of every position.

    They are told apart in a second set of formulas, in which no range is taken for granted.
    """

    search: Search

    @cached_property
    def _loose(self) -> Statements:
        return Statements(self.search.rules, self.search.mode, loose=True)

    def standing(self, asking: Asking, stated: Stated) -> list[Formula]:
        """What other clauses say of every position, where it bears on a clause; nothing where they contradict."""
        known, said = leaves(stated.when), _standing(self.search.statements)
        bearing = [holds for clause, holds in said.items() if clause != stated.id and known & leaves(holds)]
        return bearing if asking.possible(*bearing) else []

    def of(self, stated: Stated) -> tuple[list[str], list[str]]:
        """The clauses, and the ranges and invariants in words, that keep a clause from ever applying."""
        return self._fewest(self._loose.stated(stated.norm).when, stated.id)

    def of_case(self, kept: Kept) -> tuple[list[str], list[str]]:
        """The same for the case of a clause that steps keep."""
        again = next(each for each in self._loose.kept if each.id == kept.id)
        return self._fewest(again.case, kept.id)

    def _fewest(self, condition: Value, itself: str) -> tuple[list[str], list[str]]:
        """The fewest, where ranges come before invariants and both before clauses."""
        asking, named = Asking(self._loose), dict[Formula, tuple[str, str]]()
        bearing = list(self._bearing(condition))
        for kind in ("", "range", "invariant", "clause"):
            named |= {holds: told for each, holds, told in bearing if each == kind and told[0] != itself}
            if core := asking.core(*conjuncts(condition), *named):
                told = [named[each] for each in core if each in named]
                clauses, words = ([each[place] for each in told if each[place]] for place in (0, 1))
                return list(dict.fromkeys(clauses)), list(dict.fromkeys(words))
        return [], []

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
