"""What became of an obligation in lines of text, its counterexample drawn and replayed by the engine. Prints none."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ruleproof.engine.explaining import event_in_words, in_words
from ruleproof.engine.finding import NoEngine
from ruleproof.engine.finding import game as engine_of
from ruleproof.engine.game import Game

from .proving import Result
from .replaying import loaded


def told(game: str, result: Result) -> Iterator[str]:
    """An obligation, what came of it, and its counterexample, drawn."""
    yield f"{result.id} is {result.result}{', as it has to be' if result.good else f', expected {result.expected}'}"
    yield f"  {result.says}"
    shown = result.counterexample or {}
    if result.why and not (result.good and "shows" in shown):
        yield f"  {result.why}"
    if "shows" in shown:
        yield f"  {shown['shows']}"
    if shown:
        yield from drawn(game, shown)


def drawn(game: str, shown: Mapping[str, Any]) -> Iterator[str]:
    """A counterexample as the engine draws and tells it, and below it what there is beside it."""
    try:
        engine = engine_of(game)
    except NoEngine:
        yield f"    {in_words(shown)}"
        return
    yield from _situation(engine, shown, shown)
    yield from _replay(shown.get("replay", ()))
    if "beside" in shown:
        yield from ("", "    beside it:")
        yield from _situation(engine, {**shown, **shown["beside"]}, shown["beside"])
        yield from _replay(shown["beside"].get("replay", ()))


def _situation(engine: Game[Any, Any], whole: Mapping[str, Any], given: Mapping[str, Any]) -> Iterator[str]:
    for question, reading in sorted(given.get("readings", {}).items()):
        yield f"    read so: {question} is {reading}"
    if "position" in given:
        board = engine.draw(loaded(engine, whole)).splitlines()
        yield from ("", *(f"    {line}".rstrip() for line in board), "")


def _replay(replay: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for each in replay:
        why = f": {each['why']}" if "why" in each else ""
        yield f"    {each['decision']}: {in_words(each['action'])}{why}"
        yield from (f"        {event_in_words(event)}" for event in each.get("events", ()))
