"""What the open values of formulas are in a true position or step. What formulas say of them is not known here."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from ruleproof.spec.acting import Given
from ruleproof.spec.closures import Sight

from .formulas import Formula, Value, leaves
from .sequences import Unsettled
from .weighing import worth


class NotTold(LookupError):
    """An open value that stands for more than a position tells by itself."""


def read(condition: Value, sight: Sight, given: Given, readings: Mapping[str, str]) -> Any:
    """What a formula is worth in a position; where `sight` looks back, of a step.

    Raises NotTold where it hangs on what is said of every step of a path, and OutsideVocabulary as positions do.
    """
    values: dict[Formula, Any] = {}
    for leaf in sorted(leaves(condition), key=lambda each: each.number):
        values[leaf] = _told(leaf.leaf.key, sight, given, readings)
    return worth(condition, values)


def _told(key: tuple[Any, ...], sight: Sight, given: Given, readings: Mapping[str, str]) -> Any:
    match key:
        case ("variable", name, args, mark):
            return _looked_at(sight, mark).read(name, tuple(read(arg, sight, given, readings) for arg in args))
        case ("argument", _, name):
            return given.get(name)
        case ("reading", question):
            return readings[question]
        case ("length", path):
            return len(_path(path, sight, given, readings))
        case ("has", path, item):
            return read(item, sight, given, readings) in _path(path, sight, given, readings)
        case ("step", path, at):
            steps, place = _path(path, sight, given, readings), read(at, sight, given, readings)
            return steps[place] if steps and -1 <= place < len(steps) else None
        case ("bound", name) if name in given:
            return given[name]
        case ("follows", path, one, two):
            return (one, two) in pairwise(_path(path, sight, given, readings))
        case ("any" | "count" | "sum" | "largest" as op, Unsettled() as path, pairs, said, bound):
            steps = _path(path, sight, given, readings)
            each = pairwise(steps) if pairs else ((step,) for step in steps)
            named = ({leaf.leaf.key[1]: value for leaf, value in zip(bound, values, strict=True)} for values in each)
            return _gathered(op, [read(said, sight, {**given, **names}, readings) for names in named])
        case _:
            raise NotTold(str(key[0]))


def _gathered(op: str, found: list[Any]) -> Any:
    return any(found) if op == "any" else max(found, default=0) if op == "largest" else sum(found)


def _path(path: Unsettled, sight: Sight, given: Given, readings: Mapping[str, str]) -> tuple[Any, ...]:
    found: tuple[Any, ...] = _told(path.key, sight, given, readings) or ()
    return found


def _looked_at(sight: Sight, mark: str) -> Sight:
    """The position behind a step, or the one before it where there is a step."""
    return sight if mark or sight.before is None else sight.before
