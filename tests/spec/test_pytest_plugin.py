"""The pytest plugin: tests marked with clauses leave lines of evidence, and only where a folder is named."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = """
import pytest

@pytest.mark.clause("nowhere.a.good", "nowhere.a.both")
def test_good(): pass

@pytest.mark.clause("nowhere.a.both")
@pytest.mark.parametrize("n", [1, 2, 3])
def test_one_of_three_fails(n): assert n != 2

@pytest.mark.clause("nowhere.a.skipped")
def test_skipped(): pytest.skip("not here")

@pytest.mark.clause("nowhere.a.broken")
def test_whose_fixture_breaks(no_such_fixture): pass

def test_unmarked(): pass
"""


@pytest.fixture(scope="module")
def evidence(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tests")
    (folder / "test_it.py").write_text(TESTS)
    command = [sys.executable, "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--evidence", "out", "test_it.py"]
    alone = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=alone)
    assert "1 failed, 4 passed, 1 skipped, 1 error" in run.stdout, run.stdout
    return folder / "out" / "tests.ndjson"


def test_each_marked_test_that_ran_leaves_a_line_for_each_of_its_clauses(evidence: Path) -> None:
    lines = [json.loads(line) for line in evidence.read_text().splitlines()]
    assert [(line["clause"], line["place"], line["outcome"]) for line in lines] == [
        ("nowhere.a.both", "tests/test_it.py::test_good", "passed"),
        ("nowhere.a.both", "tests/test_it.py::test_one_of_three_fails", "failed"),
        ("nowhere.a.broken", "tests/test_it.py::test_whose_fixture_breaks", "failed"),
        ("nowhere.a.good", "tests/test_it.py::test_good", "passed"),
    ]
    assert {line["kind"] for line in lines} == {"test"}
