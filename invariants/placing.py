"""Positions made of values: where each variable of a vocabulary stands, its value is put. No game is known here.

What comes out need not be whole: what a position holds beside the variables is taken from others like it (`completed`).
"""

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

from ruleproof.spec.accessing import OutsideVocabulary, Step
from ruleproof.spec.closures import Sight
from ruleproof.spec.meanings import Variable
from ruleproof.spec.syntax import TEXT, Enum, Path, Text
from ruleproof.spec.untyped import as_dict, as_list
from ruleproof.spec.viewing import Viewer, default
from ruleproof.spec.vocabulary import Vocabulary

Key: TypeAlias = tuple[str, tuple[Any, ...]]  # a variable at arguments
Position: TypeAlias = dict[str, Any]


@dataclass
class Placing:
    """Makes a position in which variables have the values wanted, as far as the vocabulary says where they stand."""

    vocabulary: Vocabulary
    viewer: Viewer
    wanted: Mapping[Key, Any]
    position: Position = field(default_factory=dict[str, Any])

    def placed(self) -> Position:
        """The position. Values that it has by itself are not written."""
        told = Sight(self._told)
        for _ in range(2):  # the second time for what a later value has covered
            for (name, args), value in self.wanted.items():
                variable = self.vocabulary.variable[name]
                if self._seen(name, args) != value:
                    self._put(variable, *self.viewer.way(told, name, args), value)
        return self.position

    def _told(self, name: str, args: tuple[Any, ...]) -> Any:
        """A value as it will be; a name that nobody asked for is made up, since ways may lead through it."""
        if (name, args) in self.wanted:
            return self.wanted[name, args]
        variable = self.vocabulary.variable[name]
        if isinstance(variable.type, Text):
            return "-".join([name, *map(str, args)]).lower()
        return default(self.vocabulary, variable.type, variable.text.default)

    def _seen(self, name: str, args: tuple[Any, ...]) -> Any:
        try:
            return self.viewer.sight(self.position).read(name, args)
        except OutsideVocabulary:
            return _NOT_SEEN

    def _put(self, variable: Variable, way: tuple[Step, ...] | None, inner: str | None, value: Any) -> None:
        if way is None:
            return
        match variable.text.read:
            case "value":
                put(self.position, way, self._written(variable, value))
            case "present":
                put(self.position, way, {} if value else None)
            case "tag":
                put(self.position, way, _tagged(there(self.position, way), str(inner), value))
            case "holds":
                held = [each for each in as_list(there(self.position, way)) if each != inner]
                put(self.position, way, [*held, inner] if value else held)
            case "length":
                put(self.position, way, [{} for _ in range(value)])

    def _written(self, variable: Variable, value: Any) -> Any:
        match variable.type:
            case Enum(sort=sort) if value is not None:
                return self.vocabulary.sort[sort].written.get(value, value)
            case Path(sort=sort) if sort != TEXT:
                return [self.vocabulary.sort[sort].written.get(each, each) for each in value or ()]
            case Path():
                return [*(value or ())]
            case _:
                return value


_NOT_SEEN = object()


def _tagged(tags: Any, name: str, value: int) -> list[str]:
    others = [str(each) for each in as_list(tags) if str(each).partition(":")[0] != name]
    return [*others, *([] if value < 1 else [name if value == 1 else f"{name}:{value}"])]


def there(position: Any, way: Sequence[Step]) -> Any:
    """What stands at the end of a way, or None."""
    for step in way:
        position = _entered(position, step)
    return position


def _entered(here: Any, step: Step) -> Any:
    match step:
        case str():
            return as_dict(here).get(step)
        case int():
            return as_list(here)[step] if step < len(as_list(here)) else None
        case (name, value):
            return next((each for each in as_list(here) if str(as_dict(each).get(name)) == value), None)
        case _:
            return here


def put(position: Position, way: Sequence[Step], value: Any) -> None:
    """Put a value at the end of a way, making what has to be there for it."""
    here: Any = position
    for place, step in enumerate(way):
        if not isinstance(step, (str, int, tuple)):
            _put_each(here, way[place + 1 :], value)
            return
        last = place + 1 == len(way)
        made: Any = value if last else [] if _is_list(way[place + 1]) else {}
        here = _step_into(here, step, made, last)


def _is_list(step: Step) -> bool:
    return not isinstance(step, str)


def _step_into(here: Any, step: str | int | tuple[str, str], made: Any, last: bool) -> Any:
    match step:
        case str():
            if last or here.get(step) is None:
                here[step] = made
            return here[step]
        case int():
            here.extend([None] * (step + 1 - len(here)))
            if last or here[step] is None:
                here[step] = made
            return here[step]
        case (name, value):
            found = _entered(here, step)
            if found is None:
                found = {name: int(value) if value.isdecimal() else value}
                here.append(found)
            return found


def _put_each(here: list[Any], way: Sequence[Step], values: Iterable[Any]) -> None:
    """Make a list of what has these values at the ends of the way."""
    if not all(isinstance(step, str) for step in way):
        return  # lists in lists: what they hold is not told by what stands at their ends
    here.clear()
    for value in values:
        each: dict[str, Any] = {}
        put(each, way, value)
        here.append(each)


# --- what stands beside the variables


def completed(position: Position, others: Sequence[Position]) -> Position:
    """The position, its objects given those members that objects at the same place have in every other position."""
    whole = copy.deepcopy(position)
    alike: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for other in others:
        for place, each in _objects(other):
            alike.setdefault(place, []).append(each)
    for number, (place, each) in enumerate(_objects(whole)):
        models = alike.get(place, [])
        known = (member for member in (models[0] if models else ()) if member not in each)
        for member in sorted(member for member in known if all(member in model for model in models)):
            each[member] = _fresh(models, member, number)
    return whole


def _fresh(models: Sequence[dict[str, Any]], member: str, number: int) -> Any:
    """The commonest value of a member; where it tells objects apart, one that none has."""
    values = [each[member] for each in models]
    if all(isinstance(value, str) for value in values) and len(set(values)) > max(8, len(values) // 8):
        return f"{member}-{number}"
    return copy.deepcopy(max(values, key=values.count))


def _objects(value: Any, place: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    if isinstance(value, dict):
        known = cast(dict[str, Any], value)
        if place:
            yield place, known
        for name, each in list(known.items()):
            yield from _objects(each, (*place, name))
    else:
        for each in as_list(value):
            yield from _objects(each, (*place, "*"))
