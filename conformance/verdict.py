"""Verdicts, what they add up to, and the exit code. How one comes about is in running, not here."""

from collections import Counter
from enum import StrEnum
from typing import Any

import msgspec


class Verdict(StrEnum):
    """The judgment of one case; PROTOCOL.md section 8 says what each means."""

    PASS = "pass"  # noqa: S105 - not a password
    FAIL = "fail"
    LEAK = "leak"
    READING = "reading"
    INCOHERENT = "incoherent"
    XFAIL = "xfail"
    XPASS = "xpass"
    FLAKY = "flaky"
    ORDER_DEPENDENT = "order-dependent"
    NOT_APPLICABLE = "not-applicable"
    SKIPPED = "skipped"
    BLOCKED_BY = "blocked-by"
    SETUP_FAILED = "setup-failed"
    ERROR = "error"
    TIMEOUT = "timeout"
    CRASH = "crash"
    PROTOCOL_VIOLATION = "protocol-violation"
    INCONCLUSIVE = "inconclusive"


GOOD, WRONG, USAGE, UNTESTED, STALE, NOTHING = range(6)
WEIGHTS: dict[Verdict, int] = {
    Verdict.FAIL: WRONG,
    Verdict.LEAK: WRONG,
    Verdict.INCOHERENT: WRONG,
    Verdict.CRASH: WRONG,
    Verdict.TIMEOUT: WRONG,
    Verdict.PROTOCOL_VIOLATION: WRONG,
    Verdict.ORDER_DEPENDENT: WRONG,
    Verdict.FLAKY: WRONG,
    Verdict.SETUP_FAILED: UNTESTED,
    Verdict.ERROR: UNTESTED,
    Verdict.INCONCLUSIVE: UNTESTED,
    Verdict.XPASS: STALE,
}
NOT_EXECUTED = {Verdict.NOT_APPLICABLE, Verdict.SKIPPED, Verdict.BLOCKED_BY}
GREEN = {Verdict.PASS, Verdict.XFAIL, Verdict.NOT_APPLICABLE, Verdict.READING}
REPEATED = {
    Verdict.FAIL,
    Verdict.LEAK,
    Verdict.SETUP_FAILED,
    Verdict.TIMEOUT,
    Verdict.CRASH,
    Verdict.PROTOCOL_VIOLATION,
}


class Line(msgspec.Struct, omit_defaults=True, frozen=True, tag_field="type", tag="case"):
    """What became of one case. Everything after `clauses` is only there where it is not a plain pass.

    `step` counts from 1; 0 is the way to the position. `expected` and `got` are JSON values. `first` is the verdict of
    the first run where a second one, in a fresh process, said something else. `unasked` names steps that were left out.
    `blocked_by` is the divergence or the question that stands in the way of a case. The line of a divergence on the way
    to positions is of no case: `step` is the action there, and `met_in` the first case that met it.
    """

    id: str
    verdict: Verdict
    clauses: list[str]
    step: int = 0
    asked: dict[str, Any] | None = None
    where: str = ""
    expected: Any = None
    got: Any = None
    detail: str = ""
    why: str = ""
    catches: str = ""
    explained: str = ""
    position: dict[str, Any] | None = None
    readings: dict[str, str] = {}
    first: str = ""
    unasked: list[str] = []
    errors: str = ""
    issue: str = ""
    blocked_by: str = ""
    met_in: str = ""

    def same_as(self, other: "Line") -> bool:
        """Whether both say the same of the answers."""
        mine = (self.verdict, self.step, self.where, self.expected, self.got)
        theirs = (other.verdict, other.step, other.where, other.expected, other.got)
        return bool(mine == theirs)


def settled(first: Line, second: Line) -> Line:
    """The verdict of a case that did not pass and was run once more, alone in a fresh process.

    A crash stays one, whatever came of the second run. A time-out counts only where it comes again.
    """
    if first.verdict == second.verdict == Verdict.CRASH:
        return second
    if first.verdict == Verdict.CRASH:
        return _with(first, first=f"then {second.verdict} when run alone")
    if second.verdict == Verdict.PASS:
        return _with(first, verdict=Verdict.ORDER_DEPENDENT, first=f"{first.verdict}, then pass when run alone")
    if first.verdict == Verdict.TIMEOUT:
        return second
    if first.verdict == second.verdict == Verdict.PROTOCOL_VIOLATION or first.same_as(second):
        return second
    return _with(second, verdict=Verdict.FLAKY, first=f"{first.verdict}, then {second.verdict} when run alone")


def _with(line: Line, **changes: Any) -> Line:
    changed: Line = msgspec.structs.replace(line, **changes)
    return changed


class Tally:
    """What the lines of a run add up to; it grows with the number of clauses, not of cases."""

    def __init__(self) -> None:
        self.verdicts: Counter[Verdict] = Counter()
        self.clauses: dict[str, Counter[Verdict]] = {}
        self.in_part = 0  # passes of which some steps could not be asked
        self.unasked: Counter[str] = Counter()  # what these steps would have asked, such as `legal`

    def add(self, line: Line) -> None:
        """Count a line, for its verdict and for each of its clauses."""
        self.verdicts[line.verdict] += 1
        if line.verdict is Verdict.PASS and line.unasked:
            self.in_part += 1
            self.unasked.update({step.split()[-1] for step in line.unasked})
        for clause in line.clauses:
            if (counts := self.clauses.get(clause)) is None:
                counts = self.clauses[clause] = Counter()
            counts[line.verdict] += 1

    @property
    def executed(self) -> int:
        """How many cases were put."""
        return sum(count for verdict, count in self.verdicts.items() if verdict not in NOT_EXECUTED)

    @property
    def passed(self) -> int:
        """How many of them passed."""
        return self.verdicts[Verdict.PASS]

    def counts(self) -> dict[str, int]:
        """The verdicts that occur, by name."""
        return {verdict.value: count for verdict, count in sorted(self.verdicts.items())}


def exit_code(verdicts: set[Verdict], executed: int, *, stopped: bool = False, stale: bool = False) -> int:
    """The exit code of a run: the weightiest thing that happened. `stopped`: the run could not go on."""
    weights = {WEIGHTS[verdict] for verdict in verdicts if verdict in WEIGHTS}
    if WRONG in weights:
        return WRONG
    if stopped or UNTESTED in weights:
        return UNTESTED
    if stale or STALE in weights:
        return STALE
    return GOOD if executed else NOTHING
