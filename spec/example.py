"""A worked example of the rulebook as facts given and facts expected. Whether it holds is found elsewhere."""

from typing import Annotated, Any

from pydantic import Field

from .clause import Fingerprint, Id, Place, Text
from .info import Strict


class Example(Strict):
    """`given` and `expect` are facts in the vocabulary's terms: a position, an action, and what comes of it."""

    id: Id
    at: Annotated[tuple[Place, ...], Field(min_length=1)]
    fp: Annotated[tuple[Fingerprint, ...], Field(description="Of the sentences at `at`, stamped by review.")] = ()
    says: Annotated[Text, Field(description="What it shows, in our words.")]
    given: dict[str, Any]
    expect: dict[str, Any]
    clauses: Annotated[tuple[Id, ...], Field(description="The clauses it shows at work.")] = ()
    note: str | None = None

    @property
    def chapter(self) -> str:
        """The chapter: the second part of the id."""
        return self.id.split(".")[1]
