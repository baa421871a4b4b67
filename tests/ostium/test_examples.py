"""The reference engine agrees with the rulebook's worked examples, fact by fact. No expected value is computed here."""

from typing import Any

import pytest

from ruleproof.engine.finding import game
from ruleproof.invariants.reconciling import clash
from ruleproof.invariants.retelling import Retelling
from ruleproof.invariants.worked import of_example
from ruleproof.spec.example import Example
from ruleproof.spec.loading import load

RULES = load("ostium")
EXAMPLES = RULES.examples
PRINTED_WRONG = {"sample-turn-second-attack": {"total-4"}}


@pytest.mark.parametrize(
    "example", [pytest.param(one, id=one.id, marks=pytest.mark.clause(*one.clauses)) for one in EXAMPLES]
)
def test_what_the_rulebook_prints_happens_but_for_its_one_wrong_number(example: Example) -> None:
    retelling = Retelling(game("ostium"), example, "two-player")
    told = retelling.told({})
    assert told is not None
    (held,) = told.together
    assert {claim.name for claim in retelling.claims} - held == PRINTED_WRONG.get(example.id.split(".")[-1], set())


def test_the_sample_turns_totals_clash_and_one_of_them_has_to_go() -> None:
    example = next(one for one in EXAMPLES if one.id == "ostium.charge.sample-turn-second-attack")
    found = clash(Retelling(game("ostium"), example, "two-player"))
    assert found.cores == (("printed-power", "total-4"), ("total-3", "total-4"))
    assert found.repairs == (("total-4",), ("printed-power", "total-3"))
    assert found.seen[0]["total-4"] == "3"
    assert found.whole


def planted(name: str, fact: str, *way: str, value: int) -> Example:
    """A worked example with one number of one fact changed."""
    written = next(one for one in EXAMPLES if one.id.endswith(name)).model_dump()
    changed: Any = next(one for part in ("given", "expect") for one in written[part]["facts"] if one["name"] == fact)
    for step in way[:-1]:
        changed = changed[step]
    changed[way[-1]] = value
    return Example.model_validate(written)


WRONG = [  # an example, a fact, the number in it, what is put there; the smallest repairs, and what comes out instead
    ("first-attack", "total", ("event", "total"), 8, [("total.total",)], "7"),
    ("first-attack", "printed-power", ("value",), 4, [("printed-power",)], "3"),
    ("first-attack", "gate-damage", ("event", "to"), 7, [("gate-damage.to",)], "8"),
    ("third-attack", "defender-total", ("event", "total"), 5, [("defender-total",)], "4"),
    ("gate-b-shorter", "standard-bonus", ("event", "bonus"), 3, [("standard-bonus",)], "2"),
    ("example-a", "one-crystal", ("event", "change"), 2, [("one-crystal",)], "1"),
    ("sample-turn-end", "five-cards", ("event", "count"), 4, [("five-cards",)], "5"),
    ("turn-development", "repaired", ("event", "to"), 13, [("repaired.to",)], "12"),
    ("example-f", "total-when-attacked", ("event", "total"), 3, [("printed-power",), ("shield",)], "2"),
]


@pytest.mark.parametrize(("name", "fact", "way", "value", "smallest", "instead"), WRONG)
def test_a_wrong_number_is_found_with_its_place_and_repair(
    name: str, fact: str, way: tuple[str, ...], value: int, smallest: list[tuple[str, ...]], instead: str
) -> None:
    example = planted(name, fact, *way, value=value)
    found = of_example(RULES, example, game("ostium"))
    assert found is not None
    assert next(one.at for one in example.facts if one.name == fact) in found.places
    assert any(fact in claim for core in found.more["contradictions"] for claim in core)
    assert list(map(tuple, found.more["repairs"]))[: len(smallest)] == smallest
    assert f"then comes to: {instead}" in found.ways_out[0]
    assert found.witness is not None
    assert game("ostium").load(found.witness.position, "two-player", {})


@pytest.mark.parametrize("example", [pytest.param(one, id=one.id) for one in EXAMPLES])
def test_only_the_example_with_the_wrong_number_is_a_finding(example: Example) -> None:
    found = of_example(RULES, example, game("ostium"))
    assert (found is not None) is (example.id.split(".")[-1] in PRINTED_WRONG)


@pytest.mark.clause("ostium.synergy.half-faces-neighbour")
@pytest.mark.parametrize(("half", "total"), [("left", 3), ("right", 2)])
def test_a_neighbour_wakes_the_half_that_faces_it_only(half: str, total: int) -> None:
    ostium: Any = game("ostium")
    defender = {"id": "d1", "kind": "warrior", "clan": "red", "power": 2, half: ["shield"]}
    neighbour = {"id": "d0", "kind": "familiar", "clan": "red"}
    attacker = {"id": "b1", "kind": "warrior", "clan": "blue", "power": 1}
    players = {"A": {"defense": [neighbour, defender, None]}, "B": {"attack": [None, attacker, None]}}
    state = ostium.load({"phase": "attack", "active": "B", "players": players}, "two-player", {})
    step = ostium.apply(state, "B", ostium.read_action({"type": "attack", "attacker": "A1"}))
    events = [ostium.write_event(event) for event in step.events]
    assert [event["total"] for event in events if event["type"] == "defended"] == [total]
