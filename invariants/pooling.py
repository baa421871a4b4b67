"""Worker processes that end with the program that started them, however it ends. What they do is not known here."""

import os
import signal
from collections.abc import Generator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children
from threading import Event, Thread

SECOND = 1.0  # between two looks whether the program is still there


@contextmanager
def workers(count: int) -> Generator[Executor, None, None]:
    """So many processes that take jobs; where the block is left by an exception, they are ended at once."""
    with ProcessPoolExecutor(max_workers=count, initializer=_leave_with, initargs=(os.getpid(),)) as pool:
        try:
            yield pool
        except BaseException:
            for child in active_children():
                child.terminate()
            pool.shutdown(cancel_futures=True)
            raise


def _leave_with(parent: int) -> None:
    """In a worker: leave Ctrl-C to the parent, end at once where it says so, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)

    def watch() -> None:
        while os.getppid() == parent:
            Event().wait(SECOND)
        os._exit(1)

    Thread(target=watch, daemon=True).start()
