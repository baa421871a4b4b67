"""Chapter fusion: which chains may be laid, whom they bind to a clan, and what they add. No attack is made here."""

from collections.abc import Callable
from functools import lru_cache

import msgspec

from ruleproof.spec.fault import nearest

from ..decision import Allowed, Decision, Refused, refused
from ..game import Step
from . import synergy
from .action import Affiliate, Fuse, fuses
from .board import (
    COLUMNS,
    GATE_NAME,
    SLOT_NAME,
    SLOTS,
    WHOLE,
    corner,
    defense,
    in_attack_row,
    names,
    touch,
)
from .chains import ENDING, EVERY, OVER, PASSING_WITHIN, SHAPED, STARTING, WITHIN, Chain
from .damage import chain_bonus
from .event import Fused
from .field import Field, Loyalty, able, bound_to, declarable, field, standing
from .gates import NO_FUSION_FROM_DESTROYED
from .passive import FUSION
from .state import CLANS, State
from .synergy import DEFEATED_KEEP_GIVING, side_clauses

RAISES_ATTACK_POWER = "ostium.fusion.raises-attack-power"
BONUS_IS_TWO = "ostium.fusion.bonus-is-two"
UNINTERRUPTED_CHAIN = "ostium.fusion.uninterrupted-chain"
STARTS_IN_OWN_COLUMN = "ostium.fusion.starts-in-own-column"
ENDS_AT_ATTACKER = "ostium.fusion.ends-at-attacker"
SYNERGY_REQUIRED = "ostium.fusion.synergy-required"
PRIMORDIAL_SERVES_ONE_CLAN = "ostium.fusion.primordial-serves-one-clan"
ROBED_SERVES_ONE_CLAN = "ostium.fusion.robed-serves-one-clan"
AFFILIATION_IS_FIXED = "ostium.fusion.affiliation-is-fixed"
ATTACK_ONLY = "ostium.fusion.attack-only"
ONE_CHAIN_PER_GATE = "ostium.fusion.one-chain-per-gate"
ACTIVE_GATE = "ostium.fusion.active-gate"
NO_DIAGONAL = "ostium.fusion.no-diagonal"
ONE_CLAN = "ostium.fusion.one-clan"
NO_CROSSING = "ostium.fusion.no-crossing"
ONE_CHAIN_PER_CREATURE = "ostium.fusion.one-chain-per-creature"
POWER_NOT_ADDED = "ostium.fusion.power-not-added"
ICON_ADDS = "ostium.fusion.icon-adds"
ROBED_ADDS = "ostium.fusion.robed-adds"
DOUBLE_ARROW_JOINS = "ostium.fusion.double-arrow-joins"
NO_CREATURE_TWICE = "ostium.fusion.no-creature-twice"

MAY_FUSE = Allowed(
    (RAISES_ATTACK_POWER, UNINTERRUPTED_CHAIN, SYNERGY_REQUIRED, ONE_CLAN, ACTIVE_GATE, ENDS_AT_ATTACKER)
)
MAY_SERVE = Allowed((PRIMORDIAL_SERVES_ONE_CLAN, DOUBLE_ARROW_JOINS))
MAY_SERVE_ROBED = Allowed((ROBED_SERVES_ONE_CLAN,))

ShapeRule = Callable[[Chain], Refused | None]
ChainRule = Callable[[State, Field, Loyalty, Chain], Refused | None]


# May this chain be laid? First its shape, which the grid alone decides.


def refuse_nothing(chain: Chain) -> Refused | None:
    """A chain goes over creatures."""
    if not chain.path:
        return Refused((UNINTERRUPTED_CHAIN,), "a chain goes over at least the gate's own defense slot and an attacker")
    return None


def refuse_beginning(chain: Chain) -> Refused | None:
    """The first creature stands in the defense slot of the gate's own column."""
    start = defense(chain.gate)
    if chain.path and chain.slots[0] != start:
        why = f"a chain from gate {chain.gate} begins in {SLOTS[start]}, not in {chain.path[0]}"
        return Refused((STARTS_IN_OWN_COLUMN,), why)
    return None


def refuse_end(chain: Chain) -> Refused | None:
    """The last creature stands in the attack row."""
    if chain.path and not in_attack_row(chain.last):
        return Refused((ENDS_AT_ATTACKER,), f"a chain leads to an attacker, and {chain.path[-1]} is in the defense row")
    return None


def refuse_diagonal(chain: Chain) -> Refused | None:
    """No step goes over a corner."""
    for one, other in chain.steps:
        if corner(one, other):
            return Refused(
                (NO_DIAGONAL, synergy.NO_DIAGONAL), f"{SLOTS[one]} and {SLOTS[other]} touch at a corner only"
            )
    return None


def refuse_gap(chain: Chain) -> Refused | None:
    """No step leaves a slot out."""
    for one, other in chain.steps:
        if one != other and not touch(one, other) and not corner(one, other):
            return Refused((UNINTERRUPTED_CHAIN,), f"the chain breaks between {SLOTS[one]} and {SLOTS[other]}")
    return None


def refuse_return(chain: Chain) -> Refused | None:
    """No creature comes twice in one chain."""
    twice = [slot for slot in chain.path if chain.path.count(slot) > 1]
    if twice:
        return Refused((NO_CREATURE_TWICE,), f"the chain comes through {twice[0]} twice")
    return None


SHAPE_RULES: tuple[ShapeRule, ...] = (
    refuse_nothing,
    refuse_beginning,
    refuse_end,
    refuse_diagonal,
    refuse_gap,
    refuse_return,
)


@lru_cache(maxsize=1 << 12)
def misshapen(chain: Chain) -> tuple[Refused, ...]:
    """Why no board has room for this chain; nothing where some board has."""
    return tuple(reason for rule in SHAPE_RULES if (reason := rule(chain)))


# Then what lies on the table and what was done in this phase.


def refuse_empty_slot(state: State, at: Field, loyal: Loyalty, chain: Chain) -> Refused | None:
    """Every slot of the chain holds a creature."""
    empty = chain.cells & ~at.filled
    if empty:
        return Refused((UNINTERRUPTED_CHAIN,), f"no creature is in {names(empty)}")
    return None


def refuse_other_clan(state: State, at: Field, loyal: Loyalty, chain: Chain) -> Refused | None:
    """All its creatures are of one clan, or serve that clan."""
    clans = _clans(loyal, chain)
    if len(clans) > 1:
        return Refused((ONE_CLAN, *_fixed(state, chain)), f"the chain joins the clans {', '.join(clans)}")
    without = chain.cells & at.filled & ~loyal.held
    if without:
        return Refused((ONE_CLAN, SYNERGY_REQUIRED), f"{names(without)} belongs to no clan")
    return None


def refuse_undeclared(state: State, at: Field, loyal: Loyalty, chain: Chain) -> Refused | None:
    """Where all its creatures could serve any clan, one of them says first which."""
    if _clans(loyal, chain) or not chain.cells & at.filled or chain.cells & ~at.wild:
        return None
    if at.readings.two_primordials == "symbol" and not chain.cells & ~at.primordial:
        return None
    clause = PRIMORDIAL_SERVES_ONE_CLAN if chain.cells & at.arrows else ROBED_SERVES_ONE_CLAN
    return Refused((clause, ONE_CLAN), "each of its creatures could serve any clan: one has to be affiliated first")


def refuse_without_synergy(state: State, at: Field, loyal: Loyalty, chain: Chain) -> Refused | None:
    """Each of its creatures is in synergy, as the questions about primordials and robed creatures are read."""
    lonely = chain.cells & at.lonely
    if lonely:
        return Refused((SYNERGY_REQUIRED, ROBED_SERVES_ONE_CLAN), f"{names(lonely)} touches nobody of its own clan")
    if chain.edges & at.apart:
        return Refused((SYNERGY_REQUIRED, DOUBLE_ARROW_JOINS), "two primordials side by side are in no synergy")
    return None


def refuse_shape_as_read(state: State, at: Field, loyal: Loyalty, chain: Chain) -> Refused | None:
    """The chain winds no more than the question about its shape allows."""
    if at.readings.chain_shape == "never-back" and chain.steps_back:
        return Refused((UNINTERRUPTED_CHAIN,), "the chain steps back from the attack row to the defense row")
    if at.readings.chain_shape == "shortest" and chain.detours:
        return Refused((UNINTERRUPTED_CHAIN,), "there is a shorter way from the gate to the attacker")
    return None


def refuse_fallen_gate(state: State, at: Field, loyal: Loyalty, chain: Chain) -> Refused | None:
    """The gate stands."""
    if not state.sides[at.me].gates[chain.gate]:
        return Refused((NO_FUSION_FROM_DESTROYED, ACTIVE_GATE), f"gate {chain.gate} does not stand")
    return None


def refuse_second_of_gate(state: State, at: Field, loyal: Loyalty, chain: Chain) -> Refused | None:
    """A gate starts one chain."""
    if any(other.gate == chain.gate for other in state.chains):
        return Refused((ONE_CHAIN_PER_GATE,), f"gate {chain.gate} has started a chain already")
    return None


def refuse_shared_creature(state: State, at: Field, loyal: Loyalty, chain: Chain) -> Refused | None:
    """A creature is part of one chain, as the question about a chain's end is read."""
    for other in state.chains:
        shared = _shared(chain, other, at.readings.ending_is_passing)
        if shared:
            return Refused((ONE_CHAIN_PER_CREATURE,), f"{names(shared)} is part of the chain from gate {other.gate}")
    return None


def refuse_crossing(state: State, at: Field, loyal: Loyalty, chain: Chain) -> Refused | None:
    """Chains do not cross: sharing a creature aside, their attackers stand in the order of their gates."""
    if at.readings.crossing == "sharing":
        return None
    for other in state.chains:
        if _crossed(chain, other):
            return Refused((NO_CROSSING,), f"it crosses the chain from gate {other.gate}")
    return None


def refuse_idle_end(state: State, at: Field, loyal: Loyalty, chain: Chain) -> Refused | None:
    """The creature at its end has its attack before it."""
    if in_attack_row(chain.last) and at.filled >> chain.last & 1 and not able(state, at) >> chain.last & 1:
        did = "has had its attack" if state.resolved >> chain.last & 1 else "does not attack"
        return Refused((ENDS_AT_ATTACKER, ATTACK_ONLY), f"the creature in {SLOTS[chain.last]} {did}")
    return None


def refuse_late(state: State, at: Field, loyal: Loyalty, chain: Chain) -> Refused | None:
    """Where the question is read so, all chains are laid before the first attack."""
    if at.readings.late_chain == "before-any-attack" and state.resolved:
        return Refused((RAISES_ATTACK_POWER,), "the attacks have begun, and chains come before them")
    return None


CHAIN_RULES: tuple[ChainRule, ...] = (
    refuse_empty_slot,
    refuse_other_clan,
    refuse_undeclared,
    refuse_without_synergy,
    refuse_shape_as_read,
    refuse_fallen_gate,
    refuse_second_of_gate,
    refuse_shared_creature,
    refuse_crossing,
    refuse_idle_end,
    refuse_late,
)


def decide_fuse(state: State, action: Fuse) -> Decision:
    """Whether this chain may be laid now."""
    chain, at = action.chain, field(state.table)
    reasons = misshapen(chain)
    if chain.path:
        loyal = loyalty(at, state.serving)
        reasons += tuple([reason for rule in CHAIN_RULES if (reason := rule(state, at, loyal, chain))])
    return refused(reasons) if reasons else MAY_FUSE


# What happens: those that could serve any clan are bound to the chain's, and the attacker has its bonus.


def apply_fuse(state: State, action: Fuse) -> Step[State]:
    """Lay the chain."""
    chain, at = action.chain, field(state.table)
    event = Fused(
        SLOT_NAME[at.me][chain.last],
        GATE_NAME[at.me][chain.gate],
        chain.names[at.me],
        bonus(at, chain),
        _why_bonus(state, at, chain),
    )
    serving = _bound(state, at, chain)
    return Step(msgspec.structs.replace(state, serving=serving, chains=(*state.chains, chain)), (event,))


def bonus(at: Field, chain: Chain) -> int:
    """What a chain adds to its attacker: the bonus of the gate and the fusion icons of its creatures."""
    shown = at.icons
    best = at.readings.icon_stacking == "best"
    icons = (
        max([shown[slot].best for slot in chain.slots]) if best else sum([shown[slot].fusion for slot in chain.slots])
    )
    added: int = chain_bonus(icons)
    return added


def _bound(state: State, at: Field, chain: Chain) -> tuple[str | None, ...]:
    loyal = loyalty(at, state.serving)
    free = chain.cells & loyal.free
    clans = _clans(loyal, chain) if free else []
    if not clans:
        return state.serving
    return tuple([clans[0] if free >> slot & 1 else clan for slot, clan in enumerate(state.serving)])


def _why_bonus(state: State, at: Field, chain: Chain) -> tuple[str, ...]:
    shown = [at.icons[slot] for slot in chain.slots]
    sided = sum([1 << slot for slot in chain.slots if at.icons[slot].sided & FUSION])
    return _bonus_clauses(
        any([icons.fusion for icons in shown]),  # noqa: C419  # a list is quicker than a generator here
        any([icons.robed for icons in shown]),  # noqa: C419  # as above
        side_clauses(bool(sided & at.arrowed)) if sided else (),
        bool(chain.cells & at.arrows),
        bool(chain.cells & state.sides[at.me].turned),
    )


@lru_cache(maxsize=64)
def _bonus_clauses(icon: bool, robed: bool, sided: tuple[str, ...], arrowed: bool, turned: bool) -> tuple[str, ...]:
    parts = (
        (RAISES_ATTACK_POWER, BONUS_IS_TWO, POWER_NOT_ADDED),
        (ICON_ADDS,) if icon else (),
        (ROBED_ADDS, ROBED_SERVES_ONE_CLAN) if robed else (),
        sided,
        (DOUBLE_ARROW_JOINS, PRIMORDIAL_SERVES_ONE_CLAN) if arrowed else (),
        (DEFEATED_KEEP_GIVING,) if turned else (),
    )
    return tuple(clause for part in parts for clause in part)


# A creature that can serve any clan may say which before its chain.


def decide_affiliate(state: State, action: Affiliate) -> Decision:
    """Whether this creature may be declared a creature of that clan."""
    at = field(state.table)
    slot = next((number for number, card in enumerate(at.own) if card is not None and card.id == action.card), None)
    if slot is None:
        known = tuple(card.id for card in at.own if card is not None)
        return Refused((), f"no creature {action.card!r} is on the own battlefield.{nearest(action.card, known)}")
    if not at.wild >> slot & 1:
        return Refused((ROBED_SERVES_ONE_CLAN, PRIMORDIAL_SERVES_ONE_CLAN), f"{action.card} serves its own clan only")
    if state.serving[slot] is not None:
        return Refused((AFFILIATION_IS_FIXED,), f"{action.card} serves {state.serving[slot]} for this attack phase")
    if any(chain.cells >> slot & 1 for chain in state.chains):
        return Refused((AFFILIATION_IS_FIXED,), f"{action.card} is part of a chain already")
    return MAY_SERVE if at.arrows >> slot & 1 else MAY_SERVE_ROBED


def apply_affiliate(state: State, action: Affiliate) -> Step[State]:
    """Declare it."""
    own = field(state.table).own
    serving = tuple(
        action.clan if card is not None and card.id == action.card else clan
        for card, clan in zip(own, state.serving, strict=True)
    )
    return Step(msgspec.structs.replace(state, serving=serving), ())


# All that may be laid or declared, from tables: what the rules above let through, and tested to be exactly that.


def chains(state: State, at: Field, ready: int) -> tuple[Fuse, ...]:
    """Every chain that may be laid now, `ready` being the columns whose attacker has its attack before it."""
    if at.readings.late_chain == "before-any-attack" and state.resolved:
        return ()
    lawful = loyalty(at, state.serving).lawful
    if not lawful:
        return ()
    gates = standing(state.sides[at.me].gates)
    used = 0
    for chain in state.chains:
        gates &= ~(1 << chain.gate)
        used |= chain.cells
    lawful &= STARTING[gates] & ENDING[ready]
    if at.readings.ending_is_passing == "disjoint":
        lawful &= WITHIN[WHOLE & ~used]
    else:
        lawful &= _beside(state, at)
    if at.readings.crossing != "sharing":
        lawful &= _uncrossed(state)
    return fuses(lawful)


def declarations(state: State, at: Field) -> tuple[Affiliate, ...]:
    """Every declaration that may be made now."""
    free = loyalty(at, state.serving).free
    if not free:
        return ()
    for chain in state.chains:
        free &= ~chain.cells
    return declarable(at, free)


def loyalty(at: Field, serving: tuple[str | None, ...]) -> Loyalty:
    """Whom the creatures serve, and the chains that this leaves; worked out once for each set of declarations."""
    known = at.loyalties.get(serving)
    if known is None:
        known = at.loyalties[serving] = _loyalty(at, serving)
    return known


def _loyalty(at: Field, serving: tuple[str | None, ...]) -> Loyalty:
    bound: dict[str, int] = dict.fromkeys(CLANS, 0)
    free = held = 0
    for slot in range(len(SLOTS)):
        clan = bound_to(at, serving, slot)
        if clan is not None:
            bound[clan] |= 1 << slot
        elif at.wild >> slot & 1:
            free |= 1 << slot
    present = tuple([(clan, cells) for clan, cells in bound.items() if cells])
    for _, cells in present:
        held |= cells
    return Loyalty(present, free, held | free, _lawful(at, present, free))


def _lawful(at: Field, bound: tuple[tuple[str, int], ...], free: int) -> int:
    ready, undeclared = ~at.lonely, WITHIN[free]
    chains = 0
    for _, cells in bound:
        chains |= WITHIN[(cells | free) & ready] & ~undeclared
    if at.readings.two_primordials == "symbol":
        chains |= WITHIN[free & at.primordial]
    return chains & (_linked(at.apart) if at.apart else EVERY) & SHAPED[at.readings.chain_shape]


def _linked(apart: int) -> int:
    linked = EVERY
    for edge, over in enumerate(OVER):
        if apart >> edge & 1:
            linked &= ~over
    return linked


def _beside(state: State, at: Field) -> int:
    allowed = EVERY
    for other in state.chains:
        if at.readings.ending_is_passing == "open-end":
            allowed &= PASSING_WITHIN[WHOLE & ~other.passed]
        else:
            allowed &= WITHIN[WHOLE & ~other.cells] | PASSING_WITHIN[WHOLE & ~other.cells] & ENDING[1 << other.last]
    return allowed


def _uncrossed(state: State) -> int:
    allowed = EVERY
    for other in state.chains:
        for gate in range(COLUMNS):
            ahead = sum(1 << end for end in range(COLUMNS) if (end - other.last) * (gate - other.gate) < 0)
            allowed &= ~(STARTING[1 << gate] & ENDING[ahead])
    return allowed


def _shared(chain: Chain, other: Chain, reading: str) -> int:
    if reading == "open-end":
        return chain.passed & other.passed
    shared = chain.cells & other.cells
    if reading == "shared-end" and chain.last == other.last:
        return shared & ~(1 << chain.last)
    return shared


def _crossed(chain: Chain, other: Chain) -> bool:
    return (chain.gate - other.gate) * (chain.last - other.last) < 0


def _clans(loyal: Loyalty, chain: Chain) -> list[str]:
    cells = chain.cells
    return [clan for clan, bound in loyal.bound if bound & cells]


def _fixed(state: State, chain: Chain) -> tuple[str, ...]:
    declared = any(state.serving[slot] for slot in chain.slots)
    return (AFFILIATION_IS_FIXED,) if declared else ()
