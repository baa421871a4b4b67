"""Making a failing play smaller: fewer actions and readings, a plainer position. The caller says what fails."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from .shape import is_list, is_object
from .trial import Failure, Trial

TRIES = 3000  # replays at most: a play takes a millisecond or two


def shrink(
    failure: Failure,
    again: Callable[[Trial], Failure | None],
    later: Callable[[Trial], Iterator[Trial]] = lambda _: iter(()),
    tries: int = TRIES,
) -> Failure:
    """The smallest failing play that is found by leaving things out.

    `again` tells whether a trial still fails, `later` gives the trials that begin further on in the same play.
    """
    left = tries
    improved = True
    while improved and left > 0:
        improved = False
        for simpler in (*later(failure.trial), *_simpler(failure.trial)):
            left -= 1
            smaller = again(simpler)
            if smaller is not None:
                failure, improved = smaller, True
                break
            if left <= 0:
                break
    return failure


def _simpler(trial: Trial) -> Iterator[Trial]:
    for place in range(len(trial.actions)):
        yield replace(trial, actions=trial.actions[:place] + trial.actions[place + 1 :])
    for question in trial.readings:
        yield replace(trial, readings={name: read for name, read in trial.readings.items() if name != question})
    for position in plainer(trial.position):
        yield replace(trial, position=position)


def plainer(value: Any) -> Iterator[Any]:
    """Every JSON value that comes of this one by leaving one thing out or making one number smaller, big cuts first."""
    if is_object(value):
        yield from _plainer_objects(value)
    elif is_list(value):
        yield from _plainer_lists(value)
    elif isinstance(value, int) and not isinstance(value, bool) and value > 0:
        yield from sorted({0, 1, value // 2, value - 1} - {value})


def _plainer_objects(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield from ({name: each for name, each in value.items() if name != left_out} for left_out in value)
    yield from ({**value, name: simpler} for name, each in value.items() for simpler in plainer(each))


def _plainer_lists(value: list[Any]) -> Iterator[Any]:
    for place, each in enumerate(value):
        yield value[:place] + value[place + 1 :]
        if each is not None:
            yield [*value[:place], None, *value[place + 1 :]]
    for place, each in enumerate(value):
        yield from ([*value[:place], simpler, *value[place + 1 :]] for simpler in plainer(each))
