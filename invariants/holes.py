"""Holes: what the clauses leave open. It judges no state.

These are holes:

- An action of which no clause says whether it is permitted, and a quantity to which no clause gives anything.
- A decision of the vocabulary of which a member can never be chosen: in no state does a clause permit it unbarred.
- A duty that nothing permits: it is due, and no clause lets anybody do what it demands. Where clauses permit it, and
  others bar it, that is a conflict.
- A gap between clauses: they speak of an action below a number and above it, or for all members of a sort but one, and
  are silent between, all else being equal; or they say so of a thing that the step of an action changes.
- An action that the engine allows in a true position, and of which the clauses say nothing there (see `observed`).

That nothing permits an action in some state is no hole by itself: what no clause permits is refused.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import cast

from ruleproof.spec.meanings import Decision

from .conflicts import barred, no_way, permitted, stuck_with
from .exhibiting import Sought
from .flaw import Finding
from .formulas import Value
from .gaps import gaps, step_gaps
from .searching import Search, listed


def holes(search: Search, contested: Collection[str]) -> Iterator[Finding]:
    """Every hole, by action; `contested` are the clauses of which conflicts are told already."""
    yield from _unspoken(search)
    for name, decision in search.statements.vocabulary.decision.items():
        if not all(permit.id in contested for permit in search.statements.on(decision.action, "may")):
            yield from _never_chosen(search, name, decision)
    for action in search.statements.vocabulary.action:
        yield from _helpless(search, action)
        yield from gaps(search, action)
    yield from step_gaps(search)


# --- what no clause speaks of


def _unspoken(search: Search) -> Iterator[Finding]:
    statements = search.statements
    for action in statements.vocabulary.action:
        if not any(statements.on(action, modality) for modality in ("may", "cannot", "must")):
            yield _silent(search, f"No clause says when {action} is permitted.", action, f"action.{action}")
    for quantity in statements.vocabulary.quantity:
        if not statements.adding(quantity):
            yield _silent(search, f"No clause says what {quantity} is.", quantity, f"quantity.{quantity}")


def _silent(search: Search, says: str, name: str, key: str) -> Finding:
    decisions = [each for each, of in search.statements.vocabulary.decision.items() if of.action == name]
    left = f" So nobody makes the decision {listed(decisions)}." if decisions else ""
    return search.finding(
        "hole",
        "warning",
        (),
        says + left,
        (f"Write a clause with do = {name!r}, resting on the sentence that says so.", "Ask, where no sentence does."),
        search.anywhere(),
        key,
        (search.vocabulary_line(key),),
    )


# --- decisions


def _never_chosen(search: Search, name: str, decision: Decision) -> Iterator[Finding]:
    permits = search.statements.on(decision.action, "may")
    members = _members(search, decision) if permits else ()
    never = [member for member in members if not _choosable(search, decision, member)]
    if never:
        yield search.finding(
            "hole",
            "warning",
            tuple(permit.id for permit in permits),
            f"{listed(never)} {'is' if len(never) == 1 else 'are'} among what the decision {name} is made from, "
            f"and no clause ever lets {'it' if len(never) == 1 else 'them'} be chosen.",
            (
                f"Let a clause permit {decision.action} for {listed(never)} too.",
                f"Leave {listed(never)} out of what the decision is made from.",
                "Ask, where the text says neither.",
            ),
            search.witness(decision.action, permits[:1], search.asking(decision.action).case(permits[0].when)),
            f"{name}.{'.'.join(never)}",
            (search.vocabulary_line(f"decision.{name}"),),
        )


def _members(search: Search, decision: Decision) -> Sequence[str]:
    """What a decision is made from, as far as that is the same in every position."""
    if isinstance(decision.over, str):
        return search.statements.vocabulary.sort[decision.over].range
    listing = search.statements.abstract.compile(decision.over)(search.statements.now, ())
    known = cast(tuple[object, ...], listing) if isinstance(listing, tuple) else ()
    return [each for each in known if isinstance(each, str)]


def _choosable(search: Search, decision: Decision, member: str) -> bool:
    formulas, asking = search.statements.formulas, search.asking(decision.action)
    case = {decision.chooses: member}
    free = [formulas.negate(barring) for _, barring in barred(search, decision.action, case)]
    return asking.possible(permitted(search, decision.action, case), *free)


# --- duties


def _helpless(search: Search, action: str) -> Iterator[Finding]:
    for duty in search.statements.on(action, "must"):
        stuck: list[Value] = stuck_with(search, action, duty)(())
        if not search.asking(action).possible(*stuck):
            continue
        sought = Sought(action, (duty.norm,), no_way(search, action, duty, ()))
        witness = search.exhibiting.shown(sought, search.asking(action).case(*stuck))
        if witness is not None:
            yield search.finding(
                "hole",
                "warning",
                (duty.id,),
                f"{duty.id} demands {action} in states where no clause permits it in any way.",
                (f"Let a clause permit {action} there.", f"Narrow the condition of {duty.id}."),
                witness,
                "duty",
            )
