"""What a player can announce. Whether it is allowed is not known here, and its JSON is written in `announcing`.

The same announcement is one object wherever it is offered: actions are made once and kept.
"""

from functools import cache, lru_cache

import msgspec

from .board import COLUMNS, SLOTS
from .chains import BIT, CHAINS, Chain

FIRSTS = ("attack_row", "pass")
STOPS = ("attack_row", "defense_row")


class Affiliate(msgspec.Struct, frozen=True, gc=False):
    """Declare the clan that a creature serves in this attack phase."""

    card: str
    clan: str


class Fuse(msgspec.Struct, frozen=True, gc=False):
    """Lay a chain from a gate to an attacker."""

    chain: Chain


class Flask(msgspec.Struct, frozen=True, gc=False):
    """Name the clan that the flasks count."""

    clan: str


class Attack(msgspec.Struct, frozen=True, gc=False):
    """Attack with the creature in a slot.

    `first`: `attack_row` or `pass` where the opponent's attack row is filled. `stop`: the row after whose defeat the
    attacker goes no further, where a reading allows it.
    """

    attacker: str
    first: str | None = None
    stop: str | None = None


class Withhold(msgspec.Struct, frozen=True, gc=False):
    """Do without the attack of the creature in a slot, where a reading allows it."""

    attacker: str


class EndAttack(msgspec.Struct, frozen=True, gc=False):
    """End the attack phase."""


class Discard(msgspec.Struct, frozen=True, gc=False):
    """Put a card of the hand on the own discard pile."""

    card: str


class Summon(msgspec.Struct, frozen=True, gc=False):
    """Bring a creature to an own slot, from one of ORIGINS; a primordial of the stack is called `primordial`."""

    card: str
    origin: str
    slot: str


class SummonToDiscard(msgspec.Struct, frozen=True, gc=False):
    """Take a warrior of the dismissal zone to the own discard pile."""

    card: str


class Move(msgspec.Struct, frozen=True, gc=False):
    """Move a creature to another slot."""

    card: str
    slot: str


class Swap(msgspec.Struct, frozen=True, gc=False):
    """Let two creatures change places."""

    cards: tuple[str, str]


class Recall(msgspec.Struct, frozen=True, gc=False):
    """Take a creature back to the own discard pile."""

    card: str


class EndDevelopment(msgspec.Struct, frozen=True, gc=False):
    """End the development phase."""


class Use(msgspec.Struct, frozen=True, gc=False):
    """Use an ability that pends. `domain` is named where its card has two alike, `target` where one is chosen."""

    source: str
    ability: str
    domain: str | None = None
    target: str | None = None


class Decline(msgspec.Struct, frozen=True, gc=False):
    """Leave an ability that pends."""

    source: str
    ability: str
    domain: str | None = None


class Fill(msgspec.Struct, frozen=True, gc=False):
    """Say to which space of the summoning area the next warrior goes: its row and column."""

    row: int
    column: int


class Collect(msgspec.Struct, frozen=True, gc=False):
    """Put the next of one's defeated or removed creatures on the pile."""

    card: str


class TakeSovereign(msgspec.Struct, frozen=True, gc=False):
    """Take an open sovereign for a gate that was lost."""

    card: str


class Order(msgspec.Struct, frozen=True, gc=False):
    """What chance decides: the order of the cards at a site, the top one first. No player announces it."""

    site: str
    outcome: tuple[str, ...]


Action = (
    Affiliate | Fuse | Flask | Attack | Withhold | EndAttack
    | Discard | Summon | SummonToDiscard | Move | Swap | Recall | EndDevelopment
    | Use | Decline | Fill | Collect | TakeSovereign | Order
)  # fmt: skip  # a list of names reads best as a block
END_ATTACK = EndAttack()
END_DEVELOPMENT = EndDevelopment()
HAND, WARRIORS, PRIMORDIALS, SOVEREIGNS = ORIGINS = ("hand", "warriors", "primordials", "sovereigns")
THE_PRIMORDIAL = "primordial"
KEPT = 1 << 15  # announcements of one kind that are remembered

FUSES = tuple(Fuse(chain) for chain in CHAINS)
KNOWN = {(chain.gate, chain.path): fuse for chain, fuse in zip(CHAINS, FUSES, strict=True)}


@cache
def _part(gate: int, chains: int) -> tuple[Fuse, ...]:
    return tuple(fuse for fuse in FUSES if fuse.chain.gate == gate and chains & BIT[fuse.chain])


PARTS = tuple(sum(BIT[chain] for chain in CHAINS if chain.gate == gate) for gate in range(COLUMNS))


def fuses(chains: int) -> tuple[Fuse, ...]:
    """The actions that lay the chains of a set, one each, in the chains' order."""
    first, second, third = PARTS
    return (*_part(0, chains & first), *_part(1, chains & second), *_part(2, chains & third))


FILLS = tuple(tuple(Fill(row, column) for column in range(COLUMNS)) for row in range(2))


@lru_cache(maxsize=KEPT)
def summons(card: str, origin: str, empty: int) -> tuple[Summon, ...]:
    """Every summoning of a card to a set of slots."""
    return tuple([_summon(card, origin, slot) for number, slot in enumerate(SLOTS) if empty >> number & 1])


@lru_cache(maxsize=KEPT)
def _summon(card: str, origin: str, slot: str) -> Summon:
    return Summon(card, origin, slot)


@lru_cache(maxsize=KEPT)
def from_hand(card: str, empty: int) -> tuple[Discard | Summon, ...]:
    """All that can be announced of a card in hand: its discard, and its summoning to a set of slots."""
    return (discard(card), *summons(card, HAND, empty))


@lru_cache(maxsize=KEPT)
def discard(card: str) -> Discard:
    """The discard of a card."""
    return Discard(card)


@lru_cache(maxsize=KEPT)
def to_pile(card: str) -> SummonToDiscard:
    """The summoning of a card to the pile."""
    return SummonToDiscard(card)


@lru_cache(maxsize=KEPT)
def moves(card: str, empty: int) -> tuple[Move, ...]:
    """Every move of a card to a set of slots."""
    return tuple([_move(card, slot) for number, slot in enumerate(SLOTS) if empty >> number & 1])


@lru_cache(maxsize=KEPT)
def _move(card: str, slot: str) -> Move:
    return Move(card, slot)


@lru_cache(maxsize=KEPT)
def swaps(cards: tuple[str, ...]) -> tuple[Swap, ...]:
    """Every exchange of two of these cards, in the order of their slots."""
    return tuple([_swap(one, other) for number, one in enumerate(cards) for other in cards[number + 1 :]])


@lru_cache(maxsize=KEPT)
def _swap(one: str, other: str) -> Swap:
    return Swap((one, other))


@lru_cache(maxsize=KEPT)
def recall(card: str) -> Recall:
    """The recall of a card."""
    return Recall(card)


@lru_cache(maxsize=KEPT)
def use(source: str, ability: str, domain: str | None, target: str | None) -> Use:
    """The use of an ability on a target."""
    return Use(source, ability, domain, target)


@lru_cache(maxsize=KEPT)
def decline(source: str, ability: str, domain: str | None) -> Decline:
    """The leaving of an ability."""
    return Decline(source, ability, domain)


@lru_cache(maxsize=KEPT)
def collects(cards: tuple[str, ...]) -> tuple[Collect, ...]:
    """The collecting of each of these cards."""
    return tuple([Collect(card) for card in cards])


@lru_cache(maxsize=KEPT)
def sovereigns(cards: tuple[str, ...]) -> tuple[TakeSovereign, ...]:
    """The taking of each of these cards."""
    return tuple([TakeSovereign(card) for card in cards])
