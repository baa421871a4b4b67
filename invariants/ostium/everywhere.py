"""The engine on every board there is, but for those alike: which chains it lets be laid, what they add, whom they bind.

What it has to do is known from the ways on a graph. That these are the closed form of the proofs is claimed first.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, permutations, product
from typing import Any, NamedTuple, TypeAlias

from ruleproof.engine.decision import Allowed
from ruleproof.engine.game import Step
from ruleproof.engine.ostium import reading
from ruleproof.engine.ostium.action import Affiliate, Fuse
from ruleproof.engine.ostium.chains import Chain
from ruleproof.engine.ostium.game import GAME
from ruleproof.engine.ostium.state import Creature, Player, Side, State, Table

from ..proving import Counted, Obligation, Witness
from ..solving import TERMS, Assumed, Term, boolean
from .boards import CLANS, Board, symbolic
from .fusion import (
    ACTIVE_GATE,
    BONUS,
    CHAIN,
    DIAGONAL,
    END,
    FIXED,
    ICON,
    PRIMORDIAL,
    ROBED,
    ROBED_ICON,
    SHAPE,
    START,
    TWICE,
    possible,
)
from .layouts import EMPTY, NUMBER, WILD, Layout, classes, declared, members, undeclared
from .layouts import possible as possible_there
from .paths import CELLS, COLUMNS, Compatible, Path, disjoint, paths

VALUES = {name: 1 << place for place, name in enumerate(CELLS)}  # so that a sum tells who is in it
FUSES = {path: Fuse(Chain(path.gate, path.cells)) for path in paths()}
PATHS = {fuse.chain: path for path, fuse in FUSES.items()}
EVERY = (1 << len(NUMBER)) - 1
Lying: TypeAlias = Mapping[str, Creature | None]

KINDS = ("primordial", "robed", "double arrow")  # those who serve any clan


def creature(name: str, held: str, number: int, kind: str) -> Creature | None:
    """What lies on a cell: each shows the value of its cell. `kind` is what serves any clan there."""
    value, card = VALUES[name], name.lower()
    clan = CLANS[(number + CELLS.index(name)) % len(CLANS)]
    if held == EMPTY:
        return None
    if held != WILD:
        return Creature(card, "warrior", held, main=(f"fusion:{value}",))
    if kind == "primordial":
        return Creature(card, "primordial", None, main=("double_arrow", f"fusion:{value}"))
    if kind == "robed":
        return Creature(card, "familiar", clan, main=(f"robed:{value}",))
    return Creature(card, "sovereign", clan, main=("double_arrow", f"fusion:{value}"))


def nothing(lying: Lying) -> int:
    """No way is barred."""
    return 0


@dataclass(frozen=True)
class Setting:
    """How boards are looked at: the readings, and what they do to ways as sets of bits over `paths`.

    `ways` are those there can be, `bars` takes away what the creatures on a board bar, `compatible` says which may lie
    side by side; `unbound`: nobody has to be declared. `wild` is what serves any clan, else all kinds in turn.
    """

    readings: Mapping[str, str] = field(default_factory=dict[str, str])
    ways: int = EVERY
    compatible: Compatible = disjoint
    bars: Callable[[Lying], int] = nothing
    unbound: bool = False
    wild: str = ""

    @property
    def barred(self) -> tuple[int, ...]:
        """For each way those that cannot be laid when it is: the ones of its gate and all that are not compatible."""
        return _barred(self.compatible)

    def lying(self, layout: Layout, number: int) -> Lying:
        """What lies on the cells of a board."""
        kinds = (self.wild or KINDS[(number + place) % len(KINDS)] for place in range(len(CELLS)))
        each = zip(CELLS, layout, kinds, strict=True)
        return {name: creature(name, held, number, kind) for name, held, kind in each}

    def lawful(self, layout: Layout, lying: Lying) -> int:
        """The ways that can be laid on a board with nothing declared beside what the layout says."""
        found = possible_there(layout) & ~(0 if self.unbound else undeclared(layout))
        return found & self.ways & ~self.bars(lying)


@cache
def _barred(compatible: Compatible) -> tuple[int, ...]:
    return tuple(
        sum(1 << NUMBER[two] for two in paths() if two.gate == one.gate or not compatible(one, two)) for one in paths()
    )


PLAIN = Setting()


def state_of(lying: Lying, setting: Setting = PLAIN, **more: Any) -> State:
    """The attack phase on a board; B's side is empty."""
    table = Table((Player(field=tuple(lying.values())), Player()), readings=reading.choose(setting.readings))
    return State(table, **more)


def decided(state: State, asked: int = EVERY) -> int:
    """Those of the ways asked for that the engine decides can be laid now, as a set of bits."""
    ways = members(asked)
    return sum(1 << NUMBER[path] for path in ways if isinstance(GAME.decide(state, "A", FUSES[path]), Allowed))


def offered(state: State) -> tuple[Fuse, ...]:
    """The chains that the engine offers."""
    return tuple(action for action in GAME.actions(state, "A") if isinstance(action, Fuse))


def _parting(state: State, lawful: int, asked: int = EVERY) -> Iterator[Counted]:
    """The ways that the engine decides, of those asked for, or offers otherwise."""
    offers = offered(state)
    for fuse in offers:
        if fuse.chain not in PATHS:
            what = f"the engine offers {' '.join(fuse.chain.path)} from gate {fuse.chain.gate}"
            yield Counted(what, "one of the 29 ways", "none of them", shown(state, fuse, may=False))
    listed = sum(1 << NUMBER[PATHS[fuse.chain]] for fuse in offers if fuse.chain in PATHS)
    for says, found in (("decides", decided(state, asked)), ("offers", listed)):
        for path in members(found ^ lawful):
            may = bool(lawful >> NUMBER[path] & 1)
            what = f"the engine {says}, of {' '.join(path.cells)} from gate {path.gate}"
            yield Counted(what, _may(may), _may(not may), shown(state, FUSES[path], may=may))


def _may(may: bool) -> str:
    return "may be laid" if may else "may not"


def shown(state: State, *actions: Any, may: bool = True) -> Witness:
    """The position and what is tried there."""
    readings = reading.chosen(state.table.readings)
    told = f"By the rules this {'may' if may else 'may not'} be done."
    return {
        "position": GAME.dump(state),
        "readings": readings,
        "actions": [GAME.write_action(action) for action in actions],
        "shows": told,
    }


# All sets of chains on all boards.


def engine_lays(setting: Setting = PLAIN, boards: Callable[[Layout], bool] = lambda layout: True) -> Iterator[Counted]:
    """On each board, whatever was laid before, the engine lets be laid what the graph finds, and adds what it has."""
    looked = 0
    for number, (layout, _) in enumerate(classes()):
        if boards(layout):
            looked += 1
            yield from engine_on(layout, number, setting)
    yield Counted("some board is looked at", True, looked > 0)


def engine_on(layout: Layout, number: int, setting: Setting = PLAIN) -> Iterator[Counted]:
    """Where the engine parts from the graph on one board; nothing where it does not. The number varies its cards."""
    lying = setting.lying(layout, number)
    return _from_here(layout, state_of(lying, setting), Walk(setting, lying))


class Walk(NamedTuple):
    """What stays the same while chains are laid on a board."""

    setting: Setting
    lying: Lying


def _from_here(layout: Layout, state: State, walk: Walk, barred: int = 0, gate: int = 0) -> Iterator[Counted]:
    """All sets of chains that go on from here, by gate. Declared creatures count as creatures of that clan."""
    lawful = walk.setting.lawful(layout, walk.lying) & ~barred
    # what no clan could take before anything was laid is asked for then, and not with each chain again
    yield from _parting(state, lawful, possible_there(layout) if barred else EVERY)
    for path in members(lawful):
        if path.gate >= gate:
            step, after = GAME.apply(state, "A", FUSES[path]), declared(layout, path)
            yield from _told(layout, state, path, step, walk.setting)
            still = barred | walk.setting.barred[NUMBER[path]]
            yield from _from_here(after, step.state, walk, still, path.gate + 1)


def _told(layout: Layout, before: State, path: Path, step: Step[State], setting: Setting) -> Iterator[Counted]:
    """What the engine adds for a chain, and whom its creatures serve from then on."""
    values = [VALUES[name] for name in path.cells]
    best = setting.readings.get("ostium.fusion.icon-stacking") == "best"
    bonus, event = 2 + (max(values) if best else sum(values)), step.events[0]
    bound = zip(CELLS, layout, declared(layout, path), before.serving, strict=True)
    serving = tuple(now if then != now else served for _, then, now, served in bound)
    found = getattr(event, "bonus", None), step.state.serving
    if found != (bonus, serving):
        what = f"bonus, and whom the creatures serve, behind {' '.join(path.cells)} from gate {path.gate}"
        yield Counted(what, (bonus, serving), found, shown(before, FUSES[path]))


# Declarations.


def engine_declares() -> Iterator[Counted]:
    """On each board those who serve any clan can be declared for any, and then the engine lays what that leaves."""
    yield Counted("boards but for those alike", 1758, len(classes()))
    for number, (layout, _) in enumerate(classes()):
        lying = PLAIN.lying(layout, number)
        wild = [place for place, held in enumerate(layout) if held == WILD]
        yield from _declarations(lying, {CELLS[place].lower() for place in wild})
        for place in dict.fromkeys(wild[:1] + wild[-1:]):
            clan = CLANS[(number + place) % len(CLANS)]
            after = GAME.apply(state_of(lying), "A", Affiliate(CELLS[place].lower(), clan)).state
            yield from _parting(after, PLAIN.lawful((*layout[:place], clan, *layout[place + 1 :]), lying))
            yield from _again(after, place)


def _declarations(lying: Lying, wild: set[str]) -> Iterator[Counted]:
    state = state_of(lying)
    offers = {action for action in GAME.actions(state, "A") if isinstance(action, Affiliate)}
    for action in (Affiliate(card.id, clan) for card in lying.values() if card for clan in CLANS):
        found = isinstance(GAME.decide(state, "A", action), Allowed), action in offers
        may = action.card in wild
        if found != (may, may):
            yield Counted(f"{action.card} declared for {action.clan}", (may, may), found, shown(state, action, may=may))


def _again(state: State, place: int) -> Iterator[Counted]:
    """Who was declared stays so."""
    for clan in CLANS:
        action = Affiliate(CELLS[place].lower(), clan)
        if isinstance(GAME.decide(state, "A", action), Allowed):
            yield Counted("declared a second time", False, True, shown(state, action, may=False))


def chained_stay(setting: Setting) -> Iterator[Counted]:
    """Where a chain can be laid that binds nobody, none of its creatures is declared for a clan behind that."""
    lying = setting.lying((WILD,) * len(CELLS), 0)
    path = paths()[0]
    state = GAME.apply(state_of(lying, setting), "A", FUSES[path]).state
    offers = {action for action in GAME.actions(state, "A") if isinstance(action, Affiliate)}
    for name, clan in product(CELLS, CLANS):
        action, may = Affiliate(name.lower(), clan), name not in path.cells
        found = isinstance(GAME.decide(state, "A", action), Allowed), action in offers
        if found != (may, may):
            what = f"{action.card} declared for {clan} beside a chain"
            yield Counted(what, (may, may), found, shown(state, action, may=may))


# Gates that stand, attackers that are there still.

RICH: tuple[Layout, ...] = (
    ("red",) * 6,
    (WILD, "blue", WILD, "blue", WILD, "blue"),
    ("red", "red", "blue", "red", "blue", "blue"),
    (WILD, WILD, "green", "green", EMPTY, "green"),
)


def engine_heeds() -> Iterator[Counted]:
    """Chains start from gates that stand and end on attackers whose attack is to come."""
    yield from _heeded(PLAIN, RICH)
    yield from _heeded(AT_FIRST, RICH[:1])


AT_FIRST = Setting({"ostium.fusion.late-chain": "before-any-attack"})


def _heeded(setting: Setting, layouts: tuple[Layout, ...]) -> Iterator[Counted]:
    for number, layout in enumerate(layouts):
        lying = setting.lying(layout, number)
        lawful = setting.lawful(layout, lying)
        for fallen, turned, done in product(range(1 << len(COLUMNS)), repeat=3):
            first, second, third = (0 if fallen >> column & 1 else 1 + column for column in COLUMNS)
            sides = Side((first, second, third), turned), Side()
            late = setting is AT_FIRST and done
            left = 0 if late else lawful & _open(fallen, turned | done)
            yield from _parting(state_of(lying, setting, sides=sides, resolved=done), left)
    yield Counted("some board is looked at", True, bool(layouts))


def _open(fallen: int, idle: int) -> int:
    """The ways from gates that have not fallen to attackers that are not idle."""
    return sum(
        1 << number
        for path, number in NUMBER.items()
        if not fallen >> path.gate & 1 and not idle >> int(path.attacker[1]) & 1
    )


def engine_refuses_the_rest() -> Iterator[Counted]:
    """Of all rows of cells, however they lie, the engine lets be laid the 29 ways alone, on a board that bars none."""
    state = state_of(PLAIN.lying(("red",) * len(CELLS), 0))
    short = (cells for length in range(5) for cells in product(CELLS, repeat=length))
    long = (cells for length in (5, 6) for cells in permutations(CELLS, length))
    known = {(path.gate, path.cells) for path in paths()}
    looked = 0
    for gate, cells in product(COLUMNS, chain(short, long)):
        looked += 1
        fuse, may = Fuse(Chain(gate, cells)), (gate, cells) in known
        if isinstance(GAME.decide(state, "A", fuse), Allowed) != may:
            what = f"the engine, of {' '.join(cells) or 'nothing'} from gate {gate}"
            yield Counted(what, _may(may), _may(not may), shown(state, fuse, may=may))
    yield Counted("rows of cells", 3 * (sum(6**length for length in range(5)) + 720 + 720), looked)


# The closed form of the proofs, on each of the boards.


class ClosedForm:
    """The closed form on boards that are put in the places of its symbols one after the other."""

    def __init__(self) -> None:
        board = symbolic()
        self.says = [boolean(f"way {number}") for number in NUMBER.values()]
        ways = (TERMS.same(says, possible(board, path)) for says, path in zip(self.says, NUMBER, strict=True))
        plain = (TERMS.same(cell.serves, None) for cell in board.cells.values())
        self.held = {(name, held): holds_there(board, name, held) for name in CELLS for held in (EMPTY, WILD, *CLANS)}
        self.assumed = Assumed((*board.shape, *board.stands, *ways, *plain))

    def parting(self, layout: Layout) -> list[Path]:
        """The ways that the graph finds on a board and the closed form does not, or the other way round."""
        found = possible_there(layout)
        lies = [self.held[each] for each in zip(CELLS, layout, strict=True)]
        agrees = [says if found >> place & 1 else TERMS.negate(says) for place, says in enumerate(self.says)]
        if self.assumed.allows(*lies, *agrees):
            return []
        return [path for path in paths() if self.assumed.allows(*lies, TERMS.negate(agrees[NUMBER[path]]))]


def holds_there(board: Board, name: str, held: str) -> Term:
    """A symbolic cell holds this: nothing, a creature of a clan, or one that serves any."""
    cell = board.cells[name]
    if held == EMPTY:
        return TERMS.negate(cell.occupied)
    tame = TERMS.both(cell.occupied, TERMS.negate(cell.wild), TERMS.same(cell.clan, held))
    return TERMS.both(cell.occupied, cell.wild) if held == WILD else tame


def closed_form_is_the_graph() -> Iterator[Counted]:
    """Solver and graph find the same ways on every board, clans and wild creatures put in the places of the symbols."""
    form = ClosedForm()
    for layout, _ in classes():
        if parting := form.parting(layout):
            witness = shown(state_of(PLAIN.lying(layout, 0)), *(FUSES[path] for path in parting[:1]))
            yield Counted(f"ways of one but not the other, on {layout}", [], parting, witness)
    yield Counted("boards but for those alike", 1758, len(classes()))


OBLIGATIONS = (
    Obligation(
        "ostium.fusion.ways-on-every-board",
        "On all 1,758 boards that are not alike the closed form has the ways that are found on a graph.",
        SHAPE,
        closed_form_is_the_graph,
    ),
    Obligation(
        "ostium.fusion.engine-lays-the-closed-form",
        "On all 1,758 boards, whatever was laid before, the engine lets just these ways be laid and adds their icons.",
        (*SHAPE, BONUS, ICON, ROBED_ICON),
        engine_lays,
    ),
    Obligation(
        "ostium.fusion.engine-refuses-the-rest",
        "On a full board of one clan the engine refuses every row of cells that is none of the 29 ways.",
        (CHAIN, START, END, DIAGONAL, TWICE),
        engine_refuses_the_rest,
    ),
    Obligation(
        "ostium.fusion.engine-declares-the-wild",
        "On all 1,758 boards the engine lets whoever serves any clan be declared, once, and heeds it from then on.",
        (PRIMORDIAL, ROBED, FIXED),
        engine_declares,
    ),
    Obligation(
        "ostium.fusion.engine-heeds-gates-and-attackers",
        "The engine lays chains from gates that stand to attackers that lie upright and have their attack before them.",
        (ACTIVE_GATE, END),
        engine_heeds,
    ),
)
