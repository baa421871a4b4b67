"""Worked examples that contradict the rules or themselves, as findings. How they are found out is in `reconciling`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ruleproof.engine.game import Game
from ruleproof.spec.example import Example
from ruleproof.spec.loading import Rules

from .flaw import Finding, Shown
from .reconciling import Clash, clash
from .retelling import Claim, Numbers, Retelling

NOTHING_ELSE: Numbers = {}  # the position as it is written
MOST_SHOWN = 12  # contradictions and repairs that are told in words; the rest is counted


def of_examples(rules: Rules, game: Game[Any, Any]) -> tuple[Finding, ...]:
    """A finding for each worked example that cannot hold, or that its own position does not bear out."""
    found = (of_example(rules, example, game) for example in rules.examples)
    return tuple(finding for finding in found if finding is not None)


def of_example(rules: Rules, example: Example, game: Game[Any, Any]) -> Finding | None:
    """What is wrong with a worked example, or None."""
    retelling = Retelling(game, example, example.mode or rules.info.modes[0])
    names = [claim.name for claim in retelling.claims]
    as_written = retelling.told(NOTHING_ELSE)
    if as_written is not None and as_written.all_of(names):
        return None
    try:
        found = clash(retelling)
    except ValueError as error:
        return _finding(rules, retelling, str(error), ("Correct the position.",), "position")
    return _clashing(rules, retelling, found) if found.cores else _misfit(rules, retelling, found)


def _clashing(rules: Rules, retelling: Retelling, found: Clash) -> Finding:
    """Facts that cannot all hold."""
    involved = {name for core in found.cores for name in core}
    facts = [claim for claim in retelling.claims if claim.name in involved]
    says = ["not everything that is printed can hold.", *(f"{one.name}: {one.says} ({one.at})" for one in facts)]
    says += _few([f"these clash: {', '.join(core)}" for core in found.cores], "more sets that clash")
    if not found.whole:
        says.append(f"{found.tried} ways were played, which is not every one within reach")
    ways_out = _few([_repair(fix, seen) for fix, seen in zip(found.repairs, found.seen, strict=True)], "more repairs")
    ways_out += list(_readings(retelling, found))
    more = {
        "contradictions": [list(core) for core in found.cores],
        "repairs": [list(fix) for fix in found.repairs],
        "facts": {one.name: {"at": one.at, "says": one.says} for one in facts},
    }
    key = " ".join(found.repairs[0])
    return _finding(rules, retelling, "\n".join(says), tuple(ways_out), key, found.numbers[0], facts, more)


def _few(lines: list[str], what: str) -> list[str]:
    left = len(lines) - MOST_SHOWN
    return [*lines[:MOST_SHOWN], *([f"and {left} {what}"] if left > 0 else [])]


def _repair(fix: tuple[str, ...], seen: Mapping[str, str]) -> str:
    comes = "; ".join(f"{name} then comes to: {seen[name]}" for name in fix)
    return f"Drop {' and '.join(fix)}: all the rest can hold. ({comes})"


def _readings(retelling: Retelling, found: Clash) -> Iterator[str]:
    """The readings of open questions under which all of it holds."""
    names = [claim.name for claim in retelling.claims]
    for question, readings in sorted(retelling.game.readings.items()):
        for reading in readings[1:]:
            again = Retelling(retelling.game, retelling.example, retelling.mode, {question: reading})
            ways = (again.told(numbers) for numbers in (NOTHING_ELSE, *found.numbers))
            if any(told is not None and told.all_of(names) for told in ways):
                yield f"Or read {question} as {reading}: all of it holds then."


def _misfit(rules: Rules, retelling: Retelling, found: Clash) -> Finding:
    """Facts that can all hold, but not in the position that is written."""
    changed = [
        f"{where} from {retelling.numbers[where].own} to {value}"
        for where, value in sorted(found.numbers[0].items())
        if value != retelling.numbers[where].own
    ]
    says = "its facts can all hold, but not in the position that is written"
    ways_out = (f"Change {', '.join(changed)} in the position.",)
    return _finding(rules, retelling, says, ways_out, "position " + " ".join(changed), found.numbers[0])


def _finding(
    rules: Rules,
    retelling: Retelling,
    says: str,
    ways_out: tuple[str, ...],
    key: str,
    numbers: Numbers | None = None,
    concerned: Sequence[Claim] = (),
    more: dict[str, Any] | None = None,
) -> Finding:
    example = retelling.example
    facts = [claim.fact for claim in concerned if claim.fact]
    return Finding(
        "example",
        "error",
        rules.name,
        example.clauses,
        f"In the worked example {example.id} {says}",
        tuple(dict.fromkeys([claim.at for claim in concerned] or example.at)),
        tuple(dict.fromkeys([rules.where(example), *(rules.where(example, hint=fact) for fact in facts)])),
        None if numbers is None else Shown(retelling.position(numbers), example.given.actions),
        ways_out,
        key=f"{example.id} {key}",
        more={"example": example.id, **(more or {})},
    )
