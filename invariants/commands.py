"""The command of this layer: prove. It reads and prints; what is claimed stands in the games' own folders."""

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from typing import Annotated

import typer

from ruleproof.spec.commands import GameArgument, answering
from ruleproof.spec.console import (
    COULD_NOT_RUN,
    FINDINGS,
    GOOD,
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
from ruleproof.spec.fault import Misused, nearest
from ruleproof.spec.finding import home

from .drawing import told
from .proving import Obligation, Result, obligations, proofs

OnlyOption = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="PATTERN", help="Only obligations of this id (a pattern; may be repeated)."),
]


def prove(
    game: GameArgument,
    only: OnlyOption = None,
    format: FormatOption = Format.TEXT,  # noqa: A002  # the option's name
    quiet: QuietOption = False,
) -> None:
    """Prove what is claimed of a game, or refute it with a position that the engine replays.

    Exit codes: 0 every obligation came out as expected, 1 one did not or is unknown, 2 usage, 3 nothing to prove.
    """
    with answering(format):
        owed = _chosen(game, only or [])
        if not owed:
            refuse(f"{game} has no obligations: they would stand in invariants/{game}/", COULD_NOT_RUN)
        results = list(_settled(game, owed, quiet=quiet or format is Format.JSON))
    if format is Format.JSON:
        emit({"game": game, "obligations": [result.plain() for result in results]})
    else:
        _tell(game, results, quiet=quiet)
    raise typer.Exit(GOOD if all(result.good for result in results) else FINDINGS)


def _chosen(game: str, patterns: Sequence[str]) -> list[tuple[str, Obligation]]:
    home(game)
    owed = obligations(game)
    for pattern in patterns:
        if not any(fnmatchcase(each.id, pattern) for _, each in owed):
            raise Misused(f"No obligation fits --only {pattern}.{nearest(pattern, [each.id for _, each in owed])}")
    return [(place, each) for place, each in owed if not patterns or any(fnmatchcase(each.id, one) for one in patterns)]


def _settled(game: str, owed: Sequence[tuple[str, Obligation]], *, quiet: bool) -> Iterable[Result]:
    for one in progress(owed, "proving", quiet=quiet):
        yield from proofs(game, [one])


def _tell(game: str, results: Sequence[Result], *, quiet: bool) -> None:
    bad = [result for result in results if not result.good]
    if not quiet:
        table(("result", "obligation", "what it says"), [(_word(each), each.id, each.says) for each in results])
    for each in bad if quiet else results:
        if not each.good or each.counterexample:
            _explain(game, each)
    if bad:
        complain(f"\n{game}: {len(bad)} of {len(results)} did not come out as expected.")
    elif not quiet:
        out(f"\n{game}: all {len(results)} came out as expected.")


def _word(result: Result) -> str:
    return result.result if result.good else result.result.upper()


def _explain(game: str, result: Result) -> None:
    out()
    first, *rest = told(game, result)
    out(first, style=None if result.good else "bold red")
    for line in rest:
        out(line)
