"""How play leads to a case's position: a new game, what chance decides, the actions. Nothing is played here."""

from typing import Annotated, Any

import msgspec

ClauseIds = list[Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]+(\.[a-z0-9-]+)+$")]]


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that chance decides: where, and what comes out. In order of play."""

    site: str
    outcome: Any


class Ply(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename="camel"):
    """One action on the way. `clauses` let the reference allow it, or are cited by what it brings about.

    `phase` and `to_act` are the status after it, `mark` is a fingerprint of the position there: by it the first action
    is found behind which somebody has another one. `player` is left out where the first of those who may act does it.
    """

    action: dict[str, Any]
    clauses: list[str]
    phase: str
    to_act: list[str]
    player: str | None = None
    mark: str = ""


class Reach(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What `new` is given, and the actions from there. They lead to `position`, or to the case's own where it is None.

    A position of its own holds what the case's position states and may hold more: a later turn, cards elsewhere.
    `readings` are the questions that the way hangs on beside the case's own, each with the readings under which it
    leads there and the case has its answers.
    """

    options: dict[str, Any]
    chance: list[Drawn]
    actions: list[Ply]
    position: dict[str, Any] | None = None
    readings: dict[str, list[str]] = {}
