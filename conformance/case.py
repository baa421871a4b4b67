"""A case: a position, steps, and the answers the rulebook gives. How answers are compared is in matching, not here."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from ruleproof.spec import files
from ruleproof.spec.fault import Fault

from .reach import Reach
from .streaming import Items, NotJson
from .values import is_list, is_object

INTERPRETATION = 1
CaseId = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]+/[a-z0-9-]+/[a-z0-9-]+$")]
ClauseId = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]+(\.[a-z0-9-]+)+$")]
TO_PUBLISH = ("since", "origin", "why", "catches")


class _Strict(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, frozen=True):
    """What people write: an unknown member is a mistake."""


class Occurring(_Strict, frozen=True):
    """What is expected of a list of events or actions."""

    contains: list[dict[str, Any]] | None = None
    excludes: list[dict[str, Any]] | None = None
    exact: list[dict[str, Any]] | None = None
    of: list[str] | None = None


class ApplyExpected(_Strict, frozen=True):
    """The action is done or refused; events only count where the implementation tells them."""

    accepted: bool | None = None
    events: Occurring | None = None
    one_of: list["ApplyExpected"] | None = None


class LegalExpected(_Strict, frozen=True):
    """Which actions are legal."""

    contains: list[dict[str, Any]] | None = None
    excludes: list[dict[str, Any]] | None = None
    exact: list[dict[str, Any]] | None = None
    count: int | None = None
    of: list[str] | None = None
    one_of: list["LegalExpected"] | None = None


class ApplyStep(_Strict, frozen=True, tag_field="call", tag="apply"):
    """Do an action, or try to."""

    action: Any
    expect: ApplyExpected
    player: str | None = None


class LegalStep(_Strict, frozen=True, tag_field="call", tag="legal"):
    """Ask for the legal actions."""

    expect: LegalExpected
    player: str | None = None


class StatusStep(_Strict, frozen=True, tag_field="call", tag="status"):
    """Ask who is to act and whether it is over; `expect` is a part of the status, or `{"one_of": [parts]}`."""

    expect: dict[str, Any]


class BoardStep(_Strict, frozen=True, tag_field="call", tag="board"):
    """Look at the position; `expect` is a part of it, or `{"one_of": [parts]}`."""

    expect: dict[str, Any]


class ObserveStep(_Strict, frozen=True, tag_field="call", tag="observe"):
    """Look at what one player may know; `expect` is a part of it, or `{"one_of": [parts]}`."""

    viewer: str
    expect: dict[str, Any]


Step = ApplyStep | LegalStep | StatusStep | BoardStep | ObserveStep


class Case(_Strict, frozen=True):
    """One question put to an implementation. Ids never change and are never used again."""

    id: CaseId
    clauses: Annotated[list[ClauseId], msgspec.Meta(min_length=1)]
    modes: Annotated[list[str], msgspec.Meta(min_length=1)]
    position: dict[str, Any]
    steps: Annotated[list[Step], msgspec.Meta(min_length=1)]
    since: str = ""  # this and the next three are needed to publish a case, not to run it
    origin: Literal["written", "computed", ""] = ""
    why: str = ""
    catches: str = ""
    reach: Reach | None = None
    tags: list[str] = []
    aliases: list[CaseId] = []
    requires: dict[str, str | bool | list[str]] = {}
    readings: dict[str, str] = {}
    kills: list[str] = []
    touches: list[ClauseId] = []
    floor: list[str] | None = None

    @property
    def chapter(self) -> str:
        """The middle part of the id."""
        return self.id.split("/")[1]


class Asked(msgspec.Struct, frozen=True):
    """What a case asks and expects, as in `Case`; the way to its position and the words around it are not read."""

    id: CaseId
    clauses: list[str]
    modes: list[str]
    position: dict[str, Any]
    steps: Annotated[list[Step], msgspec.Meta(min_length=1)]
    tags: list[str] = []
    aliases: list[str] = []
    requires: dict[str, str | bool | list[str]] = {}
    readings: dict[str, str] = {}
    reach: msgspec.Raw = msgspec.Raw(b"null")

    @property
    def has_way(self) -> bool:
        """Whether a way to its position is written down."""
        return bytes(self.reach) != b"null"

    @property
    def chapter(self) -> str:
        """The middle part of the id."""
        return self.id.split("/")[1]


class Chapter(_Strict, frozen=True):
    """A file of cases."""

    interpretation: Literal[1]
    game: str
    chapter: str
    cases: list[Case]


class _Head(_Strict, frozen=True):
    """The same without its cases."""

    interpretation: Literal[1]
    game: str
    chapter: str


class _Game(msgspec.Struct):
    """Whose cases they are."""

    game: str


_decode = msgspec.json.Decoder(Case).decode
_decode_asked = msgspec.json.Decoder(Asked).decode
Item = TypeVar("Item")


class CaseFault(Exception):
    """Files of cases that cannot be used; `faults` says all of what is wrong."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(f"{fault.place}  {fault.what}" for fault in faults))
        self.faults = tuple(faults)


def read(path: Path) -> Chapter:
    """The chapter in a file. Raises CaseFault with every case of the file that does not fit, or files.Unreadable."""
    text = files.read_text(path)
    try:
        return msgspec.json.decode(text, type=Chapter)
    except msgspec.ValidationError as error:
        raise CaseFault(_each(path, text, error)) from error
    except msgspec.DecodeError as error:
        raise CaseFault([Fault(str(path), f"is not JSON: {error}", "correct the file")]) from error


class Written:
    """A case as a file has it: what it asks is read at once, all of it only where that is wanted."""

    def __init__(self, path: Path, text: str) -> None:
        self.asked = _decode_asked(text)
        self._path = path
        self._text = text

    def case(self) -> Case:
        """All of it. Raises CaseFault with every case of the file that does not fit."""
        try:
            return _decode(self._text)
        except msgspec.ValidationError as error:
            raise _faulty(self._path, error) from error


def each(path: Path, game: str) -> Iterator[Case]:
    """The cases in a file one after the other, where it is one of the game; a file of any length fits in memory.

    Raises CaseFault, at the first case that does not fit, with every one of the file; or files.Unreadable.
    """
    return _items(path, game, _decode)


def written(path: Path, game: str) -> Iterator[Written]:
    """The same, of each case at first only what it asks and expects. Raises CaseFault, files.Unreadable."""
    return _items(path, game, partial(Written, path))


def _items(path: Path, game: str, decode: Callable[[str], Item]) -> Iterator[Item]:
    items = Items(files.pieces(path), "cases", decode)
    try:
        for number, item in enumerate(items):
            if not number and _game(path, items.head) != game:
                return
            yield item
        msgspec.convert(items.head, _Head)
    except (NotJson, msgspec.ValidationError) as error:
        raise _faulty(path, error) from error


def _game(path: Path, head: dict[str, Any]) -> Any:
    """Whose cases a file holds, by what stands before them, or where something stands behind them, by all of it."""
    behind = len(head) < len(_Head.__struct_fields__)
    return msgspec.json.decode(files.read_text(path), type=_Game).game if behind else head.get("game")


def _faulty(path: Path, error: Exception) -> CaseFault:
    """What is wrong with a file. Raises CaseFault itself where more can be said."""
    read(path)
    return CaseFault([Fault(str(path), str(error), SEE)])


def _each(path: Path, text: str, whole: Exception) -> list[Fault]:
    """One fault for each case that does not fit: the decoder alone stops at the first."""
    value = msgspec.json.decode(text)
    cases = value.get("cases") if is_object(value) else None
    faults = [_fault(path, number, case) for number, case in enumerate(cases if is_list(cases) else [])]
    return [fault for fault in faults if fault] or [Fault(str(path), str(whole), SEE)]


def _fault(path: Path, number: int, value: Any) -> Fault | None:
    try:
        msgspec.convert(value, type=Case)
    except msgspec.ValidationError as error:
        name = value.get("id", f"case {number}") if is_object(value) else f"case {number}"
        return Fault(f"{path} {name}", str(error), SEE)
    return None


SEE = "compare it with section 7 of PROTOCOL.md"


def meaning(case: Case | Asked) -> bytes:
    """What is asked and expected, as canonical JSON: without the words around it and the generated members."""
    kept = (case.id, case.modes, case.tags, case.requires, case.readings, case.position, case.steps)
    return msgspec.json.encode(kept, order="sorted")


def digest(case: Case | Asked) -> str:
    """A fingerprint of `meaning`, 16 hexadecimal digits."""
    return hashlib.blake2b(meaning(case), digest_size=8).hexdigest()


def schema() -> dict[str, Any]:
    """The JSON Schema of a file of cases that can be published."""
    made = msgspec.json.schema(Chapter)
    case = made["$defs"]["Case"]
    case["required"] += TO_PUBLISH
    for name in TO_PUBLISH:
        case["properties"][name] = {"type": "string", "minLength": 1}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A file of conformance cases, interpretation {INTERPRETATION}",
        **made,
    }
