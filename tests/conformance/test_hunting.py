"""The hunt: what it finds, how small it makes it, what it leaves alone, and that a seed gives the same each time."""

import json
import sys
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner, Result

from ruleproof.conformance.asking import Limits, greeting, start
from ruleproof.conformance.connection import target
from ruleproof.conformance.crew import Alone, Several
from ruleproof.conformance.expecting import Scope
from ruleproof.conformance.found import Finding, Progress, read, write
from ruleproof.conformance.freedom import freedom
from ruleproof.conformance.main import build
from ruleproof.conformance.nearly import Words
from ruleproof.conformance.reducing import found_at, replaced
from ruleproof.conformance.rounds import Budget, Hunt
from ruleproof.conformance.searching import Job, Searcher, proposed

TESTS = Path(__file__).parent.parent
BENDS = TESTS / "bends.py"
BOTTOM = "py:tests.played:bottom"


def run(*words: str) -> Result:
    return CliRunner().invoke(build("hunt"), ["hunt", "ostium", *words])


def hunted(
    factory: str, steps: int, most: int = 10, workers: int = 1, progress: Progress | None = None, settled: bool = True
) -> Progress:
    """What a hunt of one of the implementations in tests/played.py comes to, where nothing is asked beforehand."""
    command = (f"py:tests.played:{factory}",)
    session = start(target(command), greeting("ostium", {"name": "ostium"}), "ostium", Limits(), lambda _: None)
    job = Job(command, Scope("ostium", "two-player", session.declared, free=freedom("ostium")), seed=1)
    searcher = Searcher(job, words=Words(proposed("ostium", "two-player")))
    crew = Alone(searcher) if workers == 1 else Several(job, searcher.words, workers)
    questions = frozenset(searcher.game.readings) if settled else frozenset[str]()
    hunt = Hunt(searcher, crew, progress or Progress("ostium", 1), questions, {})
    while not hunt.done(Budget(steps, most)):
        hunt.round(Budget(steps, most))
    crew.close()
    searcher.close()
    return hunt.progress


def types(finding: Finding) -> list[str]:
    return [each.action["type"] for each in finding.play.tries]


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(TESTS.parent))


@pytest.mark.parametrize("factory", ["same", "charges", "checks", "steps", "names"])
def test_nothing_is_found_where_nothing_differs_whatever_is_declared(factory: str) -> None:
    came = hunted(factory, 150)
    assert (came.findings, came.tries >= 150) == ([], True)
    roles = Counter(feature.split()[0] for feature in came.agreed)
    assert all(roles[role] > 5 for role in ("allow", "refuse", "event"))


def test_a_rule_that_is_bent_is_found_made_small_and_written_as_a_case_that_fails(tmp_path: Path) -> None:
    result = run("--workers", "1", "--steps", "200", "--out", str(tmp_path), "--format", "json", BOTTOM)
    (finding,) = json.loads(result.stdout)["findings"]
    assert (result.exit_code, finding["kind"], finding["replayed"]) == (1, "board", "fail")
    assert "ostium.discard.on-top" in finding["clauses"]
    assert [action["type"] for action in finding["actions"]] == ["discard"]
    (player,) = finding["position"]["players"].values()
    assert {name: len(cards) for name, cards in player.items()} == {"hand": 1, "discard": 1}
    assert set(finding["position"]) <= {"players", "phase", "active"}
    case = tmp_path / f"{finding['id']}.json"
    words = ["conform", "ostium", "--suite", str(case), "--format", "json", BOTTOM]
    replayed = CliRunner().invoke(build("conform"), words)
    lines = [json.loads(line) for line in replayed.stdout.splitlines()]
    assert [line["verdict"] for line in lines if line["type"] == "case"] == ["fail"]
    assert CliRunner().invoke(build("conform"), [*words[:-1], "py:tests.played:same"]).exit_code == 0
    exchange = (tmp_path / f"{finding['id']}.ndjson").read_text(encoding="utf-8").splitlines()
    asked, answered = [[json.loads(line) for line in exchange[first::2]] for first in (0, 1)]
    assert [one["method"] for one in asked] == ["hello", "load", "apply", "explain", "bye"]
    assert [one["id"] for one in asked] == [one["id"] for one in answered] == [1, 2, 3, 4, 5]
    assert all("result" in one for one in answered)


def test_what_is_accepted_and_not_listed_is_found_by_near_misses() -> None:
    (finding,) = hunted("moves_for_nothing", 1500, most=1).findings
    assert (finding.parting.kind, finding.clauses[0]) == ("accepted", "ostium.move.needs-the-crystal")
    assert (types(finding), finding.replayed) == (["move"], "fail")


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")  # of the process that runs the tests
def test_a_seed_gives_the_same_with_one_worker_and_with_two() -> None:
    assert msgspec.json.encode(hunted("bottom", 400)) == msgspec.json.encode(hunted("bottom", 400, workers=2))


def test_a_hunt_that_is_continued_comes_to_the_same_as_one_long_hunt(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    write(state, hunted("bottom", 150))
    continued = hunted("bottom", 500, progress=read(state, "ostium", 1))
    at_once = hunted("bottom", 500)
    assert msgspec.json.encode(continued) == msgspec.json.encode(at_once)
    assert hunted("bottom", 500, progress=continued).tries == at_once.tries


def test_where_no_position_can_be_loaded_the_play_from_a_new_game_is_made_short() -> None:
    (finding,) = hunted("deals_bottom", 100, most=1).findings
    assert (finding.play.position, len(finding.play.tries) <= 6) == (None, True)
    assert types(finding)[-2:] == ["discard", "discard"]


def test_an_end_instead_of_an_answer_is_a_finding_of_its_own_kind() -> None:
    (finding,) = hunted("dies", 300).findings
    assert (finding.parting.kind, finding.replayed) == ("crash", "crash")
    assert [each.action.get("first") for each in finding.play.tries] == ["pass"]


def test_what_does_not_come_again_in_a_fresh_process_is_said_to_be_unsteady() -> None:
    (finding,) = hunted("tires", 300).findings
    assert finding.unsteady == "agreed in a fresh process"


def test_where_nothing_is_known_of_a_question_the_hunt_goes_on_under_the_reading_that_explains_an_answer() -> None:
    came = hunted("pinned", 900, settled=False)
    assert came.findings == []
    notes = {note.question: (note.instead, note.reading) for note in came.notes}
    assert notes["ostium.charge.second-comparison"] == ("remainder", "full-power")


def test_readings_that_are_found_out_are_no_disagreement() -> None:
    result = run("--workers", "1", "--steps", "100", "--format", "json", "py:tests.played:pinned")
    told = json.loads(result.stdout)
    assert (result.exit_code, told["findings"], told["notes"]) == (0, [], [])
    says = {one["question"]: one["says"] for one in told["readings"]}
    assert says["ostium.charge.second-comparison"].startswith("follows full-power")


def test_a_process_with_a_bent_rule_is_hunted_through_its_pipes() -> None:
    words = ["--steps", "300", "--most", "1", "--workers", "1", "--format", "json", "--"]
    result = run(*words, sys.executable, str(BENDS), "no-wave")
    (finding,) = json.loads(result.stdout)["findings"]
    assert finding["clauses"][0] == "ostium.gates.wave-hits-owner-column"
    assert len(finding["actions"]) <= 2


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--reading", "ostium.charge.must-pusch=goes-on", "--", "x"], 2, "ostium.charge.must-push"),
        (["--reading", "ostium.charge.must-push=never", "--", "x"], 2, "goes-on, may-stop"),
        (["--limit", "patience=1", "--", "x"], 2, "start, hello, request, case"),
        (["--state", __file__, "--", "x"], 2, "no state of a hunt"),
        (["--workers", "1", "--", "/no/such/command"], 3, "does not start"),
        (["--workers", "1", "--", "false"], 3, "does not answer `hello`"),
    ],
)
def test_what_cannot_be_done_is_said_with_its_exit_code(words: list[str], code: int, said: str) -> None:
    result = run(*words)
    assert (result.exit_code, said in result.output) == (code, True), result.output


def test_a_place_of_a_json_value_is_found_and_replaced() -> None:
    value = {"players": {"A": {"gates": [1, 2, 3]}}}
    assert found_at(value, ("players", "A", "gates", 1)) == 2
    assert found_at(value, ("players", "B", "gates", 1)) is None
    assert replaced(value, ("players", "A", "gates", 1), 9) == {"players": {"A": {"gates": [1, 9, 3]}}}
    assert value == {"players": {"A": {"gates": [1, 2, 3]}}}
