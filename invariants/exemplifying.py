"""A question's kept witness as examples for people: positions to draw, and what each reading makes of them.

Witnesses are found in `witnessing`; that they still part as they were kept is tested, and not asked here again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ruleproof.engine.decision import Allowed
from ruleproof.engine.game import Game
from ruleproof.spec.question import Question

from .differing import Compared, Otherwise, Words, beside, compared
from .flaw import Shown
from .witness import CLAUSES, NOT_LOOKED, Parting, Witness


@dataclass(frozen=True)
class Example:
    """A kept play, its situation, and what the readings make of it by their names."""

    parting: Parting
    shown: Shown
    compared: Compared

    @property
    def apart(self) -> frozenset[frozenset[str]]:
        """Each two readings that it tells apart."""
        outcomes = self.compared.outcomes
        told = {frozenset((a.reading, b.reading)) for a in outcomes for b in outcomes if a.said != b.said}
        return frozenset((*told, frozenset(self.parting.readings)))

    def allows(self, reading: str) -> bool:
        """Whether nothing is refused under a reading."""
        return not any(each.refused for each in self.compared.outcomes if each.reading == reading)


def shown(game: Game[Any, Any], parting: Parting) -> Shown:
    """A parting as a state that shows a finding, with the actions that lead to where the readings part.

    An action names its player where that is not the first who may act. Raises PositionFault.
    """
    state = game.load(parting.position, game.modes[0], dict(parting.given))
    actions: list[dict[str, Any]] = []
    for seat, action in parting.played:
        seats = game.to_move(state)
        actions.append(action if seats[:1] == (seat,) else {**action, "player": seat})
        read = game.read_action(action)
        if isinstance(game.decide(state, seat, read), Allowed):
            state = game.apply(state, seat, read).state
    reach = "" if parting.reached == NOT_LOOKED else parting.reached
    return Shown(parting.position, tuple(actions), tuple(sorted(parting.given.items())), reach)


def examples(words: Words, question: Question, witness: Witness) -> Iterator[Example]:
    """As few of the witness's plays as tell all the readings apart that it tells apart.

    Of two that tell as many apart that one comes first in which the reading taken lets things happen. Raises
    replaying.Unplayable or PositionFault where the engine does not play them any more.
    """
    made = [
        Example(parting, shown(words.game, parting), _compared(words, question, parting))
        for parting in witness.partings
    ]
    left = {pair for one in made for pair in one.apart}
    while left:
        best = max(made, key=lambda one: (len(one.apart & left), one.allows(question.taken)))
        yield best
        left -= best.apart


def _compared(words: Words, question: Question, parting: Parting) -> Compared:
    at = shown(words.game, parting)
    if parting.by != CLAUSES:
        return compared(words, at, question.id)
    taken, other = parting.readings
    side = parting.under[1]
    return beside(words, at, taken, Otherwise(other, side.allowed, parting.instead, side.asks))
