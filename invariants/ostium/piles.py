"""Drawing and turning the pile over, carried out by the engine on decks and piles of any length.

The engine never looks at a card that it draws, so rows of unknown cards stand for all. Small piles are played as well.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import product
from typing import Any

from ruleproof.engine.ostium import draw, reading
from ruleproof.engine.ostium.action import END_ATTACK
from ruleproof.engine.ostium.game import GAME
from ruleproof.engine.ostium.state import Player, State, Table

from ..lifting import Line, on_every_way, opened
from ..proving import Claim, Counted, Obligation, Witness
from ..solving import TERMS, Model, Term, line
from .draw import FROM_THE_TOP, FULL, LIMIT, ORDER_STAYS, SHORT, TURNED_OVER, UNSHUFFLED, UP_TO_FIVE

ABILITY = "ostium.draw.also-for-abilities"
WHEN = "ostium.draw.turn-over-time"
BY_ABILITY = "ostium.draw.ability-turns-over"
MOST, MOST_BY_ABILITY = 5, 3  # as many as a turn's end can draw; an ability of a greater value draws no otherwise

HAND, DECK, PILE = (line(name) for name in ("hand", "deck", "pile"))
SIZES = tuple(TERMS.length(row) for row in (HAND, DECK, PILE))
READ: tuple[dict[str, str], ...] = ({}, {WHEN: "when-empty"}, {BY_ABILITY: "end-only"})


def before(read: Mapping[str, str]) -> State:
    """A player with hand, deck and pile of any length."""
    holder = Player(hand=_row(HAND), deck=_row(DECK), discard=_row(PILE))
    return State(Table((holder, Player()), readings=reading.choose(read)))


def kept(after: Player, there: Term, count: Term) -> Term:
    """Behind a draw: nothing is lost, the order stays, and so many came as were asked for and are there."""
    hand, deck, pile = (opened(row) for row in (after.hand, after.deck, after.discard))
    taken = TERMS.cut(hand, TERMS.length(HAND), TERMS.length(hand) - TERMS.length(HAND))
    return TERMS.both(
        TERMS.same(hand, TERMS.joined(HAND, taken)),
        TERMS.same(TERMS.joined(taken, deck, pile), TERMS.joined(DECK, PILE)),
        TERMS.same(TERMS.length(taken), TERMS.smaller(TERMS.length(there), count)),
    )


def _row(term: Term) -> Any:
    return Line(term)


def _drawing(count: int, *, ability: bool, read: Mapping[str, str]) -> Term:
    after, _ = draw.drawn(before(read), 0, count, (), ability)
    there = DECK if ability and read.get(BY_ABILITY) == "end-only" else TERMS.joined(DECK, PILE)
    return kept(after.table.players[0], there, count)


def _drawn() -> Iterator[Claim | Counted]:
    for ability, read in product((False, True), READ):
        if not ability and BY_ABILITY in read:
            continue
        for count in range(1, (MOST_BY_ABILITY if ability else MOST) + 1):
            code = partial(_drawing, count, ability=ability, read=read)
            what = f"{count} drawn {'by an ability' if ability else 'at the end'}, {read}"
            yield from on_every_way(code, (), partial(_witness, count, read), SIZES, what)


def _witness(count: int, read: Mapping[str, str], model: Model) -> Witness:
    hand, deck, pile = (model.size(row) for row in (HAND, DECK, PILE))
    waits = {"kind": "ability", "owner": "A", "source": "gone", "domain": "main", "ability": "draw"}
    pending = [{**waits, "value": count, "optional": True, "targets": None}]
    position = {"phase": "development", "players": {"A": held(hand, deck, pile)}, "pending": pending}
    return {
        "position": position,
        "readings": dict(read),
        "actions": [{"type": "use", "source": "gone", "ability": "draw"}],
    }


def held(hand: int, deck: int, pile: int) -> dict[str, Any]:
    """A player with so many cards in hand, deck and pile."""
    return {
        member: [{"id": f"{name}{number}", "kind": "familiar"} for number in range(count)]
        for member, name, count in (("hand", "h", hand), ("deck", "d", deck), ("discard", "e", pile))
    }


# At the end of a turn: what is missing is drawn as shown above, so sizes beyond what can be drawn add nothing.


def _refilled() -> Iterator[Counted]:
    for hand, deck, pile in product(range(LARGEST), range(MOST + 2), range(MOST + 2)):
        position = {"phase": "attack", "players": {"A": held(hand, deck, pile)}}
        after = GAME.apply(GAME.load(position, GAME.modes[0], {}), "A", END_ATTACK).state.table.players[0]
        found = tuple(tuple(card.id for card in cards) for cards in (after.hand, after.deck, after.discard))
        witness = {"position": position, "actions": [{"type": "end_attack"}]}
        yield Counted(f"a hand of {hand}, a deck of {deck}, a pile of {pile}", _end(hand, deck, pile), found, witness)


LARGEST = 8  # cards in a hand


def _end(hand: int, deck: int, pile: int) -> tuple[tuple[str, ...], ...]:
    """Hand, deck and pile when a turn has ended, by the rule: drawn is from deck and pile as one row."""
    rows = [[f"{name}{number}" for number in range(count)] for name, count in (("h", hand), ("d", deck), ("e", pile))]
    wanted = max(0, LIMIT - hand)
    row = rows[1] + rows[2]
    turned = wanted > deck and pile > 0
    left = (row[wanted:], row[:0]) if turned else (rows[1][wanted:], rows[2])
    return tuple(map(tuple, (rows[0] + row[:wanted], *left)))


OBLIGATIONS = (
    Obligation(
        "ostium.draw.turning-over-loses-no-card",
        "Drawing takes cards off deck and pile as one row: none is lost, none comes twice, and their order stays.",
        (FROM_THE_TOP, TURNED_OVER, UNSHUFFLED, ORDER_STAYS, ABILITY, SHORT),
        _drawn,
    ),
    Obligation(
        "ostium.draw.hands-are-refilled",
        "At the end of a turn the hand is filled up to five, or by all there are; a fuller one draws nothing.",
        (UP_TO_FIVE, FULL, SHORT, FROM_THE_TOP),
        _refilled,
    ),
)
