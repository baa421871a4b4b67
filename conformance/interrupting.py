"""Ctrl-C, TERM and HUP: the first ends a run as an exception does, a second ends what is in the way by force.

Which processes there are is not known here: whoever started them says how they are ended.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import NoReturn

HEARD = ("SIGINT", "SIGTERM", "SIGHUP")
SIGNALS = tuple(signal.Signals[name] for name in HEARD if hasattr(signal, name))  # not every system hangs up
BY_SIGNAL = {128 + number: number for number in SIGNALS}  # exit codes
PATIENCE = 2  # signals that are borne before the program ends without a word
MOMENT = 0.01  # seconds, after which a swallowed interruption comes again: by then whoever swallowed it has returned


class _Held:
    """Signals that wait until something is done that nobody may interrupt."""

    depth = 0
    waiting: int | None = None


class _Raised:
    """The last signal that became an exception."""

    number: int | None = None


class _Swallowed:
    """Whether an interruption was raised where nobody could hear it, so that it has to be raised once more."""

    one = False


def attend() -> None:
    """Let each signal end the program as an exception does, so that it can clean up; one that is ignored stays so.

    But Ctrl-C is always heard: a script's `&` hands it down ignored.
    """
    for one in SIGNALS:
        if one == signal.SIGINT or signal.getsignal(one) is not signal.SIG_IGN:
            signal.signal(one, _raise)
    _insist()


def leave() -> None:
    """Let a signal end the program without a word from now on, for all is said and cleaned up."""
    for one in SIGNALS:
        if signal.getsignal(one) is not signal.SIG_IGN:
            signal.signal(one, lambda number, _: os._exit(128 + number))


def _raise(number: int, _: object = None) -> NoReturn:
    _Raised.number = number
    raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(128 + number)


def _insist() -> None:
    """Raise an interruption again that compiled code swallowed: it can do no more with one than to report it here."""
    usual, main = sys.unraisablehook, threading.main_thread().ident

    def hear(lost: "sys.UnraisableHookArgs") -> None:
        number = _number(lost.exc_value)
        if number is None:
            if _Raised.number is None:  # what is cleaned up after one was cut short somewhere, and may well complain
                usual(lost)
            return
        _Swallowed.one = True
        again = threading.Timer(MOMENT, signal.pthread_kill, (main, number))
        again.daemon = True
        again.start()

    sys.unraisablehook = hear


def number_of(error: BaseException | None) -> int | None:
    """The signal that an exception stands for, also where another one was made of it; nothing where there is none.

    Compiled code may keep no more of an interruption than its name: a fault after one is taken for it.
    """
    behind = error
    while behind is not None:
        if (number := _number(behind)) is not None:
            return number
        behind = behind.__cause__ or behind.__context__
    return _Raised.number if isinstance(error, Exception) else None


def _number(raised: BaseException | None) -> int | None:
    """The signal that an exception stands for; nothing where it is another one."""
    if isinstance(raised, SystemExit):
        return BY_SIGNAL.get(raised.code) if isinstance(raised.code, int) else None
    return signal.SIGINT if isinstance(raised, KeyboardInterrupt) else None


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
            _raise(number)
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
