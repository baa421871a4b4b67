"""Says in English what an expression or a formal clause asks, in the vocabulary's phrases. Nothing is judged here."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .clause import Clause
from .formal import Norm, read
from .syntax import (
    Among,
    Apply,
    Arithmetic,
    Belongs,
    Bool,
    Bound,
    Choice,
    Comparison,
    Enum,
    Every,
    Expr,
    Extreme,
    Field,
    Implication,
    InOrder,
    Item,
    Last,
    Length,
    Listed,
    Member,
    Not,
    Number,
    Old,
    Quantified,
    Quoted,
    Reading,
    Some,
    Spelled,
    Truth,
)
from .vocabulary import Vocabulary

_HOLE = re.compile(r"\{(\w+)\}")
_COMPARED = {
    "==": "is",
    "!=": "is not",
    "<": "is less than",
    "<=": "is at most",
    ">": "is more than",
    ">=": "is at least",
}
_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_JOINED = {"+": "plus", "-": "minus", "*": "times"}
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def paraphrase(expr: Expr, vocabulary: Vocabulary) -> str:
    """An expression in English: a condition as a sentence without its full stop, anything else as a noun."""
    return _Speaker(vocabulary).say(expr)


def paraphrase_norm(norm: Norm, vocabulary: Vocabulary) -> str:
    """The formal part of a clause as one English sentence."""
    speaker = _Speaker(vocabulary)
    text = _SENTENCES["value" if norm.value is not None else norm.modality or "is"](speaker, norm)
    if norm.ensure is not None and norm.modality != "is":
        kept = f"after {'it' if norm.follows else 'every step'} {speaker.say(norm.ensure)}"
        text = f"{text}; {kept}" if text else kept
    return f"{text[:1].upper()}{text[1:]}."


def paraphrase_part(clause: Clause, part: str, vocabulary: Vocabulary) -> str:
    """One formal part of a clause (`do`, `when`, `ensure`, `value`) in English; nothing where it has none."""
    norm, speaker = read(clause, vocabulary), _Speaker(vocabulary)
    if getattr(clause, part) is None:
        return ""
    if part == "do":
        return speaker.action(norm)
    expr: Expr = getattr(norm, part)
    return speaker.say(expr)


class _Speaker:
    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self._words: Mapping[type[Expr], Callable[[Any], str]] = {
            Number: self._number,
            Truth: self._truth,
            Member: self._member,
            Bound: self._bound,
            Quoted: self._quoted,
            Spelled: self._spelled,
            Listed: self._listed,
            InOrder: self._in_order,
            Apply: self._apply,
            Field: self._field,
            Item: self._item,
            Length: self._length,
            Last: self._last,
            Old: self._old,
            Reading: self._reading,
            Not: self._not,
            Every: self._every,
            Some: self._some,
            Implication: self._implication,
            Choice: self._choice,
            Comparison: self._comparison,
            Belongs: self._belongs,
            Among: self._among,
            Arithmetic: self._arithmetic,
            Extreme: self._extreme,
            Quantified: self._quantified,
        }

    def say(self, expr: Expr) -> str:
        """The words for an expression."""
        return self._words[type(expr)](expr)

    def grouped(self, expr: Expr) -> str:
        """The words for a part, in brackets where it is made of parts itself."""
        text = self.say(expr)
        return f"({text})" if isinstance(expr, (Every, Some, Implication, Choice, Quantified, Old)) else text

    def filled(self, says: str, name: str, args: Sequence[str], given: Sequence[Expr]) -> str:
        """A phrase of the vocabulary with the words for its arguments."""
        if not says:
            inner = " and ".join(map(self.say, given))
            return f"{name.replace('_', ' ')}{f' of {inner}' if inner else ''}"
        words = {arg: self.grouped(each) for arg, each in zip(args, given, strict=True)}
        return _HOLE.sub(lambda hole: words[hole[1]], says)

    # --- single things

    def _number(self, expr: Number) -> str:
        return str(expr.value)

    def _truth(self, expr: Truth) -> str:
        return "it is so" if expr.value else "it is never so"

    def _member(self, expr: Member) -> str:
        return self.vocabulary.sort[expr.sort].phrase.get(expr.name, expr.name.replace("_", " "))

    def _quoted(self, expr: Quoted) -> str:
        return f"the name {expr.value!r}" if expr.value else "nothing"

    def _spelled(self, expr: Spelled) -> str:
        return f"the name of {self.grouped(expr.of)}"

    def _listed(self, expr: Listed) -> str:
        return " and ".join(map(self.grouped, expr.items))

    def _in_order(self, expr: InOrder) -> str:
        return f"{self.grouped(expr.left)} and {self.grouped(expr.right)} have what both have in one order"

    def _bound(self, expr: Bound) -> str:
        if len(expr.name) == 1:
            return expr.name
        sort = self.vocabulary.sort.get(expr.type.sort) if isinstance(expr.type, Enum) else None
        return f"the {sort.says if sort is not None and sort.says != sort.name else expr.name.replace('_', ' ')}"

    def _apply(self, expr: Apply) -> str:
        tables: tuple[Mapping[str, object], ...] = (
            self.vocabulary.variable,
            self.vocabulary.define,
            self.vocabulary.relation,
            self.vocabulary.quantity,
        )
        known = next(table[expr.name] for table in tables if expr.name in table)
        return self.filled(getattr(known, "says", ""), expr.name, tuple(getattr(known, "args", ())), expr.args)

    def _field(self, expr: Field) -> str:
        of = self.grouped(expr.of)
        assert isinstance(expr.of.type, Enum)
        phrase = self.vocabulary.sort[expr.of.type.sort].phrase.get(expr.name)
        return phrase.replace("{}", of) if phrase else f"the {expr.name.replace('_', ' ')} of {of}"

    def _item(self, expr: Item) -> str:
        if isinstance(expr.at, Number) and expr.at.value < len(_ORDINALS):
            return f"the {_ORDINALS[expr.at.value]} of {self.say(expr.of)}"
        return f"number {self.say(expr.at)} (from 0) of {self.say(expr.of)}"

    def _length(self, expr: Length) -> str:
        return f"the length of {self.say(expr.of)}"

    def _last(self, expr: Last) -> str:
        return f"the last of {self.say(expr.of)}"

    def _old(self, expr: Old) -> str:
        inner = self.say(expr.of)
        return f"before the step {inner}" if isinstance(expr.type, Bool) else f"{inner} before the step"

    def _reading(self, expr: Reading) -> str:
        return f"{expr.question} is read as {expr.reading}"

    # --- conditions

    def _not(self, expr: Not) -> str:
        match expr.of:
            case Comparison():
                return self._compared(expr.of, _OPPOSITE[expr.of.op])
            case Belongs(item=item, of=path):
                return f"{self.say(item)} is not in {self.say(path)}"
            case Among():
                return self._among(expr.of, "is none of")
            case Reading(question=question, reading=reading):
                return f"{question} is not read as {reading}"
            case Quantified(op="any"):
                return self._quantified(expr.of, "for no")
            case Not(of=inner):
                return self.say(inner)
            case _:
                return f"it is not so that {self.grouped(expr.of)}"

    def _every(self, expr: Every) -> str:
        return " and ".join(map(self.grouped, expr.items))

    def _some(self, expr: Some) -> str:
        return " or ".join(map(self.grouped, expr.items))

    def _implication(self, expr: Implication) -> str:
        return f"if {self.say(expr.left)} then {self.say(expr.right)}"

    def _choice(self, expr: Choice) -> str:
        return f"if {self.say(expr.condition)} then {self.say(expr.then)} else {self.say(expr.other)}"

    def _comparison(self, expr: Comparison) -> str:
        return self._compared(expr, expr.op)

    def _compared(self, expr: Comparison, op: str) -> str:
        if isinstance(expr.left.type, Bool):
            same = "exactly where" if op == "==" else "other than where"
            return f"{self.grouped(expr.left)} {same} {self.grouped(expr.right)}"
        return f"{self.grouped(expr.left)} {_COMPARED[op]} {self.grouped(expr.right)}"

    def _belongs(self, expr: Belongs) -> str:
        return f"{self.say(expr.item)} is in {self.say(expr.of)}"

    def _among(self, expr: Among, verb: str = "is one of") -> str:
        return f"{self.say(expr.item)} {verb} {', '.join(map(self.say, expr.items))}"

    # --- numbers and quantifiers

    def _arithmetic(self, expr: Arithmetic) -> str:
        if expr.op == "-" and isinstance(expr.left, Number) and expr.left.value == 0:
            return f"minus {self.grouped(expr.right)}"
        left, right = (
            f"({self.say(e)})" if isinstance(e, Arithmetic) else self.grouped(e) for e in (expr.left, expr.right)
        )
        return f"{left} {_JOINED[expr.op]} {right}"

    def _extreme(self, expr: Extreme) -> str:
        word = "larger" if expr.op == "max" else "smaller"
        return f"the {word} of {' and '.join(map(self.grouped, expr.items))}"

    def _quantified(self, expr: Quantified, lead: str = "") -> str:
        body, where = self.say(expr.body), self._domain(expr)
        match expr.op:
            case "any":
                return f"{lead or 'for some'} {where}, {body}"
            case "all":
                return f"for every {where}, {body}"
            case "count":
                return f"the number of {where} such that {body}"
            case _:
                return f"the {expr.op}, over {where}, of {body}"

    def _domain(self, expr: Quantified) -> str:
        domain, names = expr.domain, expr.names
        if domain.steps and domain.of is not None:
            return f"step from {names[0]} to {names[1]} of {self.say(domain.of)}"
        if domain.of is not None:
            return f"{names[0]} in {self.say(domain.of)}"
        if domain.items is not None:
            return f"{names[0]} among {', '.join(map(self.say, domain.items))}"
        return f"{self.vocabulary.sort[domain.sort].says} {names[0]}"

    # --- clauses

    def action(self, norm: Norm) -> str:
        """What the norm's `do` names, in words."""
        known = self.vocabulary.action.get(norm.target or "") or self.vocabulary.quantity[norm.target or ""]
        given = [Bound(name, type=of) for name, of in known.args.items()]
        return self.filled(known.says, known.name, tuple(known.args), given)

    def where(self, norm: Norm, word: str = "where") -> str:
        """The condition of a norm, or nothing."""
        space = "" if word.startswith(",") else " "
        return "" if norm.when == Truth(True) else f"{space}{word} {self.say(norm.when)}"

    def permission(self, norm: Norm) -> str:
        """A `may`."""
        return f"one may {self.action(norm)}{self.where(norm)}"

    def bar(self, norm: Norm) -> str:
        """A `cannot`; nothing where it bars no action."""
        return f"one cannot {self.action(norm)}{self.where(norm)}" if norm.target is not None else ""

    def duty(self, norm: Norm) -> str:
        """A `must`; nothing where it demands no action."""
        return f"one must {self.action(norm)}{self.where(norm)}" if norm.target is not None else ""

    def watch(self, norm: Norm) -> str:
        """An `is` on steps."""
        step = f"after the move to {self.action(norm)}," if norm.target is not None else "after every step"
        condition = self.where(norm, "where before it")
        return f"{step}{condition}{',' if condition else ''} {self.say(norm.ensure)}" if norm.ensure else ""

    def addition(self, norm: Norm) -> str:
        """A `value`."""
        assert norm.value is not None
        return f"{self.action(norm)} includes {self.say(norm.value)}{self.where(norm, ', where')}"


_SENTENCES: Mapping[str, Callable[[_Speaker, Norm], str]] = {
    "may": _Speaker.permission,
    "cannot": _Speaker.bar,
    "must": _Speaker.duty,
    "should": _Speaker.duty,
    "is": _Speaker.watch,
    "value": _Speaker.addition,
}
