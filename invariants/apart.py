"""What is otherwise in one JSON value than in another, as two parts that say no more. No game is known here."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .shape import is_list, is_object

Defaults = Mapping[str, Any]
NOTHING: Defaults = {}


def parts(one: Any, other: Any, defaults: Defaults = NOTHING) -> tuple[Any, Any] | None:
    """The part of each value in which it differs from the other one, or None where they are equal.

    Of objects the members that differ, with `defaults` (by name) for what one of them leaves out. Lists of one length
    are gone through; what does not differ there is named by its `id` where it has one.
    """
    if one == other:
        return None
    if is_object(one) and is_object(other):
        return _members(one, other, defaults)
    if is_list(one) and is_list(other):
        return _items(one, other, defaults)
    return one, other


def _members(one: dict[str, Any], other: dict[str, Any], defaults: Defaults) -> tuple[Any, Any] | None:
    found: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
    for name in sorted({*one, *other}):
        mine, theirs = _or_default(one, name, other, defaults), _or_default(other, name, one, defaults)
        differing = parts(mine, theirs, defaults)
        if differing is not None:
            found[0][name], found[1][name] = differing
    return found if any(found) else None


def _or_default(value: dict[str, Any], name: str, beside: dict[str, Any], defaults: Defaults) -> Any:
    if name in value:
        return value[name]
    return defaults[name] if name in defaults else {} if is_object(beside[name]) else None


def _items(one: list[Any], other: list[Any], defaults: Defaults) -> tuple[Any, Any]:
    if len(one) != len(other):
        return [named(each) for each in one], [named(each) for each in other]
    found: tuple[list[Any], list[Any]] = ([], [])
    for mine, theirs in zip(one, other, strict=True):
        for side, value in zip(found, _item(mine, theirs, defaults), strict=True):
            side.append(value)
    return found


def _item(mine: Any, theirs: Any, defaults: Defaults) -> tuple[Any, Any]:
    if is_object(mine) and is_object(theirs) and mine.get("id") == theirs.get("id"):
        differing = parts(mine, theirs, defaults) or ({}, {})
        return {**named(mine), **differing[0]}, {**named(theirs), **differing[1]}
    return named(mine), named(theirs)


def named(value: Any) -> Any:
    """A value by its `id` alone where it has one."""
    return {"id": value["id"]} if is_object(value) and "id" in value else value


def without(value: Any, silent: frozenset[str]) -> Any:
    """The value without the members of these names, however deep they lie."""
    if is_object(value):
        return {name: without(each, silent) for name, each in value.items() if name not in silent}
    return [without(each, silent) for each in value] if is_list(value) else value


def told(one: Any, other: Any, where: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Each place at which two parts differ, in words, with what stands there in either."""
    if is_object(one) and is_object(other):
        for name in {**one, **other}:
            if name != "id":
                yield from told(one.get(name), other.get(name), f"{where} {name}".strip())
    elif is_list(one) and is_list(other) and len(one) == len(other) and any(is_object(each) for each in one):
        for number, (mine, theirs) in enumerate(zip(one, other, strict=True)):
            yield from told(mine, theirs, f"{where} {_name(mine, number)}")
    elif one != other:
        yield where, _short(one), _short(other)


def _name(value: Any, number: int) -> str:
    return str(value["id"]) if is_object(value) and "id" in value else str(number)


def _short(value: Any) -> Any:
    if is_list(value):
        return [_short(each) for each in value]
    return value["id"] if is_object(value) and "id" in value else value


def missing(some: Iterable[Any], others: Iterable[Any]) -> list[Any]:
    """What is in the first list and not in the second, each as often as it is there more."""
    left = list(others)
    found: list[Any] = []
    for each in some:
        if each in left:
            left.remove(each)
        else:
            found.append(each)
    return found
