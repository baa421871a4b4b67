"""Ostium in play: what holds of the engine, and that each promise catches an engine that is wrong in one way."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.stateful import run_state_machine_as_test

from ruleproof.engine.chance import Chance
from ruleproof.engine.finding import game
from ruleproof.engine.game import Game, Step
from ruleproof.engine.ostium import charge, damage, fusion
from ruleproof.invariants import machine
from ruleproof.invariants.chapters import declared
from ruleproof.invariants.driving import explore, walk
from ruleproof.invariants.ostium.positions import STARTS, rich
from ruleproof.invariants.promises import Promise, promises
from ruleproof.invariants.property import Moment, Property, begin
from ruleproof.invariants.proving import settle

OSTIUM: Game[Any, Any] = game("ostium")
OWN = tuple(Promise(each, place) for place, each in declared("ostium", "PROPERTIES", Property))


def test_the_engine_keeps_its_promises_and_reaches_what_comes_true_sometimes() -> None:
    report = explore("ostium", 150, 2)
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
    for start in STARTS:
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
        rows = {row: [card and change(card) for card in shown[row]] for row in ("attack", "defense") if row in shown}
        return {**shown, **rows}

    return {**position, "players": {name: board(shown) for name, shown in position.get("players", {}).items()}}


@pytest.mark.parametrize(
    ("after", "promise"),
    [
        (_turned_back, "who is turned was told to be defeated"),
        (_no_wave, "the wave turns the owner's column"),
        (_gate_heals, "no gate rises in the attack phase"),
        (_chain_forgotten, "affiliations and chains stay"),
    ],
)
def test_an_engine_whose_steps_lead_elsewhere_is_caught(after: Any, promise: str) -> None:
    watched = [each for each in OWN if each.name == promise]
    report = explore("ostium", 200, 5, Bent(after), watched)  # type: ignore[arg-type]  # it answers by __getattr__
    assert [failure.name for failure in report.failures] == [promise]
    assert len(report.failures[0].trial.actions) <= 2


PLANTED = {
    "an equal goes on": (charge, "goes_on", lambda compared, against: compared >= against),
    "a chain may share its end": (fusion, "refuse_shared_creature", lambda state, at, chain: None),
    "fusion icons are forgotten": (fusion, "chain_bonus", lambda icons: 2),
}


@pytest.mark.parametrize("planted", ["an equal goes on"])
def test_a_planted_comparison_is_refuted_with_a_position(planted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(damage, "goes_on", PLANTED[planted][2])
    refuted = [settle(each) for _, each in declared("ostium", "OBLIGATIONS", _obligation())]
    wrong = [result for result in refuted if not result.good]
    assert [result.id for result in wrong] == ["ostium.charge.comparison"]
    assert wrong[0].counterexample is not None
    (action,) = wrong[0].counterexample["actions"]
    moment = begin(OSTIUM, wrong[0].counterexample["position"], "two-player", {})
    assert moment.after("A", OSTIUM.read_action(action)).position


def _obligation() -> Any:
    from ruleproof.invariants.proving import Obligation

    return Obligation
