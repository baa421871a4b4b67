"""A small game of our own, from its text to a spec without a finding, made by the project's own ways."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from ruleproof.spec.creating import begin
from ruleproof.spec.loading import Rules, load
from ruleproof.spec.reviewing import review

TEXT = """Pebbles

A game for two players.

Setup

Lay five pebbles on the table. The younger player starts.

Playing

Players take turns. On your turn you take one or two pebbles from the table. You may not pass.

- Taken pebbles stay with you.
- Nobody looks (not even at the end).

End of the game

Whoever takes the last pebble wins. The game ends at once.

Count the pebbles before you start!
"""

CLASSES = {
    "pebbles/p1/s1": "component",
    "setup/p1/s1": "setup",
    "setup/p1/s2": "setup",
    "playing/p1/s1": "norm",
    "playing/p1/s2": "norm",
    "playing/p1/s3": "norm",
    "playing/p2/s1": "norm",
    "playing/p3/s1": "flavour",
    "end-of-the-game/p1/s1": "outcome",
    "end-of-the-game/p1/s2": "outcome",
    "end-of-the-game/p2/s1": "advice",
}

RULES = """[[clause]]
id = "pebbles.rules.five-at-first"
says = "Five pebbles lie there at first, and the younger one begins."
kind = "setup"
source = [
  { at = "setup/p1/s1" },
  { at = "setup/p1/s2" },
]

[[clause]]
id = "pebbles.rules.take-a-few"
says = "A turn takes one pebble or two."
kind = "norm"
modality = "must"
source = [{ at = "playing/p1/s2", role = "states" }]
question = "pebbles.rules.none-left"

[[clause]]
id = "pebbles.rules.no-passing"
says = "Nobody passes."
kind = "norm"
modality = "cannot"
overrides = ["pebbles.rules.take-a-few"]
basis = "playing/p1/s3"

[[clause.source]]
at = "playing/p1/s3"
role = "states"

[[clause]]
id = "pebbles.rules.last-wins"
says = "The last pebble wins the game."
kind = "outcome"
source = [{ at = "end-of-the-game/p1/s1" }, { at = "end-of-the-game/p1/s2", role = "implies" }]

[[waiver]]
at = ["playing/p1/s1", "playing/p2/s1"]
reason = "They wait for the chapter on turns."
"""

QUESTIONS = """[[question]]
id = "pebbles.rules.none-left"
at = ["playing/p1/s2", "end-of-the-game/p1/s1"]
kind = "gap"
asks = "What if one pebble lies there?"
readings = [
  { name = "one", gloss = "One is taken." },
  { name = "two", gloss = "Two have to be taken." },
]
default = "one"
because = "A turn may take a single one."
weight = "low"
"""


@dataclass(frozen=True)
class Toy:
    """Where the game lies, and its text."""

    root: Path
    text: str

    @property
    def spec(self) -> Path:
        return self.root / "spec" / "pebbles"

    @property
    def rulebook(self) -> Path:
        return self.root / "pebbles.txt"

    def load(self) -> Rules:
        return load("pebbles")

    def edit(self, name: str, old: str, new: str) -> None:
        path = self.spec / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    def given(self, text: str) -> Path:
        path = self.root / "given.txt"
        path.write_text(text, encoding="utf-8")
        return path


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Toy:
    """The game as `new` makes it: every sentence unclear, no clause."""
    root = tmp_path / "games"
    root.mkdir()
    (root / "pebbles.txt").write_text(TEXT, encoding="utf-8")
    begin("pebbles", "Pebbles", root / "pebbles.txt", root).write()
    monkeypatch.setenv("RULEPROOF_PATH", str(root))
    return Toy(root, TEXT)


@pytest.fixture
def written(fresh: Toy) -> Toy:
    """The game with classes, clauses, a waiver and a question, none of them confirmed."""
    classify(fresh.spec / "ledger.json", CLASSES)
    (fresh.spec / "rules.toml").write_text(RULES, encoding="utf-8")
    (fresh.spec / "questions.toml").write_text(QUESTIONS, encoding="utf-8")
    return fresh


@pytest.fixture
def toy(written: Toy, monkeypatch: pytest.MonkeyPatch) -> Toy:
    """The game as it is when everything is confirmed."""
    monkeypatch.delenv("CI", raising=False)
    review(written.load(), [], everything=True).write()
    return written


def classify(path: Path, classes: Mapping[str, str]) -> None:
    """What a person does with an editor: give sentences their classes."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for place, kind in classes.items():
        (number,) = (i for i, line in enumerate(lines) if f'"{place}"' in line)
        lines[number] = lines[number].replace('"unclear"', f'"{kind}"')
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
