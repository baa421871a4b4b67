"""What attacks and abilities do to gates, carried out by the engine on open durabilities and values: damage, repair,
the wave of a fallen gate, the Sovereign that is due for it, the end. How an attack gets to a gate is shown elsewhere.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from ruleproof.engine.decision import Allowed
from ruleproof.engine.game import Step
from ruleproof.engine.ostium.action import Action, Attack, Use
from ruleproof.engine.ostium.event import Gate, Over
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
OWING = {  # where a Sovereign may be due already, by the gates that are struck
    gates: Open(SIEGE.numbers, (due,)) for gates, due in ((MINE, "A is due"), (THEIRS, "B is due"))
}
VALUE = integer("value")
D0 = 1 << 3


class Strike(NamedTuple):
    """Something that a player does to gates: an attack with the open value as power, or an ability of that value."""

    ability: str
    gates: tuple[str, ...]
    action: Action
    defeats: int = 0  # the slots whose creatures an attack turns by itself
    by: str = "A"

    def __str__(self) -> str:
        return f"{self.ability or 'an attack'} of {self.by} on {', '.join(self.gates)}"

    @property
    def struck(self) -> tuple[str, ...]:
        """All gates of the player whose gates it is for."""
        return MINE if self.gates[0] in MINE else THEIRS

    @property
    def kept(self) -> tuple[str, ...]:
        """The gates of the other one."""
        return THEIRS if self.struck is MINE else MINE


BLOWS = (
    Strike("", THEIRS[:1], Attack("A0", "pass"), D0),
    Strike("damage", THEIRS[:1], Use("a1", "damage", None, THEIRS[0])),
    Strike("damage_all", THEIRS, Use("a1", "damage_all")),
    Strike("", MINE[2:], Attack("A2", "pass"), D0 << 2, "B"),
)
MENDED = Strike("repair", MINE[:1], Use("a1", "repair", None, MINE[0]))
RAISED = Strike("rebuild", MINE[:1], Use("a1", "rebuild", None, MINE[0]))
STRIKES = (*BLOWS, MENDED, RAISED)

Seen = Callable[[State, Step[State]], Term]  # what has to be true of a step, given the state before it


def siege(values: Mapping[str, Any], strike: Strike) -> State:
    """Full battlefields and open gates: somebody is about to attack, or an ability of A waits in Development."""
    place = int(strike.action.attacker[1]) if isinstance(strike.action, Attack) else -1
    boards = (_soldiers(seat, values["value"] if seat == strike.by else 0, place) for seat in "AB")
    first, second = (Player(field=board) for board in boards)
    table = Table((first, second), active=strike.by)
    sides = _side(values, MINE, "A is due"), _side(values, THEIRS, "B is due")
    if not strike.ability:
        return State(table, sides)
    waits = Pending("ability", 0, "a1", "main", strike.ability, values["value"], optional=True)
    return State(table, sides, "development", pending=(waits,))


def _soldiers(seat: str, power: Any, place: int) -> tuple[Creature, ...]:
    """A full battlefield without power but for the one that attacks."""
    clan = "red" if seat == "A" else "blue"
    return tuple(Creature(f"{seat.lower()}{slot}", "warrior", clan, power if slot == place else 0) for slot in range(6))


def _side(values: Mapping[str, Any], gates: tuple[str, ...], due: str) -> Side:
    first, second, third = (values[gate] for gate in gates)
    return Side((first, second, third), gate_lost=values.get(due, False))


def premises(strike: Strike) -> tuple[Term, ...]:
    """Gates hold 0 to 15, each player has one, and a strike has a value. Those it is not for are kept whole."""
    held = [integer(name) for name in strike.struck]
    standing = TERMS.either(*(gate > 0 for gate in held))
    whole = (TERMS.same(integer(name), FULL) for name in strike.kept)
    return (*(TERMS.both(gate >= 0, gate <= FULL) for gate in held), standing, *whole, VALUE >= 1)


def _claimed(
    seen: Callable[[Strike], Seen], strikes: tuple[Strike, ...] = STRIKES, *, owing: bool = False
) -> Iterator[Claim | Counted]:
    """What is seen of each of these strikes, where it is allowed at all; whether it is, hangs on the gate it is for."""
    for strike in strikes:
        left_open = OWING[strike.struck] if owing else SIEGE
        code = partial(_comes_to, strike, seen(strike), left_open)
        yield from on_every_way(code, premises(strike), partial(_shown, strike, left_open), SMALL, str(strike))


SMALL = (VALUE, *SIEGE.terms)


def _comes_to(strike: Strike, seen: Seen, left_open: Open) -> Term:
    before = siege(left_open.lifted(), strike)
    if not isinstance(GAME.decide(before, strike.by, strike.action), Allowed):
        aim = integer(strike.gates[0])
        # standing gates are damaged and repaired, fallen ones are rebuilt
        return aim > 0 if strike is RAISED else TERMS.same(aim, 0)
    return seen(before, GAME.apply(before, strike.by, strike.action))


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
    def seen(before: State, step: Step[State]) -> Term:
        now = _gates(step.state)
        struck = (_by(strike, integer(name), now[name]) for name in strike.gates)
        others = (TERMS.same(now[name], integer(name)) for name in now if name not in strike.gates)
        return TERMS.both(*struck, *others, *_told(step, now))

    return seen


def _told(step: Step[State], now: Mapping[str, Term]) -> Iterator[Term]:
    """What is told of a gate is what it was and is, and who changes is told of."""
    told = {event.gate: event for event in step.events if isinstance(event, Gate)}
    for name, left in now.items():
        if name in told:
            yield TERMS.same(opened(told[name].before), integer(name))
            yield TERMS.same(opened(told[name].after), left)
        else:
            yield TERMS.same(left, integer(name))


def _by(strike: Strike, then: Term, now: Term) -> Term:
    """How a strike moves a gate, stated without the engine's arithmetic."""
    if strike in BLOWS:
        return TERMS.ite(then <= VALUE, TERMS.same(now, 0), TERMS.same(now + VALUE, then))
    start = 0 if strike is RAISED else then
    return TERMS.ite(start + VALUE >= FULL, TERMS.same(now, FULL), TERMS.same(now, start + VALUE))


def _within(strike: Strike) -> Seen:
    return lambda before, step: TERMS.both(
        *(TERMS.both(gate >= 0, gate <= FULL) for gate in _gates(step.state).values())
    )


def _waves(strike: Strike) -> Seen:
    def seen(before: State, step: Step[State]) -> Term:
        if step.state.phase == "over":
            return True
        mine, theirs = (side.turned for side in step.state.sides[:: 1 if strike.by == "A" else -1])
        swept = [_fell(step.state, name) for name in (THEIRS if strike.by == "A" else MINE)]
        return TERMS.both(
            *(TERMS.same(bool(mine >> column & 1), swept[column]) for column in COLUMNS),
            not mine >> len(COLUMNS),
            *(TERMS.same(bool(theirs >> slot & 1), _turned(strike, slot, swept)) for slot in range(6)),
        )

    return seen


def _turned(strike: Strike, slot: int, swept: list[Term]) -> Term:
    return TERMS.either(bool(strike.defeats >> slot & 1), swept[slot % len(COLUMNS)])


def _due(strike: Strike) -> Seen:
    def seen(before: State, step: Step[State]) -> Term:
        if step.state.phase == "over":
            return True
        fell = (TERMS.either(*(_fell(step.state, name) for name in gates)) for gates in (MINE, THEIRS))
        sides = zip(before.sides, step.state.sides, fell, strict=True)
        return TERMS.both(*(TERMS.same(now.gate_lost, TERMS.either(then.gate_lost, lost)) for then, now, lost in sides))

    return seen


def _ended(strike: Strike) -> Seen:
    def seen(before: State, step: Step[State]) -> Term:
        now, outcome = _gates(step.state), GAME.outcome(step.state)
        gone = [TERMS.both(*(TERMS.same(now[name], 0) for name in gates)) for gates in (MINE, THEIRS)]
        won = [outcome is not None and outcome.winner == winner for winner in "BA"]
        told = [event.winner for event in step.events if isinstance(event, Over)]
        return TERMS.both(
            told == ([outcome.winner] if outcome else []),
            *(TERMS.same(one, other) for one, other in zip(won, gone, strict=True)),
        )

    return seen


# Sovereigns of a whole game: what was given, what is due and the gates that stand never come to more than three.

GIVEN = integer("given so far")


def _bounded(strike: Strike) -> Seen:
    number = 0 if strike.struck is MINE else 1

    def seen(before: State, step: Step[State]) -> Term:
        then = GIVEN + TERMS.total(TERMS.number(integer(name) > 0) for name in strike.struck)
        now = GIVEN + TERMS.total(TERMS.number(_gates(step.state)[name] > 0) for name in strike.struck)
        due = [int(state.sides[number].gate_lost) for state in (before, step.state)]
        within = TERMS.implies(then + due[0] <= len(COLUMNS), now + due[1] <= len(COLUMNS))
        return step.state.phase == "over" or within

    return seen


def _two_at_most() -> Iterator[Claim | Counted]:
    yield from _claimed(_bounded, BLOWS, owing=True)
    standing, due = integer("standing"), integer("due")
    # when a gift is given the game goes on, so a gate of its receiver stands
    given = (standing >= 1, due >= 1, GIVEN >= 0, GIVEN + due + standing <= len(COLUMNS))
    yield Claim(given, GIVEN + 1 <= 2, None, (), "given with a gate standing")


def _none_rises(strike: Strike) -> Seen:
    def seen(before: State, step: Step[State]) -> Term:
        held = ([integer(name) for name in MINE], [_gates(step.state)[name] for name in MINE])
        then, now = (TERMS.total(TERMS.number(value > 0) for value in gates) for gates in held)
        return now <= then

    return seen


def _owed(
    name: str, says: str, clauses: tuple[str, ...], seen: Callable[[Strike], Seen], *, owing: bool = False
) -> Obligation:
    return Obligation(f"ostium.gates.{name}", says, clauses, partial(_claimed, seen, owing=owing))


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
        owing=True,
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
