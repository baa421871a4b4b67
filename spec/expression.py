"""Reading an expression: text, tree, types. It is neither evaluated nor explained here."""

from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from lark import Lark
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

from . import files
from .resolving import Node, resolve
from .syntax import CONDITION, Apply, Expr, ExpressionFault, Names, Scope, Text, walk

__all__ = ["CONDITION", "Expr", "ExpressionFault", "Fragment", "Names", "Scope", "fragment", "parse", "read_tree"]

Fragment: TypeAlias = Literal["solver", "monitor"]


@cache
def _grammar() -> Lark:
    text = files.read_text(Path(__file__).with_name("expression.lark"))
    return Lark(text, parser="lalr", propagate_positions=True, maybe_placeholders=False)


_ENGLISH = {"LPAR": "(", "RPAR": ")", "COLON": ":", "COMMA": ",", "$END": "the end", "RSQB": "]", "RBRACE": "}"}


def _unexpected(error: UnexpectedInput, text: str) -> ExpressionFault:
    """What the parser stumbled over, in words."""
    if isinstance(error, UnexpectedCharacters):
        hint = " Equality is written ==." if text[error.pos_in_stream or 0] == "=" else ""
        return ExpressionFault(error.column, f"{text[error.pos_in_stream or 0]!r} does not belong here.{hint}")
    if isinstance(error, UnexpectedToken) and error.token.type != "$END":
        wanted = sorted(_ENGLISH[name] for name in error.expected if name in _ENGLISH)
        hint = f" Possible here: {' '.join(wanted)}" if wanted else ""
        return ExpressionFault(error.token.column or 1, f"{str(error.token)!r} does not belong here.{hint}")
    return ExpressionFault(len(text) + 1, "it ends too early.")


def read_tree(text: str) -> Node:
    """The text as a tree of grammar rules. Raises ExpressionFault."""
    try:
        return _grammar().parse(text)
    except (UnexpectedInput, UnexpectedEOF) as error:
        raise _unexpected(error, text) from None


def parse(text: str, vocabulary: Names, scope: Scope = CONDITION) -> Expr:
    """The typed tree of a text. Raises ExpressionFault with column, what, and the nearest right name."""
    return resolve(read_tree(text), vocabulary, scope)


def fragment(expr: Expr, vocabulary: Names) -> Fragment:
    """`monitor` where something occurs that no solver holds (a card's id, a pile), so that it is only evaluated."""
    for each in walk(expr):
        if isinstance(each.type, Text):
            return "monitor"
        if isinstance(each, Apply) and (signature := vocabulary.signature(each.name)) and signature.monitor:
            return "monitor"
    return "solver"
