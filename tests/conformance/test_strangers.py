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


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The stranger in Rust, built."""
    rustc = shutil.which("rustc")
    if rustc is None:
        pytest.skip("rustc is not there to build the stranger")
    built = tmp_path_factory.mktemp("rust") / "stranger"
    subprocess.run([rustc, "-O", "--edition", "2021", str(RUST), "-o", str(built)], check=True, timeout=300)
    return built


def test_the_stranger_in_rust_conforms_as_far_as_it_plays_and_gives_the_same_counts(stranger: Path) -> None:
    runner = Runner(target([str(stranger)]), find("ostium"), form("ostium"))
    lines = list(runner.run(runner.suite.cases(), runner.suite.walks()))
    missing = [line for line in lines if line.verdict == "error" and "not-implemented" in line.detail]
    wrong = [line.id for line in lines if line not in missing and line.verdict not in ("pass", "not-applicable")]
    assert wrong == []
    assert runner.exit() == (3 if missing else 0)
    confirmed = {walk.id for walk in runner.suite.walks() if walk.confirmed_by}
    assert {line.id for line in lines if "/walks/" in line.id and line.verdict == "pass"} == confirmed
    assert (runner.tally.passed > 180, len(missing) < 5, len(confirmed) >= 8) == (True, True, True)


def test_what_the_stranger_says_nothing_of_is_found_out(stranger: Path) -> None:
    runner = Runner(target([str(stranger)]), find("ostium"), form("ostium"))
    list(runner.run(case for case in runner.suite.cases() if case.chapter == "charge"))
    told = footer(runner)["readings"]
    assert told["ostium.charge.must-push"]["says"] == "follows goes-on (3/3), the default"
    assert {one["how"] for one in told.values()} == {"follows", "undecided"}  # some answers lie in other phases
