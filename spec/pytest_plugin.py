"""Writes the evidence of tests that are marked with clauses. It never decides whether a test passes.

    @pytest.mark.clause("chess.castling.king-has-not-moved")

`--evidence DIR` writes `DIR/tests.ndjson` (`tests-gw0.ndjson` … under pytest-xdist): one line for each clause and
test function, `failed` where any of its parameter sets failed. Without the option the marker is only a comment that
can be searched.
"""

import os
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .evidence import Marks


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--evidence`."""
    group = parser.getgroup("ruleproof")
    group.addoption("--evidence", metavar="DIR", help="write what the tests marked with clauses showed to DIR")


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker, and collect where a folder was named."""
    config.addinivalue_line("markers", "clause(*ids): the clauses of a rulebook that this test is about")
    if folder := config.getoption("--evidence"):
        config.pluginmanager.register(Collector(Path(str(folder))), "ruleproof-evidence")


class Collector:
    """Gathers what the marked tests showed, and writes it when the session ends."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.outcomes: dict[tuple[str, str], bool] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Note the outcome of a marked test; one failed set of parameters is enough to fail it."""
        report: pytest.TestReport = yield
        if report.failed or (report.when == "call" and report.passed):
            place = f"tests/{item.nodeid.removeprefix('tests/').split('[')[0]}"
            for mark in item.iter_markers("clause"):
                for clause in mark.args:
                    key = (clause, place)
                    self.outcomes[key] = self.outcomes.get(key, True) and not report.failed
        return report

    def pytest_sessionfinish(self) -> None:
        """Write the lines; the fingerprints are those of the clauses as they stand now."""
        from .evidence import Evidence, write  # a test run without --evidence loads nothing of this

        if not self.outcomes:
            return
        now = _marks({clause for clause, _ in self.outcomes})
        worker = os.environ.get("PYTEST_XDIST_WORKER", "")  # each of several processes writes a file of its own
        write(
            self.folder / f"tests{worker and '-'}{worker}.ndjson",
            [
                Evidence(clause, "test", place, "passed" if good else "failed", now[clause], "pytest")
                for (clause, place), good in self.outcomes.items()
            ],
        )


def _marks(clauses: set[str]) -> "dict[str, Marks]":
    from .evidence import Marks, marks  # as above
    from .finding import games
    from .loading import load

    known = {
        clause.id: marks(clause)
        for game in sorted({clause.split(".")[0] for clause in clauses} & set(games()))
        for clause in load(game).clauses
    }
    return {clause: known.get(clause, Marks()) for clause in clauses}
