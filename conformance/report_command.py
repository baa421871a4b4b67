"""The command `report`: what runs of `conform` came to, as text, pages and summaries. It tests nothing."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from ruleproof.spec import files
from ruleproof.spec.commands import RulebookOption, answering, texts_of
from ruleproof.spec.console import FINDINGS, GOOD, Format, FormatOption, QuietOption, emit, out, plain, refuse

from .changed import Changes, changes, parted, unlike, words
from .junit import junit
from .known import written as as_known_entries
from .presenting import Sayings, headline, presented, sayings, suspects
from .reporting import NoReport, Report, read
from .telling import counted


def report(
    runs: Annotated[list[Path], typer.Argument(metavar="REPORT...", help="Reports of `conform --report`.")],
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the page of the run; of several, a comparison.")
    ] = None,
    markdown: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a summary for a build.")] = None,
    junit_: Annotated[Path | None, typer.Option("--junit", metavar="FILE", help="Write JUnit XML.")] = None,
    known: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write what fails as known failures, to be given reasons.")
    ] = None,
    against: Annotated[
        Path | None, typer.Option(metavar="REPORT", help="Tell what got better or worse since this run.")
    ] = None,
    rulebook: RulebookOption = None,
    format: FormatOption = Format.TEXT,  # noqa: A002 - the name of the option
    quiet: QuietOption = False,
) -> None:
    """Show what runs came to: pages, summaries, and what changed.

    Exit codes: 0 good, 1 something got worse since `--against`, 2 usage or a report that is none, 3 could not run.
    """
    with answering(format):
        reports = [_read(path) for path in runs]
        before = _read(against) if against else None
        if wrong := unlike([*reports, *([before] if before else [])]):
            refuse(wrong)
        if before and len(reports) > 1:
            refuse("--against compares one run with an earlier one: give one REPORT")
        if known and len(reports) > 1:
            refuse("--known takes the failures of one run: give one REPORT")
        if known and known.exists():
            refuse(f"{known} is there already, with reasons that somebody wrote: name a new file")
        if rulebook and len(reports) > 1:
            refuse("--rulebook colours the page of one run: give one REPORT")
        said = sayings(reports[0].game)
        changed = changes(before, reports[0]) if before else None
        _write(reports, said, changed, html, markdown, junit_, rulebook)
        if known:
            files.write_text(known, as_known_entries(reports[0].lines))
    if format is Format.JSON:
        emit(_value(reports, said, changed))
    elif not quiet or (changed and changed.worse):
        _tell(reports, changed)
    raise typer.Exit(FINDINGS if changed and changed.worse else GOOD)


def _read(path: Path) -> Report:
    try:
        return read(path)
    except NoReport as none:
        refuse(str(none))


def _write(
    reports: Sequence[Report],
    known: Sayings,
    changed: Changes | None,
    html: Path | None,
    markdown: Path | None,
    xml: Path | None,
    rulebook: list[str] | None,
) -> None:
    if html:
        files.write_text(html, plain(_page(reports, known, rulebook)))
    if markdown:
        from .summarizing import compared
        from .summarizing import markdown as summary

        one = len(reports) == 1
        text = summary(reports[0], known, changed) if one else compared(reports, known)
        files.write_text(markdown, plain(text))
    if xml:
        files.write_text(xml, junit(reports))


def _page(reports: Sequence[Report], known: Sayings, rulebook: list[str] | None) -> str:
    from ruleproof.spec.checking import check
    from ruleproof.spec.loading import load

    from .pages import coloured, comparison_page, run_page

    if len(reports) > 1:
        return comparison_page(reports, known)
    if not rulebook:
        return run_page(reports[0], known)
    rules = load(reports[0].game)
    texts = check(rules, texts_of(rules.info, rulebook)).texts
    return run_page(reports[0], known, coloured(rules, texts, reports[0]))


def _value(reports: Sequence[Report], known: Sayings, changed: Changes | None) -> dict[str, Any]:
    told: dict[str, Any] = {"runs": [presented(one, known) for one in reports]}
    return told | ({"changes": changed.plain()} if changed else {})


def _tell(reports: Sequence[Report], changed: Changes | None) -> None:
    for one in reports:
        out(headline(one))
        for suspect in suspects(one):
            failed, passed = counted(suspect["failed"], "failure"), counted(suspect["passed"], "pass")
            out(f"  look at {suspect['clause']}: in {failed}, in {passed}")
    if len(reports) > 1:
        out(f"they differ in {counted(len(parted(reports)), 'case')}: --html FILE shows which")
    for line in words(changed) if changed else ():
        out(line)
