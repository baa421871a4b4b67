"""Declared precedence that comes to nothing: of clauses that are not there, or that go before each other in a circle.

Precedence counts between a clause that permits and one that bars the same action, in one mode. That a clause which is
not formal goes before another cannot be judged here.
"""

from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

from ruleproof.spec.clause import Clause
from ruleproof.spec.fault import nearest
from ruleproof.spec.formal import read

from .flaw import Finding
from .searching import Search
from .stating import Stated

_OPPOSED = "Name a clause that it contradicts on the same action, or take the name out of `overrides`."


def misplaced(search: Search) -> Iterator[Finding]:
    """Every name in `overrides` that comes to nothing, and every circle."""
    known = {clause.id: clause for clause in search.rules.clauses}
    circles = list(_circles({clause.id: clause.overrides for clause in known.values() if clause.overrides}))
    steps = {step for circle in circles for step in pairwise((*circle, circle[0]))}
    for clause in known.values():
        for name in clause.overrides:
            if (clause.id, name) in steps:
                continue
            why = _nothing(search, clause, known[name]) if name in known else f"there is none.{nearest(name, known)}"
            if why:
                yield _dangling(search, clause, name, why)
    for circle in circles:
        yield _circle(search, circle)


def _nothing(search: Search, one: Clause, other: Clause) -> str:
    """Why it comes to nothing that a clause goes before another; empty where it may matter."""
    if one.modes and other.modes and not set(one.modes) & set(other.modes):
        return "they have no mode in common."
    actions = search.rules.vocabulary.action
    mine, theirs = (read(each, search.rules.vocabulary) if each.formal else None for each in (one, other))
    if mine is None or theirs is None or mine.target not in actions or theirs.target not in actions:
        return ""
    if mine.target != theirs.target:
        return f"that is about {theirs.target}, and this about {mine.target}."
    if mine.modality == theirs.modality and mine.modality != "is":
        return "both say the same way, so that nothing is to be decided between them."
    return ""


def _dangling(search: Search, clause: Clause, name: str, why: str) -> Finding:
    return search.finding(
        "precedence",
        "error" if search.clause(name) is None else "warning",
        (clause.id, name) if search.clause(name) else (clause.id,),
        f"{clause.id} is to go before {name}: {why}",
        (_OPPOSED,),
        key=name,
        member="overrides",
    )


def _circles(graph: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Circles, each from its first clause on; when one is found, the step that closes it is taken out."""
    left = {name: [each for each in before if each in graph] for name, before in sorted(graph.items())}
    while True:
        try:
            TopologicalSorter(left).prepare()
        except CycleError as error:
            circle: list[str] = error.args[1][::-1][:-1]
            first = circle.index(min(circle))
            yield (*circle[first:], *circle[:first])
            left[circle[-1]].remove(circle[0])
        else:
            return


def _circle(search: Search, circle: tuple[str, ...]) -> Finding:
    shown = " → ".join((*circle, circle[0]))
    stated = [_stated(search, name) for name in circle]
    targets = {each.norm.target for each in stated if each}
    witness = None
    if len(targets) == 1 and all(stated):
        present = [each for each in stated if each]
        target = targets.pop()
        case = search.asking(target or "").case(*(each.when for each in present))
        witness = search.witness(target, present, case) if case else None
    return search.finding(
        "precedence",
        "error",
        circle,
        f"Each is to go before the next, in a circle: {shown}.",
        ("Take out the step that no sentence grants.",),
        witness,
        member="overrides",
    )


def _stated(search: Search, name: str) -> Stated | None:
    norm = next((norm for norm in search.statements.norms if norm.id == name), None)
    return search.statements.stated(norm) if norm and norm.target else None
