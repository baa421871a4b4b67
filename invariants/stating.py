"""The formal clauses of one mode as formulas: what permits, bars and demands, what steps keep. Nothing is searched."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ruleproof.spec.closures import Sight
from ruleproof.spec.compiling import Addend
from ruleproof.spec.formal import Norm, norms_of
from ruleproof.spec.loading import Rules
from ruleproof.spec.syntax import Apply, Expr, Implication, Old, walk
from ruleproof.spec.vocabulary import Vocabulary

from .abstracting import Abstract
from .deciding import Terms
from .formulas import Formula, Value, conjuncts, in_order, leaves
from .guessing import Choices

AFTERWARDS = " afterwards"  # marks the values of the position behind a step


@dataclass(frozen=True, eq=False)
class Stated:
    """A clause that permits, bars or demands an action, or adds to a quantity: the condition under which it does."""

    norm: Norm
    when: Value

    @property
    def id(self) -> str:
        """The clause."""
        return self.norm.id


@dataclass(frozen=True, eq=False)
class Kept:
    """A clause that steps keep: where `case` is so, `ensure` holds behind the step."""

    norm: Norm
    case: Value
    ensure: Value
    action: str | None  # the action that it speaks of; None of every step

    @property
    def id(self) -> str:
        """The clause."""
        return self.norm.id

    @cached_property
    def after(self) -> frozenset[Formula]:
        """What it speaks of behind the step."""
        return behind(self.case, self.ensure)


def behind(*conditions: Value) -> frozenset[Formula]:
    """The open values that formulas hang on and that belong to the position behind a step."""
    return frozenset(leaf for leaf in leaves(*conditions) if _is_behind(leaf))


def _is_behind(leaf: Formula) -> bool:
    if AFTERWARDS in leaf.leaf.name:
        return True
    return any(_is_behind(each) for part in leaf.leaf.key if isinstance(part, Formula) for each in leaves(part))


class Statements:
    """The clauses of a mode (None: of all modes), ready to be searched for what is wrong with them.

    Where they are `loose`, ranges and invariants of the vocabulary are not taken for granted.
    """

    def __init__(self, rules: Rules, mode: str | None = None, loose: bool = False) -> None:
        self.rules = rules
        self.mode = mode
        self.loose = loose
        self.vocabulary: Vocabulary = rules.vocabulary
        self.norms = norms_of(rules, mode)
        self.abstract = Abstract(self.vocabulary, self._addends())
        self.formulas = self.abstract.formulas
        self.now = self.abstract.sight(ranged=not loose)
        # what steps keep is asked of any position that a step could lead to, so ranges are not taken for granted
        self.then = self.abstract.sight(AFTERWARDS, self.now, ranged=False)
        self._stated: dict[str, Stated] = {}
        self._on: dict[tuple[str, str], tuple[Stated, ...]] = {}
        self.terms = Terms()
        self.choices = Choices()

    def _addends(self) -> dict[str, list[Addend]]:
        found: dict[str, list[Addend]] = {}
        for norm in self.norms:
            if norm.value is not None and norm.target is not None:
                found.setdefault(norm.target, []).append(Addend(tuple(norm.args), norm.value, norm.when))
        return found

    # --- actions

    @cached_property
    def _on_actions(self) -> Mapping[tuple[str, str], tuple[Norm, ...]]:
        found: dict[tuple[str, str], list[Norm]] = {}
        for norm in self.norms:
            if norm.target is not None and norm.target in self.vocabulary.action and norm.modality is not None:
                found.setdefault((norm.target, norm.modality), []).append(norm)
        return {key: tuple(norms) for key, norms in found.items()}

    def on(self, action: str, modality: str) -> tuple[Stated, ...]:
        """The clauses that permit (`may`), bar (`cannot`) or demand (`must`) an action, its arguments being open."""
        if (action, modality) not in self._on:
            norms = self._on_actions.get((action, modality), ())
            self._on[action, modality] = tuple(self.stated(norm) for norm in norms)
        return self._on[action, modality]

    def stated(self, norm: Norm) -> Stated:
        """A clause with its condition, the arguments that it names being open."""
        if norm.id not in self._stated:
            self._stated[norm.id] = Stated(norm, self.value(norm.when, norm))
        return self._stated[norm.id]

    def given(self, stated: Stated, case: Mapping[str, Any]) -> Stated:
        """The clause for arguments of which some are known."""
        if not set(case) & set(stated.norm.args):
            return stated
        return Stated(stated.norm, self.value(stated.norm.when, stated.norm, case=case))

    def value(self, expr: Expr, norm: Norm, sight: Sight | None = None, case: Mapping[str, Any] | None = None) -> Value:
        """What an expression of a clause is worth; the arguments that `case` does not give are open."""
        args = [self.argument(norm.target or "", name, case or {}) for name in norm.args]
        return self.abstract.compile(expr, tuple(norm.args))(sight or self.now, args)

    def argument(self, action: str, name: str, case: Mapping[str, Any]) -> Value:
        """An argument of an action or quantity, known or open."""
        return case[name] if name in case else self.abstract.argument(action, name)

    def barring(self, bar: Stated, permits: Iterable[Stated]) -> Value:
        """Where a clause bars, no clause that goes before it permitting."""
        before = [permit.when for permit in permits if bar.id in permit.norm.overrides]
        return self.formulas.both(bar.when, *map(self.formulas.negate, before)) if before else bar.when

    # --- steps and numbers

    @cached_property
    def kept(self) -> tuple[Kept, ...]:
        """The clauses that steps keep."""
        return tuple(self._kept(norm) for norm in self.norms if norm.ensure is not None)

    def _kept(self, norm: Norm) -> Kept:
        ensure, cases, follows = norm.ensure, list[Value](), norm.follows
        if follows and norm.modality in ("is", "may"):
            cases.append(self.value(norm.when, norm))
        while isinstance(ensure, Implication):
            cases.append(self.value(ensure.left, norm, self.then))
            ensure = ensure.right
        assert ensure is not None
        kept = self.value(ensure, norm, self.then)
        return Kept(norm, self.formulas.both(*cases), kept, norm.target if follows else None)

    def adding(self, quantity: str) -> tuple[Stated, ...]:
        """The clauses that add to a quantity."""
        return tuple(self.stated(n) for n in self.norms if n.value is not None and n.target == quantity)

    def value_of(self, stated: Stated) -> Value:
        """What a clause adds to a quantity."""
        return self.value(stated.norm.value, stated.norm) if stated.norm.value is not None else 0

    # --- what always holds

    @cached_property
    def invariants(self) -> Mapping[str, Value]:
        """What holds in every well-formed position, by name."""
        compiled = {name: self.abstract.compile(each.holds) for name, each in self.vocabulary.invariant.items()}
        return {name: run(self.now, ()) for name, run in compiled.items()}

    @cached_property
    def standing(self) -> Mapping[str, Value]:
        """What clauses say of every position behind a step: those that name no action and look back at nothing."""
        everywhere = (norm for norm in self.norms if norm.target is None or not norm.follows)
        found = {norm.id: norm.ensure for norm in everywhere if norm.ensure is not None}
        still = {clause: ensure for clause, ensure in found.items() if not self._looks_back(ensure)}
        return {clause: self.abstract.compile(ensure)(self.now, ()) for clause, ensure in still.items()}

    def _looks_back(self, expr: Expr) -> bool:
        parts = list(walk(expr))
        defines = (part.name for part in parts if isinstance(part, Apply) and part.kind == "define")
        return any(isinstance(part, Old) for part in parts) or any(
            self._looks_back(self.vocabulary.define[name].body) for name in defines
        )

    @cached_property
    def _held_about(self) -> Mapping[Formula, tuple[Formula, ...]]:
        found: dict[Formula, list[Formula]] = {}
        for holds in () if self.loose else self.invariants.values():
            for each in conjuncts(holds):
                for leaf in in_order(leaves(each)):
                    found.setdefault(leaf, []).append(each)
        return {leaf: tuple(conditions) for leaf, conditions in found.items()}

    def background(self, about: Iterable[Formula]) -> Iterator[Formula]:
        """What holds of these open values in every well-formed position, and of those that this names in turn."""
        waiting, known = in_order(about), set[Formula]()
        told: dict[Formula, None] = {}
        while waiting:
            leaf = waiting.pop()
            if leaf in known:
                continue
            known.add(leaf)
            for each in (*self._held_about.get(leaf, ()), *self.abstract.sequences.facts.get(leaf, ())):
                if each not in told and isinstance(each, Formula):
                    told[each] = None
                    waiting += in_order(leaves(each))
        yield from told
