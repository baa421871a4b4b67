"""What holds of attacks in play, moment by moment, whatever the totals are. Their arithmetic is proved elsewhere."""

from itertools import pairwise
from typing import Any

from ruleproof.engine.ostium import damage

from ..property import Moment, always, sometimes
from .watching import active, board, charge, charging, done, gates, of_kind, opponent, turned

ALL_ATTACK = "ostium.charge.all-attack"
ALL_BONUSES = "ostium.charge.all-bonuses-count"
OWN_COLUMN = "ostium.charge.own-column"
NOT_PASSED = "ostium.charge.defense-row-not-passed"
SKIPPING = "ostium.charge.may-pass-attack-row"
GREATER = "ostium.charge.greater-defeats"
PUSHES = "ostium.charge.pushes-on-reduced"
EQUAL = "ostium.charge.equal-defeats-and-blocks"
SMALLER = "ostium.charge.smaller-is-blocked"
REST = "ostium.charge.gate-takes-the-rest"
TURNED = "ostium.charge.defeated-is-turned"
STAY = "ostium.charge.defeated-stay"
FLASK = "ostium.charge.flask-counts-clan"
SHIELD = "ostium.charge.shield-adds"
ENDS = "ostium.charge.ends-when-all-resolved"


def creatures_stay(moment: Moment) -> bool:
    """Nobody leaves a slot during a charge, and nobody turned is turned back."""
    if moment.before is None or not charging(moment):
        return True
    for player in "AB":
        then, now = board(moment.before.position, player), board(moment.position, player)
        if any(_id(then[slot]) != _id(now[slot]) for slot in then):
            return False
        if any(turned(moment.before.position, player, slot) > turned(moment.position, player, slot) for slot in then):
            return False
    return True


def _id(creature: dict[str, Any] | None) -> object:
    return creature and creature["id"]


def turned_as_told(moment: Moment) -> bool:
    """Who is newly turned is told to be defeated, and the other way round."""
    if moment.before is None or not charging(moment):
        return True
    told = sorted(str(event["slot"]) for event in of_kind(moment, "defeated"))
    slots = [(player, slot) for player in "AB" for slot in board(moment.position, player)]
    before = moment.before.position
    newly = (each for each in slots if turned(moment.position, *each) and not turned(before, *each))
    again = {slot for slot in told if turned(before, *slot.split("."))}
    return sorted({f"{player}.{slot}" for player, slot in newly} | again) == told


def one_column(moment: Moment) -> bool:
    """What an attack meets and what it changes lies in the attacker's column."""
    if not charging(moment):
        return True
    columns = {str(event[where])[-1] for kind, where in _WHERE for event in of_kind(moment, kind)}
    return len(columns) <= 1


_WHERE = (
    ("attacked", "attacker"),
    ("attacked", "target"),
    ("defeated", "slot"),
    ("gate", "gate"),
    ("destroyed", "gate"),
)


def totals_add_up(moment: Moment) -> bool:
    """A total is power, icons and fusion, none of them negative; what is left never exceeds it and never grows."""
    hits = list(of_kind(moment, "attacked"))
    parts = all(
        event["total"] == event["power"] + event["icons"] + event["fusion"]
        and 0 <= event["left"] <= event["total"]
        and min(event["power"], event["icons"], event["fusion"], event["against"]) >= 0
        for event in hits
    )
    return parts and all(one["left"] >= two["left"] for one, two in pairwise(hits))


def gate_damage_is_bounded(moment: Moment) -> bool:
    """A gate loses no more than the attacker's total."""
    totals = [event["total"] for event in of_kind(moment, "attacked")]
    if done(moment) != "attack":
        return True
    return all(event["from"] - event["to"] <= max(totals, default=0) for event in of_kind(moment, "gate"))


def damage_is_as_proved(moment: Moment) -> bool:
    """What a gate loses, or does not lose, is what the arithmetic says that the proofs are about."""
    hits = list(of_kind(moment, "attacked"))
    if not hits or (moment.game.write_action(moment.action).get("stop")):
        return True
    against = {event["target"].split(".")[1][0]: event["against"] for event in hits}
    lost = sum(event["from"] - event["to"] for event in of_kind(moment, "gate"))
    standing = gates(_before(moment).position, opponent(active(moment)))[int(hits[0]["attacker"][-1])]
    return bool(lost == min(standing, _proved(moment, hits[0]["total"], against)))


def _proved(moment: Moment, total: int, against: dict[str, int]) -> int:
    if "A" not in against:
        return int(damage.damage_past_the_row(total, against.get("D", 0)))
    full = moment.reads("ostium.charge.second-comparison", "full-power")
    blocked = "D" not in against and any(of_kind(moment, "blocked"))
    back = against.get("D", 0)
    return 0 if blocked else int(damage.damage_through_the_row(total, against["A"], back, full))


def _before(moment: Moment) -> Moment:
    return moment.before or moment


def blocked_goes_no_further(moment: Moment) -> bool:
    """A blocked attack touches no gate, and ends on what blocked it."""
    if not any(of_kind(moment, "blocked")):
        return True
    met = [event["target"] for event in of_kind(moment, "attacked")]
    return not any(of_kind(moment, "gate")) and [event["by"] for event in of_kind(moment, "blocked")] == met[-1:]


def comparison_decides(moment: Moment) -> bool:
    """A creature that is met is defeated exactly where no more stands against the attack than what is left of it."""
    beaten = {event["slot"] for event in of_kind(moment, "defeated") if event["by"] == "attack"}
    met = [event for event in of_kind(moment, "attacked") if ".G" not in event["target"]]
    return beaten <= {event["target"] for event in met} and all(
        (event["left"] >= event["against"]) == (event["target"] in beaten) for event in met
    )


def defense_row_is_met(moment: Moment) -> bool:
    """No attack reaches a gate without meeting the creature before it."""
    if done(moment) != "attack":
        return True
    met = {event["target"] for event in of_kind(moment, "attacked")}
    defended = board(moment.position, opponent(active(moment)))
    hit = [event["gate"] for event in of_kind(moment, "gate")]
    guards = (f"D{gate[-1]}" for gate in hit)
    return all(defended[slot] is None or f"{opponent(active(moment))}.{slot}" in met for slot in guards)


def attacks_once(moment: Moment) -> bool:
    """An attack uses up its attacker and no other."""
    resolved = charge(moment.position).get("resolved", [])
    if moment.before is None or not any(of_kind(moment, "attacked")):
        return len(resolved) == len(set(resolved))
    attackers = {event["attacker"].split(".")[1] for event in of_kind(moment, "attacked")}
    return set(resolved) - set(charge(moment.before.position).get("resolved", [])) == attackers


def _equality(moment: Moment) -> bool:
    hits = list(of_kind(moment, "attacked"))
    return any(of_kind(moment, "blocked")) and hits[-1]["left"] == hits[-1]["against"]


def _both_rows(moment: Moment) -> bool:
    return len([event for event in of_kind(moment, "defeated") if event["by"] == "attack"]) == 2


def _passed(moment: Moment) -> bool:
    return moment.before is not None and moment.game.write_action(moment.action).get("first") == "pass"


def _flask_counts(moment: Moment) -> bool:
    return bool(charge(moment.position).get("flask")) and any(event["icons"] for event in of_kind(moment, "attacked"))


PROPERTIES = (
    always("creatures stay on their slots", (STAY, TURNED), creatures_stay),
    always("who is turned was told to be defeated", (TURNED,), turned_as_told),
    always("an attack stays in its column", (OWN_COLUMN,), one_column),
    always("totals add up", (ALL_BONUSES, PUSHES), totals_add_up),
    always("a gate loses no more than the total", (REST,), gate_damage_is_bounded),
    always("a gate loses what the arithmetic says", (REST, PUSHES, EQUAL), damage_is_as_proved),
    always("a blocked attack goes no further", (EQUAL, SMALLER), blocked_goes_no_further),
    always("the comparison decides", (GREATER, EQUAL, SMALLER), comparison_decides),
    always("the defense row is met before the gate", (NOT_PASSED,), defense_row_is_met),
    always("an attacker attacks once", (ALL_ATTACK,), attacks_once),
    sometimes("an attack is blocked by an equal", (EQUAL,), _equality),
    sometimes(
        "an attack is blocked by a stronger one",
        (SMALLER,),
        lambda moment: any(of_kind(moment, "blocked")) and not _equality(moment),
    ),
    sometimes("an attack defeats both rows", (PUSHES,), _both_rows),
    sometimes("an attack row is passed", (SKIPPING,), _passed),
    sometimes("a flask counts", (FLASK,), _flask_counts),
    sometimes(
        "a fused attack reaches a gate",
        (REST,),
        lambda moment: any(event["fusion"] for event in of_kind(moment, "attacked")) and any(of_kind(moment, "gate")),
    ),
    sometimes("the attack phase ends", (ENDS,), lambda moment: done(moment) == "end_attack"),
)
