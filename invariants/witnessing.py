"""Looking for the smallest play in which two readings part: pieces grow, then actions, then what is left gets plain.

Breadth first from the start of a game drowns, so plays begin from positions near the question. What is found is the
smallest of what was explored, and it is said how much that was. How readings part is told in `parting`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import msgspec

from ruleproof.spec.question import Question

from .comparing import Compared
from .ground import Ground, Growth, Position
from .parting import Comparison, Pair, Split, replay
from .shrinking import plainer
from .witness import Equal, Explored, Parting, Witness

BUDGET = 20_000  # states looked at for two readings


@dataclass(frozen=True)
class Found:
    """Where two readings part, if they do, and what was explored to find it."""

    split: Split | None
    explored: Explored


Tell = Callable[[str], None]
Sound = Callable[[Position], bool]  # whether the clauses find a position well-formed


class Search:
    """One search: how much of the budget is used, and what was seen."""

    def __init__(
        self, comparison: Comparison, ground: Ground, growth: Growth, sound: Sound, budget: int = BUDGET
    ) -> None:
        self.comparison, self.ground, self.growth, self.sound = comparison, ground, growth, sound
        self.left = budget
        self.share = max(1, budget // (ground.most + 1))
        self.explored = Explored()
        self.aside: Split | None = None  # parted by what is told only: taken where nothing better is found

    def run(self, tell: Tell) -> Found:
        """The first place where the readings part, made plain."""
        for pieces in range(self.ground.most + 1):
            tell(f"{pieces} {self.growth.pieces}: {self.explored.states} states so far")
            split = self._grown(pieces)
            if split is not None:
                return Found(self._plain(split), self.explored)
        return Found(None if self.aside is None else self._plain(self.aside), self.explored)

    def _grown(self, pieces: int) -> Split | None:
        """The first split in plays from positions with so many pieces, those with few actions first."""
        limit = self.explored.states + min(self.left, self.share)
        pairs: list[Pair] = []
        for position in self.ground.positions(pieces):
            pair = self.comparison.begin(position)
            if pair is not None:
                pairs.append(pair)
            if len(pairs) >= limit:
                self._note(whole=False)
                break
        self._note(positions=self.explored.positions + len(pairs), pieces=pieces)
        seen = {pair.key for pair in pairs}
        for actions in range(1, self.ground.depth + 1):
            self._note(actions=max(actions, self.explored.actions))
            led: list[Pair] = []
            for found in self._level(pairs, limit):
                if isinstance(found, Split):
                    return found
                if actions < self.ground.depth and found.key not in seen:
                    seen.add(found.key)
                    led.append(found)
            pairs = led
        return None

    def _level(self, pairs: list[Pair], limit: int) -> "Iterator[Split | Pair]":
        """What every pair leads to; a split first, where there is one worth taking."""
        for pair in pairs:
            if self.explored.states >= limit:
                self._note(whole=False)
                return
            self._note(states=self.explored.states + 1)
            self.left -= 1
            yield from pair.splits()
            for led in pair.on():
                if not isinstance(led, Split):
                    self.aside = self.aside or led.aside
                yield led

    def _note(self, **changed: int | bool) -> None:
        self.explored = msgspec.structs.replace(self.explored, **changed)

    # --- making it plain

    def _plain(self, split: Split) -> Split:
        """The same parting in the plainest position that small changes lead to."""
        improved = True
        while improved:
            improved = False
            size = self._size(split)
            for position in self._plainer(split.position):
                smaller = self._again(split, position, size)
                if smaller is not None:
                    split, improved = smaller, True
                    break
        return self.comparison.whole(split)

    def _plainer(self, position: Position) -> Iterator[Position]:
        yield from self.growth.simpler(position)
        yield from plainer(position)

    def _again(self, split: Split, position: Position, size: tuple[int, ...]) -> Split | None:
        """The readings part as they did from another position, if that is a smaller one."""
        pair = self.comparison.begin(position)
        if pair is None or self._measured(position, split.plays) >= size:
            return None
        self._note(states=self.explored.states + 1)
        found = replay(pair, (*split.actions, (split.seat, split.action)))
        if found is None or found.how != split.how or self._size(found) >= size:
            return None
        return found if self.sound(position) else None

    def _size(self, split: Split) -> tuple[int, ...]:
        return self._measured(split.position, split.plays)

    def _measured(self, position: Position, plays: int) -> tuple[int, ...]:
        """Pieces first, then actions, then all that makes a position less plain."""
        pieces, *rest = self.growth.size(position)
        return (pieces, plays, *rest)


def witness_for(compared: Compared, question: Question, budget: int, tell: Tell) -> Witness:
    """Look for where the readings of a question part, each two of them. Empty where nothing near it is declared."""
    ground = compared.grounds.get(question.id)
    if ground is None:
        return Witness(question.id)
    partings: list[Parting] = []
    equal: list[Equal] = []
    for two in compared.pairs(question):
        comparison = compared.comparison(question, two, ground.given)
        search = Search(comparison, ground, compared.growth, compared.sound, budget)
        found = search.run(partial(_tell, tell, " or ".join(two)))
        if found.split is None:
            equal.append(Equal(two, found.explored, dict(ground.given)))
        else:
            by = compared.by(question)
            partings.append(_parting(found.split, two, found.explored, ground, by))
    return Witness(question.id, tuple(partings), tuple(equal))


def _tell(tell: Tell, which: str, what: str) -> None:
    tell(f"{which}: {what}")


def _parting(split: Split, two: tuple[str, str], explored: Explored, ground: Ground, by: str) -> Parting:
    return Parting(
        readings=two,
        position=split.position,
        actions=split.actions,
        player=split.seat,
        action=split.action,
        how=split.how,
        under=split.sides,
        explored=explored,
        given=dict(ground.given),
        by=by,
        instead=split.instead,
    )
