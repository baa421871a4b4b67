"""The one door to processes: a child with three pipes that neither side can block. What lines mean is not known here.

One thread reads both outputs of the child whenever it waits, so that a flood on one of them never stops the other. The
child leads a process group of its own and carries a mark: the whole group ends with it, and whoever left the group.
"""

import atexit
import os
import select
import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from . import clock, guarding, lineage
from .interrupting import held

CHUNK = 1 << 16
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
STDERR_KEPT = 64 << 10
LINES_KEPT = 16  # one is asked for at a time
GRACE = 2.0
SLICE = 0.05  # seconds between two looks at a child, where the system has no handles for processes
DRAINED = 4 << 20  # bytes that are still read of a child that has ended, while somebody else writes on
BEGIN = """import sys, types
house = sys.modules["house"] = types.ModuleType("house")
house.__path__ = sys.argv[1:]
from house.guarding import guard
guard(sys.stdin)"""  # this folder as a package without its `__init__`, which loads five times as much
ROUNDS = 5  # of looking for what a child left behind
READABLE = select.POLLIN | select.POLLHUP | select.POLLERR


class CannotStart(Exception):
    """The command does not start; the message says why."""


class Late(Exception):
    """No complete line in time. `begun` are the bytes that came without an end of line."""

    def __init__(self, begun: bytes) -> None:
        super().__init__("no complete line in time")
        self.begun = begun


class Ended(Exception):
    """The child ended, or closed its output, before the line came."""


class TooMuch(Exception):
    """A line is longer than the limit, or far more lines came than were asked for; the message says which."""


class Child:
    """A running command: send lines, receive the wanted ones, look at the end of its standard error."""

    def __init__(self, command: Sequence[str], line_limit: int, wanted: Callable[[bytes], bool]) -> None:
        self.command = tuple(command)
        self._line_limit = line_limit
        self._wanted = wanted
        self._mark = lineage.mark()
        self._lock = threading.RLock()
        with held():
            _guard.begin()
            self._process = _start(self.command, self._mark)
            _guard.tell(guarding.begun(self._process.pid, self._mark))
            _living.add(self)
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        assert stdin
        assert stdout
        assert stderr
        self._in, self._out, self._err = stdin.fileno(), stdout.fileno(), stderr.fileno()
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)
        self._poll = select.poll()
        self._poll.register(self._out, READABLE)
        self._poll.register(self._err, READABLE)
        self._end = _handle(self._process.pid)
        if self._end is not None:
            self._poll.register(self._end, select.POLLIN)
        self._begins = True
        self._lines: list[bytes] = []
        self._begun = bytearray()
        self._errors = bytearray()
        self._out_open = self._err_open = True
        self._closed = self._ended = self._deaf = False

    def send(self, line: bytes, deadline: float) -> None:
        """Write a whole line. Raises Late where the child does not read it in time, Ended where it cannot."""
        view = memoryview(line)
        try:
            written = os.write(self._in, view)
            while written < len(view):
                self._wait_to_write(deadline)
                written += _write(self._in, view[written:])
        except BlockingIOError:
            self._wait_to_write(deadline)
            self.send(line, deadline)
        except (BrokenPipeError, ConnectionResetError) as error:
            self._deaf = True
            raise Ended from error

    def _wait_to_write(self, deadline: float) -> None:
        self._poll.register(self._in, select.POLLOUT | select.POLLERR)
        try:
            while self._in not in self._pump(deadline):
                if not clock.left(deadline):
                    raise Late(bytes(self._begun))
        finally:
            self._poll.unregister(self._in)

    def receive(self, deadline: float) -> bytes:
        """The next line, without its end. Raises Late, Ended or TooMuch."""
        while not self._lines:
            if not self._out_open or self._has_ended():
                raise Ended
            if not clock.left(deadline):
                raise Late(bytes(self._begun))
            self._pump(deadline)
        return self._lines.pop(0)

    def _has_ended(self) -> bool:
        """Whether the child itself is no more and left no line, although its pipes may be held by somebody else."""
        if not self._ended and (self._end is not None or not _over(self._process.pid)):
            return False
        self._take_rest(lambda: not self._lines)
        return not self._lines

    def _take_rest(self, more: Callable[[], bool] = lambda: True) -> None:
        """Take what an ended child left, as long as more is wanted; somebody else may write on and on."""
        taken = 0
        while taken < DRAINED and more() and (size := self._take_output()):
            taken += size

    def _pump(self, deadline: float) -> set[int]:
        """Wait until something can be read or written, or the child ends; take what came. The pipes that are ready."""
        seconds = clock.left(deadline) if self._end is not None else min(clock.left(deadline), SLICE)
        ready = {pipe for pipe, _ in self._poll.poll(seconds * 1000)}
        if self._end is not None and self._end in ready:
            self._ended = True
            self._poll.unregister(self._end)
        if self._err in ready:
            self._take_errors()
        if self._out in ready:
            self._take_output()
        return ready

    def _take_errors(self) -> None:
        data = _read(self._err)
        if data is None:
            return
        if not data:
            self._err_open = False
            self._poll.unregister(self._err)
        self._errors += data
        if len(self._errors) > 2 * STDERR_KEPT:
            del self._errors[:-STDERR_KEPT]

    def _take_output(self) -> int:
        """Take what is there; how many bytes that were."""
        data = _read(self._out) if self._out_open else None
        if data is None:
            return 0
        if not data:
            self._out_open = False
            self._poll.unregister(self._out)
            return 0
        self._split(data)
        return len(data)

    def _split(self, data: bytes) -> None:
        if self._begins:  # some runtimes put a byte order mark before the first line
            data, self._begins = data.removeprefix(BYTE_ORDER_MARK), False
        *lines, rest = data.split(b"\n")
        if lines:
            lines[0] = bytes(self._begun) + lines[0]
            self._begun.clear()
        self._begun += rest
        if len(self._begun) > self._line_limit or any(len(line) > self._line_limit for line in lines):
            raise TooMuch(f"a line of more than {self._line_limit} bytes")
        self._lines += filter(self._wanted, lines)
        if len(self._lines) > LINES_KEPT:
            raise TooMuch(f"more than {LINES_KEPT} lines that nobody asked for")

    def waiting(self) -> bytes | None:
        """A line that has come although nobody asked, or None."""
        return self._lines[0] if self._lines else None

    def errors(self, size: int = STDERR_KEPT) -> str:
        """The last bytes of standard error as text."""
        if self._err_open and not self._closed:
            self._pump_errors(clock.now())
        return bytes(self._errors[-size:]).decode("utf-8", "replace")

    def fate(self) -> str:
        """How the child ended, in words: waits a moment for it, and ends it where it lives on."""
        self._drain(clock.now() + (0 if self._ended else 0.5))
        code = self._exit_code(0.5)
        if code is None:
            return f"closed its {'input' if self._deaf else 'output'} without ending"
        with suppress(TooMuch):
            self._take_rest()  # the end of its output may not have been seen yet
        how = f"ended with exit code {code}" if code >= 0 else f"was ended by signal {-code} ({_signal(-code)})"
        return f"{how}, and left another one that holds its output," if self._out_open else how

    def _drain(self, deadline: float) -> None:
        for _ in range(DRAINED // CHUNK):
            if not self._err_open or self._err not in self._pump_errors(deadline):
                return

    def _pump_errors(self, deadline: float) -> set[int]:
        poll = select.poll()
        poll.register(self._err, READABLE)
        ready = {pipe for pipe, _ in poll.poll(clock.left(deadline) * 1000)}
        if ready:
            self._take_errors()
        return ready

    def _exit_code(self, seconds: float) -> int | None:
        """How it ended, a signal as a negative number; it is not reaped, so that its number stays taken."""
        if not _gone(self._process.pid, seconds):
            return None
        try:
            info = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT)
        except ChildProcessError:  # whoever uses this program waits for all children
            return self._process.wait()
        return info.si_status if info and info.si_code == os.CLD_EXITED else -info.si_status if info else None

    def close(self, *, gently: bool = False) -> None:
        """End the whole process group: with time to end by itself where `gently`, then TERM, two seconds, KILL."""
        if self._closed:
            return
        self._closed = True
        try:
            self._ask_to_end(gently)
        finally:  # also where Ctrl-C cuts that short
            self._end_all()

    def _ask_to_end(self, gently: bool) -> None:
        if self._process.stdin:
            self._process.stdin.close()  # the end of the requests is a reason to end, too
        if not (gently and _gone(self._process.pid, GRACE)):
            _signal_group(self._process.pid, signal.SIGTERM)
            _gone(self._process.pid, GRACE)

    def _end_all(self) -> None:
        """Kill what is left of the group, and of what it left behind."""
        with self._lock:
            _signal_group(self._process.pid, signal.SIGKILL)
            self._process.wait()
            _living.discard(self)
        _end_marked(self._mark)
        _guard.tell(guarding.ended(self._process.pid))
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe:
                pipe.close()
        if self._end is not None:
            os.close(self._end)

    def kill(self) -> None:
        """End the group at once, from any thread: whoever waits for an answer learns that it has ended."""
        with self._lock:
            if self in _living:
                _signal_group(self._process.pid, signal.SIGKILL)


class _Guard:
    """A process that ends all children where this one is killed; it ends by itself, as soon as this one has ended."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def begin(self) -> None:
        """Have it there; where it does not start, children still end with a program that ends by itself."""
        with self._lock:
            if self._process is not None:
                return
            with suppress(OSError):
                self._process = _guarding()

    def tell(self, line: bytes) -> None:
        """Say what was started or has ended."""
        if self._process and self._process.stdin:
            with suppress(OSError):  # somebody ended it
                self._process.stdin.write(line)

    def end(self) -> None:
        """Let it go, and wait for that."""
        if self._process:
            self._process.communicate()


def _guarding() -> "subprocess.Popen[bytes]":
    """The guard, started without all that stands in the way of a fast start. Raises OSError."""
    process = subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", BEGIN, str(Path(__file__).parent)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        start_new_session=True,
        env={**os.environ, lineage.MARK: lineage.mark()},
    )
    assert process.stdin
    os.set_blocking(process.stdin.fileno(), False)  # whatever happens to it, nobody waits for it
    return process


_guard = _Guard()
atexit.register(_guard.end)  # after all children
_living: set[Child] = set()


def end_all() -> None:
    """End every child of this program at once."""
    for child in tuple(_living):
        child.kill()


atexit.register(end_all)  # a program that `check` is used in may end in any way


def _start(command: Sequence[str], mark: str) -> "subprocess.Popen[bytes]":
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            env={**os.environ, lineage.MARK: mark},
        )
    except (OSError, ValueError) as error:
        why = str(error.strerror) if isinstance(error, OSError) else str(error)
        if isinstance(error, FileNotFoundError) and Path(command[0]).exists():
            why = "the program that its first line names is not there"
        raise CannotStart(f"`{shlex.join(command)}` does not start: {why}") from error


def _write(pipe: int, data: memoryview) -> int:
    try:
        return os.write(pipe, data)
    except BlockingIOError:
        return 0


def _read(pipe: int) -> bytes | None:
    """What there is; nothing at the end; None where there is nothing yet."""
    try:
        return os.read(pipe, CHUNK)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def _handle(pid: int) -> int | None:
    """Something to wait on for the end of a process; nothing where the system has no such thing."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None


def _gone(pid: int, seconds: float) -> bool:
    """Whether the process ends in time; it is not reaped, so that its number stays taken."""
    deadline = clock.now() + seconds
    handle = _handle(pid)
    if handle is None:
        return _gone_slowly(pid, deadline)
    poll = select.poll()
    try:
        poll.register(handle, select.POLLIN)
        return bool(poll.poll(clock.left(deadline) * 1000))
    finally:
        os.close(handle)


def _gone_slowly(pid: int, deadline: float) -> bool:
    """The same where the system has no handles for processes."""
    while clock.left(deadline):
        if _over(pid):
            return True
        select.select([], [], [], SLICE)
    return False


def _over(pid: int) -> bool:
    """Whether the process has ended."""
    try:
        return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None
    except ChildProcessError:
        return True


def _end_marked(mark: str) -> None:
    """Kill all that carry the mark: those who left the group, for who stayed in it is gone already."""
    for _ in range(ROUNDS):
        left = tuple(lineage.marked(mark))
        for pid in left:
            _kill(pid)
        if not left:
            return


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def _signal_group(pid: int, number: int) -> None:
    try:
        os.killpg(pid, number)
    except (ProcessLookupError, PermissionError):
        return


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return "unknown"
