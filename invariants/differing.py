"""What each reading of a question makes of one situation, side by side, in sentences: played by the engine.

The situation is given; how one is found in which readings part is not known here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ruleproof.engine.explaining import event_in_words, in_words, seat_of
from ruleproof.engine.game import Game
from ruleproof.engine.picture import Picture, Pictures, Place

from .flaw import Shown
from .replaying import Told, loaded, play
from .shape import is_object

MOST = 6  # sentences on what may be done under a reading; the rest is counted


@dataclass(frozen=True)
class Outcome:
    """What one reading makes of it, in sentences: what happens where the readings part, what waits or may be done then
    and not under others, how it ended where that is not the same, and, where nothing else parts them, how things stand.

    `ends` is how things stand in any case, as far as that is not the same under all. `refused`: something is not
    allowed under it.
    """

    reading: str
    says: tuple[str, ...] = ()
    stands: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    refused: bool = False

    @property
    def said(self) -> tuple[object, ...]:
        """What is so, whatever the reason: equal where two readings are not told apart."""
        return self.says, self.stands


@dataclass(frozen=True)
class Compared:
    """What happens under every reading, and then under each."""

    first: tuple[str, ...]
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True)
class Words:
    """How a game's actions, events and positions are said; a game that does not say is told by its JSON."""

    game: Game[Any, Any]
    pictures: Pictures | None = None

    def action(self, seat: str, members: Mapping[str, Any]) -> str:
        """An action in a sentence, without a full stop."""
        return self.pictures.action(seat, members) if self.pictures else f"{seat}: {in_words(dict(members))}"

    def event(self, members: Mapping[str, Any]) -> str:
        """An event in a sentence, or nothing."""
        return self.pictures.event(members) if self.pictures else event_in_words(members)

    def choices(self, seat: str, many: Sequence[Mapping[str, Any]], *, allowed: bool) -> list[str]:
        """That actions may be done or may not, like ones in one sentence; nothing of what need not be said."""
        if self.pictures is None or self.pictures.choices is None:
            said = [self.action(seat, members) for members in many]
            return said if allowed else [f"Not allowed: {each}" for each in said]
        return self.pictures.choices(seat, many, allowed)

    def waits(self, state: Any) -> list[str]:
        """What waits for a choice, in sentences."""
        return list(self.pictures.waits(state)) if self.pictures and self.pictures.waits else []

    def denied(self, note: str, told: str) -> str:
        """That a note is not so, behind what was told."""
        return f"{self._not_so(note.rstrip('.'), told)}."

    def _not_so(self, note: str, told: str = "") -> str:
        said = self.pictures.denied if self.pictures else None
        return said(note, told) if said else f"{NOT_SO}{note}"

    def told(self, steps: Iterable[tuple[str, Told]]) -> Iterator[str]:
        """Each step, with the seat that takes it, and what happens then; or that it is not allowed."""
        for seat, told in steps:
            done = self.action(seat, told.action)
            yield f"{done}." if told.allowed else f"Not allowed: {done}."
            yield from (f"{said}." for event in told.events if (said := self.event(event)))

    def unlike(self, states: Sequence[Any]) -> list[tuple[str, ...]]:
        """Of each state what stands there otherwise than in another one."""
        if self.pictures is None:
            return _unlike([dict(_leaves(self.game.dump(state))) for state in states])
        return _unlike_pictures([self.pictures.picture(state) for state in states], self._not_so)


# readings that the engine follows


@dataclass(frozen=True)
class _Played:
    """A reading's way through: the seat of each action and what came of it, and the state at the end."""

    steps: tuple[tuple[str, Told], ...]
    state: Any


def compared(words: Words, shown: Shown, question: str) -> Compared:
    """What the readings of a question that the engine has make of a situation. Raises replaying.Unplayable."""
    game = words.game
    played = {reading: _played(game, shown, {question: reading}) for reading in game.readings[question]}
    alike = _alike([each.steps for each in played.values()])
    happened = {reading: (*words.told(each.steps[alike:]), *_instead(words, each)) for reading, each in played.items()}
    afterwards = _waiting(words, played, happened) or _doing(words, played, parted=any(happened.values()))
    ended = _ended(game, played)
    outcomes = [
        Outcome(
            reading,
            tuple(dict.fromkeys((*happened[reading], *afterwards.get(reading, ()), *_then(ended, reading)))),
            refused=not all(told.allowed for _, told in each.steps),
        )
        for reading, each in played.items()
    ]
    same = len({outcome.said for outcome in outcomes}) == 1
    unlike = words.unlike([each.state for each in played.values()])
    outcomes = [
        replace(outcome, ends=stands, stands=stands if same else ())
        for outcome, stands in zip(outcomes, unlike, strict=True)
    ]
    return Compared(tuple(words.told(next(iter(played.values())).steps[:alike])), tuple(outcomes))


def _waiting(
    words: Words, played: Mapping[str, "_Played"], happened: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """What waits at the end under one reading and not under another; nothing where that is the same for all.

    That it does not wait is said only where nothing else tells two readings apart.
    """
    waits = {reading: words.waits(each.state) for reading, each in played.items()}
    every = dict.fromkeys(said for each in waits.values() for said in each)
    telling = [said for said in every if not all(said in each for each in waits.values())]
    found: dict[str, tuple[str, ...]] = {}
    for reading in waits if telling else ():
        own = [said for said in telling if said in waits[reading]]
        beside = [said for other in waits if happened[other] == happened[reading] for said in waits[other]]
        told = " ".join(words.told(played[reading].steps))
        found[reading] = tuple(own or [words.denied(said, told) for said in telling if said in beside])
        found[reading] += tuple(_onward(words, played[reading].state)) if own else ()
    return found


def _onward(words: Words, state: Any) -> Iterator[str]:
    """What comes of the only thing that may be done beside what goes without saying, if there is a single one."""
    legal = [one for one in _legal(words, state).values() if words.choices(one[0], [one[1]], allowed=True)]
    if len(legal) == 1:
        ((seat, action),) = legal
        if said := list(_followed(words, state, seat, action)):
            yield f"Then: {' '.join(said)}"


def _instead(words: Words, played: "_Played") -> Iterator[str]:
    """Where the last action is refused: what is legal with a member less and what comes of it, or else what waits."""
    seat, last = played.steps[-1] if played.steps else ("", None)
    if last is None or last.allowed:
        return
    less = [
        action
        for other, action in _legal(words, played.state).values()
        if other == seat and action.items() < last.action.items()
    ]
    if len(less) == 1:
        yield f"Allowed: {words.action(seat, less[0])}."
        yield from _followed(words, played.state, seat, less[0])
    else:
        yield from words.waits(played.state)


def _followed(words: Words, state: Any, seat: str, action: Mapping[str, Any]) -> Iterator[str]:
    """What happens on a legal action."""
    game = words.game
    step = game.apply(state, seat, game.read_action(dict(action)))
    for each in step.events:
        if said := words.event(game.write_event(each)):
            yield f"{said}."


def _doing(words: Words, played: Mapping[str, "_Played"], *, parted: bool) -> dict[str, tuple[str, ...]]:
    """What may be done at the end under one reading and not under another; nothing where they have parted before."""
    if parted:
        return {}
    legal = {reading: _legal(words, each.state) for reading, each in played.items()}
    known = {one: each for actions in legal.values() for one, each in actions.items()}
    telling = [one for one in known if not all(one in each for each in legal.values())]
    return {
        reading: (
            *_grouped(words, [known[one] for one in telling if one in each], allowed=True),
            *_grouped(words, [known[one] for one in telling if one not in each], allowed=False),
        )
        for reading, each in legal.items()
    }


def _grouped(words: Words, many: Sequence[tuple[str, dict[str, Any]]], *, allowed: bool) -> list[str]:
    seats = dict.fromkeys(seat for seat, _ in many)
    said = [
        one
        for seat in seats
        for one in words.choices(seat, [action for other, action in many if other == seat], allowed=allowed)
    ]
    return [f"{one}." for one in _few(said)]


def _played(game: Game[Any, Any], shown: Shown, readings: Mapping[str, str]) -> _Played:
    witness: dict[str, Any] = {"position": shown.position, "actions": list(shown.actions)}
    witness["readings"] = {**dict(shown.readings), **readings}
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


def _legal(words: Words, state: Any) -> dict[str, tuple[str, dict[str, Any]]]:
    """What may be done: by the action in words, whose it is and the action."""
    game = words.game
    actions = ((seat, game.write_action(one)) for seat in game.to_move(state) for one in game.actions(state, seat))
    return {words.action(seat, one): (seat, one) for seat, one in actions}


def _ended(game: Game[Any, Any], played: Mapping[str, _Played]) -> dict[str, str]:
    """Who has won under each reading, where that is not the same under all."""
    winners = {reading: end.winner if (end := game.outcome(each.state)) else "" for reading, each in played.items()}
    if len(set(winners.values())) == 1:
        return {}
    return {reading: f"{winner} has won" if winner else "nobody has won yet" for reading, winner in winners.items()}


def _then(ended: Mapping[str, str], reading: str) -> list[str]:
    return [f"Then {ended[reading]}."] if ended else []


def _few(listed: Sequence[str]) -> tuple[str, ...]:
    more = [f"{len(listed) - MOST} more"] if len(listed) > MOST else []
    return (*listed[:MOST], *more)


# a reading that only clauses know


@dataclass(frozen=True)
class Otherwise:
    """What a reading that no engine follows says to the last action: allowed or not, and a position it may lead to.

    `demands` is what the clauses ask of the step, where that is all that is known.
    """

    reading: str
    allowed: bool
    position: dict[str, Any] | None = None
    demands: tuple[str, ...] = ()


def beside(words: Words, shown: Shown, taken: str, other: Otherwise) -> Compared:
    """What the engine makes of a situation, and what another reading says to its last action.

    Raises replaying.Unplayable.
    """
    played = _played(words.game, shown, {})
    *before, (seat, last) = played.steps
    done = words.action(seat, last.action)
    own = Outcome(taken, tuple(words.told([(seat, last)])), refused=not last.allowed)
    if not (other.allowed and last.allowed):
        happens = f"{done}." if other.allowed else f"Not allowed: {done}."
        theirs = Outcome(other.reading, (happens,), refused=not other.allowed)
    elif other.position is None:
        theirs = Outcome(other.reading, (f"{done}.", *(f"It has to be so: {demand}." for demand in other.demands)))
    else:
        instead = loaded(words.game, {"position": other.position, "readings": dict(shown.readings)})
        mine, stands = words.unlike([played.state, instead])
        own, theirs = replace(own, stands=mine), Outcome(other.reading, (f"{done}.",), stands=stands)
    return Compared(tuple(words.told(before)), (own, theirs))


# what is otherwise


NOT_SO = "Not so: "


def _unlike_pictures(pictures: Sequence[Picture], denied: Callable[[str], str]) -> list[tuple[str, ...]]:
    places = [dict(_places(picture)) for picture in pictures]
    names = dict.fromkeys(name for each in places for name in each)
    changed = [name for name in names if len({each.get(name) for each in places}) > 1]
    says = [
        [_place(name, [each.get(name) for each in places], number, denied) for name in changed]
        for number in range(len(pictures))
    ]
    notes = [[picture.says, *picture.notes] for picture in pictures]
    for number, own in enumerate(notes):
        others = [each for other, each in enumerate(notes) if other != number]
        says[number] += [note for note in own if not all(note in each for each in others)]
    lacking = list(dict.fromkeys(note for each in notes for note in each if not all(note in one for one in notes)))
    return [
        (*each, *_without(own, lacking, denied)) or tuple(f"{denied(note.rstrip('.'))}." for note in lacking)
        for each, own in zip(says, notes, strict=True)
    ]


def _without(own: Sequence[str], lacking: Sequence[str], denied: Callable[[str], str]) -> list[str]:
    """What others note and this one nothing of the kind, as far as there are words for that."""
    kinds = {_kind(note) for note in own}
    said = dict.fromkeys(denied(note.rstrip(".")) for note in lacking if _kind(note) not in kinds)
    return [f"{each}." for each in said if not each.startswith(NOT_SO)]


def _kind(note: str) -> tuple[str, ...]:
    """What a note is about: its first words, which name a player and a pile, or what a player does."""
    return tuple(note.split()[:2])


def _places(picture: Picture) -> Iterator[tuple[str, Place]]:
    for board in picture.boards:
        for row in board.rows:
            for number, place in enumerate(row.places):
                yield place.name or f"{row.says}, number {number + 1}", place


def _place(name: str, all_of: Sequence[Place | None], number: int, denied: Callable[[str], str]) -> str:
    """A place in one picture, in so many words as tell it from the same place in the others."""
    place = all_of[number]
    if place is None or not place.card:
        return f"{name} is empty."
    cards = {each.card if each else "" for each in all_of}
    lines = {each.lines if each else () for each in all_of}
    said = ", ".join(place.lines) if len(cards) == 1 and len(lines) > 1 else ""
    marked = len({each.mark if each else "" for each in all_of}) > 1
    mark = (place.mark or ("" if said else _unmarked(all_of, denied))) if marked else ""
    return f"{name}: {', '.join(part for part in (place.card, said, mark) if part)}."


def _unmarked(all_of: Sequence[Place | None], denied: Callable[[str], str]) -> str:
    """That a card is not what it is in other pictures, if it lies there in all of them."""
    marks = [each.mark if each and each.card else None for each in all_of]
    if None in marks:
        return ""
    said = denied(next(mark for mark in marks if mark))
    return f"not {said.removeprefix(NOT_SO)}" if said.startswith(NOT_SO) else said


def _unlike(leaves: Sequence[Mapping[str, object]]) -> list[tuple[str, ...]]:
    ways = sorted({way for each in leaves for way in each if len({repr(one.get(way)) for one in leaves}) > 1})
    return [tuple(f"{way} is {each.get(way, 'not there')}" for way in ways) for each in leaves]


def _leaves(value: object, way: str = "") -> Iterator[tuple[str, object]]:
    if is_object(value) and value:
        for name, inner in value.items():
            yield from _leaves(inner, f"{way}.{name}" if way else name)
    else:
        yield way, value
