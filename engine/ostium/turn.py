"""Chapter turn: whose turn it is, the order of the phases, and what goes on by itself. No phase is played here."""

from collections.abc import Callable, Mapping

import msgspec

from ..decision import Allowed, Decision, Refused
from ..game import Event, Step
from . import abilities, collect, draw, gift, refill, setup
from .action import (
    END_DEVELOPMENT,
    FILLS,
    Action,
    Affiliate,
    Attack,
    Collect,
    Decline,
    Discard,
    EndAttack,
    EndDevelopment,
    Fill,
    Flask,
    Fuse,
    Move,
    Recall,
    Summon,
    SummonToDiscard,
    Swap,
    TakeSovereign,
    Use,
    Withhold,
    collects,
    discard,
    from_hand,
    sovereigns,
)
from .area import offers as offers_of_the_area
from .board import SEATS
from .discard import OWN_TURN_ONLY, WHOLE_TURN, amid
from .event import Crystals, Events
from .gates import refuse_after_the_end
from .move import ONLY_IN_DEVELOPMENT
from .move import offers as offers_of_the_board
from .state import Pending, Player, State, Table, with_area, with_player
from .summon import ONE_AT_A_TIME
from .summon import ONLY_IN_DEVELOPMENT as SUMMONED_IN_DEVELOPMENT

TWO_PHASES = "ostium.turn.two-phases"
ALTERNATE = "ostium.turn.alternate"
ONLY_ON_TURN = "ostium.turn.only-on-turn"
CRYSTALS_ARE_LOST = "ostium.turn.crystals-are-lost"
END_WHEN_ONE_LIKES = "ostium.turn.end-when-one-likes"

MAY_END = Allowed((END_WHEN_ONE_LIKES, TWO_PHASES))
LOST = (CRYSTALS_ARE_LOST,)
ALONE = {seat: (seat,) for seat in SEATS}
NOBODY_ACTS: tuple[str, ...] = ()
ACTING = frozenset({"development", "attack"})
TOGETHER = frozenset({"collect", "order"})  # where both players may be asked at once
AMID = frozenset({"fill", "collect", "gift"})  # what may still wait while the player on turn discards

NEXT_PHASE = {
    "setup": "development",
    "development": "refill",
    "refill": "attack",
    "attack": "collect",
    "collect": "gift",
    "gift": "development",
}


def to_move(state: State) -> tuple[str, ...]:
    """The players who may act now; nobody where the game is over or chance decides."""
    if state.pending:
        first = state.pending[0]
        if first.kind not in TOGETHER:
            if state.phase == "collect" and collect.in_any_order(state):
                return tuple(dict.fromkeys([SEATS[each.owner] for each in state.pending]))
            return ALONE[SEATS[first.owner]]
        asked = [SEATS[each.owner] for each in state.pending if each.kind == first.kind]
        return tuple(dict.fromkeys(asked))
    if state.phase in ACTING and not state.chance:
        return ALONE[state.table.active]
    return NOBODY_ACTS


# What goes on by itself until somebody has to choose.


def at_rest(state: State) -> State:
    """A position in which nothing waits, and which is none that players act in: what follows by itself happens."""
    if site := setup.site(state):
        return msgspec.structs.replace(state, chance=site)
    return state if state.pending or state.phase not in STEPS else proceed(state, ()).state


def proceed(state: State, told: tuple[Event, ...]) -> Step[State]:
    """The state at rest that a state leads to, with the events on the way."""
    events = list(told)
    while True:
        state, more = _abilities(state)
        events += more
        if state.phase == "over":
            return Step(msgspec.structs.replace(state, pending=()), tuple(events))
        if state.chance or (state.pending and state.pending[0].kind != collect.COLLECTING):
            if state.chance or not collect.in_any_order(state):
                return Step(state, tuple(events))
            state = collect.sorted_again(state)
        go_on = STEPS.get(state.phase)
        if go_on is None:
            return Step(state, tuple(events))
        state, more, waits = go_on(state)
        events += more
        if waits and not (more and state.pending and state.pending[0].kind == "ability"):
            return Step(state, tuple(events))


def _abilities(state: State) -> tuple[State, tuple[Event, ...]]:
    """Let abilities fall away that can do nothing, and use a compulsory one that waits alone with one target."""
    events: tuple[Event, ...] = ()
    while state.pending and state.pending[0].kind == "ability":
        state, more = abilities.fallen_away(state)
        events += more
        waiting = [each for each in state.pending if each.kind == "ability"]
        if len(waiting) != 1 or waiting[0].optional:
            break
        found = abilities.targets(state, waiting[0])
        if found is None or len(found) != 1:
            break
        step = abilities.perform(state, waiting[0], found[0])
        state, events = step.state, events + step.events
    return state, events


def _collecting(state: State) -> tuple[State, Events, bool]:
    state, events, waits = collect.step(state)
    if waits or state.phase == "over":
        return state, events, waits
    state, more = draw.at_the_end(state)
    if draw.too_many(state):
        return msgspec.structs.replace(state, pending=(Pending("discard", state.me),)), events + more, True
    return msgspec.structs.replace(state, phase=NEXT_PHASE["collect"]), events + more, False


def _giving(state: State) -> tuple[State, Events, bool]:
    state, events, waits = gift.step(state)
    if waits:
        return state, events, True
    passed, lost = pass_on(state)
    return passed, events + lost, True


STEPS: Mapping[str, Callable[[State], tuple[State, Events, bool]]] = {
    "setup": setup.step,
    "refill": refill.step,
    "collect": _collecting,
    "gift": _giving,
}


def pass_on(state: State) -> tuple[State, Events]:
    """The turn is the other player's: crystals are gone, and what was true of this turn alone."""
    table = state.table
    events: Events = tuple(
        [
            Crystals(seat, -player.crystals, LOST)
            for seat, player in zip(SEATS, table.players, strict=True)
            if player.crystals
        ]
    )
    one, other = table.players
    players = (_penniless(one), _penniless(other))
    active = SEATS[1 - state.me]
    first, second = state.sides
    sides = (first, second)
    if first.late | second.late | first.gate_lost | second.gate_lost:
        sides = (
            msgspec.structs.replace(first, late=0, gate_lost=False),
            msgspec.structs.replace(second, late=0, gate_lost=False),
        )
    passed = State(Table(players, table.area, active, table.turn + 1, table.readings), sides, "development")
    if players[passed.me].opening_drawn:
        return passed, events
    passed, drew = setup.first_hand(passed, passed.me)
    return passed, events + drew


def _penniless(player: Player) -> Player:
    return msgspec.structs.replace(player, crystals=0) if player.crystals else player


# Development: what may be announced, and its end.


def decide_end(state: State, action: EndDevelopment) -> Decision:
    """Whether development may end."""
    return MAY_END


def apply_end(state: State, action: EndDevelopment) -> Step[State]:
    """End it: crystals are lost, and the warriors are removed and shifted."""
    me, player = state.me, state.table.players[state.me]
    events: Events = ()
    if player.crystals:
        events = (Crystals(SEATS[me], -player.crystals, LOST),)
        state = with_player(state, me, _penniless(player))
    state = with_area(state, refill.begin(state.table.area))
    return Step(msgspec.structs.replace(state, phase=NEXT_PHASE["development"]), events)


def developing(state: State) -> list[Action]:
    """All that may be announced in development: the hand, the summoning area, the battlefield, the end."""
    table = state.table
    player = table.players[state.me]
    empty = empty_slots(player)
    offered: list[Action] = []
    for card in player.hand:
        offered += from_hand(card.id, empty)
    offered += offers_of_the_area(table.area, player.crystals, empty)
    offered += offers_of_the_board(player, empty)
    offered.append(END_DEVELOPMENT)
    return offered


def empty_slots(player: Player) -> int:
    """The set of a player's slots without a creature."""
    one, two, three, four, five, six = player.field
    return (
        (one is None) | (two is None) << 1 | (three is None) << 2
        | (four is None) << 3 | (five is None) << 4 | (six is None) << 5
    )  # fmt: skip  # a row a line


def discards(state: State) -> list[Action]:
    """Every discard that may be announced."""
    return [discard(card.id) for card in state.table.players[state.me].hand]


def choices(state: State, number: int) -> list[Action]:
    """All that may be announced while something waits for this player's choice."""
    first = next(each for each in state.pending if each.owner == number)
    if first.kind == "ability":
        return abilities.offers(abilities.turned_to(state, number))
    if first.kind == "discard":
        return discards(state)
    offered = _choice(state, first)
    return offered + discards(state) if first.kind in AMID and amid(state, SEATS[number]) else offered


def _choice(state: State, asked: Pending) -> list[Action]:
    if asked.kind == "fill":
        return [FILLS[row][column] for row, column in refill.gaps(state.table.area)]
    if asked.kind == "gift":
        return list(sovereigns(tuple(card.id for card in state.table.area.sovereigns)))
    return list(collects(collect.cards(state, asked)))


def refuse_moment(state: State, seat: str, kind: type) -> Refused | None:
    """Why nothing of this kind can be announced by this player now, or None."""
    moment = MOMENTS.get(kind)
    if moment and not state.pending and state.phase in moment.phases and seat == state.table.active:
        return None
    over = refuse_after_the_end(state)
    if over is not None:
        return over
    seats = to_move(state)
    if seat not in seats:
        if not seats:
            return Refused((), _idle(state, moment))
        why = f"it is the turn of {' and '.join(seats)}, not of {seat}"
        return Refused((*moment.clauses, ALTERNATE) if moment and moment.clauses else (), why)
    if moment is None:
        return None
    if state.pending:
        first = next(each for each in state.pending if SEATS[each.owner] == seat)
        if first.kind in moment.answers or (kind is Discard and first.kind in AMID and amid(state, seat)):
            return None
        if kind is Discard and seat != state.table.active:
            return Refused(moment.clauses, f"it is the turn of {state.table.active}, not of {seat}")
        return Refused((*moment.waiting,), f"a choice waits first: {_told(first)}")
    if state.phase not in moment.phases:
        return Refused(moment.clauses, moment.why.format(phase=state.phase))
    return None


def _idle(state: State, moment: "Moment | None") -> str:
    if state.chance:
        return f"chance decides first: the order of {state.chance}"
    return moment.why.format(phase=state.phase) if moment else f"nobody acts in the {state.phase} phase"


def _told(pending: Pending) -> str:
    return f"{pending.ability} of {pending.source}" if pending.kind == "ability" else pending.kind


class Moment(msgspec.Struct, frozen=True):
    """When something may be announced: in which phases, or to answer what kinds of choice, and by which clauses."""

    phases: frozenset[str] = frozenset()
    answers: frozenset[str] = frozenset()
    clauses: tuple[str, ...] = ()
    why: str = "nothing of that kind waits to be chosen"
    waiting: tuple[str, ...] = ()


IN_ATTACK = Moment(frozenset({"attack"}), why="no attack phase: the phase is {phase}")
IN_DEVELOPMENT = Moment(
    frozenset({"development"}),
    clauses=(TWO_PHASES, ONLY_ON_TURN),
    why="that is done in the development phase, and the phase is {phase}",
    waiting=(ONE_AT_A_TIME,),
)
SUMMONING = msgspec.structs.replace(IN_DEVELOPMENT, clauses=(SUMMONED_IN_DEVELOPMENT, TWO_PHASES, ONLY_ON_TURN))
ON_THE_BOARD = Moment(
    frozenset({"development"}),
    clauses=(ONLY_IN_DEVELOPMENT, ONLY_ON_TURN),
    why="creatures are moved and recalled in the development phase, and the phase is {phase}",
)
IN_THE_WHOLE_TURN = Moment(
    frozenset({"development", "attack"}),
    frozenset({"discard"}),
    clauses=(OWN_TURN_ONLY, WHOLE_TURN),
    why="nothing is discarded in the {phase} phase",
)
MOMENTS: Mapping[type, Moment] = {
    **dict.fromkeys((Affiliate, Fuse, Flask, Attack, Withhold, EndAttack), IN_ATTACK),
    **dict.fromkeys((Summon, SummonToDiscard), SUMMONING),
    EndDevelopment: IN_DEVELOPMENT,
    **dict.fromkeys((Move, Swap, Recall), ON_THE_BOARD),
    **dict.fromkeys((Use, Decline), Moment(answers=frozenset({"ability"}))),
    Discard: IN_THE_WHOLE_TURN,
    Fill: Moment(answers=frozenset({"fill"})),
    Collect: Moment(answers=TOGETHER),
    TakeSovereign: Moment(answers=frozenset({"gift"})),
}
