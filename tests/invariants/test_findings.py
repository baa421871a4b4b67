"""What is gathered about a game: open questions as notes, what each finding touches, and what it says of clauses."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.spec.conftest import fresh, toy, written  # noqa: F401  # fixtures

from ruleproof.invariants import findings
from ruleproof.invariants.accepting import Baseline, baseline, new_ones
from ruleproof.invariants.findings import evidence, gather
from ruleproof.invariants.flaw import Finding, Kind
from ruleproof.spec import finding
from ruleproof.spec.evidence import Evidence, Marks
from ruleproof.spec.loading import load

FIRST, SECOND = "pebbles.rules.take-a-few", "pebbles.rules.no-passing"
EXAMPLE = """[[example]]
id = "pebbles.rules.a-pass"
at = ["playing/p1/s3"]
says = "Somebody passes."
clauses = ["pebbles.rules.no-passing"]

[example.given]
actions = [{ type = "pass" }]

[example.expect]
facts = [{ name = "passes", at = "playing/p1/s3", accepted = { type = "pass" } }]
"""


@pytest.fixture
def unanalysed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the analysis of clauses, which has tests of its own and takes seconds."""
    monkeypatch.setattr(findings, "analyse", lambda _: ())


def write_example(toy: Any) -> None:  # noqa: F811
    (toy.spec / "examples.toml").write_text(EXAMPLE, encoding="utf-8")


def test_an_open_question_is_a_note_with_its_readings(toy: Any) -> None:  # noqa: F811
    (found,) = gather(toy.load())
    assert (found.kind, found.level, found.key, found.clauses) == (
        "question",
        "note",
        "pebbles.rules.none-left",
        (FIRST,),
    )
    assert found.files == ("spec/pebbles/questions.toml:1",)
    assert found.places == ("playing/p1/s2", "end-of-the-game/p1/s1")
    assert [each["name"] for each in found.more["question"]["readings"]] == ["one", "two"]
    assert "ruleproof answer pebbles pebbles.rules.none-left one" in found.ways_out[0]


def test_a_settled_question_is_found_no_more(toy: Any) -> None:  # noqa: F811
    ruling = 'weight = "low"\nstatus = "settled"\nruling = "one"\nanswer_source = "a letter"'
    toy.edit("questions.toml", 'weight = "low"', ruling)
    assert gather(toy.load()) == ()


def test_an_example_that_the_engine_refuses_is_an_error_with_its_place(toy: Any) -> None:  # noqa: F811
    write_example(toy)
    found = gather(toy.load())[0]
    assert (found.kind, found.level, found.clauses) == ("example", "error", (SECOND,))
    assert found.files[0] == "spec/pebbles/examples.toml:1"
    assert found.more["repairs"] == [["action-1", "passes"]]


def test_without_an_engine_examples_are_not_played(toy: Any) -> None:  # noqa: F811
    write_example(toy)
    (toy.root / "engine" / "pebbles" / "game.py").unlink()
    assert [one.kind for one in gather(toy.load())] == ["question"]


def test_a_finding_names_the_code_cases_and_tests_that_it_touches(toy: Any) -> None:  # noqa: F811
    engine: Path = toy.root / "engine" / "pebbles" / "state.py"
    engine.write_text(
        engine.read_text(encoding="utf-8").replace("{}", '{"pebbles.rules.none-left": ("one", "two")}')
        + f'\nFEW = "{FIRST}"\nTABLE = [FEW]\n',
        encoding="utf-8",
    )
    line = Evidence(FIRST, "test", "tests/test_taking.py::test_few", "passed", Marks())
    (found,) = gather(toy.load(), [line])
    named = [place.partition(":")[0] for place in found.touches]
    assert named == ["engine/pebbles/state.py", "engine/pebbles/state.py", "tests/test_taking.py"]


def made(kind: Kind, *clauses: str) -> Finding:
    return Finding(kind, "error", "pebbles", clauses, "Something is wrong.")


@pytest.mark.parametrize(
    ("kind", "outcomes"),
    [
        ("conflict", {FIRST: "contradicted", SECOND: "contradicted"}),
        ("value-conflict", {FIRST: "contradicted", SECOND: "contradicted"}),
        ("precedence", {FIRST: "contradicted", SECOND: "contradicted"}),
        ("vacuous", {FIRST: "vacuous"}),  # the second is what makes it so
        ("shadowed", {FIRST: "weak"}),
        ("redundant", {FIRST: "weak"}),
        ("hole", {}),
        ("example", {}),
        ("question", {}),
    ],
)
def test_what_a_kind_of_finding_says_of_its_clauses(
    kind: Kind,
    outcomes: dict[str, str],
    toy: Any,  # noqa: F811
) -> None:
    lines = evidence(toy.load(), [made(kind, FIRST, SECOND)], Baseline(Path("accepted.json")))
    assert {line.clause: line.outcome for line in lines} == outcomes
    assert {line.kind for line in lines} <= {"finding"}


def test_an_accepted_contradiction_is_known_and_weak(toy: Any) -> None:  # noqa: F811
    one = made("conflict", FIRST, SECOND)
    accepted = Baseline(Path("accepted.json")).with_(one, "The authors know.")
    lines = evidence(toy.load(), [one], accepted)
    assert [line.outcome for line in lines] == ["weak", "weak"]
    assert all("accepted: The authors know." in line.place for line in lines)


def test_what_the_analysis_of_clauses_finds_is_among_the_findings(
    toy: Any,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    conflict = made("conflict", FIRST, SECOND)
    monkeypatch.setattr(findings, "analyse", lambda rules: (conflict,) if rules.name == "pebbles" else ())
    assert [one.kind for one in gather(toy.load())] == ["conflict", "question"]


@pytest.mark.usefixtures("unanalysed")
def test_the_examples_of_ostium_are_accepted_and_its_questions_open() -> None:
    rules = load("ostium")
    found = gather(rules)
    assert new_ones(found, baseline("ostium")) == ()
    clashing = [one.more["example"] for one in found if one.kind == "example"]
    assert clashing == ["ostium.charge.sample-turn-second-attack"]
    asked = [one.key for one in found if one.kind == "question"]
    assert sorted(asked) == sorted(question.id for question in rules.questions if question.status == "open")


@pytest.mark.usefixtures("unanalysed")
def test_a_wrong_total_in_a_copy_of_the_rules_is_found_at_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, name = finding.HERE, "sample-turn-first-attack"
    shutil.copytree(house / "spec" / "ostium", tmp_path / "spec" / "ostium")
    path = tmp_path / "spec" / "ostium" / "examples.toml"
    text = path.read_text(encoding="utf-8")
    wrong = text.replace("power = 3, icons = 1, fusion = 3, total = 7", "power = 3, icons = 1, fusion = 3, total = 8")
    assert wrong != text
    path.write_text(wrong, encoding="utf-8")
    monkeypatch.setenv("RULEPROOF_PATH", str(tmp_path))
    found = {one.more["example"]: one for one in gather(load("ostium")) if one.kind == "example"}
    planted = found[f"ostium.charge.{name}"]
    assert planted.more["repairs"][0] == ["total.total"]
    assert ["printed-power", "flame", "fusion-icon", "total.total"] in planted.more["contradictions"]
    line = next(number for number, row in enumerate(wrong.splitlines(), 1) if "total = 8" in row)
    assert f"spec/ostium/examples.toml:{line}" in planted.files
    assert "sample-turn/example-turn/p12/s3" in planted.places
    assert len(found) == 2  # with the one that is printed wrong
