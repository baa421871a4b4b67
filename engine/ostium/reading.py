"""The open questions that the engine can take either way, and one choice among their readings. No reading acts here."""

from collections.abc import Mapping

import msgspec

from ruleproof.spec.fault import nearest

from ..ruling import ruled

OFFERED: Mapping[str, tuple[str, ...]] = {
    "ostium.synergy.two-primordials": ("declared", "symbol", "clan-creature"),
    "ostium.synergy.robed-in-synergy": ("served-clan", "printed-clan"),
    "ostium.synergy.robed-side": ("needs-neighbour", "always"),
    "ostium.fusion.chain-shape": ("any-path", "never-back", "shortest"),
    "ostium.fusion.crossing": ("sharing", "geometric"),
    "ostium.fusion.ending-is-passing": ("disjoint", "shared-end", "open-end"),
    "ostium.fusion.icon-stacking": ("each", "best"),
    "ostium.fusion.late-chain": ("before-its-attack", "before-any-attack"),
    "ostium.charge.must-attack": ("all", "may-withhold"),
    "ostium.charge.second-comparison": ("remainder", "full-power"),
    "ostium.charge.must-push": ("goes-on", "may-stop"),
    "ostium.charge.zero-attack": ("attacks", "needs-power"),
    "ostium.charge.flask-self": ("counts-itself", "others-only"),
    "ostium.charge.flask-value": ("times", "once"),
    "ostium.charge.flask-affiliated": ("printed-clan", "affiliated-too"),
    "ostium.charge.sole-aim": ("creature-too", "gate-only"),
    "ostium.charge.turned-attacks": ("no", "yes"),
    "ostium.charge.turned-power": ("zero", "full"),
    "ostium.gates.wave-at-end": ("none", "wave"),
    "ostium.synergy.primordial-between-clans": ("both", "one-clan"),
    "ostium.synergy.pending-abilities": ("earned", "checked"),
    "ostium.synergy.repeat": ("unlimited", "once-per-turn"),
    "ostium.discard.arrow-in-attack": ("works", "development-only"),
    "ostium.gates.wave-attacker": ("active-player", "cause", "charge-only"),
    "ostium.collect.late-wave": ("now-with-skulls", "next-attack-phase", "now-silent"),
    "ostium.collect.development-skulls": ("at-collection", "at-once"),
    "ostium.collect.skull-compulsory": ("must", "may"),
    "ostium.collect.skull-time": ("each", "after-all"),
    "ostium.collect.priority": ("all-first", "alternate", "conflict-only"),
    "ostium.collect.turned-target": ("legal", "standing-only"),
    "ostium.draw.first-turn": ("refills", "none"),
    "ostium.draw.turn-over-time": ("when-needed", "when-empty"),
    "ostium.draw.ability-turns-over": ("every-draw", "end-only"),
    "ostium.draw.hand-limit": ("refill-only", "ability-too", "discard-down"),
    "ostium.refill.too-few": ("fill-what-can", "stop"),
    "ostium.abilities.rebuild-value": ("durability", "gates", "ignored"),
    "ostium.abilities.clan-removal-source": ("goes-too", "exempt"),
}

QUESTIONS = ruled("ostium", OFFERED)  # as the authors ruled, where they did


class Readings(msgspec.Struct, frozen=True):
    """One reading for each question, in the order of OFFERED; the defaults are those that stand first there."""

    two_primordials: str = "declared"
    robed_in_synergy: str = "served-clan"
    robed_side: str = "needs-neighbour"
    chain_shape: str = "any-path"
    crossing: str = "sharing"
    ending_is_passing: str = "disjoint"
    icon_stacking: str = "each"
    late_chain: str = "before-its-attack"
    must_attack: str = "all"
    second_comparison: str = "remainder"
    must_push: str = "goes-on"
    zero_attack: str = "attacks"
    flask_self: str = "counts-itself"
    flask_value: str = "times"
    flask_affiliated: str = "printed-clan"
    sole_aim: str = "creature-too"
    turned_attacks: str = "no"
    turned_power: str = "zero"
    wave_at_end: str = "none"
    primordial_between_clans: str = "both"
    pending_abilities: str = "earned"
    repeat: str = "unlimited"
    arrow_in_attack: str = "works"
    wave_attacker: str = "active-player"
    late_wave: str = "now-with-skulls"
    development_skulls: str = "at-collection"
    skull_compulsory: str = "must"
    skull_time: str = "each"
    priority: str = "all-first"
    turned_target: str = "legal"
    first_turn: str = "refills"
    turn_over_time: str = "when-needed"
    ability_turns_over: str = "every-draw"
    hand_limit: str = "refill-only"
    too_few: str = "fill-what-can"
    rebuild_value: str = "durability"
    clan_removal_source: str = "goes-too"


PRINTED = Readings()


def member(question: str) -> str:
    """The member of Readings that holds a question's reading."""
    return question.rsplit(".", 1)[1].replace("-", "_")


TAKEN = Readings(**{member(question): names[0] for question, names in QUESTIONS.items()})


def choose(chosen: Mapping[str, str]) -> Readings:
    """The readings with these choices. Raises ValueError, all faults in one message with the nearest right names."""
    if not chosen:
        return TAKEN
    faults = [fault for question, reading in sorted(chosen.items()) if (fault := _fault(question, reading))]
    if faults:
        raise ValueError("; ".join(faults))
    return msgspec.structs.replace(TAKEN, **{member(question): reading for question, reading in chosen.items()})


def chosen(readings: Readings) -> dict[str, str]:
    """The choices that differ from the defaults: the inverse of `choose`."""
    held = {question: str(getattr(readings, member(question))) for question in QUESTIONS}
    return {question: reading for question, reading in held.items() if reading != QUESTIONS[question][0]}


def _fault(question: str, reading: str) -> str | None:
    if question not in QUESTIONS:
        return f"no question {question!r} is a switch of this engine.{nearest(question, QUESTIONS)}"
    if reading not in QUESTIONS[question]:
        return f"{question} has no reading {reading!r}: it is one of {', '.join(QUESTIONS[question])}"
    return None
