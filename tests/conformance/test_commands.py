"""The commands: what they print, the files they write, and their exit codes."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from ruleproof.conformance.reporting import NoReport, read
from ruleproof.conformance.suite import find, form

RULEPROOF = [sys.executable, "-m", "ruleproof.conformance.main"]
SERVE = ["--", *RULEPROOF, "serve", "ostium"]
MINIATURES = Path(__file__).parent.parent / "miniatures.py"
BENT = ["--", sys.executable, str(MINIATURES), "three-for-a-chain"]
FEW = ["--case", "bonus-of-two", "--case", "long-chain-still-two"]


def run(*words: str, cwd: Path | None = None, code: int = 0) -> str:
    done = subprocess.run([*RULEPROOF, *words], capture_output=True, text=True, timeout=120, cwd=cwd, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout if code != 2 else done.stderr


def test_a_good_run_says_who_passed_and_what_no_rules_at_all_would_reach() -> None:
    text = run("conform", "ostium", *FEW, *SERVE)
    assert text.splitlines()[0].endswith("2 of 2 cases pass")
    assert text.splitlines()[1].startswith("floor: ")
    assert run("conform", "ostium", "--quiet", *FEW, *SERVE) == ""


def test_a_failure_is_told_with_its_clause_and_can_be_replayed_by_hand() -> None:
    text = run("conform", "ostium", *FEW, *BENT, code=1)
    assert "FAIL  ostium/fusion/bonus-of-two  [ostium.fusion.bonus-is-two" in text
    for word in ("why", "catches", "step", "expected", "got", "they say", "board", "replay"):
        assert f"\n  {word:<9} " in text
    replay = next(line for line in text.splitlines() if "replay" in line).split("ruleproof ")[1]
    assert replay.startswith("conform ostium --case ostium/fusion/bonus-of-two -- ")
    assert run(*replay.split(), code=1).count("FAIL  ") == 1


def test_an_adapter_of_another_game_is_told_so(tmp_path: Path) -> None:
    script = tmp_path / "other.py"
    script.write_text(
        "import json\n"
        "for _ in range(9):\n"
        "  request = json.loads(input())\n"
        "  said = {'protocol': 1, 'implementation': {'name': 'mine'}, 'games': [{'game': 'chess'}]}\n"
        "  print(json.dumps({'jsonrpc': '2.0', 'id': request['id'], 'result': said}), flush=True)\n",
        encoding="utf-8",
    )
    assert "`hello` names chess, and not ostium" in run(
        "conform", "ostium", *FEW, "--", sys.executable, str(script), code=5
    )


def test_what_a_failure_needs_to_be_seen_again_is_repeated(tmp_path: Path) -> None:
    suite = tmp_path / "my cases"
    suite.mkdir()
    fusion = next(path for path in find("ostium").paths if path.stem == "fusion")
    (suite / "fusion.json").write_bytes(fusion.read_bytes())
    given = ["--suite", str(suite), "--limit", "request=20", "--strict-stdout"]
    report = tmp_path / "new" / "out.ndjson"
    text = run("conform", "ostium", *FEW[:2], *given, "--workers", "2", "--report", str(report), *BENT, code=1)
    words = f"--case ostium/fusion/bonus-of-two --suite '{suite}' --limit request=20 --strict-stdout {' '.join(BENT)}"
    assert f"  replay    ruleproof conform ostium {words}" in text.splitlines()
    assert words in run("report", str(report), "--format", "json").replace('\\"', '"')


def test_the_report_has_header_lines_and_footer_and_replays_what_was_not_good(tmp_path: Path) -> None:
    out = tmp_path / "sub" / "out.ndjson"
    run("conform", "ostium", *FEW, "--case", "equal*", "--report", str(out), *BENT, code=1)
    report = read(out)
    assert report.header["suite"]["name"] == "ostium"
    assert report.header["implementation"]["name"] == "ruleproof"
    assert (report.header["protocol"], report.header["interpretation"]) == (1, 1)
    assert report.footer["exit"] == 1
    assert report.footer["counts"]["fail"] == 2
    assert set(report.red) == {"ostium/fusion/bonus-of-two", "ostium/fusion/long-chain-still-two"}
    again = run("conform", "ostium", "--replay", str(out), *SERVE)
    assert again.splitlines()[0].endswith("2 of 2 cases pass")
    assert not list(tmp_path.rglob("*.part"))


def test_two_runs_give_the_same_bytes() -> None:
    words = ("conform", "ostium", "--format", "json", *FEW, *BENT)
    assert run(*words, code=1) == run(*words, code=1)


def test_a_report_that_was_cut_off_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "out.ndjson"
    run("conform", "ostium", *FEW, "--report", str(out), *SERVE)
    lines = out.read_text(encoding="utf-8").splitlines(keepends=True)
    for text, why in ((lines[:-1], "no footer"), (lines[1:], "no header"), ([], "no header"), (lines[:1], "no footer")):
        out.write_text("".join(text), encoding="utf-8")
        with pytest.raises(NoReport, match=why):
            read(out)
    assert "no footer" in run("conform", "ostium", "--replay", str(out), *SERVE, code=2)


@pytest.mark.parametrize(
    ("words", "code", "what"),
    [
        (["conform", "no-such-game", "--", "x"], 2, "There is no game 'no-such-game'"),
        (["conform", "ostium"], 2, "Missing argument"),
        (["conform", "ostium", "--case", "bonus-of-too", "--", "x"], 2, "Did you mean bonus-of-two?"),
        (["conform", "ostium", "--limit", "patience=3", "--", "x"], 2, "write one of start, hello, request, case"),
        (["conform", "ostium", "--limit", "request=0", "--", "x"], 2, "write one of"),
        (["conform", "ostium", "--suite", "/no/such/folder", "--", "x"], 2, "holds no files of cases"),
        (["conform", "ostium", "--known-failures", "/no/such.toml", "--", "x"], 2, "cannot be read"),
        (["serve", "no-such-game"], 2, "There is no game"),
        (["suite", "lint", "no-such-game"], 2, "There is no game"),
    ],
)
def test_wrong_usage_is_2_and_says_what_to_do(words: list[str], code: int, what: str) -> None:
    assert what in run(*words, code=code)


def test_a_command_that_does_not_start_is_3() -> None:
    assert "does not start" in run("conform", "ostium", "--", "/no/such/command", code=3)
    run("conform", "ostium", "py:no.such:factory", code=3)


def test_a_case_that_cannot_be_read_is_3(tmp_path: Path) -> None:
    (tmp_path / "fusion.json").write_text('{"interpretation": 1}', encoding="utf-8")
    run("conform", "ostium", "--suite", str(tmp_path), *SERVE, code=3)


def test_an_implementation_in_python_is_driven_in_process(tmp_path: Path) -> None:
    adapter = "from ruleproof.conformance.serving import Server\nfrom ruleproof.engine.finding import game\n"
    (tmp_path / "mine.py").write_text(adapter + "def made(): return Server(game('ostium'))\n", encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])}
    command = [*RULEPROOF, "conform", "ostium", *FEW, "py:mine:made"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, "2 of 2 cases pass" in done.stdout) == (0, True)


INTERRUPTED = [
    # the adapter, the signals one after the other, the exit code
    ("hangs-later", [signal.SIGINT], 130),
    ("hangs-later", [signal.SIGTERM], 143),
    ("hangs-later", [signal.SIGHUP], 129),
    ("ignores-term-later", [signal.SIGINT], 130),
    ("ignores-term-later", [signal.SIGINT, signal.SIGINT], 130),
    ("ignores-term-later", [signal.SIGTERM, signal.SIGINT, signal.SIGTERM], 143),
]


@pytest.mark.parametrize(("adapter", "numbers", "code"), INTERRUPTED)
def test_a_run_that_is_interrupted_keeps_what_was_done_and_leaves_nobody(
    tmp_path: Path, adapter: str, numbers: list[signal.Signals], code: int
) -> None:
    out = tmp_path / "out.ndjson"
    process = begin(out, adapter)
    part = out.with_name("out.ndjson.part")
    begun = time.monotonic()
    for number in numbers:
        process.send_signal(number)
        time.sleep(0.3)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == code, errors
    assert len(numbers) == 1 or time.monotonic() - begun < 2  # nobody waits for who was asked twice
    assert json.loads(part.read_text(encoding="utf-8").splitlines()[1])["verdict"] == "pass"
    assert not out.exists()
    assert len(numbers) > 2 or str(part) in errors
    time.sleep(0.2)
    assert marked(str(tmp_path)) == []


def hears_hup() -> None:
    """Hear HUP as a program in a terminal does, also where these tests run under nohup."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def begin(out: Path, adapter: str) -> "subprocess.Popen[str]":
    """A run that has written some lines of its report and waits for an adapter that hangs."""
    words = ["conform", "ostium", "--chapter", "charge", "--report", str(out), "--limit", "request=60"]
    env = {**os.environ, "MARK": str(out.parent)}
    command = [*RULEPROOF, *words, "--", sys.executable, str(MINIATURES), adapter]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    process = subprocess.Popen(command, env=env, preexec_fn=hears_hup, **pipes)
    part, deadline = out.with_name("out.ndjson.part"), time.monotonic() + 30
    while time.monotonic() < deadline and not (part.is_file() and part.read_text(encoding="utf-8").count("\n") > 5):
        time.sleep(0.05)
    time.sleep(0.5)
    return process


def test_a_run_that_is_killed_leaves_a_report_that_is_refused_and_no_process(tmp_path: Path) -> None:
    out = tmp_path / "out.ndjson"
    process = begin(out, "ignores-term-later")
    process.kill()
    process.communicate(timeout=20)
    part = out.with_name("out.ndjson.part")
    with pytest.raises(NoReport, match="has no footer: the run was cut off, run it again"):
        read(part)
    assert "has no footer" in run("conform", "ostium", "--replay", str(part), *SERVE, code=2)
    assert not out.exists()
    with pytest.raises(NoReport, match=f"was never finished: the run was cut off.*stands in {part}"):
        read(out)
    deadline = time.monotonic() + 10
    while (left := marked(str(tmp_path))) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not left, "the guard ends what is stuck"


def marked(mark: str) -> list[str]:
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"MARK={mark}\0".encode() in path.read_bytes():
                found.append(path.parent.name)
        except OSError:
            continue
    return found


def test_a_report_that_cannot_be_written_is_2(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    out = str(tmp_path / "file" / "out.ndjson")
    assert "cannot be written" in run("conform", "ostium", *FEW, "--report", out, *SERVE, code=2)


def test_the_suite_is_listed_and_linted() -> None:
    listed = json.loads(run("suite", "list", "ostium", "--format", "json", "--clause", "ostium.fusion.bonus-is-two"))
    assert "ostium/fusion/bonus-of-two" in {case["id"] for case in listed}
    assert run("suite", "list", "--quiet").splitlines()
    assert run("suite", "lint", "ostium").endswith("no fault\n")
    assert json.loads(run("suite", "lint", "--format", "json")) == []


def test_a_fault_of_the_suite_is_1(table: Any, tmp_path: Path) -> None:
    case: dict[str, Any] = {"id": "ostium/fusion/x", "clauses": ["ostium.fusion.bonus-is-too"], "modes": ["two-player"]}
    case |= {"position": {}, "steps": [{"call": "status", "expect": {"terminal": True}}]}
    chapter = {"interpretation": 1, "game": "ostium", "chapter": "fusion", "cases": [case]}
    (tmp_path / "fusion.json").write_text(json.dumps(chapter), encoding="utf-8")
    text = run("suite", "lint", "ostium", "--suite", str(tmp_path), code=1)
    assert "Did you mean ostium.fusion.bonus-is-two?" in text
    assert "has no `why`" in text


def test_the_export_is_all_that_a_team_without_python_needs(tmp_path: Path) -> None:
    run("suite", "export", str(tmp_path))
    files = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert {"PROTOCOL.md", "ostium/POSITION.md", "ostium/fusion.json", "schemas/messages.schema.json"} <= files
    for beside in ("secrets", "walks"):
        schema = json.loads((tmp_path / f"schemas/{beside}.schema.json").read_text(encoding="utf-8"))
        jsonschema.validate(json.loads((tmp_path / f"ostium/{beside}.json").read_text(encoding="utf-8")), schema)
    schema = json.loads((tmp_path / "schemas/case.schema.json").read_text(encoding="utf-8"))
    for name in ("fusion", "charge", "gates", "synergy"):
        jsonschema.validate(json.loads((tmp_path / f"ostium/{name}.json").read_text(encoding="utf-8")), schema)
    asked = json.loads((tmp_path / "ostium/questions.json").read_text(encoding="utf-8"))
    assert all(one["default"] in {reading["name"] for reading in one["readings"]} for one in asked)
    assert (
        run("conform", "ostium", "--suite", str(tmp_path), *FEW, *SERVE).splitlines()[0].endswith("2 of 2 cases pass")
    )


def test_positions_of_the_suite_fit_the_published_schema() -> None:
    schema = form("ostium").schema
    assert schema is not None
    validator = jsonschema.Draft202012Validator(schema())
    suite = find("ostium")
    positions = [(case.id, case.position) for case in suite.cases()]
    positions += [(case.id, case.reach.position) for case in suite.cases() if case.reach and case.reach.position]
    positions += [(pair.id, one) for pair in suite.pairs() for one in (pair.position, pair.other)]
    assert {name: error.message for name, one in positions for error in validator.iter_errors(one)} == {}


def test_floors_are_written_into_the_cases_and_change_nothing_else(tmp_path: Path) -> None:
    run("suite", "export", str(tmp_path))
    run("suite", "floor", "ostium", "--suite", str(tmp_path))
    before = json.loads((Path(str(tmp_path)) / "ostium/gates.json").read_text(encoding="utf-8"))
    assert all(isinstance(case.pop("floor"), list) for case in before["cases"])
    from ruleproof.conformance.suite import find

    original = json.loads(next(p for p in find("ostium").paths if p.stem == "gates").read_text(encoding="utf-8"))
    for case in original["cases"]:
        case.pop("floor", None)
    assert before == original


def test_families_and_walks_are_listed_and_walks_counted_again() -> None:
    text = run("suite", "families", "ostium")
    assert "ostium.fusion.ending-is-passing  2 probes of disjoint, open-end, shared-end" in text.splitlines()
    listed = json.loads(run("suite", "families", "ostium", "--format", "json"))
    assert len(listed) >= 18
    assert all(len(probe["cases"]) > 1 for one in listed for probe in one["probes"])
    walks = run("suite", "walks", "ostium", *SERVE).splitlines()
    assert walks[0].startswith("ostium/walks/one-clan-chains  29 34 6 0  (ostium-attack 0.1.0 (Rust)")
    assert "--write takes the reference's counts" in run("suite", "walks", "ostium", "--write", *SERVE, code=2)


def test_a_walk_that_parts_is_told_with_the_place_and_the_actions() -> None:
    wrong = ["--", sys.executable, str(MINIATURES), "forgets-to-list"]
    text = run("conform", "ostium", "--case", "one-clan-chains", *wrong, code=1)
    assert "FAIL  ostium/walks/one-clan-chains" in text
    assert '  detail    at the start, missing: fuse gate 1 path ["D1","D2","A2"]' in text.splitlines()
    assert "  expected  number of sequences of 1 action = 29" in text.splitlines()
