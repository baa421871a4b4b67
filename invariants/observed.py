"""What shows only in true positions: where clauses are silent, or settle a matter otherwise than the engine does.

Many clauses speak of piles and of cards by name, which no solver holds. So they are heard at moments of play too:

- A permission that some clause barred in every case that was met: a conflict, as far as was sampled.
- An action that one clause permits and another one bars, and that the engine allows: which of the two goes before the
  other is settled one way by the clauses and the other way by the engine, so precedence is missing, or one is wrong.
- An action that the engine allows and of which no clause says anything: a hole.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ruleproof.engine.decision import Allowed
from ruleproof.spec.acting import Given
from ruleproof.spec.closures import Sight
from ruleproof.spec.norms import Norms, Refused

from .agreeing import engine_says
from .conflicts import barring_permission
from .exhibiting import Sought
from .flaw import Finding
from .property import Moment
from .searching import Search
from .stating import Stated

MOMENTS = 160  # that are looked at
ENOUGH = 4  # cases in which a permission was barred, before that is held to be so always


@dataclass
class Heard:
    """What was heard of one permission: how often it held, was free, and was barred by which clauses."""

    held: int = 0
    free: int = 0
    barred: dict[frozenset[str], int] = field(default_factory=dict[frozenset[str], int])


def observed(search: Search, contested: Collection[str]) -> Iterator[Finding]:
    """Every conflict and hole that moments of play show and that is not told yet; none where there is no engine."""
    heard: dict[str, Heard] = {}
    told: set[tuple[str, ...]] = set()
    for moment in search.exhibiting.moments(MOMENTS):
        norms, sight = search.plain.sight(moment)
        for action in search.statements.vocabulary.action:
            for given in search.plain.arguments(norms, sight, action):
                for key in _listen(search, moment, norms, sight, action, given, heard):
                    told.add((action, *key))
    barred = list(_always_barred(search, {name: one for name, one in heard.items() if name not in contested}))
    yield from barred
    known = {*contested, *(finding.clauses[0] for finding in barred)}
    for action, *rest in sorted(told):
        if rest and rest[0] not in known:
            yield _parted(search, action, rest)
        elif not rest and any(permit.id not in known for permit in search.statements.on(action, "may")):
            yield _unsaid(search, action)


def _listen(
    search: Search, moment: Moment, norms: Norms, sight: Sight, action: str, given: Given, heard: dict[str, Heard]
) -> Iterator[tuple[str, ...]]:
    """Hear the clauses on one action; what they and the engine part on, as the clauses that it is about."""
    holding = [name for name, holds in norms.conditions(sight, action, given).items() if holds]
    permits = [search.rules.clause(name) for name in holding if _modality(search, name) == "may"]
    beaten = {name for permit in permits for name in permit.overrides}
    barring = frozenset(name for name in holding if _modality(search, name) == "cannot") - beaten
    for permit in permits:
        one = heard.setdefault(permit.id, Heard())
        one.held += 1
        one.free += not barring
        one.barred[barring] = one.barred.get(barring, 0) + 1
    if (not holding or (permits and barring)) and _engine_allows(moment, norms.acting.write(action, given, sight)):
        yield (permits[0].id, *sorted(barring)) if barring else ()


def _engine_allows(moment: Moment, action: Mapping[str, Any] | None) -> bool:
    """Whether the engine lists an action as legal; one that it only takes for another one does not count."""
    if action is None:
        return False
    seat, read, decision = engine_says(moment, action)
    return isinstance(decision, Allowed) and (seat, read) in moment.turns


def _modality(search: Search, clause: str) -> str | None:
    return search.rules.clause(clause).modality


def _parted(search: Search, action: str, key: Sequence[str]) -> Finding:
    permit, *bars = key
    norms = [each.norm for each in (*search.statements.on(action, "may"), *search.statements.on(action, "cannot"))]
    sought = Sought(action, tuple(norm for norm in norms if norm.id in key), allowed=True)
    return search.finding(
        "conflict",
        "error",
        key,
        f"{permit} permits {action} where {' and '.join(bars)} bars it, and the engine allows it there.",
        (
            f"Let {permit} go before {' and '.join(bars)} (`overrides`), with the sentence that grants it as `basis`.",
            f"Narrow the condition of {' or '.join(bars)}, or correct the engine.",
            "Record both readings as a question, where the text leaves it open.",
        ),
        search.exhibiting.shown(sought),
        "engine",
    )


def _unsaid(search: Search, action: str) -> Finding:
    permits: tuple[Stated, ...] = search.statements.on(action, "may")

    def silent(norms: Norms, sight: Sight, given: Given) -> bool:
        said = norms.conditions(sight, action, given).values()
        return isinstance(norms.decide(sight, action, given), Refused) and not any(said)

    return search.finding(
        "hole",
        "warning",
        tuple(permit.id for permit in permits),
        f"The engine allows {action} in a state where no clause says anything of it.",
        ("Let a clause permit it, or bar it.", "Ask, where the text says neither."),
        search.exhibiting.shown(Sought(action, (), silent, allowed=True)),
        f"unsaid.{action}",
    )


def _always_barred(search: Search, heard: Mapping[str, Heard]) -> Iterator[Finding]:
    for action in search.statements.vocabulary.action:
        for permit in search.statements.on(action, "may"):
            found = heard.get(permit.id)
            if found is None or found.free or found.held < ENOUGH:
                continue
            chosen = _fewest(found)
            bars = tuple(each for each in search.statements.on(action, "cannot") if each.id in chosen)
            if bars:
                yield barring_permission(
                    search, action, permit, bars, f"in all {found.held} cases that were met in play"
                )


def _fewest(heard: Heard) -> frozenset[str]:
    """Clauses of which one barred in each case, the most frequent first."""
    left, chosen = list(heard.barred), set[str]()
    while left and all(left):
        counts: dict[str, int] = {}
        for bars in left:
            for each in bars:
                counts[each] = counts.get(each, 0) + heard.barred[bars]
        best = max(sorted(counts), key=counts.__getitem__)
        chosen.add(best)
        left = [bars for bars in left if best not in bars]
    return frozenset(chosen)
