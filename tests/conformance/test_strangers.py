"""The suite put to implementations of other people, built or started here from their source."""

import shutil
import subprocess
from pathlib import Path

import pytest

from ruleproof.conformance.connection import target
from ruleproof.conformance.reporting import footer
from ruleproof.conformance.running import Runner
from ruleproof.conformance.suite import find, form
from ruleproof.conformance.verdict import Line

STRANGERS = Path(__file__).parent.parent / "strangers"
RUST = STRANGERS / "rust" / "src" / "main.rs"
JAVASCRIPT = STRANGERS / "javascript" / "adapter.mjs"
GOOD = {"pass", "reading", "not-applicable"}


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The stranger in Rust, built."""
    rustc = shutil.which("rustc")
    if rustc is None:
        pytest.skip("rustc is not there to build the stranger")
    built = tmp_path_factory.mktemp("rust") / "stranger"
    subprocess.run([rustc, "-O", "--edition", "2021", str(RUST), "-o", str(built)], check=True, timeout=300)
    return built


@pytest.fixture(scope="module")
def scripted() -> list[str]:
    """The command of the stranger in JavaScript."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not there to run the stranger")
    return [node, str(JAVASCRIPT)]


def confirmed(runner: Runner, language: str) -> set[str]:
    """The walks that are noted as counted alike in this language."""
    return {walk.id for walk in runner.suite.walks() if any(language in name for name in walk.confirmed_by)}


def counted(lines: list[Line]) -> set[str]:
    """The walks that passed."""
    return {line.id for line in lines if "/walks/" in line.id and line.verdict == "pass"}


def test_the_stranger_in_rust_conforms_as_far_as_it_plays_and_gives_the_same_counts(stranger: Path) -> None:
    runner = Runner(target([str(stranger)]), find("ostium"), form("ostium"))
    lines = list(runner.run(runner.suite.cases(), runner.suite.beside()))
    missing = [line for line in lines if line.verdict == "error" and "not-implemented" in line.detail]
    wrong = [line.id for line in lines if line not in missing and line.verdict not in ("pass", "not-applicable")]
    assert wrong == []
    assert runner.exit() == (3 if missing else 0)
    assert counted(lines) == confirmed(runner, "Rust")
    assert (runner.tally.passed > 180, len(missing) < 5, len(counted(lines)) >= 8) == (True, True, True)


def test_what_the_stranger_says_nothing_of_is_found_out(stranger: Path) -> None:
    runner = Runner(target([str(stranger)]), find("ostium"), form("ostium"))
    list(runner.run(case for case in runner.suite.cases() if case.chapter == "charge"))
    told = footer(runner)["readings"]
    assert told["ostium.charge.must-push"]["says"] == "follows goes-on (3/3), the default"
    assert {one["how"] for one in told.values()} == {"follows", "undecided"}  # some answers lie in other phases


def test_the_stranger_in_javascript_conforms_in_the_whole_game_under_the_readings_it_is_found_to_follow(
    scripted: list[str],
) -> None:
    runner = Runner(target(scripted), find("ostium"), form("ostium"))
    lines = list(runner.run(runner.suite.cases(), runner.suite.beside()))
    assert [(line.id, line.detail) for line in lines if line.verdict not in GOOD] == []
    assert runner.exit() == 0
    assert counted(lines) == confirmed(runner, "JavaScript")
    assert (runner.tally.passed > 640, len(counted(lines)) >= 13) == (True, True)
    told = {one.question: (one.how, one.reading) for one in runner.readings}
    other = {question: reading for question, (_, reading) in told.items() if reading != runner.suite.defaults[question]}
    assert other == {"ostium.collect.skull-compulsory": "may", "ostium.gates.wave-attacker": "cause"}
    assert {how for how, _ in told.values()} == {"follows"}
