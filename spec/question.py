"""A question: a place where the rulebook is open, contradicts itself or is silent. Who is right is not decided here."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from .clause import Fingerprint, Id, Place, Text
from .info import Name, Strict


class Reading(Strict):
    """One way to understand it. A reading that play can reach names the switch of the engine or the patch it is."""

    name: Name
    gloss: Text
    switch: Annotated[str | None, Field(description="The value of the engine's switch; by default the name.")] = None
    patch: Annotated[str | None, Field(description="What would change in the clauses.")] = None


class Question(Strict):
    """A question with two or more readings, one of them the default."""

    id: Id
    at: Annotated[tuple[Place, ...], Field(min_length=1)]
    fp: Annotated[tuple[Fingerprint, ...], Field(description="Of the sentences at `at`, stamped by review.")] = ()
    kind: Literal["ambiguity", "contradiction", "gap"]
    asks: Text
    readings: Annotated[tuple[Reading, ...], Field(min_length=2)]
    default: Name
    because: Text
    weight: Literal["high", "medium", "low"]
    situation: Annotated[str | None, Field(description="Where it comes up, in our words.")] = None
    reach: Annotated[Literal["now", "later"], Field(description="now: play of what is modelled reaches it.")] = "later"
    status: Literal["open", "settled"] = "open"
    ruling: Name | None = None
    answer_source: str | None = None

    @property
    def chapter(self) -> str:
        """The chapter: the second part of the id."""
        return self.id.split(".")[1]

    @property
    def taken(self) -> str:
        """The reading that everything is judged under: the ruling where the question is settled, else the default."""
        return self.ruling if self.status == "settled" and self.ruling else self.default

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the readings, first the one that is taken."""
        return (self.taken, *(r.name for r in self.readings if r.name != self.taken))

    @model_validator(mode="after")
    def names_its_readings(self) -> Self:
        """Names differ, the default and the ruling are among them, and a settled one has a ruling and its source."""
        names = [r.name for r in self.readings]
        problems = [
            (len(set(names)) < len(names), "two readings have the same name"),
            (self.default not in names, f"the default {self.default!r} is no reading: {', '.join(names)}"),
            (
                self.ruling is not None and self.ruling not in names,
                f"the ruling {self.ruling!r} is no reading: {', '.join(names)}",
            ),
            (
                self.status == "settled" and not (self.ruling and self.answer_source),
                "a settled question needs ruling and answer_source",
            ),
            (bool(self.fp) and len(self.fp) != len(self.at), "fp has not as many entries as at"),
        ]
        if wrong := "; ".join(text for failed, text in problems if failed):
            raise ValueError(wrong)
        return self
