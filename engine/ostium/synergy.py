"""Chapter synergy: which neighbours are of one clan, and which side domains that wakes. What those do is not here."""

from .board import PAIRS
from .reading import Readings
from .state import Creature

NEIGHBOURS_OF_ONE_CLAN = "ostium.synergy.neighbours-of-one-clan"
NO_DIAGONAL = "ostium.synergy.no-diagonal"
PRIMORDIAL_ANY_CLAN = "ostium.synergy.primordial-any-clan"
WHENEVER_ADJACENT = "ostium.synergy.whenever-adjacent-in-attack-phase"
SIDE_NEEDS_SYNERGY = "ostium.synergy.side-domain-passive-needs-synergy"
DEFEATED_KEEP_GIVING = "ostium.synergy.defeated-keep-giving"

OF_ONE_CLAN = (NEIGHBOURS_OF_ONE_CLAN, WHENEVER_ADJACENT)
WITH_A_PRIMORDIAL = (PRIMORDIAL_ANY_CLAN, WHENEVER_ADJACENT)


def any_clan(creature: Creature) -> bool:
    """Whether it counts as a creature of every clan: a primordial, or any with the double arrow in its main domain."""
    return creature.kind == "primordial" or "double_arrow" in creature.main


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
