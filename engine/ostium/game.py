"""Ostium as a game: joins the chapters into what every game offers. Decides nothing of its own."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from .. import canonical
from ..decision import Decision, Illegal, Refused
from ..game import Event, Game, Outcome, Step, Unreadable
from . import action as actions_
from . import charge, event, fusion, gates, reading
from .action import Action, Affiliate, Attack, EndAttack, Flask, Fuse, Withhold
from .board import SEATS
from .drawing import draw
from .field import able, field
from .notation import read_line, write_line
from .position import dump, load, observe
from .reading import QUESTIONS
from .state import State

Decide = Callable[[State, Any], Decision]
Apply = Callable[[State, Any], Step[State]]

RULES: Mapping[type, tuple[Decide, Apply]] = {
    Affiliate: (fusion.decide_affiliate, fusion.apply_affiliate),
    Fuse: (fusion.decide_fuse, fusion.apply_fuse),
    Flask: (charge.decide_flask, charge.apply_flask),
    Attack: (charge.decide_attack, charge.apply_attack),
    Withhold: (charge.decide_withhold, charge.apply_withhold),
    EndAttack: (charge.decide_end, charge.apply_end),
}


class Ostium:
    """The attack phase of a game for two; the phases around it can be loaded and looked at."""

    name = "ostium"
    modes: tuple[str, ...] = ("two-player",)
    readings: Mapping[str, tuple[str, ...]] = QUESTIONS
    capabilities: Mapping[str, object] = {
        "setup": ["position"],
        "chance": ["scripted"],
        "legal": "list",
        "observe": "player",
        "cards": "inline",
        "events": "full",
        "states": "persistent",
    }

    def load(self, position: object, mode: str, readings: Mapping[str, str]) -> State:
        """The state of a position."""
        return load(position, mode, reading.choose(readings))

    def dump(self, state: State) -> dict[str, Any]:
        """The canonical position."""
        return dump(state)

    def to_move(self, state: State) -> tuple[str, ...]:
        """The player whose attack phase it is."""
        return (state.table.active,) if state.phase == "attack" else ()

    def actions(self, state: State, seat: str) -> Sequence[Action]:
        """All that this seat may do: declarations, flasks, chains, attacks, the end, in this order."""
        if state.phase != "attack" or seat != state.table.active:
            return ()
        at = field(state.table)
        ready = able(state, at)
        offered: list[Action] = [
            *fusion.declarations(state, at),
            *charge.flasks(state, at, ready),
            *fusion.chains(state, at, ready),
            *charge.attacks(state, at, ready),
        ]
        if not charge.obliged(state, at, ready):
            offered.append(actions_.END_ATTACK)
        return offered

    def complete(self, state: State, seat: str) -> bool:
        """Cards in hand could be discarded, which is not modelled yet."""
        return seat not in SEATS or not state.table.players[SEATS.index(seat)].hand

    def decide(self, state: State, seat: str, action: Action) -> Decision:
        """Whether this seat may do that."""
        if state.phase != "attack":
            return gates.refuse_after_the_end(state) or Refused((), f"no attack phase: the phase is {state.phase}")
        if seat != state.table.active:
            return Refused((), f"it is the turn of {state.table.active}, not of {seat}")
        return RULES[type(action)][0](state, action)

    def apply(self, state: State, seat: str, action: Action) -> Step[State]:
        """Do it, or raise Illegal."""
        decision = self.decide(state, seat, action)
        if isinstance(decision, Refused):
            raise Illegal(decision, self.line(state))
        return RULES[type(action)][1](state, action)

    def observe(self, state: State, viewer: str) -> dict[str, Any]:
        """What this seat may know."""
        return observe(state, viewer)

    def outcome(self, state: State) -> Outcome | None:
        """The winner once all gates of a player have fallen."""
        return gates.outcome(state)

    def status(self, state: State) -> dict[str, Any]:
        """The phase, who may act, and the outcome."""
        outcome = self.outcome(state)
        known = {"terminal": outcome is not None, "toAct": list(self.to_move(state)), "phase": state.phase}
        return known if outcome is None else {**known, "outcome": {"winner": outcome.winner}}

    def read_action(self, value: object) -> Action | Unreadable:
        """The action that a JSON value means."""
        return actions_.read(value)

    def write_action(self, action: Action) -> dict[str, Any]:
        """The action as a JSON object."""
        return actions_.write(action)

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


def write_event(given: Event) -> dict[str, Any]:
    """The event as a JSON object."""
    return event.write(cast(event.Fact, given))


GAME: Game[State, Action] = Ostium()
