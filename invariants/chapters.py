"""Finding what the files of invariants/<game> declare: OBLIGATIONS, PROPERTIES, … No game is named here."""

from collections.abc import Iterator
from typing import TypeVar

from ruleproof.spec.finding import folder, module

T = TypeVar("T")


class Misdeclared(TypeError):
    """A constant of a game's invariants holds something else than its name promises."""


def chapters(game: str) -> tuple[str, ...]:
    """The names of the files of a game's invariants, sorted; none where the game has no such folder."""
    found = folder("invariants", game)
    return tuple(sorted(file.stem for file in found.glob("*.py") if file.stem != "__init__")) if found else ()


def declared(game: str, constant: str, kind: type[T]) -> Iterator[tuple[str, T]]:
    """Place (`game/chapter.py`) and value of what the game's files list under a constant. Raises Misdeclared."""
    for chapter in chapters(game):
        listed = getattr(module("invariants", game, chapter), constant, ())
        for value in listed:
            if not isinstance(value, kind):
                raise Misdeclared(f"invariants/{game}/{chapter}.py: {constant} holds {value!r}, not a {kind.__name__}")
            yield f"{game}/{chapter}.py", value
