"""The one door to chance. A game never draws it: whoever plays asks here, with a seed, and hands the answer in."""

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A stream of choices fixed by its seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # games are played with it, nothing is kept secret

    def pick(self, options: Sequence[T]) -> T:
        """One of at least one option, each equally likely."""
        return options[int(self._random.random() * len(options))]

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound` - 1, for a bound of at least 1."""
        return int(self._random.random() * bound)

    def order(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in an order drawn at random."""
        shuffled = list(items)
        self._random.shuffle(shuffled)
        return tuple(shuffled)
