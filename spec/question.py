"""A question: a place where the rulebook is open, contradicts itself or is silent. Who is right is not decided here."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from .clause import Fingerprint, Id, Place, Text
from .fault import nearest
from .info import Name, Strict


class Change(Strict):
    """One thing that is otherwise in the clauses under a reading: of a clause, or of a `define` of the vocabulary."""

    clause: Annotated[Id | None, Field(description="The clause that is otherwise.")] = None
    define: Annotated[str | None, Field(description="The name of the vocabulary that means something else.")] = None
    out: Annotated[Literal[True] | None, Field(description="The clause says nothing formal.")] = None
    only: Annotated[Text | None, Field(description="Joined to the condition by `and`.")] = None
    also: Annotated[Text | None, Field(description="Joined to the condition by `or`.")] = None
    do: Annotated[Text | None, Field(description="In the place of the clause's `do`.")] = None
    when: Annotated[Text | None, Field(description="In the place of the clause's `when`.")] = None
    ensure: Annotated[Text | None, Field(description="In the place of the clause's `ensure`.")] = None
    value: Annotated[Text | None, Field(description="In the place of the clause's `value`.")] = None
    body: Annotated[Text | None, Field(alias="is", description="In the place of what the name means.")] = None

    @property
    def parts(self) -> dict[str, str]:
        """The formal parts of a clause that are exchanged, by name."""
        parts = (("do", self.do), ("when", self.when), ("ensure", self.ensure), ("value", self.value))
        return {name: text for name, text in parts if text is not None}

    @model_validator(mode="after")
    def changes_something(self) -> Self:
        """It is of a clause or of a name, and says what is otherwise there."""
        joined = bool(self.only or self.also)
        problems = [
            (bool(self.clause) == bool(self.define), "a change is of one clause, or of one define"),
            (bool(self.clause and self.body), "`is` goes with a define"),
            (bool(self.define and (self.parts or self.out)), "a define has no formal parts: write `is`"),
            (bool(self.out and (self.parts or joined)), "what is out has no other changes"),
            (joined and bool(self.when or self.body), "only and also are joined to the condition there is"),
            (not (joined or self.out or self.parts or self.body), "nothing is changed"),
        ]
        if wrong := "; ".join(text for failed, text in problems if failed):
            raise ValueError(wrong)
        return self


class Reading(Strict):
    """One way to understand it. A reading that play can reach names the switch of the engine or the patch it is."""

    name: Name
    gloss: Text
    switch: Annotated[str | None, Field(description="The value of the engine's switch; by default the name.")] = None
    patch: Annotated[tuple[Change, ...] | None, Field(description="What would change in the clauses.")] = None


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

    def reading(self, name: str) -> Reading:
        """The reading of that name. Raises LookupError, which names the nearest."""
        found = next((reading for reading in self.readings if reading.name == name), None)
        if found is None:
            raise LookupError(f"{self.id} has no reading {name!r}.{nearest(name, self.names)}")
        return found

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
            (
                any(r.patch for r in self.readings if r.name == self.default),
                "the default is what the clauses say: it has no patch",
            ),
        ]
        if wrong := "; ".join(text for failed, text in problems if failed):
            raise ValueError(wrong)
        return self
