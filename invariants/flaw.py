"""A finding: one thing wrong or open in a rulebook or its clauses, with what shows it. Nothing is searched here."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

Kind: TypeAlias = Literal[
    "conflict",  # a permission or duty against a prohibition
    "value-conflict",  # two values for one quantity
    "hole",  # a decision no clause makes, or an action no clause speaks of
    "vacuous",  # a clause that can never apply
    "shadowed",  # a clause that another one always goes before
    "redundant",  # a clause that says what others say already
    "precedence",  # an override that names nothing, or goes in a circle
    "example",  # a worked example that contradicts the clauses or itself
    "question",  # a place that is open
]
KINDS: tuple[Kind, ...] = get_args(Kind)
Level: TypeAlias = Literal["error", "warning", "note"]


@dataclass(frozen=True)
class Shown:
    """A state that shows a finding: what an engine can load, the actions that lead on, and how far play gets there.

    `reach` is one of `reached in play`, `not reached in N games`, `unreachable: why`, or empty where nobody looked.
    """

    position: dict[str, Any]
    actions: tuple[dict[str, Any], ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    reach: str = ""

    def plain(self) -> dict[str, Any]:
        """In JSON values."""
        shown: dict[str, Any] = {"position": self.position, "actions": list(self.actions)}
        return {**shown, "readings": dict(self.readings), "reach": self.reach}


@dataclass(frozen=True)
class Finding:
    """One finding. `places` are places of the rulebook, `files` are `spec/GAME/chapter.toml:line`.

    `key` tells findings about the same clauses apart; with kind and clauses it makes the fingerprint, so that neither
    lines nor words change it.
    """

    kind: Kind
    level: Level
    game: str
    clauses: tuple[str, ...]
    says: str
    places: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    witness: Shown | None = None
    ways_out: tuple[str, ...] = ()  # what can be done about it
    touches: tuple[str, ...] = ()  # the code and tests that it bears on
    key: str = ""
    more: dict[str, Any] = field(
        default_factory=dict[str, Any], compare=False
    )  # what only this kind has to say, in JSON

    @property
    def fingerprint(self) -> str:
        """16 hexadecimal digits that stay while it is the same finding."""
        said = json.dumps([self.kind, self.game, sorted(self.clauses), self.key])
        return hashlib.blake2b(said.encode(), digest_size=8).hexdigest()

    def plain(self) -> dict[str, Any]:
        """In JSON values."""
        told: dict[str, Any] = {"kind": self.kind, "level": self.level, "clauses": list(self.clauses)}
        told |= {"says": self.says, "places": list(self.places), "files": list(self.files)}
        told |= {"ways_out": list(self.ways_out), "touches": list(self.touches), "fingerprint": self.fingerprint}
        return told | self.more | ({"witness": self.witness.plain()} if self.witness else {})


def ordered(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings, each once, by kind as listed above, then by clauses."""
    each = {finding.fingerprint: finding for finding in findings}
    return tuple(sorted(each.values(), key=lambda one: (KINDS.index(one.kind), one.clauses, one.key)))
