"""What people write in a vocabulary.toml: the shape of each table. What the names in it mean is not checked here."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from .accessing import Read
from .info import Strict

Word = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_]*$")]
Value = str | int | bool
Args = Annotated[dict[Word, str], Field(description="Arguments with their types, in order.")]


class SortText(Strict):
    """`[sort.NAME]`: a finite set of members, listed, or with fields as a table each."""

    members: tuple[Word, ...] | dict[Word, dict[Word, Value]]
    fields: Args = Field(default_factory=dict)
    blank: Annotated[Word | None, Field(description="The member that stands for nothing.")] = None
    written: Annotated[dict[Word, str], Field(description="Members that a position spells differently.")] = Field(
        default_factory=dict
    )
    phrase: Annotated[dict[Word, str], Field(description="Members that a paraphrase calls differently.")] = Field(
        default_factory=dict
    )
    says: str = ""

    @property
    def rows(self) -> dict[str, dict[str, Value]]:
        """The members with their fields."""
        if isinstance(self.members, dict):
            return {**self.members}
        return {member: {} for member in self.members}


class RelationText(Strict):
    """`[relation.NAME]`: which members stand in it."""

    args: Args
    pairs: tuple[tuple[Word, ...], ...]
    symmetric: bool = False
    says: str = ""


class VariableText(Strict):
    """`[variable.NAME]`: what a position says, and where it says it."""

    args: Args = Field(default_factory=dict)
    type: str
    at: Annotated[str, Field(description="The way into the position; `{…}` are expressions over the arguments.")]
    read: Read = "value"
    tag: Annotated[str | None, Field(description='With read = "tag": the name counted in a list of `name:n`.')] = None
    item: Annotated[str | None, Field(description='With read = "holds": what the list holds.')] = None
    default: Annotated[Value | None, Field(description="Its value where the position is silent.")] = None
    null: Annotated[Value | None, Field(description="Its value where the position says null; else the default.")] = None
    monitor: Annotated[bool, Field(description="True where no solver holds it.")] = False
    says: str = ""


class DefineText(Strict):
    """`[define.NAME]`: a name for an expression."""

    args: Args = Field(default_factory=dict)
    body: Annotated[str, Field(alias="is")]
    old: Annotated[bool, Field(description="True where it looks at a step; then only `ensure` may use it.")] = False
    says: str = ""


class QuantityText(Strict):
    """`[quantity.NAME]`: a number that the `value` clauses for it add up to."""

    args: Args = Field(default_factory=dict)
    says: str = ""


class ProductText(Strict):
    """Candidates: every combination of the arguments' members; an optional argument is also left out."""

    kind: Literal["product"]
    only: Annotated[dict[Word, tuple[Word, ...]], Field(description="Members to keep to, by argument.")] = Field(
        default_factory=dict
    )


Near = Literal["skipped", "crosswise", "elsewhere", "short", "beyond", "repeated", "empty"]


class PathsText(Strict):
    """Candidates: the simple paths along a relation from the starts to the ends, and near misses of them."""

    kind: Literal["paths"]
    arg: Word
    step: Annotated[Word, Field(description="What `starts` and `ends` call the step.")] = "step"
    along: Word
    across: Annotated[Word | None, Field(description="The relation of a wrong step.")] = None
    starts: str
    ends: str
    near: Annotated[tuple[Near, ...], Field(description="The kinds of near misses to propose too.")] = ()


class ListedText(Strict):
    """Candidates: actions as JSON, as they stand."""

    kind: Literal["list"]
    actions: tuple[dict[str, object], ...]


class EachText(Strict):
    """Candidates: one for every binding of names that a position offers, where a condition holds."""

    kind: Literal["each"]
    over: Annotated[dict[Word, str], Field(description="Names with what they range over: a sort, or a path.")]
    where: Annotated[str, Field(description="Which bindings make a candidate.")] = "true"
    give: Annotated[dict[Word, str], Field(description="The arguments; one called like a name is that.")] = Field(
        default_factory=dict
    )


CandidateText = ProductText | PathsText | ListedText | EachText


class ActionText(Strict):
    """`[action.NAME]`: what a player may try."""

    args: Args = Field(default_factory=dict)
    members: Annotated[dict[Word, str], Field(alias="json", description="Its members in JSON, with holes.")] = Field(
        default_factory=dict
    )
    optional: Annotated[tuple[Word, ...], Field(description="Arguments that may be left out.")] = ()
    closes: Annotated[tuple[Word, ...], Field(description="Actions whose `must` has to be met before this one.")] = ()
    otherwise: Annotated[Literal["refused", "allowed"], Field(description="Where no clause speaks.")] = "refused"
    candidates: tuple[Annotated[CandidateText, Field(discriminator="kind")], ...] = ()
    says: str = ""


class DecisionText(Strict):
    """`[decision.NAME]`: a choice that the rules leave to a player, made by an argument of an action."""

    action: Word
    chooses: Annotated[Word, Field(description="The argument that is chosen.")]
    over: Annotated[str, Field(description="What it is chosen from: a sort, or a path.")]
    default: Annotated[
        str | None, Field(description="What is chosen where nobody chooses; without it nothing is done.")
    ] = None
    says: str = ""


class InvariantText(Strict):
    """`[invariant.NAME]`: what every well-formed position satisfies."""

    holds: str
    says: str = ""


class VocabularyText(Strict):
    """A whole vocabulary.toml."""

    readings: Annotated[dict[str, tuple[str, ...]], Field(description="Open questions with their readings.")] = Field(
        default_factory=dict
    )
    sort: dict[Word, SortText]
    relation: dict[Word, RelationText] = Field(default_factory=dict)
    variable: dict[Word, VariableText] = Field(default_factory=dict)
    define: dict[Word, DefineText] = Field(default_factory=dict)
    quantity: dict[Word, QuantityText] = Field(default_factory=dict)
    action: dict[Word, ActionText] = Field(default_factory=dict)
    decision: dict[Word, DecisionText] = Field(default_factory=dict)
    invariant: dict[Word, InvariantText] = Field(default_factory=dict)
