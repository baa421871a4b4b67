"""Clauses that change nothing: they say again what others say, or are never heard. It judges no state.

Clauses are judged together, so a clause is redundant where leaving it out would change no answer to any question: a
permission all of whose cases others permit, a prohibition all of whose cases others bar, a duty that others demand, a
clause on steps that another one implies. Two clauses that say the same in other words are one finding. A prohibition is
shadowed where it bars only what nothing permits, or what a clause permits that is declared to go before it.

A clause that takes part in a conflict is no reason why others are redundant: that would be told once for each of them.
All of this is proved, over more positions than there are: so nothing is told here that is not so.
"""

from collections.abc import Collection, Iterator, Mapping

from .asking import Asking
from .conflicts import permitted
from .flaw import Finding, Kind
from .formulas import Value, leaves
from .searching import Search, listed
from .stating import Kept, Stated


def redundant(search: Search, contested: Collection[str]) -> Iterator[Finding]:
    """Every clause that changes nothing; `contested` are those that take part in conflicts or never apply."""
    for action in search.statements.vocabulary.action:
        for modality in ("may", "cannot", "must"):
            yield from _of_one_modality(search, action, modality, contested)
        yield from _shadowed(search, action, contested)
    yield from _steps(search, contested)


def _of_one_modality(search: Search, action: str, modality: str, contested: Collection[str]) -> Iterator[Finding]:
    every = [each for each in search.statements.on(action, modality) if each.id not in contested]
    asking, negate = search.asking(action), search.statements.formulas.negate
    without = {each: negate(each.when) for each in every}
    heard, told = asking.alone(each.when for each in every), set[Stated]()
    for each in every:
        if each.when in heard or each.norm.overrides:
            continue  # one that goes before others does more than permit
        others = {other: negated for other, negated in without.items() if other is not each and other not in told}
        if reasons := _implied_by(asking, each.when, others):
            told.add(each)
            twin = len(reasons) == 1 and asking.never(reasons[0].when, negate(each.when))
            yield _again(search, each, reasons, twin, action)


def _implied_by(asking: Asking, condition: Value, without: Mapping[Stated, Value]) -> tuple[Stated, ...]:
    """The fewest clauses that hold wherever a condition does; none where there are cases in which none of them does."""
    if not without or asking.possible(condition, *without.values()):
        return ()
    if same := next((other for other, negated in without.items() if asking.never(condition, negated)), None):
        return (same,)
    core = asking.core(condition, *without.values())
    return tuple(other for other, negated in without.items() if negated in core)


def _again(search: Search, each: Stated, reasons: tuple[Stated, ...], twin: bool, action: str) -> Finding:
    names = listed(other.id for other in reasons)
    says = f"{each.id} and {names} say the same in other words." if twin else f"{each.id} adds nothing to {names}."
    witness = search.witness(action, (each, *(reasons if twin else ())), search.asking(action).case(each.when))
    return search.finding(
        "redundant",
        "warning",
        tuple(sorted((each.id, *(other.id for other in reasons)))) if twin else (each.id, *(o.id for o in reasons)),
        says,
        (_out(each.id, names, twin), "Narrow the one that says more than its text."),
        witness,
    )


def _out(name: str, names: str, twin: bool) -> str:
    if twin:
        return "Take one of the two out, and let the other one cite its sentences."
    return f"Take {name} out, and let {names} cite its sentences."


def _shadowed(search: Search, action: str, contested: Collection[str]) -> Iterator[Finding]:
    statements, asking = search.statements, search.asking(action)
    permits, permission = statements.on(action, "may"), permitted(search, action, {})
    bars = statements.on(action, "cannot")
    heard = asking.each((statements.barring(bar, permits) for bar in bars), permission)
    for bar in bars:
        if bar.id in contested or statements.barring(bar, permits) in heard:
            continue
        if asking.possible(statements.barring(bar, permits), permission):
            continue
        before = [permit.id for permit in permits if bar.id in permit.norm.overrides]
        if before and asking.possible(bar.when, permission):
            yield _unheard(search, bar, before, f"{listed(before)} always goes before it")
        elif permits or permission is True:
            yield _unheard(search, bar, [], f"it bars only what no clause permits, so {action} is refused without it")


def _unheard(search: Search, bar: Stated, before: list[str], why: str) -> Finding:
    kind: Kind = "shadowed"
    action = bar.norm.target
    return search.finding(
        kind,
        "warning",
        (bar.id, *before),
        f"{bar.id} is never heard: {why}.",
        ("Take it out, or correct the condition of the one that is wrong.",),
        search.witness(action, (bar,), search.asking(action or "").case(bar.when)),
    )


# --- clauses on steps


def _steps(search: Search, contested: Collection[str]) -> Iterator[Finding]:
    negate, both = search.statements.formulas.negate, search.statements.formulas.both
    every = [each for each in search.statements.kept if each.id not in contested]
    broken = {each: both(each.case, negate(each.ensure)) for each in every}
    told: set[str] = set()
    for each in every:
        near = {other: negate(broken[other]) for other in every if other is not each and _watches(other, each)}
        left = {other: kept for other, kept in near.items() if other.id not in told}
        reasons = _broken_with(search, broken[each], left)
        if reasons:
            told.add(each.id)
            yield _step_again(search, each, reasons, len(reasons) == 1 and _twins(search, broken, each, reasons[0]))


def _watches(one: Kept, other: Kept) -> bool:
    """Whether one clause watches every step that the other does, and asks about nothing beside."""
    return one.action in (None, other.action) and leaves(one.case, one.ensure) <= leaves(other.case, other.ensure)


def _broken_with(search: Search, broken: Value, kept: dict[Kept, Value]) -> tuple[Kept, ...]:
    """The fewest clauses of which one is broken by every step that breaks this one; none where others do."""
    asking = search.asking("")
    if not kept or asking.possible(broken, *kept.values()):
        return ()
    core = asking.core(broken, *kept.values())
    return tuple(other for other, condition in kept.items() if condition in core)


def _twins(search: Search, broken: dict[Kept, Value], each: Kept, other: Kept) -> bool:
    negate = search.statements.formulas.negate
    return _watches(each, other) and search.asking("").never(broken[other], negate(broken[each]))


def _step_again(search: Search, each: Kept, reasons: tuple[Kept, ...], twin: bool) -> Finding:
    names = listed(other.id for other in reasons)
    clauses = (each.id, *(other.id for other in reasons))
    return search.finding(
        "redundant",
        "warning",
        tuple(sorted(clauses)) if twin else clauses,
        f"{each.id} and {names} say the same in other words." if twin else f"{each.id} adds nothing to {names}.",
        (_out(each.id, names, twin),),
        search.step_in_which(each),
    )
