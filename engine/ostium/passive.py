"""Which passive icons of a creature work, and their values added up. What a value is good for is not known here."""

from functools import lru_cache

import msgspec

FLAME, SHIELD, FLASK, FUSION = 1, 2, 4, 8  # which kinds of icon work from a side domain, as a bit mask
KIND = {"flame": FLAME, "shield": SHIELD, "flask": FLASK, "fusion": FUSION, "robed": FUSION}


class Icons(msgspec.Struct, frozen=True, gc=False):
    """The sums of the icons that work: `fusion` of fusion and robed icons, `best` the largest single one of these.

    `flasks` counts the flask icons, `robed` tells of a robed icon among them, `sided` which kinds a side domain gives.
    """

    flame: int = 0
    shield: int = 0
    flask: int = 0
    flasks: int = 0
    fusion: int = 0
    best: int = 0
    robed: bool = False
    sided: int = 0


NO_ICONS = Icons()


def valued(ability: str) -> tuple[str, int]:
    """The name and the value of an ability; what stands behind an arrow belongs to what is behind it."""
    name, _, value = ability.partition(":")
    return name, int(value) if value else 1


@lru_cache(maxsize=1 << 14)
def icons(main: tuple[str, ...], left: tuple[str, ...], right: tuple[str, ...]) -> Icons:
    """The icons of a main domain and of the side domains that work, each added up."""
    values = [valued(ability) for ability in main + left + right]
    fusion = [value for name, value in values if KIND.get(name) == FUSION]
    flasks = [value for name, value in values if name == "flask"]
    return Icons(
        flame=sum(value for name, value in values if name == "flame"),
        shield=sum(value for name, value in values if name == "shield"),
        flask=sum(flasks),
        flasks=len(flasks),
        fusion=sum(fusion),
        best=max(fusion, default=0),
        robed=any(name == "robed" for name, _ in values),
        sided=sum({KIND.get(valued(ability)[0], 0) for ability in left + right}),
    )


def fusion_only(domain: tuple[str, ...]) -> tuple[str, ...]:
    """The fusion and robed icons of a domain."""
    return tuple(ability for ability in domain if KIND.get(valued(ability)[0]) == FUSION)
