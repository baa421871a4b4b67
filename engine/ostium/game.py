"""Ostium as a game: joins the chapters into what every game offers. Decides nothing of its own."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from .. import canonical
from ..chance import Chance
from ..decision import Decision, Illegal, Refused
from ..game import Event, Outcome, Site, Step, Unreadable
from . import (
    abilities,
    announcing,
    charge,
    collect,
    discard,
    event,
    fusion,
    gates,
    gift,
    move,
    reading,
    refill,
    setup,
    summon,
    turn,
)
from .action import (
    END_ATTACK,
    Action,
    Affiliate,
    Attack,
    Collect,
    Decline,
    Discard,
    EndAttack,
    EndDevelopment,
    Fill,
    Flask,
    Fuse,
    Move,
    Order,
    Recall,
    Summon,
    SummonToDiscard,
    Swap,
    TakeSovereign,
    Use,
    Withhold,
)
from .board import SEATS
from .box import box
from .drawing import draw
from .field import able, field
from .notation import read_line, write_line
from .position import MODE, load
from .reading import QUESTIONS
from .resampling import resample
from .state import State
from .writing import dump, observe, pending, pending_chance

Decide = Callable[[State, Any], Decision]
Apply = Callable[[State, Any], Step[State]]

RULES: Mapping[type, tuple[Decide, Apply]] = {
    Discard: (discard.decide_discard, discard.apply_discard),
    Summon: (summon.decide_summon, summon.apply_summon),
    SummonToDiscard: (summon.decide_to_pile, summon.apply_to_pile),
    Move: (move.decide_move, move.apply_move),
    Swap: (move.decide_swap, move.apply_swap),
    Recall: (move.decide_recall, move.apply_recall),
    Use: (abilities.decide_use, abilities.apply_use),
    Decline: (abilities.decide_decline, abilities.apply_decline),
    EndDevelopment: (turn.decide_end, turn.apply_end),
    Fill: (refill.decide_fill, refill.apply_fill),
    Affiliate: (fusion.decide_affiliate, fusion.apply_affiliate),
    Fuse: (fusion.decide_fuse, fusion.apply_fuse),
    Flask: (charge.decide_flask, charge.apply_flask),
    Attack: (charge.decide_attack, charge.apply_attack),
    Withhold: (charge.decide_withhold, charge.apply_withhold),
    EndAttack: (charge.decide_end, charge.apply_end),
    TakeSovereign: (gift.decide_take, gift.apply_take),
    Order: (setup.decide_order, setup.apply_order),
}


class Ostium:
    """The whole game for two players."""

    name = "ostium"
    modes: tuple[str, ...] = ("two-player",)
    readings: Mapping[str, tuple[str, ...]] = QUESTIONS
    capabilities: Mapping[str, object] = {
        "setup": ["position", "deal"],
        "chance": ["scripted", "stepwise"],
        "legal": "list",
        "observe": "player",
        "cards": "inline",
        "events": "full",
        "states": "persistent",
    }

    def initial(self, options: Mapping[str, Any], mode: str, readings: Mapping[str, str]) -> State:
        """A new game: everything in its place, the first pile waiting to be shuffled."""
        if mode != MODE:
            raise ValueError(f"{mode} is not modelled yet: only {MODE} is")
        return turn.proceed(setup.begin(box(options), reading.choose(readings)), ()).state

    def load(self, position: object, mode: str, readings: Mapping[str, str]) -> State:
        """The state of a position."""
        return turn.at_rest(load(position, mode, reading.choose(readings)))

    def dump(self, state: State) -> dict[str, Any]:
        """The canonical position."""
        return dump(state)

    def to_move(self, state: State) -> tuple[str, ...]:
        """The players who may act now."""
        return turn.to_move(state)

    def actions(self, state: State, seat: str) -> Sequence[Action]:
        """All that this seat may do."""
        if not state.pending and seat == state.table.active:
            if state.phase == "development":
                return turn.developing(state)
            return attacking(state) if state.phase == "attack" else ()
        return turn.choices(state, SEATS.index(seat)) if seat in turn.to_move(state) else ()

    def complete(self, state: State, seat: str) -> bool:
        """All rules are modelled."""
        return True

    def decide(self, state: State, seat: str, action: Action) -> Decision:
        """Whether this seat may do that; chance has no seat."""
        kind = type(action)
        if kind is not Order:
            refused = turn.refuse_moment(state, seat, kind)
            if refused is not None:
                return refused
            if kind is Collect:
                return collect.decide_collect(state, cast(Collect, action), seat)
            state = _before(state, seat)
        return RULES[kind][0](state, action)

    def apply(self, state: State, seat: str, action: Action) -> Step[State]:
        """Do it, or raise Illegal; then go on until somebody has to choose."""
        decision = self.decide(state, seat, action)
        if isinstance(decision, Refused):
            raise Illegal(decision, self.line(state))
        kind = type(action)
        if kind is Collect:
            step = collect.apply_collect(state, cast(Collect, action), seat)
        else:
            step = RULES[kind][1](_before(state, seat), action)
        after = step.state
        return step if after.phase in turn.ACTING and not after.pending else turn.proceed(after, step.events)

    def observe(self, state: State, viewer: str) -> dict[str, Any]:
        """What this seat may know."""
        return observe(state, viewer)

    def resample(self, state: State, viewer: str, chance: Chance) -> State:
        """Another state that this seat could not tell apart."""
        return resample(state, viewer, chance)

    def outcome(self, state: State) -> Outcome | None:
        """The winner once all gates of a player have fallen."""
        return gates.outcome(state)

    def status(self, state: State) -> dict[str, Any]:
        """The phase, who may act, what waits, and the outcome."""
        outcome = self.outcome(state)
        known: dict[str, Any] = {
            "terminal": outcome is not None,
            "toAct": list(self.to_move(state)),
            "phase": state.phase,
        }
        if state.pending:
            known["pending"] = pending(state)
        if site := setup.site(state):
            known["pendingChance"] = pending_chance(state, site)
        return known if outcome is None else {**known, "outcome": {"winner": outcome.winner}}

    def chance(self, state: State) -> Site | None:
        """The pile whose order chance decides now, or None."""
        site = setup.site(state)
        return Site(site, tuple(card.id for card in setup.pile(state, site))) if site else None

    def order(self, site: str, outcome: tuple[str, ...]) -> Action:
        """What chance decided, as an action."""
        return Order(site, outcome)

    def read_action(self, value: object) -> Action | Unreadable:
        """The action that a JSON value means."""
        return announcing.read(value)

    def write_action(self, action: Action) -> dict[str, Any]:
        """The action as a JSON object."""
        return announcing.write(action)

    def write_event(self, event: Event) -> dict[str, Any]:
        """The event as a JSON object."""
        return write_event(event)

    def digest(self, state: State) -> str:
        """A fingerprint of the position and its readings."""
        return canonical.digest({"position": self.dump(state), "readings": reading.chosen(state.table.readings)})

    def line(self, state: State) -> str:
        """The position in one line."""
        return write_line(state)

    def read_line(self, text: str) -> State:
        """The state that a line means."""
        return read_line(text)

    def draw(self, state: State) -> str:
        """The board."""
        return draw(state)


def _before(state: State, seat: str) -> State:
    """The state as this seat meets it: where both players use what waits, the own abilities come first."""
    return abilities.turned_to(state, SEATS.index(seat)) if state.phase == "collect" else state


def attacking(state: State) -> Sequence[Action]:
    """All that may be announced in the attack phase: declarations, flasks, chains, attacks, discards, the end."""
    at = field(state.table)
    ready = able(state, at)
    offered: list[Action] = [
        *fusion.declarations(state, at),
        *charge.flasks(state, at, ready),
        *fusion.chains(state, at, ready),
        *charge.attacks(state, at, ready),
    ]
    if state.table.players[at.me].hand:
        offered += turn.discards(state)
    if not charge.obliged(state, at, ready):
        offered.append(END_ATTACK)
    return offered


def write_event(given: Event) -> dict[str, Any]:
    """The event as a JSON object."""
    return event.write(cast(event.Fact, given))


GAME = Ostium()
