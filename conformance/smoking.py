"""The smoke step: does the adapter work at all? One position, some legal actions, one absurd one. No rule is judged."""

from collections.abc import Sequence
from typing import Any

from .asking import Session, loads, mode_of
from .case import ApplyStep, Asked, Case
from .connection import STDERR_SHOWN, Trouble, Violated
from .messages import ABSURD, PREVIOUS, RpcError
from .putting import acceptance_of, is_no_answer, state_of
from .reach import Ply
from .stages import applying
from .values import is_list
from .verdict import Line, Verdict
from .ways import starting

JUDGED_FROM = 3  # so many legal actions have to be refused before that speaks against the adapter


def smoke(session: Session, cases: Sequence[Case]) -> Line | None:
    """None where the adapter works, else the line that says why not. Raises Trouble."""
    step = _Smoke(session)
    return step.through(cases) or step.in_one_line()


def line(session: Session, verdict: Verdict, detail: str, errors: str = "", **more: Any) -> Line:
    """The line of the smoke step."""
    errors = errors or session.connection.errors()[-STDERR_SHOWN:]
    return Line(f"smoke/{session.declared.game}", verdict, [], detail=detail, errors=errors, **more)


def begins_well(case: Case | Asked, by_play: bool = False) -> bool:
    """Whether a case, or the way to it, begins with an action that has to be accepted."""
    return _first(case, by_play) is not None


def _first(case: Case | Asked, by_play: bool) -> ApplyStep | Ply | None:
    if by_play:
        return next(iter(case.reach.actions), None) if isinstance(case, Case) and case.reach else None
    step = case.steps[0]
    return step if isinstance(step, ApplyStep) and step.expect.accepted is True else None


class _Smoke:
    """One position loaded, or one game begun; some legal actions tried, one absurd action refused."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.by_play = not loads(session.declared)
        self.tried = self.done = 0
        self.begun = False
        self.absurd: bool | None = None
        self.error: RpcError | None = None
        self.worked: Case | None = None

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
                self.worked = case
                return None
        return self.judged(cases)

    def beginning(self, case: Case) -> tuple[str, dict[str, Any]]:
        """What puts a position on the table, or begins a game."""
        declared = self.session.declared
        if self.by_play:
            return "new", starting(case, declared)
        return "load", {"game": declared.game, "mode": mode_of(case, declared), "position": case.position}

    def try_case(self, case: Case) -> None:
        """Begin with it, then try the absurd action and a legal one."""
        method, params = self.beginning(case)
        state = state_of(method, self.session.ask(method, params))
        self.begun = True
        if self.absurd is None:
            self.absurd, state = self.accepted({"state": state, "action": ABSURD})
        if (step := _first(case, self.by_play)) is not None:
            self.tried += 1
            self.done += self.accepted_or_stuck({"state": state, **applying(step, ())})

    def accepted(self, params: dict[str, Any]) -> tuple[bool, Any]:
        """Whether an action is done, and the state after it."""
        result = self.session.ask("apply", params)
        return acceptance_of(result), state_of("apply", result)

    def accepted_or_stuck(self, params: dict[str, Any]) -> bool:
        """The same of a legal action. One that it hangs or dies on says nothing of the adapter: its cases will."""
        try:
            return self.accepted(params)[0]
        except Trouble:
            return True

    def judged(self, cases: Sequence[Case]) -> Line | None:
        """What the answers together say about the adapter."""
        if self.absurd:
            detail = "an absurd action, which no game has, was not refused"
            return line(self.session, Verdict.FAIL, detail, asked={"call": "apply", "action": ABSURD})
        if self.begun and self.absurd is None:
            detail = f"an absurd action was answered with an error instead of a refusal: {self.error}"
            violates = self.error is not None and is_no_answer(self.error)
            return line(self.session, Verdict.PROTOCOL_VIOLATION if violates else Verdict.ERROR, detail)
        if cases and not self.begun:
            what = "no game could be begun" if self.by_play else "no position could be loaded"
            return line(self.session, Verdict.ERROR, f"{what}, the last answer was {self.error}")
        if self.tried >= JUDGED_FROM and not self.done:
            return line(self.session, Verdict.FAIL, f"none of {self.tried} legal actions was accepted")
        return None

    def in_one_line(self) -> Line | None:
        """Whether `run` works where it is declared: what does not is said once, and not with every case."""
        if self.worked is None or not self.session.scripts or not self.session.alive:
            return None
        method, params = self.beginning(self.worked)
        absurd = {"state": PREVIOUS, "action": ABSURD}
        script = [{"method": method, "params": params}, {"method": "apply", "params": absurd}]
        try:
            results = self.session.ask("run", {"script": script}).get("results")
        except RpcError as error:
            return line(self.session, Verdict.ERROR, f"`run` is declared and refused: {error}")
        self.session.reset()
        if not is_list(results) or len(results) != len(script):
            raise Violated(f"`run` does not give one result for each of {len(script)} requests")
        return None
