"""How soon two readings part in games played by chance from the start. The smallest play is looked for elsewhere."""

from typing import Any

from ruleproof.engine.chance import Chance
from ruleproof.engine.dealing import NOBODY, dealing
from ruleproof.engine.game import Dealing

from .driving import picked
from .parting import Both, Switched, facts
from .property import Moment
from .start import ordered
from .witness import Met

GAMES, LONGEST = 20, 400  # actions, dealing included


def met(by: Switched, games: int = GAMES, seed: int = 1) -> Met | None:
    """Of some games the number in which the readings parted, and the fewest actions; None where nothing is dealt.

    Every kind of action is as likely as the others, and chance falls alike under both readings.
    """
    dealt = dealing(by.game)
    if dealt is None:
        return None
    found = [played(by, dealt, Chance(seed * 1_000 + number)) for number in range(games)]
    parted = [actions for actions in found if actions]
    return Met(games, len(parted), min(parted, default=0))


def played(by: Switched, dealt: Dealing[Any, Any], chance: Chance) -> int:
    """The number of actions after which the readings part in one game, or 0.

    They part by what may be done or by what is told: to compare whole positions at each step takes ten times as long.
    """
    one, other = (
        Moment(by.game, by.growth.mode, read, dealt.initial({}, by.growth.mode, read)) for read in by.readings
    )
    for actions in range(1, LONGEST + 1):
        if next(Both(by, one, other).splits(), None) is not None:
            return actions
        if one.site is not None:
            taken = NOBODY, dealt.order(one.site.site, ordered(one.site.cards, chance))
        elif one.turns:
            taken = picked(one.turns, chance)
        else:
            return 0
        one, other = one.after(*taken), other.after(*taken)
        if one.happened != other.happened and facts(one) != facts(other):
            return actions
    return 0
