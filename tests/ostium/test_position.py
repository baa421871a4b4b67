"""Positions as JSON: loading with all faults, dumping, observing."""

from typing import Any

import pytest

from ruleproof.engine import canonical
from ruleproof.engine.game import PositionFault
from ruleproof.engine.ostium.game import GAME
from ruleproof.engine.ostium.printed import printed


def load(position: object, mode: str = "two-player") -> Any:
    return GAME.load(position, mode, {})


def dumped(position: object) -> dict[str, Any]:
    return GAME.dump(load(position))


def faults(position: object, mode: str = "two-player") -> list[str]:
    with pytest.raises(PositionFault) as found:
        load(position, mode)
    return [f"{fault.kind.removeprefix('position-')} {fault.where}: {fault.what}" for fault in found.value.faults]


def warrior(name: str, **more: object) -> dict[str, Any]:
    return {"id": name, "kind": "warrior", **more}


WHOLE: dict[str, Any] = {
    "active": "B",
    "phase": "attack",
    "turn": 7,
    "players": {
        "A": {
            "attack": [None, warrior("a1", clan="red", power=2, main=["flame:2", "crystal"], rotated=True), None],
            "defense": [warrior("d0", cost=3, left=["shield"], right=["fusion"], skull=["damage"]), None, None],
            "gates": [14, 0, 7],
            "hand": [warrior("h1")],
            "deck": [warrior("k1"), warrior("k2")],
            "discard": [warrior("c1")],
            "crystals": 2,
            "opening_drawn": False,
            "gate_lost": True,
        },
        "B": {
            "attack": [{"id": "p1", "kind": "primordial", "main": ["double_arrow"]}, None, None],
            "defense": [{"id": "f1", "kind": "familiar", "clan": "red", "main": ["arrow>crystal:2"]}, None, None],
            "hand": [warrior("h2"), warrior("h3")],
        },
    },
    "area": {
        "warriors": [[warrior("w1"), None, None], [None, None, warrior("w6")]],
        "warrior_deck": [warrior("w7")],
        "dismissed": [warrior("w8")],
        "primordials": 7,
        "primordial_cost": 2,
        "sovereigns": [{"id": "s1", "kind": "sovereign", "clan": "blue", "power": 6}],
        "sovereign_deck": [{"id": "s2", "kind": "sovereign", "clan": "blue", "power": 5}],
        "out_of_play": [warrior("o1")],
    },
    "charge": {
        "affiliation": {"p1": "red"},
        "chains": [{"gate": 0, "path": ["D0", "A0"]}],
        "flask": "green",
        "resolved": ["A1", "A2"],
    },
}


def test_a_canonical_position_comes_back_byte_for_byte() -> None:
    assert canonical.text(dumped(WHOLE)) == canonical.text(WHOLE)
    assert GAME.load(dumped(WHOLE), "two-player", {}) == load(WHOLE)


def test_defaults_are_left_out() -> None:
    row = [None, None, None]
    given = {
        "mode": "two-player",
        "active": "A",
        "phase": "development",
        "turn": 1,
        "players": {
            "A": {
                "attack": row,
                "defense": row,
                "gates": [15, 15, 15],
                "hand": [],
                "crystals": 0,
                "opening_drawn": True,
            },
            "B": {"gate_lost": False, "eliminated": False, "deck": [], "discard": None},
        },
        "area": {"warriors": [row, row], "primordials": 0, "primordial_cost": 1, "sovereigns": []},
        "charge": {"affiliation": {}, "chains": [], "flask": None, "resolved": []},
        "pending": [],
        "x_note": "passed over",
    }
    assert dumped(given) == {}
    assert dumped({}) == {}


def test_a_creature_is_written_without_its_defaults() -> None:
    full = warrior("a", clan=None, power=0, cost=0, main=["crystal:1"], left=[], right=None, skull=[], rotated=False)
    assert dumped({"players": {"A": {"attack": [full, None, None]}}}) == {
        "players": {"A": {"attack": [{"id": "a", "kind": "warrior", "main": ["crystal"]}, None, None]}}
    }


def test_resolved_and_affiliated_are_in_the_order_of_the_slots() -> None:
    position = {
        "phase": "attack",
        "players": {"A": {"attack": [{"id": "z", "kind": "primordial"}, {"id": "y", "kind": "primordial"}, None]}},
        "charge": {"affiliation": {"y": "red", "z": "blue"}, "resolved": ["A2", "A0"]},
    }
    charge = dumped(position)["charge"]
    assert charge["resolved"] == ["A0", "A2"]
    assert charge["affiliation"] == {"y": "red", "z": "blue"}


@pytest.mark.parametrize(
    ("phase", "rest"),
    [
        ("setup", {}),
        ("refill", {"phase": "attack"}),
        ("collect", {"active": "B", "turn": 2}),
        ("gift", {"active": "B", "turn": 2}),
    ],
)
def test_a_position_between_the_phases_comes_to_rest(phase: str, rest: dict[str, Any]) -> None:
    assert dumped({"phase": phase}) == rest


def test_what_waits_between_the_phases_is_found_where_a_position_does_not_say_it() -> None:
    turned = [warrior("b1", rotated=True), warrior("b2", rotated=True), None]
    gap = {"warriors": [[None, warrior("w1"), None], [warrior("w2"), warrior("w3"), warrior("w4")]]}
    area = {**gap, "warrior_deck": [warrior("w5"), warrior("w6")]}
    due = {"players": {"B": {"gate_lost": True}}, "area": {"sovereigns": [warrior("s1"), warrior("s2")]}}
    for position, waits in (
        ({"phase": "collect", "players": {"B": {"attack": turned}}}, ("B", "collect", ["b1", "b2"])),
        ({"phase": "refill", "area": area}, ("A", "fill", ["W.0.0", "W.0.2"])),
        ({"phase": "gift", **due}, ("B", "gift", ["s1", "s2"])),
    ):
        owner, kind, targets = waits
        assert dumped(position)["pending"] == [{"kind": kind, "owner": owner, "targets": targets}]


def test_a_name_means_a_card_of_the_set_and_lies_mirrored_on_bs_board() -> None:
    name, card = next((name, card) for name, card in printed().items() if card.get("left") != card.get("right"))
    own = {member: value for member, value in card.items() if member not in ("starter", "name")}
    crossed = {**own, "left": own.get("right", []), "right": own.get("left", [])}
    for seat, row, lies in (("A", "attack", own), ("B", "attack", crossed), ("A", "hand", own), ("B", "hand", own)):
        cards = [name] if row == "hand" else [name, None, None]
        read = dumped({"players": {seat: {row: cards}}})["players"][seat][row][0]
        assert read == {member: value for member, value in lies.items() if value not in ([], 0, None)}
    assert faults({"players": {"A": {"hand": [name, name]}}}) == [
        f"invalid players.A.hand[1].id: {name!r} is the id of players.A.hand[0] already: ids are unique"
    ]


def at(where: str, value: object) -> dict[str, Any]:
    """A position with one member set: `players.A.gates`."""
    *path, last = where.split(".")
    position: dict[str, Any] = {}
    inner = position
    for name in path:
        inner = inner.setdefault(name, {})
    inner[last] = value
    return position


ROW = "is a list, not"


@pytest.mark.parametrize(
    ("position", "fault"),
    [
        (None, "invalid position: is an object, not null"),
        ([], "invalid position: is an object, not []"),
        ({"player": {}}, "invalid player: is no member here. Did you mean players?"),
        (at("players.A.defence", []), "invalid players.A.defence: is no member here. Did you mean defense?"),
        (at("players.C", {}), "invalid players.C: is no member here."),
        (at("players", []), "invalid players: is an object, not []"),
        (at("active", "C"), "invalid active: is one of A, B, not 'C'"),
        (at("active", 1), "invalid active: is one of A, B, not 1"),
        (at("phase", "atack"), "Did you mean attack?"),
        (at("turn", 0), "invalid turn: is a whole number of 1 or more, not 0"),
        (at("turn", True), "invalid turn: is a whole number of 1 or more, not True"),
        (at("turn", 1.0), "invalid turn: is a whole number of 1 or more, not 1.0"),
        (at("players.A.gates", [15, 15]), "invalid players.A.gates: has 3 entries, not 2"),
        (at("players.A.gates", 15), "invalid players.A.gates: is a list, not 15"),
        (at("players.A.gates", [15, 16, 1]), "invalid players.A.gates[1]: is a whole number from 0 to 15, not 16"),
        (at("players.A.gates", [-1, 1, 1]), "invalid players.A.gates[0]: is a whole number from 0 to 15, not -1"),
        (at("players.A.gates", [0, 0, 0]), "invalid phase: is over, not development: A has lost all gates"),
        (at("phase", "over"), "invalid phase: is not over: both players hold a gate"),
        (at("players.A.attack", [None]), "invalid players.A.attack: has 3 entries, not 1"),
        (at("players.A.attack", {}), "invalid players.A.attack: is a list, not {}"),
        (at("players.A.attack", [1, None, None]), "invalid players.A.attack[0]: is an object, not 1"),
        (at("players.A.attack", ["w1", None, None]), "unsupported players.A.attack[0]: names the card 'w1'"),
        (at("players.A.hand", [None]), "invalid players.A.hand[0]: is a creature, not null"),
        (at("players.A.hand", [warrior("a", rotated=True)]), "only a creature on the battlefield is turned"),
        (at("players.A.hand", [{"kind": "warrior"}]), "invalid players.A.hand[0].id: is a text that names the card"),
        (at("players.A.hand", [{"id": "", "kind": "warrior"}]), "invalid players.A.hand[0].id: is a text"),
        (at("players.A.hand", [{"id": "a"}]), "invalid players.A.hand[0].kind: is missing: it is one of familiar"),
        (at("players.A.hand", [{"id": "a", "kind": "wariror"}]), "Did you mean warrior?"),
        (at("players.A.hand", [warrior("a", clan="rad")]), "Did you mean red?"),
        (at("players.A.hand", [warrior("a", power=-1)]), "invalid players.A.hand[0].power: is a whole number of 0"),
        (
            at("players.A.hand", [warrior("a", pwer=1)]),
            "invalid players.A.hand[0].pwer: is no member here. Did you mean",
        ),
        (at("players.A.hand", [warrior("a", main="flame")]), "invalid players.A.hand[0].main: is a list, not 'flame'"),
        (at("players.A.hand", [warrior("a", main=["flame:0"])]), "is an ability like flame, flame:2 or arrow>crystal"),
        (at("players.A.hand", [warrior("a", main=["flam"])]), "'flam' is no ability. Did you mean flame?"),
        (at("players.A.hand", [warrior("a", main=[1])]), "is an ability like flame, flame:2 or arrow>crystal, not 1"),
        (
            at("players.A.hand", [{"id": "a", "kind": "primordial", "clan": "red"}]),
            "a primordial has no clan of its own",
        ),
        (at("players.A.hand", [warrior("a"), warrior("a")]), "'a' is the id of players.A.hand[0] already"),
        (at("players.A.opening_drawn", 1), "invalid players.A.opening_drawn: is true or false, not 1"),
        (at("area.warriors", [[None] * 3]), "invalid area.warriors: has 2 entries, not 1"),
        (at("area.warriors", [[None] * 2, [None] * 3]), "invalid area.warriors[0]: has 3 entries, not 2"),
        (at("area.primordials", 9), "invalid area.primordials: is a whole number from 0 to 8, not 9"),
        (at("area.sovereigns", ["s1"]), "unsupported area.sovereigns[0]: names the card 's1'"),
        (at("charge.affiliation", {"a": "red"}), "invalid charge.affiliation.a: is no member here."),
        (at("charge.chains", [{"gate": 0}]), "invalid charge.chains[0].path: is missing"),
        (
            at("charge.chains", [{"gate": 3, "path": []}]),
            "invalid charge.chains[0].gate: is a whole number from 0 to 2",
        ),
        (at("charge.chains", [{"gate": 0, "path": ["D9"]}]), "invalid charge.chains[0].path[0]: is one of A0"),
        (
            at("charge.chains", [{"gate": 0, "path": ["D0", "A0"]}]),
            "invalid charge.chains[0].path[0]: no creature is in",
        ),
        (at("charge.flask", "pink"), "invalid charge.flask: is one of red"),
        (at("charge.resolved", ["D0"]), "invalid charge.resolved[0]: is one of A0, A1, A2"),
        (at("charge.resolved", ["A0", "A0"]), "invalid charge.resolved[1]: A0 comes twice"),
        (at("pending", [{"kind": "tie", "owner": "A"}]), "unsupported pending[0].kind: tie belongs to a mode"),
        (at("pending", [{"kind": "abilty", "owner": "A"}]), "Did you mean ability?"),
        (at("pending", [{"kind": "ability", "owner": "A"}]), "pending[0].source: is the id of the card that has the"),
        (
            at("pending", [{"kind": "order", "owner": "A", "targets": ["x"]}]),
            "invalid pending[0].targets[0]: no slot of A holds a card 'x'",
        ),
        (at("pending", [{"kind": "gift"}]), "invalid pending[0].owner: is one of A, B, not ''"),
        (at("pending", [{"kind": "fill", "owner": "A"}]), "fill belongs to the refill phase, not development"),
        (at("pendingChance", {"site": "warriors"}), "nothing is left to chance in the development phase"),
        (at("used", [{"card": "x"}]), "invalid used[0].domain: is one of main"),
        (at("players.A.late", ["D9"]), "invalid players.A.late[0]: is one of A0"),
        (at("mode", "solo"), "invalid mode: is solo, but a position for two-player was asked for"),
        (at("mode", "duo"), "invalid mode: is one of two-player, solo, three-player, not 'duo'"),
    ],
)
def test_a_fault_says_where_and_what(position: object, fault: str) -> None:
    assert any(fault in found for found in faults(position)), faults(position)


def test_other_modes_are_unsupported() -> None:
    assert faults({"mode": "solo"}, "solo") == ["unsupported mode: solo is not modelled yet: only two-player is"]
    assert faults({}, "three-player") == ["unsupported mode: three-player is not modelled yet: only two-player is"]


def test_the_contracts_chain_through_an_empty_slot_is_invalid() -> None:
    position = at("players.A.attack", [warrior("a0"), None, None])
    position |= {"charge": {"chains": [{"gate": 0, "path": ["D0", "A0"]}]}}
    assert faults(position) == [
        "invalid charge.chains[0].path[0]: no creature is in D0, and a chain goes over creatures"
    ]


def test_a_chain_that_no_grid_has_room_for_is_invalid() -> None:
    rows = {"attack": [warrior("a0"), None, None], "defense": [warrior("d0"), warrior("d1"), None]}
    position = {"players": {"A": rows}, "charge": {"chains": [{"gate": 0, "path": ["D1", "A0"]}]}}
    assert [fault.split(":")[0] for fault in faults(position)] == ["invalid charge.chains[0].path"] * 2


def test_all_faults_come_at_once_and_the_invalid_ones_first() -> None:
    position = {"mode": "solo", "turn": 0, "players": {"A": {"gates": [16, 1, 1], "hand": ["w1", {}]}}}
    found = faults(position)
    assert [fault.split(":")[0] for fault in found] == [
        "invalid mode",
        "invalid players.A.hand[1].id",
        "invalid players.A.hand[1].kind",
        "invalid players.A.gates[0]",
        "invalid turn",
        "unsupported players.A.hand[0]",
    ]


def test_a_wrong_reading_is_a_value_error_with_the_nearest_name() -> None:
    with pytest.raises(ValueError, match=r"Did you mean ostium\.fusion\.crossing\?"):
        GAME.load({}, "two-player", {"ostium.fusion.crosing": "sharing"})
    with pytest.raises(ValueError, match="it is one of sharing, geometric"):
        GAME.load({}, "two-player", {"ostium.fusion.crossing": "x"})


@pytest.mark.parametrize(("viewer", "own", "other"), [("A", "A", "B"), ("B", "B", "A")])
def test_an_observation_counts_what_is_hidden(viewer: str, own: str, other: str) -> None:
    seen = GAME.observe(load(WHOLE), viewer)
    assert seen["players"][own]["hand"] == WHOLE["players"][own]["hand"]
    assert seen["players"][other]["hand"] == len(WHOLE["players"][other]["hand"])
    assert seen["players"]["A"]["deck"] == 2
    assert seen["players"]["A"]["discard"] == WHOLE["players"]["A"]["discard"]
    assert seen["area"]["warrior_deck"] == seen["area"]["sovereign_deck"] == 1
    for open_pile in ("warriors", "dismissed", "sovereigns", "out_of_play", "primordials"):
        assert seen["area"][open_pile] == WHOLE["area"][open_pile]
    assert seen["charge"] == WHOLE["charge"]


def test_an_observation_is_the_same_when_hidden_cards_are_dealt_again() -> None:
    other: dict[str, Any] = GAME.dump(load(WHOLE))
    other["players"]["A"]["deck"] = [warrior("k2"), warrior("elsewhere", power=9)]
    other["players"]["B"]["hand"] = [warrior("h9"), warrior("h8", clan="blue")]
    other["area"]["warrior_deck"] = [warrior("w9", power=4)]
    other["area"]["sovereign_deck"] = [warrior("s9")]
    assert canonical.text(GAME.observe(load(other), "A")) == canonical.text(GAME.observe(load(WHOLE), "A"))


def test_nobody_else_observes() -> None:
    with pytest.raises(ValueError, match="the players are A, B"):
        GAME.observe(load({}), "C")
