"""Facts about vocabularies: every fault is told at once, and Ostium's reads positions without any engine."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ruleproof.spec.acting import Acting, Unreadable
from ruleproof.spec.closures import Sight
from ruleproof.spec.expression import fragment, parse
from ruleproof.spec.fault import Faulty
from ruleproof.spec.loading import load
from ruleproof.spec.syntax import Scope
from ruleproof.spec.viewing import Viewer
from ruleproof.spec.vocabulary import Vocabulary, read, read_source

MEADOW: Vocabulary = read(Path(__file__).parent / "meadow.toml")
ACTING, VIEWER = Acting(MEADOW), Viewer(MEADOW)
TAGGED: dict[str, Any] = {"cells": {"near": [{"tag": "t1"}, {"tag": "t2"}]}}

BASE = """
[sort.cell]
fields = { column = "int", up = "cell" }
members.X = { column = 0, up = "Y" }
members.Y = { column = 1, up = "X" }

[variable.grass]
args = { cell = "cell" }
type = "int 0..9"
at = "cells[{cell.column}]"
"""


def faults(more: str) -> list[tuple[str, str]]:
    with pytest.raises(Faulty) as caught:
        read_source(BASE + more, "here.toml")
    return [(fault.place, fault.what) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("more", "what"),
    [
        ("[sort.pen]\nmembers.P = { column = 1 }\nfields = { row = 'int' }", "P.row is None"),
        ("[sort.pen]\nmembers.P = { near = 'Z' }\nfields = { near = 'cell' }", "which is no cell"),
        ("[sort.pen]\nmembers = []\nfields = { near = 'cel' }", "there is no type cel. Did you mean cell?"),
        ("[relation.by]\nargs = { a = 'cell', b = 'cell' }\npairs = [['X']]", "1 members, not 2"),
        ("[relation.by]\nargs = { a = 'cell', b = 'cell' }\npairs = [['X', 'Z']]", "'Z', which is no cell"),
        ("[variable.rain]\ntype = 'boole'\nat = 'rain'", "there is no type boole. Did you mean bool?"),
        ("[variable.rain]\ntype = 'bool'\nat = 'rain[{cel}]'\nargs = { cell = 'cell' }", "Did you mean cell?"),
        ("[variable.rain]\ntype = 'bool'\nat = 'rain[['", "cannot be read from its character 5 on"),
        ("[variable.rain]\ntype = 'bool'\nat = 'rain'\nsays = 'rain on {cell}'", "`says` names cell"),
        ("[variable.rain]\ntype = 'bool'\nat = 'rain'\nred = 'tag'", "Extra inputs are not permitted"),
        ("[variable.rain]\ntype = 'bool'", "Field required"),
        (
            "[define.tall]\nargs = { c = 'cell' }\nis = 'gras(c) > 3'",
            "column 1: there is no name gras. Did you mean grass?",
        ),
        ("[define.grass]\nis = 'true'", "variable.grass has this name already"),
        ("[define.one]\nis = 'two'\n[define.two]\nis = 'one'", "the defines run in a circle: one -> two -> one"),
        ("[action.go]\nargs = { cell = 'cell' }\njson = { cell = '{cel}' }", "Did you mean cell?"),
        ("[action.go]\ncloses = ['gone']", "it closes gone. Did you mean go?"),
        ("[action.go]\noptional = ['cell']", "optional names cell, which is no argument"),
        (
            "[action.go]\nargs = { c = 'cell' }\njson = { c = '{c}' }\n"
            "candidates = [{ kind = 'paths', arg = 'c', along = 'by', starts = 'true', ends = 'true' }]",
            "need a path argument, and c is none",
        ),
        (
            "[action.go]\nargs = { c = 'path of cell' }\njson = { c = '{c}' }\n"
            "candidates = [{ kind = 'paths', arg = 'c', along = 'by', starts = 'true', ends = 'true' }]",
            "there is no relation by",
        ),
        ("[action.go]\ncandidates = [{ kind = 'guess' }]", "does not match any of the expected tags"),
        ("[variable.rain]\ntype = 'bool'\nat = 'rain[{cell}]'\nargs = { cell = 'cell' }", "a number (int) is wanted"),
        ("[variable.rain]\ntype = 'int'\nat = 'rain'\nread = 'present'", 'read = "present" gives bool'),
        ("[variable.rain]\ntype = 'int'\nat = 'rain'\nread = 'tag'", 'tag goes with read = "tag"'),
        ("[variable.rain]\ntype = 'int'\nat = 'rain'\nitem = 'x'", 'item goes with read = "holds"'),
        ("[variable.rain]\ntype = 'int'\nat = 'rain'\ndefault = 'much'", "default is 'much'"),
        ("[variable.at]\ntype = 'cell'\nat = 'at'\ndefault = 'Z'", "default is 'Z', which is no cell"),
        ("[variable.at]\ntype = 'cell'\nat = 'at'", "it needs a default"),
        ("[sort.pen]\nmembers = ['Q']\nwritten = { R = 'r' }", "written names R"),
        ("[action.go]\nargs = { cell = 'cell' }", "no member of its json tells cell"),
        (
            "[action.go]\nargs = { c = 'path of cell' }\njson = { c = '{c}' }\ncandidates = [{ kind = 'product' }]",
            "need members of sorts, and c is none",
        ),
        (
            "[action.go]\nargs = { c = 'cell' }\njson = { c = '{c}' }\n"
            "candidates = [{ kind = 'product', only = { c = ['Z'] } }]",
            "only c is 'Z', which is no cell",
        ),
        ("[invariant.low]\nholds = 'grass(X)'", "a condition (bool) is wanted"),
        ("[variable", "is not TOML"),
    ],
)
def test_a_fault_says_what_is_wrong(more: str, what: str) -> None:
    assert [text for _, text in faults(more) if what in text]


def test_all_faults_are_told_at_once_each_with_its_line() -> None:
    found = faults(
        "[define.tall]\nis = 'gras(X) > 3'\n[invariant.low]\nholds = 'grass(Z) < 3'\n[action.go]\ncloses = ['g']"
    )
    assert [place for place, _ in found] == ["here.toml:11", "here.toml:13", "here.toml:15"]


def test_what_only_names_something_faulty_is_no_fault_of_its_own() -> None:
    assert (
        len(
            faults(
                "[define.tall]\nis = 'gras(X) > 3'\n[define.taller]\nis = 'not tall'\n[invariant.low]\nholds = 'tall'"
            )
        )
        == 1
    )


def test_a_define_may_name_one_that_stands_below_it() -> None:
    read_source(BASE + "[define.one]\nis = 'not two'\n[define.two]\nis = 'grass(X) > 3'")


# --- actions and candidates


@pytest.mark.parametrize(
    ("action", "given"),
    [
        ({"type": "walk", "path": ["N0", "F0"]}, ("walk", {"path": ("N0", "F0"), "pace": None})),
        ({"type": "walk", "path": [], "pace": "fast"}, ("walk", {"path": (), "pace": "fast"})),
        ({"type": "graze", "tag": "t2", "player": "A"}, ("graze", {"cell": "N1"})),
        ({"type": "shear", "place": "far-2"}, ("shear", {"cell": "F2", "pace": None})),
        ({"type": "leave"}, ("leave", {})),
    ],
)
def test_an_action_is_read_into_its_arguments_and_written_back(action: dict[str, Any], given: tuple[str, Any]) -> None:
    sight = VIEWER.sight(TAGGED)
    assert ACTING.read(action, sight) == given
    named = {member: value for member, value in action.items() if member != "player"}
    assert ACTING.write(*given, sight) == named


@pytest.mark.parametrize(
    "action",
    [
        None,
        "walk",
        {},
        {"type": "wolk"},
        {"type": ["walk"]},
        {"type": "walk"},
        {"type": "walk", "path": "N0"},
        {"type": "walk", "path": ["N9"]},
        {"type": "walk", "path": [["N0"]]},
        {"type": "walk", "path": ["N0"], "pace": "brisk"},
        {"type": "walk", "path": ["N0"], "speed": "fast"},
        {"type": "graze", "tag": "t9"},
        {"type": "graze", "tag": None},
        {"type": "graze", "tag": {}},
        {"type": "leave", "now": True},
    ],
)
def test_what_is_no_action_of_the_vocabulary_is_unreadable(action: object) -> None:
    with pytest.raises(Unreadable):
        ACTING.read(action, VIEWER.sight(TAGGED))


def test_candidates_are_simple_paths_and_declared_near_misses() -> None:
    paths = [given["path"] for given in ACTING.candidates("walk") if given["pace"] is None]
    good = [("N0", "F0"), ("N0", "N1", "F1"), ("N0", "F0", "F1"), ("N0", "N1", "N2", "F2"), ("N0", "N1", "F1", "F0")]
    near = {
        "skipped": ("N0", "F1"),
        "crosswise": ("N0", "F1", "F2"),
        "elsewhere": ("N2", "F2"),
        "short": ("N0", "N1"),
        "beyond": ("N0", "F0", "F1", "N1"),
        "repeated": ("N0", "F0", "N0", "F0"),
        "empty": (),
    }
    assert paths[:5] == good
    assert set(near.values()) <= set(paths)
    assert len(paths) == len(set(paths))


def test_an_optional_argument_is_proposed_and_left_out_too() -> None:
    assert [tuple(given.values()) for given in ACTING.candidates("shear")] == [
        ("N0", "slow"),
        ("N0", "fast"),
        ("N0", None),
        ("F0", "slow"),
        ("F0", "fast"),
        ("F0", None),
    ]


def test_an_action_that_the_position_has_no_word_for_is_not_written() -> None:
    sight = VIEWER.sight(TAGGED)
    assert [ACTING.write("graze", given, sight) for given in ACTING.candidates("graze")][:3] == [
        {"type": "graze", "tag": "t1"},
        {"type": "graze", "tag": "t2"},
        None,
    ]


# --- Ostium's own


CARD = {"id": "c", "kind": "warrior", "clan": "red", "power": 3, "left": ["shield:2", "fusion"], "rotated": True}
OSTIUM: dict[str, Any] = {
    "active": "B",
    "phase": "attack",
    "players": {
        "A": {"attack": [None, CARD, None], "gates": [15, 0, 7], "gate_lost": True},
        "B": {
            "defense": [{"id": "p1", "kind": "primordial", "clan": None, "main": ["double_arrow"]}],
            "attack": [{"id": "s", "kind": "warrior", "left": ["draw:2"], "skull": ["damage:3"]}],
            "hand": [{"id": "h0", "main": ["arrow>draw:2", "arrow>crystal"]}, {"id": "h1"}],
            "deck": [{"id": "t0"}, {"id": "t1"}],
            "discard": [{"id": "b0"}],
            "crystals": 4,
        },
    },
    "turn": 7,
    "area": {
        "warriors": [[{"id": "w0", "cost": 3}, None, {"id": "w2"}], [None, None, {"id": "w5", "cost": 2}]],
        "warrior_deck": [{"id": "x0"}],
        "dismissed": [{"id": "x1"}],
        "sovereigns": [{"id": "q0", "cost": 7}],
        "sovereign_deck": [{"id": "q1"}],
        "out_of_play": [{"id": "x2"}],
        "primordials": 6,
        "primordial_cost": 2,
    },
    "charge": {
        "affiliation": {"p1": "blue"},
        "chains": [{"gate": 1, "path": ["D1", "A1"]}],
        "flask": "red",
        "resolved": ["A2"],
    },
    "pending": [
        {
            "kind": "ability",
            "owner": "B",
            "source": "c",
            "domain": "left",
            "ability": "damage",
            "value": 2,
            "optional": True,
            "targets": ["A.G0"],
        },
        {"kind": "collect"},
    ],
}
READ = [
    ("turn", (), 7),
    ("offer", ("B", "A0", "left", "draw"), 2),
    ("offer", ("B", "A0", "main", "draw"), 0),
    ("skull", ("B", "A0", "damage"), 3),
    ("skull", ("A", "A1", "damage"), 0),
    ("arrow", ("B", "h0", "draw"), 2),
    ("arrow", ("B", "h0", "crystal"), 1),
    ("arrow", ("B", "h1", "crystal"), 0),
    ("arrow", ("A", "h0", "crystal"), 0),
    ("held", ("B",), ("h0", "h1")),
    ("held", ("A",), ()),
    ("deck", ("B",), ("t0", "t1")),
    ("pile", ("B",), ("b0",)),
    ("crystals", ("B",), 4),
    ("crystals", ("A",), 0),
    ("laid", ("W00",), True),
    ("laid", ("W01",), False),
    ("warrior", ("W12",), "w5"),
    ("warrior", ("W11",), None),
    ("warrior_cost", ("w5",), 2),
    ("warrior_cost", ("w2",), 0),
    ("warrior_deck", (), ("x0",)),
    ("dismissed", (), ("x1",)),
    ("sovereigns", (), ("q0",)),
    ("sovereign_cost", ("q0",), 7),
    ("sovereign_deck", (), ("q1",)),
    ("gone", (), ("x2",)),
    ("stack", (), 6),
    ("stack_price", (), 2),
    ("matter_of", ("Q0",), "ability"),
    ("matter_of", ("Q1",), "collect"),
    ("matter_of", ("Q2",), None),
    ("owner", ("Q0",), "B"),
    ("source", ("Q0",), "c"),
    ("part_of", ("Q0",), "left"),
    ("effect_of", ("Q0",), "damage"),
    ("effect_of", ("Q1",), None),
    ("value_of", ("Q0",), 2),
    ("value_of", ("Q1",), 1),
    ("optional", ("Q0",), True),
    ("optional", ("Q1",), False),
    ("targets", ("Q0",), ("A.G0",)),
    ("targets", ("Q1",), ()),
    ("active", (), "B"),
    ("phase", (), "attack"),
    ("waiting", (), 2),
    ("card", ("A", "A1"), "c"),
    ("card", ("A", "A0"), None),
    ("filled", ("A", "A1"), True),
    ("filled", ("A", "A0"), False),
    ("kind", ("B", "D0"), "primordial"),
    ("kind", ("B", "D1"), None),
    ("printed_clan", ("A", "A1"), "red"),
    ("printed_clan", ("B", "D0"), None),
    ("power", ("A", "A1"), 3),
    ("power", ("B", "D0"), 0),
    ("icon", ("A", "A1", "left", "shield"), 2),
    ("icon", ("A", "A1", "left", "fusion"), 1),
    ("icon", ("A", "A1", "right", "shield"), 0),
    ("rotated", ("A", "A1"), True),
    ("rotated", ("B", "D0"), False),
    ("durability", ("A", "G1"), 0),
    ("durability", ("A", "G2"), 7),
    ("durability", ("B", "G2"), 15),
    ("gate_lost", ("A",), True),
    ("gate_lost", ("B",), False),
    ("affiliation", ("B", "D0"), "blue"),
    ("affiliation", ("A", "A1"), None),
    ("affiliation", ("A", "A0"), None),
    ("chain", ("G1",), ("D1", "A1")),
    ("chain", ("G0",), ()),
    ("flask_clan", (), "red"),
    ("resolved", ("A2",), True),
    ("resolved", ("A1",), False),
]


@pytest.fixture(scope="module")
def ostium() -> Sight:
    return Viewer(load("ostium").vocabulary).sight(OSTIUM)


@pytest.mark.parametrize(("name", "args", "value"), READ)
def test_a_variable_of_ostium_is_read_from_the_position(ostium: Sight, name: str, args: Any, value: object) -> None:
    assert ostium.read(name, args) == value


def test_every_variable_of_ostium_has_a_row() -> None:
    assert {name for name, _, _ in READ} == set(load("ostium").vocabulary.variable)


def test_readings_are_those_of_the_questions_with_the_same_default() -> None:
    rules = load("ostium")
    for question, readings in rules.vocabulary.readings.items():
        assert readings == rules.question(question).names


def test_a_position_is_read_without_importing_an_engine() -> None:
    script = (
        "import sys; from ruleproof.spec.loading import load; from ruleproof.spec.norms import Norms\n"
        "norms = Norms(load('ostium')); sight = norms.sight({'phase': 'attack'})\n"
        "assert norms.judge(sight, {'type': 'end_attack'}).clauses\n"
        "sys.exit([m for m in sys.modules if m.startswith(('ruleproof.engine', 'ruleproof.invariants'))] or 0)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_the_page_on_expressions_is_true() -> None:
    page = (Path(__file__).parents[2] / "docs" / "expressions.md").read_text(encoding="utf-8")
    blocks = dict(re.findall(r"```(\w+)\n(.*?)```", page, re.DOTALL))
    frogs = read_source(blocks["toml"])
    for line in blocks["expression"].splitlines():
        assert fragment(parse(line, frogs, Scope(dict(frogs.action["hop"].args))), frogs) == "solver"
    exec(blocks["python"], {})
