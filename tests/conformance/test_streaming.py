"""Long files: they are read item by item, every mistake in them is named, and memory does not grow with them."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ruleproof.conformance.case import CaseFault, each, read
from ruleproof.conformance.streaming import Items, NotJson

TEXT = '{"a": 1, "items": [ {"x": [1, {"y": "]}"}]} ,\n{"x": "\\"{"}, 12, [] ], "b": {"items": [3]}}'


def pieces(text: str, size: int) -> Iterator[str]:
    return (text[at : at + size] for at in range(0, len(text), size))


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_items_come_one_by_one_wherever_the_text_is_cut(size: int) -> None:
    items = Items(pieces(TEXT, size), "items", json.loads)
    assert list(items) == json.loads(TEXT)["items"]
    assert items.head == {"a": 1, "b": {"items": [3]}}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"items": [1, 2',
        '{"items": [1 2]}',
        '{"items": [1,]}',
        '{"items": [NaN]}',
        '{"a" 1}',
        '{"a": 1 "items": []}',
        '{"items": []} x',
        '{"items": [tru]}',
        '{"a": 1,}',
    ],
)
@pytest.mark.parametrize("size", [1, 1000])
def test_what_is_no_json_is_said_to_be_none(text: str, size: int) -> None:
    with pytest.raises(NotJson):
        list(Items(pieces(text, size), "items", json.loads))


def chapter(table: Any, **change: Any) -> Path:
    path: Path = table.folder / "take.json"
    made = {"interpretation": 1, "game": "heap", "chapter": "take", "cases": table.right, **change}
    path.write_text(json.dumps(made), encoding="utf-8")
    return path


def test_cases_are_the_same_whether_a_file_is_read_by_pieces_or_whole(table: Any) -> None:
    path = chapter(table)
    assert list(each(path, "heap")) == read(path).cases
    assert list(each(path, "chess")) == []


def test_members_may_stand_behind_the_cases(table: Any) -> None:
    path = chapter(table)
    made = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({"cases": made.pop("cases"), **made}), encoding="utf-8")
    assert [case.id for case in each(path, "heap")] == [case["id"] for case in table.right]
    assert list(each(path, "chess")) == []


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"interpretation": 2}, "2"),
        ({"author": "me"}, "author"),
        ({"cases": [{"id": "heap/take/x"}]}, "clauses"),
        ({"cases": 3}, "cases"),
    ],
)
def test_what_does_not_fit_is_named(table: Any, change: dict[str, Any], word: str) -> None:
    with pytest.raises(CaseFault, match=word):
        list(each(chapter(table, **change), "heap"))


ADAPTER = f"import sys\nsys.path.insert(0, {str(Path(__file__).parent)!r})\nfrom conftest import Heap as Mine\n"


@pytest.mark.skipif(not Path("/proc/self/status").is_file(), reason="sizes are read from /proc")
def test_ten_times_the_cases_take_no_more_memory(table: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(ADAPTER, encoding="utf-8")
    few, many = (peak(table, tmp_path, count) for count in (800, 8000))
    assert many < 1.2 * few


def peak(table: Any, folder: Path, count: int) -> int:
    """The most memory that a run over so many cases takes, in KiB."""
    words = " ".join(f"word{number}" for number in range(300))
    read_as = [{}, {"heap.q": "a"}, {"heap.q": "b"}]
    cases = [
        table.case(f"c{number}", 5, table.take(1), why=words, readings=read_as[number % 3], floor=[])
        for number in range(count)
    ]
    where = folder / str(count)
    where.mkdir()
    made = {"interpretation": 1, "game": "heap", "chapter": "take", "cases": cases}
    (where / "take.json").write_text(json.dumps(made), encoding="utf-8")
    program = (
        "import pathlib, runpy, sys\n"
        "sys.argv[:] = ['ruleproof', 'conform', 'heap', '--suite', sys.argv[1], '--quiet', '--report', sys.argv[2],"
        " 'py:mine:Mine']\n"
        "try:\n    runpy.run_module('ruleproof.conformance.main', run_name='__main__')\n"
        "except SystemExit as end:\n    status = pathlib.Path('/proc/self/status').read_text()\n"
        "    print(end.code, status.split('VmHWM:')[1].split()[0])\n"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])}
    command = [sys.executable, "-c", program, str(where), str(where / "report.ndjson")]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    code, size = done.stdout.split()[-2:]
    assert code == "0", done.stdout + done.stderr
    return int(size)
