"""What bent implementations answered is kept, and a handful of them is told by it; soak/test_suspects.py takes all."""

import importlib
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from ruleproof.conformance.bent import Bents, read
from ruleproof.conformance.case import CaseFault
from ruleproof.conformance.conform_command import reference
from ruleproof.conformance.connection import target
from ruleproof.conformance.running import Plan, Runner
from ruleproof.conformance.suite import find, form
from ruleproof.spec.loading import load

TESTS = Path(__file__).parent.parent
sys.path[:0] = [str(TESTS), str(TESTS / "strangers")]
TOOL: Any = importlib.import_module("bent")
EDITS: Any = importlib.import_module("edits")
KEPT: Bents = read(TOOL.FILE)
KNOWN: dict[str, Any] = {one.title: one for one in TOOL.known()}


def test_each_edit_of_the_stranger_has_one_place_there() -> None:
    texts = {path.name: path.read_text() for path in EDITS.STRANGER.glob("*.mjs")}
    places = [(name, file, texts[file].count(old)) for name, bend in EDITS.BENT.items() for file, old, _ in bend.edits]
    assert [one for one in places if one[2] != 1] == []


def test_every_bend_names_clauses_of_the_rulebook_and_most_chapters_are_bent() -> None:
    clauses = {clause.id for clause in load("ostium").clauses}
    assert {clause for one in KNOWN.values() for clause in one.clauses} <= clauses
    assert len({clause.split(".")[1] for one in KNOWN.values() for clause in one.clauses}) >= 14


def test_what_is_kept_is_of_known_bends_under_their_first_clause_and_of_cases_there_are() -> None:
    cases = {one.id for one in find("ostium").everything()}
    assert len(KEPT.bent) >= 200
    for one in KEPT.bent:
        assert one.clause == KNOWN[one.name].clauses[0]
        assert one.answers.keys() <= cases


def test_a_file_that_is_none_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "bent.json").write_text('{"interpretation": 1, "game": "g", "bent": [{"name": "x"}]}')
    with pytest.raises(CaseFault, match="clause"):
        read(tmp_path / "bent.json")


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not there")
@pytest.mark.parametrize("name", ["gift-to-the-pile", "fusion-gives-three", "the-hand-costs-too"])
def test_the_bent_clause_comes_first_and_every_other_failure_is_behind_it(name: str, tmp_path: Path) -> None:
    suite, one = find("ostium"), KNOWN[f"javascript/{name}"]
    plan = Plan(repeat=False, floor=False, reference=reference("ostium"))
    runner = Runner(target(one.command(tmp_path), strict=False), suite, form("ostium"), plan)
    red = [line.id for line in runner.run(suite.cases(), suite.beside()) if line.verdict == "fail"]
    (suspect,) = runner.suspected()
    assert suspect.clause == one.clauses[0]
    assert {*suspect.names, *suspect.behind} >= set(red)
