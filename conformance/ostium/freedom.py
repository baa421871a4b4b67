"""What POSITION.md calls not compared, so that a search for disagreements leaves it alone. No rule is decided here."""

from collections import Counter
from typing import Any

from ..freedom import Freedom
from ..values import is_list, is_object

Json = dict[str, Any]
FULL = 15
ELSEWHERE = ("left", "right", "skull")  # domains in which MAIN_ONLY is free
MAIN_ONLY = ("double_arrow", "area")
ROWS = ("attack", "defense")


def playable(position: Any) -> Any:
    """The position with icons only where the page says what they do."""
    if is_object(position):
        return {name: _domain(name, value) for name, value in position.items()}
    return [playable(item) for item in position] if is_list(position) else position


def _domain(name: str, value: Any) -> Any:
    if name in ELSEWHERE and is_list(value):
        return [one for one in value if str(one).removeprefix("arrow>").partition(":")[0] not in MAIN_ONLY]
    return playable(value)


# actions


def asked(position: Json, action: Any) -> bool:
    """Whether the page says if an action is legal."""
    if not is_object(action):
        return True
    kind = action.get("type")
    if kind == "attack" and action.get("first") == "pass":
        return _faced(position, action.get("attacker"))
    if kind == "discard" and _waiting(position)[:1] and _waiting(position)[0].get("kind") == "gift":
        return False
    return kind != "use" or _used(position, action)


def _waiting(position: Json) -> list[Json]:
    return list(position.get("pending") or ())


def _faced(position: Json, slot: Any) -> bool:
    """Whether an enemy's creature lies in the attack row of that column."""
    column = str(slot)[-1:]
    row = _player(position, _other(str(position.get("active", "A")))).get("attack")
    return bool(column in ("0", "1", "2") and row and row[int(column)])


def _used(position: Json, action: Json) -> bool:
    ability, target = action.get("ability"), action.get("target")
    owner = next((one.get("owner") for one in position.get("pending", ()) if one.get("kind") == "ability"), "A")
    if ability == "draw":
        return _has_cards(_player(position, owner))
    if ability == "repair":
        return (target not in full_gates(position)) if target else not full_gates(position)
    return ability != "clan_removal" or (target in clans(position) if target else len(clans(position)) > 1)


def _player(position: Json, letter: str) -> Json:
    found: Json = position.get("players", {}).get(letter, {})
    return found


def _other(letter: str) -> str:
    return "B" if letter == "A" else "A"


def _has_cards(player: Json) -> bool:
    return bool(player.get("deck") or player.get("discard"))


def full_gates(position: Json) -> set[str]:
    """The gates that no repair raises."""
    held = {letter: _player(position, letter).get("gates") or [FULL] * 3 for letter in "AB"}
    return {f"{letter}.G{n}" for letter, gates in held.items() for n, gate in enumerate(gates) if gate == FULL}


def clans(position: Json) -> set[str]:
    """The clans of which there is a creature on some battlefield."""
    slots = [slot for letter in "AB" for row in ROWS for slot in _player(position, letter).get(row) or ()]
    return {str(slot["clan"]) for slot in slots if is_object(slot) and slot.get("clan")}


# what an action leads to


def settled(before: Json, action: Any, events: list[Json], after: Json) -> bool:
    """Whether the page says what becomes of an action."""
    told = Counter(str(event.get("type")) for event in events)
    if told["destroyed"] > 1 or any(event.get("type") == "void" and event.get("ability") == "draw" for event in events):
        return False
    return not _lost_by_the_other(before, events) and all(_chosen(after, one) for one in after.get("pending", ()))


def _lost_by_the_other(before: Json, events: list[Json]) -> bool:
    """The one not on turn had crystals when the turn ended."""
    active = before.get("active", "A")
    return any(
        event.get("type") == "crystals" and event.get("player") != active and event.get("change", 0) < 0
        for event in events
    )


def _chosen(position: Json, waits: Json) -> bool:
    """Whether it waits in any case: neither falls away nor happens by itself where fewer targets are counted."""
    if waits.get("kind") == "order":
        return all(one.get("owner") == waits.get("owner") for one in position["pending"] if one.get("kind") == "order")
    if waits.get("ability") not in ("repair", "clan_removal"):
        return True
    return len(_counted(position, waits)) > (0 if waits.get("optional") else 1)


def _counted(position: Json, waits: Json) -> list[Any]:
    """The targets that count in any case."""
    targets: list[Any] = list(waits.get("targets") or ())
    if waits.get("ability") == "repair":
        return [target for target in targets if target not in full_gates(position)]
    return [target for target in targets if target in clans(position)]


# the one form


def standing(full: Any) -> Any:
    """A position in the one form, with only the targets that count in any case."""
    pending: list[Json] = (full.get("pending") or []) if is_object(full) else []
    if not pending:
        return full
    return {**full, "pending": [_counting(full, one) for one in pending]}


def _counting(full: Json, waits: Json) -> Json:
    if waits.get("ability") not in ("repair", "clan_removal") or not is_list(waits.get("targets")):
        return waits
    return {**waits, "targets": sorted(_counted(full, waits))}


def events(told: list[Json], after: Json) -> list[Json]:
    """The events with those in one that may be told in one or several: crystals, and Warriors that are laid."""
    crystals: Counter[str] = Counter()
    laid: list[Any] = []
    rest: list[Json] = []
    open_ones = {card.get("id") for card in after.get("area", {}).get("sovereigns", ()) if is_object(card)}
    for event in told:
        if event.get("type") == "crystals" and isinstance(event.get("change"), int):
            crystals[str(event.get("player"))] += event["change"]
        elif event.get("type") == "refilled" and is_list(event.get("cards")):
            laid += [card for card in event["cards"] if card not in open_ones]
        else:
            rest.append(event)
    cited = [clause for event in told if event not in rest for clause in event.get("clauses") or ()]
    paid = [
        {"type": "crystals", "player": seat, "change": change} for seat, change in sorted(crystals.items()) if change
    ]
    made: list[Json] = [*paid, *([{"type": "refilled", "cards": laid}] if laid else [])]
    return [*rest, *({**event, "clauses": cited} for event in made)]


FREEDOM = Freedom(playable, asked, settled, standing, events)
