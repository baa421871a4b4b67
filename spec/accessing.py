"""Where a variable stands in a position's JSON, and reading it there. What variables mean is not said here."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast

from .untyped import as_dict

Plain: TypeAlias = "str | int | bool | tuple[str, ...] | None"
Read: TypeAlias = Literal["value", "present", "tag", "holds", "length"]
Step: TypeAlias = "str | int | tuple[str, str] | Each"
Hole: TypeAlias = Callable[[Sequence[Plain]], Plain]

_PIECE = re.compile(r"\.?(?P<key>(?:[^.\[\]{}]|\{[^}]*\})+)|\[(?P<inside>(?:[^\]{}]|\{[^}]*\})+)\]")
_HOLE = re.compile(r"\{([^}]*)\}")


class Each:
    """The step `[*]`: every member of a list; the steps after it are made from each of them."""


EACH = Each()


class Many(tuple[Any, ...]):
    """What stands at the ends of a way that has spread."""

    __slots__ = ()


class OutsideVocabulary(ValueError):
    """A position holds something that the vocabulary has no word for; says where, and what."""


@dataclass(frozen=True)
class Template:
    """A text with holes, `players.{player}.gates[{gate.column}]`; a hole's content is an expression."""

    text: str

    @property
    def holes(self) -> tuple[str, ...]:
        """What stands in the braces, in order."""
        return tuple(_HOLE.findall(self.text))

    def fill(self, values: Sequence[Plain]) -> str | None:
        """The text with the holes filled; None where one of them is nothing."""
        given = iter(values)
        if any(value is None for value in values):
            return None
        return _HOLE.sub(lambda _: str(next(given)), self.text)

    def sole(self) -> bool:
        """Whether the whole text is one hole, so that its value need not become a text."""
        return _HOLE.fullmatch(self.text) is not None


def pieces(text: str) -> tuple[tuple[str, str], ...]:
    """The pieces of a way, as (kind, template) with kind `key`, `at`, `where` or `each`. Raises ValueError."""
    found: list[tuple[str, str]] = []
    place = 0
    while place < len(text):
        match = _PIECE.match(text, place)
        if match is None:
            raise ValueError(f"the way {text!r} cannot be read from its character {place + 1} on")
        key, inside = match["key"], match["inside"]
        if key is not None:
            found.append(("key", key))
        else:
            found.append(("each" if inside == "*" else "where" if "=" in inside else "at", inside))
        place = match.end()
    return tuple(found)


def steps(text: str, holes: Sequence[Plain]) -> tuple[Step, ...] | None:
    """The way with its holes filled; None where it leads through nothing."""
    given = list(holes)
    way: list[Step] = []
    for kind, part in pieces(text):
        template = Template(part)
        filled = template.fill([given.pop(0) for _ in template.holes])
        if filled is None:
            return None
        way.append(_step(kind, filled))
    return tuple(way)


def _step(kind: str, filled: str) -> Step:
    match kind:
        case "key":
            return filled
        case "at":
            return int(filled)
        case "each":
            return EACH
        case _:
            return _filter(filled)


def _filter(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value


def follow(position: object, way: Sequence[Step]) -> tuple[bool, Any]:
    """Whether something stands at the way's end (null counts), and what. Raises OutsideVocabulary."""
    there, here = True, position
    for step in way:
        there, here = _into(here, step)
        if not there:
            return False, None
    return there, here


def _into(here: object, step: Step) -> tuple[bool, Any]:
    if isinstance(step, Each):
        lists: tuple[Any, ...] = here if isinstance(here, Many) else (here,)
        return True, Many(each for row in lists for each in listed(row, "[*]") if each is not None)
    if isinstance(here, Many) and not isinstance(step, tuple):
        ends = (_into(each, step) for each in here)
        return True, Many(end for there, end in ends if there and end is not None)
    match step:
        case str():
            table = as_dict(here)
            return step in table, table.get(step)
        case int():
            row = cast(Sequence[Any], here) if isinstance(here, (list, tuple)) else ()
            return (True, row[step]) if step < len(row) else (False, None)
        case (name, value):
            rows = listed(here, f"[{name}={value}]")
            matching = [each for each in rows if str(as_dict(each).get(name)) == value]
            return (True, matching[0]) if matching else (False, None)


def listed(found: object, where: str) -> Sequence[Any]:
    """What stands somewhere as a list; nothing is the empty one. Raises OutsideVocabulary."""
    if found is None:
        return ()
    if isinstance(found, (list, tuple)):
        return cast(Sequence[Any], found)
    raise OutsideVocabulary(f"{where}: {found!r} is no list")


def tagged(tags: Sequence[Any], name: str) -> int:
    """What a list of `name` and `name:n` says of one name, added up; a name alone is 1. Raises OutsideVocabulary."""
    total = 0
    for each in tags:
        tag, _, value = str(each).partition(":")
        if tag == name:
            if value and not value.isdecimal():
                raise OutsideVocabulary(f"{each!r} has no number behind its colon")
            total += int(value) if value else 1
    return total
