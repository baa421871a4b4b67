"""What a hunt has found and how far it has come, as values that a file keeps. Nothing is searched or shown here."""

from pathlib import Path
from typing import Any

import msgspec

from ruleproof.spec import files

from .parting import Parting
from .play import Play
from .searching import Mark

VERSION = 1


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """One disagreement, as small as it could be made.

    `clauses`: those at work, the likeliest first. `followed`: the readings that the reference had. `run` and `tries`
    say where it was met and how long the play was. `unsteady` says in words what became of it when it was repeated,
    where it did not come out the same. `alike` are readings under which the answer would be right. `transcript` is the
    exchange that shows it, and `replayed` the verdict of its case.
    """

    id: str
    mark: Mark
    clauses: list[str]
    play: Play
    parting: Parting
    followed: dict[str, str] = {}
    run: int = 0
    tries: int = 0
    unsteady: str = ""
    alike: list[tuple[str, str]] = []
    explained: str = ""
    transcript: list[dict[str, Any]] = []
    replayed: str = ""


class Note(msgspec.Struct, frozen=True):
    """A reading that the hunt went on under, since the answers to a play were right under it."""

    question: str
    reading: str
    instead: str
    run: int


class Progress(msgspec.Struct, omit_defaults=True):
    """How far a hunt has come. `agreed`: how often each feature was seen where both agreed."""

    game: str
    seed: int
    command: str = ""
    version: int = VERSION
    rounds: int = 0
    tries: int = 0
    agreed: dict[str, int] = {}
    left_out: dict[str, int] = {}  # plays that could not be put, or not to their end: by what was answered
    because: dict[str, str] = {}  # an answer of each kind
    late: int = 0  # runs in which a request timed out
    findings: list[Finding] = []
    met: dict[str, int] = {}  # of disagreements that turned out to be known ones: how often, by what they look like
    notes: list[Note] = []

    @property
    def marks(self) -> tuple[Mark, ...]:
        """How the findings are met again."""
        return tuple(finding.mark for finding in self.findings)


class WrongState(ValueError):
    """A file that holds no progress of this hunt; the message says why, and what to do."""


def read(path: Path, game: str, seed: int, command: str = "") -> Progress:
    """The progress in a file, or that of a hunt that begins. Raises WrongState, files.Unreadable."""
    if not path.exists():
        return Progress(game, seed, command)
    try:
        held = msgspec.json.decode(files.read_text(path), type=Progress)
    except msgspec.DecodeError as error:
        raise WrongState(f"{path} is no state of a hunt: {error}; name another file") from error
    if (held.game, held.seed, held.command, held.version) != (game, seed, command, VERSION):
        kept = f"{held.game} with seed {held.seed} and `{held.command}`, version {held.version}"
        raise WrongState(f"{path} holds a hunt of {kept}: give the same game, seed and command, or name another file")
    return held


def write(path: Path, progress: Progress) -> None:
    """Keep the progress in a file. Raises files.Unreadable."""
    files.write_text(path, msgspec.json.format(msgspec.json.encode(progress), indent=1).decode() + "\n")
