"""Running a game's own code on open numbers: every way that it can go, with what makes it go there.

The code runs as it stands. Where it asks whether something holds of an open number, both answers are tried, one after
the other, as far as they can be true together with the answers given before. Nothing is proved here.
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from .proving import Claim, Counted, Witness
from .solving import NO_LINE, TERMS, Assumed, Model, Term, Undecided, boolean, integer, likeness, simplified

T = TypeVar("T")

MOST = 5_000  # ways of one piece of code
LONGEST = 64  # how long a row may turn out to be where its length is asked for


@dataclass(frozen=True)
class Way(Generic[T]):
    """One way that code can go: under these conditions it comes to this result."""

    conditions: tuple[Term, ...]
    result: T


@dataclass(frozen=True)
class Fork:
    """An answer that was given: whether there was a choice at all, and whether the other one is still to be given."""

    answer: bool
    chosen: bool
    open: bool


@dataclass
class Trip:
    """One run of the code: the answers that are given again, then new ones, true ones first."""

    assumed: Assumed
    again: tuple[Fork, ...]
    forks: list[Fork] = field(default_factory=list[Fork])
    conditions: list[Term] = field(default_factory=list[Term])
    known: dict[object, tuple[Term, bool]] = field(default_factory=dict[object, tuple[Term, bool]])

    def answer(self, asked: Term) -> bool:
        """Whether a condition holds on this trip. Raises Undecided."""
        if isinstance(asked, bool):
            return asked
        if likeness(asked) not in self.known:
            term = simplified(asked)
            # the term is kept beside its answer: likeness holds only as long as it lives
            self.known[likeness(asked)] = asked, term if isinstance(term, bool) else self._given(term)
        return self.known[likeness(asked)][1]

    def _given(self, term: Term) -> bool:
        fork = self.again[len(self.forks)] if len(self.forks) < len(self.again) else self._new(term)
        self.forks.append(fork)
        if fork.chosen:
            condition = term if fork.answer else TERMS.negate(term)
            self.assumed.add(condition)
            self.conditions.append(condition)
        return fork.answer

    def _new(self, term: Term) -> Fork:
        can = self.assumed.allows(term)
        both = can and self.assumed.allows(TERMS.negate(term))
        return Fork(can, both, both)

    def next(self) -> tuple[Fork, ...] | None:
        """The answers that the next run begins with, or None where every way has been gone."""
        taken = list(self.forks)
        while taken and not taken[-1].open:
            taken.pop()
        return (*taken[:-1], Fork(not taken[-1].answer, chosen=True, open=False)) if taken else None


_TRIP: ContextVar[Trip] = ContextVar("the run that asks")


def ways(code: Callable[[], T], *premises: Term) -> Iterator[Way[T]]:
    """Every way that the code can go where the premises hold; none where nothing fulfils these. Raises Undecided."""
    assumed = Assumed(premises)
    again: tuple[Fork, ...] | None = () if assumed.allows() else None
    gone = 0
    while again is not None:
        if (gone := gone + 1) > MOST:
            raise Undecided(f"there are more than {MOST} ways")
        trip = Trip(assumed, again)
        with _under(trip):
            result = code()
        yield Way(tuple(trip.conditions), result)
        again = trip.next()


@contextmanager
def _under(trip: Trip) -> Generator[None, None, None]:
    token = _TRIP.set(trip)
    trip.assumed.mark()
    try:
        yield
    finally:
        trip.assumed.back()
        _TRIP.reset(token)


def on_every_way(
    code: Callable[[], Term],
    premises: tuple[Term, ...],
    witness: Callable[[Model], Witness],
    small: tuple[Term, ...] = (),
    what: str = "",
) -> Iterator[Claim | Counted]:
    """The claim that, on each way that the code can go, what it comes to is true; nothing where there is no way."""
    gone = 0
    for way in ways(lambda: _doubted(code), *premises):
        gone += 1
        if way.result is not None:
            yield Claim((*premises, *way.conditions), way.result, witness, small, what)
    if gone:
        yield Counted(f"{what}: ways that come to something else", 0, 0)


def _doubted(code: Callable[[], Term]) -> Term | None:
    """What the code comes to, or None where that is true whatever is chosen on this way."""
    conclusion = code()
    return conclusion if _TRIP.get().assumed.allows(TERMS.negate(conclusion)) else None


def opened(value: Any) -> Term:
    """What the solver knows of a value: the term of an open one, an empty row as such, anything else as it is."""
    if isinstance(value, (Number, Line)):
        return value.term
    return NO_LINE if value == () else value


def holds(condition: Term) -> bool:
    """Whether a condition holds on the way that is being gone: where it is open, both ways are gone in turn."""
    return _TRIP.get().answer(condition)


class Number:
    """A whole number that is open. It adds, compares and prints like any other; it counts and indexes nothing.

    Whoever compares it gets a plain truth value, and so goes one of two ways.
    """

    def __init__(self, term: Term) -> None:
        self.term = term

    def __repr__(self) -> str:
        return str(self.term)

    def __bool__(self) -> bool:
        return holds(self.term != 0)

    def __add__(self, other: Any) -> "Number":
        return Number(self.term + opened(other))

    __radd__ = __add__

    def __sub__(self, other: Any) -> "Number":
        return Number(self.term - opened(other))

    def __rsub__(self, other: Any) -> "Number":
        return Number(opened(other) - self.term)

    def __mul__(self, other: Any) -> "Number":
        return Number(self.term * opened(other))

    __rmul__ = __mul__

    def __neg__(self) -> "Number":
        return Number(-self.term)

    def __eq__(self, other: object) -> bool:
        return holds(self.term == opened(other)) if isinstance(other, (int, Number)) else NotImplemented

    def __ne__(self, other: object) -> bool:
        return holds(self.term != opened(other)) if isinstance(other, (int, Number)) else NotImplemented

    def __lt__(self, other: Any) -> bool:
        return holds(self.term < opened(other))

    def __le__(self, other: Any) -> bool:
        return holds(self.term <= opened(other))

    def __gt__(self, other: Any) -> bool:
        return holds(self.term > opened(other))

    def __ge__(self, other: Any) -> bool:
        return holds(self.term >= opened(other))

    __hash__ = object.__hash__  # only so that a memory of results can be asked for it: each is like itself alone


class Line:
    """A row of things of open length, such as a pile of cards nobody looks at. It is cut, joined and counted."""

    def __init__(self, term: Term) -> None:
        self.term = term

    def __bool__(self) -> bool:
        return holds(TERMS.length(self.term) > 0)

    def __len__(self) -> int:
        for count in range(LONGEST):
            if holds(TERMS.length(self.term) == count):
                return count
        raise Undecided(f"a row may be longer than {LONGEST}")

    def __getitem__(self, part: slice) -> "Line":
        start = 0 if part.start is None else part.start
        stop = TERMS.length(self.term) if part.stop is None else part.stop
        return Line(TERMS.cut(self.term, start, stop - start))

    def __add__(self, other: Any) -> "Line":
        return Line(TERMS.joined(self.term, opened(other)))

    def __radd__(self, other: Any) -> "Line":
        return Line(TERMS.joined(opened(other), self.term))


@dataclass(frozen=True)
class Open:
    """Whole numbers and truth values that are left open, by their names."""

    numbers: tuple[str, ...] = ()
    truths: tuple[str, ...] = ()

    @property
    def terms(self) -> tuple[Term, ...]:
        """The numbers, in their order."""
        return tuple(integer(name) for name in self.numbers)

    def lifted(self) -> Mapping[str, Any]:
        """A value of each for code to run on; a truth value settles at once which way is gone."""
        numbers = {name: Number(integer(name)) for name in self.numbers}
        return {**numbers, **{name: holds(boolean(name)) for name in self.truths}}

    def shown(self, model: Model) -> Mapping[str, Any]:
        """The plain value of each in a model."""
        numbers = {name: model.number(integer(name)) for name in self.numbers}
        return {**numbers, **{name: model.truth(boolean(name)) for name in self.truths}}
