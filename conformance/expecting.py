"""What the reference answers at each step of a play. How these answers are compared with others is in parting."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import msgspec

from ruleproof.engine.dealing import dealing
from ruleproof.engine.decision import Refused
from ruleproof.engine.game import Game, Site, Unreadable
from ruleproof.invariants.property import Moment, begin

from .freedom import Freedom
from .messages import Declared
from .play import Play, Try
from .values import is_list, is_object

Event = dict[str, Any]
Entry = dict[str, Any]  # what chance decides at a site: `site`, and `outcome` with the top card first
Decide = Callable[[Site], Entry]


@dataclass(frozen=True)
class Scope:
    """What of an implementation can be asked, and how the reference has to read its rulebook beside it."""

    game: str
    mode: str
    declared: Declared
    followed: Mapping[str, str] = field(default_factory=dict[str, str])
    types: frozenset[str] = frozenset()  # of events that are compared, beside those that the reference tells
    free: Freedom = field(default_factory=Freedom)

    @property
    def loads(self) -> bool:
        """Whether a position can be put on the table."""
        return "position" in self.declared.setup

    @property
    def deals(self) -> bool:
        """Whether a new game can be begun so that both have the same cards in the same order."""
        return "deal" in self.declared.setup and self.chance != ""

    @property
    def chance(self) -> str:
        """How it is told what chance decides: `scripted`, `stepwise`, or not at all."""
        return next((way for way in ("scripted", "stepwise") if way in self.declared.chance), "")

    @property
    def dumps(self) -> bool:
        """Whether its positions can be seen whole."""
        return "dump" in self.declared.optional

    def reads(self, play: Play) -> dict[str, str]:
        """The readings that the reference plays under."""
        return {**self.followed, **play.asked}

    def takes(self, game: Game[Any, Any], play: Play) -> bool:
        """Whether its cards are enough for the position of a play."""
        return play.position is None or self.wired(game, play) is not None

    def wired(self, game: Game[Any, Any], play: Play) -> Any:
        """The position of a play as it is sent: cards by name where only a set of cards is there; None if it cannot be.

        What a name means is what the reference reads in it.
        """
        if self.declared.cards == "inline":
            return play.position
        named = with_names(play.position)
        try:
            meant = begin(game, named, play.mode, self.reads(play)).position
        except ValueError:
            return None
        return named if meant == play.position else None

    def holds(self, moment: Moment) -> bool:
        """Whether a moment is one that it plays: its phase is there, and what chance decides can be told."""
        phases = self.declared.phases
        return (phases is None or moment.status.get("phase") in phases) and (moment.site is None or self.chance != "")


@dataclass(frozen=True)
class Due:
    """What is right after one try, or at the start where `tried` is None.

    `start` is the moment that is tried at, `moment` where the game stands then. `clauses` are those of the decision,
    `alone` tells that no other reason refuses it, `entries` what chance decided on the way.
    """

    scope: Scope
    start: Moment
    moment: Moment
    tried: Try | None = None
    accepted: bool = True
    clauses: tuple[str, ...] = ()
    alone: bool = True
    events: tuple[Event, ...] = ()
    entries: tuple[Entry, ...] = ()

    @cached_property
    def within(self) -> bool:
        """Whether all of it can be compared; else only `accepted`, and the play has to end there."""
        if not self.scope.holds(self.moment):
            return False
        if self.tried is None or not self.accepted:
            return True
        told = self.start.position, self.tried.action, list(self.events), self.moment.position
        return self.scope.free.settled(*told)

    @property
    def named(self) -> bool:
        """Whether the try has to say which player acts, who is not the first that may."""
        first = next(iter(self.start.game.to_move(self.start.state)), "")
        return self.tried is not None and self.tried.seat != first

    def asks(self, action: Any) -> bool:
        """Whether it is settled if an action is legal then."""
        return self.scope.free.asked(self.moment.position, action)

    @cached_property
    def features(self) -> tuple[str, ...]:
        """What the step shows of the rules: the clauses of its decision and of its events, each with its occasion."""
        return (*self.deciding, *(each for event in self.events for each in features_of(event)))

    @cached_property
    def deciding(self) -> tuple[str, ...]:
        """The part of the features that stands for the decision."""
        if self.tried is None:
            return ()
        word = f"{'allow' if self.accepted else 'refuse' if self.alone else 'refuse,'} {kind_of(self.tried.action)}"
        return tuple(f"{word} {clause}" for clause in self.clauses) or (f"{word} -",)

    @cached_property
    def next(self) -> tuple[str, ...]:
        """The clauses by which the first legal action of each kind is allowed that may come then."""
        game, first = self.moment.game, dict[str, tuple[str, Any]]()
        for seat, action in self.moment.turns:
            first.setdefault(action.__class__.__name__, (seat, action))
        decided = ((action, game.decide(self.moment.state, seat, action).clauses) for seat, action in first.values())
        return tuple(
            f"next {kind_of(game.write_action(action))} {clause}" for action, clauses in decided for clause in clauses
        )

    @property
    def shown(self) -> set[str]:
        """All that is seen to be right where both agree on the step."""
        return {*self.features, *self.next}

    @cached_property
    def legal(self) -> dict[str, list[dict[str, Any]]]:
        """The actions of each seat that may act which are legal in any case."""
        found: dict[str, list[dict[str, Any]]] = {seat: [] for seat in self.moment.status.get("toAct", ())}
        for seat, action in self.moment.turns:
            written = self.moment.game.write_action(action)
            if self.asks(written):
                found.setdefault(seat, []).append(written)
        return found


def with_names(position: Any) -> Any:
    """The position with the `id` of a thing in the place of what else it says of itself."""
    if is_object(position):
        named = position.get("id")
        return named if isinstance(named, str) else {name: with_names(item) for name, item in position.items()}
    return [with_names(item) for item in position] if is_list(position) else position


def features_of(event: Event) -> Iterable[str]:
    """The clauses of an event, each with the type of the event."""
    cited = event.get("clauses")
    return (f"event {event.get('type')} {clause}" for clause in (cited if is_list(cited) else ()))


def clause_of(feature: str) -> str:
    """The clause that a feature is about, or `-`."""
    return feature.rpartition(" ")[2]


def kind_of(action: Any) -> str:
    """The type of an action, or `-` where it has none."""
    kind = action.get("type") if is_object(action) else None
    return kind if isinstance(kind, str) and " " not in kind else "-"


def follow(game: Game[Any, Any], scope: Scope, play: Play) -> list[Due]:
    """What is right at the start and after each try, as far as the play stays within what is declared.

    Raises PositionFault or ValueError where the play cannot be begun.
    """
    decide = wished(play.chance)
    due = begun(game, scope, play, decide)
    found = [due]
    for tried in play.tries:
        if not due.within:
            break
        due = after(due, tried, decide)
        found.append(due)
    return found


def begun(game: Game[Any, Any], scope: Scope, play: Play, decide: Decide) -> Due:
    """What is right at the start of a play. Raises PositionFault, ValueError."""
    first = start_of(game, scope, play)
    return settled(Due(scope, first, first), decide)


def wished(entries: Iterable[Entry]) -> Decide:
    """Chance that decides as these entries say, in order, as far as those cards lie there."""
    rest = list(entries)
    return lambda site: fitted(rest.pop(0) if rest else {}, site)


def fitted(entry: Entry, site: Site) -> Entry:
    """What chance decides at a site: as wished where those cards lie there, the rest in the order they have."""
    wanted = [card for card in entry.get("outcome", ()) if card in site.cards] if entry.get("site") == site.site else []
    return {"site": site.site, "outcome": [*wanted, *(card for card in site.cards if card not in wanted)]}


def start_of(game: Game[Any, Any], scope: Scope, play: Play) -> Moment:
    """The first moment of a play. Raises PositionFault, ValueError."""
    if play.position is not None:
        return begin(game, play.position, play.mode, scope.reads(play))
    dealt = dealing(game)
    if dealt is None:
        raise ValueError("this game begins from positions")
    read = scope.reads(play)
    return Moment(game, play.mode, read, dealt.initial(play.options, play.mode, read))


def after(due: Due, tried: Try, decide: Decide) -> Due:
    """What is right after a try."""
    moment = due.moment
    action = moment.game.read_action(tried.action)
    if isinstance(action, Unreadable):
        return Due(due.scope, moment, moment, tried, accepted=False)
    decision = moment.game.decide(moment.state, tried.seat, action)
    if isinstance(decision, Refused):
        return Due(due.scope, moment, moment, tried, False, decision.clauses, not decision.others)
    led = moment.after(tried.seat, action)
    return settled(Due(due.scope, moment, led, tried, True, decision.clauses, events=led.events), decide)


def settled(due: Due, decide: Decide) -> Due:
    """The same behind all that chance decides there, with the events on the way, as far as that can be told."""
    moment, events, entries = due.moment, list(due.events), list[Entry]()
    while moment.site is not None and due.scope.holds(moment):
        entry = decide(moment.site)
        moment = moment.drawn(tuple(entry["outcome"]))
        events += moment.events
        entries.append(entry)
    return replace(due, moment=moment, events=tuple(events), entries=tuple(entries)) if entries else due


def script(dues: Iterable[Due]) -> list[Entry]:
    """All that chance decides in a play, in order."""
    return [entry for due in dues for entry in due.entries]


def at_rest(game: Game[Any, Any], scope: Scope, play: Play) -> Play:
    """The play with its position as the reference writes it, what happens by itself done. Raises as `follow` does."""
    if play.position is None:
        return play
    position = begin(game, play.position, play.mode, scope.reads(play)).position
    rested: Play = msgspec.structs.replace(play, position=position)
    return rested
