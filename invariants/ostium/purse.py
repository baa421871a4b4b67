"""Crystals over a Development Phase, carried out by the engine on open numbers of Crystals, costs and values.

A step is shown for any purse that gains and prices have left, so that it holds of every phase, however long.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any, NamedTuple

import msgspec

from ruleproof.engine.decision import Allowed
from ruleproof.engine.ostium import turn
from ruleproof.engine.ostium.action import (
    END_ATTACK,
    Action,
    Discard,
    EndDevelopment,
    Move,
    Recall,
    Summon,
    SummonToDiscard,
    Swap,
    Use,
)
from ruleproof.engine.ostium.event import Crystals
from ruleproof.engine.ostium.game import GAME
from ruleproof.engine.ostium.state import State, with_area, with_player

from ..lifting import Open, on_every_way, opened
from ..proving import Claim, Counted, Obligation, Witness
from ..solving import TERMS, Model, Term
from .developments import AREA, card, cards, waits, whole
from .turn import LOST, NOT_OUTLAST, PAY

COSTS = "ostium.summon.area-costs"
IN_FULL = "ostium.summon.cost-in-full"
TO_PILE = "ostium.summon.zone-to-pile"
MOVING = "ostium.move.move-costs-one"
SWAPPING = "ostium.move.swap-costs-one"
RECALLING = "ostium.move.recall-costs-one"
CRYSTAL = "ostium.abilities.crystal"

PURSE = Open(("gained", "paid", "cost", "theirs"))
GAINED, PAID, COST, THEIRS = PURSE.terms
PLENTY = 9

RICH = whole(
    {
        "hand": [
            card("h0", "red", "crystal:2", left=["crystal"]),
            card("h1", "blue", "arrow>crystal:3", right=["crystal:4"]),
            card("h2", "green"),
        ],
        "attack": [
            card("a0", "red", right=["crystal:2"], skull=["crystal:5"]),
            None,
            card("a2", "blue", left=["crystal"]),
        ],
        "defense": [card("d0", "red", "area", skull=["crystal"]), None, None],
    },
    {"attack": cards("b0 - -")},
    area={**AREA, "warriors": [[card("w0", "red", "area", "crystal:3"), *cards("w1 w2")], cards("w3 w4 w5", "blue")]},
)
CHOOSING = whole({"attack": cards("a0 - -")}, {}, pending=[waits("A", "crystal", 2), waits("A", "draw", of="too")])
AMID = {**RICH, "phase": "attack"}  # what an arrow brings then is lost with the turn
SCENES: tuple[tuple[dict[str, Any], dict[str, str]], ...] = (
    (RICH, {}),
    (CHOOSING, {"ostium.synergy.primordial-between-clans": "one-clan"}),
    (AMID, {}),
)
KINDS = {Discard, EndDevelopment, Move, Recall, Summon, SummonToDiscard, Swap, Use}


def purse(values: Mapping[str, Any], position: dict[str, Any], read: Mapping[str, str]) -> State:
    """The position with open Crystals and with open costs in the Summoning Area."""
    state = GAME.load(position, GAME.modes[0], read)
    for number, held in ((0, values["gained"] - values["paid"]), (1, values["theirs"])):
        state = with_player(state, number, msgspec.structs.replace(state.player(number), crystals=held))
    area, cost = state.table.area, values["cost"]
    first, second = (tuple(_at(cost, card) for card in row) for row in area.warriors)
    return with_area(
        state,
        msgspec.structs.replace(
            area,
            warriors=(first, second),
            sovereigns=tuple(_at(cost, card) for card in area.sovereigns),
            primordial_cost=cost,
        ),
    )


def _at(cost: Any, held: Any) -> Any:
    return None if held is None else msgspec.structs.replace(held, cost=cost)


@cache
def steps() -> tuple[tuple[int, Action], ...]:
    """Every action that there is with plenty of Crystals, with the number of its scene; each in one slot only."""
    plenty = dict.fromkeys(PURSE.numbers, 1) | {"gained": PLENTY}
    found: dict[object, tuple[int, Action]] = {}
    for number, (position, read) in enumerate(SCENES):
        for action in GAME.actions(purse(plenty, position, read), "A"):
            if type(action) in KINDS:
                found.setdefault((number, _alike(action)), (number, action))
    return tuple(found.values())


def _alike(action: Action) -> object:
    """Summonings and moves of one card do not differ in what they cost, wherever they lead."""
    match action:
        case Summon(card=name, origin=origin, slot=slot):
            return name, origin, slot if origin == "hand" else ""
        case Move(card=name):
            return name, "move"
        case _:
            return action


def price(action: Action, position: dict[str, Any]) -> Term:
    """What an action costs, as the rules say it."""
    match action:
        case Summon(origin=origin):
            return 0 if origin == "hand" else COST
        case Recall(card=name):
            return 0 if name in _recalled_freely(position) else 1
        case Move() | Swap() | SummonToDiscard():
            return 1
        case _:
            return 0


def _recalled_freely(position: dict[str, Any]) -> set[str]:
    lying = [card for row in ("attack", "defense") for card in position["players"]["A"].get(row, []) if card]
    return {card["id"] for card in lying if "area" in card.get("main", [])}


class Done(NamedTuple):
    """An action that was taken in a scene: the state behind it and what was told."""

    after: State
    events: tuple[Any, ...]
    action: Action
    position: dict[str, Any]

    def told(self, player: str) -> list[Term]:
        """By how much a player's Crystals changed, event by event."""
        changes = (event for event in self.events if isinstance(event, Crystals) and event.player == player)
        return [opened(event.change) for event in changes]


Seen = Callable[[Done], Term]


def _claimed(seen: Seen, kinds: frozenset[type] = frozenset(KINDS)) -> Iterator[Claim | Counted]:
    """What is seen of each step, where it is allowed; it is allowed where the purse holds its price."""
    yield Counted("kinds of action", sorted(kind.__name__ for kind in KINDS), sorted(_kinds()), None)
    premises = (*(term >= 0 for term in PURSE.terms), GAINED >= PAID)
    for number, action in steps():
        if type(action) in kinds:
            code = partial(_comes_to, seen, number, action)
            yield from on_every_way(code, premises, partial(_witness, number, action), PURSE.terms, str(action))


def _kinds() -> set[str]:
    return {type(action).__name__ for _, action in steps()}


def _comes_to(seen: Seen, number: int, action: Action) -> Term:
    position, read = SCENES[number]
    before = purse(PURSE.lifted(), position, read)
    payable = price(action, position) <= GAINED - PAID
    if not isinstance(GAME.decide(before, "A", action), Allowed):
        return TERMS.negate(payable)
    step = GAME.apply(before, "A", action)
    return TERMS.both(payable, seen(Done(step.state, step.events, action, position)))


def _witness(number: int, action: Action, model: Model) -> Witness:
    position, read = SCENES[number]
    shown = GAME.dump(purse(PURSE.shown(model), position, read))
    return {"position": shown, "readings": read, "actions": [GAME.write_action(action)]}


def _held(state: State) -> tuple[Term, Term]:
    mine, theirs = (opened(player.crystals) for player in state.table.players)
    return mine, theirs


def _adds_up(done: Done) -> Term:
    """What is there is what was gained less what was paid, each told in an event; the other player's stay."""
    gained = GAINED + TERMS.total(TERMS.larger(change, 0) for change in done.told("A"))
    paid = PAID + TERMS.total(TERMS.larger(0 - change, 0) for change in done.told("A"))
    mine, theirs = _held(done.after)
    return TERMS.both(TERMS.same(mine, gained - paid), mine >= 0, TERMS.same(theirs, THEIRS), not done.told("B"))


def _as_priced(done: Done) -> Term:
    """An action takes its price at once and nothing else; what it brings comes on top."""
    if isinstance(done.action, EndDevelopment):
        return True
    taken = TERMS.total(TERMS.larger(0 - change, 0) for change in done.told("A"))
    return TERMS.same(taken, price(done.action, done.position))


def _lost(done: Done) -> Term:
    return TERMS.same(_held(done.after)[0], 0)


def _are_lost() -> Iterator[Claim | Counted]:
    yield from _claimed(_lost, frozenset({EndDevelopment}))
    yield from on_every_way(_passed_on, tuple(term >= 0 for term in PURSE.terms), _ending, PURSE.terms, "the next turn")


def _passed_on() -> Term:
    values = {**PURSE.lifted(), "paid": 0}
    after, _ = turn.pass_on(purse(values, AMID, {}))
    return TERMS.both(*(TERMS.same(held, 0) for held in _held(after)))


def _ending(model: Model) -> Witness:
    values = {**PURSE.shown(model), "paid": 0}
    position = GAME.dump(purse(values, {**AMID, "players": {"A": {}, "B": {}}}, {}))
    return {"position": position, "actions": [GAME.write_action(END_ATTACK)]}


OBLIGATIONS = (
    Obligation(
        "ostium.turn.crystals-add-up",
        "All through Development a purse holds what was gained less what was paid, and never less than none.",
        (PAY, CRYSTAL),
        partial(_claimed, _adds_up),
    ),
    Obligation(
        "ostium.turn.prices-are-paid-in-full",
        "An action is allowed where the purse holds its price, takes exactly that, and is refused where it does not.",
        (PAY, COSTS, IN_FULL, TO_PILE, MOVING, SWAPPING, RECALLING),
        partial(_claimed, _as_priced),
    ),
    Obligation(
        "ostium.turn.crystals-are-lost",
        "With the end of Development its player has no Crystal, and with a new turn nobody has.",
        (LOST, NOT_OUTLAST),
        _are_lost,
    ),
)
