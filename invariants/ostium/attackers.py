"""Who may attack, in which way, and when the Attack Phase may end: the engine on every arrangement of a row of three.

What an attack does is shown elsewhere.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from ruleproof.engine.decision import Allowed
from ruleproof.engine.ostium.action import END_ATTACK, Action, Attack
from ruleproof.engine.ostium.game import GAME
from ruleproof.engine.ostium.state import Creature, Player, Side, State, Table

from ..proving import Counted, Obligation
from .attacks import ALL_ATTACK, ENDS, OWN_COLUMN, SKIPPING, TURNED
from .paths import ATTACK_ROW, COLUMNS

WHO = ("nobody", "ready", "turned", "done")
AIMS = ("row", "behind", "gate", "nothing")  # what faces an attacker: a gate, behind somebody or not, or nothing
ALONE = "alone"  # somebody behind the attack row, and no gate any more
WAYS = ("attack_row", "pass", None)


class Column(NamedTuple):
    """An own slot of the attack row, and what faces it."""

    who: str
    aim: str

    @property
    def attacks(self) -> bool:
        """A creature stands there whose attack is to come."""
        return self.who == "ready"

    @property
    def has_to(self) -> bool:
        """And there is something that it can attack: its attack cannot be left out."""
        return self.attacks and self.aim != "nothing"

    def may(self, way: str | None) -> bool:
        """Where somebody faces it, it says whether it attacks or passes; where nobody does, it attacks no row."""
        if self.aim == "row":
            return self.attacks and way is not None
        return self.attacks and way != "attack_row"


def arrangement(columns: tuple[Column, ...]) -> State:
    """The state with these columns; a column with nothing to aim at has no gate either."""
    mine = tuple(_creature(f"a{place}", column.who != "nobody") for place, column in enumerate(columns))
    front = tuple(_creature(f"b{place}", column.aim == "row") for place, column in enumerate(columns))
    back = tuple(_creature(f"e{place}", column.aim in ("behind", ALONE)) for place, column in enumerate(columns))
    first, second, third = (0 if column.aim in ("nothing", ALONE) else 15 for column in columns)
    table = Table((Player(field=(*mine, None, None, None)), Player(field=(*front, *back))))
    sides = Side(turned=_bits(columns, "turned")), Side((first, second, third))
    return State(table, sides, resolved=_bits(columns, "done"))


def _creature(name: str, there: bool) -> Creature | None:
    return Creature(name, "warrior", "red", 1) if there else None


def _bits(columns: tuple[Column, ...], who: str) -> int:
    return sum(1 << place for place, column in enumerate(columns) if column.who == who)


def _arrangements() -> Iterator[tuple[Column, ...]]:
    each = tuple(Column(who, aim) for who, aim in product(WHO, AIMS))
    for columns in product(each, repeat=len(COLUMNS)):
        # somebody has a gate left, or there is no game
        if any(column.aim != "nothing" for column in columns):
            yield columns
    yield from ((column, Column(who, ALONE), Column("nobody", "gate")) for column, who in product(each, WHO))


def _who_attacks() -> Iterator[Counted]:
    looked = 0
    for columns in _arrangements():
        looked += 1
        state = arrangement(columns)
        offered = set(GAME.actions(state, "A"))
        for place, way in product(COLUMNS, WAYS):
            yield from _parting(state, Attack(ATTACK_ROW[place], way), columns[place].may(way), offered)
        ends = not any(column.has_to for column in columns)
        yield from _parting(state, END_ATTACK, ends, offered)
    yield Counted("arrangements", 16**3 - 4**3 + 16 * 4, looked)


def _parting(state: State, action: Action, may: bool, offered: set[Action]) -> Iterator[Counted]:
    found = isinstance(GAME.decide(state, "A", action), Allowed)
    listed = action in offered
    # of two ways to say the same, where nobody is in the way, one is offered
    same = isinstance(action, Attack) and action.first == "pass" and not listed
    if found != may or (listed != may and not (same and may)):
        written: dict[str, Any] = GAME.write_action(action)
        told = f"By the rules this may {'' if may else 'not '}be done."
        witness = {"position": GAME.dump(state), "actions": [written], "shows": told}
        yield Counted(f"{written} is decided and offered", (may, may), (found, listed), witness)


OBLIGATIONS = (
    Obligation(
        "ostium.charge.who-attacks",
        "Each creature that stands upright in the attack row attacks once, past or through the row that faces it, and "
        "the phase ends when all have that can.",
        (ALL_ATTACK, OWN_COLUMN, SKIPPING, TURNED, ENDS),
        _who_attacks,
    ),
)
