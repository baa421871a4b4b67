"""The commands `serve` and `suite`: words in, exit code out. What they do is done elsewhere."""

import sys
from contextlib import suppress
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
    Format,
    FormatOption,
    QuietOption,
    emit,
    out,
    progress,
    refuse,
    table,
)
from ruleproof.spec.console import complain as say
from ruleproof.spec.finding import games

from . import exporting, reaching, recounting
from .case import Case, read
from .conform_command import GameArgument, SuiteOption, reference
from .connection import target
from .families import families
from .linting import Names, lint, readings
from .refusing import refusals
from .serving import serve_standard
from .suite import ABOUT, NoSuite, Selection, Suite, find, form, unknown


def serve(game: GameArgument) -> None:
    """Serve the reference implementation over the protocol on standard input and output (see PROTOCOL.md)."""
    with refusals():
        engine = engine_of(game)
    if sys.stdin.isatty():
        say(f"Serving {game}: one JSON-RPC request a line, `hello` first; end with Ctrl-D.")
    serve_standard(engine)


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
    with refusals():
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
    with refusals():
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
    with refusals():
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
    with refusals():
        cases = find(game, where)
        counter = recounting.Counter(target(command) if command else reference(game), cases)
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

    with refusals():
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
    freer: Annotated[
        bool, typer.Option("--freer", help="Try longer ways too, on which less hangs on open questions.")
    ] = False,
    where: SuiteOption = None,
    format: FormatOption = Format.TEXT,  # noqa: A002 - the name of the option
    quiet: QuietOption = False,
) -> None:
    """Find for each case a way of play to its position, and compare it with the one that is written down."""
    with refusals():
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
            shown = progress(chosen, path.stem, quiet=quiet)
            found = {one.id: reaching.find(one, roads, ways, freer=freer) for one in shown}
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
    with refusals():
        written = {name for one in _suites(game, where) for name in exporting.export(one, directory)}
    if not quiet:
        out(f"{len(written)} files in {directory}")


@suite.command("floor")
def floor_(game: GamesArgument = None, where: SuiteOption = None, quiet: QuietOption = False) -> None:
    """Write into each case which implementations without rules pass it."""
    with refusals():
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

    with refusals():
        paths = [path for one in _suites(game, where) for path in one.paths]
        for path in paths:
            files.write_text(path, with_touches(path))
    if not quiet:
        out(f"{len(paths)} files written")


@suite.command("publish")
def publish(game: GameArgument, version: Annotated[str, typer.Argument(help="The version of the content.")]) -> None:
    """Keep a digest of each case, so that `lint` notices one that changes or goes."""
    with refusals():
        cases = find(game)
        kept = exporting.published(cases.cases())
        about = {**cases.about, "name": game, "version": version, "published": kept}
        files.write_text(cases.paths[0].parent / ABOUT, exporting.pretty(about))
    out(f"{len(kept)} cases are published as {version}")
