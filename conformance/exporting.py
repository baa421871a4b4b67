"""Writes the suite as files for a team without Python: documents, schemas, cases, questions. Nothing is judged here."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ruleproof.spec import files
from ruleproof.spec.finding import folder

from . import case, messages, pairs, walks
from .case import Case
from .null import floor
from .suite import ABOUT, QUESTIONS, SETTLED, Suite, form, questions, taken
from .values import is_list, is_object

HERE = Path(__file__).parent
SCHEMAS = HERE / "schemas"


def schemas() -> dict[str, dict[str, Any]]:
    """The schemas of the framework, by the name of their file."""
    return {
        "messages.schema.json": messages.schema(),
        "case.schema.json": case.schema(),
        "walks.schema.json": walks.schema(),
        "secrets.schema.json": pairs.schema(),
    }


def export(suite: Suite, target: Path) -> list[str]:
    """Write everything below `target`; the paths, relative to it. Raises files.Unreadable."""
    return [_written(target, name, text) for name, text in _contents(suite)]


def _written(target: Path, name: str, text: str) -> str:
    files.write_text(target / name, text)
    return name


def _contents(suite: Suite) -> Iterator[tuple[str, str]]:
    yield "PROTOCOL.md", files.read_text(HERE / "PROTOCOL.md")
    for name, schema in schemas().items():
        yield f"schemas/{name}", pretty(schema)
    game = suite.game
    own = folder("conformance", game)
    for path in sorted(own.glob("*.md")) if own else []:
        yield f"{game}/{path.name}", files.read_text(path)
    if (schema_of := form(game).schema) is not None:
        yield f"{game}/position.schema.json", pretty(schema_of())
    for path in suite.paths:
        yield f"{game}/{path.name}", files.read_text(path)
    for path in (*suite.pair_files, *suite.walk_files, *suite.bent_files):
        yield f"{game}/{path.name}", files.read_text(path)
    yield f"{game}/{QUESTIONS}", pretty(list(_questions(game)))
    yield f"{game}/{ABOUT}", pretty({**suite.about, **suite.named})


def _questions(game: str) -> Iterator[dict[str, Any]]:
    for one in questions(game):
        readings = [{"name": reading["name"], "gloss": reading.get("gloss", "")} for reading in one["readings"]]
        told = {"id": one["id"], "asks": one.get("asks", ""), "default": taken(one), "readings": readings}
        yield told | ({name: one[name] for name in RULED} if one.get("status") == SETTLED else {})


RULED = ("status", "ruling", "answer_source")  # members of a question that was answered
LINE_BY_LINE = {"actions", "cards", "chance"}  # lists of which each entry stands in one line, however long


def pretty(value: Any, width: int = 119) -> str:
    """JSON as people read it: what fits into a line stands in one, what does not has a line for each member."""
    return _laid_out(value, 0, 0, width) + "\n"


def _laid_out(value: Any, indent: int, used: int, width: int) -> str:
    """The text of a value whose first line has `used` characters before it."""
    flat = json.dumps(value, ensure_ascii=False)
    if not value or (indent and used + len(flat) < width):
        return flat
    inner = " " * (indent + 2)
    if is_object(value):
        lines = [_member(name, item, inner, width) for name, item in value.items()]
        return "{\n" + ",\n".join(lines) + f"\n{' ' * indent}}}"
    if not is_list(value):
        return flat
    lines = [inner + _laid_out(item, indent + 2, len(inner), width) for item in value]
    return "[\n" + ",\n".join(lines) + f"\n{' ' * indent}]"


def _member(name: str, item: Any, inner: str, width: int) -> str:
    """A member of an object, on lines of its own."""
    start = f"{inner}{json.dumps(name, ensure_ascii=False)}: "
    if name in LINE_BY_LINE and is_list(item) and item:
        entries = [f"{inner}  {json.dumps(entry, ensure_ascii=False)}" for entry in item]
        return f"{start}[\n" + ",\n".join(entries) + f"\n{inner}]"
    return start + _laid_out(item, len(inner), len(start), width)


def with_floors(path: Path) -> str:
    """The text of a file of cases with the floor of each as it is today. Raises CaseFault, files.Unreadable."""
    chapter = case.read(path)
    shape = form(chapter.game)
    raw = files.read_json(path)
    for written, one in zip(raw["cases"], chapter.cases, strict=True):
        written["floor"] = floor(one, shape)
    return pretty(raw)


def pairs_with_floors(path: Path) -> str:
    """The same of a file of pairs."""
    found = pairs.read(path)
    shape = form(found.game)
    raw = files.read_json(path)
    for written, one in zip(raw["pairs"], found.pairs, strict=True):
        written["floor"] = floor(one, shape)
    return pretty(raw)


def published(cases: Iterable[Case]) -> dict[str, str]:
    """A digest of each case, by id: what `suite publish` keeps, so that ids stay what they were."""
    return {one.id: case.digest(one) for one in cases}


if __name__ == "__main__":  # write the schemas again after a change of the types
    for file, made in schemas().items():
        files.write_text(SCHEMAS / file, pretty(made))
