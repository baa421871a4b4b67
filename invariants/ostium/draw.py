"""What holds of hands, decks and piles, card by card: what is drawn, turned over, put down. Who may is not here."""

from typing import Any

from ..property import Moment, always, sometimes
from .watching import active, cited, of_kind, passed_on, phase_of_chance, pile

UP_TO_FIVE = "ostium.draw.up-to-five"
FULL = "ostium.draw.full-hand-draws-nothing"
SHORT = "ostium.draw.as-many-as-there-are"
FROM_THE_TOP = "ostium.draw.from-the-top"
TURNED_OVER = "ostium.draw.turned-over"
UNSHUFFLED = "ostium.draw.unshuffled"
ONLY_WHOSE_TURN = "ostium.draw.only-whose-turn-ends"
ORDER_STAYS = "ostium.discard.order-stays"
SIXTH = "ostium.gift.sixth-card"
BY_ABILITY = "ostium.abilities.draw"
HAND_LIMIT = "ostium.draw.hand-limit"
LIMIT = 5


def hands_are_refilled(moment: Moment) -> bool:
    """At the end of a turn its player has five cards, or all there are; Sovereigns come on top."""
    for event in of_kind(moment, "drew"):
        if cited(event, UP_TO_FIVE):
            player = event["player"]
            given = sum(gift["player"] == player for gift in of_kind(moment, "sovereign"))
            held = len(pile(moment.position, player, "hand")) - given
            rest = pile(moment.position, player, "deck") + pile(moment.position, player, "discard")
            if held > LIMIT or (held < LIMIT and rest) or player != _whose_turn(moment):
                return False
    return True


def _whose_turn(moment: Moment) -> str:
    return active(moment.before) if moment.before else ""


def hands_hold_as_read(moment: Moment) -> bool:
    """Where the limit binds abilities too, none draws a sixth card; where all above it goes, no turn ends with more."""
    if moment.reads(HAND_LIMIT, "ability-too"):
        drew = (event for event in of_kind(moment, "drew") if cited(event, BY_ABILITY))
        return all(len(pile(moment.position, event["player"], "hand")) <= LIMIT for event in drew)
    if moment.reads(HAND_LIMIT, "discard-down") and passed_on(moment):
        player = _whose_turn(moment)
        return len(pile(moment.position, player, "hand")) <= LIMIT + 1  # a Sovereign may have come on top
    return True


def drawn_from_the_top(moment: Moment) -> bool | str:
    """What a step leaves of deck and pile is what was there, in its order, less what went off the top.

    A pile that is turned over keeps its order: what was put there first lies on top of the new deck.
    """
    if moment.before is None or moment.site is not None or phase_of_chance(moment):
        return True
    for player in "AB":
        then = moment.before.position
        line = pile(then, player, "deck") + pile(then, player, "discard")
        now = pile(moment.position, player, "deck") + pile(moment.position, player, "discard")
        old = [card for card in now if card in line]
        gone = [card for card in line if card not in now]
        taken = set(pile(moment.position, player, "hand")) | set(_out_of_play(moment.position))
        if list(old) != [card for card in line if card in old] or not set(gone) <= taken:
            return f"{player} had {line} and has {now}"
    return True


def _out_of_play(position: dict[str, Any]) -> list[str]:
    return [card["id"] for card in position.get("area", {}).get("out_of_play", [])]


def counts_are_told(moment: Moment) -> bool:
    """A hand grows by what is told to be drawn and taken, and loses what was played from it."""
    if moment.before is None or phase_of_chance(moment):
        return True
    for player in "AB":
        then, now = (set(pile(each.position, player, "hand")) for each in (moment.before, moment))
        told = sum(event["count"] for event in of_kind(moment, "drew") if event["player"] == player)
        told += sum(event["player"] == player for event in of_kind(moment, "sovereign"))
        # what was drawn may be put down again in the same step, where chance or compulsion leaves no choice
        if not len(now - then) <= told <= len(now - then) + len(list(of_kind(moment, "left"))):
            return False
    return True


PROPERTIES = (
    always("hands are refilled", (UP_TO_FIVE, SHORT, FULL, ONLY_WHOSE_TURN), hands_are_refilled),
    always("hands hold what the limit lets them", (HAND_LIMIT, SIXTH), hands_hold_as_read),
    always(
        "decks and piles keep their order", (FROM_THE_TOP, TURNED_OVER, UNSHUFFLED, ORDER_STAYS), drawn_from_the_top
    ),
    always("hands grow by what is told", (FROM_THE_TOP,), counts_are_told),
    sometimes("a pile is turned over", (TURNED_OVER,), lambda moment: any(of_kind(moment, "turned_over"))),
    sometimes(
        "a hand of six",
        (SIXTH,),
        lambda moment: any(len(pile(moment.position, player, "hand")) == LIMIT + 1 for player in "AB"),
    ),
)
