"""Ostium in play: what holds of the engine, and that each promise catches an engine that is wrong in one way."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.stateful import run_state_machine_as_test
from tests.ostium import formal_turns as turns
from tests.ostium import test_formal as formal

from ruleproof.engine.chance import Chance
from ruleproof.engine.decision import Allowed
from ruleproof.engine.finding import game
from ruleproof.engine.game import Game, PositionFault, Step
from ruleproof.engine.ostium import charge, damage, fusion
from ruleproof.invariants import machine
from ruleproof.invariants.agreeing import AGREE, KEPT, agree, engine_says
from ruleproof.invariants.chapters import declared
from ruleproof.invariants.driving import against, explore, walk
from ruleproof.invariants.ostium.positions import STARTS, rich
from ruleproof.invariants.promises import Promise, promises
from ruleproof.invariants.property import Moment, Property, begin
from ruleproof.invariants.proving import obligations, settle
from ruleproof.invariants.start import starts
from ruleproof.invariants.trial import Trial
from ruleproof.spec.loading import load

OSTIUM: Game[Any, Any] = game("ostium")
OWN = tuple(Promise(each, place) for place, each in declared("ostium", "PROPERTIES", Property))
NUMBERS = "numbers are those of the clauses"
BY_CLAUSES = tuple(promise for promise in promises("ostium") if promise.name in (AGREE, KEPT, NUMBERS))
IN_ATTACKS = (*(start.name for start in STARTS), "a rich attack phase")
CHARGE = tuple(each for _, each in obligations("ostium") if each.id.startswith("ostium.charge."))


def test_the_engine_keeps_its_promises_and_reaches_what_comes_true_sometimes() -> None:
    report = explore("ostium", 160, 1)
    assert [str(failure) for failure in report.failures] == []
    assert report.unreached == ()
    assert report.moments > 500


def test_every_property_of_ostium_has_a_name_of_its_own() -> None:
    names = [promise.name for promise in promises("ostium")]
    assert len(names) == len(set(names))


@settings(max_examples=60, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(moment=machine.openings("ostium", OSTIUM), numbers=machine.numbers(12))
def test_plays_by_lists_of_numbers_keep_the_promises(moment: Moment, numbers: list[int]) -> None:
    for each in walk(moment, numbers):
        machine.hold(each, OWN)


def test_a_machine_plays_ostium() -> None:
    played = machine.machine("ostium", OSTIUM, OWN)
    quick = settings(
        max_examples=25, stateful_step_count=15, deadline=None, database=None, derandomize=True,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip  # one setting a line says no more
    run_state_machine_as_test(played, settings=quick)


def test_every_named_start_can_be_loaded_and_played() -> None:
    for start in starts("ostium"):
        moment = begin(OSTIUM, dict(start.position), start.mode, start.readings)
        assert moment.turns, start.name


@pytest.mark.parametrize("seed", range(40))
def test_dealt_positions_are_legal_and_of_both_players(seed: int) -> None:
    moment = begin(OSTIUM, rich(Chance(seed)), "two-player", {})
    assert moment.status["phase"] == "attack"


def test_dealt_positions_show_every_passive_ability_wild_and_turned_creatures_and_fallen_gates() -> None:
    dealt = [rich(Chance(seed)) for seed in range(60)]
    cards = [
        card for position in dealt for board in position["players"].values()
        for row in ("attack", "defense") for card in board[row] if card
    ]  # fmt: skip  # read as one sentence
    icons = {
        icon.partition(":")[0]
        for card in cards
        for domain in ("main", "left", "right")
        for icon in card.get(domain, ())
    }
    assert {"flame", "shield", "flask", "fusion", "robed", "double_arrow"} <= icons
    assert any(card.get("rotated") for card in cards)
    assert {position["active"] for position in dealt} == {"A", "B"}
    assert any(0 in board["gates"] for position in dealt for board in position["players"].values())


# Engines that are wrong in one way: each is caught, by the promise or the proof that speaks of it.


class Bent:
    """The engine, but for one thing that its steps get wrong: `after` changes the position that a step leads to."""

    def __init__(self, after: Callable[[dict[str, Any], dict[str, Any]], dict[str, Any]]) -> None:
        self._after = after
        self.readings: dict[str, tuple[str, ...]] = {}  # only the defaults: its positions are loaded again

    def __getattr__(self, name: str) -> Any:
        return getattr(OSTIUM, name)

    def apply(self, state: Any, seat: str, action: Any) -> Step[Any]:
        step = OSTIUM.apply(state, seat, action)
        bent = self._after(OSTIUM.dump(state), OSTIUM.dump(step.state))
        return Step(OSTIUM.load(bent, "two-player", {}), step.events)


def _turned_back(_: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    return _with_boards(after, lambda card: {name: value for name, value in card.items() if name != "rotated"})


def _no_wave(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    fell = [gates.count(0) for gates in _gates(after)] != [gates.count(0) for gates in _gates(before)]
    return _turned_back(before, after) if fell else after


def _gate_heals(_: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    players = {name: {**board, "gates": [15, 15, 15]} for name, board in after["players"].items()}
    return {**after, "players": players} if after["phase"] == "attack" else after


def _chain_forgotten(_: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    return {**after, "charge": {name: kept for name, kept in after.get("charge", {}).items() if name != "chains"}}


def _gates(position: Mapping[str, Any]) -> list[list[int]]:
    return [position.get("players", {}).get(player, {}).get("gates", [15] * 3) for player in "AB"]


def _with_boards(position: dict[str, Any], change: Callable[[dict[str, Any]], dict[str, Any]]) -> dict[str, Any]:
    def board(shown: dict[str, Any]) -> dict[str, Any]:
        rows: dict[str, Any] = {
            row: [card and change(card) for card in shown[row]] for row in ("attack", "defense") if row in shown
        }
        return {**shown, **rows}

    return {**position, "players": {name: board(shown) for name, shown in position.get("players", {}).items()}}


@pytest.mark.parametrize(
    ("after", "promise"),
    [
        (_turned_back, "who is turned was told to be defeated"),
        (_no_wave, "the wave turns the owner's column"),
        (_gate_heals, "no gate rises in a charge"),
        (_chain_forgotten, "affiliations and chains stay"),
    ],
)
def test_an_engine_whose_steps_lead_elsewhere_is_caught(after: Any, promise: str) -> None:
    watched = [each for each in OWN if each.name == promise]
    bent: Any = Bent(after)
    report = explore("ostium", 200, 5, bent, watched, within=IN_ATTACKS)
    (failure,) = [failure for failure in report.failures if failure.name == promise]
    assert len(failure.trial.actions) <= 2


def test_an_equal_that_goes_on_is_caught_in_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(charge, "goes_on", lambda compared, against: compared >= against)
    (failure,) = explore("ostium", 60, 1, promised=BY_CLAUSES[1:2], within=IN_ATTACKS).failures
    assert failure.name == "every step keeps the clauses"
    assert len(failure.trial.actions) == 1
    assert "ostium.charge" in failure.what


def test_forgotten_fusion_icons_are_caught_in_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fusion, "chain_bonus", lambda icons: 2)
    numbers = [promise for promise in promises("ostium") if promise.name == "numbers are those of the clauses"]
    (failure,) = explore("ostium", 30, 1, promised=numbers, within=IN_ATTACKS).failures
    position = failure.trial.position
    board = position["players"][position.get("active", "A")]
    icons = [icon for row in ("attack", "defense") for card in board.get(row, ()) if card for icon in _shown(card)]
    assert any(icon.startswith(("fusion", "robed")) for icon in icons)
    assert len(failure.trial.actions) == 1


def _shown(card: dict[str, Any]) -> list[str]:
    return [icon for domain in ("main", "left", "right") for icon in card.get(domain, ())]


class Secret:
    """The engine, which reads one question otherwise than it says."""

    def __init__(self, question: str, reading: str) -> None:
        self._read = {question: reading}
        self.readings: dict[str, tuple[str, ...]] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(OSTIUM, name)

    def load(self, position: object, mode: str, readings: Mapping[str, str]) -> Any:
        return OSTIUM.load(position, mode, {**readings, **self._read})


READ_OTHERWISE = [  # question, reading, the promise that notices
    ("synergy.two-primordials", "symbol", AGREE),
    ("synergy.two-primordials", "clan-creature", AGREE),
    ("synergy.robed-in-synergy", "printed-clan", AGREE),
    ("synergy.robed-side", "always", AGREE),
    ("fusion.chain-shape", "never-back", AGREE),
    ("fusion.chain-shape", "shortest", AGREE),
    ("fusion.ending-is-passing", "shared-end", AGREE),
    ("fusion.ending-is-passing", "open-end", AGREE),
    ("fusion.icon-stacking", "best", NUMBERS),
    ("fusion.late-chain", "before-any-attack", AGREE),
    ("charge.must-attack", "may-withhold", AGREE),
    ("charge.must-push", "may-stop", AGREE),
    ("charge.zero-attack", "needs-power", AGREE),
    ("charge.sole-aim", "gate-only", AGREE),
    ("charge.turned-attacks", "yes", AGREE),
    ("gates.wave-at-end", "wave", KEPT),
]


@pytest.mark.parametrize(("question", "reading", "promise"), READ_OTHERWISE)
def test_an_engine_that_reads_a_question_otherwise_parts_from_the_clauses(
    question: str, reading: str, promise: str
) -> None:
    secret: Any = Secret(f"ostium.{question}", reading)
    for seed in range(6):
        report = explore("ostium", 15, seed, secret, BY_CLAUSES, within=IN_ATTACKS)
        if promise in [failure.name for failure in report.failures]:
            return
    pytest.fail("nobody noticed")


def duel(mine: list[Any], theirs: dict[str, Any], **charge: Any) -> dict[str, Any]:
    return {"phase": "attack", "players": {"A": {"attack": mine}, "B": theirs}, "charge": charge}


def card(name: str, power: int, *main: str, clan: str = "red", **more: Any) -> dict[str, Any]:
    return {"id": name, "kind": "warrior", "clan": clan, "power": power, "main": list(main), **more}


FLASK, WILD = card("a0", 1, "flask:3"), card("a1", 0, "double_arrow", clan="blue")
GUARD, TURNED = card("e0", 4), card("e0", 1, rotated=True)
RARE = [  # question, reading, a position and an attack that tell the readings apart, the promise that notices
    (
        "charge.second-comparison",
        "full-power",
        duel(
            [card("a0", 5), None, None], {"attack": [card("b0", 3), None, None], "defense": [card("e0", 4), None, None]}
        ),
        "attack_row",
        KEPT,
    ),
    ("charge.flask-self", "others-only", duel([FLASK, None, None], {}, flask="red"), None, NUMBERS),
    ("charge.flask-value", "once", duel([FLASK, None, None], {}, flask="red"), None, NUMBERS),
    (
        "charge.flask-affiliated",
        "affiliated-too",
        duel([FLASK, WILD, None], {}, flask="red", affiliation={"a1": "red"}),
        None,
        NUMBERS,
    ),
    (
        "charge.turned-power",
        "full",
        duel([FLASK, None, None], {"defense": [card("e0", 1, rotated=True), None, None]}),
        None,
        KEPT,
    ),
]


@pytest.mark.parametrize(("question", "reading", "position", "first", "promise"), RARE, ids=lambda each: str(each)[:40])
def test_a_step_that_is_read_otherwise_is_noticed(
    question: str, reading: str, position: dict[str, Any], first: str | None, promise: str
) -> None:
    attack = {"type": "attack", "attacker": "A0", **({"first": first} if first else {})}
    trial = Trial(position, "two-player", {}, (("A", attack),))
    secret: Any = Secret(f"ostium.{question}", reading)
    held = [each for each in BY_CLAUSES if each.name == promise]
    assert against(OSTIUM, held)(trial) is None
    found = against(secret, held)(trial)
    assert found is not None
    assert found.name == promise


def test_a_chain_that_shares_its_end_is_caught_with_a_position() -> None:
    secret: Any = Secret("ostium.fusion.ending-is-passing", "shared-end")
    watched = [each for each in OWN if each.name == "a creature is in one chain at most"]
    report = explore("ostium", 60, 0, secret, watched, within=IN_ATTACKS)
    (failure,) = report.failures
    laid: list[dict[str, Any]] = failure.trial.position.get("charge", {}).get("chains", [])
    one, two = [*laid, *(action for _, action in failure.trial.actions)]
    assert one["path"][-1] == two["path"][-1]


def test_a_planted_comparison_is_refuted_with_a_position(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(damage, "goes_on", lambda compared, against: compared >= against)
    wrong = [result for result in map(settle, CHARGE) if not result.good]
    assert [result.id for result in wrong] == ["ostium.charge.comparison"]
    assert wrong[0].counterexample is not None
    (action,) = wrong[0].counterexample["actions"]
    moment = begin(OSTIUM, wrong[0].counterexample["position"], "two-player", {})
    assert moment.after("A", OSTIUM.read_action(action)).position


@pytest.mark.parametrize(
    ("function", "wrong", "refuted"),
    [
        ("chain_bonus", lambda icons: 2, {"totals"}),
        ("left_after", lambda left, against, ops: left, {"damage-closed-form", "left-behind-a-defeated"}),
        ("defeats", lambda compared, against: compared > against, {"comparison"}),
        ("durability_after", lambda durability, damage, ops: durability - damage, {"durability"}),
        ("attack_total", lambda power, icons, fusion: power + fusion, {"totals"}),
    ],
)
def test_a_planted_error_in_the_arithmetic_is_refuted(
    function: str, wrong: Any, refuted: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def planted(*given: Any, ops: Any = None) -> Any:
        return wrong(*given[:2], ops) if wrong.__code__.co_varnames[-1] == "ops" else wrong(*given)

    monkeypatch.setattr(damage, function, planted)
    found = {result.id.rpartition(".")[2] for result in map(settle, CHARGE) if not result.good}
    assert refuted <= found


def test_engine_and_clauses_agree_on_named_positions() -> None:
    rules = load("ostium")
    seen = 0
    for start in starts("ostium"):
        report = agree(rules, [start.position], start.mode, start.readings)
        assert [str(failure) for failure in report.differences] == [], start.name
        seen += report.actions
    assert seen > 1000


def test_engine_and_questions_have_the_same_default_readings() -> None:
    rules = load("ostium")
    engine = {question: names[0] for question, names in OSTIUM.readings.items()}
    assert engine == {question: rules.question(question).default for question in engine}


def sided(where: dict[str, Any], action: dict[str, Any], readings: dict[str, str]) -> bool | None:
    """The engine allows an action at a position; None where it takes no such position."""
    chosen = {f"ostium.{question}": reading for question, reading in readings.items()}
    try:
        moment = begin(OSTIUM, where, "two-player", chosen)
    except (PositionFault, ValueError):
        return None
    _, _, decided = engine_says(moment, action)
    return isinstance(decided, Allowed)


ALONE = [
    *((*row, True) for row in (*formal.ALLOWED, *turns.ALLOWED)),
    *((*row, False) for row in (*formal.REFUSED, *turns.REFUSED)),
]


def test_the_engine_sides_with_each_clause_where_it_alone_decides() -> None:
    sides = {clause: sided(where, action, readings) for where, action, readings, clause, _ in ALONE}
    parted = [
        (clause, action)
        for where, action, readings, clause, allowed in ALONE
        if sided(where, action, readings) not in (allowed, None)
    ]
    assert parted == []
    assert sum(side is not None for side in sides.values()) > 0.8 * len(sides)


def test_what_implies_a_clause_is_an_obligation_to_be_proved() -> None:
    proved = {each.id for _, each in obligations("ostium") if each.expected == "proved"}
    implied = {clause.implied_by_proof for clause in load("ostium").clauses if clause.implied_by_proof}
    assert implied
    assert implied <= proved
