"""Engine against formal clauses: two formulations of one rulebook, compared action by action. Neither is believed here.

Where they part, the text decides who is right; what is reported is the position, the action and both answers.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeAlias, TypeVar

from ruleproof.engine.canonical import text
from ruleproof.engine.decision import Allowed, Decision
from ruleproof.engine.finding import game as find_game
from ruleproof.engine.game import Game, Unreadable
from ruleproof.spec import norms as formal
from ruleproof.spec.acting import Given
from ruleproof.spec.closures import Sight
from ruleproof.spec.formal import norms_of
from ruleproof.spec.loading import Rules
from ruleproof.spec.norms import Norms

from .property import Moment, Property, always, begin
from .soundness import Tried, another_spelling
from .trial import Failure

AGREE = "engine and clauses agree"
KEPT = "every step keeps the clauses"
WELL_FORMED = "positions are well formed"
CITED = "events cite clauses that there are"
AT_MOST, AT_LEAST = 16, 3  # actions of a kind that are judged at a moment: where one is legal, and where none is

T = TypeVar("T")


Proposed: TypeAlias = tuple[dict[str, Any], str, Given | None]  # JSON, name, arguments where known


Answer: TypeAlias = tuple[str, Any, Decision | Unreadable]  # the seat, the action as the game reads it, its answer


class Judge:
    """The formal clauses of a game, ready for moments under any readings; some can be left out."""

    def __init__(self, rules: Rules, without: Iterable[str] = ()) -> None:
        self.rules = rules
        self.without = frozenset(without)
        self.heard: set[str] = set()  # the clauses that took part in a decision
        self.unspoken: set[str] = set()  # the kinds of legal actions that the vocabulary has no word for
        self._norms: dict[tuple[str, tuple[tuple[str, str], ...]], Norms] = {}

    def norms(self, moment: Moment) -> Norms:
        """The clauses under the moment's readings."""
        key = moment.mode, tuple(sorted(moment.readings.items()))
        if key not in self._norms:
            # all readings of the game are named: its defaults are compared with the questions' elsewhere
            defaults = {question: names[0] for question, names in moment.game.readings.items()}
            self._norms[key] = Norms(self.rules, {**defaults, **moment.readings}, moment.mode, self.without)
        return self._norms[key]

    def sight(self, moment: Moment) -> Sight:
        """The moment's position as the clauses see it."""
        if self not in moment.memo:
            moment.memo[self] = self.norms(moment).sight(moment.position)
        sight: Sight = moment.memo[self]
        return sight

    def proposed(self, moment: Moment) -> tuple[Proposed, ...]:
        """What the vocabulary proposes at this moment, legal or not: as JSON and in the vocabulary's own arguments.

        Of each kind a few are taken, evenly, other ones at other moments; more of a kind of which something is legal.
        """
        if (self, "proposed") not in moment.memo:
            norms, sight = self.norms(moment), self.sight(moment)
            legal = {str(moment.game.write_action(action)["type"]) for _, action in moment.turns}
            first = int(moment.digest[:8], 16)
            moment.memo[self, "proposed"] = tuple(
                proposal
                for name in norms.vocabulary.action
                for proposal in _proposals(norms, sight, name, AT_MOST if name in legal else AT_LEAST, first)
            )
        proposed: tuple[Proposed, ...] = moment.memo[self, "proposed"]
        return proposed

    def candidates(self, moment: Moment) -> tuple[dict[str, Any], ...]:
        """What the vocabulary proposes at this moment, as JSON."""
        return tuple(action for action, _, _ in self.proposed(moment))

    def decide(self, moment: Moment, action: Mapping[str, Any]) -> formal.Decision:
        """What the clauses say of an action in JSON."""
        decision = self.norms(moment).judge(self.sight(moment), dict(action))
        self.heard.update(decision.clauses)
        return decision

    def decisions(self, moment: Moment) -> Iterator[tuple[dict[str, Any], formal.Decision]]:
        """What the clauses say of all that is proposed."""
        norms, sight = self.norms(moment), self.sight(moment)
        for action, name, given in self.proposed(moment):
            decision = norms.judge(sight, action) if given is None else norms.decide(sight, name, given)
            self.heard.update(decision.clauses)
            yield action, decision

    def answers(self, moment: Moment) -> tuple[Answer, ...]:
        """What the engine makes of each candidate, and what it says of it."""
        if (self, "answers") not in moment.memo:
            moment.memo[self, "answers"] = tuple(engine_says(moment, action) for action in self.candidates(moment))
        answers: tuple[Answer, ...] = moment.memo[self, "answers"]
        return answers

    def tried(self, moment: Moment) -> Iterator[Tried]:
        """The candidates that the game can read, each with the seat that would take it and the game's decision."""
        for seat, read, decision in self.answers(moment):
            if not isinstance(decision, Unreadable):
                yield seat, read, decision

    def agreement(self) -> Property:
        """The engine allows exactly what the clauses allow, of all that is proposed and all that is legal."""
        return always(AGREE, (), lambda moment: next(self.differences(moment), True))

    def differences(self, moment: Moment) -> Iterator[str]:
        """Each action on which engine and clauses part, with both answers."""
        legal = self._spoken_of(moment.game.write_action(action) for _, action in moment.turns)
        by_clauses = chain(self.decisions(moment), ((action, self.decide(moment, action)) for action in legal))
        by_engine = chain(self.answers(moment), (engine_says(moment, action) for action in legal))
        for (action, theirs), (seat, _, ours) in zip(by_clauses, by_engine, strict=True):
            if isinstance(ours, Allowed) == isinstance(theirs, formal.Allowed):
                continue
            if not _respelled(moment, seat, action):
                yield f"{text(action)} is {_said(ours)} by the engine and {_said(theirs)} by the clauses"

    def _spoken_of(self, actions: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        """The actions whose kind the vocabulary has; the other kinds are kept to be told."""
        known = self.rules.vocabulary.action
        listed = list(actions)
        self.unspoken.update(str(action["type"]) for action in listed if action["type"] not in known)
        return [action for action in listed if action["type"] in known]

    def monitors(self) -> Property:
        """Every step keeps the clauses that say how things are afterwards."""

        def kept(moment: Moment) -> bool | str:
            broken = self.broken(moment, moment.position)
            return "; ".join(f"{each.clause} says {each.ensure}" for each in broken) or True

        return always(KEPT, (), kept)

    def broken(self, moment: Moment, after: dict[str, Any]) -> tuple[formal.Broken, ...]:
        """The clauses that the step to a moment would not keep if it led to this position."""
        if moment.before is None:
            return ()
        action = moment.game.write_action(moment.action)
        return self.norms(moment).broken(self.sight(moment.before), action, after)

    def well_formed(self) -> Property:
        """Positions satisfy the invariants of the vocabulary."""
        return always(WELL_FORMED, (), lambda moment: "; ".join(self.norms(moment).amiss(self.sight(moment))) or True)

    def properties(self) -> tuple[Property, ...]:
        """What the clauses promise of every moment; agreement only where the vocabulary has actions at all."""
        agreed = (self.agreement(),) if self.rules.vocabulary.action else ()
        return (*agreed, self.monitors(), self.well_formed(), self.citations())

    def citations(self) -> Property:
        """Events rest on clauses that there are."""
        known = {clause.id for clause in self.rules.clauses}

        def there(moment: Moment) -> bool | str:
            unknown = {clause for event in moment.events for clause in event["clauses"]} - known
            return not unknown or f"there is no clause {', '.join(sorted(unknown))}"

        return always(CITED, (), there)

    @property
    def unheard(self) -> tuple[str, ...]:
        """The clauses on actions that took part in no decision so far."""
        return tuple(sorted(set(decisive(self.rules)) - self.heard))


def _proposals(norms: Norms, sight: Sight, name: str, most: int, first: int) -> Iterator[Proposed]:
    for given in _some(norms.acting.proposed(name, sight), most, first):
        written = norms.acting.write(name, given, sight)
        if written is not None:
            yield written, name, given
    yield from ((dict(action), name, None) for action in _some(norms.acting.listed(name), AT_LEAST, first))


def _some(all_of: Sequence[T], most: int, first: int) -> Sequence[T]:
    every = max(1, -(-len(all_of) // most))
    return all_of[first % every :: every]


@dataclass(frozen=True)
class Judged:
    """A property that is made of a game's formal clauses, whichever these are."""

    property: Callable[[Judge], Property]


def decisive(rules: Rules) -> tuple[str, ...]:
    """The clauses that allow, bar or demand an action by their formal part."""
    on_actions = (norm for norm in norms_of(rules) if norm.target in rules.vocabulary.action)
    return tuple(sorted({norm.id for norm in on_actions if norm.modality != "is"}))


def watched(rules: Rules) -> tuple[str, ...]:
    """The clauses that every step has to keep."""
    return tuple(sorted({norm.id for norm in norms_of(rules) if norm.ensure is not None}))


def _said(decision: Any) -> str:
    """An answer of either side in words: what it is, by which clauses, and why where that is said."""
    if isinstance(decision, Unreadable):
        return f"unreadable ({decision.why})"
    word = "allowed" if isinstance(decision, Allowed | formal.Allowed) else "refused"
    return f"{word} ({', '.join(decision.clauses) or getattr(decision, 'why', '')})"


def _respelled(moment: Moment, seat: str, action: Mapping[str, Any]) -> bool:
    """The engine takes an action in words that it does not list, for one that it does; the clauses judge that one."""
    read = moment.game.read_action(dict(action))
    if isinstance(read, Unreadable) or (seat, read) in moment.turns:
        return False
    return isinstance(moment.game.decide(moment.state, seat, read), Allowed) and another_spelling(moment, seat, read)


def engine_says(moment: Moment, action: Mapping[str, Any]) -> Answer:
    """Who could take an action in JSON, what the engine makes of it, and its decision; unreadable is not allowed.

    Clauses know no seats: what one of several who may act may do is allowed. Where nobody may, the last one tries.
    """
    read = moment.game.read_action(dict(action))
    seats = moment.game.to_move(moment.state) or (moment.seat,)
    if isinstance(read, Unreadable):
        return seats[0], read, read
    answers = [(seat, read, moment.game.decide(moment.state, seat, read)) for seat in seats]
    return next((answer for answer in answers if isinstance(answer[2], Allowed)), answers[0])


@dataclass(frozen=True)
class Agreement:
    """What a comparison showed: where they part, which clauses decided nothing, which actions no clause speaks of."""

    positions: int
    actions: int
    differences: tuple[Failure, ...]
    unheard: tuple[str, ...]
    unspoken: tuple[str, ...] = ()

    @property
    def good(self) -> bool:
        """They part nowhere."""
        return not self.differences


def agree(
    rules: Rules,
    positions: Sequence[Mapping[str, Any]],
    mode: str,
    readings: Mapping[str, str] | None = None,
    game: Game[Any, Any] | None = None,
    without: Iterable[str] = (),
) -> Agreement:
    """Compare engine and clauses on every candidate of every position."""
    judge = Judge(rules, without)
    player = game or find_game(rules.name)
    found: list[Failure] = []
    actions = 0
    for position in positions:
        moment = begin(player, dict(position), mode, readings or {})
        actions += len(judge.candidates(moment)) + len(moment.turns)
        found += [Failure.of(judge.agreement(), difference, moment) for difference in judge.differences(moment)]
    return Agreement(len(positions), actions, tuple(found), judge.unheard, tuple(sorted(judge.unspoken)))
