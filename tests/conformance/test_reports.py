"""What `ruleproof report` makes of runs: text, JUnit, Markdown, pages, comparisons, changes."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import pytest
from typer.testing import CliRunner

from ruleproof.conformance.main import build

CLAUSE, OTHER = "ostium.charge.shield-adds", "ostium.charge.gate-direct"
HEADER: dict[str, Any] = {
    "type": "header",
    "tool": "0.1.0",
    "protocol": 1,
    "interpretation": 1,
    "suite": {"name": "ostium", "version": "0.1.0", "digest": "0011223344556677"},
    "target": "node adapter.mjs",
    "implementation": {"name": "mine", "version": "2"},
    "declared": {"game": "ostium", "modes": ["two-player"], "legal": "list", "chance": []},
}
PASS = {"type": "case", "id": "ostium/charge/good", "verdict": "pass", "clauses": [OTHER]}
FAIL = {
    "type": "case",
    "id": "ostium/charge/bad",
    "verdict": "fail",
    "clauses": [CLAUSE],
    "step": 1,
    "asked": {"call": "apply", "action": {"type": "attack", "attacker": "A0"}},
    "where": "accepted",
    "expected": True,
    "got": False,
    "why": "A shield <of one> | helps.",
    "catches": "No shield.",
    "position": {
        "phase": "attack",
        "players": {"A": {"attack": [{"id": "a0", "kind": "warrior", "power": 3}, None, None]}},
    },
}
CRASH = {"type": "case", "id": "ostium/gates/dies", "verdict": "crash", "clauses": [OTHER], "errors": "oh \u0007 no"}
LEFT = {"type": "case", "id": "ostium/gates/not", "verdict": "not-applicable", "clauses": [OTHER], "detail": "no deal"}
FLOOR = {"accept-all": 1, "reject-all": 0}


def written(path: Path, *lines: dict[str, Any], name: str = "mine", footer: bool = True, exit_code: int = 1) -> Path:
    header = {**HEADER, "implementation": {"name": name, "version": "2"}}
    end: dict[str, Any] = {
        "type": "footer",
        "floor": FLOOR,
        "findings": [],
        "readings": {},
        "stopped": None,
        "exit": exit_code,
    }
    told = [header, *lines, *([end] if footer else [])]
    path.write_text("".join(json.dumps(one) + "\n" for one in told), encoding="utf-8")
    return path


def report(*words: object, code: int = 0) -> str:
    result = CliRunner().invoke(build("report"), ["report", *map(str, words)])
    assert result.exit_code == code, result.output
    return result.output


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return written(tmp_path / "run.ndjson", PASS, FAIL, CRASH, LEFT)


def test_the_text_says_who_how_many_and_where_to_look(run: Path) -> None:
    assert report(run).splitlines()[0] == "mine 2: 1 of 3 cases pass; 1 not-applicable; floor 1"
    assert f"look at {CLAUSE}: in 1 failure, in 0 passes" in report(run)


def test_junit_counts_failures_errors_and_what_was_skipped_by_chapter(run: Path, tmp_path: Path) -> None:
    report(run, "--junit", tmp_path / "out.xml")
    suites = {suite.get("name"): suite for suite in Xml.parse(tmp_path / "out.xml").getroot()}
    counted = {
        name: [suite.get(k) for k in ("tests", "failures", "errors", "skipped")] for name, suite in suites.items()
    }
    assert counted == {"ostium.charge": ["2", "1", "0", "0"], "ostium.gates": ["2", "0", "1", "1"]}


def test_junit_names_the_clauses_of_each_case_and_how_to_run_it_again(run: Path, tmp_path: Path) -> None:
    report(run, "--junit", tmp_path / "out.xml")
    case = next(one for one in Xml.parse(tmp_path / "out.xml").getroot().iter("testcase") if one.get("name") == "bad")
    properties = [(one.get("name"), one.get("value")) for one in case.iter("property")]
    failure = case.find("failure")
    assert properties == [("clause", CLAUSE), ("verdict", "fail")]
    assert failure is not None
    assert "ruleproof conform ostium --case ostium/charge/bad -- node adapter.mjs" in (failure.text or "")


def test_junit_stays_xml_whatever_an_implementation_wrote(tmp_path: Path) -> None:
    path = written(tmp_path / "run.ndjson", {**CRASH, "errors": "\u0000\u0008\ufffe]]>&<", "detail": "<x>"})
    report(path, "--junit", tmp_path / "out.xml")
    assert Xml.parse(tmp_path / "out.xml").getroot().find(".//error") is not None


def test_markdown_breaks_no_table_and_opens_no_tag(run: Path, tmp_path: Path) -> None:
    report(run, "--markdown", tmp_path / "out.md")
    text = (tmp_path / "out.md").read_text(encoding="utf-8")
    assert "A shield &lt;of one> \\| helps." in text
    assert text.startswith("## Ostium: mine 2: 1 of 3 cases pass")


def test_the_page_shows_failures_with_clause_board_and_replay_and_no_network(run: Path, tmp_path: Path) -> None:
    report(run, "--html", tmp_path / "out.html")
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    for told in (
        CLAUSE,
        "A shield &lt;of one&gt; | helps.",
        "attack, A to act",
        "accepted = true",
        "--case ostium/charge/bad",
    ):
        assert told in page, told
    assert "http" not in page
    assert page.index("ostium/charge/bad") < page.index("Clause by clause")


def test_the_page_escapes_what_an_implementation_says(tmp_path: Path) -> None:
    path = written(tmp_path / "run.ndjson", {**FAIL, "got": "<script>alert(1)</script>", "where": "phase"}, name="<b>x")
    report(path, "--html", tmp_path / "out.html")
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert "<script>alert" not in page
    assert "<b>x" not in page


def test_the_rulebook_is_coloured_by_these_verdicts(run: Path, tmp_path: Path, rulebooks: Path) -> None:
    report(run, "--html", tmp_path / "out.html", "--rulebook", rulebooks / "ostium.txt")
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert "This page contains the text of the rulebook." in page
    assert f'<span class="fail" title="{CLAUSE}"' in page


def test_two_runs_stand_side_by_side_with_the_cases_on_which_they_differ(run: Path, tmp_path: Path) -> None:
    other = written(tmp_path / "other.ndjson", PASS, {**FAIL, "verdict": "pass"}, CRASH, name="theirs")
    report(run, other, "--html", tmp_path / "out.html", "--markdown", tmp_path / "out.md")
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert "1 case on which they differ" in page
    assert "| theirs 2 | 2 of 3 |" in (tmp_path / "out.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("before", "after", "told", "code"),
    [
        ("pass", "fail", "worse      ostium/charge/bad  pass → fail", 1),
        ("fail", "pass", "better     ostium/charge/bad  fail → pass", 0),
        ("fail", "crash", "otherwise  ostium/charge/bad  fail → crash", 0),
        ("pass", "not-applicable", "worse      ostium/charge/bad  pass → not-applicable", 1),
        ("reading", "not-applicable", "otherwise  ostium/charge/bad  reading → not-applicable", 0),
        ("error", "not-applicable", "otherwise  ostium/charge/bad  error → not-applicable", 0),
        ("not-applicable", "error", "otherwise  ostium/charge/bad  not-applicable → error", 0),
        ("xfail", "fail", "worse      ostium/charge/bad  xfail → fail", 1),
        ("pass", "pass", "no verdict changed", 0),
    ],
)
def test_what_changed_since_an_earlier_run(before: str, after: str, told: str, code: int, tmp_path: Path) -> None:
    old = written(tmp_path / "old.ndjson", PASS, {**FAIL, "verdict": before})
    new = written(tmp_path / "new.ndjson", PASS, {**FAIL, "verdict": after})
    assert told in report(new, "--against", old, code=code)


def test_a_new_case_that_fails_is_worse_and_a_new_one_that_passes_is_not(tmp_path: Path) -> None:
    old = written(tmp_path / "old.ndjson", PASS)
    assert "worse      ostium/charge/bad  not there → fail" in report(
        written(tmp_path / "new.ndjson", PASS, FAIL), "--against", old, code=1
    )
    assert "new        ostium/charge/bad  not there → pass" in report(
        written(tmp_path / "new.ndjson", PASS, {**FAIL, "verdict": "pass"}), "--against", old
    )


def test_a_pass_that_is_gone_is_worse_and_a_failure_that_is_gone_is_not(tmp_path: Path) -> None:
    old = written(tmp_path / "old.ndjson", PASS, FAIL)
    told = report(written(tmp_path / "new.ndjson", CRASH), "--against", old, "--quiet", code=1)
    assert "worse      ostium/charge/good  pass → not there" in told
    assert "gone       ostium/charge/bad  fail → not there" in told


def test_a_known_failure_is_no_pass_in_junit_and_is_told_in_the_headline(tmp_path: Path) -> None:
    run = written(tmp_path / "run.ndjson", PASS, {**FAIL, "verdict": "xfail", "detail": "later"}, exit_code=0)
    assert "1 of 2 cases pass; 1 xfail" in report(run, "--junit", tmp_path / "out.xml")
    suite = next(iter(Xml.parse(tmp_path / "out.xml").getroot()))
    assert [suite.get(name) for name in ("tests", "failures", "skipped")] == ["2", "0", "1"]


def test_a_run_that_was_cut_off_is_refused_by_every_reader(tmp_path: Path) -> None:
    cut = written(tmp_path / "cut.ndjson", PASS, footer=False)
    whole = written(tmp_path / "whole.ndjson", PASS)
    for words in ([cut], [whole, "--against", cut], [cut, "--junit", tmp_path / "x.xml"]):
        assert "has no footer: the run was cut off, run it again" in report(*words, code=2)
    assert not (tmp_path / "x.xml").exists()


@pytest.mark.parametrize("bytes_less", [1, 2, 40])
def test_a_run_that_was_cut_off_within_a_line_is_refused_as_such(bytes_less: int, tmp_path: Path) -> None:
    cut = written(tmp_path / "cut.ndjson", PASS, FAIL, footer=False)
    cut.write_bytes(cut.read_bytes()[:-bytes_less])
    assert "the run was cut off, run it again" in report(cut, code=2)


def test_a_line_with_odd_separators_in_a_text_is_one_line(tmp_path: Path) -> None:
    run = written(tmp_path / "run.ndjson", PASS)
    odd = json.dumps({**CRASH, "detail": "a\u2028b\x85c"}, ensure_ascii=False)
    head, *rest = run.read_text(encoding="utf-8").splitlines()
    run.write_text("\n".join([head, odd, *rest]) + "\n", encoding="utf-8")
    assert "1 of 2 cases pass" in report(run)


def test_what_would_steer_a_terminal_reaches_neither_a_page_nor_a_summary(tmp_path: Path) -> None:
    run = written(tmp_path / "run.ndjson", {**CRASH, "detail": "a\x1b[31m\x00b"}, name="e\x1bvil\nname")
    told = report(run, "--html", tmp_path / "page.html", "--markdown", tmp_path / "page.md")
    pages = [(tmp_path / f"page.{kind}").read_text(encoding="utf-8") for kind in ("html", "md")]
    assert [one for one in (told, *pages) for sign in "\x1b\x00" if sign in one] == []
    assert told.startswith("e\\x1bvil name 2: ")


def test_a_run_that_stopped_says_so_first_and_why(tmp_path: Path) -> None:
    run = written(tmp_path / "run.ndjson")
    text = run.read_text(encoding="utf-8").replace('"stopped": null', '"stopped": "it does not answer"')
    run.write_text(text, encoding="utf-8")
    assert report(run).startswith("mine 2: no case was put; the run stopped: it does not answer")


def test_runs_side_by_side_have_no_test_of_the_same_name(tmp_path: Path) -> None:
    runs = [written(tmp_path / f"{name}.ndjson", PASS, FAIL, name=name) for name in ("mine", "yours")]
    report(*runs, "--junit", tmp_path / "out.xml")
    cases = Xml.parse(tmp_path / "out.xml").getroot().iter("testcase")
    names = [(case.get("classname"), case.get("name")) for case in cases]
    assert len(set(names)) == len(names) == 4


def test_runs_of_two_games_are_not_compared(run: Path, tmp_path: Path) -> None:
    other = tmp_path / "duel.ndjson"
    other.write_text(run.read_text(encoding="utf-8").replace('"name": "ostium"', '"name": "duel"'), encoding="utf-8")
    assert "these are runs of duel and ostium" in report(run, other, code=2)


def test_the_same_runs_give_the_same_bytes(run: Path, tmp_path: Path) -> None:
    made: list[list[bytes]] = []
    for name in ("one", "two"):
        report(run, "--html", tmp_path / f"{name}.html", "--junit", tmp_path / f"{name}.xml")
        made.append([(tmp_path / f"{name}.{kind}").read_bytes() for kind in ("html", "xml")])
    assert made[0] == made[1]
