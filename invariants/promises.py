"""All that a game in play is held to: what every game keeps, its own properties, its clauses. None is stated here."""

from dataclasses import dataclass

from ruleproof.spec.loading import load

from .agreeing import Judge, Judged
from .chapters import declared
from .property import Property
from .soundness import EVERY_GAME, refusals


@dataclass(frozen=True)
class Promise:
    """A property and the place where it is stated, relative to the layer."""

    stated: Property
    place: str

    @property
    def name(self) -> str:
        """The property's name."""
        return self.stated.name


def promises(game: str) -> tuple[Promise, ...]:
    """What holds of every game, then what its formal clauses say, then the game's own properties by file."""
    return held_by(game, Judge(load(game)))


def held_by(game: str, judge: Judge) -> tuple[Promise, ...]:
    """The same with the clauses that a judge has, which may be fewer than there are."""
    general = (Promise(each, "soundness.py") for each in (*EVERY_GAME, *refusals(judge.tried)))
    by_clauses = (Promise(each, "agreeing.py") for each in judge.properties())
    own = (Promise(each, place) for place, each in declared(game, "PROPERTIES", Property))
    judged = (Promise(each.property(judge), place) for place, each in declared(game, "JUDGED", Judged))
    return (*general, *by_clauses, *own, *judged)
