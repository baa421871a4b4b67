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


def _fight(first: str, *numbers: Term) -> Callable[[Model], Witness]:
    """The position in which an attacker meets these defenders, and the attack."""
    total, front, back = numbers or SMALL

    def shown(model: Model) -> Witness:
        def creature(name: str, clan: str, power: Term) -> dict[str, Any]:
            return {"id": name, "kind": "warrior", "clan": clan, "power": model.number(power)}

        mine = {"attack": [creature("a0", "red", total), None, None]}
        theirs = {
            "attack": [creature("b0", "blue", front), None, None],
            "defense": [creature("e0", "green", back), None, None],
        }
        attack = {"type": "attack", "attacker": "A0", "first": first}
        return {"position": {"phase": "attack", "players": {"A": mine, "B": theirs}}, "actions": [attack]}

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


def stated(total: Term, defenders: tuple[Term, ...], dealt: Term) -> Term:
    """The rule as a relation, without choice or difference: what meets each defender, who falls, what the gate gets.

    A fresh number is what goes on behind each defender; nothing here is taken from the engine.
    """
    conditions: list[Term] = []
    meets, reached = total, True
    for place, against in enumerate(defenders):
        onward = integer(f"onward {place}")
        beats = TERMS.both(reached, meets > against)
        conditions.append(TERMS.implies(beats, TERMS.same(onward + against, meets)))
        conditions.append(TERMS.implies(TERMS.negate(beats), TERMS.same(dealt, 0)))
        meets, reached = onward, beats
    return TERMS.both(*conditions, TERMS.implies(reached, TERMS.same(dealt, meets)))


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
    yield Claim(NUMBERS, TERMS.same(past(), through()), _fight("attack_row"), SMALL, "the attack row costs nothing")


def _readings_part() -> Iterator[Claim]:
    beaten_again = damage.goes_on(damage.compared_next(TOTAL, TOTAL - FRONT, full=True, ops=TERMS), BACK)
    as_left = damage.goes_on(damage.compared_next(TOTAL, TOTAL - FRONT, full=False, ops=TERMS), BACK)
    premises = (*NUMBERS, damage.goes_on(TOTAL, FRONT))
    yield Claim(premises, TERMS.same(beaten_again, as_left), _fight("attack_row"), SMALL, "both comparisons agree")


def _durability() -> Iterator[Claim]:
    gate, dealt = integer("durability"), integer("damage")
    after = damage.durability_after(gate, dealt, ops=TERMS)
    bounds = (gate >= 0, gate <= 15, dealt >= 0)
    yield Claim(bounds, TERMS.both(after >= 0, after <= gate), None, (gate, dealt), "between 0 and what it was")
    yield Claim((*bounds, dealt < gate), TERMS.same(after + dealt, gate), None, (gate, dealt), "lowered by the damage")
    yield Claim((*bounds, dealt >= gate), TERMS.same(after, 0), None, (gate, dealt), "destroyed")


def _totals() -> Iterator[Claim]:
    power, icons, fusion = integer("power"), integer("icons"), integer("fusion icons")
    plain = (power >= 0, icons >= 0, fusion >= 0)
    bonus = damage.chain_bonus(fusion)
    yield Claim(plain, TERMS.same(bonus, 2 + fusion), None, (fusion,), "a chain's bonus")
    attack = damage.attack_total(power, icons, bonus)
    yield Claim(
        plain, TERMS.same(attack, power + icons + fusion + 2), None, (power, icons, fusion), "an attacker's total"
    )
    defense = damage.defense_total(power, icons)
    yield Claim(plain, TERMS.same(defense, power + icons), None, (power, icons), "a defender's total")


def _flask() -> Iterator[Claim]:
    value, icons, counted = integer("value"), integer("icons"), integer("counted")
    plain = (value >= icons, icons >= 1, counted >= 0)
    for once, each in ((False, value), (True, icons)):
        added = damage.flask_value(value, icons, counted, once, ops=TERMS)
        none = TERMS.implies(TERMS.same(counted, 0), TERMS.same(added, 0))
        one_more = damage.flask_value(value, icons, counted + 1, once, ops=TERMS)
        yield Claim(
            plain, TERMS.both(none, TERMS.same(one_more, added + each)), None, (value, icons, counted), f"once: {once}"
        )


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
