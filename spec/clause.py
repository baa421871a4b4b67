"""A clause: one rule in our words, with its sources; and a waiver: why a sentence has none. Neither is checked here."""

from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from .info import Name, Strict

Id = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*(\.[a-z0-9]+(-[a-z0-9]+)*){2,}$")]
Place = Annotated[str, StringConstraints(pattern=r"^([a-z][a-z0-9-]*:)?([^\s/:]+/)*(h|p[1-9]\d*/s[1-9]\d*)$")]
Fingerprint = Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{16})?$")]
Text = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]

Kind = Literal["norm", "value", "define", "procedure", "setup", "outcome", "meta", "assumption"]
Modality = Literal["must", "may", "cannot", "is", "should"]
Role = Literal["states", "part", "implies", "restates", "example"]
EVIDENCE = ("engine", "test", "case", "property", "proof", "mutant")


class Source(Strict):
    """A sentence that a clause rests on, with the fingerprint it had when the clause was last reviewed.

    `states`: it says the whole rule. `part`: it says part of the rule, and the other sentences the rest. `implies`: the
    rule follows from it. `restates`: it says again what another one states. `example`: it shows the rule at work.
    """

    at: Place
    fp: Annotated[Fingerprint, Field(description="Empty until `ruleproof review` has stamped it.")] = ""
    role: Role = "states"


class Clause(Strict):
    """One rule. Its formal part (`do`, `when`, `ensure`, `value`) is written in the expression language."""

    id: Id
    says: Annotated[Text, Field(description="The rule in our own words, one sentence.")]
    kind: Kind
    modality: Modality | None = None
    do: Annotated[str | None, Field(description="An action of the vocabulary with names for its arguments.")] = None
    when: Annotated[str | None, Field(description="The condition under which it holds.")] = None
    ensure: Annotated[str | None, Field(description="What holds after each step, `old(x)` being x before it.")] = None
    value: Annotated[str | None, Field(description="What a quantity is.")] = None
    modes: tuple[Name, ...] = ()
    overrides: Annotated[tuple[Id, ...], Field(description="Clauses that this one goes before; needs `basis`.")] = ()
    basis: Annotated[Place | None, Field(description="The sentence that grants the precedence.")] = None
    needs: Annotated[tuple[str, ...], Field(description='The evidence that is due; "a|b" is either.')] = ()
    source: tuple[Source, ...] = ()
    question: Annotated[Id | None, Field(description="The open question that its meaning hangs on.")] = None
    implied_by_proof: Annotated[str | None, Field(description="The obligation that derives it from the others.")] = None
    notes: str | None = None

    @property
    def chapter(self) -> str:
        """The chapter: the file's name, which is the second part of the id."""
        return self.id.split(".")[1]

    @property
    def formal(self) -> bool:
        """Whether it has a formal part that can be evaluated."""
        return self.do is not None or self.ensure is not None or self.value is not None

    @property
    def expressions(self) -> tuple[tuple[str, str], ...]:
        """The formal parts that are given, by name."""
        parts = (("do", self.do), ("when", self.when), ("ensure", self.ensure), ("value", self.value))
        return tuple((name, text) for name, text in parts if text is not None)

    @property
    def places(self) -> tuple[str, ...]:
        """The places of all its sources."""
        return tuple(s.at for s in self.source)

    @model_validator(mode="after")
    def is_whole(self) -> Self:
        """A norm has a modality, an override its basis, an action a norm; only an assumption has no source."""
        problems = [
            (
                self.kind == "norm" and self.modality is None,
                'a norm needs a modality: "must", "may", "cannot", "is" or "should"',
            ),
            (
                bool(self.overrides) and self.basis is None,
                "overrides needs basis: the sentence that grants the precedence",
            ),
            (self.do is not None and self.modality is None, "do needs a modality"),
            (self.kind != "assumption" and not self.source, 'needs a source (only an "assumption" has none)'),
            (
                any(n not in EVIDENCE for need in self.needs for n in need.split("|")),
                f"needs may name {', '.join(EVIDENCE)}, or two of them joined by |",
            ),
        ]
        if wrong := "; ".join(text for failed, text in problems if failed):
            raise ValueError(wrong)
        return self


class Waiver(Strict):
    """Why sentences that oblige have no clause (yet). Void as soon as one of the sentences changes."""

    at: Annotated[tuple[Place, ...], Field(description="The sentences waived; or `under`.")] = ()
    under: Annotated[str | None, Field(description="A heading's path: whatever stands under it.")] = None
    digest: Annotated[Fingerprint, Field(description="Of the sentences waived; stamped by `ruleproof review`.")] = ""
    reason: Text

    @model_validator(mode="after")
    def covers_something(self) -> Self:
        """Exactly one of `at` and `under`."""
        if bool(self.at) == bool(self.under):
            raise ValueError('needs either at = ["place", …] or under = "heading path"')
        return self
