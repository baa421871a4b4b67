"""Cuts a rulebook into headings, paragraphs and sentences, each with its place. What they mean is not asked here.

The cut is made of parts: lines first (a list item is a line), then sentences within one line, so that no paragraph
changes how another is cut. Headings are not guessed: they are the lines that `game.toml` lists.
"""

import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from .fingerprint import MARKER
from .info import Document, GameInfo, Heading, slug

VERSION = 1
SPACE = r"[\s\ufeff\u200b]"
ABBREVIATIONS = frozenset(
    {"e.g", "i.e", "cf", "vs", "approx", "resp", "incl", "excl", "esp", "ca", "viz", "al", "fig", "figs", "no", "nos"}
    | {"p", "pp", "vol", "ch", "sec", "mr", "mrs", "ms", "dr", "st"}
)
_LINE = re.compile(r"[^\n\r]+")
_BLOCK = re.compile(r"[^\n\r]+(?:(?:\r\n|\n|\r)(?!" + r"[^\S\n\r]*(?:[\n\r]|$))[^\n\r]+)*")
_CORE = re.compile(rf"(?!{SPACE}).+(?<!{SPACE})", re.DOTALL)
_STOP = re.compile(r"[.!?\u2026\u3002\uff01\uff1f]+[\"'\u201d\u2019\u00bb)\]]*")
_WORD = re.compile(r"[\w.]*\Z")
_GAP = re.compile(rf"{SPACE}+")
LONGEST = 12  # characters of an abbreviation that are looked at
_OPEN, _CLOSE = "([{", ")]}"
_STARTS = frozenset("\"'\u201c\u2018\u00ab\u201e\u00bf\u00a1([")


@dataclass(frozen=True, slots=True)
class Piece:
    """One sentence or heading of a text: `text` is exactly `whole[start:end]`."""

    place: str
    text: str
    start: int
    end: int
    heading: bool = False


def segment_all(texts: Mapping[str, str], info: GameInfo) -> tuple[Piece, ...]:
    """The pieces of all documents at hand (name to text), in the order of `game.toml`."""
    return tuple(p for d in info.documents if d.name in texts for p in segment(texts[d.name], d, info.prefix(d)))


def segment(text: str, document: Document, prefix: str = "") -> tuple[Piece, ...]:
    """The pieces of one text in order; whatever lies between them is white space.

    Places: `path/h` for a heading, `path/pN/sM` for a sentence, where the path is the slugs of the headings above.
    """
    return tuple(_placed(text, document, prefix))


def _placed(text: str, document: Document, prefix: str) -> Iterator[Piece]:
    headings = _Headings(document.headings)
    path, paragraph = "", 0
    for start, end in paragraphs(text, wrapped=document.wrapped):
        line = text[start:end]
        if heading := headings.match(line):
            path, paragraph = headings.enter(heading), 0
            yield Piece(f"{prefix}{path}h", line, start, end, heading=True)
            continue
        paragraph += 1
        for number, (a, b) in enumerate(sentences(line), start=1):
            yield Piece(f"{prefix}{path}p{paragraph}/s{number}", line[a:b], start + a, start + b)


def paragraphs(text: str, *, wrapped: bool = False) -> Iterator[tuple[int, int]]:
    """Start and end of each paragraph: a line; where lines are wrapped, a block up to a blank line or list mark."""
    for block in (_BLOCK if wrapped else _LINE).finditer(text):
        for start, end in _items(block[0]) if wrapped else [(0, len(block[0]))]:
            if core := _CORE.search(block[0], start, end):
                yield block.start() + core.start(), block.start() + core.end()


def _items(block: str) -> Iterator[tuple[int, int]]:
    starts = [0] + [m.start() for m in re.finditer(rf"(?<=[\n\r])[^\S\n\r]*(?={MARKER.pattern})", block)]
    yield from zip(starts, [*starts[1:], len(block)], strict=True)


def sentences(line: str) -> Iterator[tuple[int, int]]:
    """Start and end of each sentence of one paragraph that neither starts nor ends with white space."""
    start = 0
    for cut in _cuts(line):
        if core := _CORE.search(line, start, cut):
            yield core.start(), core.end()
        start = cut
    if core := _CORE.search(line, start):
        yield core.start(), core.end()


def _cuts(line: str) -> Iterator[int]:
    """Where a sentence ends and another starts; never inside brackets that close, nor after a list mark."""
    first = mark.end() if (mark := MARKER.match(line)) else 0
    inside = _bracketed(line)
    starts = [start for start, _ in inside]
    ends = {m.end() for m in _STOP.finditer(line, first) if _stops(line, m)} | set(_asides(line, inside))
    for end in sorted(ends):
        bracket = bisect_left(starts, end) - 1
        if end < len(line) and not (bracket >= 0 and end < inside[bracket][1]):
            yield end


def _stops(line: str, mark: re.Match[str]) -> bool:
    if mark[0][0] in "\u3002\uff01\uff1f":
        return True
    gap = _GAP.match(line, mark.end())
    if gap is None:
        return _glued(line, mark)
    word = _WORD.search(line[max(0, mark.start() - LONGEST) : mark.start()])
    if mark[0] == "." and word and word[0].lower() in ABBREVIATIONS:
        return False
    return _opens(line[gap.end() : gap.end() + 1])


def _glued(line: str, mark: re.Match[str]) -> bool:
    """A full stop whose space was forgotten: between a lower-case letter and a capitalised word."""
    before, after = line[mark.start() - 1 : mark.start()], line[mark.end() : mark.end() + 2]
    return mark[0] == "." and before.islower() and after[:1].isupper() and after[1:].islower()


def _opens(letter: str) -> bool:
    """Whether a sentence may start with this character: a capital, digit, quote, bracket or pictogram."""
    return (
        letter in _STARTS or letter.isupper() or letter.isdigit() or unicodedata.category(letter or " ") in {"So", "Lo"}
    )


def _bracketed(line: str) -> list[tuple[int, int]]:
    """Start and end of the outermost brackets that close within the line, one bracket of a kind matching another."""
    pairs: list[tuple[int, int]] = []
    stack: list[int] = []
    for i, letter in enumerate(line):
        if letter in _OPEN:
            stack.append(i)
        elif letter in _CLOSE and stack and _OPEN.index(line[stack[-1]]) == _CLOSE.index(letter):
            start = stack.pop()
            while pairs and pairs[-1][0] > start:
                pairs.pop()
            pairs.append((start, i + 1))
    return pairs


def _asides(line: str, inside: list[tuple[int, int]]) -> Iterator[int]:
    """Where a bracket of several words that itself stands as a sentence ends and a new sentence follows."""
    last = 0
    for start, end in inside:
        before = line[last:start].rstrip()
        alone = before[-1:] in {".", "!", "?"} if before else not last
        gap = _GAP.match(line, end)
        if alone and gap and len(line[start:end].split()) > 1 and line[gap.end() : gap.end() + 1].isupper():
            yield end
        last = end


class _Headings:
    """Knows which lines are headings and which path they open, as the text is read from the start."""

    def __init__(self, listed: Sequence[Heading]) -> None:
        self._listed: dict[tuple[str, int], Heading] = {}
        counted: Counter[str] = Counter()
        for heading in listed:
            title = " ".join(heading.title.split())
            counted[title] = heading.occurrence or counted[title] + 1
            self._listed[title, counted[title]] = heading
        self._seen: Counter[str] = Counter()
        self._open: list[tuple[int, str]] = []
        self._paths: Counter[str] = Counter()

    def match(self, line: str) -> Heading | None:
        title = " ".join(line.split())
        self._seen[title] += 1
        return self._listed.get((title, self._seen[title]))

    def enter(self, heading: Heading) -> str:
        """Close what stands at this level or below, and give the new path, ending in a slash and never given twice."""
        above = [(level, name) for level, name in self._open if level < heading.level]
        parent = "".join(f"{name}/" for _, name in above)
        name = heading.slug or slug(heading.title)
        self._paths[parent + name] += 1
        if (times := self._paths[parent + name]) > 1:
            name = f"{name}-{times}"
        self._open = [*above, (heading.level, name)]
        return f"{parent}{name}/"
