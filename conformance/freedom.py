"""What a game's page leaves free: it is neither tried nor compared. Which that is, the game says, not this."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ruleproof.spec.finding import module

Json = dict[str, Any]


def _as_it_is(value: Any) -> Any:
    return value


def _events(events: list[Json], position: Json) -> list[Json]:
    return events


def _asked(position: Json, action: Json) -> bool:
    return True


def _settled(before: Json, action: Json, events: list[Json], after: Json) -> bool:
    return True


@dataclass(frozen=True)
class Freedom:
    """What is free, as functions of plain positions; without a game's own, nothing is.

    `playable`: the position without what is not compared. `asked`: whether it is settled if an action is legal there.
    `settled`: whether it is settled what an action leads to. `standing`: a position in the one form without what is
    free in it. `events`: the events of an action, in a form that is the same whichever way they may be told; the
    position is the one behind it.
    """

    playable: Callable[[Any], Any] = _as_it_is
    asked: Callable[[Json, Any], bool] = _asked
    settled: Callable[[Json, Any, list[Json], Json], bool] = _settled
    standing: Callable[[Any], Any] = _as_it_is
    events: Callable[[list[Json], Json], list[Json]] = _events


def freedom(game: str) -> Freedom:
    """The FREEDOM of the game's `freedom.py`, or that everything is compared."""
    found = module("conformance", game, "freedom")
    free: Freedom = found.FREEDOM if found else Freedom()
    return free
