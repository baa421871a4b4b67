"""The one door to the terminal: text, tables, JSON, complaints, progress. What is said is decided by the commands."""

import json
import os
import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from typing import Annotated, Any, NoReturn, TypeVar

import typer


class Format(StrEnum):
    """How a command prints its result."""

    TEXT = "text"
    JSON = "json"


FormatOption = Annotated[Format, typer.Option("--format", help="How the result is printed.")]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Print the result only: no progress, no advice.")]

T = TypeVar("T")

GOOD, FINDINGS, USAGE, COULD_NOT_RUN = 0, 1, 2, 3


CONTROLS = {number: f"\\x{number:02x}" for number in (*range(32), *range(127, 160)) if chr(number) not in "\n\t"}


class Unwritten(Exception):
    """Standard output does not take what is said; the message says why, and nothing where nobody listens any more."""


def plain(text: str) -> str:
    """The text with what would steer a terminal written out, wherever it came from."""
    return text.translate(CONTROLS)


def put(text: str) -> None:
    """Write to stdout as it is. Raises Unwritten."""
    with _heard():
        sys.stdout.write(text)


def flush() -> None:
    """See that all that was said is out. Raises Unwritten."""
    with _heard():
        sys.stdout.flush()


@contextmanager
def _heard() -> Generator[None, None, None]:
    try:
        yield
    except BrokenPipeError as error:
        raise Unwritten from error
    except OSError as error:
        raise Unwritten(error.strerror) from error


def _console(*, error: bool = False) -> Any:
    from rich.console import Console  # costs more than most commands need

    return Console(stderr=error, highlight=False, soft_wrap=True)


def out(text: str = "", *, style: str | None = None) -> None:
    """Print a line to stdout; `style` (such as "bold red") shows only on a terminal, and never under NO_COLOR."""
    if style is None or not sys.stdout.isatty():
        put(plain(text) + "\n")
    else:
        _console().print(plain(text), style=style, markup=False)


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], *, right: Sequence[int] = ()) -> None:
    """Print aligned columns, those numbered in `right` flush right; the same bytes in a pipe as on a terminal."""
    lines = [tuple(headings), *(tuple(row) for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(headings))]
    for number, line in enumerate(lines):
        cells = [c.rjust(w) if i in right else c.ljust(w) for i, (c, w) in enumerate(zip(line, widths, strict=True))]
        out("  ".join(cells).rstrip(), style="bold" if number == 0 else None)


def canonical(value: Any) -> str:
    """The value as JSON with sorted keys: the same value, the same bytes."""
    return json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False)


def emit(value: Any) -> None:
    """Print a value as canonical JSON."""
    put(canonical(value) + "\n")


def complain(message: str) -> None:
    """Print a message to stderr."""
    sys.stderr.write(plain(message) + "\n")


def refuse(message: str, code: int = USAGE) -> NoReturn:
    """Print what is wrong to stderr and end the command with `code`."""
    complain(f"ruleproof: {message}")
    raise typer.Exit(code)


def progress(items: Sequence[T], what: str, *, quiet: bool = False) -> Iterator[T]:
    """The items one by one, with a bar on stderr where that is a terminal."""
    if quiet or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield from items
        return
    from rich.progress import track  # as above

    yield from track(items, description=what, console=_console(error=True), transient=True)
