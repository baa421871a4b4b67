"""How fast a hunt is: tries a CPU second beside the reference in process and through a pipe, and what planning costs.

Run with `pytest tests/benchmarks/test_hunt.py -s`. The rates to reach are counted in CPU seconds of this process and of
what it started.
"""

import resource
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ruleproof.conformance.asking import Limits, greeting, start
from ruleproof.conformance.connection import target
from ruleproof.conformance.crew import Alone, Several
from ruleproof.conformance.expecting import Scope
from ruleproof.conformance.found import Progress
from ruleproof.conformance.freedom import freedom
from ruleproof.conformance.nearly import Words
from ruleproof.conformance.planning import Guide
from ruleproof.conformance.rounds import Budget, Hunt
from ruleproof.conformance.searching import Job, Searcher, proposed

SERVE = (sys.executable, "-m", "ruleproof.conformance.main", "serve", "ostium")
IN_PROCESS = ("py:tests.played:same",)
RATE = 400  # tries a CPU second, both sides counted
TRIES = 4000


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent.parent.parent))


def seconds() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def job(command: tuple[str, ...]) -> Job:
    session = start(target(command), greeting("ostium", {"name": "ostium"}), "ostium", Limits(), lambda _: None)
    declared = session.declared
    session.close()
    return Job(command, Scope("ostium", "two-player", declared, free=freedom("ostium")), seed=3)


def hunt(command: tuple[str, ...], workers: int = 1, tries: int = TRIES) -> int:
    """How many tries were put."""
    searcher = Searcher(job(command), words=Words(proposed("ostium", "two-player")))
    crew = Alone(searcher) if workers == 1 else Several(searcher.job, searcher.words, workers)
    hunting = Hunt(searcher, crew, Progress("ostium", 3), frozenset(searcher.game.readings), {})
    while not hunting.done(Budget(tries, 1)):
        hunting.round(Budget(tries, 1))
    crew.close()
    searcher.close()
    assert hunting.progress.findings == []
    return hunting.progress.tries


def rate(work: Callable[[], int]) -> float:
    begun = seconds()
    return work() / (seconds() - begun)


@pytest.mark.parametrize("command", [IN_PROCESS, SERVE], ids=["in process", "through a pipe"])
def test_tries_a_second(command: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    hunt(command, tries=200)  # what is read once is read
    reached = rate(lambda: hunt(command))
    with capsys.disabled():
        sys.stdout.write(f"\ntries a CPU second, both sides counted: {reached:.0f}\n")
    assert reached >= RATE


def test_what_planning_takes(capsys: pytest.CaptureFixture[str]) -> None:
    searcher = Searcher(job(IN_PROCESS), words=Words(proposed("ostium", "two-player")))
    planner, guide = searcher.planner({}), Guide()
    plays = [play for run in range(5) if (play := planner.play(run, guide))]  # what is read once is read
    begun = seconds()
    plays = [play for run in range(100) if (play := planner.play(run, guide))]
    tries = sum(len(play.tries) for play in plays)
    with capsys.disabled():
        sys.stdout.write(f"\nplanning: {1000 * (seconds() - begun) / tries:.2f} CPU ms a try, {tries} tries\n")
    assert len(plays) == 100
