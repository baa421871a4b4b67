"""Writes down an exchange with an implementation while it goes on: each request with its answer. Nothing is judged."""

from typing import Any

from .connection import Connection, Noise, Target, Trouble
from .messages import RpcError


class Recorded:
    """A target whose exchanges are kept in `lines`: a request, then its answer, as they go over the wire."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self.lines: list[dict[str, Any]] = []

    @property
    def name(self) -> str:
        """As Target.name."""
        return self._target.name

    def start(self) -> Connection:
        """As Target.start; what an earlier one said is forgotten."""
        self.lines.clear()
        return _Recording(self._target.start(), self.lines)


class _Recording:
    """A connection that keeps what goes over it."""

    def __init__(self, connection: Connection, lines: list[dict[str, Any]]) -> None:
        self._connection = connection
        self._lines = lines
        self._number = 0

    def call(self, method: str, params: dict[str, Any], deadline: float) -> dict[str, Any]:
        """As Connection.call."""
        self._number += 1
        head = {"jsonrpc": "2.0", "id": self._number}
        self._lines.append({**head, "method": method, "params": params})
        try:
            result = self._connection.call(method, params, deadline)
        except RpcError as error:
            self._lines.append({**head, "error": error.as_object()})
            raise
        except Trouble as trouble:
            self._lines.append({**head, "x_no_answer": {"verdict": trouble.verdict, "what": trouble.what}})
            raise
        self._lines.append({**head, "result": result})
        return result

    @property
    def noise(self) -> Noise:
        """As Connection.noise."""
        return self._connection.noise

    def errors(self) -> str:
        """As Connection.errors."""
        return self._connection.errors()

    def close(self, *, gently: bool = False) -> None:
        """As Connection.close."""
        self._connection.close(gently=gently)
