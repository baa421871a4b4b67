"""Clauses that give one thing two values. It judges no state.

What is given twice, in cases that can come together, is a conflict of values:

- Two clauses that give a quantity a plain number each. Clauses on a quantity add up, so what hangs on the position may
  be given by many; but two plain numbers are two answers to what it is. Neither may one thing be counted twice.
- Two clauses that bound one number behind a step so that no number fits both, or fix one thing to two values.
- Two limits of one number of which one leaves more than the other, in no wider case: that is no general limit with a
  stricter one for a special case, but one limit in two sizes.
- Clauses on steps of which several together leave no way for a step to go on where one of them applies.
- Two clauses that define something in the same words (one may have a few more) but with other numbers.

One that is declared to go before the other is no conflict.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from ruleproof.spec.clause import Clause

from .bounds import Bound, bounds_of, is_within
from .flaw import Finding, Shown
from .formulas import Formula, Value, leaves
from .searching import Search, listed
from .stating import Kept, Stated, behind

FEW = 3  # pairs of bounds of two clauses that are looked at for something to show

_WAYS = (
    "Let one go before the other (`overrides`), with the sentence that grants it as `basis`.",
    "Narrow the condition of one of them, or take it out.",
    "Record both values as readings of a question, where the text gives both.",
)


def value_conflicts(search: Search) -> Iterator[Finding]:
    """Every conflict of values."""
    for quantity in search.statements.vocabulary.quantity:
        yield from _quantities(search, quantity)
    limits = list(_limits(search))
    sure = [frozenset(finding.clauses) for finding, is_sure in limits if is_sure]
    stuck = list(_no_outcome(search, sure))
    several = [set(finding.clauses) for finding in stuck]
    # two that clash only in a case which others bring about: those that leave no outcome together say it all
    yield from (one for one, is_sure in limits if is_sure or not any(set(one.clauses) <= each for each in several))
    yield from stuck
    yield from _in_words(search)


def _apart(one: Clause | None, other: Clause | None) -> bool:
    """Whether neither is declared to go before the other."""
    return one is None or other is None or not (one.id in other.overrides or other.id in one.overrides)


def _conflict(search: Search, clauses: Sequence[str], says: str, witness: Shown | None, key: str) -> Finding:
    return search.finding("value-conflict", "error", clauses, says, _WAYS, witness, key)


# --- quantities


def _quantities(search: Search, quantity: str) -> Iterator[Finding]:
    statements, asking = search.statements, search.asking(quantity)
    values = [(each, statements.value_of(each)) for each in statements.adding(quantity)]
    for (one, first), (two, second) in combinations(values, 2):
        plain = isinstance(first, int) and isinstance(second, int) and bool(first and second)
        if not _apart(search.clause(one.id), search.clause(two.id)) or not (plain or _share(first, second)):
            continue
        if asking.possible(one.when, two.when) and (plain or _twice(search, quantity, (one, first), (two, second))):
            yield _valued(search, quantity, (one, first), (two, second), plain)


def _share(first: Value, second: Value) -> bool:
    """Whether of two numbers one hangs on no number that the other does not hang on."""
    if not isinstance(first, Formula) or not isinstance(second, Formula):
        return False
    mine, theirs = ({leaf for leaf in leaves(each) if leaf.kind == "number"} for each in (first, second))
    return bool(mine and theirs) and (mine <= theirs or theirs <= mine)


def _twice(search: Search, quantity: str, one: tuple[Stated, Value], two: tuple[Stated, Value]) -> bool:
    """Whether two clauses give one thing, each so many times; or the same number in other words, and not only 0."""
    if _once(one[1]) is _once(two[1]):
        return True
    asking, formulas, both = search.asking(quantity), search.statements.formulas, (one[0].when, two[0].when)
    same = formulas.same(one[1], two[1])
    return asking.never(*both, formulas.negate(same)) and asking.possible(*both, one[1] > 0)


def _once(number: Formula) -> Formula:
    """A number without how often it is taken."""
    many = number.op == "total" and number.parts[0] == 0 and len(number.parts[1]) == 1
    only: Formula = number.parts[1][0][0] if many else number
    return only


def _valued(
    search: Search, quantity: str, one: tuple[Stated, Value], two: tuple[Stated, Value], plain: bool
) -> Finding:
    (first, number), (second, other) = (one[0].id, one[1]), (two[0].id, two[1])
    says = f"{first} gives {quantity} a value, and {second} counts the same thing again for"
    if plain:
        says = f"{first} makes {quantity} {number}, and {second} makes it {other} for"
    witness = search.witness(quantity, (one[0], two[0]), search.asking(quantity).case(one[0].when, two[0].when))
    return _conflict(search, (first, second), f"{says} the same case.", witness, "quantity")


# --- limits of one number, values of one thing


@dataclass(frozen=True, eq=False)
class Opposed:
    """Two bounds that contradict each other where all of `cases` are so. `sure`: also where nothing shows it."""

    one: Bound
    two: Bound
    says: str
    cases: tuple[Value, ...]
    sure: bool


def _limits(search: Search) -> Iterator[tuple[Finding, bool]]:
    """Every two clauses that bound one thing apart, and whether that hangs on them alone."""
    about: dict[Formula, list[Bound]] = {}
    for kept in search.statements.kept:
        for bound in bounds_of(kept, kept.ensure, (kept.case,)):
            about.setdefault(bound.thing, []).append(bound)
    found: dict[tuple[str, str], list[Opposed]] = {}
    for bounds in about.values():
        for one, two in combinations(bounds, 2):
            if _may_meet(search, one, two) and (opposed := _opposed(search, one, two)):
                found.setdefault((one.kept.id, two.kept.id), []).append(opposed)
    for pair, each in found.items():
        yield from _pair(search, pair, each)


def _pair(search: Search, pair: tuple[str, str], found: list[Opposed]) -> Iterator[tuple[Finding, bool]]:
    """The finding about two clauses, shown where it can be."""
    sure = [each for each in found if each.sure]
    for each in (*sure, *(each for each in found if not each.sure))[:FEW]:
        if witness := _bounds_shown(search, each):
            yield _conflict(search, pair, f"{pair[0]} and {pair[1]} {each.says}.", witness, ""), bool(sure)
            return
    if sure:
        yield _conflict(search, pair, f"{pair[0]} and {pair[1]} {sure[0].says}.", None, ""), True


def _bounds_shown(search: Search, opposed: Opposed) -> Shown | None:
    """A position that one clause takes and the other does not, else a step, or a state before one, with both cases."""
    clauses = (opposed.one.kept, opposed.two.kept)
    if shown := search.position_between(*clauses) or search.step_where(opposed.cases, *clauses):
        return shown
    return None if behind(*opposed.cases) else search.state_before(opposed.cases, *clauses)


def _may_meet(search: Search, one: Bound, two: Bound) -> bool:
    if one.kept is two.kept or not _apart(search.clause(one.kept.id), search.clause(two.kept.id)):
        return False
    return None in (one.kept.action, two.kept.action) or one.kept.action == two.kept.action


def _opposed(search: Search, one: Bound, two: Bound) -> Opposed | None:
    """How two bounds of one thing contradict each other; None where they do not."""
    if one.about is not two.about:
        return _numbers_apart(search, one, two)
    cases, asking = (one.case, two.case), search.asking("")
    if search.statements.formulas.both(one.holds, two.holds) is False:
        says = f"want {one.called} to be two things at once: {one} and {two}"
        # cases that hang on what is behind the step come together only where one is met
        return Opposed(one, two, says, cases, not behind(*cases)) if asking.possible(*cases) else None
    for loose, tight in ((one, two), (two, one)):
        if is_within(tight, loose):
            return _two_limits(search, loose, tight) if asking.possible(*cases) else None
    return None


def _two_limits(search: Search, loose: Bound, tight: Bound) -> Opposed | None:
    """Two limits of one number: in no wider case, or play keeps the one that leaves more, where both apply."""
    says, negate = f"set two limits for {loose.called}: {loose} and {tight}", search.statements.formulas.negate
    cases = (loose.case, tight.case)
    if search.asking("").never(loose.case, negate(tight.case)):
        return Opposed(loose, tight, says, cases, True)
    broken = (*cases, loose.holds, negate(tight.holds))
    if loose.kept.action == tight.kept.action and search.step_where(broken, loose.kept, tight.kept):
        return Opposed(loose, tight, f"{says}; play keeps only the first", broken, False)
    return None


def _numbers_apart(search: Search, one: Bound, two: Bound) -> Opposed | None:
    """A number that is fixed by what was before the step, where another clause leaves no such number.

    What a number was may keep it within plain limits, so these are not held against it.
    """
    if not (one.hangs and two.hangs and (one.fixed or two.fixed)):
        return None
    (low, high), (least, most) = one.span, two.span
    beyond = [low > most] if low is not None and most is not None else []
    beyond += [least > high] if least is not None and high is not None else []
    cases = (one.case, two.case, search.statements.formulas.either(*beyond))
    if not search.asking("").possible(*cases):
        return None
    return Opposed(one, two, f"want {one.called} to be two things at once: {one} and {two}", cases, False)


# --- steps that cannot go on


def _no_outcome(search: Search, told: list[frozenset[str]]) -> Iterator[Finding]:
    """Clauses that leave no outcome together; those of which fewer are `told` already are left out."""
    formulas, asking = search.statements.formulas, search.asking("")
    every = search.statements.kept
    holding = {each: formulas.implies(each.case, each.ensure) for each in every}
    for each in every:
        near = _related(each, every)
        if not near or each.id in search.stepping.met or asking.never(each.case):
            continue
        wanted = [each.case, *(holding[other] for other in (each, *near))]
        if asking.possible(*wanted):
            continue
        core = asking.core(*wanted)
        clauses = tuple(other.id for other in (each, *near) if holding[other] in core)
        if len(clauses) > 1 and not any(fewer <= set(clauses) for fewer in told):
            told.append(frozenset(clauses))
            where = f", where {each.id} applies" if each.id in clauses else ""
            says = f"{listed(clauses)} leave no way for {each.action or 'a step'} to end{where}."
            yield _conflict(search, clauses, says, search.step_in_which(each), "outcome")


def _related(kept: Kept, every: Sequence[Kept]) -> list[Kept]:
    """The clauses that watch the same steps and speak of something behind them that this one speaks of."""
    watching = [each for each in every if each is not kept and each.action in (None, kept.action)]
    return [each for each in watching if each.after & kept.after]


# --- in words


_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = {word: str(number) for number, word in enumerate(_WORDS)}
_SMALL = frozenset(("a", "an", "and", "are", "at", "be", "for", "in", "is", "it", "of", "on", "or", "the", "to", "up"))
ALIKE = 0.6  # of the words of the longer sentence that the shorter one has


@dataclass(frozen=True)
class _Sentence:
    clause: Clause
    words: frozenset[str]
    numbers: tuple[str, ...]


def _in_words(search: Search) -> Iterator[Finding]:
    """Clauses that define something in the same words, with other numbers."""
    having: dict[str, list[_Sentence]] = {}
    asked = (clause for clause in search.rules.clauses if _is_asked(search, clause))
    sentences = [sentence for sentence in map(_read, asked) if sentence.numbers]
    for each in sentences:
        for word in each.words:
            having.setdefault(word, []).append(each)
    for short in sentences:
        rarest = min(sorted(short.words), key=lambda word: len(having[word]), default="")
        for long in having.get(rarest, ()):
            if _is_same_but_for_numbers(short, long) and _apart(short.clause, long.clause):
                yield _in_other_numbers(search, *sorted((short, long), key=lambda each: each.clause.id))


def _is_asked(search: Search, clause: Clause) -> bool:
    in_mode = search.mode is None or not clause.modes or search.mode in clause.modes
    return in_mode and clause.kind in ("define", "value", "setup")


def _is_same_but_for_numbers(short: _Sentence, long: _Sentence) -> bool:
    if short.numbers == long.numbers or len(short.numbers) != len(long.numbers) or not short.words <= long.words:
        return False
    return short.clause is not long.clause and len(short.words) >= ALIKE * len(long.words)


def _in_other_numbers(search: Search, one: _Sentence, two: _Sentence) -> Finding:
    first, second = ", ".join(one.numbers), ", ".join(two.numbers)
    says = f"{one.clause.id} says {first} where {two.clause.id} says {second}, in the same words."
    return _conflict(search, (one.clause.id, two.clause.id), says, None, "words")


def _read(clause: Clause) -> _Sentence:
    """The words of a clause that matter, and its numbers; `one's` is no number."""
    found: list[str] = re.findall(r"[a-z]+(?:'s)?|\d+", clause.says.lower())
    words = [_NUMBERS.get(word, word) for word in found]
    telling = frozenset(word for word in words if not word.isdigit() and word not in _SMALL)
    return _Sentence(clause, telling, tuple(word for word in words if word.isdigit()))
