"""Icons in the engine: which of them work where, and what the engine adds for a chain, beside the model of the proofs.

What they are added to is shown with the fights; which chains there are, elsewhere.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import product
from typing import Any

import msgspec

from ruleproof.engine.ostium import fusion, reading
from ruleproof.engine.ostium.action import Fuse
from ruleproof.engine.ostium.chains import Chain
from ruleproof.engine.ostium.field import field
from ruleproof.engine.ostium.game import GAME
from ruleproof.engine.ostium.passive import Icons
from ruleproof.engine.ostium.state import Creature, Player, State, Table

from ..lifting import Open, on_every_way, opened
from ..proving import Claim, Counted, Obligation, Witness
from ..solving import TERMS, Model, Term, integer
from . import cards
from .fusion import BONUS, ICON, ROBED_ICON
from .paths import CELLS, Path, paths

STACKING = "ostium.fusion.icon-stacking"
SIDES = "ostium.synergy.side-domain-passive-needs-synergy"
ADJACENT = "ostium.synergy.whenever-adjacent-in-attack-phase"
ANY_CLAN = "ostium.synergy.primordial-any-clan"
NO_DIAGONAL = "ostium.synergy.no-diagonal"
ICON_VALUE = "ostium.charge.icon-value"

VALUES = Open(CELLS)


# What the engine adds for a chain.


def _red(values: Mapping[str, Any], read: Mapping[str, str], *, printed: bool) -> State:
    """A full board of one clan with a fusion value on each cell, printed where the values are plain."""
    lying = (
        Creature(name.lower(), "warrior", "red", main=(f"fusion:{values[name]}",) if printed and values[name] else ())
        for name in CELLS
    )
    return State(Table((Player(field=tuple(lying)), Player()), readings=reading.choose(read)))


def _adds(path: Path, read: Mapping[str, str]) -> Term:
    state = _red(VALUES.lifted(), read, printed=False)
    values = VALUES.lifted()
    shown = tuple(Icons(fusion=values[name], best=values[name]) for name in CELLS)
    at = msgspec.structs.replace(field(state.table), icons=shown)
    told = opened(fusion.bonus(at, Chain(path.gate, path.cells)))
    icons = [integer(name) for name in path.cells]
    if not read:
        return TERMS.same(told, 2 + TERMS.total(icons))
    one_of_them = TERMS.either(*(TERMS.same(told, 2 + icon) for icon in icons))
    return TERMS.both(one_of_them, *(told >= 2 + icon for icon in icons))


def _witness(path: Path, read: Mapping[str, str], model: Model) -> Witness:
    position = GAME.dump(_red(VALUES.shown(model), read, printed=True))
    action = GAME.write_action(Fuse(Chain(path.gate, path.cells)))
    return {"position": position, "readings": dict(read), "actions": [action]}


def _engine_adds() -> Iterator[Claim | Counted]:
    plain = tuple(value >= 0 for value in VALUES.terms)
    for path, read in product(paths(), ({}, {STACKING: "best"})):
        code, shown = partial(_adds, path, read), partial(_witness, path, read)
        yield from on_every_way(code, plain, shown, VALUES.terms, f"{path.cells}, {read}")


# Which icons work, of creatures that show every icon in every domain.

WHO = ("none", "red", "blue", "primordial", "arrow")
ICONS = ("fusion", "robed", "flame", "shield", "flask")
NUMBERS: dict[tuple[str, str], int] = {icon: 1 << number for number, icon in enumerate(product(cards.DOMAINS, ICONS))}
ALWAYS = {"ostium.synergy.robed-side": "always"}


def _creature(name: str, who: str, shown: tuple[str, ...]) -> Creature | None:
    """A creature that shows each of these icons in each domain, with a value of its own."""
    if who == "none":
        return None
    main, left, right = (tuple(f"{icon}:{NUMBERS[domain, icon]}" for icon in shown) for domain in cards.DOMAINS)
    arrow = ("double_arrow",) if who in ("primordial", "arrow") else ()
    kind, clan = ("primordial", None) if who == "primordial" else ("warrior", "red" if who == "arrow" else who)
    return Creature(name.lower(), kind, clan, main=(*arrow, *main), left=left, right=right)


def _board(people: Mapping[str, str], read: Mapping[str, str], shown: tuple[str, ...]) -> State:
    """The same people on both sides."""
    mine, theirs = (tuple(_creature(f"{seat}{name}", who, shown) for name, who in people.items()) for seat in "ab")
    return State(Table((Player(field=mine), Player(field=theirs)), readings=reading.choose(read)))


def _card(who: str) -> cards.Card:
    """The same creature for the model of the proofs, in plain values."""
    clan = {"primordial": None, "arrow": "red", "none": "red"}.get(who, who)
    shown: dict[tuple[str, str], Term] = {icon: NUMBERS[icon] for icon in product(cards.DOMAINS, cards.ICONS)}
    return cards.Card(who != "none", clan, int(who in ("primordial", "arrow")), shown, None, False, False)


def _expected(table: cards.Table, name: str, read: Mapping[str, str]) -> dict[str, int]:
    """What each icon of a creature comes to, by the model: side domains count where it says that they work."""
    awake = [domain for domain in cards.DOMAINS if table.works(name, domain)]
    summed = {icon: sum(NUMBERS[domain, icon] for domain in awake) for icon in ICONS}
    if read:
        summed |= {icon: sum(NUMBERS[domain, icon] for domain in cards.DOMAINS) for icon in ("fusion", "robed")}
    return {
        **{icon: summed[icon] for icon in ("flame", "shield", "flask")},
        "fusion": summed["fusion"] + summed["robed"],
    }


def _neighbourhoods() -> Iterator[dict[str, str]]:
    """Every row of three, and every two that touch otherwise than left and right."""
    for row, whom in product("AD", product(WHO, repeat=3)):
        yield dict(zip((f"{row}0", f"{row}1", f"{row}2"), whom, strict=True))
    for other, whom in product(("D0", "D1", "D2"), product(WHO, repeat=2)):
        yield dict(zip(("A1", other), whom, strict=True))


def _icons_work() -> Iterator[Counted]:
    looked = 0
    for lying, read in product(_neighbourhoods(), ({}, ALWAYS)):
        looked += 1
        yield from _as_in_the_model({name: lying.get(name, "none") for name in CELLS}, read)
    yield Counted("neighbourhoods, read both ways", 2 * (2 * 125 + 3 * 25), looked)


def _as_in_the_model(people: Mapping[str, str], read: Mapping[str, str]) -> Iterator[Counted]:
    table = cards.laid({name: _card(who) for name, who in people.items()}, (15, 15, 15))
    at = field(_board(people, read, ICONS).table)
    for place, (name, who) in enumerate(people.items()):
        wanted = _expected(table, name, read) if who != "none" else {}
        for whose, found in (("attacks", at.icons[place]), ("defends", at.foe_icons[place])):
            parting = [icon for icon in wanted if getattr(found, icon) != wanted[icon]]
            for icon in parting:
                what = f"what {icon} of {name} comes to, which {whose}"
                yield Counted(what, wanted[icon], getattr(found, icon), _shown(people, read, name, icon))


def _shown(people: Mapping[str, str], read: Mapping[str, str], name: str, icon: str) -> Witness:
    """The same people with that icon alone."""
    position = GAME.dump(_board(people, read, ("fusion", "robed") if icon == "fusion" else (icon,)))
    return {"position": position, "readings": dict(read), "actions": _attack(name)}


def _attack(name: str) -> list[dict[str, str]]:
    return [{"type": "attack", "attacker": name, "first": "attack_row"}] if name[0] == "A" else []


OBLIGATIONS = (
    Obligation(
        "ostium.fusion.engine-adds-the-closed-form",
        "For each of the 29 chains the engine adds two and the fusion values of its creatures, whatever these are.",
        (BONUS, ICON, ROBED_ICON, ICON_VALUE),
        _engine_adds,
    ),
    Obligation(
        "ostium.synergy.engine-wakes-the-sides",
        "The engine counts icons of main domains always, of a side where the neighbour on it is of one clan.",
        (SIDES, ADJACENT, ANY_CLAN, NO_DIAGONAL),
        _icons_work,
    ),
)
