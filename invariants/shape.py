"""Telling JSON objects and lists from other values, in a way that type checkers follow. Nothing is changed here."""

from typing import Any, TypeGuard


def is_object(value: Any) -> TypeGuard[dict[str, Any]]:
    """A JSON object."""
    return isinstance(value, dict)


def is_list(value: Any) -> TypeGuard[list[Any]]:
    """A JSON list."""
    return isinstance(value, list)
