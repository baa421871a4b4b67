"""`check`: whatever one has, it can be put to the suite from one's own tests."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ruleproof.conformance import NotConforming, check
from ruleproof.conformance.connection import Made
from ruleproof.engine.finding import game

FEW = "ostium.fusion.bonus-is-two"
COMMAND = [sys.executable, "-m", "ruleproof.conformance.main", "serve", "ostium"]


def test_the_reference_conforms() -> None:
    result = check(game("ostium"), "ostium", fail=False)
    assert result.good, result.text
    assert set(result.counts) == {"pass"}


def test_a_command_may_have_several_workers() -> None:
    assert check(COMMAND, "ostium", clause=FEW, workers=2).good


@pytest.mark.parametrize(
    "implementation", [game("ostium"), lambda: game("ostium"), COMMAND], ids=["game", "factory", "command"]
)
def test_a_game_a_factory_or_a_command_is_put_to_the_cases(implementation: Any) -> None:
    result = check(implementation, "ostium", clause=FEW)
    assert result.good
    assert result.counts["pass"] > 1
    assert "cases pass" in result.text


def test_an_object_that_answers_and_its_class_are_put_to_the_cases(table: Any) -> None:
    table.suite()
    for implementation in (table.Heap, table.Heap(), Made(table.Heap, "py:x:heap")):
        assert check(implementation, "heap", suite=table.folder).counts == {"pass": 5}


def test_what_does_not_conform_raises_with_a_report_that_names_case_clause_and_replay(table: Any) -> None:
    table.suite()
    wrong = type("Three", (table.Heap,), {"allows": lambda self, heap, action: "count" in action})
    with pytest.raises(NotConforming) as caught:
        check(wrong, "heap", suite=table.folder)
    text = str(caught.value)
    assert "FAIL  heap/take/three-refused  [heap.take.one-or-two]" in text
    assert "expected  accepted = false" in text
    assert "got       true" in text
    assert 'board     {"heap":5}' in text
    assert "replay    ruleproof conform heap --case heap/take/three-refused py:" in text
    assert "heap 1: 4 of 5 cases pass" in text
    assert isinstance(caught.value, AssertionError)
    assert caught.value.result.exit == 1


def test_without_fail_the_result_comes_back(table: Any) -> None:
    table.suite()
    result = check(type("No", (table.Heap,), {"allows": lambda *_: False}), "heap", suite=table.folder, fail=False)
    assert (result.exit, result.good) == (1, False)
    assert "the adapter does not work" in result.text


def test_checking_loads_neither_engine_nor_solver() -> None:
    program = "import sys; from ruleproof.conformance import check; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    heavy = {"z3", "hypothesis", "networkx", "pydantic", "typer", "rich", "lark", "jinja2", "pytest"}
    assert not heavy & set(loaded)
    assert not [name for name in loaded if name.startswith(("ruleproof.engine", "ruleproof.invariants"))]


def test_known_failures_are_taken_from_a_file(table: Any, tmp_path: Path) -> None:
    table.suite()
    known = tmp_path / "known.toml"
    known.write_text('[[known]]\ncases = "heap/take/three-*"\nverdict = "fail"\nreason = "later"\n', encoding="utf-8")
    wrong = type("Three", (table.Heap,), {"allows": lambda self, heap, action: "count" in action})
    assert check(wrong, "heap", suite=table.folder, known_failures=known).counts == {"pass": 4, "xfail": 1}
