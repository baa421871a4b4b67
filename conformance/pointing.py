"""Which clauses the reference cites for just that part of an answer which came out otherwise. Nothing is judged by it.

The reference goes the way of a case as far as the step that failed. For an action that was done or refused against the
rules it is what decides about that action; for a list of actions what decides about those missing or too many; for
anything else it is the event on the way that has the most in common with the place that differs and with what differs.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .asking import Session, asked_readings, mode_of
from .case import ApplyStep, Case, LegalStep
from .connection import Trouble
from .matching import matches
from .messages import RpcError
from .values import is_list, is_object
from .verdict import Line

WORD = re.compile(r"[A-Za-z0-9_-]+")
FEW = 2  # things in common, from which on an event is the one that is meant
Event = Mapping[str, Any]


def points(reference: Session, cases: Iterable[Case], failed: Mapping[str, Line]) -> dict[str, tuple[str, ...]]:
    """For each case that failed the clauses cited, the most specific first; nothing where that cannot be said."""
    found: dict[str, tuple[str, ...]] = {}
    for case in cases:
        line = failed.get(case.id)
        if line is None or not 0 < line.step <= len(case.steps):
            continue
        try:
            reference.begin()
            found[case.id] = tuple(dict.fromkeys(_points(reference, case, line)))
            reference.reset()
        except (RpcError, Trouble):
            continue
    return found


def _points(reference: Session, case: Case, line: Line) -> list[str]:
    way = _Way(reference, case)
    for step in case.steps[: line.step]:
        if isinstance(step, ApplyStep):
            way.apply(step)
    failing = case.steps[line.step - 1]
    if isinstance(failing, ApplyStep) and line.where == "accepted":
        return way.decided
    if isinstance(failing, LegalStep):
        return way.listed(failing, line)
    return _cited(way.events, line) or way.last


class _Way:
    """The reference on the way of a case."""

    def __init__(self, reference: Session, case: Case) -> None:
        self.ask = reference.ask
        params: dict[str, Any] = {"game": reference.declared.game, "mode": mode_of(case, reference.declared)}
        params |= {"position": case.position, "readings": asked_readings(case, reference.declared)}
        self.state = self.ask("load", params)["state"]
        self.decided: list[str] = []  # what decides about the last action
        self.last: list[str] = []  # all that is cited for it
        self.events: list[Event] = []

    def apply(self, step: ApplyStep) -> None:
        """Do an action, or have it refused."""
        asked = {"state": self.state, "action": step.action} | ({"player": step.player} if step.player else {})
        self.decided = self.ask("explain", asked).get("clauses", [])
        done = self.ask("apply", asked)
        events: list[Event] = done.get("events") or []
        self.decided = done.get("clauses") or self.decided
        self.last = [*self.decided, *(clause for event in events for clause in event.get("clauses", ()))]
        self.events += events
        self.state = done["state"]

    def listed(self, step: LegalStep, line: Line) -> list[str]:
        """What decides about the actions that are missing or too many; of a list that is not told, nothing."""
        if not is_list(line.got):
            return []
        asked = {"state": self.state} | ({"player": step.player} if step.player else {})
        ours, theirs = self.ask("legal", asked)["actions"], line.got
        apart = [one for one in ours if not any(matches(one, other) for other in theirs)]
        apart += [one for one in theirs if not any(matches(other, one) for other in ours)]
        told = (self.ask("explain", {**asked, "action": one}).get("clauses", []) for one in apart)
        return [clause for clauses in told for clause in clauses]


def _cited(events: list[Event], line: Line) -> list[str]:
    """The clauses of the events that have the most in common with what differs."""
    by_event = line.where.startswith("events")
    place = set[str]() if by_event else {_bare(word) for word in WORD.findall(line.where)}
    apart = set(_words(line.expected)) if by_event else set(_ids(line.expected)) ^ set(_ids(line.got))
    scored = [(_common(event, place, apart), event) for event in events]
    best = max((score for score, _ in scored), default=0)
    if best < FEW:
        return []
    return [clause for score, event in scored if score == best for clause in event.get("clauses", ())]


def _common(event: Event, place: set[str], apart: set[str]) -> int:
    """How much an event has in common with the words of a place, and with the cards or values that differ."""
    words = set(_words({name: value for name, value in event.items() if name != "clauses"}))
    return 2 * len(apart & words) + len(place & {_bare(word) for word in words})


def _bare(word: str) -> str:
    """A word without its plural: a place says `gates` where an event says `gate`."""
    return word.rstrip("s") if len(word) > FEW else word


def _words(value: Any) -> Iterator[str]:
    """The texts and numbers in a JSON value, and the words of each text."""
    if isinstance(value, str):
        yield value
        yield from WORD.findall(value.replace(".", " "))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield str(value)
    for item in value.values() if is_object(value) else value if is_list(value) else ():
        yield from _words(item)


def _ids(value: Any) -> Iterator[str]:
    """What a JSON value is made of by name: the ids of objects that have one, and texts."""
    if isinstance(value, str):
        yield value
    elif is_object(value) and "id" in value:
        yield str(value["id"])
    else:
        for item in value.values() if is_object(value) else value if is_list(value) else ():
            yield from _ids(item)
