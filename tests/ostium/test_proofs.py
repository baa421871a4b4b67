"""The proofs on Power Fusion: what they show, and that each part of the relation they start from is needed."""

from dataclasses import replace
from typing import Any

import pytest

from ruleproof.engine.decision import Allowed
from ruleproof.engine.finding import game
from ruleproof.engine.game import Unreadable
from ruleproof.invariants.ostium import fusion, legality
from ruleproof.invariants.ostium.boards import position, symbolic
from ruleproof.invariants.ostium.paths import (
    Compatible,
    Path,
    compatible_sets,
    counts,
    disjoint_before_ends,
    disjoint_but_ends,
    paths,
    sides_change,
)
from ruleproof.invariants.proving import Obligation, Witness, settle
from ruleproof.invariants.solving import TERMS, find
from ruleproof.spec import norms as formal
from ruleproof.spec.formal import norms_of
from ruleproof.spec.norms import Norms

PROVED = {each.id: each for each in legality.OBLIGATIONS}
GROUPS = tuple(fusion.groups(symbolic(), fusion.open_relation()))
NEEDED = tuple(group for group in GROUPS if group not in fusion.IMPLIED)


def test_a_full_board_has_29_ways_and_48_sets_of_disjoint_ones() -> None:
    assert [sum(path.gate == gate for path in paths()) for gate in (0, 1, 2)] == [10, 9, 10]
    assert {path.cells for path in paths() if path.turns_back} == {
        ("D0", "A0", "A1", "D1", "D2", "A2"),
        ("D2", "A2", "A1", "D1", "D0", "A0"),
    }
    assert counts(compatible_sets()) == (1, 29, 17, 1)


@pytest.mark.parametrize(
    ("compatible", "sizes"),
    [(disjoint_but_ends, (1, 29, 34, 6)), (disjoint_before_ends, (1, 29, 52, 16))],
    ids=["several may end on one", "the end is not passed"],
)
def test_other_readings_of_the_end_have_their_own_counts(compatible: Compatible, sizes: tuple[int, ...]) -> None:
    assert counts(compatible_sets(compatible)) == sizes


def test_chains_that_may_pass_an_end_can_change_sides() -> None:
    one, two = Path(1, ("D1", "A1")), Path(2, ("D2", "A2", "A1", "A0"))
    assert sides_change(one, two)
    assert (one, two) in compatible_sets(disjoint_before_ends)


@pytest.mark.parametrize("group", NEEDED)
def test_without_one_group_of_conditions_the_relation_allows_more_than_the_closed_form(group: str) -> None:
    (claim,) = fusion.relation_is_closed(without=("synergy", "crossing", group))
    assert find(*claim.premises, TERMS.negate(claim.conclusion)) is not None


@pytest.mark.parametrize(("group", "proof"), sorted(fusion.IMPLIED.items()))
def test_a_group_that_changes_nothing_is_listed_with_its_proof(group: str, proof: str) -> None:
    assert PROVED[f"ostium.fusion.{proof}"].expected == "proved"
    others = tuple(other for other in fusion.IMPLIED if other != group)
    (claim,) = fusion.relation_is_closed(without=(group, *others))
    assert find(*claim.premises, TERMS.negate(claim.conclusion)) is None


@pytest.mark.parametrize("group", NEEDED)
def test_no_needed_group_is_listed_as_implied(group: str) -> None:
    assert group not in fusion.IMPLIED


def test_a_counterexample_is_small_and_says_which_chains_it_draws() -> None:
    (claim,) = fusion.relation_is_closed(without=("synergy", "crossing", "one clan"))
    model = find(*claim.premises, TERMS.negate(claim.conclusion), minimise=claim.small)
    assert model is not None
    assert claim.witness is not None
    shown = claim.witness(model)
    lying = [slot for row in ("attack", "defense") for slot in shown["position"]["players"]["A"][row] if slot]
    assert len(lying) == 2
    assert lying[0]["clan"] != lying[1]["clan"]
    assert [len(chain["steps"]) for chain in shown["chains"]] == [1]


@pytest.mark.parametrize(
    ("clans", "possible"),
    [
        (("red", "red"), True),
        (("red", "blue"), False),
        ((None, "blue"), True),
        ((None, None), True),
    ],
)
def test_the_closed_form_of_one_way_agrees_with_boards_worked_out_by_hand(
    clans: tuple[str | None, str | None], possible: bool
) -> None:
    board = symbolic()
    lying = {"D0": clans[0], "A0": clans[1]}
    facts = [*board.shape, board.stands[0]]
    for name, cell in board.cells.items():
        facts.append(TERMS.same(cell.serves, None))
        facts.append(TERMS.same(cell.occupied, name in lying))
        facts.append(TERMS.same(cell.clan, lying.get(name, "red")))
        facts.append(TERMS.same(cell.wild, lying.get(name, "red") is None))
    chain = fusion.possible(board, Path(0, ("D0", "A0")))
    assert (find(*facts, chain) is not None) is possible
    assert (find(*facts, TERMS.negate(chain)) is None) is possible


def test_a_position_shows_wild_creatures_and_affiliations_as_they_are_written() -> None:
    board = symbolic()
    cell = board.cells["A1"]
    robed = [cell.occupied, cell.wild, TERMS.same(cell.clan, "red"), TERMS.same(cell.serves, "blue"), cell.value >= 2]
    alone = [TERMS.negate(other.occupied) for name, other in board.cells.items() if name != "A1"]
    model = find(*board.shape, *robed, *alone, TERMS.negate(board.stands[2]), minimise=[cell.value])
    assert model is not None
    shown = position(board, model)
    assert shown["players"]["A"]["attack"][1] == {"id": "a1", "kind": "warrior", "clan": "red", "main": ["robed:2"]}
    assert shown["players"]["A"]["gates"][2] == 0
    assert shown["charge"] == {"affiliation": {"a1": "blue"}}


# The formal clauses against the closed form: each on chains is needed, but for the two that are implied.

FORMAL = norms_of(legality.rules())
ON_CHAINS = tuple(norm.id for norm in FORMAL if norm.target == "fuse" and norm.modality in ("may", "must", "cannot"))


@pytest.mark.parametrize("clause", ON_CHAINS)
def test_without_its_formal_part_a_clause_on_chains_is_missed_or_proved_to_be_implied(clause: str) -> None:
    owed = Obligation("without", "", (clause,), lambda: legality.norms_are_closed(frozenset({clause})))
    result, implied = settle(owed), legality.rules().clause(clause).implied_by_proof
    assert result.result == ("proved" if implied else "refuted")
    if implied:
        assert PROVED[implied].expected == "proved"
    else:
        assert parts_on(clause, result.counterexample)


def parts_on(clause: str, found: Witness | None) -> bool:
    """The engine replays the position, and judges the chain there as all the clauses do, not as those that are left."""
    assert found is not None
    engine = game("ostium")
    state = engine.load(found["position"], "two-player", {})
    read = engine.read_action(found["actions"][0])
    assert not isinstance(read, Unreadable)
    decided = isinstance(engine.decide(state, "A", read), Allowed)
    all_say, fewer_say = (_allow(without, engine.dump(state), found["actions"][0]) for without in ((), (clause,)))
    return decided == all_say != fewer_say


def _allow(without: tuple[str, ...], position: dict[str, Any], action: dict[str, Any]) -> bool:
    norms = Norms(legality.rules(), {}, "two-player", frozenset(without))
    return isinstance(norms.judge(norms.sight(position), action), formal.Allowed)


def test_a_condition_turned_round_in_a_clause_is_refuted() -> None:
    turned = {"ostium.fusion.active-gate": "durability(active, gate) >= 1"}
    clauses = tuple(
        clause.model_copy(update={"when": turned[clause.id]}) if clause.id in turned else clause
        for clause in legality.rules().clauses
    )
    rules = replace(legality.rules(), clauses=clauses)
    owed = Obligation("turned", "", (), lambda: legality.norms_are_closed(given=rules))
    assert settle(owed).result == "refuted"


def test_a_value_turned_round_in_a_clause_is_refuted() -> None:
    clauses = tuple(
        clause.model_copy(update={"value": "3"}) if clause.id == "ostium.fusion.bonus-is-two" else clause
        for clause in legality.rules().clauses
    )
    rules = replace(legality.rules(), clauses=clauses)
    assert settle(Obligation("turned", "", (), lambda: legality.bonus_is_closed(given=rules))).result == "refuted"


# The matrix: which conclusions fall where one group of conditions is left out. What no row breaks is proved implied.

BREAKS: dict[str, set[str]] = {
    "gate": {"from-standing-gates"},
    "creature": {"one-clan-per-chain"},
    "start": {"one-end-per-gate", "one-clan-per-chain", "affiliation-consistent", "gates-and-attackers-in-one-order"},
    "entered": {"one-end-per-gate", "one-clan-per-chain", "affiliation-consistent", "gates-and-attackers-in-one-order"},
    "inside": {
        "one-end-per-gate",
        "one-clan-per-chain",
        "affiliation-consistent",
        "gates-and-attackers-in-one-order",
        "three-at-once-are-columns",
    },
    "order": {"one-clan-per-chain", "affiliation-consistent"},
    "left once": {"one-end-per-gate"},
    "end": {"three-at-once-are-columns"},
    "diagonal": {"gates-and-attackers-in-one-order", "three-at-once-are-columns"},
    "one clan": {"one-clan-per-chain", "affiliation-consistent"},
    "own clan": {"one-clan-per-chain", "affiliation-consistent"},
    "fixed": {"one-clan-per-chain", "affiliation-consistent"},
    "one chain": {"no-creature-in-two", "gates-and-attackers-in-one-order"},
    "synergy": set(),
    "crossing": set(),
}


@pytest.mark.parametrize("group", GROUPS)
def test_without_one_group_of_conditions_these_conclusions_fall(group: str) -> None:
    broken = {
        name
        for name in fusion.CONCLUSIONS
        for claim in fusion.concluded(name, ("synergy", "crossing", group))
        if find(*claim.premises, TERMS.negate(claim.conclusion)) is not None
    }
    assert broken == BREAKS[group]
    assert bool(broken) is not (group in fusion.IMPLIED)


def test_every_conclusion_falls_somewhere_and_each_is_an_obligation() -> None:
    assert {name for broken in BREAKS.values() for name in broken} == set(fusion.CONCLUSIONS)
    assert {f"ostium.fusion.{name}" for name in fusion.CONCLUSIONS} <= {each.id for each in fusion.OBLIGATIONS}
