"""What implementations answered in which one rule was bent: failures of others can be laid beside theirs.

Written once for all, by running them; nothing is judged by it. How much two of them are alike is in suspects, not here.
"""

import hashlib
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from ruleproof.spec import files
from ruleproof.spec.fault import Fault

from .case import CaseFault, ClauseId
from .matching import encode
from .verdict import Line

BENT = "bent.json"
Mark = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{8}$")]


class Bent(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """An implementation that bends one clause: the marks of the answers that were wrong, by case."""

    name: str
    clause: ClauseId
    answers: dict[str, Mark]


class Bents(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A file of them."""

    interpretation: Literal[1]
    game: str
    bent: list[Bent]


def mark(line: Line) -> str:
    """Eight hexadecimal digits for a wrong answer: four for the step and the place in it, four for what came."""
    return _digest([line.step, line.where]) + _digest(line.got)


def place(marked: str) -> str:
    """The part of a mark that says where the answer was wrong."""
    return marked[:4]


def _digest(value: Any) -> str:
    return hashlib.blake2b(encode(value), digest_size=2).hexdigest()


def read(path: Path) -> Bents:
    """Those in a file. Raises CaseFault, files.Unreadable."""
    try:
        return msgspec.json.decode(files.read_text(path), type=Bents)
    except msgspec.DecodeError as error:
        raise CaseFault([Fault(str(path), str(error), "let tests/bent.py write it again")]) from error
