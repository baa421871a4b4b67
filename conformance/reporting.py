"""Reports: one JSON object a line, a header first, a footer last; one that was cut off is refused. No times."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import asdict

from ruleproof.spec import files
from ruleproof.spec.version import VERSION

from .case import INTERPRETATION
from .messages import PROTOCOL
from .running import Runner
from .verdict import GREEN, Line

_encode = msgspec.json.Encoder(order="sorted").encode


class NoReport(ValueError):
    """A file that is no whole report; the message says what is missing."""


def header(runner: Runner) -> dict[str, Any]:
    """Versions, the suite's digest, who is tested, and what was declared."""
    said = runner.said
    return {
        "type": "header",
        "tool": VERSION,
        "protocol": PROTOCOL,
        "interpretation": INTERPRETATION,
        "suite": runner.suite.named,
        "target": runner.target.name,
        "options": [*runner.plan.options],
        "implementation": said.said.implementation if said else None,
        "declared": said.declared if said else None,
    }


def footer(runner: Runner) -> dict[str, Any]:
    """What the lines add up to, and the exit code."""
    known = runner.plan.known
    return {
        "type": "footer",
        "counts": runner.tally.counts(),
        "clauses": {
            clause: {verdict.value: count for verdict, count in sorted(counts.items())}
            for clause, counts in sorted(runner.tally.clauses.items())
        },
        "suspects": [one.plain() for one in runner.suspected()],
        "readings": {one.question: {"says": one.says, **asdict(one)} for one in runner.readings},
        "floor": runner.floors if runner.plan.floor else None,
        "findings": [*runner.findings, *(known.stale() if known and not runner.stopped else [])],
        "smoke": runner.smoke,
        "stopped": runner.stopped or None,
        "exit": runner.exit(),
    }


def text(value: Any) -> str:
    """A line of a report."""
    return _encode(value).decode() + "\n"


@dataclass(frozen=True)
class Report:
    """A whole report, read back."""

    header: dict[str, Any]
    lines: tuple[Line, ...]
    footer: dict[str, Any]

    @property
    def game(self) -> str:
        """The game that was tested."""
        return str(self.header["suite"]["name"])

    @property
    def declared(self) -> dict[str, Any]:
        """What the implementation declared; empty where it came to no handshake."""
        return _members(self.header.get("declared"))

    @property
    def implementation(self) -> dict[str, Any]:
        """Name, version … of the implementation; empty where it came to no handshake."""
        return _members(self.header.get("implementation"))

    @property
    def floor(self) -> dict[str, int]:
        """How many of the cases each implementation without rules passes; empty where nobody looked."""
        return _members(self.footer.get("floor"))

    @property
    def readings(self) -> dict[str, dict[str, Any]]:
        """What was found of each question, but for those that could be asked for each reading."""
        told: dict[str, dict[str, Any]] = _members(self.footer.get("readings"))
        return {question: one for question, one in sorted(told.items()) if one.get("how") != "each"}

    @property
    def findings(self) -> list[str]:
        """What else was found."""
        told: list[str] = self.footer.get("findings") or []
        return told

    @property
    def red(self) -> tuple[str, ...]:
        """The ids of the cases that were not good, in order."""
        return tuple(line.id for line in self.lines if line.verdict not in GREEN)


def again(game: str, name: str, target: str, options: Sequence[str]) -> str:
    """The command that puts a case to a target again, with what else of its command line matters."""
    words = shlex.join(["ruleproof", "conform", game, "--case", name, *options])
    return f"{words} {target}" if target.startswith("py:") else f"{words} -- {target}"


def _members(value: Any) -> dict[str, Any]:
    told: dict[str, Any] = value or {}
    return told


def read(path: Path) -> Report:
    """The report in a file. Raises NoReport, or files.Unreadable."""
    if not path.exists() and (part := files.part_of(path)).exists():
        raise NoReport(f"{path} was never finished: the run was cut off, run it again; what it did stands in {part}")
    first, *lines, last = _at_least_two(_objects(path))
    if first.get("type") != "header":
        raise NoReport(f"{path} has no header: it is no report of `conform`")
    if last.get("type") != "footer":
        raise NoReport(f"{path} has no footer: the run was cut off, run it again")
    if not isinstance(first.get("suite"), dict):
        raise NoReport(f"{path} does not say which suite was put")
    try:
        return Report(first, tuple(msgspec.convert(line, Line) for line in lines), last)
    except msgspec.ValidationError as error:
        raise NoReport(f"{path} has a line that does not fit: {error}") from error


def _at_least_two(found: Iterator[dict[str, Any]]) -> list[dict[str, Any]]:
    there = list(found)
    return there if len(there) > 1 else [*there, {}, {}]


def _objects(path: Path) -> Iterator[dict[str, Any]]:
    text = files.read_text(path)
    lines = text.split("\n")
    for number, line in enumerate(lines[:-1] if not lines[-1] else lines, 1):
        try:
            yield msgspec.json.decode(line, type=dict[str, Any])
        except msgspec.DecodeError as error:
            if 1 < number == len(lines):  # the last one, without its end
                raise NoReport(f"{path} ends within line {number}: the run was cut off, run it again") from error
            raise NoReport(f"{path}:{number} is no line of a report: {error}") from error
