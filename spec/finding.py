"""Finds games: a game is a folder of a layer `spec` with a `game.toml`. No list of games stands anywhere."""

import importlib
import os
import sys
from pathlib import Path
from types import ModuleType

from .fault import nearest

HERE = Path(__file__).parent.parent
LAYERS = ("spec", "engine", "invariants", "conformance")


class NotFound(LookupError):
    """Something of a game that was asked for is not there; the message says so, and what to do."""


class UnknownGame(NotFound):
    """No root has a game of this name; the message names the nearest, and what there is."""

    def __init__(self, game: str) -> None:
        known = games()
        there = f" There are: {', '.join(known)}." if known else " There is none yet: see `ruleproof new`."
        super().__init__(f"There is no game {game!r}.{nearest(game, known)}{there}")


def roots() -> tuple[Path, ...]:
    """The folders that hold games: those of RULEPROOF_PATH in order, then the installed package.

    So a copy of a game stands in for ours, layer by layer: what the copy has no folder for is taken from here.
    """
    more = [
        Path(part).expanduser().absolute() for part in os.environ.get("RULEPROOF_PATH", "").split(os.pathsep) if part
    ]
    return tuple(dict.fromkeys([*more, HERE]))


def games() -> tuple[str, ...]:
    """The names of all games, sorted."""
    found = {path.parent.name for root in roots() for path in (root / "spec").glob("*/game.toml")}
    return tuple(sorted(found))


def folder(layer: str, game: str) -> Path | None:
    """The game's folder in a layer, from the first root that has it, or None."""
    return next((path for root in roots() if (path := root / layer / game).is_dir()), None)


def home(game: str) -> Path:
    """The game's folder in `spec`. Raises UnknownGame."""
    for root in roots():
        if (root / "spec" / game / "game.toml").is_file():
            return root / "spec" / game
    raise UnknownGame(game)


def module(layer: str, game: str, name: str) -> ModuleType | None:
    """`ruleproof.<layer>.<game>.<name>`, or None where the game has no such file.

    The layers of all roots are on the layer package's path, so that imports work in a user's game as in ours.
    """
    where = folder(layer, game)
    if where is None or not (where / f"{name}.py").is_file():
        return None
    package = importlib.import_module(f"ruleproof.{layer}")
    for root in roots():
        if (there := str(root / layer)) not in package.__path__ and (root / layer).is_dir():
            package.__path__.append(there)
    _forget_other(f"ruleproof.{layer}.{game}", where)
    _put_first(package, game, where)
    importlib.invalidate_caches()
    return importlib.import_module(f"ruleproof.{layer}.{game}.{name}")


def _forget_other(package: str, where: Path) -> None:
    """Drop modules of a game of the same name that were imported from another root, when RULEPROOF_PATH has changed."""
    loaded = [name for name in sys.modules if name == package or name.startswith(f"{package}.")]
    places = [Path(file).parent for name in loaded if (file := getattr(sys.modules[name], "__file__", None))]
    if all(place.resolve().is_relative_to(where.resolve()) for place in places):
        return
    for name in loaded:
        del sys.modules[name]


def _put_first(package: ModuleType, game: str, where: Path) -> None:
    """Let a layer's package look for a game where it was found, before other roots that have one of its name."""
    first = next(path for path in package.__path__ if (Path(path) / game).is_dir())
    if Path(first).resolve() != where.parent.resolve():
        inner = str(where.parent)
        package.__path__ = [inner, *(path for path in package.__path__ if path != inner)]
