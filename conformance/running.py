"""Runs cases against an implementation: smoke first, then each in order. How one case is judged is in putting."""

import itertools
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TypeVar

from .asking import (
    Limits,
    Session,
    Stopped,
    beyond,
    bound,
    greeting,
    loads,
    on_way,
    other_way,
    outside,
    plays,
    start,
    unplayed,
)
from .case import Case, Written
from .connection import Made, Target
from .families import Groups
from .following import Following, Found
from .known import Ledger
from .messages import Declared
from .null import NULLS, floor
from .pairs import Pair
from .pointing import points
from .smoking import begins_well
from .spreading import Job, Pending, Spread, spread
from .suite import Form, Suite
from .suspects import Suspect, Suspects
from .verdict import NOT_EXECUTED, Line, Tally, Verdict, exit_code
from .walking import by_perft
from .walks import Walk
from .ways import sampled
from .working import NOISY, Done, Task, Worker

SAMPLES = 5
PATIENCE = 5
Item = TypeVar("Item")


@dataclass
class Plan:
    """How a run goes: limits of time, whether failures are repeated, known failures, how many time-outs are borne."""

    limits: Limits = field(default_factory=Limits)
    repeat: bool = True
    floor: bool = True
    known: Ledger | None = None
    reference: Target | None = None  # beside which it is looked for where walks part; it judges nothing
    patience: int = PATIENCE
    tell: Callable[[str], None] = lambda _: None
    workers: int = 1  # processes at a time; the lines are the same
    options: Sequence[str] = ()  # words of a command line that a failure needs to be seen again


class Runner:
    """One run. `start` says hello, `run` yields a line a case; the rest tells what it added up to."""

    def __init__(self, target: Target, suite: Suite, form: Form, plan: Plan | None = None) -> None:
        self.target = target
        self.suite = suite
        self.form = form
        self.plan = plan or Plan()
        self.tally = Tally()
        self.suspects = Suspects(suite.bent())
        self.walked = 0
        self.stopped = ""
        self.smoke: Line | None = None
        self.floors: dict[str, int] = dict.fromkeys(NULLS, 0)
        self.findings: list[str] = []
        self._late = 0
        self._noisy = False
        self._pointed = False  # whether the reference was asked about what failed
        self._both: set[str] = set()  # the chapters of which a case was put both ways
        self._met: set[str] = set()  # the questions that a line hangs on

    @cached_property
    def _survey(self) -> "Survey":
        survey = Survey()
        self.suite.survey(survey.add)
        return survey

    @cached_property
    def _task(self) -> Task:
        self._survey  # noqa: B018 - on one way through all cases it finds the digest, too, that `hello` names
        hello, plan = greeting(self.suite.game, self.suite.named), self.plan
        return Task(self.target, hello, self.suite.game, self.form, plan.limits, plan.repeat, plan.tell, plan.reference)

    @cached_property
    def _spread(self) -> Spread:
        in_process = isinstance(self.target, Made)  # what runs in this process is never asked twice at a time
        return spread(self._task, 1 if in_process else self.plan.workers)

    @property
    def said(self) -> Session | None:
        """The first session, which tells what is declared; None before hello."""
        return self._spread.first.said

    @cached_property
    def declared(self) -> Declared:
        """What it declares, but for the readings of settled questions."""
        assert self.said is not None
        declared = self.said.declared
        return bound(declared, self.suite.rulings) if declared.readings else declared

    # the run

    def start(self) -> None:
        """Say hello. Where that fails, `stopped` says why."""
        try:
            self._spread.first.ready()
        except Stopped as stopped:
            self._stop(stopped)

    def _stop(self, stopped: Stopped) -> None:
        self.stopped = str(stopped)
        if stopped.verdict:
            self.smoke = Line(f"smoke/{self.suite.game}", Verdict(stopped.verdict), [], detail=self.stopped)

    def close(self) -> None:
        """End the implementation, whatever it is doing."""
        self._spread.stop()

    def run(self, cases: Iterable[Case], beside: Iterable[Pair | Walk] = ()) -> Iterator[Line]:
        """A line for each case, pair and walk, in order. A run that stops says why in `stopped`.

        Nothing is left running, and after a `start` that failed nothing is tried again.
        """
        if self.stopped:
            return
        try:
            yield from self._run(cases, beside)
            self._notice(self._spread.close())
        except Stopped as stopped:
            self._stop(stopped)
        finally:
            self.close()

    def _run(self, cases: Iterable[Case], beside: Iterable[Pair | Walk]) -> Iterator[Line]:
        self._spread.first.ready()
        self.smoke = self._spread.first.smoke(self._samples())
        if self.smoke is not None:
            self.stopped = f"the adapter does not work: {self.smoke.detail}"
            return
        for begun in self._in_order(cases, self._begin):
            yield from self._finished(begun)
        for begun in self._in_order(beside, self._begin_beside):
            yield from self._finished(begun)

    def _samples(self) -> list[Case]:
        """A few cases that apply and begin with a legal action, the first ones and one of each further chapter.

        Where there is none, one that applies at all.
        """
        by_play, found = not loads(self.declared), list[Case]()
        for samples in self._survey.samples.values():
            cases = (one.case() for one in samples)
            sound = [case for case in cases if begins_well(case, by_play) and not self.beyond(case)]
            found += sound[: max(1, SAMPLES - len(found))]
        return found or list(itertools.islice((one for one in self.suite.cases() if not self.beyond(one)), 1))

    def _in_order(self, items: Iterable[Item], begin: Callable[[Item], "Begun"]) -> Iterator["Begun"]:
        """Each item begun, as many ahead as there are workers for, and handed back in its order."""
        waiting: deque[Begun] = deque()
        for item in items:
            waiting.append(begin(item))
            while waiting and (len(waiting) > self._spread.ahead or waiting[0].is_done):
                yield waiting.popleft()
        yield from waiting

    # one case

    def _begin(self, case: Case) -> "Begun":
        if self._late >= self.plan.patience:
            return Begun(case, None)
        noticed: list[str] = []
        line = self._by_reading(case, noticed) or self._beyond(case)
        return Begun(case, line or self._spread.put(self._job(case)), noticed)

    def _beyond(self, case: Case) -> Line | None:
        reason = self.beyond(case)
        return Line(case.id, Verdict.NOT_APPLICABLE, case.clauses, detail=reason) if reason else None

    def _job(self, case: Case) -> Job:
        if self._goes_both_ways(case):
            self._both.add(case.chapter)
            return partial(Worker.both_ways, case=case)
        return partial(Worker.case, case=case, by_play=not loads(self.declared))

    def _goes_both_ways(self, case: Case) -> bool:
        """Whether it belongs to the sample, one of a chapter, that is loaded and played to."""
        if case.reach is None or case.chapter in self._both or not sampled(case):
            return False
        declared = self.declared
        return loads(declared) and plays(declared) and not unplayed(case.reach, declared)

    def beyond(self, case: Case | Pair | Walk) -> str:
        """Why a case does not apply, in words; nothing where it does."""
        hangs = case.readings or on_way(case, self.declared)
        return beyond(case, self.declared, self.following.followed() if hangs else {})

    def _finished(self, begun: "Begun") -> Iterator[Line]:
        """The lines that a case gives: its own, and before it that of a divergence which it is the first to meet."""
        if self._late >= self.plan.patience:
            yield self._told(self._skipped(begun.case))
            return
        done = begun.done()
        self._notice((*begun.noticed, *done.findings))
        self._late += done.line.verdict is Verdict.TIMEOUT or done.line.first.startswith("timeout")
        self._met.update(begun.case.readings)
        own = self.following.ruled(done.line, begun.case) if begun.case.readings else done.line
        for line in self._task.divergences.telling(own):
            case = begun.case if line is own else None
            if case is not None and not isinstance(case, Walk) and line.verdict not in NOT_EXECUTED:
                self._count_floor(case)
            yield self._told(line, case.touches if isinstance(case, Case) else ())

    def _skipped(self, case: Case | Pair | Walk) -> Line:
        reason = outside(case, self.declared)
        verdict = Verdict.NOT_APPLICABLE if reason else Verdict.SKIPPED
        return Line(case.id, verdict, case.clauses, detail=reason or f"{self._late} cases before it timed out")

    def _told(self, line: Line, touches: Sequence[str] = ()) -> Line:
        """The line as it counts."""
        if self.plan.known and line.verdict not in NOT_EXECUTED:
            line = self.plan.known.judge(line)
        self.tally.add(line)
        self.suspects.add(line, touches)
        return line

    def _count_floor(self, case: Case | Pair) -> None:
        if self.plan.floor:
            for name in case.floor if case.floor is not None else floor(case, self.form):
                self.floors[name] = self.floors.get(name, 0) + 1

    def _notice(self, findings: Sequence[str]) -> None:
        for finding in findings:
            noisy = finding.startswith(NOISY)
            if finding not in self.findings and not (noisy and self._noisy):
                self.findings.append(finding)
            self._noisy = self._noisy or noisy

    # readings

    @cached_property
    def following(self) -> Following:
        """What the implementation was found to follow so far."""
        suite = self.suite
        return Following(self._survey.groups.families(self.form), suite.defaults, self.declared, suite.rulings)

    @property
    def readings(self) -> list[Found]:
        """What was found of each question that a line so far hangs on, in order of their ids."""
        found = self.following.found if self._met else {}
        return [found[question] for question in sorted(found) if question in self._met]

    def _by_reading(self, case: Case | Walk, noticed: list[str]) -> Line | None:
        """The line of a case that hangs on a reading, where finding that out has given one."""
        for question in (*on_way(case, self.declared), *case.readings):
            self._find(question, noticed, set())
        return self.following.line(case) if case.readings else None

    def _find(self, question: str, noticed: list[str], seen: set[str]) -> None:
        """Find out about a question; before that about those that the ways to its probes hang on."""
        if question in seen or question in self.following.found:
            return
        seen.add(question)
        for case in self.following.probes(question):
            for other in on_way(case, self.declared):
                self._find(other, noticed, seen)
        ask, again = (partial(self._answers, noticed, job) for job in (Worker.probe, Worker.case))
        self.following.find(question, ask, again if self.plan.repeat else None)

    def _answers(self, noticed: list[str], job: Callable[..., Done], cases: Sequence[Case]) -> list[Line]:
        """Put cases whatever their reading. After too many time-outs the rest is left."""
        lines: list[Line] = []
        late = 0
        for begun in self._in_order(cases, partial(self._begin_probe, job)):
            done = begun.done() if late < self.plan.patience else Done(self._skipped(begun.case))
            late += done.line.verdict is Verdict.TIMEOUT
            noticed += done.findings
            lines.append(done.line)
        return lines

    def _begin_probe(self, job: Callable[..., Done], case: Case) -> "Begun":
        if reason := outside(case, self.declared) or other_way(case, self.declared, self.following.known()):
            return Begun(case, Line(case.id, Verdict.NOT_APPLICABLE, case.clauses, detail=reason))
        return Begun(case, self._spread.put(partial(job, case=case, by_play=not loads(self.declared))))

    # pairs and walks

    def _begin_beside(self, one: Pair | Walk) -> "Begun":
        return self._begin_walk(one) if isinstance(one, Walk) else self._begin_pair(one)

    def _begin_pair(self, pair: Pair) -> "Begun":
        if self._late >= self.plan.patience:
            return Begun(pair, None)
        reason = self.beyond(pair) or self._no_watching()
        line = Line(pair.id, Verdict.NOT_APPLICABLE, pair.clauses, detail=reason) if reason else None
        return Begun(pair, line or self._spread.put(partial(Worker.pair, pair=pair)))

    def _no_watching(self) -> str:
        if not loads(self.declared):
            return "positions cannot be loaded"
        return "" if self.declared.observe == "player" else "observe player is not declared"

    def _begin_walk(self, walk: Walk) -> "Begun":
        self.walked += 1
        if self._late >= self.plan.patience:
            return Begun(walk, None)
        noticed: list[str] = []
        line = self._walk_left_out(walk, noticed)
        return Begun(walk, line or self._spread.put(partial(Worker.walk, walk=walk)), noticed)

    def _walk_left_out(self, walk: Walk, noticed: list[str]) -> Line | None:
        """The line of a walk that is not put: out of scope, or on questions that are read otherwise."""
        if blocked := self._by_reading(walk, noticed):
            return blocked
        reason = self.beyond(walk)
        if not reason and not by_perft(self.declared, walk):
            reason = self._no_walking()
        return Line(walk.id, Verdict.NOT_APPLICABLE, [], detail=reason) if reason else None

    def _no_walking(self) -> str:
        declared = self.declared
        if not loads(declared):
            return "positions cannot be loaded"
        if declared.legal != "list":
            return "legal list is not declared"
        return "" if declared.states == "persistent" else "states persistent is not declared"

    # what it adds up to

    def suspected(self) -> tuple[Suspect, ...]:
        """The clauses that failures point at, the likeliest first, looked up with the reference where it is at hand."""
        reference, failed = self.plan.reference, self.suspects.lines
        if reference is not None and failed and not self._pointed:
            self._pointed = True
            beside = start(reference, self._task.hello, self.suite.game, Limits(), self.plan.tell)
            try:
                self.suspects.point(points(beside, self.suite.cases(), failed))
            finally:
                beside.close()
        return self.suspects.ranked()

    def exit(self) -> int:
        """The exit code of the run."""
        verdicts = {*self.tally.verdicts, *((self.smoke.verdict,) if self.smoke else ())}
        stale = bool(self.plan.known and not self.stopped and self.plan.known.stale())
        return exit_code(verdicts, self.tally.executed, stopped=bool(self.stopped), stale=stale)


class Survey:
    """What is wanted of all cases before the first is put; it keeps few of them."""

    def __init__(self) -> None:
        self.groups = Groups()
        self.samples: dict[str, list[Written]] = {}  # of each chapter those that may tell whether the adapter works

    def add(self, one: Written) -> None:
        """Take a case into account."""
        self.groups.add(one.asked, one.case)
        samples = self.samples.setdefault(one.asked.chapter, [])
        if len(samples) < SAMPLES and not one.asked.readings and (begins_well(one.asked) or one.asked.has_way):
            samples.append(one)


@dataclass(frozen=True)
class Begun:
    """A case or walk, its line or what will give it (None where nothing is to be done), and what was noticed before."""

    case: Case | Pair | Walk
    work: Line | Pending | None
    noticed: Sequence[str] = ()

    @property
    def is_done(self) -> bool:
        """Whether the line is there."""
        return self.work is None or isinstance(self.work, Line) or self.work.done()

    def done(self) -> Done:
        """What came of it; waits for that."""
        assert self.work is not None
        return Done(self.work) if isinstance(self.work, Line) else self.work.result()
