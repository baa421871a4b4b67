"""The one door to files: reading text, and writing it whole or not at all. What a file means is not decided here."""

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any


class Unreadable(Exception):
    """A file that cannot be read or written; the message says which one, why, and what to do."""


def read_text(path: Path) -> str:
    """The text of a UTF-8 file, line ends as `\\n`. Raises Unreadable."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(f"{path} is not UTF-8 (byte {error.start}): save it as UTF-8") from error
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}") from error


def pieces(path: Path, size: int = 1 << 18) -> Iterator[str]:
    """The same text, as many characters at a time. Raises Unreadable."""
    try:
        with path.open(encoding="utf-8") as file:
            while piece := file.read(size):
                yield piece
    except UnicodeDecodeError as error:
        raise Unreadable(f"{path} is not UTF-8 (near byte {error.start} of a piece): save it as UTF-8") from error
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}") from error


def read_json(path: Path) -> Any:
    """The value of a JSON file. Raises Unreadable with line and column where the file does not parse."""
    try:
        return json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise Unreadable(f"{path}:{error.lineno}:{error.colno} is not JSON: {error.msg}") from error
    except RecursionError:
        raise Unreadable(f"{path} is nested too deeply to be read") from None
    except ValueError as error:  # such as a number of 5,000 digits
        raise Unreadable(f"{path} has a value that cannot be read: {error}") from None


def write_text(path: Path, text: str) -> None:
    """Write `text` to `path`, making its folder; the old file stays whole until the new one is. Raises Unreadable."""
    import tempfile  # many commands write nothing

    try:
        if _is_device(path):
            path.write_text(text, encoding="utf-8", newline="\n")
            return
        path = path.resolve()  # a link stays one
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise Unreadable(f"{path} cannot be written: {error.strerror}") from error
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except OSError as error:
        raise Unreadable(f"{path} cannot be written: {error.strerror}") from error
    finally:
        Path(temporary).unlink(missing_ok=True)


def write_json(path: Path, value: Any) -> None:
    """Write `value` as indented JSON with sorted keys. Raises Unreadable."""
    write_text(path, json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False) + "\n")


def _is_device(path: Path) -> bool:
    """Whether it is there and no file, such as a pipe or /dev/stdout: nothing is ever put in its place."""
    return path.exists() and not path.is_file() and not path.is_dir()


def part_of(path: Path) -> Path:
    """Where a file stands while it grows."""
    return path.with_name(f"{path.name}.part")


class Growing:
    """A file that is written line by line. It has a name ending in `.part` until it is whole, so the old one stays."""

    def __init__(self, path: Path) -> None:
        """Begin, making the folder. Raises Unreadable."""
        self.path = path if _is_device(path) else path.resolve()  # a link stays one
        self.part = path if _is_device(path) else part_of(self.path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.part.open("w", encoding="utf-8", newline="\n")
        except OSError as error:
            raise Unreadable(f"{path} cannot be written: {error.strerror}") from error

    def write(self, text: str) -> None:
        """Append, so that it is there even if the program is killed. Raises Unreadable."""
        try:
            self._file.write(text)
            self._file.flush()
        except OSError as error:
            raise Unreadable(f"{self.part} cannot be written: {error.strerror}") from error

    def finish(self) -> None:
        """Give the file its name. Raises Unreadable."""
        try:
            self._file.close()
            if self.part != self.path:
                self.part.replace(self.path)
        except OSError as error:
            raise Unreadable(f"{self.path} cannot be written: {error.strerror}") from error

    def leave(self) -> None:
        """Stop where it is: the part stays under its own name."""
        with suppress(OSError):  # a full disk was told before
            self._file.close()
