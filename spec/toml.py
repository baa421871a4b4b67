"""TOML as a value; whatever cannot be read is refused in one way. What the value means is not asked here."""

import tomllib
from tomllib import TOMLDecodeError
from typing import Any

__all__ = ["TOMLDecodeError", "loads"]


def loads(text: str) -> dict[str, Any]:
    """The value of a TOML text. Raises TOMLDecodeError, also for what only breaks the parser."""
    try:
        return tomllib.loads(text)
    except TOMLDecodeError:
        raise
    except RecursionError:
        raise TOMLDecodeError("it is nested too deeply") from None
    except ValueError as error:  # such as a number of 5,000 digits
        raise TOMLDecodeError(f"a value that cannot be read: {error}") from None
