"""The runner catches every miniature, each under the right verdict and clause."""

import importlib.util
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from ruleproof.conformance import reporting
from ruleproof.conformance.asking import Limits
from ruleproof.conformance.connection import target
from ruleproof.conformance.known import Ledger
from ruleproof.conformance.known import read as read_known
from ruleproof.conformance.running import Plan, Runner
from ruleproof.conformance.suite import Selection, find, form
from ruleproof.conformance.verdict import Line, Verdict

MINIATURES = Path(__file__).parent.parent / "miniatures.py"
FAST = Limits(start=15, hello=15, request=1.5)
Outcome = tuple[int, list[Line], dict[str, Any]]


def miniatures() -> ModuleType:
    spec = importlib.util.spec_from_file_location("miniatures", MINIATURES)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


BENT: dict[str, Any] = miniatures().BENT
BROKEN: dict[str, Any] = miniatures().BROKEN


def conform(
    name: str,
    *cases: str,
    clause: str = "*",
    chapter: str = "*",
    limits: Limits = FAST,
    repeat: bool = True,
    strict: bool = False,
    suite: Path | None = None,
    known: Ledger | None = None,
) -> Outcome:
    """Exit code, lines and footer of a run of a miniature."""
    command = [sys.executable, str(MINIATURES), name]
    plan = Plan(limits, repeat=repeat, known=known)
    runner = Runner(target(command, strict=strict), find("ostium", suite), form("ostium"), plan)
    selection = Selection(cases, (clause,), (chapter,))
    lines = list(runner.run(case for case in runner.suite.cases() if selection.wants(case)))
    footer: dict[str, Any] = json.loads(reporting.text(reporting.footer(runner)))
    return runner.exit(), lines, footer


@pytest.mark.parametrize("name", BENT)
def test_an_implementation_with_one_rule_bent_fails_under_that_clause(name: str) -> None:
    clause = BENT[name][1]
    code, lines, footer = conform(name, clause=clause, repeat=False)
    assert {str(line.verdict) for line in lines} <= {"pass", "fail", "error"}
    assert footer["clauses"][clause].get("fail"), "no case of the clause notices"
    assert code == 1


CAUGHT = {
    # name: verdicts that occur beside pass, exit code, a word of the detail
    "wire": (set(), 0, ""),
    "want-ignored": (set(), 0, ""),
    "other-order": (set(), 0, ""),
    "leaves-a-child": (set(), 0, ""),
    "leaves-a-daemon": (set(), 0, ""),
    "noise": (set(), 0, ""),
    "floods-both": (set(), 0, ""),
    "accepts-what-it-understands": ({"fail", "error"}, 1, ""),
    "refusal-changes-the-state": ({"fail"}, 1, "a refused action changed the position"),
    "dies-half-way": ({"crash"}, 1, "ended with exit code 7"),
    "dies-on-attack": ({"crash"}, 1, "SIGKILL"),
    "forks-and-dies": ({"crash"}, 1, "ended with exit code 9, and left another one that holds its output"),
    "invalid-utf8": ({"protocol-violation"}, 1, "Invalid UTF-8"),
    "fraction": ({"protocol-violation"}, 1, "1.0 is no integer"),
    "shows-hands": ({"leak"}, 1, ""),
    "lists-in-part": ({"inconclusive"}, 3, ""),
    "lacks-a-rule": ({"error"}, 3, "not-implemented"),
    "only-plays": ({"not-applicable"}, 0, "no play is written down that leads to this one"),
    "only-plays-and-never-fills": ({"fail", "blocked-by", "not-applicable"}, 1, ""),
    "keeps-one-state": (set(), 0, ""),
    "runs": (set(), 0, ""),
    "runs-astray": ({"protocol-violation"}, 1, "`run` answers otherwise"),
    "tires": ({"order-dependent"}, 1, ""),
    "flickers": ({"flaky"}, 1, ""),
}
ONE = ("bonus-of-two", "equal*")
ASKED = {
    "fraction": ONE,
    "invalid-utf8": ONE,
    "shows-hands": ("*-seen-by-*", "decks-*", "bonus-of-two"),
    "lists-in-part": ("no-choice-to-leave-out-the-defender", "bonus-of-two"),
    "lacks-a-rule": ("bonus-of-two", "shield*", "*-seen-by-*"),
    "only-plays": ("wave-*", "turned-power-full"),
    "only-plays-and-never-fills": ("wave-*", "turned-power-full"),
    "runs-astray": ("*refused*", "bonus-of-two"),
}
FEW = ("bonus-of-two", "equal*", "*refused*", "wave-*", "shield*")


@pytest.mark.parametrize("name", CAUGHT)
def test_what_goes_wrong_in_mid_run_has_its_verdict_and_exit_code(name: str) -> None:
    verdicts, code, word = CAUGHT[name]
    cases = ASKED.get(name, FEW)
    found, lines, footer = conform(name, *cases, repeat=name in ("tires", "flickers"))
    assert {str(line.verdict) for line in lines} - {"pass"} == verdicts, footer
    assert all(word in line.detail for line in lines if line.verdict in verdicts and word)
    assert (found, footer["stopped"]) == (code, None)


STOPPED = {
    "accepts-everything": ("fail", 1, "an absurd action"),
    "refuses-everything": ("fail", 1, "legal actions was accepted"),
    "error-instead-of-refusal": ("protocol-violation", 1, "instead of a refusal"),
    "closes-its-output": ("crash", 1, "closed its output"),
    "wrong-id": ("protocol-violation", 1, "an answer to request 3 came, but request 2"),
    "text-id": ("protocol-violation", 1, 'an answer to request "2" came'),
    "answers-twice": ("protocol-violation", 1, "an answer to request 1 came, but request 2"),
    "no-newline": ("timeout", 1, "missing newline or flush"),
    "not-a-number": ("protocol-violation", 1, "not usable JSON"),
    "huge-integer": ("protocol-violation", 1, "beyond 2^53-1"),
    "long-line": ("protocol-violation", 1, "a line of more than 1048576 bytes"),
    "deeply-nested": ("protocol-violation", 1, "not usable JSON"),
    "no-object": ("protocol-violation", 1, "not an object"),
    "no-state": ("protocol-violation", 1, "has no state"),
    "accepted-in-words": ("protocol-violation", 1, "neither true nor false"),
    "floods-forever": ("timeout", 1, "no answer to `load` in time"),
    "floods-with-answers": ("protocol-violation", 1, "lines that nobody asked for"),
    "loads-nothing": ("error", 3, "no position could be loaded"),
    "runs-not": ("error", 3, "`run` is declared and refused"),
    "out-of-order": ("protocol-violation", 1, "an answer to request 3 came, but request 2"),
    "half-a-line": ("timeout", 1, "missing newline or flush"),
    "floods-errors-forever": ("timeout", 1, "no answer to `load` in time"),
}


@pytest.mark.parametrize("name", STOPPED)
def test_an_adapter_that_does_not_work_stops_the_run_at_the_smoke_step(name: str) -> None:
    verdict, code, word = STOPPED[name]
    found, lines, footer = conform(name)
    assert lines == []
    assert (footer["smoke"]["verdict"], found) == (verdict, code)
    assert word in footer["smoke"]["detail"]
    assert footer["stopped"].startswith("the adapter does not work")


READS = {
    # name: exit code, verdicts beside pass, the question, what is said of it
    "follows-another-reading": (0, {"reading", "not-applicable"}, "second-comparison", "follows full-power (4/4)"),
    "changes-its-reading": (1, {"incoherent", "not-applicable"}, "second-comparison", "incoherent ("),
    "follows-no-reading": (1, {"fail", "not-applicable"}, "must-push", "neither: 1 of 3"),
    "declares-another-reading": (1, {"fail", "not-applicable"}, "second-comparison", "declared as full-power, but"),
}


@pytest.mark.parametrize("name", READS)
def test_what_an_implementation_says_nothing_of_is_found_out_from_its_answers(name: str) -> None:
    code, verdicts, question, says = READS[name]
    found, lines, footer = conform(name, chapter="charge")
    assert footer["readings"][f"ostium.charge.{question}"]["says"].startswith(says)
    assert {str(line.verdict) for line in lines} - {"pass"} == verdicts
    assert found == code


def test_a_reading_that_is_followed_throughout_turns_no_case_red() -> None:
    code, lines, footer = conform("follows-another-reading")
    others = {name: one["reading"] for name, one in footer["readings"].items() if one["reading"] != one["default"]}
    expected = {"ostium.charge.second-comparison": "full-power", "ostium.fusion.ending-is-passing": "shared-end"}
    assert (code, others) == (0, expected)
    assert sum(line.verdict == "reading" for line in lines) == footer["counts"]["reading"] > 4


def known(tmp_path: Path, case: str, verdict: str) -> Ledger:
    path = tmp_path / "known-failures.toml"
    path.write_text(f'[[known]]\ncases = "*/{case}"\nverdict = "{verdict}"\nreason = "later"\n', encoding="utf-8")
    return read_known(path)


@pytest.mark.parametrize(("name", "verdict", "code"), [("three-for-a-chain", "xfail", 0), ("wire", "xpass", 4)])
def test_what_is_known_to_fail_is_told_from_what_passes_all_the_same(
    name: str, verdict: str, code: int, tmp_path: Path
) -> None:
    found, lines, _ = conform(name, "bonus-of-two", known=known(tmp_path, "bonus-of-two", "fail"))
    assert ([str(line.verdict) for line in lines], found) == ([verdict], code)


def test_there_is_an_implementation_for_every_verdict() -> None:
    from_tables = {verdict for table in (CAUGHT, READS) for row in table.values() for verdict in _verdicts(row)}
    stopped = {row[0] for row in STOPPED.values()}
    elsewhere = {"pass", "xfail", "xpass", "setup-failed", "skipped"}  # above and below
    assert from_tables | stopped | elsewhere == {str(verdict) for verdict in Verdict}


def _verdicts(row: tuple[Any, ...]) -> set[str]:
    return next(part for part in row if isinstance(part, set))


HOSTILE = (
    "floods-both", "floods-forever", "floods-errors-forever", "floods-with-answers", "out-of-order", "invalid-utf8",
    "not-a-number", "long-line", "half-a-line", "no-newline", "forks-and-dies", "leaves-a-daemon", "closes-its-output",
    "deeply-nested", "dies-at-once",
)  # fmt: skip


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="looks for processes in /proc")
@pytest.mark.parametrize("name", HOSTILE)
def test_no_adapter_makes_the_runner_hang_break_or_leave_anybody_behind(name: str, tmp_path: Path) -> None:
    mark = f"{os.getpid()}.{time.monotonic_ns()}"
    out = tmp_path / "out.ndjson"
    command = [sys.executable, "-m", "ruleproof.conformance.main", "conform", "ostium", "--case", "equal-def*"]
    command += ["--limit", "request=0.5", "--workers", "2", "--report", str(out), "--", sys.executable, str(MINIATURES)]
    done = subprocess.run(
        [*command, name], env={**os.environ, "MARK": mark}, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode in (0, 1, 3), done.stderr
    assert "Traceback" not in done.stderr
    assert reporting.read(out).footer["exit"] == done.returncode
    assert marked(mark) == []


def test_every_miniature_is_tried() -> None:
    tried = {*CAUGHT, *STOPPED, *READS, "hangs", "hangs-before-hello", "hangs-later", "ignores-term", "dies-at-once"}
    tried |= {"forgets-to-list", "ignores-term-later"}  # in test_commands
    assert tried | {"forgets-the-chains"} == set(BROKEN)


def test_an_implementation_that_hangs_in_mid_run_times_out_twice_and_the_rest_is_skipped() -> None:
    code, lines, footer = conform("hangs", chapter="charge", limits=Limits(request=0.5))
    assert code == 1
    assert footer["counts"]["timeout"] == 5
    assert (lines[-1].verdict, lines[-1].detail) == ("skipped", "5 cases before it timed out")


def test_a_hang_that_does_not_come_again_is_order_dependent() -> None:
    code, lines, _ = conform("hangs-later", *FEW, limits=Limits(request=0.5))
    late = next(line for line in lines if line.verdict != "pass")
    assert (code, late.verdict, late.first) == (1, "order-dependent", "timeout, then pass when run alone")


@pytest.mark.parametrize("name", ["hangs-before-hello", "dies-at-once"])
def test_nothing_is_tested_where_hello_is_never_answered(name: str) -> None:
    code, lines, footer = conform(name, limits=Limits(start=0.5, hello=0.5))
    assert (code, lines, footer["counts"]) == (3, [], {})
    assert footer["stopped"].startswith("the adapter does not answer `hello`")


def test_the_end_of_standard_error_stands_beside_a_crash() -> None:
    _, lines, _ = conform("dies-half-way", *FEW)
    assert next(line.errors for line in lines if line.verdict == "crash").strip() == "out of cheese"


def test_noise_is_a_finding_and_strict_makes_it_fatal() -> None:
    code, _, footer = conform("noise", "bonus-of-two")
    assert code == 0
    assert "such as 'thinking ...'" in footer["findings"][0]
    code, _, footer = conform("noise", "bonus-of-two", strict=True)
    assert code == 1
    assert "carries a line that is no message" in footer["stopped"]


def test_a_position_that_loses_its_chains_is_setup_failed(tmp_path: Path) -> None:
    case = next(case for case in find("ostium").cases() if case.id.endswith("/bonus-of-two"))
    position = {**case.position, "charge": {"chains": [{"gate": 0, "path": ["D0", "A0"]}]}}
    laid = {
        "id": "ostium/fusion/laid",
        "clauses": case.clauses,
        "modes": case.modes,
        "position": position,
        "steps": [{"call": "apply", "action": {"type": "attack", "attacker": "A0"}, "expect": {"accepted": True}}],
    }
    chapter = {"interpretation": 1, "game": "ostium", "chapter": "fusion", "cases": [laid]}
    (tmp_path / "fusion.json").write_text(json.dumps(chapter), encoding="utf-8")
    code, lines, _ = conform("forgets-the-chains", suite=tmp_path)
    assert [(line.verdict, line.where, line.got) for line in lines] == [("setup-failed", "charge.chains", [])]
    assert code == 3


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="looks for processes in /proc")
@pytest.mark.parametrize("name", ["leaves-a-child", "leaves-a-daemon", "forks-and-dies", "ignores-term"])
def test_nobody_is_left_behind(name: str) -> None:
    mark = f"{os.getpid()}.{time.monotonic_ns()}"
    command = [sys.executable, "-m", "ruleproof.conformance.main", "conform", "ostium", "--case", "bonus-of-two"]
    command += ["--limit", "request=0.5", "--no-repeat", "--", sys.executable, str(MINIATURES), name]
    subprocess.run(command, env={**os.environ, "MARK": mark}, capture_output=True, timeout=60, check=False)
    assert marked(mark) == []


def marked(mark: str) -> list[str]:
    """The processes that carry a mark in their environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"MARK={mark}".encode() in path.read_bytes():
                found.append(path.parent.name)
        except OSError:
            continue
    return found
