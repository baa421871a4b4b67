"""Sovereigns for gates that were lost, played out for every way they can be due and lie there. Gates fall elsewhere."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from ruleproof.engine.ostium.action import TakeSovereign
from ruleproof.engine.ostium.game import GAME
from ruleproof.engine.ostium.state import State

from ..proving import Counted, Obligation
from .developments import cards

DUE = "ostium.gates.sovereign-due"
TO_HAND = "ostium.gift.to-the-hand"
FROM_AREA = "ostium.gift.from-the-area"
REPLACED = "ostium.gift.replaced-at-once"
ONLY_ONE = "ostium.gift.only-one"
FIRST = "ostium.gift.defender-first"
NONE_THERE = "ostium.gift.none-when-none-is-there"
OPEN = 2  # Sovereigns that lie open where there are as many
MOST = 5  # Sovereigns in all: two can be taken and two be laid for them, more change nothing


def _start(due: tuple[str, ...], there: int, active: str) -> dict[str, Any]:
    names = [f"s{number}" for number in range(there)]
    area = {"sovereigns": cards(" ".join(names[:OPEN])), "sovereign_deck": cards(" ".join(names[OPEN:]))}
    players = {
        seat: {"hand": cards(f"{seat.lower()}0"), **({"gate_lost": True} if seat in due else {})} for seat in "AB"
    }
    return {"phase": "gift", "active": active, "players": players, "area": area}


def _ends(state: State, taken: tuple[dict[str, Any], ...] = ()) -> Iterator[tuple[tuple[dict[str, Any], ...], State]]:
    """Every way that the gifts can be taken, with the state behind them."""
    choices = [(seat, action) for seat in GAME.to_move(state) for action in GAME.actions(state, seat)]
    takes = [(seat, action) for seat, action in choices if isinstance(action, TakeSovereign)]
    if not takes:
        yield taken, state
    for seat, action in takes:
        yield from _ends(GAME.apply(state, seat, action).state, (*taken, GAME.write_action(action)))


def _expected(due: tuple[str, ...], there: int, active: str) -> tuple[dict[str, int], int, str]:
    """How many Sovereigns each holds, how many are left, and whose turn comes."""
    defender = "B" if active == "A" else "A"
    given = [seat for seat in (defender, active) if seat in due][:there]
    return {seat: given.count(seat) for seat in "AB"}, there - len(given), defender


def _found(state: State) -> tuple[dict[str, int], int, str]:
    area = state.table.area
    hands = zip("AB", state.table.players, strict=True)
    held = {seat: sum(card.id.startswith("s") for card in player.hand) for seat, player in hands}
    still_due = any(side.gate_lost for side in state.sides)
    return held, len(area.sovereigns) + len(area.sovereign_deck), "still due" if still_due else state.table.active


def _given() -> Iterator[Counted]:
    for due, there, active in product(((), ("A",), ("B",), ("A", "B")), range(MOST + 1), "AB"):
        position = _start(due, there, active)
        for taken, state in _ends(GAME.load(position, GAME.modes[0], {})):
            what = f"due to {' and '.join(due) or 'nobody'}, {there} there, {active} on turn"
            witness = {"position": position, "actions": list(taken)}
            yield Counted(what, _expected(due, there, active), _found(state), witness)
            open_ones = min(OPEN, _found(state)[1])
            yield Counted(f"{what}: open ones", open_ones, len(state.table.area.sovereigns), witness)


def _first() -> Iterator[Counted]:
    """Where both are due one and one is left, the player who was attacked has it."""
    for active in "AB":
        position = _start(("A", "B"), 3, active)
        state = GAME.load(position, GAME.modes[0], {})
        defender = "B" if active == "A" else "A"
        yield Counted("who chooses first", (defender,), GAME.to_move(state), {"position": position, "actions": []})


OBLIGATIONS = (
    Obligation(
        "ostium.gift.one-for-each-who-is-due",
        "Whoever is due a Sovereign gets exactly one to the hand as long as one is there, and then nothing is due.",
        (DUE, TO_HAND, FROM_AREA, REPLACED, ONLY_ONE, NONE_THERE),
        _given,
    ),
    Obligation(
        "ostium.gift.the-defender-first",
        "Where both players are due a Sovereign the one whose turn it is not chooses first.",
        (FIRST,),
        _first,
    ),
)
