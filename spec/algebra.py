"""What values are combined by: the algebra of plain values, and what any other has to offer. No expression is here."""

from collections.abc import Iterable
from typing import Any, Protocol, TypeAlias

Value: TypeAlias = Any  # a bool, int, member's name (None: nothing), tuple of members; or a solver's term


class NotSettled(LookupError):
    """What has to be known, such as a path, was asked for where it is still open."""


class Algebra(Protocol):
    """What values are combined by. Numbers are added and ordered by Python's own operators."""

    def ite(self, condition: Value, then: Value, other: Value, /) -> Value:
        """`then` where the condition holds, else `other`."""
        ...

    def both(self, *conditions: Value) -> Value:
        """All of them hold; true of none."""
        ...

    def either(self, *conditions: Value) -> Value:
        """At least one of them holds; false of none."""
        ...

    def negate(self, condition: Value, /) -> Value:
        """It does not hold."""
        ...

    def same(self, left: Value, right: Value, /) -> Value:
        """Equal numbers, truth values or members."""
        ...

    def larger(self, left: Value, right: Value, /) -> Value:
        """The larger of the two numbers."""
        ...

    def smaller(self, left: Value, right: Value, /) -> Value:
        """The smaller of the two numbers."""
        ...

    def total(self, numbers: Iterable[Value], /) -> Value:
        """The sum of numbers; 0 of none."""
        ...


class Plain:
    """The algebra of plain values."""

    def ite(self, condition: Value, then: Value, other: Value, /) -> Value:
        """`then` where the condition holds, else `other`."""
        return then if condition else other

    def both(self, *conditions: Value) -> Value:
        """All of them hold; true of none."""
        return all(conditions)

    def either(self, *conditions: Value) -> Value:
        """At least one of them holds; false of none."""
        return any(conditions)

    def negate(self, condition: Value, /) -> Value:
        """It does not hold."""
        return not condition

    def same(self, left: Value, right: Value, /) -> Value:
        """Equal numbers, truth values or members."""
        return left == right

    def larger(self, left: Value, right: Value, /) -> Value:
        """The larger of the two numbers."""
        return max(left, right)

    def smaller(self, left: Value, right: Value, /) -> Value:
        """The smaller of the two numbers."""
        return min(left, right)

    def total(self, numbers: Iterable[Value], /) -> Value:
        """The sum of numbers; 0 of none."""
        return sum(numbers)


PLAIN = Plain()


def is_plain(value: Value) -> bool:
    """Whether a value is one of ours, not a solver's term."""
    return value is None or isinstance(value, (str, int, tuple))
