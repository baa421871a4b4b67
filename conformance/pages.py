"""Pages of runs: one self-contained file each, without network or further files. What they show is found elsewhere."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ruleproof.spec import files
from ruleproof.spec.loading import Rules

from .changed import by_clause, columns, other_suites, parted
from .presenting import Sayings, counts, floor, presented, worst
from .reporting import Report
from .verdict import GREEN, NOT_EXECUTED, Verdict

HERE = Path(__file__).parent


def run_page(report: Report, known: Sayings, ledger: Sequence[Mapping[str, Any]] = ()) -> str:
    """The page of a run; `ledger` is the text of the rulebook by the verdicts, where that is at hand."""
    return _rendered("run.html.j2", run=presented(report, known), ledger=ledger, compared=bool(ledger))


def comparison_page(reports: Sequence[Report], known: Sayings) -> str:
    """Several implementations of a game side by side."""
    found = columns(reports)
    told = [(case, clauses, [_cell(one) for one in verdicts]) for case, clauses, verdicts in parted(reports)]
    rows = [(clause, known.says.get(clause, ""), each) for clause, each in by_clause(reports)]
    shown = [
        {"name": c.name, "passed": c.passed, "put": c.put, "scope": c.scope, "floor": floor(c.report)} for c in found
    ]
    return _rendered(
        "comparison.html.j2",
        title=known.title,
        columns=shown,
        readings=_readings(reports),
        parted=told,
        clauses=rows,
        other_suites=other_suites(reports),
    )


def _cell(verdict: str) -> dict[str, str]:
    if not verdict:
        return {"word": "", "css": "none"}
    one = Verdict(verdict)
    return {"word": verdict, "css": "none" if one in NOT_EXECUTED else "pass" if one in GREEN else "fail"}


def _readings(reports: Sequence[Report]) -> list[tuple[str, list[str]]]:
    each = [report.readings for report in reports]
    asked = sorted({question for one in each for question in one})
    rows = [(question, [str(one.get(question, {}).get("says", "")) for one in each]) for question in asked]
    return [(question, told) for question, told in rows if len(set(told)) > 1]


def coloured(rules: Rules, texts: Mapping[str, str], report: Report) -> list[dict[str, Any]]:
    """The rulebook's sentences in paragraphs, each with its clauses and the worst verdict of their cases."""
    citing: dict[str, list[str]] = {}
    for clause in rules.clauses:
        for place in clause.places:
            citing.setdefault(place, []).append(clause.id)
    found = {clause: worst(each) for clause, each in counts(report.lines).items()}
    paragraphs: dict[str, dict[str, Any]] = {}
    for sentence in rules.ledger.sentences:
        at, heading = sentence.place.rpartition("/")[0], sentence.place.endswith("/h")
        key = sentence.place if heading else at
        clauses = citing.get(sentence.place, [])
        words = {found.get(clause, "none") for clause in clauses}
        word = next((one for one in ("fail", "pass") if one in words), "none")
        told = {"text": texts.get(sentence.place, ""), "worst": word, "clauses": clauses}
        paragraphs.setdefault(key, {"heading": heading, "sentences": []})["sentences"].append(told)
    return list(paragraphs.values())


def _rendered(name: str, **values: Any) -> str:
    from jinja2 import Environment, StrictUndefined  # only pages need it
    from markupsafe import Markup

    environment = Environment(undefined=StrictUndefined, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    css = Markup(files.read_text(HERE / "page.css"))
    return environment.from_string(files.read_text(HERE / name)).render(css=css, **values)
