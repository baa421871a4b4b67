"""A state machine for Hypothesis over anything that plays the Game protocol. It knows of no strategy."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from ruleproof.engine.finding import game as find_game
from ruleproof.engine.game import Game

from .driving import first_broken, walk
from .promises import Promise, promises
from .property import Moment, begin
from .start import Deal, Start, deals, readings, starts
from .trial import Failure

T = TypeVar("T")
Draw = Callable[[st.SearchStrategy[Any]], Any]


class Drawn:
    """Choices drawn from Hypothesis: they shrink toward the plainest."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound` - 1."""
        return int(self._draw(st.integers(0, bound - 1)))

    def pick(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.below(len(options))]


def openings(name: str, game: Game[Any, Any]) -> st.SearchStrategy[Moment]:
    """First moments of plays: from a named position or a dealt one, the default readings or others."""
    origins: tuple[Start | Deal, ...] = (*starts(name), *deals(name))

    @st.composite
    def opened(draw: Draw) -> Moment:
        choices = Drawn(draw)
        origin = choices.pick(origins)
        if isinstance(origin, Start):
            return begin(
                game, dict(origin.position), origin.mode, {**readings(game.readings, choices), **origin.readings}
            )
        return begin(game, origin.position(choices), origin.mode, readings(game.readings, choices))

    return opened()


def numbers(longest: int = 40) -> st.SearchStrategy[list[int]]:
    """Lists of whole numbers to drive a play by."""
    return st.lists(st.integers(0, 999), max_size=longest)


class Broken(AssertionError):
    """A promise did not hold; the message is the play as a case."""


def hold(moment: Moment, held: Sequence[Promise]) -> None:
    """Raises Broken with the play as a case where a promise does not hold at this moment."""
    if broken := first_broken(moment, held):
        raise Broken(str(Failure.of(*broken, moment)))


def machine(
    name: str, game: Game[Any, Any] | None = None, promised: Sequence[Promise] | None = None
) -> type[RuleBasedStateMachine]:
    """A machine that plays a game, legal actions and waiting at the end, and holds its promises after every rule."""
    player = game or find_game(name)
    held = promises(name) if promised is None else promised

    class Play(RuleBasedStateMachine):
        moment: Moment

        @initialize(moment=openings(name, player))
        def open(self, moment: Moment) -> None:
            self.moment = moment

        @precondition(lambda self: self.moment.turns or self.moment.site)
        @rule(number=st.integers(0, 999))
        def act(self, number: int) -> None:
            *_, self.moment = walk(self.moment, [number])

        @precondition(lambda self: not self.moment.turns and not self.moment.site)
        @rule()
        def rest(self) -> None:
            """Nothing more may be done: without this rule the machine would stop with an error here."""
            self.moment = begin(player, self.moment.position, self.moment.mode, self.moment.readings)

        @invariant()
        def promises_hold(self) -> None:
            hold(self.moment, held)

    Play.__name__ = f"{name.title()}Machine"
    return Play
