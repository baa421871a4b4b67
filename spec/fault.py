"""One thing that is wrong with what people wrote: where, what, and what to do. Nothing is found or decided here."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, order=True, slots=True)
class Fault:
    """`place` is `file:line` or a place of the rulebook; `what` says what is wrong; `do` says what to do about it."""

    place: str
    what: str
    do: str = ""

    def __str__(self) -> str:
        """Place, what and what to do, as a terminal shows them."""
        return f"{self.place}  {self.what}" + (f"\n  {self.do}" if self.do else "")


class Faulty(Exception):
    """All the faults that were found at once, sorted."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(set(faults)))
        super().__init__("\n".join(map(str, self.faults)))


class Misused(Exception):
    """Something asked for that cannot be done as asked; the message says why, and the nearest right thing."""


class NoSuchPlace(Misused, LookupError):
    """A place that neither the ledger nor the text in hand has."""


def nearest(name: str, names: Iterable[str]) -> str:
    """` Did you mean "…"?` with the nearest of `names`, or nothing where none is near; goes after a full sentence."""
    import difflib  # only who mistyped a name pays for it

    known = sorted(set(names))
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
    return f" Did you mean {near[0]}?" if near else ""
