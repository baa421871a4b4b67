"""What got better or worse between two runs, and where several implementations differ. Nothing is judged here."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .presenting import counts, name_of, scope, score, worst
from .reporting import Report
from .verdict import GREEN, NOT_EXECUTED, Line, Verdict

MOST = 20  # changes of a kind that are listed


@dataclass(frozen=True)
class Change:
    """A case whose verdict is another one than before; empty where it was not there."""

    id: str
    clauses: tuple[str, ...]
    before: str
    after: str


@dataclass(frozen=True)
class Changes:
    """The cases that got better, got worse, changed otherwise (out of scope, another kind of failure), came or went."""

    better: tuple[Change, ...]
    worse: tuple[Change, ...]
    other: tuple[Change, ...]
    came: tuple[Change, ...]
    gone: tuple[Change, ...]

    def plain(self) -> dict[str, list[dict[str, object]]]:
        """In JSON values."""
        groups = {name: getattr(self, name) for name in ("better", "worse", "other", "came", "gone")}
        return {name: [_plain(one) for one in changes] for name, changes in groups.items()}


def _plain(change: Change) -> dict[str, object]:
    told: dict[str, object] = {"id": change.id, "clauses": list(change.clauses)}
    return told | {"before": change.before, "after": change.after}


def changes(before: Report, after: Report) -> Changes:
    """What is different in `after`. A case that came and is not good counts as worse, too; so does a pass that is gone.

    A case that was put and is out of scope now, or the other way round, is neither, unless it had passed.
    """
    old, new = ({line.id: line for line in report.lines} for report in (before, after))
    each = [_change(old.get(one), new.get(one)) for one in dict.fromkeys([*old, *new])]
    moved = [one for one in each if one.before != one.after]
    worse = [one for one in moved if _worse(one)]
    better = [one for one in moved if one.before and _rank(one.before) == RED and _rank(one.after) == GOOD]
    rest = [one for one in moved if one not in worse and one not in better]
    return Changes(
        better=tuple(better),
        worse=tuple(worse),
        other=tuple(one for one in rest if one.before and one.after),
        came=tuple(one for one in rest if not one.before),
        gone=tuple(one for one in rest if not one.after),
    )


def _change(old: Line | None, new: Line | None) -> Change:
    line = new or old
    assert line is not None
    before, after = (one.verdict.value if one else "" for one in (old, new))
    return Change(line.id, tuple(line.clauses), before, after)


def _worse(change: Change) -> bool:
    """A pass that is none any more, wherever it went; a failure that came where nothing was."""
    if change.before == Verdict.PASS:
        return _rank(change.after) != GOOD
    return _rank(change.after) == RED and (not change.before or _rank(change.before) == GOOD)


RED, LEFT, GOOD = range(3)


def _rank(verdict: str) -> int:
    """Whether it is good, was not put (or not there), or is not good."""
    if not verdict or Verdict(verdict) in NOT_EXECUTED:
        return LEFT
    return GOOD if Verdict(verdict) in GREEN else RED


def words(found: Changes) -> Iterator[str]:
    """The changes line by line, the worst first; a sentence where there are none."""
    titles = {"worse": "worse", "better": "better", "other": "otherwise", "came": "new", "gone": "gone"}
    told = False
    for name, title in titles.items():
        changed: tuple[Change, ...] = getattr(found, name)
        told = told or bool(changed)
        for one in changed[:MOST]:
            step = f"{one.before or 'not there'} → {one.after or 'not there'}"
            yield f"{title:<9}  {one.id}  {step}  [{' '.join(one.clauses)}]"
        if len(changed) > MOST:
            yield f"{title:<9}  and {len(changed) - MOST} more"
    if not told:
        yield "no verdict changed"


@dataclass(frozen=True)
class Column:
    """One implementation in a comparison."""

    name: str
    passed: int
    put: int
    scope: str
    report: Report


def columns(reports: Sequence[Report]) -> tuple[Column, ...]:
    """One a run, in the order given; runs of one name are numbered."""
    names = [name_of(one) for one in reports]
    numbered = [
        f"{name} ({names[:at].count(name) + 1})" if names.count(name) > 1 else name for at, name in enumerate(names)
    ]
    return tuple(Column(name, *score(one), scope(one), one) for name, one in zip(numbered, reports, strict=True))


def unlike(reports: Sequence[Report]) -> str:
    """Why runs cannot be set side by side, or nothing where they can."""
    games = sorted({one.game for one in reports})
    return f"these are runs of {' and '.join(games)}: compare runs of one game" if len(games) > 1 else ""


def other_suites(reports: Sequence[Report]) -> bool:
    """Whether some runs were made with other cases than the rest."""
    return len({str(one.header["suite"]["digest"]) for one in reports}) > 1


def by_clause(reports: Sequence[Report]) -> list[tuple[str, list[tuple[str, int, int]]]]:
    """For each clause and run: a word, how many cases passed, how many were put."""
    each = [counts(report.lines) for report in reports]
    rows: list[tuple[str, list[tuple[str, int, int]]]] = []
    for clause in sorted({clause for one in each for clause in one}):
        rows.append((clause, [_cell(one.get(clause, {})) for one in each]))
    return rows


def _cell(found: dict[str, int]) -> tuple[str, int, int]:
    put = sum(count for one, count in found.items() if Verdict(one) not in NOT_EXECUTED)
    good = sum(count for one, count in found.items() if Verdict(one) in GREEN - NOT_EXECUTED)
    return worst(found), good, put


def parted(reports: Sequence[Report]) -> list[tuple[str, tuple[str, ...], list[str]]]:
    """The cases that not all runs answer alike: id, clauses and the verdict of each (empty where it was not there)."""
    each = [{line.id: line for line in report.lines} for report in reports]
    rows: list[tuple[str, tuple[str, ...], list[str]]] = []
    for case in dict.fromkeys(one for lines in each for one in lines):
        found = [lines.get(case) for lines in each]
        verdicts = [line.verdict.value if line else "" for line in found]
        if len({_rank(one) for one in verdicts}) > 1:
            clauses = next(tuple(line.clauses) for line in found if line)
            rows.append((case, clauses, verdicts))
    return rows
