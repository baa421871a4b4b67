"""Takes an implementation through a play beside the reference. What it is compared with is made in expecting."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from .asking import Session, switchable
from .connection import Trouble, Violated
from .expecting import Due, Scope, script
from .messages import RpcError
from .parting import SOFT, Answer, Parting, partings, troubled
from .play import Play, Try
from .putting import acceptance_of, state_of
from .suite import Form
from .values import is_list, is_object

LEFT_OUT = {  # errors that say that something is not there, which is no difference
    "position-unsupported",
    "position-unreachable",
    "position-invalid",
    "option-unsupported",
    "chance-unsupported",
    "not-implemented",
    "limit-exceeded",
}
CHECKED = 40  # legal actions that are asked about at a moment where they are not listed

Known = Callable[[Parting], bool]


@dataclass
class Course:
    """How a play went: where it parted, how many tries were put, the steps on which both agreed, what was answered.

    `left_out` says why it could not be put, or not to its end.
    """

    parting: Parting | None = None
    tries: int = 0
    agreed: list[int] = field(default_factory=list[int])
    left_out: str = ""
    known: list[Parting] = field(default_factory=list[Parting])
    answers: list[Answer] = field(default_factory=list[Answer])


class Companion:
    """One implementation beside the reference: knows how to ask it for all that can be compared."""

    def __init__(self, session: Session, scope: Scope, form: Form) -> None:
        self.session = session
        self.scope = scope
        self.form = form
        self._state: Any = None
        self._before: Any = None  # the state before the last try

    def take(self, play: Play, dues: Sequence[Due], known: Known = lambda _: False, *, stay: bool = False) -> Course:
        """Take it through a play up to the first difference that is not known; `stay` leaves it where it is then."""
        course = Course()
        self.session.begin()
        try:
            self._through(play, dues, known, course)
            if not stay:
                self.session.reset()
        except Trouble as trouble:
            number = min(len(course.answers), len(dues) - 1)
            told: dict[str, Any] = {
                "features": troubled(dues[number]),
                "detail": trouble.what,
                "errors": trouble.errors,
            }
            self._note(Parting(trouble.verdict, number, **told), known, course)
        return course

    def _note(self, found: Parting, known: Known, course: Course) -> None:
        if known(found):
            course.known.append(found)
        else:
            course.parting = found

    def _through(self, play: Play, dues: Sequence[Due], known: Known, course: Course) -> None:
        used = 0
        for number, due in enumerate(dues):
            course.tries += number > 0
            try:
                answer = self._step(play, dues, due)
            except RpcError as error:
                if error.kind in LEFT_OUT:
                    course.left_out = str(error)
                    return
                answer = Answer(error=error)
            used += len(due.entries)
            course.answers.append(answer)
            if not self._compare(number, due, answer, used, known, course):
                return

    def _compare(self, number: int, due: Due, answer: Answer, used: int, known: Known, course: Course) -> bool:
        """Whether the play goes on: behind a known difference only where both still stand at the same position."""
        found = list(partings(self.scope, self.form, number, due, answer, used))
        for one in found:
            if not known(one):
                course.parting = one
                return False
            course.known.append(one)
            if one.kind not in SOFT:
                return False
        if not found:
            course.agreed.append(number)
        return True

    def _step(self, play: Play, dues: Sequence[Due], due: Due) -> Answer:
        return self._begin(play, dues) if due.tried is None else self._try(due)

    # the start

    def _begin(self, play: Play, dues: Sequence[Due]) -> Answer:
        due = dues[0]
        params: dict[str, Any] = {"game": self.scope.game, "mode": play.mode}
        if asked := {q: r for q, r in self.scope.reads(play).items() if r in switchable(self.scope.declared, q)}:
            params["readings"] = asked
        if self.scope.chance == "scripted" and (play.position is None or any(one.entries for one in dues)):
            params["chance"] = script(dues)
        method = "new" if play.position is None else "load"
        wired = play.position and self.scope.wired(due.moment.game, play)
        params |= {"options": play.options} if play.position is None else {"position": wired}
        result = self.session.ask(method, params | self._want(due))
        self._state = state_of(method, result)
        return self._looked_at(due, Answer(loaded=method == "load"), self._behind_chance(due, result, Answer()))

    # the tries

    def _try(self, due: Due) -> Answer:
        assert due.tried is not None
        self._before = self._state
        params: dict[str, Any] = {"state": self._state, "action": due.tried.action}
        if due.named and due.tried.seat:
            params["player"] = due.tried.seat
        answer = Answer()
        result = self.session.ask("apply", params | self._want(due))
        answer.accepted = acceptance_of(result)
        self._state = state_of("apply", result)
        if self.scope.declared.events == "full" and due.accepted:
            answer.events = _events_of(result)
        if answer.accepted is not due.accepted or not due.within:
            return answer
        return self._looked_at(due, answer, self._behind_chance(due, result, answer))

    def _behind_chance(self, due: Due, result: dict[str, Any], answer: Answer) -> dict[str, Any]:
        """The result behind what chance decides, which is told step by step where it was not told at the start."""
        if self.scope.chance == "scripted":
            return result
        for entry in due.entries:
            action = {"type": "chance", **entry}
            result = self.session.ask("apply", {"state": self._state, "action": action, **self._want(due)})
            if not acceptance_of(result):
                raise Violated(f"what chance decides at {entry['site']} was refused")
            self._state = state_of("apply", result)
            if answer.events is not None:
                answer.events += _events_of(result)
        return result

    def _want(self, due: Due) -> dict[str, Any]:
        if not due.within:
            return {}
        wanted = ["dump"] if self.scope.dumps else []
        if due.accepted:
            wanted.append("status")
            if self.scope.declared.legal == "list" and due.legal:
                wanted.append("legal")
        return {"want": wanted} if wanted else {}

    def explained(self, tried: Try | None) -> str:
        """What the implementation itself says of the last try, where it says such things."""
        if tried is None or self._before is None or "explain" not in self.scope.declared.optional:
            return ""
        asked = {"state": self._before, "action": tried.action, **({"player": tried.seat} if tried.seat else {})}
        try:
            said = self.session.ask("explain", asked)
        except (RpcError, Trouble):
            return ""
        clauses = said.get("clauses")
        cited = " ".join(str(clause) for clause in clauses) if is_list(clauses) else ""
        return " ".join(text for text in (str(said.get("text") or ""), f"({cited})" if cited else "") if text)

    # what is compared

    def _looked_at(self, due: Due, answer: Answer, result: dict[str, Any]) -> Answer:
        """The answer with all that can be seen of where the game stands."""
        if self.scope.dumps:
            answer.position = self._wanted(result, "dump").get("position")
        if not due.accepted:
            return answer
        answer.status = self._wanted(result, "status")
        if not self.scope.dumps and self.scope.declared.observe != "none":
            for viewer in due.legal or ():
                asked = {"state": self._state, "viewer": viewer}
                answer.seen[viewer] = self.session.ask("observe", asked).get("observation")
        self._list(due, answer, result)
        return answer

    def _wanted(self, result: dict[str, Any], name: str) -> dict[str, Any]:
        told = result.get(name)
        return told if is_object(told) else self.session.ask(name, {"state": self._state})

    def _list(self, due: Due, answer: Answer, result: dict[str, Any]) -> None:
        if self.scope.declared.legal == "none":
            return
        for place, seat in enumerate(due.legal):
            if self.scope.declared.legal == "check":
                answer.flags[seat] = list(self._checked(seat, due.legal[seat]))
                continue
            by = {"player": seat} if place else {}
            told = (
                self._wanted(result, "legal") if not place else self.session.ask("legal", {"state": self._state, **by})
            )
            actions = told.get("actions")
            if not is_list(actions):
                raise Violated("the result of `legal` has no list `actions`")
            answer.legal[seat] = actions
            if told.get("complete") is False:
                answer.partial.add(seat)

    def _checked(self, seat: str, actions: list[dict[str, Any]]) -> Iterator[bool]:
        for start in range(0, len(actions), CHECKED):
            asked = {"state": self._state, "player": seat, "actions": actions[start : start + CHECKED]}
            told = self.session.ask("legal", asked).get("legal")
            if not is_list(told):
                raise Violated("the result of `legal` has no list `legal`")
            one_by_one = len(told) == len(asked["actions"]) and all(isinstance(one, bool) for one in told)
            yield from told if one_by_one else (action in told for action in asked["actions"])


def _events_of(result: dict[str, Any]) -> list[Any]:
    events = result.get("events")
    if events is None:
        return []
    if not (is_list(events) and all(is_object(event) for event in events)):
        raise Violated("`events` is no list of objects")
    return list(events)
