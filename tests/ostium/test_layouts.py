"""Boards that stand for all that are alike: how many there are, and the ways over some that were worked out by hand."""

from itertools import permutations, product

import pytest

from ruleproof.invariants.ostium.boards import CLANS
from ruleproof.invariants.ostium.layouts import (
    EMPTY,
    WILD,
    Layout,
    alike,
    classes,
    declared,
    members,
    mirrored,
    possible,
    undeclared,
)
from ruleproof.invariants.ostium.paths import Path


def layout(attack: str, defense: str) -> Layout:
    """`r` and `b` are clans, `*` serves any, `-` is empty; the attack row first."""
    names = {"r": "red", "b": "blue", "g": "green", "*": WILD, "-": EMPTY}
    return tuple(names[letter] for letter in attack + defense)


def test_1758_boards_stand_for_all_117649() -> None:
    sizes = [size for _, size in classes()]
    assert (len(sizes), sum(sizes)) == (1758, 7**6)


def test_as_many_as_the_lemma_of_burnside_counts() -> None:
    """Boards that a renaming and a look in the mirror leave as they are, on average over all of these."""
    kept = 0
    for renaming in permutations(range(5)):
        still = 2 + sum(place == name for place, name in enumerate(renaming))
        twice = 2 + sum(renaming[renaming[place]] == place for place in range(5))
        # the mirror keeps the two middle cells and exchanges two pairs of others
        kept += still**6 + still**2 * twice**2
    assert kept == 1758 * 120 * 2


def test_no_two_of_them_are_alike() -> None:
    assert len({alike(each) for each, _ in classes()}) == 1758


@pytest.mark.parametrize("rows", [("rb-", "*r-"), ("rgb", "bgr"), ("---", "---"), ("***", "rr-")])
def test_alike_is_whatever_renames_clans_or_mirrors(rows: tuple[str, str]) -> None:
    board = layout(*rows)
    names = dict(zip(CLANS, (*CLANS[1:], CLANS[0]), strict=True))
    renamed = tuple(names.get(held, held) for held in board)
    assert alike(board) == alike(mirrored(board)) == alike(renamed)
    assert mirrored(mirrored(board)) == board


def test_all_clans_and_both_sides_come_up_among_them() -> None:
    held = {(place, each) for board, _ in classes() for place, each in enumerate(board)}
    assert held == set(product(range(6), (EMPTY, WILD, *CLANS)))


def ways(board: Layout) -> set[str]:
    return {f"{path.gate}: {' '.join(path.cells)}" for path in members(possible(board))}


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        (("r--", "r--"), {"0: D0 A0"}),
        (("rr-", "r--"), {"0: D0 A0", "0: D0 A0 A1"}),
        (("rb-", "rb-"), {"0: D0 A0", "1: D1 A1"}),
        (("b--", "r--"), set()),
        (("*--", "r--"), {"0: D0 A0"}),
        (("r-r", "*b-"), {"0: D0 A0"}),
        (("r--", "---"), set()),
        (("br-", "*r-"), {"0: D0 A0", "0: D0 D1 A1", "1: D1 A1"}),
    ],
)
def test_the_ways_over_a_board(rows: tuple[str, str], found: set[str]) -> None:
    assert ways(layout(*rows)) == found


def test_a_full_board_of_one_clan_has_all_29() -> None:
    assert len(ways(layout("rrr", "rrr"))) == 29


def test_ways_of_wild_creatures_alone_need_a_declaration() -> None:
    board = layout("*r-", "*--")
    assert [path.cells for path in members(undeclared(board))] == [("D0", "A0")]
    assert ways(board) == {"0: D0 A0", "0: D0 A0 A1"}


def test_a_chain_binds_its_wild_creatures_to_the_clan_of_the_others() -> None:
    board = layout("*r*", "*--")
    assert declared(board, Path(0, ("D0", "A0", "A1"))) == layout("rr*", "r--")
    assert declared(board, Path(0, ("D0", "A0"))) == board
