"""Why no play leads to a position: what each turn leaves behind, said in words. No way is looked for here."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..case import BoardStep, Case
from .wanted import COLUMNS, HAND, SLOTS, Seat, Wanted

AT_ONCE = ("ostium.collect.development-skulls", "at-once")
NO_FIRST_DRAW = ("ostium.draw.first-turn", "none")
STAYS_TURNED = ("ostium.collect.late-wave", "next-attack-phase")
NO_SIXTH = ("ostium.draw.hand-limit", "ability-too")


def reason(wanted: Wanted, case: Case) -> str:
    """Why no play reaches the position of a case, or nothing where none of these reasons holds."""
    return next((why for rule in RULES if (why := rule(wanted, case))), "")


def _reads(wanted: Wanted, *questions: tuple[str, str]) -> bool:
    return any(wanted.readings.get(question) == reading for question, reading in questions)


def _before_the_first_hand(wanted: Wanted, case: Case) -> str:
    if wanted.phase == "setup" or (wanted.me.opening_drawn and wanted.foe.opening_drawn):
        return ""
    return "both first hands are drawn before the first turn begins"


def _small_hand(wanted: Wanted, case: Case) -> str:
    """The other player has ended a turn, or drawn the first hand, and nothing has come to the deck since."""
    foe = wanted.foe
    if wanted.phase == "setup" or not foe.deck or len(foe.hand) >= HAND or _reads(wanted, AT_ONCE, NO_FIRST_DRAW):
        return ""
    if "hand" not in foe.stated and not any("hand" in part for part in _expected(case, foe.letter)):
        return ""
    held = f"{len(foe.hand)} in hand over {len(foe.deck)} in the deck"
    return f"whoever is not on turn has drawn up to five, or all there are: {foe.letter} has {held}"


def _expected(case: Case, letter: str) -> Iterator[Mapping[str, Any]]:
    """What the case expects to see of a player."""
    for step in case.steps:
        if isinstance(step, BoardStep):
            parts: list[Any] = step.expect.get("one_of", [step.expect])
            yield from (part.get("players", {}).get(letter, {}) for part in parts)


def _rich_at_the_wrong_time(wanted: Wanted, case: Case) -> str:
    if not wanted.foe.crystals or _reads(wanted, AT_ONCE):
        return ""
    return f"crystals are lost when the turn ends: {wanted.foe.letter} is not on turn and has {wanted.foe.crystals}"


def _own_gate_lost(wanted: Wanted, case: Case) -> str:
    if not wanted.me.gate_lost or _reads(wanted, AT_ONCE):
        return ""
    return f"before cards are collected nothing fells a gate of the player on turn: {wanted.me.letter} has lost one"


def _turned_behind_a_gate(wanted: Wanted, case: Case) -> str:
    """What turns a creature of the other player: an attack in its column, or its fallen gate."""
    foe, resolved = wanted.foe, wanted.charge.get("resolved", ())
    for slot in sorted(foe.turned):
        column = slot % len(COLUMNS)
        could = wanted.phase == "attack" and (SLOTS[column] in resolved or wanted.me.field[column] is None)
        if foe.gates[column] and not could and not _reads(wanted, STAYS_TURNED):
            return f"nothing has turned {foe.letter}.{SLOTS[slot]}: its gate stands and nobody has attacked there"
    return ""


def _turned_without_a_fall(wanted: Wanted, case: Case) -> str:
    if not wanted.me.turned or not all(wanted.foe.gates) or _reads(wanted, STAYS_TURNED):
        return ""
    return f"an own creature is turned by the fall of an opposing gate: all of {wanted.foe.letter} stand"


def _strange_primordial(wanted: Wanted, case: Case) -> str:
    for card in (card for seat in (wanted.me, wanted.foe) for card in _cards(seat)):
        plain = not card.get("power") and not any(card.get(place) for place in ("left", "right", "skull"))
        if card["kind"] == "primordial" and not (plain and card.get("main") == ["double_arrow"]):
            return f"the primordials of a game are all alike: {card['id']} has more than a double arrow"
    return ""


def _cards(seat: Seat) -> Iterator[dict[str, Any]]:
    yield from (card for _, card in seat.placed)
    for pile in (seat.hand, seat.deck, seat.discard):
        yield from pile


def _six_drawn(wanted: Wanted, case: Case) -> str:
    """Where no draw goes beyond five, a sixth card comes as a gift."""
    if not _reads(wanted, NO_SIXTH):
        return ""
    for seat in (wanted.me, wanted.foe):
        if sum(card["kind"] != "sovereign" for card in seat.hand) > HAND:
            return (
                f"as the limit of the hand is read, only a Sovereign comes as sixth card: {seat.letter} has six others"
            )
    return ""


RULES: tuple[Callable[[Wanted, Case], str], ...] = (
    _before_the_first_hand,
    _small_hand,
    _rich_at_the_wrong_time,
    _own_gate_lost,
    _turned_behind_a_gate,
    _turned_without_a_fall,
    _strange_primordial,
    _six_drawn,
)
