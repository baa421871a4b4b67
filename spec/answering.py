"""Records what a rulebook's authors answered to a question. What follows from a ruling is not done here."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from . import finding, toml
from .fault import Misused, nearest
from .files import read_text, write_text
from .loading import Rules
from .locating import Table, Written, tables
from .question import Question, Reading
from .untyped import as_dict, as_list

TABLE = "question"


@dataclass(frozen=True)
class Answered:
    """A ruling as it would be written: the question as it was, the reading, the file's new text, and what follows.

    `follows` names the source files of the engine that have the question as a switch, `clauses` what hangs on it.
    """

    question: Question
    reading: Reading
    written: Written
    text: str
    follows: tuple[str, ...]
    clauses: tuple[str, ...]

    def write(self) -> None:
        """Write the file whole. Raises files.Unreadable."""
        write_text(self.written.path, self.text)

    def value(self) -> dict[str, Any]:
        """In JSON values; `by_hand` where nothing takes the reading by itself."""
        told = {"question": self.question.id, "ruling": self.reading.name, "written": str(self.written.path)}
        return {**told, "switches": list(self.follows), "clauses": list(self.clauses), "by_hand": self.by_hand}

    @property
    def by_hand(self) -> bool:
        """Whether what the engine does has to be changed by whoever carries it out: it takes another reading."""
        return not self.follows and self.reading.name != self.question.taken

    def advice(self) -> Iterator[str]:
        """What follows, and what is left to do, as lines for people."""
        game = self.question.id.split(".")[0]
        if self.by_hand:
            yield f"Nothing in the engine names this question; what it carries out is {self.question.taken}. By hand:"
            yield from (f"  {change}" for change in _changes(self.reading))
        elif self.follows:
            yield f"Engine, clauses and checks take it where no reading is asked for ({', '.join(self.follows)})."
        if self.clauses:
            yield f"Clauses that hung on the question: {', '.join(self.clauses)}."
        yield f"`ruleproof verify {game}` shows what was written for another reading."


def answer(rules: Rules, name: str, reading: str, source: str, *, again: bool = False) -> Answered:
    """The ruling that a question is to be read so, as `source` says. Nothing is written before `Answered.write`.

    Raises Misused: no such question or reading, no source, another ruling without `again`, or a file that has to be
    edited by hand.
    """
    question = _question(rules, name)
    chosen = next((one for one in question.readings if one.name == reading), None)
    if chosen is None:
        known = [one.name for one in question.readings]
        raise Misused(f"{name} has no reading {reading!r}.{nearest(reading, known)} It has: {', '.join(known)}")
    if not source.strip():
        raise Misused("--source says who answered, where and when: a ruling without it cannot be checked")
    if question.status == "settled" and question.ruling != reading and not again:
        raise Misused(
            f"{name} was settled as {question.ruling} ({question.answer_source}); give --again to rule otherwise"
        )
    written, number = rules.locate(question)
    members = {"status": "settled", "ruling": reading, "answer_source": " ".join(source.split())}
    text = _edited(written, number, members)
    hanging = tuple(clause.id for clause in rules.clauses if clause.question == name)
    return Answered(question, chosen, written, text, tuple(_switches(rules.name, name)), hanging)


def _question(rules: Rules, name: str) -> Question:
    try:
        return rules.question(name)
    except LookupError as error:
        raise Misused(str(error.args[0])) from error


def _switches(game: str, question: str) -> Iterator[str]:
    """The engine's files that name the question, read as text."""
    folder = finding.folder("engine", game)
    for path in sorted(folder.rglob("*.py")) if folder else ():
        if f'"{question}"' in read_text(path):
            yield f"engine/{game}/{path.relative_to(folder or path).as_posix()}"


def _changes(reading: Reading) -> Iterator[str]:
    """What the reading would change in the clauses, one line each; or that nobody has worked it out."""
    for change in reading.patch or ():
        words = change.model_dump(exclude_none=True, exclude={"clause", "define"}, by_alias=True)
        parts = (" ".join(f"{name} {text}".split()) for name, text in words.items())
        told = "says nothing formal any more" if change.out else "; ".join(parts)
        yield f"{change.clause or change.define}: {told}"
    yield "and the engine with it" if reading.patch else "change the engine, and the clauses where they say otherwise"


# editing


def _edited(written: Written, number: int, members: dict[str, str]) -> str:
    """The text with these members in the number-th question, and nothing else changed. Raises Misused."""
    wanted = "\n".join(f"  {key} = {_quoted(value)}" for key, value in members.items())
    by_hand = Misused(f"{written.place(TABLE, number)} cannot be edited as it is written; put there by hand:\n{wanted}")
    if number >= len(written.tables.get(TABLE, [])):
        raise by_hand
    lines, found = written.text.splitlines(), written.tables[TABLE][number]
    new = [f"{key} = {_quoted(value)}" for key, value in members.items() if key not in found.keys]
    behind = _last(lines, found, written)
    for key in members.keys() & found.keys.keys():
        lines[found.keys[key] - 1] = f"{key} = {_quoted(members[key])}"
    text = "\n".join([*lines[:behind], *new, *lines[behind:]]) + "\n"
    if not _only(written.text, text, number, members):
        raise by_hand
    return text


def _last(lines: list[str], found: Table, written: Written) -> int:
    """The last line of the question's own members: what is inside it as tables, blanks and comments come behind."""
    starts = [table.line for each in tables(written.text).values() for table in each if table.line > found.line]
    line = min(starts, default=len(lines) + 1) - 1
    while line > found.line and (not lines[line - 1].strip() or lines[line - 1].lstrip().startswith("#")):
        line -= 1
    return line


def _only(old: str, new: str, number: int, members: dict[str, str]) -> bool:
    """Whether nothing but these members of that question has changed."""
    try:
        was: dict[str, Any] = toml.loads(old)
        now: dict[str, Any] = toml.loads(new)
    except toml.TOMLDecodeError:
        return False
    as_dict(as_list(was[TABLE])[number]).update(members)
    return was == now


def _quoted(text: str) -> str:
    """A text as a TOML string; JSON's are that too, but for one control character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
