"""A run as Markdown for a build's summary: headline, where to look first, failures. Nothing is judged here."""

from collections.abc import Iterator, Sequence

from .changed import Changes, columns, words
from .presenting import Sayings, failures, floor, headline, replay, scope, suspects, versions
from .reporting import Report
from .verdict import Line

MOST = 20  # failures in full; a build's summary has a limit, and the page has them all


def markdown(report: Report, known: Sayings, changed: Changes | None = None) -> str:
    """The summary of a run, and what changed since an earlier one where that is given."""
    return "\n".join(_run(report, known, changed)) + "\n"


def _run(report: Report, known: Sayings, changed: Changes | None) -> Iterator[str]:
    yield f"## {known.title}: {_safe(headline(report))}\n"
    yield f"Scope: {_safe(scope(report))}  \n{_safe(versions(report))}  "
    if floor(report):
        yield f"Floor: {floor(report)}"
    if stopped := report.footer.get("stopped"):
        yield f"\n**The run stopped:** {_safe(str(stopped))}"
    yield from (f"\n> {_safe(str(one))}" for one in report.findings)
    if pointed := suspects(report):
        yield "\n### Where to look first\n\n| clause | rule | failures | passes |\n|---|---|---|---|"
        for one in pointed:
            clause = str(one["clause"])
            named = " or ".join(f"`{each}`" for each in (clause, *one["tied"]))
            yield f"| {named} | {_safe(known.says.get(clause, ''))} | {one['failed']} | {one['passed']} |"
    red = failures(report)
    if red:
        yield "\n### Not good\n\n| case | verdict | clauses | why |\n|---|---|---|---|"
        yield from (_row(line) for line in red[:MOST])
        yield f"\n{len(red) - MOST} more.\n" if len(red) > MOST else ""
        yield f"Again: `{replay(report, red[0])}`"
    yield from _readings(report)
    if changed is not None:
        yield f"\n### Since the run before ({report.game})\n"
        yield from (f"- {_safe(one)}" for one in words(changed))


def _row(line: Line) -> str:
    clauses = " ".join(f"`{clause}`" for clause in line.clauses)
    return f"| `{line.id}` | {line.verdict} | {clauses} | {_safe(line.why or line.detail)} |"


def _readings(report: Report) -> Iterator[str]:
    if report.readings:
        yield "\n<details><summary>How open questions are read</summary>\n\n| question | what was found |\n|---|---|"
        yield from (f"| `{question}` | {_safe(str(one['says']))} |" for question, one in report.readings.items())
        yield "\n</details>"


def compared(reports: Sequence[Report], known: Sayings) -> str:
    """Several implementations in one table."""
    rows = [f"| {_safe(one.name)} | {one.passed} of {one.put} | {_safe(one.scope)} |" for one in columns(reports)]
    return "\n".join([f"## {known.title}\n", "| implementation | pass | scope |", "|---|---|---|", *rows]) + "\n"


def _safe(text: str) -> str:
    """Text that ends no table and opens no tag."""
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")
