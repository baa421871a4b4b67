"""The engine's own attack, carried out on open powers, icons and durabilities: what it comes to in a column.

What its arithmetic is worth by itself is proved beside the chapter; that columns keep apart, beside this file.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

import msgspec

from ruleproof.engine.decision import Allowed
from ruleproof.engine.ostium import reading
from ruleproof.engine.ostium.action import Attack
from ruleproof.engine.ostium.chains import Chain
from ruleproof.engine.ostium.event import Attacked
from ruleproof.engine.ostium.field import field
from ruleproof.engine.ostium.game import GAME
from ruleproof.engine.ostium.passive import Icons
from ruleproof.engine.ostium.state import Creature, Player, Side, State, Table

from ..lifting import Open, on_every_way, opened
from ..proving import Claim, Counted, Obligation, Witness
from ..solving import TERMS, Model, Term, integer
from .charge import (
    ALL_BONUSES,
    BELOW_ONE,
    BONUS,
    EQUAL,
    FIGHT,
    FLASK,
    GREATER,
    ICON,
    ICON_VALUE,
    IGNORES,
    LIMIT,
    NOT_PASSED,
    PUSHES,
    REST,
    SHIELD,
    SKIPPING,
    SMALLER,
    stated,
    stated_way,
)

FLAME = "ostium.charge.flame-adds"
TURNED = "ostium.charge.defeated-is-turned"
STAY = "ostium.charge.defeated-stay"
SECOND = "ostium.charge.second-comparison"
STOPPING = "ostium.charge.must-push"
TURNED_POWER = "ostium.charge.turned-power"
FRONT, BACK = 1 << 0, 1 << 3  # A0 and D0 as sets of slots

COLUMN = Open(("total", "front", "back", "gate"))
DEALT = integer("dealt")


class Defense(NamedTuple):
    """Who stands in the opponent's column, which of them lie turned, and whether the attacker goes past the first."""

    front: bool
    back: bool
    first: str | None
    turned: int = 0

    def __str__(self) -> str:
        there = [where for where, stands in (("in front", self.front), ("behind", self.back)) if stands]
        way = {"attack_row": "the row attacked", "pass": "the row passed", None: "the row empty"}[self.first]
        return f"{way}, defenders {' and '.join(there) or 'nowhere'}{', some turned' if self.turned else ''}"


WAYS = tuple(
    Defense(front, back, first)
    for front, back in product((True, False), repeat=2)
    for first in (("attack_row", "pass") if front else (None,))
)


def within(values: Mapping[str, Any], gate: str = "gate") -> tuple[Term, ...]:
    """Powers are not negative, and a gate holds 0 to 15."""
    return (*(opened(value) >= 0 for value in values.values()), opened(values[gate]) <= 15)


def column(values: Mapping[str, Any], way: Defense, read: Mapping[str, str]) -> State:
    """A creature of A faces those of B, all in column 0; the other gates of B are whole."""
    mine = Player(field=(Creature("a0", "warrior", "red", values["total"]), None, None, None, None, None))
    front = Creature("b0", "warrior", "blue", values["front"]) if way.front else None
    back = Creature("e0", "warrior", "green", values["back"]) if way.back else None
    theirs = Player(field=(front, None, None, back, None, None))
    sides = (Side(), Side(gates=(values["gate"], 15, 15), turned=way.turned))
    return State(Table((mine, theirs), readings=reading.choose(read)), sides)


def _witness(way: Defense, read: Mapping[str, str], action: Attack) -> Callable[[Model], Witness]:
    def shown(model: Model) -> Witness:
        position = GAME.dump(column(COLUMN.shown(model), way, read))
        return {"position": position, "readings": dict(read), "actions": [GAME.write_action(action)]}

    return shown


def _read_as(read: Mapping[str, str]) -> str:
    return "".join(f", {question} read as {name}" for question, name in read.items())


def _met(way: Defense, read: Mapping[str, str]) -> tuple[Term, ...]:
    """What each creature on the way defends with; one that lies turned with nothing, unless it is read so."""
    full = read.get(TURNED_POWER) == "full"
    slots = (("front", way.front and way.first != "pass", FRONT), ("back", way.back, BACK))
    return tuple(0 if way.turned & slot and not full else integer(name) for name, met, slot in slots if met)


def _column_as_stated(way: Defense, read: Mapping[str, str]) -> Iterator[Claim | Counted]:
    action, met, full = Attack("A0", way.first), _met(way, read), read.get(SECOND) == "full-power"
    gate = integer("gate")

    def comes_to() -> Term:
        before = column(COLUMN.lifted(), way, read)
        step = GAME.apply(before, "A", action)
        side, left = step.state.sides[1], opened(step.state.sides[1].gates[0])
        # a gate is lowered by what it gets as far as it goes; one that has fallen stays as it is
        lowered = TERMS.ite(gate <= DEALT, TERMS.same(left, 0), TERMS.same(left + DEALT, gate))
        reached, falls = stated_way(integer("total"), met, full)
        once = step.state.resolved == FRONT
        return TERMS.both(lowered, once, _turned_as(side.turned, way, falls, left), _told_as(step.events, way, reached))

    premises = (*within(COLUMN.lifted()), stated(integer("total"), met, DEALT, full))
    yield from on_every_way(comes_to, premises, _witness(way, read, action), COLUMN.terms, f"{way}{_read_as(read)}")


def _turned_as(turned: int, way: Defense, falls: tuple[Term, ...], left: Term) -> Term:
    """Turned are those who lay so, who fell, and where the gate fell all of its column."""
    met = [*([FRONT] if way.front and way.first != "pass" else []), *([BACK] if way.back else [])]
    fallen = dict(zip(met, falls, strict=True))
    wave = TERMS.both(integer("gate") > 0, TERMS.same(left, 0))
    there = (FRONT if way.front else 0) | (BACK if way.back else 0)
    each = [
        TERMS.same(bool(turned & slot), TERMS.either(bool(way.turned & slot), fallen.get(slot, False), wave))
        for slot in (FRONT, BACK)
        if there & slot
    ]
    return TERMS.both(not turned & ~there, *each)


def _told_as(events: tuple[Any, ...], way: Defense, reached: tuple[Term, ...]) -> Term:
    """Told are those whom the attack comes to, in their order, and at last the gate where one stands."""
    targets = [event.target for event in events if isinstance(event, Attacked)]
    names = [*(["B.A0"] if way.front and way.first != "pass" else []), *(["B.D0"] if way.back else []), "B.G0"]
    comes = [*reached[:-1], TERMS.both(reached[-1], integer("gate") > 0)]
    each = zip(names, comes, strict=True)
    return TERMS.both(
        targets == sorted(targets, key=names.index), *(TERMS.same(name in targets, come) for name, come in each)
    )


def attack_is_stated() -> Iterator[Claim | Counted]:
    """Whatever the numbers, an attack does to a column what the relation says."""
    readings: tuple[dict[str, str], ...] = ({}, {SECOND: "full-power"})
    for way, read in product(WAYS, readings):
        yield from _column_as_stated(way, read)
    for turned, read in product((FRONT, BACK, FRONT | BACK), ({}, {TURNED_POWER: "full"})):
        yield from _column_as_stated(Defense(True, True, "attack_row", turned), read)


# Where the question is read so, an attacker may stop behind a creature that it has defeated.


def stops_are_stated() -> Iterator[Claim | Counted]:
    """It may stop there only with power left, and then nothing behind is touched."""
    way, read = WAYS[0], {STOPPING: "may-stop"}
    beaten = {"attack_row": integer("front"), "defense_row": integer("front") + integer("back")}
    for row, needed in beaten.items():
        action = Attack("A0", way.first, row)

        def comes_to(action: Attack = action, row: str = row, needed: Term = needed) -> Term:
            before = column(COLUMN.lifted(), way, read)
            may = integer("total") > needed
            if not isinstance(GAME.decide(before, "A", action), Allowed):
                return TERMS.negate(may)
            side = GAME.apply(before, "A", action).state.sides[1]
            turned = FRONT if row == "attack_row" else FRONT | BACK
            return TERMS.both(may, TERMS.same(opened(side.gates[0]), integer("gate")), side.turned == turned)

        shown = _witness(way, read, action)
        yield from on_every_way(comes_to, within(COLUMN.lifted()), shown, COLUMN.terms, f"stop behind the {row}")


# What an attacker and a defender come to, with icons and chains on the table.

STRONG = Open(("power", "flame", "flask", "own fusion", "link fusion", "defends"))
SHIELD_OF_3 = ("shield:3",)
NAMED = 5  # creatures of the clan that is named for the flasks, on both battlefields
STRAIGHT, LONG, ROUND = Chain(0, ("D0", "A0")), Chain(1, ("D1", "D0", "A0")), Chain(1, ("D1", "A1", "A0"))
PASSING = Chain(0, ("D0", "A0", "A1"))  # it ends on another
SHARED = {"ostium.fusion.ending-is-passing": "shared-end"}
LAID: tuple[tuple[tuple[Chain, ...], str | None], ...] = (
    ((), None),
    ((), "red"),
    ((STRAIGHT,), None),
    ((LONG,), "red"),
    ((STRAIGHT, ROUND), None),
    ((PASSING,), None),
)


def _strong(values: Mapping[str, Any], chains: tuple[Chain, ...], named: str | None, plain: bool) -> State:
    """An attacker with icons, links beside it, a defender with shields; the icons are printed where all is plain."""
    own, link = (_printed(values, wanted) if plain else () for wanted in (OWN, BESIDE))
    mine = Player(field=(_red("a0", values["power"], own), _red("a1"), None, _red("d0", 0, link), _red("d1"), None))
    defender = Creature("b0", "warrior", "blue", values["defends"], main=SHIELD_OF_3)
    theirs = Player(field=(defender, None, None, None, _red("e1"), None))
    return State(Table((mine, theirs), readings=reading.choose(SHARED)), chains=chains, flask=named)


OWN, BESIDE = {"flame": "flame", "flask": "flask", "fusion": "own fusion"}, {"fusion": "link fusion"}


def _red(name: str, power: Any = 0, main: tuple[str, ...] = ()) -> Creature:
    return Creature(name, "warrior", "red", power, main=main)


def _printed(values: Mapping[str, Any], wanted: Mapping[str, str]) -> tuple[str, ...]:
    held = {icon: values[name] for icon, name in wanted.items()}
    return tuple(f"{icon}:{value}" if value > 1 else icon for icon, value in held.items() if value)


def _lifted_strong(chains: tuple[Chain, ...], named: str | None) -> State:
    """The same with open icons, which no card can print: they are put where the engine looks them up."""
    values = STRONG.lifted()
    state = _strong(values, chains, named, plain=False)
    at = field(state.table)
    own, link = (Icons(**{icon: values[name] for icon, name in wanted.items()}) for wanted in (OWN, BESIDE))
    icons = (own, *at.icons[1:3], link, *at.icons[4:])
    vars(state.table)["field"] = msgspec.structs.replace(at, icons=icons)
    return state


ATTACK = Attack("A0", "attack_row")


def _shown_strong(chains: tuple[Chain, ...], named: str | None) -> Callable[[Model], Witness]:
    def shown(model: Model) -> Witness:
        position = GAME.dump(_strong(STRONG.shown(model), chains, named, plain=True))
        return {"position": position, "readings": SHARED, "actions": [GAME.write_action(ATTACK)]}

    return shown


def totals_are_sums() -> Iterator[Claim | Counted]:
    """What is told of an attack is the sum of what lies there, and that is what meets the defender."""
    power, flame, flask, own, link, defends = STRONG.terms
    for chains, named in LAID:
        ending = (chain for chain in chains if chain.path[-1] == "A0")
        fused = TERMS.total(2 + own + (link if "D0" in chain.path else 0) for chain in ending)
        icons = flame + (flask * NAMED if named else 0)
        sums = {"power": power, "icons": icons, "fusion": fused, "total": power + icons + fused}
        sums["against"] = defends + 3

        def comes_to(
            chains: tuple[Chain, ...] = chains, named: str | None = named, sums: Mapping[str, Term] = sums
        ) -> Term:
            told = GAME.apply(_lifted_strong(chains, named), "A", ATTACK).events[0]
            return TERMS.both(*(TERMS.same(opened(getattr(told, name)), value) for name, value in sums.items()))

        premises = tuple(number >= 0 for number in STRONG.terms)
        what = f"chains {[chain.path for chain in chains]}, flask {named}"
        yield from on_every_way(comes_to, premises, _shown_strong(chains, named), STRONG.terms, what)


OBLIGATIONS = (
    Obligation(
        "ostium.charge.attack-is-the-relation",
        "The engine's attack does to creatures and gate what the relation says, for all powers and durabilities.",
        (SKIPPING, NOT_PASSED, TURNED, STAY, LIMIT, BELOW_ONE, IGNORES, *FIGHT),
        attack_is_stated,
    ),
    Obligation(
        "ostium.charge.stops-are-stated",
        "Where an attacker may stop, it does so behind whom it defeats with power left, and nothing behind is touched.",
        (PUSHES, GREATER, EQUAL, SMALLER, REST),
        stops_are_stated,
    ),
    Obligation(
        "ostium.charge.totals-in-play",
        "The engine adds up power, flames, flasks and every chain with its icons, and shields for a defender.",
        (ALL_BONUSES, FLAME, SHIELD, FLASK, ICON_VALUE, BONUS, ICON),
        totals_are_sums,
    ),
)
