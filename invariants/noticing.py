"""Leaving out the formal part of each clause, one at a time: some check has to notice. No clause is named here.

A clause that nobody misses says nothing by its formal part, unless a proof shows that the others imply it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ruleproof.engine.decision import Allowed
from ruleproof.engine.finding import game as find_game
from ruleproof.engine.game import Game
from ruleproof.spec import norms as formal
from ruleproof.spec.accessing import OutsideVocabulary
from ruleproof.spec.formal import norms_of
from ruleproof.spec.loading import Rules, load

from .agreeing import Judge, Judged, engine_says
from .bending import ANYWHERE, Bend
from .chapters import declared
from .driving import Origins, first_broken, opening
from .promises import Promise
from .property import Moment

Seen = tuple[Moment, dict[str, Any]]
TRIED = 40  # actions looked at again for each clause
STEPS = 6  # steps led astray, of each kind


@dataclass(frozen=True)
class Notice:
    """Whether leaving out a clause is noticed, and by what."""

    clause: str
    by: str  # empty where nobody notices
    implied_by: str  # the obligation that shows it implied, where the clause names one

    @property
    def good(self) -> bool:
        """It is noticed, or shown to be implied."""
        return bool(self.by or self.implied_by)


def notices(name: str, runs: int = 150, seed: int = 11, game: Game[Any, Any] | None = None) -> tuple[Notice, ...]:
    """For each formal clause of a game what notices that it was left out."""
    rules = load(name)
    moments = _moments(name, game or find_game(name), runs, seed)
    judge = Judge(rules)
    found = {**_by_steps(judge, moments, _bends(name)), **_by_decisions(judge, moments)}
    ids = sorted({norm.id for norm in norms_of(rules)})
    for clause in ids:
        if clause not in found and (by := _by_promises(name, rules, clause, moments)):
            found[clause] = by
    return tuple(Notice(clause, found.get(clause, ""), rules.clause(clause).implied_by_proof or "") for clause in ids)


def _moments(name: str, game: Game[Any, Any], runs: int, seed: int) -> tuple[Moment, ...]:
    """Moments of plays: half of them under default readings, the others under a few combinations of others."""
    origins = Origins.of(name, game)
    return tuple(moment for run in range(runs) for moment in opening(origins, game, seed, run).moments(game))


def _bends(name: str) -> tuple[Bend, ...]:
    return (ANYWHERE, *(bend for _, bend in declared(name, "BENDS", Bend)))


def _by_decisions(judge: Judge, moments: Iterable[Moment]) -> dict[str, str]:
    """The clauses without which some decision would differ from the engine's."""
    seen: dict[str, tuple[list[Seen], list[Seen]]] = {}
    for moment in moments:
        for action, decision in judge.decisions(moment):
            for clause in decision.clauses if len(decision.clauses) == 1 else ():
                allowed, refused = seen.setdefault(clause, ([], []))
                (allowed if isinstance(decision, formal.Allowed) else refused).append((moment, action))
    found = {
        clause: _decides(judge.rules, clause, [*allowed[:TRIED], *refused[:TRIED]])
        for clause, (allowed, refused) in seen.items()
    }
    return {clause: by for clause, by in found.items() if by}


def _decides(rules: Rules, clause: str, where: Sequence[Seen]) -> str:
    fewer = Judge(rules, {clause})
    for moment, action in where:
        theirs = fewer.decide(moment, action)
        _, _, ours = engine_says(moment, action)
        if isinstance(theirs, formal.Allowed) != isinstance(ours, Allowed):
            return f"engine and clauses part on {action['type']}"
    return ""


def _by_steps(judge: Judge, moments: Iterable[Moment], bends: Sequence[Bend]) -> dict[str, str]:
    """The clauses that alone notice some step led astray."""
    found: dict[str, str] = {}
    for moment in _eventful(moments):
        for bend in bends:
            for astray in bend.positions(moment.position):
                broken = _broken(judge, moment, astray)
                if len(broken) == 1:
                    found.setdefault(broken.pop(), f"only it notices a step led astray ({bend.name})")
    return found


def _eventful(moments: Iterable[Moment]) -> tuple[Moment, ...]:
    """Some steps of every kind of action, every way in which one can go: told apart by the kinds of their events."""
    kinds: dict[str, list[Moment]] = {}
    for moment in moments:
        if moment.before is not None:
            told = (str(event["type"]) for event in moment.events)
            kinds.setdefault(" ".join([str(moment.game.write_action(moment.action)["type"]), *told]), []).append(moment)
    return tuple(moment for steps in kinds.values() for moment in steps[:STEPS])


def _broken(judge: Judge, moment: Moment, astray: dict[str, Any]) -> set[str]:
    """The clauses that a step led astray breaks; none where it leads to what the vocabulary has no word for."""
    try:
        return {each.clause for each in judge.broken(moment, astray)}
    except OutsideVocabulary:
        return set()


def _by_promises(name: str, rules: Rules, clause: str, moments: Iterable[Moment]) -> str:
    """The promise made of clauses that does not hold of real steps without this one."""
    fewer = Judge(rules, {clause})
    judged = [Promise(each.property(fewer), place) for place, each in declared(name, "JUDGED", Judged)]
    held = [Promise(fewer.monitors(), "agreeing.py"), *judged]
    for moment in moments:
        if broken := first_broken(moment, held):
            return broken[0].name
    return ""
