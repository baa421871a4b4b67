"""What holds of collection and gifts: the defeated leave, Sovereigns come. How somebody was defeated is not here."""

from typing import Any

from ..property import Moment, always, sometimes
from .watching import area, board, gates, of_kind, passed_on, phase, phase_before, pile, side

STAY = "ostium.collect.the-others-stay"
OWN_PILE = "ostium.collect.onto-own-pile"
LATE = "ostium.collect.late-wave"
FELL_GATES = "ostium.collect.skulls-can-fell-gates"
BOTH_LOSE = "ostium.collect.both-may-lose-gates"
TO_HAND = "ostium.gift.to-the-hand"
FROM_AREA = "ostium.gift.from-the-area"
REPLACED = "ostium.gift.replaced-at-once"
ONLY_ONE = "ostium.gift.only-one"
BEGIN_EMPTY = "ostium.gift.none-when-none-is-there"
SKULLS_AT = "ostium.collect.development-skulls"


def defeated_are_collected(moment: Moment) -> bool:
    """No turn begins with a defeated creature, but for those that a late wave turned where these wait."""
    if not passed_on(moment) or moment.reads(LATE, "next-attack-phase"):
        return True
    lying = (card for player in "AB" for card in board(moment.position, player).values() if card)
    return not any(card.get("rotated") for card in lying)


def who_leaves_was_defeated_or_removed(moment: Moment) -> bool:
    """Who leaves a slot in a collection goes to the own pile, and was turned unless an ability removed it."""
    if moment.before is None or phase_before(moment) not in ("attack", "collect", "gift"):
        return True
    told = {event["card"]: event for event in of_kind(moment, "left")}
    for player in "AB":
        now = {card["id"] for card in board(moment.position, player).values() if card}
        gone = [card for card in board(moment.before.position, player).values() if card and card["id"] not in now]
        if not all(card["id"] in told and told[card["id"]]["player"] == player for card in gone):
            return False
    return True


def gifts_are_due(moment: Moment) -> bool:
    """Only who lost a gate this turn takes a Sovereign, one of those that lay open; then the next one lies open."""
    taken = list(of_kind(moment, "sovereign"))
    players = [event["player"] for event in taken]
    if moment.before is None or not taken:
        return True
    lost = {event["gate"][0] for event in of_kind(moment, "destroyed")}
    due = {player for player in "AB" if side(moment.before.position, player).get("gate_lost")} | lost
    hands = all(event["card"] in pile(moment.position, event["player"], "hand") for event in taken)
    there = len(area(moment.before.position, "sovereigns")) + len(area(moment.before.position, "sovereign_deck"))
    still = min(len(area(moment.before.position, "sovereigns")), there - len(taken))
    return (
        len(set(players)) == len(players)
        and set(players) <= due
        and hands
        and len(area(moment.position, "sovereigns")) == still
    )


def nothing_is_due_at_the_start(moment: Moment) -> bool:
    """Where a turn begins nobody is due a Sovereign."""
    return not passed_on(moment) or not any(side(moment.position, player).get("gate_lost") for player in "AB")


def _both_lost(moment: Moment) -> bool:
    if moment.before is None:
        return False
    lost = {event["gate"][0] for event in of_kind(moment, "destroyed")}
    due = {player for player in "AB" if side(moment.before.position, player).get("gate_lost")}
    return lost | due == {"A", "B"} and bool(lost)


def _by_a_skull(moment: Moment) -> bool:
    source = {} if moment.before is None else moment.game.write_action(moment.action)
    skulls = (each for each in _waited(moment) if each.get("domain") == "skull")
    return any(of_kind(moment, "destroyed")) and source.get("source") in [each["source"] for each in skulls]


def _waited(moment: Moment) -> list[dict[str, Any]]:
    return list(moment.before.position.get("pending", [])) if moment.before else []


PROPERTIES = (
    always("defeated creatures are collected", (OWN_PILE, STAY), defeated_are_collected),
    always("who leaves goes to the own pile", (OWN_PILE,), who_leaves_was_defeated_or_removed),
    always("Sovereigns are given where one is due", (TO_HAND, FROM_AREA, REPLACED, ONLY_ONE), gifts_are_due),
    always("nothing is due when a turn begins", (ONLY_ONE, BEGIN_EMPTY), nothing_is_due_at_the_start),
    sometimes("a gate falls by a skull", (FELL_GATES,), _by_a_skull),
    sometimes("both players lose a gate in one turn", (BOTH_LOSE,), _both_lost),
    sometimes("a Sovereign is taken", (TO_HAND,), lambda moment: any(of_kind(moment, "sovereign"))),
    sometimes(
        "somebody chooses what is collected",
        ("ostium.collect.own-order",),
        lambda moment: (
            phase(moment) == "collect" and "collect" in [each["kind"] for each in moment.position["pending"]]
        ),
    ),
    sometimes(
        "a skull waits to be used",
        ("ostium.collect.all-skulls",),
        lambda moment: "skull" in [each.get("domain") for each in moment.position.get("pending", [])],
    ),
    sometimes(
        "a wave comes up in Development",
        ("ostium.gates.falls-in-development-too",),
        lambda moment: (
            phase_before(moment) == "development"
            and any(event["by"] == "wave" for event in of_kind(moment, "defeated"))
        ),
    ),
    sometimes(
        "a gate falls in Development",
        ("ostium.gates.falls-in-development-too",),
        lambda moment: phase_before(moment) == "development" and any(of_kind(moment, "destroyed")),
    ),
    sometimes(
        "all gates of a player are down to one",
        ("ostium.gates.last-gate-wins",),
        lambda moment: any(sum(gate > 0 for gate in gates(moment.position, player)) == 1 for player in "AB"),
    ),
)
