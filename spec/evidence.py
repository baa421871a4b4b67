"""Evidence: one line that says clause, layer, place and outcome. What it amounts to is the business of standing.py."""

import ast
import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal, get_args

import msgspec

from . import files, finding
from .clause import Clause

Kind = Literal["code", "test", "property", "case", "proof", "mutant"]
Result = Literal["passed", "failed", "found", "contradicted", "vacuous", "weak"]
KINDS: tuple[Kind, ...] = get_args(Kind)


class Marks(msgspec.Struct, frozen=True, order=True, omit_defaults=True):
    """Fingerprints of what the evidence was about: where one differs today, the evidence is stale."""

    sentence: str = ""
    clause: str = ""
    code: str = ""


class Evidence(msgspec.Struct, frozen=True, order=True):
    """One line. `place` is a path from the house's root with an anchor; `run` names who was tried and how."""

    clause: str
    kind: Kind
    place: str
    outcome: Result
    fp: Marks = Marks()
    run: str = ""


MEANING = {"says", "kind", "modality", "do", "when", "ensure", "value", "modes", "overrides"}


def short(text: str) -> str:
    """A fingerprint of 16 hexadecimal digits."""
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def marks(clause: Clause, code: str = "") -> Marks:
    """The fingerprints of a clause as it stands now; `code` is the text of the source that carries it out."""
    meaning = json.dumps(clause.model_dump(mode="json", include=MEANING), sort_keys=True, ensure_ascii=False)
    sentences = " ".join(source.fp for source in clause.source)
    return Marks(short(sentences), short(meaning), short(code) if code else "")


def write(path: Path, lines: Iterable[Evidence]) -> None:
    """Write evidence as NDJSON, in order of clause, kind and place."""
    encode = msgspec.json.Encoder(order="sorted").encode
    files.write_text(path, "".join(encode(line).decode() + "\n" for line in sorted(set(lines))))


class Unusable(ValueError):
    """A line of evidence that cannot be read; the message names file and line."""


def read(folder: Path) -> tuple[Evidence, ...]:
    """All evidence in the `*.ndjson` files of a folder. Raises Unusable, or files.Unreadable."""
    if not folder.is_dir():
        raise Unusable(f"{folder} is no folder: evidence is a folder of .ndjson files")
    return tuple(sorted({line for path in sorted(folder.glob("*.ndjson")) for line in _lines(path)}))


def _lines(path: Path) -> Iterator[Evidence]:
    decode = msgspec.json.Decoder(Evidence).decode
    for number, text in enumerate(files.read_text(path).splitlines(), 1):
        try:
            yield decode(text)
        except msgspec.DecodeError as error:
            raise Unusable(f"{path}:{number} is no line of evidence: {error}") from error


def of_code(game: str, clauses: Iterable[Clause]) -> tuple[Evidence, ...]:
    """Where the game's engine names each clause: read from the source, without importing it."""
    known = {clause.id: clause for clause in clauses}
    folder = finding.folder("engine", game)
    lines: list[Evidence] = []
    for path in sorted(folder.rglob("*.py")) if folder else []:
        text = files.read_text(path)
        for clause, line, inside in _named(ast.parse(text)):
            if clause in known:
                place = f"engine/{game}/{path.relative_to(folder).as_posix()}:{line}{inside}" if folder else ""
                lines.append(Evidence(clause, "code", place, "found", marks(known[clause], text), "source"))
    return tuple(sorted(set(lines)))


def _named(tree: ast.Module) -> Iterator[tuple[str, int, str]]:
    """Each use of a clause: its id, the line, and the function around it. A constant that nothing uses is no use."""
    constants = {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    tables: dict[str, list[str]] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Tuple | ast.Dict):
            names = [n.id for n in ast.walk(node.value) if isinstance(n, ast.Name) and n.id in constants]
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            tables |= {target.id: names for target in targets if isinstance(target, ast.Name)}
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        for inner in ast.walk(function):
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load):
                for name in (inner.id, *tables.get(inner.id, ())):
                    if name in constants:
                        yield constants[name], inner.lineno, f" {function.name}"
