"""Puts one case to an implementation and says what became of it. Which cases, and how often, is decided in running."""

from contextlib import suppress
from typing import Any, get_args

import msgspec

from .asking import Session, asked_readings, mode_of
from .case import ApplyStep, BoardStep, Case, LegalStep, StatusStep, Step
from .connection import STDERR_SHOWN, Trouble, Violated
from .matching import Difference, accepted, counted, encode, legal, part, partly, whole
from .messages import Kind, RpcError
from .suite import Form
from .values import is_list, is_object
from .verdict import Line, Verdict

KINDS = set(get_args(Kind))
NOT_A_QUESTION = {"invalid-params", "invalid-request"}  # never an answer to what stands inside an action


class _Differs(Exception):
    """An answer is not as expected."""

    def __init__(self, found: Difference, verdict: Verdict = Verdict.FAIL, detail: str = "") -> None:
        super().__init__(detail)
        self.found = found
        self.verdict = verdict
        self.detail = detail


def put(session: Session, case: Case, form: Form) -> Line:
    """Put the case and judge the answers. After a Trouble the session is dead and the line says why."""
    run = _Run(session, case, form)
    session.begin()
    try:
        line = run.through()
        session.reset()
    except Trouble as trouble:
        return run.broken(trouble)
    return line


class _Run:
    """One case on its way."""

    def __init__(self, session: Session, case: Case, form: Form) -> None:
        self.session = session
        self.case = case
        self.form = form
        self.declared = session.declared
        self.dumps = "dump" in self.declared.optional
        self.state: Any = None
        self.known: dict[str, Any] | None = None  # the position as dumped last, where no action came after it
        self.viewer = ""
        self.number = 0
        self.asked: dict[str, Any] | None = None
        self.unasked: list[str] = []

    def through(self) -> Line:
        """Load, read back, and take the steps."""
        try:
            self.load()
            for number, step in enumerate(self.case.steps, 1):
                self.number, self.asked = number, _shown(step)
                self.take(step)
        except _Differs as differs:
            return self.failed(differs)
        except RpcError as error:
            return self.refused(error)
        except msgspec.ValidationError as error:
            return self.line(Verdict.ERROR, detail=f"the case itself does not fit the game's schema: {error}")
        return self.passed()

    # the position

    def load(self) -> None:
        """Put the position on the table and compare what is read back."""
        mode = mode_of(self.case, self.declared)
        params: dict[str, Any] = {"game": self.declared.game, "mode": mode, "position": self.case.position}
        if readings := asked_readings(self.case, self.declared):
            params["readings"] = readings
        if self.dumps:
            params["want"] = ["dump"]
        result = self.session.ask("load", params)
        self.state = state_of("load", result)
        if self.dumps:
            self.known = self.dumped("load", result)
            self.compare_back(self.known)
        elif self.declared.observe != "none":
            self.compare_seen()

    def dumped(self, method: str, result: dict[str, Any]) -> dict[str, Any]:
        """The position in a result that was asked to hold it, or asked for by itself."""
        wanted = result.get("dump")
        if wanted is None:
            wanted = self.session.ask("dump", {"state": self.state})
        position = wanted.get("position") if is_object(wanted) else None
        if not is_object(position):
            raise Violated(f"`dump` with `{method}` holds no position")
        return position

    def formed(self, position: Any, verdict: Verdict) -> Any:
        """A position of theirs in the one form."""
        try:
            return self.form.whole(position)
        except msgspec.ValidationError as error:
            found = Difference("dump", "a position of the schema", position)
            raise _Differs(found, verdict, f"the dump is no position of the game: {error}") from error

    def compare_back(self, position: Any) -> None:
        """Raise where the position did not arrive as it was sent."""
        with suppress(msgspec.ValidationError):  # said properly by `formed`
            if self.form.same(self.case.position, position):
                return
        got = self.formed(position, Verdict.SETUP_FAILED)
        if found := whole(self.form.whole(self.case.position), got):
            raise _Differs(found, Verdict.SETUP_FAILED, "`dump` does not give back the position that was loaded")

    def compare_seen(self) -> None:
        """The same through an observation, where positions cannot be dumped."""
        seen = self.observed()
        if found := part(counted(self.form.whole(self.case.position), seen), seen):
            detail = "`observe` does not show the position that was loaded"
            raise _Differs(found, Verdict.SETUP_FAILED, detail)

    def observed(self) -> Any:
        """What a player who may act now sees, in the one form."""
        if not self.viewer:
            to_act = self.session.ask("status", {"state": self.state}).get("toAct")
            self.viewer = str(to_act[0]) if is_list(to_act) and to_act else "A"
        result = self.session.ask("observe", {"state": self.state, "viewer": self.viewer})
        try:
            return self.form.observed(result.get("observation"))
        except msgspec.ValidationError as error:
            found = Difference("observation", "an observation of the schema", result.get("observation"))
            raise _Differs(found, Verdict.FAIL, f"the observation does not fit: {error}") from error

    # the steps

    def take(self, step: Step) -> None:
        """Ask what a step asks. Raises where the answer is not as expected."""
        if isinstance(step, ApplyStep):
            self.apply(step)
        elif isinstance(step, LegalStep):
            self.legal(step)
        elif isinstance(step, StatusStep):
            self.differ(partly(step.expect, self.session.ask("status", {"state": self.state})))
        else:
            self.board(step)

    def differ(self, found: Difference | None) -> None:
        """Raise where there is a difference."""
        if found:
            raise _Differs(found)

    def apply(self, step: ApplyStep) -> None:
        """Do an action. A refusal has to leave the position as it was."""
        result = self.session.ask("apply", self.applying(step))
        is_accepted = acceptance_of(result)
        before, self.known = self.known, None
        previous, self.state = self.state, state_of("apply", result)
        found = accepted(step.expect, _checked(result), self.declared.events == "full")
        if found:
            self.state = previous  # what `explain` is asked about
            raise _Differs(found)
        if self.dumps and self.looks(step):
            self.known = self.dumped("apply", result)
            if not is_accepted and before is not None:
                self.compare_unchanged(before, self.known)

    def applying(self, step: ApplyStep) -> dict[str, Any]:
        """The parameters of `apply`."""
        params: dict[str, Any] = {"state": self.state, "action": step.action}
        if step.player is not None:
            params["player"] = step.player
        if self.dumps and self.looks(step):
            params["want"] = ["dump"]
        return params

    def looks(self, step: ApplyStep) -> bool:
        """Whether the position is wanted with a step: before a look at the board, and around refusals."""
        following = self.case.steps[self.number] if self.number < len(self.case.steps) else None
        return isinstance(following, BoardStep) or _refusal(step) or _refusal(following)

    def compare_unchanged(self, before: dict[str, Any], after: dict[str, Any]) -> None:
        """Raise where a refused action changed the position."""
        with suppress(msgspec.ValidationError):  # said properly by `formed`
            if self.form.same(before, after):
                return
        old, new = (self.formed(position, Verdict.FAIL) for position in (before, after))
        if found := whole(old, new):
            raise _Differs(found, Verdict.FAIL, "a refused action changed the position")

    def legal(self, step: LegalStep) -> None:
        """Ask for the legal actions, as far as they are told."""
        params: dict[str, Any] = {"state": self.state}
        if step.player is not None:
            params["player"] = step.player
        if self.declared.legal == "check":
            self.legal_checked(step, params)
        elif self.declared.legal == "none":
            self.leave("legal")
        else:
            self.legal_listed(step, self.session.ask("legal", params))

    def legal_listed(self, step: LegalStep, result: dict[str, Any]) -> None:
        """Compare a list of legal actions."""
        actions = result.get("actions")
        if not is_list(actions):
            raise Violated("the result of `legal` has no list `actions`")
        if found := legal(step.expect, actions):
            partial = result.get("complete") is False and not _excluded(found)
            raise _Differs(found, Verdict.INCONCLUSIVE if partial else Verdict.FAIL)

    def legal_checked(self, step: LegalStep, params: dict[str, Any]) -> None:
        """Ask which of the actions that a step names are legal; a whole list cannot be asked for."""
        expected = step.expect
        if expected.exact is not None or expected.count is not None or expected.one_of is not None:
            self.leave("legal")
            return
        named = [(action, True) for action in expected.contains or ()]
        named += [(action, False) for action in expected.excludes or ()]
        result = self.session.ask("legal", {**params, "actions": [action for action, _ in named]})
        for (action, wanted), got in zip(named, _flags(result, [action for action, _ in named]), strict=True):
            if got is not wanted:
                raise _Differs(Difference("legal", {"action": action, "legal": wanted}, got))

    def board(self, step: BoardStep) -> None:
        """Look at the position, through `dump` or else through an observation."""
        if self.dumps:
            if self.known is None:
                self.known = self.dumped("dump", {})
            got = self.formed(self.known, Verdict.FAIL)
            self.differ(partly(self.form.expected(step.expect), got))
        elif self.declared.observe != "none":
            got = self.observed()
            self.differ(partly(counted(self.form.expected(step.expect), got), got))
        else:
            self.leave("board")

    def leave(self, call: str) -> None:
        """Remember a step that cannot be asked."""
        self.unasked.append(f"{self.number} {call}")

    # what became of it

    def line(self, verdict: Verdict, **more: Any) -> Line:
        """The line of this case, with what a reader needs to understand it."""
        case = self.case
        told: dict[str, Any] = {"why": case.why, "catches": case.catches, "readings": case.readings}
        told |= {"position": case.position, "step": self.number, "asked": self.asked, "unasked": self.unasked}
        return Line(case.id, verdict, case.clauses, **told, **more)

    def passed(self) -> Line:
        """As expected, as far as it could be asked."""
        if self.unasked and len(self.unasked) == len(self.case.steps):
            needs = " and ".join(sorted({one.split()[1] for one in self.unasked}))
            return Line(self.case.id, Verdict.NOT_APPLICABLE, self.case.clauses, detail=f"no way to ask for {needs}")
        return Line(self.case.id, Verdict.PASS, self.case.clauses, unasked=self.unasked)

    def failed(self, differs: _Differs) -> Line:
        """An answer differs."""
        found = differs.found
        told = {"where": found.where, "expected": found.expected, "got": found.got, "detail": differs.detail}
        explained = self.explained() if differs.verdict is Verdict.FAIL else ""
        return self.line(
            differs.verdict, **told, explained=explained, errors=self.session.connection.errors()[-STDERR_SHOWN:]
        )

    def explained(self) -> str:
        """What the implementation itself says about the step, where it can."""
        step = self.case.steps[self.number - 1]
        if "explain" not in self.declared.optional or not isinstance(step, ApplyStep):
            return ""
        params = {name: value for name, value in self.applying(step).items() if name != "want"}
        try:
            said = self.session.ask("explain", params)
        except (RpcError, Trouble):
            return ""
        clauses = said.get("clauses")
        cited = " ".join(str(clause) for clause in clauses) if is_list(clauses) else ""
        return " ".join(text for text in (str(said.get("text") or ""), f"({cited})" if cited else "") if text)

    def refused(self, error: RpcError) -> Line:
        """The question could not be put."""
        if error.kind == "position-unreachable" and "artificial" in self.case.tags:
            return Line(self.case.id, Verdict.NOT_APPLICABLE, self.case.clauses, detail=str(error))
        applying = self.asked is not None and self.asked.get("call") == "apply"
        if applying and is_no_answer(error):
            detail = f"an action was answered with an error instead of a refusal: {error}"
            return self.line(Verdict.PROTOCOL_VIOLATION, detail=detail)
        return self.line(Verdict.ERROR, detail=str(error), errors=self.session.connection.errors()[-STDERR_SHOWN:])

    def broken(self, trouble: Trouble) -> Line:
        """No usable answer came."""
        return self.line(Verdict(trouble.verdict), detail=trouble.what, errors=trouble.errors)


def is_no_answer(error: RpcError) -> bool:
    """Whether an error says that an action was not to somebody's liking, where a refusal is due."""
    return error.kind in NOT_A_QUESTION or error.kind not in KINDS


def state_of(method: str, result: dict[str, Any]) -> Any:
    """The handle in a result. Raises Violated where there is none."""
    state = result.get("state")
    if not isinstance(state, str | int) or isinstance(state, bool):
        raise Violated(f"the result of `{method}` has no state")
    return state


def acceptance_of(result: dict[str, Any]) -> bool:
    """Whether an action was accepted. Raises Violated where the result does not say."""
    told = result.get("accepted")
    if not isinstance(told, bool):
        raise Violated(f"the result of `apply` has accepted = {encode(told).decode()}, neither true nor false")
    return told


def _checked(result: dict[str, Any]) -> dict[str, Any]:
    events = result.get("events")
    if events is not None and not (is_list(events) and all(is_object(event) for event in events)):
        raise Violated("`events` is no list of objects")
    return result


def _refusal(step: Step | None) -> bool:
    return isinstance(step, ApplyStep) and step.expect.accepted is False


def _excluded(found: Difference) -> bool:
    return is_object(found.expected) and "excludes" in found.expected


def _flags(result: dict[str, Any], actions: list[Any]) -> list[bool]:
    """For each action whether it is legal: told one by one, or as the list of the legal ones."""
    told = result.get("legal")
    if not is_list(told):
        raise Violated("the result of `legal` has no list `legal`")
    if len(told) == len(actions) and all(isinstance(one, bool) for one in told):
        return told
    return [any(encode(action) == encode(one) for one in told) for action in actions]


def _shown(step: Step) -> dict[str, Any]:
    """A step as the report shows it: what was asked, without the expectation."""
    shown: dict[str, Any] = {"call": type(step).__struct_config__.tag}
    if isinstance(step, ApplyStep):
        shown["action"] = step.action
    if isinstance(step, ApplyStep | LegalStep) and step.player is not None:
        shown["player"] = step.player
    return shown
