"""Moments of a game to look at: named positions, dealt ones, and what plays of new games come to. It judges nothing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ruleproof.engine.chance import Chance
from ruleproof.engine.dealing import dealing
from ruleproof.engine.game import Game, PositionFault

from .driving import guided
from .property import Moment, Trouble, begin
from .start import deals, starts

DEALT = 16  # positions of each kind of deal
SHORT = 2  # steps of a play from a named or dealt position
GAMES = 12  # new games
LONG = 400  # steps of one
EVERY = 5  # of the moments of a game one is looked at: neighbours are much alike


@dataclass
class Pool:
    """Moments of a game in one mode. The same game gives the same ones."""

    name: str
    game: Game[Any, Any]
    mode: str

    @cached_property
    def near(self) -> tuple[Moment, ...]:
        """Named and dealt positions, and a few steps from each: rich, but not all of them are reached in play."""
        plays = (self._from(first, number, SHORT) for number, first in enumerate(self._begun()))
        return tuple(moment for play in plays for moment in play)

    def _begun(self) -> Iterator[Moment]:
        for start in starts(self.name):
            if start.mode == self.mode:
                yield begin(self.game, start.position, start.mode, start.readings)
        for deal in deals(self.name):
            if deal.mode == self.mode:
                for number in range(DEALT):
                    yield begin(self.game, deal.position(Chance(number)), deal.mode, {})

    @property
    def games(self) -> int:
        """How many games `played` is made of."""
        return GAMES

    def played(self, readings: Mapping[str, str] | None = None) -> tuple[Moment, ...]:
        """Moments of games that were played from the start; of a game that nobody deals, from its named positions."""
        key = tuple(sorted((readings or {}).items()))
        if key not in self._played:
            self._played[key] = tuple(self._games(dict(key)))
        return self._played[key]

    @cached_property
    def _played(self) -> dict[tuple[tuple[str, str], ...], tuple[Moment, ...]]:
        return {}

    def _games(self, readings: dict[str, str]) -> Iterator[Moment]:
        firsts = list(self._firsts(readings))
        for number in range(GAMES if firsts else 0):
            first = firsts[number % len(firsts)]
            yield from self._from(first, 1_000 + number, LONG, EVERY)

    def _firsts(self, readings: dict[str, str]) -> Iterator[Moment]:
        known = {question: name for question, name in readings.items() if question in self.game.readings}
        dealt = dealing(self.game)
        if dealt is not None:
            state = dealt.initial({}, self.mode, known)
            yield Moment(self.game, self.mode, known, state)
            return
        for start in starts(self.name):
            if start.mode == self.mode:
                yield begin(self.game, start.position, self.mode, {**start.readings, **known})

    def _from(self, first: Moment, seed: int, longest: int, every: int = 1) -> Iterator[Moment]:
        try:
            for number, moment in enumerate(guided(first, Chance(seed), longest)):
                if number % every == 0 or moment.site is not None:
                    yield moment
        except Trouble:
            return  # what a game raises is found and told by those who hold it to its promises


_POOLS: dict[tuple[int, str], Pool] = {}  # by the game itself, which the pool keeps: plays are not made twice


def pool(name: str, game: Game[Any, Any], mode: str) -> Pool:
    """The moments of a game."""
    return _POOLS.setdefault((id(game), mode), Pool(name, game, mode))


def loads(game: Game[Any, Any], position: object, mode: str, readings: Mapping[str, str]) -> Moment | None:
    """The moment at a position, or None where the game does not take it."""
    known = {question: name for question, name in readings.items() if question in game.readings}
    try:
        return begin(game, position, mode, known)
    except (PositionFault, ValueError):
        return None
