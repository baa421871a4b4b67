"""What code, tests and cases a finding bears on: found by the names of clauses and questions. None of it is run.

Code and tests that name clauses are read in `touching`; here come cases, switches, and what the evidence tells.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ruleproof.spec import finding
from ruleproof.spec.evidence import Evidence, Kind
from ruleproof.spec.files import read_json, read_text
from ruleproof.spec.loading import Rules
from ruleproof.spec.untyped import as_dict, as_list

from .touching import touches

KNOWN: tuple[Kind, ...] = ("code", "case")  # what is read from the sources
_QUOTED = re.compile(r'"([^"\s]+)"')


@dataclass
class Bearing:
    """For each clause and question the places that name it: `engine/…:line name`, `case …`, and what evidence says."""

    places: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    def on(self, names: Iterable[str]) -> tuple[str, ...]:
        """The places that name one of these, each once."""
        return tuple(dict.fromkeys(place for name in names for place in self.places.get(name, ())))

    def add(self, name: str, place: str) -> None:
        """Note that a place names a clause or a question."""
        self.places.setdefault(name, []).append(place)


def bearing(rules: Rules, evidence: Iterable[Evidence] = ()) -> Bearing:
    """What names the clauses and questions of a game: its engine, its tests and cases, and the proofs of the evidence.

    Raises files.Unreadable.
    """
    found = Bearing()
    for clause, places in touches(rules, [clause.id for clause in rules.clauses]).items():
        for place in places:
            found.add(clause, place)
    for line in sorted(evidence):
        if line.kind not in KNOWN:
            found.add(line.clause, line.place)
    for name, place in _switches(rules):
        found.add(name, place)
    for case, names in _cases(rules.name):
        for name in names:
            found.add(name, f"case {case}")
    return found


def _switches(rules: Rules) -> Iterator[tuple[str, str]]:
    """The questions that the engine names, each with the place."""
    asked = {question.id for question in rules.questions}
    folder = finding.folder("engine", rules.name)
    for path in sorted(folder.rglob("*.py")) if folder else ():
        label = f"engine/{rules.name}/{path.relative_to(folder or path).as_posix()}"
        for number, line in enumerate(read_text(path).splitlines(), 1):
            yield from ((name, f"{label}:{number}") for name in _QUOTED.findall(line) if name in asked)


def _cases(game: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each case beside the game, with the clauses and questions that it names; read without knowing what a case is."""
    folder = finding.folder("conformance", game)
    for path in sorted(folder.glob("*.json")) if folder else ():
        for case in map(as_dict, as_list(as_dict(read_json(path)).get("cases"))):
            yield str(case.get("id")), (*map(str, as_list(case.get("clauses"))), *as_dict(case.get("readings")))
