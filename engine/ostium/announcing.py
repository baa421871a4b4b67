"""Announcements as JSON, and back. Whether one is allowed is not known here."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from ruleproof.spec.fault import nearest

from ..game import Unreadable
from .action import (
    END_ATTACK,
    END_DEVELOPMENT,
    FILLS,
    FIRSTS,
    KNOWN,
    ORIGINS,
    STOPS,
    Action,
    Affiliate,
    Attack,
    Collect,
    Decline,
    Discard,
    EndAttack,
    Fill,
    Flask,
    Fuse,
    Move,
    Order,
    Recall,
    Summon,
    SummonToDiscard,
    Swap,
    TakeSovereign,
    Use,
    Withhold,
)
from .board import COLUMNS, SEATS, SLOTS
from .chains import Chain
from .state import CLANS

LATER = ("break_tie", "lay_virtual_fusion")
DOMAINS = ("main", "left", "right", "skull")
ANY_SLOT = (*SLOTS, *(f"{seat}.{slot}" for seat in SEATS for slot in SLOTS))
SPACES = tuple(f"W.{row}.{column}" for row in range(2) for column in range(COLUMNS))


class _Wrong(Exception):
    """A member that is missing or has no readable value."""


Members = Mapping[str, object]


def read(value: object) -> Action | Unreadable:
    """The action that a JSON value means, or why it means none. Members nobody knows are passed over."""
    if not isinstance(value, dict):
        return Unreadable(f"an action is an object with a `type`, not {_shown(value)}")
    members = cast(Members, value)
    kind = members.get("type")
    if kind in LATER:
        return Unreadable(f"`{kind}` belongs to a part of the game that is not modelled yet")
    if not isinstance(kind, str) or kind not in READERS:
        return Unreadable(f"no action has the type {_shown(kind)}.{nearest(str(kind), READERS)}")
    try:
        return READERS[kind](members)
    except _Wrong as wrong:
        return Unreadable(f"`{kind}`: {wrong}")


def write(action: Action) -> dict[str, Any]:
    """The action as a JSON object: the inverse of `read`."""
    match action:
        case Affiliate(card, clan):
            return {"type": "affiliate", "card": card, "clan": clan}
        case Fuse(chain):
            return {"type": "fuse", "gate": chain.gate, "path": list(chain.path)}
        case Flask(clan):
            return {"type": "flask", "clan": clan}
        case Attack(attacker, first, stop):
            held = {"type": "attack", "attacker": attacker, "first": first, "stop": stop}
            return {name: value for name, value in held.items() if value is not None}
        case Withhold(attacker):
            return {"type": "withhold", "attacker": attacker}
        case EndAttack():
            return {"type": "end_attack"}
        case Use() | Decline() | Order():
            return _written_choice(action)
        case _:
            return _written_development(action)


def _written_development(action: Any) -> dict[str, Any]:
    match action:
        case Discard(card):
            return {"type": "discard", "card": card}
        case Summon(card, origin, slot):
            return {"type": "summon", "card": card, "from": origin, "slot": slot}
        case SummonToDiscard(card):
            return {"type": "summon_to_discard", "card": card}
        case Move(card, slot):
            return {"type": "move", "card": card, "slot": slot}
        case Swap(cards):
            return {"type": "swap", "cards": list(cards)}
        case Recall(card):
            return {"type": "recall", "card": card}
        case Fill(row, column):
            return {"type": "fill", "slot": f"W.{row}.{column}"}
        case Collect(card):
            return {"type": "collect", "card": card}
        case TakeSovereign(card):
            return {"type": "take_sovereign", "card": card}
        case _:
            return {"type": "end_development"}


def _written_choice(action: Use | Decline | Order) -> dict[str, Any]:
    match action:
        case Use(source, ability, domain, target):
            held = {"type": "use", "source": source, "ability": ability, "domain": domain, "target": target}
        case Decline(source, ability, domain):
            held = {"type": "decline", "source": source, "ability": ability, "domain": domain}
        case Order(site, outcome):
            return {"type": "chance", "site": site, "outcome": list(outcome)}
    return {name: value for name, value in held.items() if value is not None}


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _word(members: Members, name: str, words: tuple[str, ...]) -> str:
    value = members.get(name)
    if value is None:
        raise _Wrong(f"`{name}` is missing: it is one of {', '.join(words)}")
    if not isinstance(value, str) or value not in words:
        raise _Wrong(f"`{name}` is one of {', '.join(words)}, not {_shown(value)}.{nearest(str(value), words)}")
    return value


def _maybe(members: Members, name: str, words: tuple[str, ...]) -> str | None:
    return None if members.get(name) is None else _word(members, name, words)


def _text(members: Members, name: str, what: str) -> str:
    value = members.get(name)
    if not isinstance(value, str):
        raise _Wrong(f"`{name}` is {what}, not {_shown(value)}")
    return value


def _card(members: Members) -> str:
    return _text(members, "card", "a card's id")


def _cards(members: Members, name: str) -> tuple[str, ...]:
    value = members.get(name)
    cards = cast(list[object], value) if isinstance(value, list) else []
    if not isinstance(value, list) or not all(isinstance(card, str) for card in cards):
        raise _Wrong(f"`{name}` is a list of cards' ids, not {_shown(members.get(name))}")
    return tuple([str(card) for card in cards])


def _swap(members: Members) -> Swap:
    cards = _cards(members, "cards")
    if len(cards) != 2:
        raise _Wrong(f"`cards` names two cards, not {len(cards)}")
    return Swap((cards[0], cards[1]))


def _space(members: Members) -> Fill:
    row, column = divmod(SPACES.index(_word(members, "slot", SPACES)), COLUMNS)
    return FILLS[row][column]


def _source(members: Members) -> tuple[str, str, str | None]:
    source, ability = _text(members, "source", "a card's id"), _text(members, "ability", "an ability's name")
    return source, ability, _maybe(members, "domain", DOMAINS)


def _use(members: Members) -> Use:
    target = None if members.get("target") is None else _text(members, "target", "a gate, a card's id or a clan")
    return Use(*_source(members), target)


def _gate(members: Members) -> int:
    value = members.get("gate")
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < COLUMNS:
        raise _Wrong(f"`gate` is the column of the gate, 0 to 2, not {_shown(value)}")
    return value


def _path(members: Members) -> tuple[str, ...]:
    value = members.get("path")
    if not isinstance(value, list):
        raise _Wrong(f"`path` is a list of the own slots from the gate's end to the attacker, not {_shown(value)}")
    return tuple(_step(slot) for slot in cast(list[object], value))


def _step(slot: object) -> str:
    if not isinstance(slot, str) or slot not in SLOTS:
        raise _Wrong(
            f"`path` goes over the own slots {', '.join(SLOTS)}, not {_shown(slot)}.{nearest(str(slot), SLOTS)}"
        )
    return slot


def _fuse(members: Members) -> Fuse:
    gate, path = _gate(members), _path(members)
    return KNOWN.get((gate, path)) or Fuse(Chain(gate, path))


def _attack(members: Members) -> Attack:
    attacker = _word(members, "attacker", SLOTS)
    return Attack(attacker, _maybe(members, "first", FIRSTS), _maybe(members, "stop", STOPS))


READERS: Mapping[str, Callable[[Members], Action]] = {
    "affiliate": lambda members: Affiliate(_card(members), _word(members, "clan", CLANS)),
    "fuse": _fuse,
    "flask": lambda members: Flask(_word(members, "clan", CLANS)),
    "attack": _attack,
    "withhold": lambda members: Withhold(_word(members, "attacker", SLOTS)),
    "end_attack": lambda members: END_ATTACK,
    "discard": lambda members: Discard(_card(members)),
    "summon": lambda members: Summon(_card(members), _word(members, "from", ORIGINS), _word(members, "slot", ANY_SLOT)),
    "summon_to_discard": lambda members: SummonToDiscard(_card(members)),
    "move": lambda members: Move(_card(members), _word(members, "slot", ANY_SLOT)),
    "swap": _swap,
    "recall": lambda members: Recall(_card(members)),
    "end_development": lambda members: END_DEVELOPMENT,
    "use": _use,
    "decline": lambda members: Decline(*_source(members)),
    "fill": _space,
    "collect": lambda members: Collect(_card(members)),
    "take_sovereign": lambda members: TakeSovereign(_card(members)),
    "chance": lambda members: Order(_text(members, "site", "a site of chance"), _cards(members, "outcome")),
}
