"""The form of positions out of a struct that has their members and defaults. What a member means is not known here."""

from typing import Any

import msgspec


def filled(value: object, position: type[msgspec.Struct]) -> dict[str, Any]:
    """A position, or what a player sees of one, with every default filled in. Raises msgspec.ValidationError."""
    full: dict[str, Any] = msgspec.to_builtins(msgspec.convert(value, position))
    return full


def schema(position: type[msgspec.Struct], title: str) -> dict[str, Any]:
    """The JSON Schema of a position; members that begin with `x_` are free, other unknown ones are mistakes."""
    made = msgspec.json.schema(position)
    for part in made["$defs"].values():
        part["additionalProperties"] = False
        part["patternProperties"] = {"^x_": {}}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **made}
