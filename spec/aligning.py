"""Lays a ledger beside a text: what is unchanged, moved, edited, new or gone. Nobody's clauses are known here."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from .fingerprint import distance, fingerprint, similarity
from .info import GameInfo
from .ledger import Ledger, Sentence
from .segmenting import Piece
from .sequence import in_sequence

NEAR_IN_PLACE = 27  # bits of 64 that may differ where the neighbours on both sides are the same; unrelated: about 32
NEAR_ELSEWHERE = 15
HEADING = 1000  # a heading stays where it is, and what stood under another one has moved
SHORT = 30  # characters: too few words for likeness to mean much

Change = Literal["edited", "moved", "new", "gone"]


@dataclass(frozen=True)
class Pair:
    """A sentence of the ledger and the piece of the text that it is now; one of them may be missing.

    `after` is the place of the text that stands before it, so that a report can say where something new or moved is.
    """

    was: Sentence | None
    now: Piece | None
    same: bool = False
    moved: bool = False
    after: str = ""

    @property
    def change(self) -> Change | None:
        """What happened, or None for an unchanged sentence (its place may have shifted)."""
        if self.was is None:
            return "new"
        if self.now is None:
            return "gone"
        if not self.same:
            return "edited"
        return "moved" if self.moved else None

    @property
    def place(self) -> str:
        """The ledger's place, or for a new sentence the text's."""
        if self.was is not None:
            return self.was.place
        return self.now.place if self.now else ""


@dataclass(frozen=True)
class Alignment:
    """All pairs: those of the text in its order, then what is gone in the ledger's order."""

    pairs: tuple[Pair, ...]
    ledger: int
    text: int

    @cached_property
    def changes(self) -> tuple[Pair, ...]:
        """The pairs where something happened."""
        return tuple(pair for pair in self.pairs if pair.change)

    @cached_property
    def same(self) -> int:
        """How many sentences of the ledger the text still has, word for word."""
        return sum(pair.same for pair in self.pairs)

    @property
    def foreign(self) -> bool:
        """Whether the text has so little of the ledger that it is another one, or another edition."""
        return self.same * 2 < self.ledger


def align(ledger: Sequence[Sentence], pieces: Sequence[Piece], info: GameInfo) -> Alignment:
    """Exact fingerprints in sequence first, then exact ones elsewhere, then likeness in place, then elsewhere."""
    prints = [fingerprint(p.text, info.document_of(p.place).key) for p in pieces]
    weights = [HEADING if s.place.endswith("/h") else 1 for s in ledger]
    found = in_sequence([s.fp for s in ledger], prints, weights)
    gaps = list(_gaps(found, len(ledger), len(pieces)))
    moved = _elsewhere(ledger, prints, found)
    found |= moved
    exact = set(found)
    found |= _alike_in_place(ledger, pieces, gaps, found)
    far = _alike_elsewhere(ledger, pieces, found)
    return _alignment(ledger, pieces, found | far, exact, set(moved) | set(far))


def compare(ledger: Ledger, pieces: Sequence[Piece], info: GameInfo, documents: Iterable[str]) -> Alignment:
    """The alignment of the documents that are at hand; the ledger's sentences of others are left out."""
    at_hand = set(documents)
    sentences = [s for s in ledger.sentences if info.document_of(s.place).name in at_hand]
    return align(sentences, pieces, info)


Gap = tuple[range, range]


def _gaps(found: dict[int, int], old: int, new: int) -> Iterator[Gap]:
    """The stretches between matches in order where something is left on either side."""
    a = c = 0
    for b, d in [*found.items(), (old, new)]:
        if b > a or d > c:
            yield range(a, b), range(c, d)
        a, c = b + 1, d + 1


def _elsewhere(ledger: Sequence[Sentence], new: Sequence[str], found: dict[int, int]) -> dict[int, int]:
    taken = set(found.values())
    free: dict[str, list[int]] = defaultdict(list)
    for j, fp in reversed(list(enumerate(new))):
        if j not in taken:
            free[fp].append(j)
    return {i: free[s.fp].pop() for i, s in enumerate(ledger) if i not in found and free.get(s.fp)}


def _alike_in_place(
    ledger: Sequence[Sentence], pieces: Sequence[Piece], gaps: Iterable[Gap], found: dict[int, int]
) -> dict[int, int]:
    """Pairs within each gap, the nearest first, none crossing another."""
    pairs: dict[int, int] = {}
    taken = set(found.values())
    for old, new in gaps:
        left = [i for i in old if i not in found]
        right = [j for j in new if j not in taken]
        if len(left) == len(right) == 1 and ledger[left[0]].length <= SHORT:
            pairs[left[0]] = right[0]
        else:
            pairs |= _nearest_first(ledger, pieces, left, right, NEAR_IN_PLACE, crossing=False)
    return pairs


def _alike_elsewhere(ledger: Sequence[Sentence], pieces: Sequence[Piece], found: dict[int, int]) -> dict[int, int]:
    taken = set(found.values())
    left = [i for i in range(len(ledger)) if i not in found]
    right = [j for j in range(len(pieces)) if j not in taken]
    if len(left) * len(right) > 1_000_000:  # another text altogether: there is nothing to pair
        return {}
    return _nearest_first(ledger, pieces, left, right, NEAR_ELSEWHERE, crossing=True)


def _nearest_first(
    ledger: Sequence[Sentence],
    pieces: Sequence[Piece],
    left: Sequence[int],
    right: Sequence[int],
    limit: int,
    *,
    crossing: bool,
) -> dict[int, int]:
    likes = {j: similarity(pieces[j].text) for j in right}
    order = sorted((d, i, j) for i in left for j in right if (d := distance(ledger[i].like, likes[j])) <= limit)
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for _, i, j in order:
        if i in pairs or j in taken:
            continue
        if crossing or all((i < a) == (j < b) for a, b in pairs.items()):
            pairs[i] = j
            taken.add(j)
    return pairs


def _alignment(
    ledger: Sequence[Sentence], pieces: Sequence[Piece], found: dict[int, int], exact: set[int], moved: set[int]
) -> Alignment:
    back = {j: i for i, j in found.items()}
    pairs: list[Pair] = []
    for j, piece in enumerate(pieces):
        after = pieces[j - 1].place if j else ""
        i = back.get(j)
        if i is None:
            pairs.append(Pair(None, piece, after=after))
        else:
            pairs.append(Pair(ledger[i], piece, same=i in exact, moved=i in moved, after=after))
    pairs += [Pair(s, None) for i, s in enumerate(ledger) if i not in found]
    return Alignment(tuple(pairs), len(ledger), len(pieces))
