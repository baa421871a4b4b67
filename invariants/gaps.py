"""Gaps between clauses on one action: they speak below a number and above it, or for all members but one. It judges no
state.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .flaw import Finding
from .formulas import Formula, Value, conjuncts, told, within
from .searching import Search
from .stating import Stated
from .weighing import put, worth


@dataclass(frozen=True, eq=False)
class Part:
    """What a clause says of one open value, and the rest of its condition."""

    stated: Stated
    low: int | None
    high: int | None
    rest: Value


def gaps(search: Search, action: str) -> Iterator[Finding]:
    """Every number between two clauses, and every last member, of which no clause on the action says anything."""
    spoken = [each for modality in ("may", "cannot") for each in search.statements.on(action, modality)]
    silent = [search.statements.formulas.negate(each.when) for each in spoken]
    for value, parts in _numbers(search, spoken).items():
        yield from _between(search, action, silent, value, parts)
    yield from _left_out(search, action, spoken)
    named = {(each.parts[0], each.parts[1]) for each in within(one.when for one in spoken) if each.op == "named"}
    for value, members in _names(search, spoken).items():
        missing = [each for each in value.leaf.members or () if each is not None and (value, each) not in named]
        if len(missing) == 1 and len(members) > 1:
            yield from _all_but_one(search, action, silent, value, missing[0], members)


def _one_case(search: Search, action: str, *rests: Value) -> bool:
    """Whether clauses speak of one case but for the value: what one asks beside it implies what all others ask."""
    asking, negate = search.asking(action), search.statements.formulas.negate
    return any(all(asking.never(rest, negate(other)) for other in rests if other is not rest) for rest in rests)


def _rest(search: Search, stated: Stated, value: Formula) -> Value:
    parts = [each for each in conjuncts(stated.when) if _about(each) is not value]
    return search.statements.formulas.both(*parts)


def _about(condition: Formula) -> Formula | None:
    said = condition.parts[0] if condition.op == "not" else condition
    return said.parts[0] if said.op in ("most", "is", "named") else None


# --- numbers


def _numbers(search: Search, spoken: list[Stated]) -> dict[Formula, list[Part]]:
    found: dict[Formula, list[Part]] = {}
    for stated in spoken:
        bounds: dict[Formula, tuple[int | None, int | None]] = {}
        for each in conjuncts(stated.when):
            said = each.parts[0] if each.op == "not" else each
            if said.op == "most":
                low, high = bounds.get(said.parts[0], (None, None))
                bounds[said.parts[0]] = (said.parts[1] + 1, high) if each.op == "not" else (low, said.parts[1])
        for value, (low, high) in bounds.items():
            found.setdefault(value, []).append(Part(stated, low, high, _rest(search, stated, value)))
    return found


def _between(search: Search, action: str, silent: list[Value], value: Formula, parts: list[Part]) -> Iterator[Finding]:
    formulas, asking = search.statements.formulas, search.asking(action)
    highs = sorted({part.high for part in parts if part.high is not None})
    for high in highs:
        above = [part.low for part in parts if part.low is not None and part.low > high]
        if not above or min(above) == high + 1:
            continue
        low = min(above)
        for one in (part for part in parts if part.high == high):
            for two in (part for part in parts if part.low == low):
                between = (formulas.same(value, high + 1), one.rest, two.rest, *silent)
                if _one_case(search, action, one.rest, two.rest) and asking.possible(*between):
                    yield _gap(search, action, (one.stated, two.stated), between, f"{high + 1} of {_called(value)}")
                    return


def _called(value: Formula) -> str:
    """What a value is called in the vocabulary."""
    return told(value).removesuffix("()")


def _gap(search: Search, action: str, stated: tuple[Stated, ...], conditions: tuple[Value, ...], what: str) -> Finding:
    names = tuple(dict.fromkeys(each.id for each in stated))
    case = search.asking(action).case(*conditions)
    return search.finding(
        "hole",
        "warning",
        names,
        f"{' and '.join(names)} speak of {action} beside {what}, of which no clause says anything there.",
        ("Widen the condition of one of them.", "Ask, where the text leaves it open."),
        search.silent(action, conditions, case),
        f"gap.{what}",
    )


def _left_out(search: Search, action: str, spoken: list[Stated]) -> Iterator[Finding]:
    """Single numbers: the clauses speak of the action one below and one above, all else being equal."""
    formulas, asking = search.statements.formulas, search.asking(action)
    for value, number in sorted(_denied(spoken), key=lambda part: (part[0].number, part[1])):
        below, at, above = ([put(each.when, value, number + step) for each in spoken] for step in (-1, 0, 1))
        silent = [formulas.negate(each) for each in at]
        beside = (formulas.either(*below), formulas.either(*above), *silent)
        if not asking.possible(*beside):
            continue
        case = asking.case(*beside)
        known: Mapping[Formula, Any] = case.values if case else {}
        speaking = [one for one, under, over in zip(spoken, below, above, strict=True) if _holds(under, over, known)]
        conditions = (formulas.same(value, number), *beside)
        yield _gap(search, action, tuple(speaking), conditions, f"{number} of {_called(value)}")


def _denied(spoken: list[Stated]) -> set[tuple[Formula, int]]:
    """The numbers that clauses say something is not to be."""
    waiting = [(each.when, True) for each in spoken if isinstance(each.when, Formula)]
    found, seen = set[tuple[Formula, int]](), set[tuple[Formula, bool]]()
    while waiting:
        each, so = waiting.pop()
        if (each, so) not in seen:
            seen.add((each, so))
            waiting += [(part, so is (each.op == "all")) for part in each.parts] if each.op in ("all", "not") else []
            if each.op == "is" and not so and each.parts[0].op == "leaf":
                found.add((each.parts[0], each.parts[1]))
    return found


def _holds(one: Value, other: Value, known: Mapping[Formula, Any]) -> bool:
    return bool(worth(one, known) or worth(other, known))


# --- names


def _names(search: Search, spoken: list[Stated]) -> dict[Formula, dict[str, list[Stated]]]:
    found: dict[Formula, dict[str, list[Stated]]] = {}
    for stated in spoken:
        for each in conjuncts(stated.when):
            if each.op == "named" and each.parts[1] is not None:
                found.setdefault(each.parts[0], {}).setdefault(each.parts[1], []).append(stated)
    return found


def _all_but_one(
    search: Search, action: str, silent: list[Value], value: Formula, missing: str, members: dict[str, list[Stated]]
) -> Iterator[Finding]:
    formulas, asking = search.statements.formulas, search.asking(action)
    each_spoken = [formulas.either(*(_rest(search, each, value) for each in said)) for said in members.values()]
    conditions = (formulas.named(value, missing), *each_spoken, *silent)
    if _one_case(search, action, *each_spoken) and asking.possible(*conditions):
        stated = tuple(each for said in members.values() for each in said)
        yield _gap(search, action, stated, conditions, f"{missing} of {_called(value)}")
