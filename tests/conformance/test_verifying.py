"""The one command that runs every check: how it tells what is wrong, and that nothing outlives it."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

VERIFY = [sys.executable, "-P", "-m", "ruleproof.conformance.main", "verify", "ostium"]


def children(parent: int) -> set[int]:
    """The processes whose parent is this one."""
    found: set[int] = set()
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            pid, after = int(status.parent.name), status.read_text().rpartition(")")[2].split()
        except OSError:  # gone meanwhile
            continue
        if int(after[1]) == parent:
            found.add(pid)
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are listed by /proc, which is not here")
def test_an_interrupted_run_ends_at_once_without_a_traceback_and_leaves_nobody_behind() -> None:
    run = subprocess.Popen([*VERIFY, "--runs", "400"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert run.stdout is not None
    while not run.stdout.readline().startswith("suite"):
        assert run.poll() is None
    workers = children(run.pid)
    os.kill(run.pid, signal.SIGINT)
    _, errors = run.communicate(timeout=20)
    assert (run.returncode, "Traceback" in errors) == (130, False), errors
    assert workers
    assert [pid for pid in workers if pid in children(run.pid) | children(1)] == []


def test_the_result_is_one_value_in_json_and_names_every_check() -> None:
    done = subprocess.run([*VERIFY, "--runs", "1", "--format", "json"], capture_output=True, text=True, check=False)
    value = json.loads(done.stdout)
    assert [step["name"] for step in value["steps"]] == [
        "rules",
        "text",
        "suite",
        "plays",
        "findings",
        "proofs",
        "clauses",
    ]
    assert value["good"] == (done.returncode == 0)
    assert sum(value["standings"].values()) > 300
