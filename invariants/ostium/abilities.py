"""What holds of choices that wait and of abilities that are used, moment by moment. What each does the clauses say."""

from typing import Any

from ..property import Moment, Property, always, sometimes
from .watching import board, done, fallen, gates, of_kind, opponent, pile

ONE_AT_A_TIME = "ostium.summon.one-at-a-time"
MAY_BE_LEFT = "ostium.turn.abilities-may-be-left"
LIMIT = "ostium.abilities.repair-stops-at-the-limit"
REBUILT = "ostium.abilities.rebuilt-at-one"
OPPONENTS = "ostium.abilities.damage-to-an-opponents-gate"
SPARES = "ostium.abilities.remove-spares-ones-own"
ALL_PLAYERS = "ostium.abilities.clan-removal-all-players"
REMOVED = "ostium.abilities.removed-to-owners-pile"
RECALL = "ostium.move.skull-on-recall"


def owners_can_act(moment: Moment) -> bool:
    """What waits first waits for somebody who is to act."""
    waiting = moment.position.get("pending", [])
    return not waiting or waiting[0]["owner"] in moment.status["toAct"]


def only_answers_while_something_waits(moment: Moment) -> bool:
    """While something waits nothing is done but to answer it."""
    if not moment.position.get("pending"):
        return True
    kinds = {str(moment.game.write_action(action)["type"]) for _, action in moment.turns}
    return kinds <= {"use", "decline", "fill", "collect", "take_sovereign", "discard"}


def one_waits_less(moment: Moment) -> bool:
    """What is declined waits no more and changes nothing else: no card, no gate, no Crystal moves by it alone."""
    if done(moment) != "decline" or moment.before is None:
        return True
    return len(_of(moment.before, "ability")) > len(_of(moment, "ability")) or bool(moment.events)


def _of(moment: Moment, kind: str) -> list[dict[str, Any]]:
    return [each for each in moment.position.get("pending", []) if each["kind"] == kind]


def used(moment: Moment) -> tuple[str, str, Any]:
    """Who used an ability, which one, and on what; three times nothing where none was used."""
    if done(moment) != "use" or moment.before is None:
        return "", "", None
    action = moment.game.write_action(moment.action)
    return moment.seat, action["ability"], action.get("target")


def damage_is_the_opponents(moment: Moment) -> bool:
    """An ability of a player lowers only gates of the other one, and raises only own ones."""
    player, ability, _ = used(moment)
    if not player or moment.before is None or len(moment.events) > SINGLE:
        return True
    for who, sign in ((player, 1), (opponent(player), -1)):
        both = zip(gates(moment.before.position, who), gates(moment.position, who), strict=True)
        if ability in BY_HAND and any((now - then) * sign < 0 for then, now in both):
            return False
    return True


BY_HAND = ("repair", "rebuild", "damage", "damage_all", "draw", "out_of_play", "remove")
SINGLE = 3  # events of a step in which one ability did all there was


def a_destroyed_gate_is_rebuilt_only(moment: Moment) -> bool:
    """A destroyed gate rises only by a rebuild."""
    if moment.before is None:
        return True
    rising = [
        player
        for player in "AB"
        for then, now in zip(gates(moment.before.position, player), gates(moment.position, player), strict=True)
        if then == 0 and now > 0
    ]
    return not rising or any("ostium.abilities.rebuild" in event["clauses"] for event in of_kind(moment, "gate"))


def removed_lies_on_its_pile(moment: Moment) -> bool:
    """Whom an ability removed lies on the pile of its own player."""
    player, ability, target = used(moment)
    if ability != "remove" or moment.before is None or any(of_kind(moment, "turned_over")):
        return True
    foe = opponent(player)
    lay = target is None or target in [card["id"] for card in board(moment.before.position, foe).values() if card]
    return lay and (target is None or target in pile(moment.position, foe, "discard"))


def _of_both(moment: Moment) -> bool:
    _, ability, clan = used(moment)
    if ability != "clan_removal" or moment.before is None:
        return False
    boards = (board(moment.before.position, player).values() for player in "AB")
    return all(any(card and card.get("clan") == clan for card in cards) for cards in boards)


def _recalled_with_skull(moment: Moment) -> bool:
    if done(moment) != "recall" or moment.before is None:
        return False
    name = moment.game.write_action(moment.action)["card"]
    return any(
        card and card["id"] == name and card.get("skull")
        for card in board(moment.before.position, moment.seat).values()
    )


def _is_used(name: str) -> Property:
    return sometimes(f"{name.replace('_', ' ')} is used", (), lambda moment: used(moment)[1] == name)


def _is_done(kind: str) -> Property:
    return sometimes(f"{kind.replace('_', ' ')} is done", (), lambda moment: done(moment) == kind)


ACTIONS = ("discard", "summon", "summon_to_discard", "move", "swap", "recall", "decline", "collect", "take_sovereign")

PROPERTIES = (
    always("what waits can be answered", (), owners_can_act),
    always("nothing is done but answers while something waits", (ONE_AT_A_TIME,), only_answers_while_something_waits),
    always("what is declined waits no more", (MAY_BE_LEFT,), one_waits_less),
    always("abilities lower the other's gates and raise the own", (OPPONENTS, LIMIT), damage_is_the_opponents),
    always("a destroyed gate rises by a rebuild only", (REBUILT,), a_destroyed_gate_is_rebuilt_only),
    always("who is removed lies on the own pile", (SPARES, REMOVED), removed_lies_on_its_pile),
    sometimes("an ability can do nothing", (), lambda moment: any(of_kind(moment, "void"))),
    sometimes("a clan of both players is removed", (ALL_PLAYERS,), _of_both),
    sometimes("a creature with a skull is recalled", (RECALL,), _recalled_with_skull),
    sometimes("an ability fells a gate", (OPPONENTS,), lambda m: done(m) == "use" and any(fallen(m))),
    *(_is_used(name) for name in (*BY_HAND, "clan_removal")),
    *(_is_done(kind) for kind in ACTIONS),
)
