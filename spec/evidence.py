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

Kind = Literal["code", "test", "property", "case", "proof", "mutant", "finding"]
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
    """Where the game's engine names each clause: read from the source, without importing it.

    A clause is a constant at the top of a module; each function or table that names it is a place of its own.
    """
    known = {clause.id: clause for clause in clauses}
    folder = finding.folder("engine", game)
    texts = {path: files.read_text(path) for path in sorted(folder.rglob("*.py"))} if folder else {}
    trees = {path: ast.parse(text) for path, text in texts.items()}
    constants = {path.stem: _constants(tree) for path, tree in trees.items()}
    lines: set[Evidence] = set()
    for path, tree in trees.items():
        where = f"engine/{game}/{path.relative_to(folder or path).as_posix()}"
        for clause, line, inside in _named(tree, constants, path.stem):
            if clause in known:
                place = f"{where}:{line} {inside}"
                lines.add(Evidence(clause, "code", place, "found", marks(known[clause], texts[path]), "source"))
    return tuple(sorted(lines))


def _constants(tree: ast.Module) -> dict[str, str]:
    """The texts that have a name at the top of a module."""
    return {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def _named(tree: ast.Module, constants: dict[str, dict[str, str]], stem: str) -> Iterator[tuple[str, int, str]]:
    """Each place that names a text of this or another module: the text, the line, and what stands around it."""
    names, modules = dict(constants[stem]), dict[str, str]()
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.level:
            for one in node.names:
                if node.module is None:
                    modules[one.asname or one.name] = one.name
                elif one.name in constants.get(node.module, {}):
                    names[one.asname or one.name] = constants[node.module][one.name]
    for node in tree.body:
        for around in _parts(node):
            for inner in ast.walk(around):
                if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load) and inner.id in names:
                    yield names[inner.id], inner.lineno, _title(around)
                elif isinstance(inner, ast.Attribute) and isinstance(inner.value, ast.Name):
                    text = constants.get(modules.get(inner.value.id, ""), {}).get(inner.attr)
                    if text is not None:
                        yield text, inner.lineno, _title(around)


def _parts(node: ast.stmt) -> list[ast.stmt]:
    """A class by its methods and tables, anything else as it is."""
    return node.body if isinstance(node, ast.ClassDef) else [node]


def _title(node: ast.stmt) -> str:
    if isinstance(node, ast.FunctionDef):
        return node.name
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return next((target.id for target in targets if isinstance(target, ast.Name)), "module")
