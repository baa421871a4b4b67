"""The active abilities that domains hold, and how they come to wait. What each does is not told here."""

from functools import lru_cache

import msgspec

from .passive import KIND, valued
from .state import Creature, Pending, Player, State, with_player

DEVELOPMENT_SKULLS = "ostium.collect.development-wave-waits"

SILENT = frozenset({*KIND, "area", "double_arrow"})  # what does nothing when its card is summoned
MAIN, LEFT, RIGHT, SKULL = DOMAINS = ("main", "left", "right", "skull")
ARROW = "arrow>"

Held = tuple[int, tuple[tuple[str, int], ...]]  # crystals, and the other abilities with their values


@lru_cache(maxsize=1 << 12)
def active(domain: tuple[str, ...]) -> Held:
    """What a domain offers to a creature that is summoned: neither passive icons nor what is behind an arrow."""
    return _held([ability for ability in domain if not ability.startswith(ARROW)])


@lru_cache(maxsize=1 << 12)
def behind_arrows(domain: tuple[str, ...]) -> Held:
    """What stands behind the discard arrows of a domain."""
    return _held([ability.removeprefix(ARROW) for ability in domain if ability.startswith(ARROW)])


@lru_cache(maxsize=1 << 12)
def behind_skull(skull: tuple[str, ...]) -> Held:
    """What stands behind a skull."""
    return _held([ability.removeprefix(ARROW) for ability in skull])


def _held(abilities: list[str]) -> Held:
    values = [valued(ability) for ability in abilities]
    others = tuple((name, value) for name, value in values if name not in SILENT and name != "crystal")
    return sum(value for name, value in values if name == "crystal"), others


def waiting(owner: int, source: str, domain: str, held: Held, optional: bool) -> tuple[Pending, ...]:
    """The choices that these abilities of a card are, in their order."""
    return tuple([Pending("ability", owner, source, domain, name, value, optional) for name, value in held[1]])


def paid(player: Player, change: int) -> Player:
    """The player with more or fewer crystals."""
    return msgspec.structs.replace(player, crystals=player.crystals + change)


def skull_at_once(state: State, number: int, card: Creature) -> State:
    """The skull of a creature that a wave turns before the attacks, where the question is read so: it works once."""
    if not card.skull or (card.id, SKULL) in state.used:
        return state
    held = behind_skull(card.skull)
    if held[0]:
        state = with_player(state, number, paid(state.player(number), held[0]))
    opened = waiting(number, card.id, SKULL, held, state.readings.skull_compulsory == "may")
    return msgspec.structs.replace(state, pending=(*opened, *state.pending), used=(*state.used, (card.id, SKULL)))
