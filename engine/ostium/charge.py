"""Chapter charge: who attacks, what an attack meets, and what is left of it. What a falling gate does is not here."""

from collections.abc import Callable
from functools import lru_cache

import msgspec

from ..decision import Allowed, Decision, Refused, refused
from ..game import Step
from .action import Action, Attack, EndAttack, Flask, Withhold
from .board import ATTACK_ROW, COLUMNS, GATE_NAME, NUMBER, SLOT_NAME, SLOTS, defense, in_attack_row, names
from .damage import (
    attack_total,
    compared_next,
    defeats,
    flask_value,
    goes_on,
    left_after,
)
from .event import Attacked, Blocked, Defeated, Defended, Fact
from .field import Field, able, field, standing, unresolved
from .fusion import ATTACK_ONLY, BONUS_IS_TWO, RAISES_ATTACK_POWER, bonus
from .gates import DESTROYED_IGNORES_DAMAGE, ONLY_CREATURES, Blow, hit
from .passive import FLAME, FLASK, SHIELD
from .state import CLANS, NOBODY, State, with_side
from .synergy import DEFEATED_KEEP_GIVING, side_clauses

ALL_ATTACK = "ostium.charge.all-attack"
ALL_BONUSES_COUNT = "ostium.charge.all-bonuses-count"
OWN_COLUMN = "ostium.charge.own-column"
PASSING_ALLOWED = "ostium.charge.may-pass-attack-row"
DEFENSE_ROW_NOT_PASSED = "ostium.charge.defense-row-not-passed"
GATE_DIRECT = "ostium.charge.gate-direct"
FLAME_ADDS = "ostium.charge.flame-adds"
SHIELD_ADDS = "ostium.charge.shield-adds"
FLASK_NAMES_ONE_CLAN = "ostium.charge.flask-names-one-clan"
FLASK_COUNTS_CLAN = "ostium.charge.flask-counts-clan"
ICON_VALUE = "ostium.charge.icon-value"
GREATER_DEFEATS = "ostium.charge.greater-defeats"
PUSHES_ON = "ostium.charge.pushes-on-reduced"
EQUAL_BLOCKS = "ostium.charge.equal-defeats-and-blocks"
SMALLER_IS_BLOCKED = "ostium.charge.smaller-is-blocked"
GATE_TAKES_THE_REST = "ostium.charge.gate-takes-the-rest"
DEFEATED_IS_TURNED = "ostium.charge.defeated-is-turned"
DEFEATED_STAY = "ostium.charge.defeated-stay"
ENDS_WHEN_ALL_RESOLVED = "ostium.charge.ends-when-all-resolved"

MAY_ATTACK_ROW = Allowed((ALL_ATTACK, OWN_COLUMN, ALL_BONUSES_COUNT))
MAY_GO_PAST = Allowed((PASSING_ALLOWED, ALL_ATTACK, OWN_COLUMN, ALL_BONUSES_COUNT))
MAY_NAME = Allowed((FLASK_NAMES_ONE_CLAN, FLASK_COUNTS_CLAN))
MAY_WITHHOLD = Allowed((ALL_ATTACK,))
MAY_END = Allowed((ENDS_WHEN_ALL_RESOLVED,))

GREATER = (GREATER_DEFEATS, DEFEATED_IS_TURNED, DEFEATED_STAY)
EQUAL = (EQUAL_BLOCKS, DEFEATED_IS_TURNED, DEFEATED_STAY)

AttackRule = Callable[[State, Field, Attack], Refused | None]


# May this creature attack like this?


def refuse_no_attacker(state: State, at: Field, action: Attack) -> Refused | None:
    """The attacker is a creature of the own attack row."""
    slot = NUMBER[action.attacker]
    if not in_attack_row(slot):
        return Refused((ALL_ATTACK,), f"only the attack row attacks, and {action.attacker} is in the defense row")
    if not at.filled >> slot & 1:
        return Refused((ALL_ATTACK,), f"no creature is in {action.attacker}")
    return None


def refuse_again(state: State, at: Field, action: Attack) -> Refused | None:
    """Each creature attacks once."""
    if state.resolved >> NUMBER[action.attacker] & 1:
        return Refused((ALL_ATTACK,), f"the creature in {action.attacker} has had its attack")
    return None


def refuse_turned(state: State, at: Field, action: Attack) -> Refused | None:
    """A defeated creature does not attack, unless the question is read so."""
    if at.readings.turned_attacks == "no" and state.sides[at.me].turned >> NUMBER[action.attacker] & 1:
        return Refused((DEFEATED_IS_TURNED, ALL_ATTACK), f"the creature in {action.attacker} is defeated")
    return None


def refuse_way(state: State, at: Field, action: Attack) -> Refused | None:
    """The opponent's attack row is attacked or passed where it is filled, and cannot be attacked where it is empty."""
    filled = at.foe_filled >> NUMBER[action.attacker] & 1
    if action.first == "attack_row" and not filled:
        return Refused((OWN_COLUMN,), "the opponent's attack row is empty in this column")
    if action.first is None and filled:
        return Refused(
            (PASSING_ALLOWED,), "the opponent's attack row is filled here: say whether it is attacked or passed"
        )
    return None


def refuse_aim(state: State, at: Field, action: Attack) -> Refused | None:
    """Where the question is read so, an attack is aimed at a gate that stands."""
    if at.readings.sole_aim == "gate-only" and not standing(state.sides[at.foe].gates) >> NUMBER[action.attacker] & 1:
        return Refused((ONLY_CREATURES, ALL_ATTACK), "the gate of this column does not stand, and gates are the aim")
    return None


def refuse_powerless(state: State, at: Field, action: Attack) -> Refused | None:
    """Where the question is read so, an attacker has some power."""
    slot = NUMBER[action.attacker]
    if at.readings.zero_attack == "needs-power" and at.own[slot] is not None and total(state, at, slot) == 0:
        return Refused((ALL_ATTACK, ALL_BONUSES_COUNT), f"the creature in {action.attacker} has a total power of 0")
    return None


def refuse_stop(state: State, at: Field, action: Attack) -> Refused | None:
    """An attacker with power left goes on; where the question is read so, it may stop behind a creature it defeats."""
    if action.stop is None:
        return None
    if at.readings.must_push == "goes-on":
        return Refused((PUSHES_ON,), "what is left of an attack goes on")
    if action.stop not in _stops(state, at, action):
        return Refused((PUSHES_ON,), f"no creature is defeated in the {action.stop.replace('_', ' ')} with power left")
    return None


ATTACK_RULES: tuple[AttackRule, ...] = (
    refuse_no_attacker,
    refuse_again,
    refuse_turned,
    refuse_way,
    refuse_aim,
    refuse_powerless,
    refuse_stop,
)


def decide_attack(state: State, action: Attack) -> Decision:
    """Whether this creature may attack in this way now."""
    at = field(state.table)
    reasons = [reason for rule in ATTACK_RULES if (reason := rule(state, at, action))]
    if reasons:
        return refused(tuple(reasons))
    return _allowed(state, at, action)


def _allowed(state: State, at: Field, action: Attack) -> Allowed:
    column = NUMBER[action.attacker]
    return _may_attack(
        action.first == "pass",
        not at.foe_filled >> defense(column) & 1,
        not state.sides[at.foe].gates[column],
    )


@lru_cache(maxsize=8)
def _may_attack(passing: bool, direct: bool, fallen: bool) -> Allowed:
    clauses = MAY_GO_PAST.clauses if passing else MAY_ATTACK_ROW.clauses
    if fallen:
        return Allowed((*clauses, ONLY_CREATURES, DESTROYED_IGNORES_DAMAGE))
    return Allowed((*clauses, GATE_DIRECT if direct else DEFENSE_ROW_NOT_PASSED))


# How strong is it?


def total(state: State, at: Field, slot: int) -> int:
    """The total power with which the creature in an own slot attacks now."""
    added: int = attack_total(power(at, slot), icons(state, at, slot), fusion(state, at, slot))
    return added


def power(at: Field, slot: int) -> int:
    """The power of the creature in an own slot."""
    creature = at.own[slot]
    return 0 if creature is None else creature.power


def icons(state: State, at: Field, slot: int) -> int:
    """What its own icons add: flames, and flasks for each creature of the named clan."""
    shown = at.icons[slot]
    if not shown.flask or state.flask is None:
        return shown.flame
    counted = creatures_of(state, at, state.flask, slot)
    once = at.readings.flask_value == "once"
    flasked: int = flask_value(shown.flask, shown.flasks, counted, once)
    return shown.flame + flasked


def creatures_of(state: State, at: Field, clan: str, attacker: int) -> int:
    """How many creatures of a clan lie on the battlefield of all players, as the questions about flasks are read."""
    mine = [slot for slot, card in enumerate(at.own) if card is not None and _is_of(state, at, slot, clan)]
    if at.readings.flask_self == "others-only" and attacker in mine:
        mine.remove(attacker)
    return len(mine) + sum(card is not None and card.clan == clan for card in at.foes)


def _is_of(state: State, at: Field, slot: int, clan: str) -> bool:
    creature = at.own[slot]
    if creature is not None and creature.clan == clan:
        return True
    return at.readings.flask_affiliated == "affiliated-too" and state.serving[slot] == clan


def fusion(state: State, at: Field, slot: int) -> int:
    """What the chains that end at it add."""
    return sum([bonus(at, chain) for chain in state.chains if chain.last == slot])


def defends(state: State, at: Field, slot: int) -> int:
    """The total power that an opponent's creature is met with; turned ones as the question is read."""
    if at.readings.turned_power == "zero" and state.sides[at.foe].turned >> slot & 1:
        return 0
    return at.total[slot]


# What happens?


def apply_attack(state: State, action: Attack) -> Step[State]:
    """Attack: meet the creatures on the way, then the gate."""
    at = field(state.table)
    slot = NUMBER[action.attacker]
    force = Force.of(state, at, slot)
    state = msgspec.structs.replace(state, resolved=state.resolved | 1 << slot)
    left, turned, events = _fight(state, at, action, force)
    if turned:
        side = state.sides[at.foe]
        state = with_side(state, at.foe, msgspec.structs.replace(side, turned=side.turned | turned))
    if left is None or not state.sides[at.foe].gates[slot]:
        return Step(state, tuple(events))
    events.append(force.meets(GATE_NAME[at.foe][slot], left, 0, GATE_MET))
    struck, consequences = hit(state, Blow(at.foe, slot, at.me), left, (GATE_TAKES_THE_REST,))
    return Step(struck, (*events, *consequences))


class Force(msgspec.Struct, frozen=True, gc=False):
    """An attacker's name and strength, and the clauses that make it up."""

    name: str
    power: int
    icons: int
    fusion: int
    total: int
    clauses: tuple[str, ...]

    @classmethod
    def of(cls, state: State, at: Field, slot: int) -> "Force":
        """The force of the creature in an own slot."""
        base, own, chained = power(at, slot), icons(state, at, slot), fusion(state, at, slot)
        shown = at.icons[slot]
        flasked = bool(shown.flask and state.flask is not None)
        sided = shown.sided & (FLAME | FLASK if flasked else FLAME)
        because = side_clauses(bool(at.arrowed >> slot & 1)) if sided else ()
        clauses = _strength(shown.flame > 0, flasked, because, chained > 0)
        return cls(SLOT_NAME[at.me][slot], base, own, chained, attack_total(base, own, chained), clauses)

    def meets(self, target: str, left: int, against: int, clauses: tuple[str, ...]) -> Attacked:
        """The event that it meets a target with what is left of it."""
        return Attacked(
            self.name, self.power, self.icons, self.fusion, self.total, target, left, against, clauses + self.clauses
        )


@lru_cache(maxsize=32)
def _strength(flame: bool, flask: bool, sided: tuple[str, ...], chained: bool) -> tuple[str, ...]:
    parts = (
        (ALL_BONUSES_COUNT,),
        (FLAME_ADDS,) if flame else (),
        (FLASK_COUNTS_CLAN, FLASK_NAMES_ONE_CLAN) if flask else (),
        (ICON_VALUE,) if flame or flask else (),
        sided,
        (RAISES_ATTACK_POWER, BONUS_IS_TWO) if chained else (),
    )
    return tuple(clause for part in parts for clause in part)


ROW_MET = (OWN_COLUMN,)
DEFENSE_MET = (DEFENSE_ROW_NOT_PASSED, OWN_COLUMN)
PUSHED_ON = (PUSHES_ON, DEFENSE_ROW_NOT_PASSED, OWN_COLUMN)
GATE_MET = (GATE_TAKES_THE_REST, OWN_COLUMN)


def _fight(state: State, at: Field, action: Attack, force: Force) -> tuple[int | None, int, list[Fact]]:
    events: list[Fact] = []
    left, turned = force.total, 0
    full = at.readings.second_comparison == "full-power"
    for slot in met(at, action):
        against, name = defends(state, at, slot), SLOT_NAME[at.foe][slot]
        compared = compared_next(force.total, left, full)
        events.append(force.meets(name, compared, against, _met(slot, turned)))
        events.append(Defended(name, against, _defense(state, at, slot)))
        if not defeats(compared, against):
            events.append(Blocked(force.name, name, (SMALLER_IS_BLOCKED,)))
            return None, turned, events
        turned |= 1 << slot
        if not goes_on(compared, against):
            events.append(Defeated(name, "attack", EQUAL))
            events.append(Blocked(force.name, name, (EQUAL_BLOCKS,)))
            return None, turned, events
        events.append(Defeated(name, "attack", GREATER))
        if action.stop == _row(slot):
            return None, turned, events
        left = left_after(left, against)
    return left, turned, events


def met(at: Field, action: Attack) -> tuple[int, ...]:
    """The opponent's slots whose creatures an attack meets, in order."""
    front = NUMBER[action.attacker]
    back = defense(front)
    filled = at.foe_filled >> back & 1
    if action.first == "attack_row":
        return (front, back) if filled else (front,)
    return (back,) if filled else ()


def _row(slot: int) -> str:
    return "attack_row" if in_attack_row(slot) else "defense_row"


def _met(slot: int, turned: int) -> tuple[str, ...]:
    if in_attack_row(slot):
        return ROW_MET
    return PUSHED_ON if turned else DEFENSE_MET


def _defense(state: State, at: Field, slot: int) -> tuple[str, ...]:
    shown = at.foe_icons[slot]
    if not shown.shield:
        return PLAIN_DEFENSE
    if not shown.sided & SHIELD:
        return SHIELDED
    kept = (DEFEATED_KEEP_GIVING,) if state.sides[at.foe].turned & _beside(slot) else ()
    return SHIELDED + side_clauses(bool(at.foe_arrowed >> slot & 1)) + kept


PLAIN_DEFENSE = (ALL_BONUSES_COUNT, ATTACK_ONLY)
SHIELDED = (SHIELD_ADDS, ICON_VALUE, *PLAIN_DEFENSE)


def _beside(slot: int) -> int:
    row = ATTACK_ROW if in_attack_row(slot) else ATTACK_ROW << COLUMNS
    return (1 << slot << 1 | 1 << slot >> 1) & row


def _stops(state: State, at: Field, action: Attack) -> tuple[str, ...]:
    force = Force.of(state, at, NUMBER[action.attacker])
    plain = Attack(action.attacker, action.first)
    _, _, events = _fight(state, at, plain, force)
    blocked = {event.by for event in events if isinstance(event, Blocked)}
    return tuple(
        _row(slot)
        for slot in met(at, plain)
        if any(isinstance(event, Defeated) and event.slot == SLOT_NAME[at.foe][slot] for event in events)
        and SLOT_NAME[at.foe][slot] not in blocked
    )


# The flask, the attack that is withheld, and the end.


def decide_flask(state: State, action: Flask) -> Decision:
    """Whether a clan may be named for the flasks."""
    at = field(state.table)
    if state.flask is not None:
        return Refused((FLASK_NAMES_ONE_CLAN,), f"the flasks count {state.flask} in this attack phase")
    if at.flasks & state.resolved:
        return Refused((FLASK_NAMES_ONE_CLAN,), "a creature with a flask has had its attack already")
    if not at.flasks & able(state, at):
        return Refused((FLASK_NAMES_ONE_CLAN,), "no creature that will attack has a flask")
    return MAY_NAME


def apply_flask(state: State, action: Flask) -> Step[State]:
    """Name it."""
    return Step(msgspec.structs.replace(state, flask=action.clan), ())


def decide_withhold(state: State, action: Withhold) -> Decision:
    """Whether a creature may do without its attack."""
    at = field(state.table)
    if at.readings.must_attack == "all":
        return Refused((ALL_ATTACK,), "every creature of the attack row attacks")
    if not unresolved(state, at) & 1 << NUMBER[action.attacker]:
        return Refused((ALL_ATTACK,), f"no creature in {action.attacker} has its attack before it")
    return MAY_WITHHOLD


def apply_withhold(state: State, action: Withhold) -> Step[State]:
    """Do without it."""
    return Step(msgspec.structs.replace(state, resolved=state.resolved | 1 << NUMBER[action.attacker]), ())


def decide_end(state: State, action: EndAttack) -> Decision:
    """Whether the attack phase may end."""
    at = field(state.table)
    waiting = obliged(state, at, able(state, at))
    if waiting:
        why = f"{names(waiting)} has not attacked yet, and every creature of the attack row attacks"
        return Refused((ALL_ATTACK, ENDS_WHEN_ALL_RESOLVED), why)
    return MAY_END


def apply_end(state: State, action: EndAttack) -> Step[State]:
    """End it: what was declared for this attack phase is over."""
    ended = msgspec.structs.replace(state, phase="collect", serving=NOBODY, chains=(), flask=None, resolved=0)
    return Step(ended, ())


def obliged(state: State, at: Field, ready: int) -> int:
    """The columns of those `ready` to attack whose creature has to: there is something to attack."""
    if not ready or at.readings.must_attack != "all":
        return 0
    gates = standing(state.sides[at.foe].gates)
    waiting = ready
    if at.readings.sole_aim == "gate-only":
        waiting &= gates
    else:
        waiting &= gates | (at.foe_filled | at.foe_filled >> COLUMNS) & ATTACK_ROW
    if at.readings.zero_attack == "needs-power":
        waiting = sum(1 << slot for slot in range(COLUMNS) if waiting >> slot & 1 and total(state, at, slot) > 0)
    return waiting


# All that may be announced: what the rules above let through, and tested to be exactly that.

FLASKS = tuple(Flask(clan) for clan in CLANS)
WITHHOLDS = tuple(Withhold(slot) for slot in SLOTS[:COLUMNS])


def flasks(state: State, at: Field, ready: int) -> tuple[Flask, ...]:
    """Every clan that may be named now, `ready` being the columns whose attacker has its attack before it."""
    if not at.flasks & ready or state.flask is not None or at.flasks & state.resolved:
        return ()
    return FLASKS


def attacks(state: State, at: Field, ready: int) -> tuple[Action, ...]:
    """Every attack that may be made now, and what may be withheld."""
    offered: tuple[Action, ...] = _ways(ready, at.foe_filled & ATTACK_ROW)
    if at.aims_as_read:
        offered = _as_read(state, at, offered)
    if at.readings.must_attack != "all":
        may = unresolved(state, at)
        offered += tuple([withhold for column, withhold in enumerate(WITHHOLDS) if may >> column & 1])
    return offered


@lru_cache(maxsize=64)
def _ways(ready: int, filled: int) -> tuple[Attack, ...]:
    """The attacks of these columns; where the opponent's attack row is filled it is attacked or passed."""
    return tuple(
        Attack(SLOTS[column], first)
        for column in range(COLUMNS)
        if ready >> column & 1
        for first in (("attack_row", "pass") if filled >> column & 1 else (None,))
    )


def _as_read(state: State, at: Field, offered: tuple[Action, ...]) -> tuple[Action, ...]:
    plain = [action for action in offered if isinstance(action, Attack)]
    stopping = [Attack(action.attacker, action.first, stop) for action in plain for stop in (None, *ROWS)]
    ways = stopping if at.readings.must_push == "may-stop" else plain
    return tuple([action for action in ways if isinstance(decide_attack(state, action), Allowed)])


ROWS = ("attack_row", "defense_row")
