"""What holds of the summoning area: warriors shift and are replaced, piles reshuffled. What they cost is not here."""

from itertools import pairwise
from typing import Any

from ..property import Moment, always, sometimes
from .watching import area, done, phase, phase_before, phase_of_chance

REPLENISH = "ostium.refill.replenish"
SHIFT = "ostium.refill.shift"
REMOVE = "ostium.refill.remove"
RESHUFFLE = "ostium.refill.reshuffle"
NO_EARLY = "ostium.refill.no-early-reshuffle"
WHAT_THERE_IS = "ostium.refill.what-there-is"
GAP_STAYS = "ostium.area.warrior-gap-stays"
TOO_FEW = "ostium.refill.too-few"


def _rows(position: dict[str, Any]) -> list[list[str | None]]:
    rows = position.get("area", {}).get("warriors", [[None] * 3] * 2)
    return [[card and card["id"] for card in row] for row in rows]


def full_when_attacks_begin(moment: Moment) -> bool:
    """Behind the refill six warriors lie there, or no card is left for the spaces that are empty."""
    if phase_before(moment) not in ("development", "refill") or phase(moment) != "attack":
        return True
    gaps = sum(card is None for row in _rows(moment.position) for card in row)
    left = len(area(moment.position, "warrior_deck")) + len(area(moment.position, "dismissed"))
    return not gaps or not left or (moment.reads(TOO_FEW, "stop") and left < gaps)


def area_stays_in_development(moment: Moment) -> bool:
    """In development a warrior's space stays empty, and nothing but what is bought leaves the area."""
    if phase_before(moment) != "development" or phase(moment) != "development" or moment.before is None:
        return True
    then, now = _rows(moment.before.position), _rows(moment.position)
    pairs = [(one, two) for rows in zip(then, now, strict=True) for one, two in zip(*rows, strict=True)]
    left = [one for one, two in pairs if one != two]
    bought = done(moment) in ("summon", "summon_to_discard")
    return all(two is None for one, two in pairs if one != two) and len(left) <= bought


def removed_and_shifted(moment: Moment) -> bool:
    """With the end of development the last column goes to the dismissal pile, and no gap lies right of a warrior."""
    if done(moment) != "end_development" or moment.before is None or phase(moment) != "refill" or not moment.site:
        return True
    gone = [card for *_, card in _rows(moment.before.position) if card]
    shifted = all(two or not one for row in _rows(moment.position) for one, two in pairwise(row))
    return shifted and set(gone) <= set(area(moment.position, "dismissed"))


def reshuffled_when_empty(moment: Moment) -> bool:
    """The dismissal pile is shuffled only where the deck has run out, and all of it becomes the deck."""
    if not phase_of_chance(moment) or phase_before(moment) != "refill" or moment.before is None:
        return True
    then = area(moment.before.position, "dismissed")
    laid = {card for row in _rows(moment.position) for card in row}
    left = set(then) - laid
    return not area(moment.before.position, "warrior_deck") and left == set(area(moment.position, "warrior_deck"))


PROPERTIES = (
    always("warriors lie there when attacks begin", (REPLENISH, WHAT_THERE_IS), full_when_attacks_begin),
    always("the space of a warrior stays empty in Development", (GAP_STAYS,), area_stays_in_development),
    always("warriors are removed and shifted", (REMOVE, SHIFT), removed_and_shifted),
    always("warriors are reshuffled when the deck is empty", (RESHUFFLE, NO_EARLY), reshuffled_when_empty),
    sometimes(
        "the warrior deck is reshuffled",
        (RESHUFFLE,),
        lambda moment: phase_of_chance(moment) and phase_before(moment) == "refill",
    ),
    sometimes("somebody chooses where a warrior goes", ("ostium.refill.any-order",), lambda m: done(m) == "fill"),
)
