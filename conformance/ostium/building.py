"""Makes the errand that leaves a player with the cards of a position. When it is done, is not known here."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from .course import Stuck
from .errands import Errand, Names, Placed, Tool, Use, familiar, layers, summoned, tool, tools
from .wanted import HAND, Card


@dataclass(frozen=True)
class Builder:
    """What a player has to have in the end, and what else has to be done on the way.

    `start`: how many cards the hand holds before, where there are as many. `kept` are cards that stay in hand for
    later, `held` the names of those that lie in hand though they are no familiars. `away` are cards of the hand that
    are put out of play. `turn_over`: what comes back from the pile is drawn when the turn ends, without a card that
    draws. `dirty`: cards that helped stay in the pile. `under`: they lie under the deck in the end. `tidy`: `fillers`,
    bought to make room, are put out of play. `waste`: crystals that are too many.
    """

    names: Names
    start: int
    hand: Sequence[Card] = ()
    deck: Sequence[Card] = ()
    discard: Sequence[Card] = ()
    place: Sequence[Placed] = ()
    early: Sequence[Use] = ()
    late: Sequence[Use] = ()
    moves: Sequence[tuple[str, int]] = ()
    after: Sequence[Placed] = ()
    charge: Sequence[Tool] = ()
    kept: Sequence[Card] = ()
    away: Sequence[Card] = ()
    held: frozenset[str] = frozenset()
    fillers: list[Card] = field(default_factory=list[Card])
    crystals: int = 0
    waste: int = 0
    turn_over: bool = False
    dirty: bool = False
    under: bool = False
    tidy: bool = False

    def build(self) -> Errand:
        """The errand. Raises Stuck."""
        if self.under and (self.late or self.waste or self.away or self.charge or not self.hand):
            raise Stuck("not all that helps can lie under the deck")
        errand = Errand(
            then=list(self.discard),
            place=list(self.place),
            moves=list(self.moves),
            after=list(self.after),
            charge=list(self.charge),
            fillers=self.fillers,
            waste=[self.names.filler(self.waste - 1)] if self.waste else [],
            held=self.held,
        )
        self._through_the_pile(errand)
        self._in_hand(errand, self._late(errand))
        return errand

    def fetched(self) -> list[Card]:
        """The cards that would have to come from the summoning area, in the order in which they are taken."""
        return replace(self, names=self.names.copy()).build().fetched

    def in_hand(self, card: Card) -> bool:
        """Whether a card comes from the hand, not from the summoning area."""
        return familiar(card) or card["id"] in self.held

    def _through_the_pile(self, errand: Errand) -> None:
        """What is no familiar gets to the hand and the deck through the pile, when that is turned over."""
        strangers = [card for card in self.hand if not self.in_hand(card)]
        if not self.under and not strangers and all(map(familiar, self.deck)):
            errand.tail = list(self.deck)
            return
        front = strangers or list(self.hand[:1]) or [self.names.helper()]
        errand.first = [*front, *self.deck]
        if self.turn_over and strangers:
            return
        name = self.names.fresh()
        gone = [] if self.hand else [Use("out_of_play", 1, front[0]["id"])]
        errand.back = [tool(name, [Use("draw", len(front)), *gone], away=[] if self.under else [name])]

    def _late(self, errand: Errand) -> Sequence[Card]:
        """Prepare what is done at the end; the cards that are still to be put out of play at the beginning."""
        litter = [*([] if self.dirty else errand.waste), *(self.fillers if self.tidy else [])]
        made = layers(self.late) or ([list[Use]()] if litter else [])
        all_late = bool(made) and not self.early and not self.crystals
        errand.late = tools(self.names, made, away=[*litter, *(self.away if all_late else [])], dirty=self.dirty)
        return [] if all_late else self.away

    def _in_hand(self, errand: Errand, away: Sequence[Card]) -> None:
        """See that all this is in hand: more is drawn, or what is too much is put out of play."""
        used = [*errand.first, *errand.then, *(card for _, card in (*errand.place, *errand.after))]
        own = {card["id"]: card for card in (*used, *self.kept, *self.hand) if self.in_hand(card)}
        needed = [*(each.card for each in (*errand.back, *errand.late, *errand.charge)), *own.values()]
        later = len(self.hand) if self.turn_over and not errand.first else 0  # drawn when the turn ends
        made, count = layers(self.early), len(needed) - later
        if not made and (self.crystals or away or count > self.start or (errand.tail and len(needed) < self.start)):
            made = [list[Use]()]
        if (more := len(made) + count - self.start) > 0:
            made[-1].append(Use("draw", more))
        less = self.start - len(made) - len(needed) if errand.tail else 0
        junk = [self.names.helper() for _ in range(less)]
        errand.early = tools(self.names, made, self.crystals, [*junk, *away], dirty=self.dirty or self.under)
        if self.under:
            errand.early = [summoned(each) for each in errand.early]
        errand.hand = [*(each.card for each in errand.early), *junk, *needed]


def ahead(now: Builder, before: Builder) -> tuple[Errand, Errand]:
    """Two errands for two turns of a player: hand and deck come together in the first, the rest is done then."""
    strangers = [card for card in now.hand if not familiar(card)]
    rest = replace(now, hand=[card for card in now.hand if familiar(card)], deck=())
    return _two(rest, replace(before, hand=strangers, deck=now.deck))


def gather(now: Builder, before: Builder, cards: Sequence[Card]) -> tuple[Errand, Errand]:
    """Two errands for two turns of a player: these cards come to the hand in the first, all else is done then."""
    rest, first = replace(now, held=frozenset(card["id"] for card in cards)), replace(before, hand=cards)
    if all(map(rest.in_hand, rest.hand)) and all(map(familiar, rest.deck)):
        rest, first = replace(rest, deck=()), replace(first, deck=rest.deck)
    return _two(rest, first)


ENOUGH = 1_000_000  # cards in hand: nothing is drawn


def _two(now: Builder, before: Builder) -> tuple[Errand, Errand]:
    """The errands; the hand of the first turn is so full that the deck stays where it is when that turn ends."""
    now = replace(now, start=ENOUGH)
    junk = [now.names.helper() for _ in range(_missing(now, before) if before.deck else 0)]
    then = replace(now, away=[*now.away, *junk]).build()
    kept = [*_needed(then), *junk]
    first = replace(before, kept=kept, turn_over=len(before.hand) + len(kept) <= HAND).build()
    then.hand = []
    return first, then


def _missing(now: Builder, before: Builder) -> int:
    """How many cards the hand of the first turn lacks to be full."""
    for count in range(HAND):
        names = now.names.copy()
        trial = replace(now, names=names, away=[*now.away, *(names.helper() for _ in range(count))]).build()
        if len(before.hand) + len(_needed(trial)) + count >= HAND:
            return count
    return HAND


def _needed(errand: Errand) -> list[Card]:
    """What an errand needs from the deck."""
    return [card for card in errand.hand if card["id"] not in errand.held]
