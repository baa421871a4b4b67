"""The commands `serve`, `conform` and `suite`: words in, exit code out. What they do is done elsewhere."""

import gc
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from ruleproof.engine.finding import NoEngine
from ruleproof.engine.finding import game as engine_of
from ruleproof.engine.game import Dealing
from ruleproof.spec import files
from ruleproof.spec.console import (
    COULD_NOT_RUN,
    FINDINGS,
    GOOD,
    USAGE,
    Format,
    FormatOption,
    QuietOption,
    emit,
    out,
    progress,
    put,
    refuse,
    table,
)
from ruleproof.spec.console import complain as say
from ruleproof.spec.fault import Faulty
from ruleproof.spec.finding import UnknownGame, folder, games

from . import exporting, reaching, recounting, reporting, telling
from .asking import Limits
from .case import Case, CaseFault, read
from .connection import Made, NotThere, Target, target
from .families import families
from .interrupting import interruptible
from .known import Ledger as Known
from .known import Unusable
from .known import read as read_known
from .linting import Names, lint, readings
from .process import end_all
from .running import Plan, Runner
from .serving import Server, serve_standard
from .suite import ABOUT, NoSuite, Selection, Suite, find, form, unknown
from .verdict import Line

GameArgument = Annotated[str, typer.Argument(help="The game.", metavar="GAME")]
MOST = 10  # failures that are printed in full
SELDOM = 20_000  # objects that are made before it is looked for cycles among them
SuiteOption = Annotated[Path | None, typer.Option("--suite", help="Cases from this file or folder instead.")]


def serve(game: GameArgument) -> None:
    """Serve the reference implementation over the protocol on standard input and output (see PROTOCOL.md)."""
    with _refusals():
        engine = engine_of(game)
    if sys.stdin.isatty():
        say(f"Serving {game}: one JSON-RPC request a line, `hello` first; end with Ctrl-D.")
    serve_standard(engine)


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
    with _refusals(), interruptible(end_all):
        cases = find(game, suite)
        ids = frozenset(reporting.read(replay).red) if replay else None
        selection = Selection(tuple(case or ()), tuple(clause or ()), tuple(chapter or ()), ids)
        if wrong := unknown(selection, cases):
            refuse("\n".join(wrong))
        known = _known(known_failures, cases, selection) if known_failures else None
        plan = Plan(limits(limit or []), repeat=not no_repeat, known=known, tell=_quietly(quiet), workers=workers)
        plan.reference = _reference(game)
        plan.options = _again(suite, known_failures, limit or [], strict=strict_stdout)
        runner = Runner(target(command, strict=strict_stdout), cases, form(game), plan)
        _run(runner, selection, report, format, quiet=quiet, most=sys.maxsize if everything else MOST)
    raise typer.Exit(runner.exit())


def _again(suite: Path | None, known: Path | None, limit: list[str], *, strict: bool) -> list[str]:
    """The options that a failure needs to be seen again."""
    given = [("--suite", suite), ("--known-failures", known), *(("--limit", one) for one in limit)]
    words = [word for name, value in given if value is not None for word in (name, str(value))]
    return [*words, "--strict-stdout"] if strict else words


def _reference(game: str) -> Target | None:
    """The reference, started only where it is looked for the place at which a walk parts."""
    return Made(lambda: Server(engine_of(game)), f"ruleproof serve {game}") if folder("engine", game) else None


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


@contextmanager
def _refusals() -> Generator[None, None, None]:
    """Turn what a user can mend into a sentence and an exit code."""
    try:
        yield
    except (UnknownGame, NoSuite, NoEngine, Unusable, reporting.NoReport, files.Unreadable) as error:
        refuse(str(error.args[0]) if error.args else str(error), USAGE)
    except (CaseFault, Faulty) as error:
        refuse(str(error), COULD_NOT_RUN)
    except NotThere as error:
        refuse(error.what, COULD_NOT_RUN)


suite = typer.Typer(no_args_is_help=True, help="List, lint, export or publish the conformance suite.")
GamesArgument = Annotated[str | None, typer.Argument(metavar="[GAME]", help="The game; without it all games.")]


def _suites(game: str | None, where: Path | None) -> list[Suite]:
    """The suite of a game, or those of all games that have one. Raises NoSuite, UnknownGame."""
    if game is not None:
        return [find(game, where)]
    found: list[Suite] = []
    for name in games():
        with suppress(NoSuite):
            found.append(find(name, where))
    return found


@suite.command("list")
def list_(
    game: GamesArgument = None,
    clause: Annotated[list[str] | None, typer.Option(help="Only cases of this clause (a pattern).")] = None,
    chapter: Annotated[list[str] | None, typer.Option(help="Only cases of this chapter.")] = None,
    where: SuiteOption = None,
    format: FormatOption = Format.TEXT,  # noqa: A002 - the name of the option
    quiet: QuietOption = False,
) -> None:
    """List the cases: id, clauses, and the mistake each one finds."""
    with _refusals():
        suites = _suites(game, where)
        selection = Selection((), tuple(clause or ()), tuple(chapter or ()))
        if wrong := [text for one in suites for text in unknown(selection, one)]:
            refuse("\n".join(wrong))
        chosen = [case for one in suites for case in one.cases() if selection.wants(case)]
    if format is Format.JSON:
        emit([_listed(case) for case in chosen])
        return
    for case in chosen:
        out(case.id if quiet else f"{case.id}  [{' '.join(case.clauses)}]\n    {case.catches}")


def _listed(case: Case) -> dict[str, Any]:
    told = {"why": case.why, "catches": case.catches, "origin": case.origin, "since": case.since}
    return {"id": case.id, "clauses": case.clauses, "modes": case.modes, "readings": case.readings, **told}


@suite.command("lint")
def lint_(
    game: GamesArgument = None,
    where: SuiteOption = None,
    format: FormatOption = Format.TEXT,  # noqa: A002 - the name of the option
    quiet: QuietOption = False,
) -> None:
    """Look for mistakes in the cases: names, ids, positions, floors, and cases changed since they were published."""
    with _refusals():
        suites = _suites(game, where)
        faults = [fault for one in suites for fault in lint(one, names(one.game))]
    if format is Format.JSON:
        emit([{"place": fault.place, "what": fault.what, "do": fault.do} for fault in faults])
        raise typer.Exit(FINDINGS if faults else GOOD)
    for fault in faults:
        out(str(fault))
    if not faults and not quiet:
        out(f"{sum(1 for one in suites for _ in one.cases())} cases, no fault")
    raise typer.Exit(FINDINGS if faults else GOOD)


def names(game: str) -> Names:
    """What cases of a game may refer to. Raises Faulty, UnknownGame."""
    from ruleproof.spec.loading import load  # its models cost more than `conform` has time for

    rules = load(game)
    modes = frozenset(str(mode) for mode in rules.info.modes)
    return Names(frozenset(clause.id for clause in rules.clauses), modes, readings(game))


@suite.command("families")
def families_(
    game: GamesArgument = None,
    where: SuiteOption = None,
    format: FormatOption = Format.TEXT,  # noqa: A002 - the name of the option
    quiet: QuietOption = False,
) -> None:
    """List the families: for each question the probes that tell its readings apart."""
    with _refusals():
        found = [family for one in _suites(game, where) for family in families(one.cases(), form(one.game)).values()]
    if format is Format.JSON:
        emit([family.plain() for family in found])
        return
    for family in found:
        out(f"{family.question}  {len(family.probes)} probes of {', '.join(family.readings)}")
        for probe in family.probes if not quiet else ():
            out("\n".join(f"    {case.readings[probe.question]:<20} {case.id}" for case in probe.cases))


@suite.command("walks")
def walks_(
    game: GameArgument,
    command: Annotated[
        list[str] | None, typer.Argument(metavar="[-- CMD...]", help="Who counts; without it the reference.")
    ] = None,
    write: Annotated[bool, typer.Option("--write", help="Write the reference's counts and what they hang on.")] = False,
    confirm: Annotated[bool, typer.Option("--confirm", help="Note that this implementation gave the same.")] = False,
    where: SuiteOption = None,
    format: FormatOption = Format.TEXT,  # noqa: A002 - the name of the option
    quiet: QuietOption = False,
) -> None:
    """Count the walks again and compare: how many sequences of legal actions there are from named positions."""
    if write and (command or confirm):
        refuse("--write takes the reference's counts: leave the command and --confirm away")
    with _refusals():
        cases = find(game, where)
        counter = recounting.Counter(target(command) if command else _reference(game), cases)
        rows = [row for path in cases.walk_files for row in counter.through(path, write=write, confirm=confirm)]
    if format is Format.JSON:
        emit([row.plain() for row in rows])
    for row in rows if format is Format.TEXT and not quiet else ():
        out(row.says)
    raise typer.Exit(GOOD if all(row.good for row in rows) else FINDINGS)


def _dealing(game: str) -> Dealing[Any, Any]:
    """The reference of a game that hides something. Raises NoEngine, UnknownGame."""
    reference: Any = engine_of(game)
    if not hasattr(reference, "resample"):
        raise NoEngine(f"{game} hides nothing: its engine has no `resample`")
    dealing: Dealing[Any, Any] = reference
    return dealing


@suite.command("secrets")
def secrets_(
    game: GameArgument,
    write: Annotated[bool, typer.Option("--write", help="Add pairs that show what none shows yet.")] = False,
    where: SuiteOption = None,
    format: FormatOption = Format.TEXT,  # noqa: A002 - the name of the option
    quiet: QuietOption = False,
) -> None:
    """Look with the reference whether the pairs of positions are such that a player cannot tell them apart."""
    from . import pairing  # only this needs a game that can deal what is hidden anew

    with _refusals():
        cases, reference = find(game, where), _dealing(game)
        if write:
            for path in cases.pair_files:
                pairing.write(path, pairing.Maker(cases, form(game), reference))
                files.write_text(path, exporting.pairs_with_floors(path))
        found = list(pairing.wrong(cases, form(game), reference))
        count = sum(1 for _ in cases.pairs())
    if format is Format.JSON:
        emit({"pairs": count, "wrong": found})
    elif found or not quiet:
        out("\n".join(found) or f"{count} pairs, none can be told apart")
    raise typer.Exit(FINDINGS if found else GOOD)


@suite.command("reach")
def reach_(
    game: GameArgument,
    case: Annotated[list[str] | None, typer.Option(help="Only cases of this id (a pattern; may be repeated).")] = None,
    write: Annotated[bool, typer.Option("--write", help="Write the ways into the files of cases.")] = False,
    where: SuiteOption = None,
    format: FormatOption = Format.TEXT,  # noqa: A002 - the name of the option
    quiet: QuietOption = False,
) -> None:
    """Find for each case a way of play to its position, and compare it with the one that is written down."""
    with _refusals():
        cases = find(game, where)
        selection = Selection(tuple(case or ()))
        if wrong := unknown(selection, cases):
            refuse("\n".join(wrong))
        ways = reaching.planner(game)
        if ways is None:
            refuse(f"nobody plans games of {game}: conformance/{game}/reach.py would", COULD_NOT_RUN)
        roads = reaching.Roads(engine_of(game), cases)
        rows: list[tuple[reaching.Found, bool]] = []
        for path in cases.paths:
            chosen = [one for one in read(path).cases if selection.wants(one)]
            found = {one.id: reaching.find(one, roads, ways) for one in progress(chosen, path.stem, quiet=quiet)}
            if write and chosen:
                files.write_text(path, reaching.written(path, found))
            rows += [(found[one.id], write or reaching.as_written(one, found[one.id])) for one in chosen]
    _tell_ways(rows, format, quiet=quiet)
    raise typer.Exit(GOOD if all(same for _, same in rows) else FINDINGS)


def _tell_ways(rows: list[tuple[reaching.Found, bool]], shape: Format, *, quiet: bool) -> None:
    """Say how many cases play reaches, and why it does not reach the others."""
    if shape is Format.JSON:
        emit([{"id": one.id, "kind": one.kind, "why": one.why, "written": same} for one, same in rows])
        return
    counts = {kind: sum(one.kind == kind for one, _ in rows) for kind in reaching.KINDS}
    table(("reached", "cases"), [(kind, str(count)) for kind, count in counts.items()], right=(1,))
    for one, _ in rows if not quiet else ():
        if one.why:
            out(f"{one.kind}: {one.id}\n    {one.why}")
    for one in (one for one, same in rows if not same):
        out(f"another way is written down, or none: {one.id}")


@suite.command("export")
def export(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to write into.")],
    game: Annotated[str | None, typer.Option(help="Only this game.")] = None,
    where: SuiteOption = None,
    quiet: QuietOption = False,
) -> None:
    """Write all that a team without Python needs into a folder: the protocol, schemas, cases and questions."""
    with _refusals():
        written = {name for one in _suites(game, where) for name in exporting.export(one, directory)}
    if not quiet:
        out(f"{len(written)} files in {directory}")


@suite.command("floor")
def floor_(game: GamesArgument = None, where: SuiteOption = None, quiet: QuietOption = False) -> None:
    """Write into each case which implementations without rules pass it."""
    with _refusals():
        suites = _suites(game, where)
        paths = [path for one in suites for path in one.paths]
        for path in paths:
            files.write_text(path, exporting.with_floors(path))
        for path in (path for one in suites for path in one.pair_files):
            files.write_text(path, exporting.pairs_with_floors(path))
    if not quiet:
        out(f"{len(paths)} files written")


@suite.command("touches")
def touches_(game: GamesArgument = None, where: SuiteOption = None, quiet: QuietOption = False) -> None:
    """Write into each case which clauses the reference rests on along its way, beside those that it names."""
    from .touching import with_touches  # it brings the rules and the engine along

    with _refusals():
        paths = [path for one in _suites(game, where) for path in one.paths]
        for path in paths:
            files.write_text(path, with_touches(path))
    if not quiet:
        out(f"{len(paths)} files written")


@suite.command("publish")
def publish(game: GameArgument, version: Annotated[str, typer.Argument(help="The version of the content.")]) -> None:
    """Keep a digest of each case, so that `lint` notices one that changes or goes."""
    with _refusals():
        cases = find(game)
        kept = exporting.published(cases.cases())
        about = {**cases.about, "name": game, "version": version, "published": kept}
        files.write_text(cases.paths[0].parent / ABOUT, exporting.pretty(about))
    out(f"{len(kept)} cases are published as {version}")
