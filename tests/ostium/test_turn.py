"""The order of the phases, whose turn it is, and what passes with a turn."""

from typing import Any

import pytest

T = "ostium.turn."


@pytest.mark.clause(T + "two-phases", T + "alternate", T + "crystals-do-not-outlast-the-turn", T + "end-with-nothing")
def test_a_turn_goes_through_its_phases_and_passes_to_the_other_player(table: Any, creature: Any) -> None:
    play = table({"players": {"A": {"attack": [creature("a"), None, None]}, "B": {"crystals": 2}}, "turn": 4})
    assert play.status == {"terminal": False, "toAct": ["A"], "phase": "development"}
    play.do("end_development")
    assert play.status == {"terminal": False, "toAct": ["A"], "phase": "attack"}
    play.do("attack", attacker="A0").do("end_attack")
    assert play.status == {"terminal": False, "toAct": ["B"], "phase": "development"}
    assert (play.now["active"], play.now["turn"]) == ("B", 5)
    assert play.player("B", "crystals") is None
    assert play.now.get("charge") is None
    play.do("end_development").do("end_attack")
    assert (play.now.get("active"), play.now["turn"]) == (None, 6)


@pytest.mark.clause(T + "only-on-turn")
@pytest.mark.parametrize(
    ("kind", "members"),
    [
        ("end_development", {}),
        ("move", {"card": "b", "slot": "A1"}),
        ("summon", {"card": "h", "from_": "hand", "slot": "A1"}),
    ],
)
def test_development_is_the_active_players(table: Any, creature: Any, kind: str, members: Any) -> None:
    b = {"attack": [creature("b"), None, None], "hand": [creature("h")], "crystals": 5}
    assert T + "only-on-turn" in table({"players": {"B": b}}).refused(kind, on="B", **members)


def test_a_choice_that_waits_is_answered_by_its_own_kind_alone(table: Any, creature: Any) -> None:
    position = {"players": {"B": {"gate_lost": True}}, "phase": "gift", "pending": [{"kind": "gift", "owner": "B"}]}
    play = table(position | {"area": {"sovereigns": [creature("s1"), creature("s2")]}})
    assert play.status["toAct"] == ["B"]
    for kind, members in (("collect", {"card": "s1"}), ("end_attack", {}), ("discard", {"card": "s1"})):
        play.refused(kind, **members)
    assert play.offers("take_sovereign") == [{"card": "s1"}, {"card": "s2"}]


@pytest.mark.parametrize("kind", ["collect", "take_sovereign"])
def test_what_nobody_waits_for_is_refused(table: Any, kind: str) -> None:
    assert table({}).refused(kind, card="x") == ()


def test_a_gate_that_falls_in_development_can_end_the_game(table: Any, creature: Any) -> None:
    position = {"players": {"A": {"hand": [creature("x", "damage")]}, "B": {"gates": [0, 0, 1]}}}
    play = table(position).do("summon", card="x", from_="hand", slot="A0")
    play.do("use", source="x", ability="damage", target="B.G2")
    assert play.status == {"terminal": True, "toAct": [], "phase": "over", "outcome": {"winner": "A"}}
    assert "ostium.gates.ends-at-once" in play.refused("end_development")


@pytest.mark.parametrize("reading", ["none", "wave"])
def test_a_wave_at_the_end_of_development_too(table: Any, creature: Any, reading: str) -> None:
    foe = {"gates": [0, 0, 1], "attack": [None, None, creature("b")]}
    play = table({"players": {"A": {"hand": [creature("x", "damage")]}, "B": foe}}, wave_at_end=reading)
    play.do("summon", card="x", from_="hand", slot="A2").do("use", source="x", ability="damage", target="B.G2")
    assert [one["slot"] for one in play.told("defeated")] == ([] if reading == "none" else ["B.A2", "A.A2"])
