"""Chapter area: what lies in the summoning area, and how a card is taken from it. Who may do so is not told."""

import msgspec

from .action import PRIMORDIALS, SOVEREIGNS, THE_PRIMORDIAL, WARRIORS, Action, summons, to_pile
from .board import COLUMNS
from .components import cost
from .leaving import without
from .state import Area, Creature, Player, Row, State

SIX_WARRIORS = "ostium.area.six-warriors"
PRIMORDIAL_STACK = "ostium.area.primordial-stack"
TWO_SOVEREIGNS = "ostium.area.two-sovereigns"
ZONE_IS_LAST_COLUMN = "ostium.area.zone-is-last-column"
TO_PILE_IS_NO_DISCARD = "ostium.area.to-pile-is-no-discard"
TO_PILE_IS_SILENT = "ostium.area.to-pile-is-silent"
WARRIOR_GAP_STAYS = "ostium.area.warrior-gap-stays"
WARRIORS_AFTER_DEVELOPMENT = "ostium.area.warriors-after-development"
NO_PRIMORDIALS_LEFT = "ostium.area.no-primordials-left"
SOVEREIGN_REPLACED_WHEN_SUMMONED = "ostium.area.sovereign-replaced-when-summoned"
SOVEREIGN_REPLACED_WHEN_TAKEN = "ostium.area.sovereign-replaced-when-taken"
BOUGHT_CARDS_ARE_KEPT = "ostium.area.bought-cards-are-kept"

ZONE = COLUMNS - 1
OPEN_SOVEREIGNS = 2
PRIMORDIAL_IDS = tuple(f"p{number}" for number in range(1, 9))
DOUBLE_ARROW = ("double_arrow",)


def warrior(area: Area, card: str) -> tuple[Creature | None, bool]:
    """The warrior of that id, and whether it lies in the dismissal zone."""
    for row in area.warriors:
        for column, held in enumerate(row):
            if held is not None and held.id == card:
                return held, column == ZONE
    return None, False


def bought(state: State, card: str, origin: str) -> Creature | None:
    """The card that a summoning from the area names, or None where it does not lie there."""
    area = state.table.area
    if origin == WARRIORS:
        return warrior(area, card)[0]
    if origin == SOVEREIGNS:
        return without(area.sovereigns, card)[0]
    return primordial(state) if card == THE_PRIMORDIAL and area.primordials else None


def primordial(state: State) -> Creature:
    """The next card of the stack."""
    table = state.table
    taken = {card.id for player in table.players for card in _cards(player)}
    taken.update(card.id for card in (*table.area.out_of_play, *table.area.warrior_deck, *table.area.dismissed))
    name = next((known for known in PRIMORDIAL_IDS if known not in taken), PRIMORDIAL_IDS[-1])
    return Creature(name, "primordial", None, 0, table.area.primordial_cost, DOUBLE_ARROW)


def _cards(player: Player) -> tuple[Creature, ...]:
    return (*player.hand, *player.deck, *player.discard, *(card for card in player.field if card is not None))


def taken(area: Area, card: str, origin: str) -> Area:
    """The area without a card; a sovereign's place is filled at once."""
    if origin == PRIMORDIALS:
        return msgspec.structs.replace(area, primordials=area.primordials - 1)
    if origin == SOVEREIGNS:
        return _next_sovereign(area, card)
    first, second = area.warriors
    return msgspec.structs.replace(area, warriors=(_gap(first, card), _gap(second, card)))


def _gap(row: Row, card: str) -> Row:
    first, second, third = (None if held is not None and held.id == card else held for held in row)
    return first, second, third


def _next_sovereign(area: Area, card: str) -> Area:
    _, left = without(area.sovereigns, card)
    missing = max(0, OPEN_SOVEREIGNS - len(left))
    return msgspec.structs.replace(
        area, sovereigns=left + area.sovereign_deck[:missing], sovereign_deck=area.sovereign_deck[missing:]
    )


def cheapest(area: Area) -> int:
    """The least that anything costs here, to the pile or to the board; worked out once and kept beside the area."""
    known: int | None = area.__dict__.get("cheapest")
    if known is None:
        costs = [1, *(cost(card) for row in area.warriors for card in row if card is not None)]
        costs += [cost(card) for card in area.sovereigns]
        known = vars(area)["cheapest"] = min(*costs, area.primordial_cost)
    return known


def offers(area: Area, crystals: int, empty: int) -> list[Action]:
    """All that so many crystals buy: warriors, to the pile too, then the primordial, then sovereigns."""
    if crystals < cheapest(area):
        return []
    offered: list[Action] = []
    for row in area.warriors:
        for card in row:
            if card is not None and cost(card) <= crystals:
                offered += summons(card.id, WARRIORS, empty)
        zone = row[ZONE]
        if zone is not None and crystals:
            offered.append(to_pile(zone.id))
    if area.primordials and area.primordial_cost <= crystals:
        offered += summons(THE_PRIMORDIAL, PRIMORDIALS, empty)
    for card in area.sovereigns:
        if cost(card) <= crystals:
            offered += summons(card.id, SOVEREIGNS, empty)
    return offered
