"""The cases of a game, as files: which there are, their digest, and the form of its positions. Nothing is run here."""

import fnmatch
import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from operator import eq
from pathlib import Path
from typing import Any, NamedTuple

from ruleproof.spec import files, toml
from ruleproof.spec.fault import nearest
from ruleproof.spec.finding import UnknownGame, folder, games, module, roots

from .bent import BENT, Bent
from .bent import read as read_bent
from .case import Asked, Case, Written, digest, each, written
from .forming import filled, schema
from .matching import encode, same
from .pairs import SECRETS, Pair
from .pairs import read as read_pairs
from .walks import WALKS, Walk
from .walks import read as read_walks

ABOUT = "suite.json"
QUESTIONS = "questions.json"
SETTLED = "settled"  # the status of a question that was answered
Named = Callable[[Asked | Pair | Walk], list[str]]
NOT_CASES = {ABOUT, QUESTIONS, WALKS, SECRETS, BENT}


class Ruling(NamedTuple):
    """How the authors of a rulebook read a question, and where they said so."""

    reading: str
    source: str


class NoSuite(LookupError):
    """There are no cases where they were looked for; the message says where and what to do."""


@dataclass(frozen=True)
class Form:
    """How positions of a game are brought into one form before they are compared. Without a game's own, as they are."""

    read: Callable[[Any], Any] = lambda position: position  # checks it
    filled: Callable[[Any], Any] = lambda read: read  # what was read, in the one form
    alike: Callable[[Any, Any], bool] = same  # two that were read: a quick look, the one form has the last word
    observed: Callable[[Any], Any] = lambda observation: observation
    expected: Callable[[Any], Any] = lambda part: part
    draw: Callable[[Any], str] | None = None
    schema: Callable[[], dict[str, Any]] | None = None
    seats: Callable[[Any], tuple[str, ...]] = lambda _: ()  # the players of a position who may look
    seen: Callable[[Any, str], Any] | None = None  # what one of them may know of it, in the form of an observation

    def whole(self, position: Any) -> Any:
        """A position in the one form. Raises msgspec.ValidationError."""
        return self.filled(self.read(position))

    def same(self, one: Any, other: Any) -> bool:
        """Whether two positions are plainly the same. Raises msgspec.ValidationError."""
        return self.alike(self.read(one), self.read(other))


def form(game: str) -> Form:
    """The form in the game's `position.py`, where it has one: functions, or nothing but a struct `Position`."""
    found = module("conformance", game, "position")
    if found is None:
        return Form()
    if not hasattr(found, "read"):
        whole = partial(filled, position=found.Position)
        return Form(whole, observed=whole, schema=partial(schema, found.Position, f"A position of {game}"))
    own = (found.seats, found.seen) if hasattr(found, "seen") else ()
    return Form(found.read, found.filled, eq, found.observed, found.expected, found.draw, found.schema, *own)


@dataclass(frozen=True)
class Suite:
    """The chapters of a game's cases, in order of their names."""

    game: str
    paths: tuple[Path, ...]
    about: dict[str, Any] = field(default_factory=dict[str, Any])
    walk_files: tuple[Path, ...] = ()
    pair_files: tuple[Path, ...] = ()
    bent_files: tuple[Path, ...] = ()

    @property
    def version(self) -> str:
        """The version of the content."""
        return str(self.about.get("version", "0.0.0"))

    @property
    def named(self) -> dict[str, str]:
        """What reports and `hello` say of it."""
        return {"name": self.game, "version": self.version, "digest": self.digest}

    def cases(self) -> Iterator[Case]:
        """All cases in order, read as they are wanted. Raises CaseFault."""
        for path in self.paths:
            yield from each(path, self.game)

    def written(self) -> Iterator[Written]:
        """The same, of each case at first only what it asks and expects. Raises CaseFault."""
        for path in self.paths:
            yield from written(path, self.game)

    def chosen(self, selection: "Selection") -> Iterator[Case]:
        """The cases that are wanted, in order; of the others only what they ask is read. Raises CaseFault."""
        if selection.everything:
            return self.cases()
        return (one.case() for one in self.written() if selection.wants(one.asked))

    def walks(self) -> Iterator[Walk]:
        """All walks in order. Raises CaseFault."""
        for path in self.walk_files:
            found = read_walks(path)
            yield from found.walks if found.game == self.game else ()

    def pairs(self) -> Iterator[Pair]:
        """All pairs in order. Raises CaseFault."""
        for path in self.pair_files:
            found = read_pairs(path)
            yield from found.pairs if found.game == self.game else ()

    def bent(self) -> Iterator[Bent]:
        """What implementations answered in which one rule was bent. Raises CaseFault."""
        for path in self.bent_files:
            found = read_bent(path)
            yield from found.bent if found.game == self.game else ()

    def beside(self) -> Iterator[Pair | Walk]:
        """What is put beside the cases: pairs, then walks."""
        yield from self.pairs()
        yield from self.walks()

    def everything(self) -> Iterator[Asked | Pair | Walk]:
        """All that can be put, cases by what they ask."""
        yield from (one.asked for one in self.written())
        yield from self.beside()

    @cached_property
    def digest(self) -> str:
        """A fingerprint of what all cases ask and expect, 16 hexadecimal digits."""
        return self._digested(lambda _: None)

    def survey(self, watch: Callable[[Written], None]) -> None:
        """Look at each case once; the digest is found on the way. Raises CaseFault."""
        self.__dict__["digest"] = self._digested(watch)

    def _digested(self, watch: Callable[[Written], None]) -> str:
        total = hashlib.blake2b(digest_size=8)
        for one in self.written():
            total.update(digest(one.asked).encode())
            watch(one)
        for other in self.beside():
            total.update(encode(other))
        return total.hexdigest()

    @cached_property
    def defaults(self) -> dict[str, str]:
        """The default reading of each question."""
        return {one["id"]: taken(one) for one in self._questions}

    @cached_property
    def rulings(self) -> dict[str, Ruling]:
        """The questions that were answered: of these nobody chooses a reading any more."""
        settled = (one for one in self._questions if one.get("status") == SETTLED)
        return {one["id"]: Ruling(one["ruling"], one["answer_source"]) for one in settled}

    @cached_property
    def _questions(self) -> list[dict[str, Any]]:
        near = [path.parent / QUESTIONS for path in self.paths[:1]]
        if near and near[0].is_file():
            beside: list[dict[str, Any]] = files.read_json(near[0])
            return beside
        return questions(self.game)


def questions(game: str) -> list[dict[str, Any]]:
    """The questions of the game's rulebook as they are written, or none where there are none. Raises NoSuite."""
    where = folder("spec", game)
    if where is None or not (where / "questions.toml").is_file():
        return []
    try:
        asked: list[dict[str, Any]] = toml.loads(files.read_text(where / "questions.toml")).get("question", [])
    except toml.TOMLDecodeError as error:
        raise NoSuite(f"{where / 'questions.toml'} is not TOML: {error}") from error
    return asked


def taken(question: dict[str, Any]) -> str:
    """The reading that a question is judged under: the ruling where it is settled, else the default."""
    return str(question["ruling"] if question.get("status") == SETTLED else question["default"])


def find(game: str, path: Path | None = None) -> Suite:
    """The suite of a game: that of all roots, or the one in a file or folder. Raises NoSuite, UnknownGame."""
    if path is not None:
        return _given(game, path)
    folders = [root / "conformance" / game for root in roots()]
    paths = tuple(file for one in folders for file in _chapters(one))
    if not paths:
        if game not in games():
            raise UnknownGame(game)
        raise NoSuite(f"{game} has no cases: they are files conformance/{game}/CHAPTER.json")
    about = next((_about(one) for one in folders if (one / ABOUT).is_file()), dict[str, Any]())
    return Suite(game, paths, about, *_beside(folders))


def _given(game: str, path: Path) -> Suite:
    if path.is_file():
        return Suite(game, (path,))
    where = path / game if (path / game).is_dir() else path
    paths = _chapters(where)
    if not paths:
        raise NoSuite(f"{path} holds no files of cases for {game}")
    return Suite(game, paths, _about(where) if (where / ABOUT).is_file() else {}, *_beside([where]))


def _beside(folders: list[Path]) -> Iterator[tuple[Path, ...]]:
    """The files of walks, of pairs, and of bent implementations."""
    for name in (WALKS, SECRETS, BENT):
        yield tuple(one / name for one in folders if (one / name).is_file())


def _about(where: Path) -> dict[str, Any]:
    about: dict[str, Any] = files.read_json(where / ABOUT)
    return about


def _chapters(where: Path) -> tuple[Path, ...]:
    if not where.is_dir():
        return ()
    found = (path for path in where.glob("*.json") if path.name not in NOT_CASES)
    return tuple(sorted(path for path in found if not path.name.endswith(".schema.json")))


@dataclass(frozen=True)
class Selection:
    """Which cases are wanted: patterns of ids, clauses and chapters; each group that is empty wants all."""

    cases: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    chapters: tuple[str, ...] = ()
    ids: frozenset[str] | None = None

    def wants(self, case: Case | Asked | Pair | Walk) -> bool:
        """Whether a case is among them."""
        return (
            _fits(self.cases, [case.id, case.id.rpartition("/")[2], *case.aliases])
            and _fits(self.clauses, case.clauses)
            and _fits(self.chapters, [case.chapter])
            and (self.ids is None or case.id in self.ids)
        )

    @property
    def everything(self) -> bool:
        """Whether nothing is left out."""
        return not (self.cases or self.clauses or self.chapters) and self.ids is None


def _fits(patterns: tuple[str, ...], names: list[str]) -> bool:
    return not patterns or any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns for name in names)


def unknown(selection: Selection, suite: Suite) -> list[str]:
    """A sentence for each pattern that fits no case, with the nearest name."""
    groups: list[tuple[str, tuple[str, ...], Named]] = [
        ("case", selection.cases, lambda case: [case.id, case.id.rpartition("/")[2], *case.aliases]),
        ("clause", selection.clauses, lambda case: case.clauses),
        ("chapter", selection.chapters, lambda case: [case.chapter]),
    ]
    told = (_unfit(suite, what, one, named) for what, patterns, named in groups for one in patterns)
    return [text for text in told if text]


def _unfit(suite: Suite, what: str, pattern: str, named: Named) -> str:
    if any(fnmatch.fnmatchcase(name, pattern) for case in suite.everything() for name in named(case)):
        return ""
    there = {name for case in suite.everything() for name in named(case)}
    return f"No case fits --{what} {pattern}.{nearest(pattern, sorted(there))}"
