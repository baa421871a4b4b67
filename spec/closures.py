"""The closures that plain values run through, made for speed. What they mean is said where they are put together."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from .algebra import Value

Frame: TypeAlias = list[Value]  # what is bound: the arguments, then what the quantifiers range with
Code: TypeAlias = "Callable[[Sight, Frame], Value]"
Run: TypeAlias = "Callable[[Sight, Sequence[Value]], Value]"


@dataclass
class Sight:
    """A position as expressions see it: `read(variable, arguments)`, and the position before it where a step ends here.

    What was read or worked out once is kept in `memo`, so a sight belongs to one position and one compiler.
    """

    read: Callable[[str, tuple[Value, ...]], Value]
    before: "Sight | None" = None
    memo: dict[Any, Value] = field(default_factory=dict[Any, Value])


def remembered(name: str, args: list[Code], look: Run) -> Code:
    """A look-up that is made once for each sight and arguments."""

    def of_none(sight: Sight, _: Frame) -> Value:
        if name not in sight.memo:
            sight.memo[name] = look(sight, ())
        return sight.memo[name]

    def of_one(sight: Sight, frame: Frame) -> Value:
        key = (name, args[0](sight, frame))
        if key not in sight.memo:
            sight.memo[key] = look(sight, key[1:])
        return sight.memo[key]

    def of_two(sight: Sight, frame: Frame) -> Value:
        key = (name, args[0](sight, frame), args[1](sight, frame))
        if key not in sight.memo:
            sight.memo[key] = look(sight, key[1:])
        return sight.memo[key]

    def of_many(sight: Sight, frame: Frame) -> Value:
        key = (name, *[arg(sight, frame) for arg in args])
        if key not in sight.memo:
            sight.memo[key] = look(sight, key[1:])
        return sight.memo[key]

    return (of_none, of_one, of_two, of_many)[min(len(args), 3)]


def joined(join: Callable[..., Value], codes: list[Code]) -> Code:
    """Code whose parts are all worked out, then joined."""
    return lambda sight, frame: join(*[code(sight, frame) for code in codes])


def conjunction(codes: list[Code]) -> Code:
    """Code that is true unless one part is not; stops there."""

    def run(sight: Sight, frame: Frame) -> Value:
        for code in codes:  # noqa: SIM110  a generator costs twice the time here
            if not code(sight, frame):
                return False
        return True

    return run


def disjunction(codes: list[Code]) -> Code:
    """Code that is true if one part is; stops there."""

    def run(sight: Sight, frame: Frame) -> Value:
        for code in codes:  # noqa: SIM110  a generator costs twice the time here
            if code(sight, frame):
                return True
        return False

    return run


def compared(op: str, left: Code, right: Code) -> Code:
    """Code that compares two values with a Python operator."""
    match op:
        case "==":
            return lambda sight, frame: left(sight, frame) == right(sight, frame)
        case "!=":
            return lambda sight, frame: left(sight, frame) != right(sight, frame)
        case "<":
            return lambda sight, frame: left(sight, frame) < right(sight, frame)
        case "<=":
            return lambda sight, frame: left(sight, frame) <= right(sight, frame)
        case ">":
            return lambda sight, frame: left(sight, frame) > right(sight, frame)
        case _:
            return lambda sight, frame: left(sight, frame) >= right(sight, frame)


def _any(domain: Code, body: Code, place: int) -> Code:
    def run(sight: Sight, frame: Frame) -> Value:
        for each in domain(sight, frame):
            frame[place] = each
            if body(sight, frame):
                return True
        return False

    return run


def _all(domain: Code, body: Code, place: int) -> Code:
    def run(sight: Sight, frame: Frame) -> Value:
        for each in domain(sight, frame):
            frame[place] = each
            if not body(sight, frame):
                return False
        return True

    return run


def _sum(domain: Code, body: Code, place: int) -> Code:
    def run(sight: Sight, frame: Frame) -> Value:
        total = 0
        for each in domain(sight, frame):
            frame[place] = each
            total += body(sight, frame)
        return total

    return run


def _largest(domain: Code, body: Code, place: int) -> Code:
    def run(sight: Sight, frame: Frame) -> Value:
        largest = 0
        for each in domain(sight, frame):
            frame[place] = each
            largest = max(largest, body(sight, frame))
        return largest

    return run


LOOPS = {"any": _any, "all": _all, "sum": _sum, "largest": _largest, "count": _sum}  # what holds counts 1
