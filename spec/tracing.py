"""The trace: rule, place, code, tests and verdicts side by side, as a value and a page. It judges nothing."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import files
from .clause import Clause
from .evidence import KINDS, Evidence, Kind, of_code, read
from .formal import read as read_norm
from .ledger import Sentence
from .paraphrasing import paraphrase_norm
from .standing import KIND_OF_NEED, WORDS, Standing, standing

if TYPE_CHECKING:
    from .loading import Rules

TEMPLATE = Path(__file__).with_name("trace.html.j2")


def trace(
    rules: "Rules", lines: Iterable[Evidence], given: Iterable[Kind], texts: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """The whole trace in JSON values.

    `lines` is all evidence, `given` the kinds that were handed over (a kind in `lines` counts as given), `texts` the
    sentences of the rulebook in hand by place, or None where no text was given.
    """
    evidence = _by_clause(lines)
    kinds: set[Kind] = {*given, *(line.kind for own in evidence.values() for line in own)}
    stands = {clause.id: _standing(rules, clause, evidence.get(clause.id, []), kinds) for clause in rules.clauses}
    return {
        "game": rules.name,
        "title": rules.info.title,
        "compared": texts is not None,
        "given": [kind for kind in KINDS if kind in kinds],
        "sentences": {
            "total": len(rules.ledger.sentences),
            "classed": sum(sentence.kind != "unclear" for sentence in rules.ledger.sentences),
        },
        "chapters": sorted({clause.chapter for clause in rules.clauses}),
        "words": list(WORDS),
        "standings": {word: sum(s.word == word for s in stands.values()) for word in WORDS},
        "clauses": [
            _clause(rules, clause, stands[clause.id], evidence.get(clause.id, []))
            for clause in sorted(rules.clauses, key=lambda clause: WORDS.index(stands[clause.id].word))
        ],
        "questions": [question.model_dump(mode="json", exclude_none=True) for question in rules.questions],
        "ledger": _ledger(rules, stands, texts or {}),
    }


def _by_clause(lines: Iterable[Evidence]) -> dict[str, list[Evidence]]:
    found: dict[str, list[Evidence]] = {}
    for line in sorted(set(lines)):
        found.setdefault(line.clause, []).append(line)
    return found


def _standing(rules: "Rules", clause: Clause, own: list[Evidence], kinds: set[Kind]) -> Standing:
    question = rules.question(clause.question) if clause.question else None
    return standing(clause, question, own, kinds)


def _clause(rules: "Rules", clause: Clause, stands: Standing, own: list[Evidence]) -> dict[str, Any]:
    here = {line.kind for line in own}
    return {
        "id": clause.id,
        "chapter": clause.chapter,
        "says": clause.says,
        "kind": clause.kind,
        "modality": clause.modality,
        "modes": list(clause.modes),
        "needs": list(clause.needs),
        "missing": [need for need in clause.needs if not {KIND_OF_NEED[word] for word in need.split("|")} & here],
        "overrides": list(clause.overrides),
        "source": [source.model_dump(mode="json") for source in clause.source],
        "formal": [{"part": part, "text": text} for part, text in clause.expressions],
        "paraphrase": paraphrase_norm(read_norm(clause, rules.vocabulary), rules.vocabulary) if clause.formal else "",
        "question": clause.question,
        "standing": stands.word,
        "reason": stands.reason,
        "evidence": [{"kind": e.kind, "place": e.place, "outcome": e.outcome, "run": e.run} for e in own],
    }


def _ledger(rules: "Rules", stands: Mapping[str, Standing], texts: Mapping[str, str]) -> list[dict[str, Any]]:
    citing: dict[str, list[str]] = {}
    for clause in rules.clauses:
        for place in clause.places:
            citing.setdefault(place, []).append(clause.id)
    waivers = {place: waiver.reason for waiver in rules.waivers for place in rules.waived(waiver)}
    return [_sentence(s, citing.get(s.place, []), stands, waivers, texts) for s in rules.ledger.sentences]


def _sentence(
    sentence: Sentence,
    clauses: list[str],
    stands: Mapping[str, Standing],
    waivers: Mapping[str, str],
    texts: Mapping[str, str],
) -> dict[str, Any]:
    words = [stands[clause].word for clause in clauses]
    worst = min(words, key=WORDS.index) if words else "waived" if sentence.place in waivers else None
    return {
        "at": sentence.place,
        "class": sentence.kind,
        "clauses": clauses,
        "waiver": waivers.get(sentence.place),
        "standing": worst,
    } | ({"text": texts[sentence.place]} if sentence.place in texts else {})


def page(value: Mapping[str, Any]) -> str:
    """The trace as one self-contained page of HTML: no network, no other file."""
    from jinja2 import Environment, StrictUndefined  # only pages need it

    data = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).replace("<", "\\u003c")
    template = Environment(undefined=StrictUndefined, autoescape=True).from_string(files.read_text(TEMPLATE))
    return template.render(title=value["title"], data=_Safe(data))


class _Safe(str):
    """JSON whose `<` are escaped already: nothing in it can end its script element."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


def gather(rules: "Rules", folders: Iterable[Path]) -> tuple[Evidence, ...]:
    """The evidence in the folders and what the engine's source shows. Raises Unusable or files.Unreadable."""
    return (*of_code(rules.name, rules.clauses), *(line for folder in folders for line in read(folder)))
