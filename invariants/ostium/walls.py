"""What attacks and abilities do to gates, carried out by the engine on open durabilities and values: damage, repair,
the wave of a fallen gate, the Sovereign that is due for it, the end. How an attack gets to a gate is shown elsewhere.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from ruleproof.engine.decision import Allowed
from ruleproof.engine.ostium.action import Action, Attack, Use
from ruleproof.engine.ostium.game import GAME
from ruleproof.engine.ostium.state import Creature, Pending, Player, Side, State, Table

from ..lifting import Open, on_every_way, opened
from ..proving import Claim, Counted, Obligation, Witness
from ..solving import TERMS, Model, Term, integer
from .charge import BELOW_ONE, IGNORES, LIMIT
from .gates import AT_ONCE, ATTACKER, LAST_GATE, OWNER_COLUMN, SOVEREIGN, SPARES
from .paths import COLUMNS

DAMAGE = "ostium.abilities.damage"
DAMAGE_ALL = "ostium.abilities.damage-all"
REPAIR = "ostium.abilities.repair"
REPAIR_LIMIT = "ostium.abilities.repair-stops-at-the-limit"
REBUILD = "ostium.abilities.rebuild"
REBUILT = "ostium.abilities.rebuilt-at-one"
IN_DEVELOPMENT = "ostium.gates.falls-in-development-too"
CAN_END_IT = "ostium.gates.damage-ability-can-end-it"

FULL = 15
MINE, THEIRS = (tuple(f"{player}.G{column}" for column in COLUMNS) for player in "AB")
SIEGE = Open((*MINE, *THEIRS, "value"))
OWING = Open(SIEGE.numbers, ("A is due", "B is due"))  # where a Sovereign may be due already
VALUE = integer("value")
D0 = 1 << 3


class Strike(NamedTuple):
    """Something that A does to gates: an attack with the open value as power, or an ability of that value."""

    ability: str
    gates: tuple[str, ...]
    action: Action
    defeats: int = 0  # the slots whose creatures an attack turns by itself

    def __str__(self) -> str:
        return f"{self.ability or 'an attack'} on {', '.join(self.gates)}"


BLOWS = (
    Strike("", THEIRS[:1], Attack("A0", "pass"), D0),
    Strike("damage", THEIRS[:1], Use("a1", "damage", None, THEIRS[0])),
    Strike("damage_all", THEIRS, Use("a1", "damage_all")),
)
MENDED = Strike("repair", MINE[:1], Use("a1", "repair", None, MINE[0]))
RAISED = Strike("rebuild", MINE[:1], Use("a1", "rebuild", None, MINE[0]))
STRIKES = (*BLOWS, MENDED, RAISED)

Seen = Callable[[State, State], Term]  # what has to be true of the state behind a strike, given the one before it


def siege(values: Mapping[str, Any], strike: Strike) -> State:
    """Full battlefields and open gates: A is about to attack, or an ability of A waits in Development."""
    power = 0 if strike.ability else values["value"]
    mine = tuple(Creature(f"a{slot}", "warrior", "red", 0 if slot else power) for slot in range(6))
    theirs = tuple(Creature(f"b{slot}", "warrior", "blue") for slot in range(6))
    table = Table((Player(field=mine), Player(field=theirs)))
    sides = _side(values, MINE, "A is due"), _side(values, THEIRS, "B is due")
    if not strike.ability:
        return State(table, sides)
    waits = Pending("ability", 0, "a1", "main", strike.ability, values["value"], optional=True)
    return State(table, sides, "development", pending=(waits,))


def _side(values: Mapping[str, Any], gates: tuple[str, ...], due: str) -> Side:
    first, second, third = (values[gate] for gate in gates)
    return Side((first, second, third), gate_lost=values.get(due, False))


def premises(strike: Strike) -> tuple[Term, ...]:
    """Gates hold 0 to 15, each player has one, and a strike has a value. Those it is not for are kept whole."""
    struck, others = (MINE, THEIRS) if strike in (MENDED, RAISED) else (THEIRS, MINE)
    held = [integer(name) for name in struck]
    standing = TERMS.either(*(gate > 0 for gate in held))
    whole = (TERMS.same(integer(name), FULL) for name in others)
    return (*(TERMS.both(gate >= 0, gate <= FULL) for gate in held), standing, *whole, VALUE >= 1)


def _claimed(
    seen: Callable[[Strike], Seen], strikes: tuple[Strike, ...] = STRIKES, left_open: Open = SIEGE
) -> Iterator[Claim | Counted]:
    """What is seen of each of these strikes, where it is allowed at all; whether it is, hangs on the gate it is for."""
    for strike in strikes:
        code = partial(_comes_to, strike, seen(strike), left_open)
        yield from on_every_way(code, premises(strike), partial(_shown, strike, left_open), SMALL, str(strike))


SMALL = (VALUE, *SIEGE.terms)


def _comes_to(strike: Strike, seen: Seen, left_open: Open) -> Term:
    before = siege(left_open.lifted(), strike)
    if not isinstance(GAME.decide(before, "A", strike.action), Allowed):
        aim = integer(strike.gates[0])
        # standing gates are damaged and repaired, fallen ones are rebuilt
        return aim > 0 if strike is RAISED else TERMS.same(aim, 0)
    return seen(before, GAME.apply(before, "A", strike.action).state)


def _shown(strike: Strike, left_open: Open, model: Model) -> Witness:
    position = GAME.dump(siege(left_open.shown(model), strike))
    return {"position": position, "actions": [GAME.write_action(strike.action)]}


def _gates(state: State) -> dict[str, Term]:
    held = [opened(gate) for side in state.sides for gate in side.gates]
    return dict(zip((*MINE, *THEIRS), held, strict=True))


def _fell(state: State, name: str) -> Term:
    return TERMS.both(integer(name) > 0, TERMS.same(_gates(state)[name], 0))


# What is seen of them.


def _as_stated(strike: Strike) -> Seen:
    def seen(before: State, after: State) -> Term:
        now = _gates(after)
        struck = (_by(strike, integer(name), now[name]) for name in strike.gates)
        others = (TERMS.same(now[name], integer(name)) for name in now if name not in strike.gates)
        return TERMS.both(*struck, *others)

    return seen


def _by(strike: Strike, then: Term, now: Term) -> Term:
    """How a strike moves a gate, stated without the engine's arithmetic."""
    if strike in BLOWS:
        return TERMS.ite(then <= VALUE, TERMS.same(now, 0), TERMS.same(now + VALUE, then))
    start = 0 if strike is RAISED else then
    return TERMS.ite(start + VALUE >= FULL, TERMS.same(now, FULL), TERMS.same(now, start + VALUE))


def _within(strike: Strike) -> Seen:
    return lambda before, after: TERMS.both(*(TERMS.both(gate >= 0, gate <= FULL) for gate in _gates(after).values()))


def _waves(strike: Strike) -> Seen:
    def seen(before: State, after: State) -> Term:
        if after.phase == "over":
            return True
        mine, theirs = (side.turned for side in after.sides)
        swept = [_fell(after, name) for name in THEIRS]
        return TERMS.both(
            *(TERMS.same(bool(mine >> column & 1), swept[column]) for column in COLUMNS),
            not mine >> len(COLUMNS),
            *(TERMS.same(bool(theirs >> slot & 1), _turned(strike, slot, swept)) for slot in range(6)),
        )

    return seen


def _turned(strike: Strike, slot: int, swept: list[Term]) -> Term:
    return TERMS.either(bool(strike.defeats >> slot & 1), swept[slot % len(COLUMNS)])


def _due(strike: Strike) -> Seen:
    def seen(before: State, after: State) -> Term:
        if after.phase == "over":
            return True
        fell = (TERMS.either(*(_fell(after, name) for name in gates)) for gates in (MINE, THEIRS))
        sides = zip(before.sides, after.sides, fell, strict=True)
        return TERMS.both(*(TERMS.same(now.gate_lost, TERMS.either(then.gate_lost, lost)) for then, now, lost in sides))

    return seen


def _ended(strike: Strike) -> Seen:
    def seen(before: State, after: State) -> Term:
        gone = [TERMS.both(*(TERMS.same(_gates(after)[name], 0) for name in gates)) for gates in (MINE, THEIRS)]
        outcome = GAME.outcome(after)
        won = [outcome is not None and outcome.winner == winner for winner in "BA"]
        return TERMS.both(*(TERMS.same(one, other) for one, other in zip(won, gone, strict=True)))

    return seen


# Sovereigns of a whole game: what was given, what is due and the gates that stand never come to more than three.

GIVEN = integer("given so far")


def _bounded(strike: Strike) -> Seen:
    def seen(before: State, after: State) -> Term:
        then = GIVEN + TERMS.total(TERMS.number(integer(name) > 0) for name in THEIRS)
        now = GIVEN + TERMS.total(TERMS.number(_gates(after)[name] > 0) for name in THEIRS)
        due = [int(state.sides[1].gate_lost) for state in (before, after)]
        return after.phase == "over" or TERMS.implies(then + due[0] <= len(THEIRS), now + due[1] <= len(THEIRS))

    return seen


def _two_at_most() -> Iterator[Claim | Counted]:
    yield from _claimed(_bounded, BLOWS, OWING)
    standing, due = integer("standing"), integer("due")
    # when a gift is given the game goes on, so a gate of its receiver stands
    given = (standing >= 1, due >= 1, GIVEN >= 0, GIVEN + due + standing <= len(THEIRS))
    yield Claim(given, GIVEN + 1 <= 2, None, (), "given with a gate standing")


def _none_rises(strike: Strike) -> Seen:
    def seen(before: State, after: State) -> Term:
        then, now = (
            TERMS.total(TERMS.number(value > 0) for value in gates)
            for gates in ([integer(name) for name in MINE], [_gates(after)[name] for name in MINE])
        )
        return now <= then

    return seen


def _owed(
    name: str, says: str, clauses: tuple[str, ...], seen: Callable[[Strike], Seen], left_open: Open = SIEGE
) -> Obligation:
    return Obligation(f"ostium.gates.{name}", says, clauses, partial(_claimed, seen, left_open=left_open))


OBLIGATIONS = (
    _owed(
        "struck-as-stated",
        "Attacks, damage, repairs and rebuilding move the gates they are for as it is stated, and no others.",
        (LIMIT, BELOW_ONE, IGNORES, DAMAGE, DAMAGE_ALL, REPAIR, REPAIR_LIMIT, REBUILD, REBUILT),
        _as_stated,
    ),
    _owed(
        "durability-stays-within-its-limits",
        "Whatever is done to a gate, it holds 0 to 15.",
        (LIMIT, BELOW_ONE, REPAIR_LIMIT),
        _within,
    ),
    _owed(
        "wave-takes-its-column",
        "A gate that falls turns its owner's column and the attacker facing it, and nobody else.",
        (OWNER_COLUMN, ATTACKER, SPARES, IN_DEVELOPMENT),
        _waves,
    ),
    _owed(
        "sovereign-due-for-a-fallen-gate",
        "A Sovereign comes to be due to the owner of a gate that falls, and to nobody else.",
        (SOVEREIGN,),
        _due,
        OWING,
    ),
    _owed(
        "over-without-gates",
        "The game is over exactly where all gates of a player have fallen, and the other one has won.",
        (LAST_GATE, AT_ONCE, CAN_END_IT),
        _ended,
    ),
    Obligation(
        "ostium.gift.two-at-most",
        "Where no gate is rebuilt a player is given two Sovereigns at most: with the third gate the game is over.",
        (SOVEREIGN, "ostium.gift.only-one", LAST_GATE),
        _two_at_most,
    ),
    Obligation(
        "ostium.gift.gates-never-rise",
        "The number of a player's standing gates never rises, so that two Sovereigns are the most in any case.",
        (REBUILD,),
        partial(_claimed, _none_rises, (RAISED,)),
        "refuted",
    ),
)
