"""The one-line notation, both ways."""

from typing import Any

import pytest

from ruleproof.engine.game import PositionFault
from ruleproof.engine.ostium.game import GAME
from ruleproof.engine.ostium.reading import QUESTIONS

EMPTY = "- - - / - - - | - - - / - - -"


def creature(token: str) -> dict[str, Any]:
    card: dict[str, Any] = GAME.dump(GAME.read_line(f"{token} - -"))["players"]["A"]["attack"][0]
    return card


@pytest.mark.parametrize(
    ("token", "card"),
    [
        ("r2", {"id": "aa0", "kind": "warrior", "clan": "red", "power": 2}),
        ("b0f", {"id": "aa0", "kind": "familiar", "clan": "blue"}),
        ("g7s", {"id": "aa0", "kind": "sovereign", "clan": "green", "power": 7}),
        ("y10", {"id": "aa0", "kind": "warrior", "clan": "yellow", "power": 10}),
        ("p1", {"id": "aa0", "kind": "warrior", "clan": "purple", "power": 1}),
        (".1", {"id": "aa0", "kind": "warrior", "power": 1}),
        ("*0", {"id": "aa0", "kind": "primordial", "main": ["double_arrow"]}),
        ("*0+2", {"id": "aa0", "kind": "primordial", "main": ["double_arrow", "fusion:2"]}),
        (".0o", {"id": "aa0", "kind": "primordial"}),
        ("x=r1", {"id": "x", "kind": "warrior", "clan": "red", "power": 1}),
        ('"a b;/|"=r1', {"id": "a b;/|", "kind": "warrior", "clan": "red", "power": 1}),
        ("r1$3", {"id": "aa0", "kind": "warrior", "clan": "red", "power": 1, "cost": 3}),
        ("r1'", {"id": "aa0", "kind": "warrior", "clan": "red", "power": 1, "rotated": True}),
        (
            "r1+1&2^1#3~1(crystal)(arrow>damage:2)<^1>#2!(draw)",
            {
                "id": "aa0", "kind": "warrior", "clan": "red", "power": 1,
                "main": ["fusion", "robed:2", "flame", "shield:3", "flask", "crystal", "arrow>damage:2"],
                "left": ["flame"], "right": ["shield:2"], "skull": ["draw"],
            },
        ),
    ],
)  # fmt: skip  # a card in few lines
def test_a_creature_in_one_word(token: str, card: dict[str, Any]) -> None:
    assert creature(token) == card
    assert GAME.line(GAME.read_line(f"{token} - -")) == f"{token} - - / - - - | - - - / - - -"


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("", EMPTY),
        ("- - -", EMPTY),
        ("r2 - - / r0 - -", "r2 - - / r0 - - | - - - / - - -"),
        (" r2   - -/r0 - - ", "r2 - - / r0 - - | - - - / - - -"),
        ("- - - / - - - / 15 15 15", EMPTY),
        ("- - - / - - - / 15 0 - | r1 - -", "- - - / - - - / 15 0 - | r1 - - / - - -"),
        ("- - - ; active A ; phase attack ; turn 1", EMPTY),
        ("aa0=r2 - -", "r2 - - / - - - | - - - / - - -"),
        (
            "r1 - - / r1 - - ; resolved A0 ; chains D0>A0",
            "r1 - - / r1 - - | - - - / - - - ; chains D0>A0 ; resolved A0",
        ),
        ("- - - ; reading ostium.fusion.crossing=sharing", EMPTY),
    ],
)
def test_a_line_has_one_canonical_form(line: str, canonical: str) -> None:
    assert GAME.line(GAME.read_line(line)) == canonical


@pytest.mark.parametrize(
    "line",
    [
        'r2 b1 *0 / r0f - "x y"=g1 / 15 0 7 | y1\' - - / - - - / 1 1 1',
        f"{EMPTY} ; active B ; phase development ; turn 12 ; lost A B",
        "*0 *0 - / - - - | - - - / - - - ; affiliation aa0=red aa1=blue ; flask green",
        "r1 r1 r1 / r1 r1 r1 | - - - / - - - ; chains D2>D1>A1 D0>A0 ; resolved A0 A2",
        f"{EMPTY} ; reading ostium.fusion.chain-shape=shortest ; reading ostium.gates.wave-at-end=wave",
        f'{EMPTY} ; rest {{"area":{{"primordials":8}},"players":{{"A":{{"crystals":2}}}}}}',
        EMPTY + ' ; turn 2 ; rest {"players":{"A":{"hand":[{"id":"; rest |","kind":"warrior"}]}}}',
    ],
)
def test_a_canonical_line_comes_back_as_it_was(line: str) -> None:
    assert GAME.line(GAME.read_line(line)) == line


def test_every_reading_comes_back() -> None:
    for question, readings in QUESTIONS.items():
        for reading in readings[1:]:
            line = f"{EMPTY} ; reading {question}={reading}"
            assert GAME.line(GAME.read_line(line)) == line


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("z2 - -", "'z2' is no creature"),
        ("r2x - -", "'r2x' is no creature"),
        ("r2 -", "players.A.attack: has 3 entries, not 2"),
        ("- - - / - - - / 16 1 1", "players.A.gates[0]: is a whole number from 0 to 15, not 16"),
        ("- - - / - - - / x 1 1", "a gate is a number"),
        ("- - - / - - - / 1 1 1 / 2", "not 4 parts"),
        ("- - - | - - - | - - -", "boards of two players, not 3"),
        ("- - - ; activ B", "no field is called 'activ'. Did you mean active?"),
        ("- - - ; active C", "active: is one of A, B"),
        ("- - - ; turn x", "turn: is a whole number"),
        ("- - - ; flask", "`flask` is followed by one word, not 0"),
        ("- - - ; affiliation red", "`affiliation` is followed by words like p1=red"),
        ("- - - ; chains D0>A0", "no creature is in D0"),
        ("- - - ; chains x", "charge.chains[0].gate: is a whole number"),
        ("- - - ; lost C", "players.C: is no member here"),
        ("- - - ; rest {", "what stands after `rest` is not JSON"),
        ("- - - ; rest []", "what stands after `rest` is an object"),
        ("- - - ; reading ostium.fusion.crosing=sharing", "Did you mean ostium.fusion.crossing?"),
        ("- - - ; reading ostium.fusion.crossing=shared", "has no reading 'shared': it is one of sharing, geometric"),
        ("r1(flam) - -", "'flam' is no ability. Did you mean flame?"),
        ("x=r1 x=r1 -", "'x' is the id of players.A.attack[0] already"),
    ],
)
def test_a_wrong_line_is_answered(line: str, says: str) -> None:
    with pytest.raises(PositionFault) as found:
        GAME.read_line(line)
    assert says in str(found.value)
    assert found.value.kind == "position-invalid"
