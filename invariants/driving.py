"""Playing a game by choices and holding its promises against every moment. No game is named here.

Plays are guided: a kind of action is chosen first, then one of that kind; else the commonest crowd out the rest.
"""

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, TypeAlias

from ruleproof.engine.chance import Chance
from ruleproof.engine.dealing import dealing
from ruleproof.engine.finding import game as find_game
from ruleproof.engine.game import Dealing, Game, PositionFault

from .promises import Promise, promises
from .property import Moment, Property, begin
from .shrinking import shrink
from .start import Choices, Deal, Start, deals, ordered, readings, starts
from .trial import Failure, Trial, trouble

LONGEST = 8  # steps of one play: more plays from more positions show more than longer ones
PASSED = (1, 20, 60, 120, 200, 400)  # steps of a new game before it is looked at
PARTS = 4  # of plays, for several processes
COMBINATIONS = 24  # of readings, half of them the defaults: making the clauses ready for one costs as much as a play


@dataclass(frozen=True)
class Report:
    """What plays showed: what broke, how often each `sometimes` came true, and what was promised where."""

    runs: int
    moments: int
    failures: tuple[Failure, ...]
    reached: dict[str, int]
    promises: tuple[Promise, ...]

    @property
    def unreached(self) -> tuple[str, ...]:
        """Every `sometimes` that never came true."""
        return tuple(name for name, times in sorted(self.reached.items()) if not times)

    @property
    def good(self) -> bool:
        """Nothing broke, and all that comes true sometimes did."""
        return not self.failures and not self.unreached

    def outcomes(self) -> Iterator[tuple[Promise, str]]:
        """Each promise with `passed` or `failed`, the latter for a `sometimes` that never came true too."""
        broken = {failure.name for failure in self.failures} | set(self.unreached)
        return ((promise, "failed" if promise.name in broken else "passed") for promise in self.promises)


def walk(moment: Moment, numbers: Iterable[int]) -> Iterator[Moment]:
    """The moments of a play: each number, modulo how many legal actions there are, takes one, until nobody may act.

    Where chance decides, the number is the seed of what it decides.
    """
    yield moment
    for number in numbers:
        if moment.site is not None:
            moment = moment.drawn(Chance(number).order(moment.site.cards))
        elif moment.turns:
            seat, action = moment.turns[number % len(moment.turns)]
            moment = moment.after(seat, action)
        else:
            return
        yield moment


def guided(moment: Moment, choices: Choices, longest: int = LONGEST) -> Iterator[Moment]:
    """The moments of a play in which every kind of action is as likely as the others."""
    yield moment
    for _ in range(longest):
        if moment.site is not None:
            moment = moment.drawn(ordered(moment.site.cards, choices))
        elif moment.turns:
            moment = moment.after(*picked(moment.turns, choices))
        else:
            return
        yield moment


def picked(turns: Iterable[tuple[str, Any]], choices: Choices) -> tuple[str, Any]:
    """One of some actions: a kind of them first, then one of that kind."""
    kinds: dict[str, list[tuple[str, Any]]] = {}
    for seat, action in turns:
        name = action.__class__.__name__
        kinds.setdefault(name, []).append((seat, action))
    return choices.pick(kinds[choices.pick(sorted(kinds))])


def explore(
    name: str,
    runs: int,
    seed: int,
    game: Game[Any, Any] | None = None,
    promised: Sequence[Promise] | None = None,
    executor: Executor | None = None,
    within: Collection[str] = (),
) -> Report:
    """Play `runs` games from named and from dealt positions, under the default and under other readings.

    `game` is what plays (the reference by default; with an executor it has to be), `promised` what it is held to.
    `within` are the names of the positions to play from; without it all of them, and new games too.
    The same seed plays the same games. What breaks comes out shrunk, once a promise.
    """
    held = tuple(promises(name) if promised is None else promised)
    if executor is None:
        return _gathered([_explore(name, seed, game, held, within, range(runs))], held)
    parts = [range(start, runs, PARTS) for start in range(PARTS)]
    return _gathered(list(executor.map(partial(_explore, name, seed, None, None, within), parts)), held)


_Found: TypeAlias = tuple[int, int, dict[str, Failure], Counter[str]]


def _explore(
    name: str,
    seed: int,
    game: Game[Any, Any] | None,
    promised: Sequence[Promise] | None,
    within: Collection[str],
    runs: Iterable[int],
) -> _Found:
    player = game or find_game(name)
    held = _promises(name) if promised is None else promised
    origins = Origins.of(name, player, within)
    failures: dict[str, Failure] = {}
    reached: Counter[str] = Counter({each.name: 0 for each in held if each.stated.kind == "sometimes"})
    played = moments = 0
    for run in runs:
        played += 1
        failure, count = _one(opening(origins, player, seed, run), player, held, reached)
        moments += count
        if failure and failure.name not in failures:
            failures[failure.name] = shrink(
                failure, partial(_again, player, held, failure.name), partial(_later, player)
            )
    return played, moments, failures, reached


@cache
def _promises(name: str) -> tuple[Promise, ...]:
    # a process plays several parts, and the clauses take longer to read than a play
    return promises(name)


def _one(
    opened: "Opening", game: Game[Any, Any], held: Sequence[Promise], reached: Counter[str]
) -> tuple[Failure | None, int]:
    count = 0
    moment: Moment | None = None
    try:
        for moment in opened.moments(game):
            count += 1
            if broken := first_broken(moment, held, reached):
                return Failure.of(*broken, moment), count
    except Exception as error:  # whatever a game raises is a finding about it, with the moves that lead there
        return trouble(opened.trial, moment, error), count
    return None, count


@dataclass(frozen=True)
class Opening:
    """Where a play begins, its choices, and how many steps of it are passed before it is looked at."""

    trial: Trial
    chance: Chance
    passed: int = 0

    def moments(self, game: Game[Any, Any]) -> Iterator[Moment]:
        """The moments that are looked at: a few, the last ones before the end where that comes early."""
        moment = begin(game, self.trial.position, self.trial.mode, self.trial.readings)
        if self.passed:
            before = deque([moment], LONGEST)
            before.extend(guided(moment, self.chance, self.passed))
            shown = before[0] if not before[-1].turns and before[-1].site is None else before[-1]
            moment = begin(game, shown.position, shown.mode, shown.readings)
        return guided(moment, self.chance)


@dataclass(frozen=True)
class Origins:
    """Where plays of a game begin: named positions, dealt ones, and new games where it has any."""

    named: tuple[Start, ...]
    dealt: tuple[Deal, ...]
    new: Dealing[Any, Any] | None

    @classmethod
    def of(cls, name: str, game: Game[Any, Any], within: Collection[str] = ()) -> "Origins":
        """All of a game's, or those with these names."""
        named = tuple(each for each in starts(name) if not within or each.name in within)
        dealt = tuple(each for each in deals(name) if not within or each.name in within)
        return cls(named, dealt, None if within else dealing(game))


def opening(origins: Origins, game: Game[Any, Any], seed: int, run: int) -> Opening:
    """Where a play begins: from each named position in turn, from a dealt one, or from somewhere in a new game.

    About every other play is under readings that are not the defaults.
    """
    chance = Chance(seed * 1_000_003 + run)
    read = readings(game.readings, Chance(seed * COMBINATIONS + run % COMBINATIONS)) if chance.below(2) else {}
    named, dealt, new = origins.named, origins.dealt, origins.new
    kinds = [kind for kind, there in (("named", named), ("dealt", dealt), ("new", new), ("named", named)) if there]
    kind, number = kinds[run % len(kinds)], run // len(kinds)
    if kind == "new" and new is not None:
        position = game.dump(new.initial({}, game.modes[0], read))
        return Opening(Trial(position, game.modes[0], read, ()), chance, chance.pick(PASSED))
    if kind == "named":
        start = named[(number * kinds.count(kind) + kinds[: run % len(kinds)].count(kind)) % len(named)]
        return Opening(Trial(dict(start.position), start.mode, {**read, **start.readings}, ()), chance)
    deal = dealt[number % len(dealt)]
    return Opening(Trial(deal.position(chance), deal.mode, read, ()), chance)


def first_broken(
    moment: Moment, held: Iterable[Promise], reached: Counter[str] | None = None
) -> tuple[Property, str] | None:
    """The first promise that does not hold at a moment, and what is wrong; counts what came true."""
    for promise in held:
        verdict = promise.stated.holds(moment)
        if promise.stated.kind == "sometimes":
            if reached is not None and verdict is True:
                reached[promise.name] += 1
        elif verdict is not True:
            return promise.stated, verdict or ""
    return None


def _again(game: Game[Any, Any], held: Sequence[Promise], name: str, trial: Trial) -> Failure | None:
    """The same promise broken by this trial, or None."""
    watched = [promise for promise in held if promise.name == name]
    moment: Moment | None = None
    try:
        for moment in trial.moments(game):
            if broken := first_broken(moment, watched):
                return Failure.of(*broken, moment)
    except PositionFault:
        return None
    except Exception as error:  # as above
        failure = trouble(trial, moment, error)
        return failure if failure.name == name else None
    return None


def _later(game: Game[Any, Any], trial: Trial) -> Iterator[Trial]:
    """The same play begun further on, latest first; none where the game raises on the way."""
    positions: list[dict[str, Any]] = []
    with suppress(Exception):  # what it raises is the failure that is being shrunk
        positions.extend(moment.position for moment in trial.moments(game))
    for done in range(len(positions) - 1, 0, -1):
        yield Trial(positions[done], trial.mode, trial.readings, trial.actions[done:])


def _gathered(parts: Sequence[_Found], held: tuple[Promise, ...]) -> Report:
    failures: dict[str, Failure] = {}
    reached: Counter[str] = Counter()
    for _, _, failed, counted in parts:
        failures = {**failed, **failures}
        for each, times in counted.items():
            reached[each] += times
    listed = tuple(failures[key] for key in sorted(failures))
    return Report(sum(part[0] for part in parts), sum(part[1] for part in parts), listed, dict(reached), held)


def against(game: Game[Any, Any], held: Sequence[Promise]) -> Callable[[Trial], Failure | None]:
    """A judge of trials for test libraries that make them: what the first broken promise is, or None."""

    def judged(trial: Trial) -> Failure | None:
        for moment in trial.moments(game):
            if broken := first_broken(moment, held):
                return Failure.of(*broken, moment)
        return None

    return judged


def driven(game: Game[Any, Any], trial: Trial, numbers: Sequence[int], held: Sequence[Promise]) -> Failure | None:
    """Play by whole numbers from a trial's position; the first broken promise, or None."""
    start = begin(game, trial.position, trial.mode, trial.readings)
    for moment in walk(start, numbers):
        if broken := first_broken(moment, held):
            return Failure.of(*broken, moment)
    return None
