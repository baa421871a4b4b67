"""A play that two implementations are taken through: where it begins, what chance decides, what is tried. Only data."""

from typing import Any

import msgspec

from ruleproof.engine.canonical import text

from .values import is_list, is_object


class Try(msgspec.Struct, frozen=True):
    """An action that a seat tries. Whether it is legal is not said here: the reference knows."""

    seat: str
    action: Any


class Play(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A play from a position, or from the setup of a new game where `position` is None.

    `asked` are readings that are asked for. `chance` holds what is decided at each site on the way, in order; where
    other cards lie there than it names, those it does not name come last.
    """

    mode: str
    position: dict[str, Any] | None = None
    options: dict[str, Any] = {}
    asked: dict[str, str] = {}
    chance: tuple[dict[str, Any], ...] = ()
    tries: tuple[Try, ...] = ()

    def to(self, number: int) -> "Play":
        """The same play, ended after so many tries."""
        cut: Play = msgspec.structs.replace(self, tries=self.tries[:number])
        return cut

    def size(self, start: Any) -> tuple[bool, int, int, int, int]:
        """How much there is to it: a new game or less, tries, characters, those of options, and the sum of all numbers.

        `start` is the position that it begins with, also where that is a new game's.
        """
        held = [start, self.asked, list(self.chance), [each.action for each in self.tries]]
        return self.position is None, len(self.tries), len(text(held)), len(text(self.options)), total(held)


def total(value: Any) -> int:
    """The sum of all numbers in a JSON value, whatever their sign."""
    if isinstance(value, int):
        return abs(value)
    if is_object(value):
        return sum(map(total, value.values()))
    return sum(map(total, value)) if is_list(value) else 0
