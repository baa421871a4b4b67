"""Questions about formulas, put to the solver: can they hold together, and if not, which of them cannot. No clause is
known here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .formulas import Formula, Value, in_order, inside, leaves
from .solving import CODES, TERMS, Model, Session, Term, boolean, integer


@dataclass(frozen=True)
class Case:
    """Values of open names, numbers and conditions under which formulas hold."""

    values: Mapping[Formula, Any]


class Decider:
    """Asks one solver about many formulas. `background` gives what holds of the open values that they hang on."""

    def __init__(self, background: Callable[[Iterable[Formula]], Iterable[Formula]], terms: "Terms") -> None:
        self.background = background
        self._terms = terms
        self._session = Session()
        self._literals: dict[Formula, Term] = {}
        self._said: set[Formula] = set()

    def together(self, *conditions: Value) -> Case | tuple[Formula, ...]:
        """A case in which the conditions all hold, or those of them that never do together: none can be left out.

        Where one of them is plainly false the answer is empty. Raises solving.Undecided.
        """
        if any(condition is False for condition in conditions):
            return ()
        wanted = list(dict.fromkeys(each for each in conditions if each is not True))
        answer = self._ask(wanted)
        return self._case(answer, wanted) if isinstance(answer, Model) else self._fewest(answer)

    def never(self, *conditions: Value) -> bool:
        """Whether the conditions can never hold together."""
        return any(c is False for c in conditions) or not isinstance(
            self._ask([c for c in conditions if c is not True]), Model
        )

    def _ask(self, wanted: Sequence[Formula]) -> Model | tuple[Formula, ...]:
        by_literal = {self._literal(each).get_id(): each for each in wanted}
        answer = self._session.ask(*(self._literals[each] for each in wanted))
        return answer if isinstance(answer, Model) else tuple(by_literal[each.get_id()] for each in answer)

    def _fewest(self, core: tuple[Formula, ...]) -> tuple[Formula, ...]:
        """The core without those that it can do without."""
        kept = list(core)
        for each in core:
            rest = [one for one in kept if one is not each]
            if len(kept) > 1 and not isinstance(answer := self._ask(rest), Model):
                kept = [one for one in rest if one in answer]
        return tuple(kept)

    def _literal(self, condition: Formula) -> Term:
        if condition not in self._literals:
            about, known = leaves(condition), list(self.background(leaves(condition)))
            for each in in_order({*about, *leaves(*known)} - self._said):
                self._session.say(*self._terms.within(each))
            for each in known:
                if each not in self._said:
                    self._session.say(self._terms.of(each))
            self._said.update(about, known, leaves(*known))
            self._literals[condition] = self._session.literal(self._terms.of(condition))
        return self._literals[condition]

    def _case(self, model: Model, wanted: Iterable[Formula]) -> Case:
        about = leaves(*wanted)
        about |= leaves(*self.background(about))
        return Case({leaf: self._value(leaf, model) for leaf in in_order(about)})

    def _value(self, leaf: Formula, model: Model) -> Any:
        term = self._terms.of(leaf)
        match leaf.kind:
            case "truth":
                return model.truth(term)
            case "number":
                return model.number(term)
            case _:
                return _name(model, term, leaf)


def _name(model: Model, term: Term, leaf: Formula) -> str | None:
    if leaf.leaf.members is not None:
        return model.name(term)
    code = model.number(term)
    return CODES.name(code) if CODES.has(code) else f"other{abs(code)}"


class Terms:
    """Formulas as the solver has them, each made once."""

    def __init__(self) -> None:
        self._terms: dict[Formula, Term] = {}

    def of(self, formula: Formula) -> Term:
        """The term of a formula."""
        for each in _in_order(formula, self._terms):
            self._terms[each] = self._made(each)
        return self._terms[formula]

    def _made(self, formula: Formula) -> Term:
        parts = formula.parts
        match formula.op:
            case "leaf":
                return self._opened(formula)
            case "not":
                inner = parts[0]
                if inner.op == "all":
                    return TERMS.either(*(TERMS.negate(self._terms[each]) for each in inner.parts))
                return TERMS.negate(self._terms[inner])
            case "all":
                return TERMS.both(*(self._terms[each] for each in parts))
            case "most":
                return self._terms[parts[0]] <= parts[1]
            case "is" | "named" | "alike" | "choice" | "product":
                return self._joined(
                    formula.op, [self._terms.get(each, each) if isinstance(each, Formula) else each for each in parts]
                )
            case _:
                const, terms = parts
                return TERMS.total([const, *(self._terms[each] * times for each, times in terms)])

    def _joined(self, op: str, parts: list[Term]) -> Term:
        if op == "choice":
            return TERMS.ite(*parts)
        return parts[0] * parts[1] if op == "product" else TERMS.same(*parts)

    def _opened(self, formula: Formula) -> Term:
        leaf = formula.leaf
        return boolean(leaf.name) if leaf.kind == "truth" else integer(leaf.name)

    def within(self, formula: Formula) -> list[Term]:
        """What bounds an open value."""
        leaf, made = formula.leaf, self.of(formula)
        bounds = [made >= leaf.low] if leaf.low is not None else []
        bounds += [made <= leaf.high] if leaf.high is not None else []
        return bounds + ([TERMS.either(*(TERMS.same(made, each) for each in leaf.members))] if leaf.members else [])


def _in_order(root: Formula, known: Mapping[Formula, Any]) -> Iterator[Formula]:
    """The formulas in one that are not known yet, the inner ones first."""
    waiting: list[tuple[Formula, bool]] = [(root, False)]
    seen: set[Formula] = set()
    while waiting:
        each, ready = waiting.pop()
        if ready:
            yield each
        elif each not in seen and each not in known:
            seen.add(each)
            waiting.append((each, True))
            waiting += [(part, False) for part in inside(each)]
