"""One game on a terminal: shows the board, asks for an action, tells what happened and why. The game decides."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from .chance import Chance
from .dealing import NOBODY, settle
from .decision import Refused
from .explaining import event_in_words, in_words
from .game import Game, Unreadable

HELP = (
    "Type the number of an action, or an action as JSON; `?` lists the actions again, `board` shows it, `quit` leaves."
)


LONG = 10  # digits: no list of actions is that long


class Move(msgspec.Struct, frozen=True):
    """One action that was taken, and the events it led to, as JSON values."""

    player: str
    action: dict[str, Any]
    events: list[dict[str, Any]]


class Played(msgspec.Struct, frozen=True):
    """How a game went: its moves and the position it stands at."""

    state: Any
    moves: tuple[Move, ...]


Say = Callable[[str], None]
Choose = Callable[[Any, str, list[Any]], Any]


class Stopped(Exception):
    """No more actions are given."""


def play(
    game: Game[Any, Any], state: Any, choose: Choose, say: Say, says: Mapping[str, str], chance: Chance | None = None
) -> Played:
    """Play until nobody may act or no more actions are given. What is left to chance comes from `chance`.

    The board is shown whenever it is another's move, or another phase.
    """
    moves: list[Move] = []
    untold, shown = dict(says), ("", "")
    luck = chance or Chance(0)
    try:
        while True:
            dealt = settle(game, state, luck)
            if dealt.events:
                state = dealt.state
                moves.append(Move(NOBODY, {"type": CHANCE}, [game.write_event(event) for event in dealt.events]))
                tell(moves[-1], say, untold)
            state = dealt.state
            seats = game.to_move(state)
            if not seats:
                break
            shown = _show(game, state, seats[0], shown, say)
            action = choose(state, seats[0], list(game.actions(state, seats[0])))
            step = game.apply(state, seats[0], action)
            state = step.state
            moves.append(Move(seats[0], game.write_action(action), [game.write_event(event) for event in step.events]))
            tell(moves[-1], say, untold)
    except Stopped:
        return Played(state, tuple(moves))
    say("")
    say(game.draw(state))
    return Played(state, tuple(moves))


CHANCE = "chance"


def _show(game: Game[Any, Any], state: Any, seat: str, shown: tuple[str, str], say: Say) -> tuple[str, str]:
    now = (str(game.status(state).get("phase")), seat)
    if now != shown:
        say("" if any(shown) else game.draw(state))
        if any(shown):
            say(game.draw(state))
    return now


def tell(move: Move, say: Say, says: dict[str, str]) -> None:
    """Say what was done and what it led to, each event with its clauses; a clause's sentence once, then not again."""
    say("")
    say(f"{move.player}: {in_words(move.action)}" if move.player else "By chance:")
    for event in move.events:
        say(f"  {event_in_words(event)}")
        for clause in event["clauses"]:
            say(f"      {clause}{': ' + says.pop(clause) if clause in says else ''}")


def numbered(game: Game[Any, Any], actions: list[Any]) -> Iterator[str]:
    """The actions as lines with their numbers, counted from 1."""
    width = len(str(len(actions)))
    for number, action in enumerate(actions, 1):
        yield f"{number:>{width}}  {in_words(game.write_action(action))}"


class Asking:
    """Takes actions from lines of text, and answers what is none."""

    def __init__(self, game: Game[Any, Any], lines: Iterator[str], say: Say, strict: bool = False) -> None:
        self.game, self.lines, self.say, self.strict = game, lines, say, strict
        self.wrong: list[str] = []

    def __call__(self, state: Any, seat: str, actions: list[Any]) -> Any:
        """The next action that is one; Stopped where the lines end."""
        self._list(actions)
        for line in self.lines:
            text = line.strip()
            if text in ("quit", "q", "exit"):
                raise Stopped
            action = self._read(state, seat, actions, text)
            if action is not None:
                return action
            if self.strict and self.wrong:
                raise Stopped
        raise Stopped

    def _list(self, actions: list[Any]) -> None:
        self.say("")
        for line in numbered(self.game, actions):
            self.say(line)

    def _read(self, state: Any, seat: str, actions: list[Any], text: str) -> Any:
        if not text:
            return None
        if text in ("?", "help"):
            self._list(actions)
            return self.say(HELP)
        if text == "board":
            return self.say(self.game.draw(state))
        if text.isdecimal() and len(text) < LONG:
            return self._number(actions, int(text))
        return self._json(state, seat, text)

    def _number(self, actions: list[Any], number: int) -> Any:
        if 1 <= number <= len(actions):
            return actions[number - 1]
        return self._answer(f"{number} is not on the list: the actions are numbered 1 to {len(actions)}")

    def _json(self, state: Any, seat: str, text: str) -> Any:
        try:
            action = self.game.read_action(json.loads(text))
        except (ValueError, RecursionError):
            return self._answer(f"{text[:60]!r} is neither a number nor JSON. {HELP}")
        if isinstance(action, Unreadable):
            return self._answer(action.why)
        decision = self.game.decide(state, seat, action)
        if isinstance(decision, Refused):
            cited = ", ".join(decision.clauses)
            return self._answer(f"refused: {decision.why}" + (f" ({cited})" if cited else ""))
        return action

    def _answer(self, what: str) -> None:
        self.wrong.append(what)
        self.say(what)


def by_chance(seed: int) -> Choose:
    """Choose each action by chance; the same seed gives the same game."""
    chance = Chance(seed)
    return lambda state, seat, actions: chance.pick(actions)
