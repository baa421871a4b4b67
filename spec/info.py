"""What a game is called, its modes and its documents (`game.toml`). No rule and no sentence stands here."""

import re
import unicodedata
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$")]
Folder = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*$")]


class Strict(BaseModel):
    """What people write: frozen, and a member nobody knows is a fault."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Heading(Strict):
    """A line of the text that is a heading. The texts mark none, so each is listed, in the order of the text."""

    title: Annotated[str, Field(min_length=1, description="The whole line, as printed.")]
    level: Annotated[int, Field(ge=1, le=9, description="1 for a chapter, 2 for what stands in it, and so on.")] = 1
    occurrence: Annotated[
        int | None,
        Field(ge=1, description="Which of the lines with this text is the heading; by default they count as listed."),
    ] = None
    slug: Annotated[
        Name | None, Field(description="The heading's part of a place, where the title itself makes a poor one.")
    ] = None


class Document(Strict):
    """One text that rules are taken from. `key` enters its fingerprints, so that equal sentences of two differ."""

    name: Name = "rulebook"
    key: Annotated[str, Field(min_length=1, max_length=64)]
    title: str = ""
    edition: str = ""
    file: Annotated[str, Field(description="The name of the text's file, for a folder given as --rulebook.")] = ""
    wrapped: Annotated[
        bool, Field(description="True where lines are broken at a width, so that only blank lines end a paragraph.")
    ] = False
    headings: tuple[Heading, ...] = ()


class GameInfo(Strict):
    """`game.toml`. The first document is the rulebook; places in the others start with `name:`."""

    name: Folder
    title: Annotated[str, Field(min_length=1)]
    modes: Annotated[tuple[Name, ...], Field(min_length=1)]
    segmenter: Annotated[int, Field(ge=1, description="The version of the segmenter that the places come from.")] = 1
    documents: Annotated[tuple[Document, ...], Field(min_length=1)]
    terms: dict[str, tuple[str, ...]] = Field(
        default_factory=dict[str, tuple[str, ...]],
        description="Words the rulebook gives a meaning to, each with the other forms the text has for it.",
    )

    @model_validator(mode="after")
    def names_differ(self) -> Self:
        """Two documents or modes of one name are refused."""
        for what, names in (("documents", [d.name for d in self.documents]), ("modes", list(self.modes))):
            if len(set(names)) < len(names):
                raise ValueError(f"two {what} have the same name")
        return self

    def prefix(self, document: Document) -> str:
        """What places of this document start with: nothing for the first, `name:` for the others."""
        return "" if document == self.documents[0] else f"{document.name}:"

    def document_of(self, place: str) -> Document:
        """The document that a place lies in."""
        name, mark, _ = place.partition(":")
        return next((d for d in self.documents[1:] if mark and d.name == name), self.documents[0])


def slug(title: str) -> str:
    """A heading as part of a place: lower case, words joined by hyphens, accents dropped; never empty."""
    plain = unicodedata.normalize("NFKD", title.replace("'", "").replace("\N{RIGHT SINGLE QUOTATION MARK}", ""))
    letters = "".join(c for c in plain if not unicodedata.combining(c)).lower()
    return re.sub(r"[\W_]+", "-", letters).strip("-") or "heading"
