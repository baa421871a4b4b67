"""Reads single answers: whether they have the shape that the protocol says. What is right is not decided here."""

from typing import Any

from .connection import Violated
from .matching import Difference, encode
from .values import is_list, is_object


def with_events(result: dict[str, Any]) -> dict[str, Any]:
    """The result of `apply`, whose events are none or a list of objects. Raises Violated."""
    events = result.get("events")
    if events is not None and not (is_list(events) and all(map(is_object, events))):
        raise Violated("`events` is no list of objects")
    return result


def excluded(found: Difference) -> bool:
    """Whether something was there that had to be missing: no list has to be complete to say so."""
    return is_object(found.expected) and "excludes" in found.expected


def flags(result: dict[str, Any], actions: list[Any]) -> list[bool]:
    """For each action whether it is legal: told one by one, or as the list of the legal ones."""
    told = result.get("legal")
    if not is_list(told):
        raise Violated("the result of `legal` has no list `legal`")
    if len(told) == len(actions) and all(isinstance(one, bool) for one in told):
        return told
    return [any(encode(action) == encode(one) for one in told) for action in actions]
