"""States that show a finding: built from a case or met in play, confirmed in plain values, and made plain.

Nothing is shown that the clauses, evaluated on the position itself, do not say of it; and that an engine does not load,
where the game has one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from ruleproof.engine.decision import Allowed
from ruleproof.spec.accessing import OutsideVocabulary
from ruleproof.spec.acting import Given
from ruleproof.spec.closures import Sight
from ruleproof.spec.formal import Norm
from ruleproof.spec.norms import Norms
from ruleproof.spec.syntax import Enum, Path, Text
from ruleproof.spec.viewing import default

from .agreeing import engine_says
from .confirming import Plainly, Readings
from .deciding import Case
from .flaw import Shown
from .formulas import Formula
from .placing import Placing, completed
from .plainer import plainer
from .property import Moment, Trouble
from .sampling import Pool, loads
from .sequences import Unsettled
from .weighing import worth

Also: TypeAlias = Callable[[Norms, Sight, Given], bool]
Watched: TypeAlias = Callable[[Norms, Moment], bool]

MODELS = 40  # positions from which a made one takes what it lacks


@dataclass(frozen=True, eq=False)
class Sought:
    """What a state has to show: clauses whose conditions hold, for some arguments of an action or quantity."""

    target: str | None
    norms: tuple[Norm, ...]
    also: Also | None = None
    allowed: bool = False  # whether the engine has to allow the action


@dataclass(frozen=True, eq=False)
class Met:
    """A state that shows what was sought, and the arguments for which it does."""

    position: dict[str, Any]
    readings: Readings
    given: Given


@dataclass(eq=False)
class Exhibiting:
    """Finds states; `pool` is None where the game has no engine."""

    plain: Plainly
    pool: Pool | None

    def made(self, sought: Sought, case: Case | None) -> Shown | None:
        """The same as `shown`, but only where a state can be made of the case."""
        return self.shown(sought, case) if self._made(sought, case) else None

    def shown(self, sought: Sought, case: Case | None = None) -> Shown | None:
        """A state that shows what is sought, as plain as can be, or None where none was found."""
        met = self._made(sought, case) or self._met(sought, self._near())
        played = self._met(sought, self._played(met.readings if met else ()))
        met = met or played
        if met is None:
            return None
        like = self._usual(sought, met)
        position = plainer(met.position, lambda changed: self._shows(sought, changed, like))
        reach = "reached in play" if played else f"not reached in {self.pool.games} games" if self.pool else ""
        action = self._action(sought, Met(position, like.readings, like.given))
        return Shown(position, (action,) if action else (), self._other(like.readings), reach)

    def _usual(self, sought: Sought, met: Met) -> Met:
        """The same under as few readings that are not the defaults as will do."""
        for question, _ in self._other(met.readings):
            fewer = Met(met.position, tuple(each for each in met.readings if each[0] != question), met.given)
            met = fewer if self._shows(sought, met.position, fewer) else met
        return met

    def moments(self, number: int) -> list[Moment]:
        """About so many moments of the game: half of them rich ones, half met in play, taken evenly."""
        halves = (list(self._near()), list(self._played(())))
        return [each for half in halves for each in half[:: max(1, 2 * len(half) // number)]]

    def _near(self) -> Iterable[Moment]:
        return self.pool.near if self.pool else ()

    def _played(self, readings: Readings) -> Iterable[Moment]:
        return self.pool.played(dict(self._other(readings))) if self.pool else ()

    def _other(self, readings: Readings) -> Readings:
        """The readings that are not the defaults."""
        defaults = self.plain.rules.vocabulary.readings
        return tuple((question, name) for question, name in readings if name != defaults.get(question, ("",))[0])

    # --- steps

    def step(self, moments: Iterable[Moment], watched: Watched) -> Shown | None:
        """A step in which something is so: the position before it and the action. None where none of these is one."""
        for moment in moments:
            if moment.before is not None and watched(self.plain.sight(moment)[0], moment):
                return self._step(moment, watched)
        return None

    def _step(self, moment: Moment, watched: Watched) -> Shown:
        assert moment.before is not None
        action = moment.game.write_action(moment.action)
        readings = tuple(sorted(moment.readings.items()))

        def shows(position: dict[str, Any]) -> bool:
            before = loads(moment.game, position, moment.mode, moment.readings)
            after = _taken(before, moment.seat, action) if before else None
            return after is not None and watched(self.plain.norms(readings), after)

        position = plainer(moment.before.position, shows)
        return Shown(position, (action,), self._other(readings), "reached in play")

    # --- met in play

    def _met(self, sought: Sought, moments: Iterable[Moment]) -> Met | None:
        for moment in moments:
            norms, sight = self.plain.sight(moment)
            for given in self.plain.arguments(norms, sight, sought.target):
                if self._holds(sought, norms, sight, given) and self._is_played(sought, moment, sight, given):
                    return Met(moment.position, tuple(sorted(moment.readings.items())), given)
        return None

    def _holds(self, sought: Sought, norms: Norms, sight: Sight, given: Given) -> bool:
        try:
            holds = all(self.plain.holds(norm, norms, sight, given) for norm in sought.norms)
            return holds and (sought.also is None or sought.also(norms, sight, given))
        except (OutsideVocabulary, LookupError):
            return False

    def _is_played(self, sought: Sought, moment: Moment, sight: Sight, given: Given) -> bool:
        """Whether the engine allows the action where it has to, and can carry it out where it does."""
        norms = self.plain.norms(tuple(sorted(moment.readings.items())))
        action = sought.target in self.plain.rules.vocabulary.action
        written = norms.acting.write(sought.target or "", given, sight) if action else None
        seat, read, decision = engine_says(moment, written) if written else ("", None, None)
        if not isinstance(decision, Allowed):
            return not sought.allowed
        try:
            moment.after(seat, read)
        except Trouble:
            return False
        return True

    def _shows(self, sought: Sought, position: dict[str, Any], like: Met) -> bool:
        """Whether a position shows it with these arguments, is well formed, and is one that the engine takes."""
        norms = self.plain.norms(like.readings)
        sight = norms.sight(position)
        try:
            if not self._holds(sought, norms, sight, like.given) or norms.amiss(sight):
                return False
        except OutsideVocabulary:
            return False
        if self.pool is None:
            return True
        moment = loads(self.pool.game, position, self.plain.mode or "", dict(like.readings))
        return moment is not None and self._is_played(sought, moment, sight, like.given)

    def _action(self, sought: Sought, met: Met) -> dict[str, Any] | None:
        if sought.target not in self.plain.rules.vocabulary.action:
            return None
        norms = self.plain.norms(met.readings)
        return norms.acting.write(sought.target, met.given, norms.sight(met.position))

    # --- made from a case

    def unreachable(self, sought: Sought, case: Case | None, why: str) -> Shown | None:
        """A state that only looks like one: it shows what is sought, and is ruled out by something."""
        met = self._placed(sought, case.values) if case else None
        norms = self.plain.norms(met.readings if met else ())
        if met is None or not self._holds(sought, norms, norms.sight(met.position), met.given):
            return None
        action = self._action(sought, met)
        return Shown(met.position, (action,) if action else (), self._other(met.readings), f"unreachable: {why}")

    def _placed(self, sought: Sought, values: Mapping[Formula, Any]) -> Met:
        readings = tuple((leaf.leaf.key[1], value) for leaf, value in values.items() if leaf.leaf.key[0] == "reading")
        placing = Placing(self.plain.rules.vocabulary, self.plain.norms(readings).viewer, dict(_variables(values)))
        return Met(placing.placed(), readings, dict(self._arguments(sought, values)))

    def _made(self, sought: Sought, case: Case | None) -> Met | None:
        if case is None:
            return None
        fitting = (met for met in self._tries(sought, case) if self._shows(sought, met.position, met))
        met = next(fitting, None)
        return self._spoken(sought, met) if met else None

    def _tries(self, sought: Sought, case: Case) -> Iterator[Met]:
        """What can be made of a case: as it is, with what it lacks, and the same with other names for other things."""
        near = list(self._near())
        models = [moment.position for moment in near[:: max(1, len(near) // MODELS)]]
        for values in (case.values, told_apart(case.values), told_apart(case.values, last=True)):
            met = self._placed(sought, values)
            yield met
            yield Met(completed(met.position, models), met.readings, met.given)

    def _spoken(self, sought: Sought, met: Met) -> Met:
        """The same with arguments that an action can name, where there are such."""
        if self._action(sought, met) is not None:
            return met
        norms = self.plain.norms(met.readings)
        others = self.plain.arguments(norms, norms.sight(met.position), sought.target)
        named = (Met(met.position, met.readings, given) for given in others)
        fitting = (each for each in named if self._shows(sought, met.position, each) and self._action(sought, each))
        return next(fitting, met)

    def _arguments(self, sought: Sought, values: Mapping[Formula, Any]) -> Iterator[tuple[str, Any]]:
        vocabulary = self.plain.rules.vocabulary
        if sought.target is None:
            return
        action = vocabulary.action.get(sought.target)
        told = {leaf.leaf.key[2]: value for leaf, value in values.items() if leaf.leaf.key[0] == "argument"}
        paths = {path.key[2]: sequence(path, values) for path in _paths(values) if path.key[0] == "argument"}
        for name, of in (action or vocabulary.quantity[sought.target]).args.items():
            match of:
                case Path():
                    yield name, paths.get(name, ())
                case Enum(sort=sort) if action is None or name not in action.optional:
                    yield name, told.get(name) or vocabulary.sort[sort].range[0]
                case Text():
                    yield name, told.get(name)
                case _:
                    yield name, told.get(name, default(vocabulary, of, None))


def _taken(moment: Moment, seat: str, action: Mapping[str, Any]) -> Moment | None:
    """The moment behind an action, or None where it is not legal."""
    read = moment.game.read_action(dict(action))
    return moment.after(seat, read) if (seat, read) in moment.turns else None


def _variables(values: Mapping[Formula, Any]) -> Iterator[tuple[tuple[str, tuple[Any, ...]], Any]]:
    """The variables that a case has values for, with what they are worth."""
    for leaf, value in values.items():
        kind, *rest = leaf.leaf.key
        if kind == "variable" and rest[2] == "":
            yield (rest[0], tuple(worth(arg, values) for arg in rest[1])), value
    for path in _paths(values):
        if path.key[0] == "variable" and path.key[3] == "":
            yield (path.key[1], tuple(worth(arg, values) for arg in path.key[2])), sequence(path, values)


def told_apart(values: Mapping[Formula, Any], last: bool = False) -> dict[Formula, Any]:
    """The values, with a name of its own for each thing of a position; what comes first (or `last`) keeps its name."""
    found, taken = dict(values), set[Any]()
    for number, leaf in enumerate(reversed(list(values)) if last else values):
        of_a_thing = leaf.kind == "name" and leaf.leaf.members is None and leaf.leaf.key[0] == "variable"
        if of_a_thing and (name := values[leaf]) is not None:
            found[leaf] = f"{name}-{number}" if name in taken else name
            taken.add(name)
    return found


def _paths(values: Mapping[Formula, Any]) -> list[Unsettled]:
    said = (part for leaf in values for part in leaf.leaf.key if isinstance(part, Unsettled))
    return list(dict.fromkeys(said))


def sequence(path: Unsettled, values: Mapping[Formula, Any]) -> tuple[Any, ...]:
    """A path of which what a case says is true, as far as that goes."""
    told = [(leaf.leaf.key, value) for leaf, value in values.items() if path in leaf.leaf.key]
    ends = {key[2]: value for key, value in told if key[0] == "step"}
    steps = [worth(key[2], values) for key, value in told if key[0] == "has" and value]
    first, last = ends.get(0), ends.get(-1)
    inner = [each for each in dict.fromkeys(steps) if each not in (first, last, None)]
    length = next((value for key, value in told if key[0] == "length"), 0)
    made = [*([first] if first is not None else []), *inner]
    tail = [last] if last is not None and (last != first or length > 1) else []
    if path.members is None:
        made += [f"{path.name}-{number}" for number in range(length - len(made) - len(tail))]
    return (*made, *tail)
