"""Making a position as plain as it can be while it still shows what it is to show. What that is, is not known here."""

import copy
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, TypeAlias, cast

from ruleproof.engine.canonical import text

Way: TypeAlias = tuple[str | int, ...]
Position: TypeAlias = dict[str, Any]

TRIES = 400  # positions that are looked at


def plainer(position: Position, shows: Callable[[Position], bool]) -> Position:
    """The position without all that it can do without, and with small numbers; `shows` is true of it at first."""
    left, again = TRIES, True
    while again and left > 0:
        again = False
        for way in sorted(_ways(position), key=lambda way: (-len(text(_at(position, way))), way_order(way))):
            if not _is_there(position, way):
                continue
            for cut in _cuts(position, way):
                left -= 1
                if left >= 0 and shows(cut):
                    position, again = cut, True
                    break
    return position


def way_order(way: Way) -> str:
    """Something to sort ways by."""
    return text(list(way))


def _ways(value: Any, way: Way = ()) -> Iterator[Way]:
    if isinstance(value, dict):
        for name, each in cast(dict[str, Any], value).items():
            yield (*way, name)
            yield from _ways(each, (*way, name))
    elif isinstance(value, list):
        for place, each in enumerate(cast(Iterable[Any], value)):
            if each is not None:
                yield (*way, place)
                yield from _ways(each, (*way, place))


def _at(value: Any, way: Way) -> Any:
    for step in way:
        value = value[step]
    return value


def _is_there(value: Any, way: Way) -> bool:
    try:
        return _at(value, way) is not None
    except (KeyError, IndexError, TypeError):
        return False


def _cuts(position: Position, way: Way) -> Iterator[Position]:
    """The position without what stands at the end of a way: left out, made nothing, or made a small number."""
    *_, last = way
    found = _at(position, way)
    yield _changed(position, way, lambda holder: holder.pop(last))
    if isinstance(last, int):
        yield _changed(position, way, partial(_set, last, None))
    if isinstance(found, int) and not isinstance(found, bool):
        yield from (_changed(position, way, partial(_set, last, small)) for small in range(min(2, found)))


def _set(step: str | int, value: Any, holder: Any) -> None:
    holder[step] = value


def _changed(position: Position, way: Way, change: Callable[[Any], Any]) -> Position:
    changed = copy.deepcopy(position)
    change(_at(changed, way[:-1]))
    return changed
