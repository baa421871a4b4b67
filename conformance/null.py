"""Implementations that know no rule: what they reach is the floor beside a score. Nothing is counted here."""

from collections.abc import Callable
from typing import Any

from . import distinguishing
from .asking import Limits, Session, beyond
from .case import Case
from .connection import InProcess
from .messages import Declared, HelloResult, Named
from .pairs import Pair
from .putting import put
from .suite import Form
from .verdict import Verdict

Accepts = Callable[[int], bool]  # whether the nth action of a game is accepted, counted from 0


class Null:
    """Takes any position and never changes it; `accepts` is all it has of an opinion."""

    def __init__(self, accepts: Accepts, status: dict[str, Any] | None = None, *, sees: bool = False) -> None:
        self._accepts = accepts
        self._status = status or {"terminal": False, "toAct": [], "phase": ""}
        self._sees = sees
        self._position: Any = None
        self._count = 0

    def call(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Answer without thinking."""
        answer = self._answer(method, params)
        if "dump" in params.get("want", ()):
            answer["dump"] = {"position": self._position}
        return answer

    def _answer(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        if method == "load":
            self._position, self._count = params["position"], 0
            return {"state": "s"}
        if method == "apply":
            self._count += 1
            return {"accepted": self._accepts(self._count - 1), "state": "s"}
        return self._told(method)

    def _told(self, method: str) -> dict[str, Any]:
        if method == "legal":
            return {"actions": [], "complete": True}
        if method == "observe":
            return {"observation": self._position if self._sees else {}}
        return {"status": dict(self._status), "dump": {"position": self._position}}.get(method, {})


def _always(_: int) -> bool:
    return True


def _never(_: int) -> bool:
    return False


def _first(count: int) -> bool:
    return count == 0


NULLS: dict[str, Callable[[], Null]] = {
    "first-action": lambda: Null(_first),
    "accept-all": lambda: Null(_always),
    "reject-all": lambda: Null(_never),
    "never-ends": lambda: Null(_always, {"terminal": False, "toAct": ["A"], "phase": "play"}),
    "sees-everything": lambda: Null(_never, sees=True),
    "constant-outcome": lambda: Null(
        _always, {"terminal": True, "toAct": [], "phase": "over", "outcome": {"winner": "A"}}
    ),
}


def _declared(game: str, case: Case | Pair) -> Declared:
    """Everything, so that each case applies."""
    return Declared(
        game=game,
        modes=case.modes,
        legal="list",
        observe="player",
        events="full",
        states="persistent",
        optional=["dump"],
        readings=dict(case.readings),
    )


def floor(case: Case | Pair, form: Form) -> list[str]:
    """The null implementations that pass a case or a pair, by name."""
    return [name for name, make in NULLS.items() if _passes(make(), case, form)]


def _passes(null: Null, case: Case | Pair, form: Form) -> bool:
    game = case.id.split("/")[0]
    declared = _declared(game, case)
    said = HelloResult(protocol=1, implementation=Named(name="null"), games=[declared])
    session = Session(InProcess(null), said, game, Limits())
    if beyond(case, declared, {}):
        return False
    line = distinguishing.put(session, case, form) if isinstance(case, Pair) else put(session, case, form)
    return line.verdict == Verdict.PASS
