"""Workers: several processes at a time, and not a byte of the report is another one."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ruleproof.conformance import reporting
from ruleproof.conformance.asking import Limits
from ruleproof.conformance.connection import Command
from ruleproof.conformance.known import Known, Ledger
from ruleproof.conformance.running import Plan, Runner
from ruleproof.conformance.suite import Form
from ruleproof.conformance.verdict import Verdict

Json = dict[str, Any]
HEAP = str(Path(__file__).parent.parent / "heap.py")
RULEPROOF = [sys.executable, "-m", "ruleproof.conformance.main"]
TAKE = {"type": "take", "count": 1}


def way(dealt: int, *counts: int) -> Json:
    plies = [
        {"action": {"type": "take", "count": n}, "clauses": ["heap.take.one-or-two"], "phase": "taking", "toAct": ["A"]}
        for n in counts
    ]
    return {"options": {}, "chance": [{"site": "heap", "outcome": dealt}], "actions": plies}


@pytest.fixture
def cases(table: Any) -> list[Json]:
    """Many cases: plain ones, some of a size at which words of the heap bite, two probes, and ways to all."""
    sizes = [5, 9, 7, 6, 8] * 8
    made = [
        table.case(
            f"c{number}", size, table.take(1), table.take(3, False), table.board(size - 1), reach=way(size + 2, 1, 1)
        )
        for number, size in enumerate(sizes)
    ]
    read: list[Json] = [
        table.case("q-all", 2, table.take(2), readings={"heap.q": "all"}),
        table.case("q-some", 2, table.take(2, False), readings={"heap.q": "some"}),
    ]
    return [*made[:20], *read, *made[20:]]


def report(table: Any, cases: list[Json], workers: int, *words: str, known: Ledger | None = None) -> str:
    plan = Plan(Limits(request=0.8), known=known, workers=workers)
    runner = Runner(Command([sys.executable, HEAP, *words]), table.suite(cases), Form(), plan)
    lines = [reporting.text(line) for line in runner.run(runner.suite.cases())]
    return "".join([reporting.text(reporting.header(runner)), *lines, reporting.text(reporting.footer(runner))])


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        ((), "pass"),
        (("three",), "fail"),
        (("dies-at-seven",), "crash"),
        (("hangs-at-seven",), '"timeout":5'),
        (("noisy",), "carries lines that are no messages, such as 'thinking'"),
        (("deals",), "pass"),
        (("deals", "not-of-six"), "blocked-by"),
    ],
)
def test_the_report_is_the_same_whatever_the_number_of_workers(
    table: Any, cases: list[Json], words: tuple[str, ...], verdict: str
) -> None:
    alone = report(table, cases, 1, *words)
    assert verdict in alone
    assert report(table, cases, 3, *words) == alone


def test_known_failures_are_taken_into_account_in_order(table: Any, cases: list[Json]) -> None:
    def known() -> Ledger:
        return Ledger([Known("heap/take/c1*", Verdict.FAIL, "later", "accepted")], "known.toml")

    alone = report(table, cases, 1, "three", known=known())
    assert '"xfail"' in alone
    assert report(table, cases, 3, "three", known=known()) == alone


def test_so_many_processes_are_there_at_a_time_and_no_more(table: Any, cases: list[Json], tmp_path: Path) -> None:
    for workers in (1, 3):
        notes = tmp_path / f"notes{workers}"
        report(table, cases, workers, "sleeps=0.002", f"note={notes}")
        assert len(notes.read_text(encoding="utf-8").splitlines()) == workers


def test_an_object_in_this_process_is_asked_by_one_whatever_is_wanted(table: Any) -> None:
    made = []

    class Counted(table.Heap):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            made.append(self)

    assert {str(line.verdict) for line in table.lines(Counted, workers=4).values()} == {"pass"}
    assert len(made) == 1


def test_a_process_that_does_not_come_up_ends_the_run_in_words(table: Any, cases: list[Json], tmp_path: Path) -> None:
    program = tmp_path / "once.py"
    taken = tmp_path / "taken"
    text = f"import os, runpy, sys\nos.mkdir({str(taken)!r})\nrunpy.run_path({HEAP!r}, run_name='__main__')\n"
    program.write_text(text, encoding="utf-8")
    runner = Runner(Command([sys.executable, str(program)]), table.suite(cases), Form(), Plan(workers=2))
    lines = list(runner.run(runner.suite.cases()))
    assert (runner.exit(), runner.stopped.startswith("the adapter does not answer `hello`")) == (3, True)
    assert {str(line.verdict) for line in lines} <= {"pass"}


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="looks for processes in /proc")
@pytest.mark.parametrize(
    ("word", "numbers", "code"),
    [
        ("sleeps=0.05", [signal.SIGINT], 130),
        ("sleeps=0.05", [signal.SIGTERM], 143),
        ("ignores-term", [signal.SIGINT, signal.SIGINT], 130),
        ("ignores-term", [signal.SIGHUP], 129),
    ],
)
def test_a_run_of_several_that_is_interrupted_keeps_what_was_done_and_leaves_nobody(
    table: Any, cases: list[Json], tmp_path: Path, word: str, numbers: list[signal.Signals], code: int
) -> None:
    table.suite([{**case, "clauses": ["heap.take.one-or-two"]} for case in cases])
    out = tmp_path / "out" / "report.ndjson"
    words = ["conform", "heap", "--suite", str(table.folder), "--workers", "3", "--report", str(out)]
    words += ["--limit", "request=60", "--", sys.executable, HEAP, "hangs-at-seven", word]
    mark = f"{os.getpid()}.{time.monotonic_ns()}"
    process = subprocess.Popen(
        [*RULEPROOF, *words],
        env={**os.environ, "MARK": mark},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # also where these tests run under nohup
    )
    part, deadline = out.with_name("report.ndjson.part"), time.monotonic() + 30
    while time.monotonic() < deadline and not (part.is_file() and part.read_text(encoding="utf-8").count("\n") > 2):
        time.sleep(0.05)
    time.sleep(0.5)
    for number in numbers:
        process.send_signal(number)
        time.sleep(0.2)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == code, errors
    assert json.loads(part.read_text(encoding="utf-8").splitlines()[1])["verdict"] == "pass"
    time.sleep(0.2)
    assert [path for path in Path("/proc").glob("[0-9]*/environ") if carries(path, mark)] == []


def carries(path: Path, mark: str) -> bool:
    try:
        return f"MARK={mark}\0".encode() in path.read_bytes()
    except OSError:
        return False
