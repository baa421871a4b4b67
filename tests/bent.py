"""Writes what bent implementations answer into conformance/ostium/bent.json: `python tests/bent.py [NAME...]`.

Bent are the reference (bends.py, miniatures.py) and the implementation in JavaScript (strangers/edits.toml),
one rule each. With names only these are run again; all of them take a quarter of an hour. What is made of it in a run
stands in ruleproof.conformance.suspects.
"""

import importlib
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ruleproof.conformance.bent import BENT, Bent, Bents, mark, read
from ruleproof.conformance.connection import target
from ruleproof.conformance.exporting import pretty
from ruleproof.conformance.running import Plan, Runner
from ruleproof.conformance.suite import find, form
from ruleproof.conformance.suspects import WRONG

TESTS = Path(__file__).parent
FILE = TESTS.parent / "conformance" / "ostium" / BENT
REFERENCE, STRANGER = ("bends", "miniatures"), "javascript"
AT_A_TIME = 2
sys.path[:0] = [str(TESTS), str(TESTS / "strangers")]


class Known(NamedTuple):
    """A bent implementation: where it stands, its name there, and the clauses that it bends, the best first."""

    where: str
    name: str
    clauses: tuple[str, ...]

    @property
    def title(self) -> str:
        """Its name among all."""
        return f"{self.where}/{self.name}"

    def command(self, folder: Path) -> list[str]:
        """How it is started; a copy is made in a folder where it needs one."""
        if self.where != STRANGER:
            return [sys.executable, "-P", str(TESTS / f"{self.where}.py"), self.name]
        return ["node", str(_module("edits").BENT[self.name].adapter(folder / self.name))]


def _module(name: str) -> Any:
    return importlib.import_module(name)


def known() -> Iterator[Known]:
    """All of them, those of the reference first."""
    for where in REFERENCE:
        for name, (_, clause) in _module(where).BENT.items():
            yield Known(where, name, (clause,))
    for name, bend in _module("edits").BENT.items():
        yield Known(STRANGER, name, bend.clauses)


def answers(command: list[str]) -> dict[str, str]:
    """The marks of what came out wrong, by case, in order of their ids."""
    suite = find("ostium")
    runner = Runner(target(command, strict=False), suite, form("ostium"), Plan(repeat=False, floor=False))
    wrong = [line for line in runner.run(suite.cases(), suite.beside()) if line.verdict in WRONG]
    assert not runner.stopped, runner.stopped
    return {line.id: mark(line) for line in sorted(wrong, key=lambda line: line.id)}


def written(found: dict[str, Bent]) -> str:
    """The text of the file, in order of titles; who is found out by no case is left out."""
    bents = [found[title] for title in sorted(found) if found[title].answers]
    return pretty(msgspec.to_builtins(Bents(1, "ostium", bents)))


def main(names: list[str]) -> None:
    """Run them and write the file."""
    chosen = [one for one in known() if not names or one.name in names]
    kept = {one.name: one for one in read(FILE).bent} if names and FILE.exists() else {}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(AT_A_TIME) as pool:
        answered = pool.map(lambda one: answers(one.command(Path(folder))), chosen)
        for one, told in zip(chosen, answered, strict=True):
            kept[one.title] = Bent(one.title, one.clauses[0], told)
            sys.stderr.write(f"{one.title}: {len(told)}\n")
    FILE.write_text(written(kept))


if __name__ == "__main__":
    main(sys.argv[1:])
