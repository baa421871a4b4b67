"""Plays what chance decides in a game, from a stream of choices. The game says what there is to decide, and when."""

from collections.abc import Mapping
from typing import Any, cast

from .chance import Chance
from .game import Dealing, Event, Game, Step

NOBODY = ""  # the seat under which the outcome of chance is handed in


def dealing(game: Game[Any, Any]) -> Dealing[Any, Any] | None:
    """The game as one that can be dealt, or None where it begins from positions only."""
    return cast(Dealing[Any, Any], game) if hasattr(game, "initial") else None


def settle(game: Game[Any, Any], state: Any, chance: Chance) -> Step[Any]:
    """The state behind all that chance decides now, with the events on the way."""
    dealt, events = dealing(game), list[Event]()
    while dealt is not None and (site := dealt.chance(state)) is not None:
        step = dealt.apply(state, NOBODY, dealt.order(site.site, chance.order(site.cards)))
        state = step.state
        events += step.events
    return Step(state, tuple(events))


def deal(
    game: Dealing[Any, Any], seed: int, readings: Mapping[str, str], options: Mapping[str, Any] | None = None
) -> Step[Any]:
    """A new game, dealt from a seed, with the events of the deal."""
    return settle(game, game.initial(options or {}, game.modes[0], readings), Chance(seed))
