"""Where the answers of an implementation part from those of the reference. Nobody is asked here."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ruleproof.engine.decision import Allowed
from ruleproof.engine.game import Unreadable

from .expecting import Due, Event, Scope, clause_of, features_of, kind_of
from .matching import Difference, encode, matches, part, same, whole
from .messages import RpcError
from .suite import Form
from .values import is_object

LEGALITY, EFFECT, TROUBLE = "legality", "effect", "trouble"
GROUPS = {
    "accepted": LEGALITY,
    "refused": LEGALITY,
    "legal": LEGALITY,
    "error": TROUBLE,
    "crash": TROUBLE,
    "timeout": TROUBLE,
    "protocol-violation": TROUBLE,
}
SOFT = {"legal", "events", "observation"}  # behind such a one both still stand at the same position
STATUS = ("terminal", "toAct", "phase")


class Parting(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first answer of a play that differs.

    `kind`: `accepted` (what has to be refused is done), `refused`, `board`, `status`, `legal`, `events`, `observation`,
    `loaded` (the position does not come back as it was sent), `error`, `crash`, `timeout` or `protocol-violation`.
    `at` is the number of the try, 0 before the first. `features` are the clauses at work in what differs, each with
    its occasion; `action` is the one that differs in a list.
    """

    kind: str
    at: int
    where: str = ""
    expected: Any = None
    got: Any = None
    features: tuple[str, ...] = ()
    action: Any = None
    detail: str = ""
    errors: str = ""

    @property
    def group(self) -> str:
        """The kind of difference: of legality, of effect, or no answer at all."""
        return GROUPS.get(self.kind, EFFECT)

    def suspects(self, agreed: Mapping[str, int]) -> list[str]:
        """Its features, those first that were least often seen where both agreed."""
        order = {feature: place for place, feature in reversed(list(enumerate(self.features)))}
        return sorted(order, key=lambda one: (agreed.get(one, 0), order[one]))

    def clauses(self, agreed: Mapping[str, int]) -> list[str]:
        """The clauses of its features in the same order, each once."""
        named = (clause_of(feature) for feature in self.suspects(agreed))
        return [clause for clause in dict.fromkeys(named) if clause != "-"]


@dataclass
class Answer:
    """What an implementation answered to one step; what it was not asked is None."""

    accepted: bool = True
    events: list[Any] | None = None
    position: Any = None
    status: dict[str, Any] | None = None
    legal: dict[str, list[Any]] = field(default_factory=dict[str, list[Any]])
    flags: dict[str, list[bool]] = field(default_factory=dict[str, list[bool]])  # for each action that is legal
    loaded: bool = False  # the answer to a position that was put on the table
    partial: set[str] = field(default_factory=set[str])  # the seats whose list may leave something out
    seen: dict[str, Any] = field(default_factory=dict[str, Any])
    error: RpcError | None = None


def partings(scope: Scope, form: Form, number: int, due: Due, answer: Answer, used: int) -> Iterator[Parting]:
    """Everything that differs at one step, the weightiest first. `used`: entries of the script of chance so far."""
    if answer.error is not None:
        yield Parting("error", number, features=troubled(due), detail=str(answer.error))
        return
    if answer.accepted is not due.accepted:
        kind = "accepted" if answer.accepted else "refused"
        yield Parting(kind, number, "accepted", due.accepted, answer.accepted, due.deciding)
        return
    if not due.within:
        return
    told = _events(scope, number, due, answer)
    listed = [found for seat in due.legal for found in _legal(number, due, answer, seat)]
    for found in _standing(scope, form, number, due, answer, used):
        chosen = listed[0] if listed and found.where.startswith("pending") else None  # another choice waits
        features = told.features if told and due.events else due.features
        features = (*chosen.features, *features) if chosen else features
        if answer.status is not None and _status(due, answer.status, used):  # something else comes next
            features = (*features, *due.next)
        yield msgspec.structs.replace(found, features=tuple(dict.fromkeys(features)))
    if told:
        yield told
    yield from listed


def troubled(due: Due) -> tuple[str, ...]:
    """The features of no usable answer: at what kind of action, then what the reference decides by."""
    return (f"trouble {kind_of(due.tried.action) if due.tried else 'start'} -", *due.deciding)


# events


def _events(scope: Scope, number: int, due: Due, answer: Answer) -> Parting | None:
    if answer.events is None:
        return None
    after = due.moment.position
    types = scope.types | {str(event.get("type")) for event in due.events}
    theirs = [event for event in answer.events if is_object(event) and event.get("type") in types]
    ours, theirs = scope.free.events(list(due.events), after), scope.free.events(theirs, after)
    missing, extra = unmatched(ours, theirs)
    if not missing and not extra:
        return None
    cited = [feature for event in missing for feature in features_of(event)]
    kept = {feature for event in ours if event not in missing for feature in features_of(event)}
    features = [one for one in cited if one not in kept] or cited or list(due.features)
    shown = [bare(event) for event in missing], extra
    return Parting("events", number, "events", *shown, tuple(dict.fromkeys(features)))


def bare(event: Event) -> Event:
    """An event without its clauses, which are never compared."""
    return {name: value for name, value in event.items() if name != "clauses"}


def unmatched(ours: Iterable[Event], theirs: Iterable[Event]) -> tuple[list[Event], list[Event]]:
    """Our events that they have not, and theirs that we have not, in any order; their further members are free."""
    left = list(theirs)
    missing: list[Event] = []
    for event in ours:
        wanted = bare(event)
        found = next((place for place, one in enumerate(left) if matches(wanted, one)), None)
        if found is None:
            missing.append(event)
        else:
            left.pop(found)
    return missing, [bare(event) for event in left]


# where the game stands


def _standing(scope: Scope, form: Form, number: int, due: Due, answer: Answer, used: int) -> Iterator[Parting]:
    if answer.position is not None and (found := differing(scope, form, due.moment.position, answer.position)):
        kind = "loaded" if answer.loaded and not due.entries else "board"
        yield Parting(kind, number, found.where, found.expected, found.got)
    elif answer.status is not None and (found := _status(due, answer.status, used)):
        yield Parting("status", number, found.where, found.expected, found.got)
    for viewer, seen in answer.seen.items():
        if found := _seen(form, due.moment.game.observe(due.moment.state, viewer), seen):
            where = f"{viewer}: {found.where}"
            yield Parting("observation", number, where, found.expected, found.got)


def differing(scope: Scope, form: Form, ours: Any, theirs: Any) -> Difference | None:
    """The first difference between two positions, in the one form."""
    if encode(ours) == encode(theirs):
        return None
    try:
        if form.same(ours, theirs):
            return None
        return whole(scope.free.standing(form.whole(ours)), scope.free.standing(form.whole(theirs)))
    except msgspec.ValidationError as error:
        return Difference("dump", f"a position of the schema ({error})", theirs)


def _seen(form: Form, ours: Any, theirs: Any) -> Difference | None:
    if encode(ours) == encode(theirs):
        return None
    try:
        return whole(form.observed(ours), form.observed(theirs))
    except msgspec.ValidationError as error:
        return Difference("observation", f"an observation of the schema ({error})", theirs)


def _status(due: Due, theirs: dict[str, Any], used: int) -> Difference | None:
    ours = due.moment.status
    for name in STATUS:
        if not same(ours.get(name), theirs.get(name)):
            return Difference(name, ours.get(name), theirs.get(name))
    if "outcome" in ours and (found := part(_judged(ours["outcome"]), theirs.get("outcome"), "outcome")):
        return found
    if theirs.get("chanceUsed") is not None and not same(theirs["chanceUsed"], used):
        return Difference("chanceUsed", used, theirs["chanceUsed"])
    return None


def _judged(outcome: Any) -> Any:
    return {name: value for name, value in outcome.items() if name != "clauses"} if is_object(outcome) else outcome


# legal actions


def _legal(number: int, due: Due, answer: Answer, seat: str) -> Iterator[Parting]:
    ours = due.legal[seat]
    if seat in answer.flags:
        missing = [one for one, flag in zip(ours, answer.flags[seat], strict=True) if not flag]
        if missing:
            yield _listed(number, due, seat, missing[0], {"legal": True, "seat": seat}, False)
    if seat not in answer.legal:
        return
    missing, extra = _unlisted(due, seat, ours, answer.legal[seat])
    if extra:
        yield _listed(number, due, seat, extra[0], {"excludes": extra[0]}, extra[0])
    elif missing and seat not in answer.partial:
        alike = [one for one in answer.legal[seat] if kind_of(one) == kind_of(missing[0])]
        yield _listed(number, due, seat, missing[0], missing[0], alike)


def _listed(number: int, due: Due, seat: str, action: Any, expected: Any, got: Any) -> Parting:
    decision = _decision(due, seat, action)
    word = "allow" if isinstance(decision, Allowed) else "refuse"
    clauses = () if decision is None else decision.clauses
    features = tuple(f"{word} {kind_of(action)} {clause}" for clause in clauses) or (f"{word} {kind_of(action)} -",)
    return Parting("legal", number, f"legal {seat}", expected, got, features, action)


def _decision(due: Due, seat: str, action: Any) -> Any:
    game = due.moment.game
    read = game.read_action(action)
    return None if isinstance(read, Unreadable) else game.decide(due.moment.state, seat, read)


def _unlisted(due: Due, seat: str, ours: list[dict[str, Any]], theirs: list[Any]) -> tuple[list[Any], list[Any]]:
    """The actions that only we list, and those that only they do. Other words for the same action are no difference."""
    our_texts, their_texts = Counter(map(encode, ours)), Counter(map(encode, theirs))
    if our_texts.keys() == their_texts.keys():
        return [], []
    missing = [one for one in ours if encode(one) not in their_texts]
    extra = [one for one in theirs if encode(one) not in our_texts and due.asks(one)]
    unlike: list[Any] = []
    for one in extra:
        meant = next((other for other in missing if matches(one, other)), None) or _meant(due, seat, one, missing)
        if meant is not None:
            missing.remove(meant)
        elif not isinstance(_decision(due, seat, one), Allowed):
            unlike.append(one)
    return missing, unlike


def _meant(due: Due, seat: str, action: Any, listed: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The listed action of the same kind that leads to the same position as one in other words."""
    alike = [one for one in listed if kind_of(one) == kind_of(action)]
    if not alike or not isinstance(_decision(due, seat, action), Allowed):
        return None
    there = _led_to(due, seat, action)
    return next((one for one in alike if _led_to(due, seat, one) == there), None)


def _led_to(due: Due, seat: str, action: Any) -> str:
    moment = due.moment
    return moment.game.digest(moment.game.apply(moment.state, seat, moment.game.read_action(action)).state)
