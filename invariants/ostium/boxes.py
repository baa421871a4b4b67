"""What new games are dealt from: every card named and defined, so that another implementation has the same ones."""

from typing import Any

from ruleproof.engine.ostium.printed import printed

from ..start import New
from .positions import MODE


def standing_in() -> dict[str, Any]:
    """All cards of the set that is written down."""
    return {"cards": list(printed().values())}


NEW_GAMES = (New("the stand-in set", MODE, standing_in),)
