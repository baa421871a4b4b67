"""A run as plain values for pages and summaries: headline, failures with their causes, clauses, readings, scope.

Nothing is judged again. What a clause says and where it stands comes from the game's rules where they are at hand.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ruleproof.spec.fault import Faulty
from ruleproof.spec.files import Unreadable
from ruleproof.spec.finding import UnknownGame

from .reporting import Report, again
from .suite import Form, form
from .suspects import Suspects
from .values import is_list
from .verdict import GREEN, NOT_EXECUTED, Line, Verdict

AXES = ("modes", "phases", "setup", "chance", "legal", "observe", "events", "cards", "states", "optional")


@dataclass(frozen=True)
class Sayings:
    """What is known of clauses beside their names: the sentence of each and its places in the rulebook."""

    title: str
    says: Mapping[str, str] = field(default_factory=dict[str, str])
    places: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])


def sayings(game: str) -> Sayings:
    """What the rules of a game say; only its name where there are none at hand, or none that can be read."""
    from ruleproof.spec.loading import load  # its models cost more than a run that is only counted

    try:
        rules = load(game)
    except (UnknownGame, Faulty, Unreadable):
        return Sayings(game)
    said = {clause.id: clause.says for clause in rules.clauses}
    return Sayings(rules.info.title, said, {clause.id: clause.places for clause in rules.clauses})


def name_of(report: Report) -> str:
    """Who was tested, with the version."""
    said = report.implementation
    told = " ".join(str(part) for part in (said.get("name"), said.get("version")) if part)
    return " ".join(told.split()) or str(report.header.get("target", "nobody"))


def score(report: Report) -> tuple[int, int]:
    """How many cases passed, and how many were put."""
    verdicts = Counter(line.verdict for line in report.lines)
    return verdicts[Verdict.PASS], sum(count for one, count in verdicts.items() if one not in NOT_EXECUTED)


def scope(report: Report) -> str:
    """What was declared, and so what was asked."""
    told = [(axis, report.declared.get(axis)) for axis in AXES]
    return "; ".join(f"{axis} {_listed(value)}" for axis, value in told if value not in (None, []))


def _listed(value: Any) -> str:
    return ", ".join(map(str, value)) if is_list(value) else str(value)


def floor(report: Report) -> str:
    """What implementations without rules reach on the same cases, the best first."""
    ordered = sorted(report.floor.items(), key=lambda one: (-one[1], one[0]))
    return ", ".join(f"{name} {count}" for name, count in ordered)


def headline(report: Report) -> str:
    """Who, how many of how many, under which scope, beside which floor."""
    passed, put = score(report)
    beside = {*NOT_EXECUTED, Verdict.XFAIL, Verdict.READING}
    left = Counter(line.verdict for line in report.lines if line.verdict in beside)
    what = "cases and walks" if any(line.id.split("/")[1] == "walks" for line in report.lines) else "cases"
    parts = [f"{name_of(report)}: {f'{passed} of {put} {what} pass' if put else 'no case was put'}"]
    parts += [f"the run stopped: {report.footer['stopped']}"] if report.footer.get("stopped") else []
    parts += [f"{count} {verdict}" for verdict, count in sorted(left.items())]
    best = max(report.floor.values(), default=0)
    parts += [f"floor {best}"] if best else []
    return "; ".join(parts)


def versions(report: Report) -> str:
    """Tool, protocol, interpretation and suite, with its digest."""
    header, suite = report.header, report.header["suite"]
    told = f"ruleproof {header['tool']}, protocol {header['protocol']}, interpretation {header['interpretation']}"
    return f"{told}, suite {suite['name']} {suite['version']} ({suite['digest']})"


def counts(lines: Iterable[Line]) -> dict[str, dict[str, int]]:
    """For each clause how often each verdict came, the clauses in order of their names."""
    found: dict[str, Counter[str]] = {}
    for line in lines:
        for clause in line.clauses:
            found.setdefault(clause, Counter())[line.verdict.value] += 1
    return {clause: dict(sorted(found[clause].items())) for clause in sorted(found)}


def worst(verdicts: Iterable[str]) -> str:
    """One word for several verdicts: `fail` where anything is not good, `pass` where something passed, else `none`."""
    each = {Verdict(one) for one in verdicts}
    if each - GREEN - NOT_EXECUTED:
        return "fail"
    return "pass" if each & (GREEN - NOT_EXECUTED) else "none"


def suspects(report: Report) -> list[dict[str, Any]]:
    """The clauses that failures point at, the likeliest first: as the run found them, else by what cases name."""
    told: list[dict[str, Any]] | None = report.footer.get("suspects")
    if told is not None:
        return [{"like": "", "same": 0, "tied": [], **one} for one in told]  # an older report says less
    gathered = Suspects()
    for line in report.lines:
        gathered.add(line)
    return [one.plain() for one in gathered.ranked()]


def failures(report: Report) -> list[Line]:
    """The lines that are not good, those of the first suspect first; behind it those it may have caused."""
    order: dict[str, int] = {}
    for one in suspects(report):
        for case in (*one["names"], *one["behind"]):
            order.setdefault(case, len(order))
    red = [line for line in report.lines if line.verdict not in GREEN]
    return sorted(red, key=lambda line: (line.verdict is Verdict.ERROR, order.get(line.id, len(order))))


def behind(report: Report) -> dict[str, str]:
    """For each failure that does not name the clause it points at, that clause."""
    return {case: one["clause"] for one in suspects(report) for case in one["behind"]}


def drawn(position: dict[str, Any] | None, shape: Form) -> str:
    """The board of a line as text; the position in JSON where it cannot be drawn."""
    if position is None:
        return ""
    if shape.draw is not None:
        try:
            return shape.draw(position)
        except msgspec.ValidationError:
            pass
    return msgspec.json.encode(position, order="sorted").decode()


def replay(report: Report, line: Line) -> str:
    """The command that puts a case again."""
    options = [str(word) for word in report.header.get("options") or ()]
    return again(report.game, line.met_in or line.id, str(report.header.get("target", "")), options)


def shown(line: Line, report: Report, known: Sayings, shape: Form) -> dict[str, Any]:
    """A failure in JSON values, with all that is needed to understand it."""
    asked = line.asked or {}
    told: dict[str, Any] = {"id": line.id, "verdict": line.verdict.value, "step": line.step, "asked": asked}
    told |= {"clauses": [{"id": one, "says": known.says.get(one, "")} for one in line.clauses]}
    told |= {"why": line.why, "catches": line.catches, "detail": line.detail, "where": line.where}
    told |= {"expected": _json(line.expected), "got": _json(line.got), "compared": bool(line.where)}
    told |= {"readings": line.readings, "first": line.first, "errors": line.errors.strip(), "issue": line.issue}
    return told | {"explained": line.explained, "board": drawn(line.position, shape), "replay": replay(report, line)}


def _json(value: Any) -> str:
    return msgspec.json.encode(value, order="sorted").decode()


def presented(report: Report, known: Sayings) -> dict[str, Any]:
    """A whole run in JSON values, as the page of a run shows it."""
    shape, game = form(report.game), report.game
    pointed = behind(report)
    told = [{**shown(line, report, known, shape), "behind": pointed.get(line.id, "")} for line in failures(report)]
    by_clause = counts(report.lines)
    matrix = [
        {"id": clause, "says": known.says.get(clause, ""), "counts": each, "worst": worst(each)}
        for clause, each in by_clause.items()
    ]
    return {
        "game": game,
        "title": known.title,
        "name": name_of(report),
        "headline": headline(report),
        "scope": scope(report),
        "versions": versions(report),
        "floor": floor(report),
        "exit": report.footer.get("exit"),
        "stopped": report.footer.get("stopped"),
        "findings": report.findings,
        "suspects": [{**one, "says": known.says.get(one["clause"], "")} for one in suspects(report)],
        "failures": told,
        "clauses": matrix,
        "readings": [
            {"question": question, "says": one.get("says", ""), "how": one.get("how", "")}
            for question, one in report.readings.items()
        ],
        "left_out": [
            {"id": line.id, "verdict": line.verdict.value, "detail": line.detail}
            for line in report.lines
            if line.verdict in NOT_EXECUTED
        ],
    }
