"""The vocabulary of a game: what its expressions and norms may speak of. Nothing is evaluated here."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path as File
from types import MappingProxyType
from typing import TypeVar

from pydantic import ValidationError

from . import toml
from .accessing import Template, pieces
from .expression import fragment, parse
from .fault import Fault, Faulty, nearest
from .files import read_text
from .meanings import Action, Args, Decision, Define, Each, Invariant, Paths, Quantity, Relation, Sort, Variable
from .resolving import same_kind
from .syntax import (
    BOOL,
    TEXT,
    Apply,
    Bound,
    Enum,
    Expr,
    ExpressionFault,
    Int,
    Path,
    Reading,
    Scope,
    Signature,
    Text,
    Type,
    each_of,
    walk,
)
from .tables import (
    ActionText,
    CandidateText,
    DecisionText,
    DefineText,
    EachText,
    InvariantText,
    PathsText,
    ProductText,
    QuantityText,
    RelationText,
    SortText,
    VariableText,
    VocabularyText,
)

T = TypeVar("T")


@dataclass(eq=False)
class Vocabulary:
    """Everything that a game's expressions may name. `read` makes one; none is ever equal to another."""

    place: str = "vocabulary.toml"
    sort: dict[str, Sort] = field(default_factory=dict[str, Sort])
    relation: dict[str, Relation] = field(default_factory=dict[str, Relation])
    variable: dict[str, Variable] = field(default_factory=dict[str, Variable])
    define: dict[str, Define] = field(default_factory=dict[str, Define])
    quantity: dict[str, Quantity] = field(default_factory=dict[str, Quantity])
    action: dict[str, Action] = field(default_factory=dict[str, Action])
    decision: dict[str, Decision] = field(default_factory=dict[str, Decision])
    invariant: dict[str, Invariant] = field(default_factory=dict[str, Invariant])
    readings: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])

    def sorts(self) -> tuple[str, ...]:
        """The names of all sorts."""
        return tuple(self.sort)

    def members(self, sort: str) -> tuple[str, ...] | None:
        """The members of a sort, the blank one last; None where there is no such sort."""
        return self.sort[sort].members if sort in self.sort else None

    def fields_of(self, sort: str) -> Mapping[str, Type]:
        """The constant fields of a sort's members."""
        return self.sort[sort].fields

    def signature(self, name: str) -> Signature | None:
        """What a variable, define, relation or quantity takes and gives."""
        if (v := self.variable.get(name)) is not None:
            return Signature(name, "variable", tuple(v.args.values()), v.type, v.monitor)
        if (d := self.define.get(name)) is not None:
            return Signature(name, "define", tuple(d.args.values()), d.body.type, d.monitor)
        if (r := self.relation.get(name)) is not None:
            return Signature(name, "relation", tuple(r.args.values()), BOOL)
        if (q := self.quantity.get(name)) is not None:
            return Signature(name, "quantity", tuple(q.args.values()), Int())
        return None

    def known(self) -> tuple[str, ...]:
        """All names that `signature` knows."""
        return (*self.variable, *self.define, *self.relation, *self.quantity)

    def questions(self) -> tuple[str, ...]:
        """The open questions that have readings."""
        return tuple(self.readings)

    def readings_of(self, question: str) -> tuple[str, ...] | None:
        """The readings of an open question, the default first."""
        return self.readings.get(question)

    def readings_with(self, chosen: Mapping[str, str]) -> Mapping[str, str]:
        """The reading of every question: the chosen ones, and the defaults. Raises ValueError for a wrong name."""
        for question, reading in chosen.items():
            known = self.readings.get(question)
            if known is not None and reading not in known:
                raise ValueError(f"{question} has no reading {reading}.{nearest(reading, known)}")
        return {question: chosen.get(question, known[0]) for question, known in self.readings.items()}

    def scope(self, do: str | None, *, old: bool = False, expected: Type | None = BOOL) -> Scope:
        """The scope of a clause's expressions: the arguments that its `do` names. Raises ExpressionFault."""
        return Scope(self.arguments(do)[1] if do is not None else {}, old, expected)

    def arguments(self, do: str) -> tuple[str, Args]:
        """The action or quantity of `name(arg, …)` and the types of the arguments named. Raises ExpressionFault."""
        match = re.fullmatch(r"\s*(\w+)\s*(?:\(([\w\s,]*)\))?\s*", do)
        if match is None:
            raise ExpressionFault(1, f"{do!r} is not of the form name(argument, …).")
        name = match[1]
        known = self.action.get(name) or self.quantity.get(name)
        if known is None:
            names = (*self.action, *self.quantity)
            raise ExpressionFault(1, f"there is no action or quantity {name}.{nearest(name, names)}")
        given = tuple(each.strip() for each in (match[2] or "").split(",") if each.strip())
        if wrong := next((each for each in given if each not in known.args), None):
            hint = nearest(wrong, known.args)
            raise ExpressionFault(do.index(wrong) + 1, f"{name} has no argument {wrong}.{hint}")
        return name, {each: known.args[each] for each in given}


def read(path: File) -> Vocabulary:
    """The vocabulary in a TOML file. Raises Faulty with every fault found, and Unreadable where there is no file."""
    return read_source(read_text(path), str(path))


def read_source(
    source: str, place: str = "vocabulary.toml", readings: Mapping[str, tuple[str, ...]] | None = None
) -> Vocabulary:
    """The vocabulary in a TOML text; `place` is what faults call it. Raises Faulty.

    `readings` are those of questions that the text does not list itself, the default first.
    """
    try:
        text = VocabularyText.model_validate(toml.loads(source))
    except toml.TOMLDecodeError as error:
        raise Faulty([Fault(place, f"is not TOML: {error}")]) from error
    except ValidationError as error:
        raise Faulty(_wrong_shape(error, source, place)) from error
    return _Reader(text, source, place, {**(readings or {}), **text.readings}).vocabulary()


def _wrong_shape(error: ValidationError, source: str, place: str) -> Iterator[Fault]:
    for each in error.errors():
        way = [str(part) for part in each["loc"]]
        yield Fault(_line(source, place, way), f"{'.'.join(way)}: {each['msg']}")


def _line(source: str, place: str, way: list[str]) -> str:
    """The place of a table, as file and line."""
    for header in (f"[{'.'.join(way[:2])}]", f"[{'.'.join(way[:1])}]", f"[[{'.'.join(way[:1])}]]"):
        for number, line in enumerate(source.splitlines(), 1):
            if line.startswith(header):
                return f"{place}:{number}"
    return place


class _Consequence(ExpressionFault):
    """It names something that is faulty itself: that fault is told already."""


class _Reader:
    """Reads the tables in an order in which each finds what it names; collects faults and goes on."""

    def __init__(self, text: VocabularyText, source: str, place: str, readings: dict[str, tuple[str, ...]]) -> None:
        self.text, self.source, self.place = text, source, place
        self.faults: list[Fault] = []
        self.out = Vocabulary(place=place, readings=MappingProxyType(readings))
        self._waiting = dict(text.define)
        self._reading: list[str] = []
        self.failed: set[str] = set()

    def vocabulary(self) -> Vocabulary:
        """Everything read. Raises Faulty."""
        self._shared_names()
        self._each("sort", self.text.sort, self._sort)
        self._each("relation", self.text.relation, self._relation)
        self._each("variable", self.text.variable, self._variable)
        self._each("quantity", self.text.quantity, self._quantity)
        for name in self.text.define:
            self.define(name)
        self._each("action", self.text.action, self._action)
        self._each("decision", self.text.decision, self._decision)
        self._each("invariant", self.text.invariant, self._invariant)
        self._closings()
        if self.faults:
            raise Faulty(self.faults)
        return self.out

    @property
    def names(self) -> "_Partial":
        """What the tables read so far offer, and the defines that wait."""
        return _Partial(self)

    def _each(self, table: str, texts: Mapping[str, T], read: Callable[[str, T], None]) -> None:
        for name, text in texts.items():
            self._try(table, name, text, read)

    def _try(self, table: str, name: str, text: T, read: Callable[[str, T], None]) -> None:
        try:
            read(name, text)
        except _Consequence:
            self.failed.add(name)
        except ValueError as error:
            self.failed.add(name)
            self._fault([table, name], str(error))

    def _fault(self, way: list[str], what: str) -> None:
        self.faults.append(Fault(_line(self.source, self.place, way), f"{'.'.join(way)}: {what}"))

    def _shared_names(self) -> None:
        seen: dict[str, str] = {}
        for table in ("relation", "variable", "define", "quantity"):
            for name in getattr(self.text, table):
                if name in seen:
                    self._fault([table, name], f"{seen[name]}.{name} has this name already.")
                seen[name] = table

    def _closings(self) -> None:
        for name, action in self.text.action.items():
            for closed in action.closes:
                if closed not in self.text.action:
                    self._fault(["action", name], f"it closes {closed}.{nearest(closed, self.text.action)}")

    # --- one table each

    def _type(self, text: str) -> Type:
        if (match := re.fullmatch(r"int(?:\s+(-?\d+)?\.\.(-?\d+)?)?", text)) is not None:
            return Int(*(int(bound) if bound else None for bound in match.groups()))
        if text in ("bool", "text"):
            return BOOL if text == "bool" else Text()
        path, sort = text.startswith("path of "), text.removeprefix("path of ")
        if path and sort == TEXT:
            return Path(TEXT)
        if sort not in self.text.sort:
            known = ("bool", "int", "text", *self.text.sort)
            raise ValueError(f"there is no type {text}.{nearest(sort, known)}")
        return Path(sort) if path else Enum(sort)

    def _args(self, args: Mapping[str, str]) -> Args:
        return {name: self._type(text) for name, text in args.items()}

    def _sort(self, name: str, text: SortText) -> None:
        rows = text.rows
        for spelled in text.written:
            if spelled not in rows:
                raise ValueError(f"written names {spelled}, which is no member.{nearest(spelled, rows)}")
        members = (*rows, *((text.blank,) if text.blank is not None and text.blank not in rows else ()))
        fields = self._args(text.fields)
        values = {(m, f): rows[m].get(f) for m in rows for f in fields}
        for (member, column), value in values.items():
            self._fits(f"{member}.{column}", value, fields[column])
        for column, of in fields.items():
            if isinstance(of, Int):
                numbers = [v for (_, c), v in values.items() if c == column and isinstance(v, int)]
                fields = {**fields, column: Int(min(numbers), max(numbers))}
        self.out.sort[name] = Sort(
            name, members, text.blank, fields, values, text.written, text.phrase, text.says or name
        )

    def _fits(self, what: str, value: object, of: Type) -> None:
        if isinstance(of, Enum):
            members = (*self.text.sort[of.sort].rows, self.text.sort[of.sort].blank)
            if value not in members:
                raise ValueError(
                    f"{what} is {value!r}, which is no {of.sort}.{nearest(str(value), filter(None, members))}"
                )
        elif isinstance(of, Int) and not (isinstance(value, int) and not isinstance(value, bool)):
            raise ValueError(f"{what} is {value!r}, and has to be a whole number")
        elif of == BOOL and not isinstance(value, bool):
            raise ValueError(f"{what} is {value!r}, and has to be true or false")

    def _relation(self, name: str, text: RelationText) -> None:
        args = self._args(text.args)
        for pair in text.pairs:
            if len(pair) != len(args):
                raise ValueError(f"{list(pair)} has {len(pair)} members, not {len(args)}")
            for member, of in zip(pair, args.values(), strict=True):
                self._fits(f"a member of {list(pair)}", member, of)
        tuples = {tuple(pair) for pair in text.pairs}
        if text.symmetric:
            tuples |= {pair[::-1] for pair in tuples}
        self.out.relation[name] = Relation(name, args, frozenset(tuples), text.says)

    def _variable(self, name: str, text: VariableText) -> None:
        args = self._args(text.args)
        of = self._type(text.type)
        self._readable(text, of)
        way = [(kind, hole) for kind, part in pieces(text.at) for hole in Template(part).holes]
        read = tuple(self._hole(hole, args, Int() if kind == "at" else None) for kind, hole in way)
        held = tuple(self._hole(hole, args) for hole in Template(text.tag or text.item or "").holes)
        monitor = text.monitor or isinstance(of, Text)
        self.out.variable[name] = Variable(name, args, of, text, read, held, monitor)
        self._phrase(text.says, args)

    def _hole(self, text: str, args: Args, expected: Type | None = None) -> Expr:
        return parse(text, self.names, Scope(args, expected=expected))

    def _readable(self, text: VariableText, of: Type) -> None:
        """Whether the way of reading fits the type, and has what it needs."""
        fixed: dict[str, Type] = {"present": BOOL, "holds": BOOL, "tag": Int(), "length": Int()}
        gives = fixed.get(text.read, of)
        if not same_kind(of, gives):
            raise ValueError(f'read = "{text.read}" gives {gives}, and type says {text.type}')
        for member, needed in (("tag", text.read == "tag"), ("item", text.read == "holds")):
            if needed != (getattr(text, member) is not None):
                raise ValueError(
                    f'{member} goes with read = "{"tag" if member == "tag" else "holds"}", and only with it'
                )
        if text.default is not None:
            self._fits("default", text.default, of)
        elif isinstance(of, Enum) and self.text.sort[of.sort].blank is None:
            raise ValueError(f"it needs a default: {of} has no blank member")

    def _phrase(self, says: str, args: Args) -> None:
        for hole in Template(says).holes:
            if hole not in args:
                raise ValueError(f"`says` names {hole}, which is no argument.{nearest(hole, args)}")

    def _quantity(self, name: str, text: QuantityText) -> None:
        self.out.quantity[name] = Quantity(name, self._args(text.args), text.says)
        self._phrase(text.says, self.out.quantity[name].args)

    def define(self, name: str) -> None:
        """Read a define, and first those that it names; called again for one that was read it does nothing."""
        if name in self._reading:
            circle = " -> ".join([*self._reading[self._reading.index(name) :], name])
            raise ExpressionFault(1, f"the defines run in a circle: {circle}.")
        if (text := self._waiting.get(name)) is None:
            return
        self._reading.append(name)
        self._try("define", name, text, self._defined)
        self._reading.pop()
        self._waiting.pop(name, None)

    def _defined(self, name: str, text: DefineText) -> None:
        args = self._args(text.args)
        self._phrase(text.says, args)
        body = parse(text.body, self.names, Scope(args, text.old, None))
        monitor = fragment(body, self.names) == "monitor"
        self.out.define[name] = Define(name, args, body, monitor, text.says)

    def _decision(self, name: str, text: DecisionText) -> None:
        action = self.out.action.get(text.action)
        if action is None:
            raise ValueError(f"there is no action {text.action}.{nearest(text.action, self.text.action)}")
        if (of := action.args.get(text.chooses)) is None:
            raise ValueError(f"{action.name} has no argument {text.chooses}.{nearest(text.chooses, action.args)}")
        over, each = self._domain(text.over, {})
        if each != of:
            raise ValueError(f"{text.chooses} is {of}, and is chosen from {each}")
        default = None if text.default is None else parse(text.default, self.names, Scope(expected=of))
        self.out.decision[name] = Decision(name, action.name, text.chooses, over, default, text.says)

    def _domain(self, text: str, bound: Args) -> tuple[Expr | str, Type]:
        """What something ranges over, a sort or a path, and the type of what it is made of. Raises ValueError."""
        if text in self.text.sort:
            return text, Enum(text)
        path = parse(text, self.names, Scope({**bound}, expected=None))
        if not isinstance(path.type, Path):
            raise ValueError(f"{text} is neither a sort nor a path")
        return path, each_of(path.type.sort)

    def _invariant(self, name: str, text: InvariantText) -> None:
        self.out.invariant[name] = Invariant(name, parse(text.holds, self.names), text.says)

    def _action(self, name: str, text: ActionText) -> None:
        args = self._args(text.args)
        members: dict[str, tuple[Template, tuple[Expr, ...]]] = {}
        for member, way in text.members.items():
            template = Template(way)
            members[member] = template, tuple(self._hole(hole, args) for hole in template.holes)
        self._said(args, members)
        proposals = tuple(self._proposal(each, args, text.optional) for each in text.candidates)
        if unknown := next((each for each in text.optional if each not in args), None):
            raise ValueError(f"optional names {unknown}, which is no argument.{nearest(unknown, args)}")
        self._phrase(text.says, args)
        self.out.action[name] = Action(
            name, args, members, frozenset(text.optional), text.closes, text.otherwise, proposals, text.says
        )

    def _said(self, args: Args, members: Mapping[str, tuple[Template, tuple[Expr, ...]]]) -> None:
        """Whether the JSON tells every argument, so that an action can be read back."""
        told = {
            part.name
            for _, holes in members.values()
            for hole in holes
            for part in walk(hole)
            if isinstance(part, Bound)
        }
        if missing := [arg for arg in args if arg not in told]:
            raise ValueError(f"no member of its json tells {missing[0]}")

    def _each_of(self, text: EachText, args: Args, optional: tuple[str, ...]) -> Each:
        bound: dict[str, Type] = {}
        over: dict[str, Expr | str] = {}
        for name, domain in text.over.items():
            found, bound[name] = self._domain(domain, bound)
            over[name] = found if isinstance(found, str) else self._unread(found)
        for arg in text.give:
            if arg not in args:
                raise ValueError(f"candidates give {arg}, which is no argument.{nearest(arg, args)}")
        given = {arg: text.give.get(arg, arg if arg in bound else None) for arg in args}
        if lacking := next((arg for arg, way in given.items() if way is None and arg not in optional), None):
            raise ValueError(f"candidates of kind each do not give {lacking}")
        scope = Scope(bound)
        give = {
            arg: self._unread(parse(way, self.names, Scope(bound, expected=args[arg])))
            for arg, way in given.items()
            if way is not None
        }
        return Each(over, self._unread(parse(text.where, self.names, scope)), give)

    def _unread(self, expr: Expr) -> Expr:
        """The expression, if it is worth the same however questions are read: candidates are. Raises ValueError."""
        for part in walk(expr):
            if isinstance(part, Reading) or (isinstance(part, Apply) and part.kind == "quantity"):
                raise ValueError("candidates cannot hang on readings or quantities")
            if isinstance(part, Apply) and part.kind == "define":
                self._unread(self.out.define[part.name].body)
        return expr

    def _proposal(self, text: CandidateText, args: Args, optional: tuple[str, ...]) -> CandidateText | Paths | Each:
        if isinstance(text, EachText):
            return self._each_of(text, args, optional)
        if isinstance(text, ProductText):
            if paths := [arg for arg, of in args.items() if not isinstance(of, Enum)]:
                raise ValueError(f"candidates of kind product need members of sorts, and {paths[0]} is none")
            for arg, only in text.only.items():
                for member in only:
                    self._fits(f"only {arg}", member, args.get(arg, BOOL))
            return text
        if not isinstance(text, PathsText):
            return text
        of = args.get(text.arg)
        if not isinstance(of, Path):
            raise ValueError(f"candidates of kind paths need a path argument, and {text.arg} is none")
        for relation in filter(None, (text.along, text.across)):
            if relation not in self.out.relation:
                raise ValueError(f"there is no relation {relation}.{nearest(relation, self.out.relation)}")
        scope = Scope({**args, text.step: Enum(of.sort)})
        return Paths(text, of.sort, parse(text.starts, self.names, scope), parse(text.ends, self.names, scope))


class _Partial(Vocabulary):
    """A vocabulary while it is read: a define is read when it is first named."""

    def __init__(self, reader: _Reader) -> None:
        self.__dict__.update(reader.out.__dict__)
        self._reader = reader

    def signature(self, name: str) -> Signature | None:
        if name in self._reader.text.define and name not in self.define:
            self._reader.define(name)
        if name in self._reader.failed:
            raise _Consequence(1, f"{name} is faulty itself.")
        return super().signature(name)

    def known(self) -> tuple[str, ...]:
        return (*super().known(), *(set(self._reader.text.define) - set(self.define)))
