"""The page of open questions for a rulebook's authors: each in plain words, drawn, with what each reading changes.

One self-contained file of HTML. What is open is gathered elsewhere, and nobody's answer is recorded here.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ruleproof.engine.finding import NoEngine
from ruleproof.engine.finding import game as engine_of
from ruleproof.engine.game import PositionFault
from ruleproof.engine.picture import Board, Picture, Row, pictures
from ruleproof.spec import files
from ruleproof.spec.info import GameInfo, slug
from ruleproof.spec.loading import Rules
from ruleproof.spec.question import Question

from .differing import Outcome, Words
from .exemplifying import Example, examples
from .replaying import Unplayable, loaded
from .witness import Witness

TEMPLATE = Path(__file__).with_name("sheet.html.j2")
KINDS = {
    "ambiguity": "The text can be understood in more than one way.",
    "contradiction": "Two places of the text do not agree.",
    "gap": "The text does not say.",
}
OFTEN, SOMETIMES = "Questions that change games often", "Questions that change games from time to time"
RARELY = "Appendix: questions that come up rarely, or change little"


def page(rules: Rules, asked: Iterable[Question], kept: Mapping[str, Witness], texts: Mapping[str, str]) -> str:
    """The page with these questions, in groups; within one in their order, but each after those it hangs on.

    `kept` are witnesses by question, `texts` the sentences of the rulebook in hand, by place.
    """
    from jinja2 import Environment, StrictUndefined  # only pages need it

    words, titles = _words(rules), _titles(rules.info)
    groups = _groups(rules.info, asked, kept)
    ordered = [question for _, members in groups for question in members]
    numbers = {question.id: number for number, question in enumerate(ordered, 1)}
    entries = {
        question.id: {
            "number": numbers[question.id],
            "question": question,
            "title": _title(rules.info, question),
            "kind": KINDS[question.kind],
            "places": [(_place(place, titles), texts.get(place, "")) for place in question.at],
            "examples": _examples(rules, question, kept.get(question.id), words, numbers),
        }
        for question in ordered
    }
    environment = Environment(undefined=StrictUndefined, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(files.read_text(TEMPLATE)).render(
        title=rules.info.title,
        game=rules.name,
        number=len(ordered),
        groups=[(says, [entries[question.id] for question in members]) for says, members in groups],
        legend=words.pictures.legend if words and words.pictures else (),
        quotes=bool(texts),
    )


# in which order


def _groups(info: GameInfo, asked: Iterable[Question], kept: Mapping[str, Witness]) -> list[tuple[str, list[Question]]]:
    """The questions of the game as it is mostly played by weight, then those of each other mode, then the light."""
    first, *others = info.modes
    groups: dict[str, list[Question]] = {says: [] for says in (OFTEN, SOMETIMES, *map(_mode, others), RARELY)}
    for question in asked:
        mode, heavy = _mode_of(info, question), question.weight == "high"
        weighed = RARELY if question.weight == "low" else OFTEN if heavy else SOMETIMES
        groups[weighed if mode == first or weighed == RARELY else _mode(mode)].append(question)
    return [(says, list(_after_parents(members, kept))) for says, members in groups.items() if members]


def _after_parents(members: Sequence[Question], kept: Mapping[str, Witness]) -> Iterator[Question]:
    """Each after those that its example takes for granted; in a circle the order stays as it is."""
    waiting = {question.id: question for question in members}

    def given(question: Question) -> Iterator[Question]:
        witness = kept.get(question.id)
        names = dict.fromkeys(name for one in witness.partings for name in dict(one.given)) if witness else ()
        for name in names:
            if name in waiting:
                parent = waiting.pop(name)
                yield from given(parent)
                yield parent

    for question in members:
        if waiting.pop(question.id, None):
            yield from given(question)
            yield question


def _mode_of(info: GameInfo, question: Question) -> str:
    """The mode whose name, or its first part, is the question's chapter; else the first mode."""
    return next((mode for mode in info.modes if question.chapter in (mode, mode.split("-")[0])), info.modes[0])


def _mode(name: str) -> str:
    return f"{name.capitalize()} mode"


def _title(info: GameInfo, question: Question) -> str:
    mode = _mode_of(info, question)
    return question.asks if mode == info.modes[0] else f"{_mode(mode)}: {question.asks}"


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


def _examples(
    rules: Rules, question: Question, witness: Witness | None, words: Words | None, numbers: Mapping[str, int]
) -> list[dict[str, Any]]:
    """The plays of the kept witness, drawn, as far as the engine still plays them."""
    if words is None or witness is None:
        return []
    try:
        return [_example(rules, question, one, words, numbers) for one in examples(words, question, witness)]
    except (Unplayable, PositionFault):
        return []


def _example(
    rules: Rules, question: Question, one: Example, words: Words, numbers: Mapping[str, int]
) -> dict[str, Any]:
    state = loaded(words.game, {"position": one.shown.position, "readings": dict(one.shown.readings)})
    switches = {reading.switch or reading.name: reading for reading in question.readings}
    outcomes = [each for each in one.compared.outcomes if each.reading in switches]
    first, outcomes = _shared(one.compared.first, outcomes)
    told = " ".join((*first, *(said for each in outcomes for said in (*each.happens, *each.allows, *each.bars))))
    return {
        "picture": _trimmed(words.pictures.picture(state), told) if words.pictures else None,
        "board": "" if words.pictures else words.game.draw(state),
        "read": tuple(_read(rules, one.shown.readings, numbers)),
        "first": first,
        "outcomes": [(switches[each.reading], each) for each in outcomes],
    }


def _shared(first: Sequence[str], outcomes: Sequence[Outcome]) -> tuple[tuple[str, ...], list[Outcome]]:
    """What happens under every reading, to its last common sentence, and what is left for each."""
    same = 0
    for said in zip(*(each.happens for each in outcomes), strict=False):
        if len(set(said)) > 1:
            break
        same += 1
    common = outcomes[0].happens[:same] if outcomes else ()
    return (*first, *common), [replace(each, happens=each.happens[same:]) for each in outcomes]


def _trimmed(picture: Picture, told: str) -> Picture:
    """Without the rows in which nothing lies but the usual, as far as the words of the example name no place there."""
    names = set(re.findall(r"[\w.]*\w", told))
    boards = [replace(board, rows=tuple(_telling(board, names))) for board in picture.boards]
    return replace(picture, boards=tuple(board for board in boards if board.rows))


def _telling(board: Board, names: set[str]) -> Iterator[Row]:
    apart = False
    for row in board.rows:
        apart = apart or row.apart
        if any((place.card and not place.usual) or place.name in names for place in row.places):
            yield replace(row, apart=apart)
            apart = False


def _words(rules: Rules) -> Words | None:
    try:
        return Words(engine_of(rules.name), pictures(rules.name))
    except NoEngine:
        return None


def _read(
    rules: Rules, readings: Iterable[tuple[str, str]], numbers: Mapping[str, int]
) -> Iterator[tuple[int | None, str, str]]:
    """How other questions are read in an example: numbers, what they ask, the words of the reading."""
    for name, reading in readings:
        question = rules.question(name)
        gloss = next((one.gloss for one in question.readings if reading in (one.switch, one.name)), reading)
        yield numbers.get(name), question.asks, gloss
