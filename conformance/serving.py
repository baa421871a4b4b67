"""Serves any game over the protocol, in process or on two streams. No rule is decided here: the game is asked.

It imports no engine: a game is whatever has the methods of `Playable`.
"""

import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any, Protocol

import msgspec

from ruleproof.spec.version import VERSION

from .messages import (
    LINE_LIMIT,
    METHODS,
    PREVIOUS,
    PROTOCOL,
    ApplyParams,
    DropParams,
    ExplainParams,
    Handle,
    HelloParams,
    LegalParams,
    LoadParams,
    NewParams,
    ObserveParams,
    RpcError,
    RunParams,
    StateParams,
)
from .values import is_object

MOST_STATES = 100_000
OFFERED = ("dump", "explain", "run")


class Playable(Protocol):
    """What a game has to offer to be served; the reference engines and a user's own game look like this."""

    @property
    def name(self) -> str:
        """The game's name."""
        ...

    @property
    def modes(self) -> tuple[str, ...]:
        """The modes of play that `load` takes."""
        ...

    @property
    def readings(self) -> Mapping[str, tuple[str, ...]]:
        """Questions that can be switched, each with its readings, the default first."""
        ...

    @property
    def capabilities(self) -> Mapping[str, object]:
        """Members of the handshake."""
        ...

    def load(self, position: object, mode: str, readings: Mapping[str, str]) -> Any:
        """The state; raises ValueError, with a `kind` where the position is at fault."""
        ...

    def dump(self, state: Any) -> dict[str, Any]:
        """The position."""
        ...

    def to_move(self, state: Any) -> tuple[str, ...]:
        """Who may act."""
        ...

    def actions(self, state: Any, seat: str) -> Sequence[Any]:
        """All legal actions of a seat."""
        ...

    def complete(self, state: Any, seat: str) -> bool:
        """Whether those are all."""
        ...

    def decide(self, state: Any, seat: str, action: Any) -> Any:
        """`clauses`, and `why` where it is refused."""
        ...

    def apply(self, state: Any, seat: str, action: Any) -> Any:
        """`state` and `events`."""
        ...

    def observe(self, state: Any, viewer: str) -> dict[str, Any]:
        """What a seat may know."""
        ...

    def status(self, state: Any) -> dict[str, Any]:
        """`terminal`, `toAct`, `phase` …"""
        ...

    def read_action(self, value: object) -> Any:
        """An action, or something with `why`."""
        ...

    def write_action(self, action: Any) -> dict[str, Any]:
        """The action as JSON."""
        ...

    def write_event(self, event: Any) -> dict[str, Any]:
        """The event as JSON."""
        ...


@dataclass(frozen=True)
class Script:
    """What chance is to decide, in order, and how many entries were used."""

    entries: tuple[Any, ...]
    used: int = 0


class Server:
    """Answers requests about one game: `call` for one process, `respond` for lines."""

    def __init__(self, game: Playable) -> None:
        self.game = game
        self.greeted = False
        self.done = False
        self._states: dict[Handle, Any] = {}
        self._count = 0
        self._scripts: dict[Handle, Script] = {}  # of the states that came with one
        self._methods: dict[str, Callable[[Any], dict[str, Any]]] = {
            "hello": self.hello,
            "new": self.new,
            "load": self.load,
            "apply": self.apply,
            "legal": self.legal,
            "status": self.status,
            "observe": self.observe,
            "dump": self.dump,
            "explain": self.explain,
            "run": self.run,
            "drop": self.drop,
            "bye": self.bye,
        }

    def call(self, method: str, params: Any) -> dict[str, Any]:
        """The result. Raises RpcError."""
        answer = self._methods.get(method)
        if answer is None:
            raise RpcError("method-not-found", f"no method {method} here: {', '.join(self._methods)}")
        if not self.greeted and method not in ("hello", "bye"):
            raise RpcError("invalid-request", "`hello` comes first")
        return answer(_params(method, params))

    # the handshake

    def hello(self, asked: HelloParams) -> dict[str, Any]:
        """Who this is and what may be asked."""
        if PROTOCOL not in asked.protocols:
            raise RpcError("version-unsupported", f"protocol {PROTOCOL} is spoken here, not {asked.protocols}")
        self.greeted = True
        return {
            "protocol": PROTOCOL,
            "implementation": {"name": "ruleproof", "version": VERSION, "language": "Python"},
            "games": [self.declared()],
            "limits": {"line": LINE_LIMIT, "states": MOST_STATES},
        }

    def declared(self) -> dict[str, Any]:
        """The entry for the game; what the game declares itself goes before what is assumed."""
        assumed = {
            "setup": ["position"],
            "chance": [],
            "legal": "list",
            "observe": "full",
            "cards": "inline",
            "events": "full",
            "states": "persistent",
            "reasons": "clause",
        }
        own = {
            "game": self.game.name,
            "modes": list(self.game.modes),
            "optional": list(OFFERED),
            "switches": {question: list(readings) for question, readings in self.game.readings.items()},
        }
        return assumed | dict(self.game.capabilities) | own

    # states

    def _keep(self, state: Any, script: Script | None = None) -> str:
        if len(self._states) >= MOST_STATES:
            raise RpcError("limit-exceeded", f"{MOST_STATES} states are kept at most: drop some")
        self._count += 1
        handle = f"s{self._count}"
        self._states[handle] = state
        if script is not None:
            self._scripts[handle] = script
        return handle

    def _state(self, handle: Handle) -> Any:
        try:
            return self._states[handle]
        except KeyError:
            raise RpcError("unknown-state", f"no state {handle}: it was dropped or never given") from None

    def new(self, asked: NewParams) -> dict[str, Any]:
        """Start a game; a script of chance is followed, without one chance is asked for step by step."""
        self._check(asked.game, asked.mode)
        start = getattr(self.game, "initial", None)
        if start is None:
            raise RpcError("option-unsupported", "games start from a position here: use `load`")
        readings = asked.readings or {}
        self._check_readings(readings)
        try:
            state = start(asked.options or {}, asked.mode, readings)
        except ValueError as error:
            raise RpcError(str(getattr(error, "kind", "option-unsupported")), str(error)) from error
        script = None if asked.chance is None else Script(tuple(asked.chance))
        state, _, script = self._settled(state, script)
        return self._with_wanted({"state": self._keep(state, script)}, state, asked.want)

    def _settled(self, state: Any, script: Script | None) -> tuple[Any, list[dict[str, Any]], Script | None]:
        """The state behind what the script says of chance, the events on the way, and what is left of the script."""
        events: list[dict[str, Any]] = []
        while script is not None and self.game.status(state).get("pendingChance"):
            if script.used == len(script.entries):
                raise RpcError("chance-exhausted", f"the script of chance has no entry {script.used + 1}")
            entry = script.entries[script.used]
            action = self.game.read_action({**entry, "type": "chance"} if is_object(entry) else entry)
            refused = action if hasattr(action, "why") else self.game.decide(state, "", action)
            if (why := getattr(refused, "why", None)) is not None:
                raise RpcError("chance-invalid", f"entry {script.used + 1} of the script of chance: {why}")
            step = self.game.apply(state, "", action)
            state, script = step.state, Script(script.entries, script.used + 1)
            events += [self.game.write_event(event) for event in step.events]
        return state, events, script

    def _check(self, game: str, mode: str) -> None:
        if game != self.game.name:
            raise RpcError("game-unsupported", f"{game} is not served here, {self.game.name} is")
        if mode not in self.game.modes:
            raise RpcError("option-unsupported", f"mode {mode} is not here: {', '.join(self.game.modes)}")

    def load(self, asked: LoadParams) -> dict[str, Any]:
        """Put a position on the table."""
        self._check(asked.game, asked.mode)
        readings = asked.readings or {}
        self._check_readings(readings)
        try:
            state = self.game.load(asked.position, asked.mode, readings)
        except ValueError as error:
            raise RpcError(str(getattr(error, "kind", "option-unsupported")), str(error)) from error
        script = None if asked.chance is None else Script(tuple(asked.chance))
        state, _, script = self._settled(state, script)
        return self._with_wanted({"state": self._keep(state, script)}, state, asked.want)

    def _check_readings(self, readings: dict[str, str]) -> None:
        for question, reading in readings.items():
            if reading not in self.game.readings.get(question, ()):
                raise RpcError("option-unsupported", f"{question} cannot be read as {reading} here")

    def _with_wanted(self, result: dict[str, Any], state: Any, want: list[str] | None) -> dict[str, Any]:
        for name in want or ():
            result[name] = self._wanted(name, result["state"], state)
        return result

    def _wanted(self, name: str, handle: Handle, state: Any) -> dict[str, Any]:
        if name == "dump":
            return {"position": self.game.dump(state)}
        if name == "status":
            return self._status(handle, state)
        if name == "legal":
            return self._listed(state, None)
        return self._observed(state, name.partition(":")[2])

    # questions about a state

    def status(self, asked: StateParams) -> dict[str, Any]:
        """Who is to act, and whether it is over."""
        return self._status(asked.state, self._state(asked.state))

    def _status(self, handle: Handle, state: Any) -> dict[str, Any]:
        told = self.game.status(state)
        script = self._scripts.get(handle)
        return told if script is None else {"chanceUsed": script.used, **told}

    def dump(self, asked: StateParams) -> dict[str, Any]:
        """The position."""
        return {"position": self.game.dump(self._state(asked.state))}

    def observe(self, asked: ObserveParams) -> dict[str, Any]:
        """What a player may see."""
        return self._observed(self._state(asked.state), asked.viewer)

    def _observed(self, state: Any, viewer: str) -> dict[str, Any]:
        try:
            return {"observation": self.game.observe(state, viewer)}
        except (LookupError, ValueError) as error:
            raise RpcError("invalid-params", f"no player {viewer}") from error

    def legal(self, asked: LegalParams) -> dict[str, Any]:
        """All legal actions, or which of some are."""
        state = self._state(asked.state)
        if asked.actions is None:
            return self._listed(state, asked.player)
        return {"legal": [self._refusal(state, action, asked.player) is None for action in asked.actions]}

    def _listed(self, state: Any, player: str | None) -> dict[str, Any]:
        seats = self.game.to_move(state)
        if not seats or (player is not None and player not in seats):
            return {"actions": [], "complete": True}
        seat = player or seats[0]
        actions = [self.game.write_action(action) for action in self.game.actions(state, seat)]
        return {"actions": actions, "complete": self.game.complete(state, seat)}

    # actions

    def apply(self, asked: ApplyParams) -> dict[str, Any]:
        """Do an action, or refuse it with the state unchanged."""
        state = self._state(asked.state)
        seat, action, refusal = self._read(state, asked.action, asked.player)
        if refusal is not None:
            refused = {"accepted": False, "clauses": refusal[0], "state": asked.state}
            return self._with_wanted(refused, state, asked.want)
        step = self.game.apply(state, seat, action)
        events = [self.game.write_event(event) for event in step.events]
        after, more, script = self._settled(step.state, self._scripts.get(asked.state))
        result = {"accepted": True, "state": self._keep(after, script), "events": events + more}
        return self._with_wanted(result, after, asked.want)

    def _read(self, state: Any, value: Any, player: str | None) -> tuple[str, Any, tuple[list[str], str] | None]:
        """Seat, action, and why it is refused (clauses and a sentence) where it is."""
        seats = self.game.to_move(state) or (("",) if self.game.status(state).get("pendingChance") else ())
        named = value.get("player") if is_object(value) else None
        seat = player if player is not None else named if named is not None else next(iter(seats), None)
        if seat not in seats or (named is not None and named != seat):
            return "", None, ([], f"it is not {seat or named}'s turn to act" if seats else "nobody is to act")
        if is_object(value) and "player" in value:
            value = {name: member for name, member in value.items() if name != "player"}
        action = self.game.read_action(value)
        if (why := getattr(action, "why", None)) is not None:
            return str(seat), None, ([], str(why))
        decision = self.game.decide(state, str(seat), action)
        if (why := getattr(decision, "why", None)) is not None:
            return str(seat), None, (list(decision.clauses), str(why))
        return str(seat), action, None

    def _refusal(self, state: Any, value: Any, player: str | None) -> tuple[list[str], str] | None:
        return self._read(state, value, player)[2]

    def explain(self, asked: ExplainParams) -> dict[str, Any]:
        """Why an action is legal or not."""
        state = self._state(asked.state)
        seat, action, refusal = self._read(state, asked.action, asked.player)
        if refusal is not None:
            return {"clauses": refusal[0], "text": refusal[1]}
        return {"clauses": list(self.game.decide(state, seat, action).clauses), "text": "it is legal"}

    # the rest

    def run(self, asked: RunParams) -> dict[str, Any]:
        """Several requests; an error ends them."""
        results: list[Any] = []
        previous: Any = None
        for one in asked.script:
            try:
                result = self._scripted(one.method, one.params, previous)
            except RpcError as error:
                results.append({"error": error.as_object()})
                break
            previous = result.get("state", previous)
            results.append(result)
        return {"results": results}

    def _scripted(self, method: str, params: dict[str, Any], previous: Any) -> dict[str, Any]:
        if method in ("run", "hello", "bye"):
            raise RpcError("invalid-params", f"`{method}` does not belong in a script")
        filled = {name: previous if value == PREVIOUS else value for name, value in params.items()}
        return self.call(method, filled)

    def drop(self, asked: DropParams) -> dict[str, Any]:
        """Forget states."""
        if asked.states == "all":
            self._states.clear()
            self._scripts.clear()
        else:
            for handle in asked.states:
                self._states.pop(handle, None)
                self._scripts.pop(handle, None)
        return {}

    def bye(self, _: Any) -> dict[str, Any]:
        """The last answer."""
        self.done = True
        return {}

    # lines

    def respond(self, line: bytes) -> bytes:
        """The answer to a line, with its end. Never raises."""
        number: Any = None
        try:
            number, method, params = _request(line)
            answer: dict[str, Any] = {"id": number, "result": self.call(method, params)}
        except RpcError as error:
            answer = {"id": error.data.pop("id", number), "error": error.as_object()}
        except Exception as error:  # a fault of the game: the next question can still be put
            traceback.print_exc()
            fault = RpcError("internal-error", f"{type(error).__name__}: {error}")
            answer = {"id": number, "error": fault.as_object()}
        return _line(answer)


def _params(method: str, params: Any) -> Any:
    try:
        return msgspec.convert({} if params is None else params, METHODS[method][0])
    except msgspec.ValidationError as error:
        raise RpcError("invalid-params", f"`{method}`: {error}") from error


def _request(line: bytes) -> tuple[Any, str, Any]:
    try:
        request = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError) as error:
        raise RpcError("parse-error", f"not JSON: {error}") from error
    if not is_object(request) or not isinstance(request.get("method"), str):
        number = request.get("id") if is_object(request) else None
        raise RpcError("invalid-request", "a request is an object with `method`", {"id": number})
    return request.get("id"), request["method"], request.get("params")


def _line(answer: dict[str, Any]) -> bytes:
    line = msgspec.json.encode({"jsonrpc": "2.0", **answer})
    if len(line) >= LINE_LIMIT:
        error = RpcError("limit-exceeded", f"the answer has {len(line)} bytes, a line may have {LINE_LIMIT}")
        line = msgspec.json.encode({"jsonrpc": "2.0", "id": answer["id"], "error": error.as_object()})
    return line + b"\n"


def serve(game: Playable, requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer line by line until `bye` or the end of the requests."""
    server = Server(game)
    while not server.done and (line := requests.readline(4 * LINE_LIMIT)):
        if line.strip():
            answers.write(server.respond(line))
            answers.flush()


def serve_standard(game: Playable) -> None:
    """The same on standard input and output. Whatever else prints goes to standard error."""
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    serve(game, sys.stdin.buffer, answers)
