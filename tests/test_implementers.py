"""The implementers' guide, followed to the letter in an empty folder, from the export to the report."""

import re
from pathlib import Path

import pytest
from tests.pages import Command, Reader, steps

PAGE = Path(__file__).parent.parent / "docs" / "implementers.md"

pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="the guide does not lie beside the tests")


def test_the_page_is_true_from_its_first_command_to_its_last(tmp_path: Path) -> None:
    reader, done = Reader(tmp_path), 0
    for step in steps(PAGE.read_text(encoding="utf-8")):
        reader.follow(step)
        done += isinstance(step, Command)
    assert done > 8


def test_every_heading_that_is_linked_to_is_there() -> None:
    text = PAGE.read_text(encoding="utf-8")
    titles = re.findall(r"^## (.*)$", text, re.MULTILINE)
    headings = {re.sub(r"[^a-z0-9 -]", "", one.lower()).replace(" ", "-") for one in titles}
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= headings
