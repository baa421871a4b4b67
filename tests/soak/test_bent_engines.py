"""Some ninety bends of the engine, one line each: every one makes an obligation come out otherwise, with a position."""

import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

BENDING = Path(__file__).parent.parent / "bending.py"


class Bend(NamedTuple):
    """One line of a chapter, and what stands there instead."""

    chapter: str
    old: str
    new: str


def without(rule: str) -> Bend:
    """A rule on chains is left out."""
    return Bend("fusion", f"    {rule},\n", "")


POOR = "def _poor(player: Player, clause: str, price: str) -> Refused | None:\n    if "
SWEPT = "(*owned, (blow.attacker, blow.column, SWEPT_ATTACKER))"
SUMMED = "sum([shown[slot].fusion for slot in chain.slots])"

ARITHMETIC = (
    Bend("damage", "return compared > against", "return compared >= against"),
    Bend("damage", "return compared >= against", "return compared > against"),
    Bend("damage", "return FUSION_BONUS + icons", "return FUSION_BONUS"),
    Bend("damage", "FUSION_BONUS = 2  #", "FUSION_BONUS = 3  #"),
    Bend("damage", "    return ops.larger(left - against, 0)", "    return ops.larger(left, 0)"),
    Bend("damage", "    return ops.ite(full, total, left)", "    return left"),
    Bend("damage", "return ops.larger(durability - damage, 0)", "return durability - damage"),
    Bend("damage", "return ops.larger(durability - damage, 0)", "return ops.larger(durability - damage, 1)"),
    Bend("damage", "return ops.smaller(durability + points, FULL)", "return durability + points"),
    Bend("damage", "return power + shields", "return power"),
    Bend("damage", "return power + icons + fusion", "return power + fusion"),
    Bend("damage", "return ops.ite(once, icons, value) * counted", "return ops.ite(once, icons, value)"),
)
ATTACKS = (
    Bend("charge", "        left = left_after(left, against)\n", "        left = left_after(force.total, against)\n"),
    Bend("charge", "        turned |= 1 << slot\n        if not goes_on", "        if not goes_on"),
    Bend("charge", "    if left is None or not state.sides[at.foe].gates[slot]:", "    if left is None:"),
    Bend("charge", "return (front, back) if filled else (front,)", "return (front,)"),
    Bend("charge", "return (back,) if filled else ()", "return ()"),
    Bend("charge", "if chain.last == slot])", "if slot in chain.slots])"),
    Bend("charge", "    return shown.flame + flasked", "    return flasked"),
    Bend("charge", 'if at.readings.turned_power == "zero" and', 'if at.readings.turned_power == "full" and'),
    Bend("charge", " + sum(card is not None and card.clan == clan for card in at.foes)", ""),
    Bend("charge", "    if state.resolved >> NUMBER[action.attacker] & 1:", "    if False:"),
    Bend("charge", "hit(state, Blow(at.foe, slot, at.me), left,", "hit(state, Blow(at.foe, slot, None), left,"),
    Bend(
        "charge", "hit(state, Blow(at.foe, slot, at.me), left,", "hit(state, Blow(at.foe, (slot + 1) % 3, at.me), left,"
    ),
    Bend("charge", "resolved=state.resolved | 1 << slot)", "resolved=state.resolved)"),
    Bend("charge", "    refuse_turned,\n", ""),
    Bend("charge", "    refuse_way,\n", ""),
    Bend("charge", "    refuse_no_attacker,\n", ""),
    Bend("charge", "    if waiting:\n        why", "    if False:\n        why"),
)
CHAINS = (
    Bend("fusion", 'if reading == "shared-end" and chain.last', 'if reading != "open-end" and chain.last'),
    Bend("fusion", "        lawful &= WITHIN[WHOLE & ~used]", "        lawful &= WITHIN[WHOLE]"),
    Bend("fusion", SUMMED, "sum([shown[slot].fusion for slot in chain.slots[:-1]])"),
    Bend("fusion", SUMMED, "sum([shown[slot].fusion for slot in chain.slots[:0]])"),
    Bend("fusion", SUMMED, "max([shown[slot].fusion for slot in chain.slots])"),
    Bend("fusion", "        if corner(one, other):", "        if False:"),
    Bend(
        "fusion",
        "    if state.serving[slot] is not None:\n        return Refused((AFF",
        "    if False:\n        return Refused((AFF",
    ),
    Bend("fusion", "    if any(chain.cells >> slot & 1 for chain in state.chains):", "    if False:"),
    Bend("fusion", "clans[0] if free >> slot & 1 else clan", "clan"),
    Bend("fusion", "        free &= ~chain.cells\n", "        free &= ~0\n"),
    Bend("fusion", "* (chain.last - other.last) < 0", "* (chain.last - other.last) <= 0"),
    Bend("chains", "        if slot not in path:\n", "        if slot not in path and slot != 4:\n"),
    Bend("board", "return apart == 1 if same_row else apart == 0", "return apart == 1 if same_row else apart <= 1"),
    *map(
        without,
        (
            "refuse_fallen_gate",
            "refuse_idle_end",
            "refuse_undeclared",
            "refuse_return",
            "refuse_shape_as_read",
            "refuse_crossing",
            "refuse_without_synergy",
            "refuse_other_clan",
            "refuse_empty_slot",
            "refuse_beginning",
            "refuse_end",
            "refuse_gap",
            "refuse_late",
            "refuse_shared_creature",
        ),
    ),
)
ICONS = (
    Bend("passive", '"robed": FUSION}', '"robed": 0}'),
    Bend("passive", '"fusion": FUSION, "robed"', '"fusion": 0, "robed"'),
    Bend("passive", "        fusion=sum(fusion),", "        fusion=max(fusion, default=0),"),
    Bend("passive", 'shield=sum(value for name, value in values if name == "shield")', "shield=0"),
    Bend("synergy", "            right |= 1 << one\n", "            right |= 1 << other\n"),
    Bend(
        "synergy",
        "    if one.clan == other.clan is not None:",
        "    if one.clan is not None and other.clan is not None:",
    ),
    Bend("field", "there & ~state.sides[at.me].turned", "there"),
    Bend("field", "there = at.filled & ATTACK_ROW & ~state.resolved", "there = at.filled & ATTACK_ROW"),
    Bend("field", "defense_total(card.power, shown.shield)", "defense_total(card.power, 0)"),
)
GATES = (
    Bend("gates", f"owned if blow.attacker is None else {SWEPT}", "owned"),
    Bend("gates", SWEPT, f"{SWEPT[:-1]}, (blow.attacker, defense(blow.column), SWEPT_ATTACKER))"),
    Bend("gates", "(blow.owner, defense(blow.column), SWEPT_OWNER))", "(blow.owner, blow.column, SWEPT_OWNER))"),
    Bend(
        "gates",
        "owner = msgspec.structs.replace(state.sides[blow.owner], gate_lost=True)",
        "owner = state.sides[blow.owner]",
    ),
    Bend("gates", "    if after > 0:\n        return struck", "    if after >= 0:\n        return struck"),
    Bend("gates", "    over = Over(SEATS[1 - blow.owner]", "    over = Over(SEATS[blow.owner]"),
    Bend("gates", "next(seat for seat, side in zip(SEATS, state.sides, strict=True) if any(side.gates))", "SEATS[0]"),
    Bend("gates", "    last = not any(owner.gates)", "    last = not all(owner.gates)"),
    Bend("abilities", "    after = durability_repaired(before, pending.value)", "    after = before + pending.value"),
    Bend("abilities", "_gates(state, pending.owner, standing=True)", "_gates(state, pending.owner, standing=False)"),
)
CARDS = (
    Bend("draw", "deck=player.discard, discard=())", "deck=player.discard[::-1], discard=())"),
    Bend("draw", "deck=player.discard, discard=())", "deck=player.discard)"),
    Bend("draw", "LIMIT = 5\n", "LIMIT = 6\n"),
    Bend("draw", "deck=player.deck[len(more) :]", "deck=player.deck"),
    Bend("draw", "more = player.deck[: count - taken]", "more = player.deck[:count]"),
    Bend("gift", "for number in (1 - state.me, state.me):", "for number in (state.me, 1 - state.me):"),
    Bend("gift", "with_area(settled(state, number), taken(", "with_area(state, taken("),
    Bend("area", "sovereigns=left + area.sovereign_deck[:missing]", "sovereigns=left"),
)
CRYSTALS = (
    Bend("turn", "        state = with_player(state, me, _penniless(player))\n", ""),
    Bend("turn", "players = (_penniless(one), _penniless(other))", "players = (one, other)"),
    Bend("summon", "player.crystals - price + opened.crystals", "player.crystals + opened.crystals"),
    Bend("summon", "if card is not None and cost(card) > held:", "if False:"),
    Bend("summon", "if card is not None and cost(card) > held:", "if card is not None and cost(card) >= held:"),
    Bend("summon", "player = paid(table.players[me], -PILE_PRICE)", "player = table.players[me]"),
    Bend("summon", "if state.table.players[state.me].crystals < PILE_PRICE:", "if False:"),
    Bend("move", f"{POOR}player.crystals < PRICE:", f"{POOR}False:"),
    Bend("discard", "crystals=player.crystals + crystals", "crystals=player.crystals"),
    Bend("domains", "crystals=player.crystals + change)", "crystals=player.crystals)"),
)
ONLY = {  # the obligations that look at a chapter; the others do not run its code
    ARITHMETIC: ("ostium.charge.*", "ostium.gates.struck-*"),
    ATTACKS: ("ostium.charge.*", "ostium.gates.wave-*"),
    CHAINS: ("*engine-*", "*read-*"),
    ICONS: ("*engine-*", "ostium.charge.*"),
    GATES: ("ostium.gates.*",),
    CARDS: ("ostium.draw.*", "ostium.gift.*"),
    CRYSTALS: ("ostium.turn.*",),
}


def named(bend: Bend) -> str:
    return f"{bend.chapter}: {bend.new.strip() or f'without {bend.old.strip()}'}"[:70]


@pytest.mark.parametrize(
    ("bend", "patterns"),
    [pytest.param(bend, patterns, id=named(bend)) for bends, patterns in ONLY.items() for bend in bends],
)
def test_a_bend_of_the_engine_is_refuted_with_a_position(bend: Bend, patterns: tuple[str, ...]) -> None:
    only = [word for pattern in patterns for word in ("--only", pattern)]
    words = [sys.executable, "-P", str(BENDING), *bend, "--", "prove", "ostium", "--format", "json", *only]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.stdout, done.stderr
    bad = [each for each in json.loads(done.stdout)["obligations"] if each["result"] != each["expected"]]
    assert done.returncode == 1
    assert any(each["result"] == "refuted" and each["counterexample"]["position"] for each in bad), bad


def test_the_rule_on_a_second_chain_of_a_gate_is_none_of_its_own() -> None:
    """Left out it changes nothing: both would pass the slot before the gate, as an obligation proves."""
    rule = without("refuse_second_of_gate")
    patterns = ("--only", "*engine-*", "--only", "ostium.fusion.no-second-chain-of-a-gate")
    words = [sys.executable, "-P", str(BENDING), *rule, "--", "prove", "ostium", "--quiet", *patterns]
    assert subprocess.run(words, capture_output=True, check=False).returncode == 0
