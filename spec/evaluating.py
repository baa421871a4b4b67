"""What an expression is worth: in plain values, or in the terms of a solver. Nothing is parsed or judged here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .algebra import PLAIN, Algebra, Value
from .closures import Sight
from .compiling import Addend, Compiler
from .syntax import Expr
from .vocabulary import Vocabulary

__all__ = ["PLAIN", "Addend", "Algebra", "Compiler", "Environment", "Sight", "evaluate"]


@dataclass(frozen=True)
class Environment:
    """Everything that `evaluate` needs besides the expression."""

    vocabulary: Vocabulary
    sight: Sight
    bound: Mapping[str, Value] = field(default_factory=dict[str, Value])
    readings: Mapping[str, str] = field(default_factory=dict[str, str])
    quantities: Mapping[str, Sequence[Addend]] = field(default_factory=dict[str, Sequence[Addend]])


def evaluate(expr: Expr, environment: Environment, algebra: Algebra = PLAIN) -> Value:
    """The value of an expression. For many evaluations of one expression compile it once with a Compiler."""
    compiler = Compiler(environment.vocabulary, environment.readings, environment.quantities, algebra)
    run = compiler.compile(expr, tuple(environment.bound))
    return run(environment.sight, tuple(environment.bound.values()))
