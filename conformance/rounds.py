"""A hunt in rounds: plays beside the reference, until steps or findings are enough. A round is whole or not at all.

What one round learns guides the next ones, so that the same seed finds the same, however many workers there are.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import msgspec

from ruleproof.engine.canonical import digest

from .asking import beyond
from .beside import Course
from .case import Case
from .crew import Crew
from .expecting import clause_of, kind_of
from .found import Finding, Note, Progress
from .hunted import Retold
from .parting import Parting
from .planning import Guide
from .play import Play
from .searching import Mark, Ran, Searcher, Shown

RUNS = 8  # of a round
PATIENCE = 5  # runs with a time-out that are borne
REPEATED = 3  # times that the look of a known disagreement is examined before it is passed over


@dataclass
class Budget:
    """When a hunt ends: after so many tries in all, or with so many findings."""

    steps: int
    most: int


class Hunt:
    """One hunt. `settled` are the questions whose reading is declared, was found out, or can be asked for."""

    def __init__(
        self,
        searcher: Searcher,
        crew: Crew,
        progress: Progress,
        settled: frozenset[str],
        says: Mapping[str, str],
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.says = says
        self.searcher = searcher
        self.crew = crew
        self.progress = progress
        self.settled = settled
        self.tell = tell

    @property
    def followed(self) -> dict[str, str]:
        """The readings that the reference plays under now."""
        return {**self.searcher.job.scope.followed, **{note.question: note.reading for note in self.progress.notes}}

    def done(self, budget: Budget) -> bool:
        """Whether it is enough, or no use to wait any longer."""
        progress = self.progress
        return progress.tries >= budget.steps or len(progress.findings) >= budget.most or progress.late >= PATIENCE

    def round(self, budget: Budget) -> None:
        """Play a round and look into what parted. Raises Stopped, NotThere."""
        progress = self.progress
        guide = Guide(dict(progress.agreed), frozenset(mark.feature for mark in progress.marks))
        numbers = range(progress.rounds * RUNS, (progress.rounds + 1) * RUNS)
        found = self.crew.round(numbers, guide, progress.marks, self.followed)
        self._count(found)
        followed = self.followed
        for ran in found:
            if ran.play and ran.parting and len(progress.findings) < budget.most and followed == self.followed:
                self._look_into(ran, ran.play, ran.parting)
        progress.tries += sum(ran.tries for ran in found)
        progress.rounds += 1

    def _count(self, found: Iterable[Ran]) -> None:
        progress = self.progress
        agreed, left_out = Counter(progress.agreed), Counter(progress.left_out)
        for ran in found:
            agreed.update(ran.agreed)
            progress.late += ran.late
            kind, _, because = ran.left_out.partition(": ")
            if kind:
                left_out.update([kind])
                progress.because = {kind: because, **progress.because}
        progress.agreed, progress.left_out = dict(agreed), dict(left_out)

    # a disagreement

    def _look_into(self, ran: Ran, play: Play, parting: Parting) -> None:
        progress = self.progress
        look = f"{parting.group} {next(iter(parting.suspects(progress.agreed)), parting.where)}"
        if any(mark.fits(parting) for mark in progress.marks) or progress.met.get(look, 0) >= REPEATED:
            return
        course = self.searcher.again(play, progress.marks, self.followed)
        if course.parting is None or course.parting.group != parting.group:
            if not any(finding.unsteady and finding.mark.group == parting.group for finding in progress.findings):
                self._keep(ran, play, parting, _unsteady(course), progress.agreed)
            self._meet(look)
            return
        adopted = {note.question for note in progress.notes}
        alike = self.searcher.readings_of(play, course, self.followed, self.settled | adopted)
        if note := self._as_read(alike, ran.run):
            progress.notes = [*progress.notes, note]
            return
        if not self._small(ran, play, course.parting):
            self._meet(look)

    def _meet(self, look: str) -> None:
        self.progress.met = {**self.progress.met, look: self.progress.met.get(look, 0) + 1}

    def _as_read(self, alike: list[tuple[str, str]], run: int) -> Note | None:
        """The reading to go on under, of a question that nothing was known of."""
        for question, reading in alike[:1]:
            return Note(question, reading, self.followed.get(question, self.defaults[question]), run)
        return None

    def _small(self, ran: Ran, play: Play, parting: Parting) -> bool:
        """Make it small, repeat it, and keep it; whether it is a new one."""
        reducer = self.searcher.reducer(self.progress.marks, self.followed)
        where = kind_of(play.tries[-1].action) if play.tries else "the start"
        self.tell(f"run {ran.run} parts at {where} ({parting.kind}): making it small")
        try:
            reducer.reduce(play, parting)
        except (KeyboardInterrupt, SystemExit):
            self._keep(ran, reducer.play, reducer.parting, "making it small was interrupted", self.progress.agreed)
            raise
        weights = reducer.weights(self.progress.agreed)
        shown = self.searcher.shown(reducer.play, self.progress.marks, self.followed)
        found = shown.course.parting
        if found is None or found.group != parting.group:
            said = f"made small, it does not come again: {_unsteady(shown.course)}"
            return self._keep(ran, play, parting, said, weights)
        return self._keep(ran, reducer.play, found, "", weights, shown)

    def _keep(
        self,
        ran: Ran,
        play: Play,
        parting: Parting,
        unsteady: str,
        weights: Mapping[str, int],
        shown: Shown | None = None,
    ) -> bool:
        suspects = parting.suspects(weights)
        mark = Mark(parting.group, suspects[0] if suspects else "", "" if suspects else parting.where)
        if mark in self.progress.marks or (not unsteady and self._joined(play, parting, mark)):
            return False
        shown = shown or self.searcher.shown(play, self.progress.marks, self.followed)
        finding = Finding(
            name_of(play, parting, mark),
            mark,
            parting.clauses(weights),
            play,
            parting,
            followed=self.followed,
            run=ran.run,
            tries=len(ran.play.tries) if ran.play else 0,
            unsteady=unsteady,
            alike=self.searcher.readings_of(play, shown.course, self.followed),
            explained=shown.explained,
            transcript=shown.transcript,
        )
        finding = msgspec.structs.replace(finding, replayed=self._replayed(finding))
        self.progress.findings = [*self.progress.findings, finding]
        return True

    def _joined(self, play: Play, parting: Parting, mark: Mark) -> bool:
        """Whether it is an earlier finding again: the same action and place, by a clause that just these two cite."""
        agreed = self.progress.agreed
        for place, finding in enumerate(self.progress.findings):
            if finding.unsteady or look_of(finding.play, finding.parting) != look_of(play, parting):
                continue
            known = agreed.get(finding.mark.feature, 0) + agreed.get(mark.feature, 0)
            common = [
                one for one in finding.parting.features if one in parting.features and agreed.get(one, 0) <= known
            ]
            if common:
                joined = Mark(mark.group, min(common, key=lambda one: agreed.get(one, 0)))
                clauses = list(dict.fromkeys([clause_of(joined.feature), *finding.clauses]))
                changed = msgspec.structs.replace(finding, mark=joined, clauses=clauses)
                findings = self.progress.findings
                self.progress.findings = [*findings[:place], changed, *findings[place + 1 :]]
                return True
        return False

    def _replayed(self, finding: Finding) -> str:
        """The verdict of the finding's case."""
        retold = self.retold(finding)
        try:
            case = msgspec.convert(retold.case(), Case)
        except msgspec.ValidationError as error:
            return f"no case can be made of it: {error}"
        scope = retold.scope
        if reason := beyond(case, scope.declared, {**self.defaults, **scope.followed}):
            return f"not put as a case: {reason}"
        verdict = str(self.searcher.judged(case).verdict)
        return f"{verdict} where it is played to" if case.reach is not None and scope.loads else verdict

    @property
    def defaults(self) -> dict[str, str]:
        """The default reading of each question."""
        return {question: names[0] for question, names in self.searcher.game.readings.items()}

    def retold(self, finding: Finding) -> Retold:
        """The finding with what the reference says of it."""
        scope = self.searcher.scope(finding.followed)
        return Retold(self.searcher.game, scope, self.searcher.form, finding, self.says)


def _unsteady(course: Course) -> str:
    return "agreed in a fresh process" if course.parting is None else f"{course.parting.kind} in a fresh process"


def look_of(play: Play, parting: Parting) -> tuple[str, str, str]:
    """What differs of which action at what place, whoever it belongs to."""
    action = parting.action or (play.tries[-1].action if play.tries else None)
    place = re.sub(r"\[\d+\].*|\b[A-Z]\b", "", parting.where)
    return parting.kind, kind_of(action), place


def name_of(play: Play, parting: Parting, mark: Mark) -> str:
    """A name for a finding: what differs, at which action, by which clause, and a few letters that tell it apart."""
    action = parting.action or (play.tries[-1].action if play.tries else None)
    clause = clause_of(mark.feature).rpartition(".")[2] if mark.feature else ""
    held = [msgspec.to_builtins(play), parting.kind, parting.where]
    words = [parting.kind, kind_of(action), clause, digest(held)[:6]]
    return "-".join("".join(c if c.isalnum() else "-" for c in word.lower()) for word in words if word.strip("-"))
