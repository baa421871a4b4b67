"""What a player may not know, and whether it shows. What is secret is said by the game's form; nobody is asked here."""

from collections.abc import Iterator
from typing import Any

from .matching import Bag, Difference, encode
from .suite import Form
from .values import is_list, is_object


def hidden(form: Form, position: Any, viewer: str) -> frozenset[str]:
    """The ids of a position that do not stand in what the viewer may know of it."""
    if form.seen is None:
        return frozenset()
    return frozenset(_ids(form.whole(position))) - frozenset(_texts(form.seen(position, viewer)))


def _ids(value: Any) -> Iterator[str]:
    if is_object(value):
        if isinstance(name := value.get("id"), str):
            yield name
        value = list(value.values())
    if is_list(value):
        for item in value:
            yield from _ids(item)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif is_object(value):
        yield from value
        for item in value.values():
            yield from _texts(item)
    elif is_list(value):
        for item in value:
            yield from _texts(item)


def shown(secrets: frozenset[str], observation: Any, where: str = "observation") -> Difference | None:
    """The first place where one of the secrets stands in an observation."""
    if isinstance(observation, str):
        return Difference(where, "nothing of what is hidden", observation) if observation in secrets else None
    if is_object(observation):
        names = (shown(secrets, name, where) for name in observation)
        inside = (shown(secrets, item, f"{where}.{name}") for name, item in observation.items())
        return next((found for found in (*names, *inside) if found), None)
    if is_list(observation):
        each = (shown(secrets, item, f"{where}[{number}]") for number, item in enumerate(observation))
        return next((found for found in each if found), None)
    return None


def reveals(found: Difference) -> bool:
    """Whether an observation shows more than expected: cards in place of their number, or a card that lies covered."""
    if isinstance(found.expected, int) and not isinstance(found.expected, bool):
        return bool(is_list(found.got) and found.got)
    return found.expected is None and found.where.endswith("]") and found.got is not None


def together(one: Any, other: Any) -> Any:
    """What two players know who tell each other all they see: cards instead of a number, a card that is covered."""
    if is_object(one) and is_object(other):
        return {name: together(one.get(name), other.get(name)) for name in one | other}
    if is_list(one) and is_list(other) and len(one) == len(other) and not isinstance(one, Bag):
        return [together(*pair) for pair in zip(one, other, strict=True)]
    return other if one is None or (is_list(other) and not is_list(one)) else one


def canonical(value: Any) -> bytes:
    """A value in its one form as bytes: lists whose order means nothing are sorted."""
    return encode(_sorted(value))


def _sorted(value: Any) -> Any:
    if is_object(value):
        return {name: _sorted(item) for name, item in value.items()}
    if is_list(value):
        items = [_sorted(item) for item in value]
        return sorted(items, key=encode) if isinstance(value, Bag) else items
    return value
