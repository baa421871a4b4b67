"""The attack phase as far as it has gone: what was declared, and the attacks that turned what is turned."""

from collections.abc import Sequence

import msgspec

from ruleproof.engine.ostium.action import Attack
from ruleproof.engine.ostium.game import GAME
from ruleproof.engine.ostium.state import State

from .course import Course, Stuck
from .falls import ATTACKED, EARLIER
from .wanted import COLUMNS, FULL, SLOTS, Wanted


def charge(course: Course, wanted: Wanted, fates: Sequence[str]) -> dict[int, int]:
    """Do it. The durability that gates of the other player have to have before. Raises Stuck."""
    said = wanted.charge
    for card, clan in said.get("affiliation", {}).items():
        course.do("affiliate", card=card, clan=clan)
    for chain in said.get("chains", ()):
        course.do("fuse", gate=chain["gate"], path=chain["path"])
    if said.get("flask"):
        course.do("flask", clan=said["flask"])
    attacking = [SLOTS.index(slot) for slot in said.get("resolved", ())]
    return dict(
        _attack(course, wanted, column, fates[column]) for column in attacking if wanted.me.field[column] is not None
    )


def _attack(course: Course, wanted: Wanted, column: int, fate: str) -> tuple[int, int]:
    """Attack with the creature of a column so that what is turned then is what has to be."""
    ways = [each for each in course.legal() if isinstance(each, Attack) and each.attacker == SLOTS[column]]
    for way in ways:
        before = _before(course.state, wanted, way, column, fate)
        if before is not None:
            if course.dry and fate != EARLIER:
                course.set_gate(wanted.foe.number, column, before)
            course.take(way)
            return column, before
    raise Stuck(f"no attack from {SLOTS[column]} leaves the column as it has to be")


def _before(state: State, wanted: Wanted, way: Attack, column: int, fate: str) -> int | None:
    """The durability that the gate has to have before this attack, or None where it is not the one."""
    number, letter = wanted.foe.number, wanted.me.letter
    if fate == EARLIER:
        after = GAME.apply(state, letter, way).state
        return 0 if _fits(after, wanted, column) else None
    after = GAME.apply(_with_gate(state, number, column, FULL), letter, way).state
    lost = FULL - (after.sides[number].gates[column] or 0)
    if fate == ATTACKED:
        return lost or None
    durability = wanted.foe.gates[column] + lost
    return durability if _fits(after, wanted, column) and durability <= FULL else None


def _fits(state: State, wanted: Wanted, column: int) -> bool:
    """Whether the other player's creatures of a column are turned as they have to be."""
    turned = state.sides[wanted.foe.number].turned
    return all(bool(turned >> slot & 1) == (slot in wanted.foe.turned) for slot in (column, column + 3))


def _with_gate(state: State, number: int, column: int, durability: int) -> State:
    side = state.sides[number]
    first, second, third = (durability if place == column else side.gates[place] for place in COLUMNS)
    sides = list(state.sides)
    sides[number] = msgspec.structs.replace(side, gates=(first, second, third))
    return msgspec.structs.replace(state, sides=(sides[0], sides[1]))
