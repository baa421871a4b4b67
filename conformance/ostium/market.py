"""Who lies where in the summoning area, turn by turn, so that cards are open when they are bought. Nobody buys here."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import permutations

from .course import Stuck
from .errands import Names
from .wanted import COLUMNS, Card

SPACES = tuple((row, column) for row in (0, 1) for column in COLUMNS)
ZONE = (2, 5)
Rows = tuple[str | None, ...]  # the six spaces, row by row


@dataclass
class Market:
    """`order`: the warriors as they are dealt. `bought`: fillers by turn. `cells`: where a card is laid in a turn."""

    order: list[Card] = field(default_factory=list[Card])
    bought: dict[int, list[Card]] = field(default_factory=dict[int, list[Card]])
    cells: dict[tuple[int, str], int] = field(default_factory=dict[tuple[int, str], int])
    due: Mapping[str, int] = field(default_factory=dict[str, int])

    def cell(self, turn: int, card: str, gaps: Sequence[int]) -> int:
        """The space of `gaps` in which a card is laid."""
        told = self.cells.get((turn, card))
        if told is not None and told in gaps:
            return told
        soon = self.due.get(card, 0) <= turn + 1
        return min(gaps, key=lambda space: (-(space % 3) if soon else space % 3, space))


@dataclass
class Demand:
    """What is bought when, and what has to lie there when the last turn has begun; None where nothing is told."""

    names: Names
    last: int
    due: dict[str, int]
    warriors: list[Card]
    rows: list[list[Card | None]] | None
    deck: list[Card]
    dismissed: list[Card] | None
    fillers: dict[int, list[Card]]
    plenty: bool = False  # every gap is filled, with cards that nobody wants where there are no others

    def market(self) -> Market:
        """How it can be done. Raises Stuck."""
        if self.plenty:
            return self._plenty()
        if self.deck or self.dismissed:
            return self._full()
        staying = sum(card is not None for row in self.rows or () for card in row)
        return self._few() if len(self.warriors) + staying <= len(SPACES) else self._many()

    # enough for every gap

    def _plenty(self) -> Market:
        """Each card is laid as late as can be, and no sooner than it takes to the last column. Raises Stuck."""
        if self.rows is not None or self.deck or self.dismissed:
            raise Stuck("the rows are told")
        for sooner in (1, 2):
            with suppress(Stuck):
                return self._laid_before(sooner)
        return self._laid_before(len(COLUMNS))

    def _laid_before(self, sooner: int) -> Market:
        """The same with cards laid so many turns before they are bought, or fewer. Raises Stuck."""
        waiting = {turn: [card for card in self.warriors if self.due[card["id"]] == turn] for turn in self.turns}
        market = Market(due=self.due)
        rows: list[Card | None] = [None] * len(SPACES)
        for turn in (0, *self.turns):
            if turn:
                rows = _shifted([self._staying(card, turn, space) for space, card in enumerate(rows)])
            if waiting.get(turn):
                raise Stuck("more warriors are bought in a turn than can be laid before")
            self._lay(market, rows, turn, waiting, sooner)
        return market

    def _staying(self, card: Card | None, turn: int, space: int) -> Card | None:
        """What a turn leaves in a space. Raises Stuck where it dismisses what is bought later."""
        due = self.due.get(card["id"], 0) if card else 0
        if space in ZONE and due > turn:
            raise Stuck("a warrior is dismissed before it is bought")
        return None if space in ZONE or due == turn else card

    def _lay(
        self, market: Market, rows: list[Card | None], turn: int, waiting: dict[int, list[Card]], sooner: int
    ) -> None:
        """Fill the gaps, from the right: first with what is bought soonest, where it will still be there by then."""
        gaps = sorted((space for space, card in enumerate(rows) if card is None), key=lambda space: -(space % 3))
        for space in gaps:
            turns = range(turn + 1, turn + 1 + min(sooner, len(COLUMNS) - space % 3))
            coming = next((cards for each in turns if (cards := waiting.get(each))), None)
            rows[space] = coming.pop(0) if coming else self.names.filler()
        laid = [(space, card) for space, card in enumerate(rows) if card is not None and card not in market.order]
        market.order += [card for _, card in laid]
        market.cells |= {(turn, card["id"]): space for space, card in laid if turn}

    # more than there are spaces

    def _many(self) -> Market:
        """All in one line that flows to the right: at least two leave it in each turn, bought or dismissed."""
        waiting = sorted(self.warriors, key=lambda card: self.due[card["id"]])
        late = [card for card in waiting if self.due[card["id"]] == self.last]
        flow: list[Card] = []
        for turn in range(1, self.last):
            mine = [card for card in waiting if self.due[card["id"]] == turn]
            dismissed = [late.pop() for _ in range(2 - len(mine)) if late]
            flow += [*mine, *dismissed]
        lying = {3 * r + c: card for r, row in enumerate(self.rows or ()) for c, card in enumerate(row) if card}
        flow += [*late, *lying.values()]
        spaces = (2, 5, 1, 4, 0, 3)
        dealt = dict(zip(spaces, flow, strict=False))
        order = [dealt[space] for space in sorted(dealt)] + flow[len(spaces) :]
        cells = {(self.last - 1, card["id"]): space for space, card in lying.items()}
        return Market(order, cells=cells, due=dict.fromkeys(self.due, 0))

    # full rows: one new card a row in each turn, and one that leaves it

    def _full(self) -> Market:
        """Turn by turn backwards: the rows were one step further to the left."""
        waiting = {turn: [card for card in self.warriors if self.due[card["id"]] == turn] for turn in self.turns}
        market, gone, deck = Market(due=self.due), list(self.dismissed or ()), list(self.deck)
        spaces = [card for row in self.rows or [[None] * 3] * 2 for card in row]
        rows = [card or self._bought(market, self.last, waiting[self.last]) for card in spaces]
        for turn in reversed(self.turns[:-1]):
            laid = [rows[0], rows[3]]
            market.cells |= {(turn, card["id"]): space for space, card in zip((0, 3), laid, strict=True)}
            left = [self._leaving(market, turn, waiting[turn], gone) for _ in laid]
            rows = [rows[1], rows[2], left[0], rows[4], rows[5], left[1]]
            deck = [*laid, *deck]
        if gone or any(waiting.values()):
            raise Stuck("more warriors are dismissed or bought than leave full rows")
        market.order = [*rows, *deck]
        return market

    @property
    def turns(self) -> list[int]:
        """The turns of the game."""
        return list(range(1, self.last + 1))

    def _bought(self, market: Market, turn: int, mine: list[Card]) -> Card:
        """A card that is bought in a turn: one that is wanted, or a filler."""
        if mine:
            return mine.pop(0)
        there = self.fillers.get(turn, [])
        filler = there.pop(0) if there else self.names.filler()
        market.bought.setdefault(turn, []).append(filler)
        return filler

    def _leaving(self, market: Market, turn: int, mine: list[Card], gone: list[Card]) -> Card:
        """A card that leaves the last column in a turn: bought, or dismissed."""
        if gone and not mine:
            return gone.pop()
        return self.names.filler() if self.dismissed is None and not mine else self._bought(market, turn, mine)

    # no deck: whatever leaves the last column is laid again

    def _few(self) -> Market:
        """The way with the fewest cards laid by hand, with as few fillers as can be."""
        staying = [card for row in self.rows or () for card in row if card is not None]
        room = len(SPACES) - len(self.warriors) - len(staying)
        for count in range(room + 1):
            there = self.fillers.get(self.last, [])[:count]
            fillers = [*there, *(self.names.filler() for _ in range(count - len(there)))]
            market = self._search([*self.warriors, *staying, *fillers], {card["id"] for card in fillers})
            if market is not None:
                if fillers:
                    market.bought[self.last] = fillers
                return market
            if self.rows is None:
                break
        raise Stuck("no way to lay the warriors is known")

    def _search(self, cards: list[Card], fillers: set[str]) -> Market | None:
        """The cheapest way of the labels through the turns, as a shortest path."""
        label = {card["id"]: str(self.due.get(card["id"], "")) or card["id"] for card in cards}
        label |= dict.fromkeys(fillers, str(self.last))
        goal = tuple(card["id"] if card else None for row in self.rows or () for card in row) or None
        reached: dict[Rows, tuple[int, list[tuple[Rows, Laid]]]] = {}
        for order in sorted(set(permutations(sorted(label.values())))):
            padded: Rows = (*order, *[None] * (len(SPACES) - len(order)))
            reached[padded] = (0, [(padded, ())])
        for turn in range(1, self.last):
            reached = _next_turn(reached, str(turn))
        fitting = [(cost, way) for rows, (cost, way) in reached.items() if self._fits(rows, goal)]
        if not fitting:
            return None
        return self._named(min(fitting, key=lambda one: one[0])[1], cards, label)

    def _fits(self, rows: Rows, goal: Rows | None) -> bool:
        """Whether these rows are those wanted, but for cards that are bought now."""
        now = str(self.last)
        return goal is None or all(
            held == wanted or (wanted is None and held == now) for held, wanted in zip(rows, goal, strict=True)
        )

    def _named(self, way: list[tuple[Rows, "Laid"]], cards: list[Card], label: dict[str, str]) -> Market:
        """The cards for the labels of a way."""
        left = {one: [card for card in cards if label[card["id"]] == one] for one in set(label.values())}
        rows = [None if one is None else left[one].pop(0) for one in way[0][0]]
        market = Market([card for card in rows if card is not None], due=self.due)
        for turn, (_, laid) in enumerate(way[1:], 1):
            rows = [None if card and label[card["id"]] == str(turn) else card for card in rows]
            removed = [card for space in ZONE if (card := rows[space]) is not None]
            rows = _shifted(rows)
            for one, space in laid:
                card = next(card for card in removed if label[card["id"]] == one)
                removed.remove(card)
                rows[space] = card
                market.cells[turn, card["id"]] = space
        return market


Laid = tuple[tuple[str, int], ...]


def _shifted(rows: Sequence[Card | None]) -> list[Card | None]:
    """Both rows moved to the right, the last column being free."""
    moved: list[Card | None] = []
    for one, other in ((rows[0], rows[1]), (rows[3], rows[4])):
        moved += [None, None, one] if other is None else [None, one, other]
    return moved


def _next_turn(
    reached: dict[Rows, tuple[int, list[tuple[Rows, Laid]]]], due: str
) -> dict[Rows, tuple[int, list[tuple[Rows, Laid]]]]:
    """What the rows can be when the next turn begins."""
    found: dict[Rows, tuple[int, list[tuple[Rows, Laid]]]] = {}
    for rows, (cost, way) in sorted(reached.items(), key=str):
        left: Rows = tuple(None if one == due else one for one in rows)
        for after, laid, more in _refilled(left):
            if after not in found or found[after][0] > cost + more:
                found[after] = (cost + more, [*way, (after, laid)])
    return found


def _refilled(rows: Rows) -> Iterator[tuple[Rows, Laid, int]]:
    """Every way in which what leaves the last column is laid again, and how many cards are laid by hand."""
    removed = [one for space in ZONE if (one := rows[space]) is not None]
    moved: list[str | None] = []
    for one, other in ((rows[0], rows[1]), (rows[3], rows[4])):
        moved += [None, None, one] if other is None else [None, one, other]
    gaps = [space for space, one in enumerate(moved) if one is None]
    by_hand = len(removed) - (len(removed) == len(gaps))
    for spaces in permutations(gaps, len(removed)):
        after = list(moved)
        laid = tuple(zip(removed, spaces, strict=True))
        for one, space in laid:
            after[space] = one
        yield tuple(after), laid, by_hand
