"""What clauses say in true positions, in plain values: it confirms what was found by formulas. It searches nothing."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Any, TypeAlias

from ruleproof.spec.acting import Given, Unreadable
from ruleproof.spec.closures import Run, Sight
from ruleproof.spec.formal import Norm
from ruleproof.spec.loading import Rules
from ruleproof.spec.norms import Norms
from ruleproof.spec.syntax import Enum

from .property import Moment

MOST = 24  # arguments of an action that are tried in one position

Readings: TypeAlias = tuple[tuple[str, str], ...]


@dataclass(eq=False)
class Plainly:
    """The clauses of a mode, ready for true positions under any readings."""

    rules: Rules
    mode: str | None
    _norms: dict[Readings, Norms] = field(default_factory=dict[Readings, Norms])
    _runs: dict[tuple[Readings, str], Run] = field(default_factory=dict[tuple[Readings, str], Run])
    _sights: dict[int, tuple[Moment, Sight]] = field(default_factory=dict[int, tuple[Moment, Sight]])

    def norms(self, readings: Readings) -> Norms:
        """The clauses under some readings, the others being the defaults."""
        if readings not in self._norms:
            known = {question: name for question, name in readings if question in self.rules.vocabulary.readings}
            self._norms[readings] = Norms(self.rules, known, self.mode)
        return self._norms[readings]

    def sight(self, moment: Moment) -> tuple[Norms, Sight]:
        """The clauses under a moment's readings, and its position as they see it."""
        norms = self.norms(tuple(sorted(moment.readings.items())))
        known = self._sights.get(id(moment))
        if known is None:
            known = self._sights[id(moment)] = moment, norms.sight(moment.position)
        return norms, known[1]

    def holds(self, norm: Norm, norms: Norms, sight: Sight, given: Given) -> bool:
        """Whether the condition of a clause holds."""
        key = tuple(sorted(norms.compiler.readings.items())), norm.id
        if key not in self._runs:
            self._runs[key] = norms.compiler.compile(norm.when, tuple(norm.args))
        return bool(self._runs[key](sight, [given.get(name) for name in norm.args]))

    def arguments(self, norms: Norms, sight: Sight, target: str | None) -> Iterator[Given]:
        """Arguments to try for an action or a quantity; one without any where there is no target."""
        if target is None:
            yield {}
        elif target in self.rules.vocabulary.action:
            proposed = norms.acting.proposed(target, sight)
            yield from proposed[:: max(1, -(-len(proposed) // MOST))]
            yield from self._listed(norms, sight, target)
        else:
            yield from islice(self._members(self.rules.vocabulary.quantity[target].args), MOST)

    def _listed(self, norms: Norms, sight: Sight, action: str) -> Iterator[Given]:
        for each in norms.acting.listed(action):
            try:
                yield norms.acting.read(each, sight)[1]
            except Unreadable:
                continue

    def _members(self, args: Mapping[str, Any]) -> Iterator[Given]:
        sorts = self.rules.vocabulary.sort
        domains: list[Sequence[Any]] = [sorts[of.sort].range if isinstance(of, Enum) else ((),) for of in args.values()]
        for values in product(*domains):
            yield dict(zip(args, values, strict=True))
