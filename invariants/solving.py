"""The one door to z3: terms, the algebra that builds them, questions to the solver. What to prove is not said here."""

import importlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

_z3: Any = importlib.import_module("z3")  # ships no annotations; as Any it stays behind this door

Term: TypeAlias = Any  # a plain bool or int, or what z3 makes of one
NOTHING = "nothing"  # stands for null among the values of a choice

STEPS = 50_000_000  # of the solver for one question of many: some seconds, and the same in every run
TIMEOUT = 20_000  # milliseconds for one question: the slowest takes about a second


class Undecided(Exception):
    """The solver gave up on a question: neither proved nor refuted, which is an error and never a result."""


def boolean(name: str) -> Term:
    """A truth value that the solver may choose."""
    return _z3.Bool(name)


def integer(name: str) -> Term:
    """A whole number, of any size and sign, that the solver may choose."""
    return _z3.Int(name)


def line(name: str) -> Term:
    """A row of things, of any length, that the solver may choose."""
    return _z3.Const(name, _z3.SeqSort(_z3.IntSort()))


class Codes:
    """Numbers for the values of finite sorts: z3 compares numbers, we read names. Null has a number too."""

    def __init__(self) -> None:
        self._of: dict[str, int] = {NOTHING: -1}
        self._names: dict[int, str | None] = {-1: None}

    def code(self, value: str | None) -> int:
        """The number of a value, given out at the first meeting."""
        key = NOTHING if value is None else value
        if key not in self._of:
            self._of[key] = len(self._of)
            self._names[self._of[key]] = value
        return self._of[key]

    def name(self, code: int) -> str | None:
        """The value behind a number."""
        return self._names[code]

    def has(self, code: int) -> bool:
        """Whether the number was given out."""
        return code in self._names


CODES = Codes()


def choice(name: str, values: Iterable[str | None]) -> tuple[Term, Term]:
    """One of finitely many values, as a number, and the condition that it is one of them."""
    chosen = integer(name)
    return chosen, TERMS.either(*(TERMS.same(chosen, value) for value in values))


def _lift(value: Term) -> Term:
    """Names and null become numbers; everything else is left as it is."""
    return CODES.code(value) if value is None or isinstance(value, str) else value


def _is_plain(value: Term) -> bool:
    return isinstance(value, (bool, int))


def _joined(make: Any, terms: Sequence[Term]) -> Term:
    # And and Or of the library check and coerce each part, which takes most of the time of a proof
    context = terms[0].ctx
    parts = (_z3.Ast * len(terms))(*(term.as_ast() for term in terms))
    return _z3.BoolRef(make(context.ref(), len(terms), parts), context)


class Terms:
    """The algebra whose values are z3 terms. Plain values go in too and are folded away, so terms stay small."""

    def ite(self, condition: Term, then: Term, otherwise: Term) -> Term:
        """`then` where the condition holds, else `otherwise`."""
        if _is_plain(condition):
            return _lift(then) if condition else _lift(otherwise)
        return _z3.If(condition, _lift(then), _lift(otherwise))

    def both(self, *conditions: Term) -> Term:
        """All of them hold; true of none."""
        if any(condition is False for condition in conditions):
            return False
        open_ones = [condition for condition in conditions if condition is not True]
        return _joined(_z3.Z3_mk_and, open_ones) if len(open_ones) > 1 else (open_ones or [True])[0]

    def either(self, *conditions: Term) -> Term:
        """At least one of them holds; false of none."""
        if any(condition is True for condition in conditions):
            return True
        open_ones = [condition for condition in conditions if condition is not False]
        return _joined(_z3.Z3_mk_or, open_ones) if len(open_ones) > 1 else (open_ones or [False])[0]

    def negate(self, truth: Term) -> Term:
        """It does not hold."""
        if _is_plain(truth):
            return not truth
        return _z3.BoolRef(_z3.Z3_mk_not(truth.ctx.ref(), truth.as_ast()), truth.ctx)  # as above

    def implies(self, condition: Term, conclusion: Term) -> Term:
        """Where the condition holds the conclusion does."""
        return self.either(self.negate(condition), conclusion)

    def same(self, left: Term, right: Term) -> Term:
        """Equal numbers, truth values or names."""
        left, right = _lift(left), _lift(right)
        return bool(left == right) if _is_plain(left) and _is_plain(right) else left == right

    def larger(self, left: Term, right: Term) -> Term:
        """The larger of the two numbers."""
        return self.ite(left >= right, left, right)

    def smaller(self, left: Term, right: Term) -> Term:
        """The smaller of the two numbers."""
        return self.ite(left <= right, left, right)

    def total(self, numbers: Iterable[Term]) -> Term:
        """The sum of numbers; 0 of none."""
        result: Term = 0
        for number in numbers:
            result = number if _is_plain(result) and result == 0 else result + number
        return result

    def number(self, condition: Term) -> Term:
        """1 where the condition holds, else 0."""
        return self.ite(condition, 1, 0)

    def exactly_one(self, conditions: Sequence[Term]) -> Term:
        """One of them holds and no second."""
        return self.same(self.total(self.number(condition) for condition in conditions), 1)

    def at_most_one(self, conditions: Sequence[Term]) -> Term:
        """No two of them hold together."""
        pairs = ((one, two) for place, one in enumerate(conditions) for two in conditions[place + 1 :])
        return self.both(*(self.either(self.negate(one), self.negate(two)) for one, two in pairs))

    def joined(self, *lines: Term) -> Term:
        """One row behind the other."""
        return _z3.Concat(*lines)

    def cut(self, whole: Term, start: Term, count: Term) -> Term:
        """As many things of a row as there are from a place on, `count` at most."""
        return _z3.SubSeq(whole, start, count)

    def length(self, whole: Term) -> Term:
        """How many things are in a row."""
        return _z3.Length(whole)


TERMS = Terms()
NO_LINE: Term = _z3.Empty(_z3.SeqSort(_z3.IntSort()))


@dataclass(frozen=True)
class Model:
    """Values that make a set of terms true."""

    raw: Any

    def truth(self, term: Term) -> bool:
        """The truth value of a term; what the solver left open is false."""
        return term if isinstance(term, bool) else bool(_z3.is_true(self.raw.eval(term, model_completion=True)))

    def number(self, term: Term) -> int:
        """The value of a whole-number term; what the solver left open is 0."""
        return term if isinstance(term, int) else int(self.raw.eval(term, model_completion=True).as_long())

    def size(self, term: Term) -> int:
        """How many things are in a row."""
        return self.number(_z3.Length(term))

    def name(self, term: Term) -> str | None:
        """The value of a choice."""
        return CODES.name(self.number(term))


def find(*conditions: Term, minimise: Sequence[Term] = ()) -> Model | None:
    """Values that make all conditions true, or None; `minimise` keeps these numbers small, the first ones first.

    Raises Undecided.
    """
    solver = _solver(conditions)
    return _plainest(solver, Model(solver.model()), minimise) if _can(solver) else None


def _solver(conditions: Iterable[Term]) -> Any:
    solver = _z3.SimpleSolver()  # without the tactics of the other one it takes a third of the time here
    solver.set(timeout=TIMEOUT, random_seed=0, ctrl_c=False)  # with its own handler it would swallow Ctrl-C
    solver.add(*conditions)
    return solver


def _can(solver: Any, *further: Term) -> bool:
    answer = solver.check(*further)
    if answer == _z3.unknown:
        raise Undecided(f"the solver gave up after {TIMEOUT} ms: {solver.reason_unknown()}")
    return bool(answer == _z3.sat)


class Assumed:
    """Conditions taken for true, and whether a further one can hold beside them. Raises Undecided."""

    def __init__(self, conditions: Iterable[Term]) -> None:
        self._solver = _solver(conditions)

    def mark(self) -> None:
        """Remember what is assumed now."""
        self._solver.push()

    def back(self) -> None:
        """Forget what was added since the last mark."""
        self._solver.pop()

    def add(self, condition: Term) -> None:
        """Assume one more."""
        self._solver.add(condition)

    def allows(self, *conditions: Term) -> bool:
        """These can all hold beside what is assumed."""
        return _can(self._solver, *conditions)


def simplified(term: Term) -> Term:
    """The same term in fewer words: a plain truth value where it is true or false whatever is chosen."""
    if _is_plain(term):
        return term
    short = _z3.simplify(term)
    return True if _z3.is_true(short) else False if _z3.is_false(short) else short


def _plainest(solver: Any, model: Model, numbers: Sequence[Term]) -> Model:
    """A model in which each number in turn is as small as the ones before it let it be."""
    for number in numbers:
        if not _is_plain(number):
            model = _least(solver, model, number)
            solver.add(number == model.number(number))
    return model


def _least(solver: Any, model: Model, number: Term) -> Model:
    """A model with the least value of a number from 0 up: small ones are tried first, in steps that grow."""
    low, high, step = 0, model.number(number), 0
    while low < high:
        tried = min(low + step, high - 1)
        solver.push()
        solver.add(number >= low, number <= tried)
        if solver.check() == _z3.sat:
            model = Model(solver.model())
            high, step = model.number(number), (model.number(number) - low) // 2
        else:
            low, step = tried + 1, 2 * step + 1
        solver.pop()
    return model


def likeness(term: Term) -> object:
    """Equal for terms that are written alike; good as long as the terms are kept."""
    return term if _is_plain(term) else ("term", term.get_id())


class Session:
    """Questions about conditions that are said once. A condition is asked for by the literal that stands for it."""

    def __init__(self) -> None:
        self._solver = _z3.SimpleSolver()
        self._solver.set(rlimit=STEPS, random_seed=0, ctrl_c=False)
        self._literals = 0

    def say(self, *conditions: Term) -> None:
        """These hold, whatever is asked."""
        self._solver.add(*conditions)

    def literal(self, condition: Term) -> Term:
        """A truth value that is true only where the condition is."""
        self._literals += 1
        made = _z3.Bool(f"literal {self._literals}")
        self._solver.add(TERMS.implies(made, condition))
        return made

    def ask(self, *literals: Term) -> Model | tuple[Term, ...]:
        """Values that make the literals true, or those of the literals that cannot be true together.

        Raises Undecided.
        """
        answer = self._solver.check(*literals)
        if answer == _z3.unknown:
            raise Undecided(f"the solver gave up on a question: {self._solver.reason_unknown()}")
        if answer == _z3.sat:
            return Model(self._solver.model())
        core = {each.get_id() for each in self._solver.unsat_core()}
        return tuple(each for each in literals if each.get_id() in core)
