"""The Charge: who attacks, with what power, what it meets, and how far it gets."""

from typing import Any

import pytest

from ruleproof.engine.decision import Allowed, Refused
from ruleproof.engine.game import Unreadable
from ruleproof.engine.ostium.game import GAME
from ruleproof.engine.ostium.state import State

CHARGE = "ostium.charge."


def reading(question: str, name: str) -> str:
    return f" ; reading ostium.charge.{question}={name}"


def attack(attacker: str, first: str | None = None, **more: str) -> dict[str, Any]:
    return {"type": "attack", "attacker": attacker, "first": first, **more}


def decide(state: State, value: dict[str, Any]) -> Any:
    action = GAME.read_action(value)
    assert not isinstance(action, Unreadable), action
    return GAME.decide(state, state.table.active, action)


def events(line: str, *values: dict[str, Any]) -> list[dict[str, Any]]:
    """The events of the last of these actions."""
    return told(after(line, *values[:-1]), values[-1])


def told(state: State, value: dict[str, Any]) -> list[dict[str, Any]]:
    action = GAME.read_action(value)
    assert not isinstance(action, Unreadable), action
    return [GAME.write_event(event) for event in GAME.apply(state, state.table.active, action).events]


def after(line: str, *values: dict[str, Any]) -> State:
    state = GAME.read_line(line)
    for value in values:
        action = GAME.read_action(value)
        assert not isinstance(action, Unreadable), action
        state = GAME.apply(state, state.table.active, action).state
    return state


def short(found: list[dict[str, Any]]) -> list[str]:
    """Events in few words."""
    words = {
        "attacked": "{target} {left}:{against}",
        "defended": "{slot}={total}",
        "blocked": "blocked by {by}",
        "defeated": "{slot} down by {by}",
        "gate": "{gate} {from}-{to}",
        "destroyed": "{gate} falls",
        "over": "{winner} wins",
    }
    return [words[event["type"]].format(**event) for event in found]


def total(line: str, *values: dict[str, Any]) -> tuple[int, int, int, int]:
    """Power, icons, fusion and total of the last of these attacks."""
    first = events(line, *values)[0]
    return first["power"], first["icons"], first["fusion"], first["total"]


# How far an attack gets.


@pytest.mark.clause(*(CHARGE + name for name in (
    "greater-defeats", "pushes-on-reduced", "equal-defeats-and-blocks", "smaller-is-blocked", "gate-takes-the-rest",
    "may-pass-attack-row", "defense-row-not-passed", "gate-direct", "own-column", "defeated-is-turned",
)))  # fmt: skip  # a list of names reads best as a block
@pytest.mark.parametrize(
    ("line", "first", "met"),
    [
        ("r5 - -", None, ["B.G0 5:0", "B.G0 15-10"]),
        ("r0 - -", None, ["B.G0 0:0"]),
        ("r5 - - | b3 - -", "pass", ["B.G0 5:0", "B.G0 15-10"]),
        ("r5 - - | b3 - -", "attack_row", ["B.A0 5:3", "B.A0=3", "B.A0 down by attack", "B.G0 2:0", "B.G0 15-13"]),
        ("r4 - - | b3 - -", "attack_row", ["B.A0 4:3", "B.A0=3", "B.A0 down by attack", "B.G0 1:0", "B.G0 15-14"]),
        ("r3 - - | b3 - -", "attack_row", ["B.A0 3:3", "B.A0=3", "B.A0 down by attack", "blocked by B.A0"]),
        ("r2 - - | b3 - -", "attack_row", ["B.A0 2:3", "B.A0=3", "blocked by B.A0"]),
        ("r5 - - | - - - / b3 - -", None, ["B.D0 5:3", "B.D0=3", "B.D0 down by attack", "B.G0 2:0", "B.G0 15-13"]),
        ("r3 - - | - - - / b3 - -", None, ["B.D0 3:3", "B.D0=3", "B.D0 down by attack", "blocked by B.D0"]),
        ("r2 - - | - - - / b3 - -", None, ["B.D0 2:3", "B.D0=3", "blocked by B.D0"]),
        ("r4 - - | b9 - - / b3 - -", "pass", ["B.D0 4:3", "B.D0=3", "B.D0 down by attack", "B.G0 1:0", "B.G0 15-14"]),
        (
            "r6 - - | b2 - - / b3 - -",
            "attack_row",
            ["B.A0 6:2", "B.A0=2", "B.A0 down by attack", "B.D0 4:3", "B.D0=3", "B.D0 down by attack", "B.G0 1:0",
             "B.G0 15-14"],
        ),
        (
            "r5 - - | b3 - - / b4 - -",
            "attack_row",
            ["B.A0 5:3", "B.A0=3", "B.A0 down by attack", "B.D0 2:4", "B.D0=4", "blocked by B.D0"],
        ),
        (
            "r5 - - | b3 - - / b2 - -",
            "attack_row",
            ["B.A0 5:3", "B.A0=3", "B.A0 down by attack", "B.D0 2:2", "B.D0=2", "B.D0 down by attack",
             "blocked by B.D0"],
        ),
        ("r3 - - | b3 - - / b0 - -", "attack_row", ["B.A0 3:3", "B.A0=3", "B.A0 down by attack", "blocked by B.A0"]),
        ("r1 - - | - - - / b0f - -", None, ["B.D0 1:0", "B.D0=0", "B.D0 down by attack", "B.G0 1:0", "B.G0 15-14"]),
        ("r0 - - | - - - / b0f - -", None, ["B.D0 0:0", "B.D0=0", "B.D0 down by attack", "blocked by B.D0"]),
        ("r3 - - | - b9 - / - b9 -", None, ["B.G0 3:0", "B.G0 15-12"]),  # other columns are out of reach
        ("r5 - - | - - - / b3 - - / 0 9 9", None, ["B.D0 5:3", "B.D0=3", "B.D0 down by attack"]),
        ("r5 - - | - - - / - - - / 0 9 9", None, []),
    ],
)  # fmt: skip  # events of one attack read best in few lines
def test_an_attack_meets_what_stands_in_its_column(line: str, first: str | None, met: list[str]) -> None:
    assert short(events(line, attack("A0", first))) == met


@pytest.mark.parametrize("column", [0, 1, 2])
def test_each_column_faces_the_same_column_for_either_player(column: int) -> None:
    row = " ".join("r4" if slot == column else "-" for slot in range(3))
    back = " ".join("b1" if slot == column else "b9" for slot in range(3))
    seen = [f"D{column} 4:1", f"D{column}=1", f"D{column} down by attack", f"G{column} 3:0", f"G{column} 15-12"]
    for mine, line in (("B.", f"{row} | - - - / {back}"), ("A.", f"- - - / {back} | {row} ; active B")):
        assert short(events(line, attack(f"A{column}"))) == [mine + word for word in seen]


@pytest.mark.clause("ostium.charge.defeated-is-turned", "ostium.charge.defeated-stay")
def test_a_defeated_creature_stays_and_lies_turned() -> None:
    state = after("r5 - - | b1 b1 - / b1 - -", attack("A0", "attack_row"))
    assert GAME.line(state) == "r5 - - / - - - | b1' b1 - / b1' - - / 12 15 15 ; resolved A0"


# With what power.


@pytest.mark.clause(
    "ostium.charge.flame-adds",
    "ostium.charge.icon-value",
    "ostium.charge.all-bonuses-count",
    "ostium.fusion.only-the-attacker-gains",
)
@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("r3 - -", (3, 0, 0, 3)),
        ("r3^1 - -", (3, 1, 0, 4)),
        ("r3^2 - -", (3, 2, 0, 5)),
        ("r3^1^2 - -", (3, 3, 0, 6)),
        ("r3#2 - -", (3, 0, 0, 3)),  # a shield does not help an attacker
        ("r3>^1 r1 -", (3, 1, 0, 4)),
        ("r3>^1 b1 -", (3, 0, 0, 3)),
        ("r3 r1^4 -", (3, 0, 0, 3)),  # another creature's flame is its own
        ("r3^1 - - / r1+1 - - ; chains D0>A0", (3, 1, 3, 7)),
        ("r3+1 r1 - / r1 r1 - ; chains D1>A1", (3, 0, 0, 3)),  # another attacker's chain
        ("r3 r1 - / r1 - - ; chains D0>A0>A1", (3, 0, 0, 3)),  # a chain that only passes through
        ("r3~1 - -", (3, 0, 0, 3)),  # no clan was named
        ("r3~1 .1 -", (3, 0, 0, 3)),  # nor are those counted that have none
    ],
)
def test_the_total_is_power_icons_and_fusion(line: str, parts: tuple[int, int, int, int]) -> None:
    assert total(line, attack("A0")) == parts


@pytest.mark.clause("ostium.charge.shield-adds", "ostium.fusion.attack-only")
@pytest.mark.parametrize(
    ("board", "against"),
    [
        ("b1 - -", 1),
        ("b1#1 - -", 2),
        ("b1#3 - -", 4),
        ("b1^3+2~1 - -", 1),  # no attacker's icon helps a defender
        ("b1>#1 b1 -", 2),
        ("b1>#1 g1 -", 1),
        ("b1>#1 *0 -", 2),
        ("b1>#1 b1' -", 2),  # a defeated neighbour keeps giving
        ("b1#1' - -", 0),  # a defeated creature itself counts for nothing
        ("b1#1' - - ; reading ostium.charge.turned-power=full", 2),
    ],
)
def test_a_shield_defends(board: str, against: int) -> None:
    found = events(f"r9 - - | {board}", attack("A0", "attack_row"))
    assert found[0]["against"] == found[1]["total"] == against


@pytest.mark.parametrize(("name", "against"), [("full", 3), ("zero", 0)])
def test_a_turned_defender_as_the_question_is_read(name: str, against: int) -> None:
    line = "r4 - - | b1#2' b1 -" + reading("turned-power", name)
    assert events(line, attack("A0", "attack_row"))[0]["against"] == against
    for board, met in (("b1' b1#2 -", 3), ("b1 b1#2' -", against), ("b1 b1#2 b1'", 3)):
        seen = events(f"- r4 - | {board}" + reading("turned-power", name), attack("A1", "attack_row"))
        assert seen[0]["against"] == met


# The flask.

FLASKED = "r1~1 b1 *0 / r1 - - | r1 r1 - / b1 - b1"


@pytest.mark.clause("ostium.charge.flask-counts-clan", "ostium.charge.flask-names-one-clan")
@pytest.mark.parametrize(("clan", "icons"), [("red", 4), ("blue", 3), ("green", 0)])
def test_a_flask_counts_the_named_clan_on_both_sides(clan: str, icons: int) -> None:
    flask = {"type": "flask", "clan": clan}
    assert total(FLASKED, flask, attack("A0", "pass")) == (1, icons, 0, 1 + icons)
    assert "ostium.charge.flask-counts-clan" in events(FLASKED, flask, attack("A0", "pass"))[0]["clauses"]


@pytest.mark.parametrize(
    ("question", "name", "line", "icons"),
    [
        ("flask-self", "counts-itself", "r1~1 r1 -", 2),
        ("flask-self", "others-only", "r1~1 r1 -", 1),
        ("flask-self", "others-only", "b1~1 r1 -", 1),
        ("flask-value", "times", "r1~2 r1 -", 4),
        ("flask-value", "once", "r1~2 r1 -", 2),
        ("flask-value", "once", "r1~2~3 r1 -", 4),
        ("flask-value", "times", "r1~2~3 r1 -", 10),
        ("flask-affiliated", "printed-clan", "r1~1 *0 b1&1 ; affiliation aa1=red aa2=red", 1),
        ("flask-affiliated", "affiliated-too", "r1~1 *0 b1&1 ; affiliation aa1=red aa2=red", 3),
        ("flask-affiliated", "affiliated-too", "r1~1 *0 r1&1 ; affiliation aa1=blue aa2=blue", 2),
        ("flask-affiliated", "printed-clan", "r1~1' r1 - ; reading ostium.charge.turned-attacks=yes", 2),
    ],
)
def test_what_a_flask_counts_as_the_question_is_read(question: str, name: str, line: str, icons: int) -> None:
    flasked = {"type": "flask", "clan": "red"}
    assert total(line + reading(question, name), flasked, attack("A0"))[1] == icons


@pytest.mark.clause("ostium.charge.flask-names-one-clan")
@pytest.mark.parametrize(
    ("line", "allowed"),
    [
        ("r1~1 - -", True),
        ("r1~1 r1 - ; resolved A1", True),
        ("r1>~1 r1 -", True),
        ("r1>~1 b1 -", False),  # the icon does not work
        ("r1~1 - - ; flask red", False),
        ("r1~1 r1~1 - ; resolved A0", False),  # the first flask has attacked
        ("r1~1' r1 -", False),  # nobody attacks with it
        ("r1 - - / r1~1 - -", False),
        ("r1 - - | r1~1 - -", False),
    ],
)
def test_a_clan_is_named_once_before_the_first_flask_attacks(line: str, allowed: bool) -> None:
    assert isinstance(decide(GAME.read_line(line), {"type": "flask", "clan": "blue"}), Allowed) is allowed


# Who attacks.


@pytest.mark.clause("ostium.charge.all-attack", "ostium.charge.own-column", "ostium.charge.may-pass-attack-row")
@pytest.mark.parametrize(
    ("line", "action", "clause"),
    [
        ("r1 - - / r1 - -", attack("D0"), "all-attack"),
        ("r1 - -", attack("A1"), "all-attack"),
        ("r1 - - ; resolved A0", attack("A0"), "all-attack"),
        ("r1' - -", attack("A0"), "defeated-is-turned"),
        ("r1 - -", attack("A0", "attack_row"), "own-column"),
        ("r1 - - | - b1 -", attack("A0", "attack_row"), "own-column"),
        ("r1 - - | b1 - -", attack("A0"), "may-pass-attack-row"),
        ("r1 - - | b1' - -", attack("A0"), "may-pass-attack-row"),
        ("r9 - - | b1 - -", attack("A0", "attack_row", stop="attack_row"), "pushes-on-reduced"),
    ],
)
def test_an_attack_is_refused_by_its_clause(line: str, action: dict[str, Any], clause: str) -> None:
    decision = decide(GAME.read_line(line), action)
    assert isinstance(decision, Refused)
    assert decision.clauses[0] == CHARGE + clause, decision


@pytest.mark.parametrize(
    ("line", "action", "clauses"),
    [
        ("r1 - -", attack("A0"), "all-attack own-column all-bonuses-count gate-direct"),
        ("r1 - - | b1 - -", attack("A0", "attack_row"), "all-attack own-column all-bonuses-count gate-direct"),
        (
            "r1 - - | b1 - - / b1 - -",
            attack("A0", "pass"),
            "may-pass-attack-row all-attack own-column all-bonuses-count defense-row-not-passed",
        ),
        ("r1 - - | b1' - -", attack("A0", "attack_row"), "all-attack own-column all-bonuses-count gate-direct"),
    ],
)
def test_an_attack_is_allowed_by_its_clauses(line: str, action: dict[str, Any], clauses: str) -> None:
    assert decide(GAME.read_line(line), action) == Allowed(tuple(CHARGE + name for name in clauses.split()))


@pytest.mark.clause("ostium.gates.only-creatures-in-destroyed-column", "ostium.gates.destroyed-ignores-damage")
def test_an_attack_where_the_gate_is_destroyed_says_so() -> None:
    cited = decide(GAME.read_line("r1 - - | b1 - - / - - - / 0 9 9"), attack("A0", "attack_row")).clauses
    assert cited[-2:] == ("ostium.gates.only-creatures-in-destroyed-column", "ostium.gates.destroyed-ignores-damage")


def test_passing_an_empty_row_is_the_attack_without_a_first() -> None:
    state = GAME.read_line("r3 - -")
    assert isinstance(decide(state, attack("A0", "pass")), Allowed)
    assert told(state, attack("A0", "pass")) == told(state, attack("A0"))
    assert [GAME.write_action(a) for a in GAME.actions(state, "A")] == [{"type": "attack", "attacker": "A0"}]


@pytest.mark.clause("ostium.charge.ends-when-all-resolved", "ostium.charge.all-attack")
@pytest.mark.parametrize(
    ("line", "allowed"),
    [
        ("- - -", True),
        ("r1 - -", False),
        ("r0 - -", False),
        ("r1 - r1 ; resolved A0", False),
        ("r1 - r1 ; resolved A0 A2", True),
        ("r1' - -", True),
        ("- - - / r1 r1 r1", True),
        ("r1 - - | - - - / - - - / 0 9 9", True),  # nothing to attack
        ("r1 - - | b1 - - / - - - / 0 9 9", False),
        ("r1 - - | - - - / b1 - - / 0 9 9", False),
        ("r1 - - | - b1 b1 / - b1 b1 / 0 9 9", True),
        ("r1 - - | b1 - - / - - - / 0 9 9" + reading("sole-aim", "gate-only"), True),
        ("r1 - - | - - - / - - - / 1 9 9" + reading("sole-aim", "gate-only"), False),
        ("r0 - -" + reading("zero-attack", "needs-power"), True),
        ("r1 - -" + reading("zero-attack", "needs-power"), False),
        ("r0 - - / r0 - - ; chains D0>A0" + reading("zero-attack", "needs-power"), False),
        ("r1 - -" + reading("must-attack", "may-withhold"), True),
        ("r1' - -" + reading("turned-attacks", "yes"), False),
    ],
)
def test_the_phase_ends_when_all_have_attacked_who_must(line: str, allowed: bool) -> None:
    decision = decide(GAME.read_line(line), {"type": "end_attack"})
    assert isinstance(decision, Allowed) is allowed
    if isinstance(decision, Refused):
        assert decision.clauses == ("ostium.charge.all-attack", "ostium.charge.ends-when-all-resolved")


@pytest.mark.parametrize(
    ("line", "waiting"),
    [
        ("r0 - r1" + reading("zero-attack", "needs-power"), "A2"),
        ("r1 r0 -" + reading("zero-attack", "needs-power"), "A0"),
        ("r1 r1 r1" + reading("zero-attack", "needs-power"), "A0, A1, A2"),
        ("r1 r1 r1 ; resolved A1", "A0, A2"),
        ("r1 r1 r1 | - - b1 / b1 - - / 0 0 9", "A0, A2"),
    ],
)
def test_who_still_has_to_attack_is_named(line: str, waiting: str) -> None:
    decision = decide(GAME.read_line(line), {"type": "end_attack"})
    assert isinstance(decision, Refused)
    assert decision.why.startswith(f"{waiting} has not attacked yet")


def test_after_the_end_the_turn_is_the_opponents_and_what_was_declared_is_over() -> None:
    line = "r1 - - / *0 - - ; affiliation ad0=red ; chains D0>A0 ; flask red ; resolved A0"
    state = after(line, {"type": "end_attack"})
    assert GAME.line(state) == "r1 - - / *0 - - | - - - / - - - ; active B ; phase development ; turn 2"
    assert GAME.status(state) == {"terminal": False, "toAct": ["B"], "phase": "development"}
    assert list(GAME.actions(state, "A")) == []
    assert isinstance(decide(state, attack("A0")), Refused)


@pytest.mark.parametrize(("name", "allowed"), [("all", False), ("may-withhold", True)])
def test_an_attack_is_withheld_as_the_question_is_read(name: str, allowed: bool) -> None:
    state = GAME.read_line("r1 - r1' ; resolved A1" + reading("must-attack", name))
    withhold = {"type": "withhold", "attacker": "A0"}
    assert isinstance(decide(state, withhold), Allowed) is allowed
    for other in ("A1", "A2", "D0"):
        assert isinstance(decide(state, {"type": "withhold", "attacker": other}), Refused)
    if allowed:
        withheld = GAME.dump(GAME.apply(state, "A", GAME.read_action(withhold)).state)  # type: ignore[arg-type]  # readable
        assert withheld["charge"]["resolved"] == ["A0", "A1"]
        last = GAME.read_line("- - r1" + reading("must-attack", name))
        assert isinstance(decide(last, {"type": "withhold", "attacker": "A2"}), Allowed)


# The other questions.


@pytest.mark.parametrize(
    ("name", "met"),
    [
        ("remainder", ["B.A0 5:3", "B.A0=3", "B.A0 down by attack", "B.D0 2:4", "B.D0=4", "blocked by B.D0"]),
        (
            "full-power",
            ["B.A0 5:3", "B.A0=3", "B.A0 down by attack", "B.D0 5:4", "B.D0=4", "B.D0 down by attack", "B.G0 0:0"],
        ),
    ],
)
def test_the_second_comparison_as_the_question_is_read(name: str, met: list[str]) -> None:
    line = "r5 - - | b3 - - / b4 - -" + reading("second-comparison", name)
    assert short(events(line, attack("A0", "attack_row"))) == met


def test_under_full_power_only_the_damage_is_lowered() -> None:
    line = "r9 - - | b3 - - / b4 - -" + reading("second-comparison", "full-power")
    assert short(events(line, attack("A0", "attack_row")))[-2:] == ["B.G0 2:0", "B.G0 15-13"]


STOP = reading("must-push", "may-stop")


@pytest.mark.parametrize(
    ("board", "first", "stop", "allowed"),
    [
        ("b3 - -", "attack_row", "attack_row", True),
        ("b5 - -", "attack_row", "attack_row", False),  # an equal defender blocks anyway
        ("b6 - -", "attack_row", "attack_row", False),
        ("b3 - -", "pass", "attack_row", False),
        ("b3 - - / b1 - -", "attack_row", "defense_row", True),
        ("b3 - - / b2 - -", "attack_row", "defense_row", False),
        ("b3 - - / b1 - -", "pass", "defense_row", True),
        ("- - - / b4 - -", None, "defense_row", True),
        ("- - - / b5 - -", None, "defense_row", False),
        ("- - -", None, "defense_row", False),
    ],
)
def test_an_attacker_stops_only_behind_a_defeat_with_power_left(
    board: str, first: str | None, stop: str, allowed: bool
) -> None:
    state = GAME.read_line(f"r5 - - | {board}{STOP}")
    assert isinstance(decide(state, attack("A0", first, stop=stop)), Allowed) is allowed


def test_an_attacker_that_stops_goes_no_further() -> None:
    line = f"r5 - - | b1 - - / b1 - -{STOP}"
    assert short(events(line, attack("A0", "attack_row", stop="attack_row")))[-1] == "B.A0 down by attack"
    assert short(events(line, attack("A0", "attack_row", stop="defense_row")))[-1] == "B.D0 down by attack"
    assert short(events(line, attack("A0", "attack_row")))[-1] == "B.G0 15-12"


@pytest.mark.parametrize(
    ("question", "name", "line", "first", "allowed"),
    [
        ("zero-attack", "attacks", "r0 - - | - - - / b0 - -", None, True),
        ("zero-attack", "needs-power", "r0 - - | - - - / b0 - -", None, False),
        ("zero-attack", "needs-power", "r1 - - | - - - / b0 - -", None, True),
        ("zero-attack", "needs-power", "r0^1 - -", None, True),
        ("zero-attack", "needs-power", "*0 - - / r0 - - ; chains D0>A0", None, True),
        ("sole-aim", "creature-too", "r1 - - | b1 - - / - - - / 0 9 9", "attack_row", True),
        ("sole-aim", "gate-only", "r1 - - | b1 - - / - - - / 0 9 9", "attack_row", False),
        ("sole-aim", "gate-only", "r1 - - | b1 - - / - - - / 1 9 9", "attack_row", True),
        ("turned-attacks", "no", "r1' - -", None, False),
        ("turned-attacks", "yes", "r1' - -", None, True),
        ("turned-attacks", "yes", "r1' - - ; resolved A0", None, False),
    ],
)
def test_an_attack_is_allowed_as_the_question_is_read(
    question: str, name: str, line: str, first: str | None, allowed: bool
) -> None:
    state = GAME.read_line(line + reading(question, name))
    assert isinstance(decide(state, attack("A0", first)), Allowed) is allowed


@pytest.mark.parametrize(("name", "ends"), [("no", None), ("yes", 2)])
def test_a_chain_to_a_turned_attacker_as_the_question_is_read(name: str, ends: int | None) -> None:
    state = GAME.read_line("r1' - - / r1 - -" + reading("turned-attacks", name))
    chain = {"type": "fuse", "gate": 0, "path": ["D0", "A0"]}
    assert isinstance(decide(state, chain), Allowed) is (ends is not None)


# The sample turn of the rulebook, its attack half.

SAMPLE = "r3^1 b1 *0 / r1+1 b0f g1+2 | y2 g3 - / p0f - y2#2"


def test_the_sample_turn() -> None:
    state = GAME.read_line(SAMPLE)
    seen: list[list[str]] = []
    for value in (
        {"type": "fuse", "gate": 0, "path": ["D0", "A0"]},
        attack("A0", "pass"),
        {"type": "fuse", "gate": 1, "path": ["D1", "A1"]},
        attack("A1", "attack_row"),
        {"type": "fuse", "gate": 2, "path": ["D2", "A2"]},
        attack("A2"),
    ):
        action = GAME.read_action(value)
        assert not isinstance(action, Unreadable)
        step = GAME.apply(state, "A", action)
        written = [GAME.write_event(event) for event in step.events]
        seen.append([f"+{written[0]['bonus']}"] if value["type"] == "fuse" else short(written))
        state = step.state
    assert seen == [
        ["+3"],
        ["B.D0 7:0", "B.D0=0", "B.D0 down by attack", "B.G0 7:0", "B.G0 15-8"],
        ["+2"],
        ["B.A1 3:3", "B.A1=3", "B.A1 down by attack", "blocked by B.A1"],
        ["+4"],
        ["B.D2 4:4", "B.D2=4", "B.D2 down by attack", "blocked by B.D2"],
    ]
    assert isinstance(decide(state, {"type": "end_attack"}), Allowed)
