"""What the check of a game costs as it grows: reading all files, and comparing the text in hand."""

import random
from pathlib import Path
from typing import Any

import pytest

from ruleproof.spec.checking import check
from ruleproof.spec.creating import begin
from ruleproof.spec.ledger import read_ledger
from ruleproof.spec.loading import load

CLAUSE = """[[clause]]
id = "big.{chapter}.rule-{number}"
says = "A rule of ours."
kind = "norm"
modality = "cannot"
needs = ["engine", "case"]
source = [
  {{ at = "{place}", fp = "{fp}", role = "states" }},
]

"""


@pytest.fixture(params=[500, 1000, 5000], ids=lambda clauses: f"{clauses} clauses")
def big(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game with a clause for each sentence, twenty chapters, and its text."""
    text, folder = tmp_path / "big.txt", tmp_path / "spec" / "big"
    text.write_text(made_up(request.param), encoding="utf-8")
    begin("big", "Big", text, tmp_path).write()
    ledger = folder / "ledger.json"
    ledger.write_text(ledger.read_text(encoding="utf-8").replace("unclear", "norm"), encoding="utf-8")
    chapters: dict[str, list[str]] = {}
    for number, s in enumerate(s for s in read_ledger(ledger).sentences if s.kind == "norm"):
        chapter = f"c{number % 20}"
        chapters.setdefault(chapter, []).append(CLAUSE.format(chapter=chapter, number=number, place=s.place, fp=s.fp))
    for chapter, clauses in chapters.items():
        (folder / f"{chapter}.toml").write_text("".join(clauses), encoding="utf-8")
    monkeypatch.setenv("RULEPROOF_PATH", str(tmp_path))
    return text


def made_up(sentences: int) -> str:
    chance = random.Random(1)
    words = [f"w{i}" for i in range(3000)]
    made = [f"S{i} {' '.join(chance.choices(words, k=12))}." for i in range(sentences)]
    return "Big\n\n" + "\n\n".join(" ".join(made[i : i + 4]) for i in range(0, sentences, 4)) + "\n"


def test_reading_and_checking_without_the_text(big: Path, benchmark: Any) -> None:
    assert benchmark(lambda: check(load("big"))).good


def test_reading_and_checking_with_the_text(big: Path, benchmark: Any) -> None:
    text = big.read_text(encoding="utf-8")
    assert benchmark(lambda: check(load("big"), text)).good
