"""A witness in words: board, play and clauses, where two readings part, and of how much it is the smallest.

What is said follows from the witness and from the engine's own words; nothing is looked for here.
"""

from collections.abc import Iterator
from typing import Any

from ruleproof.engine.decision import Allowed
from ruleproof.engine.explaining import event_in_words, in_words
from ruleproof.engine.game import Game
from ruleproof.spec.question import Question

from .apart import told
from .ground import Growth
from .parting import EVENTS, LEGALITY, Side
from .property import Moment, begin
from .shape import is_list, is_object
from .witness import CLAUSES, ENGINE, Equal, Explored, Met, Parting


def board(game: Game[Any, Any], growth: Growth, parting: Parting) -> str:
    """The position that a play begins with, drawn."""
    return game.draw(game.load(parting.position, growth.mode, dict(parting.given)))


def headline(growth: Growth, parting: Parting) -> str:
    """Which readings part, how soon, and from how few pieces."""
    pieces, actions = growth.size(parting.position)[0], len(parting.played)
    play = "at the first action" if actions == 1 else f"on the last of {actions} actions"
    one, other = parting.readings
    return f"“{one}” and “{other}” part {play} ({growth.pieces} on the board before: {pieces or 'none'})"


def play(game: Game[Any, Any], growth: Growth, question: Question, parting: Parting) -> Iterator[str]:
    """The actions before the one that the readings part on, each with the clauses that allow it under either."""
    followed = parting.readings if parting.by == ENGINE else ()
    readings = [{**parting.given, question.id: reading} for reading in followed] or [parting.given]
    moments = [begin(game, parting.position, growth.mode, each) for each in readings]
    for seat, action in parting.actions:
        yield acted(seat, action)
        for clauses in dict.fromkeys(_allowed(moment, seat, action) for moment in moments):
            yield f"    {', '.join(clauses)}"
        moments = [moment.after(seat, game.read_action(action)) for moment in moments]


def _allowed(moment: Moment, seat: str, action: dict[str, Any]) -> tuple[str, ...]:
    decision = moment.game.decide(moment.state, seat, moment.game.read_action(action))
    return decision.clauses if isinstance(decision, Allowed) else ()


def acted(seat: str, action: dict[str, Any]) -> str:
    """An action in words, with whose it is."""
    return f"{seat}: {in_words(action)}" if seat else in_words(action)


def parted(parting: Parting) -> Iterator[str]:
    """What each reading says to the last action."""
    yield acted(parting.player, parting.action)
    for number, reading in enumerate(parting.readings):
        lines = list(_said(parting, number))
        yield f"  under “{reading}”: {lines[0]}"
        yield from (f"      {line}" for line in lines[1:])


def _said(parting: Parting, number: int) -> Iterator[str]:
    side, other = parting.under[number], parting.under[1 - number]
    if parting.how == LEGALITY:
        yield "allowed" if side.allowed else f"refused{f', because {side.why}' if side.why else ''}"
        yield from side.clauses
        return
    differing = [f"{where} is {_short(mine)}" for where, mine, _ in told(side.part, other.part)]
    won = [f"{side.winner} has won"] if side.winner != other.winner and side.winner else []
    yield "; ".join([*won, *differing]) or ("told otherwise" if parting.how == EVENTS else "as before")
    yield from _happened(parting, side)
    yield from (f"asked for: {each}" for each in side.asks)


def _happened(parting: Parting, side: Side) -> Iterator[str]:
    """What only this reading has happen, with the clauses; of a patch the clauses that are otherwise."""
    if parting.by == CLAUSES:
        yield from side.clauses
    for event in side.events:
        yield f"{event_in_words(event)} ({', '.join(event['clauses'])})"


def _short(value: Any) -> str:
    if is_object(value):
        rest = {name: each for name, each in value.items() if name != "kind"}
        return in_words({"type": value.get("kind", ""), **rest})
    if is_list(value):
        return ", ".join(_short(each) for each in value) or "empty"
    return {"None": "nothing", "True": "so", "False": "not so"}.get(str(value), str(value))


def patched(question: Question, parting: Parting) -> str:
    """What the second reading makes otherwise in the clauses; empty where the engine follows it."""
    changes = question.reading(parting.readings[1]).patch if parting.by == CLAUSES else None
    names = (change.clause or change.define or "" for change in changes or ())
    return f"by the clauses, with others for “{parting.readings[1]}”: {', '.join(names)}" if changes else ""


def smallest(growth: Growth, explored: Explored) -> str:
    """Of what a witness is the smallest."""
    return f"the smallest among {_amount(growth, explored)}"


def equal(growth: Growth, alike: Equal) -> str:
    """That two readings did not part, and in how much."""
    amount = _amount(growth, alike.explored)
    return f"“{alike.readings[0]}” and “{alike.readings[1]}” are equal on everything explored: {amount}"


def _amount(growth: Growth, explored: Explored) -> str:
    states = f"{explored.states} state{'' if explored.states == 1 else 's'} explored"
    bounds = (
        f"positions to begin with: {explored.positions}",
        f"{growth.pieces} on the board: up to {explored.pieces}" if explored.pieces else f"no {growth.pieces}",
        f"actions: up to {explored.actions}",
        *([] if explored.whole else ["the budget ran out"]),
    )
    return f"{states} ({'; '.join(bounds)})"


def in_play(met: Met | None) -> str:
    """How often the readings part in games from the start."""
    if met is None:
        return "games from the start: not looked"
    first = f", first after {met.soonest} actions" if met.parted else ""
    return f"games from the start: parted in {met.parted or 'none'} of {met.games} that chance played{first}"


def readings(question: Question) -> Iterator[str]:
    """The readings of a question with what they mean."""
    for reading in question.readings:
        taken = ", as it is taken" if reading.name == question.taken else ""
        yield f"“{reading.name}”{taken}: {reading.gloss}"
