"""Pages of ours that are followed to the letter: files are written, commands run, and what they print is compared.

Files stand on a page under their name in bold, commands after `$` in blocks of kind `console`.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BLOCK = re.compile(
    r"(?:^\*\*`(?P<file>[^`]+)`\*\*\n\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
EXIT = re.compile(r"\s+# exit code (\d)$")


@dataclass(frozen=True)
class File:
    name: str
    text: str


@dataclass(frozen=True)
class Command:
    line: str
    exit: int
    shown: tuple[str, ...]


def steps(page: str) -> Iterator[File | Command]:
    """The files and commands of the page in their order."""
    for block in BLOCK.finditer(page):
        if block["file"]:
            yield File(block["file"], block["text"])
        elif block["kind"] == "console":
            yield from commands(block["text"])


def commands(text: str) -> Iterator[Command]:
    """Each line after `$`, with what is shown below it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, *shown = part.splitlines()
        code = EXIT.search(line)
        yield Command(EXIT.sub("", line), int(code[1]) if code else 0, tuple(shown))


def matches(shown: tuple[str, ...], printed: str) -> bool:
    """The lines shown are those printed: a `…` alone stands for any lines, one inside a line for any text."""
    lines = (r"(?:[^\n]*\n)*" if line == "…" else re.escape(line).replace("…", r"[^\n]*") + "\n" for line in shown)
    return re.fullmatch("".join(lines), printed) is not None


class Reader:
    """Somebody at a terminal in a folder, without any setting of ours. `review` refuses under CI, and people review."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("RULEPROOF_", "PYTHON"))}
        kept.pop("CI", None)
        path = os.pathsep.join([str(Path(sys.executable).parent), kept["PATH"]])
        self.settings = {**kept, "PATH": path, "COLUMNS": "120", **settings}

    def run(self, line: str) -> tuple[int, str]:
        """The exit code of a command, and all it printed."""
        done = subprocess.run(
            line, shell=True, cwd=self.folder, env=self.settings, capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout + done.stderr

    def follow(self, step: File | Command) -> None:
        """Do what the page says, and find what it shows."""
        if isinstance(step, File):
            self.write(step)
        elif step.line.startswith("export "):
            name, _, value = step.line.removeprefix("export ").partition("=")
            self.settings[name] = value.replace("$PWD", str(self.folder))
        else:
            code, printed = self.run(step.line)
            told = f"$ {step.line}\nended with {code} and printed:\n{printed}"
            assert code == step.exit, told
            assert matches(step.shown, printed), f"{told}\nThe page shows:\n" + "\n".join(step.shown)

    def write(self, file: File) -> None:
        """Write a file of the page."""
        path = self.folder / file.name
        if path.name == "ledger.json":
            assert without_classes(file.text) == without_classes(path.read_text(encoding="utf-8"))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text, encoding="utf-8")


def without_classes(ledger: str) -> Any:
    """A ledger with nothing but what `new` writes itself."""
    return [{**sentence, "class": ""} for sentence in json.loads(ledger)["sentences"]]
