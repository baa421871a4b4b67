"""The arithmetic of an attack, written once: the engine computes with it, and provers build terms with it.

No function here branches on a value: choices go through `ops`, because on terms a branch would be silently wrong. A row
without a creature counts as one that defends with 0: it takes nothing from what goes on.
"""

from ..arithmetic import PLAIN, Arithmetic, Number, Truth

FUSION_BONUS = 2  # ostium.fusion.bonus-is-two


def chain_bonus(icons: Number) -> Number:
    """What a chain adds to its attacker, `icons` being the value of the icons in it."""
    # ostium.fusion.icon-adds, .robed-adds: the icons come on top of the bonus; .power-not-added: no power is in it.
    return FUSION_BONUS + icons


def flask_value(value: Number, icons: Number, counted: Number, once: Truth = False, ops: Arithmetic = PLAIN) -> Number:
    """What flask icons of a total `value` add for `counted` creatures of the named clan.

    `once`: each of the `icons` counts them once, whatever its value.
    """
    # ostium.charge.flask-counts-clan, .icon-value
    return ops.ite(once, icons, value) * counted


def attack_total(power: Number, icons: Number, fusion: Number) -> Number:
    """An attacker's total: its power, its own icons (flames and flasks) and its chains."""
    # ostium.charge.all-bonuses-count
    return power + icons + fusion


def defense_total(power: Number, shields: Number) -> Number:
    """A defender's total when it is attacked."""
    # ostium.charge.shield-adds
    return power + shields


def defeats(compared: Number, against: Number) -> Truth:
    """Whether the attacked creature is defeated."""
    # ostium.charge.greater-defeats, .equal-defeats-and-blocks
    return compared >= against


def goes_on(compared: Number, against: Number) -> Truth:
    """Whether the attacker goes on behind the attacked creature."""
    # ostium.charge.equal-defeats-and-blocks, .smaller-is-blocked
    return compared > against


def left_after(left: Number, against: Number, ops: Arithmetic = PLAIN) -> Number:
    """What is left of an attack behind a defeated creature; never below 0."""
    # ostium.charge.pushes-on-reduced
    return ops.larger(left - against, 0)


def compared_next(total: Number, left: Number, full: Truth = False, ops: Arithmetic = PLAIN) -> Number:
    """What is compared with the next creature: what is left, or the `full` total where the question is read so."""
    return ops.ite(full, total, left)


def damage_past_the_row(total: Number, back: Number, ops: Arithmetic = PLAIN) -> Number:
    """What reaches the gate when the attack row is passed or empty and `back` defends in the defense row."""
    # ostium.charge.may-pass-attack-row, .defense-row-not-passed, .gate-takes-the-rest
    return ops.ite(goes_on(total, back), left_after(total, back, ops), 0)


def damage_through_the_row(
    total: Number, front: Number, back: Number, full: Truth = False, ops: Arithmetic = PLAIN
) -> Number:
    """What reaches the gate when `front` in the attack row is attacked first and `back` defends behind it."""
    # ostium.charge.pushes-on-reduced: what is left after the first defender meets the second.
    left = left_after(total, front, ops)
    through = ops.both(goes_on(total, front), goes_on(compared_next(total, left, full, ops), back))
    return ops.ite(through, left_after(left, back, ops), 0)


def durability_after(durability: Number, damage: Number, ops: Arithmetic = PLAIN) -> Number:
    """A gate's durability after damage; 0 is destroyed."""
    # ostium.gates.destroyed-below-one
    return ops.larger(durability - damage, 0)


FULL = 15  # ostium.gates.durability-limit


def durability_repaired(durability: Number, points: Number, ops: Arithmetic = PLAIN) -> Number:
    """A gate's durability after a repair, or a rebuild from 0; never more than a gate can hold."""
    # ostium.abilities.repair, .repair-value, .repair-stops-at-the-limit
    return ops.smaller(durability + points, FULL)
