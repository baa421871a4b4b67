"""Every check of a game in one run: rules, text, suite, proofs, plays, and what stands for each clause in the end.

What each check does is done elsewhere; here they are run side by side, counted and told.
"""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from ruleproof.engine.finding import NoEngine
from ruleproof.engine.finding import game as engine_of
from ruleproof.invariants.accepting import baseline, new_ones
from ruleproof.invariants.agreeing import AGREE, KEPT, decisive, watched
from ruleproof.invariants.comparing import kept_amiss
from ruleproof.invariants.drawing import told
from ruleproof.invariants.driving import Report, explore
from ruleproof.invariants.findings import evidence as evidence_of
from ruleproof.invariants.findings import gather
from ruleproof.invariants.flaw import Finding
from ruleproof.invariants.pooling import workers
from ruleproof.invariants.proving import Result, prove
from ruleproof.spec.checking import NOT_COMPARED, check
from ruleproof.spec.clause import Clause
from ruleproof.spec.commands import GameArgument, RulebookOption, answering, texts_of
from ruleproof.spec.console import FINDINGS, Format, FormatOption, QuietOption, complain, emit, flush, out
from ruleproof.spec.evidence import Evidence, Kind, marks, read, write
from ruleproof.spec.evidence import Result as Outcome
from ruleproof.spec.files import write_json, write_text
from ruleproof.spec.loading import Rules, load
from ruleproof.spec.standing import WORDS

from .connection import Made
from .families import families
from .linting import Names, lint, readings
from .running import Plan, Runner
from .serving import Server
from .suite import NoSuite, Suite, find, form
from .telling import counted, failure, red
from .verdict import GREEN, Line

RUNS, SEED, WORKERS = 160, 1, 2
BAD = ("contradicted", "failing", "stale", "uncovered")


@dataclass(frozen=True)
class Step:
    """One check: what it looked at, and each thing that is wrong, named."""

    name: str
    says: str
    faults: tuple[str, ...] = ()
    ran: bool = True

    @property
    def word(self) -> str:
        """`good`, `FAULTY`, or `-` where there was nothing to check."""
        return "FAULTY" if self.faults else "good" if self.ran else "-"

    def plain(self) -> dict[str, Any]:
        """The step in JSON values."""
        return {"name": self.name, "says": self.says, "ran": self.ran, "faults": list(self.faults)}


@dataclass(frozen=True)
class Shown:
    """What a check gave: its step, and the evidence that it leaves."""

    step: Step
    evidence: tuple[Evidence, ...] = ()
    given: tuple[Kind, ...] = ()


def verify(
    game: GameArgument,
    rulebook: RulebookOption = None,
    evidence: Annotated[
        list[Path] | None,
        typer.Option("--evidence", metavar="DIR", help="Further evidence, such as that of pytest --evidence DIR."),
    ] = None,
    folder: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Write the trace page, its JSON and the evidence here.")
    ] = None,
    runs: Annotated[int, typer.Option(help="How many random games are played.", min=1)] = RUNS,
    seed: Annotated[int, typer.Option(help="Which games these are.")] = SEED,
    form: FormatOption = Format.TEXT,
    quiet: QuietOption = False,
) -> None:
    """Run every check of a game: rules, text, suite, proofs and plays; then tell what stands for each clause.

    Exit codes: 0 good, 1 something is wrong and named, 2 usage, 3 could not run.
    """
    with answering(form):
        rules = load(game)
        texts = texts_of(rules.info, rulebook or []) or None
        found: list[Shown] = []
        for shown in _checks(rules, texts, runs, seed):
            found.append(shown)
            if form is Format.TEXT and not quiet:
                _tell(shown.step)
        further = [line for one in evidence or [] for line in read(one)]
        value = _traced(rules, found, further, check(rules, texts).texts if texts else None)
        standing = _standing(value)
        if folder is not None:
            _keep(folder, rules.name, value, found)
    steps = [*(shown.step for shown in found), standing]
    good = not any(step.faults for step in steps)
    if form is Format.JSON:
        emit({"game": game, "good": good, "steps": [s.plain() for s in steps], "standings": value["standings"]})
    else:
        _tell_rest(rules, standing, steps, quiet=quiet)
    raise typer.Exit(0 if good else FINDINGS)


# the checks


def _checks(rules: Rules, texts: dict[str, str] | None, runs: int, seed: int) -> Iterator[Shown]:
    """Each check as it is done; proofs and plays run in processes of their own meanwhile."""
    try:
        engine_of(rules.name)
    except NoEngine as none:
        yield from _without_engine(rules, texts, str(none))
        return
    with workers(WORKERS) as pool:
        proofs = pool.submit(prove, rules.name)
        yield from _written(rules, texts)
        findings, kept = pool.submit(gather, rules), pool.submit(kept_amiss, rules.name)
        yield _suite(rules)
        yield _plays(rules, runs, seed, pool)
        yield _found(rules, findings.result(), *kept.result())
        yield _proofs(rules, proofs)


def _without_engine(rules: Rules, texts: dict[str, str] | None, why: str) -> Iterator[Shown]:
    yield from _written(rules, texts)
    yield from (Shown(Step(name, why, ran=False)) for name in ("suite", "plays"))
    yield _found(rules, gather(rules), 0, ())
    yield Shown(Step("proofs", why, ran=False))


def _written(rules: Rules, texts: dict[str, str] | None) -> Iterator[Shown]:
    report = check(rules, texts)
    says = f"{len(rules.clauses)} clauses over {len(rules.ledger.sentences)} sentences"
    faults = tuple(f"{fault.place}: {fault.what}" for fault in report.faults)
    yield Shown(Step("rules", says, faults))
    yield Shown(Step("text", "every sentence compared" if texts else NOT_COMPARED, ran=texts is not None))


def _suite(rules: Rules) -> Shown:
    try:
        suite = find(rules.name)
    except NoSuite as none:
        return Shown(Step("suite", str(none), ran=False))
    names = Names(frozenset(c.id for c in rules.clauses), frozenset(rules.info.modes), readings(rules.name))
    faults = [f"{fault.place}: {fault.what}" for fault in lint(suite, names)]
    lines, runner = _run(rules, suite)
    faults += [failure(line, runner) for line in lines if red(line)]
    faults += [runner.stopped] if runner.stopped else []
    asked = [line for line in lines if line.verdict is not line.verdict.NOT_APPLICABLE]
    what = "cases and walks" if runner.walked else "cases"
    says = f"{len(asked)} {what}, {sum(line.verdict in GREEN for line in asked)} as expected"
    if left := len(lines) - len(asked):
        says += f"; {left} do not apply"
    says += "".join(f"; {part}" for part in _beside(suite))
    return Shown(Step("suite", says, tuple(faults)), tuple(_case_lines(rules, asked)), ("case",))


def _run(rules: Rules, suite: Suite) -> tuple[list[Line], Runner]:
    game = engine_of(rules.name)
    reference = Made(lambda: Server(game), f"ruleproof serve {rules.name}")
    runner = Runner(reference, suite, form(rules.name), Plan(repeat=False, floor=False))
    runner.start()
    return list(runner.run(suite.cases(), suite.beside())), runner


def _beside(suite: Suite) -> Iterator[str]:
    """What the suite holds beside its cases, in words."""
    if probing := families(suite.cases(), form(suite.game)):
        yield f"probes of {len(probing)} open question{'s' if len(probing) > 1 else ''}"
    if walks := list(suite.walks()):
        yield f"{len(walks)} walks, {sum(bool(walk.confirmed_by) for walk in walks)} confirmed by somebody else"


def _case_lines(rules: Rules, lines: Sequence[Line]) -> Iterator[Evidence]:
    known = {clause.id: clause for clause in rules.clauses}
    for line in lines:
        place = f"conformance/{line.id}"
        for clause in line.clauses:
            if clause in known:
                yield _evidence(known[clause], "case", place, good=line.verdict in GREEN)


def _proofs(rules: Rules, future: "Future[tuple[Result, ...]]") -> Shown:
    results = future.result()
    if not results:
        return Shown(Step("proofs", f"{rules.name} has no obligations", ran=False))
    good = sum(result.good for result in results)
    faults = ["\n".join(told(rules.name, result)) for result in results if not result.good]
    proved = {r.id for r in results if r.result == "proved"}
    faults += [
        f"{clause.id} is said to be implied by {clause.implied_by_proof}, which proves nothing"
        for clause in rules.clauses
        if clause.implied_by_proof and clause.implied_by_proof not in proved
    ]
    lines = _by_clause(rules, "proof", ((r.clauses, f"invariants/{r.place}", r.good) for r in results))
    return Shown(
        Step("proofs", f"{len(results)} obligations, {good} as expected", tuple(faults)), tuple(lines), ("proof",)
    )


def _found(rules: Rules, findings: Sequence[Finding], kept: int, amiss: Sequence[str]) -> Shown:
    accepted = baseline(rules.name)
    new, stale = new_ones(findings, accepted), accepted.stale(findings)
    questions = counted(sum(finding.kind == "question" for finding in findings), "open question")
    says = f"{len(new)} new, {len(accepted.entries) - len(stale)} accepted; {questions}"
    says += f", {kept} of them with a witness" if kept else ""
    faults = [f"{one.kind} {one.fingerprint}: {one.says} ({', '.join(one.files)})" for one in new]
    faults += [f"{one.fingerprint} is accepted and found no more: {one.says}" for one in stale]
    faults += [f"a witness that is none any more: {each}" for each in amiss]
    return Shown(Step("findings", says, tuple(faults)), evidence_of(rules, findings, accepted), ("finding",))


def _plays(rules: Rules, runs: int, seed: int, pool: Executor) -> Shown:
    report = explore(rules.name, runs, seed, executor=pool)
    seen = sum(1 for times in report.reached.values() if times)
    says = f"{report.runs} games, {report.moments} states, {len(report.promises)} promises"
    says += f"; {seen} of {len(report.reached)} things that come true sometimes did" if report.reached else ""
    faults = [str(broken) for broken in report.failures]
    faults += [f"never came true in {report.runs} games: {name}" for name in report.unreached]
    return Shown(Step("plays", says, tuple(faults)), tuple(_play_lines(rules, report)), ("property",))


def _play_lines(rules: Rules, report: Report) -> Iterator[Evidence]:
    """What the promises cite; those made of clauses speak for all of these, or against the ones a failure names."""
    broken = {failure.name: str(failure) for failure in report.failures}
    made_of = {AGREE: decisive(rules), KEPT: watched(rules)}
    for promise, outcome in report.outcomes():
        clauses: Sequence[str] = promise.stated.because
        if promise.name in made_of:
            clauses = [c for c in made_of[promise.name] if promise.name not in broken or c in broken[promise.name]]
        place = f"invariants/{promise.place}:{promise.name}"
        yield from _by_clause(rules, "property", [(clauses, place, outcome == "passed")])


def _by_clause(rules: Rules, kind: Kind, shown: Iterable[tuple[Sequence[str], str, bool]]) -> Iterator[Evidence]:
    known = {clause.id: clause for clause in rules.clauses}
    for clauses, place, good in shown:
        yield from (_evidence(known[one], kind, place, good=good) for one in clauses if one in known)


def _evidence(clause: Clause, kind: Kind, place: str, *, good: bool) -> Evidence:
    outcome: Outcome = "passed" if good else "failed"
    return Evidence(clause.id, kind, place, outcome, marks(clause), "reference")


# what it comes to


def _traced(
    rules: Rules, found: Sequence[Shown], further: Sequence[Evidence], texts: dict[str, str] | None
) -> dict[str, Any]:
    from ruleproof.spec.tracing import gather, trace

    lines = [*gather(rules, []), *further, *(line for shown in found for line in shown.evidence)]
    return trace(rules, lines, ["code", *(kind for shown in found for kind in shown.given)], texts)


def _standing(value: dict[str, Any]) -> Step:
    counts = ", ".join(f"{value['standings'][word]} {word}" for word in WORDS if value["standings"][word])
    faults = [f"{c['id']} is {c['standing']}: {c['reason']}" for c in value["clauses"] if c["standing"] in BAD]
    return Step("clauses", counts or "none", tuple(faults))


def _keep(folder: Path, game: str, value: dict[str, Any], found: Sequence[Shown]) -> None:
    from ruleproof.spec.tracing import page

    write_text(folder / f"{game}.html", page(value))
    write_json(folder / f"{game}.json", value)
    write(folder / "verify.ndjson", (line for shown in found for line in shown.evidence))


def _tell(step: Step) -> None:
    out(f"{step.name:8} {step.word:7} {step.says}", style="bold red" if step.faults else None)
    flush()  # whoever reads a pipe sees each check as it ends


def _tell_rest(rules: Rules, standing: Step, steps: Sequence[Step], *, quiet: bool) -> None:
    if not quiet:
        _tell(standing)
    for step in steps:
        for fault in step.faults:
            out(f"\n{step.name}: {fault}")
    wrong = sum(len(step.faults) for step in steps)
    if wrong:
        complain(f"\n{rules.info.title}: {wrong} {'thing is' if wrong == 1 else 'things are'} wrong.")
    elif not quiet:
        out(f"\n{rules.info.title} holds: all that was checked is good.")
