"""Whether a play shows the case that a question is about, so that a reader sees it. What parts readings is not asked.

Each takes a position and the actions played from it, the one that the readings part on last.
"""

from collections.abc import Callable
from itertools import combinations
from typing import Any

from ..ground import Played, Position
from .growing import ROWS

Shows = Callable[[Position, Played], bool]


def every(*shows: Shows) -> Shows:
    """All of these are shown."""
    return lambda position, played: all(each(position, played) for each in shows)


def ending(*kinds: str) -> Shows:
    """The readings part on an action of this kind."""
    return lambda position, played: played[-1][1]["type"] in kinds


def after(*kinds: str) -> Shows:
    """Before the last action come actions of these kinds, and no others."""
    return lambda position, played: sorted({each["type"] for _, each in played[:-1]}) == sorted(kinds)


def standing(position: Position, seat: str) -> dict[str, dict[str, Any]]:
    """The creatures of a player by their slots."""
    board = position.get("players", {}).get(seat, {})
    return {
        f"{letter}{column}": card
        for letter, row in ROWS.items()
        for column, card in enumerate(board.get(row) or ())
        if card
    }


def icons(card: dict[str, Any]) -> set[str]:
    """The names of the abilities in a Main Domain."""
    return {each.partition(":")[0] for each in card.get("main", ())}


def met(power: int | None = None) -> Shows:
    """The last action attacks an enemy creature that stands in the column, of that power if it is said."""

    def shows(position: Position, played: Played) -> bool:
        action = played[-1][1]
        if action["type"] != "attack" or action.get("first") == "pass":
            return False
        foes = standing(position, "B")
        column = action["attacker"][1]
        facing = [foes[slot] for slot in (f"A{column}", f"D{column}") if slot in foes and not foes[slot].get("rotated")]
        return bool(facing) and (power is None or facing[0].get("power", 0) == power)

    return shows


def holding(seat: str, pile: str, least: int) -> Shows:
    """A player has so many cards in the hand or a pile."""
    return lambda position, played: len(position.get("players", {}).get(seat, {}).get(pile) or ()) >= least


def gates(seat: str, *wanted: int) -> Shows:
    """A player's gates are these."""
    return lambda position, played: (
        tuple(position.get("players", {}).get(seat, {}).get("gates") or (15, 15, 15)) == wanted
    )


def skulls(seat: str, least: int, *, turned: bool = True) -> Shows:
    """So many creatures of a player carry a skull, and lie turned or stand."""

    def shows(position: Position, played: Played) -> bool:
        found = [card for card in standing(position, seat).values() if card.get("skull")]
        return sum(bool(card.get("rotated")) is turned for card in found) >= least

    return shows


def plain_attackers(*names: str) -> Shows:
    """No attacker in the play shows one of these icons itself."""

    def shows(position: Position, played: Played) -> bool:
        own = standing(position, "A")
        ends = [each["path"][-1] for _, each in played if each["type"] == "fuse"]
        ends += [each["attacker"] for _, each in played if each["type"] == "attack"]
        return not any(icons(own.get(end, {})) & set(names) for end in ends)

    return shows


def others_link(position: Position, played: Played) -> bool:
    """No chain leads through a creature that has attacked."""
    attacked = {each["attacker"] for _, each in played if each["type"] == "attack"}
    return not any(attacked & set(each["path"]) for _, each in played if each["type"] == "fuse")


def worth_a_detour(position: Position, played: Played) -> bool:
    """A fusion icon lies on the chain, and neither in the column of its gate nor on its attacker."""
    action, own = played[-1][1], standing(position, "A")
    links = action.get("path", ())[:-1]
    return any("fusion" in icons(own[slot]) for slot in links if slot[1] != str(action["gate"]))


def attacks_in(column: int) -> Shows:
    """The last action is about the attacker of this column."""
    return lambda position, played: played[-1][1].get("attacker") == f"A{column}"


def spares_skull(position: Position, played: Played) -> bool:
    """Whoever is attacked carries no skull, and somebody behind it does."""
    action, foes = played[-1][1], standing(position, "B")
    column = action["attacker"][1]
    front, back = foes.get(f"A{column}", {}), foes.get(f"D{column}", {})
    return bool(front and not front.get("skull") and back.get("skull") and "stop" in action)


def counts_others(position: Position, played: Played) -> bool:
    """The Clan that is named for the flasks is not that of a creature with a flask."""
    named = {each["clan"] for _, each in played if each["type"] == "flask"}
    return bool(named) and not any(
        "flask" in icons(card) and card.get("clan") in named for card in standing(position, "A").values()
    )


def of_the_named(number: int) -> Shows:
    """So many creatures are of the Clan that is named for the flasks."""

    def shows(position: Position, played: Played) -> bool:
        named = {each["clan"] for _, each in played if each["type"] == "flask"}
        cards = [card for seat in "AB" for card in standing(position, seat).values()]
        return sum(card.get("clan") in named for card in cards) == number

    return shows


def share_one(position: Position, played: Played) -> bool:
    """Every two chains have one card in common at most."""
    paths = [set(each["path"]) for _, each in played if each["type"] == "fuse"]
    return all(len(one & other) <= 1 for one, other in combinations(paths, 2))


def over_five(position: Position, played: Played) -> bool:
    """Six cards are held, or a draw is due: at the end of a turn the sixth is a Sovereign, which was a gift."""
    kinds = [card.get("kind") for card in position.get("players", {}).get("A", {}).get("hand", ())]
    return len(kinds) == 6 and ("sovereign" in kinds or played[-1][1]["type"] != "end_attack")


def either_skulls(position: Position, played: Played) -> bool:
    """All that lies turned has a skull, several of B; repairs are worth something, and several of A wait for them."""
    lying = [card for seat in "AB" for card in standing(position, seat).values() if card.get("rotated")]
    worth = all(position["players"][seat].get("gates", [15])[-1] < 15 for seat in "AB" if seat in position["players"])
    repairs = any("repair" in card.get("skull", ()) for card in lying)
    beside = skulls("A", 2 if repairs else 1)(position, played) and (worth or not repairs)
    return beside and skulls("B", 2)(position, played) and all(card.get("skull") for card in lying)


def draws_nothing(position: Position, played: Played) -> bool:
    """Where the attacks end five cards are held still, so that the draw is not part of the play."""
    kinds = [each["type"] for _, each in played]
    return "end_attack" not in kinds or holding("A", "hand", 5 + kinds.count("discard"))(position, played)
