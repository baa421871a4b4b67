"""Chapter collect: defeated creatures go to the piles, and their skulls work. What an ability does is not told here."""

import msgspec

from ..decision import Allowed, Decision, Refused
from ..game import Step
from .action import Collect
from .board import SEATS
from .domains import DEVELOPMENT_SKULLS, SKULL, Held, behind_skull, paid, waiting
from .event import Crystals, Events, Fact, Left
from .gates import DEFENDER_FIRST as CONSEQUENCES_OF_THE_DEFENDER_FIRST
from .leaving import holds, to_pile
from .state import Creature, Pending, State, with_player

EACH_COLLECTS_OWN = "ostium.collect.each-collects-own"
ONTO_OWN_PILE = "ostium.collect.onto-own-pile"
OWN_ORDER = "ostium.collect.own-order"
THE_OTHERS_STAY = "ostium.collect.the-others-stay"
ALL_SKULLS = "ostium.collect.all-skulls"
SKULL_WITH_ITS_CARD = "ostium.collect.skull-with-its-card"
DEFENDER_FIRST = "ostium.collect.defender-first"
LATE_WAVE = "ostium.collect.late-wave"
DEFEATED_STAY = "ostium.charge.defeated-stay"
CRYSTAL = "ostium.abilities.crystal"
CLAN_REMOVAL_ORDER = "ostium.abilities.clan-removal-order"
CLAN_REMOVAL_TO_OWN_PILES = "ostium.abilities.clan-removal-to-own-piles"

COLLECTED = (EACH_COLLECTS_OWN, ONTO_OWN_PILE, OWN_ORDER, THE_OTHERS_STAY, DEFEATED_STAY, DEVELOPMENT_SKULLS)
COLLECTED_LATE = (LATE_WAVE, *COLLECTED)
OF_THE_DEFENDER = (*COLLECTED, DEFENDER_FIRST, CONSEQUENCES_OF_THE_DEFENDER_FIRST)
SKULL_PAYS = (CRYSTAL, SKULL_WITH_ITS_CARD, ALL_SKULLS)
PUT_IN_ORDER = (CLAN_REMOVAL_ORDER, CLAN_REMOVAL_TO_OWN_PILES)
MAY_COLLECT = Allowed((OWN_ORDER, EACH_COLLECTS_OWN, ONTO_OWN_PILE))
MAY_ORDER = Allowed(PUT_IN_ORDER)

COLLECTING, ORDERING = "collect", "order"


def due(state: State, number: int) -> tuple[int, ...]:
    """The slots of a player's creatures that are to be collected now."""
    side = state.sides[number]
    cells = side.turned
    if state.readings.late_wave == "next-attack-phase":
        cells &= ~side.late
    return tuple([slot for slot in range(6) if cells >> slot & 1]) if cells else ()


def cards(state: State, pending: Pending) -> tuple[str, ...]:
    """The cards of which the next one is chosen."""
    if pending.kind == ORDERING:
        return pending.cards
    field = state.table.players[pending.owner].field
    return tuple([card.id for slot in due(state, pending.owner) if (card := field[slot]) is not None])


# What happens by itself.


def step(state: State) -> tuple[State, Events, bool]:
    """Collect until somebody has to choose: one card at a time, each with its skull; whether it waits."""
    one, other = state.sides
    if not one.turned | other.turned and not state.pending:
        return state, (), False
    events: list[Fact] = []
    while state.phase == "collect":
        skulls = [each for each in state.pending if each.kind == "ability"]
        collectors = _collectors(state)
        if not collectors:
            return _without_collecting(state), tuple(events), bool(skulls)
        single = next((number for number in collectors if len(due(state, number)) == 1), None)
        if single is None:
            return _asked_for(state, collectors, skulls), tuple(events), True
        state, more = place(state, single, due(state, single)[0])
        events += more
        opened = bool(state.pending) and state.pending[0].kind == "ability"
        if opened and state.readings.skull_time == "each" and not free(state):
            return state, tuple(events), True
    return state, tuple(events), True


def _asked_for(state: State, collectors: tuple[int, ...], skulls: list[Pending]) -> State:
    asked = [Pending(COLLECTING, number) for number in collectors]
    first, then = (skulls, asked) if state.readings.skull_time == "each" else (asked, skulls)
    return msgspec.structs.replace(state, pending=(*first, *then))


def _without_collecting(state: State) -> State:
    """No card is left to collect."""
    waits = tuple([each for each in state.pending if each.kind == "ability"])
    return state if waits == state.pending else msgspec.structs.replace(state, pending=waits)


def _collectors(state: State) -> tuple[int, ...]:
    """Who collects next; both where the order between them is free, as the question about priority is read."""
    left = [number for number in (1 - state.me, state.me) if due(state, number)]
    if free(state):
        return tuple([number for number in left if not _uses_first(state, number)])
    named = [each.owner for each in state.pending if each.kind == COLLECTING and each.owner in left]
    if state.readings.priority == "alternate" and named:
        return (named[0],)
    return tuple(left[:1])


def _uses_first(state: State, number: int) -> bool:
    """Whether a skull of this player waits and works before the next card is collected."""
    waits = any(each.kind == "ability" and each.owner == number for each in state.pending)
    return waits and state.readings.skull_time == "each"


# Whose skulls come first.

ONES_OWN = frozenset({"crystal", "draw", "repair", "rebuild", "out_of_play"})  # touch nothing of the other player


def free(state: State) -> bool:
    """Whether the players collect in any order between them: no skull of theirs can get in the way of another's."""
    if state.readings.priority != "conflict-only" or state.phase != "collect":
        return False
    one, other = _skulls_left(state, 0), _skulls_left(state, 1)
    return not one or not other or one | other <= ONES_OWN


def _skulls_left(state: State, number: int) -> set[str]:
    """The abilities behind a player's skulls that wait, or whose cards are still to be collected."""
    names = {each.ability for each in state.pending if each.domain == SKULL and each.owner == number}
    for slot in due(state, number):
        card = state.table.players[number].field[slot]
        crystals, others = NOTHING if card is None else _skull(state, number, slot, card)
        names.update(name for name, _ in others)
        names.update(("crystal",) if crystals else ())
    return names


def in_any_order(state: State) -> bool:
    """Whether abilities of both players wait to be used, and neither goes first."""
    return bool(state.pending) and state.pending[0].kind == "ability" and free(state)


def sorted_again(state: State) -> State:
    """The defender's abilities before the other player's: what the order of use leaves of them lies as it did."""
    pending = tuple(sorted(state.pending, key=lambda each: (each.kind == COLLECTING, each.owner == state.me)))
    return state if pending == state.pending else msgspec.structs.replace(state, pending=pending)


NOTHING: Held = (0, ())


def _skull(state: State, number: int, slot: int, card: Creature) -> Held:
    """What the skull of a creature does when it is collected: nothing where it has worked, or comes too late."""
    late = state.sides[number].late >> slot & 1 and state.readings.late_wave == "now-silent"
    if not card.skull or late or (card.id, SKULL) in state.used:
        return NOTHING
    return behind_skull(card.skull)


def place(state: State, number: int, slot: int) -> tuple[State, Events]:
    """One creature goes to its pile; crystals of its skull come at once, what else is behind it waits."""
    card = state.table.players[number].field[slot]
    if card is None:
        return state, ()
    held = _skull(state, number, slot, card)
    clauses = COLLECTED_LATE if state.sides[number].late >> slot & 1 else COLLECTED
    state = to_pile(state, number, slot)
    events: tuple[Fact, ...] = (
        Left(card.id, SEATS[number], "discard", clauses if number == state.me else OF_THE_DEFENDER),
    )
    if held[0]:
        state = with_player(state, number, paid(state.table.players[number], held[0]))
        events = (*events, Crystals(SEATS[number], held[0], SKULL_PAYS))
    return _opened(state, number, card, held), events


def _opened(state: State, number: int, card: Creature, held: Held) -> State:
    readings = state.readings
    opened = waiting(number, card.id, SKULL, held, readings.skull_compulsory == "may")
    skulls = tuple([each for each in state.pending if each.kind == "ability"])
    if readings.skull_time == "after-all":
        left = [Pending(COLLECTING, each) for each in (1 - state.me, state.me) if due(state, each)]
        in_turn = sorted((*skulls, *opened), key=lambda each: each.owner == state.me)
        return msgspec.structs.replace(state, pending=(*left[:1], *in_turn))
    return msgspec.structs.replace(state, pending=(*skulls, *opened, *_next(state, number, held)))


def _next(state: State, number: int, held: Held) -> tuple[Pending, ...]:
    """Where skulls alternate it is remembered who collects next: after a skull the other player."""
    if state.readings.priority != "alternate":
        return ()
    order = (number, 1 - number) if held == NOTHING else (1 - number, number)
    return tuple([Pending(COLLECTING, each) for each in order if due(state, each)][:1])


# What is chosen: the next card.


def decide_collect(state: State, action: Collect, seat: str) -> Decision:
    """Whether this card may be the next one to go to the pile."""
    asked = _asked(state, seat)
    if asked is None or action.card not in cards(state, asked):
        return Refused((EACH_COLLECTS_OWN, OWN_ORDER), f"{action.card!r} does not wait to be put on the own pile")
    return MAY_ORDER if asked.kind == ORDERING else MAY_COLLECT


def _asked(state: State, seat: str) -> Pending | None:
    kinds = (COLLECTING, ORDERING)
    return next((each for each in state.pending if each.kind in kinds and SEATS[each.owner] == seat), None)


def apply_collect(state: State, action: Collect, seat: str) -> Step[State]:
    """Put it there; of cards that were removed together the last one follows by itself."""
    asked = _asked(state, seat)
    if asked is None:
        return Step(state, ())
    if asked.kind == ORDERING:
        return _in_order(state, asked, action.card)
    slot = holds(state.table.players[asked.owner], action.card)
    return Step(*place(state, asked.owner, slot or 0))


def _in_order(state: State, asked: Pending, card: str) -> Step[State]:
    left = tuple(each for each in asked.cards if each != card)
    put = (card, *left) if len(left) == 1 else (card,)
    rest = () if len(left) == 1 else (msgspec.structs.replace(asked, cards=left),)
    place_in_list = state.pending.index(asked)
    pending = (*state.pending[:place_in_list], *rest, *state.pending[place_in_list + 1 :])
    state = msgspec.structs.replace(state, pending=pending)
    events: list[Fact] = []
    for each in put:
        slot = holds(state.table.players[asked.owner], each)
        if slot is not None:
            state = to_pile(state, asked.owner, slot)
            events.append(Left(each, SEATS[asked.owner], "discard", PUT_IN_ORDER))
    return Step(state, tuple(events))
