"""Finds what a process left behind: all that carry its mark in their environment. Nothing is ended here.

A descendant that made a session or group of its own is found too. Where the system does not show environments (it has
no /proc), nothing is found, and only the process group is known.
"""

import itertools
import os
from collections.abc import Iterator

MARK = "RULEPROOF_CHILD"
SIZE = 1 << 20  # bytes of an environment that are looked at
_number = itertools.count(1)


def mark() -> str:
    """A mark that no other child of this machine has; those of the programs around this one stay in it."""
    around = os.environ.get(MARK, "")
    return f"{around}/{os.getpid()}.{_born(os.getpid())}.{next(_number)}"


def marked(text: str) -> Iterator[int]:
    """The processes that carry a mark, also behind further ones."""
    sought = f"{MARK}={text}".encode()
    for name in _processes():
        found = _read(f"/proc/{name}/environ")
        at = found.find(sought)
        if at >= 0 and found[at + len(sought) : at + len(sought) + 1] in (b"\0", b"/", b""):
            yield int(name)


def _processes() -> list[str]:
    try:
        return [name for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208 - only the names are wanted
    except OSError:
        return []


def _born(pid: int) -> str:
    """When a process began, in ticks of the machine: numbers of processes come again."""
    words = _read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
    return words[19].decode() if len(words) > 19 else ""


def _read(path: str) -> bytes:
    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:
        return b""
    try:
        return os.read(handle, SIZE)
    except OSError:
        return b""
    finally:
        os.close(handle)
