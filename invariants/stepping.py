"""Steps of play, and which clauses on steps apply to each. Whether a step keeps them is asked of the clauses."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ruleproof.spec.accessing import OutsideVocabulary
from ruleproof.spec.acting import Given, Unreadable
from ruleproof.spec.closures import Run
from ruleproof.spec.formal import Norm
from ruleproof.spec.norms import Norms
from ruleproof.spec.syntax import Every, Expr, Implication, Truth

from .confirming import Plainly
from .formulas import Value
from .property import Moment
from .reading import NotTold, read

MOMENTS = 400  # steps that are looked at


@dataclass(eq=False)
class Stepping:
    """Steps of a game, in plain values."""

    plain: Plainly
    moments: Sequence[Moment]
    _runs: dict[tuple[Norms, str], tuple[Run, Run]] = field(default_factory=dict[tuple[Norms, str], tuple[Run, Run]])

    @cached_property
    def met(self) -> frozenset[str]:
        """The clauses that applied to some step which kept every clause."""
        found: set[str] = set()
        for moment in self.moments:
            norms, _ = self.plain.sight(moment)
            applying = [norm for norm in norms.norms if norm.id not in found and self.applies(norm, norms, moment)]
            if applying and not self._broken(norms, moment):
                found.update(norm.id for norm in applying)
        return frozenset(found)

    def _broken(self, norms: Norms, moment: Moment) -> bool:
        assert moment.before is not None
        before = self.plain.sight(moment.before)[1]
        return bool(norms.broken(before, moment.game.write_action(moment.action), moment.position))

    def applies(self, norm: Norm, norms: Norms, moment: Moment) -> bool:
        """Whether a clause says something of the step to a moment."""
        given = self._given(norm, norms, moment)
        if norm.ensure is None or given is None or moment.before is None:
            return False
        if (norms, norm.id) not in self._runs:
            self._runs[norms, norm.id] = self._made(norm, norms)
        when, case = self._runs[norms, norm.id]
        values = [given.get(name) for name in norm.args] if _of_action(norm) else []
        before = self.plain.sight(moment.before)[1]
        try:
            return bool(when(before, values)) and bool(case(norms.sight(moment.position, before), values))
        except (OutsideVocabulary, LookupError):
            return False

    def so(self, conditions: Sequence[Value], action: str | None, norms: Norms, moment: Moment) -> bool:
        """Whether conditions hold of the step to a moment, as far as that can be read off it."""
        if moment.before is None:
            return False
        before = self.plain.sight(moment.before)[1]
        name, given = "", dict[str, Any]()
        with suppress(Unreadable):
            name, found = norms.acting.read(moment.game.write_action(moment.action), before)
            given.update(found)
        sight = norms.sight(moment.position, before)
        try:
            return action in (None, name) and all(read(c, sight, given, norms.compiler.readings) for c in conditions)
        except (NotTold, OutsideVocabulary):
            return False

    def _given(self, norm: Norm, norms: Norms, moment: Moment) -> Given | None:
        """The arguments of the action that led to a moment; None where the clause is about another one."""
        if moment.before is None:
            return None
        try:
            name, given = norms.acting.read(moment.game.write_action(moment.action), self.plain.sight(moment.before)[1])
        except Unreadable:
            return None if _of_action(norm) else {}
        return None if _of_action(norm) and norm.target != name else given

    def _made(self, norm: Norm, norms: Norms) -> tuple[Run, Run]:
        assert norm.ensure is not None
        names = tuple(norm.args) if _of_action(norm) else ()
        guarded = _of_action(norm) and norm.modality in ("is", "may")
        when, case = norm.when if guarded else Truth(True), Every((Truth(True), *_cases(norm.ensure)))
        return norms.compiler.compile(when, names), norms.compiler.compile(case, names)


def _of_action(norm: Norm) -> bool:
    return norm.follows and norm.target is not None


def _cases(ensure: Expr) -> Iterator[Expr]:
    while isinstance(ensure, Implication):
        yield ensure.left
        ensure = ensure.right
