"""Chapter synergy: which neighbours are of one clan, and which side domains that wakes. What those do is not here."""

from functools import lru_cache

from .board import COLUMNS, PAIRS
from .domains import LEFT, RIGHT
from .passive import valued
from .reading import Readings
from .state import Creature

NEIGHBOURS_OF_ONE_CLAN = "ostium.synergy.neighbours-of-one-clan"
NO_DIAGONAL = "ostium.synergy.no-diagonal"
PRIMORDIAL_ANY_CLAN = "ostium.synergy.primordial-any-clan"
WHENEVER_ADJACENT = "ostium.synergy.whenever-adjacent-in-attack-phase"
SIDE_NEEDS_SYNERGY = "ostium.synergy.side-domain-passive-needs-synergy"
DEFEATED_KEEP_GIVING = "ostium.synergy.defeated-keep-giving"
SIDES_AT_SUMMONING = "ostium.synergy.sides-at-summoning"
NEWCOMERS_OWN_HALF = "ostium.synergy.newcomers-own-half"
NEIGHBOURS_HALF = "ostium.synergy.neighbours-half"
HORIZONTAL_NEIGHBOURS_ONLY = "ostium.synergy.horizontal-neighbours-only"
BOTH_SIDES = "ostium.synergy.both-sides"
FAMILIAR_OPENS_OTHERS = "ostium.synergy.familiar-opens-others"
PRIMORDIAL_OPENS_SIDES = "ostium.synergy.primordial-opens-sides"
ANEW_AT_EACH_SUMMONING = "ostium.synergy.anew-at-each-summoning"

OF_ONE_CLAN = (NEIGHBOURS_OF_ONE_CLAN, WHENEVER_ADJACENT)
WITH_A_PRIMORDIAL = (PRIMORDIAL_ANY_CLAN, WHENEVER_ADJACENT)


def any_clan(creature: Creature) -> bool:
    """Whether it counts as a creature of every clan: a primordial, or any with the double arrow in its main domain."""
    return creature.kind == "primordial" or (bool(creature.main) and _has_double_arrow(creature.main))


@lru_cache(maxsize=1 << 12)
def _has_double_arrow(main: tuple[str, ...]) -> bool:
    return any(valued(ability)[0] == "double_arrow" for ability in main)


def agree(one: Creature, other: Creature, readings: Readings) -> tuple[str, ...]:
    """The clauses by which two neighbours are in synergy; none where they are not."""
    if one.clan == other.clan is not None:
        return OF_ONE_CLAN
    if one.clan is None and other.clan is None:
        return two_without_clan(one, other, readings)
    if any_clan(one) or any_clan(other):
        return WITH_A_PRIMORDIAL if bears(one) and bears(other) else ()
    return ()


def bears(creature: Creature) -> bool:
    """Whether it has a clan at all, one of its own or every one."""
    return creature.clan is not None or any_clan(creature)


def two_without_clan(one: Creature, other: Creature, readings: Readings) -> tuple[str, ...]:
    """The clauses by which two creatures without a clan are in synergy: primordials, as the question is read."""
    if not (any_clan(one) and any_clan(other)):
        return ()
    if readings.two_primordials == "clan-creature":
        return ()
    return WITH_A_PRIMORDIAL


def awake(field: tuple[Creature | None, ...], readings: Readings) -> tuple[int, int, int]:
    """The slots whose left side domain works, those whose right one does, and those where a primordial helps.

    A side domain works while the horizontal neighbour on that side is in synergy with its creature, defeated or not.
    Slots without one are left out.
    """
    left = right = arrowed = 0
    for one, other in PAIRS:
        here, there = field[one], field[other]
        if here is None or there is None or not (here.right or there.left):
            continue
        clauses = agree(here, there, readings)
        if clauses:
            right |= 1 << one
            left |= 1 << other
        if clauses is WITH_A_PRIMORDIAL:
            arrowed |= 1 << one | 1 << other
    return left, right, arrowed


def side_clauses(arrowed: bool) -> tuple[str, ...]:
    """The clauses by which a side domain works, beside a primordial or within one clan."""
    return (SIDE_NEEDS_SYNERGY, *(WITH_A_PRIMORDIAL if arrowed else OF_ONE_CLAN))


Half = tuple[Creature, str, Creature]  # a card, which of its side domains, and the neighbour that wakes it


def facing(field: tuple[Creature | None, ...], slot: int, readings: Readings) -> tuple[Half, ...]:
    """The side domains that face each other where the creature in a slot is in synergy: its own first."""
    here = field[slot]
    if here is None:
        return ()
    column = slot % COLUMNS
    on_left = field[slot - 1] if column else None
    on_right = field[slot + 1] if column < COLUMNS - 1 else None
    if on_left is not None and not agree(here, on_left, readings):
        on_left = None
    if on_right is not None and not agree(here, on_right, readings):
        on_right = None
    if on_left is None:
        return () if on_right is None else ((here, RIGHT, on_right), (on_right, LEFT, here))
    if on_right is None:
        return (here, LEFT, on_left), (on_left, RIGHT, here)
    return (here, LEFT, on_left), (here, RIGHT, on_right), (on_left, RIGHT, here), (on_right, LEFT, here)


def still_awake(field: tuple[Creature | None, ...], slot: int, domain: str, readings: Readings) -> bool:
    """Whether the side domain of the creature in a slot still faces a neighbour in synergy with it."""
    return any(half[1] == domain and half[0] is field[slot] for half in facing(field, slot, readings))


def why_open(newcomer: Creature, half: Half, several: bool) -> tuple[str, ...]:
    """The clauses by which a summoning opens a side domain."""
    card, _, neighbour = half
    own = card is newcomer
    clauses = (SIDES_AT_SUMMONING, NEWCOMERS_OWN_HALF) if own else (
        SIDES_AT_SUMMONING, NEIGHBOURS_HALF, ANEW_AT_EACH_SUMMONING
    )  # fmt: skip  # the two ways side by side
    if any_clan(card) or any_clan(neighbour):
        clauses = (*clauses, PRIMORDIAL_OPENS_SIDES)
    if neighbour.kind == "familiar":
        clauses = (*clauses, FAMILIAR_OPENS_OTHERS)
    return (*clauses, HORIZONTAL_NEIGHBOURS_ONLY, *((BOTH_SIDES,) if several else ()))
