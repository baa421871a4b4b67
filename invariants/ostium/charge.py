"""The engine's own arithmetic of an attack, lifted to terms and proved for all numbers. Who may attack is not here.

The functions are looked up when a claim is made, so what is proved is what the engine computes with at that moment.
"""

from collections.abc import Callable, Iterator
from typing import Any

from ruleproof.engine.ostium import damage

from ..proving import Claim, Obligation, Witness
from ..solving import TERMS, Model, Term, boolean, integer

GREATER = "ostium.charge.greater-defeats"
PUSHES = "ostium.charge.pushes-on-reduced"
EQUAL = "ostium.charge.equal-defeats-and-blocks"
SMALLER = "ostium.charge.smaller-is-blocked"
REST = "ostium.charge.gate-takes-the-rest"
SKIPPING = "ostium.charge.may-pass-attack-row"
NOT_PASSED = "ostium.charge.defense-row-not-passed"
ALL_BONUSES = "ostium.charge.all-bonuses-count"
SHIELD = "ostium.charge.shield-adds"
FLASK = "ostium.charge.flask-counts-clan"
ICON_VALUE = "ostium.charge.icon-value"
BONUS = "ostium.fusion.bonus-is-two"
ICON = "ostium.fusion.icon-adds"
POWER_NOT_ADDED = "ostium.fusion.power-not-added"
LIMIT = "ostium.gates.durability-limit"
BELOW_ONE = "ostium.gates.destroyed-below-one"
IGNORES = "ostium.gates.destroyed-ignores-damage"
FIGHT = (GREATER, PUSHES, EQUAL, SMALLER, REST)

TOTAL, FRONT, BACK = integer("total"), integer("front"), integer("back")  # front and back defend in their rows
MORE = integer("more")
FULL = boolean("the full power is compared again")
NUMBERS = (TOTAL >= 0, FRONT >= 0, BACK >= 0)
SMALL = (TOTAL, FRONT, BACK)


def past(total: Term = TOTAL, back: Term = BACK) -> Term:
    """The engine's damage to a gate where the attack row is passed."""
    return damage.damage_past_the_row(total, back, ops=TERMS)


def through(total: Term = TOTAL, front: Term = FRONT, back: Term = BACK, full: Term = False) -> Term:
    """The engine's damage to a gate where the attack row is attacked first."""
    return damage.damage_through_the_row(total, front, back, full, ops=TERMS)


def creature(name: str, clan: str, power: int = 0, *main: str) -> dict[str, Any]:
    """A Warrior for a position."""
    shown: dict[str, Any] = {"id": name, "kind": "warrior", "clan": clan, "power": power}
    return {**shown, **({"main": list(main)} if main else {})}


def meeting(mine: dict[str, Any], *theirs: dict[str, Any] | None, gate: int = 15) -> dict[str, Any]:
    """The position in which an attacker meets a creature in the attack row, one behind it, and a gate."""
    front, back = (*theirs, None, None)[:2]
    facing = {"attack": [front, None, None], "defense": [back, None, None], "gates": [gate, 15, 15]}
    return {"phase": "attack", "players": {"A": {"attack": [mine, None, None]}, "B": facing}}


def attack(first: str = "") -> dict[str, Any]:
    """The attack in column 0, its way said where there is one to say."""
    return {"type": "attack", "attacker": "A0", **({"first": first} if first else {})}


def _fight(first: str, **more: Any) -> Callable[[Model], Witness]:
    """The position in which an attacker meets two defenders, and the attack."""

    def shown(model: Model) -> Witness:
        total, front, back = (model.number(number) for number in SMALL)
        position = meeting(creature("a0", "red", total), creature("b0", "blue", front), creature("e0", "green", back))
        return {"position": position, "actions": [attack(first)], **more}

    return shown


def _of_both(conclusion: Callable[[Term], Term], what: str) -> Iterator[Claim]:
    yield Claim(NUMBERS, conclusion(past()), _fight("pass"), SMALL, f"{what}, the attack row passed")
    yield Claim(NUMBERS, conclusion(through(full=FULL)), _fight("attack_row"), SMALL, f"{what}, through the attack row")


def _bounded() -> Iterator[Claim]:
    return _of_both(lambda dealt: dealt <= TOTAL, "damage within the total")


def _never_negative() -> Iterator[Claim]:
    return _of_both(lambda dealt: dealt >= 0, "damage not below 0")


def _passing() -> Iterator[Claim]:
    yield Claim(NUMBERS, past() >= through(full=FULL), _fight("pass"), SMALL, "passing deals no less")


def _monotone() -> Iterator[Claim]:
    more = (*NUMBERS, MORE >= 0)
    yield Claim(more, past(TOTAL + MORE) >= past(), _fight("pass"), SMALL, "more power past the row")
    yield Claim(more, past(back=BACK + MORE) <= past(), _fight("pass"), SMALL, "more defense past the row")
    yield Claim(more, through(TOTAL + MORE, full=FULL) >= through(full=FULL), _fight("attack_row"), SMALL, "more power")
    yield Claim(
        more, through(front=FRONT + MORE, full=FULL) <= through(full=FULL), _fight("attack_row"), SMALL, "more in front"
    )
    yield Claim(
        more, through(back=BACK + MORE, full=FULL) <= through(full=FULL), _fight("attack_row"), SMALL, "more behind"
    )


def _closed_form() -> Iterator[Claim]:
    rest = TOTAL - BACK
    yield Claim(NUMBERS, TERMS.same(past(), TERMS.ite(rest > 0, rest, 0)), _fight("pass"), SMALL, "past the row")
    left = TOTAL - FRONT - BACK
    dealt = TERMS.ite(left > 0, left, 0)
    yield Claim(NUMBERS, TERMS.same(through(), dealt), _fight("attack_row"), SMALL, "through the row")
    # with the full power compared again it has to be greater than each defender, and the damage is lowered by both
    yield Claim(NUMBERS, TERMS.same(through(full=True), dealt), _fight("attack_row"), SMALL, "full power compared")


def stated(total: Term, defenders: tuple[Term, ...], dealt: Term, full: bool = False) -> Term:
    """The rule as a relation, without difference or choice: what goes on behind each defender, what the gate gets.

    A fresh number is what goes on behind each defender; nothing here is taken from the engine. `full`: each defender
    is compared with the whole total.
    """
    conditions: list[Term] = []
    meets, reached = total, True
    for place, against in enumerate(defenders):
        onward = integer(f"onward {place}")
        beats = TERMS.both(reached, (total if full else meets) > against)
        conditions.append(TERMS.implies(beats, TERMS.same(onward + against, meets)))
        conditions.append(TERMS.implies(TERMS.negate(beats), TERMS.same(dealt, 0)))
        meets, reached = onward, beats
    # with the whole total compared more can have been met than there was
    nothing = TERMS.both(reached, meets < 0)
    return TERMS.both(
        *conditions,
        TERMS.implies(nothing, TERMS.same(dealt, 0)),
        TERMS.implies(TERMS.both(reached, meets >= 0), TERMS.same(dealt, meets)),
    )


def stated_way(
    total: Term, defenders: tuple[Term, ...], full: bool = False
) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """By the same relation: whom the attack comes to, at last the gate; and who falls, met with as much or more."""
    reached: list[Term] = [True]
    falls: list[Term] = []
    meets = total
    for place, against in enumerate(defenders):
        compared = total if full else meets
        falls.append(TERMS.both(reached[-1], compared >= against))
        reached.append(TERMS.both(reached[-1], compared > against))
        meets = integer(f"onward {place}")
    return tuple(reached), tuple(falls)


def _is_the_relation() -> Iterator[Claim]:
    dealt = integer("dealt")
    ways = ((past(), (BACK,), "pass"), (through(), (FRONT, BACK), "attack_row"))
    for computed, defenders, first in ways:
        related = stated(TOTAL, defenders, dealt)
        yield Claim(
            (*NUMBERS, related),
            TERMS.same(dealt, computed),
            _fight(first),
            SMALL,
            f"the relation allows only this, {first}",
        )
        yield Claim(
            (*NUMBERS, *_onward(defenders)),
            stated(TOTAL, defenders, computed),
            _fight(first),
            SMALL,
            f"the relation allows this, {first}",
        )


def _onward(defenders: tuple[Term, ...]) -> Iterator[Term]:
    # the numbers that the relation asks for: what is left behind each defender
    left = TOTAL
    for place, against in enumerate(defenders):
        left = left - against
        yield TERMS.same(integer(f"onward {place}"), left)


def _comparison() -> Iterator[Claim]:
    beaten, onward = damage.defeats(TOTAL, BACK), damage.goes_on(TOTAL, BACK)
    ways = (
        ("a greater one defeats and goes on", TOTAL > BACK, TERMS.both(beaten, onward)),
        ("an equal one defeats and is blocked", TERMS.same(TOTAL, BACK), TERMS.both(beaten, TERMS.negate(onward))),
        ("a smaller one does nothing", TOTAL < BACK, TERMS.negate(TERMS.either(beaten, onward))),
    )
    for what, premise, conclusion in ways:
        yield Claim((*NUMBERS, premise), conclusion, _fight("pass"), SMALL, what)


def _left() -> Iterator[Claim]:
    left = damage.left_after(TOTAL, BACK, ops=TERMS)
    yield Claim(
        (*NUMBERS, damage.defeats(TOTAL, BACK)), TERMS.same(left + BACK, TOTAL), _fight("pass"), SMALL, "what is left"
    )


def _passing_is_equal() -> Iterator[Claim]:
    passed = {"beside": {"actions": [attack("pass")]}, "shows": "Attacking the row first, and passing it."}
    what = "the attack row costs nothing"
    yield Claim(NUMBERS, TERMS.same(past(), through()), _fight("attack_row", **passed), SMALL, what)


def _readings_part() -> Iterator[Claim]:
    beaten_again = damage.goes_on(damage.compared_next(TOTAL, TOTAL - FRONT, full=True, ops=TERMS), BACK)
    as_left = damage.goes_on(damage.compared_next(TOTAL, TOTAL - FRONT, full=False, ops=TERMS), BACK)
    premises = (*NUMBERS, damage.goes_on(TOTAL, FRONT))
    whole = {"ostium.charge.second-comparison": "full-power"}
    again = {"beside": {"readings": whole, "actions": [attack("attack_row")]}, "shows": "The attack, read both ways."}
    agree = TERMS.same(beaten_again, as_left)
    yield Claim(premises, agree, _fight("attack_row", **again), SMALL, "both comparisons agree")


def _durability() -> Iterator[Claim]:
    gate, dealt = integer("durability"), integer("damage")
    after = damage.durability_after(gate, dealt, ops=TERMS)
    bounds = (gate >= 0, gate <= 15, dealt >= 0)
    ways = (
        ("between 0 and what it was", (), TERMS.both(after >= 0, after <= gate)),
        ("lowered by the damage", (dealt < gate,), TERMS.same(after + dealt, gate)),
        ("destroyed", (dealt >= gate,), TERMS.same(after, 0)),
    )

    def shown(model: Model) -> Witness:
        position = meeting(creature("a0", "red", model.number(dealt)), gate=model.number(gate))
        return {"position": position, "actions": [attack()]}

    for what, premises, conclusion in ways:
        yield Claim((*bounds, *premises), conclusion, shown, (gate, dealt), what)


POWER, ICONS, FUSED = integer("power"), integer("icons"), integer("fusion icons")


def _strong(model: Model) -> Witness:
    """An attacker with its icons and a chain behind it, against a defender with shields."""
    power, icons, fused = (model.number(number) for number in (POWER, ICONS, FUSED))
    shown = [f"flame:{icons}"] if icons else []
    own = creature("a0", "red", power, *shown, *([f"fusion:{fused}"] if fused else []))
    position = meeting(own, creature("b0", "blue", power, *([f"shield:{icons}"] if icons else [])))
    position["players"]["A"]["defense"] = [creature("d0", "red"), None, None]
    fuse = {"type": "fuse", "gate": 0, "path": ["D0", "A0"]}
    return {"position": position, "actions": [fuse, attack("attack_row")]}


def _totals() -> Iterator[Claim]:
    plain, small = (POWER >= 0, ICONS >= 0, FUSED >= 0), (POWER, ICONS, FUSED)
    bonus = damage.chain_bonus(FUSED)
    yield Claim(plain, TERMS.same(bonus, 2 + FUSED), _strong, small, "a chain's bonus")
    attacks = TERMS.same(damage.attack_total(POWER, ICONS, bonus), POWER + ICONS + FUSED + 2)
    yield Claim(plain, attacks, _strong, small, "an attacker's total")
    defends = TERMS.same(damage.defense_total(POWER, ICONS), POWER + ICONS)
    yield Claim(plain, defends, _strong, small, "a defender's total")


VALUE, COUNTED = integer("value"), integer("counted")


def _flasked(model: Model) -> Witness:
    """An attacker with flasks of this value in all, and so many creatures of the clan that is named."""
    value, icons, counted = (model.number(number) for number in (VALUE, ICONS, COUNTED))
    flasks = [*["flask"] * (icons - 1), f"flask:{value - icons + 1}"]
    position = meeting(creature("a0", "red", 0, *flasks))
    places = [("B", "attack"), ("B", "defense"), ("A", "defense")]
    for number, (player, row) in enumerate(places):
        here = max(0, min(3, counted - 3 * number))
        named: list[Any] = [creature(f"{player.lower()}{row[0]}{n}", "blue") for n in range(here)]
        position["players"][player][row] = named + [None] * (3 - here)
    return {"position": position, "actions": [{"type": "flask", "clan": "blue"}, attack("pass" if counted else "")]}


def _flask() -> Iterator[Claim]:
    plain, small = (VALUE >= ICONS, ICONS >= 1, COUNTED >= 0), (VALUE, ICONS, COUNTED)
    for once, each in ((False, VALUE), (True, ICONS)):
        added = damage.flask_value(VALUE, ICONS, COUNTED, once, ops=TERMS)
        none = TERMS.implies(TERMS.same(COUNTED, 0), TERMS.same(added, 0))
        one_more = damage.flask_value(VALUE, ICONS, COUNTED + 1, once, ops=TERMS)
        conclusion = TERMS.both(none, TERMS.same(one_more, added + each))
        yield Claim(plain, conclusion, _flasked, small, f"once: {once}")


def _owed(name: str, says: str, clauses: tuple[str, ...], claims: Callable[[], Iterator[Claim]]) -> Obligation:
    return Obligation(f"ostium.charge.{name}", says, clauses, claims)


OBLIGATIONS = (
    _owed("damage-within-power", "A gate never gets more damage than the attacker's total.", FIGHT, _bounded),
    _owed("damage-not-negative", "Damage to a gate is never below 0.", FIGHT, _never_negative),
    _owed(
        "passing-never-lowers", "Passing the attack row never lowers what the gate gets.", (SKIPPING, *FIGHT), _passing
    ),
    _owed("damage-monotone", "More power never deals less damage, more defense never takes more.", FIGHT, _monotone),
    _owed("damage-closed-form", "The gate gets the total less all that was met, or nothing.", FIGHT, _closed_form),
    _owed(
        "damage-is-the-relation",
        "The computed damage is what the rule, stated as a relation, allows, and only that.",
        (NOT_PASSED, *FIGHT),
        _is_the_relation,
    ),
    _owed(
        "comparison",
        "Greater defeats and goes on, equal defeats and is blocked, smaller does nothing.",
        (GREATER, EQUAL, SMALLER),
        _comparison,
    ),
    _owed("left-behind-a-defeated", "Behind a defeated creature exactly its total is missing.", (PUSHES,), _left),
    _owed(
        "totals",
        "Totals are sums: power, icons and 2 for a chain with its icons; power and shields.",
        (ALL_BONUSES, SHIELD, BONUS, ICON, POWER_NOT_ADDED),
        _totals,
    ),
    _owed(
        "flask",
        "A flask adds its value for each creature of the clan, or 1 where it is read so.",
        (FLASK, ICON_VALUE),
        _flask,
    ),
    _owed(
        "durability",
        "A gate's durability stays between 0 and what it was, and 0 is reached by enough damage.",
        (LIMIT, BELOW_ONE, IGNORES),
        _durability,
    ),
    Obligation(
        "ostium.charge.row-costs-nothing",
        "Attacking the attack row first deals the gate the same.",
        (PUSHES,),
        _passing_is_equal,
        "refuted",
    ),
    Obligation(
        "ostium.charge.second-comparison-alike",
        "The remainder and the full power beat the same second defenders.",
        (PUSHES,),
        _readings_part,
        "refuted",
    ),
)
