"""Values that a parser gave and nobody has checked, as tables and lists. What their members mean is not known here."""

from collections.abc import Iterable
from typing import Any, cast


def as_dict(value: object) -> dict[str, Any]:
    """The value, where it is a table; else an empty one."""
    return cast(dict[str, Any], value) if isinstance(value, dict) else {}


def as_list(value: object) -> list[Any]:
    """The members of the value, where it is a list; else none."""
    return [*cast(Iterable[Any], value)] if isinstance(value, list) else []
