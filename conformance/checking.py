"""`check`: the suite inside somebody's own tests. It imports no engine, so that a verdict rests on the cases alone."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from .asking import Limits
from .connection import Answering, Made, Target, target
from .known import read as read_known
from .running import Plan, Runner
from .serving import Playable, Server
from .suite import Selection, find, form
from .telling import failure, red, summary
from .verdict import Line

FAILURES_SHOWN = 20


class NotConforming(AssertionError):
    """The suite was not passed; the message is the report, `result` what it is made of."""

    def __init__(self, result: "Result") -> None:
        super().__init__(result.text)
        self.result = result


@dataclass(frozen=True)
class Result:
    """What came out: the exit code of `conform`, the counts by verdict, the lines that are not good, and the text."""

    exit: int
    counts: dict[str, int]
    failures: tuple[Line, ...]
    text: str

    @property
    def good(self) -> bool:
        """Whether all that applies passed."""
        return self.exit == 0


def check(
    implementation: object,
    game: str,
    *,
    case: str | Sequence[str] = (),
    clause: str | Sequence[str] = (),
    chapter: str | Sequence[str] = (),
    suite: str | Path | None = None,
    known_failures: str | Path | None = None,
    limits: Limits | None = None,
    strict_stdout: bool = False,
    workers: int = 1,
    fail: bool = True,
) -> Result:
    """Put the cases of a game to an implementation, and raise NotConforming with a report where it does not conform.

    `implementation` is one of: a game with the methods of `serving.Playable`; an object with
    `call(method, params) -> result`; a function without arguments that makes either (called again for a fresh one);
    a command as a list of words or as one text, also `py:package.module:factory`. `case`, `clause` and `chapter` are
    patterns. `workers` is how many processes of a command are asked at a time; what runs in this process is one
    whatever it says. With `fail=False` the result comes back whatever it is.
    Raises suite.NoSuite, UnknownGame, CaseFault, NotThere, known.Unusable.
    """
    cases = find(game, Path(suite) if suite else None)
    wanted = Selection(_texts(case), _texts(clause), _texts(chapter))
    known = read_known(Path(known_failures)) if known_failures else None
    plan = Plan(limits or Limits(), known=known, workers=workers)
    runner = Runner(_target(implementation, strict_stdout), cases, form(game), plan)
    selected = cases.chosen(wanted)
    beside = (one for one in cases.beside() if wanted.wants(one))
    result = _result(runner, [line for line in runner.run(selected, beside) if red(line)])
    if fail and not result.good:
        raise NotConforming(result)
    return result


def _texts(given: str | Sequence[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


def _target(implementation: object, strict: bool) -> Target:
    if isinstance(implementation, str):
        words = [implementation] if implementation.startswith("py:") else shlex.split(implementation)
        return target(words, strict=strict)
    if isinstance(implementation, list | tuple):
        return target([str(word) for word in cast(Sequence[object], implementation)], strict=strict)
    if hasattr(implementation, "start") and hasattr(implementation, "name"):
        return cast(Target, implementation)
    return Made(lambda: _answering(implementation), _name(implementation))


def _answering(implementation: Any) -> Answering:
    """An object that answers: made fresh where a factory was given, served where a game was."""
    made = implementation() if _is_factory(implementation) else implementation
    return made if hasattr(made, "call") else Server(cast(Playable, made))


def _is_factory(implementation: object) -> bool:
    answers = hasattr(implementation, "call") or hasattr(implementation, "decide")
    return isinstance(implementation, type) or (callable(implementation) and not answers)


def _name(implementation: object) -> str:
    kind: Any = implementation if _is_factory(implementation) else type(implementation)
    return f"py:{getattr(kind, '__module__', '?')}:{getattr(kind, '__qualname__', type(kind).__name__)}"


def _result(runner: Runner, failures: list[Line]) -> Result:
    return Result(runner.exit(), runner.tally.counts(), tuple(failures), "\n".join(_text(runner, failures)))


def _text(runner: Runner, failures: list[Line]) -> Iterator[str]:
    for line in failures[:FAILURES_SHOWN]:
        yield failure(line, runner)
    if len(failures) > FAILURES_SHOWN:
        yield f"… and {len(failures) - FAILURES_SHOWN} more"
    yield summary(runner)
