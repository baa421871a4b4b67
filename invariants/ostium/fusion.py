"""Power Fusion twice over: as a relation between cells and as the list of 29 ways, shown to be the same on every board.

Affiliations come out by themselves here; when an affiliation has to be declared first is stated with the formal norms.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations, product
from typing import Any, TypeAlias

from ..proving import Claim, Counted, Obligation
from ..solving import TERMS, Model, Term, boolean, choice, integer
from .boards import CLANS, Board, agrees, position, sizes, symbolic
from .paths import (
    ATTACK_ROW,
    CELLS,
    COLUMNS,
    Path,
    compatible_sets,
    counts,
    diagonals,
    neighbours,
    paths,
)

CHAIN = "ostium.fusion.uninterrupted-chain"
START = "ostium.fusion.starts-in-own-column"
END = "ostium.fusion.ends-at-attacker"
SYNERGY = "ostium.fusion.synergy-required"
ACTIVE_GATE = "ostium.fusion.active-gate"
DIAGONAL = "ostium.fusion.no-diagonal"
ONE_CLAN = "ostium.fusion.one-clan"
PRIMORDIAL = "ostium.fusion.primordial-serves-one-clan"
ROBED = "ostium.fusion.robed-serves-one-clan"
FIXED = "ostium.fusion.affiliation-is-fixed"
ONE_CHAIN = "ostium.fusion.one-chain-per-creature"
ONE_A_GATE = "ostium.fusion.one-chain-per-gate"
CROSSING = "ostium.fusion.no-crossing"
TWICE = "ostium.fusion.no-creature-twice"
BONUS = "ostium.fusion.bonus-is-two"
ICON = "ostium.fusion.icon-adds"
ROBED_ICON = "ostium.fusion.robed-adds"
SHAPE = (CHAIN, START, END, ACTIVE_GATE, DIAGONAL, ONE_CLAN, PRIMORDIAL, ROBED, FIXED, ONE_CHAIN, ONE_A_GATE, TWICE)

IMPLIED = {"synergy": "chain-implies-synergy", "crossing": "disjoint-does-not-cross"}  # group → what proves it


@dataclass(frozen=True)
class Relation:
    """Chains as a relation: the cells and steps of each gate's chain, each cell's rank and the clan it serves there."""

    has: Mapping[tuple[int, str], Term]
    step: Mapping[tuple[int, str, str], Term]
    rank: Mapping[str, Term]
    serves: Mapping[str, Term]
    shape: tuple[Term, ...] = ()


@cache
def pairs() -> tuple[tuple[str, str], ...]:
    """The directed pairs of cells that touch, at a side or at a corner."""
    return tuple(sorted(neighbours() | diagonals()))


@cache
def open_relation() -> Relation:
    """A relation in which everything is left to the solver."""
    served = {name: choice(f"{name} serves in its chain", CLANS) for name in CELLS}
    return Relation(
        has={(gate, name): boolean(f"chain {gate} has {name}") for gate in COLUMNS for name in CELLS},
        step={(gate, *pair): boolean(f"chain {gate} {'→'.join(pair)}") for gate in COLUMNS for pair in pairs()},
        rank={name: integer(f"{name} rank") for name in CELLS},
        serves={name: term for name, (term, _) in served.items()},
        shape=tuple(condition for _, condition in served.values()),
    )


def drawn(board: Board, chains: tuple[Path, ...]) -> Relation:
    """The relation that a set of ways draws: only which clan a cell serves hangs on the board."""
    ranks = {name: path.cells.index(name) for path in chains for name in path.cells}
    serves = {name: _first_common_clan(board, path) for path in chains for name in path.cells}
    cells = {(path.gate, name) for path in chains for name in path.cells}
    steps = {(path.gate, *step) for path in chains for step in path.steps}
    return Relation(
        has={(gate, name): (gate, name) in cells for gate in COLUMNS for name in CELLS},
        step={(gate, *pair): (gate, *pair) in steps for gate in COLUMNS for pair in pairs()},
        rank={name: ranks.get(name, 0) for name in CELLS},
        serves={name: serves.get(name, CLANS[0]) for name in CELLS},
    )


def _first_common_clan(board: Board, path: Path) -> Term:
    clan: Term = CLANS[0]
    for other in reversed(CLANS):
        clan = TERMS.ite(TERMS.both(*(agrees(board.cells[name], other) for name in path.cells)), other, clan)
    return clan


def groups(board: Board, relation: Relation) -> dict[str, tuple[Term, ...]]:
    """The rules of Power Fusion as groups of conditions on a board and a relation."""
    each = [(gate, name) for gate in COLUMNS for name in CELLS]
    return {
        "gate": tuple(TERMS.implies(relation.has[gate, name], board.stands[gate]) for gate, name in each),
        "creature": tuple(TERMS.implies(relation.has[gate, name], board.cells[name].occupied) for gate, name in each),
        "start": tuple(_starts(relation, gate, name) for gate, name in each),
        "entered": tuple(_entered(relation, gate, name) for gate, name in each),
        "inside": tuple(_inside(relation, *arrow) for arrow in relation.step),
        "order": tuple(_ordered(relation, *arrow) for arrow in relation.step),
        "left once": tuple(TERMS.at_most_one(_leaving(relation, gate, name)) for gate, name in each),
        "end": tuple(_ends(relation, gate, name) for gate, name in each),
        "diagonal": tuple(TERMS.negate(relation.step[gate, *pair]) for gate in COLUMNS for pair in sorted(diagonals())),
        "one clan": tuple(_of_one_clan(relation, *arrow) for arrow in relation.step),
        "own clan": tuple(_serves_its_own(board, relation, gate, name) for gate, name in each),
        "fixed": tuple(_serves_as_declared(board, relation, gate, name) for gate, name in each),
        "one chain": tuple(TERMS.at_most_one([relation.has[gate, name] for gate in COLUMNS]) for name in CELLS),
        "synergy": tuple(_in_synergy(board, relation, gate, name) for gate, name in each),
        "crossing": tuple(_no_crossing(relation)),
    }


def _entering(relation: Relation, gate: int, name: str) -> list[Term]:
    return [relation.step[gate, one, two] for one, two in pairs() if two == name]


def _leaving(relation: Relation, gate: int, name: str) -> list[Term]:
    return [relation.step[gate, one, two] for one, two in pairs() if one == name]


def _starts(relation: Relation, gate: int, name: str) -> Term:
    # only the gate's own defense slot comes first
    first = TERMS.both(relation.has[gate, name], TERMS.same(relation.rank[name], 0))
    return name == f"D{gate}" or TERMS.negate(first)


def _entered(relation: Relation, gate: int, name: str) -> Term:
    # uninterrupted: no step leads to the first cell, one step to each further one
    entering = _entering(relation, gate, name)
    first = TERMS.same(relation.rank[name], 0)
    entered = TERMS.ite(first, TERMS.negate(TERMS.either(*entering)), TERMS.exactly_one(entering))
    return TERMS.implies(relation.has[gate, name], entered)


def _inside(relation: Relation, gate: int, one: str, two: str) -> Term:
    return TERMS.implies(relation.step[gate, one, two], TERMS.both(relation.has[gate, one], relation.has[gate, two]))


def _ordered(relation: Relation, gate: int, one: str, two: str) -> Term:
    # ranks rise along a chain, so no cell comes twice and nothing runs in a ring
    return TERMS.implies(relation.step[gate, one, two], TERMS.same(relation.rank[two], relation.rank[one] + 1))


def _ends(relation: Relation, gate: int, name: str) -> Term:
    # where no step leaves, an attacker stands
    return name in ATTACK_ROW or TERMS.implies(relation.has[gate, name], TERMS.either(*_leaving(relation, gate, name)))


def _of_one_clan(relation: Relation, gate: int, one: str, two: str) -> Term:
    return TERMS.implies(relation.step[gate, one, two], TERMS.same(relation.serves[one], relation.serves[two]))


def _serves_its_own(board: Board, relation: Relation, gate: int, name: str) -> Term:
    cell = board.cells[name]
    tame = TERMS.both(relation.has[gate, name], TERMS.negate(cell.wild))
    return TERMS.implies(tame, TERMS.same(relation.serves[name], cell.clan))


def _serves_as_declared(board: Board, relation: Relation, gate: int, name: str) -> Term:
    cell = board.cells[name]
    declared = TERMS.both(relation.has[gate, name], cell.wild, TERMS.negate(TERMS.same(cell.serves, None)))
    return TERMS.implies(declared, TERMS.same(relation.serves[name], cell.serves))


def _clan_there(board: Board, relation: Relation, name: str) -> Term:
    # in a chain the clan served there counts; outside of any the one declared, else the printed one
    cell = board.cells[name]
    chained = TERMS.either(*(relation.has[gate, name] for gate in COLUMNS))
    declared = TERMS.ite(TERMS.same(cell.serves, None), cell.clan, cell.serves)
    return TERMS.ite(chained, relation.serves[name], declared)


def _in_synergy(board: Board, relation: Relation, gate: int, name: str) -> Term:
    beside = [two for one, two in neighbours() if one == name]
    mine = _clan_there(board, relation, name)
    partners = (
        TERMS.both(board.cells[two].occupied, TERMS.same(mine, _clan_there(board, relation, two))) for two in beside
    )
    return TERMS.implies(relation.has[gate, name], TERMS.either(*partners))


def _end_column(relation: Relation, gate: int, name: str) -> Term:
    return TERMS.both(relation.has[gate, name], TERMS.negate(TERMS.either(*_leaving(relation, gate, name))))


def _no_crossing(relation: Relation) -> Iterator[Term]:
    # drawn from gate to enemy no two chains change sides
    for one, two in ((0, 1), (0, 2), (1, 2)):
        for left in COLUMNS:
            for right in range(left):
                ends = _end_column(relation, one, f"A{left}"), _end_column(relation, two, f"A{right}")
                yield TERMS.negate(TERMS.both(*ends))


def relational(
    board: Board, relation: Relation, without: tuple[str, ...] = ("synergy", "crossing")
) -> tuple[Term, ...]:
    """All conditions of the relation but those of the groups left out: by default the two that the others imply."""
    kept = (conditions for group, conditions in groups(board, relation).items() if group not in without)
    return tuple(condition for conditions in kept for condition in conditions)


def possible(board: Board, path: Path) -> Term:
    """The closed form for one way: its gate stands, and one clan suits every creature on it."""
    cells = [board.cells[name] for name in path.cells]
    suits = (TERMS.both(*(agrees(cell, clan) for cell in cells)) for clan in CLANS)
    return TERMS.both(board.stands[path.gate], TERMS.either(*suits))


def is_drawn(relation: Relation, chains: tuple[Path, ...]) -> Term:
    """The relation has the cells and steps of these ways and no others."""
    cells = {(path.gate, name) for path in chains for name in path.cells}
    steps = {(path.gate, *step) for path in chains for step in path.steps}
    return TERMS.both(
        *(has if key in cells else TERMS.negate(has) for key, has in relation.has.items()),
        *(step if key in steps else TERMS.negate(step) for key, step in relation.step.items()),
    )


def closed(board: Board, relation: Relation) -> Term:
    """The closed form: the relation draws one of the 48 sets of disjoint ways, and the board lets each of them be."""
    fits = (
        TERMS.both(is_drawn(relation, chains), *(possible(board, path) for path in chains))
        for chains in compatible_sets()
    )
    return TERMS.either(*fits)


def bonus(board: Board, path: Path) -> Term:
    """What a chain gives: two and the fusion values of its creatures."""
    return 2 + TERMS.total(board.cells[name].value for name in path.cells)


def _witness(board: Board, relation: Relation) -> Any:
    def shown(model: Model) -> dict[str, Any]:
        drawn = {gate: [name for name in CELLS if model.truth(relation.has[gate, name])] for gate in COLUMNS}
        steps = {
            gate: [
                f"{one}>{two}" for (each, one, two), step in relation.step.items() if each == gate and model.truth(step)
            ]
            for gate in COLUMNS
        }
        chains = [
            {"gate": gate, "cells": drawn[gate], "steps": steps[gate]} for gate in COLUMNS if drawn[gate] or steps[gate]
        ]
        return {"position": position(board, model), "actions": [], "chains": chains}

    return shown


def _claim(conclusion: Term, what: str, without: tuple[str, ...] = ("synergy", "crossing")) -> Claim:
    board, relation = symbolic(), open_relation()
    premises = (*board.shape, *relation.shape, *relational(board, relation, without))
    return Claim(premises, conclusion, _witness(board, relation), sizes(board), what)


def relation_is_closed(without: tuple[str, ...] = ("synergy", "crossing")) -> Iterator[Claim]:
    """On every board, what the relation allows is one of the 48 sets, each way of it possible there."""
    yield _claim(closed(symbolic(), open_relation()), "relation to closed form", without)


def closed_is_relation() -> Iterator[Claim]:
    """On every board, each set whose ways are possible is allowed by the relation."""
    board = symbolic()
    for chains in compatible_sets():
        premises = (*board.shape, *(possible(board, path) for path in chains))
        conclusion = TERMS.both(*relational(board, drawn(board, chains), without=()))
        yield Claim(
            premises,
            conclusion,
            lambda model: {"position": position(board, model), "actions": []},
            sizes(board),
            str(chains),
        )


def implied(group: str) -> Iterator[Claim]:
    """What the other groups of the relation say includes this one."""
    yield _claim(TERMS.both(*groups(symbolic(), open_relation())[group]), group)


# What holds of chains, as conclusions from the relation: each is broken where some group of its conditions is dropped.


def in_one_chain(board: Board, relation: Relation) -> Iterator[Term]:
    """A creature is part of one chain at most."""
    return (TERMS.at_most_one([relation.has[gate, name] for gate in COLUMNS]) for name in CELLS)


def from_standing_gates(board: Board, relation: Relation) -> Iterator[Term]:
    """A chain starts from a gate that stands."""
    return (TERMS.implies(has, board.stands[gate]) for (gate, _), has in relation.has.items())


def one_end_each(board: Board, relation: Relation) -> Iterator[Term]:
    """The chain of a gate ends on one attacker."""
    return (TERMS.at_most_one([_end_column(relation, gate, name) for name in ATTACK_ROW]) for gate in COLUMNS)


def of_one_clan(board: Board, relation: Relation) -> Iterator[Term]:
    """One clan suits every creature of a chain."""
    for gate in COLUMNS:
        chained = {name: relation.has[gate, name] for name in CELLS}
        suits = (
            TERMS.both(*(TERMS.implies(has, agrees(board.cells[name], clan)) for name, has in chained.items()))
            for clan in CLANS
        )
        yield TERMS.either(*suits)


def serving_one(board: Board, relation: Relation) -> Iterator[Term]:
    """Each creature of a chain serves the declared or printed clan, and all of a chain serve the same."""
    for name, cell in board.cells.items():
        chained, serves = TERMS.either(*(relation.has[gate, name] for gate in COLUMNS)), relation.serves[name]
        kept = TERMS.either(TERMS.same(cell.serves, None), TERMS.same(serves, cell.serves))
        printed = TERMS.either(cell.wild, TERMS.same(serves, cell.clan))
        yield TERMS.implies(chained, TERMS.both(kept, printed))
        for gate, (other, beside) in product(COLUMNS, relation.serves.items()):
            both = TERMS.both(relation.has[gate, name], relation.has[gate, other])
            yield TERMS.implies(both, TERMS.same(serves, beside))


def in_one_order(board: Board, relation: Relation) -> Iterator[Term]:
    """From left to right the attackers come in the order of the gates."""
    for one, two in combinations(COLUMNS, 2):
        for left, right in product(COLUMNS, repeat=2):
            if left >= right:
                ends = _end_column(relation, one, f"A{left}"), _end_column(relation, two, f"A{right}")
                yield TERMS.negate(TERMS.both(*ends))


def three_are_columns(board: Board, relation: Relation) -> Iterator[Term]:
    """Three chains at once run straight up their own columns."""
    three = TERMS.both(*(relation.has[gate, f"D{gate}"] for gate in COLUMNS))
    return (TERMS.implies(three, relation.step[gate, f"D{gate}", f"A{gate}"]) for gate in COLUMNS)


Conclusion: TypeAlias = Callable[[Board, Relation], Iterator[Term]]
CONCLUSIONS: Mapping[str, Conclusion] = {
    "no-creature-in-two": in_one_chain,
    "from-standing-gates": from_standing_gates,
    "one-end-per-gate": one_end_each,
    "one-clan-per-chain": of_one_clan,
    "affiliation-consistent": serving_one,
    "gates-and-attackers-in-one-order": in_one_order,
    "three-at-once-are-columns": three_are_columns,
}


def concluded(name: str, without: tuple[str, ...] = ("synergy", "crossing")) -> Iterator[Claim]:
    """The conclusion, from the relation without some groups of its conditions."""
    yield _claim(TERMS.both(*CONCLUSIONS[name](symbolic(), open_relation())), name, without)


def _one_carries_one() -> Iterator[Claim]:
    # from the closed form: in the relation it is one of the conditions
    board, relation = symbolic(), open_relation()
    premises = (*board.shape, *relation.shape, closed(board, relation))
    conclusion = TERMS.both(*in_one_chain(board, relation))
    yield Claim(premises, conclusion, _witness(board, relation), sizes(board), "a creature carries one chain")


def _three_are_columns() -> Iterator[Claim]:
    yield from concluded("three-at-once-are-columns")
    relation = open_relation()
    three = tuple(relation.has[gate, f"D{gate}"] for gate in COLUMNS)
    (claim,) = concluded("three-at-once-are-columns")
    # and there are such boards: else this would be vacuous
    straight = TERMS.both(*(relation.step[gate, f"D{gate}", f"A{gate}"] for gate in COLUMNS))
    yield Claim((*claim.premises, *three), straight, claim.witness, claim.small, "three chains at once are possible")


def _bonus_of_the_relation() -> Iterator[Claim]:
    """What the cells and first steps of the relation add up to is what the ways of the closed form do."""
    board, relation = symbolic(), open_relation()
    begun = TERMS.total(2 * TERMS.number(relation.has[gate, f"D{gate}"]) for gate in COLUMNS)
    values = (TERMS.ite(has, board.cells[name].value, 0) for (_, name), has in relation.has.items())
    added = begun + TERMS.total(values)
    for chains in compatible_sets():
        premises = (*board.shape, is_drawn(relation, chains))
        total = TERMS.total(bonus(board, path) for path in chains)
        yield Claim(premises, TERMS.same(added, total), _witness(board, relation), sizes(board), str(chains))


def _counted() -> Iterator[Counted]:
    by_gate = tuple(sum(path.gate == gate for path in paths()) for gate in COLUMNS)
    yield Counted("ways by gate", (10, 9, 10), by_gate)
    yield Counted("ways that step back", 2, sum(path.turns_back for path in paths()))
    yield Counted("sets of disjoint ways", (1, 29, 17, 1), counts(compatible_sets()))


OBLIGATIONS = (
    Obligation(
        "ostium.fusion.ways-counted",
        "A full board of one clan has 29 chains, two of which step back, and 48 sets of disjoint ones.",
        (CHAIN, START, END, ONE_CHAIN, TWICE, DIAGONAL),
        _counted,
    ),
    Obligation(
        "ostium.fusion.relation-is-closed-form",
        "Whatever the relation of cells and steps allows on a board is a set of disjoint ways, each possible there.",
        SHAPE,
        relation_is_closed,
    ),
    Obligation(
        "ostium.fusion.closed-form-is-relation",
        "Every set of disjoint ways, each possible on a board, is allowed there by the relation of cells and steps.",
        SHAPE,
        closed_is_relation,
    ),
    Obligation(
        "ostium.fusion.one-end-per-gate",
        "From one gate at most one attacker is strengthened.",
        (ONE_A_GATE,),
        partial(concluded, "one-end-per-gate"),
    ),
    Obligation(
        "ostium.fusion.from-standing-gates",
        "Every chain starts from a gate that stands.",
        (ACTIVE_GATE,),
        partial(concluded, "from-standing-gates"),
    ),
    Obligation(
        "ostium.fusion.no-creature-in-two",
        "No creature takes part in two chains.",
        (ONE_CHAIN,),
        _one_carries_one,
    ),
    Obligation(
        "ostium.fusion.one-clan-per-chain",
        "One clan suits every creature of a chain.",
        (ONE_CLAN, PRIMORDIAL, ROBED),
        partial(concluded, "one-clan-per-chain"),
    ),
    Obligation(
        "ostium.fusion.affiliation-consistent",
        "In its chain each creature serves one clan, the declared or printed one, and all of a chain serve the same.",
        (FIXED, PRIMORDIAL, ROBED, ONE_CLAN),
        partial(concluded, "affiliation-consistent"),
    ),
    Obligation(
        "ostium.fusion.gates-and-attackers-in-one-order",
        "From left to right the attackers come in the order of the gates that strengthen them.",
        (CROSSING, ONE_CHAIN),
        partial(concluded, "gates-and-attackers-in-one-order"),
    ),
    Obligation(
        "ostium.fusion.bonus-of-the-relation",
        "The relation's cells and chains add up to what the ways of the closed form add up to.",
        (BONUS, ICON, ROBED_ICON),
        _bonus_of_the_relation,
    ),
    Obligation(
        "ostium.fusion.three-at-once-are-columns",
        "Three chains at once run straight up their own columns.",
        (ONE_CHAIN, ONE_A_GATE, START),
        _three_are_columns,
    ),
)
