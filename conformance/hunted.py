"""A finding of a hunt as a case, and as text for people. It is not judged again here, and nobody is asked."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from ruleproof.engine.explaining import in_words
from ruleproof.engine.game import Game

from .case import INTERPRETATION
from .expecting import Due, Scope, follow, script
from .found import Finding
from .parting import bare
from .reducing import Path as Place
from .reducing import found_at, replaced
from .suite import Form
from .telling import short
from .values import is_list, is_object

CHAPTER = "hunted"
CLAUSES_SHOWN = 4
STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")
CATCHES = {
    "accepted": "It accepts {action}, which has to be refused.",
    "refused": "It refuses {action}, which is legal.",
    "legal": "Its list of legal actions is another one: {action} is {listed}.",
    "board": "After {action} the position is another one, at {where}.",
    "status": "After {action} the status is another one, at {where}.",
    "events": "It tells other events of {action}.",
    "observation": "After {action} a player sees something else, at {where}.",
    "loaded": "The position does not come back as it was sent, at {where}.",
    "error": "It answers {action} with an error.",
    "crash": "It ends at {action}.",
    "timeout": "It does not answer {action} in time.",
    "protocol-violation": "It answers {action} in a way that the protocol does not allow.",
}


class Retold:
    """A finding with what the reference says of it."""

    def __init__(
        self, game: Game[Any, Any], scope: Scope, form: Form, finding: Finding, says: Mapping[str, str]
    ) -> None:
        self.game = game
        self.scope = scope
        self.form = form
        self.finding = finding
        self.says = says
        self.dues = follow(game, scope, finding.play)

    @property
    def last(self) -> Due:
        """The step at which it parts."""
        return self.dues[min(self.finding.parting.at, len(self.dues) - 1)]

    @property
    def catches(self) -> str:
        """The mistake in one sentence."""
        parting = self.finding.parting
        tried = parting.action or (self.last.tried.action if self.last.tried else None)
        listed = "missing" if is_object(parting.expected) and "excludes" not in parting.expected else "too many"
        action = f"`{in_words(tried)}`" if tried is not None else "the start"
        return CATCHES[parting.kind].format(action=action, where=parting.where, listed=listed)

    # as a case

    def case(self) -> dict[str, Any]:
        """The case that shows it, in the form of case files."""
        finding, play = self.finding, self.finding.play
        clauses = finding.clauses or [f"{self.game.name}.{CHAPTER}.no-clause"]
        sentences = [self.says[clause] for clause in finding.clauses[:1] if clause in self.says]
        position = play.position if play.position is not None else self.dues[0].moment.position
        case: dict[str, Any] = {
            "id": f"{self.game.name}/{CHAPTER}/{finding.id}",
            "since": "0.0.0",
            "clauses": clauses,
            "modes": [play.mode],
            "origin": "computed",
            "why": " ".join([*sentences, "Found in random play beside the reference; to be reviewed."]),
            "catches": self.catches,
            "tags": ["artificial"] if play.position is not None else [],
            "requires": {"events": "full"} if finding.parting.kind == "events" else {},
            "readings": self._readings(),
            "position": self.scope.wired(self.game, play) if play.position is not None else position,
            "reach": None if play.position is not None else {"options": play.options, **self._start()},
            "steps": list(self._steps()),
        }
        return {name: value for name, value in case.items() if value or name in ("reach", "steps", "position")}

    def chapter(self) -> dict[str, Any]:
        """The case in a file of its own."""
        head = {"interpretation": INTERPRETATION, "game": self.game.name, "chapter": CHAPTER}
        return {**head, "cases": [self.case()]}

    def _start(self) -> dict[str, Any]:
        return {"chance": script(self.dues), "actions": []}

    def _readings(self) -> dict[str, str]:
        """The readings that were asked for, and those that it declares; others it is not known to have said."""
        declared = self.scope.declared.readings.keys() | self.scope.declared.switches.keys()
        return {
            question: reading
            for question, reading in self.scope.reads(self.finding.play).items()
            if question in declared
        }

    def _steps(self) -> Iterator[dict[str, Any]]:
        tried = self.dues[1:]
        for due in tried[:-1]:
            yield _apply(due, {"accepted": due.accepted})
        parting = self.finding.parting
        if tried:
            events = self._events() if parting.kind == "events" else {}
            yield _apply(tried[-1], {"accepted": tried[-1].accepted, **events})
        if parting.kind == "legal":
            yield self._legal()
        elif parting.kind == "status":
            yield {"call": "status", "expect": nested(places(parting.where), parting.expected)}
        elif parting.kind in ("board", "loaded", "observation") or not tried:
            yield {"call": "board", "expect": self._board()}

    def _events(self) -> dict[str, Any]:
        parting = self.finding.parting
        if parting.expected:
            return {"events": {"contains": parting.expected}}
        return {"events": {"excludes": [bare(event) for event in parting.got[:1]]}}

    def _legal(self) -> dict[str, Any]:
        parting = self.finding.parting
        excluded = is_object(parting.expected) and "excludes" in parting.expected
        expect = {"excludes" if excluded else "contains": [parting.action]}
        seat = parting.where.rpartition(" ")[2]
        by = {"player": seat} if seat != next(iter(self.last.legal), "") else {}
        return {"call": "legal", **by, "expect": expect}

    def _board(self) -> dict[str, Any]:
        """The part of the position that differs: lists whole, for they are compared so."""
        where = places(self.finding.parting.where.rpartition(": ")[2])
        ours = self.last.moment.position
        full = self.form.whole(ours)
        head: Place = where
        for length in range(len(where) + 1):
            if is_list(found_at(full, where[:length])):
                head = where[:length]
                break
        raw, whole = found_at(ours, head), found_at(full, head)
        if len(head) < len(where) and is_list(raw):
            whole = replaced_deep(raw, where[len(head) :], found_at(full, where))
        return nested(head, whole) if head else whole


def _apply(due: Due, expect: dict[str, Any]) -> dict[str, Any]:
    assert due.tried is not None
    by = {"player": due.tried.seat} if due.named and due.tried.seat else {}
    return {"call": "apply", **by, "action": due.tried.action, "expect": expect}


def places(where: str) -> Place:
    """The steps of a path such as `players.A.gates[1]`."""
    return tuple(name or int(number) for name, number in STEP.findall(where))


def nested(place: Place, value: Any) -> dict[str, Any]:
    """The value with the objects around it that lead to it."""
    for step in reversed(place):
        value = {str(step): value}
    return dict(value)


def replaced_deep(value: Any, place: Place, new: Any) -> Any:
    """The value with something else at a place, also where an object does not have the member yet."""
    for length in range(len(place)):
        held = found_at(value, place[:length])
        if is_object(held) and place[length] not in held:
            added = {**held, str(place[length]): nested(place[length + 1 :], new) if place[length + 1 :] else new}
            return replaced(value, place[:length], added)
    return replaced(value, place, new)


# as text


def told(retold: Retold, folder: Path | None, command: str) -> str:
    """A finding for people: what differs, the clauses, the board, the play, and how to see it again."""
    finding = retold.finding
    head = f"{finding.parting.kind.upper()}  {finding.id}"
    return "\n".join([head, *(f"  {name:<9} {text}" for name, text in _facts(retold, folder, command) if text)])


def _facts(retold: Retold, folder: Path | None, command: str) -> Iterator[tuple[str, str]]:
    finding, parting = retold.finding, retold.finding.parting
    yield "what", retold.catches
    for number, clause in enumerate(finding.clauses[:CLAUSES_SHOWN]):
        yield "" if number else "clauses", f"{clause}: {retold.says.get(clause, '')}".removesuffix(": ")
    if more := finding.clauses[CLAUSES_SHOWN:]:
        yield "", f"and {' '.join(more)}"
    yield (
        "read as",
        ", ".join(f"{question}: {reading}" for question, reading in retold.scope.reads(finding.play).items()),
    )
    yield "board", _indented(retold.game.draw(retold.dues[0].moment.state))
    for number, tried in enumerate(finding.play.tries, 1):
        by = f"{tried.seat}: " if tried.seat else ""
        yield "play" if number == 1 else "", f"{number}. {by}{short(tried.action)}"
    if parting.where:
        yield "expected", f"{parting.where} = {short(parting.expected)}"
        yield "got", short(parting.got)
    yield "detail", parting.detail
    yield "they say", finding.explained
    yield "stderr", _indented(parting.errors.strip()) if parting.kind in ("crash", "timeout") else ""
    yield "repeated", finding.unsteady
    yield "note", " or ".join(f"right if {question} is read as {reading}" for question, reading in finding.alike)
    yield "met in", f"run {finding.run}, {finding.tries} tries long"
    if folder is not None:
        path = folder / f"{finding.id}.json"
        yield "case", f"{path} ({finding.replayed})" if finding.replayed else str(path)
        words = command if command.startswith("py:") else f"-- {command}"
        yield "replay", f"ruleproof conform {retold.game.name} --suite {path} {words}"


def _indented(text: str) -> str:
    return text.replace("\n", "\n" + " " * 12)


def plain(retold: Retold) -> dict[str, Any]:
    """A finding in JSON values; what goes over the wire stands in the file of the exchange."""
    finding = retold.finding
    kept: dict[str, Any] = msgspec.to_builtins(msgspec.structs.replace(finding, transcript=[], explained=""))
    told: dict[str, Any] = {"kind": finding.parting.kind, "what": retold.catches, "clauses": finding.clauses}
    told |= {"position": retold.dues[0].moment.position, "actions": [each.action for each in finding.play.tries]}
    told |= {"expected": finding.parting.expected, "got": finding.parting.got, "where": finding.parting.where}
    told |= {"line": retold.game.line(retold.dues[0].moment.state), "they_say": finding.explained}
    return {"id": finding.id, **told, "replayed": finding.replayed, "found": kept}
