"""Looks for mistakes in the cases themselves, all at once. Whether an expectation is right is for people to say."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from ruleproof.spec.fault import Fault, nearest

from .case import TO_PUBLISH, Case, CaseFault, Chapter, digest, read
from .families import DETERMINED, families
from .hiding import canonical
from .null import NULLS, floor
from .pairs import Pair
from .pairs import read as read_pairs
from .suite import ABOUT, Form, Suite, form, questions
from .values import is_list, is_object
from .walks import Walk
from .walks import read as read_walks


class Names:
    """What cases may refer to: clauses, modes and readings, as the rulebook's files say."""

    def __init__(self, clauses: frozenset[str], modes: frozenset[str], readings: dict[str, frozenset[str]]) -> None:
        self.clauses = clauses
        self.modes = modes
        self.readings = readings


def lint(suite: Suite, names: Names) -> list[Fault]:
    """All faults of the suite's files, in order of file and case."""
    faults: list[Fault] = []
    ids: Counter[str] = Counter()
    where: dict[str, str] = {}
    shape = form(suite.game)
    for path in suite.paths:
        try:
            chapter = read(path)
        except CaseFault as error:
            faults += error.faults
            continue
        faults += _chapter(path, chapter, suite)
        for case in chapter.cases:
            ids.update((case.id, *case.aliases))
            where[case.id] = str(path)
            faults += (Fault(f"{path} {case.id}", what, do) for what, do in _case(case, chapter, names, shape))
    faults += (
        Fault(where.get(one, suite.game), f"{one} is there {count} times", "an id is used once")
        for one, count in ids.items()
        if count > 1
    )
    beside = [*_walks(suite, names, shape), *_pairs(suite, names, shape)]
    return [*faults, *beside, *_families(suite, shape), *published(suite, ids)]


def _chapter(path: Path, chapter: Chapter, suite: Suite) -> Iterator[Fault]:
    if chapter.game != suite.game:
        yield Fault(str(path), f"says game {chapter.game}", f"write {suite.game}")
    if chapter.chapter != path.stem:
        yield Fault(str(path), f"says chapter {chapter.chapter}", f"write {path.stem}, or rename the file")


def _case(case: Case, chapter: Chapter, names: Names, shape: Form) -> Iterator[tuple[str, str]]:
    for name in TO_PUBLISH:
        if not getattr(case, name):
            yield f"has no `{name}`", "a published case says it"
    if case.id.split("/")[:2] != [chapter.game, chapter.chapter]:
        yield "has an id of another file", f"begin it with {chapter.game}/{chapter.chapter}/"
    yield from _clauses(case, names)
    yield from _modes(case, names)
    yield from _readings(case, names)
    yield from _position(case.position, shape)
    yield from _reach(case, names, shape)
    yield from _floor(case, shape)


def _families(suite: Suite, shape: Form) -> Iterator[Fault]:
    """Questions whose cases do not tell their readings apart: whoever does not declare them is never found out."""
    cases = [case for case in _readable(suite) if DETERMINED not in case.tags]
    found = families(cases, shape)
    do = "add a case that asks the same and expects otherwise, or give the tag `determined` to what all readings share"
    for question, family in found.items():
        for one, other in family.alike(shape):
            yield Fault(f"{suite.game} {question}", f"no probe tells {one} from {other}", do)
    for question, there in sorted(_predicted(cases).items()):
        missing = there - set(found[question].readings if question in found else ())
        for reading in sorted(missing) if len(there) > 1 else ():
            yield Fault(f"{suite.game} {question}", f"no probe asks for {reading}", do)


def _predicted(cases: list[Case]) -> dict[str, set[str]]:
    """The readings of each question that cases name."""
    named: dict[str, set[str]] = {}
    for case in cases:
        for question, reading in case.readings.items():
            named.setdefault(question, set()).add(reading)
    return named


def _walks(suite: Suite, names: Names, shape: Form) -> Iterator[Fault]:
    for path in suite.walk_files:
        try:
            found = read_walks(path)
        except CaseFault as error:
            yield from error.faults
            continue
        if found.game != suite.game:
            yield Fault(str(path), f"says game {found.game}", f"write {suite.game}")
        ids = Counter(walk.id for walk in found.walks)
        for walk in found.walks:
            yield from (Fault(f"{path} {walk.id}", what, do) for what, do in _walk(walk, ids, suite, names, shape))


def _walk(walk: Walk, ids: Counter[str], suite: Suite, names: Names, shape: Form) -> Iterator[tuple[str, str]]:
    if not walk.id.startswith(f"{suite.game}/walks/"):
        yield "has an id of another file", f"begin it with {suite.game}/walks/"
    if ids[walk.id] > 1:
        yield f"is there {ids[walk.id]} times", "an id is used once"
    if not walk.since:
        yield "has no `since`", "a published walk says it"
    yield from _modes(walk, names)
    yield from _readings(walk, names)
    yield from _position(walk.position, shape)


def _pairs(suite: Suite, names: Names, shape: Form) -> Iterator[Fault]:
    for path in suite.pair_files:
        try:
            found = read_pairs(path)
        except CaseFault as error:
            yield from error.faults
            continue
        if found.game != suite.game:
            yield Fault(str(path), f"says game {found.game}", f"write {suite.game}")
        ids = Counter(pair.id for pair in found.pairs)
        for pair in found.pairs:
            yield from (Fault(f"{path} {pair.id}", what, do) for what, do in _pair(pair, ids, suite, names, shape))


def _pair(pair: Pair, ids: Counter[str], suite: Suite, names: Names, shape: Form) -> Iterator[tuple[str, str]]:
    if not pair.id.startswith(f"{suite.game}/secrets/"):
        yield "has an id of another file", f"begin it with {suite.game}/secrets/"
    if ids[pair.id] > 1:
        yield f"is there {ids[pair.id]} times", "an id is used once"
    if not pair.since:
        yield "has no `since`", "a published pair says it"
    yield from _clauses(pair, names)
    yield from _modes(pair, names)
    yield from _readings(pair, names)
    yield from _position(pair.position, shape)
    yield from _position(pair.other, shape)
    if pair.viewer not in shape.seats(pair.position):
        yield f"is seen by {pair.viewer}", f"name one who plays: {', '.join(shape.seats(pair.position))}"
    elif shape.seen and canonical(shape.seen(pair.position, pair.viewer)) != canonical(
        shape.seen(pair.other, pair.viewer)
    ):
        yield f"has positions that {pair.viewer} can tell apart", "let them differ in nothing but what is hidden"
    if canonical(shape.whole(pair.position)) == canonical(shape.whole(pair.other)):
        yield "has the same position twice", "let them differ in what is hidden"
    yield from _floor(pair, shape)


def _clauses(case: Case | Pair, names: Names) -> Iterator[tuple[str, str]]:
    for clause in case.clauses:
        if clause not in names.clauses:
            yield f"names {clause}, which is no clause", f"name one that there is.{nearest(clause, names.clauses)}"


def _modes(case: Case | Pair | Walk, names: Names) -> Iterator[tuple[str, str]]:
    for mode in case.modes:
        if mode not in names.modes:
            yield f"names the mode {mode}", f"there are {', '.join(sorted(names.modes))}"


def _readings(case: Case | Pair | Walk, names: Names) -> Iterator[tuple[str, str]]:
    yield from _named(case.readings.items(), names)


def _named(readings: Iterable[tuple[str, str]], names: Names) -> Iterator[tuple[str, str]]:
    for question, reading in readings:
        known = names.readings.get(question)
        if known is None:
            yield (
                f"reads {question}, which is no question",
                f"name one that there is.{nearest(question, names.readings)}",
            )
        elif reading not in known:
            yield f"reads {question} as {reading}", f"its readings are {', '.join(sorted(known))}"


def _reach(case: Case, names: Names, shape: Form) -> Iterator[tuple[str, str]]:
    if case.reach is None:
        return
    if "artificial" in case.tags:
        yield "is artificial, and has a way that leads to it", "leave the tag or the way away"
    yield from _named(((q, r) for q, readings in case.reach.readings.items() for r in readings), names)
    cited = dict.fromkeys(clause for ply in case.reach.actions for clause in ply.clauses)
    for clause in (one for one in cited if one not in names.clauses):
        yield (
            f"names {clause} on its way, which is no clause",
            f"name one that there is.{nearest(clause, names.clauses)}",
        )
    if case.reach.position is not None:
        yield from _position(case.reach.position, shape)


def _position(position: dict[str, Any], shape: Form) -> Iterator[tuple[str, str]]:
    try:
        full = shape.whole(position)
    except msgspec.ValidationError as error:
        yield f"has a position that does not fit: {error}", "compare it with the game's schema"
        return
    for path in strangers(position, full):
        yield f"has a position with {path}, which the schema does not know", "correct the name"
    ids = Counter(_ids(position))
    for name, count in ids.items():
        if count > 1:
            yield f"has a position in which {name} lies {count} times", "ids are unique"


def strangers(value: Any, full: Any, path: str = "") -> Iterator[str]:
    """Paths of members that the full form of a value does not have, those beginning with `x_` left out."""
    if is_object(value) and is_object(full):
        for name, item in value.items():
            here = f"{path}.{name}" if path else name
            if name not in full and not name.startswith("x_"):
                yield here
            else:
                yield from strangers(item, full.get(name), here)
    elif is_list(value) and is_list(full):
        for number, (item, other) in enumerate(zip(value, full, strict=False)):
            yield from strangers(item, other, f"{path}[{number}]")


def _ids(value: Any) -> Iterator[str]:
    if is_object(value):
        if isinstance(value.get("id"), str):
            yield value["id"]
        for item in value.values():
            yield from _ids(item)
    elif is_list(value):
        for item in value:
            yield from _ids(item)


def _floor(case: Case | Pair, shape: Form) -> Iterator[tuple[str, str]]:
    true = floor(case, shape)
    if len(true) == len(NULLS):
        yield "is passed by every implementation without rules", "ask something that tells right from wrong"
    if case.floor is not None and sorted(case.floor) != sorted(true):
        yield f"has the floor {case.floor}, but it is {true}", "write it with `ruleproof suite floor`"


def published(suite: Suite, ids: Counter[str]) -> Iterator[Fault]:
    """Cases that were published and are gone or changed: the suite's `suite.json` holds a digest of each."""
    before: dict[str, str] = suite.about.get("published", {})
    place = f"{suite.game}/{ABOUT}"
    retired = suite.about.get("retired", [])
    now = {case.id: digest(case) for case in _readable(suite)}
    for name, old in sorted(before.items()):
        if name not in ids and name not in retired:
            yield Fault(place, f"{name} was published and is gone", "bring it back, or list it under `retired`")
        elif name in now and now[name] != old:
            yield Fault(place, f"{name} has changed since it was published", "give it a new id and retire this one")
    for name in sorted(set(retired) & set(ids)):
        yield Fault(place, f"{name} is retired and used again", "give the case another id")


def _readable(suite: Suite) -> Iterator[Case]:
    for path in suite.paths:
        try:
            yield from read(path).cases
        except CaseFault:
            continue


def readings(game: str) -> dict[str, frozenset[str]]:
    """The readings of each question."""
    return {one["id"]: frozenset(reading["name"] for reading in one["readings"]) for one in questions(game)}
