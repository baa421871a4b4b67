"""The suite put to an implementation of somebody else, built here from its source."""

import shutil
import subprocess
from pathlib import Path

import pytest

from ruleproof.conformance.connection import target
from ruleproof.conformance.reporting import footer
from ruleproof.conformance.running import Runner
from ruleproof.conformance.suite import find, form

RUST = Path(__file__).parent.parent / "strangers" / "rust" / "src" / "main.rs"
CHAPTERS = ("synergy", "fusion", "charge", "gates")  # it plays the attack phase


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The stranger in Rust, built."""
    rustc = shutil.which("rustc")
    if rustc is None:
        pytest.skip("rustc is not there to build the stranger")
    built = tmp_path_factory.mktemp("rust") / "stranger"
    subprocess.run([rustc, "-O", "--edition", "2021", str(RUST), "-o", str(built)], check=True, timeout=300)
    return built


def test_the_stranger_in_rust_conforms_and_every_walk_that_it_confirmed_is_the_same(stranger: Path) -> None:
    runner = Runner(target([str(stranger)]), find("ostium"), form("ostium"))
    cases = (case for case in runner.suite.cases() if case.chapter in CHAPTERS and only_attacks(case.position))
    lines = list(runner.run(cases, (walk for walk in runner.suite.walks() if walk.confirmed_by)))
    assert [line.id for line in lines if line.verdict not in ("pass", "not-applicable")] == []
    assert runner.exit() == 0
    assert sum("/walks/" in line.id for line in lines) >= 8
    assert runner.tally.passed > 150


def only_attacks(position: dict[str, object]) -> bool:
    return position.get("phase") == "attack"


def test_what_the_stranger_says_nothing_of_is_found_out(stranger: Path) -> None:
    runner = Runner(target([str(stranger)]), find("ostium"), form("ostium"))
    list(runner.run(case for case in runner.suite.cases() if case.chapter == "charge" and only_attacks(case.position)))
    told = footer(runner)["readings"]
    assert told["ostium.charge.must-push"]["says"] == "follows goes-on (3/3), the default"
    assert {one["how"] for one in told.values()} == {"follows"}
