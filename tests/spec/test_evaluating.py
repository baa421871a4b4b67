"""Facts about the values of expressions, read from a position's JSON, in plain values and in another algebra."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleproof.spec.accessing import OutsideVocabulary
from ruleproof.spec.algebra import PLAIN, Algebra, Plain
from ruleproof.spec.evaluating import Addend, Environment, Sight, evaluate
from ruleproof.spec.expression import parse
from ruleproof.spec.syntax import Enum, Int, Scope, Type
from ruleproof.spec.syntax import Path as PathType
from ruleproof.spec.viewing import Viewer
from ruleproof.spec.vocabulary import Vocabulary, read

MEADOW: Vocabulary = read(Path(__file__).parent / "meadow.toml")
VIEWER = Viewer(MEADOW)
ARGS: dict[str, Type] = {"path": PathType("cell"), "way": PathType("cell"), "cell": Enum("cell"), "n": Int(0, 3)}
BOUND: dict[str, Any] = {"path": ("N0", "N1", "F1"), "way": (), "cell": "N1", "n": 2}
POSITION: dict[str, Any] = {
    "night": True,
    "cells": {
        "near": [
            {"herd": "sheep", "grass": 7, "plants": ["flower:3", "flower", "thistle:9"], "tag": "t1"},
            {"herd": "black-sheep", "grass": None, "fence": {"height": 1}, "plants": ["flowers:4"]},
            {"herd": None, "fence": None, "tag": "t9"},
        ],
        "far": [{"herd": "sheep", "grass": 1, "fence": False}],
    },
    "resting": ["N0", "F2"],
    "owners": {"t1": "goats"},
    "tracks": [{"season": "winter", "cells": ["F0", "N0"]}],
    "visitors": [{}, {}],
}
MEALS = {
    "meal": (
        Addend(("cell",), parse("grass(cell)", MEADOW, Scope(ARGS, expected=None))),
        Addend((), parse("10", MEADOW, Scope(ARGS, expected=None)), parse("night", MEADOW)),
        Addend((), parse("100", MEADOW, Scope(ARGS, expected=None)), parse("not night", MEADOW)),
    )
}


class Lifted(Plain):
    """Plain values by the ways that a solver's terms take, not by the fast ones."""


LIFTED = Lifted()


def worth(text: str, position: Any = POSITION, algebra: Algebra = PLAIN, before: Any = None, **readings: str) -> Any:
    old = VIEWER.sight(before) if before is not None else None
    expr = parse(text, MEADOW, Scope(ARGS, old=True, expected=None))
    chosen = {f"meadow.{name.replace('_', '.')}": reading for name, reading in readings.items()}
    return evaluate(expr, Environment(MEADOW, VIEWER.sight(position, old), BOUND, chosen, MEALS), algebra)


TABLE = [
    ("true", True),
    ("2 + 3 * 4 - 1", 13),
    ("-n + 5", 3),
    ("max(n, 7, 3)", 7),
    ("min(n, 7, 1)", 1),
    ("season == spring", True),
    ("night", True),
    ("herd_on(N0)", "sheep"),
    ("herd_on(N1)", "black_sheep"),
    ("herd_on(N2)", None),
    ("herd_on(N2) == nobody", True),
    ("herd_on(F1) == nobody", True),
    ("herd_on(F0) != sheep", False),
    ("grass(N0)", 7),
    ("grass(N1)", 0),
    ("grass(N2)", 5),
    ("grass(F2)", 5),
    ("fenced(N1)", True),
    ("fenced(N2)", False),
    ("fenced(F0)", False),
    ("flowers(N0)", 4),
    ("flowers(N1)", 0),
    ("resting(F2) and not resting(N1)", True),
    ("tag(N0) == tag(N2)", False),
    ("owner(N0)", "goats"),
    ("owner(N1) == nobody", True),
    ("owner(N2) == nobody", True),
    ("track(winter)", ("F0", "N0")),
    ("track(spring)", ()),
    ("len(track(winter))", 2),
    ("visitors", 2),
    ("cell.column", 1),
    ("cell.across.across == cell", True),
    ("path[0]", "N0"),
    ("path[n]", "F1"),
    ("path[7] == N0", False),
    ("last(path) == F1", True),
    ("last(way) == F1", False),
    ("way[0].column == 0", False),
    ("herd_on(last(way)) == nobody", True),
    ("cell in path", True),
    ("cell not in path", False),
    ("N2 in path", False),
    ("cell in way", False),
    ("cell in {N0, N2}", False),
    ("n in {1, 2}", True),
    ("n not in {1, 2}", False),
    ("next(N0, F0) and not next(N0, F1)", True),
    ("next(F0, N0)", True),
    ("next(last(way), N0)", False),
    ("any(c in cell: fenced(c))", True),
    ("any(c in way: true)", False),
    ("all(c in way: false)", True),
    ("all(c in path: c.side == near)", False),
    ("all(a, b in steps(path): next(a, b))", True),
    ("any(a, b in steps(way): true)", False),
    ("count(c in cell: herd_on(c) == sheep)", 2),
    ("count(a in cell, b in cell: next(a, b))", 14),
    ("count(c in {N0, N1, N2}: open(c))", 1),
    ("sum(c in path: grass(c))", 12),
    ("sum(c in way: grass(c))", 0),
    ("largest(c in cell: grass(c))", 7),
    ("largest(c in way: grass(c))", 0),
    ("count(h in herd: h == nobody)", 0),
    ("mates(N0, F0) and not mates(N2, F1)", True),
    ("richest", 7),
    ("night implies n == 2", True),
    ("night implies n == 3", False),
    ("not night implies n == 3", True),
    ("if night then n else 9", 2),
    ("0 < n <= 2 < 3", True),
    ("0 < n <= 1", False),
    ("path == path and path != way", True),
    ("night == false", False),
    ("meal(N0)", 17),
    ("reading(meadow.walking.bends is any)", True),
    ("reading(meadow.walking.bends is straight) or night", True),
]


@pytest.mark.parametrize(("text", "value"), TABLE)
def test_an_expression_has_its_value(text: str, value: object) -> None:
    assert worth(text) == value
    assert type(worth(text)) is type(value) or isinstance(value, bool)


@pytest.mark.parametrize(("text", "value"), TABLE)
def test_another_algebra_gives_the_same(text: str, value: object) -> None:
    assert worth(text, algebra=LIFTED) == value


def test_a_reading_that_is_chosen_is_no_longer_the_default() -> None:
    assert worth("reading(meadow.walking.bends is straight)", walking_bends="straight") is True
    with pytest.raises(ValueError, match=r"no reading straigt.*straight"):
        worth("true", walking_bends="straigt")


def test_old_looks_at_the_position_before_the_step() -> None:
    before = {**POSITION, "night": False, "resting": []}
    text = "resting(N0) and not old(resting(N0)) and old(not night) and old(all(c in cell: not resting(c)))"
    assert worth(text, before=before) is True
    with pytest.raises(LookupError, match="no step"):
        worth("old(night)")


@pytest.mark.parametrize(
    ("where", "text"),
    [
        ({"night": "yes"}, "night"),
        ({"season": "monsoon"}, "season == spring"),
        ({"cells": {"near": [{"grass": "much"}]}}, "grass(N0)"),
        ({"cells": {"near": [{"grass": True}]}}, "grass(N0)"),
        ({"tracks": [{"season": "spring", "cells": "N0"}]}, "track(spring)"),
        ({"tracks": [{"season": "spring", "cells": ["N7"]}]}, "track(spring)"),
        ({"cells": {"near": [{"plants": ["flower:many"]}]}}, "flowers(N0)"),
        ({"cells": {"near": [{"tag": 3}]}}, "tag(N0) == tag(N1)"),
    ],
)
def test_what_the_vocabulary_has_no_word_for_is_said_and_not_guessed(where: dict[str, Any], text: str) -> None:
    with pytest.raises(OutsideVocabulary):
        worth(text, where)


@pytest.mark.parametrize("where", [{}, {"cells": {}}, {"cells": {"near": []}}, {"cells": None, "tracks": None}])
def test_a_silent_position_has_the_defaults(where: dict[str, Any]) -> None:
    assert worth("grass(N0)", where) == 5
    assert worth("herd_on(N0) == nobody and season == spring and len(track(spring)) == 0", where) is True


def test_a_variable_is_read_once_however_often_it_is_named() -> None:
    asked: list[str] = []

    def answer(name: str, args: tuple[Any, ...]) -> int:
        asked.append(f"{name}{args}")
        return 3

    expr = parse("grass(N0) + grass(N0) + sum(c in path: grass(c))", MEADOW, Scope(ARGS, expected=None))
    assert evaluate(expr, Environment(MEADOW, Sight(answer), BOUND)) == 15
    assert sorted(asked) == sorted(set(asked))


conditions = st.recursive(
    st.sampled_from(["night", "fenced(cell)", "n < 2", "cell in path", "open(path[n])", "herd_on(cell) == sheep"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["and", "or", "implies"]), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        inner.map(lambda t: f"not {t}"),
        st.tuples(st.sampled_from(["any", "all"]), st.sampled_from(["cell", "path", "{N0, cell}"]), inner).map(
            lambda t: f"{t[0]}(c in {t[1]}: c.column == n or {t[2]})"
        ),
        st.tuples(inner, inner).map(lambda t: f"count(c in path: {t[0]}) > (if {t[1]} then n else 0)"),
    ),
    max_leaves=6,
)


@given(conditions)
def test_the_fast_way_and_the_lifted_way_agree(text: str) -> None:
    assert worth(text) == worth(text, algebra=LIFTED)
