"""A worked example of the rulebook as facts given and facts expected. Whether it holds is found elsewhere.

A way into a position is its members and numbers joined by dots, as `players.A.attack.1.power`.
"""

import json
from typing import Annotated, Any, Self

from pydantic import Field, field_validator, model_validator

from .clause import Fingerprint, Id, Place, Text
from .info import Name, Strict
from .untyped import as_dict, as_list

OTHER = "equals"  # `{ equals = "left" }` in an event: as much as that other member of it
FORMS = ("event", "accepted", "excludes", "holds", "lies")


class Printed(Strict):
    """What every fact has: a name, and the sentence that prints it."""

    name: Name
    at: Place
    fp: Annotated[Fingerprint, Field(description="Of the sentence at `at`, stamped by review.")] = ""


class Stated(Printed):
    """A number or a word that the text prints of the position. The position has it too."""

    where: Annotated[Text, Field(description="The way into the position.")]
    value: int | str
    form: Annotated[
        str | None, Field(description="Where the number is part of a word: the word, with {} for the number.")
    ] = None

    def written(self, value: int | str) -> int | str:
        """A value as it stands in a position."""
        return value if self.form is None else self.form.replace("{}", str(value))

    def read(self, there: object) -> int | str | None:
        """What stands in a position as a value, or None where it has another form."""
        if self.form is None:
            return there if isinstance(there, int | str) and not isinstance(there, bool) else None
        before, _, behind = self.form.partition("{}")
        if not isinstance(there, str) or not there.startswith(before) or not there.endswith(behind):
            return None
        number = there[len(before) : len(there) - len(behind)]
        return int(number) if number.isdecimal() else None


class Lies(Strict):
    """What lies in a place of the position: these objects, by their ids."""

    where: Text
    cards: tuple[Any, ...]
    unordered: bool = False


class Expected(Printed):
    """A fact that has to come out, in one of the forms below."""

    event: Annotated[
        dict[str, Any] | None,
        Field(description='An event with these members happens; {equals = "left"} is as much as that other member.'),
    ] = None
    accepted: Annotated[dict[str, Any] | None, Field(description="One of the actions, which is legal.")] = None
    excludes: Annotated[dict[str, Any] | None, Field(description="No action with these members is legal.")] = None
    holds: Annotated[dict[str, Any] | None, Field(description="The position has these members.")] = None
    lies: Lies | None = None
    after: Annotated[
        int | None,
        Field(ge=0, description="Behind how many actions holds, lies and excludes look; else at the end, or at first."),
    ] = None

    @model_validator(mode="after")
    def says_one_thing(self) -> Self:
        """It has exactly one form, and `after` goes with those that look at a position."""
        forms = [form for form in FORMS if getattr(self, form) is not None]
        if len(forms) != 1:
            raise ValueError(f"it has {' and '.join(forms) or 'none'} of {', '.join(FORMS)}: one is needed")
        if self.after is not None and forms[0] in {"event", "accepted"}:
            raise ValueError(f"after goes with excludes, holds and lies, not with {forms[0]}")
        return self


class Given(Strict):
    """What the example begins with: a position, what is done, and which of its numbers the text prints."""

    position: Annotated[
        str | dict[str, Any], Field(description="JSON as text, for TOML has no null; or a table where none is needed.")
    ] = Field(default_factory=dict[str, Any])
    actions: tuple[dict[str, Any], ...] = ()
    facts: tuple[Stated, ...] = ()

    @field_validator("position")
    @classmethod
    def is_an_object(cls, value: str | dict[str, Any]) -> str | dict[str, Any]:
        """A text is a JSON object."""
        if isinstance(value, str):
            try:
                read = json.loads(value)
            except ValueError as error:
                raise ValueError(f"the position is not JSON: {error}") from None
            if not isinstance(read, dict):
                raise ValueError("the position is no JSON object")
        return value

    @property
    def start(self) -> dict[str, Any]:
        """The position in JSON values, made anew."""
        read: dict[str, Any] = json.loads(
            self.position if isinstance(self.position, str) else json.dumps(self.position)
        )
        return read


class Expect(Strict):
    """What has to come out."""

    facts: tuple[Expected, ...] = ()


class Example(Strict):
    """`given` and `expect` are facts in the vocabulary's terms: a position, actions, and what comes of them."""

    id: Id
    at: Annotated[tuple[Place, ...], Field(min_length=1)]
    fp: Annotated[tuple[Fingerprint, ...], Field(description="Of the sentences at `at`, stamped by review.")] = ()
    says: Annotated[Text, Field(description="What it shows, in our words.")]
    given: Given
    expect: Expect
    clauses: Annotated[tuple[Id, ...], Field(description="The clauses it shows at work.")] = ()
    mode: Annotated[Name | None, Field(description="The mode of play; by default the game's first.")] = None
    note: str | None = None

    @property
    def chapter(self) -> str:
        """The chapter: the second part of the id."""
        return self.id.split(".")[1]

    @property
    def facts(self) -> tuple[Stated | Expected, ...]:
        """Every fact, those given first."""
        return (*self.given.facts, *self.expect.facts)

    @model_validator(mode="after")
    def facts_fit(self) -> Self:
        """Names differ, and what is stated of the position stands there, if with another number."""
        names = [fact.name for fact in self.facts]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise ValueError(f"two facts are called {', '.join(twice)}")
        start = self.given.start
        for fact in self.given.facts:
            if fact.read(found := standing_at(start, fact.where)) is None:
                like = fact.written(fact.value)
                raise ValueError(f"{fact.name}: {fact.where} is {found!r} in the position, nothing like {like!r}")
        return self


def standing_at(position: object, where: str) -> object:
    """What stands at a way into a position, or None where nothing does."""
    here = position
    for step in where.split("."):
        listed = as_list(here)
        here = (
            (listed[int(step)] if step.isdecimal() and int(step) < len(listed) else None)
            if listed
            else (as_dict(here).get(step))
        )
    return here
