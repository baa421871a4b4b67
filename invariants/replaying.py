"""Replaying what a proof shows: the engine loads the position and takes or refuses each action. It judges nothing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from ruleproof.engine.decision import Refused
from ruleproof.engine.explaining import seat_of
from ruleproof.engine.game import Game, PositionFault, Unreadable

Shown: TypeAlias = dict[str, Any]


class Unplayable(ValueError):
    """A witness that the engine cannot play: it does not load, or holds something that is no action."""


@dataclass(frozen=True)
class Told:
    """What an engine says to one action, and the state behind it; the same one where it refuses."""

    action: Shown
    state: Any
    clauses: tuple[str, ...]
    events: tuple[Shown, ...] = ()
    why: str = ""
    allowed: bool = True

    def plain(self) -> Shown:
        """As JSON: action, decision, clauses, and the events or why it was refused."""
        told: Shown = {"action": self.action, "decision": "allowed" if self.allowed else "refused"}
        told["clauses"] = list(self.clauses)
        return {**told, **({"events": list(self.events)} if self.allowed else {"why": self.why})}


def replayed(game: Game[Any, Any], witness: Mapping[str, Any]) -> Shown:
    """The witness with its position in full, and as `replay` what the engine says to each action. Raises Unplayable."""
    state = loaded(game, witness)
    replay = [told.plain() for told in play(game, state, witness)]
    shown: Shown = {**witness, "position": game.dump(state), "replay": replay}
    if "beside" in witness:
        alone = {name: value for name, value in witness.items() if name != "beside"}
        again = replayed(game, {**alone, **witness["beside"]})
        shown["beside"] = {name: again[name] for name in (*witness["beside"], "replay")}
    return shown


def loaded(game: Game[Any, Any], witness: Mapping[str, Any]) -> Any:
    """The state that a witness begins with. Raises Unplayable."""
    mode = witness.get("mode", game.modes[0])
    try:
        return game.load(witness["position"], mode, witness.get("readings", {}))
    except PositionFault as fault:
        raise Unplayable(f"{fault.where}: {fault.what}") from fault


def play(game: Game[Any, Any], state: Any, witness: Mapping[str, Any]) -> Iterator[Told]:
    """What the engine says to each action in turn. One that is refused changes nothing. Raises Unplayable."""
    for value in witness["actions"]:
        told = _one(game, state, value)
        yield told
        state = told.state


def _one(game: Game[Any, Any], state: Any, value: Shown) -> Told:
    action, seat = game.read_action(value), seat_of(game, state, value)
    if isinstance(action, Unreadable):
        raise Unplayable(action.why)
    decision = game.decide(state, seat, action)
    if isinstance(decision, Refused):
        reasons = decision.reasons()
        clauses = dict.fromkeys(clause for reason in reasons for clause in reason.clauses)
        return Told(value, state, tuple(clauses), why="; ".join(reason.why for reason in reasons), allowed=False)
    step = game.apply(state, seat, action)
    return Told(value, step.state, decision.clauses, tuple(game.write_event(event) for event in step.events))
