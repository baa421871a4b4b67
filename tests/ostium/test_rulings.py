"""A ruling on a question of Ostium reaches engine and formal clauses: both take it where nothing is asked for."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ruleproof.spec import finding
from ruleproof.spec.answering import answer
from ruleproof.spec.loading import load

QUESTION = "ostium.charge.second-comparison"
POSITION = {
    "phase": "attack",
    "players": {
        "A": {"attack": [{"id": "a0", "kind": "warrior", "clan": "red", "power": 5}, None, None]},
        "B": {
            "attack": [{"id": "b0", "kind": "warrior", "clan": "blue", "power": 3}, None, None],
            "defense": [{"id": "d0", "kind": "warrior", "clan": "blue", "power": 4}, None, None],
        },
    },
}
ASK = """
import json, sys
from ruleproof.engine.ostium.game import GAME
from ruleproof.spec.loading import load

state = GAME.load(json.loads(sys.argv[1]), "two-player", {})
step = GAME.apply(state, "A", GAME.read_action({"type": "attack", "attacker": "A0", "first": "attack_row"}))
turned = [event["slot"] for event in map(GAME.write_event, step.events) if event["type"] == "defeated"]
line = GAME.line(state)
clauses = load("ostium").vocabulary.readings_with({})[sys.argv[2]]
print(json.dumps([GAME.readings[sys.argv[2]][0], clauses, turned, "reading" in line, GAME.read_line(line) == state]))
"""


def asked(root: Path) -> Any:
    """What a new process makes of the attack, with the rules that lie in `root`."""
    words = [sys.executable, "-c", ASK, json.dumps(POSITION), QUESTION]
    environment = os.environ | {"RULEPROOF_PATH": str(root)}
    done = subprocess.run(words, capture_output=True, text=True, check=True, env=environment)
    return json.loads(done.stdout)


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    shutil.copytree(finding.HERE / "spec" / "ostium", tmp_path / "spec" / "ostium")
    return tmp_path


def test_without_a_ruling_the_default_is_taken(copied: Path) -> None:
    assert asked(copied) == ["remainder", "remainder", ["B.A0"], False, True]


def test_engine_and_clauses_take_what_was_ruled(copied: Path) -> None:
    made = answer(load("ostium"), QUESTION, "full-power", "A letter of the authors")
    (copied / "spec" / "ostium" / "questions.toml").write_text(made.text, encoding="utf-8")
    assert made.follows == ("engine/ostium/reading.py",)
    assert asked(copied) == ["full-power", "full-power", ["B.A0", "B.D0"], False, True]
