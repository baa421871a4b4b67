"""Implementations of Ostium in this process, for tests of what plays beside them: the reference with one thing changed.

Nothing of the engine is touched: each is a thin wrapper, so that the reference in the same process stays right.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from ruleproof.conformance.serving import Server
from ruleproof.engine.decision import Allowed
from ruleproof.engine.game import Step
from ruleproof.engine.ostium import state as states
from ruleproof.engine.ostium.action import Discard, Move
from ruleproof.engine.ostium.game import GAME

Json = dict[str, Any]


class Same:
    """The reference, with what it declares of itself changed."""

    declares: Mapping[str, object] = {}
    readings: Mapping[str, tuple[str, ...]] = GAME.readings

    def __getattr__(self, name: str) -> Any:
        return getattr(GAME, name)

    @property
    def capabilities(self) -> Mapping[str, object]:
        return {**GAME.capabilities, **self.declares}


class Bottom(Same):
    """A discarded card goes under the pile."""

    def apply(self, state: Any, seat: str, action: Any) -> Any:
        step = GAME.apply(state, seat, action)
        if not isinstance(action, Discard):
            return step
        player = step.state.table.players[state.me]
        *rest, card = player.discard
        changed = msgspec.structs.replace(player, discard=(card, *rest))
        return Step(states.with_player(step.state, state.me, changed), step.events)


class MovesForNothing(Same):
    """A creature may be moved although no crystal is left; it is not listed."""

    def decide(self, state: Any, seat: str, action: Any) -> Any:
        decision = GAME.decide(state, seat, action)
        poor = "ostium.move.needs-the-crystal" in decision.clauses and not getattr(decision, "others", ())
        return Allowed(()) if isinstance(action, Move) and poor else decision

    def apply(self, state: Any, seat: str, action: Any) -> Any:
        if isinstance(GAME.decide(state, seat, action), Allowed):
            return GAME.apply(state, seat, action)
        return Step(state, ())


class Pinned(Same):
    """It reads two questions otherwise, whatever it is asked for."""

    readings: Mapping[str, tuple[str, ...]] = {}

    def load(self, position: Any, mode: str, readings: Any) -> Any:
        other = {"ostium.charge.second-comparison": "full-power", "ostium.draw.hand-limit": "ability-too"}
        return GAME.load(position, mode, other)

    def initial(self, options: Any, mode: str, readings: Any) -> Any:
        return GAME.initial(options, mode, {})


class Charges(Same):
    """It plays the attack phase only."""

    declares: Mapping[str, object] = {"phases": ["attack"]}


class Checks(Same):
    """It lists nothing, tells no events, shows a player's view only, and forgets earlier states."""

    declares: Mapping[str, object] = {"legal": "check", "events": "none", "states": "single", "setup": ["position"]}


class Steps(Same):
    """It begins with new games only, and asks for chance as it comes."""

    declares: Mapping[str, object] = {"setup": ["deal"], "chance": ["stepwise"]}


class DealsBottom(Bottom):
    """It begins with new games only, and a discarded card goes under the pile."""

    declares: Mapping[str, object] = {"setup": ["deal"], "chance": ["scripted"]}


class Names(Same):
    """It has a set of cards and can use no others."""

    declares: Mapping[str, object] = {"cards": "set", "setup": ["position"]}

    def load(self, position: Any, mode: str, readings: Any) -> Any:
        assert not inline(position), f"a card defines itself: {position}"
        return GAME.load(position, mode, readings)


def inline(value: Any) -> bool:
    """Whether a card defines itself somewhere in a position."""
    if isinstance(value, dict):
        return ("kind" in value and "id" in value) or any(map(inline, value.values()))
    return isinstance(value, list) and any(map(inline, value))


class Quiet(Server):
    """Offers neither `dump` nor `explain`, and observations for each player."""

    def declared(self) -> Json:
        return {**super().declared(), "optional": []}


class Dies(Server):
    """It raises something at every attack that passes the attack row."""

    def apply(self, asked: Any) -> Json:
        if isinstance(asked.action, dict) and asked.action.get("first") == "pass":
            raise RuntimeError("out of cheese")
        return super().apply(asked)


class Tires(Server):
    """A process that has taken enough actions tells no events any more."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.taken = 0

    def apply(self, asked: Any) -> Json:
        result = super().apply(asked)
        self.taken += 1
        return {**result, "events": []} if self.taken > 150 and result["accepted"] else result


def same() -> Server:
    return Server(GAME)


def bottom() -> Server:
    return Server(Bottom())


def moves_for_nothing() -> Server:
    return Server(MovesForNothing())


def pinned() -> Server:
    return Server(Pinned())


def charges() -> Server:
    return Server(Charges())


def checks() -> Server:
    return Quiet(Checks())


def steps() -> Server:
    return Server(Steps())


def deals_bottom() -> Server:
    return Server(DealsBottom())


def names() -> Server:
    return Server(Names())


def dies() -> Server:
    return Dies(GAME)


def tires() -> Server:
    return Tires(GAME)
