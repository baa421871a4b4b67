"""What the searches for findings share: the clauses of a mode as formulas and in plain values, and how a finding is
told. No kind of finding is defined here.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ruleproof.engine.game import Game
from ruleproof.spec.acting import Given
from ruleproof.spec.clause import Clause
from ruleproof.spec.closures import Sight
from ruleproof.spec.loading import VOCABULARY, Rules
from ruleproof.spec.norms import Norms
from ruleproof.spec.syntax import Truth

from .asking import Asking
from .confirming import Plainly
from .deciding import Case
from .exhibiting import Also, Exhibiting, Sought
from .flaw import Finding, Kind, Level, Shown
from .formulas import Formula, Value, leaves
from .property import Moment
from .reading import read
from .sampling import pool
from .stating import Kept, Stated, Statements, behind
from .stepping import Stepping

STEPS = 200  # moments of play whose steps are looked at


@dataclass(eq=False)
class Search:
    """The clauses of one mode, ready to be searched. Without a game nothing is replayed."""

    rules: Rules
    mode: str | None
    game: Game[Any, Any] | None
    _asking: dict[str, Asking] = field(default_factory=dict[str, Asking])

    @cached_property
    def statements(self) -> Statements:
        """The clauses as formulas."""
        return Statements(self.rules, self.mode)

    @cached_property
    def plain(self) -> Plainly:
        """The clauses in plain values."""
        return Plainly(self.rules, self.mode)

    @cached_property
    def exhibiting(self) -> Exhibiting:
        """Finds states that show something."""
        return Exhibiting(self.plain, pool(self.rules.name, self.game, self.mode or "") if self.game else None)

    def asking(self, action: str) -> Asking:
        """Questions about what permits, bars and demands an action."""
        if action not in self._asking:
            stated = [
                each.when for modality in ("may", "cannot", "must") for each in self.statements.on(action, modality)
            ]
            self._asking[action] = Asking(self.statements, stated)
        return self._asking[action]

    def witness(self, target: str | None, stated: Iterable[Stated], case: Case | None = None) -> Shown | None:
        """A state in which the conditions of clauses hold."""
        return self.exhibiting.shown(Sought(target, tuple(each.norm for each in stated)), case)

    # --- states that show something

    def silent(self, action: str, conditions: Sequence[Value], case: Case | None) -> Shown | None:
        """A state in which the clauses say nothing of an action, where some conditions hold."""

        def says_nothing(norms: Norms, sight: Sight, given: Given) -> bool:
            so = all(read(each, sight, given, norms.compiler.readings) for each in conditions)
            return so and not any(norms.conditions(sight, action, given).values())

        return self.exhibiting.shown(Sought(action, (), says_nothing), case)

    def anywhere(self) -> Shown | None:
        """A state of the game, for what is so in all of them."""
        return self.exhibiting.shown(Sought(None, ()))

    @cached_property
    def stepping(self) -> Stepping:
        """Steps of play."""
        return Stepping(self.plain, [each for each in self.exhibiting.moments(STEPS) if each.before is not None])

    def step_in_which(self, *kept: Kept) -> Shown | None:
        """A step of play to which clauses apply."""

        def applies(norms: Norms, moment: Moment) -> bool:
            return all(self.stepping.applies(each.norm, norms, moment) for each in kept)

        return self.exhibiting.step(self.stepping.moments, applies) or (
            self._before_step(kept) if self.exhibiting.pool is None else None
        )

    def step_where(self, cases: Sequence[Value], *kept: Kept) -> Shown | None:
        """A step of play of which these cases are true, and to which clauses apply."""
        action = next((each.action for each in kept if each.action), None)

        def so(norms: Norms, moment: Moment) -> bool:
            return self.stepping.so(cases, action, norms, moment)

        return self.exhibiting.step(self.stepping.moments, so)

    def _before_step(self, kept: Sequence[Kept]) -> Shown | None:
        """A state in which a step can begin to which clauses apply, as far as that hangs on the state."""
        return self.state_before([each.case for each in kept], *kept)

    def state_before(self, cases: Sequence[Value], *kept: Kept) -> Shown | None:
        """A state in which these cases are true, as far as they do not hang on what is behind the step."""
        target = next((each.action for each in kept if each.action), None)
        now = [each for each in cases if not behind(each)]

        def so(norms: Norms, sight: Sight, given: Given) -> bool:
            return all(read(each, sight, given, norms.compiler.readings) for each in now)

        sought = Sought(target, (), so)
        # one that was guessed hangs on what was asked before, and may be too poor to make a position of
        cases_made = (Asking(self.statements).solved(*cases), self.asking("").case(*cases))
        fewer = (each for case in cases_made if case for each in _fewer(case, leaves(*now)))
        made = next((shown for each in fewer if (shown := self.exhibiting.made(sought, each))), None)
        return made or (self.exhibiting.shown(sought) if len(now) == len(cases) else None)

    def position_between(self, one: Kept, other: Kept) -> Shown | None:
        """A position that one of two clauses takes and the other does not, where they look back at nothing."""
        standing = self.statements.standing
        if one.id not in standing or other.id not in standing:
            return None
        for kept, broken in ((one, other), (other, one)):
            holds = (standing[kept.id], self.statements.formulas.negate(standing[broken.id]))
            if self.asking("").possible(*holds):
                return self.exhibiting.shown(Sought(None, (), _parting(kept, broken)), self.asking("").case(*holds))
        return None

    # --- telling

    def vocabulary_line(self, table: str) -> str:
        """Where a table of the vocabulary is written."""
        written = next((each for each in self.rules.files if each.stem == VOCABULARY), None)
        return written.place(table) if written else VOCABULARY

    def finding(
        self,
        kind: Kind,
        level: Level,
        clauses: Sequence[str],
        says: str,
        ways_out: Sequence[str] = (),
        witness: Shown | None = None,
        key: str = "",
        files: Sequence[str] = (),
        member: str = "",
    ) -> Finding:
        """A finding about clauses, with where they, or one member of them, are written and what they rest on."""
        known = [self.clause(name) for name in clauses]
        places = dict.fromkeys(place for clause in known if clause for place in clause.places)
        written = [self.rules.where(clause, member) for clause in known if clause and self._is_written(clause)]
        return Finding(
            kind,
            level,
            self.rules.name,
            tuple(clauses),
            says,
            tuple(places),
            (*written, *files),
            witness,
            (*ways_out, *self._questions(known)),
            key=key,
        )

    def clause(self, name: str) -> Clause | None:
        """The clause of a name, where there is one."""
        try:
            return self.rules.clause(name)
        except LookupError:
            return None

    def _is_written(self, clause: Clause) -> bool:
        return ("clause", clause.id) in self.rules.places

    def _questions(self, clauses: Iterable[Clause | None]) -> tuple[str, ...]:
        asked = dict.fromkeys(clause.question for clause in clauses if clause and clause.question)
        return tuple(f"Answer the question {question}, on which its meaning hangs." for question in asked)


def _fewer(case: Case, about: Collection[Formula]) -> Iterator[Case]:
    """A case, and without what else it tells: all of it, or one variable, which may hang on what no position holds."""
    yield case
    beside = {leaf: leaf.leaf.key[:2] for leaf in case.values if leaf not in about}
    yield Case({leaf: value for leaf, value in case.values.items() if leaf not in beside})
    for variable in dict.fromkeys(beside.values()):
        yield Case({leaf: value for leaf, value in case.values.items() if beside.get(leaf) != variable})


def _parting(kept: Kept, broken: Kept) -> Also:
    def parts(norms: Norms, sight: Sight, _: Given) -> bool:
        holds = [norms.compiler.compile(each.norm.ensure or Truth(True))(sight, ()) for each in (kept, broken)]
        return bool(holds[0]) and not holds[1]

    return parts


def listed(names: Iterable[str]) -> str:
    """Names in a sentence: `a`, `a and b`, `a, b and c`."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
