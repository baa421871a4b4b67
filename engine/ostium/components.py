"""Chapter components: what a card has printed that other chapters ask for. No card is moved here."""

from .state import CLANS, Creature

FIVE_CLANS = "ostium.components.five-clans"
SUMMONING_COST = "ostium.components.summoning-cost"

NAMED_CLANS = CLANS  # five-clans: a primordial is of none of them


def of_clan(card: Creature | None, clan: str) -> bool:
    """Whether a creature has this clan printed."""
    return card is not None and card.clan == clan


def cost(card: Creature) -> int:
    """What the card costs in the summoning area."""
    return card.cost
