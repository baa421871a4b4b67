"""Makes pairs of positions that a player cannot tell apart, with the reference, and looks whether they still are some.

A suite that was made needs neither: the pairs are data then.
"""

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ruleproof.engine.chance import Chance
from ruleproof.engine.game import Dealing
from ruleproof.spec import files

from .asking import Limits, greeting, start
from .case import ApplyStep, Case
from .connection import Made
from .distinguishing import put
from .exporting import pretty
from .hiding import canonical
from .pairs import Act, Pair, Pairs, read
from .serving import Server
from .suite import Form, Suite
from .values import is_object

SEEDS = 16  # ways to deal what is hidden, of which the first that changes something is taken


class Proposal(NamedTuple):
    """A pair that could be kept, and the places at which its positions differ."""

    pair: Pair
    places: frozenset[str]


class Maker:
    """Takes positions of cases, deals what is hidden from a player anew, and goes on with the case's own actions."""

    def __init__(self, suite: Suite, form: Form, game: Dealing[Any, Any]) -> None:
        self.suite = suite
        self.form = form
        self.game = game

    def made(self, kept: Pairs) -> Pairs:
        """The pairs there are, and as many more as it takes to show each place, in each chapter, to each player."""
        pairs = list(kept.pairs)
        shown = {key for pair in pairs for key in _keys(_chapter(pair), pair.viewer, self._places(pair))}
        proposals = [one for case in self.suite.cases() for one in self._proposals(case, kept)]
        for pair, places in sorted(proposals, key=lambda one: -len(one.pair.actions)):
            keys = _keys(_chapter(pair), pair.viewer, places)
            if not keys <= shown and all(pair.id != one.id for one in pairs):
                pairs.append(pair)
                shown |= keys
        changed: Pairs = msgspec.structs.replace(kept, pairs=sorted(pairs, key=lambda one: one.id))
        return changed

    def _places(self, pair: Pair) -> frozenset[str]:
        return frozenset(places(self.form.whole(pair.position), self.form.whole(pair.other)))

    def _proposals(self, case: Case, kept: Pairs) -> Iterator[Proposal]:
        if case.readings or "artificial" in case.tags or case.modes[0] not in self.game.modes:
            return
        state = self.game.load(case.position, case.modes[0], {})
        for viewer in self.form.seats(case.position):
            other = self._dealt(state, viewer)
            if other is None:
                continue
            differing = frozenset(places(self.form.whole(case.position), self.form.whole(self.game.dump(other))))
            if clauses := _hiding(kept, differing):
                yield Proposal(self._pair(case, viewer, state, other, clauses), differing)

    def _dealt(self, state: Any, viewer: str) -> Any:
        """Another state that the viewer cannot tell apart, or None where nothing is hidden."""
        dealt = (self.game.resample(state, viewer, Chance(seed)) for seed in range(SEEDS))
        before = canonical(self.form.whole(self.game.dump(state)))
        return next((one for one in dealt if canonical(self.form.whole(self.game.dump(one))) != before), None)

    def _pair(self, case: Case, viewer: str, state: Any, other: Any, clauses: list[str]) -> Pair:
        chapter, name = case.id.split("/")[1:]
        return Pair(
            id=f"{self.suite.game}/secrets/{chapter}-{name}-{viewer.lower()}",
            since=self.suite.version,
            why=f"What is hidden from {viewer} lies otherwise, and {viewer} is told the same.",
            modes=case.modes[:1],
            clauses=clauses,
            viewer=viewer,
            position=case.position,
            other=self.game.dump(other),
            actions=list(self._actions(case, viewer, state, other)),
        )

    def _actions(self, case: Case, viewer: str, state: Any, other: Any) -> Iterator[Act]:
        """The case's own actions, as long as they can be done in both and the viewer learns nothing."""
        for step in case.steps:
            if not isinstance(step, ApplyStep) or step.expect.accepted is not True:
                continue
            after = [self._after(one, step) for one in (state, other)]
            if None in after or self.game.observe(after[0], viewer) != self.game.observe(after[1], viewer):
                return
            state, other = after
            yield Act(step.action, step.player)

    def _after(self, state: Any, step: ApplyStep) -> Any:
        seats = self.game.to_move(state)
        seat = step.player or (seats[0] if seats else "")
        action = self.game.read_action(step.action)
        if hasattr(action, "why") or hasattr(self.game.decide(state, seat, action), "why"):
            return None
        return self.game.apply(state, seat, action).state


def _keys(chapter: str, viewer: str, differing: Iterable[str]) -> set[tuple[str, str, str]]:
    return {(chapter, viewer, place) for place in differing}


def _chapter(pair: Pair) -> str:
    """The chapter of the case that a pair was made of."""
    return pair.id.split("/")[2].split("-")[0]


def places(one: Any, other: Any, where: str = "") -> Iterator[str]:
    """The paths of lists and single values that are not the same in two positions."""
    if is_object(one) and is_object(other):
        for name in one:
            yield from places(one[name], other.get(name), f"{where}.{name}" if where else name)
    elif canonical(one) != canonical(other):
        yield where


def _hiding(kept: Pairs, differing: Iterable[str]) -> list[str]:
    """The clauses that hide the places, without any twice; none where one place is hidden by no clause."""
    found: dict[str, None] = {}
    for place in sorted(differing):
        fits = [hides.clauses for hides in kept.hides if fnmatchcase(place, hides.where)]
        if not fits:
            return []
        found |= dict.fromkeys(fits[0])
    return list(found)


def write(path: Path, maker: Maker) -> Pairs:
    """Write the file of pairs again, those that are there first. Raises CaseFault, files.Unreadable."""
    made = maker.made(read(path))
    plain: dict[str, Any] = msgspec.to_builtins(made)
    files.write_text(path, pretty(plain))
    return made


def wrong(suite: Suite, form: Form, game: Dealing[Any, Any]) -> Iterator[str]:
    """A sentence for each pair that the reference does not take as what it is said to be."""
    hello, reference = greeting(suite.game, suite.named), Made(lambda: Server(game), suite.game)
    session = start(reference, hello, suite.game, Limits(), lambda _: None)
    for pair in suite.pairs():
        line = put(session, pair, form)
        if line.verdict != "pass" or line.unasked:
            yield f"{pair.id}: {line.verdict} {line.where} {line.detail} {' '.join(line.unasked)}".rstrip()
        elif not set(places(form.whole(pair.position), form.whole(pair.other))):
            yield f"{pair.id}: both positions are the same"
