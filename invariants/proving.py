"""Obligations of a game: found, proved or refuted. What they claim stands in the games' own folders."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from .chapters import declared
from .solving import TERMS, Model, Term, Undecided, find

Outcome: TypeAlias = Literal["proved", "refuted", "unknown", "vacuous"]
Witness: TypeAlias = dict[str, Any]  # {"position": …, "actions": […]}: what an engine can replay


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


Claims: TypeAlias = Callable[[], Iterable[Claim | Counted]]


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
    """What becomes of each obligation of a game."""
    return tuple(settle(each, place) for place, each in obligations(game) if only(each))


def settle(obligation: Obligation, place: str = "") -> Result:
    """Prove one obligation, or refute it by its first claim that fails; a claim about nothing makes it vacuous."""
    outcome, why, witness = _first_failure(obligation.claims())
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


def _first_failure(claims: Iterable[Claim | Counted]) -> tuple[Outcome, str, Witness | None]:
    number = 0
    for number, claim in enumerate(claims, 1):
        try:
            outcome, why, witness = _count(claim) if isinstance(claim, Counted) else _decide(claim)
        except Undecided as gave_up:
            return "unknown", f"{claim.what or f'claim {number}'}: {gave_up}", None
        if outcome != "proved":
            return outcome, why, witness
    return ("proved", "", None) if number else ("vacuous", "no claim was made", None)


def _count(claim: Counted) -> tuple[Outcome, str, Witness | None]:
    if claim.expected == claim.found:
        return "proved", "", None
    return "refuted", f"{claim.what}: {claim.found!r} was found, {claim.expected!r} claimed", claim.witness


def _decide(claim: Claim) -> tuple[Outcome, str, Witness | None]:
    model = find(*claim.premises, TERMS.negate(claim.conclusion), minimise=claim.small)
    if model is not None:
        return "refuted", claim.what, claim.witness(model) if claim.witness else None
    if find(*claim.premises) is None:
        return "vacuous", f"{claim.what}: nothing fulfils the premises", None
    return "proved", "", None


def failures(results: Iterable[Result]) -> Iterator[Result]:
    """Those that did not come out as expected."""
    return (result for result in results if not result.good)
