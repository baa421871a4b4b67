"""Known failures: expected ones do not count, anything else about them does."""

from pathlib import Path
from typing import Any

import pytest

from ruleproof.conformance.known import Unusable, read, written

ENTRY = '[[known]]\ncases = "{}"\nverdict = "{}"\ndetail = "{}"\nreason = "later"\nissue = "#7"\n'


def outcome(
    table: Any, tmp_path: Path, pattern: str, verdict: str, detail: str = ""
) -> tuple[dict[str, str], int, Any]:
    path = tmp_path / "known-failures.toml"
    path.write_text(ENTRY.format(pattern, verdict, detail), encoding="utf-8")
    wrong = type("Three", (table.Heap,), {"allows": lambda self, heap, action: "count" in action})
    runner = table.runner(wrong, known=read(path))
    lines = {line.id.rpartition("/")[2]: str(line.verdict) for line in runner.run(runner.suite.cases())}
    return lines, runner.exit(), runner.plan.known


def test_a_failure_as_it_is_known_is_an_xfail_and_good(table: Any, tmp_path: Path) -> None:
    lines, code, known = outcome(table, tmp_path, "heap/take/three-*", "fail", "accepted")
    assert (lines["three-refused"], code, known.stale()) == ("xfail", 0, [])


def test_a_known_failure_of_another_kind_is_a_failure(table: Any, tmp_path: Path) -> None:
    lines, code, _ = outcome(table, tmp_path, "heap/take/three-*", "crash")
    assert (lines["three-refused"], code) == ("fail", 1)


def test_a_known_failure_with_another_detail_is_a_failure(table: Any, tmp_path: Path) -> None:
    lines, code, _ = outcome(table, tmp_path, "heap/take/three-*", "fail", "something else")
    assert (lines["three-refused"], code) == ("fail", 1)


def test_an_unexpected_pass_is_4(table: Any, tmp_path: Path) -> None:
    path = tmp_path / "known-failures.toml"
    path.write_text(ENTRY.format("heap/take/one", "fail", ""), encoding="utf-8")
    runner = table.runner(table.Heap, known=read(path))
    lines = {line.id: str(line.verdict) for line in runner.run(runner.suite.cases())}
    assert (lines["heap/take/one"], runner.exit()) == ("xpass", 4)


def test_an_entry_that_fits_nothing_is_4_and_named(table: Any, tmp_path: Path) -> None:
    path = tmp_path / "known-failures.toml"
    path.write_text(ENTRY.format("heap/take/gone", "fail", ""), encoding="utf-8")
    runner = table.runner(table.Heap, known=read(path))
    list(runner.run(runner.suite.cases()))
    assert runner.exit() == 4
    assert runner.plan.known is not None
    assert "heap/take/gone" in runner.plan.known.stale()[0]


def test_an_entry_that_fits_more_than_twenty_cases_is_4(table: Any, tmp_path: Path) -> None:
    path = tmp_path / "known-failures.toml"
    path.write_text(ENTRY.format("*", "fail", ""), encoding="utf-8")
    wrong = type("Three", (table.Heap,), {"allows": lambda self, heap, action: "count" in action})
    cases = [table.case(f"c{n}", 5, table.take(3, False)) for n in range(21)]
    runner = table.runner(wrong, cases, known=read(path))
    assert {str(line.verdict) for line in runner.run(runner.suite.cases())} == {"xfail"}
    assert runner.exit() == 4


def entries(tmp_path: Path, *patterns: str) -> Any:
    path = tmp_path / "known-failures.toml"
    path.write_text("".join(ENTRY.format(one, "fail", "") for one in patterns), encoding="utf-8")
    return read(path)


def test_an_entry_for_a_case_that_was_not_chosen_is_not_stale_and_one_for_no_case_is(tmp_path: Path) -> None:
    known = entries(tmp_path, "heap/take/one", "heap/take/two", "heap/take/gone")
    kept = known.within(["heap/take/one"], ["heap/take/one", "heap/take/two"])
    assert [sentence.rpartition(" ")[2] for sentence in kept.stale()] == ["heap/take/one", "heap/take/gone"]


def test_an_entry_that_fits_too_many_cases_is_refused_before_anything_is_run(tmp_path: Path) -> None:
    ids = [f"heap/take/c{number}" for number in range(21)]
    with pytest.raises(Unusable, match="fits 21 cases: name at most 20 with one entry"):
        entries(tmp_path, "heap/*").within(ids, ids)


def test_of_two_entries_for_a_case_the_first_counts_and_neither_is_stale(table: Any, tmp_path: Path) -> None:
    known = entries(tmp_path, "heap/take/three-refused", "heap/take/three-*")
    wrong = type("Three", (table.Heap,), {"allows": lambda self, heap, action: "count" in action})
    runner = table.runner(wrong, known=known)
    assert "xfail" in {str(line.verdict) for line in runner.run(runner.suite.cases())}
    assert known.stale() == []


def test_what_fails_can_be_written_down_and_is_known_then(table: Any, tmp_path: Path) -> None:
    wrong = type("Three", (table.Heap,), {"allows": lambda self, heap, action: "count" in action})
    first = table.runner(wrong)
    path = tmp_path / "known-failures.toml"
    path.write_text(written(first.run(first.suite.cases())), encoding="utf-8")
    again = table.runner(wrong, known=read(path))
    verdicts = {str(line.verdict) for line in again.run(again.suite.cases())}
    assert (first.exit(), verdicts, again.exit()) == (1, {"pass", "xfail"}, 0)


@pytest.mark.parametrize("text", ["[[known]\n", '[[known]]\ncases = "x"\n', '[[known]]\ncase = "x"\n'])
def test_a_file_that_cannot_be_used_says_why(tmp_path: Path, text: str) -> None:
    path = tmp_path / "known-failures.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Unusable, match=r"known-failures\.toml"):
        read(path)
