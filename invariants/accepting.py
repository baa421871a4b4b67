"""The findings of a game that people looked at and accepted, each with its reason. What a finding is stands in `flaw`.

They stand in `invariants/GAME/accepted.json`, in the order of kind and fingerprint. Only what is not there is new.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ruleproof.spec import finding
from ruleproof.spec.fault import Misused, nearest
from ruleproof.spec.files import Unreadable, read_json, write_json
from ruleproof.spec.untyped import as_dict, as_list

from .flaw import Finding

FILE = "accepted.json"
FAILING = ("error", "warning")  # the levels of findings that fail while nobody has accepted them


@dataclass(frozen=True)
class Accepted:
    """One finding that was accepted; `says` helps people who read the file, and is not compared."""

    fingerprint: str
    kind: str
    says: str
    because: str


@dataclass(frozen=True)
class Baseline:
    """All that is accepted for a game, and the file it stands in."""

    path: Path
    entries: tuple[Accepted, ...] = ()

    def because(self, one: Finding) -> str | None:
        """Why a finding was accepted, or None."""
        return next((each.because for each in self.entries if each.fingerprint == one.fingerprint), None)

    def stale(self, findings: Iterable[Finding]) -> tuple[Accepted, ...]:
        """What is accepted and found no more."""
        found = {one.fingerprint for one in findings}
        return tuple(each for each in self.entries if each.fingerprint not in found)

    def with_(self, one: Finding, because: str) -> "Baseline":
        """With a further finding, or with another reason for one that is there."""
        entry = Accepted(one.fingerprint, one.kind, one.says.splitlines()[0], because)
        others = (each for each in self.entries if each.fingerprint != one.fingerprint)
        return Baseline(self.path, tuple(sorted((*others, entry), key=lambda each: (each.kind, each.fingerprint))))

    def write(self) -> None:
        """Write the file. Raises files.Unreadable."""
        write_json(self.path, {"accepted": [vars(each) for each in self.entries]})


def baseline(game: str) -> Baseline:
    """What is accepted for a game; nothing where there is no file. Raises files.Unreadable where it cannot be read.

    A copy of a game without a folder of its own here has what is accepted for the game; more is written beside it.
    """
    path = finding.home(game).parent.parent / "invariants" / game / FILE
    folder = finding.folder("invariants", game)
    there = folder / FILE if folder is not None and not path.is_file() else path
    if not there.is_file():
        return Baseline(path)
    return Baseline(path, tuple(_entry(there, each) for each in as_list(as_dict(read_json(there)).get("accepted"))))


def _entry(path: Path, value: object) -> Accepted:
    entry = as_dict(value)
    members = [entry.get(name) for name in ("fingerprint", "kind", "says", "because")]
    if not all(isinstance(member, str) and member for member in members):
        raise Unreadable(f"{path}: an entry needs fingerprint, kind, says and because, each a text: {entry}")
    return Accepted(*map(str, members))


def new_ones(findings: Iterable[Finding], accepted: Baseline) -> tuple[Finding, ...]:
    """The findings that fail: errors and warnings that nobody has accepted. Open questions never do."""
    return tuple(one for one in findings if one.level in FAILING and accepted.because(one) is None)


def chosen(findings: Sequence[Finding], fingerprint: str) -> Finding:
    """The finding with this fingerprint. Raises Misused: none has it, or it is a note, which never fails."""
    for one in findings:
        if one.fingerprint == fingerprint and one.level not in FAILING:
            raise Misused(f"{fingerprint} is a note, and notes never fail: there is nothing to accept")
        if one.fingerprint == fingerprint:
            return one
    failing = [one.fingerprint for one in findings if one.level in FAILING]
    there = f" There are: {', '.join(failing)}." if failing else " Nothing is found that could be accepted."
    raise Misused(f"no finding has the fingerprint {fingerprint!r}.{nearest(fingerprint, failing)}{there}")
