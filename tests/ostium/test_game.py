"""The game as a whole: what is offered is what is allowed, and states are values."""

from typing import Any

import pytest

from ruleproof.engine.chance import Chance
from ruleproof.engine.decision import Allowed, Illegal, Refused
from ruleproof.engine.game import Unreadable
from ruleproof.engine.ostium import charge, fusion, gates, synergy
from ruleproof.engine.ostium.action import END_ATTACK, Action, Affiliate, Attack, Flask, Fuse, Withhold
from ruleproof.engine.ostium.board import SLOTS
from ruleproof.engine.ostium.chains import CHAINS, Chain
from ruleproof.engine.ostium.game import GAME
from ruleproof.engine.ostium.reading import QUESTIONS, chosen
from ruleproof.engine.ostium.state import CLANS, State
from ruleproof.spec.loading import load

TOKENS = (
    "-", "-", "r2", "r1^1", "r3+1", "b2", "b1#1", "b0+2", "g4", "*0", "*0", "b1&1", "r2&1", "r0f", "g1(double_arrow)",
    "r1<^1>&1", "b2<+1>~1", "r1~1", "r3'", "*0'", "b2'", ".1", "r0", "y5$2",
)  # fmt: skip  # a list of words reads best as a block


def some_line(chance: Chance, readings: bool) -> str:
    """A position of the attack phase, often with questions read otherwise."""

    def row() -> str:
        return " ".join(chance.pick(TOKENS) for _ in range(3))

    def side() -> str:
        gates = [chance.pick((0, 1, 4, 15)) for _ in range(3)]
        gates[chance.below(3)] = 5
        return f"{row()} / {row()} / {' '.join(map(str, gates))}"

    fields = [f"active {chance.pick('AB')}"]
    if readings:
        fields += [f"reading {question}={chance.pick(options)}" for question, options in QUESTIONS.items()]
    return " ; ".join([f"{side()} | {side()}", *fields])


def in_mid_attack(chance: Chance, state: State) -> State:
    """The same board with some attacks done and some chains laid, lawful or not: what a position may say."""
    own = state.table.players[state.table.me].field
    filled = {slot for slot, card in zip(SLOTS, own, strict=True) if card}
    possible = [chain for chain in CHAINS if filled.issuperset(chain.path)]
    laid = [chance.pick(possible) for _ in range(chance.below(3))] if possible else []
    position = GAME.dump(state)
    position["charge"] = {
        "chains": [{"gate": chain.gate, "path": list(chain.path)} for chain in laid],
        "resolved": [slot for slot in SLOTS[:3] if chance.below(3) == 0],
        "affiliation": {card.id: chance.pick(CLANS) for card in own if card and chance.below(6) == 0},
    }
    return GAME.load(position, "two-player", chosen(state.table.readings))


def candidates(state: State) -> list[Action]:
    """Actions near what could be allowed: every lawful shape, near misses, and each card, clan, way and stop."""
    own = state.table.players[state.table.me].field
    chains = [*CHAINS, Chain(0, ("D1", "A1")), Chain(1, ("D1", "A0")), Chain(2, ("D2",)), Chain(0, ("D0", "A1", "A0"))]
    found: list[Action] = [Fuse(chain) for chain in chains]
    found += [Affiliate(card.id, clan) for card in own if card for clan in CLANS]
    found += [Flask(clan) for clan in CLANS]
    for slot in SLOTS:
        ways = [Attack(slot, first, stop) for first in (None, "attack_row", "pass") for stop in (None, *STOPS)]
        found += [*ways, Withhold(slot)]
    return [*found, END_ATTACK]


STOPS = ("attack_row", "defense_row")


def shortest(state: State, action: Action) -> Action:
    """An attack that passes an empty row is written without its `first`."""
    if not isinstance(action, Attack) or action.first != "pass":
        return action
    foe = state.table.players[1 - state.table.me].field
    empty = foe[SLOTS.index(action.attacker)] is None
    return Attack(action.attacker, None, action.stop) if empty else action


@pytest.mark.parametrize("readings", [False, True])
def test_what_is_offered_is_exactly_what_is_allowed(readings: bool) -> None:
    chance = Chance(7 + readings)
    for _ in range(120):
        state = GAME.read_line(some_line(chance, readings))
        state = in_mid_attack(chance, state) if chance.below(2) else state
        seat = state.table.active
        while state.phase == "attack":
            offered = list(GAME.actions(state, seat))
            allowed = {
                shortest(state, action)
                for action in candidates(state)
                if isinstance(GAME.decide(state, seat, action), Allowed)
            }
            assert set(offered) == allowed, GAME.line(state)
            assert len(offered) == len(set(offered))
            assert offered, GAME.line(state)
            state = GAME.apply(state, seat, chance.pick(offered)).state


def test_who_is_part_of_a_chain_is_declared_no_more() -> None:
    state = GAME.read_line("r1 *0 - / *0 - - ; chains D0>A0")  # a position that no play reaches
    assert [action.card for action in GAME.actions(state, "A") if isinstance(action, Affiliate)] == ["aa1"] * 5
    assert isinstance(GAME.decide(state, "A", Affiliate("ad0", "red")), Refused)


def test_no_earlier_state_changes_and_every_step_survives_both_ways_of_writing() -> None:
    chance = Chance(3)
    for _ in range(60):
        state = GAME.read_line(some_line(chance, readings=True))
        seat, seen = state.table.active, [(state, hash(state), GAME.digest(state), GAME.line(state))]
        while state.phase == "attack":
            step = GAME.apply(state, seat, chance.pick(list(GAME.actions(state, seat))))
            for event in step.events:
                assert event.clauses
            state = step.state
            seen.append((state, hash(state), GAME.digest(state), GAME.line(state)))
        for past, hashed, digest, line in seen:
            assert (hash(past), GAME.digest(past), GAME.line(past)) == (hashed, digest, line)
            assert GAME.read_line(line) == past
            assert GAME.load(GAME.dump(past), "two-player", chosen(past.table.readings)) == past


def test_what_was_worked_out_takes_no_part_in_equality_hash_and_digest() -> None:
    line = "r1 r1 - / *0 - - | b1 - -"
    worked, fresh = GAME.read_line(line), GAME.read_line(line)
    list(GAME.actions(worked, "A"))
    assert worked == fresh
    assert hash(worked) == hash(fresh)
    assert GAME.digest(worked) == GAME.digest(fresh)
    assert GAME.dump(worked) == GAME.dump(fresh)


def test_the_same_state_offers_the_same_actions_in_the_same_order() -> None:
    line = "r1 b1&1 *0 / r1~1 r1 *0 | b1 - -"
    first, second = (GAME.read_line(line) for _ in range(2))
    assert list(GAME.actions(first, "A")) == list(GAME.actions(second, "A")) == list(GAME.actions(first, "A"))


def test_a_digest_tells_positions_and_readings_apart() -> None:
    lines = ["r1 - -", "r2 - -", "r1 - - ; reading ostium.fusion.crossing=geometric", "r1 - - ; resolved A0"]
    digests = [GAME.digest(GAME.read_line(line)) for line in lines]
    assert len(set(digests)) == len(lines)
    assert all(len(digest) == 32 for digest in digests)


def test_only_the_active_player_acts() -> None:
    state = GAME.read_line("r1 - - | b1 - -")
    assert GAME.to_move(state) == ("A",)
    assert list(GAME.actions(state, "B")) == []
    refused = GAME.decide(state, "B", Attack("A0", "attack_row"))
    assert isinstance(refused, Refused)
    assert refused.why == "it is the turn of A, not of B"


def test_a_refused_action_cannot_be_applied_and_the_error_replays_itself() -> None:
    state = GAME.read_line("r1 - -")
    with pytest.raises(Illegal) as found:
        GAME.apply(state, "A", END_ATTACK)
    assert found.value.refused == GAME.decide(state, "A", END_ATTACK)
    assert GAME.read_line(found.value.line) == state
    assert "A0 has not attacked yet" in str(found.value)


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (None, "an action is an object with a `type`, not None"),
        ([], "an action is an object"),
        ({}, "no action has the type None"),
        ({"type": ["fuse"]}, "no action has the type ['fuse']"),
        ({"type": "fus"}, "no action has the type 'fus'. Did you mean fuse?"),
        ({"type": "break_tie"}, "`break_tie` belongs to a part of the game that is not modelled yet"),
        ({"type": "discard", "card": 1}, "`discard`: `card` is a card's id, not 1"),
        ({"type": "summon", "card": "a", "from": "deck", "slot": "A0"}, "`from` is one of hand, warriors"),
        ({"type": "summon", "card": "a", "from": "hand", "slot": "A3"}, "`slot` is one of A0"),
        ({"type": "swap", "cards": ["a"]}, "`cards` names two cards, not 1"),
        ({"type": "swap", "cards": "ab"}, "`cards` is a list of cards' ids, not 'ab'"),
        ({"type": "fill", "slot": "W.2.0"}, "`slot` is one of W.0.0"),
        ({"type": "use", "source": "a"}, "`ability` is an ability's name, not None"),
        ({"type": "use", "source": "a", "ability": "draw", "domain": "side"}, "`domain` is one of main"),
        ({"type": "chance", "site": "warriors", "outcome": [1]}, "`outcome` is a list of cards' ids"),
        ({"type": "fuse"}, "`fuse`: `gate` is the column of the gate, 0 to 2, not None"),
        ({"type": "fuse", "gate": True, "path": []}, "not True"),
        ({"type": "fuse", "gate": 3, "path": []}, "0 to 2, not 3"),
        ({"type": "fuse", "gate": 0}, "`path` is a list of the own slots"),
        ({"type": "fuse", "gate": 0, "path": ["B.D0", "A0"]}, "not 'B.D0'"),
        ({"type": "fuse", "gate": 0, "path": [0]}, "not 0"),
        ({"type": "affiliate", "clan": "red"}, "`card` is a card's id, not None"),
        ({"type": "affiliate", "card": "a", "clan": "rad"}, "Did you mean red?"),
        ({"type": "flask"}, "`clan` is missing: it is one of red, blue"),
        ({"type": "attack"}, "`attacker` is missing"),
        ({"type": "attack", "attacker": "A0", "first": "attack"}, "Did you mean attack_row?"),
        ({"type": "attack", "attacker": "A0", "stop": 1}, "`stop` is one of attack_row, defense_row, not 1"),
        ({"type": "withhold", "attacker": 0}, "`attacker` is one of"),
    ],
)
def test_what_is_no_action_is_answered(value: object, why: str) -> None:
    read = GAME.read_action(value)
    assert isinstance(read, Unreadable)
    assert why in read.why, read


def test_every_action_comes_back_from_its_json() -> None:
    state = GAME.read_line("r1~1 b1 *0 / r1 r1 r1 | b1 - - ; reading ostium.charge.must-push=may-stop")
    for action in [*candidates(state), *GAME.actions(state, "A")]:
        written: Any = GAME.write_action(action)
        assert GAME.read_action(written) == action
        assert GAME.read_action({**written, "player": "A", "unknown": 1}) == action


def test_every_clause_that_the_engine_cites_is_written() -> None:
    written = {clause.id for clause in load("ostium").clauses}
    for chapter in (synergy, fusion, charge, gates):
        cited = {value for value in vars(chapter).values() if isinstance(value, str) and value.startswith("ostium.")}
        assert cited - written == set()
        assert cited


def test_capabilities_and_readings_are_declared() -> None:
    assert GAME.modes == ("two-player",)
    assert GAME.capabilities["cards"] == "inline"
    assert GAME.readings["ostium.fusion.ending-is-passing"] == ("disjoint", "shared-end", "open-end")
    assert len(GAME.readings) == 37


def test_the_board_is_drawn_with_the_columns_facing() -> None:
    state = GAME.read_line(
        "r3^1 b1 *0 / r1+1 - - / 15 12 0 | y2' - - / p0f - y2#2 ; chains D0>A0 ; affiliation aa2=red ; resolved A1"
    )
    drawn = GAME.draw(state)
    lines = drawn.splitlines()
    rows = [line.split("  ")[0].strip() for line in lines if line[:2] in ("A ", "B ")]
    assert rows == ["B gates", "B defense", "B attack", "A attack", "A defense", "A gates"]
    assert "red 3 flame" in drawn
    assert "any>red" in drawn
    assert "~turned" in drawn
    assert "[fallen]" in drawn
    assert "aa1 *" in drawn
    assert "chain from gate 0: D0 > A0" in drawn
    assert len({line.index("|") for line in lines if "|" in line}) == 1
    assert all(line == line.rstrip() for line in lines)
