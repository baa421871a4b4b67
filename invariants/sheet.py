"""The page of open questions for a rulebook's authors: each in plain words, drawn, with what each reading changes.

One self-contained file of HTML. What is open is gathered elsewhere, and nobody's answer is recorded here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ruleproof.engine.finding import NoEngine
from ruleproof.engine.finding import game as engine_of
from ruleproof.engine.game import Game
from ruleproof.engine.picture import Pictures, pictures
from ruleproof.spec import files
from ruleproof.spec.info import GameInfo, slug
from ruleproof.spec.loading import Rules
from ruleproof.spec.question import Question

from .differing import Outcome, Words, compared
from .flaw import Finding, Shown
from .replaying import Unplayable, loaded

TEMPLATE = Path(__file__).with_name("sheet.html.j2")
KINDS = {
    "ambiguity": "The text can be understood in more than one way.",
    "contradiction": "Two places of the text do not agree.",
    "gap": "The text does not say.",
}
WEIGHTS = (
    ("high", "Questions that change games often"),
    ("medium", "Questions that change games from time to time"),
    ("low", "Questions that come up rarely, or change little"),
)


def page(rules: Rules, asked: Iterable[Finding], texts: Mapping[str, str]) -> str:
    """The page. `asked` are the open questions as findings, in their order; `texts` the sentences in hand, by place."""
    from jinja2 import Environment, StrictUndefined  # only pages need it

    drawn = pictures(rules.name)
    numbered = [_entry(rules, number, one, drawn, texts) for number, one in enumerate(asked, 1)]
    groups = [(says, [one for one in numbered if one["weight"] == weight]) for weight, says in WEIGHTS]
    environment = Environment(undefined=StrictUndefined, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(files.read_text(TEMPLATE)).render(
        title=rules.info.title,
        game=rules.name,
        number=len(numbered),
        groups=[group for group in groups if group[1]],
        legend=drawn.legend if drawn else (),
        quotes=bool(texts),
    )


def _entry(rules: Rules, number: int, one: Finding, drawn: Pictures | None, texts: Mapping[str, str]) -> dict[str, Any]:
    question = rules.question(one.key)
    titles = _titles(rules.info)
    situation = _situation(rules, question, one.witness, drawn)
    return {
        "number": number,
        "question": question,
        "weight": question.weight,
        "kind": KINDS[question.kind],
        "places": [(_place(place, titles), texts.get(place, "")) for place in question.at],
        "taken": next(reading for reading in question.readings if reading.name == question.taken),
        **situation,
    }


# where it is


def _titles(info: GameInfo) -> dict[str, str]:
    """The headings by the path that places have for them, as `Part > Chapter`."""
    found: dict[str, str] = {}
    for document in info.documents:
        above: list[tuple[int, str, str]] = []
        for heading in document.headings:
            above = [one for one in above if one[0] < heading.level]
            above.append((heading.level, heading.slug or slug(heading.title), heading.title))
            path = info.prefix(document) + "/".join(name for _, name, _ in above)
            found.setdefault(path, " > ".join(title for _, _, title in above))
    return found


def _place(place: str, titles: Mapping[str, str]) -> str:
    """A place for people: the headings, then paragraph and sentence."""
    parts = place.split("/")
    paragraph = next((part[1:] for part in parts[-2:] if part[:1] == "p" and part[1:].isdecimal()), "")
    path = "/".join(parts[:-2] if paragraph else parts[:-1])
    told = [titles.get(path, path)] if path else []
    told += [f"paragraph {paragraph}, sentence {parts[-1][1:]}"] if paragraph else ["the heading"]
    return ", ".join(told)


# what it comes to


def _situation(rules: Rules, question: Question, shown: Shown | None, drawn: Pictures | None) -> dict[str, Any]:
    """The drawing and what comes of it under each reading, as far as there is a state that an engine can play."""
    told: dict[str, Any] = {"picture": None, "board": "", "reach": "", "first": (), "outcomes": {}, "read": ()}
    game = _engine(rules.name)
    if game is None or shown is None:
        return told
    try:
        state = loaded(game, {"position": shown.position, "readings": dict(shown.readings)})
        told |= {"picture": drawn.picture(state)} if drawn else {"board": game.draw(state)}
        told |= {"reach": _reached(shown.reach), "read": tuple(_read(rules, shown.readings))}
        if question.id in game.readings:
            parted = compared(game, shown, question.id, Words(drawn))
            told |= {"first": parted.first, "outcomes": _by_name(question, parted.outcomes)}
    except Unplayable:
        return told
    return told


def _reached(reach: str) -> str:
    """Whether play gets there, in a sentence."""
    if reach.startswith("unreachable"):
        return f"Play never comes to just this position ({reach.partition(': ')[2]}); it is drawn because it is plain."
    if reach.startswith("not reached in "):
        return f"In {reach.removeprefix('not reached in ')} played at random no such position came up."
    return "Play comes to such a position." if reach else ""


def _engine(game: str) -> Game[Any, Any] | None:
    try:
        return engine_of(game)
    except NoEngine:
        return None


def _by_name(question: Question, outcomes: Sequence[Outcome]) -> dict[str, Outcome]:
    """The outcomes by the reading's name; the engine knows a reading by its switch."""
    switches = {reading.switch or reading.name: reading.name for reading in question.readings}
    return {switches[one.reading]: one for one in outcomes if one.reading in switches}


def _read(rules: Rules, readings: Iterable[tuple[str, str]]) -> Iterator[str]:
    """How other questions are read in the drawing, in the words of their readings."""
    for name, reading in readings:
        question = rules.question(name)
        gloss = next((one.gloss for one in question.readings if reading in (one.switch, one.name)), reading)
        yield f"{question.asks} Here: {gloss}"
