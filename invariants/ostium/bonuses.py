"""What chains add together: bounds that boards reach, what raises and what lowers the best, and what it is good for.

The best of a board is the most that any set of chains on it adds. Boards are made of cards here, sides and all, so that
what wakes or stills a side domain is seen too. Which sets there are is proved elsewhere.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from ruleproof.engine.ostium import damage
from ruleproof.engine.ostium.game import GAME

from ..proving import Claim, Obligation, Possible, Witness
from ..replaying import loaded, play
from ..solving import TERMS, Model, Term, integer
from . import boards
from .boards import CLANS, Board, symbolic
from .cards import DOMAINS, ICONS, Card, Table, dealt, laid, open_card, position, sizes
from .fusion import ACTIVE_GATE, BONUS, ICON, ONE_CLAN, ROBED_ICON, bonus, possible
from .paths import ATTACK_ROW, COLUMNS, Path, compatible_sets, paths

SIDES = "ostium.synergy.side-domain-passive-needs-synergy"
PRIMORDIAL_JOINS = "ostium.synergy.primordial-any-clan"
REST = "ostium.charge.gate-takes-the-rest"
STACKING = "ostium.fusion.icon-stacking"

SETS = compatible_sets()


def laid_on(board: Board, chains: Iterable[Path]) -> Term:
    """All of these can be laid on a board."""
    return TERMS.both(*(possible(board, path) for path in chains))


def added(board: Board, chains: Iterable[Path]) -> Term:
    """What they add together."""
    return TERMS.total(bonus(board, path) for path in chains)


def reaches(board: Board, number: Term, sets: Iterable[tuple[Path, ...]] = SETS) -> Term:
    """Some set of chains adds as much as this on a board, or more."""
    return TERMS.either(*(TERMS.both(laid_on(board, chains), added(board, chains) >= number) for chains in sets))


def laying(table: Table, model: Model, chains: Iterable[Path]) -> list[dict[str, Any]]:
    """The actions that lay chains; where all of one could serve any clan the first is declared before."""
    board, actions = table.board, list[dict[str, Any]]()
    for path in chains:
        cells = [board.cells[name] for name in path.cells]
        open_ones = [model.truth(cell.wild) and model.name(cell.serves) is None for cell in cells]
        if all(open_ones):
            actions.append({"type": "affiliate", "card": path.cells[0].lower(), "clan": CLANS[0]})
        actions.append({"type": "fuse", "gate": path.gate, "path": list(path.cells)})
    return actions


def best_of(table: Table, model: Model) -> tuple[Path, ...]:
    """The first set of chains that adds the most in a model."""
    board = table.board
    there = [chains for chains in SETS if model.truth(laid_on(board, chains))]
    return max(there, key=lambda chains: model.number(added(board, chains)))


def _fresh(table: Table) -> tuple[Term, ...]:
    """Everybody lies upright, has the attack to come, and nobody is declared."""
    cards = table.cards.values()
    still = (TERMS.negate(TERMS.either(card.turned, card.done)) for card in cards)
    return (*table.board.shape, *still, *(TERMS.same(card.serves, None) for card in cards))


# Bounds, and boards that reach them.


def _standing(table: Table) -> Term:
    return TERMS.total(TERMS.number(gate > 0) for gate in table.durability)


def _values(board: Board) -> Term:
    return TERMS.total(TERMS.ite(cell.occupied, cell.value, 0) for cell in board.cells.values())


def _bounds() -> Iterator[Claim | Possible]:
    board, standing = symbolic(), TERMS.total(TERMS.number(stands) for stands in symbolic().stands)
    for chains in SETS:
        total = added(board, chains)
        within = TERMS.both(total >= 2 * len(chains), total <= 2 * standing + _values(board))
        yield Claim((*board.shape, laid_on(board, chains)), within, _plain(board, chains), (), str(chains))
    table = dealt()
    for gates in range(1, len(COLUMNS) + 1):
        most = 2 * _standing(table) + _values(table.board)
        yield _reached(table, gates, most, 1, f"all icons count with {gates} gates")
        yield _reached(table, gates, 2 * _standing(table), 0, f"the least with {gates} gates")


def _plain(board: Board, chains: tuple[Path, ...]) -> Callable[[Model], Witness]:
    def shown(model: Model) -> Witness:
        actions = [{"type": "fuse", "gate": path.gate, "path": list(path.cells)} for path in chains]
        return {"position": boards.position(board, model), "actions": actions}

    return shown


def _laid(table: Table, chains: tuple[Path, ...]) -> Callable[[Model], Witness]:
    def shown(model: Model) -> Witness:
        return {"position": position(table, model, {}), "actions": laying(table, model, chains)}

    return shown


def _reached(table: Table, gates: int, bound: Term, value: int, what: str) -> Possible:
    """A board with so many gates on which chains from all of them add just this much, in the engine too."""
    board = table.board
    full = [chains for chains in SETS if len(chains) == gates]
    ways = [TERMS.both(laid_on(board, chains), TERMS.same(added(board, chains), bound)) for chains in full]
    shown = (TERMS.same(cell.value, value) for cell in board.cells.values())
    stand = TERMS.same(_standing(table), gates)

    def there(model: Model) -> tuple[Path, ...]:
        return next(chains for chains, way in zip(full, ways, strict=True) if model.truth(way))

    def wrong(model: Model) -> str:
        told, says = engine_adds(_laid(table, there(model))(model)), model.number(bound)
        return "" if told == says else f"the engine adds {told}, not {says}"

    everybody = (card.occupied for card in table.cards.values())
    conditions = (*_fresh(table), stand, TERMS.either(*ways), *shown, *everybody)
    return Possible(conditions, wrong, lambda model: _laid(table, there(model))(model), sizes(table), what)


def engine_adds(witness: Witness) -> int:
    """What the engine adds for all chains that a witness lays."""
    told = play(GAME, loaded(GAME, witness), witness)
    return sum(event["bonus"] for each in told for event in each.events if event["type"] == "fused")


# What raises the best and what lowers it.


def _put(table: Table, name: str, card: Card) -> Table:
    return laid({**table.cards, name: card}, table.durability)


def _compared(before: Table, after: Table, shows: str) -> Callable[[Model], Witness]:
    """The best chains of two tables, one beside the other."""

    def shown(model: Model) -> Witness:
        one, two = (
            (position(table, model, {}), laying(table, model, best_of(table, model))) for table in (before, after)
        )
        return {
            "position": one[0],
            "actions": one[1],
            "shows": shows,
            "beside": {"position": two[0], "actions": two[1]},
        }

    return shown


def _kept(before: Table, after: Table, change: Iterable[Term], what: str) -> Claim:
    """Every chain that could be laid still can and adds no less: so does every set of them, and the best is no less."""
    one, two = before.board, after.board
    kept = (
        TERMS.implies(possible(one, path), TERMS.both(possible(two, path), bonus(two, path) >= bonus(one, path)))
        for path in paths()
    )
    shown = _compared(before, after, f"The best chains before and after: {what}.")
    return Claim((*_fresh(before), *_fresh(after), *change), TERMS.both(*kept), shown, sizes(before), what)


def _filled() -> Iterator[Claim]:
    before = dealt()
    for name, card in before.cards.items():
        newcomer = open_card(f"new {name}")
        change = (TERMS.negate(card.occupied), newcomer.occupied)
        yield _kept(before, _put(before, name, newcomer), change, f"{name} is filled")


def _no_less(card: Card, than: Card) -> Iterator[Term]:
    return (card.icons[icon] >= than.icons[icon] for icon in product(DOMAINS, ICONS))


def _made_wild() -> Iterator[Claim]:
    before = dealt()
    for name, card in before.cards.items():
        other = open_card(f"new {name}")
        tame = TERMS.negate(before.board.cells[name].wild)
        serves_any = TERMS.either(other.joins, other.icons["main", "robed"] > 0)
        change = (card.occupied, other.occupied, tame, serves_any, *_no_less(other, card))
        # a card that is no Primordial keeps its clan
        clan = TERMS.either(TERMS.same(other.clan, card.clan), TERMS.same(other.clan, None))
        yield _kept(before, _put(before, name, other), (*change, clan), f"{name} serves any clan")


def _raised() -> Iterator[Claim]:
    before = dealt()
    for name, card in before.cards.items():
        icons = {icon: integer(f"raised {name} {' '.join(icon)}") for icon in card.icons}
        other = replace(card, icons=icons)
        yield _kept(before, _put(before, name, other), (card.occupied, *_no_less(other, card)), f"{name} shows more")


def _fallen() -> Iterator[Claim]:
    after = dealt()
    for column in COLUMNS:
        gates = tuple(
            integer("gate that falls") if place == column else gate for place, gate in enumerate(after.durability)
        )
        before = laid(after.cards, gates)
        change = (gates[column] > 0, TERMS.same(after.durability[column], 0))
        # every set of chains that can be laid could be before, and added as much
        yield _kept(after, before, change, f"gate {column} has not fallen")


def _showing(table: Table, *shown: tuple[str, str]) -> tuple[Term, ...]:
    """Nobody shows icons but these, so that an example is as plain as can be."""
    hidden = (value for card in table.cards.values() for icon, value in card.icons.items() if icon not in shown)
    return (*(TERMS.same(card.arrow, 0) for card in table.cards.values()), *(TERMS.same(value, 0) for value in hidden))


def _other_clan() -> Iterator[Claim]:
    before, reached = dealt(), integer("reached before")
    for name, card in before.cards.items():
        after = _put(before, name, replace(card, clan=integer(f"other clan of {name}")))
        premises = (
            *_fresh(before),
            *_fresh(after),
            *_showing(before),
            card.occupied,
            reaches(before.board, reached),
        )
        shown = _compared(before, after, f"The best chains before and after {name} has another clan.")
        yield Claim(premises, reaches(after.board, reached), shown, sizes(before)[:1], f"{name} of another clan")


# What it is good for: the best chains need not do the most damage.

POWERS = tuple(f"{what} {column}" for what in ("power", "defense") for column in COLUMNS)


def dealt_with(board: Board, chains: Iterable[Path], column: int) -> Term:
    """What an attacker deals to the gate of its column with its chains, past one defender; nothing if none is there."""
    own = TERMS.total(bonus(board, path) for path in chains if path.attacker == f"A{column}")
    dealt = damage.damage_past_the_row(integer(f"power {column}") + own, integer(f"defense {column}"), ops=TERMS)
    return TERMS.ite(board.cells[f"A{column}"].occupied, dealt, 0)


ONE_GATE = tuple(chains for chains in SETS if all(path.gate == 1 for path in chains))  # where only that one stands


def _most_damage() -> Iterator[Claim]:
    table, most = dealt(), integer("most damage")
    board = table.board
    damages = {chains: TERMS.total(dealt_with(board, chains, column) for column in COLUMNS) for chains in ONE_GATE}
    bests = {chains: _is_best(board, chains) for chains in ONE_GATE}
    # some set deals that much, and every set that adds the most of all deals less
    deals = (TERMS.both(laid_on(board, chains), damages[chains] >= most) for chains in ONE_GATE)
    best = (TERMS.both(bests[chains], damages[chains] >= most) for chains in ONE_GATE)
    others = (TERMS.same(table.durability[column], 0) for column in COLUMNS if column != 1)
    plain = (*_showing(table, ("main", "fusion")), *others, *(integer(name) >= 0 for name in POWERS))
    creatures, *_, icons = sizes(table)
    small = (creatures, icons, *(integer(name) for name in POWERS))

    def shown(model: Model) -> Witness:
        there = [chains for chains in ONE_GATE if model.truth(laid_on(board, chains))]
        best = next(chains for chains in there if model.truth(bests[chains]))
        strongest = max(there, key=lambda chains: model.number(damages[chains]))
        ready = [name for name in ATTACK_ROW if model.truth(board.cells[name].occupied)]
        attacks = [{"type": "attack", "attacker": name} for name in ready]
        one, two = (laying(table, model, chains) + attacks for chains in (best, strongest))
        told = "First the chains that add the most, then those that deal the most."
        return {"position": _attacking(table, model), "actions": one, "shows": told, "beside": {"actions": two}}

    premises = (*_fresh(table), *plain, TERMS.either(*deals))
    yield Claim(premises, TERMS.either(*best), shown, small, "the best deal the most")


def _is_best(board: Board, chains: tuple[Path, ...]) -> Term:
    more = reaches(board, added(board, chains) + 1, ONE_GATE)
    return TERMS.both(laid_on(board, chains), TERMS.negate(more))


def _attacking(table: Table, model: Model) -> dict[str, Any]:
    """The position with powers, each gate of the opponent behind one defender."""
    shown = position(table, model, {})
    for column, card in enumerate(shown["players"]["A"]["attack"]):
        if card:
            card["power"] = model.number(integer(f"power {column}"))
    guards = ((column, model.number(integer(f"defense {column}"))) for column in COLUMNS)
    shown["players"]["B"] = {
        "defense": [
            {"id": f"e{n}", "kind": "warrior", "clan": "green", "power": power} if power else None
            for n, power in guards
        ]
    }
    return shown


OBLIGATIONS = (
    Obligation(
        "ostium.fusion.bonus-bounds",
        "Chains add two each or more, at most two for each standing gate and all icons once; boards reach both.",
        (BONUS, ICON, ROBED_ICON, ACTIVE_GATE),
        _bounds,
    ),
    Obligation(
        "ostium.fusion.best-never-falls-by-filling",
        "To fill an empty cell never lowers the best that chains add.",
        (BONUS, ONE_CLAN, SIDES),
        _filled,
    ),
    Obligation(
        "ostium.fusion.best-never-falls-by-serving-any",
        "To make a creature serve any clan, its icons kept, never lowers the best.",
        (PRIMORDIAL_JOINS, ROBED_ICON, SIDES),
        _made_wild,
    ),
    Obligation(
        "ostium.fusion.best-never-falls-by-a-higher-value",
        "To raise the value of icons never lowers the best.",
        (ICON, ROBED_ICON),
        _raised,
    ),
    Obligation(
        "ostium.fusion.best-never-rises-by-a-fallen-gate",
        "A gate that falls never raises the best of its owner.",
        (ACTIVE_GATE,),
        _fallen,
    ),
    Obligation(
        "ostium.fusion.best-stays-with-another-clan",
        "A creature of another clan in its place leaves the best as it is, or raises it.",
        (ONE_CLAN,),
        _other_clan,
        "refuted",
    ),
    Obligation(
        "ostium.fusion.best-bonus-is-most-damage",
        "The chains that add the most deal the most damage to gates.",
        (BONUS, REST),
        _most_damage,
        "refuted",
    ),
)
