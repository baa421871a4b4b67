"""Counts walks again, with the reference or another implementation, and writes down what came where that is asked for.

How a walk is counted is in walking, not here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from ruleproof.spec import files

from . import walking
from .asking import Limits, Session, Stopped, beyond, greeting, start
from .connection import NotThere, Target
from .exporting import pretty
from .messages import RpcError
from .suite import Suite
from .walks import Walk, read

LONG = Limits(request=60.0, case=600.0)


@dataclass(frozen=True)
class Row:
    """One walk: what is written, and what came; `why` where it could not be counted."""

    walk: Walk
    got: list[int]
    why: str = ""

    @property
    def good(self) -> bool:
        """Whether what came is what is written, or nothing was to be asked."""
        return bool(self.why) or self.got == self.walk.counts

    @property
    def says(self) -> str:
        """In words."""
        counts = " ".join(map(str, self.walk.counts))
        told = "" if self.good else f"  BUT CAME {' '.join(map(str, self.got))}"
        return f"{self.walk.id}  {counts}{told}  ({self.why or self.walk.confirmed})"

    def plain(self) -> dict[str, Any]:
        """The row in JSON values."""
        told = {"id": self.walk.id, "counts": self.walk.counts, "confirmed_by": self.walk.confirmed_by}
        return {**told, "got": self.got, "good": self.good, "why": self.why}


class Counter:
    """One implementation that counts. Raises NotThere where it does not start."""

    def __init__(self, target: Target | None, suite: Suite) -> None:
        if target is None:
            raise NotThere(f"{suite.game} has no reference implementation: name a command")
        self._suite = suite
        try:
            self._session: Session = start(target, greeting(suite.game, suite.named), suite.game, LONG, lambda _: None)
        except Stopped as stopped:
            raise NotThere(str(stopped)) from stopped

    def through(self, path: Path, *, write: bool = False, confirm: bool = False) -> Iterator[Row]:
        """A row for each walk of a file, which is written again where something is to be written."""
        found = read(path)
        rows = [self._row(walk, write=write) for walk in found.walks]
        if write or confirm:
            walks = [self._confirmed(row) if confirm else row.walk for row in rows]
            files.write_text(path, pretty(msgspec.to_builtins(msgspec.structs.replace(found, walks=walks))))
        yield from rows

    def _row(self, walk: Walk, *, write: bool) -> Row:
        declared = self._session.declared
        if why := "" if write else beyond(walk, declared, self._suite.defaults):
            return Row(walk, [], why)
        got = self._counts(walk)
        if not write:
            return Row(walk, got)
        same = got == walk.counts
        changed = {"counts": got, "readings": self._hangs_on(walk, got)}
        return Row(msgspec.structs.replace(walk, **changed, confirmed_by=walk.confirmed_by if same else []), got)

    def _counts(self, walk: Walk) -> list[int]:
        self._session.begin()
        try:
            return walking.Walker(self._session, walk).counts(len(walk.counts))
        finally:
            self._session.reset()

    def _hangs_on(self, walk: Walk, counts: list[int]) -> dict[str, str]:
        """The questions under another reading of which the counts are others, each with its default."""
        defaults = self._suite.defaults
        return {
            question: defaults[question]
            for question, readings in sorted(self._session.declared.switches.items())
            if any(self._differs(walk, counts, {question: one}) for one in readings if one != defaults[question])
        }

    def _differs(self, walk: Walk, counts: list[int], readings: dict[str, str]) -> bool:
        for depth in range(1, len(counts) + 1):
            short = msgspec.structs.replace(walk, counts=counts[:depth], readings=readings)
            try:
                if self._counts(short) != short.counts:
                    return True
            except (RpcError, walking.Refused):
                return True
        return False

    def _confirmed(self, row: Row) -> Walk:
        said = self._session.said.implementation
        name = " ".join(part for part in (said.name, said.version, said.language and f"({said.language})") if part)
        others = [one for one in row.walk.confirmed_by if one != name]
        confirmed = sorted([*others, name]) if row.got == row.walk.counts else others
        walk: Walk = msgspec.structs.replace(row.walk, confirmed_by=row.walk.confirmed_by if row.why else confirmed)
        return walk
