"""The page of open questions for a rulebook's authors: each in plain words, drawn, with what each reading changes.

One self-contained file of HTML. What is open is gathered elsewhere, and nobody's answer is recorded here.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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
RARELY = "Taken so: tick what is right"


def page(rules: Rules, asked: Iterable[Question], kept: Mapping[str, Witness], texts: Mapping[str, str]) -> str:
    """The page with these questions: the weighty ones in groups, the others as a list to be ticked.

    Within a group each comes after those it hangs on. `kept` are witnesses by question, `texts` the sentences of the
    rulebook in hand, by place.
    """
    from jinja2 import Environment, StrictUndefined  # only pages need it

    words, places = _words(rules), _Places.of(rules)
    groups = _groups(rules.info, asked, kept)
    ordered = [question for _, members in groups for question in members]
    numbers = {question.id: number for number, question in enumerate(ordered, 1)}
    entries = {
        question.id: {
            "number": numbers[question.id],
            "question": question,
            "title": _title(rules.info, question),
            "kind": KINDS[question.kind],
            "taken": question.reading(question.taken),
            "place": [reading.name for reading in question.readings].index(question.taken) + 1,
            "places": [(places.told(place), texts.get(place, "")) for place in question.at],
            "where": places.briefly(question.at),
            **_played(rules, question, kept.get(question.id), words, numbers),
        }
        for question in ordered
    }
    told = [(says, [entries[question.id] for question in members]) for says, members in groups]
    environment = Environment(undefined=StrictUndefined, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(files.read_text(TEMPLATE)).render(
        title=rules.info.title,
        game=rules.name,
        number=len(ordered),
        groups=[(says, members) for says, members in told if says != RARELY],
        ticked=[members for says, members in told if says == RARELY],
        rarely=RARELY,
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


@dataclass(frozen=True)
class _Places:
    """The headings, as `Part > Chapter`, by the path that places have, and how many sentences a paragraph has."""

    titles: Mapping[str, str]
    sentences: Mapping[str, int]

    @classmethod
    def of(cls, rules: Rules) -> "_Places":
        """Those of a rulebook."""
        counted = Counter(one.place.rpartition("/")[0] for one in rules.ledger.sentences)
        return cls(_titles(rules.info), counted)

    def told(self, place: str) -> str:
        """A place for people: the headings, then paragraph and sentence."""
        path, paragraph, sentence = self._parts(place)
        where = f"paragraph {paragraph}, sentence {sentence}" if paragraph else "the heading"
        many = self.sentences.get(place.rpartition("/")[0], 0)
        return ", ".join([*self._heading(path), where + (f" of {many}" if paragraph and many else "")])

    def briefly(self, places: Iterable[str]) -> str:
        """The first place, and how many more there are."""
        first, *more = places
        path, paragraph, _ = self._parts(first)
        heading = [each.rpartition(" > ")[2] for each in self._heading(path)]
        return ", ".join([*heading, *([f"paragraph {paragraph}"] if paragraph else [])]) + (" …" if more else "")

    def _heading(self, path: str) -> list[str]:
        return [self.titles.get(path, path)] if path else []

    def _parts(self, place: str) -> tuple[str, str, str]:
        parts = place.split("/")
        paragraph = next((part[1:] for part in parts[-2:] if part[:1] == "p" and part[1:].isdecimal()), "")
        return "/".join(parts[:-2] if paragraph else parts[:-1]), paragraph, parts[-1][1:]


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


# what it comes to


def _played(
    rules: Rules, question: Question, witness: Witness | None, words: Words | None, numbers: Mapping[str, int]
) -> dict[str, Any]:
    """The plays of the kept witness, drawn, as far as the engine still plays them, and what readings make of each."""
    drawn: list[dict[str, Any]] = []
    if words is not None and witness is not None:
        try:
            drawn = [_example(rules, question, one, words, numbers) for one in examples(words, question, witness)]
        except (Unplayable, PositionFault):
            drawn = []
    for number, one in enumerate(drawn):
        earlier = (other for other, each in enumerate(drawn[:number], 1) if each["picture"] == one["picture"])
        one["again"] = next(earlier, 0) if one["picture"] else 0
    readings = [(reading, [one["outcomes"].get(reading.name) for one in drawn]) for reading in question.readings]
    return {"examples": drawn, "readings": readings}


def _example(
    rules: Rules, question: Question, one: Example, words: Words, numbers: Mapping[str, int]
) -> dict[str, Any]:
    state = loaded(words.game, {"position": one.shown.position, "readings": dict(one.shown.readings)})
    switches = {reading.switch or reading.name: reading.name for reading in question.readings}
    outcomes = [each for each in one.compared.outcomes if each.reading in switches]
    first, outcomes = _shared(one.compared.first, outcomes)
    told = "\n".join((*first, *(said for each in outcomes for said in (*each.says, *each.stands))))
    picture = words.pictures.picture(state) if words.pictures else None
    lacks = words.pictures.lacks if words.pictures else None
    return {
        "picture": _trimmed(picture, told) if picture else None,
        "board": "" if picture else words.game.draw(state),
        "empty": lacks(state, told) if lacks else [],
        "read": tuple(_read(rules, one.shown.readings, numbers)),
        "supposes": tuple(_read(rules, sorted(one.parting.supposes.items()), numbers)),
        "first": first,
        "outcomes": {
            switches[each.reading]: replace(each, stands=each.ends) if _less(each, outcomes) else each
            for each in outcomes
        },
    }


def _less(one: Outcome, outcomes: Sequence[Outcome]) -> bool:
    """Whether all that happens under a reading happens under another one too, with more."""
    return not one.stands and any(set(one.says) < set(other.says) for other in outcomes)


def _shared(first: Sequence[str], outcomes: Sequence[Outcome]) -> tuple[tuple[str, ...], list[Outcome]]:
    """What happens under every reading, to its last common sentence, and what is left for each."""
    same = 0
    for said in zip(*(each.says for each in outcomes), strict=False):
        if len(set(said)) > 1:
            break
        same += 1
    common = outcomes[0].says[:same] if outcomes else ()
    return (*first, *common), [replace(each, says=each.says[same:]) for each in outcomes]


def _trimmed(picture: Picture, told: str) -> Picture:
    """Without the outer rows in which nothing lies but the usual and of which the example names no place."""
    names = set(re.findall(r"[\w.]*\w", told))
    boards = [replace(board, rows=_telling(board, names)) for board in picture.boards]
    return replace(picture, boards=tuple(board for board in boards if board.rows))


def _telling(board: Board, names: set[str]) -> tuple[Row, ...]:
    """The rows from the first to the last that tells something: what lies between is seen to be empty."""
    telling = [
        number
        for number, row in enumerate(board.rows)
        if any((place.card and not place.usual) or place.name in names for place in row.places)
    ]
    return board.rows[telling[0] : telling[-1] + 1] if telling else ()


def _words(rules: Rules) -> Words | None:
    try:
        return Words(engine_of(rules.name), pictures(rules.name))
    except NoEngine:
        return None


def _read(
    rules: Rules, readings: Iterable[tuple[str, str]], numbers: Mapping[str, int]
) -> Iterator[tuple[int | None, str, str]]:
    """How other questions are read in an example: their numbers, what they ask, the words of the reading."""
    for name, reading in readings:
        question = rules.question(name)
        gloss = next((one.gloss for one in question.readings if reading in (one.switch, one.name)), reading)
        yield numbers.get(name), question.asks, gloss
