"""Chapter gates: damage to a gate, its fall, the wave, and the end of the game. How attacks get there is not here."""

import msgspec

from ..decision import Refused
from ..game import Outcome
from .board import COLUMNS, GATE_NAME, SEATS, SLOT_NAME, defense
from .damage import durability_after
from .event import Defeated, Destroyed, Events, Fact, Gate, Over
from .field import Field
from .state import Side, State

DURABILITY_LIMIT = "ostium.gates.durability-limit"
DESTROYED_BELOW_ONE = "ostium.gates.destroyed-below-one"
WAVE_HITS_OWNER_COLUMN = "ostium.gates.wave-hits-owner-column"
WAVE_HITS_ATTACKER = "ostium.gates.wave-hits-attacker"
WAVE_SPARES_ATTACKER_DEFENSE = "ostium.gates.wave-spares-attacker-defense"
NO_FUSION_FROM_DESTROYED = "ostium.gates.no-fusion-from-destroyed"
ONLY_CREATURES = "ostium.gates.only-creatures-in-destroyed-column"
DESTROYED_IGNORES_DAMAGE = "ostium.gates.destroyed-ignores-damage"
SOVEREIGN_DUE = "ostium.gates.sovereign-due"
LAST_GATE_WINS = "ostium.gates.last-gate-wins"
ENDS_AT_ONCE = "ostium.gates.ends-at-once"
NO_SKULLS_AT_THE_END = "ostium.gates.no-skulls-at-the-end"

FELL = (DESTROYED_BELOW_ONE, SOVEREIGN_DUE)
SWEPT_OWNER = (WAVE_HITS_OWNER_COLUMN,)
SWEPT_ATTACKER = (WAVE_HITS_ATTACKER, WAVE_SPARES_ATTACKER_DEFENSE)
ENDED = (LAST_GATE_WINS, ENDS_AT_ONCE, NO_SKULLS_AT_THE_END)


def refuse_after_the_end(state: State) -> Refused | None:
    """Why nothing can be done any more once a player has lost all gates, or None while both hold one."""
    if state.phase == "over":
        return Refused(ENDED, "the game is over")
    return None


def outcome(state: State) -> Outcome | None:
    """The player with the last gates, once the game is over."""
    if state.phase != "over":
        return None
    winner = next(seat for seat, side in zip(SEATS, state.sides, strict=True) if any(side.gates))
    return Outcome(winner, ENDED)


def hit(state: State, at: Field, column: int, damage: int, clause: str) -> tuple[State, Events]:
    """The opponent's standing gate of a column takes damage, by a clause, and falls where nothing of it is left."""
    before = state.sides[at.foe].gates[column] or 0
    after = durability_after(before, damage)
    if after == before:
        return state, ()
    struck = with_side(state, at.foe, _dented(state.sides[at.foe], column, after))
    event = Gate(GATE_NAME[at.foe][column], before, after, (clause, DURABILITY_LIMIT))
    if after > 0:
        return struck, (event,)
    fallen, events = fall(struck, at, column)
    return fallen, (event, *events)


def fall(state: State, at: Field, column: int) -> tuple[State, Events]:
    """The opponent's gate of a column has fallen: its owner is due a sovereign, the wave runs, or the game ends."""
    owner = msgspec.structs.replace(state.sides[at.foe], gate_lost=True)
    state = with_side(state, at.foe, owner)
    destroyed = Destroyed(GATE_NAME[at.foe][column], FELL)
    last = not any(owner.gates)
    swept, events = (state, ()) if last and at.readings.wave_at_end == "none" else wave(state, at, column)
    if not last:
        return swept, (destroyed, *events)
    over = Over(SEATS[at.me], ENDED)
    return msgspec.structs.replace(swept, phase="over"), (destroyed, *events, over)


def wave(state: State, at: Field, column: int) -> tuple[State, Events]:
    """The wave from a fallen gate of the opponent: it takes the owner's whole column, then the attacker facing it."""
    events: list[Fact] = []
    for player, slot, clauses in _reach(at, column):
        side = state.sides[player]
        if at_slot(at, player, slot) and not side.turned >> slot & 1:
            events.append(Defeated(SLOT_NAME[player][slot], "wave", clauses))
            state = with_side(state, player, msgspec.structs.replace(side, turned=side.turned | 1 << slot))
    return state, tuple(events)


def _reach(at: Field, column: int) -> tuple[tuple[int, int, tuple[str, ...]], ...]:
    return (
        (at.foe, column, SWEPT_OWNER),
        (at.foe, defense(column), SWEPT_OWNER),
        (at.me, column, SWEPT_ATTACKER),
    )


def at_slot(at: Field, player: int, slot: int) -> bool:
    """Whether a creature lies in a player's slot, standing or turned."""
    cells = at.filled if player == at.me else at.foe_filled
    return bool(cells >> slot & 1)


def with_side(state: State, player: int, side: Side) -> State:
    """The state with one player's side exchanged."""
    first, second = state.sides
    sides = (side, second) if player == 0 else (first, side)
    return msgspec.structs.replace(state, sides=sides)


def _dented(side: Side, column: int, after: int) -> Side:
    first, second, third = (after if number == column else side.gates[number] for number in range(COLUMNS))
    return msgspec.structs.replace(side, gates=(first, second, third))
