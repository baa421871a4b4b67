"""Looks whether a player can tell two positions apart that differ in what is hidden. Needs nobody who knows the rules.

What is to be the same is what the player is told: the observation, and the own legal actions. How right it is, is not
judged here.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from .asking import Session, asked_readings, mode_of
from .connection import STDERR_SHOWN, Trouble, Violated
from .hiding import canonical
from .matching import Difference, encode, whole
from .messages import RpcError
from .pairs import Pair
from .putting import acceptance_of, state_of
from .suite import Form
from .values import is_list, is_object
from .verdict import Line, Verdict


class Told(NamedTuple):
    """What a player is told at one moment: whether the action was done, what they see, and what they may do."""

    accepted: bool
    seen: Any
    legal: list[bytes]


def put(session: Session, pair: Pair, form: Form) -> Line:
    """Play both positions and compare. After a Trouble the session is dead and the line says why."""
    session.begin()
    try:
        line = _put(session, pair, form)
        session.reset()
    except RpcError as error:
        return _line(pair, Verdict.ERROR, detail=str(error))
    except msgspec.ValidationError as error:
        return _line(pair, Verdict.FAIL, detail=f"the observation does not fit: {error}")
    except Trouble as trouble:
        return _line(pair, Verdict(trouble.verdict), detail=trouble.what, errors=trouble.errors)
    return line


def _put(session: Session, pair: Pair, form: Form) -> Line:
    first = list(_told(session, pair, pair.position, form))
    second = list(_told(session, pair, pair.other, form))
    for number, (one, other) in enumerate(zip(first, second, strict=False)):
        if found := _parted(one, other):
            detail = f"{pair.viewer} can tell apart what differs only in what is hidden"
            told: dict[str, Any] = {"where": found.where, "expected": found.expected, "got": found.got}
            told["errors"] = session.connection.errors()[-STDERR_SHOWN:]
            return _line(pair, Verdict.LEAK, step=number, asked=_asked(pair, number), detail=detail, **told)
    left = [f"{number} apply" for number in range(len(first), len(pair.actions) + 1)]
    return Line(pair.id, Verdict.PASS, pair.clauses, unasked=left)


def _told(session: Session, pair: Pair, position: dict[str, Any], form: Form) -> Iterator[Told]:
    """What the viewer is told in a position and after each action, up to one that is refused."""
    watch = f"observe:{pair.viewer}"
    params: dict[str, Any] = {"game": session.declared.game, "mode": mode_of(pair, session.declared)}
    if readings := asked_readings(pair, session.declared):
        params["readings"] = readings
    result = session.ask("load", {**params, "position": position, "want": ["status", watch]})
    told = _moment(session, pair, "load", True, result, form)
    yield told
    for act in pair.actions:
        action = {"action": act.action, **({"player": act.player} if act.player is not None else {})}
        result = session.ask("apply", {"state": state_of("load", result), **action, "want": ["status", watch]})
        told = _moment(session, pair, "apply", acceptance_of(result), result, form)
        yield told
        if not told.accepted:
            return


def _moment(session: Session, pair: Pair, method: str, accepted: bool, result: dict[str, Any], form: Form) -> Told:
    state = state_of(method, result)
    watched = _wanted(session, f"observe:{pair.viewer}", state, result)
    legal: list[bytes] = []
    if session.declared.legal == "list":
        acting = _wanted(session, "status", state, result).get("toAct")
        if is_list(acting) and pair.viewer in acting:
            legal = _legal(session.ask("legal", {"state": state, "player": pair.viewer}))
    return Told(accepted, form.observed(watched.get("observation")), legal)


def _wanted(session: Session, name: str, state: Any, result: dict[str, Any]) -> dict[str, Any]:
    found = result.get(name)
    if is_object(found):
        return found
    method, _, viewer = name.partition(":")
    return session.ask(method, {"state": state, **({"viewer": viewer} if viewer else {})})


def _legal(result: dict[str, Any]) -> list[bytes]:
    actions = result.get("actions")
    if not is_list(actions):
        raise Violated("the result of `legal` has no list `actions`")
    return sorted(map(encode, actions))


def _parted(one: Told, other: Told) -> Difference | None:
    """The first thing that the viewer is told otherwise: of the second position in `got`."""
    if one.accepted is not other.accepted:
        return Difference("accepted", one.accepted, other.accepted)
    if canonical(one.seen) != canonical(other.seen):
        return whole(one.seen, other.seen, "observation") or Difference("observation", one.seen, other.seen)
    if one.legal == other.legal:
        return None
    only = [[_action(action) for action in mine if action not in theirs] for mine, theirs in _both(one, other)]
    return Difference("legal", *only)


def _both(one: Told, other: Told) -> tuple[tuple[list[bytes], list[bytes]], ...]:
    return (one.legal, other.legal), (other.legal, one.legal)


def _action(text: bytes) -> Any:
    return msgspec.json.decode(text)


def _asked(pair: Pair, number: int) -> dict[str, Any] | None:
    if not number:
        return None
    act = pair.actions[number - 1]
    return {"call": "apply", "action": act.action, **({"player": act.player} if act.player is not None else {})}


def _line(pair: Pair, verdict: Verdict, **more: Any) -> Line:
    return Line(pair.id, verdict, pair.clauses, why=pair.why, position=pair.position, **more)
