"""What holds of turns and Crystals: whose turn it is, which phase follows, what is paid. What is bought is not here."""

from collections import Counter

from ..property import Moment, always, sometimes
from .watching import active, crystals, done, of_kind, opponent, passed_on, phase, phase_before, turn

PHASES = "ostium.turn.two-phases"
ALTERNATE = "ostium.turn.alternate"
LOST = "ostium.turn.crystals-are-lost"
NOT_OUTLAST = "ostium.turn.crystals-do-not-outlast-the-turn"
PAY = "ostium.turn.crystals-pay"
FOLLOWS = {  # what a phase can have become when somebody has to choose again
    "setup": {"setup", "development"},
    "development": {"development", "refill", "attack", "over"},
    "refill": {"refill", "attack"},
    "attack": {"attack", "collect", "gift", "development", "over"},
    "collect": {"collect", "gift", "development", "over"},
    "gift": {"gift", "development"},
    "over": {"over"},
}


def phases_follow(moment: Moment) -> bool:
    """A phase is followed by the next one, and a new turn begins only behind an attack phase."""
    if moment.before is None:
        return True
    new = phase(moment) == "development" and phase_before(moment) not in ("development", "setup")
    return phase(moment) in FOLLOWS[phase_before(moment)] and passed_on(moment) is new


def turns_alternate(moment: Moment) -> bool:
    """With the number of the turn, and only with it, the active player changes."""
    if moment.before is None:
        return True
    if not passed_on(moment):
        return active(moment) == active(moment.before)
    return turn(moment) == turn(moment.before) + 1 and active(moment) == opponent(active(moment.before))


def crystals_add_up(moment: Moment) -> bool:
    """Nobody has less than none, and what changed is what was told, to the last Crystal."""
    if moment.before is None:
        return all(crystals(moment.position, player) >= 0 for player in "AB")
    told = Counter[str]()
    for event in of_kind(moment, "crystals"):
        told[event["player"]] += event["change"]
    then, now = moment.before.position, moment.position
    return all(0 <= crystals(now, player) == crystals(then, player) + told[player] for player in "AB")


def crystals_are_lost(moment: Moment) -> bool:
    """Behind development its player has none, and with a new turn nobody has."""
    if passed_on(moment):
        return not any(crystals(moment.position, player) for player in "AB")
    return done(moment) != "end_development" or not crystals(moment.position, active(moment))


def free_of_cost(moment: Moment) -> bool:
    """Only summoning from the area, moving, swapping and recalling is paid for; one Crystal each but for the first."""
    if moment.before is None:
        return True
    paid = [-event["change"] for event in of_kind(moment, "crystals") if event["change"] < 0 and not _lost(event)]
    if done(moment) == "summon":
        return len(paid) <= 1
    return all(price == 1 for price in paid) and (not paid or done(moment) in ONE_EACH)


ONE_EACH = ("move", "swap", "recall", "summon_to_discard")


def _lost(event: dict[str, object]) -> bool:
    return LOST in str(event["clauses"])


PROPERTIES = (
    always("phases follow each other", (PHASES,), phases_follow),
    always("turns alternate", (ALTERNATE,), turns_alternate),
    always("Crystals add up", (PAY,), crystals_add_up),
    always("Crystals are lost", (LOST, NOT_OUTLAST), crystals_are_lost),
    always("prices are what they are", (PAY,), free_of_cost),
    sometimes("a turn begins", (ALTERNATE,), passed_on),
    sometimes(
        "the game ends in Development",
        ("ostium.gates.damage-ability-can-end-it",),
        lambda moment: phase(moment) == "over" and phase_before(moment) == "development",
    ),
)
