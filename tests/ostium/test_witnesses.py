"""The plays in which readings of Ostium's questions part: kept as data, and parting still as they were kept."""

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from ruleproof.conformance.linting import Names, lint, readings
from ruleproof.conformance.main import build
from ruleproof.conformance.suite import find
from ruleproof.invariants import witness
from ruleproof.invariants.comparing import Compared
from ruleproof.invariants.hanging import Hanging
from ruleproof.invariants.meeting import met
from ruleproof.invariants.parting import LEGALITY, RESULT, Switched
from ruleproof.invariants.witness import CLAUSES, Witness, keep, witness_of, witnesses
from ruleproof.invariants.witness_case import family
from ruleproof.invariants.witnessing import BUDGET, witness_for
from ruleproof.spec import finding

KEPT = witnesses("ostium")
PARTINGS = [(name, parting) for name, kept in KEPT.items() for parting in kept.partings]


@cache
def compared() -> Compared:
    return Compared.of("ostium")


@cache
def hanging() -> Hanging:
    return Hanging(compared())


def question(name: str) -> Any:
    return compared().question(name)


def sizes(name: str) -> list[tuple[int, int]]:
    """Creatures on the board and actions, of each two readings."""
    kept = KEPT[name].partings
    return [(compared().growth.size(parting.position)[0], len(parting.played)) for parting in kept]


def test_at_least_sixty_questions_have_a_witness() -> None:
    assert sum(bool(kept.partings) for kept in KEPT.values()) >= 60


def test_every_switch_of_the_engine_has_a_witness_for_each_two_of_its_readings() -> None:
    lacking = {
        name: set(compared().pairs(question(name))) - {parting.readings for parting in KEPT[name].partings}
        for name in compared().game.readings
    }
    assert not {name: pairs for name, pairs in lacking.items() if pairs}


def test_every_patch_parts_from_the_clauses_as_they_are() -> None:
    patches = {
        (each.id, reading.name) for each in compared().rules.questions for reading in each.readings if reading.patch
    }
    assert patches == {(name, parting.readings[1]) for name, parting in PARTINGS if parting.by == CLAUSES}


def test_everything_kept_parts_as_it_was_kept() -> None:
    wrong = {name: list(compared().amiss(question(name), kept)) for name, kept in KEPT.items()}
    assert not {name: each for name, each in wrong.items() if each}


def test_every_kept_play_shows_the_case_that_its_question_is_about() -> None:
    for name, parting in PARTINGS:
        assert compared().grounds[name].shows(parting.position, parting.played), name


def test_every_kept_position_could_lie_so_on_a_table() -> None:
    """Cards that could be printed so, with Power, in a turn like any other, turned by what is drawn.

    But for what a question is about.
    """
    lifted = set[tuple[str, str]]()
    for name, parting in PARTINGS:
        wrong = {rule for rule, _ in compared().growth.unlikely(parting.position)}
        assert wrong <= compared().grounds[name].lifts, name
        lifted |= {(name, rule) for rule in wrong}
    assert lifted == {
        ("ostium.charge.zero-attack", "power"),
        ("ostium.draw.first-turn", "first turn"),
        ("ostium.charge.turned-in-the-way", "turned"),  # as it can lie among three
        ("ostium.charge.turned-power", "turned"),
        ("ostium.synergy.double-arrow-elsewhere", "double arrow"),
        ("ostium.turn.first-attack", "first turn"),
    }


# Which examples hang on which other question, as a reader found who looked at each by hand.
HANG = {
    ("ostium.charge.turned-attacks", "ostium.move.turned"),
    ("ostium.collect.development-skulls", "ostium.gates.wave-attacker"),
    ("ostium.charge.must-push", "ostium.charge.second-comparison"),  # by what may be done in place of the refused
}
APART = {  # these hung on another question before, and are drawn so now that they do not
    ("ostium.charge.must-attack", "ostium.charge.zero-attack"),
    ("ostium.fusion.late-chain", "ostium.charge.zero-attack"),
    ("ostium.fusion.late-chain", "ostium.fusion.link-has-attacked"),
    ("ostium.charge.sole-aim", "ostium.charge.zero-attack"),
    ("ostium.turn.first-attack", "ostium.charge.zero-attack"),
    ("ostium.fusion.icon-stacking", "ostium.fusion.attackers-own-icon"),
    ("ostium.charge.flask-value", "ostium.charge.flask-self"),
    ("ostium.fusion.ending-is-passing", "ostium.fusion.crossing"),
}


def test_a_play_says_on_which_other_questions_it_hangs() -> None:
    found = {(name, other) for name, parting in PARTINGS for other in parting.supposes}
    assert found >= HANG
    assert not found & APART
    for name, parting in PARTINGS:
        defaults = {other: question(other).default for other in parting.supposes}
        assert parting.supposes == defaults, name
        assert not set(parting.supposes) & {name, *parting.given}


@pytest.mark.parametrize("name", sorted({name for name, _ in HANG | APART}))
def test_what_a_play_hangs_on_is_found_again(name: str) -> None:
    for parting in KEPT[name].partings:
        found = hanging().of(question(name), parting.readings, parting.given, parting.position, parting.played)
        assert found == parting.supposes


def test_a_play_of_an_attacker_without_power_hangs_on_whether_it_attacks() -> None:
    weak = {"id": "a0", "kind": "warrior", "clan": "red"}
    for power, hangs in ((0, True), (1, False)):
        row = [{**weak, "power": power}, None, None]
        position = {"turn": 3, "phase": "attack", "players": {"A": {"attack": row}}}
        name, play = "ostium.charge.must-attack", [("A", {"type": "attack", "attacker": "A0"})]
        found = hanging().of(question(name), ("all", "may-withhold"), {}, position, play)
        assert ("ostium.charge.zero-attack" in found) is hangs


def test_a_witness_that_is_altered_is_noticed() -> None:
    name = "ostium.charge.second-comparison"
    (parting,) = KEPT[name].partings
    weaker = json.loads(json.dumps(parting.position))
    weaker["players"]["B"]["defense"][0]["power"] = 1
    one, other = parting.under
    for altered in (
        msgspec.structs.replace(parting, position=weaker),
        msgspec.structs.replace(parting, under=(other, one)),
        msgspec.structs.replace(parting, action={"type": "end_attack"}),
        msgspec.structs.replace(parting, readings=("remainder", "some-power")),
    ):
        assert list(compared().amiss(question(name), Witness(name, (altered,)))), altered


def test_a_result_that_the_patched_clauses_do_not_ask_for_is_noticed() -> None:
    name = "ostium.charge.floor"
    (parting,) = KEPT[name].partings
    assert parting.instead is not None
    wrong = {**parting.instead, "players": {**parting.instead["players"], "B": {"gates": [13, 15, 15]}}}
    altered = msgspec.structs.replace(parting, instead=wrong)
    assert list(compared().amiss(question(name), Witness(name, (altered,)))) == ["zero-floor and negative do not part"]


@pytest.mark.parametrize(
    ("name", "creatures", "actions"),
    [
        ("ostium.fusion.ending-is-passing", 5, 2),  # of ends that are shared or run through
        ("ostium.charge.second-comparison", 3, 1),
        ("ostium.charge.floor", 3, 1),
        ("ostium.fusion.icon-stacking", 3, 2),
        ("ostium.charge.must-attack", 1, 1),
        ("ostium.draw.first-turn", 0, 1),
    ],
)
def test_witnesses_are_small(name: str, creatures: int, actions: int) -> None:
    assert max(sizes(name)) == (creatures, actions)


def test_two_chains_end_on_one_creature_among_four() -> None:
    assert sizes("ostium.fusion.ending-is-passing")[0] == (4, 2)


def test_the_remainder_or_the_full_power_meets_the_second_defender() -> None:
    (parting,) = KEPT["ostium.charge.second-comparison"].partings
    remainder, full = parting.under
    assert (parting.action, parting.how) == ({"type": "attack", "attacker": "A0", "first": "attack_row"}, RESULT)
    assert remainder.part == {"players": {"B": {"defense": [{"id": "c0", "rotated": False}, None, None]}}}
    assert full.part == {"players": {"B": {"defense": [{"id": "c0", "rotated": True}, None, None]}}}


def test_two_chains_end_on_one_creature_or_do_not() -> None:
    parting = KEPT["ostium.fusion.ending-is-passing"].partings[0]
    disjoint, shared = parting.under
    assert (parting.readings, parting.how) == (("disjoint", "shared-end"), LEGALITY)
    assert (disjoint.allowed, disjoint.clauses) == (False, ("ostium.fusion.one-chain-per-creature",))
    assert shared.allowed


# What a patch says, against the question's own words: the action on which it parts, and what it makes of it.
JUDGED = {
    "ostium.components.primordial-cost": ("summon", True),
    "ostium.turn.act-in-between": ("summon", True),
    "ostium.turn.first-attack": ("attack", False),
    "ostium.discard.after-the-draw": ("discard", False),
    "ostium.discard.arrow-removes-itself": ("use", False),
    "ostium.summon.turned-slot": ("summon", True),
    "ostium.synergy.double-arrow-elsewhere": ("affiliate", False),
    "ostium.synergy.order": ("use", False),
    "ostium.move.swap-cost": ("swap", False),
    "ostium.move.turned": ("move", False),
    "ostium.fusion.empty-defense-slot": ("fuse", True),
    "ostium.fusion.turned-link": ("fuse", False),
    "ostium.fusion.link-has-attacked": ("fuse", False),
    "ostium.charge.attack-order": ("attack", False),
    "ostium.charge.flask-when": ("flask", False),
    "ostium.charge.flask-unnamed": ("attack", False),
    "ostium.draw.as-one": ("use", False),
    "ostium.draw.used-arrow-in-pile": ("use", False),
    "ostium.gift.rebuilt-gate": ("take_sovereign", False),
    "ostium.gift.sixth-card": ("take_sovereign", False),
    "ostium.abilities.optional": ("decline", False),
    "ostium.abilities.damage-to-destroyed": ("use", True),
    "ostium.abilities.full-gate": ("use", False),
    "ostium.abilities.rebuild-whose": ("use", True),
    "ostium.abilities.clan-removal-absent": ("use", False),
}


def test_patches_allow_and_refuse_what_their_readings_mean() -> None:
    found = {
        name: (parting.action["type"], parting.under[1].allowed)
        for name, parting in PARTINGS
        if parting.by == CLAUSES and parting.how == LEGALITY
    }
    assert found == JUDGED


# The one thing that is otherwise behind the action, as the question's situation tells it: place, as it is, and patched.
LED_TO: dict[str, tuple[str, Any, Any]] = {
    "ostium.turn.crystals-until": ("A crystals", 0, 1),
    "ostium.turn.arrow-crystals-in-attack": ("A crystals", 0, 1),
    "ostium.synergy.which-half": ("B gates", [14, 15, 15], [13, 15, 15]),
    "ostium.synergy.affiliated-primordial": ("B gates", [13, 15, 15], [14, 15, 15]),
    "ostium.synergy.robed-keeps-own-clan": ("B gates", [13, 15, 15], [14, 15, 15]),
    "ostium.synergy.robed-wakes-neighbours": ("B gates", [14, 15, 15], [13, 15, 15]),
    "ostium.fusion.attackers-own-icon": ("B gates", [11, 15, 15], [12, 15, 15]),
    "ostium.fusion.side-icon-partner": ("B gates", [11, 15, 15], [12, 15, 15]),
    "ostium.fusion.robed-number": ("B gates", [10, 15, 15], [11, 15, 15]),
    "ostium.charge.flask-turned": ("B gates", [13, 0, 15], [14, 0, 15]),
    "ostium.charge.flask-primordial": ("B gates", [13, 15, 15], [12, 15, 15]),
    "ostium.charge.turned-in-the-way": ("B gates", [15, 15, 15], [14, 15, 15]),
    "ostium.charge.floor": ("B gates", [14, 15, 15], [15, 15, 15]),
    "ostium.gates.surplus": ("B gates", [0, 15, 15], [0, 14, 15]),
    "ostium.collect.skull-crystals": ("B crystals", 0, 1),
    "ostium.gift.none-left": ("A gate_lost", False, True),
}
OPENED = {  # whether an ability pends: as it is, and patched
    "ostium.summon.zone-main-domain": (False, True),
    "ostium.summon.bought-sides": (True, False),
    "ostium.synergy.only-when-summoned": (True, False),
    "ostium.synergy.turned-newcomer": (True, False),
    "ostium.synergy.side-area-icon": (False, True),
    "ostium.synergy.vertical-sides": (False, True),
    "ostium.synergy.side-by-side-halves": (True, False),
    "ostium.abilities.out-of-play-empty": (False, True),
    "ostium.abilities.several-objects": (True, False),
    "ostium.abilities.area-icon-in-zone": (True, False),
}
OTHERWISE = {  # several things at once, told apart below
    "ostium.turn.attack-with-nothing",
    "ostium.area.reshuffle-early",
    "ostium.area.primordials-return",
    "ostium.gates.wave-without-creature",
    "ostium.collect.skull-choices",
    "ostium.draw.pile-on-top",
    "ostium.abilities.split-value",
    "ostium.abilities.rebuilt-column",
    "ostium.abilities.clan-removal-wild",
}


def parts_of(name: str) -> tuple[Any, Any]:
    (parting,) = KEPT[name].partings
    return parting.under[0].part, parting.under[1].part


def test_patches_lead_where_their_readings_mean() -> None:
    found = {name for name, parting in PARTINGS if parting.by == CLAUSES and parting.how == RESULT}
    assert found == LED_TO.keys() | OPENED.keys() | OTHERWISE
    for name, (where, as_is, patched) in LED_TO.items():
        player, member = where.split()
        expected = tuple({"players": {player: {member: value}}} for value in (as_is, patched))
        assert parts_of(name) == expected, name
    for name, opened in OPENED.items():
        assert tuple(bool(part["pending"]) for part in parts_of(name)) == opened, name


ELSEWHERE: list[tuple[str, tuple[Any, ...], tuple[Any, Any]]] = [
    ("ostium.turn.attack-with-nothing", ("phase",), ("attack", "development")),
    ("ostium.turn.attack-with-nothing", ("active",), ("A", "B")),
    ("ostium.area.reshuffle-early", ("area", "warrior_deck"), ([], [{"id": "v2"}])),
    ("ostium.area.primordials-return", ("area", "primordials"), (0, 1)),
    ("ostium.area.primordials-return", ("players", "A", "discard"), ([{"id": "a0"}], [])),
    ("ostium.gates.wave-without-creature", ("players", "A", "defense", 0, "rotated"), (False, True)),
    ("ostium.collect.skull-choices", ("pending", 0, "owner"), ("B", "A")),
    ("ostium.draw.pile-on-top", ("players", "A", "hand"), ([{"id": "y0"}], [{"id": "y1"}])),
    ("ostium.abilities.split-value", ("players", "B", "gates"), ([13, 15, 15], [14, 15, 15])),
    ("ostium.abilities.rebuilt-column", ("players", "A", "attack", 0, "rotated"), (True, False)),
    (
        "ostium.abilities.clan-removal-wild",
        ("players", "A", "discard"),
        ([{"id": "h0"}], [{"id": "h0"}, {"id": "a0"}]),
    ),
]


@pytest.mark.parametrize(("name", "way", "expected"), ELSEWHERE)
def test_a_patch_leads_elsewhere_by_just_that(name: str, way: tuple[Any, ...], expected: tuple[Any, Any]) -> None:
    found = list(parts_of(name))
    for step in way:
        found = [part[step] for part in found]
    assert tuple(found) == expected


@pytest.mark.parametrize(
    "name", ["ostium.fusion.ending-is-passing", "ostium.charge.flask-self", "ostium.move.swap-cost"]
)
def test_a_search_finds_what_is_kept(name: str) -> None:
    found = witness_for(hanging(), question(name), BUDGET, lambda _: None)
    plain = [(each.position, each.played, each.under) for each in KEPT[name].partings]
    assert [(each.position, each.played, each.under) for each in found.partings] == plain


def test_readings_that_no_play_tells_apart_are_equal_on_everything_explored() -> None:
    name = "ostium.fusion.crossing"
    ground = compared().grounds[name]
    alone = type(ground)(name, ground.positions, most=6, depth=2)
    crossing = Compared(compared().game, compared().rules, compared().growth, {name: alone})
    found = witness_for(Hanging(crossing), question(name), BUDGET, lambda _: None)
    assert not found.partings, "with disjoint chains nothing crosses"
    assert [each.readings for each in found.equal] == [("sharing", "geometric")]
    assert found.equal[0].explored.whole


def test_games_from_the_start_part_as_soon_as_was_kept() -> None:
    for name in ("ostium.draw.first-turn", "ostium.discard.arrow-in-attack"):
        (parting,) = KEPT[name].partings
        comparison = compared().comparison(question(name), parting.readings, parting.given)
        assert isinstance(comparison, Switched)
        assert met(comparison) == parting.met


def test_what_is_exported_are_families_that_tell_every_two_readings_apart(tmp_path: Path) -> None:
    mode = compared().growth.mode
    families = [family(compared().rules, mode, "found", question(name), each) for name, each in KEPT.items()]
    cases = [case for each in families for case in each["cases"]]
    assert len(cases) == 2 * len(PARTINGS)
    (tmp_path / "found.json").write_text(json.dumps({**families[0], "cases": cases}), encoding="utf-8")
    clauses = frozenset(clause.id for clause in compared().rules.clauses)
    names = Names(clauses, frozenset(compared().rules.info.modes), readings("ostium"))
    assert lint(find("ostium", tmp_path / "found.json"), names) == []


# --- the command


def run(*words: str) -> Any:
    return CliRunner().invoke(build("witness"), ["witness", "ostium", *words])


def test_the_command_draws_the_board_and_says_both_answers_with_clauses() -> None:
    told = run("ostium.fusion.ending-is-passing")
    assert told.exit_code == 0
    assert "A: fuse gate 1, path D1 A1 A0" in told.stdout
    assert "under “disjoint”: refused, because A0 is part of the chain from gate 0" in told.stdout
    assert "ostium.fusion.one-chain-per-creature" in told.stdout
    assert "A attack   a0   |  a1   |   ·" in told.stdout
    assert "the smallest among" in told.stdout


def test_the_command_gives_json_with_the_board() -> None:
    value = json.loads(run("ostium.charge.second-comparison", "--format", "json").stdout)
    assert (value["game"], value["question"], len(value["partings"])) == (
        "ostium",
        "ostium.charge.second-comparison",
        1,
    )
    assert "blue 2" in value["partings"][0]["board"]


def test_a_question_without_readings_to_compare_is_no_failure() -> None:
    told = run("ostium.three.who-begins")
    assert told.exit_code == 0
    assert "there is nothing to explore" in told.stdout


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("ostium.fusion.ending-is-pasing",), 2, "Did you mean ostium.fusion.ending-is-passing?"),
        (("ending-is-passing",), 2, "Did you mean ostium.fusion.ending-is-passing?"),
        (("--export", "found.json"), 2, "--export writes the cases of one question"),
        (("ostium.three.who-begins", "--export", "x.json"), 2, "has no witness that cases could be made of"),
        (("ostium.draw.first-turn", "--export", "Draw.txt"), 2, "has to be called after a chapter"),
    ],
)
def test_what_cannot_be_done_as_asked_is_said(words: tuple[str, ...], code: int, says: str) -> None:
    told = run(*words)
    assert told.exit_code == code
    assert says in told.stderr


def kept_at(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def path_of(game: str) -> Path:
        return path

    monkeypatch.setattr(witness, "path_of", path_of)


def test_a_file_that_holds_no_witnesses_is_said_to_hold_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "witnesses.json"
    path.write_text('{"game": "ostium", "witnesses": [{"question": 7}]}', encoding="utf-8")
    kept_at(path, monkeypatch)
    told = run("ostium.draw.first-turn")
    assert told.exit_code == 3
    assert f"{path} holds no witnesses" in told.stderr
    assert "`ruleproof witness ostium --write` finds them anew" in told.stderr


def test_what_is_found_anew_is_kept_with_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "witnesses.json"
    kept_at(path, monkeypatch)
    keep("ostium", tuple(KEPT.values())[:2])
    assert run("ostium.draw.first-turn", "--write", "--budget", "50", "--quiet").exit_code == 0
    assert list(witnesses("ostium")) == [*list(KEPT)[:2], "ostium.draw.first-turn"]


def test_a_kept_witness_that_parts_no_more_is_looked_for_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "witnesses.json"
    kept_at(path, monkeypatch)
    (parting,) = KEPT["ostium.draw.first-turn"].partings
    stale = msgspec.structs.replace(parting, position={**parting.position, "turn": 2})
    keep("ostium", (Witness("ostium.draw.first-turn", (stale,)),))
    told = run("ostium.draw.first-turn", "--quiet")
    assert told.exit_code == 0
    assert "refills and none do not part" in told.stderr
    assert "“refills” and “none” part at the first action" in told.stdout
    checked = run()
    assert (checked.exit_code, "refills and none do not part" in checked.stderr) == (1, True)


def test_a_family_is_written_once_and_never_over_another_file(tmp_path: Path) -> None:
    path = tmp_path / "draw.json"
    assert run("ostium.draw.first-turn", "--export", str(path)).exit_code == 0
    value = json.loads(path.read_text(encoding="utf-8"))
    assert [case["id"] for case in value["cases"]] == [
        "ostium/draw/first-turn-refills-or-none-as-refills",
        "ostium/draw/first-turn-refills-or-none-as-none",
    ]
    again = run("ostium.draw.first-turn", "--export", str(path))
    assert (again.exit_code, "cases are never written over" in again.stderr) == (2, True)


def test_the_kept_witness_of_a_question_is_at_hand() -> None:
    found = witness_of("ostium", "ostium.draw.first-turn")
    assert found is not None
    assert found.partings[0].readings == ("refills", "none")
    assert witness_of("ostium", "ostium.three.who-begins") is None


def test_a_question_that_is_looked_at_anew_alone_is_kept_as_it_was_with_all_others(tmp_path: Path) -> None:
    shutil.copytree(finding.HERE / "invariants" / "ostium", tmp_path / "invariants" / "ostium")
    kept = tmp_path / "invariants" / "ostium" / "witnesses.json"
    before = kept.read_bytes()
    asked = [sys.executable, "-P", "-m", "ruleproof.conformance.main", "witness", "ostium"]
    done = subprocess.run(
        [*asked, "ostium.charge.second-comparison", "--write"],
        env=os.environ | {"RULEPROOF_PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, f"wrote {kept}" in done.stderr) == (0, True), done.stderr
    assert kept.read_bytes() == before
