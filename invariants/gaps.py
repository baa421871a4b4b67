"""Gaps between clauses: they speak below a number and above it, or for all members but one. It judges no state.

Clauses that permit or bar speak of one action; clauses on steps speak of one thing that the step may change.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .flaw import Finding
from .formulas import Formula, Value, conjuncts, disjuncts, in_order, told, within
from .searching import Search
from .stating import Kept, Stated, behind
from .weighing import put, worth


@dataclass(frozen=True, eq=False)
class Part:
    """What a clause says of one open value, and the rest of its condition."""

    stated: Stated
    low: int | None
    high: int | None
    rest: Value


def gaps(search: Search, action: str) -> Iterator[Finding]:
    """Every number between two clauses, and every last member, of which no clause on the action says anything."""
    spoken = [each for modality in ("may", "cannot") for each in search.statements.on(action, modality)]
    silent = [search.statements.formulas.negate(each.when) for each in spoken]
    for value, parts in _numbers(search, spoken).items():
        for each in _between(search, action, silent, value, parts):
            what = f"{each.number} of {_called(value)}"
            yield _gap(search, action, tuple(part.stated for part in each.parts), each.conditions, what)
    yield from _left_out(search, action, spoken)
    named = {(each.parts[0], each.parts[1]) for each in within(one.when for one in spoken) if each.op == "named"}
    for value, members in _names(search, spoken).items():
        missing = [each for each in value.leaf.members or () if each is not None and (value, each) not in named]
        if len(missing) == 1 and len(members) > 1:
            yield from _all_but_one(search, action, silent, value, missing[0], members)


def _one_case(search: Search, action: str, *rests: Value) -> bool:
    """Whether clauses speak of one case but for the value: what one asks beside it implies what all others ask."""
    asking, negate = search.asking(action), search.statements.formulas.negate
    return any(all(asking.never(rest, negate(other)) for other in rests if other is not rest) for rest in rests)


def _rest(search: Search, stated: Stated, value: Formula) -> Value:
    parts = [each for each in conjuncts(stated.when) if _about(each) is not value]
    return search.statements.formulas.both(*parts)


def _about(condition: Formula) -> Formula | None:
    said = condition.parts[0] if condition.op == "not" else condition
    return said.parts[0] if said.op in ("most", "is", "named") else None


# --- numbers


def _numbers(search: Search, spoken: list[Stated]) -> dict[Formula, list[Part]]:
    found: dict[Formula, list[Part]] = {}
    for stated in spoken:
        bounds: dict[Formula, tuple[int | None, int | None]] = {}
        for each in conjuncts(stated.when):
            said = each.parts[0] if each.op == "not" else each
            if said.op == "most":
                low, high = bounds.get(said.parts[0], (None, None))
                bounds[said.parts[0]] = (said.parts[1] + 1, high) if each.op == "not" else (low, said.parts[1])
        for value, (low, high) in bounds.items():
            found.setdefault(value, []).append(Part(stated, low, high, _rest(search, stated, value)))
    return found


@dataclass(frozen=True, eq=False)
class Between:
    """A number of which no clause says anything, between two that speak below and above it."""

    parts: tuple[Part, Part]
    value: Formula
    number: int
    conditions: tuple[Value, ...]


def _between(search: Search, action: str, silent: list[Value], value: Formula, parts: list[Part]) -> Iterator[Between]:
    formulas, asking = search.statements.formulas, search.asking(action)
    highs = sorted({part.high for part in parts if part.high is not None})
    for high in highs:
        above = [part.low for part in parts if part.low is not None and part.low > high]
        if not above or min(above) == high + 1:
            continue
        low = min(above)
        for one in (part for part in parts if part.high == high):
            for two in (part for part in parts if part.low == low):
                between = (formulas.same(value, high + 1), one.rest, two.rest, *silent)
                if _one_case(search, action, one.rest, two.rest) and asking.possible(*between):
                    yield Between((one, two), value, high + 1, between)
                    return


def _called(value: Formula) -> str:
    """What a value is called in the vocabulary; what is worked out from others has no name."""
    return told(value).removesuffix("()") if value.op == "leaf" else "what they compare"


def _gap(search: Search, action: str, stated: tuple[Stated, ...], conditions: tuple[Value, ...], what: str) -> Finding:
    names = tuple(dict.fromkeys(each.id for each in stated))
    case = search.asking(action).case(*conditions)
    return search.finding(
        "hole",
        "warning",
        names,
        f"{' and '.join(names)} speak of {action} beside {what}, of which no clause says anything there.",
        ("Widen the condition of one of them.", "Ask, where the text leaves it open."),
        search.silent(action, conditions, case),
        f"gap.{what}",
    )


def _left_out(search: Search, action: str, spoken: list[Stated]) -> Iterator[Finding]:
    """Single numbers: the clauses speak of the action one below and one above, all else being equal."""
    formulas, asking = search.statements.formulas, search.asking(action)
    for value, number in sorted(_denied(spoken), key=lambda part: (part[0].number, part[1])):
        below, at, above = ([put(each.when, value, number + step) for each in spoken] for step in (-1, 0, 1))
        silent = [formulas.negate(each) for each in at]
        beside = (formulas.either(*below), formulas.either(*above), *silent)
        if not asking.possible(*beside):
            continue
        case = asking.case(*beside)
        known: Mapping[Formula, Any] = case.values if case else {}
        speaking = [one for one, under, over in zip(spoken, below, above, strict=True) if _holds(under, over, known)]
        conditions = (formulas.same(value, number), *beside)
        yield _gap(search, action, tuple(speaking), conditions, f"{number} of {_called(value)}")


def _denied(spoken: list[Stated]) -> set[tuple[Formula, int]]:
    """The numbers that clauses say something is not to be."""
    waiting = [(each.when, True) for each in spoken if isinstance(each.when, Formula)]
    found, seen = set[tuple[Formula, int]](), set[tuple[Formula, bool]]()
    while waiting:
        each, so = waiting.pop()
        if (each, so) not in seen:
            seen.add((each, so))
            waiting += [(part, so is (each.op == "all")) for part in each.parts] if each.op in ("all", "not") else []
            if each.op == "is" and not so and each.parts[0].op == "leaf":
                found.add((each.parts[0], each.parts[1]))
    return found


def _holds(one: Value, other: Value, known: Mapping[Formula, Any]) -> bool:
    return bool(worth(one, known) or worth(other, known))


# --- steps


def step_gaps(search: Search) -> Iterator[Finding]:
    """Every number between two clauses on steps at which none says what becomes of a thing."""
    told_pairs: set[frozenset[str]] = set()
    for (action, _), spoken in _speaking(search).items():
        silent = [search.statements.formulas.negate(each.when) for each in spoken]
        for value, parts in _numbers(search, spoken).items():
            for each in _between(search, action, silent, value, parts):
                pair = frozenset(part.stated.id for part in each.parts)
                if len(pair) > 1 and pair not in told_pairs:
                    told_pairs.add(pair)
                    yield from _step_gap(search, action, each)


def _speaking(search: Search) -> dict[tuple[str, Formula], list[Stated]]:
    """What clauses say of each thing behind a step by an action: the case before it in which they do."""
    found: dict[tuple[str, Formula], list[Stated]] = {}
    everywhere = [kept for kept in search.statements.kept if kept.action is None]
    actions = dict.fromkeys(kept.action for kept in search.statements.kept if kept.action)
    for action in actions:
        for kept in (*everywhere, *(each for each in search.statements.kept if each.action == action)):
            for thing, case in _said(kept):
                found.setdefault((action, thing), []).append(Stated(kept.norm, case))
    return {key: spoken for key, spoken in found.items() if len({each.id for each in spoken}) > 1}


def _said(kept: Kept) -> Iterator[tuple[Formula, Value]]:
    """The things behind a step that a clause speaks of, each with the case before the step in which it does.

    What a clause on every step says in a case that only the step brings about, it does not say of this action.
    """
    for part in conjuncts(kept.ensure):
        choices = disjuncts(part)
        before = [part.home.negate(each) for each in choices if not behind(each)]
        case = part.home.both(*(each for each in conjuncts(kept.case) if not behind(each)), *before)
        later = [behind(each) for each in choices if behind(each)]
        for thing in in_order(frozenset[Formula]().union(*later)):
            if thing.kind != "name" and (kept.action or all(thing in each for each in later)):
                yield thing, case


def _step_gap(search: Search, action: str, gap: Between) -> Iterator[Finding]:
    one, two = (part.stated.id for part in gap.parts)
    pair = [kept for kept in search.statements.kept if kept.id in (one, two)]
    case = search.step_where(gap.conditions, *pair) or search.state_before(gap.conditions, *pair)
    if case is not None:
        yield search.finding(
            "hole",
            "warning",
            (one, two),
            f"{one} and {two} say what {action} does below and above {gap.number} of {_called(gap.value)}, "
            "and no clause says it there.",
            ("Widen the condition of one of them.", "Ask, where the text leaves it open."),
            case,
            f"gap.{gap.number}",
        )


# --- names


def _names(search: Search, spoken: list[Stated]) -> dict[Formula, dict[str, list[Stated]]]:
    found: dict[Formula, dict[str, list[Stated]]] = {}
    for stated in spoken:
        for each in conjuncts(stated.when):
            if each.op == "named" and each.parts[1] is not None:
                found.setdefault(each.parts[0], {}).setdefault(each.parts[1], []).append(stated)
    return found


def _all_but_one(
    search: Search, action: str, silent: list[Value], value: Formula, missing: str, members: dict[str, list[Stated]]
) -> Iterator[Finding]:
    formulas, asking = search.statements.formulas, search.asking(action)
    each_spoken = [formulas.either(*(_rest(search, each, value) for each in said)) for said in members.values()]
    conditions = (formulas.named(value, missing), *each_spoken, *silent)
    if _one_case(search, action, *each_spoken) and asking.possible(*conditions):
        stated = tuple(each for said in members.values() for each in said)
        yield _gap(search, action, stated, conditions, f"{missing} of {_called(value)}")
