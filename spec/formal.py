"""The formal parts of a clause as trees, read against the vocabulary. What they are worth is not asked here."""

from collections.abc import Iterator, Mapping

from .clause import Clause
from .expression import Expr, ExpressionFault, parse
from .syntax import Int
from .vocabulary import Vocabulary

Trees = Mapping[str, Expr]


class NotFormal(ValueError):
    """A formal part that cannot be read: which part, at which column, and why."""

    def __init__(self, part: str, fault: ExpressionFault) -> None:
        self.part, self.column, self.what = part, fault.column, fault.what
        super().__init__(f"{part}: column {fault.column}: {fault.what}")


def trees(clause: Clause, vocabulary: Vocabulary) -> dict[str, Expr]:
    """The trees of `when`, `ensure` and `value`; `do` is checked too. Raises NotFormal for the first that is wrong."""
    return dict(_trees(clause, vocabulary))


def _trees(clause: Clause, vocabulary: Vocabulary) -> Iterator[tuple[str, Expr]]:
    for part, text in clause.expressions:
        try:
            if part == "do":
                vocabulary.arguments(text)
            else:
                scope = vocabulary.scope(clause.do, old=part == "ensure", **_expected(part))
                yield part, parse(text, vocabulary, scope)
        except ExpressionFault as error:
            raise NotFormal(part, error) from error


def _expected(part: str) -> dict[str, Int]:
    """A value is a number; conditions and what is ensured are true or false, as scopes have it by default."""
    return {"expected": Int()} if part == "value" else {}
