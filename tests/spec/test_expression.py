"""Facts about reading expressions: what they mean is typed, and what is wrong is told with its column."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleproof.spec.expression import fragment, parse
from ruleproof.spec.syntax import (
    BOOL,
    Apply,
    Bound,
    Comparison,
    Enum,
    Every,
    Expr,
    ExpressionFault,
    Int,
    Member,
    Scope,
    Type,
    walk,
)
from ruleproof.spec.syntax import Path as PathType
from ruleproof.spec.vocabulary import Vocabulary, read, read_source

MEADOW: Vocabulary = read(Path(__file__).parent / "meadow.toml")
ARGS: dict[str, Type] = {"path": PathType("cell"), "cell": Enum("cell"), "n": Int(0, 3)}


def parsed(text: str, expected: Type | None = None, *, old: bool = False) -> Expr:
    return parse(text, MEADOW, Scope(ARGS, old, expected))


@pytest.mark.parametrize(
    ("text", "of"),
    [
        ("true", "bool"),
        ("3", "int 3..3"),
        ("-3", "int -3..-3"),
        ("n + 2", "int 2..5"),
        ("n - 2", "int -2..1"),
        ("n * -2", "int -6..0"),
        ("n + grass(N0) * 2", "int 0..21"),
        ("cell.column", "int 0..2"),
        ("len(path)", "int 0.."),
        ("count(c in cell: fenced(c))", "int 0..6"),
        ("max(n, 7)", "int 7..7"),
        ("max(n, len(path))", "int 0.."),
        ("min(n, 2, len(path))", "int 0..2"),
        ("if night then n else 9", "int 0..9"),
        ("cell", "cell"),
        ("cell.across.side", "side"),
        ("path[0]", "cell"),
        ("last(path)", "cell"),
        ("path", "path of cell"),
        ("track(spring)", "path of cell"),
        ("tag(cell)", "text"),
        ("herd_on(F0) == sheep and not night or n < 2", "bool"),
        ("night implies n in {1, 2}", "bool"),
        ("cell in path", "bool"),
        ("0 < n <= 2", "bool"),
        ("any(a, b in steps(path): next(a, b))", "bool"),
        ("sum(c in path: grass(c))", "int"),
        ("count(a in cell, b in cell: next(a, b))", "int"),
        ("meal(cell)", "int"),
        ("reading(meadow.walking.bends is straight)", "bool"),
        ("season.winter == season", "bool"),
    ],
)
def test_an_expression_has_a_type(text: str, of: str) -> None:
    assert str(parsed(text).type) == of


@pytest.mark.parametrize(
    ("text", "column", "what"),
    [
        ("", 1, "too early"),
        ("not " * 5000 + "night", 1, "nested too deeply"),
        ("night and", 10, "too early"),
        ("night = true", 7, "written =="),
        ("night ? true", 7, "does not belong here"),
        ("(night", 7, "too early"),
        ("nigth", 1, "Did you mean night?"),
        ("gras(cell) > 1", 1, "Did you mean grass?"),
        ("herd_on(cell) == sheeps", 18, "Did you mean sheep?"),
        ("herd_on(cell, cell) == sheep", 1, "takes 1 arguments, not 2"),
        ("grass > 1", 1, "takes 1 arguments and stands here without"),
        ("grass(sheep) > 1", 7, "this is a herd, but a cell is wanted"),
        ("cell.colunm == 1", 1, "Did you mean column?"),
        ("n.column == 1", 1, "has no fields"),
        ("herd.sheeps == herd_on(cell)", 1, "Did you mean sheep?"),
        ("night == 1", 10, "this is a number (int), but a condition (bool) is wanted"),
        ("herd_on(cell) == cell", 18, "this is a cell, but a herd is wanted"),
        ("herd_on(cell) < sheep", 1, "< orders numbers"),
        ("1 + night > 2", 5, "but a number (int) is wanted"),
        ("not n", 5, "but a condition (bool) is wanted"),
        ("grass(cell)", 1, "but a condition (bool) is wanted"),
        ("len(cell) > 1", 5, "but a path is wanted"),
        ("any(c in cells: night)", 10, "Did you mean cell?"),
        ("any(c in n: night)", 10, "but a path is wanted"),
        ("any(night in cell: night)", 5, "already means something"),
        ("any(c in {}: night)", 10, "none are listed"),
        ("old(night)", 1, "only in `ensure`"),
        ("reading(meadow.walking.bend is straight)", 1, "Did you mean meadow.walking.bends?"),
        ("reading(meadow.walking.bends is straigt)", 1, "Did you mean straight?"),
        ("n in {1, night}", 10, "but a number (int) is wanted"),
    ],
)
def test_a_fault_has_its_column_and_the_nearest_right_name(text: str, column: int, what: str) -> None:
    with pytest.raises(ExpressionFault) as caught:
        parsed(text, BOOL)
    assert caught.value.column == column
    assert what in caught.value.what


def test_old_has_a_meaning_where_a_step_is_watched() -> None:
    assert parsed("old(grass(cell)) < grass(cell)", BOOL, old=True).type == BOOL


def test_a_member_that_two_sorts_have_takes_the_sort_of_the_other_side() -> None:
    source = """
    [sort.one]
    members = ["same", "other"]
    [sort.two]
    members = ["same"]
    [variable.thing]
    type = "two"
    at = "thing"
    default = "same"
    """
    from_two = parse("same == thing", read_source(source))
    assert isinstance(from_two, Comparison)
    assert from_two.left == Member("two", "same", type=Enum("two"))
    with pytest.raises(ExpressionFault, match=r"write one\.same or two\.same"):
        parse("same == same", read_source(source))


def test_not_binds_weaker_than_comparing_and_stronger_than_and() -> None:
    assert parsed("not n < 2 and night") == parsed("(not (n < 2)) and night")


def test_an_argument_may_be_called_like_its_sort() -> None:
    quantified = parsed("any(c in cell: c == cell)")
    assert [each.name for each in walk(quantified) if isinstance(each, Bound)] == ["c", "cell"]


def test_a_chain_of_comparisons_is_all_of_its_links() -> None:
    links = parsed("0 < n <= 2")
    assert isinstance(links, Every)
    assert len(links.items) == 2


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("grass(cell) > 1", "solver"),
        ("open(cell)", "solver"),
        ("visitors > 1", "monitor"),
        ("tag(cell) == tag(N0)", "monitor"),
        ("night and visitors == 0", "monitor"),
    ],
)
def test_the_fragment_of_an_expression_is_worked_out(text: str, where: str) -> None:
    assert fragment(parsed(text), MEADOW) == where


def test_every_name_in_a_tree_has_the_column_of_its_text() -> None:
    text = "night and grass(N0) > grass(F2)"
    columns = {each.name: each.column for each in walk(parsed(text)) if isinstance(each, (Apply, Member))}
    assert {name: text.index(name) + 1 for name in ("night", "N0", "F2")}.items() <= columns.items()


def column_of(text: str) -> int:
    """The column of the fault of a text; 1 where it has none."""
    try:
        parsed(text, BOOL)
    except ExpressionFault as fault:
        return fault.column
    return 1


@given(st.text(alphabet="()[]{}.,:+-*<>=! \nabcnotrueinsteps019ΩéI", max_size=30))
def test_whatever_is_written_is_read_or_refused_with_a_column(text: str) -> None:
    assert 1 <= column_of(text) <= len(text) + 2
