"""Whole games, dealt and played by chance under any readings: what holds at every step of them."""

from collections import Counter
from typing import Any

import pytest

from ruleproof.engine import canonical
from ruleproof.engine.chance import Chance
from ruleproof.engine.dealing import deal, settle
from ruleproof.engine.decision import Allowed, Refused
from ruleproof.engine.game import Unreadable
from ruleproof.engine.ostium.action import (
    END_ATTACK,
    END_DEVELOPMENT,
    FILLS,
    ORIGINS,
    Action,
    Collect,
    Decline,
    Discard,
    Move,
    Recall,
    Summon,
    SummonToDiscard,
    Swap,
    TakeSovereign,
    Use,
)
from ruleproof.engine.ostium.board import GATE_NAME, SLOTS
from ruleproof.engine.ostium.game import GAME
from ruleproof.engine.ostium.reading import QUESTIONS
from ruleproof.engine.ostium.state import CLANS, State

CARDS = 88  # of the set: the third starter deck stays in the box
ABILITIES = ("repair", "rebuild", "draw", "out_of_play", "damage", "damage_all", "remove", "clan_removal", "crystal")


def some_readings(chance: Chance) -> dict[str, str]:
    return {question: chance.pick(options) for question, options in QUESTIONS.items()}


def pick(chance: Chance, actions: list[Action]) -> Action:
    """Kinds of action first, so that the common ones do not crowd out the rest."""
    kinds = sorted({type(action).__name__ for action in actions})
    kind = chance.pick(kinds)
    return chance.pick([action for action in actions if type(action).__name__ == kind])


def play(seed: int, readings: dict[str, str], steps: int = 250) -> Any:
    """The states of one game, with the events that led to each."""
    chance = Chance(seed)
    dealt = deal(GAME, seed, readings)
    yield dealt.state, dealt.events
    state = dealt.state
    for _ in range(steps):
        seats = GAME.to_move(state)
        if not seats:
            return
        step = GAME.apply(state, seats[-1], pick(chance, list(GAME.actions(state, seats[-1]))))
        after = settle(GAME, step.state, chance)
        state = after.state
        yield state, (*step.events, *after.events)


def cards_in(state: State) -> list[str]:
    """Every card of a state, the ones of the stack counted."""
    area = state.table.area
    piles = [area.warrior_deck, area.dismissed, area.sovereigns, area.sovereign_deck, area.out_of_play, *area.warriors]
    piles += [pile for player in state.table.players for pile in (player.hand, player.deck, player.discard)]
    piles += [player.field for player in state.table.players]
    held = [card.id for pile in piles for card in pile if card is not None]
    return held + [f"stack {number}" for number in range(area.primordials)]


@pytest.mark.parametrize("seed", range(12))
def test_cards_are_conserved_gates_hold_0_to_15_and_every_event_says_why(seed: int) -> None:
    for state, events in play(seed, some_readings(Chance(seed)) if seed % 2 else {}):
        held = cards_in(state)
        assert len(held) == len(set(held)) == CARDS
        assert all(0 <= gate <= 15 for side in state.sides for gate in side.gates if gate is not None)
        assert all(event.clauses for event in events)
        assert all(player.crystals >= 0 for player in state.table.players)
        assert (state.phase == "over") is (GAME.outcome(state) is not None)
        assert bool(GAME.to_move(state)) is (state.phase != "over")


@pytest.mark.parametrize("seed", range(8))
def test_every_state_survives_both_ways_of_writing(seed: int) -> None:
    readings = some_readings(Chance(seed)) if seed % 2 else {}
    for state, _ in play(seed, readings, 120):
        dumped = GAME.dump(state)
        loaded = GAME.load(dumped, "two-player", readings)
        assert loaded == state
        assert canonical.text(GAME.dump(loaded)) == canonical.text(dumped)
        assert GAME.read_line(GAME.line(state)) == state
        for seat in GAME.to_move(state):
            assert list(GAME.actions(loaded, seat)) == list(GAME.actions(state, seat))


def test_a_game_waiting_for_chance_survives_too() -> None:
    state, chance = GAME.initial({}, "two-player", {}), Chance(4)
    for expected in ("deck:A", "deck:B", "sovereigns", "warriors"):
        assert GAME.load(GAME.dump(state), "two-player", {}) == state == GAME.read_line(GAME.line(state))
        site = GAME.chance(state)
        assert site is not None
        assert site.site == expected
        state = GAME.apply(state, "", GAME.order(site.site, chance.order(site.cards))).state
    assert GAME.chance(state) is None


def candidates(state: State) -> list[Action]:
    """Announcements near what could be allowed, of all kinds but those of the charge."""
    me, area = state.me, state.table.area
    player, foe = state.table.players[me], state.table.players[1 - me]
    hands = [card.id for one in (player, foe) for card in one.hand]
    boards = [card.id for one in (player, foe) for card in one.field if card is not None]
    open_cards = [card.id for row in area.warriors for card in row if card is not None]
    open_cards += [card.id for card in area.sovereigns] + ["primordial"]
    piles = [card.id for one in (player, foe) for card in one.discard]
    found: list[Action] = [END_DEVELOPMENT, *(fill for row in FILLS for fill in row)]
    for card in [*hands, *boards, *open_cards]:
        found += [Discard(card), SummonToDiscard(card), Recall(card), Collect(card), TakeSovereign(card)]
        found += [Summon(card, origin, slot) for origin in ORIGINS for slot in SLOTS]
        found += [Move(card, slot) for slot in SLOTS]
    found += [Swap((one, other)) for one in boards for other in boards]
    sources = {each.source for each in state.pending if each.source}
    targets = [None, *GATE_NAME[0], *GATE_NAME[1], *CLANS, *hands, *boards, *piles]
    for source in sources:
        for ability in ABILITIES:
            for domain in (None, "main", "left", "right", "skull"):
                found.append(Decline(source, ability, domain))
                found += [Use(source, ability, domain, target) for target in targets]
    return found


def shortest(state: State, action: Action) -> Action | None:
    """The one way in which an action is offered: a swap in the order of slots, `domain` only where it is needed."""
    if isinstance(action, Swap):
        slots = [card.id for card in state.table.players[state.me].field if card is not None]
        one, other = action.cards
        return action if slots.index(one) < slots.index(other) else None
    if isinstance(action, Use | Decline):
        owner = state.pending[0].owner
        alike = [each for each in state.pending if each.owner == owner and each.kind == "ability"]
        domains = {each.domain for each in alike if (each.source, each.ability) == (action.source, action.ability)}
        if (action.domain is None) is (len(domains) > 1):
            return None
        if isinstance(action, Use) and action.target is None and action.ability not in ("draw", "damage_all"):
            return None if action.ability != "crystal" else action
    return action


@pytest.mark.parametrize("seed", range(6))
def test_what_is_offered_is_exactly_what_is_allowed_outside_of_the_charge(seed: int) -> None:
    for state, _ in play(seed + 100, some_readings(Chance(seed)) if seed % 2 else {}, 90):
        for seat in ("A", "B"):
            offered = list(GAME.actions(state, seat))
            assert len(offered) == len(set(offered))
            own = {action for action in offered if type(action) in KINDS or state.phase != "attack" or state.pending}
            allowed = {
                short
                for action in candidates(state)
                if isinstance(GAME.decide(state, seat, action), Allowed)
                and (short := shortest(state, action)) is not None
            }
            assert own - {END_ATTACK} == allowed, (seat, GAME.line(state))


KINDS = {Discard}


def test_every_action_comes_back_from_its_json_and_a_refused_one_names_no_wrong_clause() -> None:
    for state, _ in play(7, {}, 100):
        for seat in GAME.to_move(state):
            for action in GAME.actions(state, seat):
                assert GAME.read_action(GAME.write_action(action)) == action
                assert isinstance(GAME.decide(state, seat, action), Allowed)


def test_earlier_states_keep_their_hash_and_digest() -> None:
    seen = [(state, hash(state), GAME.digest(state)) for state, _ in play(5, {}, 150)]
    assert all((hash(state), GAME.digest(state)) == (hashed, digest) for state, hashed, digest in seen)


@pytest.mark.parametrize("viewer", ["A", "B"])
def test_dealing_the_hidden_cards_again_changes_nothing_that_is_seen(viewer: str) -> None:
    changed = 0
    for number, (state, _) in enumerate(play(11, {}, 150)):
        again = GAME.resample(state, viewer, Chance(number))
        assert canonical.text(GAME.observe(again, viewer)) == canonical.text(GAME.observe(state, viewer))
        assert sorted(cards_in(again)) == sorted(cards_in(state))
        if viewer in GAME.to_move(state):
            assert list(GAME.actions(again, viewer)) == list(GAME.actions(state, viewer))
        changed += again != state
    assert changed > 100
    with pytest.raises(ValueError, match="the players are A, B"):
        GAME.resample(state, "C", Chance(0))


def test_games_end_and_every_kind_of_event_comes_up() -> None:
    seen: Counter[str] = Counter()
    for seed in range(25):
        for _, events in play(seed, {}, 3000):
            seen.update(GAME.write_event(event)["type"] for event in events)
    assert seen["over"] == 25
    told = "fused attacked defended blocked defeated gate destroyed over crystals drew turned_over summoned left"
    assert set(f"{told} refilled sovereign void".split()) == set(seen)


def test_nothing_is_done_out_of_turn_or_after_the_end() -> None:
    states = [state for state, _ in play(3, {}, 3000)]
    over = states[-1]
    assert over.phase == "over"
    for action in (END_DEVELOPMENT, END_ATTACK, Discard("x"), Collect("x")):
        refused = GAME.decide(over, "A", action)
        assert isinstance(refused, Refused)
        assert refused.why == "the game is over"
    assert not isinstance(GAME.read_action({"type": "end_development"}), Unreadable)
