"""Finds for each case a way of play to its position, and walks ways again. What a way can be, the game's folder knows.

A game whose play can be planned has `conformance/GAME/reach.py` with the functions of `Planner`. A way is kept only
where the reference, led along it, gives every answer that the case expects; the runner's own code judges that.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

import msgspec

from ruleproof.spec import files
from ruleproof.spec.finding import module

from .asking import Limits, Session, greeting
from .case import ApplyStep, Case
from .connection import InProcess
from .exporting import pretty
from .messages import HelloResult
from .putting import put
from .reach import Drawn, Ply, Reach
from .serving import Playable, Server
from .suite import Suite, form
from .values import is_object
from .verdict import Verdict
from .ways import mark

ARTIFICIAL = "artificial"
EXACTLY, WITH_MORE, NOT_FOUND = "exactly", "with more on the table", "not found"
CAREFUL = 18  # longer ways that are tried where the first one hangs on an open question
KINDS = (EXACTLY, WITH_MORE, ARTIFICIAL, NOT_FOUND)
STEPS_ANSWER_CHANCE = "its steps say what chance decides, and a game that goes by a script does not ask"
NO_WAY = "no plan leads there"


class Script(NamedTuple):
    """A way as a game's planner says it: options, what chance decides, and the actions with who does them.

    An empty player is the first one of those who may act.
    """

    options: dict[str, Any]
    chance: list[dict[str, Any]]
    actions: list[tuple[str, dict[str, Any]]]


class Planner(Protocol):
    """What a game's `reach.py` offers."""

    def scripts(self, case: Case) -> Iterator[Script]:
        """Ways that may lead to the case's position, the likeliest first."""
        ...

    def careful(self, case: Case) -> Iterator[Script]:
        """Longer ways, on which less may hang on how open questions are read."""
        ...

    def missing(self, position: dict[str, Any], reached: dict[str, Any]) -> str:
        """What a position states and the reached one does not have, or nothing."""
        ...

    def unreachable(self, case: Case) -> str:
        """Why no play leads to the position, in words, or nothing where that is not known."""
        ...


class Astray(Exception):
    """A way does not lead where it says; the message says at which action."""


class Found(NamedTuple):
    """What became of a case: its kind, its way, and where it has none the reason."""

    id: str
    kind: str
    reach: Reach | None = None
    why: str = ""


def planner(game: str) -> Planner | None:
    """The game's planner, or None where it has none."""
    return cast(Planner | None, module("conformance", game, "reach"))


class Roads:
    """Walks with the reference, in this process, and asks it what a case asks at their end."""

    def __init__(self, game: Playable, suite: Suite) -> None:
        self.form = form(suite.game)
        self.server = Server(game)
        said = msgspec.convert(self.server.call("hello", greeting(suite.game, suite.named)), HelloResult)
        self.session = Session(InProcess(self.server), said, suite.game, Limits())

    def walk(self, case: Case, script: Script) -> Reach:
        """The way that a script is. Raises Astray."""
        new: dict[str, Any] = {"game": self.session.declared.game, "mode": case.modes[0], "readings": case.readings}
        new |= {"options": script.options, "chance": script.chance}
        state = self.server.call("new", new)["state"]
        plies: list[Ply] = []
        for number, (player, action) in enumerate(script.actions, 1):
            asked = {"state": state, "action": action, **({"player": player} if player else {})}
            clauses = self.server.call("explain", asked)["clauses"]
            result = self.server.call("apply", {**asked, "want": ["status", "dump"]})
            if not result["accepted"]:
                raise Astray(f"action {number} is refused: {', '.join(clauses)}")
            state, status = result["state"], result["status"]
            there = mark(self.form, result["dump"]["position"])
            cited = [clause for event in result["events"] for clause in event["clauses"]]
            clauses = list(dict.fromkeys([*clauses, *cited]))
            plies.append(Ply(action, clauses, status["phase"], status["toAct"], player or None, there))
        reached: dict[str, Any] = self.server.call("dump", {"state": state})["position"]
        same = self.form.whole(case.position) == self.form.whole(reached)
        drawn = [Drawn(one["site"], one["outcome"]) for one in script.chance]
        self.server.call("drop", {"states": "all"})
        return Reach(script.options, drawn, plies, None if same else reached)

    def again(self, case: Case, reach: Reach) -> None:
        """Walk a way that is written down. Raises Astray where anything on it, or an answer behind it, is otherwise."""
        chance = [{"site": one.site, "outcome": one.outcome} for one in reach.chance]
        script = Script(reach.options, chance, [(ply.player or "", ply.action) for ply in reach.actions])
        walked = msgspec.structs.replace(self.walk(case, script), readings=reach.readings)
        if walked != reach:
            differing = (
                n for n, two in enumerate(zip(reach.actions, walked.actions, strict=True), 1) if two[0] != two[1]
            )
            raise Astray(f"action {number} tells otherwise" if (number := next(differing, 0)) else "it ends elsewhere")
        if lack := self.lacking(case, reach):
            raise Astray(lack)

    def hanging(self, case: Case, reach: Reach | None = None, at_first: Iterable[str] = ()) -> dict[str, list[str]]:
        """The questions that answers hang on beside the case's own, with the readings under which it gets its answers.

        Those of the way where one is given; else the position is loaded. Where `at_first` names questions, no more than
        so many are looked for, and these before the others.
        """
        led, found, most = msgspec.structs.replace(case, reach=reach), dict[str, list[str]](), len(tuple(at_first))
        for question, readings in sorted(
            self.session.declared.switches.items(), key=lambda one: one[0] not in at_first
        ):
            if question not in case.readings:
                good = [reading for reading in readings if self._has_answers(led, {question: reading})]
                found |= {question: good} if len(good) < len(readings) else {}
            if most and len(found) == most:
                break
        return found

    def _has_answers(self, case: Case, readings: dict[str, str]) -> bool:
        asked = msgspec.structs.replace(case, readings={**case.readings, **readings})
        return put(self.session, asked, self.form, by_play=case.reach is not None).verdict is Verdict.PASS

    def lacking(self, case: Case, reach: Reach) -> str:
        """What is not as the case expects where the reference has been led there by play, or nothing."""
        led = msgspec.structs.replace(case, reach=reach)
        line = put(self.session, led, self.form, by_play=True)
        if line.verdict is Verdict.PASS:
            return ""
        return f"step {line.step}: {line.detail or line.where}, {line.expected} is {line.got}"


def find(case: Case, roads: Roads, ways: Planner, *, freer: bool = False) -> Found:
    """The way that is written down where it holds, else the first on which the case gets all its answers, or why not.

    `freer`: where it hangs on open questions beside those of the case, longer ones are tried too.
    """
    if why := ways.unreachable(case):
        return Found(case.id, ARTIFICIAL, why=why)
    if any(isinstance(step, ApplyStep) and _is_chance(step.action) for step in case.steps):
        return Found(case.id, NOT_FOUND, why=STEPS_ANSWER_CHANCE)
    why = NO_WAY
    for reach, lack in chain(_written(case, roads), (_walked(case, roads, ways, one) for one in ways.scripts(case))):
        if not lack:
            return _found(case, _freer(case, roads, ways, reach) if freer and reach.readings else reach)
        why = f"{NO_WAY}; where the last one leads, {lack.partition(',')[0]} is otherwise"
    return Found(case.id, NOT_FOUND, why=why)


def _written(case: Case, roads: Roads) -> Iterator[tuple[Reach, str]]:
    """The way that is written down, where it still holds."""
    if case.reach is not None:
        with suppress(Astray):
            roads.again(case, case.reach)
            yield msgspec.structs.replace(case.reach, readings=roads.hanging(case, case.reach)), ""


def _walked(case: Case, roads: Roads, ways: Planner, script: Script, at_first: Iterable[str] = ()) -> tuple[Reach, str]:
    """A way with what it hangs on, and what is not as it has to be at its end, or nothing."""
    reach = roads.walk(case, script)
    if lack := ways.missing(case.position, reach.position or case.position) or roads.lacking(case, reach):
        return reach, lack
    return msgspec.structs.replace(reach, readings=roads.hanging(case, reach, at_first)), ""


def _freer(case: Case, roads: Roads, ways: Planner, best: Reach) -> Reach:
    """The way that hangs on the fewest questions, among a few; of several the first."""
    for script in islice(ways.careful(case), CAREFUL):
        reach, lack = _walked(case, roads, ways, script, best.readings)
        if not lack and len(reach.readings) < len(best.readings):
            best = reach
        if not best.readings:
            break
    return best


def _found(case: Case, reach: Reach) -> Found:
    return Found(case.id, EXACTLY if reach.position is None else WITH_MORE, reach)


def _is_chance(action: Any) -> bool:
    return is_object(action) and action.get("type") == "chance"


def as_written(case: Case, found: Found) -> bool:
    """Whether the case's file says what was found."""
    return case.reach == found.reach and (ARTIFICIAL in case.tags) == (found.kind == ARTIFICIAL)


def written(path: Path, found: Mapping[str, Found]) -> str:
    """The text of a file of cases with these ways and the tags that go with them. Raises files.Unreadable."""
    raw = files.read_json(path)
    raw["cases"] = [_with(case, found[case["id"]]) if case["id"] in found else case for case in raw["cases"]]
    return pretty(raw)


def _with(case: dict[str, Any], found: Found) -> dict[str, Any]:
    """A case as it is written, with its way, or with the tag that says that there is none."""
    tags = [tag for tag in case.get("tags", ()) if tag != ARTIFICIAL]
    tags += [ARTIFICIAL] if found.kind == ARTIFICIAL else []
    made: dict[str, Any] = {}
    for name, value in case.items():
        if name not in ("reach", "tags"):
            made[name] = value
        if name == "catches" and tags:
            made["tags"] = tags
        if name == "position":
            made["reach"] = msgspec.to_builtins(found.reach)
    return made
