"""Whether the project speaks in its own words, and only of what the cited sentences say. It needs the text."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from .clause import Clause
from .fault import Fault
from .locating import Written

if TYPE_CHECKING:
    from .loading import Rules

RUN = 8
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_DIGITS = {word: str(number) for number, word in enumerate(_NUMBERS, start=2)}


def words(text: str) -> list[str]:
    """The words of a text in lower case, without any mark between them."""
    return [m[0].lower().replace("\u2019", "'") for m in _WORD.finditer(text)]


def runs(text: str, length: int = RUN) -> frozenset[str]:
    """Every run of that many words that a text has, across sentences and paragraphs."""
    found = words(text)
    return frozenset(" ".join(found[i : i + length]) for i in range(len(found) - length + 1))


def copied(files: Iterable[Written], texts: Mapping[str, str]) -> Iterator[Fault]:
    """Where a file has eight words in a row of a rulebook; one fault for each stretch."""
    known = frozenset(run for text in texts.values() for run in runs(text))
    for written in files:
        yield from _copied(written, known)


def _copied(written: Written, known: frozenset[str]) -> Iterator[Fault]:
    marks = list(_WORD.finditer(written.text))
    stream = [m[0].lower().replace("\u2019", "'") for m in marks]
    last = -RUN
    for i in range(len(stream) - RUN + 1):
        if " ".join(stream[i : i + RUN]) not in known:
            continue
        if i > last + 1:
            line = written.text.count("\n", 0, marks[i].start()) + 1
            quoted = " ".join(stream[i : i + RUN])
            yield Fault(
                f"{written.label}:{line}", f"has {RUN} words in a row of the rulebook: {quoted}", "Say it otherwise."
            )
        last = i


def unfounded(rules: "Rules", sentences: Mapping[str, str]) -> Iterator[Fault]:
    """Numbers and defined terms that a clause says and no sentence it cites has.

    `sentences` is the text by the ledger's places; a clause none of whose sentences are at hand is left out. The
    headings above a cited sentence count as cited.
    """
    for clause in rules.clauses:
        cited = [sentences[at] for at in _context(clause) if at in sentences]
        if not any(at in sentences for at in clause.places):
            continue
        have = _numbers(" ".join(cited))
        for number in sorted(_numbers(clause.says) - have):
            yield _unfounded(rules, clause, f"the number {number}")
        for term, forms in rules.info.terms.items():
            if _has(clause.says, [term]) and not _has(" ".join(cited), [term, *forms]):
                yield _unfounded(rules, clause, f"the term {term!r}")


def _unfounded(rules: "Rules", clause: Clause, what: str) -> Fault:
    told = f"clause {clause.id} says {what}, which stands in no sentence that it cites"
    return Fault(rules.where(clause, "says"), told, "Cite the sentence that has it, or leave it out.")


def _context(clause: Clause) -> list[str]:
    """The places a clause cites, and the headings above them."""
    found = list(clause.places)
    for place in clause.places:
        parts = place.split("/")
        found += ["/".join(parts[:i]) + "/h" for i in range(1, len(parts) - 1)]
    return found


def _numbers(text: str) -> frozenset[str]:
    """The numbers from two up, in digits or words; "one" is seldom a number, and zero is said in many ways."""
    return frozenset(_DIGITS.get(w, w) for w in words(text) if w in _DIGITS or (w.isdigit() and int(w) > 1))


def _has(text: str, forms: Iterable[str]) -> bool:
    found = f" {' '.join(words(text))} "
    return any(re.search(rf" {re.escape(' '.join(words(form)))}(s|es|'s)? ", found) for form in forms)
