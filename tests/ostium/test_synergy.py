"""Synergy: which neighbours agree, and which side domains work."""

from typing import Any

import pytest

from ruleproof.engine.ostium import synergy
from ruleproof.engine.ostium.field import field
from ruleproof.engine.ostium.game import GAME
from ruleproof.engine.ostium.state import Creature, State

RED = Creature("r", "warrior", "red")
BLUE = Creature("b", "warrior", "blue")
FAMILIAR = Creature("f", "familiar", "red")
PRIMORDIAL = Creature("p", "primordial", None, main=("double_arrow",))
ARROWED = Creature("a", "warrior", "blue", main=("double_arrow",))
NUMBERED = Creature("u", "warrior", "blue", main=("flame", "double_arrow:2"))
ROBED = Creature("o", "warrior", "blue", main=("robed",))
CLANLESS = Creature("n", "warrior")


def shown(line: str) -> State:
    return GAME.read_line(line)


def flames(line: str) -> list[int]:
    """What the flames of A's six creatures add."""
    return [icons.flame for icons in field(shown(line).table).icons]


@pytest.mark.clause("ostium.synergy.neighbours-of-one-clan", "ostium.synergy.primordial-any-clan")
@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        (RED, RED, True),
        (RED, FAMILIAR, True),
        (RED, BLUE, False),
        (RED, PRIMORDIAL, True),
        (PRIMORDIAL, BLUE, True),
        (PRIMORDIAL, PRIMORDIAL, True),
        (RED, ARROWED, True),
        (RED, NUMBERED, True),
        (RED, ROBED, False),  # a robed creature serves another clan in a fusion only
        (BLUE, ROBED, True),
        (CLANLESS, CLANLESS, False),
        (CLANLESS, RED, False),
        (CLANLESS, PRIMORDIAL, False),
        (CLANLESS, ARROWED, False),
        (PRIMORDIAL, ARROWED, True),
    ],
)
def test_two_neighbours_agree_in_either_order(one: Creature, other: Creature, together: bool) -> None:
    readings = shown("- - -").table.readings
    assert bool(synergy.agree(one, other, readings)) is together
    assert bool(synergy.agree(other, one, readings)) is together


def test_the_clause_names_the_primordial_only_where_it_is_one() -> None:
    readings = shown("- - -").table.readings
    assert synergy.agree(RED, RED, readings)[0] == "ostium.synergy.neighbours-of-one-clan"
    assert synergy.agree(RED, PRIMORDIAL, readings)[0] == "ostium.synergy.primordial-any-clan"


@pytest.mark.clause("ostium.synergy.side-domain-passive-needs-synergy", "ostium.synergy.half-faces-neighbour")
@pytest.mark.parametrize(
    ("line", "added"),
    [
        ("r1<^1 - -", [0, 0, 0, 0, 0, 0]),  # nobody on the left of column 0
        ("r1>^1 - -", [0, 0, 0, 0, 0, 0]),  # nobody on its right either
        ("r1>^1 r1 -", [1, 0, 0, 0, 0, 0]),
        ("r1<^1 r1 -", [0, 0, 0, 0, 0, 0]),  # the neighbour stands on the other side
        ("r1 r1<^1 -", [0, 1, 0, 0, 0, 0]),
        ("r1 r1<^2>^1 r1", [0, 3, 0, 0, 0, 0]),
        ("r1 r1<^2>^1 b1", [0, 2, 0, 0, 0, 0]),
        ("b1 r1<^2>^1 r1", [0, 1, 0, 0, 0, 0]),
        ("r1>^1 *0 -", [1, 0, 0, 0, 0, 0]),
        ("r1>^1 r0f -", [1, 0, 0, 0, 0, 0]),
        ("r1>^1 - r1", [0, 0, 0, 0, 0, 0]),  # a gap between them
        ("r1>^1 - - / r1 - -", [0, 0, 0, 0, 0, 0]),  # the neighbour touches from below
        ("r1>^1 - - / - r1 -", [0, 0, 0, 0, 0, 0]),  # the neighbour touches at a corner
        ("- - r1>^1 / r1 - -", [0, 0, 0, 0, 0, 0]),  # the rows do not go on into one another
        ("- - - / - r1>^1 r1", [0, 0, 0, 0, 1, 0]),
        ("- - - / - r1 r1<^1", [0, 0, 0, 0, 0, 1]),
        ("r1^1>^1 - -", [1, 0, 0, 0, 0, 0]),  # a main domain always works
        ("r1>^1 r1' -", [1, 0, 0, 0, 0, 0]),  # a defeated neighbour keeps giving
    ],
)
def test_a_side_domain_works_beside_a_neighbour_of_its_clan_on_that_side(line: str, added: list[int]) -> None:
    assert flames(line) == added


@pytest.mark.clause("ostium.synergy.side-domain-passive-needs-synergy")
def test_left_is_the_lower_column_for_player_b_too() -> None:
    state = shown("- - - | r1 r1<^1 - ; active B")
    assert [icons.flame for icons in field(state.table).icons] == [0, 1, 0, 0, 0, 0]


TWO = "ostium.synergy.two-primordials"


@pytest.mark.parametrize(("reading", "added"), [("declared", 1), ("symbol", 1), ("clan-creature", 0)])
def test_two_primordials_agree_as_the_question_is_read(reading: str, added: int) -> None:
    assert flames(f"*0>^1 *0 - ; reading {TWO}={reading}")[0] == added


@pytest.mark.parametrize("reading", ["declared", "symbol", "clan-creature"])
def test_a_double_arrow_with_a_clan_of_its_own_agrees_with_a_primordial_in_every_reading(reading: str) -> None:
    assert flames(f"r0(double_arrow)>^1 *0 - ; reading {TWO}={reading}")[0] == 1


@pytest.mark.parametrize(
    ("reading", "fusion", "robed", "flame"), [("needs-neighbour", 0, False, 0), ("always", 3, True, 0)]
)
def test_fusion_icons_at_a_side_work_alone_as_the_question_is_read(
    reading: str, fusion: int, robed: bool, flame: int
) -> None:
    state = shown(f"r1<+2^1>&1 - - ; reading ostium.synergy.robed-side={reading}")
    icons = field(state.table).icons[0]
    assert (icons.fusion, icons.robed, icons.flame) == (fusion, robed, flame)


def test_icons_of_all_domains_add_up() -> None:
    icons = field(shown("r1 r1^1#2~3+1&2<^1#1~1+4>~2 r1").table).icons[1]
    assert (icons.flame, icons.shield, icons.flask, icons.flasks) == (2, 3, 6, 3)
    assert (icons.fusion, icons.best, icons.robed) == (7, 4, True)


def test_what_stands_behind_an_arrow_or_a_skull_is_no_passive_icon() -> None:
    icons: Any = field(shown("r1(arrow>flame)!^1 - -").table).icons[0]
    assert icons.flame == 0
