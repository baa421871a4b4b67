"""Judging by the formal parts of clauses alone: a second formulation of legality. No game's rule is written here."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, TypeAlias, cast

from .acting import Acting, Given, Unreadable
from .algebra import PLAIN, Algebra, Value
from .closures import Run, Sight
from .compiling import Addend, Compiler
from .formal import Norm, Rules, norms_of
from .syntax import Apply, Expr, Old, Truth, walk
from .untyped import as_dict
from .viewing import Viewer
from .vocabulary import Vocabulary


@dataclass(frozen=True)
class Allowed:
    """It may be done, by these clauses."""

    clauses: tuple[str, ...]


@dataclass(frozen=True)
class Refused:
    """It may not be done: these clauses bar it, or none of these permits it."""

    clauses: tuple[str, ...]
    why: str


Decision: TypeAlias = Allowed | Refused


@dataclass(frozen=True)
class Broken:
    """A step that did not keep a clause."""

    clause: str
    ensure: str


@dataclass(frozen=True)
class _Rule:
    """A norm made ready: its condition as a function of a sight and of the arguments, by their place."""

    id: str
    overrides: tuple[str, ...]
    names: tuple[str, ...]
    run: Run
    known: dict[tuple[Value, ...], Value] | None  # where the arguments alone decide

    def holds(self, sight: Sight, given: Given) -> Value:
        """Whether its condition holds."""
        values = tuple([given.get(name) for name in self.names])
        if self.known is None:
            return self.run(sight, values)
        if values not in self.known:
            self.known[values] = self.run(sight, values)
        return self.known[values]


@dataclass(frozen=True)
class _Watch:
    """A norm on steps, made ready."""

    id: str
    target: str | None
    names: tuple[str, ...]
    when: Run
    ensure: Run
    text: str


class _ByAction(dict[str, tuple[_Rule, ...]]):
    """The rules of actions, made when they are first asked for: who looks at one action need not wait for all."""

    def __init__(self, make: Callable[[str], Iterable[_Rule]]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, action: str) -> tuple[_Rule, ...]:
        made = self[action] = tuple(self._make(action))
        return made


@lru_cache(maxsize=16)
def _acting(vocabulary: Vocabulary) -> Acting:
    return Acting(vocabulary)


@lru_cache(maxsize=16)
def _viewer(vocabulary: Vocabulary) -> Viewer:
    return Viewer(vocabulary)


class Norms:
    """The formal clauses of a game under one choice of readings, ready to judge many positions."""

    def __init__(
        self,
        rules: Rules,
        readings: Mapping[str, str] | None = None,
        mode: str | None = None,
        without: frozenset[str] = frozenset(),
        algebra: Algebra = PLAIN,
    ) -> None:
        self.vocabulary: Vocabulary = rules.vocabulary
        self.norms = norms_of(rules, mode, without)
        self.algebra = algebra
        self.acting = _acting(self.vocabulary)
        self.viewer = _viewer(self.vocabulary)
        self.compiler = Compiler(self.vocabulary, readings, self._addends(), algebra)
        self._targets: dict[str, list[Norm]] = {}
        self._permits = self._rules(("may",))
        self._bars = self._rules(("cannot",))
        self._musts = self._rules(("must",))

    @cached_property
    def _watches(self) -> tuple[_Watch, ...]:
        return tuple(self._watch(norm) for norm in self.norms if norm.ensure is not None)

    @cached_property
    def _held(self) -> dict[str, Run]:
        return {name: self.compiler.compile(each.holds) for name, each in self.vocabulary.invariant.items()}

    def _addends(self) -> dict[str, list[Addend]]:
        found: dict[str, list[Addend]] = {}
        for norm in self.norms:
            if norm.value is not None and norm.target is not None:
                found.setdefault(norm.target, []).append(Addend(tuple(norm.args), norm.value, norm.when))
        return found

    def _rules(self, modalities: tuple[str, ...]) -> "_ByAction":
        return _ByAction(lambda action: [self._rule(norm) for norm in self._of(action) if norm.modality in modalities])

    def _of(self, action: str) -> Iterable[Norm]:
        if not self._targets:
            for norm in self.norms:
                self._targets.setdefault(norm.target or "", []).append(norm)
        return self._targets.get(action, ())

    def _rule(self, norm: Norm) -> _Rule:
        names = tuple(norm.args)
        known: dict[tuple[Value, ...], Value] | None = {} if self._is_fixed(norm.when) else None
        return _Rule(norm.id, norm.overrides, names, self.compiler.compile(norm.when, names), known)

    def _is_fixed(self, expr: Expr) -> bool:
        """Whether an expression asks nothing of a position."""
        for part in walk(expr):
            if isinstance(part, Old) or (isinstance(part, Apply) and part.kind in ("variable", "quantity")):
                return False
            defined = isinstance(part, Apply) and part.kind == "define"
            if isinstance(part, Apply) and defined and not self._is_fixed(self.vocabulary.define[part.name].body):
                return False
        return True

    def _watch(self, norm: Norm) -> _Watch:
        assert norm.ensure is not None
        names = tuple(norm.args) if norm.follows else ()
        guarded = norm.follows and norm.modality in ("is", "may")  # what it bars or demands is no guard
        when = self.compiler.compile(norm.when if guarded else Truth(True), names)
        ensure = self.compiler.compile(norm.ensure, names)
        return _Watch(norm.id, norm.target if norm.follows else None, names, when, ensure, norm.text)

    # --- judging an action

    def sight(self, position: Any, before: Sight | None = None) -> Sight:
        """A position, seen once and judged many times."""
        return self.viewer.sight(position, before)

    def judge(self, sight: Sight, action: object) -> Decision:
        """Whether an action given as JSON may be done, with the clauses that say so."""
        try:
            name, given = self.acting.read(action, sight)
        except Unreadable as error:
            return Refused((), str(error))
        return self.decide(sight, name, given)

    def decide(self, sight: Sight, name: str, given: Given) -> Decision:
        """Whether an action may be done, with the clauses that say so; all that bar it are named."""
        permits = [rule for rule in self._permits[name] if rule.holds(sight, given)]
        beaten = {each for rule in permits for each in rule.overrides}
        bars = [rule.id for rule in self._bars[name] if rule.id not in beaten and rule.holds(sight, given)]
        bars += [rule.id for rule in self._outstanding(name, sight)]
        if bars:
            return Refused(tuple(sorted(bars)), f"{name} is barred")
        if permits or self.vocabulary.action[name].otherwise == "allowed":
            return Allowed(tuple(sorted(rule.id for rule in permits)))
        return Refused(tuple(sorted(rule.id for rule in self._permits[name])), f"nothing permits {name} here")

    def _outstanding(self, name: str, sight: Sight) -> list[_Rule]:
        """The duties that have to be met before this action, and are not."""
        duties = [(each, rule) for each in self.vocabulary.action[name].closes for rule in self._musts[each]]
        return [rule for each, rule in duties if any(self._due(each, rule, sight))]

    def _due(self, action: str, rule: _Rule, sight: Sight) -> Iterable[Value]:
        return (rule.holds(sight, given) for given in self.acting.combinations(action, rule.names))

    def legal(self, sight: Sight, name: str, given: Given) -> Value:
        """Whether an action may be done: a truth value, or a solver's term where the sight gives terms."""
        if self.algebra is PLAIN:
            return isinstance(self.decide(sight, name, given), Allowed)
        ops = self.algebra
        permits = {rule: rule.holds(sight, given) for rule in self._permits[name]}
        permitted = self.vocabulary.action[name].otherwise == "allowed" or ops.either(*permits.values())
        bars: list[Value] = []
        for rule in self._bars[name]:
            bars.append(self._barring(rule, permits, sight, given))
            if bars[-1] is True:  # settled without the solver: the other terms need not be built
                return False
        for each in self.vocabulary.action[name].closes:
            bars += [due for rule in self._musts[each] for due in self._due(each, rule, sight)]
        return ops.both(permitted, ops.negate(ops.either(*bars)))

    def _barring(self, rule: _Rule, permits: Mapping[_Rule, Value], sight: Sight, given: Given) -> Value:
        beaten = self.algebra.either(*(held for each, held in permits.items() if rule.id in each.overrides))
        return self.algebra.both(rule.holds(sight, given), self.algebra.negate(beaten))

    def candidates(self, sight: Sight, name: str) -> tuple[dict[str, Any], ...]:
        """The actions of one type that the vocabulary proposes here, legal or not."""
        written = (self.acting.write(name, given, sight) for given in self.acting.proposed(name, sight))
        return (*(each for each in written if each is not None), *self.acting.listed(name))

    def choice(self, sight: Sight, name: str) -> tuple[tuple[Value, ...], Value]:
        """What a decision of the vocabulary is made from here, and what is chosen where nobody chooses (or None)."""
        decision = self.vocabulary.decision[name]
        sort = self.vocabulary.sort[decision.over] if isinstance(decision.over, str) else None
        over = sort.range if sort else tuple(self.compiler.compile(cast(Expr, decision.over))(sight, ()))
        return over, None if decision.default is None else self.compiler.compile(decision.default)(sight, ())

    # --- watching steps, and numbers

    def broken(self, before: Any, action: object, after: Any) -> tuple[Broken, ...]:
        """The clauses that a step did not keep. `action` is JSON; positions are JSON or sights."""
        old = before if isinstance(before, Sight) else self.sight(before)
        new = self.sight(after, old)
        try:
            name, given = self.acting.read(action, old)
        except Unreadable:
            name, given = "", dict[str, Value]()
        watching = (w for w in self._watches if w.target is None or w.target == name)
        return tuple(Broken(w.id, w.text) for w in watching if not self._kept(w, old, new, given))

    def _kept(self, watch: _Watch, old: Sight, new: Sight, given: Given) -> bool:
        values = [given.get(name) for name in watch.names]
        return not watch.when(old, values) or bool(watch.ensure(new, values))

    def amiss(self, sight: Sight) -> tuple[str, ...]:
        """The invariants of the vocabulary that a position breaks: then it is no well-formed position."""
        return tuple(name for name, run in self._held.items() if not run(sight, ()))

    def conditions(self, sight: Sight, name: str, given: Given) -> dict[str, Value]:
        """Of each clause that permits, bars or demands an action, whether its condition holds."""
        rules = (*self._permits[name], *self._bars[name], *self._musts[name])
        return {rule.id: rule.holds(sight, given) for rule in rules}

    def assumptions(self, sight: Sight) -> list[Value]:
        """Of each invariant of the vocabulary, whether it holds."""
        return [run(sight, ()) for run in self._held.values()]

    def quantity(self, sight: Sight, name: str, given: Given) -> Value:
        """The number that the `value` clauses for a quantity add up to."""
        return self.run(name)(sight, [given.get(arg) for arg in self.vocabulary.quantity[name].args])

    def parts(self, sight: Sight, name: str, given: Given) -> dict[str, Value]:
        """What each `value` clause adds to a quantity."""
        adding = [norm for norm in self.norms if norm.value is not None and norm.target == name]
        return {norm.id: self._added(norm, sight, given) for norm in adding}

    def _added(self, norm: Norm, sight: Sight, given: Given) -> Value:
        names = tuple(norm.args)
        assert norm.value is not None
        values = [given.get(each) for each in names]
        held = self.compiler.compile(norm.when, names)(sight, values)
        return self.algebra.ite(held, self.compiler.compile(norm.value, names)(sight, values), 0)

    def run(self, name: str) -> Run:
        """A variable, define, relation or quantity as a function of a sight and its arguments."""
        signature = self.vocabulary.signature(name)
        if signature is None:
            raise KeyError(name)
        return self.compiler.named(name, signature)


def judge(rules: Rules, position: Any, action: object, readings: Mapping[str, str] | None = None) -> Decision:
    """Whether the formal norms allow an action (JSON) in a position (JSON). For many positions hold a Norms."""
    norms = Norms(rules, readings, _mode(position))
    return norms.judge(norms.sight(position), action)


def candidates(rules: Rules, position: Any, action_type: str) -> tuple[dict[str, Any], ...]:
    """The actions of one type that the vocabulary proposes in a position, as JSON, legal or not."""
    norms = Norms(rules, None, _mode(position))
    return norms.candidates(norms.sight(position), action_type)


def broken(
    rules: Rules, before: Any, action: object, after: Any, readings: Mapping[str, str] | None = None
) -> tuple[Broken, ...]:
    """The clauses that a step did not keep."""
    return Norms(rules, readings, _mode(before)).broken(before, action, after)


def quantity(rules: Rules, position: Any, name: str, given: Given, readings: Mapping[str, str] | None = None) -> int:
    """The number that the `value` clauses for a quantity add up to in a position."""
    norms = Norms(rules, readings, _mode(position))
    return int(norms.quantity(norms.sight(position), name, given))


def _mode(position: Any) -> str | None:
    """The mode that a position names; None where it names none, so that no clause is left out."""
    named = as_dict(position).get("mode")
    return str(named) if named is not None else None
