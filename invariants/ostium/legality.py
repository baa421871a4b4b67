"""The formal clauses on fusion, as terms over all tables of cards, against the closed form of the 29 ways.

Chains laid before are taken one set after the other; cards, declarations, gates and attacks done are left open.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain
from typing import Any, TypeAlias

from ruleproof.spec.acting import Given
from ruleproof.spec.closures import Sight
from ruleproof.spec.formal import norms_of
from ruleproof.spec.loading import Rules, load
from ruleproof.spec.norms import Norms
from ruleproof.spec.syntax import Apply, Expr, walk

from ..proving import Claim, Counted, Obligation, Witness
from ..solving import TERMS, Model, Term, likeness
from ..translating import Unknown
from .boards import CLANS, Board, agrees
from .cards import DOMAINS, Card, Table, dealt, position, sizes
from .fusion import BONUS, CHAIN, CROSSING, ICON, ONE_CHAIN, ROBED_ICON, SHAPE, SYNERGY, bonus, implied
from .paths import (
    ATTACK_ROW,
    COLUMNS,
    Compatible,
    Path,
    compatible_sets,
    disjoint,
    disjoint_before_ends,
    disjoint_but_ends,
    paths,
)

MODE = "two-player"
Laid: TypeAlias = Mapping[int, tuple[str, ...]]  # the chains laid before, by gate
Way: TypeAlias = tuple[int, tuple[str, ...]]


@cache
def rules() -> Rules:
    """The game as written."""
    return load("ostium")


def settled(table: Table, laid: Laid) -> dict[str, Any]:
    """What the vocabulary's variables are on a table: the table's own terms, and plain values where all is settled.

    What is not named here, such as the opponent's board, is left for the solver to choose.
    """
    lying = [(name, card, ("A", name)) for name, card in table.cards.items()]
    return {
        "active": "A",
        "phase": "attack",
        "waiting": 0,
        "chain": {(f"G{column}",): laid.get(column, ()) for column in COLUMNS},
        "filled": {at: card.occupied for _, card, at in lying},
        "kind": {at: _kind(card) for _, card, at in lying},
        "printed_clan": {at: card.clan for _, card, at in lying},
        "icon": {(*at, *icon): value for _, card, at in lying for icon, value in _icons(card).items()},
        "rotated": {at: card.turned for _, card, at in lying},
        "affiliation": {at: card.serves for _, card, at in lying},
        "durability": {("A", f"G{column}"): gate for column, gate in enumerate(table.durability)},
        "resolved": {(name,): TERMS.both(name in ATTACK_ROW, card.done) for name, card, _ in lying},
    }


def _kind(card: Card) -> Term:
    kind = TERMS.ite(TERMS.same(card.clan, None), "primordial", "warrior")
    return TERMS.ite(card.occupied, kind, None)


def _icons(card: Card) -> dict[tuple[str, str], Term]:
    shown = {icon: TERMS.ite(card.occupied, value, 0) for icon, value in card.icons.items()}
    arrows = {(domain, "double_arrow"): card.arrow if domain == "main" else 0 for domain in DOMAINS}
    return {**shown, **arrows}


@dataclass(frozen=True)
class Shape:
    """How the questions on a chain's shape are read: which ways there are, and which may lie side by side."""

    readings: Mapping[str, str]
    ways: tuple[Path, ...]
    compatible: Compatible = disjoint

    def laid_before(self, most: int) -> Iterator[Laid]:
        """The sets of chains that can lie there, up to a size."""
        for chains in compatible_sets(self.compatible, self.ways):
            if len(chains) <= most:
                yield {path.gate: path.cells for path in chains}


DEFAULT = Shape({}, paths())
AS_READ = {
    "never-back": Shape(
        {"ostium.fusion.chain-shape": "never-back"}, tuple(path for path in paths() if not path.turns_back)
    ),
    "shortest": Shape({"ostium.fusion.chain-shape": "shortest"}, tuple(path for path in paths() if path.is_shortest)),
    "shared-end": Shape({"ostium.fusion.ending-is-passing": "shared-end"}, paths(), disjoint_but_ends),
    "open-end": Shape({"ostium.fusion.ending-is-passing": "open-end"}, paths(), disjoint_before_ends),
}


def may_be_laid(table: Table, board: Board, path: Path, laid: Laid, compatible: Compatible = disjoint) -> Term:
    """The closed form: gate standing and free, no creature chained, exactly one clan for all, its attack to come."""
    others = [Path(gate, cells) for gate, cells in laid.items()]
    if path.gate in laid or not all(compatible(path, other) for other in others):
        return False
    suits = [TERMS.both(*(agrees(board.cells[name], clan) for name in path.cells)) for clan in CLANS]
    return TERMS.both(board.stands[path.gate], TERMS.exactly_one(suits), table.ready(path.attacker))


def _witness(
    table: Table, laid: Laid, candidates: Mapping[Way, tuple[Term, Term]], readings: Mapping[str, str], says: str
) -> Any:
    def shown(model: Model) -> Witness:
        parting = next(way for way, (one, two) in candidates.items() if model.truth(one) != model.truth(two))
        action = {"type": "fuse", "gate": parting[0], "path": list(parting[1])}
        shows = {"shows": says, "readings": dict(readings)}
        return {"position": position(table, model, laid), "actions": [action], **shows}

    return shown


def norms_are_closed(
    without: frozenset[str] = frozenset(), shape: Shape = DEFAULT, most: int = 3, given: Rules | None = None
) -> Iterator[Claim]:
    """For each set of chains laid before: of every candidate the clauses say what the closed form says."""
    norms = Norms(given or rules(), shape.readings, MODE, without, TERMS)
    table = dealt()
    board = table.board
    ways = {(path.gate, path.cells): path for path in shape.ways}
    claimed: dict[object, tuple[Term, Term]] = {}  # of all tables, where nothing was laid: not claimed again
    for laid, seen in _seen(norms, table, shape.laid_before(most)):
        both: dict[Way, tuple[Term, Term]] = {}
        for way, given_way in _candidates(norms):
            closed = may_be_laid(table, board, ways[way], laid, shape.compatible) if way in ways else False
            pair = norms.legal(seen.sight, "fuse", given_way), closed
            if (alike := (likeness(pair[0]), likeness(pair[1]))) not in claimed:
                both[way] = pair
            if not laid:
                claimed[alike] = pair
        yield _agreement(table, board, laid, both, seen, shape.readings)


def missed(clause: str, readings: Mapping[str, str], most: int = 0) -> Iterator[Claim]:
    """Under these readings the clauses allow the same chains without this one."""
    table = dealt()
    board = table.board
    norms, fewer = (Norms(rules(), readings, MODE, frozenset(left), TERMS) for left in ((), (clause,)))
    for (laid, seen), (_, again) in zip(
        _seen(norms, table, DEFAULT.laid_before(most)), _seen(fewer, table, DEFAULT.laid_before(most)), strict=True
    ):
        both = {
            way: (norms.legal(seen.sight, "fuse", given), fewer.legal(again.sight, "fuse", given))
            for way, given in _candidates(norms)
        }
        yield _agreement(table, board, laid, both, seen, readings, f"This chain, with {clause} and without it.")


def _candidates(norms: Norms) -> Iterator[tuple[Way, Given]]:
    for given in norms.acting.candidates("fuse"):
        path = given["path"]
        yield (int(str(given["gate"])[1:]), path if isinstance(path, tuple) else ()), given


def _seen(norms: Norms, table: Table, laid_before: Iterator[Laid]) -> Iterator[tuple[Laid, Unknown]]:
    known: dict[Any, Term] = {}
    others = Unknown(norms.vocabulary)  # the variables that no table settles, the same for all sets of chains
    for laid in laid_before:
        seen = Unknown(norms.vocabulary, settled(table, laid), others.asked, others.premises)
        seen.sight.memo.update(known)
        yield laid, seen
        known.update(_unchained(seen.sight))


@cache
def _chained_names() -> frozenset[str]:
    """The names of the vocabulary that say something else when other chains were laid."""
    vocabulary = rules().vocabulary
    found = {"chain", *vocabulary.quantity}
    bodies = {name: define.body for name, define in vocabulary.define.items()}
    while more := {name for name, body in bodies.items() if name not in found and _names(body) & found}:
        found |= more
    return frozenset(found)


def _names(body: Expr) -> set[str]:
    return {part.name for part in walk(body) if isinstance(part, Apply)}


def _unchained(seen: Sight) -> Mapping[Any, Term]:
    # terms that hang on cards and gates only serve every set of chains
    chained = _chained_names()
    return {key: term for key, term in seen.memo.items() if (key if isinstance(key, str) else key[0]) not in chained}


def _agreement(
    table: Table,
    board: Board,
    laid: Laid,
    both: Mapping[Way, tuple[Term, Term]],
    seen: Unknown,
    readings: Mapping[str, str],
    shows: str = "Of this chain clauses and closed form say different things.",
) -> Claim:
    same = TERMS.both(*(TERMS.same(one, two) for one, two in both.values()))
    premises = (*board.shape, *seen.premises, *_could_be_laid(board, laid))
    shown = _witness(table, laid, both, readings, shows)
    return Claim(premises, same, shown, sizes(table), f"chains laid before: {dict(laid)}")


def _could_be_laid(board: Board, laid: Laid) -> Iterator[Term]:
    # every chain laid before runs over creatures that one clan suits
    for cells in laid.values():
        yield TERMS.either(*(TERMS.both(*(agrees(board.cells[name], clan) for name in cells)) for clan in CLANS))


def bonus_is_closed(without: frozenset[str] = frozenset(), given: Rules | None = None) -> Iterator[Claim]:
    """What the `value` clauses add up to for a way is two and the icons of its creatures that work."""
    norms = Norms(given or rules(), {}, MODE, without, TERMS)
    table = dealt()
    board, seen = table.board, Unknown(norms.vocabulary, settled(table, {}))
    for path in paths():
        filled = [table.cards[name].occupied for name in path.cells]
        stated = norms.quantity(seen.sight, "fusion_bonus", {"path": path.cells})
        shown = {"type": "fuse", "gate": path.gate, "path": list(path.cells)}

        def witness(model: Model, action: dict[str, Any] = shown) -> Witness:
            return {"position": position(table, model, {}), "actions": [action]}

        yield Claim(
            (*table.shape, *seen.premises, *filled),
            TERMS.same(stated, bonus(board, path)),
            witness,
            sizes(table),
            str(path.cells),
        )


def _synergy_is_implied() -> Iterator[Claim | Counted]:
    looks_at = _names(next(norm.when for norm in norms_of(rules()) if norm.id == SYNERGY)) & _chained_names()
    yield Counted("what the clause looks at that chains laid before could change", frozenset[str](), looks_at)
    yield from implied("synergy")
    yield from missed(SYNERGY, {})


def _crossing_is_implied() -> Iterator[Claim]:
    return chain(implied("crossing"), missed(CROSSING, {"ostium.fusion.crossing": "geometric"}, most=1))


def _read_as(name: str, says: str, most: int) -> Obligation:
    claims = partial(norms_are_closed, shape=AS_READ[name], most=most)
    return Obligation(f"ostium.fusion.norms-are-closed-form-{name}", says, (CHAIN, ONE_CHAIN), claims)


def _bites(name: str, says: str, clause: str, readings: Mapping[str, str], most: int = 0) -> Obligation:
    claims = partial(missed, clause, readings, most)
    return Obligation(f"ostium.fusion.{name}", says, (clause,), claims, expected="refuted")


OBLIGATIONS = (
    Obligation(
        "ostium.fusion.norms-are-closed-form",
        "The formal clauses allow a chain exactly where the closed form of the 29 ways does, whatever was laid before.",
        SHAPE,
        norms_are_closed,
    ),
    _read_as("never-back", "They do so where no chain may step back to the defense row.", 0),
    _read_as("shortest", "They do so where a chain takes a shortest way.", 0),
    _read_as("shared-end", "They do so where several chains may end on one creature.", 1),
    _read_as("open-end", "They do so where the creature that a chain ends on is not passed.", 1),
    Obligation(
        "ostium.fusion.values-are-closed-form",
        "The value clauses give a chain two and the fusion values of its creatures, sides only where they work.",
        (BONUS, ICON, ROBED_ICON),
        bonus_is_closed,
    ),
    Obligation(
        "ostium.fusion.chain-implies-synergy",
        "Every creature of a chain has a neighbour of the clan it serves; the clause on it bars nothing more.",
        (SYNERGY, "ostium.synergy.neighbours-of-one-clan"),
        _synergy_is_implied,
    ),
    _bites(
        "synergy-by-printed-clan-bars-nothing",
        "Where a robed creature needs a neighbour of its printed clan, asking for synergy bars nothing more.",
        SYNERGY,
        {"ostium.synergy.robed-in-synergy": "printed-clan"},
    ),
    _bites(
        "synergy-with-a-clan-creature-bars-nothing",
        "Where two Primordials are in no synergy, asking for synergy bars nothing more.",
        SYNERGY,
        {"ostium.synergy.two-primordials": "clan-creature"},
    ),
    Obligation(
        "ostium.fusion.disjoint-does-not-cross",
        "Chains that share no creature never change sides between gate and enemy; the clause on it bars nothing more.",
        (CROSSING, ONE_CHAIN),
        _crossing_is_implied,
    ),
    _bites(
        "crossing-past-an-end-bars-nothing",
        "Where a chain's end is not passed, forbidding to cross bars nothing more.",
        CROSSING,
        {"ostium.fusion.crossing": "geometric", "ostium.fusion.ending-is-passing": "open-end"},
        most=1,
    ),
)
