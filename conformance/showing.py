"""The command `explain`: what the rules allow in a position, or in that of a case with the answers it expects.

Positions are explained by the engine's own command; this one only adds the cases, which the engine does not know.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from ruleproof.engine import commands, explaining
from ruleproof.engine.commands import POSITION_HELP, GameArgument, ReadingOption
from ruleproof.engine.explaining import Explained, in_words
from ruleproof.engine.finding import game as engine_of
from ruleproof.engine.game import Game, Unreadable
from ruleproof.spec.console import COULD_NOT_RUN, Format, FormatOption, QuietOption, canonical, emit, out, refuse
from ruleproof.spec.finding import UnknownGame

from .case import ApplyStep, Case, CaseFault, Step
from .matching import encode
from .suite import NoSuite, Selection, find, form, unknown

NAMED = re.compile(r"[a-z0-9-]+/[a-z0-9-]+/[a-z0-9-]+")


def explain(
    game: GameArgument,
    position: Annotated[
        str | None, typer.Argument(metavar="POSITION", help=f"{POSITION_HELP} Or the id of a case.")
    ] = None,
    action: Annotated[
        str | None, typer.Argument(metavar="ACTION", help="An action as JSON; without it all legal ones are listed.")
    ] = None,
    case: Annotated[str | None, typer.Option(metavar="ID", help="Show this case of the suite.")] = None,
    reading: ReadingOption = None,
    format: FormatOption = Format.TEXT,  # noqa: A002 - the name of the option
    quiet: QuietOption = False,
) -> None:
    """Say what the rules allow in a position, or why an action is allowed or refused, with the clauses.

    Of a case: its position, each step with the answer that is expected, and the clauses that make it. A refusal is an
    answer: the exit code is 0 for either.
    """
    if case is None and position is not None and NAMED.fullmatch(position) and not Path(position).exists():
        case, position = position, None
    if case is None and position is None:
        refuse("give a POSITION, or --case ID")
    if case is None:
        commands.explain(game, position or "", action, reading, format, quiet)
        return
    if position is not None:
        refuse("--case brings its own position: leave POSITION away")
    found = _case(game, case)
    if action is not None:
        words = [*(f"{question}={name}" for question, name in _read(engine_of(game), found).items()), *(reading or ())]
        commands.explain(game, encode(found.position).decode(), action, words, format, quiet)
        return
    with commands.answering():
        _show(found, engine_of(game), format, quiet=quiet)


def _case(game: str, name: str) -> Case:
    wanted = Selection((name,))
    try:
        suite = find(game)
        if wrong := unknown(wanted, suite):
            refuse(wrong[0])
        found = next((one for one in suite.cases() if wanted.wants(one)), None)
    except (UnknownGame, NoSuite) as error:
        refuse(str(error))
    except CaseFault as fault:
        refuse(str(fault), COULD_NOT_RUN)
    return found or refuse(f"{name} is no case but a pair or a walk: its file says what it asks")


def _read(engine: Game[Any, Any], case: Case) -> dict[str, str]:
    """The readings of a case that are switches of the engine."""
    return {question: name for question, name in case.readings.items() if question in engine.readings}


def _show(case: Case, engine: Game[Any, Any], shape: Format, *, quiet: bool) -> None:
    steps = list(_explained(case, engine))
    if shape is Format.JSON:
        members = ("id", "clauses", "why", "catches", "readings", "position")
        emit({name: getattr(case, name) for name in members} | {"steps": [_plain(*one) for one in steps]})
        return
    out(f"{case.id}  [{' '.join(case.clauses)}]", style="bold")
    for name, text in (("why", case.why), ("catches", case.catches), ("read as", ", ".join(_questions(case)))):
        if text:
            out(f"  {name:<9} {text}")
    draw = form(engine.name).draw
    out()
    out(draw(case.position) if draw else canonical(case.position))
    says = explaining.NO_SENTENCES if quiet else explaining.sentences(engine.name)
    for number, (step, found) in enumerate(steps, 1):
        out(f"\n{number}. {_asked(step)}")
        out(f"   expected  {_expected(step)}")
        for line in _because(found, says) if found else ():
            out(f"   {line}")


def _questions(case: Case) -> Iterator[str]:
    return (f"{question}: {reading}" for question, reading in case.readings.items())


def _explained(case: Case, engine: Game[Any, Any]) -> Iterator[tuple[Step, Explained | None]]:
    """Each step, and what the engine says of its action where it is one."""
    state = engine.load(case.position, case.modes[0], _read(engine, case))
    for step in case.steps:
        if not isinstance(step, ApplyStep):
            yield step, None
            continue
        seat = step.player or explaining.seat_of(engine, state, step.action)
        found = explaining.one(engine, state, seat, step.action)
        yield step, found
        action = engine.read_action(step.action)
        if found.allowed and not isinstance(action, Unreadable):
            state = engine.apply(state, seat, action).state


def _asked(step: Step) -> str:
    if isinstance(step, ApplyStep):
        return f"{in_words(step.action)}{f', by {step.player}' if step.player else ''}"
    who = getattr(step, "viewer", None) or getattr(step, "player", None)
    return f"{msgspec.to_builtins(step)['call']}{f' of {who}' if who else ''}"


def _expected(step: Step) -> str:
    told: dict[str, Any] = msgspec.to_builtins(step)["expect"]
    word = ""
    if isinstance(step, ApplyStep) and (accepted := told.pop("accepted", None)) is not None:
        word = "accepted" if accepted else "refused"
    rest = encode(told).decode() if told else ""
    return f"{word}{', ' if word and rest else ''}{rest}"


def _because(found: Explained, says: Any) -> Iterator[str]:
    for reason in found.reasons:
        if reason.why:
            yield f"because   {reason.why}"
        for clause in reason.clauses:
            yield f"  {clause}{': ' + says[clause] if clause in says else ''}"


def _plain(step: Step, found: Explained | None) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(step)
    if found is not None:
        reasons = [{"clauses": list(reason.clauses), "why": reason.why} for reason in found.reasons]
        told["explained"] = {"allowed": found.allowed, "reasons": reasons}
    return told
