"""Ctrl-C, TERM and HUP: the first ends a run as an exception does, a second ends what is in the way by force.

Which processes there are is not known here: whoever started them says how they are ended.
"""

import os
import signal
import sys
import threading
from _thread import interrupt_main
from collections.abc import Callable, Generator
from contextlib import contextmanager

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
PATIENCE = 2  # signals that are borne before the program ends without a word
MOMENT = 0.01  # seconds, after which a swallowed interruption comes again: by then whoever swallowed it has returned


class _Held:
    """Signals that wait until something is done that nobody may interrupt."""

    depth = 0
    waiting: int | None = None


class _Swallowed:
    """Whether an interruption was raised where nobody could hear it, so that it has to be raised once more."""

    one = False


def insist() -> None:
    """Raise an interruption again that compiled code swallowed: it can do no more with one than to report it here."""
    usual = sys.unraisablehook

    def hear(lost: "sys.UnraisableHookArgs") -> None:
        if not issubclass(lost.exc_type, KeyboardInterrupt):
            usual(lost)
            return
        _Swallowed.one = True
        again = threading.Timer(MOMENT, interrupt_main)
        again.daemon = True
        again.start()

    sys.unraisablehook = hear


@contextmanager
def interruptible(by_force: Callable[[], None]) -> Generator[None, None, None]:
    """Let the first signal raise KeyboardInterrupt or SystemExit, and later ones call `by_force`; in the main thread.

    So what cleans up after the first is never cut short, but has less and less to wait for.
    """
    came: list[int] = []

    def arrive(number: int, _: object = None) -> None:
        if _Held.depth:
            _Held.waiting = number
            return
        came.append(number)
        if len(came) == 1 or _Swallowed.one:
            _Swallowed.one = False
            raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(128 + number)
        by_force()
        if len(came) > PATIENCE:
            os._exit(128 + number)

    before = {one: signal.getsignal(one) for one in SIGNALS}
    heard = [one for one in SIGNALS if one == signal.SIGINT or before[one] is not signal.SIG_IGN]  # nohup stays so
    for one in heard:
        signal.signal(one, arrive)
    try:
        yield
    finally:
        for one in heard:  # whoever was interrupted has cleaned up and is ending: nothing is left to hurry
            signal.signal(one, signal.SIG_IGN if came else before[one] or signal.SIG_DFL)


@contextmanager
def held() -> Generator[None, None, None]:
    """Let signals wait, so that what is started here is known before anything is raised."""
    if threading.current_thread() is not threading.main_thread():  # nothing is ever raised there
        yield
        return
    _Held.depth += 1
    try:
        yield
    finally:
        _Held.depth -= 1
        if not _Held.depth and (number := _Held.waiting) is not None:
            _Held.waiting = None
            signal.raise_signal(signal.Signals(number))
