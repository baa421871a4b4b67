"""A worked example played out: which of its claims come true, also with other numbers. Nothing is judged here.

A fact about an event makes a claim of each number in it, so that `power 3, total 7` may be wrong in one of the two.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeAlias

from ruleproof.engine.dealing import NOBODY
from ruleproof.engine.decision import Allowed
from ruleproof.engine.explaining import event_in_words, in_words
from ruleproof.engine.game import Game, PositionFault, Unreadable
from ruleproof.spec.example import OTHER, Example, Expected, Lies, Stated, standing_at
from ruleproof.spec.untyped import as_dict, as_list

from .repairing import Claims, largest
from .shape import is_object

Numbers: TypeAlias = Mapping[str, int | str]  # by the way into the position


@dataclass(frozen=True)
class Claim:
    """One thing that an example says: `name` tells it apart, `fact` is the fact it belongs to, `at` its sentence."""

    name: str
    fact: str
    at: str
    says: str


@dataclass(frozen=True)
class Number:
    """A number of the position, or a word, with what it is as written and what facts say that it is."""

    where: str
    own: int | str
    stated: tuple[Stated, ...] = ()

    def put(self, position: object, value: int | str) -> None:
        """Write it into a position."""
        way, _, last = self.where.rpartition(".")
        inner = standing_at(position, way) if way else position
        written = self.stated[0].written(value) if self.stated else value
        if isinstance(inner, list):
            inner[int(last)] = written
        elif isinstance(inner, dict):
            inner[last] = written


@dataclass(frozen=True)
class Told:
    """What came of an example: the claims that came true at once, more sets than one where events are alike.

    `seen` says of each claim what was there instead, or that it was so.
    """

    together: tuple[Claims, ...]
    seen: Mapping[str, str]

    def all_of(self, claims: Iterable[str]) -> bool:
        """Whether these claims came true at once."""
        return any(frozenset(claims) <= one for one in self.together)


@dataclass
class _Play:
    """One way through the example: the states behind each action, the events, and which actions were legal."""

    states: list[Any]
    events: list[dict[str, Any]]
    legal: list[bool]


class Retelling:
    """An example, ready to be played with other numbers. Raises nothing on its own; see `told`."""

    def __init__(
        self, game: Game[Any, Any], example: Example, mode: str, readings: Mapping[str, str] | None = None
    ) -> None:
        self.game, self.example, self.mode, self.readings = game, example, mode, readings or {}
        self.numbers = {number.where: number for number in _numbers(example)}
        self.claims = (*_of_position(example), *_of_actions(example), *_of_outcome(example))

    def position(self, numbers: Numbers) -> dict[str, Any]:
        """The position with these numbers in place of its own."""
        position = self.example.given.start
        for where, value in numbers.items():
            self.numbers[where].put(position, value)
        return position

    def told(self, numbers: Numbers) -> Told | None:
        """What comes of the example with these numbers in place of its own; None where that is no position."""
        try:
            state = self.game.load(self.position(numbers), self.mode, self.readings)
        except (PositionFault, ValueError):
            return None
        play = self._play(state)
        fixed = dict(self._fixed(play, numbers))
        seen = {claim: str(value) for claim, (_, value) in fixed.items()}
        held = frozenset(claim for claim, (true, _) in fixed.items() if true)
        choices: list[tuple[Claims, ...]] = []
        for fact in self.example.expect.facts:
            if fact.event is not None:
                alike = [event for event in play.events if _within(_who(fact.event), event)]
                seen |= {name: _met(alike, member) for name, member in _members(fact)}
                choices.append(largest(_true(fact, event) for event in alike) or (frozenset(),))
        return Told(tuple(held.union(*chosen) for chosen in product(*choices)), seen)

    def _play(self, state: Any) -> _Play:
        play = _Play([state], [], [])
        for given in self.example.given.actions:
            seats = self.game.to_move(state)
            seat = str(given.get("player", seats[0] if seats else NOBODY))
            action = self.game.read_action(given)
            good = not isinstance(action, Unreadable) and isinstance(self.game.decide(state, seat, action), Allowed)
            if good:
                step = self.game.apply(state, seat, action)
                state = step.state
                play.events += [self.game.write_event(event) for event in step.events]
            play.states.append(state)
            play.legal.append(good)
        return play

    def _fixed(self, play: _Play, numbers: Numbers) -> Iterator[tuple[str, tuple[bool, object]]]:
        """Of each claim that no event decides, whether it came true and what was seen."""
        for stated in self.example.given.facts:
            value = numbers.get(stated.where, self.numbers[stated.where].own)
            yield stated.name, (value == stated.value, value)
        for number, good in enumerate(play.legal, 1):
            yield f"action-{number}", (good, "legal" if good else "refused")
        for fact in self.example.expect.facts:
            if fact.event is None:
                yield fact.name, self._looked(fact, play)

    def _looked(self, fact: Expected, play: _Play) -> tuple[bool, object]:
        if fact.accepted is not None:
            done = any(
                good
                for given, good in zip(self.example.given.actions, play.legal, strict=True)
                if given == fact.accepted
            )
            return done, "legal" if done else "refused"
        if fact.excludes is not None:
            state = play.states[fact.after or 0]
            listed = [
                self.game.write_action(one)
                for seat in self.game.to_move(state)
                for one in self.game.actions(state, seat)
            ]
            there = [action for action in listed if _within(fact.excludes, action)]
            return not there, _list(map(in_words, there)) or "none is legal"
        position = self.game.dump(play.states[-1 if fact.after is None else fact.after])
        if fact.lies is not None:
            found = _ids(standing_at(position, fact.lies.where))
            return _lie(fact.lies, found), found
        return _within(fact.holds, position), _shown(fact.holds, position)


# what an example claims


def _numbers(example: Example) -> Iterator[Number]:
    """The numbers of the position: those that facts state, and the integers that stand there beside them."""
    start = example.given.start
    stated: dict[str, list[Stated]] = {}
    for fact in example.given.facts:
        stated.setdefault(fact.where, []).append(fact)
    for where, facts in stated.items():
        own = facts[0].read(standing_at(start, where))
        assert own is not None  # the example's own check
        yield Number(where, own, tuple(facts))
    yield from (Number(where, value) for where, value in _integers(start) if where not in stated)


def _integers(value: object, way: str = "") -> Iterator[tuple[str, int]]:
    if isinstance(value, int) and not isinstance(value, bool):
        yield way, value
    for name, inner in [*as_dict(value).items(), *enumerate(as_list(value))]:
        yield from _integers(inner, f"{way}.{name}" if way else str(name))


def _of_position(example: Example) -> Iterator[Claim]:
    for fact in example.given.facts:
        yield Claim(fact.name, fact.name, fact.at, f"{fact.where} is {fact.value}")


def _of_actions(example: Example) -> Iterator[Claim]:
    for number, action in enumerate(example.given.actions, 1):
        yield Claim(f"action-{number}", "", example.at[0], f"{in_words(action)} is legal")


def _of_outcome(example: Example) -> Iterator[Claim]:
    for fact in example.expect.facts:
        if fact.event is None:
            yield Claim(fact.name, fact.name, fact.at, _said(fact))
            continue
        who = event_in_words(_who(fact.event))
        for name, member in _members(fact):
            yield Claim(
                name, fact.name, fact.at, who + (f": {member} is {_value(fact.event[member])}" if member else "")
            )


def _said(fact: Expected) -> str:
    when = f" after {fact.after} actions" if fact.after else ""
    if fact.accepted is not None:
        return f"{in_words(fact.accepted)} is legal"
    if fact.excludes is not None:
        return f"no {in_words(fact.excludes)} is legal{when}"
    if fact.lies is not None:
        return f"{fact.lies.where} holds {_list(fact.lies.cards)}{when}"
    return f"{_list(f'{way} is {value}' for way, value in _leaves(fact.holds))}{when}"


def _who(event: Mapping[str, Any]) -> dict[str, Any]:
    """The members of an event that tell which one is meant: all but its numbers."""
    return {name: value for name, value in event.items() if not _is_number(value)}


def _is_number(value: object) -> bool:
    return (isinstance(value, int) and not isinstance(value, bool)) or set(as_dict(value)) == {OTHER}


def _members(fact: Expected) -> Iterator[tuple[str, str]]:
    """The claims of a fact about an event, by name, each with its number; one without, where there is no number."""
    numbers = [name for name, value in (fact.event or {}).items() if _is_number(value)]
    if len(numbers) > 1:
        yield from ((f"{fact.name}.{number}", number) for number in numbers)
    else:
        yield fact.name, numbers[0] if numbers else ""


def _true(fact: Expected, event: Mapping[str, Any]) -> Claims:
    """The claims of a fact that this event bears out."""
    asked = fact.event or {}
    return frozenset(name for name, member in _members(fact) if not member or _is(asked[member], event, member))


def _is(asked: object, event: Mapping[str, Any], member: str) -> bool:
    other = as_dict(asked).get(OTHER)
    return member in event and event[member] == (event.get(str(other)) if other is not None else asked)


def _met(alike: list[dict[str, Any]], member: str) -> str:
    """What such events had there."""
    if not alike:
        return "nothing of the kind happens"
    return _list(dict.fromkeys(str(event.get(member)) for event in alike)) if member else "it happens"


def _value(asked: object) -> str:
    other = as_dict(asked).get(OTHER)
    return f"its {other}" if other is not None else str(asked)


# looking at positions


def _within(part: object, whole: object) -> bool:
    """Whether all that is named is there; of a member that is not named nothing is asked."""
    if not is_object(part):
        return part == whole
    here = as_dict(whole)
    return all(name in here and _within(value, here[name]) for name, value in part.items())


def _lie(asked: Lies, found: list[Any]) -> bool:
    return sorted(found) == sorted(asked.cards) if asked.unordered else found == list(asked.cards)


def _ids(cards: object) -> list[Any]:
    return [card.get("id") if is_object(card) else _ids(card) for card in as_list(cards)]


def _leaves(value: object, way: str = "") -> Iterator[tuple[str, object]]:
    if is_object(value):
        for name, inner in value.items():
            yield from _leaves(inner, f"{way}.{name}" if way else name)
    else:
        yield way, value


def _shown(asked: object, position: object) -> str:
    return _list(f"{way} is {standing_at(position, way)}" for way, _ in _leaves(asked))


def _list(values: Iterable[object]) -> str:
    return ", ".join(str(value) for value in values)
