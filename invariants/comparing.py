"""Which readings of a question can be compared in a game, and by whom. What parts them is not looked for here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import msgspec

from ruleproof.engine.finding import game as find_game
from ruleproof.engine.game import Game
from ruleproof.spec.accessing import OutsideVocabulary
from ruleproof.spec.fault import Misused, nearest
from ruleproof.spec.loading import Rules, load
from ruleproof.spec.norms import Norms
from ruleproof.spec.question import Question

from .agreeing import Judge
from .ground import Ground, Growth, Position, grounds, growth
from .judging import Patched
from .parting import Comparison, Split, Switched, replay
from .witness import CLAUSES, ENGINE, Parting, Witness, witnesses

Two = tuple[str, str]


def _as_json(split: Split) -> bytes:
    return msgspec.json.encode(split, order="sorted")


class Undeclared(LookupError):
    """A game that does not say from where positions grow."""


@dataclass(frozen=True)
class Compared:
    """A game with all that is needed to compare readings of its questions."""

    game: Game[Any, Any]
    rules: Rules
    growth: Growth
    grounds: Mapping[str, Ground]

    @classmethod
    def of(cls, name: str) -> "Compared":
        """What a game declares. Raises UnknownGame, NoEngine, Faulty, and Undeclared where it has no GROWTH."""
        rules = load(name)
        found = growth(name)
        if found is None:
            raise Undeclared(f"{name} does not say what is small: a file of invariants/{name}/ needs a GROWTH")
        return cls(find_game(name), rules, found, grounds(name))

    def question(self, name: str) -> Question:
        """The question of that id. Raises Misused, which names the nearest."""
        try:
            return self.rules.question(name)
        except LookupError:
            known = [question.id for question in self.rules.questions]
            ends = [question for question in known if question.endswith(f".{name}")]
            hint = f" Did you mean {ends[0]}?" if ends else nearest(name, known)
            raise Misused(f"{self.rules.name} has no question {name!r}.{hint}") from None

    def pairs(self, question: Question) -> tuple[Two, ...]:
        """Each two readings that can be compared: of a switch all, else the default with each that is a patch.

        They are in the order in which they are written, so that a ruling changes no witness.
        """
        if question.id in self.game.readings:
            names = [each.name for each in question.readings if each.name in self.game.readings[question.id]]
            return tuple(combinations(names, 2))
        return tuple((question.default, reading.name) for reading in question.readings if reading.patch)

    def by(self, question: Question) -> str:
        """Who says what another reading does."""
        return ENGINE if question.id in self.game.readings else CLAUSES

    def comparison(self, question: Question, two: Two, given: Mapping[str, str]) -> Comparison:
        """Two readings of a question, side by side."""
        if question.id in self.game.readings:
            one, other = ({**given, question.id: reading} for reading in two)
            return Switched(self.game, self.growth, (one, other))
        return Patched(self.game, self.growth, self._judge, question.reading(two[1]), given)

    @cached_property
    def _judge(self) -> Judge:
        return Judge(self.rules)

    @cached_property
    def _norms(self) -> Norms:
        return Norms(self.rules, None, self.growth.mode)

    def sound(self, position: Position) -> bool:
        """Whether the clauses find a position well-formed."""
        try:
            return not self._norms.amiss(self._norms.sight(position))
        except OutsideVocabulary:
            return False

    def amiss(self, question: Question, kept: Witness) -> Iterator[str]:
        """What is not any more as it was kept: a parting that does not part, or parts otherwise."""
        for parting in kept.partings:
            two = " and ".join(parting.readings)
            if parting.readings not in self.pairs(question):
                yield f"{two} cannot be compared"
                continue
            split = self.again(question, parting)
            if split is None:
                yield f"{two} do not part"
            elif _as_json(split) != _as_json(parting.split):
                yield f"{two} part otherwise"

    def again(self, question: Question, parting: Parting) -> Split | None:
        """Where the readings part when a parting is played once more; None where they do not."""
        comparison = self.comparison(question, parting.readings, parting.given)
        split = replay(comparison.begin(parting.position), parting.played)
        if split is None or parting.instead is None or not isinstance(comparison, Patched):
            return split
        after = comparison.played(split)
        if not comparison.satisfies(after, parting.instead):
            return None
        return comparison.beside(split, after, parting.instead)


def kept_amiss(game: str) -> tuple[int, tuple[str, ...]]:
    """How many witnesses are kept for a game, and each that no longer parts its readings as it is kept.

    Raises as `Compared.of` does.
    """
    kept = witnesses(game)
    if not kept:
        return 0, ()
    compared = Compared.of(game)
    faults = (
        f"{name}: {what}" for name, each in kept.items() for what in compared.amiss(compared.question(name), each)
    )
    return len(kept), tuple(faults)
