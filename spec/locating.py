"""Lines of a TOML file by table and key, which the parser does not tell. It knows no member and judges nothing."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

_HEADER = re.compile(r"\s*\[\[?\s*([\w.\"'-]+)\s*\]")
_KEY = re.compile(r"\s*([\w-]+|\"[^\"]+\")\s*(?:\.[\w.-]+\s*)?=")


@dataclass(frozen=True)
class Written:
    """A file that people wrote: where it lies, how faults call it, and its text."""

    path: Path
    label: str
    text: str

    @property
    def stem(self) -> str:
        """The file's name without its ending, which is a chapter's name."""
        return self.path.stem

    @cached_property
    def tables(self) -> dict[str, list["Table"]]:
        """The tables of the file by name, in order; the file's own top is the table ""."""
        return tables(self.text)

    def place(self, table: str, number: int = 0, key: str = "", hint: str = "") -> str:
        """`file:line` of the number-th table of that name, of a key in it, or of `"hint"` below that."""
        found = self.tables.get(table, [])
        if number >= len(found):
            return f"{self.label}:1"
        here = found[number]
        line = here.keys.get(key, here.line)
        return f"{self.label}:{self._hinted(line, here.end, hint) if hint else line}"

    def _hinted(self, line: int, end: int, hint: str) -> int:
        lines = self.text.splitlines()[line - 1 : end]
        return line + next((i for i, text in enumerate(lines) if f'"{hint}"' in text), 0)


@dataclass
class Table:
    """Where a table starts and ends, from line 1, and the lines of its keys."""

    line: int
    end: int = 0
    keys: dict[str, int] = field(default_factory=dict[str, int])


def tables(text: str) -> dict[str, list[Table]]:
    """The tables of a TOML text by name, in order; a table of the first rank ends after those inside it."""
    current = Table(1)
    found = {"": [current]}
    top, quoted = current, ""
    for number, line in enumerate(text.splitlines(), start=1):
        current.end = top.end = number
        if not quoted and (header := _HEADER.match(line)):
            current = Table(number)
            found.setdefault(header[1], []).append(current)
            if "." not in header[1]:
                top = current
        elif not quoted and (key := _KEY.match(line)):
            current.keys.setdefault(key[1].strip('"'), number)
        for mark in re.findall(r"\"\"\"|'''", line):
            quoted = "" if quoted == mark else quoted or mark
    return found
