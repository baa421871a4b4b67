"""What the proofs come to, all of them: as expected, each about something, and each counterexample shows the thing."""

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import pytest

from ruleproof.engine.ostium.chains import CHAINS
from ruleproof.engine.ostium.game import GAME
from ruleproof.invariants.ostium import legality
from ruleproof.invariants.proving import Result, obligations, proofs

OWED = obligations("ostium")
IDS = tuple(each.id for _, each in OWED)
REFUTED = tuple(each.id for _, each in OWED if each.expected == "refuted")


@pytest.fixture(scope="module")
def results() -> Mapping[str, Result]:
    """Each obligation settled, its counterexample replayed."""
    return {result.id: result for result in proofs("ostium", OWED)}


@pytest.mark.parametrize("name", IDS)
def test_an_obligation_comes_out_as_expected(results: Mapping[str, Result], name: str) -> None:
    result = results[name]
    assert (result.result, result.why if result.expected == "proved" else "") == (result.expected, "")


def test_there_are_at_least_35_and_each_has_a_name_of_its_own() -> None:
    assert len(IDS) == len(set(IDS)) >= 35


def test_the_clauses_that_obligations_bear_on_are_clauses() -> None:
    known = {clause.id for clause in legality.rules().clauses}
    assert {clause for _, each in OWED for clause in each.clauses} <= known
    assert all(each.clauses for _, each in OWED)


def test_what_clauses_are_said_to_be_implied_by_is_proved(results: Mapping[str, Result]) -> None:
    named = {clause.implied_by_proof for clause in legality.rules().clauses if clause.implied_by_proof}
    assert len(named) == 2
    assert all(results[name].result == "proved" for name in named)


# Counterexamples: the engine replays each, and what it tells is what the obligation is refuted by.


def decisions(shown: Mapping[str, Any]) -> list[str]:
    return [told["decision"] for told in shown["replay"]]


def events(shown: Mapping[str, Any], kind: str) -> list[dict[str, Any]]:
    return [event for told in shown["replay"] for event in told.get("events", ()) if event["type"] == kind]


def lost(shown: Mapping[str, Any]) -> int:
    """Durability that gates lose while the actions are replayed."""
    return sum(event["from"] - event["to"] for event in events(shown, "gate"))


def last(shown: Mapping[str, Any], beside: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The position behind the actions, replayed once more here."""
    whole = {**shown, **(beside or {})}
    state = GAME.load(whole["position"], "two-player", whole.get("readings", {}))
    for told in whole["replay"]:
        action, seat = GAME.read_action(told["action"]), "A"
        if told["decision"] == "allowed":
            state = GAME.apply(state, seat, action).state  # type: ignore[arg-type]
    return GAME.dump(state)


def best(position: Mapping[str, Any]) -> int:
    """The most that any set of chains adds on a board of creatures that all have a clan, tried one by one."""

    def most(state: Any, gate: int) -> int:
        found = [0]
        for chain in CHAINS:
            action = GAME.read_action({"type": "fuse", "gate": chain.gate, "path": list(chain.path)})
            if chain.gate >= gate and type(GAME.decide(state, "A", action)).__name__ == "Allowed":  # type: ignore[arg-type]
                step = GAME.apply(state, "A", action)  # type: ignore[arg-type]
                (told,) = [GAME.write_event(event) for event in step.events]
                found.append(told["bonus"] + most(step.state, chain.gate + 1))
        return max(found)

    return most(GAME.load(dict(position), "two-player", {}), 0)


def the_row_costs_something(shown: Mapping[str, Any]) -> bool:
    return lost(shown) < lost(shown["beside"])


def comparisons_part(shown: Mapping[str, Any]) -> bool:
    blocked = (bool(events(each, "blocked")) for each in (shown, shown["beside"]))
    return list(blocked) == [True, False] and shown["beside"]["readings"] != {}


def orders_part(shown: Mapping[str, Any]) -> bool:
    one, two = ([told["action"] for told in each["replay"]] for each in (shown, shown["beside"]))
    alike = sorted(map(str, one)) == sorted(map(str, two)) and one != two
    return alike and last(shown) != last(shown, shown["beside"])


def it_is_over(shown: Mapping[str, Any]) -> bool:
    return orders_part(shown) and last(shown)["phase"] == "over"


def refused_for(clause: str) -> Callable[[Mapping[str, Any]], bool]:
    return lambda shown: decisions(shown) == ["refused"] and clause in shown["replay"][0]["clauses"]


def ends_are_shared(shown: Mapping[str, Any]) -> bool:
    one, two = (told["action"] for told in shown["replay"])
    shared = set(one["path"]) & set(two["path"])
    sides = (one["gate"] - two["gate"]) * (int(one["path"][-1][1]) - int(two["path"][-1][1]))
    return decisions(shown) == ["allowed", "allowed"] and shared != set() and sides >= 0


def another_clan_lowers_it(shown: Mapping[str, Any]) -> bool:
    before, after = shown["position"], shown["beside"]["position"]
    cards = [
        [card for row in ("attack", "defense") for card in position["players"]["A"][row]]
        for position in (before, after)
    ]
    changed = [(one, two) for one, two in zip(*cards, strict=True) if one != two]
    ((one, two),) = changed
    only_the_clan = {**one, "clan": two["clan"]} == two
    told = sum(event["bonus"] for event in events(shown, "fused"))
    return bool(only_the_clan and best(before) == told > best(after))


def the_best_deals_less(shown: Mapping[str, Any]) -> bool:
    told: int = sum(event["bonus"] for event in events(shown, "fused"))
    everything = {*decisions(shown), *decisions(shown["beside"])}
    return everything == {"allowed"} and told == best(shown["position"]) and lost(shown) < lost(shown["beside"])


def a_gate_rises(shown: Mapping[str, Any]) -> bool:
    ((before, after),) = [(event["from"], event["to"]) for event in events(shown, "gate")]
    return bool(before == 0 < after)


SHOWS: Mapping[str, Callable[[Mapping[str, Any]], bool]] = {
    "ostium.charge.row-costs-nothing": the_row_costs_something,
    "ostium.charge.second-comparison-alike": comparisons_part,
    "ostium.charge.columns-independent-at-the-end": it_is_over,
    "ostium.charge.columns-independent-of-discards": orders_part,
    "ostium.fusion.crossing-is-less-than-sharing": ends_are_shared,
    "ostium.fusion.synergy-by-printed-clan-bars-nothing": refused_for("ostium.fusion.synergy-required"),
    "ostium.fusion.synergy-with-a-clan-creature-bars-nothing": refused_for("ostium.fusion.synergy-required"),
    "ostium.fusion.crossing-past-an-end-bars-nothing": refused_for("ostium.fusion.no-crossing"),
    "ostium.fusion.best-stays-with-another-clan": another_clan_lowers_it,
    "ostium.fusion.best-bonus-is-most-damage": the_best_deals_less,
    "ostium.gift.gates-never-rise": a_gate_rises,
}


@pytest.mark.parametrize("name", REFUTED)
def test_a_counterexample_is_replayed_and_shows_the_thing(results: Mapping[str, Result], name: str) -> None:
    shown = results[name].counterexample
    assert shown is not None
    assert GAME.dump(GAME.load(shown["position"], "two-player", shown.get("readings", {}))) == shown["position"]
    assert SHOWS[name](shown), shown


@pytest.mark.parametrize("name", REFUTED)
def test_a_counterexample_is_small(results: Mapping[str, Result], name: str) -> None:
    shown = results[name].counterexample
    assert shown is not None
    if name != "ostium.fusion.crossing-is-less-than-sharing":  # a full board
        players = product("AB", ("attack", "defense"))
        lying = [
            card for seat, row in players for card in shown["position"]["players"].get(seat, {}).get(row, []) if card
        ]
        assert len(lying) <= 6 or name == "ostium.gift.gates-never-rise"


def test_every_refuted_obligation_is_looked_at() -> None:
    assert set(SHOWS) == set(REFUTED)
