"""Secrets: whoever shows what a player may not know is caught, wherever in the observation it stands."""

from collections.abc import Callable
from typing import Any

import pytest

from ruleproof.conformance.connection import Made
from ruleproof.conformance.hiding import canonical, hidden, reveals, shown, together
from ruleproof.conformance.matching import Bag, Difference
from ruleproof.conformance.running import Plan, Runner
from ruleproof.conformance.serving import Server
from ruleproof.conformance.suite import find, form
from ruleproof.conformance.verdict import Verdict
from ruleproof.engine.finding import game

Json = dict[str, Any]
FORM, SUITE = form("ostium"), find("ostium")
OTHER = {"A": "B", "B": "A"}
POSITION: Json = {
    "players": {
        "A": {"hand": [{"id": "h1", "kind": "warrior"}], "deck": [{"id": "d1", "kind": "warrior"}]},
        "B": {"discard": [{"id": "y1", "kind": "warrior"}, {"id": "y2", "kind": "warrior"}]},
    },
    "area": {"sovereign_deck": [{"id": "s1", "kind": "sovereign"}]},
}


@pytest.mark.parametrize(("viewer", "names"), [("A", {"d1", "y1", "s1"}), ("B", {"h1", "d1", "s1"})])
def test_hidden_is_what_lies_in_decks_and_the_others_hand_and_under_the_top_of_their_pile(
    viewer: str, names: set[str]
) -> None:
    assert hidden(FORM, POSITION, viewer) == names


def test_the_reference_shows_each_player_just_what_the_form_says() -> None:
    engine = game("ostium")
    for case in SUITE.cases():
        state = engine.load(case.position, "two-player", case.readings)
        for viewer in FORM.seats(case.position):
            assert FORM.seen is not None
            seen = FORM.observed(engine.observe(state, viewer))
            assert canonical(seen) == canonical(FORM.seen(engine.dump(state), viewer)), (case.id, viewer)


def test_a_name_is_found_wherever_it_stands_as_a_member_too() -> None:
    secrets = frozenset({"h1"})
    assert shown(secrets, {"a": [{"b": "h1"}]}) == Difference("observation.a[0].b", "nothing of what is hidden", "h1")
    assert shown(secrets, {"a": {"h1": "red"}}) == Difference("observation.a", "nothing of what is hidden", "h1")
    assert shown(secrets, {"a": ["h2", 1, None, {"b": "h"}]}) is None


@pytest.mark.parametrize(
    ("expected", "got", "where", "leaks"),
    [
        (2, [{"id": "h1"}, {"id": "h2"}], "players.A.hand", True),
        (2, 3, "players.A.hand", False),
        (None, {"id": "y1"}, "players.A.discard[0]", True),
        (None, {"site": "warriors"}, "pendingChance", False),
        (["h1"], 1, "players.A.hand", False),
        (True, [1], "players.A.gate_lost", False),
    ],
)
def test_more_than_is_expected_is_told_from_something_else(expected: Any, got: Any, where: str, leaks: bool) -> None:
    assert reveals(Difference(where, expected, got)) is leaks


def test_all_players_together_know_all_but_the_decks() -> None:
    one = {"hand": ["h1"], "deck": 3, "discard": [None, "y2"], "row": [None, "c"], "turn": 1}
    other = {"hand": 1, "deck": 3, "discard": ["y1", "y2"], "row": [None, "c"], "turn": 1}
    both = {"hand": ["h1"], "deck": 3, "discard": ["y1", "y2"], "row": [None, "c"], "turn": 1}
    assert together(one, other) == together(other, one) == both


def test_lists_without_an_order_have_one_form() -> None:
    assert canonical({"b": Bag([{"id": "y"}, {"id": "x"}]), "a": [2, 1]}) == b'{"a":[2,1],"b":[{"id":"x"},{"id":"y"}]}'


# Implementations that show what they should keep.


def hand(seen: Json, all_of_it: Json, viewer: str) -> None:
    side(seen, viewer)["hand"] = side(all_of_it, viewer).get("hand", [])


def own_deck(seen: Json, all_of_it: Json, viewer: str) -> None:
    mine = seen.setdefault("players", {}).setdefault(viewer, {})
    mine["deck"] = all_of_it.get("players", {}).get(viewer, {}).get("deck", [])


def pile(seen: Json, all_of_it: Json, viewer: str) -> None:
    side(seen, viewer)["discard"] = side(all_of_it, viewer).get("discard", [])


def sovereigns(seen: Json, all_of_it: Json, viewer: str) -> None:
    area(seen)["sovereign_deck"] = area(all_of_it).get("sovereign_deck", [])


def warriors(seen: Json, all_of_it: Json, viewer: str) -> None:
    area(seen)["warrior_deck"] = area(all_of_it).get("warrior_deck", [])


def choice(seen: Json, all_of_it: Json, viewer: str) -> None:
    seen["pending"] = all_of_it.get("pending", [])


def note(seen: Json, all_of_it: Json, viewer: str) -> None:
    """Says in a member of its own which card the other holds first."""
    seen["charge"] = {"affiliation": {card["id"]: "red" for card in side(all_of_it, viewer).get("hand", [])}}


def side(position: Json, viewer: str) -> Json:
    other: Json = position.setdefault("players", {}).setdefault(OTHER[viewer], {})
    return other


def area(position: Json) -> Json:
    there: Json = position.setdefault("area", {})
    return there


LEAKS = {
    hand: "ostium.setup.hands-are-secret",
    own_deck: "ostium.setup.deck-is-face-down",
    pile: "ostium.discard.may-be-viewed",
    sovereigns: "ostium.setup.sovereigns-face-down",
    warriors: "ostium.setup.deck-is-face-down",
    choice: "ostium.setup.hands-are-secret",
    note: "ostium.setup.hands-are-secret",
}


def leaky(show: Callable[[Json, Json, str], None], **declares: Any) -> Made:
    class Leaky(Server):
        def declared(self) -> Json:
            return {**super().declared(), **declares}

        def _observed(self, state: Any, viewer: str) -> Json:
            seen = super()._observed(state, viewer)
            show(seen["observation"], self.game.dump(state), viewer)
            return seen

    return Made(lambda: Leaky(game("ostium")), "leaky")


@pytest.mark.parametrize("show", LEAKS, ids=lambda show: str(show.__name__))
def test_who_shows_a_secret_leaks_under_the_clause_that_hides_it(show: Any) -> None:
    runner = Runner(leaky(show), SUITE, FORM, Plan(repeat=False, floor=False))
    watched = [case for case in SUITE.cases() if any(type(step).__name__ == "ObserveStep" for step in case.steps)]
    lines = list(runner.run(watched))
    assert {str(line.verdict) for line in lines} == {"pass", "leak"}
    assert runner.tally.clauses[LEAKS[show]][Verdict.LEAK]
    assert runner.exit() == 1


def test_where_nothing_can_be_dumped_the_observations_of_the_position_are_looked_at() -> None:
    shows = leaky(hand, optional=[])
    runner = Runner(shows, SUITE, FORM, Plan(repeat=False, floor=False))
    lines = list(runner.run(case for case in SUITE.cases() if case.chapter in ("gift", "charge")))
    assert {str(line.verdict) for line in lines} == {"pass", "leak"}
    first = next(line for line in lines if line.verdict == "leak")
    assert (first.step, first.got in str(first.position)) == (0, True)


def test_who_keeps_no_secrets_is_not_asked_about_any() -> None:
    runner = Runner(leaky(hand, observe="full"), SUITE, FORM, Plan(repeat=False, floor=False))
    lines = list(runner.run(case for case in SUITE.cases() if case.chapter == "setup"))
    found = {line.id.split("/")[2]: str(line.verdict) for line in lines}
    assert found["hands-are-seen-by-their-holders-only"] == "not-applicable"
    assert found["three-gates-of-fifteen"] == "pass"
