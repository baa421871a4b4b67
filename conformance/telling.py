"""What a run has found, in words for a terminal or a failing test. Nothing is judged or counted here."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from .following import Found, How
from .reporting import again, footer
from .running import Runner
from .verdict import GREEN, NOT_EXECUTED, Line, Verdict

SHOWN = 300
SUSPECTS = 5
_encode = msgspec.json.Encoder(order="sorted").encode


def short(value: Any, most: int = SHOWN) -> str:
    """A JSON value in one line, cut where it is long."""
    text = _encode(value).decode()
    return text if len(text) <= most else text[: most - 1] + "…"


def failure(line: Line, runner: Runner) -> str:
    """One line that names the case, the clause and the verdict, and below it what is needed to understand it."""
    clauses = f"  [{' '.join(line.clauses)}]" if line.clauses else ""
    head = f"{line.verdict.upper()}  {line.id}{clauses}"
    return "\n".join([head, *(f"  {name:<9} {text}" for name, text in _facts(line, runner) if text)])


def _facts(line: Line, runner: Runner) -> Iterator[tuple[str, str]]:
    yield "why", line.why
    yield "catches", line.catches
    if line.readings:
        yield "read as", ", ".join(f"{question}: {reading}" for question, reading in line.readings.items())
    yield "step", _step(line)
    yield "detail", line.detail
    if line.where:
        yield "expected", f"{line.where} = {short(line.expected)}"
        yield "got", short(line.got)
    yield "they say", line.explained
    yield "runs", line.first
    yield "board", _board(line, runner)
    if line.verdict is not Verdict.FAIL:
        yield "stderr", _indented(line.errors.strip())
    yield "replay", replay(line, runner)


def _step(line: Line) -> str:
    if line.asked is None:
        return ""
    action = f" {short(line.asked['action'])}" if "action" in line.asked else ""
    player = f" by {line.asked['player']}" if "player" in line.asked else ""
    return f"{line.step}: {line.asked.get('call')}{action}{player}"


def _board(line: Line, runner: Runner) -> str:
    if line.position is None:
        return ""
    if runner.form.draw is None:
        return short(line.position)
    try:
        return _indented(runner.form.draw(line.position))
    except msgspec.ValidationError:
        return short(line.position)


def _indented(text: str) -> str:
    return text.replace("\n", "\n" + " " * 12)


def replay(line: Line, runner: Runner) -> str:
    """The command that puts this case again."""
    return again(runner.suite.game, line.met_in or line.id, runner.target.name, runner.plan.options)


def red(line: Line) -> bool:
    """Whether a line is worth showing when only failures are."""
    return line.verdict not in GREEN


def missing(line: Line) -> bool:
    """Whether the implementation itself says that the rule is not there: one line for all such cases is enough."""
    return line.verdict is Verdict.ERROR and line.detail.startswith("not-implemented")


def counts_only(line: Line) -> bool:
    """Whether a line that is not good says no more than its number does: not put, or known to be missing."""
    return line.verdict in NOT_EXECUTED or missing(line)


def summary(runner: Runner) -> str:
    """Who was tested, the clauses that are not good, the score beside its floor, and what else was found."""
    return "\n".join(_summary(runner))


def _summary(runner: Runner) -> Iterator[str]:
    ended = footer(runner)
    yield from _clauses(runner.tally.clauses)
    if runner.smoke:
        yield f"smoke: {runner.smoke.verdict}, {runner.smoke.detail}"
        if runner.smoke.errors.strip():
            yield f"  stderr    {_indented(runner.smoke.errors.strip())}"
    if runner.stopped:
        yield f"stopped: {runner.stopped}"
    for finding in ended["findings"]:
        yield f"finding: {finding}"
    yield from _suspects(ended["suspects"])
    yield from readings(runner.readings)
    yield from _not_named(runner)
    yield _score(runner)
    if runner.plan.floor and runner.tally.executed:
        yield f"floor: {floors(runner)}"
    if runner.tally.in_part:
        left = ", ".join(sorted(runner.tally.unasked))
        yield f"in part: {counted(runner.tally.in_part, 'pass')} of which steps were left out, declare more: {left}"


def _not_named(runner: Runner) -> Iterator[str]:
    """That the handshake does not name the game, where it does not: then nothing applies."""
    games = [one.game for one in runner.said.said.games] if runner.said else []
    if runner.said and runner.suite.game not in games:
        yield f"`hello` names {', '.join(games) or 'no game'}, and not {runner.suite.game}"


def _clauses(clauses: dict[str, Counter[Verdict]]) -> Iterator[str]:
    rows = [(clause, counts) for clause, counts in sorted(clauses.items()) if not set(counts) <= GREEN]
    wide = max((len(clause) for clause, _ in rows), default=0)
    if rows:
        yield f"{'clause':<{wide}}  verdicts"
    for clause, counts in rows:
        yield f"{clause:<{wide}}  {_counts(counts)}"


def counted(count: int, what: str) -> str:
    """So many of something, in words."""
    return f"{count} {what}" if count == 1 else f"{count} {what}{'es' if what.endswith('s') else 's'}"


def _suspects(found: list[dict[str, Any]]) -> Iterator[str]:
    """Where to look first, and how much of what failed may only follow from it."""
    if found:
        yield "look first at"
    for one in found[:SUSPECTS]:
        names, behind = counted(len(one["names"]), "failure"), len(one["behind"])
        rest = f", {behind} more rest on it" if behind else ""
        yield f"  {one['clause']}: named by {names}{rest}; {counted(one['passed'], 'pass')}"
        for other in one["tied"]:
            yield f"    or {other}, for which as much speaks"
        if one["same"]:
            yield f"    {counted(one['same'], 'answer')} as {one['like']} gives, which bends it"
    if len(found) > SUSPECTS:
        yield f"  and {len(found) - SUSPECTS} more"


def readings(found: list[Found]) -> Iterator[str]:
    """What is followed, question by question; nothing of those that could be asked for each reading."""
    asked = [one for one in found if one.how is not How.EACH]
    default = sum(one.how is How.FOLLOWS and one.reading == one.default for one in asked)
    unasked = sum(one.how is How.UNASKED for one in asked)
    rows = [
        one
        for one in asked
        if one.how is not How.UNASKED and not (one.how is How.FOLLOWS and one.reading == one.default)
    ]
    wide = max((len(one.question) for one in rows), default=0)
    if rows:
        yield f"{'question':<{wide}}  reading"
    for one in rows:
        yield f"{one.question:<{wide}}  {one.says}"
    parts = [f"{default} read by the default"] if default else []
    parts += [f"{unasked} could not be asked"] if unasked else []
    if parts:
        yield f"{'further' if rows else 'open'} questions: {', '.join(parts)}"


def _counts(counts: Counter[Verdict]) -> str:
    ordered: Iterable[tuple[Verdict, int]] = sorted(counts.items(), key=lambda one: (one[0] in GREEN, one[0]))
    return ", ".join(f"{count} {verdict}" for verdict, count in ordered)


def _score(runner: Runner) -> str:
    tally = runner.tally
    said = runner.said.said.implementation if runner.said else None
    told = " ".join(f"{said.name or ''} {said.version or ''}".split()) if said else ""
    name = told or runner.target.name
    shown = {*NOT_EXECUTED, Verdict.READING, Verdict.XFAIL}
    rest = [f"{count} {verdict}" for verdict, count in sorted(tally.verdicts.items()) if verdict in shown]
    what = "cases and walks" if runner.walked else "cases"
    score = f"{name}: {tally.passed} of {tally.executed} {what} pass" if tally.executed else f"{name}: no case was put"
    return score + (f" ({', '.join(rest)})" if rest else "")


def floors(runner: Runner) -> str:
    """What implementations without rules reach on the same cases, the best first."""
    ordered = sorted(runner.floors.items(), key=lambda one: (-one[1], one[0]))
    return ", ".join(f"{name} {count}" for name, count in ordered)
