"""One whole game as a text file under review: every action, every event and its clauses, the board at each turn.

`python tests/ostium/test_playthrough.py` writes it anew; read the difference before it is committed.
"""

import difflib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ruleproof.engine.chance import Chance
from ruleproof.engine.dealing import deal, settle
from ruleproof.engine.explaining import event_in_words, in_words
from ruleproof.engine.ostium.game import GAME

FILE = Path(__file__).with_name("playthrough.txt")
SEED = 360  # a short game in which much comes up


def pick(chance: Chance, actions: list[dict[str, Any]]) -> int:
    """The place of an action: its kind is chosen first, then one of that kind."""
    kind = chance.pick(sorted({action["type"] for action in actions}))
    return chance.pick([place for place, action in enumerate(actions) if action["type"] == kind])


def lines() -> Iterator[str]:
    """The game, line by line."""
    chance, dealt, turn = Chance(SEED), deal(GAME, SEED, {}), 0
    state = dealt.state
    yield "By chance"
    yield from told(dealt.events)
    while True:
        after = settle(GAME, state, chance)
        if after.state != state:
            yield "By chance"
            yield from told(after.events)
        state = after.state
        seats = GAME.to_move(state)
        if not seats:
            break
        if state.table.turn != turn:
            turn = state.table.turn
            yield from ("", "=" * 100, GAME.draw(state), "")
        actions = list(GAME.actions(state, seats[0]))
        action = actions[pick(chance, [GAME.write_action(each) for each in actions])]
        step = GAME.apply(state, seats[0], action)
        yield f"{seats[0]}: {in_words(GAME.write_action(action))}    [{', '.join(clauses(state, seats[0], action))}]"
        yield from told(step.events)
        state = step.state
    yield from ("", "=" * 100, GAME.draw(state))


def clauses(state: Any, seat: str, action: Any) -> tuple[str, ...]:
    """What allows an action, without the game's name."""
    return tuple(clause.removeprefix("ostium.") for clause in GAME.decide(state, seat, action).clauses)


def told(events: Any) -> Iterator[str]:
    """Events with their clauses."""
    for event in events:
        written = GAME.write_event(event)
        cited = ", ".join(clause.removeprefix("ostium.") for clause in written["clauses"])
        yield f"    {event_in_words(written)}    [{cited}]"


def test_the_recorded_game_is_played_again_word_for_word() -> None:
    played = "\n".join(line.rstrip() for each in lines() for line in each.split("\n")) + "\n"
    changed = list(
        difflib.unified_diff(FILE.read_text("utf-8").splitlines(), played.splitlines(), "recorded", "played", n=1)
    )
    assert not changed, "\n".join(changed[:40])


def test_the_recorded_game_shows_much_of_the_rules() -> None:
    text = FILE.read_text("utf-8")
    for shown in (
        "A: summon", "B: use", "decline", "fill slot W.", "fuse gate", "collect card", "take_sovereign", "recall card",
        "swap cards", "move card", "discard card", "turned_over", "destroyed gate", "by wave", "void source", "has won",
    ):  # fmt: skip  # a list of words reads best as a block
        assert shown in text, shown


if __name__ == "__main__":
    FILE.write_text("\n".join(line.rstrip() for each in lines() for line in each.split("\n")) + "\n", encoding="utf-8")
