"""A conversation with one implementation: hello, limits of time, and what is declared. No rule is judged here."""

from collections.abc import Callable, Container, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from ruleproof.spec.version import VERSION

from . import clock
from .connection import Connection, Noisy, NotThere, Target, TimedOut, Trouble, Violated
from .messages import PROTOCOL, Declared, HelloResult, RpcError
from .reach import Reach
from .values import is_list, is_object

CAPS = {"request": 60.0, "case": 300.0}  # seconds; what `slow` may raise a limit to
GOODBYE = 2.0  # seconds
TRIES = 3
LATE_TRIES = 2


@dataclass(frozen=True)
class Limits:
    """Seconds that things may take."""

    start: float = 30.0
    hello: float = 30.0
    request: float = 5.0
    case: float = 30.0


class Stopped(Exception):
    """The run cannot go on; the message says why. `verdict` where that is more than that nothing could be tested."""

    def __init__(self, why: str, verdict: str = "") -> None:
        super().__init__(why)
        self.verdict = verdict


class Session:
    """A started implementation that has answered `hello`."""

    def __init__(self, connection: Connection, said: HelloResult, game: str, limits: Limits) -> None:
        self.connection = connection
        self.said = said
        self.declared = next((one for one in said.games if one.game == game), Declared(game=game))
        self.alive = True
        self.leaves_states = False  # whether `drop` is refused
        self.scripts = "run" in self.declared.optional  # whether several requests are put in one line
        slow = said.slow
        self._request = _raised(limits.request, slow.request if slow else None, CAPS["request"])
        self._case = _raised(limits.case, slow.case if slow else None, CAPS["case"])
        self._deadline = 0.0

    def begin(self) -> None:
        """Start the time of a case."""
        self._deadline = clock.now() + self._case

    def ask(self, method: str, params: dict[str, Any], times: int = 1) -> dict[str, Any]:
        """The result; it may take as long as so many requests. Raises RpcError or Trouble.

        After a Trouble nothing more can be asked.
        """
        deadline = min(clock.now() + times * self._request, self._deadline)
        try:
            return self.connection.call(method, params, deadline)
        except RpcError:
            raise
        except BaseException:  # a Trouble, or Ctrl-C in the middle of a question: no answer can be trusted any more
            self.alive = False
            raise

    def reset(self) -> None:
        """Drop all states: the end of a case. An implementation that cannot is remembered. Raises Trouble."""
        if not self.alive:
            return
        try:
            self.ask("drop", {"states": "all"})
        except RpcError:
            self.leaves_states = True

    def close(self) -> None:
        """Say goodbye where there is still somebody, and end it."""
        said = False
        if self.alive:
            with suppress(RpcError, Trouble):
                self.connection.call("bye", {}, clock.now() + GOODBYE)
                said = True
        self.alive = False
        self.connection.close(gently=said)


def _raised(limit: float, asked: int | None, cap: float) -> float:
    return max(limit, min(float(asked), cap)) if asked else limit


def greeting(game: str, suite: dict[str, str]) -> dict[str, Any]:
    """The parameters of `hello`."""
    return {
        "protocols": [PROTOCOL],
        "harness": {"name": "ruleproof", "version": VERSION},
        "suite": suite,
        "games": [game],
    }


def start(
    target: Target,
    hello: dict[str, Any],
    game: str,
    limits: Limits,
    tell: Callable[[str], None],
    ended: Callable[[], bool] = lambda: False,
) -> Session:
    """A session. Three failures in `hello`, or two time-outs, end it, and `ended` where it says so. Raises Stopped."""
    failures, late = 0, 0
    while True:
        try:
            return _try(target, hello, game, limits)
        except NotThere as trouble:
            raise Stopped(trouble.what) from trouble
        except RpcError as error:
            raise Stopped(f"`hello` was refused: {error}") from error
        except Noisy as noisy:
            raise Stopped(noisy.what, noisy.verdict) from noisy
        except Trouble as trouble:
            failures, late = failures + 1, late + isinstance(trouble, TimedOut)
            if ended():
                raise Stopped("the run was ended") from trouble
            tell(f"{trouble.what} ({failures} of {TRIES})")
            if failures == TRIES or late == LATE_TRIES:
                raise Stopped(_reason(trouble)) from trouble


def _try(target: Target, hello: dict[str, Any], game: str, limits: Limits) -> Session:
    connection = target.start()
    try:
        answer = connection.call("hello", hello, clock.now() + max(limits.start, limits.hello))
        return Session(connection, _said(answer), game, limits)
    except BaseException:  # also Ctrl-C: nothing stays behind
        connection.close()
        raise


def _said(answer: dict[str, Any]) -> HelloResult:
    try:
        said = msgspec.convert(_without_nulls(answer), HelloResult)
    except msgspec.ValidationError as error:
        raise Violated(f"the result of `hello` does not fit: {error}") from error
    if said.protocol != PROTOCOL:
        raise Violated(f"the implementation speaks protocol {said.protocol}, not {PROTOCOL}")
    return said


def _without_nulls(value: Any) -> Any:
    """Absent equals null where a member is optional."""
    if is_object(value):
        return {name: _without_nulls(item) for name, item in value.items() if item is not None}
    return [_without_nulls(item) for item in value] if is_list(value) else value


def _reason(trouble: Trouble) -> str:
    shown = f"\n{trouble.errors.strip()}" if trouble.errors.strip() else ""
    return f"the adapter does not answer `hello`: {trouble.what}{shown}"


class Asked(Protocol):
    """What can be put to an implementation, where it is in scope."""

    @property
    def modes(self) -> list[str]:
        """The modes of play that it holds in."""
        ...

    @property
    def tags(self) -> list[str]:
        """`artificial`, and others that are free."""
        ...

    @property
    def position(self) -> dict[str, Any]:
        """Where it begins."""
        ...

    @property
    def reach(self) -> Reach | None:
        """How play leads there."""
        ...

    @property
    def requires(self) -> dict[str, str | bool | list[str]]:
        """What has to be declared."""
        ...

    @property
    def readings(self) -> dict[str, str]:
        """How questions have to be read."""
        ...


def mode_of(case: Asked, declared: Declared) -> str | None:
    """The first mode of the case that is declared."""
    return next((mode for mode in case.modes if mode in declared.modes), None)


def beyond(case: Asked, declared: Declared, followed: Mapping[str, str]) -> str:
    """What a case needs beyond the declared, in words; nothing where it can be put. `followed` is how it reads."""
    return outside(case, declared) or _other_reading(case, declared, followed) or other_way(case, declared, followed)


def outside(case: Asked, declared: Declared) -> str:
    """The same, whatever the readings are."""
    if not declared.modes:
        return f"{declared.game} is not declared"
    if mode_of(case, declared) is None:
        return f"mode {' or '.join(case.modes)} is not declared"
    if why := _unreached(case, declared):
        return why
    if "artificial" in case.tags and not declared.artificial:
        return "positions that no play reaches are refused"
    if declared.phases is not None and not _in_phase(case.position, declared.phases):
        return f"phase {case.position['phase']} is not declared"
    for name, needed in case.requires.items():
        if (name, declared.phases) != ("phases", None) and not _has(getattr(declared, name, None), needed):
            return (
                f"{name} {needed if isinstance(needed, str) else ' '.join(map(str, _listed(needed)))} is not declared"
            )
    return ""


def loads(declared: Declared) -> bool:
    """Whether positions can be put on the table."""
    return "position" in declared.setup


def plays(declared: Declared) -> bool:
    """Whether new games can be started that go as a script of chance says."""
    return "scripted" in declared.chance and not {"deal", "replay"}.isdisjoint(declared.setup)


def _unreached(case: Asked, declared: Declared) -> str:
    """Why the position of a case cannot be reached, in words; nothing where it can."""
    if loads(declared):
        return "positions with cards of their own cannot be loaded" if declared.cards == "set" else ""
    if not plays(declared):
        return "positions cannot be loaded"
    if case.reach is None:
        return "positions cannot be loaded, and no play is written down that leads to this one"
    return unplayed(case.reach, declared)


def unplayed(way: Reach, declared: Declared) -> str:
    """Why a way to a position cannot be played, in words; nothing where it can."""
    if declared.cards == "set" and is_list(way.options.get("cards")):
        return "games with cards of their own cannot be started"
    for name in way.options:
        if name != "cards" and name not in (declared.options or ()):
            return f"option {name} is not declared"
    missing = [ply.phase for ply in way.actions if declared.phases is not None and ply.phase not in declared.phases]
    return f"phase {missing[0]} is not declared" if missing else ""


def _in_phase(position: dict[str, Any], phases: list[str]) -> bool:
    return "phase" not in position or position["phase"] in phases


def _listed(value: Any) -> list[Any]:
    return value if is_list(value) else [value]


def _has(declared: Any, needed: Any) -> bool:
    there = _listed(declared)
    return all(one in there for one in _listed(needed))


def _other_reading(case: Asked, declared: Declared, followed: Mapping[str, str]) -> str:
    for question, reading in case.readings.items():
        there = _listed(declared.readings.get(question, followed.get(question)))
        if reading not in there and reading not in declared.switches.get(question, ()):
            return f"{question} is read as {' or '.join(str(one) for one in there)}, not {reading}"
    return ""


def other_way(case: Asked, declared: Declared, followed: Mapping[str, str]) -> str:
    """Which reading the way to a position hangs on and is not followed, in words; nothing where it can be walked."""
    for question, readings in on_way(case, declared).items():
        there = _listed(declared.readings.get(question, followed.get(question)))
        if question in followed and not {*readings} & {*there, *declared.switches.get(question, ())}:
            return f"the way there hangs on {question}, which is read as {there[0]}, not {' or '.join(readings)}"
    return ""


def on_way(case: Asked, declared: Declared) -> dict[str, list[str]]:
    """The questions that the way to a position hangs on, each with its readings, where it has to be walked."""
    return case.reach.readings if case.reach is not None and not loads(declared) else {}


def bound(declared: Declared, rulings: Container[str]) -> Declared:
    """What is declared, without the reading that it follows where the question is settled: nobody chooses there."""
    chosen = {q: r for q, r in declared.readings.items() if is_list(r) or q not in rulings}
    changed: Declared = msgspec.structs.replace(declared, readings=chosen)
    return changed


def asked_readings(case: Asked, declared: Declared) -> dict[str, str]:
    """The readings that have to be asked for: those that can be."""
    return {q: r for q, r in case.readings.items() if r in switchable(declared, q)}


def switchable(declared: Declared, question: str) -> list[str]:
    """The readings of a question that `load` can be asked for."""
    followed = declared.readings.get(question)
    return [*declared.switches.get(question, ()), *(followed if is_list(followed) else ())]
