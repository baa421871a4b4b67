"""What a player may know of Ostium: dealing again what is hidden from a viewer changes nothing the viewer sees."""

from collections.abc import Mapping
from typing import Any

from ..property import Moment, always, sometimes

HIDDEN_PILES = ("sovereign_deck", "warrior_deck")


def dealt_again(position: Mapping[str, Any], viewer: str) -> dict[str, Any]:
    """Another position that this viewer could not tell apart: hidden cards in other places, as many in each."""
    players = {name: _again(board, own=name == viewer) for name, board in position.get("players", {}).items()}
    area = {pile: _turned(cards) if pile in HIDDEN_PILES else cards for pile, cards in position.get("area", {}).items()}
    return {**position, "players": players, **({"area": area} if area else {})}


def _again(board: Mapping[str, Any], *, own: bool) -> dict[str, Any]:
    hand, deck = list(board.get("hand", [])), list(board.get("deck", []))
    if own:
        return {**board, **({"deck": _turned(deck)} if deck else {})}
    cards = _turned(hand + deck)
    piles = {"hand": cards[: len(hand)], "deck": cards[len(hand) :]}
    return {**board, **{pile: cards for pile, cards in piles.items() if cards}}


def _turned(cards: Any) -> list[Any]:
    return [*cards[1:], *cards[:1]]


def keeps_secrets(moment: Moment) -> bool | str:
    """Each viewer sees the same after the hidden cards were dealt again."""
    for viewer in "AB":
        again = moment.game.load(dealt_again(moment.position, viewer), moment.mode, moment.readings)
        if moment.game.observe(again, viewer) != moment.game.observe(moment.state, viewer):
            return f"{viewer} sees a card that is hidden"
    return True


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
    always("hidden cards stay hidden", (), keeps_secrets),
    always("what is open is seen", (), shows_what_is_open),
    sometimes("something is hidden", (), _something_is_hidden),
)
