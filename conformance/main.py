"""The command line: a table from names to commands, each loaded only when it is called. It decides nothing."""

import importlib
import os
import sys
from collections.abc import Callable
from typing import Annotated, Any, NoReturn

import typer

from ruleproof.spec.console import COULD_NOT_RUN, Unwritten, complain, flush
from ruleproof.spec.version import VERSION

from .interrupting import attend, leave, number_of

COMMANDS: dict[str, tuple[str, str]] = {
    "games": ("spec.commands:games", "List the games and what stands for each."),
    "check": ("spec.commands:check", "Check that every sentence is accounted for and every clause is traced."),
    "rebase": ("spec.commands:rebase", "Compare the ledger with a new edition of the rulebook."),
    "review": ("spec.commands:review", "List what waits for review, or confirm it: the one command that stamps."),
    "answer": ("spec.commands:answer", "Record what a rulebook's authors answered to an open question."),
    "new": ("spec.commands:new", "Begin a game: a folder a layer, with every sentence still unclear."),
    "trace": ("spec.commands:trace", "Write the trace from rule to code, test and verdict: a page and JSON."),
    "findings": (
        "invariants.reporting:findings",
        "Say where the rules contradict themselves, say nothing or bear two readings.",
    ),
    "explain": ("conformance.showing:explain", "Say what the rules allow in a position, or why an action is refused."),
    "play": ("engine.commands:play", "Play on the terminal, each step with its clauses."),
    "witness": ("invariants.witness_command:witness", "Show a play in which the readings of a question part."),
    "prove": ("invariants.commands:prove", "Prove what is claimed of a game, or refute it with a position."),
    "serve": ("conformance.commands:serve", "Serve the reference implementation over the protocol on stdio."),
    "conform": ("conformance.conform_command:conform", "Check an implementation against the rules."),
    "report": (
        "conformance.report_command:report",
        "Show what runs of conform came to: pages, summaries, what changed.",
    ),
    "adapter": (
        "conformance.adapter_command:adapter",
        "Write a working template of an adapter: Python, JavaScript, Java, Rust, Go.",
    ),
    "doctor": ("conformance.doctor:doctor", "Try an adapter itself, not its rules, and say what to change."),
    "hunt": ("conformance.hunting:hunt", "Play at random beside the reference, and make small what parts."),
    "suite": ("conformance.commands:suite", "List, lint or export the conformance suite."),
    "verify": ("conformance.verifying:verify", "Run every check of a game: a table, a page, an exit code."),
}


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"ruleproof {VERSION}")
        raise typer.Exit


def ruleproof(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Turn a rulebook into something that can be checked: clauses, a reference engine, proofs and a conformance suite.

    Exit codes: 0 good, 1 findings or failures, 2 usage, 3 could not run; `conform` adds 4 and 5 (see PROTOCOL.md).
    """


def _load(target: str) -> Callable[..., Any]:
    module, name = target.split(":")
    found: Callable[..., Any] = getattr(importlib.import_module(f"ruleproof.{module}"), name)
    return found


def _placeholder() -> None:
    """Stand in for a command that is listed but not called, so that `--help` loads no layer."""


def build(called: str | None) -> typer.Typer:
    """The application; only the command that is called is loaded, the others are listed by their line of help."""
    app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False)
    app.callback()(ruleproof)
    for name, (target, line) in COMMANDS.items():
        function = _load(target) if name == called else _placeholder
        if isinstance(function, typer.Typer):
            app.add_typer(function, name=name, short_help=line)
        else:
            app.command(name, short_help=line)(function)
    return app


def _interrupted(end: BaseException) -> None:
    """End with a word and the code of the signal, where it was one, whatever was made of it on its way."""
    number = number_of(end)
    if number is None:
        return
    leave()
    complain("ruleproof: interrupted")
    sys.exit(128 + number)


def _standard() -> None:
    """Have the three streams there: whoever closed one would get a file or a pipe in its place."""
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY))
    closed = sys.stdout is None
    if closed:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if closed:
        complain("ruleproof: standard output is closed: nothing could be told")
        sys.exit(COULD_NOT_RUN)


def _unheard(why: Unwritten) -> NoReturn:
    """End where nobody hears or nothing more can be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if why.args:
        complain(f"ruleproof: standard output: {why}")
    sys.exit(COULD_NOT_RUN)


def main() -> None:
    """Run the command named in `sys.argv`; every way out has a documented exit code and none is a traceback."""
    attend()
    _standard()
    called = next((word for word in sys.argv[1:] if not word.startswith("-")), None)
    try:
        try:
            build(called)(prog_name="ruleproof")
        finally:
            flush()
    except (KeyboardInterrupt, SystemExit) as end:
        _interrupted(end)
        raise
    except Unwritten as why:
        _unheard(why)
    except OSError as error:  # a full disk, a limit of the system
        complain(f"ruleproof: {f'{error.filename}: ' if error.filename else ''}{error.strerror or error}")
        sys.exit(COULD_NOT_RUN)
    except Exception as error:  # a user gets a sentence; whoever mends it sets RULEPROOF_TRACEBACK
        _interrupted(error)
        if os.environ.get("RULEPROOF_TRACEBACK"):
            raise
        complain(f"ruleproof: a fault of ruleproof itself: {type(error).__name__}: {error}")
        complain("Set RULEPROOF_TRACEBACK=1 to see where, and please report it with the command you gave.")
        sys.exit(COULD_NOT_RUN)
    finally:
        leave()


if __name__ == "__main__":
    main()
