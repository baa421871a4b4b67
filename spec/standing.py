"""What is known of a clause: one word and its reason, the worst first. Evidence is given; nothing is run here."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from .clause import Clause
from .evidence import Evidence, Kind, marks
from .question import Question

Word = Literal[
    "contradicted",
    "failing",
    "stale",
    "open",
    "uncovered",
    "weak",
    "vacuous",
    "not given",
    "sampled",
    "tested",
    "proved",
    "waived",
]
WORDS: tuple[Word, ...] = get_args(Word)
BEST: tuple[tuple[Kind, Word], ...] = (
    ("proof", "proved"),
    ("case", "tested"),
    ("test", "tested"),
    ("property", "sampled"),
)
KIND_OF_NEED: dict[str, Kind] = {
    "engine": "code",
    "code": "code",
    "test": "test",
    "case": "case",
    "property": "property",
    "proof": "proof",
    "mutant": "mutant",
}


@dataclass(frozen=True)
class Standing:
    """The word that stands for a clause, and why."""

    word: Word
    reason: str


def standing(clause: Clause, question: Question | None, lines: Iterable[Evidence], given: Collection[Kind]) -> Standing:
    """The worst that can be said of the clause.

    `lines` is the evidence about it, `given` the kinds of evidence that were handed over at all: a need whose kind
    was not given reads *not given*, never passed and never missing.
    """
    own = list(lines)
    now = marks(clause)
    against: tuple[tuple[Word, list[Evidence]], ...] = (
        ("contradicted", [line for line in own if line.outcome == "contradicted"]),
        ("failing", [line for line in own if line.outcome == "failed"]),
        ("stale", [line for line in own if line.fp.clause and line.fp.clause != now.clause]),
    )
    for word, found in against:
        if found:
            return Standing(word, _places(found))
    if question is not None and question.status == "open" and question.weight != "low":
        return Standing("open", f"hangs on {question.id}, answered for now as “{question.default}”")
    return _covered(clause, own, given)


def _covered(clause: Clause, own: list[Evidence], given: Collection[Kind]) -> Standing:
    here: set[Kind] = {line.kind for line in own}
    for need in clause.needs:
        kinds = {KIND_OF_NEED[word] for word in need.split("|")}
        if not kinds & here:
            if kinds <= set(given):
                return Standing("uncovered", f"needs {need.replace('|', ' or ')}, and there is none")
            return Standing("not given", f"needs {need.replace('|', ' or ')}, of which no evidence was given")
    thin: tuple[Word, ...] = ("weak", "vacuous")
    for word in thin:
        if found := [line for line in own if line.outcome == word]:
            return Standing(word, _places(found))
    return _best(clause, own, here)


def _best(clause: Clause, own: list[Evidence], here: set[Kind]) -> Standing:
    for kind, word in BEST:
        if kind in here:
            return Standing(word, _places([line for line in own if line.kind == kind]))
    if clause.needs:
        return Standing("weak", f"named in the engine only: {_places(own)}")
    return Standing("waived", clause.notes or "no evidence is due")


def _places(lines: list[Evidence]) -> str:
    first, *more = sorted({line.place for line in lines})
    return first if not more else f"{first} and {len(more)} more"
