"""A witness as a family of cases: one for each reading, in the form that suites are written in. Nothing is run here."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ruleproof.spec.loading import Rules
from ruleproof.spec.question import Question

from .parting import EVENTS, LEGALITY, Side
from .witness import Parting, Witness

CHAPTER = re.compile(r"[a-z0-9-]+\.json")  # what a file of cases is called
INTERPRETATION = 1
SINCE = "0.1.0"
MOST = 6  # clauses that a case names


def family(rules: Rules, mode: str, chapter: str, question: Question, witness: Witness) -> dict[str, Any]:
    """A file of cases that tell the readings of a question apart; `chapter` is the name of the file.

    Where it is not known what a reading leads to there is no case.
    """
    cases = [
        {"id": f"{rules.name}/{chapter}/{_name(question, parting, number)}", "modes": [mode], **case}
        for parting in witness.partings
        if all(_expects(side, parting) for side in parting.under)
        for number, case in enumerate(_cases(rules, question, parting))
    ]
    return {"interpretation": INTERPRETATION, "game": rules.name, "chapter": chapter, "cases": cases}


def told_apart(witness: Witness) -> bool:
    """Whether cases can say what each reading leads to."""
    return all(_expects(side, parting) for parting in witness.partings for side in parting.under)


def _name(question: Question, parting: Parting, number: int) -> str:
    which = " or ".join(parting.readings).replace(" ", "-")
    return f"{question.id.rsplit('.', 1)[1]}-{which}-as-{parting.readings[number]}"


def _cases(rules: Rules, question: Question, parting: Parting) -> Iterator[dict[str, Any]]:
    one, other = (question.reading(name) for name in parting.readings)
    for number, (mine, theirs) in enumerate(((one, other), (other, one))):
        yield {
            "since": SINCE,
            "clauses": _clauses(rules, question, parting),
            "origin": "computed",
            "why": f"{question.asks} Read as “{mine.name}”: {mine.gloss}",
            "catches": f"Reading it as “{theirs.name}”: {theirs.gloss}",
            "readings": {**parting.given, question.id: mine.name},
            "position": parting.position,
            "reach": None,
            "steps": [*_way(parting), *_last(parting, number)],
        }


def _clauses(rules: Rules, question: Question, parting: Parting) -> list[str]:
    """The clauses that the readings part by; without them those that hang on the question, or cite its sentences."""
    named = dict.fromkeys(clause for side in parting.under for clause in side.clauses)
    hanging = [clause.id for clause in rules.clauses if clause.question == question.id]
    citing = [clause.id for place in question.at for clause in rules.citing(place)]
    return (list(named) or hanging or citing)[:MOST]


def _way(parting: Parting) -> Iterator[dict[str, Any]]:
    for seat, action in parting.actions:
        yield _step(seat, action, {"accepted": True})


def _step(seat: str, action: Mapping[str, Any], expect: Mapping[str, Any]) -> dict[str, Any]:
    return {"call": "apply", **({"player": seat} if seat else {}), "action": dict(action), "expect": dict(expect)}


def _last(parting: Parting, number: int) -> Iterator[dict[str, Any]]:
    side = parting.under[number]
    if parting.how == LEGALITY:
        yield _step(parting.player, parting.action, {"accepted": side.allowed})
    elif parting.how == EVENTS:
        told = {"contains": [_fact(event) for event in side.events]} if side.events else {}
        missed = {"excludes": [_fact(event) for event in parting.under[1 - number].events]} if not told else {}
        yield _step(parting.player, parting.action, {"accepted": True, "events": {**told, **missed}})
    else:
        yield _step(parting.player, parting.action, {"accepted": True})
        if side.part:
            yield {"call": "board", "expect": side.part}
        if side.winner != parting.under[1 - number].winner and side.winner:
            yield {"call": "status", "expect": {"outcome": {"winner": side.winner}}}


def _expects(side: Side, parting: Parting) -> bool:
    """Whether it is known what a reading leads to, and not only what is asked of it."""
    return parting.how != "result" or bool(side.part or side.winner)


def _fact(event: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in event.items() if name != "clauses"}
