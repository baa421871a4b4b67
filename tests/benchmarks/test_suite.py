"""How many cases a second: in process, and through a pipe to a child that only looks its answers up.

Run with `pytest tests/benchmarks/test_suite.py`. The rates to reach are counted in CPU seconds of this process, since
other work on the machine says nothing about the runner.
"""

import gc
import itertools
import json
import os
import resource
import subprocess
import sys
import time
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
WORKERS, MEMORY = 1.7, 1.2
HERE = Path(__file__).parent
SUITE, FORM = find("ostium"), form("ostium")
CASES = [msgspec.structs.replace(case, floor=case.floor or []) for case in SUITE.cases()]  # floors are stored, not run
gc.freeze()  # a run keeps no list of cases that would be looked through again and again

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
        self.kept[_asked(method, params)] = msgspec.json.encode(result).decode("ascii")
        return result


class ByHeart:
    """An implementation that only looks its answers up: what is counted is what the runner itself takes."""

    def __init__(self, answers: dict[str, Any]) -> None:
        self._answers = answers

    def call(self, method: str, params: dict[str, Any]) -> Any:
        return self._answers[_asked(method, params)]


def _asked(method: str, params: dict[str, Any]) -> str:
    return (msgspec.json.encode(method) + b',"params":' + msgspec.json.encode(params) + b"}\n").decode("ascii")


@pytest.fixture(scope="module")
def by_heart() -> Target:
    """The same in process."""
    kept: dict[str, str] = {}
    run(Made(lambda: Recording(kept), "recording"), CASES)
    answers = {asked: json.loads(result) for asked, result in kept.items()}
    return Made(lambda: ByHeart(answers), "by heart")


@pytest.fixture(scope="module")
def child(tmp_path_factory: pytest.TempPathFactory) -> Target:
    """A child that knows the answers by heart."""
    return Command(knowing(CASES, tmp_path_factory.mktemp("child")))


def knowing(cases: list[Case], folder: Path) -> list[str]:
    """The command of a child that knows the answers to these cases, and to what comes before them."""
    kept: dict[str, str] = {}
    run(Made(lambda: Recording(kept), "recording"), cases)
    (folder / "answers.json").write_text(json.dumps(list(kept.items())), encoding="utf-8")
    return [sys.executable, "-c", CHILD, str(folder / "answers.json")]


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


def test_the_rates_are_reached(child: Target, by_heart: Target, capsys: pytest.CaptureFixture[str]) -> None:
    """What the runner itself takes; the whole game behind it, rules and all, is counted beside it."""
    in_process = rate(lambda: run(by_heart, CASES, 10))
    piped = rate(lambda: run(child, CASES, 10))
    game_behind = rate(lambda: run(reference, CASES, 10))
    with capsys.disabled():
        told = (
            f"{in_process:.0f} in process, {piped:.0f} through a pipe, {game_behind:.0f} with the reference in process"
        )
        sys.stdout.write(f"\ncases a CPU second: {told}\n")
    assert (in_process >= IN_PROCESS, piped >= THROUGH_A_PIPE) == (True, True)


def test_two_workers_are_nearly_twice_as_fast_as_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The adapter takes 5 ms of CPU for each request; two of them need two cores."""
    takes = {"type": "take", "count": 1}
    step = {"call": "apply", "action": takes, "expect": {"accepted": True}}
    told = {"clauses": ["heap.take.one"], "modes": ["plain"], "position": {"heap": 5}, "steps": [step], "floor": []}
    cases = [{"id": f"heap/take/c{number}", **told} for number in range(60)]
    chapter = {"interpretation": 1, "game": "heap", "chapter": "take", "cases": cases}
    (tmp_path / "take.json").write_text(json.dumps(chapter), encoding="utf-8")

    def seconds(workers: int) -> float:
        heap = Command([sys.executable, str(HERE.parent / "heap.py"), "burns=0.005"])
        suite = find("heap", tmp_path)
        runner = Runner(heap, suite, form("heap"), Plan(workers=workers))
        begun = time.perf_counter()
        assert {str(line.verdict) for line in runner.run(suite.cases())} == {"pass"}
        return time.perf_counter() - begun

    ratio = max(seconds(1) / seconds(2) for _ in range(3))
    with capsys.disabled():
        sys.stdout.write(f"\ntwo workers: {ratio:.2f} times one\n")
    assert ratio >= WORKERS


@pytest.mark.parametrize("copies", ["one case", "the suite"])
def test_ten_times_as_many_cases_take_no_more_memory(copies: str, tmp_path: Path) -> None:
    """In the process that is measured the reference answers, so that what it keeps would show, too."""
    (tmp_path / "mine.py").write_text(
        "from ruleproof.conformance.serving import Server\nfrom ruleproof.engine.finding import game\n"
        "def made():\n    return Server(game('ostium'))\n",
        encoding="utf-8",
    )
    few, many = (peak(tmp_path, written(tmp_path / str(count), copies, count)) for count in (5_000, 50_000))
    assert many < MEMORY * few


def written(folder: Path, copies: str, count: int) -> Path:
    """A suite of so many cases, which are copies of one or of all in turn."""
    folder.mkdir()
    raw = [case for path in SUITE.paths for case in json.loads(path.read_text(encoding="utf-8"))["cases"]]
    raw = [{**case, "reach": None} for case in raw]
    raw = [case for case in raw if not case.get("readings")][:1] if copies == "one case" else raw
    with (folder / "copies.json").open("w", encoding="utf-8") as file:
        file.write('{"interpretation": 1, "game": "ostium", "chapter": "copies", "cases": [')
        for number, case in zip(range(count), itertools.cycle(raw), strict=False):
            file.write((", " if number else "") + json.dumps({**case, "id": f"ostium/copies/c{number}"}))
        file.write("]}")
    return folder


def peak(folder: Path, suite: Path) -> int:
    """The most memory that a run takes, in KiB; told by the process itself, for it would inherit that of this one."""
    program = (
        "import runpy, sys\n"
        "try:\n    runpy.run_module('ruleproof.conformance.main', run_name='__main__')\n"
        "finally:\n    print([line for line in open('/proc/self/status') if line.startswith('VmHWM')][0].split()[1])\n"
    )
    words = [
        "conform",
        "ostium",
        "--suite",
        str(suite),
        "--quiet",
        "--report",
        str(suite / "out.ndjson"),
        "py:mine:made",
    ]
    env = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run([sys.executable, "-c", program, *words], env=env, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    return int(done.stdout.split()[-1])


def test_the_first_case_is_there_soon(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """CPU of a whole run of one case of the suite, with that of its adapter, which starts fast and answers at once."""
    adapter = knowing([case for case in CASES if case.id.endswith("/bonus-of-two")], tmp_path)
    command = [sys.executable, "-m", "ruleproof.conformance.main", "conform", "ostium", "--case", "bonus-of-two"]
    used = [cpu([*command, "--no-repeat", "--", *adapter], tmp_path / "bytecode") for _ in range(6)]
    with capsys.disabled():
        sys.stdout.write(f"\none case from start to end: {min(used):.2f} CPU seconds\n")
    assert min(used) < START


def cpu(command: list[str], bytecode: Path) -> float:
    """CPU seconds of a command and what it starts, with modules as compiled as those of somebody who installed them."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env={**env, "PYTHONPYCACHEPREFIX": str(bytecode)}, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_check_is_imported_in_little_time() -> None:
    program = (
        "import time; t = time.process_time(); from ruleproof.conformance import check; print(time.process_time())"
    )
    seconds = min(float(subprocess.check_output([sys.executable, "-c", program])) for _ in range(5))
    assert seconds < START / 2
