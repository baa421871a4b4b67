"""Findings in SARIF 2.1.0, the form that code hosts and editors show beside the lines. Nothing is searched here."""

from collections.abc import Iterable, Mapping
from typing import Any

from .accepting import Baseline
from .flaw import KINDS, Finding, Kind

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
SAYS: Mapping[Kind, str] = {
    "conflict": "A permission or a duty stands against a prohibition, and nothing says which goes before.",
    "value-conflict": "One quantity has two values.",
    "hole": "A decision is made by no clause, or an action is spoken of by none.",
    "vacuous": "A clause can never apply.",
    "shadowed": "Another clause always goes before this one.",
    "redundant": "A clause says what others say already.",
    "precedence": "A precedence names nothing, or goes in a circle.",
    "example": "A worked example contradicts the clauses or itself.",
    "question": "The rulebook is open here, contradicts itself or is silent.",
}
LEVELS: Mapping[Kind, str] = {"question": "note", "vacuous": "warning", "shadowed": "warning", "redundant": "warning"}


def sarif(found: Iterable[tuple[Baseline, Iterable[Finding]]], version: str) -> dict[str, Any]:
    """One run with the findings of games, each game's beside what is accepted there. `version` is the tool's."""
    driver = {
        "name": "ruleproof",
        "version": version,
        "rules": [
            {
                "id": kind,
                "shortDescription": {"text": SAYS[kind]},
                "defaultConfiguration": {"level": LEVELS.get(kind, "error")},
            }
            for kind in KINDS
        ],
    }
    results = [_result(one, accepted) for accepted, findings in found for one in findings]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _result(one: Finding, accepted: Baseline) -> dict[str, Any]:
    because = accepted.because(one)
    told: dict[str, Any] = {
        "ruleId": one.kind,
        "ruleIndex": KINDS.index(one.kind),
        "level": one.level,
        "message": {"text": "\n".join([one.says, *one.ways_out])},
        "locations": [_location(file, one) for file in one.files[:1]],
        "partialFingerprints": {"ruleproof/v1": one.fingerprint},
        "properties": {"game": one.game, "clauses": list(one.clauses), "places": list(one.places)},
    }
    if len(one.files) > 1:
        others = enumerate(one.files[1:], 1)
        told["relatedLocations"] = [{"id": number, **_physical(file)} for number, file in others]
    if because is not None:
        told["suppressions"] = [{"kind": "external", "status": "accepted", "justification": because}]
    return told


def _location(file: str, one: Finding) -> dict[str, Any]:
    named = [{"fullyQualifiedName": clause, "kind": "clause"} for clause in one.clauses]
    return {**_physical(file), **({"logicalLocations": named} if named else {})}


def _physical(file: str) -> dict[str, Any]:
    """`spec/GAME/chapter.toml:line` as a place under the root of the sources."""
    uri, _, line = file.rpartition(":")
    region = {"region": {"startLine": int(line)}} if line.isdecimal() else {}
    return {"physicalLocation": {"artifactLocation": {"uri": uri or line, "uriBaseId": "%SRCROOT%"}, **region}}
