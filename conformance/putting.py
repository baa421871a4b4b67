"""Puts one case to an implementation and says what became of it. Which cases, and how often, is decided in running."""

from contextlib import suppress
from functools import reduce
from typing import Any, get_args

import msgspec

from .answers import excluded, flags, with_events
from .asking import Session
from .case import ApplyStep, BoardStep, Case, LegalStep, ObserveStep, StatusStep, Step
from .connection import STDERR_SHOWN, Trouble, Violated
from .hiding import hidden, reveals, shown, together
from .matching import Difference, accepted, counted, encode, legal, part, partly, whole
from .messages import Kind, RpcError
from .reach import Ply, Reach
from .scripting import Asks, InOneLine, OffScript, OneByOne, TooLong
from .stages import Look, Questions, Stage, applying, named_by
from .standing import Standing
from .straying import astray, beside
from .suite import Form
from .values import is_list, is_object
from .verdict import Line, Verdict
from .ways import named, points

KINDS = set(get_args(Kind))
NOT_A_QUESTION = {"invalid-params", "invalid-request"}  # never an answer to what stands inside an action


class _Differs(Exception):
    """An answer is not as expected."""

    def __init__(self, found: Difference, verdict: Verdict = Verdict.FAIL, detail: str = "") -> None:
        super().__init__(detail)
        self.found = found
        self.verdict = verdict
        self.detail = detail


def put(
    session: Session,
    case: Case,
    form: Form,
    *,
    by_play: bool = False,
    one_by_one: bool = False,
    reference: Session | None = None,
) -> Line:
    """Put the case and judge the answers. After a Trouble the session is dead and the line says why.

    `by_play` leads to the position by the case's way from a new game; the line is that of a divergence where one is
    met there. All is put in one line where that can be done, unless `one_by_one`; what does not pass then, once more
    one by one. `reference` helps to say where a way parts; it judges nothing.
    """
    if not session.scripts or one_by_one:
        return _put(_Run(session, case, form, by_play, reference))
    try:
        line = _put(_Run(session, case, form, by_play), in_one_line=True)
    except OffScript:
        return _put(_Run(session, case, form, by_play, reference))
    if line.verdict in (Verdict.PASS, Verdict.NOT_APPLICABLE) or not session.alive:
        return line
    again = _put(_Run(session, case, form, by_play, reference))
    return _run_differs(line) if again.verdict is Verdict.PASS else again


def _run_differs(line: Line) -> Line:
    detail = f"`run` answers otherwise than the same requests one by one: {line.verdict} {line.detail}".rstrip()
    changed: Line = msgspec.structs.replace(line, verdict=Verdict.PROTOCOL_VIOLATION, detail=detail)
    return changed


def _put(run: "_Run", in_one_line: bool = False) -> Line:
    session = run.session
    session.begin()
    try:
        run.asks = InOneLine(session, list(run.questions.requests())) if in_one_line else OneByOne(session)
        line = run.through()
        run.asks.reset()
    except Trouble as trouble:
        return run.broken(trouble)
    except RpcError as error:  # `run` itself is refused
        return run.refused(error)
    except OffScript as off:
        session.scripts = isinstance(off, TooLong)  # who does not answer `want` never will
        session.reset()
        raise
    return line


class _Run:
    """One case on its way."""

    asks: Asks

    def __init__(
        self, session: Session, case: Case, form: Form, by_play: bool, reference: Session | None = None
    ) -> None:
        self.session, self.reference = session, reference
        self.case, self.form = case, form
        self.declared = session.declared
        self.questions = Questions(case, session.declared, form, by_play)
        self.begun, self.dumps = Standing(form, self.questions.begun), self.questions.dumps
        self.state: Any = None
        self.known: Standing | None = None  # the position as it was told last, where no action came after it
        self.way = self.questions.way
        self.at: int | None = 0 if self.way else None  # the action on the way to the position
        self.astray: dict[str, Any] | None = None  # the position there, where it is not the one that is due
        self.done: list[ApplyStep] = []
        self.number = 0
        self.posed: Step | Ply | None = None  # what was asked last
        self.unasked: list[str] = []
        self.in_part: list[str] = []

    def through(self) -> Line:
        """Go to the position, read it back, and take the steps."""
        try:
            first, *rest = self.questions.stages
            self.arrive(first)
            for stage in rest:
                self.act(stage)
        except _Differs as differs:
            return self.failed(self.earlier(differs))
        except RpcError as error:
            return self.refused(error)
        except msgspec.ValidationError as error:
            return self.line(Verdict.ERROR, detail=f"the case itself does not fit the game's schema: {error}")
        return self.passed()

    # asking

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """The result of a question about the state."""
        return self.asks.ask(method, {"state": self.state, **params})

    def told(self, name: str, result: dict[str, Any]) -> dict[str, Any]:
        """What was wanted along with a result, or is asked for by itself where it did not come."""
        found = result.get(name)
        if is_object(found):
            return found
        method, _, viewer = name.partition(":")
        return self.ask(method, {"viewer": viewer} if viewer else {})

    # the way to the position

    def arrive(self, stage: Stage) -> None:
        """Come to the position, compare what is read back, and look at it."""
        result = self.load(stage) if self.way is None else self.play(self.way, stage)
        if self.dumps:
            self.known = self.dumped(result)
            self.compare_back(self.known)
        elif self.declared.observe != "none":
            self.compare_seen(result)
        self.look(stage, result)

    def load(self, stage: Stage) -> dict[str, Any]:
        """Put the position on the table."""
        method, params = next(self.questions.arriving(stage.want))
        result = self.asks.ask(method, params)
        self.state = self.asks.handle(state_of("load", result))
        return result

    def play(self, way: Reach, stage: Stage) -> dict[str, Any]:
        """Come to the position from a new game. Raises where the answers part from what the way says."""
        begin, *steps = self.questions.arriving(stage.want)
        result = self.asks.ask(*begin)
        self.state = self.asks.handle(state_of("new", result))
        for number, (ply, (_, params)) in enumerate(zip(way.actions, steps, strict=True), 1):
            self.at, self.posed = number, ply
            result = self.ask("apply", {**params, "state": self.state})
            self.state = self.asks.handle(state_of("apply", result))
            self.compare_ply(ply, result)
        self.compare_used(way, result)
        self.at, self.posed = None, None
        return result

    def compare_ply(self, ply: Ply, result: dict[str, Any]) -> None:
        """Raise where an action on the way is refused, or leads elsewhere."""
        self.differ(None if acceptance_of(result) else Difference("accepted", True, False))
        told = self.told("status", result)
        self.differ(part({"phase": ply.phase, "toAct": ply.to_act}, told))

    def compare_used(self, way: Reach, result: dict[str, Any]) -> None:
        """Raise where something of the script of chance is left over."""
        told = result.get("status")
        used = told.get("chanceUsed") if is_object(told) else None
        if used is not None and used != len(way.chance):
            detail = "something of the script of chance is left over"
            raise _Differs(Difference("chanceUsed", len(way.chance), used), detail=detail)

    def earlier(self, differs: _Differs) -> _Differs:
        """The same, or where the position was another one before that already, the first such action on the way."""
        on_way = self.at is not None or (not self.number and differs.verdict is Verdict.SETUP_FAILED)
        if self.way is None or not (on_way and self.dumps) or isinstance(self.asks, InOneLine):
            return differs
        begin = next(self.questions.arriving(()))
        self.session.begin()
        try:
            found = astray(self.asks.ask, self.way, begin, self.form, self.at or len(self.way.actions))
        except (RpcError, Trouble, msgspec.ValidationError):
            return differs
        if found is None:
            return differs
        self.at, self.posed = found.number, self.way.actions[found.number - 1]
        self.astray = found.position
        told = beside(self.reference.ask, self.way, begin, self.form, found) if self.reference else ""
        detail = f"the position behind this action is another one{told and ': '}{told}"
        return _Differs(Difference("mark", found.due, found.found), detail=detail)

    # the position read back

    def dumped(self, result: dict[str, Any]) -> Standing:
        """The position, told along with a result or asked for by itself."""
        position = self.told("dump", result).get("position")
        if not is_object(position):
            raise Violated("the result of `dump` holds no position")
        return Standing(self.form, position)

    def formed(self, position: Standing, verdict: Verdict) -> Any:
        """A position of theirs in the one form."""
        try:
            return position.whole
        except msgspec.ValidationError as error:
            found = Difference("dump", "a position of the schema", position.raw)
            raise _Differs(found, verdict, f"the dump is no position of the game: {error}") from error

    def compare_back(self, position: Standing) -> None:
        """Raise where the position is not the one that was asked for."""
        with suppress(msgspec.ValidationError):  # said properly by `formed`
            if self.begun.same_as(position):
                return
        got = self.formed(position, Verdict.SETUP_FAILED)
        if found := whole(self.begun.whole, got):
            raise _Differs(found, Verdict.SETUP_FAILED, f"`dump` does not give back {self.arrived()}")

    def arrived(self) -> str:
        """The position, in words."""
        return "the position that was loaded" if self.way is None else "the position that the actions lead to"

    def compare_seen(self, result: dict[str, Any]) -> None:
        """The same through what each player sees, where positions cannot be dumped."""
        for viewer in self.questions.viewers() or (self.acting(),):
            seen = self.observed(viewer, result)
            expected = self.begun.whole
            if self.declared.observe == "player" and self.form.seen:
                expected = self.form.seen(self.begun.raw, viewer)
            self.compare_hidden(viewer, seen)
            if found := part(counted(expected, seen), seen):
                leaks = self.declared.observe == "player" and reveals(found)
                detail = f"`observe` does not show {viewer} {self.arrived()}"
                raise _Differs(found, Verdict.LEAK if leaks else Verdict.SETUP_FAILED, detail)

    def acting(self) -> str:
        """The first player who may act, or A."""
        to_act = self.ask("status", {}).get("toAct")
        return str(to_act[0]) if is_list(to_act) and to_act else "A"

    def observed(self, viewer: str, result: dict[str, Any]) -> Any:
        """What a player sees, in the one form."""
        told = self.told(f"observe:{viewer}", result).get("observation")
        try:
            return self.form.observed(told)
        except msgspec.ValidationError as error:
            found = Difference("observation", "an observation of the schema", told)
            raise _Differs(found, Verdict.FAIL, f"the observation does not fit: {error}") from error

    def compare_hidden(self, viewer: str, seen: Any) -> None:
        """Raise where an observation names a card that the viewer may not know, as far as it is known where it lies."""
        position = self.known or (None if self.done else self.begun)
        if self.declared.observe != "player" or position is None:
            return
        if found := shown(hidden(self.form, position.raw, viewer), seen):
            raise _Differs(found, Verdict.LEAK, f"{viewer} may not know {found.got}")

    # the steps

    def act(self, stage: Stage) -> None:
        """Do an action, and look at what came of it. A refusal has to leave the position as it was."""
        step = stage.step
        assert step
        self.number, self.posed = stage.number, step
        result = self.ask("apply", applying(step, stage.want))
        is_accepted = acceptance_of(result)
        before, self.known = self.known, None
        state, previous, self.state = state_of("apply", result), self.state, None
        if found := accepted(step.expect, with_events(result), self.declared.events == "full"):
            self.state = previous if self.declared.states == "persistent" else None
            raise _Differs(found)
        self.state = self.asks.handle(state)
        self.done.append(step)
        if "dump" in stage.want:
            self.known = self.dumped(result)
            if not is_accepted and before is not None:
                self.known = self.unchanged(before, self.known)
        self.look(stage, result)

    def unchanged(self, before: Standing, after: Standing) -> Standing:
        """The position behind a refused action. Raise where that changed it."""
        with suppress(msgspec.ValidationError):  # said properly by `formed`
            if before.told_again(after):
                return before
        old, new = (self.formed(position, Verdict.FAIL) for position in (before, after))
        if found := whole(old, new):
            raise _Differs(found, Verdict.FAIL, "a refused action changed the position")
        return after

    def look(self, stage: Stage, result: dict[str, Any]) -> None:
        """Take the steps that change nothing."""
        for look in stage.looks:
            self.number, self.posed = look.number, look.step
            if look.params is None:
                self.unasked.append(f"{look.number} {type(look.step).__struct_config__.tag}")
            else:
                self.look_at(look, look.step, result)

    def look_at(self, look: Look, step: Step, result: dict[str, Any]) -> None:
        """Take one of them. Raises where the answer is not as expected."""
        if isinstance(step, StatusStep):
            self.differ(partly(step.expect, self.told("status", result)))
        elif isinstance(step, LegalStep):
            self.legal(look, step, result)
        elif isinstance(step, ObserveStep):
            self.observe(step, result)
        elif isinstance(step, BoardStep):
            self.board(step, result)

    def differ(self, found: Difference | None) -> None:
        """Raise where there is a difference."""
        if found:
            raise _Differs(found)

    def legal(self, look: Look, step: LegalStep, result: dict[str, Any]) -> None:
        """Compare a list of legal actions, or what is said of each that the step names."""
        told = self.told("legal", result) if look.names else self.ask("legal", look.params or {})
        if self.declared.legal == "check":
            self.legal_checked(look, step, told)
            return
        actions = told.get("actions")
        if not is_list(actions):
            raise Violated("the result of `legal` has no list `actions`")
        if found := legal(step.expect, actions):
            partial = told.get("complete") is False and not excluded(found)
            raise _Differs(found, Verdict.INCONCLUSIVE if partial else Verdict.FAIL)

    def legal_checked(self, look: Look, step: LegalStep, told: dict[str, Any]) -> None:
        """Compare what is said of each action; whether there are others cannot be asked."""
        named = named_by(step.expect)
        for (action, wanted), got in zip(named, flags(told, [action for action, _ in named]), strict=True):
            if got is not wanted:
                raise _Differs(Difference("legal", {"action": action, "legal": wanted}, got))
        if step.expect.exact is not None or step.expect.count is not None:
            self.in_part.append(f"{look.number} legal")

    def board(self, step: BoardStep, result: dict[str, Any]) -> None:
        """Look at the position, through `dump` or else through what all players together see."""
        if self.dumps:
            self.known = self.known or self.dumped(result)
            got = self.formed(self.known, Verdict.FAIL)
            self.differ(partly(self.form.expected(step.expect), got))
        else:
            seen = [self.observed(viewer, result) for viewer in self.questions.viewers() or (self.acting(),)]
            got = reduce(together, seen)
            self.differ(partly(counted(self.form.expected(step.expect), got), got))

    def observe(self, step: ObserveStep, result: dict[str, Any]) -> None:
        """Look at what a player may know: nothing of what is hidden, and else what is expected."""
        got = self.observed(step.viewer, result)
        self.compare_hidden(step.viewer, got)
        if found := partly(self.form.expected(step.expect), got):
            detail = f"{step.viewer} may not know that"
            raise _Differs(found, Verdict.LEAK, detail) if reveals(found) else _Differs(found)

    # what became of it

    @property
    def asked(self) -> dict[str, Any] | None:
        """What was asked last, as the report shows it."""
        return None if self.posed is None else _shown(self.posed)

    def line(self, verdict: Verdict, **more: Any) -> Line:
        """The line of this case, or of a divergence on the way to it, with what is needed to understand it."""
        case = self.case
        if self.at is not None and self.way is not None:
            clauses = self.way.actions[self.at - 1].clauses if self.at else []
            point = named(case, points(case, self.declared)[self.at])
            return Line(point, verdict, clauses, step=self.at, asked=self.asked, position=self.astray, **more)
        told: dict[str, Any] = {"why": case.why, "catches": case.catches, "readings": case.readings}
        told |= {"position": case.position, "step": self.number, "asked": self.asked, "unasked": self.left()}
        return Line(case.id, verdict, case.clauses, **told, **more)

    def left(self) -> list[str]:
        """The steps that could not be asked, or not in whole."""
        return [*self.unasked, *self.in_part]

    def passed(self) -> Line:
        """As expected, as far as it could be asked."""
        if self.unasked and len(self.unasked) == len(self.case.steps):
            needs = " and ".join(sorted({one.split()[1] for one in self.unasked}))
            return Line(self.case.id, Verdict.NOT_APPLICABLE, self.case.clauses, detail=f"no way to ask for {needs}")
        return Line(self.case.id, Verdict.PASS, self.case.clauses, unasked=self.left())

    def failed(self, differs: _Differs) -> Line:
        """An answer differs."""
        found = differs.found
        told = {"where": found.where, "expected": found.expected, "got": found.got, "detail": differs.detail}
        explained = self.explained() if differs.verdict is Verdict.FAIL else ""
        return self.line(
            differs.verdict, **told, explained=explained, errors=self.session.connection.errors()[-STDERR_SHOWN:]
        )

    def explained(self) -> str:
        """What the implementation itself says about the action that it was asked for last, where it can."""
        action = {name: value for name, value in (self.asked or {}).items() if name != "call"}
        if "explain" not in self.declared.optional or "action" not in action or isinstance(self.asks, InOneLine):
            return ""
        try:
            if self.state is None:
                self.come_again()
            said = self.ask("explain", action)
        except (RpcError, Trouble):
            return ""
        clauses = said.get("clauses")
        cited = " ".join(str(clause) for clause in clauses) if is_list(clauses) else ""
        return " ".join(text for text in (str(said.get("text") or ""), f"({cited})" if cited else "") if text)

    def come_again(self) -> None:
        """Go once more to where the last action was asked for: a handle that is not kept cannot be gone back to."""
        posed, first = self.posed, self.questions.stages[0]
        self.load(first) if self.way is None else self.play(self.way, first)
        self.posed = posed
        for step in self.done:
            self.state = state_of("apply", self.ask("apply", applying(step, ())))

    def refused(self, error: RpcError) -> Line:
        """The question could not be put."""
        if error.kind == "position-unreachable" and "artificial" in self.case.tags:
            return Line(self.case.id, Verdict.NOT_APPLICABLE, self.case.clauses, detail=str(error))
        applying = self.asked is not None and self.asked.get("call") == "apply"
        if applying and is_no_answer(error):
            detail = f"an action was answered with an error instead of a refusal: {error}"
            return self.line(Verdict.PROTOCOL_VIOLATION, detail=detail)
        told = [str(error.data[name]) for name in ("clause", "issue") if error.data.get(name)]
        detail = f"{error} ({', '.join(told)})" if told else str(error)
        return self.line(Verdict.ERROR, detail=detail, errors=self.session.connection.errors()[-STDERR_SHOWN:])

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


def _shown(step: Step | Ply) -> dict[str, Any]:
    """A step as the report shows it: what was asked, without the expectation."""
    if isinstance(step, ApplyStep | Ply):
        applied: dict[str, Any] = {"call": "apply", "action": step.action}
        return applied if step.player is None else {**applied, "player": step.player}
    shown: dict[str, Any] = {"call": type(step).__struct_config__.tag}
    if isinstance(step, ObserveStep):
        shown["viewer"] = step.viewer
    elif isinstance(step, LegalStep) and step.player is not None:
        shown["player"] = step.player
    return shown
