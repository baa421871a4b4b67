"""Finds the action on a way behind which an implementation has another position than the one the way leads to.

Which position that is, the way says by a mark. The reference, where it is at hand, only helps to say what is otherwise.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from .matching import encode, whole
from .messages import RpcError
from .reach import Reach
from .stages import Request, applying
from .suite import Form
from .values import is_object
from .ways import mark

Ask = Callable[[str, dict[str, Any]], dict[str, Any]]
SHOWN = 120  # characters of a value in words


class Astray(NamedTuple):
    """An action by its number, the mark that is due, the one there is, and the position behind it."""

    number: int
    due: str
    found: str
    position: dict[str, Any]


def astray(ask: Ask, way: Reach, begin: Request, form: Form, until: int) -> Astray | None:
    """The first such action, up to the one numbered `until`; None where there is none. Raises RpcError and Trouble."""
    if not any(ply.mark for ply in way.actions[:until]):
        return None
    for number, position in enumerate(_positions(ask, way, begin, until), 1):
        due = way.actions[number - 1].mark
        if due and (found := mark(form, position)) != due:
            return Astray(number, due, found, position)
    return None


def beside(ask: Ask, way: Reach, begin: Request, form: Form, found: Astray) -> str:
    """What is otherwise there than with the reference, in words; nothing where that cannot be said."""
    try:
        *_, ours = _positions(ask, way, begin, found.number)
    except (RpcError, ValueError):
        return ""
    differs = whole(form.whole(ours), form.whole(found.position))
    return f"{differs.where} is {_short(differs.got)}, {_short(differs.expected)} is due" if differs else ""


def _short(value: Any) -> str:
    text = encode(value).decode()
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def _positions(ask: Ask, way: Reach, begin: Request, until: int) -> Iterator[dict[str, Any]]:
    """The position behind each action, as long as all are accepted."""
    result = ask(*begin)
    for ply in way.actions[:until]:
        result = ask("apply", {"state": result.get("state"), **applying(ply, ("dump",))})
        told = result.get("dump")
        if not is_object(told):
            told = ask("dump", {"state": result.get("state")})
        position = told.get("position")
        if result.get("accepted") is not True or not is_object(position):
            return
        yield position
