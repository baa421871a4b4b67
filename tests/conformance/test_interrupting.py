"""Signals: one that is lost in compiled code or in a finalizer comes again, and a second one is never taken for it."""

import subprocess
import sys

import pytest

SWALLOWED = """
import signal, sys, time
from contextlib import nullcontext
from ruleproof.conformance.interrupting import attend, interruptible

class Swallowing:
    def __del__(self):
        signal.raise_signal(signal.Signals[sys.argv[2]])

attend()
try:
    with interruptible(lambda: print("by force")) if sys.argv[1] == "cleaning" else nullcontext():
        Swallowing()
        time.sleep(10)
        print("lost")
except (KeyboardInterrupt, SystemExit) as heard:
    print(type(heard).__name__, *heard.args)
"""


@pytest.mark.parametrize("kind", ["plain", "cleaning"])
@pytest.mark.parametrize(("number", "heard"), [("SIGINT", "KeyboardInterrupt"), ("SIGTERM", "SystemExit 143")])
def test_an_interruption_that_is_swallowed_comes_again_and_counts_as_the_first(
    kind: str, number: str, heard: str
) -> None:
    command = [sys.executable, "-P", "-c", SWALLOWED, kind, number]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.stdout, done.stderr) == (f"{heard}\n", "")


def test_another_fault_in_a_finalizer_is_told_as_ever() -> None:
    script = "from ruleproof.conformance.interrupting import attend\nattend()\n" + (
        "class Faulty:\n    def __del__(self): raise ValueError('told')\nFaulty()\n"
    )
    done = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, check=False)
    assert "ValueError: told" in done.stderr


MADE_OF_IT = {
    "in the making of a class": """
class Field:
    def __set_name__(self, owner, name):
        signal.raise_signal(signal.SIGINT)

def command(**_):
    class Norm:
        text = Field()
""",
    "in an argument of compiled code": """
class Argument:
    @classmethod
    def from_param(cls, value):
        signal.raise_signal(signal.SIGINT)

def command(**_):
    call = ctypes.pythonapi.Py_IsInitialized
    call.argtypes = [Argument]
    call(1)
""",
    "in the making of what complains when it goes": """
class Half:
    def __init__(self):
        signal.raise_signal(signal.SIGINT)
        self.handle = 1

    def __del__(self):
        self.handle

def command(**_):
    Half()
""",
}
BEGIN = "import ctypes, signal\nfrom ruleproof.conformance import main\n"
END = "main.build = lambda _: command\nmain.main()\n"


@pytest.mark.parametrize("where", MADE_OF_IT)
def test_an_interruption_is_one_whatever_is_made_of_it(where: str) -> None:
    program = BEGIN + MADE_OF_IT[where] + END
    done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "ruleproof: interrupted\n")
