"""Searchers side by side: in this process, or one in each of several. What they find comes in the order of the runs."""

import os
import signal
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import active_children, util
from threading import Event, Thread
from typing import Protocol

from .asking import Stopped
from .nearly import Words
from .planning import Guide
from .process import end_all
from .searching import Job, Mark, Ran, Searcher

_own: list[Searcher] = []  # of a worker process


class Crew(Protocol):
    """Who takes the runs of a round."""

    def round(
        self, numbers: Sequence[int], guide: Guide, marks: tuple[Mark, ...], followed: dict[str, str]
    ) -> list[Ran]:
        """What each run showed, in order. Raises Stopped, NotThere."""
        ...

    def close(self) -> None:
        """End all implementations that were started for it."""
        ...


class Alone:
    """One searcher in this process takes every run."""

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher

    def round(
        self, numbers: Sequence[int], guide: Guide, marks: tuple[Mark, ...], followed: dict[str, str]
    ) -> list[Ran]:
        """As Crew.round."""
        return [self._searcher.run(number, guide, marks, followed) for number in numbers]

    def close(self) -> None:
        """As Crew.close; whoever made the searcher ends it."""


class Several:
    """Worker processes with a searcher each. Which one takes a run makes no difference to what it shows."""

    def __init__(self, job: Job, words: Words, workers: int) -> None:
        begin = partial(_begin, os.getpid(), job, words)
        self._pool = ProcessPoolExecutor(max_workers=workers, initializer=begin)

    def round(
        self, numbers: Sequence[int], guide: Guide, marks: tuple[Mark, ...], followed: dict[str, str]
    ) -> list[Ran]:
        """As Crew.round."""
        try:
            return list(self._pool.map(partial(_run, guide=guide, marks=marks, followed=followed), numbers))
        except BrokenProcessPool as broken:
            raise Stopped("a worker process was ended from outside") from broken
        except BaseException:  # such as Ctrl-C: nobody waits for plays that nobody will look at
            for child in active_children():
                child.terminate()
            raise

    def close(self) -> None:
        """As Crew.close: each worker ends its implementation before it ends itself."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        for child in active_children():
            child.join()


def _begin(parent: int, job: Job, words: Words) -> None:
    """In a worker: leave Ctrl-C to the parent, do not outlive it, and leave no implementation behind."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    searcher = Searcher(job, words=words)
    _own.append(searcher)
    util.Finalize(None, searcher.close, exitpriority=10)

    def watch() -> None:
        while os.getppid() == parent:
            Event().wait(1)
        _leave()

    Thread(target=watch, daemon=True).start()


def _leave(number: int = 1, frame: object = None) -> None:
    """End with all that was started."""
    end_all()
    os._exit(number)


def _run(number: int, guide: Guide, marks: tuple[Mark, ...], followed: dict[str, str]) -> Ran:
    return _own[0].run(number, guide, marks, followed)
