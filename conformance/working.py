"""One worker: a process of the implementation that is kept going, and what is put to it. It decides no order."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from . import distinguishing, smoking, walking
from .asking import Limits, Session, start
from .case import Case
from .connection import Piped, Target, TimedOut, Trouble
from .pairs import Pair
from .putting import put
from .suite import Form
from .verdict import REPEATED, Line, Verdict, settled
from .walks import Walk
from .ways import Divergences, blocked, hung_on

NOISY = "standard output carries lines that are no messages"
STAYING = "`drop` is refused, so states stay from case to case"


@dataclass
class Task:
    """What all workers of a run are told."""

    target: Target
    hello: dict[str, Any]
    game: str
    form: Form
    limits: Limits
    repeat: bool
    tell: Callable[[str], None]
    reference: Target | None = None
    divergences: Divergences = field(default_factory=Divergences)


class Done(NamedTuple):
    """What came of a case or a walk, and what was noticed beside it."""

    line: Line
    findings: Sequence[str] = ()


class Worker:
    """One process at a time; a second one while a failure is put again, apart from all before."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.said: Session | None = None  # the first session, which tells what is declared
        self.stopped = False
        self._session: Session | None = None
        self._open: set[Session] = set()
        self._singly = False  # once a script hung: it takes far longer than a request to notice
        self._noticed: list[str] = []

    # sessions

    def ready(self) -> Session:
        """A session that can be asked. Raises asking.Stopped."""
        if self._session is None or not self._session.alive:
            self._leave(self._session)
            self._session = None
            self._session = self._fresh()
            self.said = self.said or self._session
        return self._session

    def _fresh(self) -> Session:
        task = self.task
        session = start(task.target, task.hello, task.game, task.limits, task.tell, lambda: self.stopped)
        self._open.add(session)
        session.scripts = session.scripts and not self._singly
        if self.stopped:  # while it started
            self.kill()
        return session

    def _leave(self, session: Session | None) -> None:
        if session is None:
            return
        session.close()
        self._open.discard(session)
        self._notice(session)

    def _notice(self, session: Session) -> None:
        noise = session.connection.noise
        if noise.count:
            self._noticed.append(f"{NOISY}, such as {noise.first[0]!r}")
        if session.leaves_states:
            self._noticed.append(STAYING)

    def close(self) -> Sequence[str]:
        """End the implementation; what was noticed of it."""
        for session in tuple(self._open):
            self._leave(session)
        self._session = None
        return self._taken()

    def kill(self) -> None:
        """End all processes at once, from any thread: whoever waits for an answer learns that they have ended."""
        self.stopped = True
        for session in tuple(self._open):
            if isinstance(session.connection, Piped):  # in process there is nothing to end
                session.connection.kill()

    def _taken(self) -> Sequence[str]:
        noticed, self._noticed = self._noticed, []
        return noticed

    def _done(self, line: Line, more: Sequence[str] = ()) -> Done:
        if self._session is not None:
            self._notice(self._session)
        return Done(line, [*self._taken(), *more])

    # what is put

    def smoke(self, cases: Sequence[Case]) -> Line | None:
        """What the smoke step found, or None where the adapter works. A time-out is tried once more."""
        session = self.ready()
        try:
            return smoking.smoke(session, cases)
        except TimedOut:
            return self._smoke_again(cases)
        except Trouble as trouble:
            return smoking.line(session, Verdict(trouble.verdict), trouble.what, trouble.errors)

    def _smoke_again(self, cases: Sequence[Case]) -> Line | None:
        session = self.ready()
        try:
            return smoking.smoke(session, cases)
        except Trouble as trouble:
            return smoking.line(session, Verdict(trouble.verdict), trouble.what, trouble.errors)

    def case(self, case: Case, *, by_play: bool = False) -> Done:
        """Put a case; what fails, once more alone in a fresh process."""
        return self._done(self._settled(case, by_play))

    def both_ways(self, case: Case) -> Done:
        """The same where its position is loaded and where it is played to: both have to agree."""
        line = self._settled(case, by_play=False)
        if line.verdict is not Verdict.PASS:
            return self._done(line)
        other = self._settled(case, by_play=True)
        if other.verdict is Verdict.PASS:
            return self._done(line)
        found = f"{case.id} passes where its position is loaded; where it is played to: {other.verdict} {other.detail}"
        return self._done(line, [found.rstrip()])

    def probe(self, case: Case, *, by_play: bool = False) -> Done:
        """The same where a failure is an answer like another, and not repeated."""
        line = self._once(case, by_play)
        own = line.id == case.id and line.verdict is Verdict.FAIL
        return self._done(line if own else self._unblocked(self._repeated(line, case, by_play), case))

    def _settled(self, case: Case, by_play: bool) -> Line:
        return self._unblocked(self._repeated(self._once(case, by_play), case, by_play), case)

    def _once(self, case: Case, by_play: bool) -> Line:
        line = self._known(case, by_play) or put(self.ready(), case, self.task.form, by_play=by_play)
        self._singly = self._singly or line.verdict is Verdict.TIMEOUT
        return line

    def _known(self, case: Case, by_play: bool) -> Line | None:
        """The line of a case that is known to stand behind a divergence."""
        return self.task.divergences.known(case, self.ready().declared) if by_play else None

    def _unblocked(self, line: Line, case: Case) -> Line:
        """The line of the case, where a divergence on the way to it was found."""
        if line.id == case.id:
            return line
        told = "; ".join([*filter(None, [line.detail]), *hung_on(case)])
        self.task.divergences.add(msgspec.structs.replace(line, detail=told))
        return blocked(case, line)

    def _repeated(self, first: Line, case: Case, by_play: bool) -> Line:
        """The verdict after what did not pass was put once more, alone in a fresh process."""
        if not self.task.repeat or first.verdict not in REPEATED:
            return first
        singly = first.verdict in (Verdict.TIMEOUT, Verdict.CRASH)  # to learn at which request
        fresh = self._fresh()
        beside = self._reference() if by_play else None
        try:
            form = self.task.form
            return settled(first, put(fresh, case, form, by_play=by_play, one_by_one=singly, reference=beside))
        finally:
            self._keep_one(fresh)
            if beside is not None:
                beside.close()

    def _keep_one(self, fresh: Session) -> None:
        """Go on with the session that the cases before had, or with the fresh one where that is dead."""
        if self._session is None or not self._session.alive:
            self._session, fresh_or_dead = fresh, self._session
            self._leave(fresh_or_dead)
        else:
            self._leave(fresh)

    def pair(self, pair: Pair) -> Done:
        """Look whether a player can tell two positions apart; if so, once more alone in a fresh process."""
        line = distinguishing.put(self.ready(), pair, self.task.form)
        if self.task.repeat and line.verdict in REPEATED:
            fresh = self._fresh()
            try:
                line = settled(line, distinguishing.put(fresh, pair, self.task.form))
            finally:
                self._keep_one(fresh)
        return self._done(line)

    def walk(self, walk: Walk) -> Done:
        """Count a walk; what is wrong, once more in a fresh process, beside the reference where there is one."""
        line = walking.put(self.ready(), walk, None)
        if self.task.repeat and line.verdict in REPEATED:
            line = settled(line, self._walked_again(walk))
        return self._done(line)

    def _walked_again(self, walk: Walk) -> Line:
        fresh = self._fresh()
        try:
            beside = self._reference()
            try:
                return walking.put(fresh, walk, beside)
            finally:
                if beside is not None:
                    beside.close()
        finally:
            self._keep_one(fresh)

    def _reference(self) -> Session | None:
        task = self.task
        if task.reference is None:
            return None
        return start(task.reference, task.hello, task.game, Limits(), task.tell)
