"""What each reading of a question makes of one situation, side by side: played by the engine, told in sentences.

The situation is given; how one is found in which readings part is not known here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ruleproof.engine.explaining import event_in_words, in_words, seat_of
from ruleproof.engine.game import Game
from ruleproof.engine.picture import Pictures
from ruleproof.spec.untyped import as_dict

from .flaw import Shown
from .replaying import Told, loaded, play

MOST = 8  # legal actions that are listed for a reading; the rest is counted


@dataclass(frozen=True)
class Outcome:
    """What one reading makes of it: what happens where the readings part, what it allows then and others do not, how
    it ended where that is not the same, and, where nothing else parts them, what `differs` in the position.
    """

    reading: str
    happens: tuple[str, ...]
    allows: tuple[str, ...]
    ended: str
    differs: tuple[str, ...]


@dataclass(frozen=True)
class Compared:
    """What happens under every reading, and then under each."""

    first: tuple[str, ...]
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True)
class Words:
    """How a game's actions and events are said; one that does not say is told by their members."""

    pictures: Pictures | None

    def action(self, seat: str, members: Mapping[str, Any]) -> str:
        """An action in a sentence, without a full stop."""
        return self.pictures.action(seat, members) if self.pictures else f"{seat}: {in_words(dict(members))}"

    def event(self, members: Mapping[str, Any]) -> str:
        """An event in a sentence, or nothing."""
        return self.pictures.event(members) if self.pictures else event_in_words(members)


@dataclass(frozen=True)
class _Played:
    """A reading's way through: the seat of each action and what came of it, and the state at the end."""

    steps: tuple[tuple[str, Told], ...]
    state: Any


def compared(game: Game[Any, Any], shown: Shown, question: str, words: Words) -> Compared:
    """What the readings of a question that the engine has make of a situation. Raises replaying.Unplayable."""
    played = {reading: _played(game, shown, question, reading) for reading in game.readings[question]}
    alike = _alike([each.steps for each in played.values()])
    first = tuple(_told(next(iter(played.values())).steps[:alike], words))
    legal = {reading: _legal(game, each.state, words) for reading, each in played.items()}
    common = frozenset(one for one in next(iter(legal.values())) if all(one in each for each in legal.values()))
    parted = any(len(each.steps) > alike for each in played.values())
    ended = _ended(game, played)
    outcomes = [
        Outcome(
            reading,
            tuple(_told(each.steps[alike:], words)),
            () if parted else _few([one for one in legal[reading] if one not in common]),
            ended.get(reading, ""),
            (),
        )
        for reading, each in played.items()
    ]
    if parted or any(one.allows or one.ended for one in outcomes):
        return Compared(first, tuple(outcomes))
    ends = [game.dump(each.state) for each in played.values()]
    return Compared(first, tuple(_with_ends(outcomes, ends)))


def _played(game: Game[Any, Any], shown: Shown, question: str, reading: str) -> _Played:
    readings = {**dict(shown.readings), question: reading}
    witness = {"position": shown.position, "actions": list(shown.actions), "readings": readings}
    state = loaded(game, witness)
    steps: list[tuple[str, Told]] = []
    for told in play(game, state, witness):
        steps.append((seat_of(game, state, told.action), told))
        state = told.state
    return _Played(tuple(steps), state)


def _alike(ways: Sequence[tuple[tuple[str, Told], ...]]) -> int:
    """How many steps come out the same under every reading."""
    for number, each in enumerate(zip(*ways, strict=True)):
        if len({_result(told) for _, told in each}) > 1:
            return number
    return len(ways[0])


def _result(told: Told) -> str:
    facts = [{name: fact for name, fact in event.items() if name != "clauses"} for event in told.events]
    return repr((told.allowed, facts))


def _told(steps: Iterable[tuple[str, Told]], words: Words) -> Iterator[str]:
    for seat, told in steps:
        done = words.action(seat, told.action)
        yield f"{done}." if told.allowed else f"Not allowed: {done}." + (f" ({told.why}.)" if told.why else "")
        yield from (f"{said}." for event in told.events if (said := words.event(event)))


def _legal(game: Game[Any, Any], state: Any, words: Words) -> tuple[str, ...]:
    seats = game.to_move(state)
    return tuple(words.action(seat, game.write_action(one)) for seat in seats for one in game.actions(state, seat))


def _ended(game: Game[Any, Any], played: Mapping[str, _Played]) -> dict[str, str]:
    """Who has won under each reading, where that is not the same under all."""
    winners = {reading: end.winner if (end := game.outcome(each.state)) else "" for reading, each in played.items()}
    if len(set(winners.values())) == 1:
        return {}
    return {reading: f"{winner} has won" if winner else "nobody has won yet" for reading, winner in winners.items()}


def _few(listed: Sequence[str]) -> tuple[str, ...]:
    more = [f"{len(listed) - MOST} more"] if len(listed) > MOST else []
    return (*listed[:MOST], *more)


def _with_ends(outcomes: Iterable[Outcome], ends: Sequence[dict[str, Any]]) -> Iterator[Outcome]:
    """The outcomes with the members of the position in which the ends are not all alike."""
    leaves = [dict(_leaves(end)) for end in ends]
    ways = sorted({way for each in leaves for way in each if len({repr(one.get(way)) for one in leaves}) > 1})
    for outcome, each in zip(outcomes, leaves, strict=True):
        differs = tuple(f"{way} is {each.get(way, 'not there')}" for way in ways)
        yield replace(outcome, differs=differs)


def _leaves(value: object, way: str = "") -> Iterator[tuple[str, object]]:
    members = as_dict(value)
    if not members:
        yield way, value
    for name, inner in members.items():
        yield from _leaves(inner, f"{way}.{name}" if way else name)
