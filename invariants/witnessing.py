"""Looking for the smallest play in which two readings part: pieces grow, then actions, then what is left gets plain.

Breadth first from the start of a game drowns, so plays begin from positions near the question. What is found is the
smallest of what was explored, and it is said how much that was. How readings part is told in `parting`.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

import msgspec

from ruleproof.spec.question import Question

from .comparing import Two
from .ground import Ground, Growth, Position
from .hanging import Hanging
from .parting import Comparison, Pair, Split, replay
from .shrinking import plainer
from .witness import Equal, Explored, Parting, Witness

BUDGET = 20_000  # states looked at for two readings
TRIED = 8  # places where readings part that are looked at for one that hangs on no other question
FURTHER = 200  # states that are looked at for that beyond the first such place


@dataclass(frozen=True)
class Found:
    """Where two readings part, if they do, and what was explored to find it."""

    split: Split | None
    explored: Explored


Tell = Callable[[str], None]
Sound = Callable[[Position], bool]  # whether the clauses find a position well-formed
Hangs = Callable[[Split], Mapping[str, str]]  # the other questions that a play hangs on, with what it supposes


class Search:
    """One search: how much of the budget is used, and what was seen."""

    def __init__(
        self,
        comparison: Comparison,
        ground: Ground,
        growth: Growth,
        sound: Sound,
        budget: int = BUDGET,
        hangs: Hangs = lambda split: {},
    ) -> None:
        self.comparison, self.ground, self.growth, self.sound, self.hangs = comparison, ground, growth, sound, hangs
        self.left = budget
        self.until = budget  # the number of states at which the search among so many pieces ends
        self.share = max(1, budget // (ground.most - ground.least + 1))
        self.explored = Explored()
        self.aside: Split | None = None  # parted by what is told only: taken where nothing better is found

    def run(self, tell: Tell) -> Found:
        """The first place where the readings part, made plain."""
        for pieces in range(self.ground.least, self.ground.most + 1):
            tell(f"{pieces} {self.growth.pieces}: {self.explored.states} states so far")
            split = self._grown(pieces)
            if split is not None:
                return Found(self._plain(split), self.explored)
        return Found(None if self.aside is None else self._plain(self.aside), self.explored)

    def _grown(self, pieces: int) -> Split | None:
        """Of the first splits in plays from positions with so many pieces the one that hangs on the fewest questions.

        Those with few actions come first.
        """
        best: tuple[int, Split] | None = None
        tried: list[Position] = []
        for split in self._splits(pieces):
            self.until = min(self.until, self.explored.states + FURTHER)
            if split.position in tried:
                continue
            tried.append(split.position)
            hangs = len(self.hangs(split))
            if best is None or hangs < best[0]:
                best = hangs, split
            if best[0] == 0 or len(tried) >= TRIED:
                break
        return best[1] if best else None

    def _splits(self, pieces: int) -> Iterator[Split]:
        self.until = self.explored.states + min(self.left, self.share)
        pairs = self._begun(pieces, self.until)
        seen = {pair.key for pair in pairs}
        for actions in range(1, self.ground.depth + 1):
            self._note(actions=max(actions, self.explored.actions))
            led: list[Pair] = []
            for found in self._level(pairs):
                if isinstance(found, Split):
                    if self._shown(found):
                        yield found
                elif actions < self.ground.depth and found.key not in seen:
                    seen.add(found.key)
                    led.append(found)
            pairs = led

    def _begun(self, pieces: int, limit: int) -> list[Pair]:
        """Plays that begin with so many pieces, as far as the position is one to be shown."""
        pairs: list[Pair] = []
        for position in self.ground.positions(pieces):
            pair = self.comparison.begin(position) if self._likely(position) else None
            if pair is not None:
                pairs.append(pair)
            if len(pairs) >= limit:
                self._note(whole=False)
                break
        self._note(positions=self.explored.positions + len(pairs), pieces=pieces)
        return pairs

    def _likely(self, position: Position) -> bool:
        return all(rule in self.ground.lifts for rule, _ in self.growth.unlikely(position))

    def _shown(self, split: Split) -> bool:
        return self.ground.shows(split.position, (*split.actions, (split.seat, split.action)))

    def _level(self, pairs: list[Pair]) -> "Iterator[Split | Pair]":
        """What every pair leads to; splits first."""
        for pair in pairs:
            if self.explored.states >= self.until:
                self._note(whole=False)
                return
            self._note(states=self.explored.states + 1)
            self.left -= 1
            yield from pair.splits()
            for led in pair.on():
                if not isinstance(led, Split) and led.aside is not None and self._shown(led.aside):
                    self.aside = self.aside or led.aside
                yield led

    def _note(self, **changed: int | bool) -> None:
        self.explored = msgspec.structs.replace(self.explored, **changed)

    # --- making it plain

    def _plain(self, split: Split) -> Split:
        """The same parting in the plainest position that small changes lead to, if it hangs on no more questions."""
        plain = self._made_plain(split, None)
        hangs = self.hangs(split).keys()
        if not self.hangs(plain).keys() <= hangs:
            plain = self._made_plain(split, hangs)
        return self.comparison.whole(plain)

    def _made_plain(self, split: Split, hangs: Collection[str] | None) -> Split:
        improved = True
        while improved:
            improved = False
            size = self._size(split)
            for position in self._plainer(split.position):
                smaller = self._again(split, position, size)
                if smaller is not None and (hangs is None or self.hangs(smaller).keys() <= set(hangs)):
                    split, improved = smaller, True
                    break
        return split

    def _plainer(self, position: Position) -> Iterator[Position]:
        yield from self.growth.simpler(position)
        yield from plainer(position)

    def _again(self, split: Split, position: Position, size: tuple[int, ...]) -> Split | None:
        """The readings part as they did from another position, if that is a smaller one."""
        pair = self.comparison.begin(position)
        if pair is None or not self._likely(position) or self._measured(position, split.plays) >= size:
            return None
        self._note(states=self.explored.states + 1)
        found = replay(pair, (*split.actions, (split.seat, split.action)))
        if found is None or found.how != split.how or self._size(found) >= size or not self._shown(found):
            return None
        return found if self.sound(position) else None

    def _size(self, split: Split) -> tuple[int, ...]:
        return self._measured(split.position, split.plays)

    def _measured(self, position: Position, plays: int) -> tuple[int, ...]:
        """Pieces first, then actions, then all that makes a position less plain."""
        pieces, *rest = self.growth.size(position)
        return (pieces, plays, *rest)


def witness_for(hanging: Hanging, question: Question, budget: int, tell: Tell) -> Witness:
    """Look for where the readings of a question part, each two of them. Empty where nothing near it is declared."""
    compared = hanging.compared
    ground = compared.grounds.get(question.id)
    if ground is None:
        return Witness(question.id)
    partings: list[Parting] = []
    equal: list[Equal] = []
    for two in compared.pairs(question):
        comparison = compared.comparison(question, two, ground.given)
        hangs = _hangs(hanging, question, two, ground.given)
        search = Search(comparison, ground, compared.growth, compared.sound, budget, hangs)
        found = search.run(partial(_tell, tell, " or ".join(two)))
        if found.split is None:
            equal.append(Equal(two, found.explored, dict(ground.given)))
        else:
            given, supposes = dict(ground.given), dict(hangs(found.split))
            partings.append(_parting(found, found.split, two, given, supposes, compared.by(question)))
    return Witness(question.id, tuple(partings), tuple(equal))


def _hangs(hanging: Hanging, question: Question, two: Two, given: Mapping[str, str]) -> Hangs:
    def hangs(split: Split) -> Mapping[str, str]:
        play = (*split.actions, (split.seat, split.action))
        return hanging.of(question, two, given, split.position, play)

    return hangs


def _tell(tell: Tell, which: str, what: str) -> None:
    tell(f"{which}: {what}")


def _parting(found: Found, split: Split, two: Two, given: dict[str, str], supposes: dict[str, str], by: str) -> Parting:
    return Parting(
        readings=two,
        position=split.position,
        actions=split.actions,
        player=split.seat,
        action=split.action,
        how=split.how,
        under=split.sides,
        explored=found.explored,
        given=given,
        supposes=supposes,
        by=by,
        instead=split.instead,
    )
