"""Witnesses as values: for a question the plays in which its readings part. They are looked for in `witnessing`.

Those found are kept in `invariants/<game>/witnesses.json`, and checked again by the tests.
"""

from pathlib import Path
from typing import Any

import msgspec

from ruleproof.spec.files import Unreadable, read_text, write_text
from ruleproof.spec.finding import folder, home

from .parting import Acted, Side, Split

FILE = "witnesses.json"
ENGINE, CLAUSES = "engine", "clauses"
NOT_LOOKED = "not looked"


class Explored(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What was looked at: positions that plays began from, states, and up to how many pieces and actions."""

    positions: int = 0
    states: int = 0
    pieces: int = 0
    actions: int = 0
    whole: bool = True  # nothing of it was left out for want of budget


class Met(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Games played by chance from the start: in how many of them two readings parted, and after how few actions."""

    games: int
    parted: int
    soonest: int


class Parting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The smallest play explored in which two readings part, on its last action.

    `given` is how other questions have to be read, `supposes` how those are read by default on which the play hangs as
    well: read otherwise they make another play of it. `by` is who says what the second reading does: the engine, or
    clauses that the reading's patch makes otherwise; then `instead` is a position that the last action leads to by
    these. `how` is `legality`, `result` or `events`; `under` is what each of the readings says, in their order.
    `reached` tells whether play comes to the position.
    """

    readings: tuple[str, str]
    position: dict[str, Any]
    actions: tuple[Acted, ...]
    player: str
    action: dict[str, Any]
    how: str
    under: tuple[Side, Side]
    explored: Explored
    given: dict[str, str] = msgspec.field(default_factory=dict[str, str])
    supposes: dict[str, str] = msgspec.field(default_factory=dict[str, str])
    by: str = ENGINE
    instead: dict[str, Any] | None = None
    reached: str = NOT_LOOKED
    met: Met | None = None

    @property
    def played(self) -> tuple[Acted, ...]:
        """All actions, the one they part on last."""
        return (*self.actions, (self.player, self.action))

    @property
    def split(self) -> Split:
        """Where the readings part, as the search has it."""
        return Split(self.position, self.actions, self.player, self.action, self.how, self.under, self.instead)


class Equal(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Two readings that did not part in anything explored."""

    readings: tuple[str, str]
    explored: Explored
    given: dict[str, str] = msgspec.field(default_factory=dict[str, str])


class Witness(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is known of a question: where each two of its readings part, and which were equal."""

    question: str
    partings: tuple[Parting, ...] = ()
    equal: tuple[Equal, ...] = ()


class Witnesses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The witnesses of a game, in the order of their questions."""

    game: str
    witnesses: tuple[Witness, ...]


def path_of(game: str) -> Path:
    """The file of a game's witnesses, there or not. Raises finding.UnknownGame."""
    return (folder("invariants", game) or home(game)) / FILE


def witnesses(game: str) -> dict[str, Witness]:
    """The witnesses kept for a game, by question. Raises files.Unreadable where the file is none of ours."""
    path = path_of(game)
    if not path.is_file():
        return {}
    try:
        kept = msgspec.json.decode(read_text(path), type=Witnesses)
    except msgspec.DecodeError as error:
        what = f"{path} holds no witnesses: {error}; `ruleproof witness {game} --write` finds them anew"
        raise Unreadable(what) from error
    return {witness.question: witness for witness in kept.witnesses}


def witness_of(game: str, question: str) -> Witness | None:
    """The witness kept for a question; None where there is none. Raises as `witnesses` does."""
    return witnesses(game).get(question)


def keep(game: str, found: tuple[Witness, ...]) -> Path:
    """Write a game's witnesses to their file, a line for each question. Raises files.Unreadable."""
    lines = (msgspec.json.encode(witness, order="sorted").decode() for witness in found)
    text = f'{{"game": "{game}", "witnesses": [\n' + ",\n".join(lines) + "\n]}\n"
    write_text(path_of(game), text)
    return path_of(game)
