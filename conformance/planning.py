"""Plans plays with the reference alone: from which position, which actions, which near misses. Nobody is asked here.

Plays are drawn to what was rarely seen: of several the one is taken that shows most of it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import fsum
from typing import Any, TypeAlias

import msgspec

from ruleproof.engine.chance import Chance
from ruleproof.engine.dealing import dealing
from ruleproof.engine.game import Game, Site
from ruleproof.invariants.driving import guided
from ruleproof.invariants.property import Trouble
from ruleproof.invariants.start import Choices, Deal, Start, deals, new_games, readings, starts

from .asking import switchable
from .expecting import Decide, Due, Entry, Scope, after, begun, kind_of, start_of
from .matching import encode
from .nearly import Nearby, Words, names_in
from .play import Play, Try
from .suite import NoSuite, find

LENGTHS = (4, 8, 8, 14)  # of plays from a position
WHOLE = (12, 30, 60, 150)  # of plays that have to begin with a new game
LONG = 20  # from which on a single play is planned
PASSED = (1, 10, 30, 60, 120, 250)  # steps of a new game before its position is played from
PLANNED = 3  # plays, of which one is put
LOOKED_AT = 3  # legal actions of a kind
PROBES = 3  # near misses at a moment
TRIES = 12  # openings until one is found that is within scope
TIRED = 0.02  # what is left of the weight of what is known to differ
OTHER_READINGS = (
    4  # every so many plays are under readings that are not followed by default, where they can be asked for
)

Opening: TypeAlias = Play


@dataclass(frozen=True)
class Guide:
    """What was seen so far: how often each feature where both agreed, and the features that are known to differ."""

    agreed: Mapping[str, int] = field(default_factory=dict[str, int])
    tired: frozenset[str] = frozenset()

    def weight(self, feature: str) -> float:
        """How much it is worth to see a feature once more."""
        return (TIRED if feature in self.tired else 1.0) / (1 + self.agreed.get(feature, 0))

    def worth(self, features: Iterable[str], seen: set[str]) -> float:
        """How much a step is worth in a play that has shown some already."""
        found = set(features)
        tired = TIRED if found & self.tired else 1.0
        return tired * fsum(self.weight(feature) for feature in found - seen)  # the same in whatever order


@dataclass(frozen=True)
class Sources:
    """Where plays begin."""

    named: tuple[Start, ...] = ()
    cases: tuple[Start, ...] = ()  # positions of the suite
    dealt: tuple[Deal, ...] = ()
    options: tuple[dict[str, Any], ...] = ({},)  # of new games


@cache
def sources(game: str, mode: str) -> Sources:
    """Those of a game in one mode."""
    options = tuple(new.options() for new in new_games(game) if new.mode == mode)
    named = tuple(each for each in starts(game) if each.mode == mode)
    dealt = tuple(each for each in deals(game) if each.mode == mode)
    return Sources(named, tuple(_cases(game, mode)), dealt, options or ({},))


def _cases(game: str, mode: str) -> Iterator[Start]:
    """The positions of the suite, each once."""
    seen: set[bytes] = set()
    try:
        for case in find(game).cases():
            key = encode([case.position, case.readings])
            if mode in case.modes and key not in seen:
                seen.add(key)
                yield Start(case.id, case.position, mode, case.readings)
    except NoSuite:
        return


class Planner:
    """Plans plays of a game within a scope."""

    def __init__(self, game: Game[Any, Any], scope: Scope, sources: Sources, seed: int, words: Words) -> None:
        self.game = game
        self.scope = scope
        self.seed = seed
        self.words = words
        self.sources = sources
        self.kinds = list(self._kinds())
        self._switches = {
            question: [names[0], *(one for one in names[1:] if one in switchable(scope.declared, question))]
            for question, names in game.readings.items()
            if switchable(scope.declared, question)
        }

    def _kinds(self) -> Iterator[str]:
        """The kinds of openings in turn."""
        scope, sources = self.scope, self.sources
        free = scope.loads and scope.declared.cards == "inline" and scope.declared.artificial
        if free and sources.dealt:
            yield from ("dealt", "dealt")
        if free and sources.named:
            yield "named"
        if free and sources.cases:
            yield from ("case", "case")
        if free and sources.dealt:
            yield "dealt"
        if scope.loads and dealing(self.game) is not None:
            yield "later"
        if scope.deals and dealing(self.game) is not None:
            yield "new"

    def play(self, run: int, guide: Guide) -> Play | None:
        """The play of a run: the best of a few. None where nothing within scope was found to begin with."""
        chance = Chance(self.seed * 1_000_003 + run)
        lengths = LENGTHS if self.scope.loads else WHOLE
        longest = lengths[run // len(self.kinds or "-") % len(lengths)]
        planned = PLANNED if longest <= LONG else 1
        walks = [walk for _ in range(planned) if (walk := self._walked(run, longest, chance, guide))]
        return max(walks, key=lambda walk: walk.worth).play() if walks else None

    # openings

    def _opening(self, run: int, chance: Chance) -> Opening | None:
        if not self.kinds:
            return None
        for _ in range(TRIES):
            found = self._begun(self.kinds[run % len(self.kinds)], run, chance)
            if found and found.position is not None:
                found = msgspec.structs.replace(found, position=self.scope.free.playable(found.position))
            try:
                moment = start_of(self.game, self.scope, found) if found else None
            except ValueError:  # not all that is dealt holds under every reading
                continue
            if found and moment and self.scope.holds(moment) and (moment.turns or moment.site):
                at_rest = {} if found.position is None else {"position": moment.position}
                rested: Play = msgspec.structs.replace(found, **at_rest)
                if self.scope.takes(self.game, rested):
                    return rested
        return None

    def _begun(self, kind: str, run: int, chance: Chance) -> Opening | None:
        asked = self._asked(run, chance)
        if kind == "dealt":
            deal = chance.pick(self.sources.dealt)
            return Play(mode=deal.mode, position=deal.position(chance), asked=asked)
        if kind in ("named", "case"):
            return self._named(chance.pick(self.sources.named if kind == "named" else self.sources.cases), asked)
        options = chance.pick(self.sources.options) if self.scope.declared.cards == "inline" else {}
        play = Play(mode=self.scope.mode, options=dict(options), asked=asked)
        return play if kind == "new" else self._later(play, chance)

    def _asked(self, run: int, chance: Choices) -> dict[str, str]:
        if not self._switches or run % OTHER_READINGS != OTHER_READINGS - 1:
            return {}
        return readings(self._switches, chance)

    def _named(self, start: Start, asked: Mapping[str, str]) -> Opening | None:
        """A named position, where its readings are followed or can be asked for."""
        wanted = {q: r for q, r in start.readings.items() if self.scope.followed.get(q, self._default(q)) != r}
        if any(reading not in self._switches.get(question, ()) for question, reading in wanted.items()):
            return None
        return Play(mode=start.mode, position=dict(start.position), asked={**asked, **wanted})

    def _default(self, question: str) -> str:
        return next(iter(self.game.readings.get(question, ())), "")

    def _later(self, new: Play, chance: Chance) -> Opening:
        """Somewhere in the middle of a new game."""
        begun = start_of(self.game, self.scope, new)
        *_, moment = guided(begun, chance, chance.pick(PASSED))
        shown = moment if moment.turns or moment.before is None else moment.before
        return Play(mode=new.mode, position=shown.position, asked=new.asked)

    # the plays

    def _walked(self, run: int, longest: int, chance: Chance, guide: Guide) -> "_Walk | None":
        """A play from an opening of this run."""
        opening = self._opening(run, chance)
        if opening is None:
            return None
        walk = _Walk(self, opening, chance, guide)
        for _ in range(longest):
            if not walk.further():
                break
        return walk


class _Walk:
    """One play on its way: what was done, and what it is worth."""

    def __init__(self, planner: Planner, opening: Opening, chance: Chance, guide: Guide) -> None:
        self.chance = chance
        self.guide = guide
        self.worth = 0.0
        self._words = planner.words
        self._opening = opening
        self._seen: set[str] = set()
        self._decide: Decide = lambda site: drawn(site, chance)
        self._dues = [begun(planner.game, planner.scope, opening, self._decide)]

    def further(self) -> bool:
        """Add an action; whether there was one to add."""
        due = self._dues[-1]
        if not due.within or not due.moment.turns:
            return False
        chosen = self._chosen(due)
        if chosen is None:
            return False
        self.worth += self._worth(chosen)
        self._seen.update(chosen.features)
        self._dues.append(chosen)
        return True

    def _worth(self, due: Due) -> float:
        return self.guide.worth(due.features, self._seen)

    def _chosen(self, before: Due) -> Due | None:
        kinds: dict[str, list[Try]] = {}
        for seat, actions in before.legal.items():
            for action in actions:
                kinds.setdefault(kind_of(action), []).append(Try(seat, action))
        if not kinds:
            return None
        if self.chance.below(3) == 0:
            return self._tried(before, self.chance.pick(kinds[self.chance.pick(sorted(kinds))]))
        some = [self.chance.pick(held) for _, held in sorted(kinds.items()) for _ in range(min(LOOKED_AT, len(held)))]
        dues = [due for tried in some if (due := self._tried(before, tried))]
        return max(dues, key=self._worth, default=None)

    def _tried(self, before: Due, tried: Try) -> Due | None:
        try:
            return after(before, tried, self._decide) if before.asks(tried.action) else None
        except Trouble:  # a fault of the reference is not theirs
            return None

    def play(self) -> Play:
        """The play, with near misses before each action."""
        ids = sorted(set(names_in(self._dues[0].moment.position)))
        nearby = Nearby(self._words.copy(), ids, self.chance)
        tries: list[Try] = []
        for before, due in zip(self._dues, [*self._dues[1:], None], strict=True):
            if before.within:
                tries += [*self._missed(before, nearby), *([due.tried] if due and due.tried else [])]
        entries = tuple(entry for due in self._dues for entry in due.entries)
        made: Play = msgspec.structs.replace(self._opening, tries=tuple(tries), chance=entries)
        return made

    def _missed(self, before: Due, nearby: Nearby) -> list[Try]:
        """Near misses that are refused, the rarest refusals first."""
        found: dict[tuple[str, ...], Due] = {}
        for tried in nearby.at(before.moment):
            due = self._tried(before, tried)
            if due is not None and not due.accepted:
                found.setdefault(due.features, due)
        chosen = sorted(found.values(), key=lambda due: -self._worth(due))[:PROBES]
        for due in chosen:
            self._seen.update(due.features)
        return [due.tried for due in chosen if due.tried]


def drawn(site: Site, chance: Chance) -> Entry:
    """What chance decides at a site."""
    return {"site": site.site, "outcome": list(chance.order(site.cards))}
