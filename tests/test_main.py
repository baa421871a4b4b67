"""The command line as a user meets it: what is listed, what it costs to ask, and how it ends."""

import os
import shlex
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from ruleproof.conformance.main import COMMANDS


def ruleproof(*words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-P", "-m", "ruleproof.conformance.main", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | {"COLUMNS": "100"})


def test_help_lists_every_command() -> None:
    shown = ruleproof("--help")
    assert shown.returncode == 0
    assert [name for name in COMMANDS if f" {name} " not in shown.stdout] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_explains_itself(name: str) -> None:
    shown = ruleproof(name, "--help")
    assert shown.returncode == 0, shown.stderr
    assert "Usage: ruleproof" in shown.stdout


def test_the_version_is_that_of_the_installed_package() -> None:
    assert ruleproof("--version").stdout == f"ruleproof {version('ruleproof')}\n"


def test_help_loads_no_layer_and_no_heavy_library() -> None:
    code = (
        "import sys; sys.argv = ['ruleproof', '--help']\n"
        "from ruleproof.conformance.main import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(sorted({'z3', 'hypothesis', 'networkx', 'lark', 'jinja2'} & set(sys.modules)))"
    )
    shown = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("words", "says"),
    [(("chek",), "No such command"), (("check",), "Missing argument"), (("games", "--form", "json"), "No such option")],
)
def test_a_wrong_call_ends_with_2_and_says_what_is_wrong(words: tuple[str, ...], says: str) -> None:
    shown = ruleproof(*words)
    assert (shown.returncode, says in shown.stderr) == (2, True), shown.stderr


@pytest.mark.parametrize(
    ("redirected", "says"),
    [(">&-", "standard output is closed"), ("> /dev/full", "standard output: No space left"), ("| true", "")],
)
def test_what_cannot_be_said_ends_with_3_and_without_a_traceback(redirected: str, says: str) -> None:
    if "/dev/full" in redirected and not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    command = shlex.join([sys.executable, "-P", "-m", "ruleproof.conformance.main", "suite", "list", "ostium"])
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", f"{command} {redirected}"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, "Traceback" in done.stderr, "fault of" in done.stderr) == (3, False, False), done.stderr
    assert says in done.stderr


INTERRUPTED = """
import signal, sys

class Interrupting:
    def find_spec(self, name, *_):
        if name == "typer":
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
from ruleproof.conformance.starting import main
main()
"""


def test_an_interruption_while_the_command_line_is_loaded_ends_it_without_a_word() -> None:
    done = subprocess.run([sys.executable, "-P", "-c", INTERRUPTED], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (-2, "")
