"""Attacks in two columns keep apart: their order makes no difference, and what has to hold for that to be so.

The engine carries out both orders on the same open powers and durabilities. What an attack comes to is shown elsewhere.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any

from ruleproof.engine.decision import Allowed
from ruleproof.engine.ostium.action import Action, Attack, Discard, Use
from ruleproof.engine.ostium.game import GAME
from ruleproof.engine.ostium.state import Creature, Player, Side, State, Table

from ..lifting import Open, on_every_way, opened
from ..proving import Claim, Counted, Obligation, Witness
from ..solving import TERMS, Model, Term

OWN_COLUMN = "ostium.charge.own-column"
ALL_ATTACK = "ostium.charge.all-attack"
ONCE_OVER = "ostium.gates.ends-at-once"
WHOLE_TURN = "ostium.discard.whole-turn"
ARROW = "ostium.discard.arrow-works"
WAVE = "ostium.gates.wave-hits-attacker"

COLUMNS = (0, 1, 2)
FIELD = Open(tuple(f"{what} {column}" for column in COLUMNS for what in ("total", "front", "back", "gate")))
ROW, PAST = "attack_row", "pass"


def meeting(values: Mapping[str, Any], columns: Sequence[int], hand: tuple[Creature, ...] = ()) -> State:
    """A meets B in these columns, two defenders in each. Only the gates are there in the others."""
    mine, theirs = ([_in(columns, values, *who) for who in whom] for whom in (ATTACKERS, DEFENDERS))
    empty = [None] * len(COLUMNS)
    players = (Player(field=(*mine, *empty), hand=hand), Player(field=tuple(theirs)))
    gates = tuple(values[f"gate {column}"] for column in COLUMNS)
    return State(Table(players), (Side(), Side(gates=gates)))


ATTACKERS = tuple(("total", f"a{column}", "red", column) for column in COLUMNS)
DEFENDERS = (
    *(("front", f"b{column}", "blue", column) for column in COLUMNS),
    *(("back", f"e{column}", "green", column) for column in COLUMNS),
)


def _in(columns: Sequence[int], values: Mapping[str, Any], what: str, name: str, clan: str, column: int) -> Any:
    return Creature(name, "warrior", clan, values[f"{what} {column}"]) if column in columns else None


def premises() -> tuple[Term, ...]:
    """Powers are not negative, gates hold 0 to 15, and each player has one: the game goes on."""
    gates = [term for name, term in zip(FIELD.numbers, FIELD.terms, strict=True) if name.startswith("gate")]
    return (
        *(term >= 0 for term in FIELD.terms),
        *(gate <= 15 for gate in gates),
        TERMS.either(*(gate > 0 for gate in gates)),
    )


def done(state: State, actions: Sequence[Action]) -> State:
    """What these actions of A lead to; one that is refused is left out."""
    for action in actions:
        if isinstance(GAME.decide(state, "A", action), Allowed):
            state = GAME.apply(state, "A", action).state
    return state


def alike(one: State, other: State) -> Term:
    """Gates, turned creatures, what is due, whose attack is done and how far the game is are the same."""
    plain = [(state.phase, state.resolved, *(side.turned for side in state.sides)) for state in (one, other)]
    pairs = zip(one.sides, other.sides, strict=True)
    gates = [both for left, right in pairs for both in zip(left.gates, right.gates, strict=True)]
    due = [(left.gate_lost, right.gate_lost) for left, right in zip(one.sides, other.sides, strict=True)]
    return TERMS.both(plain[0] == plain[1], *(TERMS.same(opened(left), opened(right)) for left, right in gates + due))


def _both_orders(
    one: tuple[Action, ...],
    other: tuple[Action, ...],
    *,
    columns: tuple[int, int] = (0, 1),
    hand: tuple[Creature, ...] = (),
    ending: bool = False,
) -> Iterator[Claim | Counted]:
    """Two orders of the same actions come to the same; `ending`: also where the game ends on the way."""

    def comes_to() -> Term:
        before = meeting(FIELD.lifted(), columns, hand)
        ends = done(before, one), done(before, other)
        ended = any(state.phase == "over" for state in ends)
        return True if ended and not ending else alike(*ends)

    def shown(model: Model) -> Witness:
        position = GAME.dump(meeting(FIELD.shown(model), columns, hand))
        first, second = ([GAME.write_action(action) for action in actions] for actions in (one, other))
        told = {"shows": "The same actions in two orders.", "beside": {"actions": second}}
        return {"position": position, "actions": first, **told}

    yield from on_every_way(comes_to, premises(), shown, FIELD.terms, " then ".join(map(str, one)))


def columns_are_apart() -> Iterator[Claim | Counted]:
    """Any two attacks, the row attacked or passed; where the game ends on the way there is no second one."""
    ways = [(pair, firsts) for pair in [(0, 1)] for firsts in product((ROW, PAST), repeat=2)]
    ways += [(pair, (ROW, PAST)) for pair in combinations(COLUMNS, 2) if pair != (0, 1)]
    for pair, firsts in ways:
        one, other = (Attack(f"A{column}", first) for column, first in zip(pair, firsts, strict=True))
        yield from _both_orders((one, other), (other, one), columns=pair)


LEFT, MIDDLE = Attack("A0", PAST), Attack("A1", PAST)


def apart_at_the_end() -> Iterator[Claim | Counted]:
    """The same where the game may end between the two."""
    return _both_orders((LEFT, MIDDLE), (MIDDLE, LEFT), ending=True)


def apart_with_a_discard() -> Iterator[Claim | Counted]:
    """The same where an arrow hits a gate between the two."""
    arrow = Creature("h0", "familiar", "red", main=("arrow>damage",))
    between = (Discard(arrow.id), Use(arrow.id, "damage", None, "B.G1"))
    return _both_orders((LEFT, *between, MIDDLE), (MIDDLE, *between, LEFT), hand=(arrow,))


OBLIGATIONS = (
    Obligation(
        "ostium.charge.columns-independent",
        "The order of two attacks makes no difference while nobody discards in between and the game does not end.",
        (OWN_COLUMN, ALL_ATTACK),
        columns_are_apart,
    ),
    Obligation(
        "ostium.charge.columns-independent-at-the-end",
        "The order of two attacks makes no difference even where one of them ends the game.",
        (ONCE_OVER,),
        apart_at_the_end,
        "refuted",
    ),
    Obligation(
        "ostium.charge.columns-independent-of-discards",
        "The order of two attacks makes no difference even where a card is discarded in between.",
        (WHOLE_TURN, ARROW, WAVE),
        apart_with_a_discard,
        "refuted",
    ),
)
