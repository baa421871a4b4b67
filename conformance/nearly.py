"""Actions that are nearly legal: those of other moments or players, with a member exchanged. None is judged here."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from ruleproof.engine.chance import Chance
from ruleproof.invariants.property import Moment

from .expecting import kind_of
from .matching import encode
from .play import Try
from .values import is_list, is_object

REMEMBERED = 160  # actions of a kind
MADE = 36  # near misses at a moment, of which some are tried
WAYS = ("stale", "altered", "stale", "altered", "known", "altered", "known", "retyped", "other")

Kinds: TypeAlias = dict[str, list[Try]]


class Words:
    """What actions were made of so far: some of every kind, and the values that their members had.

    `proposed` are actions that can be tried in any position.
    """

    def __init__(self, proposed: Iterable[dict[str, Any]] = ()) -> None:
        self._kinds: dict[str, dict[bytes, dict[str, Any]]] = {}
        self._values: dict[str, dict[bytes, Any]] = {}
        self.proposed = tuple(proposed)
        for action in self.proposed:
            self.learn(action)

    def copy(self) -> "Words":
        """The same, to learn apart."""
        other = Words()
        other.proposed = self.proposed
        other._kinds = {kind: dict(held) for kind, held in self._kinds.items()}
        other._values = {name: dict(held) for name, held in self._values.items()}
        return other

    def learn(self, action: dict[str, Any]) -> None:
        """Remember an action, and what its members are."""
        held = self._kinds.setdefault(kind_of(action), {})
        text = encode(action)
        if text in held or len(held) >= REMEMBERED:
            return
        held[text] = action
        for name, value in action.items():
            if name != "type":
                self._values.setdefault(name, {}).setdefault(encode(value), value)

    def kinds(self) -> list[str]:
        """The types of actions that were met."""
        return sorted(self._kinds)

    def of(self, kind: str) -> list[dict[str, Any]]:
        """Actions of a type that were met."""
        return list(self._kinds.get(kind, {}).values())

    def like(self, name: str, value: Any) -> list[Any]:
        """Values that stood where this one stands, or under another name beside which it stood too."""
        text = encode(value)
        names = [other for other, held in self._values.items() if other == name or text in held]
        found = {key: each for other in sorted(names) for key, each in self._values[other].items() if key != text}
        return list(found.values())

    def retyped(self, action: Mapping[str, Any], kind: str, chance: Chance) -> dict[str, Any]:
        """An action of another type, with the members that this one gives it; the others as they once were."""
        model = chance.pick(self.of(kind))
        taken = [name for name in model if name != "type" and name in action]
        if not taken:
            given = [value for name, value in action.items() if name != "type"]
            return {**model, **({name: chance.pick(given) for name in model if name != "type"} if given else {})}
        return {**model, **{name: action[name] for name in taken}}


class Nearby:
    """Makes near misses at the moments of one play. `ids` are the names of things in its position."""

    def __init__(self, words: Words, ids: Sequence[str], chance: Chance) -> None:
        self.words = words
        self.ids = ids
        self.chance = chance
        self._stale: dict[bytes, Try] = {}  # what was legal before

    def at(self, moment: Moment) -> Iterator[Try]:
        """Actions that may or may not be legal at a moment, in an order that chance makes."""
        legal: dict[bytes, Try] = {}
        for seat, action in moment.turns:
            written = moment.game.write_action(action)
            self.words.learn(written)
            legal[encode([seat, written])] = Try(seat, written)
        seats = list(moment.game.to_move(moment.state))
        stale = by_kind(tried for text, tried in self._stale.items() if text not in legal)
        now = by_kind(legal.values())
        yield from (Try(seats[0], action) for action in self.words.proposed if kind_of(action) in now)
        for _ in range(MADE if legal else 0):
            tried = self._one(now, stale, seats, moment)
            if tried is not None:
                yield tried
        self._stale |= legal

    def _one(self, legal: Kinds, stale: Kinds, seats: list[str], moment: Moment) -> Try | None:
        chance = self.chance
        way = chance.pick(WAYS)
        if way == "stale":
            return of_some_kind(stale, chance) if stale else None
        if way == "known":
            return Try(chance.pick(seats), chance.pick(self.words.of(chance.pick(self.words.kinds()))))
        tried = of_some_kind(legal if not stale or chance.below(4) else stale, chance)
        if way == "other":
            return Try(_other(tried.seat, moment), tried.action) if len(seats) == 1 else None
        if way == "retyped":
            kind = chance.pick(self.words.kinds())
            return Try(tried.seat, self.words.retyped(tried.action, kind, chance))
        return Try(tried.seat, self._altered(tried.action))

    def _altered(self, action: Mapping[str, Any]) -> dict[str, Any]:
        """The action with one member exchanged or changed; none is left out: some need not be there."""
        names = [name for name in action if name != "type"]
        if not names:
            return dict(action)
        name = self.chance.pick(names)
        return {**action, name: self._exchanged(name, action[name])}

    def _exchanged(self, name: str, value: Any) -> Any:
        if is_list(value) and value and self.chance.below(3):
            return self._list(name, value)
        others = self.words.like(name, value)
        if isinstance(value, int) and not isinstance(value, bool):
            return self.chance.pick([value + 1, value - 1, 0, *others])
        if isinstance(value, str) and value in self.ids:
            others = [*others, *(one for one in self.ids if one != value)]
        return self.chance.pick(others) if others else value

    def _list(self, name: str, value: list[Any]) -> list[Any]:
        place = self.chance.below(len(value))
        way = self.chance.below(4)
        if way == 0:
            return value[:place] + value[place + 1 :]
        if way == 1:
            return value[::-1]
        items = [item for held in self.words.like(name, value) if is_list(held) for item in held]
        pool = list({encode(one): one for one in (*items, *(self.ids if value[place] in self.ids else ()))}.values())
        if not pool:
            return [*value, value[place]]
        return [*value[:place], self.chance.pick(pool), *value[place + (way == 2) :]]


def by_kind(tries: Iterable[Try]) -> Kinds:
    """Tries by the kind of their action."""
    kinds: Kinds = {}
    for tried in tries:
        kinds.setdefault(kind_of(tried.action), []).append(tried)
    return kinds


def of_some_kind(kinds: Kinds, chance: Chance) -> Try:
    """One of at least one try: every kind of action is as likely as the others."""
    return chance.pick(kinds[chance.pick(sorted(kinds))])


def _other(seat: str, moment: Moment) -> str:
    before: Moment | None = moment
    while before is not None:
        other = next((each for each in (*before.status.get("toAct", ()), before.seat) if each not in ("", seat)), "")
        if other:
            return other
        before = before.before
    return "B" if seat == "A" else "A"


def names_in(position: Any) -> Iterator[str]:
    """Every `id` in a position."""
    if is_object(position):
        if isinstance(position.get("id"), str):
            yield position["id"]
        for value in position.values():
            yield from names_in(value)
    elif is_list(position):
        for value in position:
            yield from names_in(value)
