"""Reading an expression: text, tree, types. It is neither evaluated nor explained here."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

from . import files
from .resolving import Node, resolve
from .syntax import CONDITION, TEXT, Apply, Expr, ExpressionFault, Names, Scope, Text, walk
from .syntax import Path as Sequence

__all__ = ["CONDITION", "Expr", "ExpressionFault", "Fragment", "Names", "Scope", "fragment", "parse", "read_tree"]

Fragment: TypeAlias = Literal["solver", "monitor"]


@cache
def _parser() -> Callable[[str], Node]:
    text = files.read_text(Path(__file__).with_name("expression.lark"))
    lark: Any = Lark(text, parser="lalr", propagate_positions=True, maybe_placeholders=False)
    parser: Callable[[str], Node] = lark.parse
    return parser


_ENGLISH = {"LPAR": "(", "RPAR": ")", "COLON": ":", "COMMA": ",", "$END": "the end", "RSQB": "]", "RBRACE": "}"}


def _unexpected(error: UnexpectedInput, text: str) -> ExpressionFault:
    """What the parser stumbled over, in words."""
    place: int | None = error.pos_in_stream
    if isinstance(error, UnexpectedCharacters):
        found = text[place or 0]
        hint = " Equality is written ==." if found == "=" else ""
        return ExpressionFault(error.column, f"{found!r} does not belong here.{hint}")
    token: Token | None = getattr(error, "token", None)
    if isinstance(error, UnexpectedToken) and token is not None and token.type != "$END":
        wanted = sorted(_ENGLISH[name] for name in error.expected if name in _ENGLISH)
        hint = f" Possible here: {' '.join(wanted)}" if wanted else ""
        return ExpressionFault(token.column or 1, f"{str(token)!r} does not belong here.{hint}")
    return ExpressionFault(len(text) + 1, "it ends too early.")


def read_tree(text: str) -> Node:
    """The text as a tree of grammar rules. Raises ExpressionFault."""
    try:
        return _parser()(text)
    except (UnexpectedInput, UnexpectedEOF) as error:
        raise _unexpected(error, text) from None


def parse(text: str, vocabulary: Names, scope: Scope = CONDITION) -> Expr:
    """The typed tree of a text. Raises ExpressionFault with column, what, and the nearest right name."""
    try:
        return resolve(read_tree(text), vocabulary, scope)
    except RecursionError:
        raise ExpressionFault(1, "it is nested too deeply.") from None


def fragment(expr: Expr, vocabulary: Names) -> Fragment:
    """`monitor` where something occurs that no solver holds (a card's id, a pile), so that it is only evaluated."""
    for each in walk(expr):
        if isinstance(each.type, Text) or each.type == Sequence(TEXT):
            return "monitor"
        if isinstance(each, Apply) and (signature := vocabulary.signature(each.name)) and signature.monitor:
            return "monitor"
    return "solver"
