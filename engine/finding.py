"""Find a game's engine by its name. What games there are is known by the folders; none is listed here."""

from typing import Any, cast

from ruleproof.spec.finding import NotFound, UnknownGame, games, module

from .game import Game


class NoEngine(NotFound):
    """The game has rules but nobody has built an engine for it."""


def game(name: str) -> Game[Any, Any]:
    """The game of that name. Raises UnknownGame (naming the nearest one) or NoEngine."""
    found = module("engine", name, "game")
    if found is not None:
        return cast(Game[Any, Any], found.GAME)
    if name in games():
        raise NoEngine(f"{name} has no engine: it needs engine/{name}/game.py with a GAME")
    raise UnknownGame(name)


def sample(name: str) -> str:
    """A position to begin with, in the line notation: LINE of the game's `sample.py`. Raises NoEngine without one."""
    found = module("engine", name, "sample")
    if found is None:
        raise NoEngine(f"{name} has no sample position: give one, or write engine/{name}/sample.py with a LINE")
    return str(found.LINE)
