"""Arithmetic that runs on integers and builds terms alike, so a rule is computed and proved from one text.

A function written for it takes `ops: Arithmetic = PLAIN`, uses `+ - *`, single comparisons and the operations below,
and keeps clear of `if`, `and`, `or`, `not`, `max`, `min`, `//` and chained comparisons: on terms those are silently
wrong. No solver is imported here.
"""

from typing import Any, Protocol

Number = Any  # an int, or whatever an Arithmetic builds instead of one
Truth = Any  # a bool, or whatever an Arithmetic builds instead of one


class Arithmetic(Protocol):
    """Choice and logic over numbers and truths of one kind."""

    def ite(self, condition: Truth, then: Number, otherwise: Number) -> Number:
        """`then` where the condition holds, else `otherwise`; both are built."""
        ...

    def both(self, *truths: Truth) -> Truth:
        """All of them hold; true of none."""
        ...

    def either(self, *truths: Truth) -> Truth:
        """At least one holds; false of none."""
        ...

    def negate(self, truth: Truth) -> Truth:
        """It does not hold."""
        ...

    def larger(self, left: Number, right: Number) -> Number:
        """The larger of the two."""
        ...

    def smaller(self, left: Number, right: Number) -> Number:
        """The smaller of the two."""
        ...


class Plain:
    """Python's own integers and truth values."""

    def ite(self, condition: Truth, then: Number, otherwise: Number) -> Number:
        """`then` where the condition holds, else `otherwise`."""
        return then if condition else otherwise

    def both(self, *truths: Truth) -> Truth:
        """All of them hold."""
        return all(truths)

    def either(self, *truths: Truth) -> Truth:
        """At least one holds."""
        return any(truths)

    def negate(self, truth: Truth) -> Truth:
        """It does not hold."""
        return not truth

    def larger(self, left: Number, right: Number) -> Number:
        """The larger of the two."""
        return left if left >= right else right

    def smaller(self, left: Number, right: Number) -> Number:
        """The smaller of the two."""
        return left if left <= right else right


PLAIN: Arithmetic = Plain()
