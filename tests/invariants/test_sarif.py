"""The members that readers of SARIF 2.1.0 rely on, in the shape its schema gives them."""

from pathlib import Path
from typing import Any

import jsonschema

from ruleproof.invariants.accepting import Baseline
from ruleproof.invariants.flaw import KINDS, Finding
from ruleproof.invariants.sarif import SAYS, sarif

TEXT = {"type": "string", "minLength": 1}
MESSAGE = {"type": "object", "required": ["text"], "properties": {"text": TEXT}}
PHYSICAL = {
    "type": "object",
    "required": ["artifactLocation"],
    "properties": {
        "artifactLocation": {
            "type": "object",
            "required": ["uri"],
            "properties": {"uri": {"type": "string", "pattern": "^[^/\\\\ ][^\\\\ ]*$"}, "uriBaseId": TEXT},
            "additionalProperties": False,
        },
        "region": {
            "type": "object",
            "properties": {"startLine": {"type": "integer", "minimum": 1}},
            "additionalProperties": False,
        },
    },
    "additionalProperties": False,
}
LOCATION = {
    "type": "object",
    "properties": {"id": {"type": "integer"}, "physicalLocation": PHYSICAL, "logicalLocations": {"type": "array"}},
    "additionalProperties": False,
}
RESULT = {
    "type": "object",
    "required": ["message", "ruleId", "level", "locations", "partialFingerprints"],
    "properties": {
        "ruleId": {"enum": list(KINDS)},
        "ruleIndex": {"type": "integer", "minimum": 0},
        "level": {"enum": ["none", "note", "warning", "error"]},
        "message": MESSAGE,
        "locations": {"type": "array", "items": LOCATION},
        "relatedLocations": {"type": "array", "items": LOCATION},
        "partialFingerprints": {"type": "object", "additionalProperties": {"type": "string"}},
        "suppressions": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["kind"],
                "properties": {
                    "kind": {"enum": ["inSource", "external"]},
                    "status": {"enum": ["accepted", "underReview", "rejected"]},
                    "justification": TEXT,
                },
                "additionalProperties": False,
            },
        },
        "properties": {"type": "object"},
    },
    "additionalProperties": False,
}
LOG = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["tool", "results"],
                "properties": {
                    "tool": {
                        "type": "object",
                        "required": ["driver"],
                        "properties": {"driver": {"type": "object", "required": ["name", "version", "rules"]}},
                    },
                    "results": {"type": "array", "items": RESULT},
                },
            },
        },
    },
    "additionalProperties": False,
}

CONFLICT = Finding(
    "conflict",
    "error",
    "heap",
    ("heap.rules.may", "heap.rules.cannot"),
    "One permits what the other bars.",
    ("playing/p1/s1",),
    ("spec/heap/rules.toml:12", "spec/heap/rules.toml:30"),
    ways_out=("Declare which goes first.",),
)
ASKED = Finding("question", "note", "heap", (), "Who begins?", (), ("spec/heap/questions.toml:3",), key="heap.q")


def log(*found: Finding, accepted: Baseline | None = None) -> Any:
    return sarif([(accepted or Baseline(Path("accepted.json")), found)], "1.0")


def test_a_log_has_the_shape_that_readers_need() -> None:
    accepted = Baseline(Path("accepted.json")).with_(CONFLICT, "Known.")
    for value in (log(), log(CONFLICT, ASKED), log(CONFLICT, accepted=accepted)):
        jsonschema.Draft202012Validator(LOG).validate(value)


def test_a_result_names_rule_level_line_and_fingerprint() -> None:
    (result,) = log(CONFLICT)["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("conflict", "error")
    assert result["message"]["text"] == "One permits what the other bars.\nDeclare which goes first."
    place = result["locations"][0]["physicalLocation"]
    assert (place["artifactLocation"]["uri"], place["region"]) == ("spec/heap/rules.toml", {"startLine": 12})
    assert result["relatedLocations"][0]["physicalLocation"]["region"] == {"startLine": 30}
    assert result["partialFingerprints"] == {"ruleproof/v1": CONFLICT.fingerprint}
    assert "suppressions" not in result


def test_the_index_of_a_result_is_that_of_its_rule() -> None:
    run = log(CONFLICT, ASKED)["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert [rules[result["ruleIndex"]] for result in run["results"]] == ["conflict", "question"]
    assert rules == list(KINDS) == list(SAYS)


def test_what_was_accepted_is_suppressed_with_its_reason() -> None:
    accepted = Baseline(Path("accepted.json")).with_(CONFLICT, "Known.")
    (result,) = log(CONFLICT, accepted=accepted)["runs"][0]["results"]
    assert result["suppressions"] == [{"kind": "external", "status": "accepted", "justification": "Known."}]


def test_a_line_that_moves_does_not_change_the_fingerprint() -> None:
    moved = Finding("conflict", "error", "heap", CONFLICT.clauses[::-1], "Said otherwise.", files=("a.toml:1",))
    (result,) = log(moved)["runs"][0]["results"]
    assert result["partialFingerprints"] == {"ruleproof/v1": CONFLICT.fingerprint}
