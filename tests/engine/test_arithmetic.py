"""The plain arithmetic, and what keeps the functions liftable that are written for any arithmetic."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import ruleproof.engine
from ruleproof.engine.arithmetic import PLAIN


@pytest.mark.parametrize(("condition", "chosen"), [(True, 1), (False, 2)])
def test_ite_chooses(condition: bool, chosen: int) -> None:
    assert PLAIN.ite(condition, 1, 2) == chosen


@pytest.mark.parametrize(
    ("truths", "both", "either"),
    [((), True, False), ((True,), True, True), ((True, False), False, True), ((False, False), False, False)],
)
def test_both_and_either(truths: tuple[bool, ...], both: bool, either: bool) -> None:
    assert PLAIN.both(*truths) is both
    assert PLAIN.either(*truths) is either
    assert PLAIN.negate(PLAIN.both(*truths)) is not both


@pytest.mark.parametrize(
    ("one", "other", "larger", "smaller"), [(1, 2, 2, 1), (2, 1, 2, 1), (-1, 0, 0, -1), (3, 3, 3, 3)]
)
def test_larger_and_smaller(one: int, other: int, larger: int, smaller: int) -> None:
    assert (PLAIN.larger(one, other), PLAIN.smaller(one, other)) == (larger, smaller)


# Functions that take or give a Number or a Truth run on terms too, where whatever looks at a value is silently wrong.

BRANCHES = (ast.If, ast.IfExp, ast.BoolOp, ast.While, ast.Assert, ast.Match, ast.comprehension)
DIVIDES = (ast.FloorDiv, ast.Div, ast.Mod, ast.LShift, ast.RShift, ast.BitAnd, ast.BitOr, ast.BitXor)
LOOKS = ("max", "min", "abs", "bool", "int", "any", "all", "sum", "sorted", "range", "round", "divmod", "isinstance")


def liftable(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """The functions that are written for any arithmetic: by what their arguments or results are said to be."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            said = [argument.annotation for argument in (*node.args.args, *node.args.kwonlyargs)] + [node.returns]
            if {ast.unparse(each) for each in said if each} & {"Number", "Truth", "Arithmetic"}:
                yield node


def unliftable(function: ast.FunctionDef) -> Iterator[str]:
    """What in a function looks at a value."""
    for node in ast.walk(function):
        wrong = isinstance(node, (*BRANCHES, *DIVIDES))
        wrong |= isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
        wrong |= isinstance(node, ast.Compare) and (
            len(node.ops) > 1 or isinstance(node.ops[0], (ast.Is, ast.IsNot, ast.In))
        )
        wrong |= isinstance(node, ast.Call) and ast.unparse(node.func) in LOOKS
        if wrong:
            yield f"{function.name}: {ast.unparse(node) if not isinstance(node, DIVIDES) else type(node).__name__}"


def engine_files() -> list[Path]:
    folder = Path(str(ruleproof.engine.__file__)).parent  # other tests add folders of games to the package's path
    return [path for path in sorted(folder.rglob("*.py")) if path.name != "arithmetic.py"]


def test_no_function_of_the_engine_that_is_lifted_looks_at_a_value() -> None:
    found = [
        f"{path.name} {wrong}"
        for path in engine_files()
        for function in liftable(ast.parse(path.read_text(encoding="utf-8")))
        for wrong in unliftable(function)
    ]
    assert not found


def test_the_functions_that_are_lifted_are_found() -> None:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in engine_files()]
    names = {function.name for tree in trees for function in liftable(tree)}
    assert {"damage_through_the_row", "goes_on", "durability_after", "attack_total", "chain_bonus"} <= names


@pytest.mark.parametrize(
    "body",
    [
        "return 0 if left < 0 else left",
        "if left < 0:\n        return 0\n    return left",
        "return left > 0 and left",
        "return not left",
        "return max(left, 0)",
        "return left // 2",
        "return left % 2",
        "return int(left)",
        "return 0 < left < 5",
        "return (left > 0) is True",
        "return sum(x for x in [left] if x)",
        "while left > 0:\n        left = left - 1\n    return left",
        "assert left >= 0\n    return left",
        "return left & 1",
    ],
)
def test_each_way_to_look_at_a_value_is_found(body: str) -> None:
    (function,) = liftable(ast.parse(f"def lowered(left: Number) -> Number:\n    {body}\n"))
    assert list(unliftable(function))


@pytest.mark.parametrize(
    "body", ["return left + 2 * left - 1", "return ops.ite(left > 0, left, 0)", "return left >= 0"]
)
def test_what_builds_a_term_is_let_through(body: str) -> None:
    (function,) = liftable(ast.parse(f"def lowered(left: Number, ops: Arithmetic) -> Number:\n    {body}\n"))
    assert not list(unliftable(function))
