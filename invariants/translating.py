"""Positions that the solver may choose: a vocabulary's variables as terms, within their ranges. It proves nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, cast

from ruleproof.spec.algebra import NotSettled, is_plain
from ruleproof.spec.closures import Sight
from ruleproof.spec.meanings import Variable
from ruleproof.spec.norms import Norms
from ruleproof.spec.syntax import Bool, Enum, Int
from ruleproof.spec.vocabulary import Vocabulary

from .solving import Model, Term, boolean, choice, integer

Key = tuple[str, tuple[Any, ...]]


@dataclass
class Unknown:
    """A position of which only what is `settled` is known: by variable, one value for all arguments, or by arguments.

    Terms are made when they are first asked for, so `premises` grows with what was looked at.
    """

    vocabulary: Vocabulary
    settled: Mapping[str, Any] = field(default_factory=dict[str, Any])
    asked: dict[Key, Term] = field(default_factory=dict[Key, Term])
    premises: list[Term] = field(default_factory=list[Term])

    @cached_property
    def sight(self) -> Sight:
        """The position as expressions see it. Asking raises NotSettled."""
        return Sight(self.read)

    def read(self, name: str, args: tuple[Any, ...]) -> Term:
        """The value of a variable, settled or open."""
        if name in self.settled:
            known = self.settled[name]
            by_args = cast(dict[Any, Any], known) if isinstance(known, Mapping) else {args: known}
            if args in by_args:
                return by_args[args]
        key = name, args
        if key not in self.asked:
            self.asked[key] = self._open(self.vocabulary.variable[name], args)
        return self.asked[key]

    def _open(self, variable: Variable, args: tuple[Any, ...]) -> Term:
        name = f"{variable.name}({', '.join(map(str, args))})"
        match variable.type:
            case Bool() if not variable.monitor:
                return boolean(name)
            case Int(low=low, high=high) if not variable.monitor:
                number = integer(name)
                self.premises += [number >= low] if low is not None else []
                self.premises += [number <= high] if high is not None else []
                return number
            case Enum(sort=sort) if not variable.monitor:
                known = self.vocabulary.sort[sort]
                chosen, within = choice(name, map(known.plain, known.members))
                self.premises.append(within)
                return chosen
            case _:
                raise NotSettled(f"{name} is {variable.type}, which has to be settled")

    def assume(self, norms: Norms) -> None:
        """Take the vocabulary's invariants as premises: only well-formed positions are looked at."""
        self.premises += norms.assumptions(self.sight)

    def told(self, model: Model) -> Sight:
        """The position that a model stands for, in plain values."""
        return Sight(lambda name, args: self._plain(name, args, model))

    def _plain(self, name: str, args: tuple[Any, ...], model: Model) -> Any:
        value = self.read(name, args)
        if is_plain(value):
            return value
        match self.vocabulary.variable[name].type:
            case Bool():
                return model.truth(value)
            case Int():
                return model.number(value)
            case _:
                return model.name(value)
