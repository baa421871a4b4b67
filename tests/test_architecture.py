"""The shape of the house: the order of the layers, the doors, the grid of chapters, and what the wheel holds."""

import ast
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent
LAYERS = ("spec", "engine", "invariants", "conformance")
JUDGES = {"running", "verdict", "checking", "connection", "process", "case", "suite", "messages"}
DOORS = {  # an outside thing, and the one module that may touch it
    "z3": "invariants/solving.py",
    "subprocess": "conformance/process.py",
    "random": "engine/chance.py",
    "time": "conformance/clock.py",
}

pytestmark = pytest.mark.skipif(not (HOUSE / "spec").is_dir(), reason="the sources do not lie beside the tests")


def sources() -> list[Path]:
    return [path for layer in LAYERS for path in sorted((HOUSE / layer).rglob("*.py"))]


def games() -> set[str]:
    return {path.parent.name for path in (HOUSE / "spec").glob("*/game.toml")}


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Each module that the file imports by its full dotted name, with the number of dots where it is relative."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((name.name, 0) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = f"{node.module or ''}"
            yield from ((f"{base}.{name.name}".strip("."), node.level) for name in node.names)


def relative(path: Path) -> str:
    return path.relative_to(HOUSE).as_posix()


def test_the_layers_are_links_in_the_folder_of_editable_installs() -> None:
    links = {path.name: path for path in (HOUSE / ".editable" / "ruleproof").iterdir()}
    assert set(links) == set(LAYERS)
    assert all(link.is_symlink() and link.resolve() == HOUSE / name for name, link in links.items())


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_what_stands_before_it(layer: str) -> None:
    allowed = LAYERS[: LAYERS.index(layer)]
    wrong = [
        f"{relative(path)} imports {name}"
        for path in sorted((HOUSE / layer).rglob("*.py"))
        for name, dots in imports(path)
        if not dots and name.split(".")[0] == "ruleproof" and name.split(".")[1] not in allowed
    ]
    assert not wrong, "a layer imports what stands before it by the long name, and itself relatively"


def test_no_relative_import_leaves_its_layer() -> None:
    wrong = [
        f"{relative(path)} climbs {dots} dots"
        for path in sources()
        for _, dots in imports(path)
        if dots > len(path.relative_to(HOUSE).parts) - 1
    ]
    assert not wrong


def test_what_judges_imports_neither_engine_nor_invariants() -> None:
    seen, waiting = set[str](), {"running", "verdict", "checking"} | JUDGES
    while waiting:
        name = waiting.pop()
        seen.add(name)
        for imported, dots in imports(HOUSE / "conformance" / f"{name}.py"):
            parts = imported.split(".")
            assert not (parts[0] == "ruleproof" and parts[1] in {"engine", "invariants"}), f"{name} imports {imported}"
            if dots and (HOUSE / "conformance" / f"{parts[0]}.py").is_file() and parts[0] not in seen:
                waiting.add(parts[0])


def test_a_game_imports_no_other_game_and_the_framework_names_none() -> None:
    wrong = []
    for path in sources():
        own = next((part for part in path.relative_to(HOUSE).parts[1:-1] if part in games()), None)
        text = path.read_text(encoding="utf-8").lower()
        wrong += [f"{relative(path)} names {game}" for game in games() - {own} if re.search(rf"\b{game}\b", text)]
    assert not wrong


@pytest.mark.parametrize("outside", DOORS)
def test_each_outside_thing_has_one_door(outside: str) -> None:
    through = {
        relative(path)
        for path in sources()
        for name, dots in imports(path)
        if not dots and name.split(".")[0] == outside
    }
    assert through <= {DOORS[outside]}


def test_files_are_read_and_written_through_one_door() -> None:
    touching = {"open", "read_text", "write_text", "read_bytes", "write_bytes"}
    wrong = [
        f"{relative(path)}:{node.lineno}"
        for path in sources()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and relative(path) != "spec/files.py"
        if (isinstance(node.func, ast.Name) and node.func.id == "open")
        or (isinstance(node.func, ast.Attribute) and node.func.attr in touching and not of_a_door(node.func.value))
    ]
    assert not wrong, "read and write through spec/files.py"


def of_a_door(value: ast.expr) -> bool:
    """`files.read_text(…)` is the door, and `os.open` serves the command line's broken pipe."""
    return isinstance(value, ast.Name) and value.id in {"files", "os"}


@pytest.mark.parametrize(("layer", "ending", "need"), [("engine", ".py", "engine"), ("conformance", ".json", "case")])
def test_a_chapter_has_the_same_name_in_every_layer_that_owes_it_something(layer: str, ending: str, need: str) -> None:
    for game in games():
        due = {
            path.stem
            for path in (HOUSE / "spec" / game).glob("*.toml")
            for clause in tomllib.loads(path.read_text(encoding="utf-8")).get("clause", [])
            if need in clause.get("needs", [])
        }
        here = {path.stem for path in (HOUSE / layer / game).glob(f"*{ending}")}
        assert due <= here, f"{layer}/{game} lacks {sorted(due - here)}"


def test_every_module_says_first_what_it_is() -> None:
    wrong = [relative(path) for path in sources() if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))]
    assert not wrong


def test_the_wheel_holds_the_four_layers_with_their_data_and_nothing_beside_them(tmp_path: Path) -> None:
    root = (HOUSE / ".editable").parent
    made = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "--quiet", "--wheel-dir", tmp_path, root],
        capture_output=True,
        text=True,
        env=os.environ | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        check=False,
    )
    assert made.returncode == 0, made.stderr
    (wheel,) = tmp_path.glob("*.whl")
    files = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    expected = {
        f"ruleproof/{relative(path)}"
        for layer in LAYERS
        for path in (HOUSE / layer).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert files == expected
