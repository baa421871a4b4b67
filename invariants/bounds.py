"""What clauses bound or fix behind a step: numbers and single things, and in which case. It compares no two clauses."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from .formulas import Formula, Leaf, Number, Value, conjuncts, disjuncts, leaves, told
from .sequences import Unsettled
from .stating import AFTERWARDS, Kept, behind

DEEP = 4  # choices within each other in what a clause ensures


@dataclass(frozen=True, eq=False)
class Bound:
    """What a clause says of one thing behind a step: one of `said`, where all of `parts` are so."""

    kept: Kept
    about: Formula
    said: tuple[Formula, ...]
    parts: tuple[Value, ...]

    @cached_property
    def holds(self) -> Value:
        """The condition on the thing."""
        return self.about.home.either(*self.said)

    @cached_property
    def case(self) -> Value:
        """The case in which the clause says so; put together only where two clauses speak of one thing."""
        return self.about.home.both(*self.parts)

    @cached_property
    def ends(self) -> tuple[int | None, int | None]:
        """The bounds of a number, from below and from above; both the same where it is fixed, none where it is open."""
        return _ends(self.said[0]) if len(self.said) == 1 else (None, None)

    @property
    def bounded(self) -> bool:
        """It bounds a number: from below, from above, or to one value."""
        return self.ends != (None, None)

    @cached_property
    def thing(self) -> Formula:
        """What of it belongs to the position behind the step; of a number up to what is known before the step."""
        return self._split[0]

    @cached_property
    def span(self) -> tuple["Formula | int | None", "Formula | int | None"]:
        """The least and the most that the thing may be, in numbers that are known before the step."""
        _, sign, beside = self._split
        low, high = (None if end is None else (end - beside) * sign for end in self.ends)
        return (low, high) if sign > 0 else (high, low)

    @property
    def fixed(self) -> bool:
        """It leaves one number."""
        return self.bounded and self.ends[0] == self.ends[1]

    @property
    def called(self) -> str:
        """What the thing is called in the vocabulary, where it has one name."""
        told = {_name(leaf.leaf) for leaf in leaves(self.thing) if leaf.kind == self.thing.kind}
        return told.pop() if len(told) == 1 else "one thing"

    def __str__(self) -> str:
        """What it leaves, in words."""
        if not self.bounded:
            return " or ".join(str(each.parts[1]) for each in disjuncts(self.holds) if each.op in ("is", "named"))
        low, high = self.span
        if self.fixed:
            return self._said(low, "exactly {}", "as before", "exactly")
        if low is not None:
            return self._said(low, "at least {}", "no less than before", "at least")
        return self._said(high, "at most {}", "no more than before", "at most")

    def _said(self, end: "Formula | int | None", plain: str, unchanged: str, word: str) -> str:
        """One end in words: a number, or what it is to what it was before the step."""
        if isinstance(end, int):
            return plain.format(end)
        assert end is not None
        change = end.parts[0] if end.op == "total" else 0
        if told(end - change) != told(self.thing).replace(AFTERWARDS, ""):
            return f"{word} what is worked out from the state before"
        if change == 0:
            return unchanged
        if change < 0:  # at least 1 less is at most that many
            word = {"at least": "at most", "at most": "at least"}.get(word, word)
        return f"{word} {abs(change)} {'more' if change > 0 else 'less'} than before"

    @property
    def hangs(self) -> bool:
        """It bounds a number by what was before the step."""
        return self.bounded and any(isinstance(end, Formula) for end in self.span)

    @cached_property
    def _split(self) -> tuple[Formula, int, Number]:
        home = self.about.home
        if self.about.op != "total":
            return self.about, 1, 0
        const, terms = self.about.parts
        later = [(each, times) for each, times in terms if behind(each)]
        sooner = [(each, times) for each, times in terms if not behind(each)]
        sign = 1 if later[0][1] > 0 else -1
        thing = home.linear([(each, times * sign) for each, times in later])
        assert isinstance(thing, Formula)  # it hangs on what is behind the step
        return thing, sign, home.linear([(const, 1), *sooner])


def bounds_of(
    kept: Kept, condition: Value, case: tuple[Value, ...], deep: int = DEEP, split: bool = False
) -> Iterator[Bound]:
    """What has to hold of single things behind a step for a condition to hold, and in which case it has to.

    Where one of several will do, each has to hold in the case that the others do not.
    """
    for part in conjuncts(condition):
        by_subject: dict[Formula, list[Formula]] = {}
        choices = disjuncts(part)
        for each in choices:
            if (about := _subject(each)) is not None:
                by_subject.setdefault(about, []).append(each)
        for about, said in by_subject.items():
            others = [each for each in choices if each not in said]
            if leaves(about) & leaves(*others) or ((others or split) and about.kind != "number"):
                continue  # what it is to be hangs on what it is; or it only tells cases of something else apart
            yield Bound(kept, about, tuple(said), (*case, *map(part.home.negate, others)))
        for each in choices if deep and len(choices) > 1 else ():
            if isinstance(each, Formula) and each.op == "all" and behind(each):
                others = [part.home.negate(other) for other in choices if other is not each]
                apart = [inner for inner in each.parts if _tells_cases_apart(inner)]
                yield from bounds_of(kept, each, (*case, *others, *apart), deep - 1, split=True)


def _name(leaf: Leaf) -> str:
    match leaf.key:
        case ("variable", name, *_):
            return str(name)
        case ("length", Unsettled(key=("variable", name, *_))):
            return f"the length of {name}"
        case _:
            return leaf.name


def _tells_cases_apart(condition: Formula) -> bool:
    """Whether a condition is about one thing, and bounds no number behind the step."""
    said = condition.parts[0] if condition.op == "not" else condition
    about = _subject(condition)
    return said.op in ("leaf", "named", "alike") and (about is None or about.kind != "number")


def _subject(condition: Value) -> Formula | None:
    """The one thing behind a step that a condition is about, where it is about one."""
    if not isinstance(condition, Formula):
        return None
    said = condition.parts[0] if condition.op == "not" else condition
    if said.op == "leaf" or said.op == "most":
        about = said if said.op == "leaf" else said.parts[0]
    elif condition.op in ("is", "named"):
        about = said.parts[0]
    else:
        return None  # what a thing is not tells cases apart: it is no value
    return about if behind(about) else None


def _ends(condition: Formula) -> tuple[int | None, int | None]:
    said = condition.parts[0] if condition.op == "not" else condition
    if condition.op == "is":
        return said.parts[1], said.parts[1]
    if said.op != "most":
        return None, None
    return (said.parts[1] + 1, None) if condition.op == "not" else (None, said.parts[1])


def is_within(tight: Bound, loose: Bound) -> bool:
    """Whether one bound of a number leaves fewer numbers than the other, and none that the other rules out."""
    if not (tight.bounded and loose.bounded) or tight.ends == loose.ends:
        return False
    (low, high), (least, most) = tight.ends, loose.ends
    return (least is None or (low is not None and low >= least)) and (
        most is None or (high is not None and high <= most)
    )
