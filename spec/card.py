"""Cards as data: the members every game's cards have, whatever its vocabulary adds. No ability is carried out here."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from .clause import Text
from .info import Name, Strict


class Card(BaseModel):
    """One card, and how many of it there are. Further members are the game's own and are kept as written."""

    model_config = ConfigDict(frozen=True, extra="allow")

    id: Name
    copies: Annotated[int, Field(ge=1)] = 1
    name: str | None = None

    @property
    def own(self) -> dict[str, Any]:
        """The members that the game gives a meaning to."""
        return dict(self.model_extra or {})


class Cards(Strict):
    """`cards.toml`. A stand-in set says so, and why: the rulebook prints no list of the cards."""

    standin: Annotated[bool, Field(description="True where these are not the printed cards.")] = False
    note: Text | None = None
    counts: dict[str, int] = Field(default_factory=dict, description="How many cards each sort must come to.")
    sort: Annotated[str, Field(description="The member that counts go by.")] = "kind"
    card: tuple[Card, ...] = ()
