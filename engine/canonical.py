"""One form for one value: JSON text with sorted keys, and a fingerprint of it. What a value means is not known here."""

import hashlib
import json
from collections.abc import Iterable
from typing import Any, cast

DIGEST_BYTES = 16


def text(value: Any) -> str:
    """The value as one line of JSON: sorted keys, ASCII, no blanks. Raises ValueError on a float."""
    _refuse_floats(value)
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def digest(value: Any) -> str:
    """Hexadecimal BLAKE2b of `text(value)`, 32 digits."""
    return hashlib.blake2b(text(value).encode("ascii"), digest_size=DIGEST_BYTES).hexdigest()


def _refuse_floats(value: Any) -> None:
    if isinstance(value, float):
        raise ValueError(f"{value!r} is not an integer: positions and actions hold no fractions")
    if isinstance(value, dict):
        inner: Iterable[Any] = cast(dict[str, Any], value).values()
    elif isinstance(value, (list, tuple)):
        inner = cast(Iterable[Any], value)
    else:
        return
    for item in inner:
        _refuse_floats(item)
