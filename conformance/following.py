"""Finds out which reading of an open question an implementation follows, from its own answers to the probes.

How one case is put and judged is in putting, and which cases are put at all in running.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import msgspec

from .asking import switchable
from .case import Case
from .families import Family, Probe
from .messages import Declared
from .pairs import Pair
from .suite import Ruling
from .verdict import Line, Verdict
from .walks import Walk

Ask = Callable[[Sequence[Case]], list[Line]]  # puts cases, under the implementation's own reading
GOOD = {Verdict.PASS, Verdict.ORDER_DEPENDENT}
BAD = {Verdict.FAIL, Verdict.LEAK, Verdict.FLAKY}
KEPT = {Verdict.CRASH, Verdict.TIMEOUT, Verdict.PROTOCOL_VIOLATION, Verdict.ORDER_DEPENDENT, Verdict.FLAKY}
COUNTS = (
    KEPT,
    {Verdict.NOT_APPLICABLE},
    {Verdict.FAIL, Verdict.LEAK, Verdict.INCOHERENT},
    {Verdict.READING},
    set(Verdict),
)


class How(StrEnum):
    """What the answers to a family come to."""

    FOLLOWS = "follows"  # one reading explains every answer
    UNDECIDED = "undecided"  # several do, as far as the implementation could be asked
    INCOHERENT = "incoherent"  # each answer has its reading, but no reading explains all
    NEITHER = "neither"  # an answer that no reading predicts
    OTHER = "other"  # not the reading that was declared
    UNASKED = "unasked"  # nothing was answered
    EACH = "each"  # it can be asked for several readings, so each is checked by itself


class Found(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was found of one question. `answers` names for each probe the readings that explain it, joined by |."""

    question: str
    how: How
    reading: str = ""  # the one that the cases are judged under
    default: str = ""
    declared: str = ""
    explained: int = 0
    probes: int = 0
    answers: list[str] = []
    beside: list[str] = []  # the other readings that explain every answer too
    ruled: str = ""  # where the authors of the rulebook said how it is to be read, if they did

    @property
    def settled(self) -> bool:
        """Whether cases can be judged under `reading`."""
        return self.how not in (How.INCOHERENT, How.NEITHER)

    @property
    def says(self) -> str:
        """In words."""
        score = f"({self.explained}/{self.probes})"
        told = {
            How.FOLLOWS: f"follows {self.reading} {score}{self._as}",
            How.UNDECIDED: f"follows {self.reading} {score}, not told from {' and '.join(self.beside)}",
            How.INCOHERENT: f"incoherent ({', '.join(self.answers)}): no reading explains all {self.probes} answers",
            How.NEITHER: f"neither: {self.answers.count('-')} of {self.probes} answers are those of no reading",
            How.OTHER: f"{self._due}, but the answers are ({', '.join(self.answers)})",
            How.UNASKED: f"could not be asked, judged as {self.reading}",
            How.EACH: f"each reading was asked for: {', '.join(self.answers)}",
        }
        return told[self.how]

    @property
    def _as(self) -> str:
        return ", as settled" if self.ruled else ", the default" if self.reading == self.default else ""

    @property
    def _due(self) -> str:
        return f"settled as {self.reading} ({self.ruled})" if self.ruled else f"declared as {self.declared}"


@dataclass(frozen=True)
class _Answer:
    """What a probe showed: the readings that explain it, and those that say nothing to it or were not answered."""

    probe: Probe
    explain: frozenset[str]
    silent: frozenset[str]
    answered: bool

    @property
    def possible(self) -> frozenset[str]:
        return self.explain | self.silent


class Following:
    """What an implementation was found to follow, question by question, each asked when it is first needed."""

    def __init__(
        self,
        families: Mapping[str, Family],
        defaults: Mapping[str, str],
        declared: Declared,
        rulings: Mapping[str, Ruling],
    ) -> None:
        self._families = families
        self._defaults = defaults
        self._declared = declared
        self._rulings = rulings
        self._raw: dict[str, Line] = {}
        self._lines: dict[str, list[Line]] = {}
        self.found: dict[str, Found] = {}

    def followed(self) -> dict[str, str]:
        """The reading that each question has, or has to be taken as having."""
        return {**self._defaults, **{one.question: one.reading for one in self.found.values() if one.reading}}

    def known(self) -> dict[str, str]:
        """The readings of the questions of which it is known: told, or found in answers."""
        told = {question: reading for question in self._declared.readings if (reading := self._own(question))}
        answered = {one.question: one.reading for one in self.found.values() if one.probes and one.settled}
        return {**told, **answered}

    def probes(self, question: str) -> Iterator[Case]:
        """The cases that tell the readings of a question apart."""
        family = self._families.get(question)
        return _cases(family.probes if family else ())

    def line(self, case: Case | Walk) -> Line | None:
        """What the case counts as where it was a probe, stands on a question without an answer, or against a ruling."""
        for question, reading in case.readings.items():
            ruling = self._rulings.get(question)
            if ruling and reading != ruling.reading:
                detail = f"{_ruled(question, ruling)}, not {reading}"
                return Line(case.id, Verdict.NOT_APPLICABLE, case.clauses, detail=detail)
        if lines := self._lines.get(case.id):
            return next(line for group in COUNTS for line in lines if line.verdict in group)
        for question in case.readings:
            found = self.found.get(question)
            if found and not found.settled:
                return Line(case.id, Verdict.BLOCKED_BY, case.clauses, detail=f"{question}: {found.says}")
        return None

    def find(self, question: str, ask: Ask, again: Ask | None) -> None:
        """Find out about a question. `again` asks once more, apart from all before, where that is wanted."""
        family = self._families.get(question)
        if family is None or question in self.found:
            return
        if switches := self._asked_for(question):
            self.found[question] = Found(question, How.EACH, answers=switches)
            return
        self._find(family, ask, again)

    def ruled(self, line: Line, case: Case | Pair | Walk) -> Line:
        """The line, with the rulings that a failing case hangs on."""
        if not self._rulings or line.verdict not in BAD:
            return line
        named = {question: ruling for question, ruling in self._rulings.items() if question in case.readings}
        told = [_ruled(*one) for one in named.items() if one[1].source not in line.detail]
        return _as(line, line.verdict, "; ".join(filter(None, [line.detail, *told])))

    def _asked_for(self, question: str) -> list[str]:
        """The readings that are asked for, each checked by itself: of a settled question none but the ruling."""
        offered, ruling = switchable(self._declared, question), self._rulings.get(question)
        return [one for one in offered if ruling is None or one == ruling.reading]

    def _find(self, family: Family, ask: Ask, again: Ask | None) -> None:
        probes = [probe for probe in family.probes if self._holds(probe, ask, frozenset({family.question}))]
        self._put(probes, ask)
        found = self._explained(family, probes)
        if again and (not found.settled or found.how is How.OTHER):
            self._keep([case for case in _cases(probes) if self._raw[case.id].verdict is Verdict.FAIL], again)
            found = self._explained(family, probes)
        self.found[family.question] = found
        for probe in probes:
            answer = self._answer(probe, family.readings)
            for case in probe.cases:
                self._lines.setdefault(case.id, []).append(_judged(self._raw[case.id], case, answer, found))

    def _put(self, probes: Iterable[Probe], ask: Ask) -> None:
        self._keep([case for case in _cases(probes) if case.id not in self._raw], ask)

    def _keep(self, cases: Iterable[Case], ask: Ask) -> None:
        wanted = list({case.id: case for case in cases}.values())
        for case, line in zip(wanted, ask(wanted), strict=True):
            self._raw[case.id] = line

    def _holds(self, probe: Probe, ask: Ask, seen: frozenset[str]) -> bool:
        """Whether other questions are, or can be, read as a probe needs it, as far as that can be known without it."""
        return not seen & probe.given.keys() and all(
            reading in switchable(self._declared, question) or reading == self._alone(question, ask, seen)
            for question, reading in probe.given.items()
        )

    def _alone(self, question: str, ask: Ask, seen: frozenset[str]) -> str:
        """How a question is read, without the probes that need one of `seen`; nothing where no probe is left."""
        family = self._families.get(question)
        if family is None or self._own(question):
            return self._own(question) or self._defaults.get(question, "")
        probes = [probe for probe in family.probes if self._holds(probe, ask, seen | {question})]
        self._put(probes, ask)
        found = self._explained(family, probes)
        return found.reading if found.settled and found.probes else ""

    def _own(self, question: str) -> str:
        """What the implementation itself says that it follows, or has to follow since the question is settled."""
        if ruling := self._rulings.get(question):
            return ruling.reading
        declared = self._declared.readings.get(question, "")
        return declared if isinstance(declared, str) else ""

    def _answer(self, probe: Probe, readings: Iterable[str]) -> _Answer:
        verdicts = {reading: {self._raw[case.id].verdict for case in probe.of(reading)} for reading in probe.readings}
        explain = {reading for reading, found in verdicts.items() if found & GOOD and not found & BAD}
        silent = {reading for reading in readings if not verdicts.get(reading, set()) & (GOOD | BAD)}
        answered = any(found & (GOOD | BAD) for found in verdicts.values())
        return _Answer(probe, frozenset(explain), frozenset(silent), answered)

    def _explained(self, family: Family, probes: list[Probe]) -> Found:
        told = [answer for probe in probes if (answer := self._answer(probe, family.readings)).answered]
        declared, default = self._own(family.question), self._defaults.get(family.question, "")
        votes = {reading: sum(reading in answer.possible for answer in told) for reading in family.readings}
        ranked = sorted(family.readings, key=lambda one: (-votes[one], one != default, one))
        reading = declared or (ranked[0] if told else default)
        shown = ["|".join(sorted(answer.explain)) or "-" for answer in told]
        common = frozenset(family.readings).intersection(*(answer.possible for answer in told))
        ruled = self._rulings[family.question].source if family.question in self._rulings else ""
        how = _how([answer.possible for answer in told], common, declared, bound=bool(ruled))
        beside = sorted(common - {reading}) if how is How.UNDECIDED else []
        score = votes.get(reading, 0), len(told)
        return Found(family.question, how, reading, default, declared, *score, shown, beside, ruled)


def _cases(probes: Iterable[Probe]) -> Iterator[Case]:
    return (case for probe in probes for case in probe.cases)


def _how(possible: list[frozenset[str]], common: frozenset[str], declared: str, *, bound: bool) -> How:
    """What answers come to; who is `bound` to a reading cannot mix it with others."""
    if not possible:
        return How.UNASKED
    if not all(possible):
        return How.NEITHER
    if not common and not bound:
        return How.INCOHERENT
    if declared:
        return How.FOLLOWS if declared in common else How.OTHER
    return How.FOLLOWS if len(common) == 1 else How.UNDECIDED


def _judged(line: Line, case: Case, answer: _Answer, found: Found) -> Line:
    """What the line of a probe's case counts as, now that it is known what is followed."""
    if line.verdict in KEPT:
        return line
    reading = case.readings[found.question]
    if reading != found.reading:
        detail = f"{found.question} is read as {found.reading}, not {reading}"
        return Line(case.id, Verdict.NOT_APPLICABLE, case.clauses, detail=detail)
    if line.verdict is Verdict.PASS:
        other = found.settled and found.reading not in (found.default, found.declared)
        return _as(line, Verdict.READING, found.says) if other else line
    if line.verdict is not Verdict.FAIL:
        return line
    incoherent = answer.possible and found.how is not How.OTHER
    return _as(line, Verdict.INCOHERENT if incoherent else Verdict.FAIL, f"{found.question}: {found.says}")


def _ruled(question: str, ruling: Ruling) -> str:
    return f"{question} is settled as {ruling.reading} ({ruling.source})"


def _as(line: Line, verdict: Verdict, detail: str) -> Line:
    changed: Line = msgspec.structs.replace(line, verdict=verdict, detail=detail)
    return changed
