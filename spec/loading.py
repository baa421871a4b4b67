"""Reads all that is written about a game, and says every fault of all files at once. Completeness is not asked here."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from . import finding, formal, linking, patching
from .card import Cards
from .clause import Clause, Waiver
from .example import Example
from .fault import Fault, Faulty, nearest
from .files import read_text
from .info import GameInfo
from .ledger import Ledger, read_ledger
from .locating import Written
from .paraphrasing import paraphrase_part
from .parsing import M, entries, single, toml
from .question import Question
from .untyped import as_dict, as_list
from .vocabulary import Vocabulary, read_source

GAME, VOCABULARY, CARDS = "game", "vocabulary", "cards"
NOT_CHAPTERS = frozenset({GAME, VOCABULARY, CARDS, "questions", "examples", "waivers"})
TABLES = ("clause", "waiver", "question", "example")


@dataclass(frozen=True)
class Rules:
    """A game as written: everything holds together, which is not to say that every sentence is accounted for."""

    name: str
    info: GameInfo
    ledger: Ledger
    vocabulary: Vocabulary
    clauses: tuple[Clause, ...]
    waivers: tuple[Waiver, ...]
    questions: tuple[Question, ...]
    examples: tuple[Example, ...]
    cards: Cards
    files: tuple[Written, ...] = ()
    places: dict[tuple[str, str], tuple[Written, int]] = field(
        default_factory=dict[tuple[str, str], tuple[Written, int]]
    )

    @cached_property
    def _clauses(self) -> dict[str, Clause]:
        return {c.id: c for c in self.clauses}

    @cached_property
    def _questions(self) -> dict[str, Question]:
        return {q.id: q for q in self.questions}

    @cached_property
    def _citing(self) -> dict[str, tuple[Clause, ...]]:
        found: dict[str, list[Clause]] = {}
        for clause in self.clauses:
            for place in dict.fromkeys(clause.places):
                found.setdefault(place, []).append(clause)
        return {place: tuple(clauses) for place, clauses in found.items()}

    def clause(self, name: str) -> Clause:
        """The clause of that id. Raises LookupError, which names the nearest."""
        if name in self._clauses:
            return self._clauses[name]
        raise LookupError(f"{self.name} has no clause {name!r}.{nearest(name, self._clauses)}")

    def question(self, name: str) -> Question:
        """The question of that id. Raises LookupError, which names the nearest."""
        if name in self._questions:
            return self._questions[name]
        raise LookupError(f"{self.name} has no question {name!r}.{nearest(name, self._questions)}")

    def citing(self, place: str) -> tuple[Clause, ...]:
        """The clauses that cite a sentence."""
        return self._citing.get(place, ())

    @property
    def cases(self) -> tuple[Question | Example, ...]:
        """Questions and examples: what cites sentences and is no clause."""
        return (*self.questions, *self.examples)

    def waived(self, waiver: Waiver) -> tuple[str, ...]:
        """The places that a waiver covers: those it names, or all that stand under its heading."""
        return waiver.at or tuple(s.place for s in self.ledger.under(waiver.under or ""))

    def paraphrase(self, clause: Clause, part: str) -> str:
        """A formal part of a clause (`do`, `when`, `ensure`, `value`) in English."""
        return paraphrase_part(clause, part, self.vocabulary)

    @property
    def chapters(self) -> tuple[str, ...]:
        """The chapters that have a file, sorted."""
        return tuple(sorted(w.stem for w in self.files if w.stem not in NOT_CHAPTERS))

    def locate(self, entry: Clause | Question | Example | Waiver) -> tuple[Written, int]:
        """The file of an entry, and its number among the entries of its table there, from 0."""
        return self.places[type(entry).__name__.lower(), _name(entry)]

    def where(self, entry: Clause | Question | Example | Waiver, key: str = "", hint: str = "") -> str:
        """`file:line` of an entry, of one of its members, or of the line below that member which holds `hint`."""
        written, number = self.locate(entry)
        return written.place(type(entry).__name__.lower(), number, key, hint)

    @property
    def folder(self) -> Path:
        """The game's folder in the layer of rules."""
        return self.files[0].path.parent


def load(game: str, *, precedence: bool = True) -> Rules:
    """All that is written about a game.

    Raises finding.UnknownGame, files.Unreadable, or Faulty with all the faults of all files; those of `overrides` are
    no faults where `precedence` is False: then somebody else tells them.
    """
    folder = finding.home(game)
    faults: list[Fault] = []
    files = {path.stem: _read(path, game) for path in sorted(folder.glob("*.toml"))}
    info = _single(files, GAME, GameInfo, faults)
    if info is not None and info.name != game:
        faults.append(Fault(files[GAME].place("", 0, "name"), f"name is {info.name!r}, but the folder is {game!r}"))
    ledger = _ledger(folder, game, faults)
    cards = _single(files, CARDS, Cards, faults) if CARDS in files else Cards()
    found = _Entries(game)
    for stem, written in files.items():
        if stem not in {GAME, VOCABULARY, CARDS}:
            found.add(written, faults)
    faults += linking.names(found.named, game)
    vocabulary = _vocabulary(files, faults, found.question)
    if info is None or ledger is None or cards is None or vocabulary is None:
        raise Faulty(faults)
    rules = _rules(game, info, ledger, vocabulary, cards, found, files)
    faults += _formal(rules)
    faults += linking.links(rules, {table: found.ids(table) for table in TABLES})
    faults += linking.precedence(rules, found.ids("clause")) if precedence else ()
    if not faults:  # a patch is read against clauses that are sound
        faults += patching.faults(rules)
    if faults:
        raise Faulty(faults)
    return rules


def _rules(
    game: str,
    info: GameInfo,
    ledger: Ledger,
    vocabulary: Vocabulary,
    cards: Cards,
    found: "_Entries",
    files: dict[str, Written],
) -> Rules:
    return Rules(
        name=game,
        info=info,
        ledger=ledger,
        vocabulary=vocabulary,
        clauses=tuple(found.clause),
        waivers=tuple(found.waiver),
        questions=tuple(found.question),
        examples=tuple(found.example),
        cards=cards,
        files=tuple(files.values()),
        places=found.places,
    )


def _vocabulary(files: dict[str, Written], faults: list[Fault], questions: Sequence[Question]) -> Vocabulary | None:
    """The vocabulary; the readings of questions that play reaches need not be listed there again.

    Where a question is settled its ruling is what a vocabulary takes first, though it lists the default so.
    """
    asked = {each.id: each.names for each in questions if each.reach == "now"}
    settled = {each.id: each.names for each in questions if each.status == "settled"}
    if VOCABULARY not in files:
        return Vocabulary()
    raw = toml(files[VOCABULARY], faults)
    if not raw:
        return None if raw is None else Vocabulary()
    try:
        vocabulary = read_source(files[VOCABULARY].text, files[VOCABULARY].label, asked)
    except Faulty as error:
        faults += error.faults
        return None
    known = vocabulary.readings
    vocabulary.readings = {**known, **{name: settled[name] for name in settled.keys() & known.keys()}}
    return vocabulary


def _formal(rules: Rules) -> Iterator[Fault]:
    """A fault for each formal part of a clause that cannot be read."""
    for clause in rules.clauses:
        if clause.expressions:
            for part, what in formal.faults(clause, rules.vocabulary):
                yield Fault(rules.where(clause, part), f"clause {clause.id}: {part}: {what}")


@dataclass
class _Entries:
    """The entries of all files as they are read, and where each stands."""

    game: str
    clause: list[Clause] = field(default_factory=list[Clause])
    waiver: list[Waiver] = field(default_factory=list[Waiver])
    question: list[Question] = field(default_factory=list[Question])
    example: list[Example] = field(default_factory=list[Example])
    places: dict[tuple[str, str], tuple[Written, int]] = field(
        default_factory=dict[tuple[str, str], tuple[Written, int]]
    )
    named: list[tuple[str, str, Written, int]] = field(default_factory=list[tuple[str, str, Written, int]])

    def add(self, written: Written, faults: list[Fault]) -> None:
        raw = toml(written, faults)
        if raw is None:
            return
        for table in raw.keys() - set(TABLES):
            where = written.place(table) if table in written.tables else written.place("", 0, table)
            faults.append(Fault(where, f"the table {table!r} is unknown here.{nearest(table, TABLES)}"))
        self.clause += self._of(written, "clause", raw, Clause, faults)
        self.waiver += self._of(written, "waiver", raw, Waiver, faults)
        self.question += self._of(written, "question", raw, Question, faults)
        self.example += self._of(written, "example", raw, Example, faults)

    def ids(self, table: str) -> frozenset[str]:
        """Every id of a table, sound or not, so that one fault does not make others."""
        return frozenset(name for kind, name, _, _ in self.named if kind == table)

    def _of(self, written: Written, table: str, raw: dict[str, Any], model: type[M], faults: list[Fault]) -> list[M]:
        if table not in raw:
            return []
        sound = entries(written, table, raw[table], model, faults)
        for number, entry in sound:
            self.places.setdefault((table, _name(entry)), (written, number))
        if table != "waiver":
            named = ((i, str(as_dict(entry).get("id", ""))) for i, entry in enumerate(as_list(raw[table])))
            self.named += [(table, name, written, number) for number, name in named if name]
        return [entry for _, entry in sound]


def _name(entry: object) -> str:
    return repr(entry) if isinstance(entry, Waiver) else str(getattr(entry, "id", ""))


def _read(path: Path, game: str) -> Written:
    return Written(path, f"spec/{game}/{path.name}", read_text(path))


def _single(files: dict[str, Written], stem: str, model: type[M], faults: list[Fault]) -> M | None:
    raw = toml(files[stem], faults)
    return None if raw is None else single(files[stem], raw, model, faults)


def _ledger(folder: Path, game: str, faults: list[Fault]) -> Ledger | None:
    label = f"spec/{game}/ledger.json"
    if not (folder / "ledger.json").is_file():
        faults.append(
            Fault(
                f"{label}:1",
                "is missing",
                "`ruleproof new` writes one from a rulebook; or take it from the game's history.",
            )
        )
        return None
    try:
        return read_ledger(folder / "ledger.json", label)
    except Faulty as error:
        faults += error.faults
        return None
