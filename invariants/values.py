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
from functools import cached_property
from itertools import combinations

from ruleproof.spec.clause import Clause

from .flaw import Finding, Shown
from .formulas import Formula, Value, conjuncts, disjuncts, leaves
from .searching import Search
from .stating import Kept, behind

FEW = 3  # pairs of bounds of two clauses that are looked at for something to show
DEEP = 4  # choices within each other in what a clause ensures

_LIMITS = "set two limits"

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
    yield from limits
    yield from _no_outcome(search, [frozenset(finding.clauses) for finding in limits])
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
        twice = first is second and isinstance(first, Formula)
        if not twice and not (isinstance(first, int) and isinstance(second, int) and first and second):
            continue
        if _apart(search.clause(one.id), search.clause(two.id)) and asking.possible(one.when, two.when):
            case = asking.case(one.when, two.when)
            says = "counts the same thing again for" if twice else f"makes it {second} for"
            first_says = f"{one.id} gives {quantity} a value" if twice else f"{one.id} makes {quantity} {first}"
            yield _conflict(
                search,
                (one.id, two.id),
                f"{first_says}, and {two.id} {says} the same case.",
                search.witness(quantity, (one, two), case),
                "quantity",
            )


# --- limits of one number, values of one thing


@dataclass(frozen=True, eq=False)
class Bound:
    """What a clause says of one thing behind a step: one of `said`, where all of `parts` are so."""

    kept: Kept
    about: Formula
    said: tuple[Formula, ...]
    parts: tuple[Value, ...]

    @cached_property
    def holds(self) -> Value:
        """The condition on the thing."""
        return self.about.home.either(*self.said)

    @cached_property
    def case(self) -> Value:
        """The case in which the clause says so; put together only where two clauses speak of one thing."""
        return self.about.home.both(*self.parts)

    @cached_property
    def ends(self) -> tuple[int | None, int | None]:
        """The bounds of a number, from below and from above; both the same where it is fixed, none where it is open."""
        return _ends(self.said[0]) if len(self.said) == 1 else (None, None)

    @property
    def bounded(self) -> bool:
        """It bounds a number: from below, from above, or to one value."""
        return self.ends != (None, None)


def _bounds(
    kept: Kept, condition: Value, case: tuple[Value, ...], deep: int = DEEP, split: bool = False
) -> Iterator[Bound]:
    """What has to hold of single things behind a step for a condition to hold, and in which case it has to.

    Where one of several will do, each has to hold in the case that the others do not.
    """
    for part in conjuncts(condition):
        by_subject: dict[Formula, list[Formula]] = {}
        choices = disjuncts(part)
        for each in choices:
            if (about := _subject(each)) is not None:
                by_subject.setdefault(about, []).append(each)
        for about, said in by_subject.items():
            others = [each for each in choices if each not in said]
            if leaves(about) & leaves(*others) or ((others or split) and about.kind != "number"):
                continue  # what it is to be hangs on what it is; or it only tells cases of something else apart
            yield Bound(kept, about, tuple(said), (*case, *map(part.home.negate, others)))
        for each in choices if deep and len(choices) > 1 else ():
            if isinstance(each, Formula) and each.op == "all" and behind(each):
                others = [part.home.negate(other) for other in choices if other is not each]
                apart = [inner for inner in each.parts if _tells_cases_apart(inner)]
                yield from _bounds(kept, each, (*case, *others, *apart), deep - 1, split=True)


def _tells_cases_apart(condition: Formula) -> bool:
    """Whether a condition is about one thing, and bounds no number behind the step."""
    said = condition.parts[0] if condition.op == "not" else condition
    about = _subject(condition)
    return said.op in ("leaf", "named", "alike") and (about is None or about.kind != "number")


def _subject(condition: Value) -> Formula | None:
    """The one thing behind a step that a condition is about, where it is about one."""
    if not isinstance(condition, Formula):
        return None
    said = condition.parts[0] if condition.op == "not" else condition
    if said.op == "leaf" or said.op == "most":
        about = said if said.op == "leaf" else said.parts[0]
    elif condition.op in ("is", "named"):
        about = said.parts[0]
    else:
        return None  # what a thing is not tells cases apart: it is no value
    return about if behind(about) else None


def _ends(condition: Formula) -> tuple[int | None, int | None]:
    said = condition.parts[0] if condition.op == "not" else condition
    if condition.op == "is":
        return said.parts[1], said.parts[1]
    if said.op != "most":
        return None, None
    return (said.parts[1] + 1, None) if condition.op == "not" else (None, said.parts[1])


def _limits(search: Search) -> Iterator[Finding]:
    about: dict[Formula, list[Bound]] = {}
    for kept in search.statements.kept:
        for bound in _bounds(kept, kept.ensure, (kept.case,)):
            about.setdefault(bound.about, []).append(bound)
    found: dict[tuple[str, str], list[tuple[Bound, Bound, str]]] = {}
    for bounds in about.values():
        for one, two in combinations(bounds, 2):
            if _may_meet(search, one, two) and (says := _opposed(search, one, two)):
                found.setdefault((one.kept.id, two.kept.id), []).append((one, two, says))
    for pair, opposed in found.items():
        yield from _pair(search, pair, opposed)


def _pair(search: Search, pair: tuple[str, str], opposed: list[tuple[Bound, Bound, str]]) -> Iterator[Finding]:
    """The finding about two clauses, shown where it can be. Cases come together behind a step only where one is met."""
    sure = [each for each in opposed if each[2].startswith(_LIMITS) or not behind(each[0].case, each[1].case)]
    for one, two, says in (*sure, *(each for each in opposed if each not in sure))[:FEW]:
        if witness := _bounds_shown(search, one, two):
            yield _conflict(search, pair, f"{pair[0]} and {pair[1]} {says}.", witness, "")
            return
    if sure:
        yield _conflict(search, pair, f"{pair[0]} and {pair[1]} {sure[0][2]}.", None, "")


def _bounds_shown(search: Search, one: Bound, two: Bound) -> Shown | None:
    """A position that one clause takes and the other does not, else a step, or a state before one, with both cases."""
    if shown := search.position_between(one.kept, two.kept) or search.step_where(
        (one.case, two.case), one.kept, two.kept
    ):
        return shown
    return None if behind(one.case, two.case) else search.state_before((one.case, two.case), one.kept, two.kept)


def _may_meet(search: Search, one: Bound, two: Bound) -> bool:
    if one.kept is two.kept or not _apart(search.clause(one.kept.id), search.clause(two.kept.id)):
        return False
    return None in (one.kept.action, two.kept.action) or one.kept.action == two.kept.action


def _opposed(search: Search, one: Bound, two: Bound) -> str:
    """How two bounds of one thing contradict each other; empty where they do not."""
    asking, negate = search.asking(""), search.statements.formulas.negate
    if search.statements.formulas.both(one.holds, two.holds) is False:
        opposed = asking.possible(one.case, two.case)
        return f"want one thing to be two at once: {_told(one)} and {_told(two)}" if opposed else ""
    for loose, tight in ((one, two), (two, one)):
        if _is_within(tight, loose):
            wider = asking.possible(loose.case, tight.case) and asking.never(loose.case, negate(tight.case))
            return f"{_LIMITS} for one thing: {_told(one)} and {_told(two)}" if wider else ""
    return ""


def _is_within(tight: Bound, loose: Bound) -> bool:
    """Whether one bound of a number leaves fewer numbers than the other, and none that the other rules out."""
    if not (tight.bounded and loose.bounded) or tight.ends == loose.ends:
        return False
    (low, high), (least, most) = tight.ends, loose.ends
    return (least is None or (low is not None and low >= least)) and (
        most is None or (high is not None and high <= most)
    )


def _told(bound: Bound) -> str:
    low, high = bound.ends
    if bound.bounded and low == high:
        return f"exactly {low}"
    if bound.bounded:
        return f"at least {low}" if high is None else f"at most {high}"
    return " or ".join(str(each.parts[1]) for each in disjuncts(bound.holds) if each.op in ("is", "named"))


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
            says = f"Where {each.id} applies, {' and '.join(clauses)} leave no way for the step to end."
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
