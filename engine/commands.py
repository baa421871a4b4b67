"""The commands of this layer: explain and play. They read and print; what is allowed is decided by the game."""

import json
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from ruleproof.spec.console import COULD_NOT_RUN, FINDINGS, USAGE, Format, FormatOption, QuietOption, emit, out, refuse
from ruleproof.spec.files import Unreadable, read_json, read_text

from . import explaining, finding, playing
from .chance import Chance
from .dealing import dealing
from .explaining import Explained, in_words
from .game import Game, PositionFault

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="The game; `ruleproof games` lists them.")]
ReadingOption = Annotated[
    list[str] | None,
    typer.Option("--reading", metavar="QUESTION=READING", help="How an open question is read; give it again for each."),
]
POSITION_HELP = "A position: a JSON file, `-` for JSON on stdin, or the one-line notation."


@contextmanager
def answering() -> Generator[None, None, None]:
    """Turn what may go wrong into a message and its exit code."""
    try:
        yield
    except PositionFault as fault:
        lines = [f"{found.where}: {found.what}" for found in fault.faults]
        code = USAGE if fault.kind == "position-invalid" else COULD_NOT_RUN
        refuse("\n  ".join([f"this position cannot be used ({fault.kind})", *lines]), code)
    except finding.NoEngine as error:
        refuse(str(error), COULD_NOT_RUN)
    except Unreadable as error:
        refuse(str(error), USAGE)
    except RecursionError:
        refuse("what was given is nested too deeply to be read", USAGE)
    except (LookupError, ValueError) as error:
        refuse(str(error), USAGE)


def chosen(readings: Sequence[str] | None) -> dict[str, str]:
    """The readings that `--reading` gives. Raises ValueError on one without `=`."""
    for given in readings or ():
        if "=" not in given:
            raise ValueError(f"--reading takes QUESTION=READING, not {given!r}")
    return dict(given.split("=", 1) for given in readings or ())


def state_of(game: Game[Any, Any], position: str, readings: dict[str, str]) -> Any:
    """The state that a POSITION argument means. Raises PositionFault, Unreadable or ValueError."""
    if position == "-":
        return game.load(_json(sys.stdin.read(), "stdin"), game.modes[0], readings)
    if position.lstrip().startswith("{"):
        return game.load(_json(position, "POSITION"), game.modes[0], readings)
    if Path(position).suffix == ".json" or _is_file(position):
        return game.load(read_json(Path(position)), game.modes[0], readings)
    return game.read_line(_with_readings(position, readings))


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except OSError:  # too long for a file's name, so a line
        return False


def _with_readings(line: str, readings: dict[str, str]) -> str:
    head, mark, rest = line.partition("; rest ")
    fields = "".join(f" ; reading {question}={reading}" for question, reading in readings.items())
    return f"{head}{fields} {mark}{rest}" if readings else line


def _json(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise ValueError(f"{where} is not JSON: {error}") from error


def explain(
    game: GameArgument,
    position: Annotated[str, typer.Argument(metavar="POSITION", help=POSITION_HELP)],
    action: Annotated[
        str | None, typer.Argument(metavar="ACTION", help="An action as JSON; without it all legal ones are listed.")
    ] = None,
    reading: ReadingOption = None,
    format: FormatOption = Format.TEXT,  # noqa: A002  # the option's name
    quiet: QuietOption = False,
) -> None:
    """Say what the rules allow in a position, or why an action is allowed or refused, with the clauses.

    A refusal is an answer: the exit code is 0 for either.
    """
    with answering():
        played = finding.game(game)
        state = state_of(played, position, chosen(reading))
        value = None if action is None else _json(action, "ACTION")
        seat = explaining.seat_of(played, state, value)
        says = explaining.NO_SENTENCES if quiet else explaining.sentences(game)
        if action is None:
            _legal(played, state, seat, says, format)
        else:
            _one(explaining.one(played, state, seat, value), says, format)


def _legal(game: Game[Any, Any], state: Any, seat: str, says: Any, format: Format) -> None:  # noqa: A002  # as above
    found = explaining.legal(game, state, seat)
    if format is Format.JSON:
        actions = [{"action": one.action, "clauses": list(one.reasons[0].clauses)} for one in found]
        return emit({"toAct": list(game.to_move(state)), "complete": game.complete(state, seat), "actions": actions})
    out(game.draw(state))
    out()
    if not found:
        return out("Nobody can act here.")
    for one in found:
        out(in_words(one.action))
        out(f"    {', '.join(one.reasons[0].clauses)}")
    _glossary(found, says)
    return None


def _glossary(found: Sequence[Explained], says: Any) -> None:
    cited = sorted({clause for one in found for reason in one.reasons for clause in reason.clauses} & set(says))
    if cited:
        out()
    for clause in cited:
        out(f"{clause}\n    {says[clause]}")


def _one(found: Explained, says: Any, format: Format) -> None:  # noqa: A002  # as above
    if format is Format.JSON:
        return emit({"action": found.action, "allowed": found.allowed, "reasons": _reasons(found, says)})
    out(f"{'allowed' if found.allowed else 'refused'}: {in_words(found.action)}")
    for reason in found.reasons:
        if reason.why:
            out(f"  {reason.why}")
        for clause in reason.clauses:
            out(f"    {clause}{': ' + says[clause] if clause in says else ''}")
    return None


def _reasons(found: Explained, says: Any) -> list[dict[str, Any]]:
    return [
        {
            "clauses": [
                {"id": clause, **({"says": says[clause]} if clause in says else {})} for clause in reason.clauses
            ],
            **({"why": reason.why} if reason.why else {}),
        }
        for reason in found.reasons
    ]


def play(
    game: GameArgument,
    position: Annotated[
        str | None, typer.Argument(metavar="POSITION", help=POSITION_HELP + " Without it a new game is dealt.")
    ] = None,
    moves: Annotated[
        Path | None, typer.Option("--moves", metavar="FILE", help="Take the actions from a file, one a line.")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="Let chance play, from this seed.")] = None,
    dealt: Annotated[
        int | None, typer.Option("--deal", metavar="N", help="Deal from this seed; from that of --seed, or from 1.")
    ] = None,
    cards: Annotated[
        Path | None, typer.Option("--cards", metavar="FILE", help="Deal these cards, a file like cards.toml.")
    ] = None,
    reading: ReadingOption = None,
    format: FormatOption = Format.TEXT,  # noqa: A002  # the option's name
    quiet: QuietOption = False,
) -> None:
    """Play on the terminal: the board, the legal actions with numbers, what happened and by which clauses.

    A line is a number or an action as JSON. Exit code 1 where a line of --moves is no legal action.
    """
    with answering():
        played = finding.game(game)
        luck = dealt if dealt is not None else seed if seed is not None else 1
        state = _start(played, game, position, chosen(reading), cards)
        say = _silent if quiet or format is Format.JSON else out
        asking = playing.Asking(played, _lines(moves), say, strict=moves is not None)
        says = explaining.NO_SENTENCES if quiet else explaining.sentences(game)
        choose = asking if seed is None else playing.by_chance(seed)
        result = playing.play(played, state, choose, say, says, Chance(luck))
        _finish(played, result, format, quiet)
        if moves is not None and asking.wrong:
            refuse(f"{moves}: {asking.wrong[0]}", FINDINGS)


def _start(game: Game[Any, Any], name: str, position: str | None, readings: dict[str, str], cards: Path | None) -> Any:
    if position is not None:
        return state_of(game, position, readings)
    new = dealing(game)
    if new is None:
        return game.read_line(_with_readings(finding.sample(name), readings))
    return new.initial({} if cards is None else {"cards": str(cards)}, new.modes[0], readings)


def _lines(moves: Path | None) -> Iterator[str]:
    if moves is not None:
        yield from read_text(moves).splitlines()
        return
    while True:
        try:
            yield input("> " if sys.stdin.isatty() else "")
        except (EOFError, KeyboardInterrupt):
            return


def _silent(text: str) -> None:
    """Say nothing."""


def _finish(game: Game[Any, Any], played: playing.Played, format: Format, quiet: bool) -> None:  # noqa: A002  # as above
    if format is Format.JSON:
        moves = [{"player": move.player, "action": move.action, "events": move.events} for move in played.moves]
        return emit({"moves": moves, "line": game.line(played.state), "status": game.status(played.state)})
    outcome = game.outcome(played.state)
    if outcome is not None:
        out(f"\n{outcome.winner} has won ({', '.join(outcome.clauses)})")
    elif game.to_move(played.state):
        out("\nleft the game")
    else:
        out(f"\nthe {game.status(played.state)['phase']} phase is as far as this goes")
    return out(game.line(played.state))
