"""The bends of edits.toml: the independent implementation in JavaScript with one rule bent. Nothing is run here."""

import shutil
import tomllib
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
STRANGER = HERE / "javascript"


class Bend(NamedTuple):
    """The clauses that are bent, the best first, and the edits: file, piece, what stands there instead."""

    clauses: tuple[str, ...]
    edits: tuple[tuple[str, str, str], ...]

    def adapter(self, folder: Path) -> Path:
        """The adapter of a copy in a new folder, with the edits made."""
        shutil.copytree(STRANGER, folder, ignore=lambda _, names: [name for name in names if not name.endswith(".mjs")])
        for file, old, new in self.edits:
            text = (folder / file).read_text()
            assert text.count(old) == 1, f"{text.count(old)} times in {file}: {old}"
            (folder / file).write_text(text.replace(old, new))
        return folder / "adapter.mjs"


def _read() -> dict[str, Bend]:
    told = tomllib.loads((HERE / "edits.toml").read_text())
    return {
        name: Bend(
            tuple(f"ostium.{clause}" for clause in one["clauses"]),
            tuple((edit["file"], edit["old"], edit["new"]) for edit in one["edits"]),
        )
        for name, one in told.items()
    }


BENT = _read()
