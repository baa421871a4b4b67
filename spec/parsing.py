"""Reads TOML into models, and says every fault with its line. Whether the entries fit together is not asked."""

import re
from collections.abc import Sequence
from typing import Any, TypeVar, cast, get_args

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from .fault import Fault, nearest
from .locating import Written
from .toml import TOMLDecodeError, loads
from .untyped import as_dict, as_list

M = TypeVar("M", bound=BaseModel)


def toml(written: Written, faults: list[Fault]) -> dict[str, Any] | None:
    """The value of a TOML file; where it does not parse, one fault and None."""
    try:
        return loads(written.text)
    except TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        last = written.text.count("\n") + 1
        what = re.sub(r" \(at (line \d+, column \d+|end of document)\)$", "", str(error))
        faults.append(
            Fault(
                f"{written.label}:{line[1] if line else last}",
                f"is not TOML: {what}",
                "Nothing else of this file was checked.",
            )
        )
        return None


def entries(written: Written, table: str, raw: object, model: type[M], faults: list[Fault]) -> list[tuple[int, M]]:
    """The entries `[[table]]` of a file that are sound, numbered from 0; the faults of the others go to `faults`."""
    found = as_list(raw)
    if not found:
        faults.append(Fault(written.place(table), f"{table} is written [[{table}]], once for each"))
        return []
    try:
        return list(enumerate(TypeAdapter(list[model]).validate_python(found)))  # type: ignore[valid-type]
    except ValidationError as error:
        details = error.errors(include_url=False)
        wrong = {detail["loc"][0] for detail in details}
        faults.extend(_fault(written, table, found, model, detail) for detail in details)
        return [(i, model.model_validate(entry)) for i, entry in enumerate(found) if i not in wrong]


def single(written: Written, raw: dict[str, Any], model: type[M], faults: list[Fault]) -> M | None:
    """A whole file as one model, or None with the faults added."""
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        faults.extend(_at_top(written, model, detail) for detail in error.errors(include_url=False))
        return None


def _fault(written: Written, table: str, raw: Sequence[Any], model: type[BaseModel], detail: ErrorDetails) -> Fault:
    number, *inner = detail["loc"]
    entry = raw[cast(int, number)]
    name = str(as_dict(entry).get("id", ""))
    key = str(inner[0]) if inner else ""
    hint = detail["input"] if len(inner) > 1 and isinstance(detail["input"], str) else ""
    where = written.place(table, cast(int, number), key, hint)
    return Fault(where, f"{table} {name}: {_what(inner, model, detail)}".replace(" :", ":"))


def _at_top(written: Written, model: type[BaseModel], detail: ErrorDetails) -> Fault:
    key, *inner = [*detail["loc"], ""][: len(detail["loc"])] or [""]
    number = next((part for part in inner if isinstance(part, int)), 0)
    is_table = str(key) in written.tables
    last = str(inner[1]) if len(inner) > 1 else ""
    where = written.place(str(key), number, last) if is_table else written.place("", 0, str(key))
    return Fault(where, _what(list(detail["loc"]), model, detail))


def _what(inner: Sequence[object], model: type[BaseModel], detail: ErrorDetails) -> str:
    """What is wrong, in words that name the member and where there is one the nearest right name."""
    member = ".".join(str(part) for part in inner)
    given = detail["input"]
    if detail["type"] == "extra_forbidden":
        return f"has the unknown member {member!r}.{nearest(str(inner[-1]), _members(model, inner[:-1]))}"
    if detail["type"] == "missing":
        return f"lacks the member {member!r}"
    if detail["type"] == "literal_error":
        choices = re.findall(r"'([^']*)'", str(detail.get("ctx", {}).get("expected", "")))
        return f"{member} is {given!r}, not one of {', '.join(choices)}.{nearest(str(given), choices)}"
    if detail["type"] == "string_pattern_mismatch":
        pattern = str(detail.get("ctx", {}).get("pattern", ""))
        return f"{member} is {given!r}, which has not the form of {FORMS.get(pattern, 'such a name')}"
    message = detail["msg"].removeprefix("Value error, ")
    return f"{member}: {message}" if member else message


FORMS = {
    r"^[a-z][a-z0-9]*(\.[a-z0-9]+(-[a-z0-9]+)*){2,}$": "an id, such as game.chapter.what-it-says",
    r"^([a-z][a-z0-9-]*:)?([^\s/:]+/)*(h|p[1-9]\d*/s[1-9]\d*)$": "a place, such as some-heading/p3/s1",
    r"^([0-9a-f]{16})?$": "a fingerprint: 16 hexadecimal digits, written by `ruleproof review`",
    r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$": "a name: lower-case words joined by hyphens",
    r"^[a-z][a-z0-9]*$": "a folder's name: lower-case letters and digits",
}


def _members(model: type[BaseModel], path: Sequence[object]) -> list[str]:
    """The members of the model, or of the model inside it that the path leads to."""
    current: type[BaseModel] = model
    for part in path:
        if isinstance(part, str) and part in current.model_fields:
            current = _inner(current.model_fields[part].annotation) or current
    return list(current.model_fields)


def _inner(annotation: object) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for part in get_args(annotation) if (found := _inner(part))), None)
