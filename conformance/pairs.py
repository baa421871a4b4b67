"""Pairs of positions that a player cannot tell apart, as files. Nothing is asked here."""

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from ruleproof.spec import files
from ruleproof.spec.fault import Fault

from .case import CaseFault, CaseId, ClauseId

SECRETS = "secrets.json"


class Act(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, frozen=True):
    """One action, done in both positions."""

    action: dict[str, Any]
    player: str | None = None


class Pair(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, frozen=True):
    """Two positions, and actions that can be done in both: whatever `viewer` may know is the same, before and after.

    `clauses` are those that hide what differs. `floor` is generated, as that of a case.
    """

    id: CaseId
    why: Annotated[str, msgspec.Meta(min_length=1)]
    modes: Annotated[list[str], msgspec.Meta(min_length=1)]
    clauses: Annotated[list[ClauseId], msgspec.Meta(min_length=1)]
    viewer: str
    position: dict[str, Any]
    other: dict[str, Any]
    actions: list[Act] = []
    since: str = ""
    tags: list[str] = []
    requires: dict[str, str | bool | list[str]] = {}
    readings: dict[str, str] = {}
    floor: list[str] | None = None

    @property
    def chapter(self) -> str:
        """The middle part of the id."""
        return self.id.split("/")[1]

    @property
    def aliases(self) -> list[str]:
        """None: a pair keeps its name."""
        return []

    @property
    def reach(self) -> None:
        """Nowhere but by loading: no play is known to lead to both."""
        return


class Hides(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Which clauses hide what stands at a place, such as `players.*.hand`; of those that fit, the first counts."""

    where: str
    clauses: Annotated[list[ClauseId], msgspec.Meta(min_length=1)]


class Pairs(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, frozen=True):
    """The file of a game's pairs. `hides` is written by hand, the pairs are made with the reference and then kept."""

    interpretation: Literal[1]
    game: str
    hides: list[Hides] = []
    pairs: list[Pair] = []


def read(path: Path) -> Pairs:
    """The pairs in a file. Raises CaseFault, files.Unreadable."""
    try:
        return msgspec.json.decode(files.read_text(path), type=Pairs)
    except msgspec.DecodeError as error:
        raise CaseFault([Fault(str(path), str(error), "compare it with section 7 of PROTOCOL.md")]) from error


def schema() -> dict[str, Any]:
    """The JSON Schema of a file of pairs."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A file of pairs: positions that a player cannot tell apart",
        **msgspec.json.schema(Pairs),
    }
