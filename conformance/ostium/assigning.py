"""Who does what in which turn so that a position comes to lie on the table, as data. Nothing of it is played here."""

from dataclasses import dataclass, field, replace

from .building import Builder, ahead, gather
from .course import Deal, Stuck
from .errands import Errand, Names, Tool, Use, familiar, tool
from .falls import ATTACKED, EARLIER, NOW, damage, fates, felled, repair
from .market import SPACES, Demand
from .wanted import COLUMNS, FULL, HAND, Card, Seat, Wanted


@dataclass(frozen=True)
class Choice:
    """What can be planned either way.

    `filled`: the other player's hand holds five cards, more than are told. `now`: gates that may have fallen earlier
    fall in this turn. `ahead`: hand and deck are made a turn earlier. `gather`: warriors come to the hand a turn
    earlier. `dirty`: cards that helped stay in the pile. `tidy`: not even what was bought to make room stays there.
    `under`: cards that helped lie under the deck. `plenty`: there are warriors for every gap. `lean`: what has to be in
    hand in the second turn of the player who begins does not come by the draw that ends the first.
    """

    turn: int
    filled: bool = False
    now: bool = False
    ahead: bool = False
    gather: bool = False
    dirty: bool = False
    tidy: bool = False
    under: bool = False
    plenty: bool = False
    lean: bool = False

    @property
    def sensible(self) -> bool:
        """Whether it does not say two things of one."""
        return not (self.ahead and self.gather) and self.dirty + self.tidy + self.under < 2


@dataclass
class Needs:
    """What becomes clear only when a plan is played: by turn the crystals that are needed, those that are too many, and
    how many warriors are bought to make room; by column what the other player's attacks take from the own gates, and
    the durability that opposing gates have to have before they are attacked."""

    crystals: dict[int, int] = field(default_factory=dict[int, int])
    waste: dict[int, int] = field(default_factory=dict[int, int])
    bought: dict[int, int] = field(default_factory=dict[int, int])
    struck: dict[int, int] = field(default_factory=dict[int, int])
    before: dict[int, int] = field(default_factory=dict[int, int])


@dataclass
class Assignment:
    """The errands by turn, the deal and what lies where in the summoning area, for one choice and known needs.

    `gifts` are the sovereigns that players take on the way. Raises Stuck where the choice does not fit.
    """

    wanted: Wanted
    choice: Choice
    needs: Needs

    def __post_init__(self) -> None:
        self.names = Names(self.wanted.names)
        self.fates = fates(self.wanted, now=self.choice.now)
        self.gifts: list[Card] = []
        self.errands = self._by_turn()
        self.market = self._demand().market()
        for turn, cards in self.market.bought.items():
            self.errands[turn].fillers = cards
        self.deal = self._deal()

    def _by_turn(self) -> dict[int, Errand]:
        """An errand for each turn."""
        turn, earlier = self.choice.turn, [column for column in COLUMNS if self.fates[column] == EARLIER]
        if turn < 3 and (earlier or self.choice.ahead or self.choice.gather):
            raise Stuck("nothing can be done before this turn")
        of_foe, of_me = self._given()
        found = self._of_foe(of_foe)
        own, before = self._own(of_me), replace(self._builder(turn - 2), early=felled(self.wanted.foe, earlier))
        if self.choice.ahead:
            found[turn - 2], found[turn] = ahead(own, before)
        elif self.choice.gather:
            found[turn - 2], found[turn] = gather(own, before, self._gathered(own))
        else:
            found |= {turn - 2: before.build(), turn: own.build()}
        return {each: found.get(each) or self._builder(each).build() for each in range(1, turn + 1)}

    def _builder(self, turn: int) -> Builder:
        """A builder for the errand of a turn."""
        return Builder(
            self.names,
            3 if turn == 1 or (turn == 3 and self.choice.lean) else HAND,
            crystals=self.needs.crystals.get(turn, 0),
            waste=self.needs.waste.get(turn, 0),
            fillers=[self.names.filler() for _ in range(self.needs.bought.get(turn, 0))],
            dirty=self.choice.dirty or self.choice.under,
            tidy=self.choice.tidy,
        )

    def _given(self) -> tuple[list[Card], list[Card]]:
        """The sovereigns that both players take for gates that fell in the two turns before the last."""
        cards = [*self.wanted.me.hand, *self.wanted.foe.hand, *self.wanted.pile("sovereigns")]
        if not any(card["kind"] == "sovereign" for card in cards):
            return [], []
        for_foe = [self.names.sovereign() for fate in self.fates if fate == EARLIER][:1]
        for_me = [self.names.sovereign() for gate in self.wanted.me.gates if not gate][:1]
        self.gifts = [*for_foe, *for_me]
        return for_foe, for_me

    # the other player, in the turn before the last

    def _of_foe(self, away: list[Card]) -> dict[int, Errand]:
        """The errands of the other player, who has none in the first turn of the game."""
        turn = self.choice.turn - 1
        if turn == 0:
            if _takes_a_turn(self.wanted.foe) or min(self.wanted.me.gates) < FULL:
                raise Stuck("the other player has had no turn")
            return {}
        made = self._others(away)
        warriors = [card for card in made.fetched() if card["kind"] == "warrior"]
        more = warriors[: max(0, len(warriors) - len(SPACES))]
        if not self.choice.gather or turn < 3 or not more:
            return {turn: made.build()}
        before, then = gather(made, self._builder(turn - 2), more)
        return {turn - 2: before, turn: then}

    def _others(self, away: list[Card]) -> Builder:
        """What the other player brings together: in a hand below five nothing is left to draw."""
        foe, hand = self.wanted.foe, list(self.wanted.foe.hand)
        if self.choice.filled:
            hand += [self.names.helper() for _ in range(HAND - len(hand))]
        place, discard = list(foe.placed), foe.discard
        if short := len(hand) < HAND:
            free = [slot for slot in (3, 4, 5, 0, 1, 2) if foe.field[slot] is None]
            if foe.deck or len(free) < len(discard):
                raise Stuck("the other player's hand is below five, and there is more to draw")
            place += zip(free, discard, strict=False)  # from there the player on turn removes them
            discard = ()
        plain = not discard or all(map(familiar, (*hand, *foe.deck)))
        return replace(
            self._builder(self.choice.turn - 1),
            hand=hand,
            deck=foe.deck,
            discard=discard,
            place=place,
            early=damage(self.wanted.me, {column: self.blow(column) for column in COLUMNS}),
            turn_over=short or (len(hand) == HAND and plain),
            away=away,
        )

    def blow(self, column: int) -> int:
        """How much the other player's abilities take from an own gate: what the attacks do not."""
        gate = self.wanted.me.gates[column]
        return FULL if not gate else max(0, FULL - gate - self.needs.struck.get(column, 0))

    # the player on turn, in the last turn

    def _own(self, away: list[Card]) -> Builder:
        """What the player on turn does in the last development."""
        me, foe = self.wanted.me, self.wanted.foe
        late, moved, through = self._turned()
        passed = [(slot, column, card) for slot, column in zip(moved, through, strict=True) if (card := me.field[slot])]
        place = [(slot, card) for slot, card in me.placed if slot not in (*moved, *through)]
        falling = [*late, *through]
        return replace(
            self._builder(self.choice.turn),
            hand=me.hand,
            deck=me.deck,
            discard=me.discard,
            place=_by_name([*place, *((column, card) for _, column, card in passed)]),
            moves=[(card["id"], slot) for slot, _, card in passed],
            after=[(slot, card) for slot, card in me.placed if slot not in moved and slot in through],
            early=[*damage(foe, self._blows(falling)), *repair(me, self._repairs()), *self._removals()],
            late=felled(foe, falling),
            charge=self._in_attack(),
            away=away,
            under=self.choice.under,
        )

    def _turned(self) -> tuple[list[int], list[int], list[int]]:
        """The columns in which a falling gate turns an own creature that stays there; the slots of own creatures that
        are turned elsewhere and moved; and the columns where that happens. Raises Stuck."""
        me = self.wanted.me
        falling = [column for column in COLUMNS if self.fates[column] == NOW]
        late = [column for column in falling if column in me.turned]
        attacked = [column for column in COLUMNS if self.fates[column] == ATTACKED]
        moved = sorted(slot for slot in me.turned if slot not in (*late, *attacked))
        through = [column for column in falling if column not in late][: len(moved)]
        if len(through) < len(moved):
            raise Stuck("a creature is turned, and no gate fell that could have turned it")
        return late, moved, through

    def _gathered(self, own: Builder) -> list[Card]:
        """The warriors that come to the hand a turn earlier: those that do not lie open all at once, at least one."""
        room = len(SPACES) - sum(card is not None for row in self.wanted.rows or () for card in row)
        warriors = [card for card in own.fetched() if card["kind"] == "warrior"]
        return warriors[: min(len(SPACES), max(1, len(warriors) - room))]

    def _blows(self, later: list[int]) -> dict[int, int]:
        """What abilities take from the other player's gates before anything else happens in the turn."""
        columns = [column for column in COLUMNS if column not in later and self.fates[column] != EARLIER]
        return {column: FULL - self.needs.before.get(column, self.wanted.foe.gates[column]) for column in columns}

    def _repairs(self) -> dict[int, int]:
        """What brings the own gates back to what they have to be."""
        struck = self.needs.struck
        return {column: gate - FULL + struck.get(column, 0) for column, gate in enumerate(self.wanted.me.gates) if gate}

    def _removals(self) -> list[Use]:
        """What brings the other player's pile together where its cards have to come from the board."""
        foe = self.wanted.foe
        if self.choice.turn == 1 or self.choice.filled or len(foe.hand) >= HAND:
            return []
        return [Use("remove", 1, card["id"]) for card in foe.discard]

    def _in_attack(self) -> list[Tool]:
        """What brings crystals when the attack phase has begun: others are lost with the development phase."""
        if self.wanted.phase != "attack" or not self.wanted.me.crystals:
            return []
        name = self.names.fresh()
        return [tool(name, [], self.wanted.me.crystals, [] if self.choice.dirty else [name])]

    # the deal

    def _fetched(self) -> dict[int, list[Card]]:
        """What is taken from the summoning area, by turn."""
        return {turn: errand.fetched for turn, errand in self.errands.items()}

    def _deal(self) -> Deal:
        """The cards of the game."""
        area = self.wanted.area
        fetched = [card for cards in self._fetched().values() for card in cards]
        sovereigns = [*self.gifts, *(card for card in fetched if card["kind"] == "sovereign")]
        return Deal(
            {seat.letter: self._deck(seat) for seat in (self.wanted.me, self.wanted.foe)},
            self.market.order,
            [*sovereigns, *self.wanted.pile("sovereigns"), *self.wanted.pile("sovereign_deck")],
            area.get("primordials", 0) + sum(card["kind"] == "primordial" for card in fetched),
            area.get("primordial_cost", 1) if "primordials" in area else 0,
        )

    def _deck(self, seat: Seat) -> list[Card]:
        """A player's starter deck, in the order in which it is drawn."""
        if self.choice.turn == 1 and seat is self.wanted.foe:
            return [*seat.hand, *seat.deck]
        own = [errand for turn, errand in self.errands.items() if turn % 2 == (seat.letter == "A")]
        return [card for errand in own for card in (*errand.hand, *errand.tail)]

    def _demand(self) -> Demand:
        """Which warriors are bought when, and who lies in the summoning area in the end."""
        bought = [
            (turn, card) for turn, cards in self._fetched().items() for card in cards if card["kind"] == "warrior"
        ]
        return Demand(
            self.names,
            self.choice.turn,
            {card["id"]: turn for turn, card in bought},
            [card for _, card in bought],
            self.wanted.rows,
            self.wanted.pile("warrior_deck"),
            self.wanted.pile("dismissed") if "dismissed" in self.wanted.names else None,
            {turn: list(errand.fillers) for turn, errand in self.errands.items()},
            self.choice.plenty,
        )


def _takes_a_turn(seat: Seat) -> bool:
    """Whether a player needs a turn for this: all but a first hand and the deck under it."""
    dealt = all(map(familiar, (*seat.hand, *seat.deck))) and not seat.discard and not seat.placed
    return not dealt or len(seat.hand) > HAND or (len(seat.hand) < HAND and bool(seat.deck))


def _by_name(placed: list[tuple[int, Card]]) -> list[tuple[int, Card]]:
    """Primordials in the order of their names: so the stack gives them out."""
    names = iter(sorted((place for place in placed if place[1]["kind"] == "primordial"), key=lambda one: one[1]["id"]))
    return [next(names) if one[1]["kind"] == "primordial" else one for one in placed]
