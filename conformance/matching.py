"""Compares an answer with an expectation: parts, lists, multisets. Where the answer comes from is not known here."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from .case import ApplyExpected, LegalExpected, Occurring
from .values import is_list, is_object

encode = msgspec.json.Encoder(order="sorted").encode


class Bag(list[Any]):
    """A list whose order means nothing."""


NESTED = (list, dict)
Match = Callable[[Any, Any], bool]


class Difference(NamedTuple):
    """The first thing that is not as expected: where in the answer, what was expected, what came."""

    where: str
    expected: Any
    got: Any


def same(left: Any, right: Any) -> bool:
    """Whether two JSON values are the same: 1, 1.0 and true are three."""
    if type(left) is type(right) and isinstance(left, str | int | None):
        return bool(left == right)
    return encode(left) == encode(right)


def whole(expected: Any, got: Any, where: str = "") -> Difference | None:
    """The first difference between two whole values, bags in any order."""
    if is_object(expected) and is_object(got):
        for name in sorted(expected.keys() | got.keys()):
            value, other = expected.get(name), got.get(name)
            if not _plainly(value, other) and (found := whole(value, other, _join(where, name))):
                return found
        return None
    if is_list(expected) and is_list(got):
        return _list(expected, got, where, whole)
    return None if same(expected, got) else Difference(where, expected, got)


def part(expected: Any, got: Any, where: str = "") -> Difference | None:
    """The first difference where `got` is not as its part `expected` says."""
    if is_object(expected) and is_object(got):
        for name, value in expected.items():
            other = got.get(name)
            if not _plainly(value, other) and (found := part(value, other, _join(where, name))):
                return found
        return None
    if is_list(expected) and is_list(got):
        return _list(expected, got, where, part)
    if isinstance(expected, str) and is_object(got) and got.get("id") == expected:
        return None
    return None if same(expected, got) else Difference(where, expected, got)


def _plainly(one: Any, other: Any) -> bool:
    """Whether two values are the same text, number, truth or nothing: most are, and nothing more has to be done."""
    return type(one) is type(other) and not isinstance(one, NESTED) and bool(one == other)


def counted(expected: Any, got: Any) -> Any:
    """The expectation with lists turned into counts where the answer, an observation, holds a count."""
    if is_object(expected) and is_object(got):
        return {name: counted(value, got.get(name)) for name, value in expected.items()}
    if is_list(expected) and isinstance(got, int):
        return len(expected)
    return expected


def _join(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _list(
    expected: list[Any], got: list[Any], where: str, compare: Callable[[Any, Any, str], Difference | None]
) -> Difference | None:
    if len(expected) != len(got):
        return Difference(where, expected, got)
    if isinstance(got, Bag):
        paired = pairs(expected, got, lambda one, other: compare(one, other, "") is None)
        return None if paired else Difference(where, expected, got)
    for number, (one, other) in enumerate(zip(expected, got, strict=True)):
        if found := compare(one, other, f"{where}[{number}]"):
            return found
    return None


def pairs(expected: Sequence[Any], got: Sequence[Any], match: Match) -> bool:
    """Whether each expected value can have a value of its own: the matching is searched for, not guessed."""
    owner: dict[int, int] = {}

    def place(number: int, seen: set[int]) -> bool:
        for index, value in enumerate(got):
            if index in seen or not match(expected[number], value):
                continue
            seen.add(index)
            if index not in owner or place(owner[index], seen):
                owner[index] = number
                return True
        return False

    return all(place(number, set()) for number in range(len(expected)))


def matches(expected: Any, got: Any) -> bool:
    """Whether `got` is as its part `expected` says."""
    return part(expected, got) is None


def accepted(expected: ApplyExpected, result: dict[str, Any], with_events: bool) -> Difference | None:
    """The first difference between the answer of `apply` and what is expected of it."""
    if expected.one_of is not None:
        return _any_of(expected.one_of, result, lambda one, got: accepted(one, got, with_events))
    if expected.accepted is not None and result["accepted"] is not expected.accepted:
        return Difference("accepted", expected.accepted, result["accepted"])
    if expected.events is None or not with_events:
        return None
    return events(expected.events, result.get("events") or [])


def _any_of(choices: Iterable[Any], got: Any, judge: Callable[[Any, Any], Difference | None]) -> Difference | None:
    found = [judge(choice, got) for choice in choices]
    if not found or any(one is None for one in found):
        return None
    wheres = {one.where for one in found if one}
    values = [one.expected for one in found if one]
    return Difference(" or ".join(sorted(wheres)), {"one_of": values}, found[0].got if found[0] else got)


def events(expected: Occurring, got: list[Any]) -> Difference | None:
    """The first difference between the events and what is expected of them."""
    if expected.contains is not None and (missing := _missing_in_order(expected.contains, got)):
        return Difference("events", missing, _alike(missing, got))
    for one in expected.excludes or ():
        if found := [event for event in got if matches(_bare(one), event)]:
            return Difference("events", {"excludes": one}, found[0])
    if expected.exact is None:
        return None
    chosen = of_types(got, expected.of)
    exact = [_bare(one) for one in expected.exact]
    fits = len(exact) == len(chosen) and all(map(matches, exact, chosen))
    return None if fits else Difference("events", {"exact": expected.exact}, chosen)


def _missing_in_order(expected: list[dict[str, Any]], got: list[Any]) -> dict[str, Any] | None:
    rest = iter(got)
    for one in expected:
        bare = _bare(one)
        if not any(matches(bare, event) for event in rest):
            return one
    return None


def _alike(missing: dict[str, Any], got: list[Any]) -> list[Any]:
    """The events of the type that is missing, else all; without clauses, which would hide the rest."""
    alike = of_types(got, [missing.get("type", "")]) or got
    return [_bare(event) for event in alike if is_object(event)]


def _bare(event: dict[str, Any]) -> dict[str, Any]:
    """Without its clauses, which are never compared."""
    return {name: value for name, value in event.items() if name != "clauses"} if "clauses" in event else event


def of_types(values: Iterable[Any], types: list[str] | None) -> list[Any]:
    """Those of the types, or all where no types are named."""
    return [one for one in values if types is None or (is_object(one) and one.get("type") in types)]


def legal(expected: LegalExpected, actions: list[Any]) -> Difference | None:
    """The first difference between a list of legal actions and what is expected of it."""
    if expected.one_of is not None:
        return _any_of(expected.one_of, actions, legal)
    for one in expected.contains or ():
        if not any(matches(one, action) for action in actions):
            return Difference("actions", one, of_types(actions, [one.get("type", "")]))
    for one in expected.excludes or ():
        if any(matches(one, action) for action in actions):
            return Difference("actions", {"excludes": one}, one)
    chosen = of_types(actions, expected.of)
    if expected.count is not None and len(chosen) != expected.count:
        return Difference("actions", {"count": expected.count, "of": expected.of}, chosen)
    if expected.exact is None or (len(chosen) == len(expected.exact) and pairs(expected.exact, chosen, matches)):
        return None
    return Difference("actions", {"exact": expected.exact}, chosen)


def partly(expected: dict[str, Any], got: Any) -> Difference | None:
    """The first difference between a part, or `{"one_of": parts}`, and what came."""
    if set(expected) == {"one_of"}:
        return _any_of(expected["one_of"], got, partly)
    return part(expected, got)
