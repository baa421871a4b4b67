"""Verdicts: what two runs of a case add up to, and the exit code of a run."""

from typing import Any

import pytest

from ruleproof.conformance.verdict import Line, Tally, Verdict, exit_code, settled


def line(verdict: str, **more: Any) -> Line:
    return Line("heap/take/one", Verdict(verdict), ["heap.take.one"], **more)


@pytest.mark.parametrize(
    ("first", "second", "verdict"),
    [
        (line("fail", got=1), line("fail", got=1), "fail"),
        (line("fail", got=1), line("fail", got=2), "flaky"),
        (line("fail", got=1), line("pass"), "order-dependent"),
        (line("fail"), line("timeout"), "flaky"),
        (line("timeout"), line("timeout"), "timeout"),
        (line("timeout"), line("pass"), "order-dependent"),
        (line("timeout"), line("fail"), "fail"),
        (line("crash"), line("pass"), "crash"),
        (line("crash"), line("crash"), "crash"),
        (line("setup-failed", got=1), line("setup-failed", got=1), "setup-failed"),
        (line("protocol-violation", detail="id 3"), line("protocol-violation", detail="id 4"), "protocol-violation"),
    ],
)
def test_the_second_run_alone_says_what_the_first_one_was(first: Line, second: Line, verdict: str) -> None:
    assert settled(first, second).verdict == verdict


@pytest.mark.parametrize(
    ("verdicts", "code"),
    [
        ({"pass"}, 0),
        ({"pass", "xfail", "not-applicable"}, 0),
        ({"fail"}, 1),
        ({"leak"}, 1),
        ({"incoherent"}, 1),
        ({"crash", "error"}, 1),
        ({"timeout"}, 1),
        ({"protocol-violation"}, 1),
        ({"order-dependent"}, 1),
        ({"flaky", "xpass"}, 1),
        ({"pass", "setup-failed"}, 3),
        ({"error", "xpass"}, 3),
        ({"inconclusive"}, 3),
        ({"pass", "xpass"}, 4),
    ],
)
def test_the_weightiest_verdict_decides_the_exit_code(verdicts: set[str], code: int) -> None:
    assert exit_code({Verdict(one) for one in verdicts}, executed=1) == code


def test_a_run_that_stopped_is_3_one_with_a_stale_entry_4_and_one_without_any_case_5() -> None:
    good = {Verdict.PASS}
    assert exit_code(good, 1, stopped=True) == 3
    assert exit_code({Verdict.FAIL}, 1, stopped=True) == 1
    assert exit_code(good, 1, stale=True) == 4
    assert exit_code({Verdict.NOT_APPLICABLE, Verdict.SKIPPED}, 0) == 5


def test_the_tally_counts_each_clause_and_leaves_out_what_was_not_put() -> None:
    tally = Tally()
    for verdict in ("pass", "pass", "fail", "not-applicable", "skipped"):
        tally.add(line(verdict))
    assert (tally.executed, tally.passed) == (3, 2)
    assert tally.counts() == {"fail": 1, "not-applicable": 1, "pass": 2, "skipped": 1}
    assert tally.clauses["heap.take.one"][Verdict.FAIL] == 1


def test_a_pass_of_which_not_every_step_could_be_asked_is_counted_apart() -> None:
    tally = Tally()
    tally.add(Line("a", Verdict.PASS, []))
    tally.add(Line("b", Verdict.PASS, [], unasked=["2 board"]))
    tally.add(Line("c", Verdict.FAIL, [], unasked=["2 board"]))
    assert (tally.passed, tally.in_part) == (2, 1)
