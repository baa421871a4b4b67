"""Steps that lead somewhere else than they do: what clauses say of a step has to notice each. No game is named here."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .shape import is_list, is_object

Positions = Callable[[Mapping[str, Any]], Iterator[dict[str, Any]]]


@dataclass(frozen=True)
class Bend:
    """A way to lead a step astray: the positions that it could have led to instead of this one."""

    name: str
    positions: Positions


def bent(value: Any) -> Iterator[Any]:
    """Every JSON value that differs from this one in one place: a number off by one, a truth turned, a member gone."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    elif is_object(value):
        yield from _bent_objects(value)
    elif is_list(value):
        yield from _bent_lists(value)


def _bent_objects(value: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for name, each in value.items():
        yield {other: kept for other, kept in value.items() if other != name}
        yield from ({**value, name: changed} for changed in bent(each))


def _bent_lists(value: list[Any]) -> Iterator[list[Any]]:
    for place, each in enumerate(value):
        if not isinstance(each, (dict, type(None))):
            yield value[:place] + value[place + 1 :]
        yield from ([*value[:place], changed, *value[place + 1 :]] for changed in bent(each))


ANYWHERE = Bend("anything in the position off by one", bent)
