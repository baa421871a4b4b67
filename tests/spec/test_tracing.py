"""The trace as a value: what stands for each clause and sentence, with and without evidence and text."""

from pathlib import Path
from typing import Any

import pytest

from ruleproof.spec.evidence import Evidence, marks, write
from ruleproof.spec.loading import Rules, load
from ruleproof.spec.standing import WORDS
from ruleproof.spec.tracing import gather, page, trace

CHAIN = "ostium.fusion.one-chain-per-creature"
SENTENCE = "attack-phase/power-fusion/p9/s2"


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load("ostium")


def of(value: dict[str, Any], clause: str) -> dict[str, Any]:
    (found,) = [one for one in value["clauses"] if one["id"] == clause]
    return dict(found)


def test_every_clause_and_every_sentence_is_there_once(rules: Rules) -> None:
    value = trace(rules, [], [])
    assert sorted(one["id"] for one in value["clauses"]) == sorted(clause.id for clause in rules.clauses)
    assert [one["at"] for one in value["ledger"]] == [sentence.place for sentence in rules.ledger.sentences]
    assert sum(value["standings"].values()) == len(rules.clauses)


def test_clauses_come_worst_first(rules: Rules) -> None:
    order = [WORDS.index(one["standing"]) for one in trace(rules, [], ["code"])["clauses"]]
    assert order == sorted(order)


def test_what_was_not_given_is_neither_passed_nor_missing(rules: Rules) -> None:
    without, with_none = trace(rules, [], []), trace(rules, [], ["code", "case"])
    clause = "ostium.fusion.bonus-is-two"
    assert of(without, clause)["standing"] == "not given"
    assert of(with_none, clause)["standing"] == "uncovered"


def test_a_clause_carries_its_place_its_code_its_paraphrase_and_what_was_given(rules: Rules, tmp_path: Path) -> None:
    write(tmp_path / "a.ndjson", [Evidence(CHAIN, "case", "conformance/x", "passed", marks(rules.clause(CHAIN)), "me")])
    found = of(trace(rules, gather(rules, [tmp_path]), []), CHAIN)
    assert [source["at"] for source in found["source"]] == [SENTENCE]
    assert {"kind": "case", "place": "conformance/x", "outcome": "passed", "run": "me"} in found["evidence"]
    assert any(one["place"].startswith("engine/ostium/fusion.py:") for one in found["evidence"])
    assert found["missing"] == []
    assert "run through one creature" in found["paraphrase"]


def test_evidence_about_an_older_wording_is_stale(rules: Rules) -> None:
    clause = rules.clause(CHAIN)
    older = marks(clause.model_copy(update={"says": "A creature carries two chains."}))
    found = of(trace(rules, [Evidence(CHAIN, "case", "conformance/x", "passed", older)], []), CHAIN)
    assert found["standing"] == "stale"


def test_the_text_is_in_the_trace_only_where_it_was_given(rules: Rules) -> None:
    value = trace(rules, [], [], {SENTENCE: "Some sentence."})
    assert [one["text"] for one in value["ledger"] if "text" in one] == ["Some sentence."]
    assert (value["compared"], trace(rules, [], [])["compared"]) == (True, False)
    assert "Some sentence." in page(value)


def test_a_sentence_has_the_worst_standing_of_its_clauses(rules: Rules) -> None:
    failed = Evidence(CHAIN, "case", "conformance/x", "failed", marks(rules.clause(CHAIN)))
    (sentence,) = [one for one in trace(rules, [failed], [])["ledger"] if one["at"] == SENTENCE]
    assert (sentence["standing"], CHAIN in sentence["clauses"]) == ("failing", True)


def test_the_same_trace_is_the_same_page(rules: Rules) -> None:
    assert page(trace(rules, [], [])) == page(trace(rules, [], []))
