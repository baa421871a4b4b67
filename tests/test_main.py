"""The command line as a user meets it: what is listed, what it costs to ask, and how it ends."""

import os
import subprocess
import sys
from importlib.metadata import version

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
