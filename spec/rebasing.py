"""What a new edition changes: what is moved, edited, new and gone, and what rests on it. It only proposes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .aligning import Alignment, Change, Pair, compare
from .checking import affected, change_fault, change_value
from .evidence import Evidence
from .fault import Fault
from .loading import Rules
from .segmenting import segment_all

CHANGES: tuple[Change, ...] = ("edited", "moved", "new", "gone")


@dataclass(frozen=True)
class Proposal:
    """The comparison of a ledger with a new text, and everything that is suspect because of it."""

    rules: Rules
    alignment: Alignment
    evidence: tuple[Evidence, ...] = ()

    @property
    def changes(self) -> tuple[Pair, ...]:
        """What changed: in the order of the text, then what is gone."""
        return self.alignment.changes

    @property
    def counts(self) -> dict[str, int]:
        """How many sentences are unchanged, and of each kind of change."""
        unchanged = sum(pair.change is None for pair in self.alignment.pairs)
        return {"unchanged": unchanged} | {kind: sum(p.change == kind for p in self.changes) for kind in CHANGES}

    @property
    def shifted(self) -> int:
        """How many unchanged sentences have another place than before, only because others came or went."""
        return sum(
            pair.change is None and pair.was is not None and pair.now is not None and pair.was.place != pair.now.place
            for pair in self.alignment.pairs
        )

    @property
    def suspects(self) -> dict[str, tuple[str, ...]]:
        """The ids that rest on a changed sentence, each with the places of its evidence: code, tests, cases, proofs."""
        ids = sorted({name for pair in self.changes for name in affected(self.rules, pair)})
        return {name: tuple(sorted({e.place for e in self.evidence if e.clause == name})) for name in ids}

    def faults(self) -> tuple[Fault, ...]:
        """Each change with what rests on it, in the order of `changes`."""
        return tuple(change_fault(self.rules, pair) for pair in self.changes)

    def value(self) -> dict[str, Any]:
        """The proposal as JSON values."""
        return {
            "game": self.rules.name,
            "counts": self.counts,
            "shifted": self.shifted,
            "changes": [change_value(self.rules, pair) for pair in self.changes],
            "suspects": {name: list(places) for name, places in self.suspects.items()},
        }


def rebase(rules: Rules, texts: Mapping[str, str], evidence: Iterable[Evidence] = ()) -> Proposal:
    """Compare the ledger with a new text, document by document as far as they are at hand. Nothing is written."""
    alignment = compare(rules.ledger, segment_all(texts, rules.info), rules.info, texts)
    return Proposal(rules, alignment, tuple(evidence))
