"""Obligations of a game: found, proved or refuted. What they claim stands in the games' own folders.

A witness is what an engine can replay: `position`, `actions` from there, `readings` where they differ from the
defaults, `shows` with what there is to see, and `beside` with another such way where two are compared.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from ruleproof.engine.finding import NoEngine
from ruleproof.engine.finding import game as engine_of

from .chapters import declared
from .replaying import replayed
from .solving import TERMS, Assumed, Model, Term, Undecided, find

Outcome: TypeAlias = Literal["proved", "refuted", "unknown", "vacuous"]
Witness: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Claim:
    """Where the premises hold, the conclusion does. `witness` turns a model against it into something to replay."""

    premises: tuple[Term, ...]
    conclusion: Term
    witness: Callable[[Model], Witness] | None = None
    small: tuple[Term, ...] = ()  # numbers that a counterexample keeps as small as they go
    what: str = ""


@dataclass(frozen=True)
class Counted:
    """A claim that is settled by counting or comparing plain values, without the solver."""

    what: str
    expected: object
    found: object
    witness: Witness | None = None


@dataclass(frozen=True)
class Possible:
    """A claim that something can be: the conditions hold together, and nothing is wrong with what a model shows.

    `wrong` looks at that model and says in a few words what is wrong with it, or nothing.
    """

    conditions: tuple[Term, ...]
    wrong: Callable[[Model], str] = lambda model: ""
    witness: Callable[[Model], Witness] | None = None
    small: tuple[Term, ...] = ()
    what: str = ""


AnyClaim: TypeAlias = Claim | Counted | Possible
Claims: TypeAlias = Callable[[], Iterable[AnyClaim]]
Found: TypeAlias = tuple[Outcome, str, Witness | None]
HOLDS: Found = ("proved", "", None)


@dataclass(frozen=True)
class Obligation:
    """Something to be shown of a game, with the clauses it bears on and whether it is to be proved or refuted."""

    id: str
    says: str
    clauses: tuple[str, ...]
    claims: Claims
    expected: Literal["proved", "refuted"] = "proved"


@dataclass(frozen=True)
class Result:
    """What became of an obligation. `place` is the file and obligation, relative to the layer."""

    id: str
    says: str
    clauses: tuple[str, ...]
    expected: str
    result: Outcome
    place: str
    why: str = ""
    counterexample: Witness | None = field(default=None, compare=False)

    @property
    def good(self) -> bool:
        """The result is the one that was expected."""
        return self.result == self.expected

    def plain(self) -> Mapping[str, object]:
        """As JSON: id, says, clauses, expected, result, and the counterexample where there is one."""
        shown = {"id": self.id, "says": self.says, "clauses": list(self.clauses), "expected": self.expected}
        found: dict[str, object] = {**shown, "result": self.result, "place": self.place}
        if self.why:
            found["why"] = self.why
        if self.counterexample is not None:
            found["counterexample"] = self.counterexample
        return found


def obligations(game: str) -> tuple[tuple[str, Obligation], ...]:
    """Each obligation of a game with its place, by file and then as listed; none where a game has no invariants."""
    return tuple((f"{place}:{each.id}", each) for place, each in declared(game, "OBLIGATIONS", Obligation))


def prove(game: str, only: Callable[[Obligation], bool] = lambda _: True) -> tuple[Result, ...]:
    """What becomes of each obligation of a game; counterexamples are replayed by its engine, where it has one."""
    return tuple(proofs(game, chosen(game, only)))


def proofs(game: str, owed: Iterable[tuple[str, Obligation]]) -> Iterator[Result]:
    """The same of some obligations, one after the other."""
    return (_replayed(game, settle(each, place)) for place, each in owed)


def submitted(executor: Executor, game: str, only: Callable[[Obligation], bool] = lambda _: True) -> "Submitted":
    """The same on the workers of a pool: one future for each obligation, in their order."""
    return tuple(executor.submit(_named, game, each.id) for _, each in chosen(game, only))


Submitted: TypeAlias = "tuple[Future[Result], ...]"


def chosen(game: str, only: Callable[[Obligation], bool]) -> tuple[tuple[str, Obligation], ...]:
    """Some obligations of a game, with their places."""
    return tuple((place, each) for place, each in obligations(game) if only(each))


def _named(game: str, name: str) -> Result:
    (result,) = prove(game, lambda each: each.id == name)
    return result


def _replayed(game: str, result: Result) -> Result:
    """The counterexample as the engine tells it. One that cannot be played shows nothing, so nothing is known then."""
    if result.counterexample is None:
        return result
    try:
        return replace(result, counterexample=replayed(engine_of(game), result.counterexample))
    except NoEngine:
        return result
    except Exception as fault:  # Unplayable, or whatever else the engine raises on the way
        return replace(result, result="unknown", why=f"{result.why}; the counterexample cannot be played: {fault}")


def settle(obligation: Obligation, place: str = "") -> Result:
    """Prove one obligation, or refute it by its first claim that fails; a claim about nothing makes it vacuous."""
    outcome, why, witness = _first_failure(obligation.claims)
    return Result(
        obligation.id,
        obligation.says,
        obligation.clauses,
        obligation.expected,
        outcome,
        place or obligation.id,
        why,
        witness,
    )


def _first_failure(claims: Claims) -> Found:
    number, told = 0, ""
    try:
        for number, claim in enumerate(claims(), 1):
            told = claim.what or f"claim {number}"
            found = _settled(claim)
            if found[0] != "proved":
                return found
    except Undecided as gave_up:
        return "unknown", f"{told}: {gave_up}", None
    except Exception as error:  # whatever a game's code raises while it is looked at: then nothing is proved
        return "unknown", f"behind {told or 'the start'}: {type(error).__name__}: {error}", None
    return HOLDS if number else ("vacuous", "no claim was made", None)


def _settled(claim: AnyClaim) -> Found:
    match claim:
        case Claim():
            return _decide(claim)
        case Counted():
            return _count(claim)
        case Possible():
            return _look(claim)


def _count(claim: Counted) -> Found:
    if claim.expected == claim.found:
        return HOLDS
    return "refuted", f"{claim.what}: {claim.found!r} was found, {claim.expected!r} claimed", claim.witness


def _decide(claim: Claim) -> Found:
    assumed, negated = Assumed(claim.premises), TERMS.negate(claim.conclusion)
    if assumed.allows(negated):
        model = find(*claim.premises, negated, minimise=claim.small)
        return "refuted", claim.what, claim.witness(model) if claim.witness and model else None
    if not assumed.allows():
        return "vacuous", f"{claim.what}: nothing fulfils the premises", None
    return HOLDS


def _look(claim: Possible) -> Found:
    model = find(*claim.conditions, minimise=claim.small)
    if model is None:
        return "refuted", f"{claim.what}: there is none", None
    if wrong := claim.wrong(model):
        return "refuted", f"{claim.what}: {wrong}", claim.witness(model) if claim.witness else None
    return HOLDS


def failures(results: Iterable[Result]) -> Iterator[Result]:
    """Those that did not come out as expected."""
    return (result for result in results if not result.good)
