"""Whether two expectations of the same question exclude each other. It errs on one side: what it calls a clash is one.

How an answer is compared with an expectation is in matching, not here.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .case import (
    ApplyExpected,
    ApplyStep,
    BoardStep,
    Case,
    LegalExpected,
    LegalStep,
    ObserveStep,
    Occurring,
    StatusStep,
    Step,
)
from .matching import Bag, matches, of_types, pairs, same
from .values import is_list, is_object

Fill = Callable[[Any], Any]  # brings an expected part of a position into the one form


def clash(one: Case, other: Case, fill: Fill) -> bool:
    """Whether no implementation can pass both: after the same actions they expect what excludes each other.

    Raises msgspec.ValidationError where an expected part of a position does not fit the game.
    """
    for mine, theirs in zip(_stages(one), _stages(other), strict=False):
        if any(_looks_clash(look, view, fill) for look in mine[:-1] for view in theirs[:-1]):
            return True
        if not _same_action(mine[-1], theirs[-1]):
            return False
        if _applies_clash(mine[-1].expect, theirs[-1].expect):
            return True
    return False


def same_questions(one: Case, other: Case) -> bool:
    """Whether both cases ask the same, whatever they expect."""
    return len(one.steps) == len(other.steps) and all(map(_same_question, one.steps, other.steps))


def _stages(case: Case) -> Iterator[list[Any]]:
    """What is looked at before each action, and the action; last what is looked at in the end, and nothing."""
    stage: list[Any] = []
    for step in case.steps:
        stage.append(step)
        if isinstance(step, ApplyStep):
            yield stage
            stage = []
    yield [*stage, None]


def _same_action(one: ApplyStep | None, other: ApplyStep | None) -> bool:
    return one is not None and other is not None and _same_question(one, other)


def _same_question(one: Step, other: Step) -> bool:
    if type(one) is not type(other):
        return False
    if isinstance(one, ApplyStep) and isinstance(other, ApplyStep):
        return one.player == other.player and same(one.action, other.action)
    return _who(one) == _who(other)


def _who(step: Step) -> str | None:
    """Whom a step asks for: a player, or one who looks."""
    if isinstance(step, ObserveStep):
        return step.viewer
    return step.player if isinstance(step, ApplyStep | LegalStep) else None


def _looks_clash(one: Step, other: Step, fill: Fill) -> bool:
    if isinstance(one, LegalStep) and isinstance(other, LegalStep):
        return one.player == other.player and _legal_clash(one.expect, other.expect)
    if isinstance(one, ObserveStep) and isinstance(other, ObserveStep):
        return one.viewer == other.viewer and _any_parts_clash(one.expect, other.expect, fill)
    if isinstance(one, BoardStep) and isinstance(other, BoardStep):
        return _any_parts_clash(one.expect, other.expect, fill)
    if isinstance(one, StatusStep) and isinstance(other, StatusStep):
        return _any_parts_clash(one.expect, other.expect, lambda part: part)
    return False


# parts


def _any_parts_clash(one: dict[str, Any], other: dict[str, Any], fill: Fill) -> bool:
    """The same of parts that may be `{"one_of": parts}`: every pair has to clash."""
    return all(parts_clash(fill(a), fill(b)) for a in _choices(one) for b in _choices(other))


def _choices(expected: dict[str, Any]) -> list[dict[str, Any]]:
    return expected["one_of"] if set(expected) == {"one_of"} else [expected]


def parts_clash(one: Any, other: Any) -> bool:
    """Whether nothing has both parts."""
    if is_object(one) and is_object(other):
        return any(parts_clash(one[name], other[name]) for name in one.keys() & other.keys())
    if is_list(one) and is_list(other):
        return len(one) != len(other) or _items_clash(one, other)
    if isinstance(one, str) and is_object(other):
        return not same(other.get("id", one), one)
    if is_object(one) and isinstance(other, str):
        return parts_clash(other, one)
    return not same(one, other)


def _items_clash(one: list[Any], other: list[Any]) -> bool:
    if isinstance(one, Bag) or isinstance(other, Bag):
        return not pairs(one, other, lambda a, b: not parts_clash(a, b))
    return any(map(parts_clash, one, other))


# actions and events


def _applies_clash(one: ApplyExpected, other: ApplyExpected) -> bool:
    if one.one_of is not None or other.one_of is not None:
        return all(_applies_clash(a, b) for a in one.one_of or [one] for b in other.one_of or [other])
    if one.accepted is not None and other.accepted is not None and one.accepted is not other.accepted:
        return True
    return one.events is not None and other.events is not None and _events_clash(one.events, other.events)


def _events_clash(one: Occurring, other: Occurring) -> bool:
    if _contained_and_excluded(one, other) or _contained_and_excluded(other, one):
        return True
    if one.exact is None or other.exact is None or one.of != other.of:
        return False
    return len(one.exact) != len(other.exact) or any(map(parts_clash, one.exact, other.exact))


def _contained_and_excluded(one: Occurring | LegalExpected, other: Occurring | LegalExpected) -> bool:
    return _any_match(other.excludes or (), [*(one.contains or ()), *(one.exact or ())])


def _any_match(parts: Iterable[Any], values: list[Any]) -> bool:
    return any(matches(part, value) for part in parts for value in values)


def _legal_clash(one: LegalExpected, other: LegalExpected) -> bool:
    if one.one_of is not None or other.one_of is not None:
        return all(_legal_clash(a, b) for a in one.one_of or [one] for b in other.one_of or [other])
    if _contained_and_excluded(one, other) or _contained_and_excluded(other, one):
        return True
    if _contained_beyond(one, other) or _contained_beyond(other, one):
        return True
    return one.of == other.of and _both_exact_clash(one, other)


def _contained_beyond(one: LegalExpected, other: LegalExpected) -> bool:
    """Whether one names an action that the other, which names all of some types, does not leave room for."""
    named = of_types(one.contains or (), other.of)
    if other.exact is not None:
        return any(all(parts_clash(action, there) for there in other.exact) for action in named)
    return other.count is not None and len(named) > other.count


def _both_exact_clash(one: LegalExpected, other: LegalExpected) -> bool:
    counts = [None if e.exact is None else len(e.exact) for e in (one, other)]
    first, second = (known if known is not None else e.count for known, e in zip(counts, (one, other), strict=True))
    if first is not None and second is not None and first != second:
        return True
    if one.exact is None or other.exact is None:
        return False
    return not pairs(one.exact, other.exact, lambda a, b: not parts_clash(a, b))
