"""One searcher: takes one implementation through planned plays, and makes small what parts. It keeps no list."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any

import msgspec

from ruleproof.engine.finding import game as engine_of
from ruleproof.engine.game import Game
from ruleproof.invariants.agreeing import Judge
from ruleproof.invariants.property import begin
from ruleproof.invariants.start import starts
from ruleproof.spec import files
from ruleproof.spec.fault import Faulty
from ruleproof.spec.loading import Rules, load

from .asking import Limits, Session, greeting, start
from .beside import Companion, Course, Known
from .case import Case
from .connection import Target, target
from .expecting import Due, Scope, follow
from .matching import encode
from .nearly import Words, names_in
from .parting import TROUBLE, Parting, partings
from .planning import Guide, Planner, sources
from .play import Play
from .putting import put
from .recording import Recorded
from .reducing import Reducer
from .suite import Form, form
from .values import is_list, is_object
from .verdict import Line


@dataclass(frozen=True)
class Job:
    """All that a searcher has to know: it can be sent to another process."""

    command: tuple[str, ...]
    scope: Scope
    seed: int
    limits: Limits = field(default_factory=Limits)
    strict: bool = False


class Ran(msgspec.Struct, frozen=True):
    """What one run showed. `agreed` counts the features of the steps on which both agreed."""

    run: int
    tries: int
    agreed: dict[str, int]
    left_out: str = ""
    play: Play | None = None
    parting: Parting | None = None
    late: bool = False  # whether a request timed out


class Mark(msgspec.Struct, frozen=True):
    """How a disagreement that is known is met again: its group, and the feature that it rests on or else the place."""

    group: str
    feature: str
    where: str = ""

    def fits(self, parting: Parting) -> bool:
        """Whether a parting is of this kind."""
        if self.group != parting.group:
            return False
        return (
            self.feature in parting.features if self.feature else not parting.features and self.where == parting.where
        )


@dataclass(frozen=True)
class Shown:
    """A play as it goes over the wire, and what the implementation itself says of its last try."""

    course: Course
    transcript: list[dict[str, Any]]
    explained: str


@dataclass
class Live:
    """The implementation, started when it is first asked, and again when it has died."""

    job: Job
    form: Form
    tell: Callable[[str], None] = lambda _: None
    _session: Session | None = field(default=None, repr=False)

    @cached_property
    def target(self) -> Target:
        """What is started. Raises NotThere."""
        return target(self.job.command, strict=self.job.strict)

    def companion(self, scope: Scope) -> Companion:
        """The implementation, ready to be taken through a play. Raises Stopped, NotThere."""
        if self._session is None or not self._session.alive:
            self.close()
            self._session = self.fresh()
        return Companion(self._session, scope, self.form)

    def fresh(self, which: Target | None = None) -> Session:
        """A new one. Raises Stopped, NotThere."""
        name = self.job.scope.game
        return start(which or self.target, greeting(name, {"name": name}), name, self.job.limits, self.tell)

    def alone(self, scope: Scope, play: Play, dues: list[Due], passed: Known) -> Course:
        """Take a fresh one through a play, and end it."""
        session = self.fresh()
        try:
            return Companion(session, scope, self.form).take(play, dues, passed)
        finally:
            session.close()

    def close(self) -> None:
        """End it."""
        if self._session is not None:
            self._session.close()
            self._session = None


class Searcher:
    """Plans plays, puts them, and makes small what parts."""

    def __init__(self, job: Job, form_of: Form | None = None, words: Words | None = None) -> None:
        self.job = job
        self.game: Game[Any, Any] = engine_of(job.scope.game)
        self.form = form_of or form(job.scope.game)
        self.live = Live(job, self.form)
        self.words = words or Words()
        self._planners: dict[tuple[tuple[str, str], ...], Planner] = {}

    def scope(self, followed: Mapping[str, str]) -> Scope:
        """The scope with the readings that are followed."""
        return replace(self.job.scope, followed=dict(followed))

    def planner(self, followed: Mapping[str, str]) -> Planner:
        """The planner for these readings."""
        key = tuple(sorted(followed.items()))
        if key not in self._planners:
            scope = self.scope(followed)
            begins = sources(scope.game, scope.mode)
            self._planners[key] = Planner(self.game, scope, begins, self.job.seed, self.words)
        return self._planners[key]

    def run(self, number: int, guide: Guide, marks: tuple[Mark, ...], followed: Mapping[str, str]) -> Ran:
        """Plan a play and put it. Raises Stopped, NotThere."""
        play = self.planner(followed).play(number, guide)
        if play is None:
            return Ran(number, 0, {}, "no position to play from was found")
        scope = self.scope(followed)
        dues = follow(self.game, scope, play)
        course = self.live.companion(scope).take(play, dues, known(marks))
        agreed = Counter(feature for step in course.agreed for feature in sorted(dues[step].shown))
        cut = play.to(course.parting.at) if course.parting else None
        late = any(one.kind == "timeout" for one in (*course.known, *([course.parting] if course.parting else [])))
        return Ran(number, max(course.tries, 1), dict(agreed), course.left_out, cut, course.parting, late)

    def again(self, play: Play, marks: tuple[Mark, ...], followed: Mapping[str, str]) -> Course:
        """The play once more, in a fresh process."""
        scope = self.scope(followed)
        return self.live.alone(scope, play, follow(self.game, scope, play), known(marks))

    def shown(self, play: Play, marks: tuple[Mark, ...], followed: Mapping[str, str]) -> "Shown":
        """The play once more in a fresh process, with all that goes over the wire, and what it says of the last try."""
        scope = self.scope(followed)
        recorded = Recorded(self.live.target)
        session = self.live.fresh(recorded)
        try:
            companion = Companion(session, scope, self.form)
            course = companion.take(play, follow(self.game, scope, play), known(marks), stay=True)
            explained = companion.explained(play.tries[-1] if play.tries else None)
        finally:
            session.close()
        return Shown(course, list(recorded.lines), explained)

    def judged(self, case: Case) -> Line:
        """The verdict of a case; one that is reached from a new game is played there. Raises Stopped, NotThere."""
        session = self.live.companion(self.job.scope).session
        return put(session, case, self.form, by_play=case.reach is not None)

    def reducer(self, marks: tuple[Mark, ...], followed: Mapping[str, str]) -> Reducer:
        """What makes a play small, against the live implementation."""
        scope = self.scope(followed)

        def taken(play: Play, dues: list[Due]) -> Course:
            return self.live.companion(scope).take(play, dues, known(marks))

        return Reducer(self.game, scope, taken, self._plain())

    def _plain(self) -> Any:
        """A position in which everything has its default, as far as there is such a one."""
        try:
            return self.form.whole({})
        except msgspec.ValidationError:
            return {}

    def readings_of(
        self, play: Play, course: Course, followed: Mapping[str, str], but: Collection[str] = ()
    ) -> list[tuple[str, str]]:
        """The readings of single questions, but for some, under which the answers to a play would be right."""
        found: list[tuple[str, str]] = []
        if course.parting is None or course.parting.group == TROUBLE:
            return found
        for question, names in self.game.readings.items():
            if question in but:
                continue
            now = play.asked.get(question, followed.get(question, names[0]))
            found += [
                (question, name)
                for name in names
                if name != now and self._right(play, course, followed, question, name)
            ]
        return found

    def _right(self, play: Play, course: Course, followed: Mapping[str, str], question: str, reading: str) -> bool:
        asked = {name: read for name, read in play.asked.items() if name != question}
        other: Play = msgspec.structs.replace(play, asked=asked)
        scope = self.scope({**followed, question: reading})
        try:
            dues = follow(self.game, scope, other)
        except Exception:  # the position does not hold under that reading
            return False
        if len(dues) < len(course.answers):
            return False
        used = 0
        for number, (due, answer) in enumerate(zip(dues, course.answers, strict=False)):
            used += len(due.entries)
            if next(partings(scope, self.form, number, due, answer, used), None):
                return False
        return True

    def close(self) -> None:
        """End the implementation."""
        self.live.close()


@cache
def written(name: str) -> Rules | None:
    """A game's rules as written, or None where there are none, or none that can be read."""
    try:
        return load(name)
    except (Faulty, LookupError, files.Unreadable):
        return None


def sentences(name: str) -> dict[str, str]:
    """What each clause of a game says, by its id."""
    rules = written(name)
    return {clause.id: clause.says for clause in rules.clauses} if rules else {}


@cache
def proposed(name: str, mode: str, most: int = 12) -> tuple[dict[str, Any], ...]:
    """Actions that a game's vocabulary proposes at its named positions, legal or not, where they name no card."""
    rules = written(name)
    if rules is None:
        return ()
    game, judge = engine_of(name), Judge(rules)
    found: dict[bytes, dict[str, Any]] = {}
    for place in [each for each in starts(name) if each.mode == mode and not each.readings][:most]:
        moment = begin(game, dict(place.position), mode, {})
        ids = set(names_in(moment.position))
        for action in judge.candidates(moment):
            if not ids & set(texts(action)):
                found.setdefault(encode(action), action)
    return tuple(found.values())


def texts(value: Any) -> Iterator[str]:
    """Every text in a JSON value."""
    if isinstance(value, str):
        yield value
    inner = value.values() if is_object(value) else value if is_list(value) else ()
    for item in inner:
        yield from texts(item)


def known(marks: tuple[Mark, ...]) -> Known:
    """What tells whether a parting is known already."""
    return lambda parting: any(mark.fits(parting) for mark in marks)
