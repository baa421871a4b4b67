"""All that is found wrong or open in a game's rules, in one list. How it is found is known where it is searched.

Levels: an `error` cannot be right (rules or examples that contradict each other, precedence that leads nowhere), a
`warning` is a rule that does less than it seems to (a hole, a clause that never applies or adds nothing), a `note` is
an open question. Errors and warnings fail until they are mended or accepted; notes never do.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ruleproof.engine.finding import NoEngine
from ruleproof.engine.finding import game as engine_of
from ruleproof.engine.game import Game, PositionFault
from ruleproof.spec.evidence import Evidence, Result, marks
from ruleproof.spec.loading import Rules
from ruleproof.spec.question import Question

from .accepting import Baseline
from .analysing import analyse
from .bearing import Bearing, bearing
from .exemplifying import shown
from .flaw import Finding, Kind, Shown, ordered
from .witness import Parting, witnesses
from .worked import of_examples

WEIGHTS = ("high", "medium", "low")
OUTCOMES: Mapping[Kind, Result] = {  # what a finding says of the clauses that it names
    "conflict": "contradicted",
    "value-conflict": "contradicted",
    "precedence": "contradicted",
    "vacuous": "vacuous",
    "shadowed": "weak",
    "redundant": "weak",
}


def gather(rules: Rules, evidence: Iterable[Evidence] = ()) -> tuple[Finding, ...]:
    """All findings of a game: of its clauses, its worked examples and its open questions, each with what it bears on.

    `evidence` names the tests and proofs that a finding may bear on. Raises files.Unreadable.
    """
    engine = _engine(rules.name)
    found = [*analyse(rules), *(of_examples(rules, engine) if engine else ()), *of_questions(rules)]
    bears = bearing(rules, evidence)
    return ordered(_complete(one, bears) for one in found)


def _engine(game: str) -> Game[Any, Any] | None:
    try:
        return engine_of(game)
    except NoEngine:
        return None


def _complete(one: Finding, bears: Bearing) -> Finding:
    """A finding with the code, the tests and the cases that it touches."""
    named = (one.key, *one.clauses) if one.kind == "question" else one.clauses
    return replace(one, touches=bears.on(named))


# open questions


def open_questions(rules: Rules) -> tuple[Question, ...]:
    """The questions that nobody has answered, the weighty ones first, else as they are written."""
    asked = (question for question in rules.questions if question.status == "open")
    return tuple(sorted(asked, key=lambda question: WEIGHTS.index(question.weight)))


def of_questions(rules: Rules) -> Iterator[Finding]:
    """A note for each question that is open, with the play that is kept in which its readings part."""
    hanging: dict[str, list[str]] = {}
    for clause in rules.clauses:
        if clause.question:
            hanging.setdefault(clause.question, []).append(clause.id)
    kept, engine = witnesses(rules.name), _engine(rules.name)
    for question in open_questions(rules):
        found = kept.get(question.id)
        witness = _shown(engine, found.partings[0]) if engine and found and found.partings else None
        yield _open(rules, question, tuple(hanging.get(question.id, ())), witness)


def _shown(engine: Game[Any, Any], parting: Parting) -> Shown | None:
    try:
        return shown(engine, parting)
    except PositionFault:  # `ruleproof witness` says that it is none any more
        return None


def _open(rules: Rules, question: Question, clauses: tuple[str, ...], witness: Shown | None) -> Finding:
    told = question.model_dump(
        mode="json", include={"id", "weight", "kind", "default", "because", "situation", "reach"}
    )
    readings = [{"name": reading.name, "gloss": reading.gloss} for reading in question.readings]
    return Finding(
        "question",
        "note",
        rules.name,
        clauses,
        question.asks,
        question.at,
        (rules.where(question),),
        witness,
        tuple(_ways_out(question, witness)),
        key=question.id,
        more={"question": {**told, "readings": readings}},
    )


def _ways_out(question: Question, witness: Shown | None) -> Iterator[str]:
    game = question.id.split(".")[0]
    if witness is not None:
        yield f"See what parts its readings: `ruleproof witness {game} {question.id}`"
    for reading in question.readings:
        taken = " (taken so far)" if reading.name == question.taken else ""
        yield f'Answer it: `ruleproof answer {game} {question.id} {reading.name} --source "…"`: {reading.gloss}{taken}'


# what it means for clauses


def evidence(rules: Rules, findings: Iterable[Finding], accepted: Baseline) -> tuple[Evidence, ...]:
    """What findings say of the clauses that they name, as evidence: contradicted, vacuous or weak.

    What was accepted is known, and no contradiction that anybody has to look at: it makes a clause weak.
    """
    return tuple(sorted(set(_lines(rules, findings, accepted))))


def _lines(rules: Rules, findings: Iterable[Finding], accepted: Baseline) -> Iterator[Evidence]:
    known = {clause.id: clause for clause in rules.clauses}
    for one in findings:
        outcome = OUTCOMES.get(one.kind)
        if outcome is None:
            continue
        because = accepted.because(one)
        place = f"finding {one.fingerprint}: {one.kind}" + (f", accepted: {because}" if because else "")
        contradicted = outcome == "contradicted"
        found: Result = "weak" if because and contradicted else outcome
        for name in one.clauses if contradicted else one.clauses[:1]:  # the first is at fault, the others make it so
            if name in known:
                yield Evidence(name, "finding", place, found, marks(known[name]), "analysis")
