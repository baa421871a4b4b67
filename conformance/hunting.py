"""The command `hunt`: random play beside the reference, and what is told of it. How it is searched is in rounds."""

import os
import shlex
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import active_children
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from ruleproof.engine.canonical import text
from ruleproof.engine.finding import NoEngine
from ruleproof.engine.finding import game as engine_of
from ruleproof.engine.game import Game
from ruleproof.spec import files
from ruleproof.spec.console import (
    COULD_NOT_RUN,
    FINDINGS,
    GOOD,
    Format,
    FormatOption,
    QuietOption,
    complain,
    emit,
    out,
    refuse,
)
from ruleproof.spec.fault import Faulty, nearest
from ruleproof.spec.finding import UnknownGame
from ruleproof.spec.version import VERSION

from .asking import Limits, Stopped
from .case import ApplyStep, Case, CaseFault
from .conform_command import limits
from .connection import NotThere, target
from .crew import Alone, Crew, Several
from .expecting import Scope, clause_of
from .exporting import pretty
from .following import Found, How
from .found import Progress, WrongState, read, write
from .freedom import freedom
from .hunted import plain, told
from .interrupting import interruptible
from .messages import Declared
from .nearly import Words
from .process import end_all
from .rounds import PATIENCE, Budget, Hunt
from .running import Plan, Runner
from .searching import Job, Searcher, proposed, sentences
from .suite import NoSuite, Suite, find, form

STEPS, MOST = 30_000, 10
SETTLED = {How.FOLLOWS, How.OTHER, How.INCOHERENT, How.NEITHER, How.EACH}


def hunt(
    game: Annotated[str, typer.Argument(help="The game.", metavar="GAME")],
    command: Annotated[
        list[str], typer.Argument(metavar="-- CMD...", help="The adapter's command, or py:package.module:factory.")
    ],
    steps: Annotated[
        int, typer.Option(help="How many actions are tried in all, near misses among them.", min=1)
    ] = STEPS,
    seed: Annotated[int, typer.Option(help="Which plays these are.")] = 1,
    most: Annotated[int, typer.Option(help="The hunt ends with so many disagreements.", min=1)] = MOST,
    workers: Annotated[int, typer.Option(help="Processes side by side; 0 is one for each core.", min=0)] = 0,
    state: Annotated[
        Path | None, typer.Option(help="Keep in this file how far the hunt has come, and go on from there.")
    ] = None,
    folder: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Write a case and an exchange for each disagreement.")
    ] = None,
    reading: Annotated[list[str] | None, typer.Option(help="How a question is read: QUESTION=READING.")] = None,
    limit: Annotated[
        list[str] | None, typer.Option(help="A limit of time: start, hello, request or case=SECONDS.")
    ] = None,
    strict_stdout: Annotated[bool, typer.Option("--strict-stdout", help="Noise on standard output is fatal.")] = False,
    format: FormatOption = Format.TEXT,  # noqa: A002 - the name of the option
    quiet: QuietOption = False,
) -> None:
    """Play at random beside the reference, and make small what parts: each disagreement becomes a case.

    The same seed gives the same, whatever the number of workers. Exit codes: 0 nothing found, 1 disagreements, 2 usage,
    3 could not test.
    """
    with _refusals(), interruptible(_end_everything):
        engine = engine_of(game)
        given = _readings(engine, reading or [])
        words = shlex.join(command)
        progress = read(state, game, seed, words) if state else Progress(game, seed, words)
        asked = Asked(engine, tuple(command), given, limits(limit or []), strict_stdout, seed, quiet=quiet)
        hunting = Hunting(asked, progress, workers or os.cpu_count() or 1)
        try:
            hunting.run(Budget(steps, most), state)
        finally:
            hunting.close()
            _keep(hunting, folder, state)
            _tell(hunting, folder, format, quiet=quiet)
    raise typer.Exit(hunting.exit())


@dataclass(frozen=True)
class Asked:
    """What the command line says."""

    engine: Game[Any, Any]
    command: tuple[str, ...]
    readings: dict[str, str]
    limits: Limits
    strict: bool
    seed: int
    quiet: bool

    @property
    def words(self) -> str:
        """The adapter's command as one types it."""
        return shlex.join(self.command)


class Hunting:
    """A hunt from its first greeting to its end. Raises Stopped where the adapter does not work."""

    def __init__(self, asked: Asked, progress: Progress, workers: int) -> None:
        self.asked = asked
        self.progress = progress
        self.workers = workers
        self.stopped = ""
        self.readings: list[Found] = []
        self.implementation = ""
        self.hunt: Hunt | None = None
        self._crew: Crew | None = None
        self._searcher: Searcher | None = None

    def run(self, budget: Budget, state: Path | None) -> None:
        """Hunt until it is enough; what keeps it from going on is kept in `stopped`."""
        try:
            hunt = self._ready()
            while not hunt.done(budget):
                before = len(self.progress.findings)
                hunt.round(budget)
                if state:
                    write(state, self.progress)
                self._show(before)
                if not self.progress.agreed and not self.progress.findings:
                    break
        except (Stopped, NotThere) as stopped:
            self.stopped = str(stopped)

    def _ready(self) -> Hunt:
        asked, engine = self.asked, self.asked.engine
        suite = _suite(engine.name)
        declared = self._greeted(suite)
        mode = next((mode for mode in engine.modes if mode in declared.modes), None)
        if mode is None:
            raise Stopped(f"no mode in common: the reference plays {', '.join(engine.modes)}, it {declared.modes}")
        scope = Scope(
            engine.name, mode, declared, self._followed(declared), _types(suite.cases()), freedom(engine.name)
        )
        job = Job(asked.command, scope, asked.seed, asked.limits, asked.strict)
        words = Words(proposed(engine.name, mode))
        self._searcher = Searcher(job, words=words)
        self._crew = Alone(self._searcher) if self.workers == 1 else Several(job, words, self.workers)
        settled = frozenset([*self._settled(declared), *asked.readings, *suite.rulings])
        self.hunt = Hunt(self._searcher, self._crew, self.progress, settled, sentences(engine.name), self._say)
        return self.hunt

    def _say(self, what: str) -> None:
        if not self.asked.quiet:
            complain(what)

    def _show(self, before: int) -> None:
        progress = self.progress
        for finding in progress.findings[before:]:
            self._say(f"found: {finding.id}")
        if not self.asked.quiet and sys.stderr.isatty():
            sys.stderr.write(f"\r{progress.tries} tries, {len(progress.findings)} found\x1b[K")
            sys.stderr.flush()

    # what is declared, and which readings are followed

    def _greeted(self, suite: Suite) -> Declared:
        """What it declares, after the smoke step and the probes of open questions. Raises Stopped."""
        plan = Plan(self.asked.limits, repeat=False, floor=False, tell=self._say)
        runner = Runner(target(self.asked.command, strict=self.asked.strict), suite, form(suite.game), plan)
        runner.start()
        switches = runner.said.declared.switches if runner.said else {}
        for _ in runner.run(case for case in suite.cases() if case.readings.keys() - switches.keys()):
            pass
        if runner.stopped or runner.said is None:
            raise Stopped(runner.stopped)
        said = runner.said.said.implementation
        self.implementation = " ".join(part for part in (said.name, said.version) if part)
        self.readings = runner.readings
        return runner.declared

    def _followed(self, declared: Declared) -> dict[str, str]:
        """The readings that differ from the reference's defaults: found out, declared, or given."""
        found = {one.question: one.reading for one in self.readings if one.reading and one.how is not How.EACH}
        told = {question: reading for question, reading in declared.readings.items() if isinstance(reading, str)}
        known = self.asked.engine.readings
        return {
            question: reading
            for question, reading in sorted({**found, **told, **self.asked.readings}.items())
            if reading in known.get(question, ()) and reading != known[question][0]
        }

    def _settled(self, declared: Declared) -> Iterator[str]:
        yield from declared.switches
        yield from declared.readings
        yield from (one.question for one in self.readings if one.how in SETTLED)

    # the end

    @property
    def untested(self) -> str:
        """Why nothing could be tested; nothing where something was."""
        if self.stopped:
            return self.stopped
        if self.progress.agreed or self.progress.findings:
            return ""
        reasons = sorted(self.progress.left_out.items(), key=lambda one: (-one[1], one[0]))
        told = (f"; {kind}: {self.progress.because.get(kind, '')} ({count} times)" for kind, count in reasons[:3])
        return "no play could be put" + "".join(told)

    def exit(self) -> int:
        """The exit code."""
        if self.progress.findings:
            return FINDINGS
        return COULD_NOT_RUN if self.untested else GOOD

    def close(self) -> None:
        """End all that was started."""
        if not self.asked.quiet and sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")
        if self._crew is not None:
            self._crew.close()
        if self._searcher is not None:
            self._searcher.close()


def _suite(game: str) -> Suite:
    try:
        return find(game)
    except NoSuite:
        return Suite(game, ())


def _types(cases: Iterator[Case]) -> frozenset[str]:
    """The types of events that some case names."""
    found: set[str] = set()
    for case in cases:
        for step in case.steps:
            events = step.expect.events if isinstance(step, ApplyStep) else None
            if events is not None:
                named = [*(events.contains or ()), *(events.excludes or ()), *(events.exact or ())]
                found.update(str(event["type"]) for event in named if "type" in event)
    return frozenset(found)


def _readings(engine: Game[Any, Any], words: list[str]) -> dict[str, str]:
    given: dict[str, str] = {}
    for word in words:
        question, _, reading = word.partition("=")
        if question not in engine.readings:
            refuse(f"--reading {word}: no question {question!r} is a switch.{nearest(question, engine.readings)}")
        if reading not in engine.readings[question]:
            refuse(f"--reading {word}: {question} is read as one of {', '.join(engine.readings[question])}")
        given[question] = reading
    return given


# what is told


def _keep(hunting: Hunting, folder: Path | None, state: Path | None) -> None:
    """Write the case and the exchange of each finding, and how far it came."""
    if hunting.hunt is None:
        return
    for finding in hunting.progress.findings if folder else ():
        assert folder is not None
        files.write_text(folder / f"{finding.id}.json", pretty(hunting.hunt.retold(finding).chapter()))
        lines = "".join(text(line) + "\n" for line in finding.transcript)
        files.write_text(folder / f"{finding.id}.ndjson", lines)
    if state:
        write(state, hunting.progress)


def _tell(hunting: Hunting, folder: Path | None, shape: Format, *, quiet: bool) -> None:
    if shape is Format.JSON:
        emit(_plain(hunting))
        return
    for finding in hunting.progress.findings if hunting.hunt else ():
        assert hunting.hunt is not None
        out(told(hunting.hunt.retold(finding), folder, hunting.asked.words) + "\n")
    if not (quiet and hunting.exit() == GOOD):
        out("\n".join(_summary(hunting, folder)))


def _summary(hunting: Hunting, folder: Path | None) -> Iterator[str]:
    progress = hunting.progress
    if hunting.untested:
        yield f"could not test: {hunting.untested}"
    for note in progress.notes:
        went = f"is read as {note.reading}, not {note.instead}: the hunt went on so (run {note.run})"
        yield f"reading: {note.question} {went}"
    for kind, count in sorted(progress.left_out.items(), key=lambda one: (-one[1], one[0])):
        yield f"left out: {count} plays, or the end of them: {kind}, such as {progress.because.get(kind) or kind}"
    if progress.late >= PATIENCE:
        yield f"stopped: requests timed out in {progress.late} plays"
    name = hunting.implementation or hunting.asked.words
    found = len(progress.findings)
    seen = len({clause_of(feature) for feature in progress.agreed} - {"-"})
    what = f"{found} disagreement{'' if found == 1 else 's'}" if found else "no disagreement"
    yield f"{name}: {progress.tries} tries in {progress.rounds} rounds, {seen} clauses seen at work; {what}"
    if found and folder is None:
        yield "give --out DIR to have each as a case with its exchange"


def _plain(hunting: Hunting) -> dict[str, Any]:
    progress, hunt_ = hunting.progress, hunting.hunt
    return {
        "game": progress.game,
        "seed": progress.seed,
        "tool": VERSION,
        "implementation": hunting.implementation,
        "tries": progress.tries,
        "rounds": progress.rounds,
        "clauses_seen": sorted({clause_of(feature) for feature in progress.agreed} - {"-"}),
        "readings": [
            {"question": one.question, "says": one.says} for one in hunting.readings if one.how is not How.EACH
        ],
        "notes": [msgspec.to_builtins(note) for note in progress.notes],
        "left_out": dict(sorted(progress.left_out.items())),
        "because": dict(sorted(progress.because.items())),
        "findings": [plain(hunt_.retold(finding)) for finding in progress.findings] if hunt_ else [],
        "untested": hunting.untested,
        "exit": hunting.exit(),
    }


def _end_everything() -> None:
    """End all processes by force: those of the workers, and those they are talking to."""
    for child in active_children():
        child.terminate()
    end_all()


@contextmanager
def _refusals() -> Generator[None, None, None]:
    """Turn what a user can mend into a sentence and an exit code."""
    try:
        yield
    except (UnknownGame, NoEngine, WrongState, files.Unreadable) as error:
        refuse(str(error.args[0]) if error.args else str(error))
    except (CaseFault, Faulty) as error:
        refuse(str(error), COULD_NOT_RUN)
