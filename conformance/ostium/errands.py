"""What one player does in one development phase to bring cards to their places, and how it is done. No rule is here."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from .course import Course, Stuck
from .wanted import COLUMNS, SLOTS, Card

SEVERAL = ("out_of_play", "remove")  # whose value means so many objects
HELPER = {"kind": "familiar", "clan": "red"}  # what a card looks like that only helps


class Names:
    """Ids for cards that no case knows."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)

    def fresh(self, letter: str = "z") -> str:
        """The next free id."""
        number = next(number for number in range(1, 1000) if f"{letter}{number}" not in self._taken)
        self._taken.add(f"{letter}{number}")
        return f"{letter}{number}"

    def copy(self) -> "Names":
        """Another that goes on from here."""
        return Names(self._taken)

    def helper(self) -> Card:
        """A familiar that only helps."""
        return {"id": self.fresh(), **HELPER}

    def filler(self, cost: int = 0) -> Card:
        """A warrior that only fills a space."""
        return {"id": self.fresh(), "kind": "warrior", "clan": "red", **({"cost": cost} if cost else {})}

    def sovereign(self) -> Card:
        """A sovereign that somebody takes for a gate."""
        return {"id": self.fresh(), "kind": "sovereign", "clan": "red"}


@dataclass(frozen=True)
class Use:
    """One use of an ability."""

    ability: str
    value: int = 1
    target: str | None = None


@dataclass(frozen=True)
class Tool:
    """A card that is discarded for what stands behind its arrows, or summoned for its main domain."""

    card: Card
    uses: tuple[Use, ...]
    summoned: bool = False


def layers(uses: Sequence[Use]) -> list[list[Use]]:
    """The uses on as few cards as can be: none has an ability with two values, so that a use says which is meant."""
    made: list[list[Use]] = []
    for use in uses:
        fitting = (one for one in made if all(o.value == use.value for o in one if o.ability == use.ability))
        layer = next(fitting, None)
        if layer is None:
            made.append(layer := [])
        layer.append(use)
    return made


def tools(
    names: Names, made: list[list[Use]], crystals: int = 0, away: Sequence[Card] = (), *, dirty: bool = False
) -> list[Tool]:
    """A card for each layer; the last one brings crystals and puts the cards of `away` out of play, and all of these.

    Unless it is `dirty`: then these stay in the pile.
    """
    ids = [names.fresh() for _ in made]
    gone = [*([] if dirty else ids), *(card["id"] for card in away)]
    return [
        tool(name, layer, crystals, gone) if name == ids[-1] else tool(name, layer)
        for name, layer in zip(ids, made, strict=True)
    ]


def tool(name: str, uses: Sequence[Use], crystals: int = 0, away: Sequence[str] = ()) -> Tool:
    """A card that can be used so, after cards have been put out of play."""
    done = (*(Use("out_of_play", 1, one) for one in away), *uses)
    brings = [f"arrow>crystal:{crystals}".removesuffix(":1")] if crystals else []
    counts = {ability: sum(use.ability == ability for use in done) for ability in SEVERAL}
    several = [f"arrow>{ability}:{count}".removesuffix(":1") for ability, count in counts.items() if count]
    single = [f"arrow>{use.ability}:{use.value}".removesuffix(":1") for use in done if use.ability not in SEVERAL]
    return Tool({"id": name, **HELPER, "main": [*brings, *several, *single]}, done)


Placed = tuple[int, Card]


@dataclass
class Errand:
    """One development phase: what it draws, in this order, what stays in the deck, and what is done, from top down."""

    hand: list[Card] = field(default_factory=list[Card])
    tail: list[Card] = field(default_factory=list[Card])
    early: list[Tool] = field(default_factory=list[Tool])
    fillers: list[Card] = field(default_factory=list[Card])  # bought so that they lie no longer where they lay
    first: list[Card] = field(default_factory=list[Card])  # to the pile, before it is turned over
    back: list[Tool] = field(default_factory=list[Tool])
    then: list[Card] = field(default_factory=list[Card])  # to the pile, to stay there
    place: list[Placed] = field(default_factory=list[Placed])
    waste: list[Card] = field(default_factory=list[Card])  # bought because of their price
    late: list[Tool] = field(default_factory=list[Tool])
    moves: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])
    after: list[Placed] = field(default_factory=list[Placed])
    charge: list[Tool] = field(default_factory=list[Tool])  # worked when the attack phase has begun
    held: frozenset[str] = frozenset()  # cards that are no familiars and lie in hand all the same

    @property
    def fetched(self) -> list[Card]:
        """The cards that come from the summoning area, in the order in which they are taken."""
        cards = [*self.first, *self.then]
        cards += [*(card for _, card in self.place), *self.waste, *(card for _, card in self.after)]
        return [card for card in cards if not familiar(card) and card["id"] not in self.held]


def familiar(card: Card) -> bool:
    """Whether it comes from a starter deck."""
    return bool(card["kind"] == "familiar")


def run(course: Course, errand: Errand) -> None:
    """Do it, but for what belongs to the attack phase. Raises Stuck."""
    for each in errand.early:
        work(course, each)
    for card in (*errand.fillers, *errand.first):
        toss(course, card)
    for each in errand.early:
        if each.summoned:
            course.do("recall", card=each.card["id"])
    for each in errand.back:
        work(course, each)
    for card in errand.then:
        toss(course, card)
    for slot, card in errand.place:
        summon(course, card, SLOTS[slot])
    for card in errand.waste:
        toss(course, card)
    for each in errand.late:
        work(course, each)
    for name, slot in errand.moves:
        course.do("move", card=name, slot=SLOTS[slot])
    for slot, card in errand.after:
        summon(course, card, SLOTS[slot])


def summoned(used: Tool) -> Tool:
    """The same as a creature that is summoned from the hand and recalled for nothing."""
    main = ["area", *(ability.removeprefix("arrow>") for ability in used.card["main"])]
    return Tool({**used.card, "main": main}, used.uses, summoned=True)


def work(course: Course, used: Tool) -> None:
    """Discard or summon a card and use all that this opens."""
    name = used.card["id"]
    if used.summoned:
        course.do("summon", card=name, slot=_free_slot(course), **{"from": "hand"})
    else:
        course.do("discard", card=name)
    for use in used.uses:
        target = {} if use.target is None else {"target": use.target}
        course.do("use", source=name, ability=use.ability, **target)
    course.decline()


def summon(course: Course, card: Card, slot: str) -> None:
    """Bring a card to a slot, and leave all that this opens."""
    origin, name = _origin(course, card)
    course.do("summon", card=name, slot=slot, **{"from": origin})
    course.decline()


def _origin(course: Course, card: Card) -> tuple[str, str]:
    if any(held.id == card["id"] for held in course.state.player(course.state.me).hand):
        return "hand", card["id"]
    if card["kind"] == "primordial":
        return "primordials", "primordial"
    return f"{card['kind']}s", card["id"]


def toss(course: Course, card: Card) -> None:
    """Bring a card to the own pile."""
    origin, name = _origin(course, card)
    if origin == "hand":
        course.do("discard", card=name)
    elif any(row[2] is not None and row[2].id == name for row in course.state.table.area.warriors):
        course.do("summon_to_discard", card=name)
    else:
        summon(course, card, _free_slot(course))
        course.do("recall", card=card["id"])
    course.decline()


def _free_slot(course: Course) -> str:
    taken = course.state.player(course.state.me).field
    free = [slot for slot in reversed(range(2 * len(COLUMNS))) if taken[slot] is None]
    if not free:
        raise Stuck("no slot is free to summon and recall a card")
    return SLOTS[free[0]]
