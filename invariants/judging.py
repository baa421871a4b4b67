"""A reading that only the clauses know, beside the engine under the default: where the clauses part from it.

The clauses are those of the reading's patch. What they demand of a step they do not do themselves: a position that
satisfies them is looked for among the neighbours of the one the engine leads to. No game is named here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice
from typing import Any

import msgspec

from ruleproof.engine.decision import Allowed
from ruleproof.engine.game import Game, PositionFault, Unreadable
from ruleproof.spec import norms as formal
from ruleproof.spec.accessing import OutsideVocabulary
from ruleproof.spec.formal import norms_of
from ruleproof.spec.loading import Rules
from ruleproof.spec.patching import patched, touched
from ruleproof.spec.question import Reading

from .agreeing import Judge, engine_says
from .apart import parts
from .ground import Growth, Position
from .parting import LEGALITY, RESULT, Side, Split, answered, winner
from .property import Moment, begin

NEIGHBOURS = 4000  # positions tried as the one that a step leads to under a patch


@dataclass(frozen=True)
class Patched:
    """The engine under default readings (but for `given`), and clauses that are otherwise by a patch."""

    game: Game[Any, Any]
    growth: Growth
    base: Judge  # by the clauses as they are
    reading: Reading
    given: Mapping[str, str]

    @property
    def rules(self) -> Rules:
        """The rules as they are."""
        return self.base.rules

    @cached_property
    def other(self) -> Rules:
        """The rules with the patch."""
        return patched(self.rules, self.reading.patch or ())

    @cached_property
    def changed(self) -> frozenset[str]:
        """The clauses that are otherwise."""
        return touched(self.rules, self.other)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of actions on which decisions can differ."""
        norms = (*norms_of(self.rules), *norms_of(self.other))
        deciding = {norm.target for norm in norms if norm.id in self.changed and norm.modality != "is"}
        actions = self.rules.vocabulary.action
        return tuple(name for name, action in actions.items() if deciding & {name, *action.closes})

    @cached_property
    def judge(self) -> Judge:
        """Who judges by those clauses of the patch that can make a difference."""
        deciding = {*self.kinds, *(each for kind in self.kinds for each in self.rules.vocabulary.action[kind].closes)}
        norms = norms_of(self.other)
        needed = self.changed | {norm.id for norm in norms if norm.value is not None or norm.target in deciding}
        return Judge(self.other, {norm.id for norm in norms} - needed)

    @cached_property
    def whole_judge(self) -> Judge:
        """Who judges by all clauses of the patch."""
        return Judge(self.other)

    def begin(self, position: Position) -> "Judged | None":
        """The position, where the engine can use it."""
        try:
            return Judged(self, begin(self.game, position, self.growth.mode, self.given))
        except (PositionFault, ValueError):
            return None

    def whole(self, split: Split) -> Split:
        """The split with a position that the step would lead to by the patched clauses, where one is near."""
        if split.how != RESULT or split.instead is not None:
            return split
        after = self.played(split)
        found = _instead(self, after)
        return split if found is None else self.beside(split, after, found)

    def played(self, split: Split) -> Moment:
        """The moment behind the action that the readings part on, as the engine has it."""
        moment = begin(self.game, split.position, self.growth.mode, self.given)
        for seat, action in (*split.actions, (split.seat, split.action)):
            moment = moment.after(seat, self.game.read_action(action))
        return moment

    def beside(self, split: Split, after: Moment, instead: Position) -> Split:
        """The split with what the step leads to under either reading."""
        shown = [self.growth.shown(position) for position in (after.position, instead)]
        differing = parts(shown[0], shown[1], self.growth.defaults) or (None, None)
        sides = (_with_part(split.sides[0], differing[0]), _with_part(split.sides[1], differing[1]))
        return replace(split, sides=sides, instead=instead)

    def satisfies(self, after: Moment, position: Position) -> bool:
        """Whether the step, had it led to this position, would keep the patched clauses, and all is well-formed."""
        try:
            norms = self.whole_judge.norms(after)
            return not self.whole_judge.broken(after, position) and not norms.amiss(norms.sight(position))
        except OutsideVocabulary:
            return False


def _with_part(side: Side, part: Any) -> Side:
    return msgspec.structs.replace(side, part=part, asks=())  # where it leads to tells it better


def _instead(by: Patched, after: Moment) -> Position | None:
    """The nearest position, by the game's edits, with which the patched clauses are satisfied."""
    before = after.before
    assert before is not None
    near = list(by.growth.edits(before.position, after.position))
    further = (second for first in near for second in by.growth.edits(before.position, first))
    for position in islice(chain(near, further), NEIGHBOURS):
        if by.satisfies(after, position):
            return position
    return None


@dataclass(frozen=True)
class Judged:
    """A moment of the engine's, and what the clauses of the patch say of it."""

    by: Patched
    moment: Moment
    aside: Split | None = None

    @property
    def key(self) -> object:
        """The state: a frozen value."""
        return self.moment.state

    def splits(self) -> Iterator[Split]:
        """Of all that the vocabulary proposes, and all that is legal, what the patched clauses decide otherwise."""
        for action in self._proposed():
            split = self._by_decision(action)
            if split is not None:
                yield split

    def on(self) -> "Iterator[Split | Judged]":
        """Each legal action that the patched clauses allow too."""
        for seat, action in self.moment.turns:
            written = self.by.game.write_action(action)
            if written["type"] not in self.by.kinds or self._by_decision(written) is None:
                yield self._after(seat, action)

    def take(self, seat: str, action: dict[str, Any]) -> "Split | Judged | None":
        """What one action leads to, and whether that is what the patched clauses demand."""
        if action["type"] in self.by.kinds:
            split = self._by_decision(action)
            if split is not None:
                return split if split.seat == seat else None
        read = self.by.game.read_action(action)
        if isinstance(read, Unreadable):
            return None
        decided = self.by.game.decide(self.moment.state, seat, read)
        return self._after(seat, read) if isinstance(decided, Allowed) else None

    def _proposed(self) -> list[dict[str, Any]]:
        norms, sight = self.by.base.norms(self.moment), self.by.base.sight(self.moment)
        listed = [self.by.game.write_action(action) for _, action in self.moment.turns]
        legal = [action for action in listed if action["type"] in self.by.kinds]
        return [*legal, *(each for name in self.by.kinds for each in norms.candidates(sight, name))]

    def _by_decision(self, action: dict[str, Any]) -> Split | None:
        """Where the patched clauses decide otherwise than the engine, and the engine as the clauses that there are."""
        other = self.by.judge.decide(self.moment, action)
        seat, _, decided = engine_says(self.moment, action)
        if isinstance(decided, Unreadable) or isinstance(decided, Allowed) == isinstance(other, formal.Allowed):
            return None
        one = self.by.base.decide(self.moment, action)
        if isinstance(decided, Allowed) != isinstance(one, formal.Allowed):
            return None
        return self._split(seat, action, LEGALITY, answered(decided), self._judged(other))

    def _after(self, seat: str, action: Any) -> "Split | Judged":
        after = self.moment.after(seat, action)
        broken = [each for each in self.by.judge.broken(after, after.position) if each.clause in self.by.changed]
        if not broken or self.by.base.broken(after, after.position):
            return Judged(self.by, after)
        clauses = tuple(dict.fromkeys(each.clause for each in broken))
        asks = tuple(self.by.other.paraphrase(self.by.other.clause(each), "ensure") for each in clauses)
        written = self.by.game.write_action(action)
        return self._split(seat, written, RESULT, Side(True, winner=winner(after)), Side(True, clauses, asks=asks))

    def _judged(self, decision: formal.Decision) -> Side:
        """What the patched clauses decide; of the clauses those that are otherwise, where any is."""
        clauses = tuple(clause for clause in decision.clauses if clause in self.by.changed) or decision.clauses
        return Side(isinstance(decision, formal.Allowed), clauses, getattr(decision, "why", ""))

    def _split(self, seat: str, action: dict[str, Any], how: str, one: Side, other: Side) -> Split:
        return Split(self.moment.first.position, self.moment.actions, seat, action, how, (one, other))
