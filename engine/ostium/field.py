"""What follows from the cards on the table alone, worked out once in an attack phase and carried along with the table.

Nothing here is part of a position: it is remembered beside the table, and takes no part in equality, hash or dump.
"""

import msgspec

from .action import Affiliate
from .board import ATTACK_ROW, EDGE_BIT, EDGES, NEIGHBOURS
from .damage import defense_total
from .passive import NO_ICONS, Icons, fusion_only, icons
from .reading import PRINTED, Readings
from .state import CLANS, Creature, State, Table
from .synergy import agree, any_clan, awake

Slots = tuple[Creature | None, ...]


class Loyalty(msgspec.Struct, frozen=True):
    """Whom the active player's creatures serve: the slots `bound` to each clan, and those that are `free` to serve any.

    `held` are all that serve some clan or could. `lawful` is the set of chains between creatures of one clan in
    synergy, whatever gates and attackers are left.
    """

    bound: tuple[tuple[str, int], ...]
    free: int
    held: int
    lawful: int


class Field(msgspec.Struct):
    """The table of one attack phase, as the active player attacks. Sets are bit masks over slots, `edges` over sides.

    `wild` serve any clan in a fusion, `arrows` of them by a double arrow; `primordial` have no other clan; `lonely` are
    robed and touch nobody of their printed clan; `apart` are the sides between two creatures that are kept from synergy
    by how a question is read. `arrowed` are the slots where a primordial wakes a side domain. `total` is what defends
    in each of the opponent's slots, while its creature stands; `aims_as_read`: a reading that is no default bears on
    which attacks there are.
    """

    me: int
    foe: int
    own: Slots
    foes: Slots
    readings: Readings
    filled: int
    foe_filled: int
    icons: tuple[Icons, ...]
    foe_icons: tuple[Icons, ...]
    arrowed: int
    foe_arrowed: int
    total: tuple[int, ...]
    wild: int
    arrows: int
    primordial: int
    lonely: int
    apart: int
    flasks: int
    loyalties: dict[tuple[str | None, ...], Loyalty]
    declarations: dict[int, tuple[Affiliate, ...]]
    aims_as_read: bool


def field(table: Table) -> Field:
    """The field of a table, worked out at the first call."""
    known: Field | None = table.__dict__.get("field")
    return known or remember(table)


def remember(table: Table) -> Field:
    """Work out the field and keep it beside the table, where its equality, hash and JSON do not see it."""
    vars(table)["field"] = known = _field(table)
    return known


def _field(table: Table) -> Field:
    me, readings = table.me, table.readings
    own, foes = table.players[me].field, table.players[1 - me].field
    (mine, arrowed), (theirs, foe_arrowed) = working(own, readings), working(foes, readings)
    filled, wild, arrows, primordial, flasks = _sets(own, mine)
    return Field(
        me=me,
        foe=1 - me,
        own=own,
        foes=foes,
        readings=readings,
        filled=filled,
        foe_filled=_filled(foes),
        icons=mine,
        foe_icons=theirs,
        arrowed=arrowed,
        foe_arrowed=foe_arrowed,
        total=tuple([_total(card, shown) for card, shown in zip(foes, theirs, strict=True)]),
        wild=wild,
        arrows=arrows,
        primordial=primordial,
        lonely=_lonely(own, readings) & wild if readings.robed_in_synergy == "printed-clan" else 0,
        apart=_apart(primordial) if readings.two_primordials == "clan-creature" else 0,
        flasks=flasks & ATTACK_ROW,
        loyalties={},
        declarations={},
        aims_as_read=(readings.sole_aim, readings.zero_attack, readings.must_push) != PRINTED_AIMS,
    )


def _total(card: Creature | None, shown: Icons) -> int:
    defends: int = 0 if card is None else defense_total(card.power, shown.shield)
    return defends


def _sets(own: Slots, shown: tuple[Icons, ...]) -> tuple[int, int, int, int, int]:
    filled = robed = arrows = primordial = flasks = 0
    for slot, card in enumerate(own):
        if card is None:
            continue
        bit, visible = 1 << slot, shown[slot]
        filled |= bit
        robed |= bit if visible.robed else 0
        flasks |= bit if visible.flask else 0
        if any_clan(card):
            arrows |= bit
            primordial |= 0 if card.clan else bit
    return filled, robed | arrows, arrows, primordial, flasks


PRINTED_AIMS = (PRINTED.sole_aim, PRINTED.zero_attack, PRINTED.must_push)


def working(own: Slots, readings: Readings) -> tuple[tuple[Icons, ...], int]:
    """The passive icons that work in each slot of one player, and the slots where a primordial helps a side domain."""
    left, right, arrowed = awake(own, readings)
    asleep = fusion_only if readings.robed_side == "always" else _nothing
    shown: list[Icons] = []
    for slot, card in enumerate(own):
        if card is None or not (card.main or card.left or card.right):
            shown.append(NO_ICONS)
            continue
        on_left = card.left if not card.left or left >> slot & 1 else asleep(card.left)
        on_right = card.right if not card.right or right >> slot & 1 else asleep(card.right)
        shown.append(icons(card.main, on_left, on_right))
    return tuple(shown), arrowed


def _nothing(domain: tuple[str, ...]) -> tuple[str, ...]:
    return ()


def _filled(slots: Slots) -> int:
    return sum(1 << slot for slot, creature in enumerate(slots) if creature is not None)


def _lonely(own: Slots, readings: Readings) -> int:
    return sum(
        1 << slot
        for slot, card in enumerate(own)
        if card is not None and not any_clan(card) and not _in_synergy(own, slot, readings)
    )


def _in_synergy(own: Slots, slot: int, readings: Readings) -> bool:
    here, around = own[slot], [own[other] for other in NEIGHBOURS[slot]]
    return here is not None and any(card is not None and agree(here, card, readings) for card in around)


def _apart(primordial: int) -> int:
    return sum(EDGE_BIT[one, two] for one, two in EDGES if primordial >> one & 1 and primordial >> two & 1)


def bound_to(at: Field, serving: tuple[str | None, ...], slot: int) -> str | None:
    """The clan that a creature serves already: the declared one, or its own where it cannot serve another."""
    creature = at.own[slot]
    if creature is None or serving[slot] is not None:
        return serving[slot]
    return None if at.wild >> slot & 1 else creature.clan


def declarable(at: Field, free: int) -> tuple[Affiliate, ...]:
    """Every declaration that the creatures in these slots can make."""
    known = at.declarations.get(free)
    if known is None:
        cards = [card for slot, card in enumerate(at.own) if card is not None and free >> slot & 1]
        known = at.declarations[free] = tuple(Affiliate(card.id, clan) for card in cards for clan in CLANS)
    return known


def standing(gates: tuple[int | None, ...]) -> int:
    """The columns whose gate stands."""
    first, second, third = gates
    return (1 if first else 0) | (2 if second else 0) | (4 if third else 0)


def unresolved(state: State, at: Field) -> int:
    """The columns whose attacker is there, is fit to attack and has not done so yet."""
    there = at.filled & ATTACK_ROW & ~state.resolved
    return there if at.readings.turned_attacks == "yes" else there & ~state.sides[at.me].turned


def able(state: State, at: Field) -> int:
    """Those of them that have something to aim at, as the question is read."""
    waiting = unresolved(state, at)
    return waiting & standing(state.sides[at.foe].gates) if at.readings.sole_aim == "gate-only" else waiting
