"""Which clauses the events of an attack cite, and that they cite no others."""

from typing import Any

import pytest

from ruleproof.engine.game import Unreadable
from ruleproof.engine.ostium.game import GAME

CHARGE = "ostium.charge."


def attack(attacker: str, first: str | None = None) -> dict[str, Any]:
    return {"type": "attack", "attacker": attacker, "first": first}


def events(line: str, *values: dict[str, Any]) -> list[dict[str, Any]]:
    """The events of the last of these actions."""
    state, told = GAME.read_line(line), []
    for value in values:
        action = GAME.read_action(value)
        assert not isinstance(action, Unreadable), action
        step = GAME.apply(state, state.table.active, action)
        state, told = step.state, [GAME.write_event(event) for event in step.events]
    return told


@pytest.mark.parametrize(
    ("line", "cited"),
    [
        ("r1 - -", []),
        ("r1#1+1 - -", []),
        ("r1^1 - -", ["flame-adds", "icon-value"]),
        ("r1~1 - -", []),
        ("r1~1 - - ; flask red", ["flask-counts-clan", "flask-names-one-clan", "icon-value"]),
        ("r1 - - ; flask red", []),
        ("r1^1~1 - - ; flask red", ["flame-adds", "flask-counts-clan", "flask-names-one-clan", "icon-value"]),
        ("r1 - - / r1 - - ; chains D0>A0", ["raises-attack-power", "bonus-is-two"]),
        ("r1 r1 - / r1 - - ; chains D0>A0>A1", []),
    ],
)
def test_an_attack_cites_what_makes_it_strong_and_nothing_else(line: str, cited: list[str]) -> None:
    clauses = events(line, attack("A0"))[0]["clauses"]
    assert [clause.rsplit(".", 1)[1] for clause in clauses] == [
        "gate-takes-the-rest",
        "own-column",
        "all-bonuses-count",
        *cited,
    ]


SYNERGIES = ("ostium.synergy.neighbours-of-one-clan", "ostium.synergy.primordial-any-clan")


def test_each_side_icon_cites_its_own_neighbour() -> None:
    row = "r1>^1#1 r1>^1 *0"  # A0 beside its clan, A1 beside a primordial
    for column, cited in (("0", "neighbours-of-one-clan"), ("1", "primordial-any-clan")):
        attacked = events(row, attack(f"A{column}"))[0]["clauses"]
        shielded = events(f"r9 r9 r9 | {row.replace('^', '#')}", attack(f"A{column}", "attack_row"))[1]["clauses"]
        for clauses in (attacked, shielded):
            assert [clause for clause in clauses if clause in SYNERGIES] == [f"ostium.synergy.{cited}"]


@pytest.mark.parametrize(
    ("board", "attacker", "kept"),
    [
        ("b1>#1 b1' -", "A0", True),
        ("b1>#1 b1 b1'", "A0", False),  # turned, but no neighbour
        ("b1>#1 b1 - / b1' b1' -", "A0", False),  # the other row
        ("b1' b1<#1 b1", "A1", True),
        ("b1 b1<#1>#1 b1'", "A1", True),
        ("- b1 b1<#1 / b1' - -", "A2", False),  # the rows do not go on into one another
        ("b1#1 b1' -", "A0", False),  # a main domain needs no neighbour
    ],
)
def test_a_defeated_neighbour_is_cited_where_it_keeps_giving(board: str, attacker: str, kept: bool) -> None:
    clauses = events(f"r9 r9 r9 | {board}", attack(attacker, "attack_row"))[1]["clauses"]
    assert ("ostium.synergy.defeated-keep-giving" in clauses) is kept


@pytest.mark.parametrize(
    ("rows", "attacker", "kept"),
    [("b1>#1 b1' -", "A0", True), ("- b1' b1<#1", "A2", True), ("b1>#1 b1 b1'", "A0", False)],
)
def test_the_same_in_the_defense_row(rows: str, attacker: str, kept: bool) -> None:
    clauses = events(f"r9 r9 r9 | - - - / {rows}", attack(attacker))[1]["clauses"]
    assert ("ostium.synergy.defeated-keep-giving" in clauses) is kept


def test_each_meeting_cites_how_it_came_about() -> None:
    clauses = [event["clauses"][0] for event in events("r9 - - | b1 - - / b1 - -", attack("A0", "attack_row"))]
    assert [clause.removeprefix(CHARGE) for clause in clauses] == [
        "own-column",  # the attack row is met
        "all-bonuses-count",
        "greater-defeats",
        "pushes-on-reduced",  # then the defense row, with what is left
        "all-bonuses-count",
        "greater-defeats",
        "gate-takes-the-rest",
        "gate-takes-the-rest",
    ]
    passed = events("r1 - - | b9 - - / b1 - -", attack("A0", "pass"))
    assert [event["clauses"][0].removeprefix(CHARGE) for event in passed] == [
        "defense-row-not-passed",
        "all-bonuses-count",
        "equal-defeats-and-blocks",
        "equal-defeats-and-blocks",
    ]
    assert events("r1 - - | b9 - -", attack("A0", "attack_row"))[-1]["clauses"] == [CHARGE + "smaller-is-blocked"]


@pytest.mark.parametrize(
    ("line", "cited"),
    [
        ("r1 r1 -", []),
        ("r1^1 r1 -", []),
        ("r1^1>(crystal) r1 -", []),
        ("r1>^1 r1 -", ["side-domain-passive-needs-synergy", "neighbours-of-one-clan"]),
        ("r1>^1 *0 -", ["side-domain-passive-needs-synergy", "primordial-any-clan"]),
        ("r1>#1 *0 -", []),  # a side shield is no attacker's bonus
        ("r1>~1 *0 -", []),  # no clan was named
        ("r1>~1 *0 - ; flask red", ["side-domain-passive-needs-synergy", "primordial-any-clan"]),
    ],
)
def test_an_attack_cites_the_synergy_behind_its_side_icons(line: str, cited: list[str]) -> None:
    clauses = events(line, attack("A0"))[0]["clauses"]
    assert [clause.removeprefix("ostium.synergy.") for clause in clauses if "synergy" in clause] == (
        [*cited, "whenever-adjacent-in-attack-phase"] if cited else []
    )


@pytest.mark.clause("ostium.synergy.defeated-keep-giving", "ostium.synergy.side-domain-passive-needs-synergy")
def test_a_side_shield_stays_after_its_neighbour_is_defeated_and_says_why() -> None:
    line = "- r9 r9 | - b1>#1 b1"
    first = events(line, attack("A1", "attack_row"))[1]
    later = events(line, attack("A2", "attack_row"), attack("A1", "attack_row"))[1]
    assert first["total"] == later["total"] == 2
    assert "ostium.synergy.side-domain-passive-needs-synergy" in first["clauses"]
    assert "ostium.synergy.defeated-keep-giving" not in first["clauses"]
    assert "ostium.synergy.defeated-keep-giving" in later["clauses"]
