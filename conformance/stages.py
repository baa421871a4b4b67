"""What a case asks, request by request, each with all that can be asked along with it. Nobody is asked here."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from .asking import asked_readings, mode_of
from .case import ApplyStep, BoardStep, Case, LegalExpected, LegalStep, ObserveStep, StatusStep, Step
from .messages import PREVIOUS, Declared
from .reach import Ply
from .suite import Form
from .ways import starting

Request = tuple[str, dict[str, Any]]
Question = LegalStep | StatusStep | BoardStep | ObserveStep


class Look(NamedTuple):
    """A step that changes nothing. `names` are the members of `want` that answer it, none where it is asked by itself.

    `params` are those of a request of its own, without the state; None where it cannot be asked at all.
    """

    number: int  # of the step, from 1
    step: Question
    names: tuple[str, ...]
    params: dict[str, Any] | None


class Stage(NamedTuple):
    """An action, or the way to the position where `step` is None, and what is looked at behind it."""

    number: int
    step: ApplyStep | None
    want: tuple[str, ...]
    looks: tuple[Look, ...]


class Questions:
    """What one case asks of an implementation that declares this. `begun` is the position to be reached."""

    def __init__(self, case: Case, declared: Declared, form: Form, by_play: bool) -> None:
        self._case = case
        self._declared = declared
        self._form = form
        self.way = case.reach if by_play else None
        self.begun = (self.way.position if self.way else None) or case.position
        self.dumps = "dump" in declared.optional

    @cached_property
    def stages(self) -> list[Stage]:
        """The way to the position, then each action. Raises msgspec.ValidationError where the position does not fit."""
        parts = list(_parts(self._case))
        looks = [tuple(self._look(at, one) for at, one in looked) for _, _, looked in parts]
        after = [step for _, step, _ in parts[1:]]
        return [
            Stage(number, step, self._want(step, here, following), here)
            for (number, step, _), here, following in zip(parts, looks, [*after, None], strict=True)
        ]

    def _want(self, step: ApplyStep | None, looks: Sequence[Look], after: ApplyStep | None) -> tuple[str, ...]:
        names = [name for look in looks for name in look.names]
        watched = any(isinstance(look.step, ObserveStep) for look in looks)  # it has to be known what is hidden
        if self.dumps and (step is None or _is_refusal(step) or _is_refusal(after) or watched):
            names.append("dump")
        elif step is None:
            names += [f"observe:{viewer}" for viewer in self.viewers()]
        return tuple(dict.fromkeys(names))

    def _look(self, number: int, step: Question) -> Look:
        if isinstance(step, StatusStep):
            return Look(number, step, ("status",), {})
        if isinstance(step, ObserveStep):
            watched = self._declared.observe == "player"
            return Look(number, step, (f"observe:{step.viewer}",) if watched else (), {} if watched else None)
        if isinstance(step, LegalStep):
            return _legal(self._declared, number, step)
        names = ("dump",) if self.dumps else tuple(f"observe:{viewer}" for viewer in self.viewers())
        return Look(number, step, names, {} if self.dumps or self._declared.observe != "none" else None)

    def viewers(self) -> tuple[str, ...]:
        """Whose observations show the position where it cannot be dumped; nobody where the game names no players."""
        if self.dumps or self._declared.observe == "none":
            return ()
        seats = self._form.seats(self.begun)
        return seats if self._declared.observe == "player" else seats[:1]

    def requests(self) -> Iterator[Request]:
        """What will be asked if all goes well; nothing where the position does not fit."""
        with suppress(msgspec.ValidationError):
            first, *rest = self.stages
            yield from self.arriving(first.want)
            yield from _alone(first.looks)
            for stage in rest:
                assert stage.step
                yield "apply", {"state": PREVIOUS, **applying(stage.step, stage.want)}
                yield from _alone(stage.looks)

    def arriving(self, want: Sequence[str]) -> Iterator[Request]:
        """What leads to the position. With the last request all is wanted that the position has to show."""
        if self.way is None:
            yield "load", _wanting(self._loading(), want)
            return
        last = len(self.way.actions)
        yield "new", _wanting(starting(self._case, self._declared), want if not last else ())
        for number, ply in enumerate(self.way.actions, 1):
            wanted = dict.fromkeys(("status", *want) if number == last else ("status",))
            yield "apply", {"state": PREVIOUS, **applying(ply, tuple(wanted))}

    def _loading(self) -> dict[str, Any]:
        mode = mode_of(self._case, self._declared)
        params: dict[str, Any] = {"game": self._declared.game, "mode": mode, "position": self._case.position}
        readings = asked_readings(self._case, self._declared)
        return {**params, "readings": readings} if readings else params


def _legal(declared: Declared, number: int, step: LegalStep) -> Look:
    params: dict[str, Any] = {} if step.player is None else {"player": step.player}
    if declared.legal == "list":
        return Look(number, step, () if params else ("legal",), params)
    named = [action for action, _ in named_by(step.expect)] if declared.legal == "check" else []
    return Look(number, step, (), {**params, "actions": named} if named else None)


def _alone(looks: Sequence[Look]) -> Iterator[Request]:
    for look in looks:
        if look.params is not None and not look.names and isinstance(look.step, LegalStep):
            yield "legal", {"state": PREVIOUS, **look.params}


Part = tuple[int, ApplyStep | None, list[tuple[int, Question]]]


def _parts(case: Case) -> Iterator[Part]:
    """Each action with its number, and the steps up to the next one with theirs; first what needs no action."""
    at, action, looked = 0, None, list[tuple[int, Question]]()
    for number, step in enumerate(case.steps, 1):
        if isinstance(step, ApplyStep):
            yield at, action, looked
            at, action, looked = number, step, []
        else:
            looked.append((number, step))
    yield at, action, looked


def named_by(expected: LegalExpected) -> list[tuple[Any, bool]]:
    """The actions that an expectation names, each with whether it has to be legal."""
    legal = [*(expected.contains or ()), *(expected.exact or ())]
    return [*((action, True) for action in legal), *((action, False) for action in expected.excludes or ())]


def _is_refusal(step: Step | None) -> bool:
    """Whether a step is an action that has to be refused."""
    return isinstance(step, ApplyStep) and step.expect.accepted is False


def applying(step: ApplyStep | Ply, want: Sequence[str]) -> dict[str, Any]:
    """The parameters of `apply`, without the state."""
    params: dict[str, Any] = {"action": step.action}
    if step.player is not None:
        params["player"] = step.player
    return _wanting(params, want)


def _wanting(params: dict[str, Any], want: Sequence[str]) -> dict[str, Any]:
    return {**params, "want": list(want)} if want else params
