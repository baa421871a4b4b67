"""How an implementation is reached: in this process, or as a child on two pipes. No answer is judged here."""

import importlib
import json
import re
import shlex
import traceback
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import msgspec

from .messages import CODES, LARGEST_INTEGER, LINE_LIMIT, RpcError
from .process import CannotStart, Child, Ended, Late, TooMuch
from .values import is_list, is_object

NOISE_KEPT = 20
NOISE_LENGTH = 200
STDERR_SHOWN = 4096
LONG_NUMBER = re.compile(rb"[0-9]{16}")
BY_CODE = {code: kind for kind, code in CODES.items()}


class Trouble(Exception):
    """No usable answer came. `verdict` names it, `what` says it in words, `errors` is the end of standard error."""

    verdict = "error"

    def __init__(self, what: str, errors: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.errors = errors


class TimedOut(Trouble):
    """No answer in time."""

    verdict = "timeout"


class Crashed(Trouble):
    """The implementation ended, or raised, instead of answering."""

    verdict = "crash"


class Violated(Trouble):
    """An answer came that the protocol does not allow."""

    verdict = "protocol-violation"


class Noisy(Violated):
    """Something that is no message stands on standard output, where that is not borne."""


class NotThere(Trouble):
    """There is nothing to connect to: no such command, module or factory."""


class Noise:
    """Lines on standard output that are no messages: how many, and the first of them."""

    def __init__(self) -> None:
        self.count = 0
        self.first: list[str] = []

    def keep(self, line: bytes) -> None:
        """Count a line, and keep it where it is one of the first."""
        self.count += 1
        if len(self.first) < NOISE_KEPT:
            self.first.append(line[:NOISE_LENGTH].decode("utf-8", "replace"))


class Connection(Protocol):
    """Somebody who answers. After a Trouble it is of no further use and wants to be closed."""

    def call(self, method: str, params: dict[str, Any], deadline: float) -> dict[str, Any]:
        """The result. Raises RpcError where the question could not be put, Trouble where no usable answer came."""
        ...

    @property
    def noise(self) -> Noise:
        """What came that was no message."""
        ...

    def errors(self) -> str:
        """The end of standard error, at most 64 KiB."""
        ...

    def close(self, *, gently: bool = False) -> None:
        """End it, with a moment to end by itself where `gently`; nothing of it is left running."""
        ...


class Target(Protocol):
    """What is tested. Each `start` is a fresh one that knows nothing of the others."""

    @property
    def name(self) -> str:
        """How the command line names it."""
        ...

    def start(self) -> Connection:
        """Start it. Raises NotThere."""
        ...


class _Answer(msgspec.Struct):
    id: Any = None
    result: Any = msgspec.UNSET
    error: Any = msgspec.UNSET


class _Error(msgspec.Struct):
    code: int = 0
    message: str = ""
    data: dict[str, Any] | None = None


def _no_float(text: str) -> Any:
    raise ValueError(f"{text} is no integer")


_encode = msgspec.json.Encoder().encode
_read_answer = msgspec.json.Decoder(_Answer, float_hook=_no_float).decode
_read_value = msgspec.json.Decoder(float_hook=_no_float).decode
UNREADABLE = (msgspec.DecodeError, ValueError, RecursionError)


class Piped:
    """A child process on two pipes, one request at a time."""

    def __init__(self, command: Sequence[str], *, strict: bool = False) -> None:
        self.noise = Noise()
        self._strict = strict
        self._number = 0
        try:
            self._child = Child(command, LINE_LIMIT, self._wanted)
        except CannotStart as error:
            raise NotThere(str(error)) from error

    def _wanted(self, line: bytes) -> bool:
        if line.startswith(b"{"):
            return True
        if line.strip():
            self.noise.keep(line)
        return False

    def call(self, method: str, params: dict[str, Any], deadline: float) -> dict[str, Any]:
        """As Connection.call."""
        self._number += 1
        line = _request(self._number, method, params)
        if len(line) > LINE_LIMIT:
            raise RpcError("limit-exceeded", f"the request has {len(line)} bytes, a line may have {LINE_LIMIT}")
        try:
            self._child.send(line, deadline)
            answer = self._child.receive(deadline)
        except Late as late:
            raise self._trouble(TimedOut, _lateness(method, late.begun, self.noise)) from late
        except Ended as ended:
            raise Crashed(f"the process {self._child.fate()} before it answered `{method}`", self._tail()) from ended
        except TooMuch as error:
            raise self._trouble(Violated, f"{error} came instead of the answer to `{method}`") from error
        if self._strict and self.noise.count:
            raise self._trouble(Noisy, f"standard output carries a line that is no message: {self.noise.first[0]!r}")
        return self._result(method, answer)

    def _trouble(self, kind: type[Trouble], what: str) -> Trouble:
        return kind(what, self._tail())

    def _tail(self) -> str:
        return self._child.errors(STDERR_SHOWN)

    def _result(self, method: str, line: bytes) -> dict[str, Any]:
        try:
            answer = _read_answer(line)
            if LONG_NUMBER.search(line):
                _check_integers(_read_value(line))
        except UNREADABLE as error:
            raise self._trouble(Violated, f"the answer to `{method}` is not usable JSON: {error}") from error
        if answer.id != self._number or isinstance(answer.id, bool):
            what = f"an answer to request {_text(answer.id)} came, but request {self._number} (`{method}`) waits"
            raise self._trouble(Violated, what)
        try:
            return _result(method, answer)
        except Violated as error:
            raise self._trouble(Violated, error.what) from error

    def errors(self) -> str:
        """As Connection.errors."""
        return self._child.errors()

    def kill(self) -> None:
        """End it at once, from any thread."""
        self._child.kill()

    def close(self, *, gently: bool = False) -> None:
        """As Connection.close; the moment is two seconds."""
        self._child.close(gently=gently)


def _request(number: int, method: str, params: dict[str, Any]) -> bytes:
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    line = _encode(message)
    return (line if line.isascii() else json.dumps(message).encode()) + b"\n"


def _lateness(method: str, begun: bytes, noise: Noise) -> str:
    if begun:
        return f"no answer to `{method}` in time: {len(begun)} bytes came without an end, missing newline or flush"
    lines = "a line that is no message" if noise.count == 1 else f"{noise.count} lines that are no messages"
    heard = f", only {lines}, such as {noise.first[0]!r}" if noise.count else ""
    return f"no answer to `{method}` in time{heard}"


def _result(method: str, answer: _Answer) -> dict[str, Any]:
    if answer.error is not msgspec.UNSET and answer.error is not None:
        raise rpc_error(answer.error)
    if not is_object(answer.result):
        raise Violated(f"the result of `{method}` is {_text(answer.result)}, not an object")
    return answer.result


def rpc_error(error: Any) -> RpcError:
    """What the member `error` of an answer says. Raises Violated."""
    try:
        said = msgspec.convert(error, _Error)
    except msgspec.ValidationError as fault:
        raise Violated(f"`error` is {_text(error)}: {fault}") from fault
    data = said.data or {}
    kind = data.get("kind")
    return RpcError(kind if isinstance(kind, str) else BY_CODE.get(said.code, "internal-error"), said.message, data)


def _check_integers(value: Any) -> None:
    if isinstance(value, int) and abs(value) > LARGEST_INTEGER:
        raise ValueError(f"{value} is beyond 2^53-1")
    inner: Iterable[Any] = value.values() if is_object(value) else value if is_list(value) else ()
    for item in inner:
        _check_integers(item)


def _text(value: Any, most: int = 80) -> str:
    text = "nothing" if value is msgspec.UNSET else _encode(value).decode()
    return text if len(text) <= most else text[: most - 1] + "…"


class Command:
    """A target that is a command line."""

    def __init__(self, command: Sequence[str], *, strict: bool = False) -> None:
        self._command = tuple(command)
        self._strict = strict

    @property
    def name(self) -> str:
        """The command as one types it."""
        return shlex.join(self._command)

    def start(self) -> Connection:
        """Start the command. Raises NotThere."""
        return Piped(self._command, strict=self._strict)


class Answering(Protocol):
    """What a factory of an implementation in Python gives."""

    def call(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """The result; raises an exception with `kind` and `message` where the question cannot be put."""
        ...


class InProcess:
    """An implementation in this process. It gets copies only, and has no time limit: nothing here can stop it."""

    def __init__(self, implementation: Answering) -> None:
        self.noise = Noise()
        self._implementation = implementation

    def call(self, method: str, params: dict[str, Any], deadline: float) -> dict[str, Any]:
        """As Connection.call; the deadline is not kept."""
        try:
            answer = self._implementation.call(method, _read_value(_encode(params)))
        except Exception as error:  # whatever it raises is its answer
            raise _raised(method, error) from error
        try:
            value = _read_value(_encode(answer))
        except (TypeError, *UNREADABLE) as error:
            raise Violated(f"the result of `{method}` is no JSON: {error}") from error
        return _result(method, _Answer(result=value))

    def errors(self) -> str:
        """As Connection.errors; nothing is kept in process."""
        return ""

    def close(self, *, gently: bool = False) -> None:
        """As Connection.close; nothing is to be ended."""


def _raised(method: str, error: Exception) -> Exception:
    kind = getattr(error, "kind", None)
    if isinstance(kind, str):
        data = getattr(error, "data", None)
        return RpcError(kind, str(getattr(error, "message", error)), data if is_object(data) else None)
    shown = "".join(traceback.format_exception(error))[-STDERR_SHOWN:]
    return Crashed(f"`{method}` raised {type(error).__name__}: {error}", shown)


class Made:
    """A target in this process, made by a factory."""

    def __init__(self, factory: Callable[[], Answering], name: str) -> None:
        self._factory = factory
        self._name = name

    @property
    def name(self) -> str:
        """What the factory is called."""
        return self._name

    def start(self) -> Connection:
        """Call the factory. Raises NotThere where it fails."""
        try:
            return InProcess(self._factory())
        except Exception as error:  # a factory may fail in any way
            raise NotThere(f"{self._name} raised {type(error).__name__}: {error}") from error


def python_target(text: str) -> Target:
    """The target that `py:package.module:factory` names. Raises NotThere."""
    parts = text.split(":")
    if len(parts) != 3 or parts[0] != "py" or not all(parts):
        raise NotThere(f"{text} does not read py:package.module:factory")
    try:
        factory = getattr(importlib.import_module(parts[1]), parts[2])
    except (ImportError, AttributeError) as error:
        raise NotThere(f"{text}: {error}") from error
    return Made(factory, text)


def target(words: Sequence[str], *, strict: bool = False) -> Target:
    """The target that words of a command line name. Raises NotThere."""
    if len(words) == 1 and words[0].startswith("py:"):
        return python_target(words[0])
    return Command(words, strict=strict)
