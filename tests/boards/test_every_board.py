"""Engine, graph and solver on all 117,649 boards, each by itself; elsewhere one stands for all that are alike."""

from itertools import product

import pytest

from ruleproof.invariants.ostium import fusion
from ruleproof.invariants.ostium.boards import CLANS, symbolic
from ruleproof.invariants.ostium.everywhere import ClosedForm, engine_on, holds_there
from ruleproof.invariants.ostium.layouts import EMPTY, WILD, Layout, alike, classes, members, possible
from ruleproof.invariants.ostium.paths import CELLS, compatible_sets
from ruleproof.invariants.solving import TERMS, Assumed

HELD = (EMPTY, *CLANS, WILD)
BEGUN = tuple(product(HELD, repeat=2))


def boards(begun: Layout) -> list[Layout]:
    """Every board whose first cells hold this."""
    return [(*begun, *rest) for rest in product(HELD, repeat=len(CELLS) - len(begun))]


@pytest.mark.parametrize("begun", BEGUN, ids=" ".join)
def test_the_engine_lays_on_a_board_what_the_graph_finds(begun: Layout) -> None:
    for number, layout in enumerate(boards(begun)):
        assert list(engine_on(layout, number)) == [], layout


@pytest.mark.parametrize("begun", BEGUN, ids=" ".join)
def test_the_closed_form_has_on_a_board_the_ways_that_the_graph_finds(begun: Layout) -> None:
    form = ClosedForm()
    assert [layout for layout in boards(begun) if form.parting(layout)] == []


def test_one_stands_for_each_of_all_boards() -> None:
    known = {alike(layout): size for layout, size in classes()}
    counted = dict.fromkeys(known, 0)
    for begun in BEGUN:
        for layout in boards(begun):
            counted[alike(layout)] += 1
    assert counted == known


@pytest.mark.parametrize("part", range(16))
def test_the_relation_draws_on_a_board_the_sets_of_ways_that_the_graph_finds(part: int) -> None:
    """The relation of cells and steps itself, set by set: what was proved equal to the closed form is asked here."""
    board, relation = symbolic(), fusion.open_relation()
    sets = {chains: fusion.is_drawn(relation, chains) for chains in compatible_sets()}
    held = {(name, each): holds_there(board, name, each) for name in CELLS for each in HELD}
    plain = (TERMS.same(cell.serves, None) for cell in board.cells.values())
    rules = fusion.relational(board, relation, without=())
    assumed = Assumed((*board.shape, *relation.shape, *board.stands, *plain, *rules))
    for layout, _ in classes()[part::16]:
        ways = {*members(possible(layout))}
        lies = [held[each] for each in zip(CELLS, layout, strict=True)]
        for chains, drawn in sets.items():
            assert assumed.allows(*lies, drawn) is ({*chains} <= ways), (layout, chains)
