"""Begins a game from its rulebook: a folder a layer, every sentence still unclear. What one says, people say."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template

from .files import read_text, write_text
from .finding import games
from .fingerprint import fingerprint, normal, similarity
from .info import Document, GameInfo, Heading
from .ledger import Class, Ledger, Sentence, text_of
from .segmenting import VERSION, Piece, segment_all

SKELETONS = Path(__file__).with_name("skeletons")
LONGEST_HEADING = 60
FEW_WORDS = 8
NARROWEST = 35  # characters of a broken line; a list has shorter ones


class Exists(Exception):
    """The game, or a file of it, is there already; nothing is ever written over."""


def fill_ledger(texts: str | Mapping[str, str], info: GameInfo) -> Ledger:
    """The ledger of a rulebook, or of several documents by name: every sentence `unclear`, headings navigation."""
    by_name = {info.documents[0].name: texts} if isinstance(texts, str) else texts
    return Ledger(VERSION, tuple(entry(piece, info) for piece in segment_all(by_name, info)))


def entry(piece: Piece, info: GameInfo) -> Sentence:
    """A ledger's entry for a piece, not yet classed."""
    kind = Class.NAVIGATION if piece.heading else Class.UNCLEAR
    key = info.document_of(piece.place).key
    return Sentence(piece.place, fingerprint(piece.text, key), len(normal(piece.text)), similarity(piece.text), kind)


def guess_headings(text: str) -> tuple[Heading, ...]:
    """The lines that look like headings: short, alone between blank lines, and not ending in a mark.

    `Market - Prices` after a heading `Market` is one level below it.
    """
    found: list[Heading] = []
    for line in _alone(text):
        above = next((h for h in reversed(found) if line.startswith(f"{h.title} - ")), None)
        found.append(Heading(title=line, level=above.level + 1 if above else 1))
    return tuple(found)


def _alone(text: str) -> Iterator[str]:
    for block in re.split(r"\n\s*\n", text.replace("\r\n", "\n")):
        lines = [line for line in block.split("\n") if line.strip()]
        if len(lines) == 1 and _like_a_heading(lines[0].strip()):
            yield lines[0].strip()


def _like_a_heading(line: str) -> bool:
    short = len(line) <= LONGEST_HEADING and len(line.split()) <= FEW_WORDS
    return short and (line[0].isupper() or line[0].isdigit()) and line[-1] not in ".,;:!?"


def is_wrapped(text: str) -> bool:
    """Whether lines look broken at a width: most that are not the last of their block are long and go on below."""
    blocks = [block.split("\n") for block in re.split(r"\n\s*\n", text.strip())]
    inner = [line for block in blocks for line in block[:-1]]
    longest = max((len(line) for block in blocks for line in block), default=0)
    running = [line for line in inner if line.rstrip()[-1:] not in {".", ":", ";", "!", "?"}]
    return bool(inner) and longest <= 130 and len(running) * 2 > len(inner) and _lengths_agree(running)


def _lengths_agree(lines: Sequence[str]) -> bool:
    widest = max(map(len, lines))
    return widest >= NARROWEST and sum(len(line) > widest * 0.7 for line in lines) * 2 > len(lines)


@dataclass(frozen=True)
class Begun:
    """A game as it begins: each file with its text, and what was found in the rulebook."""

    game: str
    into: Path
    files: Mapping[Path, str]
    sentences: int
    headings: int

    def write(self) -> None:
        """Write the files. Raises Exists before anything is written, files.Unreadable where one cannot be."""
        if there := sorted(path for path in self.files if path.exists()):
            raise Exists(f"{there[0]} exists already, and `new` writes over nothing: choose another name or --into")
        if self.game in games():
            raise Exists(f"{self.game} is a game already (see `ruleproof games`): choose another name")
        for path, text in self.files.items():
            write_text(path, text)


def begin(game: str, title: str, rulebook: Path, into: Path) -> Begun:
    """The files of a new game, from its rulebook. Raises files.Unreadable, and pydantic's error for a wrong name."""
    text, title = read_text(rulebook), " ".join(title.split())
    headings, wrapped = guess_headings(text), is_wrapped(text)
    document = Document(key=game, title=title, file=rulebook.name, wrapped=wrapped, headings=headings)
    info = GameInfo(name=game, title=title, modes=("standard",), documents=(document,))
    ledger = fill_ledger(text, info)
    files = {into / layer / game / name: made for layer, name, made in _skeletons(info)}
    files[into / "spec" / game / "ledger.json"] = text_of(ledger)
    return Begun(game, into, files, len(ledger.sentences), len(headings))


def ledger_anew(info: GameInfo, texts: Mapping[str, str], old: Ledger) -> Ledger:
    """The ledger after the headings were changed: new places, and the class of every sentence that is still there."""
    classes: dict[str, list[Class]] = {}
    for sentence in old.sentences:
        classes.setdefault(sentence.fp, []).append(sentence.kind)
    made = fill_ledger(texts, info)
    return Ledger(VERSION, tuple(_classed(sentence, classes) for sentence in made.sentences))


def _classed(sentence: Sentence, classes: Mapping[str, list[Class]]) -> Sentence:
    known = classes.get(sentence.fp)
    if sentence.kind is Class.NAVIGATION or not known:
        return sentence
    kind = known.pop(0) if len(known) > 1 else known[0]
    return Sentence(sentence.place, sentence.fp, sentence.length, sentence.like, kind)


def _skeletons(info: GameInfo) -> Iterator[tuple[str, str, str]]:
    """Layer, name and text of every file that a game begins with."""
    words = _words(info)
    in_python = {**words, "title": info.title.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')}
    for path in sorted(SKELETONS.glob("*/*.txt")):
        name = path.name.removesuffix(".txt")
        told = in_python if name.endswith(".py") else words
        yield path.parent.name, name, Template(read_text(path)).substitute(told)


def _words(info: GameInfo) -> dict[str, str]:
    document = info.documents[0]
    lines = [f"  {{ level = {h.level}, title = {_quoted(h.title)} }},\n" for h in document.headings]
    return {
        "game": info.name,
        "title": info.title,
        "quoted_title": _quoted(info.title),
        "quoted_file": _quoted(document.file),
        "segmenter": str(VERSION),
        "wrapped": str(document.wrapped).lower(),
        "headings": "".join(lines),
    }


def _quoted(text: str) -> str:
    """A text as TOML and JSON both write it."""
    return json.dumps(text, ensure_ascii=False)
