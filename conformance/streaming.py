"""Reads the items of one long list in a JSON object one after the other, so that a file of any length fits in memory.

What the items are is not known here.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, NoReturn, TypeVar

import msgspec

Item = TypeVar("Item")
PRETTY_END = re.compile("\n    }")  # of an item of a list in an object
BLANK = re.compile(r"[ \t\r\n]*")


class NotJson(ValueError):
    """The text is no JSON object with such a list."""


def _no_constant(name: str) -> NoReturn:
    raise NotJson(f"{name} is no JSON")


_decode = json.JSONDecoder(parse_constant=_no_constant).raw_decode


class Items(Generic[Item]):
    """The items of the list `name`, each read by `decode`. `head` holds the other members; in the end all of them.

    Where each item of a file ends as `pretty` ends it, that is found at once; else by reading it once more.
    """

    def __init__(self, pieces: Iterable[str], name: str, decode: Callable[[str], Item]) -> None:
        self.head: dict[str, Any] = {}
        self._pieces = iter(pieces)
        self._name = name
        self._decode = decode
        self._is_pretty = True
        self._text = ""
        self._at = 0

    def __iter__(self) -> Iterator[Item]:
        """Each item, once. Raises NotJson, and what `decode` raises of a text that is JSON."""
        for _ in self._parts("{", "}"):
            name = self._value()
            self._take(":")
            if name == self._name and self._next() == "[":
                yield from (self._item() for _ in self._parts("[", "]"))
            else:
                self.head[str(name)] = self._value()
        if self._next():
            raise NotJson("something stands behind the end")

    def _parts(self, begin: str, end: str) -> Iterator[None]:
        """A stop where each part of an object or a list begins, with what stands between and around them taken."""
        self._take(begin)
        while self._next() != end:
            yield
            if self._next() == end:
                break
            self._take(",")
            if self._next() == end:
                raise NotJson(f"nothing follows a comma but {end}")
        self._take(end)

    def _next(self) -> str:
        """The next character that is not blank; nothing at the end."""
        while True:
            found = BLANK.match(self._text, self._at)
            self._at = found.end() if found else self._at
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                return ""

    def _take(self, sign: str) -> None:
        if self._next() != sign:
            raise NotJson(f"{sign} is missing, there is {self._next() or 'nothing'}")
        self._at += 1

    def _item(self) -> Item:
        if self._is_pretty and (end := self._pretty_end()):
            try:
                item = self._decode(self._text[self._at : end])
            except msgspec.ValidationError:
                raise
            except msgspec.DecodeError:  # that was not the end
                self._is_pretty = False
            else:
                self._at = end
                return item
        _, text = self._whole()
        self._is_pretty = self._is_pretty and text.endswith(PRETTY_END.pattern)
        return self._decode(text)

    def _pretty_end(self) -> int:
        """Where the item ends, if a line says so in what was read or in the piece behind it; 0 if none does."""
        found = PRETTY_END.search(self._text, self._at)
        if found is None and self._more():
            found = PRETTY_END.search(self._text, self._at)
        return found.end() if found else 0

    def _value(self) -> Any:
        return self._whole()[0]

    def _whole(self) -> tuple[Any, str]:
        """The value that begins here, and its text; more is read until it is whole, and ends before something else."""
        self._next()
        while True:
            try:
                value, end = _decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if not self._more():
                    raise NotJson(error.msg) from error
                continue
            if end < len(self._text) or not self._more():
                begin, self._at = self._at, end
                return value, self._text[begin:end]

    def _more(self) -> bool:
        piece = next(self._pieces, "")
        self._text, self._at = self._text[self._at :] + piece, 0
        return bool(piece)
