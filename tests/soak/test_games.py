"""Two thousand whole games under random readings, and every formal clause left out once; asked for by `tox -e soak`.

What single steps are held to more closely, from chosen positions, is in the ordinary run.
"""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from ruleproof.engine.chance import Chance
from ruleproof.engine.dealing import deal, settle
from ruleproof.engine.ostium.game import GAME
from ruleproof.invariants.noticing import notices
from ruleproof.invariants.proving import obligations
from ruleproof.spec.loading import load

GAMES = 2000
LONGEST = 6000  # steps: a game that is played by chance ends far sooner
CARDS = 88  # the third starter deck stays in the box
KNOWN = {clause.id for clause in load("ostium").clauses}


def ids(state: Any) -> list[str]:
    """Every card of a state, those of the stack by number."""
    shared = state.table.area
    piles = [shared.warrior_deck, shared.dismissed, shared.sovereigns, shared.sovereign_deck, shared.out_of_play]
    piles += [*shared.warriors, *(p for each in state.table.players for p in (each.field, each.hand, each.deck))]
    piles += [each.discard for each in state.table.players]
    held = [card.id for pile in piles for card in pile if card is not None]
    return held + [f"stack {number}" for number in range(shared.primordials)]


def amiss(before: Any, state: Any, events: Any) -> Iterator[str]:
    """What is wrong with a state and the step to it."""
    held = ids(state)
    if len(held) != CARDS or len(set(held)) != CARDS:
        yield "cards are not conserved"
    if any(not 0 <= gate <= 15 for side in state.sides for gate in side.gates):
        yield "a gate is out of bounds"
    if any(player.crystals < 0 for player in state.table.players):
        yield "Crystals below none"
    if not {clause for event in events for clause in event.clauses} <= KNOWN or not all(e.clauses for e in events):
        yield "an event cites no clause that there is"
    if bool(GAME.to_move(state)) is (GAME.outcome(state) is not None):
        yield "the game neither goes on nor is over"
    if any(not GAME.actions(state, seat) for seat in GAME.to_move(state)):
        yield "somebody is asked and can do nothing"
    if before is not None and hash(before[0]) != before[1]:
        yield "an earlier state has changed"


def play(seed: int) -> tuple[int, str]:
    """One game: how many steps it took, and the first thing amiss."""
    chance = Chance(seed)
    readings = {question: chance.pick(names) for question, names in GAME.readings.items()}
    state, events = (dealt := deal(GAME, seed, readings)).state, dealt.events
    before: Any = None
    for step in range(LONGEST):
        if wrong := next(amiss(before, state, events), ""):
            return step, f"game {seed}, step {step}: {wrong}\n{GAME.line(state)}"
        if step % 50 == 0 and GAME.load(GAME.dump(state), "two-player", readings) != state:
            return step, f"game {seed}, step {step}: not the same when written and read again\n{GAME.line(state)}"
        seats = GAME.to_move(state)
        if not seats:
            return step, ""
        before = state, hash(state)
        seat = chance.pick(seats)
        kinds: dict[str, list[Any]] = {}
        for action in GAME.actions(state, seat):
            kinds.setdefault(type(action).__name__, []).append(action)
        taken = GAME.apply(state, seat, chance.pick(kinds[chance.pick(sorted(kinds))]))
        after = settle(GAME, taken.state, chance)
        state, events = after.state, (*taken.events, *after.events)
    return LONGEST, f"game {seed} goes on and on\n{GAME.line(state)}"


def test_two_thousand_games_end_without_a_fault_under_random_readings() -> None:
    with ProcessPoolExecutor(max_workers=2) as pool:
        played = list(pool.map(play, range(GAMES), chunksize=50))
    faults = [wrong for _, wrong in played if wrong]
    kinds = Counter(wrong.split(": ", 1)[-1].split("\n")[0] for wrong in faults)
    assert not faults, f"{len(faults)} of {GAMES}: {kinds}\n" + "\n".join(faults[:5])


def test_leaving_out_the_formal_part_of_any_clause_is_noticed_in_play_or_proved_to_change_nothing() -> None:
    found = notices("ostium", runs=120)
    assert [notice.clause for notice in found if not notice.good] == []
    assert {notice.implied_by for notice in found if notice.implied_by} <= {
        each.id for _, each in obligations("ostium")
    }
