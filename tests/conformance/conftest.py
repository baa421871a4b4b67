"""A game as small as can be, for tests of the runner: counters are taken from a heap, whoever takes the last wins."""

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest

from ruleproof.conformance.connection import Made
from ruleproof.conformance.messages import RpcError
from ruleproof.conformance.running import Plan, Runner
from ruleproof.conformance.serving import Server
from ruleproof.conformance.suite import Form, Suite, find
from ruleproof.conformance.verdict import Line

Json = dict[str, Any]


class Heap:
    """A right implementation: `{"heap": n}`, and `{"type": "take", "count": 1 or 2}`."""

    declares: ClassVar[Json] = {"legal": "list", "events": "full", "observe": "none", "optional": ["dump", "explain"]}

    def __init__(self) -> None:
        self.states: dict[str, int] = {}

    def keep(self, heap: int) -> str:
        handle = f"s{len(self.states)}"
        self.states[handle] = heap
        return handle

    def call(self, method: str, params: Json) -> Json:
        answer: Json = getattr(self, method)(params)
        for name in params.get("want", ()):
            answer[name] = getattr(self, name)({"state": answer["state"]})
        return answer

    def hello(self, params: Json) -> Json:
        game = {"game": "heap", "modes": ["plain"], **self.declares}
        return {"protocol": 1, "implementation": {"name": "heap", "version": "1"}, "games": [game]}

    def load(self, params: Json) -> Json:
        return {"state": self.keep(params["position"]["heap"])}

    def allows(self, heap: int, action: Any) -> bool:
        return isinstance(action, dict) and action.get("count") in (1, 2) and action["count"] <= heap

    def apply(self, params: Json) -> Json:
        heap, action = self.states[params["state"]], params["action"]
        if not self.allows(heap, action):
            return {"accepted": False, "state": params["state"], "clauses": ["heap.take.one-or-two"]}
        event = {"type": "took", "count": action["count"], "clauses": ["heap.take.one-or-two"]}
        return {"accepted": True, "state": self.keep(heap - action["count"]), "events": [event]}

    def legal(self, params: Json) -> Json:
        heap = self.states[params["state"]]
        actions = [{"type": "take", "count": n} for n in (1, 2) if n <= heap]
        return {"actions": actions, "complete": True}

    def status(self, params: Json) -> Json:
        over = self.states[params["state"]] == 0
        return {"terminal": over, "toAct": [] if over else ["A"], "phase": "over" if over else "taking"}

    def dump(self, params: Json) -> Json:
        return {"position": {"heap": self.states[params["state"]]}}

    def explain(self, params: Json) -> Json:
        return {"clauses": ["heap.take.one-or-two"], "text": "one or two"}

    def drop(self, params: Json) -> Json:
        self.states.clear()
        return {}

    def bye(self, params: Json) -> Json:
        return {}


def case(name: str, heap: int, *steps: Json, **more: Any) -> Json:
    """A case of the heap."""
    told = {"since": "0.1.0", "origin": "written", "why": "one or two are taken", "catches": "three are taken"}
    base = {"id": f"heap/take/{name}", "clauses": ["heap.take.one-or-two"], "modes": ["plain"], "reach": None}
    return {**base, **told, "position": {"heap": heap}, "steps": list(steps), **more}


def take(count: Any, accepted: bool = True, **expect: Any) -> Json:
    """A step that takes so many."""
    action = {"type": "take", "count": count}
    return {"call": "apply", "action": action, "expect": {"accepted": accepted, **expect}}


def board(heap: int) -> Json:
    """A step that looks at the heap."""
    return {"call": "board", "expect": {"heap": heap}}


RIGHT = [
    case("one", 5, take(1), board(4)),
    case("two", 5, take(2, events={"contains": [{"type": "took", "count": 2}]}), board(3)),
    case("three-refused", 5, take(3, False), board(5)),
    case("all", 2, take(2), {"call": "status", "expect": {"terminal": True, "toAct": []}}),
    case("what-may-be", 1, {"call": "legal", "expect": {"exact": [{"type": "take", "count": 1}], "of": ["take"]}}),
]


class Table:
    """What tests of the runner need, in one place."""

    Heap = Heap
    case = staticmethod(case)
    take = staticmethod(take)
    board = staticmethod(board)
    right = RIGHT

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def suite(self, cases: list[Json] | None = None) -> Suite:
        """A suite in a file of its own."""
        path = self.folder / "take.json"
        chapter = {"interpretation": 1, "game": "heap", "chapter": "take", "cases": RIGHT if cases is None else cases}
        path.write_text(json.dumps(chapter), encoding="utf-8")
        return find("heap", self.folder)

    def runner(self, make: Callable[[], Any], cases: list[Json] | None = None, **plan: Any) -> Runner:
        """A runner that has run, with its lines in `lines`."""
        return Runner(Made(make, "py:tests:heap"), self.suite(cases), Form(), Plan(**plan))

    def lines(self, make: Callable[[], Any], cases: list[Json] | None = None, **plan: Any) -> dict[str, Line]:
        """The lines of a run by the last part of the case's id."""
        runner = self.runner(make, cases, **plan)
        return {line.id.rpartition("/")[2]: line for line in runner.run(runner.suite.cases())}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


@pytest.fixture(scope="session")
def pinned() -> Any:
    """Makes a server of the reference that plays some readings of its own and does not tell."""
    spec = importlib.util.spec_from_file_location("miniatures", Path(__file__).parent.parent / "miniatures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return lambda readings: Server(module.Pinned(lambda _: readings))


def refusing(kind: str) -> RpcError:
    return RpcError(kind, "not today")
