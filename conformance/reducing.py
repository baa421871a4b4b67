"""Makes a play that parts smaller against the live implementation: fewer actions, a plainer position. It says not why.

Everything that is tried is first played by the reference, so that no position is put that it would not take.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from ruleproof.engine.game import Game

from .beside import Course
from .expecting import Due, Scope, at_rest, follow
from .parting import TROUBLE, Parting
from .play import Play
from .values import is_list, is_object

TRIES = 1200  # plays put for one finding
NEAR = 1000  # times that agreeing in a play nearly the same counts for more than in any
RESTARTS = {"crash": 40, "protocol-violation": 40, "timeout": 6}  # where each play costs a start, or a time-out

Put = Callable[[Play, list[Due]], Course]
Path = tuple[str | int, ...]


class Reducer:
    """The smallest play found so far that shows one disagreement. `put` takes the implementation through a play."""

    def __init__(self, game: Game[Any, Any], scope: Scope, put: Put, plain: Any) -> None:
        self.game = game
        self.scope = scope
        self.put = put
        self.plain = plain  # a position in which everything has its default
        self.left = TRIES
        self.near: Counter[str] = Counter()  # the features of simpler plays on whose last try both agreed
        self.play = Play(mode=scope.mode)
        self.parting = Parting("", 0)
        self._dues: list[Due] = []

    def reduce(self, play: Play, parting: Parting) -> tuple[Play, Parting]:
        """The smallest play, and how it parts. Interrupted, `play` and `parting` hold what was reached."""
        self.play, self.parting = play.to(parting.at), parting
        self.left = RESTARTS.get(parting.kind, TRIES)
        self._dues = follow(self.game, self.scope, self.play)
        before = None
        while before != self._size and self.left > 0:
            before = self._size
            self._later()
            self._fewer()
            self._plainer()
            self._as_asked()
        return self.play, self.parting

    def _accept(self, play: Play) -> bool:
        """Take a simpler play where it still parts in the same way."""
        if self.left <= 0:
            return False
        try:
            play = at_rest(self.game, self.scope, play)
            dues = follow(self.game, self.scope, play)
            if size(play, dues) >= self._size or not self.scope.takes(self.game, play):
                return False
        except Exception:  # the reference takes no such position, or raises in it
            return False
        told = all(before.asks(tried.action) for before, tried in zip(dues, play.tries, strict=False))
        if len(dues) != len(play.tries) + 1 or not told or not self._may_part(dues):
            return False
        self.left -= 1
        course = self.put(play, dues)
        found = course.parting
        if found is None and len(dues) - 1 in course.agreed:
            self.near.update(dues[-1].shown)
        if found is None or not self._same(found):
            return False
        self.play, self.parting, self._dues = play.to(found.at), found, dues[: found.at + 1]
        return True

    @property
    def _size(self) -> tuple[bool, int, int, int, int]:
        return size(self.play, self._dues)

    def _may_part(self, dues: list[Due]) -> bool:
        """Whether what differed can still come about, before anybody is asked."""
        wanted = set(self.parting.features)
        if self.parting.group == TROUBLE:
            return True
        return not wanted or any(wanted & due.shown for due in dues) or self.parting.kind in ("legal", "loaded")

    def _same(self, found: Parting) -> bool:
        """Whether it is the same disagreement: of the same kind, and no clause at work that was not before."""
        if found.group == self.parting.group == TROUBLE:
            return found.kind == self.parting.kind and found.features[:1] == self.parting.features[:1]
        alike = found.group == self.parting.group and (found.kind == "loaded") == (self.parting.kind == "loaded")
        return alike and set(found.features) <= set(self.parting.features)

    def weights(self, agreed: Mapping[str, int]) -> dict[str, int]:
        """How much speaks for each feature: that both agreed on it so often, and more so in plays as small as this."""
        return {name: agreed.get(name, 0) + NEAR * self.near[name] for name in {*agreed, *self.near}}

    # where it begins

    def _later(self) -> None:
        """Begin as late as can be, with a position of the play."""
        if not self.scope.loads or not self.play.tries:
            return
        dues = self._dues
        for number in range(len(self.play.tries) - 1, -1, -1):
            moment = dues[number].moment
            if self.play.position is None or number:
                entries = tuple(entry for due in dues[number + 1 :] for entry in due.entries)
                tail = {"position": moment.position, "tries": self.play.tries[number:], "chance": entries}
                if self._accept(msgspec.structs.replace(self.play, **tail, options={})):
                    return

    # what is done

    def _fewer(self) -> None:
        """Leave out tries: halves, then quarters, down to single ones; the last one stays."""
        size = max(len(self.play.tries) // 2, 1)
        while size:
            start = 0
            while start < len(self.play.tries) - 1:
                kept = self.play.tries[:start] + self.play.tries[min(start + size, len(self.play.tries) - 1) :]
                if not self._accept(msgspec.structs.replace(self.play, tries=kept)):
                    start += size
            size //= 2

    def _as_asked(self) -> None:
        """Leave out readings, options and wishes for chance."""
        for question in list(self.play.asked):
            rest = {name: reading for name, reading in self.play.asked.items() if name != question}
            self._accept(msgspec.structs.replace(self.play, asked=rest))
        for name in list(self.play.options):
            rest = {other: value for other, value in self.play.options.items() if other != name}
            self._accept(msgspec.structs.replace(self.play, options=rest))
        if self.play.chance:
            self._accept(msgspec.structs.replace(self.play, chance=()))

    # the position

    def _plainer(self) -> None:
        """Take things out of the position, or out of a new game's options, and make numbers plain, big cuts first."""
        if self.play.position is not None:
            self._cut(("position",))
        for name in self.play.options if self.play.position is None else ():
            self._cut(("options", name))  # less of what is dealt, not what is dealt without it

    def _cut(self, path: Path) -> None:
        """Make what stands at a place of the position smaller: leave out parts of it, then make these smaller."""
        value = self._held(path)
        if is_object(value):
            for name in list(value):
                held = self._held(path)
                if is_object(held) and name in held:
                    self._with(path, {other: item for other, item in held.items() if other != name})
            for name in list(self._held(path) or {}):
                self._cut((*path, name))
        elif is_list(value):
            self._shorter(path)
            for place in range(len(self._held(path) or [])):
                self._cut((*path, place))
        elif isinstance(value, int) and not isinstance(value, bool):
            for smaller in dict.fromkeys((found_at(self.plain, path[1:]), 0, 1, value // 2, value - 1)):
                if smaller not in (None, value) and self._with(path, smaller):
                    break

    def _shorter(self, path: Path) -> None:
        """Leave out parts of a list, in blocks and one by one; or put nothing in the place of one."""
        size = max(len(self._held(path) or []) // 2, 1)
        while size:
            start = 0
            while start < len(held := list(self._held(path) or [])):
                if not self._with(path, held[:start] + held[start + size :]):
                    start += size
            size //= 2
        for place, item in enumerate(list(self._held(path) or [])):
            held = list(self._held(path) or [])
            if item is not None and place < len(held):
                self._with(path, [*held[:place], None, *held[place + 1 :]])

    def _held(self, path: Path) -> Any:
        """What stands at a place of the play, which begins with the name of one of its members."""
        return found_at({"position": self.play.position, "options": self.play.options}, path)

    def _with(self, path: Path, value: Any) -> bool:
        member = str(path[0])
        changed = {member: replaced(getattr(self.play, member), path[1:], value)}
        return self._accept(msgspec.structs.replace(self.play, **changed))


def size(play: Play, dues: list[Due]) -> tuple[bool, int, int, int, int]:
    """How much there is to a play that leads through these steps."""
    return play.size(dues[0].moment.position)


def found_at(value: Any, path: Path) -> Any:
    """What stands at a place of a JSON value, or None where there is no such place."""
    held = value
    for step in path:
        if is_object(held) and isinstance(step, str):
            held = held.get(step)
        elif is_list(held) and isinstance(step, int) and step < len(held):
            held = held[step]
        else:
            return None
    return held


def replaced(value: Any, path: Path, new: Any) -> Any:
    """The JSON value with something else at a place."""
    if not path:
        return new
    step, rest = path[0], path[1:]
    if is_object(value):
        return {name: replaced(item, rest, new) if name == step else item for name, item in value.items()}
    return [replaced(item, rest, new) if place == step else item for place, item in enumerate(value)]
