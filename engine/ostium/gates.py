"""Chapter gates: damage to a gate, its fall, the wave, and the end of the game. How damage gets there is not here."""

import msgspec

from ..decision import Refused
from ..game import Outcome
from .board import COLUMNS, GATE_NAME, SEATS, SLOT_NAME, defense
from .damage import durability_after
from .domains import DEVELOPMENT_SKULLS, skull_at_once
from .event import Defeated, Destroyed, Events, Fact, Gate, Over
from .reading import PRINTED
from .state import Side, State, with_side

DURABILITY_LIMIT = "ostium.gates.durability-limit"
DESTROYED_BELOW_ONE = "ostium.gates.destroyed-below-one"
WAVE_HITS_OWNER_COLUMN = "ostium.gates.wave-hits-owner-column"
WAVE_HITS_ATTACKER = "ostium.gates.wave-hits-attacker"
WAVE_SPARES_ATTACKER_DEFENSE = "ostium.gates.wave-spares-attacker-defense"
NO_FUSION_FROM_DESTROYED = "ostium.gates.no-fusion-from-destroyed"
ONLY_CREATURES = "ostium.gates.only-creatures-in-destroyed-column"
DESTROYED_IGNORES_DAMAGE = "ostium.gates.destroyed-ignores-damage"
FALLS_IN_DEVELOPMENT_TOO = "ostium.gates.falls-in-development-too"
DEFENDER_FIRST = "ostium.gates.defender-first"
SOVEREIGN_DUE = "ostium.gates.sovereign-due"
LAST_GATE_WINS = "ostium.gates.last-gate-wins"
DESTROYING_ALL_WINS = "ostium.gates.destroying-all-wins"
ENDS_AT_ONCE = "ostium.gates.ends-at-once"
NO_SKULLS_AT_THE_END = "ostium.gates.no-skulls-at-the-end"
DAMAGE_ABILITY_CAN_END_IT = "ostium.gates.damage-ability-can-end-it"

FELL = (DESTROYED_BELOW_ONE, SOVEREIGN_DUE)
FELL_IN_DEVELOPMENT = (*FELL, FALLS_IN_DEVELOPMENT_TOO)
SWEPT_OWNER = (WAVE_HITS_OWNER_COLUMN,)
SWEPT_ATTACKER = (WAVE_HITS_ATTACKER, WAVE_SPARES_ATTACKER_DEFENSE)
ENDED = (LAST_GATE_WINS, DESTROYING_ALL_WINS, ENDS_AT_ONCE, NO_SKULLS_AT_THE_END)
ENDED_IN_DEVELOPMENT = (*ENDED, DAMAGE_ABILITY_CAN_END_IT)


class Blow(msgspec.Struct, frozen=True, gc=False):
    """What meets a gate: the gate's owner and column, and the player who is the attacking one, if anybody is."""

    owner: int
    column: int
    attacker: int | None


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


def by_ability(state: State, owner: int, column: int, cause: int) -> Blow:
    """The blow of an ability of the player `cause`; who attacks then is as the question is read."""
    reading = state.readings.wave_attacker
    attacker = state.me if reading == "active-player" else cause if reading == "cause" else None
    return Blow(owner, column, attacker)


def hit(state: State, blow: Blow, damage: int, clauses: tuple[str, ...]) -> tuple[State, Events]:
    """A standing gate takes damage, by these clauses, and falls where nothing of it is left."""
    side = state.sides[blow.owner]
    before = side.gates[blow.column] or 0
    after = durability_after(before, damage)
    if after == before:
        return state, ()
    struck = with_side(state, blow.owner, with_gate(side, blow.column, after))
    event = Gate(GATE_NAME[blow.owner][blow.column], before, after, (*clauses, DURABILITY_LIMIT))
    if after > 0:
        return struck, (event,)
    fallen, events = fall(struck, blow)
    return fallen, (event, *events)


def fall(state: State, blow: Blow) -> tuple[State, Events]:
    """A gate has fallen: its owner is due a sovereign, the wave runs, or the game ends."""
    owner = msgspec.structs.replace(state.sides[blow.owner], gate_lost=True)
    state = with_side(state, blow.owner, owner)
    early = state.phase == "development"
    destroyed = Destroyed(GATE_NAME[blow.owner][blow.column], FELL_IN_DEVELOPMENT if early else FELL)
    last = not any(owner.gates)
    swept, events = (state, ()) if last and state.readings.wave_at_end == "none" else wave(state, blow)
    if not last:
        return swept, (destroyed, *events)
    over = Over(SEATS[1 - blow.owner], ENDED_IN_DEVELOPMENT if early else ENDED)
    return msgspec.structs.replace(swept, phase="over", pending=()), (destroyed, *events, over)


def wave(state: State, blow: Blow) -> tuple[State, Events]:
    """The wave from a fallen gate: it takes the owner's whole column, then the attacker facing it."""
    events: list[Fact] = []
    for player, slot, clauses in _reach(blow):
        card = state.table.players[player].field[slot]
        if card is not None and not state.sides[player].turned >> slot & 1:
            state = turned(state, player, slot)
            early = state.readings.development_skulls == "at-once" and state.phase == "development"
            events.append(
                Defeated(SLOT_NAME[player][slot], "wave", (*clauses, DEVELOPMENT_SKULLS) if early else clauses)
            )
            if early:
                state = skull_at_once(state, player, card)
    return state, tuple(events)


def _reach(blow: Blow) -> tuple[tuple[int, int, tuple[str, ...]], ...]:
    owned = ((blow.owner, blow.column, SWEPT_OWNER), (blow.owner, defense(blow.column), SWEPT_OWNER))
    return owned if blow.attacker is None else (*owned, (blow.attacker, blow.column, SWEPT_ATTACKER))


def turned(state: State, player: int, slot: int) -> State:
    """The state with a creature turned; while defeated ones are collected it is a late one, as questions are read."""
    side = state.sides[player]
    late = state.phase == "collect" and state.readings.late_wave != PRINTED.late_wave
    return with_side(
        state,
        player,
        msgspec.structs.replace(side, turned=side.turned | 1 << slot, late=side.late | late << slot),
    )


def with_gate(side: Side, column: int, after: int) -> Side:
    """The side with one gate at another durability."""
    first, second, third = (after if number == column else side.gates[number] for number in range(COLUMNS))
    return msgspec.structs.replace(side, gates=(first, second, third))
