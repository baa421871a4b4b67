"""Which other questions a play hangs on: those of which another reading makes it go otherwise.

Each is put to engine and clauses as its own witness would be. Plays are looked for in `witnessing`, and not here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ruleproof.engine.game import PositionFault
from ruleproof.spec.question import Question

from .comparing import Compared, Two
from .ground import Position
from .judging import Judged, Patched
from .parting import LEGALITY, Acted, Comparison, Pair, replay
from .property import begin
from .witness import ENGINE

Read = Mapping[str, str]


@dataclass(frozen=True)
class Hanging:
    """A game's questions, ready to be put to a play."""

    compared: Compared

    def of(
        self, question: Question, two: Two, given: Read, position: Position, play: Sequence[Acted]
    ) -> dict[str, str]:
        """The other questions that a play of this one hangs on, each with the reading that it supposes.

        It hangs on one of which another reading decides an action otherwise or has it come to something else, whichever
        of the two readings is played, or makes something else of what may be done in the place of a refused action; a
        reading that only clauses know is put to the play under the defaults, since clauses take long to make ready for
        others. `given` is how questions are read in any case.
        """
        followed = self.compared.by(question) == ENGINE
        sides = [{**given, question.id: reading} for reading in two] if followed else [dict(given)]
        split = replay(self.compared.comparison(question, two, given).begin(position), play) if followed else None
        less = tuple(_with_less(play)) if split is not None and split.how == LEGALITY else ()

        def turns_on(pair: Pair | None) -> bool:
            plays = (play,) if isinstance(pair, Judged) else (play, *less)
            return any(replay(pair, each) for each in plays)

        others = (other for other in self._others if other.id != question.id and other.id not in given)
        return {
            other.id: other.default
            for other in others
            if any(turns_on(pair) for pair in self._beside(other, position, sides, given))
        }

    @cached_property
    def _others(self) -> tuple[Question, ...]:
        return tuple(each for each in self.compared.rules.questions if self.compared.pairs(each))

    @cached_property
    def _patched(self) -> dict[tuple[str, Two], Comparison]:
        """What takes long to make: the clauses under each patch. How other questions are read is put in later."""
        return {
            (other.id, two): self.compared.comparison(other, two, {})
            for other in self._others
            for two in self.compared.pairs(other)
        }

    def _beside(self, other: Question, position: Position, sides: Sequence[Read], given: Read) -> Iterator[Pair | None]:
        """The play's beginning under the reading that is supposed and each other one."""
        for two in self.compared.pairs(other):
            if other.default not in two:
                continue
            known = self._patched[other.id, two]
            if isinstance(known, Patched):
                yield _judged(known, position, given)
            else:
                yield from (self.compared.comparison(other, two, side).begin(position) for side in sides)


def _with_less(play: Sequence[Acted]) -> Iterator[tuple[Acted, ...]]:
    """The play with one member of its last action left out."""
    *before, (seat, last) = play
    for name in last:
        if name != "type":
            yield (*before, (seat, {member: value for member, value in last.items() if member != name}))


def _judged(by: Patched, position: Position, side: Read) -> Judged | None:
    try:
        return Judged(by, begin(by.game, position, by.growth.mode, side))
    except (PositionFault, ValueError):
        return None
