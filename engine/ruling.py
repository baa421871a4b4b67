"""Puts what a rulebook's authors ruled to be right before a game's own defaults. Who ruled is not asked."""

from collections.abc import Iterator, Mapping
from typing import Any

from ruleproof.spec import toml
from ruleproof.spec.files import Unreadable, read_text
from ruleproof.spec.finding import UnknownGame, home
from ruleproof.spec.untyped import as_dict, as_list

FILE = "questions.toml"
SETTLED = "settled"


def ruled(game: str, readings: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
    """The readings of each question, the one that was ruled first where `ruleproof answer` has recorded one.

    A file that cannot be read rules nothing: what is wrong with it is said by `ruleproof check`.
    """
    rulings = dict(_rulings(game))
    return {question: _first(rulings.get(question), names) for question, names in readings.items()}


def _first(ruling: str | None, names: tuple[str, ...]) -> tuple[str, ...]:
    return (ruling, *(name for name in names if name != ruling)) if ruling in names else names


def _rulings(game: str) -> Iterator[tuple[str, str]]:
    """The settled questions, each with the value of the switch that its ruling is."""
    try:
        text = read_text(home(game) / FILE)
        written: dict[str, Any] = toml.loads(text) if SETTLED in text else {}
    except (UnknownGame, Unreadable, toml.TOMLDecodeError):
        return
    for one in map(as_dict, as_list(written.get("question"))):
        if one.get("status") == SETTLED:
            named = (as_dict(reading) for reading in as_list(one.get("readings")))
            switches = {reading.get("name"): reading.get("switch", reading.get("name")) for reading in named}
            yield str(one.get("id")), str(switches.get(one.get("ruling"), ""))
