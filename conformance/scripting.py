"""Asks the requests of a case one after the other, or all in one line with `run`. No answer is judged here."""

from collections.abc import Sequence
from typing import Any, Protocol

from .asking import Session
from .connection import Violated, rpc_error
from .messages import PREVIOUS, RpcError
from .stages import Request
from .values import is_list, is_object

DROP: Request = ("drop", {"states": "all"})


class OffScript(Exception):
    """Something has to be asked that was not foreseen: the requests have to be put one by one."""


class TooLong(OffScript):
    """The script, or its answer, does not fit into a line."""


class Asks(Protocol):
    """How the requests of a case are put."""

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """The result. Raises RpcError and Trouble."""
        ...

    def handle(self, state: Any) -> Any:
        """How a state that was returned is named from now on."""
        ...

    def reset(self) -> None:
        """Forget all states. Raises Trouble."""
        ...


class OneByOne:
    """Each request by itself, when its turn comes."""

    def __init__(self, session: Session) -> None:
        self.ask = session.ask
        self.reset = session.reset

    def handle(self, state: Any) -> Any:
        """As Asks.handle: by its own name."""
        return state


class InOneLine:
    """All requests at once; the results are handed out as they are asked for.

    Making it raises RpcError, Trouble and TooLong.
    """

    def __init__(self, session: Session, requests: Sequence[Request]) -> None:
        self._session = session
        self._requests = [*requests, DROP]
        self._at = 0
        script = [{"method": method, "params": params} for method, params in self._requests]
        answer = _run(session, script)
        results = answer.get("results")
        if not is_list(results) or len(results) > len(script) or not all(map(is_object, results)):
            raise Violated(f"the result of `run` has no list `results` of at most {len(script)} objects")
        self._results: list[dict[str, Any]] = results

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """As Asks.ask. Raises OffScript where this was not the next request, or was never answered."""
        at, self._at = self._at, self._at + 1
        if at >= len(self._results) or self._requests[at] != (method, params):
            raise OffScript
        result = self._results[at]
        if "error" in result:
            raise rpc_error(result["error"])
        return result

    def handle(self, state: Any) -> Any:
        """As Asks.handle: the one before."""
        return PREVIOUS

    def reset(self) -> None:
        """As Asks.reset: it stands at the end of the script, unless that was cut short."""
        if len(self._results) < len(self._requests) or "error" in self._results[-1]:
            self._session.reset()


def _run(session: Session, script: list[dict[str, Any]]) -> dict[str, Any]:
    try:
        return session.ask("run", {"script": script}, len(script))
    except RpcError as error:
        if error.kind == "limit-exceeded":
            raise TooLong from error
        raise
