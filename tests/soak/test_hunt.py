"""Every bent implementation is hunted down: found within a minute of CPU time and made as small as a few actions.

Run with `tox -e soak`, or `pytest tests/soak/test_hunt.py -s` to see the figures. A hunt starts processes, so the time
that counts is that of the hunt and of what it started, on one core.
"""

import importlib.util
import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ruleproof.conformance.main import build

TESTS = Path(__file__).parent.parent
SCRIPTS = (TESTS / "bends.py", TESTS / "miniatures.py")
SECONDS, ACTIONS, STEPS = 60, 6, 20_000
LONG = 40_000  # tries against an implementation that is right


def bends() -> list[tuple[str, str, str]]:
    """Script, name and the clause that is bent, of each."""
    return [(str(path), name, clause) for path in SCRIPTS for name, (_, clause) in _module(path).BENT.items()]


def _module(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def seconds() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def hunt(*words: str) -> tuple[int, dict[str, Any], float]:
    """Exit code, result, and the CPU seconds it took."""
    begun = seconds()
    result = CliRunner().invoke(build("hunt"), ["hunt", "ostium", "--workers", "1", "--format", "json", *words])
    told: dict[str, Any] = json.loads(result.stdout)
    return result.exit_code, told, seconds() - begun


def test_there_are_bends_over_all_chapters() -> None:
    chapters = {clause.split(".")[1] for _, _, clause in bends()}
    assert len(bends()) >= 60
    assert chapters >= {
        "abilities",
        "charge",
        "collect",
        "discard",
        "draw",
        "fusion",
        "gates",
        "gift",
        "move",
        "refill",
    }
    assert chapters >= {"setup", "summon", "synergy", "turn"}


@pytest.mark.parametrize(("script", "name", "clause"), bends(), ids=[name for _, name, _ in bends()])
def test_a_bent_rule_is_found_in_a_minute_and_made_small(script: str, name: str, clause: str) -> None:
    code, told, used = hunt("--steps", str(STEPS), "--most", "1", "--", sys.executable, script, name)
    assert (code, told["untested"]) == (1, "")
    (finding,) = told["findings"]
    rank = finding["clauses"].index(clause) + 1 if clause in finding["clauses"] else "-"
    size = len(finding["actions"])
    sys.stdout.write(f"\n{name}: {told['tries']} tries, {used:.1f} s, {size} actions, rank {rank}, {finding['id']}")
    assert (
        size <= ACTIONS,
        used <= SECONDS,
        finding["replayed"].split()[0] in ("fail", "error", "crash", "setup-failed"),
    ) == (
        True,
        True,
        True,
    )


def test_the_reference_beside_itself_shows_nothing_in_a_long_hunt() -> None:
    serve = [sys.executable, "-m", "ruleproof.conformance.main", "serve", "ostium"]
    code, told, used = hunt("--steps", str(LONG), "--seed", "77", "--", *serve)
    sys.stdout.write(f"\nreference: {told['tries']} tries, {used:.0f} s, {len(told['clauses_seen'])} clauses")
    assert (code, told["findings"], told["left_out"]) == (0, [], {})
    assert len(told["clauses_seen"]) > 200


def test_the_same_bytes_come_whatever_the_order_of_hashes_and_the_number_of_workers() -> None:
    def told(hashes: str, workers: str) -> bytes:
        words = [
            "hunt",
            "ostium",
            "--steps",
            "1500",
            "--seed",
            "9",
            "--workers",
            workers,
            "--format",
            "json",
            "--quiet",
        ]
        command = [sys.executable, "-m", "ruleproof.conformance.main", *words, "--", sys.executable, str(SCRIPTS[0])]
        environment = {**os.environ, "PYTHONHASHSEED": hashes}
        return subprocess.run([*command, "no-gift"], capture_output=True, env=environment, check=False).stdout

    first = told("1", "1")
    assert json.loads(first)["findings"]
    assert first == told("2", "1") == told("3", "2")


def test_several_bent_rules_are_told_apart() -> None:
    names = ["no-wave", "moved-onto-another", "hand-of-four", "crystals-are-kept", "recalled-to-the-hand"]
    program = f"import sys; sys.path.insert(0, {str(TESTS)!r}); import bends; [bends.BENT[n][0]() for n in {names}]; "
    program += "bends.serve_standard(bends.game.GAME)"
    _, told, used = hunt("--steps", "8000", "--", sys.executable, "-c", program)
    clauses = [finding["clauses"] for finding in told["findings"]]
    sys.stdout.write(f"\n{names}: {used:.0f} s, {[each[0] for each in clauses]}")
    bent = {_module(SCRIPTS[0]).BENT[name][1] for name in names}
    assert bent <= {clause for each in clauses for clause in each[:5]}
    assert len(clauses) <= 8
