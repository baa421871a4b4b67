"""What a player may know of Ostium: dealing again what is hidden from a viewer changes nothing the viewer sees."""

from collections.abc import Iterator, Mapping
from typing import Any

from ruleproof.engine.chance import Chance
from ruleproof.engine.dealing import dealing

from ..property import Moment, always, sometimes
from ..shape import is_list, is_object

SECRET = "ostium.setup.hands-are-secret"  # noqa: S105  # a clause's name
FACE_DOWN = "ostium.setup.deck-is-face-down"
SOVEREIGNS_FACE_DOWN = "ostium.setup.sovereigns-face-down"
HIDDEN_PILES = ("sovereign_deck", "warrior_deck")


def dealt_again(position: Mapping[str, Any], viewer: str) -> dict[str, Any]:
    """Another position that this viewer could not tell apart: hidden cards in other places, as many in each.

    Hidden are the own deck's order, the other one's hand, deck and pile but for its top, and the shared decks. What
    chance is about to order lies as it is.
    """
    site = position.get("pendingChance", {}).get("site", "")
    players = {
        name: board if site == f"deck:{name}" else _again(board, own=name == viewer)
        for name, board in position.get("players", {}).items()
    }
    waiting = {"sovereigns": "sovereign_deck", "warriors": "warrior_deck"}.get(site)
    area = {
        pile: _turned(cards) if pile in HIDDEN_PILES and pile != waiting else cards
        for pile, cards in position.get("area", {}).items()
    }
    return {**position, "players": players, **({"area": area} if area else {})}


def _again(board: Mapping[str, Any], *, own: bool) -> dict[str, Any]:
    hand, deck, pile = (list(board.get(name, [])) for name in PILES)
    if own:
        return {**board, **({"deck": _turned(deck)} if deck else {})}
    under, top = pile[:-1], pile[-1:]
    hidden = _turned(hand + deck + under)
    places = (len(hand), len(hand) + len(deck))
    dealt = (hidden[: places[0]], hidden[places[0] : places[1]], hidden[places[1] :] + top)
    return {**board, **{name: cards for name, cards in zip(PILES, dealt, strict=True) if cards}}


PILES = ("hand", "deck", "discard")


def _turned(cards: Any) -> list[Any]:
    return [*cards[1:], *cards[:1]]


def keeps_secrets(moment: Moment) -> bool | str:
    """Each viewer sees the same, and may do the same, after the hidden cards were dealt again."""
    for viewer in "AB":
        again = moment.game.load(dealt_again(moment.position, viewer), moment.mode, moment.readings)
        if what := _told_apart(moment, again, viewer):
            return what
    return True


def _told_apart(moment: Moment, again: Any, viewer: str) -> str:
    if moment.game.observe(again, viewer) != moment.game.observe(moment.state, viewer):
        return f"{viewer} sees a card that is hidden"
    if list(moment.game.actions(again, viewer)) != [action for seat, action in moment.turns if seat == viewer]:
        return f"{viewer} is offered something else where other cards are hidden"
    return ""


def resamples(moment: Moment) -> bool | str:
    """What the game itself takes for another state with the same view is one, and it holds the same cards."""
    dealt = dealing(moment.game)
    for viewer in "AB" if dealt else "":
        again = dealt.resample(moment.state, viewer, Chance(int(moment.digest[:6], 16))) if dealt else moment.state
        if what := _told_apart(moment, again, viewer):
            return what
        if sorted(_ids(moment.game.dump(again))) != sorted(_ids(moment.position)):
            return f"other cards are in the game where {viewer}'s hidden ones are dealt again"
    return True


def _ids(value: Any) -> Iterator[str]:
    if is_object(value):
        yield from [str(value["id"])] if "id" in value else (each for part in value.values() for each in _ids(part))
    elif is_list(value):
        yield from (each for part in value for each in _ids(part))


def shows_what_is_open(moment: Moment) -> bool:
    """Battlefields, gates and the charge are seen by both as they are."""
    seen = (moment.game.observe(moment.state, viewer) for viewer in "AB")
    return all(_open(observed) == _open(moment.position) for observed in seen)


def _open(position: Mapping[str, Any]) -> Any:
    shown = ("attack", "defense", "gates")
    players = {
        name: {member: board[member] for member in shown if board.get(member)}
        for name, board in position.get("players", {}).items()
    }
    return players, position.get("charge", {})


def _something_is_hidden(moment: Moment) -> bool:
    return any(dealt_again(moment.position, viewer) != moment.position for viewer in "AB")


PROPERTIES = (
    always("hidden cards stay hidden", (SECRET, FACE_DOWN, SOVEREIGNS_FACE_DOWN), keeps_secrets),
    always("hidden cards are dealt again unseen", (SECRET, FACE_DOWN, SOVEREIGNS_FACE_DOWN), resamples),
    always("what is open is seen", (), shows_what_is_open),
    sometimes("something is hidden", (), _something_is_hidden),
)
