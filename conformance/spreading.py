"""Spreads what is to be put over workers: in this thread, or over several with a process each. It keeps no order."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Protocol

from .working import Done, Task, Worker

Job = Callable[[Worker], Done]
AHEAD = 4  # jobs that wait for each worker


class Pending(Protocol):
    """What came of a job, or will."""

    def done(self) -> bool:
        """Whether it is there."""
        ...

    def result(self) -> Done:
        """It, waited for where it is not there yet; raises what the job raised."""
        ...


class Spread(Protocol):
    """Workers that take jobs. `first` is the one that says hello and takes the smoke step."""

    first: Worker
    ahead: int  # how many jobs may wait

    def put(self, job: Job) -> Pending:
        """Have a job done, at once or some time."""
        ...

    def close(self) -> Sequence[str]:
        """End all in order, when nothing is left to do; what was noticed of the implementation."""
        ...

    def stop(self) -> None:
        """End all at once, whatever is being done."""
        ...


class Ready:
    """What came of a job that was done at once."""

    def __init__(self, came: Done) -> None:
        self._came = came

    def done(self) -> bool:
        """As Pending.done."""
        return True

    def result(self) -> Done:
        """As Pending.result."""
        return self._came


class Alone:
    """One worker in this thread: a job is done when it is put."""

    ahead = 0

    def __init__(self, task: Task) -> None:
        self.first = Worker(task)

    def put(self, job: Job) -> Pending:
        """As Spread.put."""
        return Ready(job(self.first))

    def close(self) -> Sequence[str]:
        """As Spread.close."""
        return self.first.close()

    def stop(self) -> None:
        """As Spread.stop."""
        self.first.close()


class Several:
    """Workers in threads of their own, which wait for their processes most of the time."""

    def __init__(self, task: Task, count: int) -> None:
        self.first = Worker(task)
        self.ahead = AHEAD * count
        self._workers = [self.first, *(Worker(task) for _ in range(count - 1))]
        self._jobs: SimpleQueue[tuple[Job, Future[Done]] | None] = SimpleQueue()
        self._threads: list[Thread] = []
        self._noticed: dict[int, Sequence[str]] = {}

    def put(self, job: Job) -> Pending:
        """As Spread.put."""
        if not self._threads:
            self._threads = [Thread(target=self._work, args=(one,), daemon=True) for one in range(len(self._workers))]
            for thread in self._threads:
                thread.start()
        future: Future[Done] = Future()
        self._jobs.put((job, future))
        return future

    def _work(self, number: int) -> None:
        worker = self._workers[number]
        while (taken := self._jobs.get()) is not None:
            job, future = taken
            if worker.stopped:
                future.cancel()
                continue
            try:
                future.set_result(job(worker))
            except BaseException as error:  # whoever waits for the job gets it
                future.set_exception(error)
        self._noticed[number] = worker.close()

    def close(self) -> Sequence[str]:
        """As Spread.close."""
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join()
        if not self._threads:
            return self.first.close()
        return [finding for number in sorted(self._noticed) for finding in self._noticed[number]]

    def stop(self) -> None:
        """As Spread.stop."""
        for worker in self._workers:
            worker.kill()
        self.close()


def spread(task: Task, count: int) -> Spread:
    """So many workers."""
    return Several(task, count) if count > 1 else Alone(task)
