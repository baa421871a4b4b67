"""Promises every game keeps: states stay as they were, nothing is lost in writing. No game is named here."""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from ruleproof.engine.decision import Allowed, Decision, Illegal, Refused
from ruleproof.engine.game import Unreadable

from .property import Moment, Property, always

BOUNCED = 4  # refused actions that are tried at a moment

Tried: TypeAlias = tuple[str, Any, Decision]  # a seat, what it would do, what the game says of that


def listed_is_allowed(moment: Moment) -> bool:
    """Every action that is listed is one that the authority allows, with the clauses that allow it."""
    decisions = (moment.game.decide(moment.state, seat, action) for seat, action in moment.turns)
    return all(isinstance(decision, Allowed) for decision in decisions)


def listed_again_the_same(moment: Moment) -> bool:
    """The same state lists the same actions in the same order, none of them twice."""
    for seat in moment.game.to_move(moment.state):
        first, again = (list(moment.game.actions(moment.state, seat)) for _ in range(2))
        if first != again or len(_written(moment, first)) != len(first):
            return False
    return True


def _written(moment: Moment, actions: list[Any]) -> set[str]:
    return {repr(sorted(moment.game.write_action(action).items())) for action in actions}


def earlier_states_stay(moment: Moment) -> bool:
    """What an action left behind has the fingerprint it had, and so has the first state of the play."""
    earlier = (moment.first, moment.before or moment)
    return bool(moment.digest) and all(moment.game.digest(each.state) == each.digest for each in earlier)


def loading_undoes_dumping(moment: Moment) -> bool:
    """A position that is written and read again is the same state, and is written the same."""
    again = moment.game.load(moment.position, moment.mode, moment.readings)
    return bool(again == moment.state) and moment.game.dump(again) == moment.position


def line_is_read_back(moment: Moment) -> bool:
    """One line of text says the whole position: read and written again it is the same line, and the same board."""
    line = moment.game.line(moment.state)
    again = moment.game.read_line(line)
    return moment.game.line(again) == line and moment.game.dump(again) == moment.position


def actions_are_read_back(moment: Moment) -> bool:
    """An action that is written and read again is the same action."""
    for _, action in moment.turns:
        again = moment.game.read_action(moment.game.write_action(action))
        if isinstance(again, Unreadable) or again != action:
            return False
    return True


def nobody_acts_at_the_end(moment: Moment) -> bool:
    """A game with an outcome has nobody to move, and says so."""
    over = moment.game.outcome(moment.state) is not None
    return not over or (not moment.game.to_move(moment.state) and bool(moment.status["terminal"]))


def it_goes_on(moment: Moment) -> bool:
    """Somebody can act, or chance decides, or the game is over; and never two of these at once."""
    over = moment.game.outcome(moment.state) is not None
    return [bool(moment.turns), moment.site is not None, over].count(True) == 1


def everybody_asked_can_act(moment: Moment) -> bool:
    """Whoever is to act has something to do, and nobody else has."""
    return {seat for seat, _ in moment.turns} == set(moment.game.to_move(moment.state)) == set(moment.status["toAct"])


def events_cite(moment: Moment) -> bool:
    """Every event says by which clauses it came about."""
    return all(event.get("type") and event.get("clauses") for event in moment.events)


def refusals(tried: Callable[[Moment], Iterable[Tried]]) -> tuple[Property, ...]:
    """What holds of actions that are tried, legal or not: listed exactly where allowed; refused without a trace."""

    def listed_exactly(moment: Moment) -> bool | str:
        listed = list(moment.turns)  # that nothing else is listed is promised elsewhere
        for seat, action, decision in tried(moment):
            if (
                isinstance(decision, Allowed)
                and (seat, action) not in listed
                and not another_spelling(moment, seat, action)
            ):
                return f"{moment.game.write_action(action)} is allowed and not listed"
        return True

    def without_a_trace(moment: Moment) -> bool | str:
        before = moment.digest
        refused = {each[2].clauses: each for each in tried(moment) if isinstance(each[2], Refused)}
        some = list(refused.values())  # one for each reason, and a few of these: raising is slow
        for seat, action, _ in some[int(before[:4], 16) % 2 :: 2][:BOUNCED]:
            if not _bounces(moment, seat, action):
                return f"{moment.game.write_action(action)} was refused and done"
        return moment.game.digest(moment.state) == before

    return (
        always("what is allowed is listed, and nothing else", (), listed_exactly),
        always("a refused action changes nothing", (), without_a_trace),
    )


def another_spelling(moment: Moment, seat: str, action: Any) -> bool:
    """An action that is not listed does just what a listed one of its kind does: the same action in other words."""
    kind = moment.game.write_action(action)["type"]
    here = _led_to(moment, seat, action)
    alike = (each for who, each in moment.turns if who == seat and moment.game.write_action(each)["type"] == kind)
    return any(_led_to(moment, seat, each) == here for each in alike)


def _led_to(moment: Moment, seat: str, action: Any) -> tuple[str, list[dict[str, Any]]]:
    after = moment.after(seat, action)
    facts = [{name: fact for name, fact in event.items() if name != "clauses"} for event in after.events]
    return after.digest, facts


def _bounces(moment: Moment, seat: str, action: Any) -> bool:
    try:
        moment.game.apply(moment.state, seat, action)
    except Illegal as illegal:
        return bool(illegal.refused.why)
    return False


EVERY_GAME: tuple[Property, ...] = (
    always("what is listed is allowed", (), listed_is_allowed),
    always("the same state lists the same actions", (), listed_again_the_same),
    always("earlier states stay as they were", (), earlier_states_stay),
    always("loading undoes dumping", (), loading_undoes_dumping),
    always("a line is read back", (), line_is_read_back),
    always("actions are read back", (), actions_are_read_back),
    always("nobody acts at the end", (), nobody_acts_at_the_end),
    always("the game goes on", (), it_goes_on),
    always("whoever is to act can", (), everybody_asked_can_act),
    always("events cite clauses", (), events_cite),
)
