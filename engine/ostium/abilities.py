"""Chapter abilities: what each active ability does and on what, and how those that wait are used or left."""

from collections.abc import Callable, Mapping

import msgspec

from ..decision import Allowed, Decision, Refused
from ..game import Step
from .action import Action, Decline, Use, decline, use
from .board import COLUMNS, GATE_NAME, SEATS
from .components import FIVE_CLANS, NAMED_CLANS, of_clan
from .damage import durability_repaired
from .discard import ARROW_WORKS
from .domains import LEFT, MAIN, RIGHT, SKULL, paid
from .draw import FROM_THE_TOP, LIMIT, can_draw, drawn
from .event import Crystals, Events, Fact, Gate, Left, Void
from .gates import DESTROYED_IGNORES_DAMAGE, DURABILITY_LIMIT, by_ability, hit, with_gate
from .leaving import holds, to_pile, without
from .state import Pending, State, with_area, with_player, with_side
from .synergy import any_clan, facing, still_awake

CRYSTAL = "ostium.abilities.crystal"
REPAIR = "ostium.abilities.repair"
REPAIR_ONES_OWN = "ostium.abilities.repair-ones-own"
REPAIR_VALUE = "ostium.abilities.repair-value"
REPAIR_STOPS = "ostium.abilities.repair-stops-at-the-limit"
REPAIR_NOT_THE_DESTROYED = "ostium.abilities.repair-not-the-destroyed"
REBUILD = "ostium.abilities.rebuild"
REBUILD_ONLY_THE_DESTROYED = "ostium.abilities.rebuild-only-the-destroyed"
REBUILT_AT_ONE = "ostium.abilities.rebuilt-at-one"
DRAW = "ostium.abilities.draw"
DRAW_VALUE = "ostium.abilities.draw-value"
OUT_OF_PLAY = "ostium.abilities.out-of-play"
FROM_PILE_OR_HAND = "ostium.abilities.out-of-play-from-pile-or-hand"
OUT_OF_PLAY_PILE = "ostium.abilities.out-of-play-pile"
DAMAGE = "ostium.abilities.damage"
TO_AN_OPPONENTS_GATE = "ostium.abilities.damage-to-an-opponents-gate"
DAMAGE_VALUE = "ostium.abilities.damage-value"
DAMAGE_ALL = "ostium.abilities.damage-all"
DAMAGE_ALL_VALUE = "ostium.abilities.damage-all-value"
REMOVE = "ostium.abilities.remove"
REMOVE_SPARES_ONES_OWN = "ostium.abilities.remove-spares-ones-own"
REMOVED_TO_OWNERS_PILE = "ostium.abilities.removed-to-owners-pile"
REMOVED_WITHOUT_SKULL = "ostium.abilities.removed-without-skull"
REMOVE_VALUE = "ostium.abilities.remove-value"
CLAN_REMOVAL = "ostium.abilities.clan-removal"
CLAN_REMOVAL_ANY_CLAN = "ostium.abilities.clan-removal-any-clan"
CLAN_REMOVAL_ALL_PLAYERS = "ostium.abilities.clan-removal-all-players"
CLAN_REMOVAL_WITHOUT_SKULLS = "ostium.abilities.clan-removal-without-skulls"
CLAN_REMOVAL_TO_OWN_PILES = "ostium.abilities.clan-removal-to-own-piles"
CLAN_REMOVAL_ORDER = "ostium.abilities.clan-removal-order"
ACTIVES_IN_DEVELOPMENT = "ostium.turn.actives-in-development"
MAY_BE_LEFT = "ostium.turn.abilities-may-be-left"
ALL_SKULLS = "ostium.collect.all-skulls"
SKULL_WHEN_PLACED = "ostium.charge.skull-when-placed"

REMOVED = (REMOVE, REMOVED_TO_OWNERS_PILE, REMOVED_WITHOUT_SKULL, REMOVE_VALUE)
CLAN_REMOVED = (CLAN_REMOVAL, CLAN_REMOVAL_ALL_PLAYERS, CLAN_REMOVAL_WITHOUT_SKULLS, CLAN_REMOVAL_TO_OWN_PILES)
ORDERED = (CLAN_REMOVAL_ORDER, *CLAN_REMOVED)
BY_ABILITY: Mapping[str, tuple[str, ...]] = {
    "crystal": (CRYSTAL,),
    "repair": (REPAIR, REPAIR_ONES_OWN, REPAIR_NOT_THE_DESTROYED),
    "rebuild": (REBUILD, REBUILD_ONLY_THE_DESTROYED),
    "draw": (DRAW, DRAW_VALUE),
    "out_of_play": (OUT_OF_PLAY, FROM_PILE_OR_HAND),
    "damage": (DAMAGE, TO_AN_OPPONENTS_GATE),
    "damage_all": (DAMAGE_ALL,),
    "remove": (REMOVE, REMOVE_SPARES_ONES_OWN),
    "clan_removal": (CLAN_REMOVAL, CLAN_REMOVAL_ANY_CLAN, FIVE_CLANS),
}
SEVERAL = frozenset({"out_of_play", "remove", "clan_removal"})  # whose value means so many chosen objects
DRAWS = (DRAW, FROM_THE_TOP)
DRAWS_MORE = (*DRAWS, DRAW_VALUE)

MAY_USE = {name: Allowed((*clauses, ACTIVES_IN_DEVELOPMENT)) for name, clauses in BY_ABILITY.items()}
MAY_USE_SKULL = {name: Allowed((*clauses, SKULL_WHEN_PLACED)) for name, clauses in BY_ABILITY.items()}
MAY_LEAVE = Allowed((MAY_BE_LEFT,))
MAY_LEAVE_ARROW = Allowed((MAY_BE_LEFT, ARROW_WORKS))


# On what may it be used?


def targets(state: State, pending: Pending) -> tuple[str, ...] | None:
    """What can be chosen for an ability that waits; None where nothing is chosen."""
    find = TARGETS.get(pending.ability)
    return None if find is None else find(state, pending)


def _opposing_gates(state: State, pending: Pending) -> tuple[str, ...]:
    return _gates(state, 1 - pending.owner, standing=True)


def _own_gates(state: State, pending: Pending) -> tuple[str, ...]:
    return _gates(state, pending.owner, standing=True)


def _own_ruins(state: State, pending: Pending) -> tuple[str, ...]:
    return _gates(state, pending.owner, standing=False)


def _gates(state: State, number: int, standing: bool) -> tuple[str, ...]:
    held = zip(GATE_NAME[number], state.sides[number].gates, strict=True)
    return tuple([name for name, gate in held if gate is not None and (gate > 0) is standing])


def _pile_and_hand(state: State, pending: Pending) -> tuple[str, ...]:
    player = state.table.players[pending.owner]
    return tuple([card.id for card in player.discard] + [card.id for card in player.hand])


def _opposing_creatures(state: State, pending: Pending) -> tuple[str, ...]:
    foe = 1 - pending.owner
    spared = state.phase == "collect" and state.readings.turned_target == "standing-only"
    turned = state.sides[foe].turned if spared else 0
    field = state.table.players[foe].field
    return tuple([card.id for slot, card in enumerate(field) if card is not None and not turned >> slot & 1])


def _clans(state: State, pending: Pending) -> tuple[str, ...]:
    return NAMED_CLANS


TARGETS: Mapping[str, Callable[[State, Pending], tuple[str, ...]]] = {
    "damage": _opposing_gates,
    "repair": _own_gates,
    "rebuild": _own_ruins,
    "out_of_play": _pile_and_hand,
    "remove": _opposing_creatures,
    "clan_removal": _clans,
}


def possible(state: State, pending: Pending) -> bool:
    """Whether it could do anything now."""
    if pending.ability == "draw":
        return can_draw(state, pending.owner)
    found = targets(state, pending)
    return found is None or bool(found)


HELPS = {"out_of_play": frozenset({"draw", "clan_removal"}), "draw": frozenset({"clan_removal"})}
MAKES_ROOM = frozenset({"clan_removal", "out_of_play"})  # for a draw that a full hand keeps from being made


def hoped_for(state: State, pending: Pending) -> bool:
    """Whether something else that waits could still give it something to do."""
    helps = HELPS.get(pending.ability, frozenset[str]())
    if pending.ability == "draw" and state.readings.hand_limit == "ability-too":
        helps = MAKES_ROOM
    return any(
        other.ability in helps and other.owner == pending.owner for other in state.pending if other is not pending
    )


# What does it do?


def _repair(state: State, pending: Pending, target: str) -> tuple[State, Events]:
    return _restored(state, pending, target, (REPAIR, REPAIR_VALUE, REPAIR_STOPS, REPAIR_ONES_OWN))


def _rebuild(state: State, pending: Pending, target: str) -> tuple[State, Events]:
    one = pending if state.readings.rebuild_value == "durability" else msgspec.structs.replace(pending, value=1)
    return _restored(state, one, target, (REBUILD, REBUILT_AT_ONE))


def _restored(state: State, pending: Pending, target: str, clauses: tuple[str, ...]) -> tuple[State, Events]:
    column, side = GATE_NAME[pending.owner].index(target), state.sides[pending.owner]
    before = side.gates[column] or 0
    after = durability_repaired(before, pending.value)
    if after == before:
        return state, ()
    state = with_side(state, pending.owner, with_gate(side, column, after))
    return state, (Gate(target, before, after, (*clauses, DURABILITY_LIMIT)),)


def _damage(state: State, pending: Pending, target: str) -> tuple[State, Events]:
    foe = 1 - pending.owner
    blow = by_ability(state, foe, GATE_NAME[foe].index(target), pending.owner)
    return hit(state, blow, pending.value, (DAMAGE, DAMAGE_VALUE, TO_AN_OPPONENTS_GATE))


def _damage_all(state: State, pending: Pending, target: str) -> tuple[State, Events]:
    foe, events = 1 - pending.owner, list[Fact]()
    for column in range(COLUMNS):
        blow = by_ability(state, foe, column, pending.owner)
        if state.phase != "over":
            state, more = hit(state, blow, pending.value, (DAMAGE_ALL, DAMAGE_ALL_VALUE))
            events += more
    return state, tuple(events)


def _draw(state: State, pending: Pending, target: str) -> tuple[State, Events]:
    count = pending.value
    if state.readings.hand_limit == "ability-too":
        count = min(count, LIMIT - len(state.table.players[pending.owner].hand))
    return drawn(state, pending.owner, count, DRAWS if pending.value == 1 else DRAWS_MORE, for_ability=True)


def _out_of_play(state: State, pending: Pending, target: str) -> tuple[State, Events]:
    player, area = state.table.players[pending.owner], state.table.area
    card, hand = without(player.hand, target)
    discard = player.discard
    if card is None:
        card, discard = without(discard, target)
    if card is None:
        return state, ()
    state = with_player(state, pending.owner, msgspec.structs.replace(player, hand=hand, discard=discard))
    state = with_area(state, msgspec.structs.replace(area, out_of_play=(*area.out_of_play, card)))
    clauses = (OUT_OF_PLAY, OUT_OF_PLAY_PILE, FROM_PILE_OR_HAND)
    return state, (Left(card.id, SEATS[pending.owner], "out_of_play", clauses),)


def _remove(state: State, pending: Pending, target: str) -> tuple[State, Events]:
    foe = 1 - pending.owner
    slot = holds(state.table.players[foe], target)
    if slot is None:
        return state, ()
    return to_pile(state, foe, slot), (Left(target, SEATS[foe], "discard", REMOVED),)


def _clan_removal(state: State, pending: Pending, target: str) -> tuple[State, Events]:
    events, orders = list[Fact](), list[Pending]()
    spared = pending.source if state.readings.clan_removal_source == "exempt" else None
    for number in (1 - state.me, state.me):
        field = state.table.players[number].field
        named = [(slot, card.id) for slot, card in enumerate(field) if card is not None and of_clan(card, target)]
        gone = [(slot, card) for slot, card in named if card != spared]
        if len(gone) == 1:
            state = to_pile(state, number, gone[0][0])
            events.append(Left(gone[0][1], SEATS[number], "discard", CLAN_REMOVED))
        elif gone:
            orders.append(Pending("order", number, cards=tuple(card for _, card in gone)))
    return msgspec.structs.replace(state, pending=(*orders, *state.pending)), tuple(events)


def _crystal(state: State, pending: Pending, target: str) -> tuple[State, Events]:
    player = state.table.players[pending.owner]
    told = Crystals(SEATS[pending.owner], pending.value, (CRYSTAL,))
    return with_player(state, pending.owner, paid(player, pending.value)), (told,)


EFFECTS: Mapping[str, Callable[[State, Pending, str], tuple[State, Events]]] = {
    "crystal": _crystal,
    "repair": _repair,
    "rebuild": _rebuild,
    "draw": _draw,
    "out_of_play": _out_of_play,
    "damage": _damage,
    "damage_all": _damage_all,
    "remove": _remove,
    "clan_removal": _clan_removal,
}


# Using one that waits, and leaving it.


def usable(state: State) -> tuple[Pending, ...]:
    """The abilities that the player whose choice is first may use now."""
    if not state.pending or state.pending[0].kind != "ability":
        return ()
    owner = state.pending[0].owner
    return tuple([each for each in state.pending if each.kind == "ability" and each.owner == owner])


def turned_to(state: State, number: int) -> State:
    """The state as a player meets it who may use what waits: the own abilities come first."""
    if not state.pending or state.pending[0].owner == number or state.pending[0].kind != "ability":
        return state
    return msgspec.structs.replace(state, pending=tuple(sorted(state.pending, key=lambda each: each.owner != number)))


def _named(state: State, action: Use | Decline) -> Pending | Refused:
    found = [each for each in usable(state) if (each.source, each.ability) == (action.source, action.ability)]
    found = [each for each in found if action.domain in (None, each.domain)]
    if not found:
        return Refused((), f"no ability {action.ability!r} of {action.source!r} waits to be used")
    if len({each.domain for each in found}) > 1:
        domains = " or ".join(each.domain for each in found)
        return Refused((), f"{action.source!r} has it twice: say with `domain` whether {domains} is meant")
    return found[0]


def decide_use(state: State, action: Use) -> Decision:
    """Whether this ability may be used so."""
    named = _named(state, action)
    if isinstance(named, Refused):
        return named
    found = targets(state, named)
    if found is None:
        if action.target is not None:
            return Refused(BY_ABILITY[named.ability], f"{named.ability} has no target")
        return _may_use(state, named)
    if action.target is None and len(found) == 1:
        return _may_use(state, named)
    if action.target not in found:
        return _wrong(named, action.target, found)
    return _may_use(state, named)


def _may_use(state: State, named: Pending) -> Decision:
    if named.ability == "draw" and not can_draw(state, named.owner):
        return Refused(BY_ABILITY["draw"], "no card can be drawn")
    return (MAY_USE_SKULL if named.domain == SKULL else MAY_USE)[named.ability]


def _wrong(named: Pending, target: str | None, found: tuple[str, ...]) -> Refused:
    clauses = BY_ABILITY[named.ability]
    if named.ability == "damage":
        clauses = (*clauses, DESTROYED_IGNORES_DAMAGE)
    can = ", ".join(found) or "nothing now"
    if target is None:
        return Refused(clauses, f"{named.ability} needs a target: {can}")
    return Refused(clauses, f"{target!r} is no target of {named.ability}: it can be {can}")


def apply_use(state: State, action: Use) -> Step[State]:
    """Use it."""
    named = _named(state, action)
    if isinstance(named, Refused):
        return Step(state, ())
    found = targets(state, named)
    target = action.target if action.target is not None else found[0] if found else ""
    return perform(state, named, target)


def perform(state: State, named: Pending, target: str) -> Step[State]:
    """An ability that waits does what it does, and waits no more, or for the rest of its value."""
    rest = tuple([each for each in state.pending if each is not named])
    more = _counted_down(state, named)
    if more is not None:
        place = next(place for place, each in enumerate(state.pending) if each is named)
        rest = (*state.pending[:place], more, *state.pending[place + 1 :])
    state, voided = _of_the_same_clan(state, named, rest)
    if named.domain in (LEFT, RIGHT) and state.readings.repeat == "once-per-turn":
        state = msgspec.structs.replace(state, used=(*state.used, (named.source, named.domain)))
    state, events = EFFECTS[named.ability](state, named, target)
    return Step(_next_in_turn(state, named), (*events, *voided))


def _counted_down(state: State, named: Pending) -> Pending | None:
    several = named.ability in SEVERAL or (named.ability == "rebuild" and state.readings.rebuild_value == "gates")
    if not several or named.value < 2:
        return None
    return msgspec.structs.replace(named, value=named.value - 1)


def _of_the_same_clan(state: State, named: Pending, rest: tuple[Pending, ...]) -> tuple[State, Events]:
    """Where a primordial serves one clan at its summoning, using a side of one clan closes those of the other."""
    kept, events = rest, list[Fact]()
    if state.readings.primordial_between_clans == "one-clan" and named.domain in (LEFT, RIGHT):
        clan = _clan_of(state, named)
        closed = [each for each in rest if clan and _clan_of(state, each) not in (None, clan)]
        kept = tuple([each for each in rest if each not in closed])
        events += [Void(each.source, each.ability, BY_ABILITY[each.ability]) for each in closed]
    return msgspec.structs.replace(state, pending=kept), tuple(events)


def _clan_of(state: State, pending: Pending) -> str | None:
    """The clan that a side domain is open for, or None where it is open for any."""
    field = state.table.players[pending.owner].field
    slot = holds(state.table.players[pending.owner], pending.source)
    if slot is None or pending.domain not in (LEFT, RIGHT):
        return None
    for card, domain, neighbour in facing(field, slot, state.readings):
        if card.id == pending.source and domain == pending.domain:
            return neighbour.clan if any_clan(card) else card.clan
    return None


def _next_in_turn(state: State, named: Pending) -> State:
    """Where skulls alternate, the other player's go to the front."""
    if state.phase != "collect" or state.readings.priority != "alternate":
        return state
    if any(each.source == named.source for each in state.pending):
        return state
    others = tuple([each for each in state.pending if each.kind == "ability" and each.owner != named.owner])
    rest = tuple([each for each in state.pending if each not in others])
    return msgspec.structs.replace(state, pending=(*others, *rest)) if others else state


def decide_decline(state: State, action: Decline) -> Decision:
    """Whether it may be left."""
    named = _named(state, action)
    if isinstance(named, Refused):
        return named
    if not named.optional:
        return Refused((ALL_SKULLS, SKULL_WHEN_PLACED), "the skulls of defeated creatures are all activated")
    return MAY_LEAVE_ARROW if named.domain == MAIN else MAY_LEAVE


def apply_decline(state: State, action: Decline) -> Step[State]:
    """Leave it."""
    named = _named(state, action)
    rest = tuple([each for each in state.pending if each is not named])
    state = msgspec.structs.replace(state, pending=rest)
    return Step(_next_in_turn(state, named) if isinstance(named, Pending) else state, ())


def fallen_away(state: State) -> tuple[State, Events]:
    """The state without the abilities that wait and can do nothing any more, each with its event."""
    events = list[Fact]()
    while idle := [each for each in state.pending if each.kind == "ability" and not _lasts(state, each)]:
        kept = tuple([each for each in state.pending if each not in idle])
        state = msgspec.structs.replace(state, pending=kept)
        events += [Void(each.source, each.ability, BY_ABILITY[each.ability]) for each in idle]
    return state, tuple(events)


def _lasts(state: State, pending: Pending) -> bool:
    return _stands(state, pending) and (possible(state, pending) or hoped_for(state, pending))


def _stands(state: State, pending: Pending) -> bool:
    """Where the question is read so, a side domain still needs its card and the neighbour."""
    if state.readings.pending_abilities == "earned" or pending.domain not in (LEFT, RIGHT):
        return True
    player = state.table.players[pending.owner]
    slot = holds(player, pending.source)
    return slot is not None and still_awake(player.field, slot, pending.domain, state.readings)


def offers(state: State) -> list[Action]:
    """Every use and decline of what waits."""
    waiting = usable(state)
    offered: list[Action] = []
    seen = set[tuple[str, str, str]]()
    for each in waiting:
        alike = {other.domain for other in waiting if (other.source, other.ability) == (each.source, each.ability)}
        if (each.source, each.ability, each.domain) in seen:
            continue
        seen.add((each.source, each.ability, each.domain))
        domain = each.domain if len(alike) > 1 else None
        found = targets(state, each)
        if found is None and possible(state, each):
            offered.append(use(each.source, each.ability, domain, None))
        offered += [use(each.source, each.ability, domain, target) for target in found or ()]
        if each.optional:
            offered.append(decline(each.source, each.ability, domain))
    return offered
