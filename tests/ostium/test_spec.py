"""Facts about Ostium's rules as written: nothing is left out, and the worked examples' sums are right."""

from collections import Counter
from pathlib import Path
from typing import Any, cast

import pytest

from ruleproof.spec.checking import check
from ruleproof.spec.ledger import OBLIGING, Class
from ruleproof.spec.loading import Rules, load
from ruleproof.spec.untyped import as_dict, as_list

IDS = {
    "synergy": """neighbours-of-one-clan no-diagonal primordial-any-clan whenever-adjacent-in-attack-phase
        side-domain-passive-needs-synergy defeated-keep-giving""",
    "fusion": """raises-attack-power bonus-is-two uninterrupted-chain starts-in-own-column ends-at-attacker
        synergy-required primordial-serves-one-clan robed-serves-one-clan affiliation-is-fixed attack-only
        one-chain-per-gate active-gate no-diagonal one-clan no-crossing one-chain-per-creature power-not-added
        icon-adds robed-adds double-arrow-joins no-creature-twice""",
    "charge": """all-attack all-bonuses-count own-column may-pass-attack-row defense-row-not-passed gate-direct
        flame-adds shield-adds flask-names-one-clan flask-counts-clan icon-value greater-defeats pushes-on-reduced
        equal-defeats-and-blocks smaller-is-blocked gate-takes-the-rest defeated-is-turned defeated-stay
        ends-when-all-resolved""",
    "gates": """durability-limit destroyed-below-one wave-hits-owner-column wave-hits-attacker
        wave-spares-attacker-defense no-fusion-from-destroyed only-creatures-in-destroyed-column
        destroyed-ignores-damage column-stays-usable falls-in-development-too defender-first sovereign-due
        last-gate-wins ends-at-once no-skulls-at-the-end""",
}
SWITCHES = {
    "synergy.two-primordials": "declared symbol clan-creature",
    "synergy.robed-in-synergy": "served-clan printed-clan",
    "synergy.robed-side": "needs-neighbour always",
    "fusion.chain-shape": "any-path never-back shortest",
    "fusion.crossing": "sharing geometric",
    "fusion.ending-is-passing": "disjoint shared-end open-end",
    "fusion.icon-stacking": "each best",
    "fusion.late-chain": "before-its-attack before-any-attack",
    "charge.must-attack": "all may-withhold",
    "charge.second-comparison": "remainder full-power",
    "charge.must-push": "goes-on may-stop",
    "charge.zero-attack": "attacks needs-power",
    "charge.flask-self": "counts-itself others-only",
    "charge.flask-value": "times once",
    "charge.flask-affiliated": "printed-clan affiliated-too",
    "charge.sole-aim": "creature-too gate-only",
    "charge.turned-attacks": "no yes",
    "charge.turned-power": "zero full",
    "gates.wave-at-end": "none wave",
    "gates.wave-attacker": "active-player cause charge-only",
    "synergy.pending-abilities": "earned checked",
    "synergy.primordial-between-clans": "both one-clan",
    "synergy.repeat": "unlimited once-per-turn",
    "discard.arrow-in-attack": "works development-only",
    "refill.too-few": "fill-what-can stop",
    "collect.development-skulls": "at-collection at-once",
    "collect.late-wave": "now-with-skulls next-attack-phase now-silent",
    "collect.priority": "all-first alternate conflict-only",
    "collect.skull-compulsory": "must may",
    "collect.skull-time": "each after-all",
    "collect.turned-target": "legal standing-only",
    "draw.ability-turns-over": "every-draw end-only",
    "draw.first-turn": "refills none",
    "draw.hand-limit": "refill-only ability-too discard-down",
    "draw.turn-over-time": "when-needed when-empty",
    "abilities.clan-removal-source": "goes-too exempt",
    "abilities.rebuild-value": "durability gates ignored",
}
OTHER_MODES = {"solo", "three"}
CARD_LIST_ONLY = {"ostium.setup.primordials-alike"}  # a list of cards settles it, no game does
WRITTEN_OUT = (  # headings whose every obliging sentence has a clause: all but those of the other modes
    "game-objective",
    "game-components",
    "game-setup",
    "game-phases",
    "development-phase",
    "attack-phase",
    "game-end",
    "abilities",
)


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load("ostium")


@pytest.mark.parametrize(("chapter", "names"), IDS.items())
def test_every_clause_that_other_layers_cite_exists(rules: Rules, chapter: str, names: str) -> None:
    written = {clause.id for clause in rules.clauses if clause.chapter == chapter}
    assert {f"ostium.{chapter}.{name}" for name in names.split()} <= written


def test_the_ledger_has_the_whole_rulebook_and_nothing_unclear(rules: Rules) -> None:
    counts = Counter(str(sentence.kind) for sentence in rules.ledger.sentences)
    assert sum(counts.values()) == 442
    assert counts["unclear"] == 0
    assert counts["navigation"] == 44 + 6  # the listed headings, and six lines that only point elsewhere
    assert counts["transcriber"] == 3
    assert len(rules.info.documents[0].headings) == 44


def test_every_sentence_that_obliges_has_either_clauses_or_one_waiver(rules: Rules) -> None:
    cited = {source.at for clause in rules.clauses for source in clause.source}
    waived = Counter(place for waiver in rules.waivers for place in rules.waived(waiver))
    assert max(waived.values()) == 1
    for sentence in rules.ledger.sentences:
        if sentence.kind in OBLIGING:
            assert sentence.place in cited or sentence.place in waived, sentence.place


def test_only_the_other_modes_are_waived(rules: Rules) -> None:
    assert [waiver.under for waiver in rules.waivers] == ["solo-mode", "three-player-mode"]


@pytest.mark.parametrize("heading", WRITTEN_OUT)
def test_no_rule_of_the_chapters_is_left_to_a_waiver(rules: Rules, heading: str) -> None:
    stated = {source.at for clause in rules.clauses for source in clause.source}
    obliging = [s.place for s in rules.ledger.under(heading) if s.kind in OBLIGING]
    assert obliging
    assert set(obliging) <= stated


def test_a_sentence_that_states_a_rule_is_no_example_and_no_ornament(rules: Rules) -> None:
    kinds = {sentence.place: sentence.kind for sentence in rules.ledger.sentences}
    allowed = OBLIGING | {Class.RESTATES}
    for clause in rules.clauses:
        in_the_box = {Class.COMPONENT} if clause.kind in {"define", "setup"} else set[Class]()
        for source in clause.source:
            expected = {Class.EXAMPLE} if source.role == "example" else allowed | in_the_box
            assert kinds[source.at] in expected, (clause.id, source.at)


def test_a_sentence_that_states_part_of_a_rule_is_not_alone(rules: Rules) -> None:
    for clause in rules.clauses:
        stating = [source.role for source in clause.source if source.role in {"states", "part"}]
        assert stating != ["part"], clause.id


@pytest.mark.parametrize(
    ("clause", "modes"),
    [
        ("charge.own-column", {"two-player", "solo"}),  # with three players a column gives the direction
        ("charge.one-attack-each", {"two-player", "solo"}),
        ("gates.ends-at-once", {"two-player", "solo"}),  # with three players one of them is out
        ("charge.greater-defeats", {"two-player", "solo", "three-player"}),
    ],
)
def test_a_rule_that_a_mode_replaces_is_not_for_that_mode(rules: Rules, clause: str, modes: set[str]) -> None:
    assert set(rules.clause(f"ostium.{clause}").modes) == modes


def test_every_rule_is_for_two_players(rules: Rules) -> None:
    assert {clause.id for clause in rules.clauses if "two-player" not in clause.modes} == set()


def test_a_clause_without_evidence_due_says_what_it_waits_for(rules: Rules) -> None:
    assert {c.id for c in rules.clauses if not c.needs and not c.notes} == set()


@pytest.mark.parametrize(("name", "readings"), SWITCHES.items())
def test_a_switch_has_its_readings_with_the_default_first(rules: Rules, name: str, readings: str) -> None:
    question = rules.question(f"ostium.{name}")
    assert question.reach == "now"
    assert [reading.switch for reading in question.readings] == readings.split()
    assert question.default == readings.split()[0]


def test_no_other_question_claims_a_switch(rules: Rules) -> None:
    switched = {q.id for q in rules.questions if any(reading.switch for reading in q.readings)}
    assert switched == {f"ostium.{name}" for name in SWITCHES}


def test_what_changes_games_between_two_players_is_a_switch(rules: Rules) -> None:
    weighty = {q.id for q in rules.questions if q.weight != "low" and q.chapter not in OTHER_MODES}
    switched = {q.id for q in rules.questions if any(reading.switch for reading in q.readings)}
    assert weighty - switched == CARD_LIST_ONLY


def test_there_are_ninety_open_questions_and_more_for_two_players(rules: Rules) -> None:
    two = [q for q in rules.questions if q.chapter not in OTHER_MODES]
    assert len([q for q in two if q.status == "open" and q.reach == "now"]) >= 90


def test_every_question_tells_a_situation(rules: Rules) -> None:
    assert {q.id for q in rules.questions if not q.situation} == set()


def _facts(rules: Rules, example: str) -> dict[str, Any]:
    found = next(e for e in rules.examples if e.id == f"ostium.{example}")
    return {fact.name: fact for fact in found.facts}


@pytest.mark.parametrize(
    ("example", "fact", "parts", "total"),
    [
        ("charge.example-f", "total-when-attacked", [1, 1], 2),
        ("charge.example-f-attacking", "total-when-attacking", [1], 1),
        ("synergy.example-g", "total-when-attacked", [2, 1], 3),
        ("charge.sample-turn-first-attack", "total", [3, 1, 2, 1], 7),
        ("charge.sample-turn-second-attack", "total-3", [1, 2], 3),
        ("charge.sample-turn-third-attack", "total", [0, 2, 2], 4),
        ("charge.sample-turn-third-attack", "defender-total", [2, 2], 4),
    ],
)
def test_a_worked_total_is_the_sum_of_its_parts(
    rules: Rules, example: str, fact: str, parts: list[int], total: int
) -> None:
    event = _facts(rules, example)[fact].event
    assert sum(parts) == total == event["total"]
    if "power" in event and "icons" in event:
        assert event["power"] + event["icons"] + event["fusion"] == total


def test_the_sample_turn_breaks_through_with_all_its_power(rules: Rules) -> None:
    facts = _facts(rules, "charge.sample-turn-first-attack")
    gate = facts["gate-damage"].event
    assert gate["from"] - gate["to"] == facts["total"].event["total"] - facts["defender-power"].value == 7


def test_the_sample_turns_clash_is_kept_as_printed(rules: Rules) -> None:
    facts = _facts(rules, "charge.sample-turn-second-attack")
    totals = {name: facts[name].event["total"] for name in ("total-3", "total-4")}
    assert totals == {"total-3": 3, "total-4": 4}
    assert facts["printed-power"].value + facts["bonus"].event["bonus"] == 3


def test_every_fact_of_an_example_has_the_sentence_it_is_from(rules: Rules) -> None:
    for example in rules.examples:
        for fact in example.facts:
            sentence = rules.ledger.at(fact.at)
            assert sentence is not None
            assert sentence.fp == fact.fp
            assert fact.at in example.at, (example.id, fact.name)


def _cards(value: object) -> list[dict[str, Any]]:
    """Every card written out in a position, wherever it lies."""
    if isinstance(value, list):
        return [card for part in as_list(cast(object, value)) for card in _cards(part)]
    whole = as_dict(cast(object, value)) if isinstance(value, dict) else {}
    found = [card for part in whole.values() for card in _cards(part)]
    return [whole, *found] if {"id", "kind"} <= set(whole) else found


def test_the_examples_use_cards_and_slots_that_are_there(rules: Rules) -> None:
    for example in rules.examples:
        position = example.given.start
        cards = [card["id"] for card in _cards(position)]
        assert len(set(cards)) == len(cards)
        board = position["players"][position.get("active", "A")]
        rows = {"A": board.get("attack", []), "D": board.get("defense", [])}
        for action in example.given.actions:
            used = {action[name] for name in ("card", "source") if name in action}
            slots = action["path"] if action["type"] == "fuse" else [action[n] for n in ("attacker",) if n in action]
            assert used <= set(cards), (example.id, action)
            assert all(rows[slot[0]][int(slot[1])] for slot in slots), (example.id, action)


@pytest.mark.parametrize("letter", "abcdefg")
def test_every_lettered_example_is_written_out(rules: Rules, letter: str) -> None:
    assert [e.id for e in rules.examples if f".example-{letter}" in e.id]


def test_the_sample_turns_crystals_pay_for_its_creature(rules: Rules) -> None:
    facts = _facts(rules, "turn.sample-turn-development")
    gained = [facts[name].value for name in ("main-crystal", "neighbours-crystal", "familiars-crystal")]
    in_all = facts["three-in-all"].holds["players"]["A"]["crystals"]
    assert sum(gained) == in_all == facts["cost"].value == 3
    assert facts["buys-for-three"].event["change"] == -3


def test_the_sample_turns_repair_adds_one(rules: Rules) -> None:
    facts = _facts(rules, "turn.sample-turn-development")
    gate = facts["repaired"].event
    assert (gate["from"], gate["to"]) == (facts["durability-before"].value, 12)


def test_the_rulebook_is_the_one_that_was_read(rules: Rules, rulebooks: Path) -> None:
    report = check(rules, (rulebooks / "ostium.txt").read_text(encoding="utf-8"))
    assert [str(fault) for fault in report.faults] == []
