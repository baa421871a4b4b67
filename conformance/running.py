"""Runs cases against an implementation: smoke first, failures once more. How one case is judged is in putting."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from . import walking
from .asking import Limits, Session, Stopped, beyond, greeting, mode_of, outside, start
from .case import ApplyStep, Case
from .connection import STDERR_SHOWN, Target, TimedOut, Trouble
from .families import families
from .following import Following, Found
from .known import Ledger
from .messages import ABSURD, RpcError
from .null import NULLS, floor
from .putting import acceptance_of, is_no_answer, put, state_of
from .suite import Form, Suite
from .verdict import NOT_EXECUTED, REPEATED, Line, Tally, Verdict, exit_code, settled
from .walks import Walk

SAMPLES = 5
JUDGED_FROM = 3  # so many legal actions have to be refused before that speaks against the adapter
PATIENCE = 5


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


class Runner:
    """One run. `start` says hello, `run` yields a line a case; the rest tells what it added up to."""

    def __init__(self, target: Target, suite: Suite, form: Form, plan: Plan | None = None) -> None:
        self.target = target
        self.suite = suite
        self.form = form
        self.plan = plan or Plan()
        self.tally = Tally()
        self.walked = 0
        self.stopped = ""
        self.smoke: Line | None = None
        self.floors: dict[str, int] = dict.fromkeys(NULLS, 0)
        self.findings: list[str] = []
        self._session: Session | None = None
        self.said: Session | None = None
        self._hello = greeting(suite.game, suite.named)
        self._late = 0

    # sessions

    def start(self) -> None:
        """Say hello. Where that fails, `stopped` says why."""
        try:
            self._ready()
        except Stopped as stopped:
            self._stop(stopped)

    def _stop(self, stopped: Stopped) -> None:
        self.stopped = str(stopped)
        if stopped.verdict:
            self.smoke = Line(f"smoke/{self.suite.game}", Verdict(stopped.verdict), [], detail=self.stopped)

    def _fresh(self) -> Session:
        return start(self.target, self._hello, self.suite.game, self.plan.limits, self.plan.tell)

    def _ready(self) -> Session:
        if self._session is None or not self._session.alive:
            self._leave(self._session)
            self._session = self._fresh()
            self.said = self.said or self._session
        return self._session

    def _leave(self, session: Session | None) -> None:
        if session is None:
            return
        session.close()
        noise = session.connection.noise
        if noise.count:
            self._find(f"standard output carries {noise.count} lines that are no messages, such as {noise.first[0]!r}")
        if session.leaves_states:
            self._find("`drop` is refused, so states stay from case to case")

    def _find(self, finding: str) -> None:
        if finding not in self.findings:
            self.findings.append(finding)

    def close(self) -> None:
        """End the implementation."""
        self._leave(self._session)
        self._session = None

    # the run

    def run(self, cases: Iterable[Case], walks: Iterable[Walk] = ()) -> Iterator[Line]:
        """A line for each case and walk, in order. A run that stops says why in `stopped`; nothing is left running."""
        try:
            session = self._ready()
            self.smoke = self._smoked(session)
            if self.smoke is not None:
                self.stopped = f"the adapter does not work: {self.smoke.detail}"
                return
            for line in itertools.chain(map(self._line, cases), map(self._walk, walks)):
                self.tally.add(line)
                yield line
        except Stopped as stopped:
            self._stop(stopped)
        finally:
            self.close()

    def _line(self, case: Case) -> Line:
        line = (self._by_reading(case) if case.readings else None) or self._plain(case)
        if line.verdict in NOT_EXECUTED:
            return line
        if self.plan.floor:
            for name in case.floor if case.floor is not None else floor(case, self.form):
                self.floors[name] = self.floors.get(name, 0) + 1
        return self.plan.known.judge(line) if self.plan.known else line

    def _plain(self, case: Case) -> Line:
        return self._left_out(case, self.beyond(case)) or self._counted(self._repeated(self._once(case), case))

    def _left_out(self, case: Case, reason: str) -> Line | None:
        """The line of a case that is not put."""
        if reason:
            return Line(case.id, Verdict.NOT_APPLICABLE, case.clauses, detail=reason)
        if self._late >= self.plan.patience:
            detail = f"{self._late} cases before it timed out"
            return Line(case.id, Verdict.SKIPPED, case.clauses, detail=detail)
        return None

    def _counted(self, line: Line) -> Line:
        self._late += line.verdict == Verdict.TIMEOUT or line.first.startswith("timeout")
        return line

    def beyond(self, case: Case | Walk) -> str:
        """Why a case does not apply, in words; nothing where it does."""
        assert self.said is not None
        return beyond(case, self.said.declared, self.following.followed() if case.readings else {})

    # readings

    @cached_property
    def following(self) -> Following:
        """What the implementation was found to follow so far."""
        assert self.said is not None
        found = families(self.suite.cases(), self.form)
        return Following(found, self.suite.defaults, self.said.declared)

    @property
    def readings(self) -> list[Found]:
        """What was found of each question that a case so far hangs on, in order of their ids."""
        found = self.following.found if "following" in self.__dict__ else {}
        return [found[question] for question in sorted(found)]

    def _by_reading(self, case: Case) -> Line | None:
        """The line of a case that hangs on a reading, where finding that out has given one."""
        for question in case.readings:
            self.following.find(question, self._probe, self._probe_again if self.plan.repeat else None)
        return self.following.line(case)

    def _probe(self, case: Case) -> Line:
        """Put a case whatever its reading. A failure is an answer here, and not repeated."""
        assert self.said is not None
        if left := self._left_out(case, outside(case, self.said.declared)):
            return left
        line = self._once(case)
        return self._counted(line if line.verdict is Verdict.FAIL else self._repeated(line, case))

    def _probe_again(self, case: Case) -> Line:
        return self._repeated(self._once(case), case)

    # walks

    def _walk(self, walk: Walk) -> Line:
        self.walked += 1
        line = self._walk_left_out(walk) or walking.put(self._ready(), walk, None)
        if self.plan.repeat and line.verdict in REPEATED:
            line = settled(line, self._walked_again(walk))
        return self.plan.known.judge(line) if self.plan.known and line.verdict not in NOT_EXECUTED else line

    def _walk_left_out(self, walk: Walk) -> Line | None:
        """The line of a walk that is not put: out of scope, or on questions that are read otherwise."""
        for question in walk.readings:
            self.following.find(question, self._probe, self._probe_again if self.plan.repeat else None)
        if blocked := self.following.line(walk) if walk.readings else None:
            return blocked
        reason = self.beyond(walk)
        if not reason and not walking.by_perft(self._ready(), walk):
            reason = self._no_walking()
        return Line(walk.id, Verdict.NOT_APPLICABLE, [], detail=reason) if reason else None

    def _no_walking(self) -> str:
        declared = self._ready().declared
        if declared.legal != "list":
            return "legal list is not declared"
        return "" if declared.states == "persistent" else "states persistent is not declared"

    def _walked_again(self, walk: Walk) -> Line:
        """Once more, from a fresh start, and beside the reference where there is one."""
        fresh = self._fresh()
        try:
            beside = self._reference()
            try:
                return walking.put(fresh, walk, beside)
            finally:
                self._leave(beside)
        finally:
            self._keep_one(fresh)

    def _reference(self) -> Session | None:
        if self.plan.reference is None:
            return None
        return start(self.plan.reference, self._hello, self.suite.game, Limits(), self.plan.tell)

    # one case

    def _once(self, case: Case) -> Line:
        return put(self._ready(), case, self.form)

    def _repeated(self, first: Line, case: Case) -> Line:
        """The verdict after what did not pass was run once more, alone in a fresh process."""
        if not self.plan.repeat or first.verdict not in REPEATED:
            return first
        fresh = self._fresh()
        try:
            return settled(first, put(fresh, case, self.form))
        finally:
            self._keep_one(fresh)

    def _keep_one(self, fresh: Session) -> None:
        """Go on with the session that the cases before had, or with the fresh one where that is dead."""
        if self._session is None or not self._session.alive:
            self._session, fresh_or_dead = fresh, self._session
            self._leave(fresh_or_dead)
        else:
            self._leave(fresh)

    # smoke

    def _smoked(self, session: Session) -> Line | None:
        """What the smoke step found, or None where the adapter works. A time-out is tried once more."""
        cases = self._samples()
        try:
            return _Smoke(session).through(cases)
        except TimedOut:
            return self._smoked_again(cases)
        except Trouble as trouble:
            return _smoke_line(session, Verdict(trouble.verdict), trouble.what, trouble.errors)

    def _smoked_again(self, cases: Sequence[Case]) -> Line | None:
        session = self._ready()
        try:
            return _Smoke(session).through(cases)
        except Trouble as trouble:
            return _smoke_line(session, Verdict(trouble.verdict), trouble.what, trouble.errors)

    def _samples(self) -> list[Case]:
        """A few cases that apply and begin with a legal action: the first ones, and one of each further chapter."""
        found: list[Case] = []
        for case in self.suite.cases():
            new = len(found) < SAMPLES or all(case.chapter != one.chapter for one in found)
            if new and _begins_well(case) and not case.readings and not self.beyond(case):
                found.append(case)
        return found or [case for case in self.suite.cases() if not self.beyond(case)][:1]

    # what it adds up to

    def exit(self) -> int:
        """The exit code of the run."""
        verdicts = {*self.tally.verdicts, *((self.smoke.verdict,) if self.smoke else ())}
        stale = bool(self.plan.known and not self.stopped and self.plan.known.stale())
        return exit_code(verdicts, self.tally.executed, stopped=bool(self.stopped), stale=stale)


def _begins_well(case: Case) -> bool:
    step = case.steps[0]
    return isinstance(step, ApplyStep) and step.expect.accepted is True


def _smoke_line(session: Session, verdict: Verdict, detail: str, errors: str = "", **more: Any) -> Line:
    errors = errors or session.connection.errors()[-STDERR_SHOWN:]
    return Line(f"smoke/{session.declared.game}", verdict, [], detail=detail, errors=errors, **more)


class _Smoke:
    """One position loaded, some legal actions tried, one absurd action refused."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.tried = self.done = 0
        self.loaded = False
        self.absurd: bool | None = None
        self.error: RpcError | None = None

    def through(self, cases: Sequence[Case]) -> Line | None:
        """None where it works, else what does not. Raises Trouble."""
        self.session.begin()
        for case in cases:
            try:
                self.try_case(case)
            except RpcError as error:
                self.error = error
            self.session.reset()
            if self.done and self.absurd is False:
                return None
        return self.judged(cases)

    def try_case(self, case: Case) -> None:
        """Load it, then try the absurd action and a legal one."""
        game, mode = self.session.declared.game, mode_of(case, self.session.declared)
        result = self.session.ask("load", {"game": game, "mode": mode, "position": case.position})
        state = state_of("load", result)
        self.loaded = True
        if self.absurd is None:
            self.absurd, state = self.accepted(state, ABSURD)
        step = case.steps[0]
        if isinstance(step, ApplyStep) and step.expect.accepted is True:
            self.tried += 1
            self.done += self.accepted_or_stuck(state, step)

    def accepted(self, state: Any, action: Any, player: str | None = None) -> tuple[bool, Any]:
        """Whether an action is done, and the state after it."""
        params = {"state": state, "action": action, **({"player": player} if player else {})}
        result = self.session.ask("apply", params)
        return acceptance_of(result), state_of("apply", result)

    def accepted_or_stuck(self, state: Any, step: ApplyStep) -> bool:
        """The same of a legal action. One that it hangs or dies on says nothing of the adapter: its cases will."""
        try:
            return self.accepted(state, step.action, step.player)[0]
        except Trouble:
            return True

    def judged(self, cases: Sequence[Case]) -> Line | None:
        """What the answers together say about the adapter."""
        if self.absurd:
            detail = "an absurd action, which no game has, was not refused"
            return _smoke_line(self.session, Verdict.FAIL, detail, asked={"call": "apply", "action": ABSURD})
        if self.loaded and self.absurd is None:
            detail = f"an absurd action was answered with an error instead of a refusal: {self.error}"
            violates = self.error is not None and is_no_answer(self.error)
            return _smoke_line(self.session, Verdict.PROTOCOL_VIOLATION if violates else Verdict.ERROR, detail)
        if cases and not self.loaded:
            detail = f"no position could be loaded, the last answer was {self.error}"
            return _smoke_line(self.session, Verdict.ERROR, detail)
        if self.tried >= JUDGED_FROM and not self.done:
            return _smoke_line(self.session, Verdict.FAIL, f"none of {self.tried} legal actions was accepted")
        return None
