"""Ostium's numbers twice over: what events tell of bonuses and totals is what the `value` clauses add up to."""

from collections.abc import Iterator
from typing import Any

from ..agreeing import Judge, Judged
from ..property import Moment, Property, always
from .watching import active, of_kind

BONUS = "ostium.fusion.bonus-is-two"
ICON = "ostium.fusion.icon-adds"
FLAME = "ostium.charge.flame-adds"
SHIELD = "ostium.charge.shield-adds"
FLASK = "ostium.charge.flask-counts-clan"


def told(moment: Moment) -> Iterator[tuple[str, dict[str, Any], int]]:
    """Each number that the events of a step tell: quantity, arguments, number."""
    for event in of_kind(moment, "fused"):
        path = tuple(slot.split(".")[1] for slot in event["path"]) if "." in event["path"][0] else tuple(event["path"])
        yield "fusion_bonus", {"path": path}, event["bonus"]
    for event in of_kind(moment, "attacked"):
        attacker = {"player": active(moment), "slot": event["attacker"].split(".")[1], "role": "attacking"}
        yield "total", attacker, event["total"]
    for event in of_kind(moment, "defended"):
        player, slot = event["slot"].split(".")
        yield "total", {"player": player, "slot": slot, "role": "defending"}, event["total"]


def added_up(judge: Judge) -> Property:
    """The numbers told are those of the clauses, worked out in the position before the step."""

    def holds(moment: Moment) -> bool | str:
        if moment.before is None:
            return True
        norms, sight = judge.norms(moment), judge.sight(moment.before)
        for quantity, given, number in told(moment):
            stated = norms.quantity(sight, quantity, given)
            if stated != number:
                return f"{quantity} of {given} is {number} in play, {stated} by the clauses"
        return True

    return always("numbers are those of the clauses", (BONUS, ICON, FLAME, SHIELD, FLASK), holds)


JUDGED = (Judged(added_up),)
