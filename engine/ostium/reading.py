"""The open questions that the engine can take either way, and one choice among their readings. No reading acts here."""

from collections.abc import Mapping

import msgspec

from ruleproof.spec.fault import nearest

QUESTIONS: Mapping[str, tuple[str, ...]] = {
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
    "ostium.charge.turned-power": ("full", "zero"),
    "ostium.gates.wave-at-end": ("none", "wave"),
}


class Readings(msgspec.Struct, frozen=True):
    """One reading for each question, in the order of QUESTIONS; the defaults first."""

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
    turned_power: str = "full"
    wave_at_end: str = "none"


PRINTED = Readings()


def member(question: str) -> str:
    """The member of Readings that holds a question's reading."""
    return question.rsplit(".", 1)[1].replace("-", "_")


def choose(chosen: Mapping[str, str]) -> Readings:
    """The readings with these choices. Raises ValueError, all faults in one message with the nearest right names."""
    faults = [fault for question, reading in sorted(chosen.items()) if (fault := _fault(question, reading))]
    if faults:
        raise ValueError("; ".join(faults))
    return Readings(**{member(question): reading for question, reading in chosen.items()})


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
