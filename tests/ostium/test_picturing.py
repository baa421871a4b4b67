"""Drawings and sentences for people: each card where it lies, and a sentence for all that can be done or happen."""

from typing import Any, get_args

import pytest

from ruleproof.engine.ostium.action import Action
from ruleproof.engine.ostium.event import Fact
from ruleproof.engine.ostium.game import GAME
from ruleproof.engine.ostium.telling import ACTIONS, EVENTS, LEGEND, ability, action, choices, denied, event
from ruleproof.engine.picture import Board, pictures

PICTURES: Any = pictures("ostium")
CARD = {"kind": "warrior", "clan": "red", "power": 2}


def drawn(**position: Any) -> Any:
    return PICTURES.picture(GAME.load(position, "two-player", {}))


def rows(board: Board) -> dict[str, list[str]]:
    return {row.says: [place.card for place in row.places] for row in board.rows}


def test_the_halves_face_each_other_and_columns_run_the_same_way() -> None:
    one = {"attack": [{"id": "a0", **CARD}, None, None], "defense": [None, None, {"id": "d2", **CARD}]}
    other = {"attack": [{"id": "b0", **CARD}, None, None]}
    picture = drawn(phase="attack", players={"A": one, "B": other})
    (board,) = picture.boards
    assert rows(board) == {
        "B's Gates": ["Gate", "Gate", "Gate"],
        "B's Defense Row": ["", "", ""],
        "B's Attack Row": ["Warrior b0", "", ""],
        "A's Attack Row": ["Warrior a0", "", ""],
        "A's Defense Row": ["", "", "Warrior d2"],
        "A's Gates": ["Gate", "Gate", "Gate"],
    }
    assert [row.says for row in board.rows if row.apart] == ["A's Attack Row"]
    assert picture.says == "It is A's turn, the very first turn of the game: Attack Phase."


def test_each_place_has_the_name_that_moves_call_it() -> None:
    (board,) = drawn(phase="attack").boards
    names = [place.name for row in board.rows for place in row.places]
    assert names == [
        f"{seat}.{row}{column}" for seat, row in zip("BBBAAA", "GDAADG", strict=True) for column in range(3)
    ]


def test_what_happened_to_a_card_is_said_on_it() -> None:
    own = [{"id": "a0", **CARD}, {"id": "a1", **CARD, "rotated": True}, {"id": "a2", "kind": "primordial"}]
    charge = {"affiliation": {"a2": "blue"}, "resolved": ["A0"]}
    (board,) = drawn(phase="attack", players={"A": {"attack": own}}, charge=charge).boards
    (row,) = (row for row in board.rows if row.says == "A's Attack Row")
    assert [place.mark for place in row.places] == [
        "has attacked",
        "defeated (turned sideways)",
        "is affiliated with blue in this phase",
    ]


def test_what_is_no_place_of_the_board_is_told_in_sentences() -> None:
    familiar = {"id": "f1", "kind": "familiar", "clan": "red", "main": ["arrow>crystal:2"]}
    hand = {"hand": [familiar], "crystals": 1, "gates": [15, 15, 15]}
    picture = drawn(players={"A": hand, "B": {"deck": [{"id": "k1", **CARD}]}}, area={"primordials": 3})
    assert picture.notes == (
        "A holds Familiar f1 (red, Power 0, discard arrow: crystal 2).",
        "A has 1 Crystal.",
        "B's deck, from the top: Warrior k1 (red, Power 2).",
        "3 Primordials lie for sale, for 1 Crystal each.",
    )


def test_what_waits_is_said_by_whose_it_is() -> None:
    damage = {"kind": "ability", "owner": "A", "source": "m1", "domain": "main", "ability": "damage", "value": 2}
    field = {"attack": [{"id": "m1", **CARD, "main": ["damage:2"]}, None, None]}
    notes = [drawn(players={"A": field}, pending=[{**damage, "optional": it}]).notes for it in (True, False)]
    assert notes == [
        ("A may use the damage 2 icon of m1 now, on B.G0, B.G1 or B.G2.",),
        ("A uses the damage 2 icon of m1 now, on B.G0, B.G1 or B.G2.",),
    ]


def test_the_summoning_area_is_a_board_of_its_own() -> None:
    warriors = [[{"id": "w1", **CARD, "cost": 3}, None, None], [None, None, None]]
    boards = drawn(
        area={"warriors": warriors, "sovereigns": [{"id": "s1", **CARD, "kind": "sovereign", "cost": 7}]}
    ).boards
    assert [rows(board) for board in boards[1:]] == [
        {"Warriors, row 1": ["Warrior w1", "", ""], "Sovereigns": ["Sovereign s1"]}
    ]
    assert "costs 3" in boards[1].rows[0].places[0].lines


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        ("flame", "flame"),
        ("flame:1", "flame"),
        ("fusion:2", "Power Fusion icon 2"),
        ("arrow>damage:3", "discard arrow: damage 3"),
        ("out_of_play", "Out of Play"),
        ("robed", "robed figure"),
    ],
)
def test_an_ability_is_said_as_the_rulebook_names_it(printed: str, said: str) -> None:
    assert ability(printed) == said


DONE: list[tuple[dict[str, Any], str]] = [
    ({"type": "affiliate", "card": "p1", "clan": "red"}, "B declares that p1 is affiliated with red"),
    ({"type": "fuse", "gate": 1, "path": ["D1", "A1"]}, "B leads a chain from the Gate B.G1 through B.D1, B.A1"),
    ({"type": "flask", "clan": "blue"}, "B names blue for the flasks"),
    ({"type": "attack", "attacker": "A0"}, "B attacks with B.A0"),
    (
        {"type": "attack", "attacker": "A0", "first": "pass"},
        "B attacks with B.A0, passing the enemy's Attack Row",
    ),
    (
        {"type": "attack", "attacker": "A0", "first": "attack_row", "stop": "attack_row"},
        "B attacks with B.A0, the enemy's Attack Row first, and does not go on after the first defeat",
    ),
    ({"type": "withhold", "attacker": "A2"}, "B holds B.A2 back, which does not attack in this turn"),
    ({"type": "end_attack"}, "B ends the attacks"),
    ({"type": "discard", "card": "h1"}, "B discards h1 from the hand"),
    ({"type": "summon", "card": "h1", "from": "hand", "slot": "A1"}, "B summons h1 from the hand to B.A1"),
    (
        {"type": "summon", "card": "primordial", "from": "primordials", "slot": "D0"},
        "B summons a Primordial from the Summoning Area to B.D0",
    ),
    ({"type": "summon_to_discard", "card": "w3"}, "B buys w3 to the discard pile"),
    ({"type": "move", "card": "m1", "slot": "D2"}, "B moves m1 to B.D2"),
    ({"type": "swap", "cards": ["m1", "m2"]}, "B lets m1 and m2 change places"),
    ({"type": "recall", "card": "m1"}, "B recalls m1"),
    (
        {"type": "use", "source": "m1", "ability": "damage", "domain": "left", "target": "A.G0"},
        "B uses the damage icon of m1 (left side) on A.G0",
    ),
    (
        {"type": "decline", "source": "m1", "ability": "remove"},
        "B leaves the Remove a Creature (dagger) icon of m1 unused",
    ),
    ({"type": "end_development"}, "B ends the Development Phase"),
    ({"type": "fill", "slot": "W.0.1"}, "B lays the next Warrior on W.0.1"),
    ({"type": "collect", "card": "m1"}, "B puts m1 on the discard pile"),
    ({"type": "take_sovereign", "card": "s1"}, "B takes the Sovereign s1"),
    (
        {"type": "chance", "site": "deck:A", "outcome": ["c2", "c1"]},
        "The cards of deck:A come to lie in this order: c2, c1",
    ),
]
HAPPENED: list[tuple[dict[str, Any], str]] = [
    ({"type": "fused", "attacker": "A.A0", "bonus": 3}, "The chain gives A.A0 3 more"),
    (
        {"type": "attacked", "attacker": "A.A0", "power": 3, "icons": 0, "fusion": 2, "total": 5, "left": 5}
        | {"target": "B.A0", "against": 4},
        "A.A0 attacks with 3 Power + 2 from Power Fusion, and meets B.A0, which has 4",
    ),
    (
        {"type": "attacked", "attacker": "A.A0", "power": 3, "icons": 1, "fusion": 0, "total": 4, "left": 2}
        | {"target": "B.G0", "against": 0},
        "A.A0 attacks with 3 Power + 1 from icons, of which 2 are left, and hits the Gate B.G0",
    ),
    (
        {"type": "attacked", "attacker": "A.A0", "power": 0, "icons": 0, "fusion": 0, "total": 0, "left": 0}
        | {"target": "B.G0", "against": 0},
        "A.A0 attacks with no Power at all, and reaches the Gate B.G0",
    ),
    ({"type": "defended", "slot": "B.A0", "total": 4}, ""),  # the attack says it too
    ({"type": "blocked", "attacker": "A.A0", "by": "B.A0"}, "B.A0 stops A.A0, which goes no further"),
    ({"type": "defeated", "slot": "B.A0", "by": "attack"}, "B.A0 is defeated (turned sideways) by the attack"),
    ({"type": "defeated", "slot": "B.A0", "by": "wave"}, "B.A0 is defeated (turned sideways) by the Gate Destruction"),
    ({"type": "gate", "gate": "B.G0", "from": 15, "to": 12}, "The Gate B.G0 goes from 15 to 12"),
    ({"type": "destroyed", "gate": "B.G0"}, "The Gate B.G0 is destroyed"),
    ({"type": "over", "winner": "A"}, "A has won the game"),
    ({"type": "crystals", "player": "A", "change": 1}, "A gains 1 Crystal"),
    ({"type": "crystals", "player": "A", "change": -3}, "A pays 3 Crystals"),
    (
        {"type": "crystals", "player": "A", "change": -3, "clauses": ["ostium.turn.crystals-are-lost"]},
        "A loses 3 Crystals",
    ),
    ({"type": "drew", "player": "A", "count": 2}, "A draws 2 cards"),
    ({"type": "turned_over", "player": "A"}, "A's discard pile is turned over and becomes the deck"),
    ({"type": "summoned", "card": "m1", "slot": "A.A1"}, "m1 now stands in A.A1"),
    ({"type": "left", "card": "m1", "player": "B", "to": "discard"}, "m1 goes to B's discard pile"),
    ({"type": "left", "card": "m1", "player": "B", "to": "out_of_play"}, "m1 goes out of play"),
    ({"type": "refilled", "cards": ["k1", "k2"]}, "New in the Summoning Area: k1, k2"),
    ({"type": "sovereign", "player": "B", "card": "s1"}, "B gets the Sovereign s1"),
    ({"type": "void", "source": "m1", "ability": "draw"}, "The draw icon of m1 does nothing"),
]


@pytest.mark.parametrize(("members", "said"), DONE)
def test_what_is_done_is_a_sentence(members: dict[str, Any], said: str) -> None:
    assert action("B", members) == said


@pytest.mark.parametrize(("members", "said"), HAPPENED)
def test_what_happens_is_a_sentence(members: dict[str, Any], said: str) -> None:
    assert event(members) == said


USE = {"type": "use", "source": "m1", "ability": "damage"}
ONE_OF_THREE = [{**USE, "target": f"A.G{column}"} for column in range(3)]
DISCARDS = [{"type": "discard", "card": f"h{number}"} for number in range(3)]


@pytest.mark.parametrize(
    ("many", "allowed", "said"),
    [
        ([USE], True, ["B may use the damage icon of m1"]),
        ([USE], False, ["B may not use the damage icon of m1"]),
        (ONE_OF_THREE, True, ["B may use the damage icon of m1 on A.G0, A.G1 or A.G2"]),
        (ONE_OF_THREE, False, ["B may not use the damage icon of m1"]),
        (DISCARDS, True, ["B may discard h0, h1 or h2 from the hand"]),
        ([*DISCARDS[:1], USE], True, ["B may discard h0 from the hand", "B may use the damage icon of m1"]),
        ([{"type": "withhold", "attacker": "A2"}], True, ["B may hold B.A2 back, which does not attack in this turn"]),
        ([{"type": "end_attack"}], True, []),
        ([{"type": "decline", "source": "m1", "ability": "damage"}, USE], True, ["B may use the damage icon of m1"]),
    ],
)
def test_what_may_be_done_or_may_not_is_told_in_one_sentence_for_all_alike(many: Any, allowed: bool, said: Any) -> None:
    assert choices("B", many, allowed) == said


def test_cards_alike_are_told_as_one_and_others_by_themselves() -> None:
    five = [{"id": f"h{number}", **CARD} for number in range(5)]
    other = {"id": "x", **CARD, "power": 3}
    assert drawn(players={"A": {"hand": [*five, other]}}).notes == (
        "A holds 5 Warrior cards alike, h0 to h4 (red, Power 2); Warrior x (red, Power 3).",
    )
    blue = [{**card, "clan": "blue"} for card in five[3:]]
    assert drawn(players={"A": {"hand": [*five[:3], *blue]}}).notes == (
        "A holds 5 Warrior cards alike but for the Clan, h0 to h4 (Power 2; red, red, red, blue, blue).",
    )
    assert drawn(players={"A": {"hand": five[:2]}}).notes == (
        "A holds Warrior h0 (red, Power 2); Warrior h1 (red, Power 2).",
    )


def test_gates_that_fell_are_named_where_what_lies_turned_tells_of_several() -> None:
    lying = {"id": "m0", **CARD, "rotated": True}
    foe = {"gates": [0, 0, 15], "gate_lost": True, "defense": [{**lying, "id": "c0"}, None, None]}
    one = drawn(phase="attack", players={"A": {"attack": [lying, None, None]}, "B": foe})
    assert one.notes == ("A Gate of B was destroyed this turn.",)
    both = drawn(phase="attack", players={"A": {"attack": [None, lying, None]}, "B": foe})
    assert both.notes == ("The Gates B.G0 and B.G1 were destroyed this turn.",)
    players = {"A": {"attack": [None, lying, None]}, "B": foe}
    assert drawn(phase="attack", players=players, charge={"resolved": ["A1"]}).notes == one.notes


def test_what_is_empty_is_said_where_the_words_tell_of_it_and_not_elsewhere() -> None:
    state = GAME.load({"players": {"A": {"discard": [{"id": "y", **CARD}]}}}, "two-player", {})
    assert PICTURES.lacks(state, "A draws 1 card.") == ["A's hand is empty.", "A's deck is empty."]
    assert PICTURES.lacks(state, "A moves m1 to A.D0.\nB's hand") == ["B's hand is empty."]
    assert PICTURES.lacks(state, "A has to choose where the next Warrior goes") == [
        "All 6 spaces for Warriors in the Summoning Area are empty.",
        "The Warrior deck is empty.",
        "The Warrior Dismissal Pile is empty.",
    ]


def test_the_very_first_turn_is_said_to_be_that_one() -> None:
    assert drawn(phase="attack", turn=1).says == "It is A's turn, the very first turn of the game: Attack Phase."
    assert drawn(phase="attack", turn=3).says == "It is A's turn: Attack Phase."


@pytest.mark.parametrize(
    ("note", "said"),
    [
        ("A may use the damage icon of w0 now", "A may not use the damage icon of w0 now"),
        ("A has to choose a card to discard", "A keeps all cards"),
        ("A may use the damage icon of w0 now, on B.G0 or B.G1", "A may not use the damage icon of w0 now"),
        ("A uses the damage icon of w0 now, on B.G0", "A does not use the damage icon of w0 now"),
        (
            "A has to choose where the next Warrior goes; 5 of the 6 empty spaces stay empty",
            "A lays no Warrior: all the spaces stay as they are",
        ),
        ("B puts b0 on the discard pile next", "B does not put b0 on the discard pile next"),
        ("B chooses next which Creature to place: b0 or c0", "B places no Creature next"),
        ("A has to choose a Sovereign", "A does not have to choose a Sovereign"),
        ("A has 1 Crystal", "A has no Crystal"),
        ("B holds Familiar f1 (red, Power 0)", "B holds no card"),
        ("B's deck, from the top: Familiar f1 (red, Power 0)", "B's deck is empty"),
        ("defeated (turned sideways)", "upright, not defeated"),
        ("A Gate of B was destroyed this turn", "Nothing is due any more for a destroyed Gate of B"),
        ("The Gates B.G0 and B.G1 were destroyed this turn", "Nothing is due any more for a destroyed Gate of B"),
        ("Something else", "Not so: Something else"),
    ],
)
def test_a_note_can_be_denied(note: str, said: str) -> None:
    assert denied(note) == said


def test_of_an_icon_that_was_used_it_is_said_that_it_may_not_be_used_again() -> None:
    note = "A may use the rebuild icon of h0 now, on A.G1"
    assert denied(note, "A uses the rebuild icon of h0 on A.G0.") == "A may not use the rebuild icon of h0 again"
    assert denied(note, "A uses the rebuild icon of h00 on A.G0.") == "A may not use the rebuild icon of h0 now"


def test_everything_that_can_be_done_or_happen_has_its_words() -> None:
    assert set(ACTIONS) == {members["type"] for members, _ in DONE}
    assert len(ACTIONS) == len(get_args(Action))
    happening = {fact.__struct_config__.tag for fact in get_args(Fact)}
    assert set(EVENTS) | {"defended"} == happening == {members["type"] for members, _ in HAPPENED}


def test_the_legend_has_a_sentence_for_each_sign() -> None:
    assert all(sign and means.endswith(".") for sign, means in LEGEND)
    assert len({sign for sign, _ in LEGEND}) == len(LEGEND)


def test_a_game_that_does_not_say_is_not_drawn() -> None:
    assert pictures("a-game-of-nowhere") is None
