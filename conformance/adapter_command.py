"""The command `adapter`: write a working template to begin an adapter with."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ruleproof.spec.commands import answering
from ruleproof.spec.console import QuietOption, out, refuse
from ruleproof.spec.finding import games
from ruleproof.spec.info import GameInfo
from ruleproof.spec.loading import load

from .adapting import LANGUAGES, NotEmpty, write


class Languages(StrEnum):
    """The languages with a template."""

    PYTHON = "python"
    JAVASCRIPT = "javascript"
    JAVA = "java"
    RUST = "rust"
    GO = "go"


def adapter(
    language: Annotated[Languages, typer.Argument(metavar="LANGUAGE", help=f"One of {', '.join(LANGUAGES)}.")],
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new folder.")],
    game: Annotated[str | None, typer.Option(help="The game; by default the only one, or the first.")] = None,
    quiet: QuietOption = False,
) -> None:
    """Write a template that speaks the protocol and refuses every action, with its README.

    Exit codes: 0 written, 2 usage, 3 could not write.
    """
    with answering():
        info = _game(game)
        try:
            names = write(language.value, folder, info.name, str(info.modes[0]), info.title)
        except NotEmpty as error:
            refuse(str(error))
    if not quiet:
        out(f"{', '.join(names)} in {folder}. Begin with {folder / 'README.md'}.")


def _game(name: str | None) -> GameInfo:
    there = games()
    if name is None and not there:
        refuse("there is no game yet: see `ruleproof new`")
    return load(name or there[0]).info
