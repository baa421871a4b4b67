"""The page of open questions for a rulebook's authors: each in plain words, drawn, with what each reading changes.

One self-contained file of HTML. What is open is gathered elsewhere, and nobody's answer is recorded here.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ruleproof.engine.finding import NoEngine
from ruleproof.engine.finding import game as engine_of
from ruleproof.engine.game import PositionFault
from ruleproof.engine.picture import pictures
from ruleproof.spec import files
from ruleproof.spec.info import GameInfo, slug
from ruleproof.spec.loading import Rules
from ruleproof.spec.question import Question

from .differing import Words
from .exemplifying import Example, examples
from .replaying import Unplayable, loaded
from .witness import Witness

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


def page(rules: Rules, asked: Iterable[Question], kept: Mapping[str, Witness], texts: Mapping[str, str]) -> str:
    """The page with these questions in their order.

    `kept` are witnesses by question, `texts` the sentences of the rulebook in hand, by place.
    """
    from jinja2 import Environment, StrictUndefined  # only pages need it

    words, titles = _words(rules), _titles(rules.info)
    entries: dict[str, list[dict[str, Any]]] = {weight: [] for weight, _ in WEIGHTS}
    number = 0
    for number, question in enumerate(asked, 1):
        places = [(_place(place, titles), texts.get(place, "")) for place in question.at]
        drawn = _examples(rules, question, kept.get(question.id), words)
        entry = {"number": number, "question": question, "kind": KINDS[question.kind], "places": places}
        entries[question.weight].append({**entry, "taken": question.taken, "examples": drawn})
    environment = Environment(undefined=StrictUndefined, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(files.read_text(TEMPLATE)).render(
        title=rules.info.title,
        game=rules.name,
        number=number,
        groups=[(says, entries[weight]) for weight, says in WEIGHTS if entries[weight]],
        legend=words.pictures.legend if words and words.pictures else (),
        quotes=bool(texts),
    )


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


def _examples(rules: Rules, question: Question, witness: Witness | None, words: Words | None) -> list[dict[str, Any]]:
    """The plays of the kept witness, drawn, as far as the engine still plays them."""
    if words is None or witness is None:
        return []
    try:
        return [_example(rules, question, one, words) for one in examples(words, question, witness)]
    except (Unplayable, PositionFault):
        return []


def _example(rules: Rules, question: Question, one: Example, words: Words) -> dict[str, Any]:
    state = loaded(words.game, {"position": one.shown.position, "readings": dict(one.shown.readings)})
    switches = {reading.switch or reading.name: reading for reading in question.readings}
    return {
        "picture": words.pictures.picture(state) if words.pictures else None,
        "board": "" if words.pictures else words.game.draw(state),
        "read": tuple(_read(rules, one.shown.readings)),
        "met": _met(one),
        "first": one.compared.first,
        "outcomes": [(switches[each.reading], each) for each in one.compared.outcomes if each.reading in switches],
    }


def _met(one: Example) -> str:
    """How often that is met in play, in a sentence."""
    if one.met is None:
        return ""
    return f"In {one.met.parted or 'none'} of {one.met.games} games that chance played it made a difference."


def _words(rules: Rules) -> Words | None:
    try:
        return Words(engine_of(rules.name), pictures(rules.name))
    except NoEngine:
        return None


def _read(rules: Rules, readings: Iterable[tuple[str, str]]) -> Iterator[str]:
    """How other questions are read in an example, in the words of their readings."""
    for name, reading in readings:
        question = rules.question(name)
        gloss = next((one.gloss for one in question.readings if reading in (one.switch, one.name)), reading)
        yield f"{question.asks} Here: {gloss}"
