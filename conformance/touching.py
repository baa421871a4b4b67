"""Which clauses the reference rests on along each case: generated, so that a failure can be laid at the right door.

Nothing is judged by it. A run reads what was written into the cases; it never asks the reference.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ruleproof.engine.finding import game as engine_of
from ruleproof.spec import files

from . import case
from .case import ApplyStep, Case, LegalExpected, LegalStep
from .exporting import pretty
from .messages import RpcError
from .serving import Server


def touched(server: Server, asked: Case) -> list[str]:
    """The clauses that decide about the actions of a case and that its events cite, in order of their names.

    Those that the case names itself are left out.
    """
    try:
        found = set(_touched(server, asked))
    except RpcError:
        found = set[str]()
    server.call("drop", {"states": "all"})
    return sorted(found - set(asked.clauses))


def _touched(server: Server, asked: Case) -> Iterator[str]:
    params: dict[str, Any] = {"game": server.game.name, "mode": asked.modes[0], "position": asked.position}
    state = server.call("load", params | {"readings": asked.readings})["state"]
    for step in asked.steps:
        if isinstance(step, ApplyStep):
            player = {"player": step.player} if step.player else {}
            yield from _deciding(server, state, step.action, player)
            done = server.call("apply", {"state": state, "action": step.action, **player})
            refused_by: list[str] = done.get("clauses", [])
            yield from refused_by
            yield from (clause for event in done.get("events", []) for clause in event.get("clauses", []))
            state = done["state"]
        elif isinstance(step, LegalStep):
            player = {"player": step.player} if step.player else {}
            for action in _named(step.expect):
                yield from _deciding(server, state, action, player)


def _deciding(server: Server, state: Any, action: Any, player: dict[str, str]) -> list[str]:
    told = server.call("explain", {"state": state, "action": action, **player})
    clauses: list[str] = told.get("clauses", [])
    return clauses


def _named(expected: LegalExpected) -> Iterator[Any]:
    for actions in (expected.contains, expected.excludes, expected.exact):
        yield from actions or ()
    for other in expected.one_of or ():
        yield from _named(other)


def with_touches(path: Path) -> str:
    """The text of a file of cases with what each touches as it is today. Raises CaseFault, files.Unreadable."""
    chapter = case.read(path)
    server = Server(engine_of(chapter.game))
    server.call("hello", {"protocols": [1]})
    raw = files.read_json(path)
    for written, one in zip(raw["cases"], chapter.cases, strict=True):
        written["touches"] = touched(server, one)
    return pretty(raw)
