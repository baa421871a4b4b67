"""Walks through an implementation: counts sequences of legal actions, and finds the first place where two part.

Which counts are right is written in the files of walks; nothing is decided here.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from .asking import Session, asked_readings, mode_of
from .connection import Trouble, Violated
from .matching import encode, matches, of_types
from .messages import Declared, RpcError
from .putting import acceptance_of, state_of
from .values import is_list, is_object
from .verdict import Line, Verdict
from .walks import Walk

KEPT = 500  # states that may wait for being dropped
Action = Any


class Refused(Exception):
    """An action that was listed is refused."""

    def __init__(self, path: list[Action]) -> None:
        super().__init__(f"{_words(path[:-1])}: {_word(path[-1])} is listed as legal, and refused")


class Parting(NamedTuple):
    """The first place where two implementations list other actions."""

    path: list[Action]
    missing: list[Action]
    extra: list[Action]
    position: dict[str, Any] | None
    clauses: list[str]  # why these actions are legal, or are not, as the second one explains it

    @property
    def says(self) -> str:
        """In words."""
        parts = [
            f"{name}: {_listed(found)}" for name, found in (("missing", self.missing), ("extra", self.extra)) if found
        ]
        return f"{_words(self.path)}, {', '.join(parts)}"


def _word(value: Any) -> str:
    """An action: its type, then its members; anything else as JSON."""
    if not is_object(value) or not isinstance(kind := value.get("type"), str):
        return encode(value).decode()
    rest = (f"{name} {one if isinstance(one, str) else encode(one).decode()}" for name, one in value.items())
    return " ".join([kind, *(word for word in rest if word != f"type {kind}")])


def _words(path: list[Action]) -> str:
    return f"after {_listed(path)}" if path else "at the start"


def _listed(actions: list[Action]) -> str:
    return "; ".join(map(_word, actions))


class Node(NamedTuple):
    """A state, with the legal actions of the types that count."""

    state: Any
    actions: list[Action]


class Walker:
    """One implementation on one walk. Raises RpcError and Trouble wherever it asks."""

    def __init__(self, session: Session, walk: Walk) -> None:
        self.session = session
        self.walk = walk
        self.complete = True
        self._left: list[Any] = []
        limits = session.said.limits
        self._most = min(KEPT, max(1, limits.states // 2)) if limits and limits.states else KEPT

    def start(self) -> Node:
        """The position on the table."""
        params: dict[str, Any] = {"game": self.session.declared.game, "mode": mode_of(self.walk, self.session.declared)}
        params |= {"position": self.walk.position, "want": ["legal"]}
        if readings := asked_readings(self.walk, self.session.declared):
            params["readings"] = readings
        if self.walk.chance is not None:
            params["chance"] = self.walk.chance
        return self._node("load", self.session.ask("load", params))

    def after(self, node: Node, action: Action) -> Node | None:
        """The node behind an action; None where it is refused."""
        result = self.session.ask("apply", {"state": node.state, "action": action, "want": ["legal"]})
        return self._node("apply", result) if acceptance_of(result) else None

    def _node(self, method: str, result: dict[str, Any]) -> Node:
        state = state_of(method, result)
        told = result.get("legal")
        if not is_object(told):
            told = self.session.ask("legal", {"state": state})
        actions = told.get("actions")
        if not is_list(actions):
            raise Violated("the result of `legal` has no list `actions`")
        self.complete = self.complete and told.get("complete") is not False
        return Node(state, of_types(actions, self.walk.of))

    def leave(self, node: Node) -> None:
        """Forget a node, some time."""
        self._left.append(node.state)
        if len(self._left) >= self._most:
            self.session.ask("drop", {"states": self._left})
            self._left = []

    def counts(self, depth: int) -> list[int]:
        """How many sequences of 1 to `depth` actions there are. Raises Refused."""
        found = [0] * depth
        self._count(self.start(), [], found)
        return found

    def _count(self, node: Node, path: list[Action], found: list[int]) -> None:
        found[len(path)] += len(node.actions)
        for action in node.actions if len(path) + 1 < len(found) else ():
            after = self.after(node, action)
            if after is None:
                raise Refused([*path, action])
            self._count(after, [*path, action], found)
        self.leave(node)

    def position(self, node: Node) -> dict[str, Any] | None:
        """The position at a node, where it can be dumped."""
        try:
            told = self.session.ask("dump", {"state": node.state}).get("position")
        except RpcError:
            return None
        return told if is_object(told) else None

    def reasons(self, node: Node, actions: list[Action]) -> list[str]:
        """The clauses that decide about actions at a node, as far as it explains itself."""
        if "explain" not in self.session.declared.optional:
            return []
        asked = ({"state": node.state, "action": action} for action in actions)
        told = (self.session.ask("explain", one).get("clauses", []) for one in asked)
        return list(dict.fromkeys(clause for clauses in told for clause in clauses))


def parting(theirs: Walker, ours: Walker, depth: int) -> Parting | None:
    """The first place, in order of length, at which other actions are listed; None where there is none so deep."""
    for length in range(depth):
        for found in _parting(theirs, ours, theirs.start(), ours.start(), [], length):
            return found
    return None


def _parting(theirs: Walker, ours: Walker, their: Node, our: Node, path: list[Action], rest: int) -> Iterator[Parting]:
    if rest == 0:
        missing = [one for one in our.actions if not any(_alike(other, one) for other in their.actions)]
        extra = [one for one in their.actions if not any(_alike(one, other) for other in our.actions)]
        if missing or extra:
            yield Parting(path, missing, extra, ours.position(our), ours.reasons(our, [*missing, *extra]))
        return
    for action in our.actions:
        after, own = theirs.after(their, action), ours.after(our, action)
        if after is not None and own is not None:
            yield from _parting(theirs, ours, after, own, [*path, action], rest - 1)
    theirs.leave(their)
    ours.leave(our)


def _alike(one: Action, other: Action) -> bool:
    """Whether two mean the same action, of which one may say more than is needed."""
    return matches(one, other) or matches(other, one)


def put(session: Session, walk: Walk, reference: Session | None) -> Line:
    """Count, and compare with what is written. `reference` helps to find where counts part; it judges nothing."""
    session.begin()
    try:
        line = _put(session, walk, reference)
        session.reset()
    except RpcError as error:
        return Line(walk.id, Verdict.ERROR, [], detail=str(error), position=walk.position)
    except Trouble as trouble:
        told: dict[str, Any] = {"detail": trouble.what, "errors": trouble.errors, "position": walk.position}
        return Line(walk.id, Verdict(trouble.verdict), [], **told)
    return line


def _put(session: Session, walk: Walk, reference: Session | None) -> Line:
    walker = Walker(session, walk)
    try:
        got = _perft(session, walk) if by_perft(session.declared, walk) else walker.counts(len(walk.counts))
    except Refused as refused:
        return Line(walk.id, Verdict.FAIL, [], detail=str(refused), why=walk.why, position=walk.position)
    if got == walk.counts:
        return Line(walk.id, Verdict.PASS, [])
    if not walker.complete:
        return Line(walk.id, Verdict.NOT_APPLICABLE, [], detail="the lists of legal actions are not complete here")
    depth = 1 + next(number for number, (one, two) in enumerate(zip(got, walk.counts, strict=True)) if one != two)
    where = f"number of sequences of {depth} action{'s' if depth > 1 else ''}"
    told: dict[str, Any] = {"where": where, "expected": walk.counts[depth - 1], "got": got[depth - 1]}
    found = _located(walker, walk, depth, reference)
    told |= {"position": walk.position}
    if found is None:
        return Line(walk.id, Verdict.FAIL, [], why=walk.why, **told)
    told |= {"detail": found.says, "position": found.position or walk.position}
    return Line(walk.id, Verdict.FAIL, found.clauses, why=walk.why, **told)


def by_perft(declared: Declared, walk: Walk) -> bool:
    """Whether the implementation counts by itself."""
    return "perft" in declared.optional and walk.of is None


def _perft(session: Session, walk: Walk) -> list[int]:
    start = Walker(session, walk).start()
    return [_count_of(session.ask("perft", {"state": start.state, "depth": n + 1})) for n in range(len(walk.counts))]


def _count_of(result: dict[str, Any]) -> int:
    count = result.get("count")
    if not isinstance(count, int) or isinstance(count, bool):
        raise Violated("the result of `perft` has no number `count`")
    return count


def _located(walker: Walker, walk: Walk, depth: int, reference: Session | None) -> Parting | None:
    if reference is None:
        return None
    reference.begin()
    walker.session.begin()
    return parting(walker, Walker(reference, walk), depth)
