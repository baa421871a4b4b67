"""The command `adapter`: write a working template to begin an adapter with."""

from pathlib import Path
from typing import Annotated

import typer

from ruleproof.spec.commands import answering
from ruleproof.spec.console import QuietOption, out, refuse
from ruleproof.spec.fault import nearest
from ruleproof.spec.finding import games
from ruleproof.spec.info import GameInfo
from ruleproof.spec.loading import load

from .adapting import LANGUAGES, NotEmpty, write

OTHERWISE = {  # what languages are called, too, and what runs on the same machine
    "py": "python",
    "js": "javascript",
    "node": "javascript",
    "ts": "javascript",
    "typescript": "javascript",
    "rs": "rust",
    "cargo": "rust",
    "golang": "go",
    "jvm": "java",
    "kotlin": "java",
}


def _language(word: str) -> str:
    if word.lower() in LANGUAGES:
        return word.lower()
    meant = OTHERWISE.get(word.lower())
    near = f" Did you mean {meant}?" if meant else nearest(word, LANGUAGES)
    raise typer.BadParameter(f"{word!r} has no template; there are {', '.join(LANGUAGES)}.{near}")


def adapter(
    language: Annotated[
        str, typer.Argument(metavar="LANGUAGE", help=f"One of {', '.join(LANGUAGES)}.", callback=_language)
    ],
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
            names = write(language, folder, info.name, str(info.modes[0]), info.title)
        except NotEmpty as error:
            refuse(str(error))
    if not quiet:
        out(f"{', '.join(names)} in {folder}. Begin with {folder / 'README.md'}.")


def _game(name: str | None) -> GameInfo:
    there = games()
    if name is None and not there:
        refuse("there is no game yet: see `ruleproof new`")
    return load(name or there[0]).info
