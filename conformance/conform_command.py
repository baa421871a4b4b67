"""The command `conform`: words in, exit code out. What it does is done elsewhere, and loaded where it is needed."""

import gc
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from ruleproof.spec import files
from ruleproof.spec.console import Format, FormatOption, QuietOption, out, put, refuse
from ruleproof.spec.console import complain as say
from ruleproof.spec.finding import folder

from . import reporting, telling
from .asking import Limits
from .connection import Answering, Made, Target, target
from .interrupting import interruptible
from .known import Ledger as Known
from .known import read as read_known
from .process import end_all
from .refusing import refusals
from .running import Plan, Runner
from .suite import Selection, Suite, find, form, unknown
from .verdict import Line

GameArgument = Annotated[str, typer.Argument(help="The game.", metavar="GAME")]
SuiteOption = Annotated[Path | None, typer.Option("--suite", help="Cases from this file or folder instead.")]
MOST = 10  # failures that are printed in full
SELDOM = 20_000  # objects that are made before it is looked for cycles among them


def conform(
    game: GameArgument,
    command: Annotated[
        list[str], typer.Argument(metavar="-- CMD...", help="The adapter's command, or py:package.module:factory.")
    ],
    case: Annotated[list[str] | None, typer.Option(help="Only cases of this id (a pattern; may be repeated).")] = None,
    clause: Annotated[list[str] | None, typer.Option(help="Only cases of this clause (a pattern).")] = None,
    chapter: Annotated[list[str] | None, typer.Option(help="Only cases of this chapter.")] = None,
    replay: Annotated[Path | None, typer.Option(help="Only cases that are not good in this report.")] = None,
    suite: SuiteOption = None,
    report: Annotated[Path | None, typer.Option(help="Write the report to this file.")] = None,
    known_failures: Annotated[Path | None, typer.Option(help="A known-failures.toml.")] = None,
    strict_stdout: Annotated[bool, typer.Option("--strict-stdout", help="Noise on standard output is fatal.")] = False,
    limit: Annotated[
        list[str] | None, typer.Option(help="A limit of time: start, hello, request or case=SECONDS.")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes of the adapter that are asked at a time.")] = 1,
    no_repeat: Annotated[bool, typer.Option("--no-repeat", help="Do not run failures once more.")] = False,
    everything: Annotated[bool, typer.Option("--all", help=f"Print every failure, not the first {MOST} only.")] = False,
    format: FormatOption = Format.TEXT,  # noqa: A002 - the name of the option
    quiet: QuietOption = False,
) -> None:
    """Check an implementation against the rules: a verdict per case, standing per clause, and the floor.

    Exit codes: 0 good, 1 failures, 2 usage, 3 could not test, 4 unexpected pass or stale known failures,
    5 nothing was executed.
    """
    gc.set_threshold(SELDOM)  # what a run makes are values without cycles
    with refusals(), interruptible(end_all):
        cases = find(game, suite)
        ids = frozenset(reporting.read(replay).red) if replay else None
        selection = Selection(tuple(case or ()), tuple(clause or ()), tuple(chapter or ()), ids)
        if wrong := unknown(selection, cases):
            refuse("\n".join(wrong))
        known = _known(known_failures, cases, selection) if known_failures else None
        plan = Plan(limits(limit or []), repeat=not no_repeat, known=known, tell=_quietly(quiet), workers=workers)
        plan.reference = reference(game)
        plan.options = _again(suite, known_failures, limit or [], strict=strict_stdout)
        runner = Runner(target(command, strict=strict_stdout), cases, form(game), plan)
        _run(runner, selection, report, format, quiet=quiet, most=sys.maxsize if everything else MOST)
    raise typer.Exit(runner.exit())


def _again(suite: Path | None, known: Path | None, limit: list[str], *, strict: bool) -> list[str]:
    """The options that a failure needs to be seen again."""
    given = [("--suite", suite), ("--known-failures", known), *(("--limit", one) for one in limit)]
    words = [word for name, value in given if value is not None for word in (name, str(value))]
    return [*words, "--strict-stdout"] if strict else words


def reference(game: str) -> Target | None:
    """The reference, loaded and started only where it is looked for the place at which a walk parts."""

    def served() -> Answering:
        from ruleproof.engine.finding import game as engine_of

        from .serving import Server

        return Server(engine_of(game))

    return Made(served, f"ruleproof serve {game}") if folder("engine", game) else None


def _known(path: Path, suite: Suite, selection: Selection) -> Known:
    """The known failures that bear on the cases chosen. Raises Unusable, files.Unreadable."""
    every = [(one.id, selection.wants(one)) for one in suite.everything()]
    return read_known(path).within([name for name, wanted in every if wanted], [name for name, _ in every])


def _quietly(quiet: bool) -> Callable[[str], None]:
    return _say_nothing if quiet else say


def _say_nothing(message: str) -> None:
    """Swallow a message."""


def limits(words: list[str]) -> Limits:
    """The limits of time that a command line names."""
    given: dict[str, float] = {}
    for word in words:
        name, _, seconds = word.partition("=")
        if name not in Limits.__dataclass_fields__ or not seconds.replace(".", "", 1).isdigit() or not float(seconds):
            refuse(f"--limit {word}: write one of {', '.join(Limits.__dataclass_fields__)}, and seconds: request=20")
        given[name] = float(seconds)
    return Limits(**given)


def _run(runner: Runner, selection: Selection, report: Path | None, shape: Format, *, quiet: bool, most: int) -> None:
    """Run the cases; what was finished stays in the report's `.part` where the run is interrupted."""
    if report and not report.parent.exists() and not quiet:
        say(f"the folder {report.parent} is made for the report")
    growing = files.Growing(report) if report else None
    shown, missing = 0, Counter[str]()
    try:
        for value in _values(runner, selection):
            if growing:
                growing.write(reporting.text(value))
            if isinstance(value, Line) and telling.missing(value):
                missing.update([value.detail])
            shown += _show(value, runner, shape, whole=shown < most)
    except BaseException:
        runner.close()
        if growing:
            growing.leave()
            say(f"what was finished stands in {growing.part}")
        raise
    if growing:
        growing.finish()
    if shape is Format.TEXT and shown > most:
        out(f"… and {shown - most} more like these: --all prints them, --report FILE keeps them\n")
    if shape is Format.TEXT and not (quiet and runner.exit() == 0):
        for detail, count in missing.most_common():
            out(f"{telling.counted(count, 'case')}: {detail}")
        out(telling.summary(runner))


def _values(runner: Runner, selection: Selection) -> Iterator[Any]:
    """The report: header, lines, footer."""
    runner.start()
    yield reporting.header(runner)
    if not runner.stopped:
        cases = runner.suite.chosen(selection)
        yield from runner.run(cases, (one for one in runner.suite.beside() if selection.wants(one)))
    yield reporting.footer(runner)


def _show(value: Any, runner: Runner, shape: Format, *, whole: bool) -> bool:
    """Print a part of the report, a failure only where it is to be shown as a whole; whether it is a failure."""
    if shape is Format.JSON:
        put(reporting.text(value))
        return False
    failed = isinstance(value, Line) and telling.red(value) and not telling.counts_only(value)
    if failed and whole:
        out(telling.failure(value, runner) + "\n")
    return failed
