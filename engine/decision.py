"""May it be done: allowed or refused, and by which clauses either way. What is done then is not told here."""

import msgspec


class Allowed(msgspec.Struct, frozen=True):
    """The action may be taken. `clauses` names what allows it, the most specific first."""

    clauses: tuple[str, ...]


class Refused(msgspec.Struct, frozen=True):
    """The action may not be taken.

    `clauses` and `why` state the most specific reason, one readable sentence. Where several rules forbid the action
    at once, `others` holds the remaining refusals in falling order of specificity, each with no others of its own.
    `clauses` is empty only where no rule speaks, for instance where the object is no action at all.
    """

    clauses: tuple[str, ...]
    why: str
    others: tuple["Refused", ...] = ()

    def reasons(self) -> tuple["Refused", ...]:
        """This refusal and the others, most specific first."""
        return (Refused(self.clauses, self.why), *self.others)


Decision = Allowed | Refused


def refused(reasons: tuple[Refused, ...]) -> Refused:
    """One refusal out of at least one reason, most specific first."""
    first, *others = reasons
    return Refused(first.clauses, first.why, tuple(others))


class Illegal(Exception):
    """A refused action was applied. `refused` says why, `line` is the position, so that a report replays itself."""

    def __init__(self, refused: Refused, line: str) -> None:
        cited = ", ".join(refused.clauses) or "no clause"
        super().__init__(f"{refused.why} ({cited}) in {line}")
        self.refused = refused
        self.line = line
