"""Conflicts of clauses on one action: permissions that are barred, duties that cannot be done. It judges no state.

What is a conflict here follows from how clauses are judged: an action is legal where some clause permits it, none that
is not beaten bars it, and no duty before it is outstanding. So a prohibition that narrows a permission is no conflict,
it is the ordinary way of rulebooks (in general yes, in this case no), as it is where policies are analysed: forbidding
goes before permitting, and what matters is the clause without any effect. These are conflicts:

- A permission whose every case is barred: it permits nothing, ever. One prohibition may bar it all, or several together
  of which none alone does; named are the fewest. A permission inside a prohibition is this, and so are two clauses of
  opposite modality on one condition. It is none where the permission is declared to go before.
- A duty that cannot be met: there is a state in which it is due, every way of doing it is barred, and prohibitions are
  needed for that. Where an action closes the one that is demanded, a duty is due only where that action waits for it.
- Several duties that bar each other: each has to be met before the other.

Precedence is never guessed: neither the more special nor the later clause wins unless `overrides` says so.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from ruleproof.spec.acting import Given
from ruleproof.spec.closures import Sight
from ruleproof.spec.norms import Norms, Refused
from ruleproof.spec.syntax import Enum

from .asking import Asking
from .deciding import Case
from .exhibiting import Also, Sought
from .flaw import Finding
from .formulas import Value, leaves
from .searching import Search, listed
from .stating import Stated

NEVER = "wherever it does, so that this can never be done"
MOST_WAYS = 64  # ways of doing an action that are told apart


def conflicts(search: Search) -> Iterator[Finding]:
    """Every conflict on every action."""
    for action in search.statements.vocabulary.action:
        yield from _permissions(search, action)
        yield from _duties(search, action)
        yield from _waiting_for_each_other(search, action)


# --- permissions


def _permissions(search: Search, action: str) -> Iterator[Finding]:
    permits, bars = search.statements.on(action, "may"), search.statements.on(action, "cannot")
    if not bars:
        return
    asking, negate = search.asking(action), search.statements.formulas.negate
    free = {bar: negate(search.statements.barring(bar, permits)) for bar in bars}
    seen_free = asking.each((permit.when for permit in permits), *free.values())
    for permit in permits:
        if permit.when not in seen_free:
            for barring in _barring_all(asking, permit, free):
                yield barring_permission(search, action, permit, barring)


def _barring_all(asking: Asking, permit: Stated, free: Mapping[Stated, Value]) -> Iterator[tuple[Stated, ...]]:
    """The prohibitions of which each bars a whole permission; else the fewest that do so together."""
    if asking.never(permit.when):
        return
    alone = [bar for bar, unbarred in free.items() if asking.never(permit.when, unbarred)]
    yield from ((bar,) for bar in alone)
    if not alone and asking.never(permit.when, *free.values()):
        core = asking.core(permit.when, *free.values())
        if together := tuple(bar for bar, unbarred in free.items() if unbarred in core):
            yield together


def barring_permission(
    search: Search, action: str, permit: Stated, bars: tuple[Stated, ...], where: str = NEVER
) -> Finding:
    """The finding that a permission is barred by prohibitions in all its cases; `where` says how that is known."""
    case, names = search.asking(action).case(permit.when), listed(bar.id for bar in bars)
    return search.finding(
        "conflict",
        "error",
        (permit.id, *(bar.id for bar in bars)),
        f"{permit.id} permits {action}, but {names} {_bar(bars)} it {where}.",
        (
            f"Let {permit.id} go before {names} (`overrides`), with the sentence that grants it as `basis`.",
            f"Narrow the condition of {names}, or take {permit.id} out.",
            "Record both readings as a question, where the text leaves it open.",
        ),
        search.witness(action, (permit,), case),
    )


def _bar(bars: Sequence[Stated]) -> str:
    return "bars" if len(bars) == 1 else "together bar"


# --- duties


def _duties(search: Search, action: str) -> Iterator[Finding]:
    for duty in search.statements.on(action, "must"):
        for bars, case in _barring_duty(search, action, duty):
            finding = _barred(search, action, duty, bars, case)
            if finding.witness is not None:
                yield finding


def _waited_for(search: Search, action: str) -> Value:
    """Whether an action that closes this one could be done but for its duties; true where nothing closes it."""
    formulas, closing = search.statements.formulas, closers(search, action)
    if not closing:
        return True
    return formulas.either(*(open_to(search, closer, {}) for closer in closing))


def closers(search: Search, action: str) -> tuple[str, ...]:
    """The actions that wait until the duties of this one are met."""
    return tuple(name for name, each in search.statements.vocabulary.action.items() if action in each.closes)


def open_to(search: Search, action: str, case: dict[str, Any]) -> Value:
    """Whether an action is permitted and not barred, for these arguments; duties are not looked at."""
    formulas = search.statements.formulas
    bars = [barring for _, barring in barred(search, action, case)]
    return formulas.both(permitted(search, action, case), *map(formulas.negate, bars))


def permitted(search: Search, action: str, case: dict[str, Any]) -> Value:
    """Whether some clause permits an action, or it needs none."""
    if search.statements.vocabulary.action[action].otherwise == "allowed":
        return True
    permits = search.statements.on(action, "may")
    return search.statements.formulas.either(*(search.statements.given(each, case).when for each in permits))


def barred(search: Search, action: str, case: dict[str, Any]) -> list[tuple[Stated, Value]]:
    """Where each prohibition bars an action, for these arguments."""
    statements = search.statements
    permits = [statements.given(each, case) for each in statements.on(action, "may")]
    return [(bar, statements.barring(statements.given(bar, case), permits)) for bar in statements.on(action, "cannot")]


def ways(search: Search, action: str, duty: Stated) -> list[dict[str, Any]]:
    """The ways of doing what a duty demands: the arguments that it leaves to the player."""
    known = search.statements.vocabulary.action[action]
    free = {name: of for name, of in known.args.items() if name not in duty.norm.args and isinstance(of, Enum)}
    choices = [
        (*search.statements.vocabulary.sort[of.sort].range, *((None,) if name in known.optional else ()))
        for name, of in free.items()
    ]
    found = [dict(zip(free, values, strict=True)) for values in product(*choices)]
    return found if len(found) <= MOST_WAYS else [{}]


def _barring_duty(search: Search, action: str, duty: Stated) -> Iterator[tuple[tuple[Stated, ...], Case | None]]:
    """The prohibitions, as few as can be, that leave no way to meet a duty in some state where it is due."""
    stuck = stuck_with(search, action, duty)
    if search.asking(action).possible(*stuck(())):
        return  # nothing permits it: that is a hole
    every = search.statements.on(action, "cannot")
    if not search.asking(action).possible(*stuck(every)):
        return
    alone: list[tuple[Stated, ...]] = [(bar,) for bar in every if search.asking(action).possible(*stuck((bar,)))]
    for chosen in alone or [_fewest(every, lambda bars: search.asking(action).possible(*stuck(bars)))]:
        yield chosen, search.asking(action).case(*stuck(chosen))


def _fewest(bars: Sequence[Stated], enough: Callable[[Sequence[Stated]], bool]) -> tuple[Stated, ...]:
    """The prohibitions without those that are not needed."""
    kept = list(bars)
    for bar in bars:
        rest = [each for each in kept if each is not bar]
        kept = rest if enough(rest) else kept
    return tuple(kept)


def stuck_with(search: Search, action: str, duty: Stated) -> Callable[[Iterable[Stated]], list[Value]]:
    """The conditions under which a duty is due and some prohibitions, with what is not permitted, leave no way."""
    formulas, closed = search.statements.formulas, bool(closers(search, action))
    due = formulas.both(duty.when, _waited_for(search, action))
    each_way = ways(search, action, duty)
    none = [formulas.negate(permitted(search, action, way)) if closed else False for way in each_way]
    bars = [_decisive(search, action, duty, barred(search, action, way)) for way in each_way]

    def stuck(chosen: Iterable[Stated]) -> list[Value]:
        wanted = set(chosen)
        shut = ([barring for bar, barring in barrings if bar in wanted] for barrings in bars)
        return [due, *(formulas.either(no, *barrings) for no, barrings in zip(none, shut, strict=True))]

    return stuck


def _decisive(
    search: Search, action: str, duty: Stated, barrings: list[tuple[Stated, Value]]
) -> list[tuple[Stated, Value]]:
    """The prohibitions that do not hang on an argument which the duty leaves open and whose values cannot be listed."""
    args = search.statements.vocabulary.action[action].args
    loose = {name for name, of in args.items() if name not in duty.norm.args and not isinstance(of, Enum)}
    return [
        (bar, barring)
        for bar, barring in barrings
        if not any(leaf.leaf.key[:2] == ("argument", action) and leaf.leaf.key[2] in loose for leaf in leaves(barring))
    ]


def _barred(search: Search, action: str, duty: Stated, bars: tuple[Stated, ...], case: Case | None) -> Finding:
    names, does = listed(bar.id for bar in bars), "does" if len(bars) == 1 else "do"
    return search.finding(
        "conflict",
        "error",
        (duty.id, *(bar.id for bar in bars)),
        f"{duty.id} demands {action}, and {names} {_bar(bars)} it in the same state.",
        (
            f"Let {duty.id} demand it only where {names} {does} not bar it.",
            "Let one go before the other (`overrides`), with the sentence that grants it as `basis`.",
            "Record both readings as a question, where the text leaves it open.",
        ),
        search.exhibiting.shown(Sought(action, (duty.norm,), no_way(search, action, duty, bars)), case),
    )


def no_way(search: Search, action: str, duty: Stated, bars: tuple[Stated, ...]) -> Also:
    """Whether in a true position a duty is due and no way of meeting it is legal, each of some prohibitions barring."""
    each_way, closing = ways(search, action, duty), closers(search, action)

    def waits(norms: Norms, sight: Sight, closer: str) -> bool:
        return any(_is_open(norms, sight, closer, given) for given in search.plain.arguments(norms, sight, closer))

    def shows(norms: Norms, sight: Sight, given: Given) -> bool:
        if closing and not any(waits(norms, sight, closer) for closer in closing):
            return False
        answers = [norms.decide(sight, action, {**given, **way}) for way in each_way]
        barring = {clause for answer in answers for clause in answer.clauses}
        return all(isinstance(answer, Refused) for answer in answers) and {bar.id for bar in bars} <= barring

    return shows


def _is_open(norms: Norms, sight: Sight, action: str, given: Given) -> bool:
    """Whether an action is permitted and not barred in a true position; duties are not looked at."""
    decision = norms.decide(sight, action, given)
    if not isinstance(decision, Refused):
        return True
    holding = {name for name, holds in norms.conditions(sight, action, given).items() if holds}
    modality = {norm.id: norm.modality for norm in norms.norms if norm.target == action}
    return any(modality[name] == "may" for name in holding) and not any(modality[n] == "cannot" for n in holding)


# --- duties that wait for each other


def _waiting_for_each_other(search: Search, action: str) -> Iterator[Finding]:
    """Duties of which each has to be met before what the other demands."""
    vocabulary, asking = search.statements.vocabulary, search.asking(action)
    others = [each for each in vocabulary.action[action].closes if action in vocabulary.action[each].closes]
    for other in (each for each in others if each >= action):  # each pair once
        for one in search.statements.on(action, "must"):
            for two in search.statements.on(other, "must"):
                if (other != action or one is two) and asking.possible(one.when, two.when):
                    yield _waiting(search, action, other, one, two)


def _waiting(search: Search, action: str, other: str, one: Stated, two: Stated) -> Finding:
    case = search.asking(action).case(one.when, two.when)

    def both(norms: Norms, sight: Sight, _: Given) -> bool:
        return any(
            search.plain.holds(two.norm, norms, sight, given) for given in search.plain.arguments(norms, sight, other)
        )

    return search.finding(
        "conflict",
        "error",
        tuple(dict.fromkeys((one.id, two.id))),
        f"{one.id} demands {action} before {other}, and {two.id} demands {other} before {action}.",
        (
            f"Let only one of {action} and {other} wait for the other (`closes`).",
            "Narrow the condition of one of them.",
        ),
        search.exhibiting.shown(Sought(action, (one.norm,), both), case),
        "waiting",
    )
