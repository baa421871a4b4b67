"""A position as a drawing for people, in values: boards with rows of places, what lies there, and words for moves.

Nothing is drawn and no rule decided here. A game that has a `picturing.py` with PICTURES in its folder can be drawn
so; any other one is shown as the text that its `draw` gives.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from ruleproof.spec.finding import module


@dataclass(frozen=True)
class Place:
    """A place of a board. `name` is what moves call it; `card` is empty where nothing lies there.

    `lines` say what is on the card, `mark` what has happened to it, `tint` is a colour in CSS, which says nothing that
    is not said in words too. `usual`: what lies there is as the legend says it is where nothing is drawn.
    """

    name: str
    card: str = ""
    lines: tuple[str, ...] = ()
    mark: str = ""
    tint: str = ""
    usual: bool = False


@dataclass(frozen=True)
class Row:
    """Places side by side, under one heading. `apart`: a line is drawn between it and the row above."""

    says: str
    places: tuple[Place, ...]
    apart: bool = False


@dataclass(frozen=True)
class Board:
    """Rows from top to bottom. `says` names the whole."""

    says: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Picture:
    """A position: whose turn it is, its boards, and what else there is to know, in sentences."""

    says: str
    boards: tuple[Board, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Pictures:
    """How a game is drawn and told. `action` and `event` take JSON values; an empty sentence is left out.

    `action` is given who acts. `legend` explains each word and sign that a picture may use. `choices` says of actions
    whether their seat may do them, like ones in one sentence, and `denied` that a note of a picture is not so, given
    what was told before it: all without a full stop. `waits` says what waits for a choice, `lacks` what is empty, as
    far as it may matter to what some words tell.
    """

    picture: Callable[[Any], Picture]
    action: Callable[[str, Mapping[str, Any]], str]
    event: Callable[[Mapping[str, Any]], str]
    legend: tuple[tuple[str, str], ...]
    choices: Callable[[str, Sequence[Mapping[str, Any]], bool], list[str]] | None = None
    denied: Callable[[str, str], str] | None = None
    waits: Callable[[Any], list[str]] | None = None
    lacks: Callable[[Any, str], list[str]] | None = None


def pictures(game: str) -> Pictures | None:
    """How a game is drawn, or None where it does not say."""
    found = module("engine", game, "picturing")
    return None if found is None else cast(Pictures, found.PICTURES)
