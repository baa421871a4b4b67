"""How many cases a second: in process, and through a pipe to a child that only looks its answers up.

Run with `pytest tests/benchmarks/test_suite.py`. The rates to reach are counted in CPU seconds of this process, since
other work on the machine says nothing about the runner.
"""

import itertools
import json
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ruleproof.conformance.case import Case
from ruleproof.conformance.connection import Command, Made, Target
from ruleproof.conformance.running import Plan, Runner
from ruleproof.conformance.serving import Server
from ruleproof.conformance.suite import find, form
from ruleproof.engine.finding import game

IN_PROCESS, THROUGH_A_PIPE, START = 3000, 2000, 0.3
SUITE, FORM = find("ostium"), form("ostium")
CASES = [msgspec.structs.replace(case, floor=case.floor or []) for case in SUITE.cases()]  # floors are stored, not run

CHILD = """
import json, sys
answers = {bytes(key, "ascii"): bytes(result, "ascii") for key, result in json.load(open(sys.argv[1]))}
read, write, flush = sys.stdin.buffer.readline, sys.stdout.buffer.write, sys.stdout.buffer.flush
while line := read():
    head, _, asked = line.partition(b',"method":')
    write(head + b',"result":' + answers[asked] + b"}\\n")
    flush()
"""


class ByContent(Server):
    """The reference, with handles that say what the state is, so that the same question has the same answer."""

    def _keep(self, state: Any, script: Any = None) -> str:
        handle = self.game.digest(state)  # type: ignore[attr-defined]
        self._states[handle] = state
        return str(handle)


class Recording:
    """The reference, with all that it was asked and answered."""

    def __init__(self, kept: dict[str, str]) -> None:
        self.server = ByContent(game("ostium"))
        self.kept = kept

    def call(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        result = self.server.call(method, params)
        asked = msgspec.json.encode(method) + b',"params":' + msgspec.json.encode(params) + b"}\n"
        self.kept[asked.decode("ascii")] = msgspec.json.encode(result).decode("ascii")
        return result


@pytest.fixture(scope="module")
def child(tmp_path_factory: pytest.TempPathFactory) -> Target:
    """A child that knows the answers by heart."""
    kept: dict[str, str] = {}
    run(Made(lambda: Recording(kept), "recording"), CASES)
    folder: Path = tmp_path_factory.mktemp("child")
    (folder / "answers.json").write_text(json.dumps(list(kept.items())), encoding="utf-8")
    return Command([sys.executable, "-c", CHILD, str(folder / "answers.json")])


def run(target: Target, cases: list[Case], times: int = 1) -> int:
    """Put the cases so many times over; how many passed."""
    runner = Runner(target, SUITE, FORM, Plan(repeat=False))
    many = itertools.chain.from_iterable(itertools.repeat(cases, times))
    passed = sum(line.verdict == "pass" for line in runner.run(many))
    assert passed == len(cases) * times, runner.tally.counts()
    return passed


def rate(work: Callable[[], int]) -> float:
    """Cases a CPU second, the best of three."""
    best = 0.0
    for _ in range(3):
        begun = time.process_time()
        done = work()
        best = max(best, done / (time.process_time() - begun))
    return best


reference = Made(lambda: Server(game("ostium")), "reference")


@pytest.mark.parametrize("times", [1, 4, 16])
def test_the_suite_against_the_reference_in_process(benchmark: Any, times: int) -> None:
    benchmark.pedantic(run, args=(reference, CASES, times), rounds=3, warmup_rounds=1)
    benchmark.extra_info["cases a second"] = round(len(CASES) * times / benchmark.stats.stats.min)


@pytest.mark.parametrize("times", [1, 4, 16])
def test_the_suite_through_a_pipe(benchmark: Any, child: Target, times: int) -> None:
    benchmark.pedantic(run, args=(child, CASES, times), rounds=3, warmup_rounds=1)
    benchmark.extra_info["cases a second"] = round(len(CASES) * times / benchmark.stats.stats.min)


def test_the_rates_are_reached(child: Target, capsys: pytest.CaptureFixture[str]) -> None:
    in_process = rate(lambda: run(reference, CASES, 10))
    piped = rate(lambda: run(child, CASES, 10))
    with capsys.disabled():
        sys.stdout.write(f"\ncases a CPU second: {in_process:.0f} in process, {piped:.0f} through a pipe\n")
    assert (in_process >= IN_PROCESS, piped >= THROUGH_A_PIPE) == (True, True)


def test_memory_does_not_grow_with_the_number_of_cases() -> None:
    def peak(times: int) -> int:
        tracemalloc.start()
        run(reference, CASES, times)
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    peak(1)
    assert peak(6) < 1.2 * peak(1)


def test_check_is_imported_in_little_time() -> None:
    program = (
        "import time; t = time.process_time(); from ruleproof.conformance import check; print(time.process_time())"
    )
    seconds = min(float(subprocess.check_output([sys.executable, "-c", program])) for _ in range(5))
    assert seconds < START / 2
