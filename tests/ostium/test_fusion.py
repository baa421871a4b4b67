"""Power Fusion: which chains may be laid, whom they bind, what they add."""

import itertools
from typing import Any

import pytest

from ruleproof.engine.decision import Allowed, Refused
from ruleproof.engine.game import Unreadable
from ruleproof.engine.ostium.action import Fuse
from ruleproof.engine.ostium.chains import CHAINS, Chain
from ruleproof.engine.ostium.game import GAME
from ruleproof.engine.ostium.state import State

FULL = "r1 r1 r1 / r1 r1 r1"
FUSION, SYNERGY = "ostium.fusion.", "ostium.synergy."


def reading(question: str, name: str) -> str:
    return f" ; reading {question}={name}"


def fuse(path: str, gate: int | None = None) -> dict[str, Any]:
    slots = path.split()
    return {"type": "fuse", "gate": int(slots[0][1]) if gate is None else gate, "path": slots}


def decide(state: State, value: dict[str, Any]) -> Any:
    action = GAME.read_action(value)
    assert not isinstance(action, Unreadable), action
    return GAME.decide(state, state.table.active, action)


def apply(state: State, value: dict[str, Any]) -> Any:
    action = GAME.read_action(value)
    assert not isinstance(action, Unreadable), action
    return GAME.apply(state, state.table.active, action)


def laid(line: str, *paths: str) -> State:
    """The state after chains over these paths."""
    state = GAME.read_line(line)
    for path in paths:
        state = apply(state, fuse(path)).state
    return state


def bonus(line: str, path: str) -> Any:
    """What a chain adds, or None where it is refused."""
    state = GAME.read_line(line)
    if isinstance(decide(state, fuse(path)), Refused):
        return None
    return apply(state, fuse(path)).events[0].bonus


def offered(state: State) -> list[Chain]:
    return [action.chain for action in GAME.actions(state, state.table.active) if isinstance(action, Fuse)]


def sets(line: str) -> list[int]:
    """How many sets of 0, 1, 2 and 3 chains can be laid, in whatever order."""
    found: list[set[frozenset[Chain]]] = [{frozenset()}, set(), set(), set()]
    states = {frozenset[Chain](): GAME.read_line(line)}
    for size in range(3):
        for held in found[size]:
            for chain in offered(states[held]):
                grown = held | {chain}
                found[size + 1].add(grown)
                states[grown] = apply(states[held], fuse(" ".join(chain.path))).state
    return [len(some) for some in found]


# How many there are: numbers that any implementation can be held to.


@pytest.mark.clause("ostium.fusion.uninterrupted-chain", "ostium.fusion.ends-at-attacker")
def test_a_board_of_one_clan_has_29_chains_10_from_each_outer_gate() -> None:
    chains = offered(GAME.read_line(FULL))
    assert [sum(chain.gate == gate for chain in chains) for gate in range(3)] == [10, 9, 10]
    assert len(set(chains)) == 29


def test_the_chains_are_those_that_an_independent_count_finds() -> None:
    def touch(one: str, two: str) -> bool:
        return abs(int(one[1]) - int(two[1])) + (one[0] != two[0]) == 1

    def steps(path: tuple[str, ...]) -> bool:
        return all(touch(one, two) for one, two in itertools.pairwise(path))

    slots = [row + column for row in "AD" for column in "012"]
    paths = {path for size in range(2, 7) for path in itertools.permutations(slots, size) if steps(path)}
    right = {path for path in paths if path[0][0] == "D" and path[-1][0] == "A"}
    assert {chain.path for chain in offered(GAME.read_line(FULL))} == right


@pytest.mark.parametrize(("name", "count"), [("any-path", 29), ("never-back", 27), ("shortest", 17)])
def test_the_shape_of_chains_as_the_question_is_read(name: str, count: int) -> None:
    assert len(offered(GAME.read_line(FULL + reading("ostium.fusion.chain-shape", name)))) == count


def test_two_chains_step_back_to_the_defense_row() -> None:
    back = [chain.path for chain in CHAINS if chain.steps_back]
    assert back == [("D0", "A0", "A1", "D1", "D2", "A2"), ("D2", "A2", "A1", "D1", "D0", "A0")]


@pytest.mark.clause("ostium.fusion.one-chain-per-creature", "ostium.fusion.one-chain-per-gate")
@pytest.mark.parametrize(
    ("name", "counts"),
    [("disjoint", [1, 29, 17, 1]), ("shared-end", [1, 29, 34, 6]), ("open-end", [1, 29, 52, 16])],
)
def test_how_many_sets_of_chains_a_board_of_one_clan_has(name: str, counts: list[int]) -> None:
    assert sets(FULL + reading("ostium.fusion.ending-is-passing", name)) == counts


@pytest.mark.clause("ostium.fusion.no-crossing")
def test_without_shared_creatures_no_chains_cross() -> None:
    assert sets(FULL + reading("ostium.fusion.crossing", "geometric")) == [1, 29, 17, 1]


# May it be laid? One line a refusal: the board, the chain, the clauses of the first reason.

REFUSALS = [
    ("r1 r1 - / r1 - -", fuse("D0"), "fusion.ends-at-attacker"),
    ("r1 r1 - / r1 r1 -", fuse("D0 D1"), "fusion.ends-at-attacker"),
    ("r1 r1 - / r1 - -", fuse("A0", 0), "fusion.starts-in-own-column"),
    ("r1 r1 - / r1 r1 -", fuse("D1 A1", 0), "fusion.starts-in-own-column"),
    ("r1 r1 - / r1 r1 -", fuse("D1 D0 A0", 0), "fusion.starts-in-own-column"),
    ("r1 r1 - / r1 r1 -", fuse("D0 A1"), "fusion.no-diagonal synergy.no-diagonal"),
    (FULL, fuse("D0 A0 D1 A1"), "fusion.no-diagonal synergy.no-diagonal"),
    (FULL, fuse("D0 D2 A2"), "fusion.uninterrupted-chain"),
    (FULL, fuse("D0 A2"), "fusion.uninterrupted-chain"),
    (FULL, fuse("D0 A0 D0 A0"), "fusion.no-creature-twice"),
    (FULL, fuse("D0 D0 A0"), "fusion.no-creature-twice"),
    (FULL, {"type": "fuse", "gate": 0, "path": []}, "fusion.uninterrupted-chain"),
    ("r1 - - / - - -", fuse("D0 A0"), "fusion.uninterrupted-chain"),
    ("- r1 - / r1 - -", fuse("D0 A0"), "fusion.uninterrupted-chain"),
    ("r1 - r1 / r1 - -", fuse("D0 A0 A1 A2"), "fusion.uninterrupted-chain"),
    ("r1 b1 - / r1 - -", fuse("D0 A0 A1"), "fusion.one-clan"),
    ("b1 - - / r1 - -", fuse("D0 A0"), "fusion.one-clan"),
    ("r1 - - / b1 - -", fuse("D0 A0"), "fusion.one-clan"),
    ("r1 *0 - / b1 *0 -", fuse("D0 D1 A1 A0"), "fusion.one-clan"),
    (".1 - - / .1 - -", fuse("D0 A0"), "fusion.one-clan fusion.synergy-required"),
    (".1 - - / r1 - -", fuse("D0 A0"), "fusion.one-clan fusion.synergy-required"),
    ("*0 - - / *0 - -", fuse("D0 A0"), "fusion.primordial-serves-one-clan fusion.one-clan"),
    ("b1&1 - - / *0 - -", fuse("D0 A0"), "fusion.primordial-serves-one-clan fusion.one-clan"),
    ("b1&1 - - / b1&1 - -", fuse("D0 A0"), "fusion.robed-serves-one-clan fusion.one-clan"),
    ("r1 - - / *0 - - ; affiliation ad0=blue", fuse("D0 A0"), "fusion.one-clan fusion.affiliation-is-fixed"),
    ("b1 - - / b1&1 - - ; affiliation ad0=red", fuse("D0 A0"), "fusion.one-clan fusion.affiliation-is-fixed"),
    ("r1 - - / r1 - - / 0 15 15", fuse("D0 A0"), "gates.no-fusion-from-destroyed fusion.active-gate"),
    ("r1 - - / r1 - - / - 15 15", fuse("D0 A0"), "gates.no-fusion-from-destroyed fusion.active-gate"),
    (FULL + " ; chains D0>A0", fuse("D0 D1 A1"), "fusion.one-chain-per-gate"),
    (FULL + " ; chains D1>D0>A0", fuse("D0 A0"), "fusion.one-chain-per-creature"),
    (FULL + " ; chains D0>A0>A1", fuse("D1 A1"), "fusion.one-chain-per-creature"),
    (FULL + " ; chains D0>A0>A1>A2", fuse("D1 A1"), "fusion.one-chain-per-creature"),
    (FULL + " ; resolved A0", fuse("D0 A0"), "fusion.ends-at-attacker fusion.attack-only"),
    (FULL + " ; resolved A1", fuse("D0 A0 A1"), "fusion.ends-at-attacker fusion.attack-only"),
    ("r1' - - / r1 - -", fuse("D0 A0"), "fusion.ends-at-attacker fusion.attack-only"),
]


@pytest.mark.clause(*(FUSION + name for name in (
    "starts-in-own-column", "ends-at-attacker", "no-diagonal", "uninterrupted-chain", "no-creature-twice", "one-clan",
    "primordial-serves-one-clan", "robed-serves-one-clan", "affiliation-is-fixed", "active-gate", "one-chain-per-gate",
    "one-chain-per-creature", "synergy-required",
)))  # fmt: skip  # a list of names reads best as a block
@pytest.mark.parametrize(("line", "action", "clauses"), REFUSALS)
def test_a_chain_is_refused_by_its_clause(line: str, action: dict[str, Any], clauses: str) -> None:
    decision = decide(GAME.read_line(line), action)
    assert isinstance(decision, Refused)
    cited = {clause.removeprefix("ostium.") for clause in decision.clauses}
    assert cited == set(clauses.split()), decision


def test_every_reason_of_a_refusal_is_given() -> None:
    state = GAME.read_line("r1 b1 r1 / r1 r1 r1 / 0 15 15 ; chains D1>D2>A2 ; resolved A1")
    decision = decide(state, fuse("D0 D1 A1"))
    assert [reason.clauses[0].removeprefix("ostium.") for reason in decision.reasons()] == [
        "fusion.one-clan",
        "gates.no-fusion-from-destroyed",
        "fusion.one-chain-per-creature",
        "fusion.ends-at-attacker",
    ]
    assert all(reason.why for reason in decision.reasons())


@pytest.mark.parametrize(
    ("line", "path", "why"),
    [
        ("- - - / - - -", "D0 A0", ["no creature is in A0, D0"]),
        ("- - - / r1 - -", "D0 A0", ["no creature is in A0"]),
        (FULL + " ; resolved A0", "D0 A0", ["the creature in A0 has had its attack"]),
        (FULL + " ; resolved A1", "D0 A0 A1", ["the creature in A1 has had its attack"]),
        ("r1' - - / r1 - -", "D0 A0", ["the creature in A0 does not attack"]),
        ("r1 r1' - / r1 - - ; resolved A0", "D0 A0 A1", ["the creature in A1 does not attack"]),
    ],
)
def test_a_refusal_says_why_and_no_more_than_that(line: str, path: str, why: list[str]) -> None:
    assert [reason.why for reason in decide(GAME.read_line(line), fuse(path)).reasons()] == why


@pytest.mark.clause("ostium.fusion.raises-attack-power")
@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("r1 - - / r1 - -", "D0 A0"),
        ("r1 - - / r0f - -", "D0 A0"),
        ("r1 - - / *0 - -", "D0 A0"),
        ("*0 - - / r1 - -", "D0 A0"),
        ("r1 - - / .0o - -", "D0 A0"),
        ("r1 - - / b1(double_arrow) - -", "D0 A0"),
        ("r1 - - / b1&1 - -", "D0 A0"),
        ("r1 r1 - / r1 b1&1 -", "D0 D1 A1"),
        ("*0 - - / *0 - - ; affiliation ad0=green", "D0 A0"),
        ("r1 - - / *0 - - ; affiliation ad0=red", "D0 A0"),
        ("*0 r1 - / *0 - -", "D0 A0 A1"),
        (FULL + " ; chains D0>A0", "D1 A1"),
        (FULL + " ; resolved A0", "D0 A0 A1"),  # who has attacked still carries a chain
        ("r1' r1 - / r1 - -", "D0 A0 A1"),  # so does a defeated creature
        ("r1 - - / r1' - -", "D0 A0"),
        ("r1 - - / r1 - - / 1 0 0", "D0 A0"),
        ("r1 - - / r1 - - ; resolved A1", "D0 A0"),
    ],
)
def test_a_chain_is_allowed(line: str, path: str) -> None:
    decision = decide(GAME.read_line(line), fuse(path))
    assert isinstance(decision, Allowed), decision
    assert decision.clauses[0] == "ostium.fusion.raises-attack-power"


# What does it add?


@pytest.mark.clause(
    "ostium.fusion.bonus-is-two",
    "ostium.fusion.icon-adds",
    "ostium.fusion.robed-adds",
    "ostium.fusion.power-not-added",
    "ostium.fusion.double-arrow-joins",
)
@pytest.mark.parametrize(
    ("line", "path", "added"),
    [
        ("r2 - - / r0 - -", "D0 A0", 2),
        ("r9 r9 - / r9 - -", "D0 A0 A1", 2),  # no power is added together
        ("r1 r1 - / r0+1 - -", "D0 A0 A1", 3),
        ("r1+1 - - / r0 - -", "D0 A0", 3),  # the attacker takes part too
        ("r1 r1+1 - / r0 - -", "D0 A0", 2),  # an icon beside the chain adds nothing
        ("r1 r1+1 - / r0 - -", "D0 A0 A1", 3),
        ("r1 - - / r0+2 - -", "D0 A0", 4),
        ("r1+1 - - / r0+1 - -", "D0 A0", 4),
        ("r1 r1+1 r1 / r0+1 r1+1 r1", "D0 A0 A1 D1 D2 A2", 5),
        ("r1 - - / b0&1 - -", "D0 A0", 3),
        ("r1 - - / b0&2 - -", "D0 A0", 4),
        ("r1 - - / b0&1+1 - -", "D0 A0", 4),
        ("r1^3~2#2 - - / r0^1 - -", "D0 A0", 2),  # no other icon counts
        ("*0 - - / g1+2 - -", "D0 A0", 4),
        ("r1 - - / r0>+1 r0 -", "D0 A0", 3),  # a side icon beside a neighbour of its clan
        ("r1 - - / r0>+1 b0 -", "D0 A0", 2),
    ],
)
def test_a_chain_gives_two_and_the_icons_in_it(line: str, path: str, added: int) -> None:
    assert bonus(line, path) == added


@pytest.mark.parametrize(("name", "added"), [("each", 4), ("best", 3)])
def test_icons_stack_as_the_question_is_read(name: str, added: int) -> None:
    stacking = reading("ostium.fusion.icon-stacking", name)
    assert bonus("- r1 - / r0+1 r0+1 -" + stacking, "D0 D1 A1") == added


def test_the_best_icon_is_the_largest_single_one() -> None:
    best = reading("ostium.fusion.icon-stacking", "best")
    assert bonus("r1+1+1 - - / r0+2 - -" + best, "D0 A0") == 4
    assert bonus("r1 - - / r0 - -" + best, "D0 A0") == 2
    assert bonus("r1^1 - - / r0#1 - -" + best, "D0 A0") == 2


def test_the_event_tells_the_chain_and_why() -> None:
    state = GAME.read_line("- - - | *0 - - / g1+2 - - ; active B")
    (event,) = apply(state, fuse("D0 A0")).events
    assert GAME.write_event(event) == {
        "type": "fused",
        "attacker": "B.A0",
        "gate": "B.G0",
        "path": ["B.D0", "B.A0"],
        "bonus": 4,
        "clauses": [
            "ostium.fusion.raises-attack-power",
            "ostium.fusion.bonus-is-two",
            "ostium.fusion.power-not-added",
            "ostium.fusion.icon-adds",
            "ostium.fusion.double-arrow-joins",
            "ostium.fusion.primordial-serves-one-clan",
        ],
    }


@pytest.mark.parametrize(
    ("line", "path", "clause"),
    [
        ("r1 - - / b0&1 - -", "D0 A0", "ostium.fusion.robed-adds"),
        ("r1 - - / r0>+1 r0 -", "D0 A0", "ostium.synergy.side-domain-passive-needs-synergy"),
        ("r1 - - / r0>+1 r0 -", "D0 A0", "ostium.synergy.neighbours-of-one-clan"),
        ("r1 - - / r0>+1 *0 -", "D0 A0", "ostium.synergy.primordial-any-clan"),
        ("r1 - - / b0(double_arrow) - -", "D0 A0", "ostium.fusion.double-arrow-joins"),
        ("r1 - - / r0' - -", "D0 A0", "ostium.synergy.defeated-keep-giving"),
    ],
)
def test_the_event_cites_what_bore_on_the_bonus_and_nothing_else(line: str, path: str, clause: str) -> None:
    plain = apply(GAME.read_line("r1 - - / r0 - -"), fuse("D0 A0")).events[0].clauses
    assert clause in apply(GAME.read_line(line), fuse(path)).events[0].clauses
    assert clause not in plain


def test_a_side_icon_in_a_chain_cites_its_own_neighbour() -> None:
    line = "r1 r1 - / r0>+1 r0>+1 *0"  # D0 beside its clan, D1 beside a primordial
    for path, cited in (("D0 A0", "neighbours-of-one-clan"), ("D1 A1", "primordial-any-clan")):
        clauses = apply(GAME.read_line(line), fuse(path)).events[0].clauses
        named = [name for name in ("neighbours-of-one-clan", "primordial-any-clan") if SYNERGY + name in clauses]
        assert named == [cited]


# Whom does it bind?


def served(state: State) -> dict[str, str]:
    found: dict[str, str] = GAME.dump(state).get("charge", {}).get("affiliation", {})
    return found


@pytest.mark.clause("ostium.fusion.primordial-serves-one-clan", "ostium.fusion.robed-serves-one-clan")
@pytest.mark.parametrize(
    ("line", "path", "bound"),
    [
        ("r1 - - / r1 - -", "D0 A0", {}),
        ("r1 - - / *0 - -", "D0 A0", {"ad0": "red"}),
        ("*0 g1 - / *0 - -", "D0 A0 A1", {"ad0": "green", "aa0": "green"}),
        ("r1 - - / b1&1 - -", "D0 A0", {"ad0": "red"}),
        ("b1 - - / b1&1 - -", "D0 A0", {"ad0": "blue"}),
        ("*0 - - / *0 - - ; affiliation ad0=purple", "D0 A0", {"ad0": "purple", "aa0": "purple"}),
        ("r1 *0 - / r1 - -", "D0 A0", {}),  # who is beside the chain is not bound
    ],
)
def test_a_chain_binds_who_could_serve_any_clan(line: str, path: str, bound: dict[str, str]) -> None:
    assert served(laid(line, path)) == bound


@pytest.mark.clause("ostium.fusion.affiliation-is-fixed", "ostium.fusion.primordial-serves-one-clan")
@pytest.mark.parametrize(
    ("line", "card", "clause"),
    [
        ("r1 - - / *0 - -", "aa0", "ostium.fusion.robed-serves-one-clan"),  # it serves its own clan only
        ("r1 - - / *0 - - ; affiliation ad0=red", "ad0", "ostium.fusion.affiliation-is-fixed"),
        ("r1 - - / b1>&1 - -", "ad0", "ostium.fusion.robed-serves-one-clan"),  # its icon does not work
    ],
)
def test_a_declaration_is_refused(line: str, card: str, clause: str) -> None:
    decision = decide(GAME.read_line(line), {"type": "affiliate", "card": card, "clan": "red"})
    assert isinstance(decision, Refused)
    assert decision.clauses[0] == clause


@pytest.mark.parametrize("card", ["nobody", "ba0"])
def test_only_an_own_creature_on_the_battlefield_is_declared(card: str) -> None:
    decision = decide(GAME.read_line("r1 - - | *0 - -"), {"type": "affiliate", "card": card, "clan": "red"})
    assert isinstance(decision, Refused)
    assert "own battlefield" in decision.why


@pytest.mark.parametrize("clan", ["red", "blue", "green", "yellow", "purple"])
@pytest.mark.parametrize("creature", ["*0", "b1&1", "b1(double_arrow)", ".0o"])
def test_who_can_serve_any_clan_is_declared_for_any_its_own_too(creature: str, clan: str) -> None:
    state = GAME.read_line(f"- - - / {creature} - -")
    action = {"type": "affiliate", "card": "ad0", "clan": clan}
    assert isinstance(decide(state, action), Allowed)
    assert served(apply(state, action).state) == {"ad0": clan}


def test_a_declaration_cites_the_clause_of_its_kind() -> None:
    state = GAME.read_line("*0 b1&1 b1(double_arrow)")
    decisions = [decide(state, {"type": "affiliate", "card": f"aa{column}", "clan": "red"}) for column in range(3)]
    assert [decision.clauses[0] for decision in decisions] == [
        "ostium.fusion.primordial-serves-one-clan",
        "ostium.fusion.robed-serves-one-clan",
        "ostium.fusion.primordial-serves-one-clan",
    ]


# Open questions.


@pytest.mark.parametrize(
    ("name", "declared", "undeclared"), [("declared", 2, None), ("symbol", 2, 2), ("clan-creature", None, None)]
)
def test_a_chain_of_two_primordials_as_the_question_is_read(name: str, declared: Any, undeclared: Any) -> None:
    two = reading("ostium.synergy.two-primordials", name)
    assert bonus("*0 - - / *0 - - ; affiliation ad0=red" + two, "D0 A0") == declared
    assert bonus("*0 - - / *0 - -" + two, "D0 A0") == undeclared


def test_primordials_kept_apart_still_carry_chains_of_clan_creatures() -> None:
    apart = reading("ostium.synergy.two-primordials", "clan-creature")
    assert bonus("*0 r1 - / r1 *0 -" + apart, "D0 A0 A1") == 2
    assert bonus("r1 - - / *0 - -" + apart, "D0 A0") == 2
    assert bonus("*0 - - / r1 - -" + apart, "D0 A0") == 2
    assert bonus("*0 *0 - / r1 - -" + apart, "D0 A0 A1") is None
    assert bonus("- - r1 / - *0 *0" + apart, "D1 D2 A2") is None
    assert bonus("r1 *0 - / r1 *0 -" + apart, "D0 D1 A1 A0") is None  # two primordials side by side
    assert bonus("*0 - - / b1&1 - - ; affiliation ad0=red" + apart, "D0 A0") == 3  # a robed creature has a clan


def test_a_chain_of_primordials_by_their_symbol_declares_nothing_and_closes_it() -> None:
    symbol = reading("ostium.synergy.two-primordials", "symbol")
    state = laid("*0 - - / *0 - -" + symbol, "D0 A0")
    assert served(state) == {}
    late = decide(state, {"type": "affiliate", "card": "ad0", "clan": "red"})
    assert isinstance(late, Refused)
    assert late.clauses == ("ostium.fusion.affiliation-is-fixed",)
    assert not [action for action in GAME.actions(state, "A") if GAME.write_action(action)["type"] == "affiliate"]


def test_a_robed_creature_is_no_primordial_by_its_symbol() -> None:
    symbol = reading("ostium.synergy.two-primordials", "symbol")
    assert bonus("*0 - - / b1&1 - -" + symbol, "D0 A0") is None
    assert bonus("b1&1 g1(double_arrow) - / *0 - -" + symbol, "D0 A0") is None  # whoever stands beside it
    assert bonus("g1(double_arrow) - - / *0 - -" + symbol, "D0 A0") is None  # nor is one with a clan of its own


@pytest.mark.clause("ostium.fusion.synergy-required")
@pytest.mark.parametrize(("name", "alone", "beside"), [("served-clan", 3, 3), ("printed-clan", None, 3)])
def test_a_robed_creature_is_in_synergy_as_the_question_is_read(name: str, alone: Any, beside: Any) -> None:
    robed = reading("ostium.synergy.robed-in-synergy", name)
    assert bonus("- r1 - / r1 b1&1 -" + robed, "D0 D1 A1") == alone
    assert bonus("- r1 - / r1 b1&1 b1" + robed, "D0 D1 A1") == beside
    assert bonus("- r1 - / r1 b1&1 *0" + robed, "D0 D1 A1") == beside
    assert bonus("- r1 b1 / r1 b1&1 -" + robed, "D0 D1 A1") == alone  # a corner is no neighbour


@pytest.mark.parametrize(("name", "added"), [("needs-neighbour", None), ("always", 3)])
def test_a_robed_icon_at_a_side_as_the_question_is_read(name: str, added: Any) -> None:
    assert bonus("- r1 - / r1 b1>&1 r1" + reading("ostium.synergy.robed-side", name), "D0 D1 A1") == added


@pytest.mark.parametrize(
    ("name", "back", "around"), [("any-path", 4, 2), ("never-back", None, 2), ("shortest", None, None)]
)
def test_winding_chains_as_the_question_is_read(name: str, back: Any, around: Any) -> None:
    shape = reading("ostium.fusion.chain-shape", name)
    assert bonus("r1+1 r1 r1 / r1 r1+1 r1" + shape, "D0 A0 A1 D1 D2 A2") == back
    assert bonus(FULL + shape, "D0 D1 A1 A0") == around
    assert bonus(FULL + shape, "D0 D1 A1 A2") == 2


@pytest.mark.parametrize(("name", "allowed"), [("sharing", True), ("geometric", False)])
def test_chains_that_change_their_order_as_the_question_is_read(name: str, allowed: bool) -> None:
    rules = reading("ostium.fusion.ending-is-passing", "open-end") + reading("ostium.fusion.crossing", name)
    assert isinstance(decide(laid(FULL + rules, "D1 A1"), fuse("D2 A2 A1 A0")), Allowed) is allowed
    assert isinstance(decide(laid(FULL + rules, "D2 A2 A1 A0"), fuse("D1 A1")), Allowed) is allowed
    assert isinstance(decide(laid(FULL + rules, "D1 A1"), fuse("D2 A2 A1")), Allowed)  # both end on one creature
    assert (Chain(2, ("D2", "A2", "A1", "A0")) in offered(laid(FULL + rules, "D1 A1"))) is allowed
    assert (Chain(1, ("D1", "A1")) in offered(laid(FULL + rules, "D2 A2 A1 A0"))) is allowed
    assert (Chain(0, ("D0", "A0", "A1", "A2")) in offered(laid(FULL + rules, "D1 A1"))) is allowed
    assert isinstance(decide(laid(FULL + rules, "D1 A1"), fuse("D0 A0 A1 A2")), Allowed) is allowed


@pytest.mark.parametrize(
    ("name", "one_end", "over_an_end", "end_on_the_way"),
    [("disjoint", False, False, False), ("shared-end", True, False, False), ("open-end", True, True, True)],
)
def test_chains_that_meet_at_an_end_as_the_question_is_read(
    name: str, one_end: bool, over_an_end: bool, end_on_the_way: bool
) -> None:
    line = FULL + reading("ostium.fusion.ending-is-passing", name)
    assert isinstance(decide(laid(line, "D1 A1"), fuse("D0 A0 A1")), Allowed) is one_end
    assert isinstance(decide(laid(line, "D1 A1"), fuse("D0 A0 A1 A2")), Allowed) is over_an_end
    assert isinstance(decide(laid(line, "D0 A0 A1 A2"), fuse("D1 A1")), Allowed) is end_on_the_way
    assert isinstance(decide(laid(line, "D0 D1 A1"), fuse("D1 A1")), Refused)  # the first link is shared
    assert isinstance(decide(laid(line, "D0 A0 A1 A2"), fuse("D1 A1 A2")), Refused)  # they share the way


def test_two_chains_that_end_on_one_attacker_both_add() -> None:
    line = "r1 r1+1 - / r1 r1 -" + reading("ostium.fusion.ending-is-passing", "shared-end")
    state = laid(line, "D1 A1", "D0 A0 A1")
    events = apply(state, {"type": "attack", "attacker": "A1"}).events
    assert (events[0].fusion, events[0].total) == (6, 7)


@pytest.mark.parametrize(("name", "allowed"), [("before-its-attack", True), ("before-any-attack", False)])
def test_a_chain_after_another_attack_as_the_question_is_read(name: str, allowed: bool) -> None:
    line = FULL + reading("ostium.fusion.late-chain", name)
    assert isinstance(decide(GAME.read_line(line), fuse("D1 A1")), Allowed)
    assert isinstance(decide(GAME.read_line(line + " ; resolved A0"), fuse("D1 A1")), Allowed) is allowed


@pytest.mark.parametrize(("name", "allowed"), [("creature-too", True), ("gate-only", False)])
def test_a_chain_to_a_creature_with_no_gate_before_it_as_the_question_is_read(name: str, allowed: bool) -> None:
    line = "r1 - - / r1 - - | b1 - - / - - - / 0 9 9" + reading("ostium.charge.sole-aim", name)
    assert isinstance(decide(GAME.read_line(line), fuse("D0 A0")), Allowed) is allowed
