"""The door to files: what cannot be read says why, and nothing is put in the place of a pipe, a device or a link."""

import os
import threading
from pathlib import Path

import pytest

from ruleproof.spec import toml
from ruleproof.spec.files import Growing, Unreadable, read_json, write_text

DEEP, LONG = 100_000, 5_000  # beyond what Python's parsers bear


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[" * DEEP, "nested too deeply"),
        ("9" * LONG, "cannot be read"),
        ("[1,", "is not JSON"),
        ("\ud800", "is not UTF-8"),
    ],
)
def test_json_that_breaks_the_parser_is_a_file_that_cannot_be_read(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "value.json"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(Unreadable, match=says):
        read_json(path)


@pytest.mark.parametrize(
    ("text", "says"),
    [(f"a = {'[' * LONG}", "nested too deeply"), (f"a = {'9' * LONG}", "cannot be read"), ("a = ", "Invalid value")],
)
def test_toml_that_breaks_the_parser_is_refused_like_any_other(text: str, says: str) -> None:
    with pytest.raises(toml.TOMLDecodeError, match=says):
        toml.loads(text)


def test_a_pipe_is_written_into_and_stays_one(tmp_path: Path) -> None:
    pipe, heard = tmp_path / "pipe", list[str]()
    os.mkfifo(pipe)
    for write, text in ((write_text, "one\n"), (_grow, "two\n")):
        reader = threading.Thread(target=lambda: heard.append(pipe.read_text(encoding="utf-8")))
        reader.start()
        write(pipe, text)
        reader.join()
    assert heard == ["one\n", "two\n"]
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


def _grow(path: Path, text: str) -> None:
    growing = Growing(path)
    growing.write(text)
    growing.finish()


def test_a_link_stays_one_and_what_it_leads_to_is_written(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_text(tmp_path / "link", "one\n")
    _grow(tmp_path / "link", "two\n")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text(encoding="utf-8") == "two\n"
