"""Cases a second beside Bowtie, which puts test cases to implementations of JSON Schema as this project does of games.

Both put trivial cases to an implementation in their own process that knows nothing. Bowtie is run with and without its
validation of every message (`-V`); here every answer is always read and compared. Skipped where it does not install.
"""

import json
import resource
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

FEW, MANY = 3, 3000


@pytest.fixture(scope="module")
def bowtie(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Bowtie's command, in an environment of its own."""
    folder = tmp_path_factory.mktemp("bowtie")
    venv.create(folder, with_pip=True)
    command: list[str | Path] = [folder / "bin" / "python", "-m", "pip", "install", "--quiet", "bowtie-json-schema"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    if done.returncode:
        pytest.skip(f"Bowtie does not install here: {done.stderr.strip().splitlines()[-1]}")
    return folder / "bin" / "bowtie"


def cpu(command: list[str | Path], given: bytes = b"") -> float:
    """CPU seconds of a command that succeeds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 0, done.stderr.decode()
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def theirs(count: int) -> bytes:
    """So many of Bowtie's cases."""
    test = {"description": "one", "instance": {"heap": 5}, "valid": True}
    cases = ({"description": f"c{n}", "schema": {"type": "object"}, "tests": [test]} for n in range(count))
    return "".join(json.dumps(case) + "\n" for case in cases).encode()


def ours(folder: Path, count: int) -> Path:
    """As many of ours: a position, an action, a look at what came of it."""
    act = {"call": "apply", "action": {"type": "take", "count": 1}, "expect": {"accepted": True}}
    told = {"clauses": ["heap.take.one"], "modes": ["plain"], "position": {"heap": 5}, "floor": []}
    steps = [act, {"call": "status", "expect": {"terminal": False}}]
    cases = [{"id": f"heap/take/c{n}", **told, "steps": steps} for n in range(count)]
    where = folder / str(count)
    where.mkdir()
    chapter = {"interpretation": 1, "game": "heap", "chapter": "take", "cases": cases}
    (where / "take.json").write_text(json.dumps(chapter), encoding="utf-8")
    return where


def rows(bowtie: Path, folder: Path) -> Iterator[tuple[str, float, float]]:
    """Who, CPU seconds of a run of a few cases, and cases a CPU second above that."""
    for name, words in (("Bowtie, messages validated", ["-V"]), ("Bowtie, not validated", [])):
        command: list[str | Path] = [bowtie, "run", *words, "-i", "direct:null"]
        few, many = (min(cpu(command, theirs(count)) for _ in range(3)) for count in (FEW, MANY))
        yield name, few, (MANY - FEW) / (many - few)
    suites = {count: ours(folder, count) for count in (FEW, MANY)}
    heap = [sys.executable, str(Path(__file__).parent.parent / "heap.py")]
    conform = [sys.executable, "-m", "ruleproof.conformance.main", "conform", "heap", "--quiet", "--suite"]
    few, many = (min(cpu([*conform, suites[count], "--", *heap]) for _ in range(3)) for count in (FEW, MANY))
    yield "ruleproof, through a pipe, with its child", few, (MANY - FEW) / (many - few)
    inside = ["-c", IN_PROCESS, str(Path(__file__).parent.parent / "conformance")]
    few, many = (min(cpu([sys.executable, *inside, suites[count]]) for _ in range(3)) for count in (FEW, MANY))
    yield "ruleproof, in process", few, (MANY - FEW) / (many - few)


IN_PROCESS = """
import sys
sys.path.insert(0, sys.argv[1])
from conftest import Heap
from ruleproof.conformance import check
assert check(Heap, "heap", suite=sys.argv[2]).good
"""


def test_cases_a_second_beside_bowtie(bowtie: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = list(rows(bowtie, tmp_path))
    with capsys.disabled():
        sys.stdout.write("\nstart, CPU s   cases a CPU second\n")
        sys.stdout.writelines(f"{start:12.2f}   {rate:18.0f}   {name}\n" for name, start, rate in found)
    rate = {name: cases for name, _, cases in found}
    start = {name: seconds for name, seconds, _ in found}
    assert rate["ruleproof, in process"] > rate["Bowtie, messages validated"]
    assert rate["ruleproof, through a pipe, with its child"] > rate["Bowtie, messages validated"]
    assert start["ruleproof, through a pipe, with its child"] < start["Bowtie, not validated"]
