"""Walks: named positions with the number of sequences of legal actions by length, as files. Nothing is counted here."""

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from ruleproof.spec import files
from ruleproof.spec.fault import Fault

from .case import CaseFault, CaseId

WALKS = "walks.json"
REFERENCE_ONLY = "reference-only"
Count = Annotated[int, msgspec.Meta(ge=0)]


class Walk(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, frozen=True):
    """One position. `counts` says how many sequences of 1, 2, 3 … legal actions there are, of the types `of` only.

    `readings` are those that the counts hang on. `chance` is a script for `load`; where it does not say what chance
    decides, a sequence ends. `confirmed_by` names implementations of other people that gave the same counts.
    """

    id: CaseId
    why: Annotated[str, msgspec.Meta(min_length=1)]
    modes: Annotated[list[str], msgspec.Meta(min_length=1)]
    position: dict[str, Any]
    counts: Annotated[list[Count], msgspec.Meta(min_length=1)]
    since: str = ""
    of: list[str] | None = None
    readings: dict[str, str] = {}
    chance: list[Any] | None = None
    confirmed_by: list[str] = []
    tags: list[str] = []
    requires: dict[str, str | bool | list[str]] = {}

    @property
    def clauses(self) -> list[str]:
        """None: a walk speaks for no rule by itself."""
        return []

    @property
    def reach(self) -> None:
        """Nowhere but by loading: its states have to persist anyway."""
        return

    @property
    def chapter(self) -> str:
        """The middle part of the id."""
        return self.id.split("/")[1]

    @property
    def aliases(self) -> list[str]:
        """None: a walk keeps its name."""
        return []

    @property
    def confirmed(self) -> str:
        """Who gave the same counts."""
        return ", ".join(self.confirmed_by) or REFERENCE_ONLY


class Walks(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The file of a game's walks."""

    interpretation: Literal[1]
    game: str
    walks: list[Walk]


def read(path: Path) -> Walks:
    """The walks in a file. Raises CaseFault, files.Unreadable."""
    try:
        return msgspec.json.decode(files.read_text(path), type=Walks)
    except msgspec.DecodeError as error:
        raise CaseFault([Fault(str(path), str(error), "compare it with section 7 of PROTOCOL.md")]) from error


def schema() -> dict[str, Any]:
    """The JSON Schema of a file of walks."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A file of walks: positions with their numbers of sequences of legal actions",
        **msgspec.json.schema(Walks),
    }
