"""The guard: a process beside a program that ends what is left where the program is killed. It starts nothing.

It hears on its standard input what was started and what has ended; the end of that is the end of the program. A program
that ends by itself has ended its children, so that nothing is left to do. It needs no package, so that it starts fast.
"""

import os
import select
import signal
from collections.abc import Callable, Iterable

from . import lineage

BEGUN, ENDED = "+", "-"
GRACE = 2.0  # seconds between TERM and KILL
ROUNDS = 5  # of looking for what carries a mark
DEAF = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def begun(group: int, mark: str) -> bytes:
    """The line that says that a process was started, which leads a group and carries a mark."""
    return f"{BEGUN} {group} {mark}\n".encode()


def ended(group: int) -> bytes:
    """The line that says that nothing is left of it."""
    return f"{ENDED} {group}\n".encode()


def guard(told: Iterable[str]) -> None:
    """Listen to the end, then end whatever did not. Ctrl-C and the like are the program's affair."""
    for number in DEAF:
        signal.signal(number, signal.SIG_IGN)
    left: dict[int, str] = {}
    for line in told:
        word, group, *mark = line.split()
        if word == BEGUN:
            left[int(group)] = mark[0]
        else:
            left.pop(int(group), None)
    if left:
        _end(left)


def _end(left: dict[int, str]) -> None:
    for group in left:
        _signal(os.killpg, group, signal.SIGTERM)
    select.select([], [], [], GRACE)
    for group in left:
        _signal(os.killpg, group, signal.SIGKILL)
    for mark in left.values():
        _end_marked(mark)


def _end_marked(mark: str) -> None:
    for _ in range(ROUNDS):
        found = list(lineage.marked(mark))
        for process in found:
            _signal(os.kill, process, signal.SIGKILL)
        if not found:
            return


def _signal(send: Callable[[int, int], None], whom: int, number: int) -> None:
    try:
        send(whom, number)
    except (ProcessLookupError, PermissionError):
        return
