"""A play as data: where it begins and what is done. And a failure: the play that shows it, as a case to paste."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ruleproof.engine.canonical import text
from ruleproof.engine.dealing import NOBODY
from ruleproof.engine.decision import Allowed
from ruleproof.engine.game import Game, Unreadable

from .property import Moment, Property, Trouble, begin

RAISES_NOTHING = "nothing is raised"


@dataclass(frozen=True)
class Trial:
    """A position, the readings it is loaded under and the actions taken, all as JSON values."""

    position: dict[str, Any]
    mode: str
    readings: Mapping[str, str]
    actions: tuple[tuple[str, dict[str, Any]], ...]  # each with the seat that takes it

    def moments(self, game: Game[Any, Any]) -> Iterator[Moment]:
        """The moments of the play; it ends early where an action is not legal. Raises PositionFault."""
        moment = begin(game, self.position, self.mode, self.readings)
        yield moment
        for seat, written in self.actions:
            action = game.read_action(written)
            if isinstance(action, Unreadable) or not isinstance(game.decide(moment.state, seat, action), Allowed):
                return
            moment = moment.after(seat, action)
            yield moment


@dataclass(frozen=True)
class Failure:
    """A broken promise, with the play that breaks it at its last moment."""

    name: str
    because: tuple[str, ...]
    what: str
    trial: Trial
    game: str

    @classmethod
    def of(cls, broken: Property, what: str, moment: Moment) -> "Failure":
        """The failure of a property at a moment."""
        trial = Trial(moment.first.position, moment.mode, moment.readings, moment.actions)
        return cls(broken.name, broken.because, what, trial, moment.game.name)

    def case(self) -> dict[str, Any]:
        """The play in the form of a case: what it shows is said under `why`."""
        words = "-".join("".join(c if c.isalnum() else " " for c in self.name.lower()).split())
        steps = [_step(seat, action) for seat, action in self.trial.actions]
        case: dict[str, Any] = {
            "id": f"{self.game}/found/{words}",
            "since": "0.1.0",
            "clauses": list(self.because),
            "modes": [self.trial.mode],
            "origin": "computed",
            "why": f"Broken at the end of this play: {self.name}.",
            "catches": self.what or self.name,
            "position": self.trial.position,
            "reach": None,
            "steps": steps,
        }
        return {**case, "readings": dict(self.trial.readings)} if self.trial.readings else case

    def __str__(self) -> str:
        said = f": {self.what}" if self.what else ""
        cited = f" ({', '.join(self.because)})" if self.because else ""
        return f"{self.name}{cited}{said}\n{text(self.case())}"


def _step(seat: str, action: dict[str, Any]) -> dict[str, Any]:
    by = {"player": seat} if seat != NOBODY else {}  # chance has no seat
    return {"call": "apply", **by, "action": action, "expect": {"accepted": True}}


def trouble(trial: Trial, moment: Moment | None, error: Exception) -> Failure:
    """What a game raised, as the failure of the promise that it raises nothing."""
    raised = (error.__cause__ or error) if isinstance(error, Trouble) else error
    done = moment.actions if moment else ()
    if isinstance(error, Trouble):
        done = (*error.moment.actions, (error.seat, error.moment.game.write_action(error.action)))
    game = moment.game.name if moment else ""
    return Failure(RAISES_NOTHING, (), f"{type(raised).__name__}: {raised}", replace(trial, actions=done), game)
