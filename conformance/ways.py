"""Ways to positions from a new game: what two of them have in common, and where an implementation parts from them.

Nobody is asked here. A divergence is known by all that leads to it, so that every case behind it is told so, once.
"""

import hashlib
from collections.abc import Iterator
from threading import Lock
from typing import Any

import msgspec

from .asking import asked_readings, mode_of, switchable
from .case import Case
from .hiding import canonical
from .matching import encode
from .messages import Declared
from .reach import Reach
from .suite import Form
from .verdict import Line, Verdict

SAMPLED = 8  # one case of so many


def starting(case: Case, declared: Declared) -> dict[str, Any]:
    """The parameters of `new` for a case that has a way."""
    assert case.reach is not None
    params: dict[str, Any] = {"game": declared.game, "mode": mode_of(case, declared), "options": case.reach.options}
    params["chance"] = [{"site": one.site, "outcome": one.outcome} for one in case.reach.chance]
    if readings := {**_asked_on_way(case.reach, declared), **asked_readings(case, declared)}:
        params["readings"] = readings
    return params


def _asked_on_way(way: Reach, declared: Declared) -> dict[str, str]:
    """For the questions of a way that can be asked for, a reading under which it leads there."""
    offered = {question: switchable(declared, question) for question in way.readings}
    return {q: next((r for r in way.readings[q] if r in there), "") for q, there in offered.items() if there}


def points(case: Case, declared: Declared) -> list[str]:
    """A name for the start and for what lies behind each action: the same for all cases that come there alike."""
    return list(_points(case, declared))


def _points(case: Case, declared: Declared) -> Iterator[str]:
    assert case.reach is not None
    name = hashlib.blake2b(encode(starting(case, declared)), digest_size=8).hexdigest()
    yield name
    for ply in case.reach.actions:
        name = hashlib.blake2b(encode([name, ply.action, ply.player]), digest_size=8).hexdigest()
        yield name


def mark(form: Form, position: Any) -> str:
    """A fingerprint of a position in its one form, 8 hexadecimal digits. Raises msgspec.ValidationError."""
    return hashlib.blake2b(canonical(form.whole(position)), digest_size=4).hexdigest()


class Divergences:
    """Where the implementation was found to part, by name; several workers share them."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._lines: dict[str, Line] = {}
        self._told: set[str] = set()

    def known(self, case: Case, declared: Declared) -> Line | None:
        """The line of a case behind a divergence that was found before."""
        if not self._lines:
            return None
        lines = (self._lines.get(named(case, point)) for point in points(case, declared))
        return next((blocked(case, line) for line in lines if line), None)

    def add(self, line: Line) -> None:
        """Remember one; the first word on it stands."""
        with self._lock:
            self._lines.setdefault(line.id, line)

    def telling(self, line: Line) -> Iterator[Line]:
        """What has to be told with the line of a case: the divergence that blocks it, the first time, and itself."""
        found = self._lines.get(line.blocked_by)
        if found and found.id not in self._told:
            self._told.add(found.id)
            yield msgspec.structs.replace(found, met_in=line.id)
        yield line


def sampled(case: Case) -> bool:
    """Whether a case is among the few, found by their ids, that are brought to their position in both ways."""
    return hashlib.blake2b(case.id.encode(), digest_size=1).digest()[0] % SAMPLED == 0


def named(case: Case, point: str) -> str:
    """The id of the divergence at a point."""
    return f"{case.id.split('/')[0]}/reach/{point}"


def blocked(case: Case, by: Line) -> Line:
    """The line of a case behind a divergence."""
    detail = f"{by.id}: on the way, action {by.step}" if by.step else f"{by.id}: the new game"
    return Line(case.id, Verdict.BLOCKED_BY, case.clauses, detail="; ".join([detail, *hung_on(case)]), blocked_by=by.id)


def hung_on(case: Case) -> list[str]:
    """What the way to a case hangs on, in words."""
    readings = case.reach.readings if case.reach is not None else {}
    told = " and ".join(f"{question} ({' or '.join(named)})" for question, named in readings.items())
    return [f"this way hangs on {told}"] if told else []
