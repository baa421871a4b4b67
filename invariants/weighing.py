"""What a formula is worth when its leaves are known, all of them or one. Whether they can be so is not asked here."""

from collections.abc import Mapping
from typing import Any

from .formulas import Formula, Kind, Value


def worth(value: Value, values: Mapping[Formula, Any], known: dict[Formula, Any] | None = None) -> Any:
    """What a formula is worth where its leaves have these values; the others are false, 0 or nothing.

    `known` keeps what was worked out for these values.
    """
    if not isinstance(value, Formula):
        return value
    known = {} if known is None else known
    if value not in known:
        known[value] = _worth(value, values, known)
    return known[value]


def _worth(formula: Formula, values: Mapping[Formula, Any], known: dict[Formula, Any]) -> Any:
    parts = formula.parts
    match formula.op:
        case "leaf":
            return values.get(formula, _NOTHING[formula.kind])
        case "not":
            return not worth(parts[0], values, known)
        case "all":
            return all(worth(each, values, known) for each in parts)
        case "most":
            return worth(parts[0], values, known) <= parts[1]
        case "choice":
            return worth(parts[1] if worth(parts[0], values, known) else parts[2], values, known)
        case "product":
            return worth(parts[0], values, known) * worth(parts[1], values, known)
        case "total":
            return parts[0] + sum(worth(each, values, known) * times for each, times in parts[1])
        case _:
            return worth(parts[0], values, known) == worth(parts[1], values, known)


def put(value: Value, leaf: Formula, given: Any) -> Value:
    """A formula in which one leaf has a value."""
    if not isinstance(value, Formula) or not value.hangs & leaf.hangs:
        return value
    home, parts = value.home, [put(part, leaf, given) for part in value.parts] if value.op != "total" else []
    match value.op:
        case "leaf":
            return given
        case "not":
            return home.negate(parts[0])
        case "all":
            return home.both(*parts)
        case "most":
            return home.most(*parts)
        case "choice":
            return home.ite(*parts)
        case "product":
            return parts[0] * parts[1]
        case "total":
            const, terms = value.parts
            return home.linear([(const, 1), *((put(each, leaf, given), times) for each, times in terms)])
        case _:
            return home.same(*parts)


_NOTHING: Mapping[Kind, Any] = {"truth": False, "number": 0, "name": None}
