"""Ways of play to the positions of cases: plans tried in turn, what a position states, and why there is no way."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import msgspec

from ..case import Case
from ..matching import part
from ..reaching import Script
from .assigning import Choice
from .course import Stuck
from .plan import careful as plans_with_more
from .plan import choices, course
from .position import expected, form
from .unreachable import reason
from .wanted import Wanted, wanted

PHASES = ("development", "attack")
PILES = ("hand", "deck", "discard")


def scripts(case: Case) -> Iterator[Script]:
    """The ways on which plans lead, the likeliest first."""
    yield from _played(case, choices)


def careful(case: Case) -> Iterator[Script]:
    """Longer ways on which less hangs on how open questions are read, those with the least beside first."""
    yield from _played(case, plans_with_more)


def _played(case: Case, plans: Callable[[Wanted], Iterator[Choice]]) -> Iterator[Script]:
    task = _task(case)
    if task is None or task.phase not in PHASES:
        return
    for choice in plans(task):
        with suppress(Stuck):
            made = course(task, choice)
            yield Script(made.deal.options(), made.chance, made.actions)


def unreachable(case: Case) -> str:
    """Why no play leads to the position, or nothing where that is not known."""
    task = _task(case)
    return reason(task, case) if task else ""


def _task(case: Case) -> Wanted | None:
    return wanted(case.position, case.readings, [msgspec.to_builtins(step) for step in case.steps])


def missing(position: dict[str, Any], reached: dict[str, Any]) -> str:
    """What a position states and the reached one lacks: boards, gates, crystals and the charge as they are told, and
    each card of a pile somewhere in that pile. More cards, another turn and what else lies in the area may differ."""
    told, got = form(position), form(reached)
    if any(told[name] != got[name] for name in ("phase", "active")):
        return "the phase"
    if "charge" in position and part(position["charge"], got["charge"]):
        return "the charge"
    players = position.get("players", {})
    for letter in "AB":
        if lack := _lacks(players.get(letter) or {}, told["players"][letter], got["players"][letter]):
            return f"{letter}'s {lack}"
    return ""


def _lacks(said: dict[str, Any], told: dict[str, Any], got: dict[str, Any]) -> str:
    """What of one player's side is not there."""
    for row in ("attack", "defense"):
        cards = [card and {"rotated": False, **card} for card in said.get(row) or [None] * 3]
        if part(expected(cards), got[row]):
            return row
    for name in ("gates", "crystals", *({"gate_lost", "opening_drawn"} & said.keys())):
        if told[name] != got[name]:
            return name
    for pile in PILES:
        there = {card["id"] for card in got[pile]}
        if any(card["id"] not in there for card in said.get(pile, ())):
            return pile
    return ""
