"""A position's JSON as expressions see it. It knows no game, and believes nothing but what the JSON says."""

from collections.abc import Sequence
from typing import Any

from .accessing import OutsideVocabulary, Plain, Step, Template, follow, listed, steps, tagged
from .closures import Run, Sight
from .compiling import Compiler
from .meanings import Variable
from .syntax import TEXT, Apply, Bool, Enum, Int, Path, Text, Type, walk
from .vocabulary import Vocabulary


class Viewer:
    """Reads the variables of a vocabulary out of positions; made once, used for many positions."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        compiler = Compiler(vocabulary)
        self._holes = {v.name: _runs(compiler, v, v.holes) for v in vocabulary.variable.values()}
        self._inner = {v.name: _runs(compiler, v, v.inner) for v in vocabulary.variable.values()}
        self._fixed = {v.name: _is_fixed(v) for v in vocabulary.variable.values()}
        self._ways: dict[tuple[str, tuple[Plain, ...]], tuple[tuple[Step, ...] | None, str | None]] = {}

    def sight(self, position: Any, before: Sight | None = None) -> Sight:
        """The position as expressions see it. Reading raises OutsideVocabulary where it holds what has no word."""
        sight = Sight(lambda name, args: self._read(sight, position, name, args), before)
        return sight

    def way(self, sight: Sight, name: str, args: tuple[Plain, ...]) -> tuple[tuple[Step, ...] | None, str | None]:
        """The way to a variable, None where it leads through nothing, and the tag or item that is looked for there."""
        return self._way(sight, self.vocabulary.variable[name], args)

    def _read(self, sight: Sight, position: Any, name: str, args: tuple[Plain, ...]) -> Plain:
        variable = self.vocabulary.variable[name]
        way, inner = self._way(sight, variable, args)
        there, found = (False, None) if way is None else follow(position, way)
        match variable.text.read:
            case "present":
                return there and found not in (None, False)
            case "length":
                return len(listed(found, variable.text.at))
            case "tag":
                return tagged(listed(found, variable.text.at), str(inner))
            case "holds":
                return inner is not None and inner in listed(found, variable.text.at)
            case "value":
                return self._value(variable, there, found)

    def _way(
        self, sight: Sight, variable: Variable, args: tuple[Plain, ...]
    ) -> tuple[tuple[Step, ...] | None, str | None]:
        key = (variable.name, args)
        if self._fixed[variable.name] and key in self._ways:
            return self._ways[key]
        way = steps(variable.text.at, [run(sight, args) for run in self._holes[variable.name]])
        template = Template(variable.text.tag or variable.text.item or "")
        inner = template.fill([run(sight, args) for run in self._inner[variable.name]])
        self._ways[key] = way, inner
        return way, inner

    def _value(self, variable: Variable, there: bool, found: Any) -> Plain:
        text = variable.text
        if found is None:
            stated = text.null if there and text.null is not None else text.default
            return default(self.vocabulary, variable.type, stated)
        return value(self.vocabulary, variable.type, found, f"{variable.name} at {text.at}")


def default(vocabulary: Vocabulary, of: Type, stated: Plain) -> Plain:
    """The value of a variable of which the position says nothing."""
    match of:
        case Bool():
            return bool(stated)
        case Int():
            return stated if isinstance(stated, int) else 0
        case Enum(sort=sort):
            return vocabulary.sort[sort].plain(str(stated)) if stated is not None else None
        case Path():
            return ()
        case Text():
            return stated


def value(vocabulary: Vocabulary, of: Type, found: Any, where: str) -> Plain:
    """What stands in a position, as a value of a type. Raises OutsideVocabulary."""
    match of:
        case Bool() if isinstance(found, bool):
            return found
        case Int() if isinstance(found, int) and not isinstance(found, bool):
            return found  # beyond its bounds too: a monitor is there to see that
        case Enum(sort=sort):
            return member(vocabulary, sort, found, where)
        case Path(sort=sort) if sort == TEXT:
            return tuple(value(vocabulary, Text(), each, where) for each in listed(found, where))  # type: ignore[misc]
        case Path(sort=sort):
            return tuple(member(vocabulary, sort, each, where) for each in listed(found, where))
        case Text() if isinstance(found, str):
            return found
        case _:
            pass
    raise OutsideVocabulary(f"{where}: {found!r} is no {of}")


def member(vocabulary: Vocabulary, sort: str, found: Any, where: str) -> str:
    """The member that a position spells so. Raises OutsideVocabulary."""
    known = vocabulary.sort[sort]
    for each in known.range:
        if known.written.get(each, each) == found:
            return each
    raise OutsideVocabulary(f"{where}: {found!r} is no {sort}")


def _runs(compiler: Compiler, variable: Variable, holes: Sequence[Any]) -> tuple[Run, ...]:
    return tuple(compiler.compile(hole, tuple(variable.args)) for hole in holes)


def _is_fixed(variable: Variable) -> bool:
    """Whether the way is the same in every position."""
    parts = (part for hole in (*variable.holes, *variable.inner) for part in walk(hole))
    return not any(isinstance(part, Apply) for part in parts)
