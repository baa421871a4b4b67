"""A board of cards: every icon of every card is a symbol, and what a card joins and adds is worked out from its icons.

This restates in the words of proofs, and apart from the vocabulary, what makes a creature serve any clan.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..solving import TERMS, Model, Term, boolean, integer
from .boards import CLANS, Board, Cell
from .paths import ATTACK_ROW, CELLS, COLUMNS, DEFENSE_ROW

DOMAINS = ("main", "left", "right")
ICONS = ("fusion", "robed")


@dataclass(frozen=True)
class Card:
    """What lies on a cell: printed clan (none for a Primordial), icons by domain, whom it is declared for, state."""

    occupied: Term
    clan: Term
    arrow: Term  # the value of a double arrow in its main domain, 0 for none
    icons: Mapping[tuple[str, str], Term]
    serves: Term
    turned: Term
    done: Term

    @property
    def joins(self) -> Term:
        """It stands in synergy with any clan: a Primordial, or whoever has the double arrow."""
        return TERMS.either(TERMS.same(self.clan, None), self.arrow > 0)


@dataclass(frozen=True)
class Table:
    """The active player's cards and gates, and what makes them a table at all."""

    cards: Mapping[str, Card]
    durability: tuple[Term, ...]
    shape: tuple[Term, ...]

    @cached_property
    def board(self) -> Board:
        """The table as fusion sees it: who serves any clan, and what each adds."""
        cells = {name: self._cell(name) for name in CELLS}
        # only who serves any clan can have been declared for one
        declared = (TERMS.either(TERMS.same(cell.serves, None), cell.wild) for cell in cells.values())
        return Board(cells, tuple(gate >= 1 for gate in self.durability), (*self.shape, *declared))

    def _cell(self, name: str) -> Cell:
        card = self.cards[name]
        robed = (TERMS.both(self.works(name, domain), card.icons[domain, "robed"] > 0) for domain in DOMAINS)
        value = TERMS.total(
            TERMS.ite(self.works(name, domain), card.icons[domain, icon], 0) for domain in DOMAINS for icon in ICONS
        )
        return Cell(card.occupied, card.clan, TERMS.either(card.joins, *robed), card.serves, value)

    def works(self, name: str, domain: str) -> Term:
        """The icons of a domain work: those of the main domain always, of a side where its neighbour is of one clan."""
        if domain == "main":
            return True
        beside = f"{name[0]}{int(name[1]) + (1 if domain == 'right' else -1)}"
        return self.of_one_clan(name, beside) if beside in CELLS else False

    def of_one_clan(self, one: str, two: str) -> Term:
        """Two cells hold creatures of one clan, or of such as join any; a declaration binds no side domain."""
        left, right = self.cards[one], self.cards[two]
        alike = TERMS.either(TERMS.same(left.clan, right.clan), left.joins, right.joins)
        return TERMS.both(left.occupied, right.occupied, alike)

    def ready(self, name: str) -> Term:
        """An attacker whose attack is to come stands there."""
        card = self.cards[name]
        return TERMS.both(name in ATTACK_ROW, card.occupied, TERMS.negate(card.turned), TERMS.negate(card.done))


def dealt() -> Table:
    """All tables at once."""
    return laid({name: open_card(name) for name in CELLS}, tuple(integer(f"gate {column}") for column in COLUMNS))


def laid(cards: Mapping[str, Card], gates: tuple[Term, ...]) -> Table:
    """The table of these cards and gates."""
    shape = [TERMS.both(gate >= 0, gate <= 15) for gate in gates]
    for card in cards.values():
        shape += _conditions(card)
    return Table(cards, gates, tuple(shape))


def open_card(name: str) -> Card:
    """Any card at all, or none."""
    icons = {(domain, icon): integer(f"{name} {domain} {icon}") for domain in DOMAINS for icon in ICONS}
    clan, serves = integer(f"{name} clan"), integer(f"{name} serves")
    facts = (boolean(f"{name} {fact}") for fact in ("occupied", "turned", "done"))
    occupied, turned, done = facts
    return Card(occupied, clan, integer(f"{name} arrow"), icons, serves, turned, done)


def _conditions(card: Card) -> list[Term]:
    unserved = TERMS.same(card.serves, None)
    return [
        *(TERMS.either(*(TERMS.same(clan, one) for one in (*CLANS, None))) for clan in (card.clan, card.serves)),
        *(value >= 0 for value in card.icons.values()),
        card.arrow >= 0,
        # a Primordial shows the double arrow, and an empty cell nothing at all
        TERMS.implies(TERMS.same(card.clan, None), card.arrow >= 1),
        TERMS.implies(TERMS.negate(card.occupied), TERMS.both(unserved, card.arrow >= 0, TERMS.negate(card.turned))),
    ]


def sizes(table: Table) -> tuple[Term, ...]:
    """Numbers to keep small in an example: creatures, turned or done ones, fallen gates, icons."""
    cards = table.cards.values()
    return (
        TERMS.total(TERMS.number(card.occupied) for card in cards),
        TERMS.total(TERMS.number(TERMS.either(card.turned, card.done)) for card in cards),
        TERMS.total(TERMS.number(TERMS.same(gate, 0)) for gate in table.durability),
        TERMS.total(card.arrow for card in cards),
        TERMS.total(icon for card in cards for icon in card.icons.values()),
    )


def position(table: Table, model: Model, chains: Mapping[int, tuple[str, ...]]) -> dict[str, Any]:
    """The position of the attack phase that a model shows."""
    shown = {name: _shown(name, card, model) for name, card in table.cards.items()}
    lying = {name: table.cards[name] for name, card in shown.items() if card}
    charge = {
        "affiliation": {name.lower(): clan for name, card in lying.items() if (clan := model.name(card.serves))},
        "chains": [{"gate": gate, "path": list(path)} for gate, path in chains.items()],
        "resolved": [name for name, card in lying.items() if model.truth(card.done)],
    }
    board = {
        "attack": [shown[name] for name in ATTACK_ROW],
        "defense": [shown[name] for name in DEFENSE_ROW],
        "gates": [model.number(gate) for gate in table.durability],
    }
    return {"phase": "attack", "players": {"A": board, "B": {}}, "charge": {k: v for k, v in charge.items() if v}}


def _shown(name: str, card: Card, model: Model) -> dict[str, Any] | None:
    if not model.truth(card.occupied):
        return None
    clan = model.name(card.clan)
    domains = {
        domain: [f"{icon}:{n}" for icon in ICONS if (n := model.number(card.icons[domain, icon]))] for domain in DOMAINS
    }
    if arrow := model.number(card.arrow):
        domains["main"].insert(0, "double_arrow" if arrow == 1 else f"double_arrow:{arrow}")
    kind = {"kind": "warrior", "clan": clan} if clan else {"kind": "primordial"}
    turned = {"rotated": True} if model.truth(card.turned) else {}
    return {"id": name.lower(), **kind, **{domain: icons for domain, icons in domains.items() if icons}, **turned}
