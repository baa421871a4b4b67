"""Looking at a moment of Ostium: boards, gates and events out of its JSON. Nothing is judged here."""

from collections.abc import Iterator
from typing import Any

from ..property import Moment
from .paths import COLUMNS

FULL = 15


CHARGE = frozenset({"affiliate", "fuse", "flask", "attack", "withhold"})  # what is done in a charge, but for its end


def done(moment: Moment) -> str:
    """The type of the action that led here; empty at the start of a play."""
    return "" if moment.before is None else str(moment.game.write_action(moment.action)["type"])


def charging(moment: Moment) -> bool:
    """The step to here is part of a charge: no card came, went or used an ability."""
    return done(moment) in CHARGE


def opponent(player: str) -> str:
    """The other one of two players."""
    return "B" if player == "A" else "A"


def active(moment: Moment) -> str:
    """The player whose turn it is."""
    return str(moment.position.get("active", "A"))


def gates(position: dict[str, Any], player: str) -> list[int]:
    """Durability of a player's gates by column."""
    return list(position.get("players", {}).get(player, {}).get("gates", [FULL] * len(COLUMNS)))


def board(position: dict[str, Any], player: str) -> dict[str, dict[str, Any] | None]:
    """A player's slots and what lies on them."""
    shown = position.get("players", {}).get(player, {})
    rows = {"A": shown.get("attack", [None] * 3), "D": shown.get("defense", [None] * 3)}
    return {f"{row}{column}": rows[row][column] for row in "AD" for column in COLUMNS}


def turned(position: dict[str, Any], player: str, slot: str) -> bool:
    """A creature lies there and is turned."""
    creature = board(position, player)[slot]
    return bool(creature and creature.get("rotated", False))


def charge(position: dict[str, Any]) -> dict[str, Any]:
    """What has been done in this charge."""
    return dict(position.get("charge", {}))


def chains(position: dict[str, Any]) -> list[dict[str, Any]]:
    """The chains laid so far."""
    return list(charge(position).get("chains", []))


def of_kind(moment: Moment, kind: str) -> Iterator[dict[str, Any]]:
    """The events of one kind in the step to this moment."""
    return (event for event in moment.events if event["type"] == kind)


def side(position: dict[str, Any], player: str) -> dict[str, Any]:
    """All that a position says of a player."""
    return dict(position.get("players", {}).get(player, {}))


def pile(position: dict[str, Any], player: str, name: str) -> list[str]:
    """The cards of a player's hand, deck or discard pile, by their ids."""
    return [card["id"] for card in side(position, player).get(name, [])]


def area(position: dict[str, Any], name: str) -> list[str]:
    """The cards of a pile of the summoning area, by their ids."""
    return [card["id"] for card in position.get("area", {}).get(name, [])]


def crystals(position: dict[str, Any], player: str) -> int:
    """How many crystals a player has."""
    return int(side(position, player).get("crystals", 0))


def phase(moment: Moment) -> str:
    """The phase of a moment."""
    return str(moment.position.get("phase", "development"))


def phase_before(moment: Moment) -> str:
    """The phase in which the action was taken that led here; empty at the start of a play."""
    return "" if moment.before is None else phase(moment.before)


def turn(moment: Moment) -> int:
    """The number of the turn."""
    return int(moment.position.get("turn", 1))


def passed_on(moment: Moment) -> bool:
    """With this step the turn became the other player's."""
    return moment.before is not None and turn(moment) != turn(moment.before)


def phase_of_chance(moment: Moment) -> bool:
    """The step to here is one that chance took: it may put piles in another order."""
    return moment.before is not None and moment.before.site is not None


def cited(event: dict[str, Any], clause: str) -> bool:
    """An event rests on this clause."""
    return clause in event["clauses"]


def fallen(moment: Moment) -> Iterator[tuple[str, int]]:
    """The gates that stood before this step and stand no more, as player and column."""
    if moment.before is None:
        return
    for player in "AB":
        both = zip(gates(moment.before.position, player), gates(moment.position, player), strict=True)
        yield from ((player, column) for column, (then, now) in enumerate(both) if then > 0 and now == 0)
