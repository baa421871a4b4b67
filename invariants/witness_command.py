"""The command `witness`: words in, a play out in which two readings part. It prints what others found."""

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from ruleproof.engine.finding import NoEngine
from ruleproof.spec.commands import GameArgument, answering
from ruleproof.spec.console import (
    COULD_NOT_RUN,
    FINDINGS,
    Format,
    FormatOption,
    QuietOption,
    complain,
    emit,
    out,
    progress,
    refuse,
    table,
)
from ruleproof.spec.fault import Misused
from ruleproof.spec.files import write_json
from ruleproof.spec.question import Question

from . import telling
from .comparing import Compared, Undeclared
from .hanging import Hanging
from .meeting import met
from .parting import Switched
from .pooling import workers
from .witness import Parting, Witness, keep, witness_of, witnesses
from .witness_case import CHAPTER, family, told_apart
from .witnessing import BUDGET, witness_for

WORKERS = 2

QuestionArgument = Annotated[
    str | None, typer.Argument(metavar="QUESTION", help="An open question; without it all that are kept are checked.")
]
SearchOption = Annotated[bool, typer.Option("--search", help="Look for it anew instead of taking what is kept.")]
BudgetOption = Annotated[
    int | None, typer.Option("--budget", metavar="N", min=1, help=f"States looked at, for two readings: {BUDGET:,}.")
]
WriteOption = Annotated[bool, typer.Option("--write", help="Look anew, and keep what is found with the game.")]
ExportOption = Annotated[
    Path | None,
    typer.Option("--export", metavar="FILE", help="Write it as a family of cases; the file's name is their chapter."),
]


def witness(
    game: GameArgument,
    question: QuestionArgument = None,
    search: SearchOption = False,
    budget: BudgetOption = None,
    write: WriteOption = False,
    export: ExportOption = None,
    format: FormatOption = Format.TEXT,  # noqa: A002  # the option's name
    quiet: QuietOption = False,
) -> None:
    """Show the smallest play found in which the readings of a question part, or that they were equal throughout.

    Exit codes: 0 good, also where nothing parts; 1 a witness that is kept does not part any more as it was kept;
    2 usage; 3 could not run.
    """
    anew = search or write or budget is not None
    with answering(format):
        compared = _compared(game)
        if question is not None:
            asked = compared.question(question)
            found = _one(compared, asked, anew, budget or BUDGET, quiet)
            _tell(compared, asked, found, format, quiet=quiet)
            _put(compared, asked, found, write=write, export=export)
        elif export is not None:
            raise Misused("--export writes the cases of one question: name it")
        elif anew:
            _listed(compared, _all(compared, budget or BUDGET, quiet), format, write=write)
        else:
            _checked(compared, format)


def _compared(game: str) -> Compared:
    try:
        return Compared.of(game)
    except (NoEngine, Undeclared) as error:
        refuse(str(error), COULD_NOT_RUN)


# one question


def _one(compared: Compared, question: Question, anew: bool, budget: int, quiet: bool) -> Witness:
    kept = None if anew else witness_of(compared.rules.name, question.id)
    if kept is not None:
        wrong = list(compared.amiss(question, kept))
        if not wrong:
            return kept
        complain(f"ruleproof: what was kept is no witness any more ({'; '.join(wrong)}); looking for it anew")
    return witness_for(Hanging(compared), question, budget, _teller(quiet))


def _teller(quiet: bool) -> Callable[[str], None]:
    return (lambda _: None) if quiet or not sys.stderr.isatty() else complain


def _tell(compared: Compared, question: Question, found: Witness, shape: Format, *, quiet: bool) -> None:
    if shape is Format.JSON:
        return emit(_plain(compared, question, found))
    if not quiet:
        out(question.id, style="bold")
        out(question.asks)
        for line in telling.readings(question):
            out(f"  {line}")
        out()
    for parting in found.partings:
        _draw(compared, question, parting)
    for alike in found.equal:
        out(telling.equal(compared.growth, alike))
    if not found.partings and not found.equal:
        out(_without(compared, question))
    return None


def _draw(compared: Compared, question: Question, parting: Parting) -> None:
    game, growth = compared.game, compared.growth
    out(telling.headline(growth, parting), style="bold")
    for other, reading in sorted(parting.given.items()):
        out(f"  where {other} is read as “{reading}”")
    for other, reading in sorted(parting.supposes.items()):
        out(f"  supposing that {other} is read as “{reading}”")
    if judged := telling.patched(question, parting):
        out(f"  {judged}")
    out()
    for line in telling.board(game, growth, parting).splitlines():
        out(f"    {line}".rstrip())
    out()
    for line in (*telling.play(game, growth, question, parting), *telling.parted(parting)):
        out(f"  {line}")
    out()
    out(f"  {telling.smallest(growth, parting.explored)}")
    out(f"  the position in play: {parting.reached}; {telling.in_play(parting.met)}")
    out()


def _plain(compared: Compared, question: Question, found: Witness) -> dict[str, Any]:
    partings = [
        {**msgspec.to_builtins(parting), "board": telling.board(compared.game, compared.growth, parting)}
        for parting in found.partings
    ]
    value: dict[str, Any] = {
        "game": compared.rules.name,
        "question": question.id,
        "asks": question.asks,
        "readings": {reading.name: reading.gloss for reading in question.readings},
        "partings": partings,
        "equal": msgspec.to_builtins(found.equal),
    }
    return value if partings or found.equal else {**value, "why": _without(compared, question)}


def _without(compared: Compared, question: Question) -> str:
    """Why nothing was compared."""
    if not compared.pairs(question):
        later = " and it belongs to what is not modelled yet" if question.reach == "later" else ""
        return (
            f"No reading of it is a switch of the engine or a patch of the clauses{later}: there is nothing to explore."
        )
    return f"No positions near it are declared: invariants/{compared.rules.name}/ has no Ground for it."


def _put(compared: Compared, question: Question, found: Witness, *, write: bool, export: Path | None) -> None:
    name = compared.rules.name
    if export is not None:
        _export(compared, question, found, export)
    if write:
        kept = {**witnesses(name), question.id: _met_in_play(compared, question, found)}
        complain(f"wrote {keep(name, _in_order(compared, kept))}")


def _in_order(compared: Compared, kept: dict[str, Witness]) -> tuple[Witness, ...]:
    held = (kept[question.id] for question in compared.rules.questions if question.id in kept)
    return tuple(each for each in held if each.partings or each.equal)


def _export(compared: Compared, question: Question, found: Witness, path: Path) -> None:
    if not found.partings:
        raise Misused(f"{question.id} has no witness that cases could be made of")
    if not CHAPTER.fullmatch(path.name):
        raise Misused(f"{path} has to be called after a chapter: small letters, figures and hyphens, then .json")
    if path.exists():
        raise Misused(f"{path} is there already, and cases are never written over: name another file")
    if not told_apart(found):
        complain("ruleproof: where it is not known what a reading leads to, there is no case")
    write_json(path, family(compared.rules, compared.growth.mode, path.stem, question, found))
    complain(f"wrote {path}; check it with `ruleproof suite lint {compared.rules.name} --suite {path}`")


# all of them


def _all(compared: Compared, budget: int, quiet: bool) -> dict[str, Witness]:
    asked = [question.id for question in compared.rules.questions if compared.pairs(question)]
    with workers(WORKERS) as executor:
        found = executor.map(partial(_apart, compared.rules.name, budget), asked)
        return dict(zip(asked, _as_they_come(found, asked, quiet), strict=True))


def _as_they_come(found: Iterator[Witness], asked: Sequence[str], quiet: bool) -> Iterator[Witness]:
    return (next(found) for _ in progress(asked, "looking for witnesses", quiet=quiet))


@cache
def _in_this_process(game: str) -> Hanging:
    return Hanging(Compared.of(game))


def _apart(game: str, budget: int, question: str) -> Witness:
    """One question, in a process of its own: with how soon the readings part in play."""
    hanging = _in_this_process(game)
    compared = hanging.compared
    asked = compared.question(question)
    return _met_in_play(compared, asked, witness_for(hanging, asked, budget, lambda _: None))


def _met_in_play(compared: Compared, question: Question, found: Witness) -> Witness:
    """The same with how soon the readings part in games from the start."""
    partings = (_met(compared, question, parting) for parting in found.partings)
    return msgspec.structs.replace(found, partings=tuple(partings))


def _met(compared: Compared, question: Question, parting: Parting) -> Parting:
    comparison = compared.comparison(question, parting.readings, parting.given)
    return msgspec.structs.replace(parting, met=met(comparison)) if isinstance(comparison, Switched) else parting


def _checked(compared: Compared, shape: Format) -> None:
    kept = witnesses(compared.rules.name)
    wrong = {name: list(compared.amiss(compared.question(name), each)) for name, each in kept.items()}
    _listed(compared, kept, shape, write=False)
    bad = {name: each for name, each in wrong.items() if each}
    for name, each in bad.items():
        complain(f"{name}: {'; '.join(each)}")
    if bad:
        raise typer.Exit(FINDINGS)


def _listed(compared: Compared, found: dict[str, Witness], shape: Format, *, write: bool) -> None:
    if write:
        complain(f"wrote {keep(compared.rules.name, _in_order(compared, found))}")
    with_one = {name: each for name, each in found.items() if each.partings}
    without = [question for question in compared.rules.questions if question.id not in with_one]
    if shape is Format.JSON:
        return emit(_summary(compared, found, without))
    rows = [row for name, each in with_one.items() for row in _rows(compared, name, each)]
    table(("question", "readings", "by", compared.growth.pieces, "actions", "states"), rows, right=(3, 4, 5))
    out(f"\n{len(with_one)} questions have a witness, {len(without)} have none.")
    return None


def _rows(compared: Compared, name: str, found: Witness) -> Iterator[tuple[str, ...]]:
    for each in found.partings:
        pieces = compared.growth.size(each.position)[0]
        numbers = (str(pieces), str(len(each.played)), str(each.explored.states))
        yield (name, " / ".join(each.readings), each.by, *numbers)


def _summary(compared: Compared, found: dict[str, Witness], without: Sequence[Question]) -> dict[str, Any]:
    return {
        "game": compared.rules.name,
        "witnesses": [msgspec.to_builtins(each) for each in found.values() if each.partings],
        "without": {question.id: _why(compared, found, question) for question in without},
    }


def _why(compared: Compared, found: dict[str, Witness], question: Question) -> str:
    alike = found[question.id].equal if question.id in found else ()
    return "; ".join(telling.equal(compared.growth, each) for each in alike) or _without(compared, question)
