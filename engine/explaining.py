"""Why an action is allowed or refused, as values to print. The game decides; nothing is printed or decided here."""

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from ruleproof.spec import loading
from ruleproof.spec.fault import Faulty

from . import canonical
from .decision import Allowed, Decision, Refused
from .game import Game, Unreadable


class Reason(msgspec.Struct, frozen=True):
    """Clauses that speak together, and in one sentence what they say here (empty where they allow)."""

    clauses: tuple[str, ...]
    why: str = ""


class Explained(msgspec.Struct, frozen=True):
    """One action: whether it is allowed, and every reason, the most specific first."""

    action: Any
    allowed: bool
    reasons: tuple[Reason, ...]


NO_SENTENCES: Mapping[str, str] = {}


def sentences(game: str) -> Mapping[str, str]:
    """What each clause of the game says, by its id; nothing where no clauses are written or they cannot be read."""
    try:
        return {clause.id: clause.says for clause in loading.load(game).clauses}
    except (Faulty, LookupError, OSError, ValueError):
        return NO_SENTENCES


def legal(game: Game[Any, Any], state: Any, seat: str) -> tuple[Explained, ...]:
    """Every action that this seat may take, each with the clauses that allow it."""
    return tuple(
        explained(game.write_action(action), game.decide(state, seat, action)) for action in game.actions(state, seat)
    )


def one(game: Game[Any, Any], state: Any, seat: str, value: object) -> Explained:
    """The action that a JSON value means."""
    action = game.read_action(value)
    if isinstance(action, Unreadable):
        return Explained(value, False, (Reason((), action.why),))
    return explained(game.write_action(action), game.decide(state, seat, action))


def explained(action: Any, decision: Decision) -> Explained:
    """A decision on an action."""
    match decision:
        case Allowed(clauses):
            return Explained(action, True, (Reason(clauses),))
        case Refused():
            reasons = tuple(Reason(reason.clauses, reason.why) for reason in decision.reasons())
            return Explained(action, False, reasons)


def seat_of(game: Game[Any, Any], state: Any, value: object) -> str:
    """Who acts: whoever the action names, else the first who may; an empty name where nobody may."""
    named = cast(Mapping[str, object], value).get("player") if isinstance(value, dict) else None
    if named is None:
        return next(iter(game.to_move(state)), "")
    return named if isinstance(named, str) else canonical.text(named)


def in_words(value: object) -> str:
    """An action as words: its type, then its members; any other JSON value as it is."""
    if not isinstance(value, dict):
        return canonical.text(value)
    action = cast(Mapping[str, object], value)
    rest = [f"{name} {_word(value)}" for name, value in action.items() if name not in ("type", "player")]
    return " ".join([str(action.get("type", "")), ", ".join(rest)]).strip()


def event_in_words(event: Mapping[str, Any]) -> str:
    """An event as words, without its clauses; the player it happens to comes first."""
    words = in_words({name: value for name, value in event.items() if name != "clauses"})
    return f"{event['player']} {words}" if "player" in event else words


def _word(value: object) -> str:
    return " ".join(str(item) for item in cast(list[object], value)) if isinstance(value, list) else str(value)
