"""The README keeps its word: its commands run and print what it shows, and its links lead somewhere."""

import re
from pathlib import Path

import pytest
from tests.pages import Command, Reader, steps

HOUSE = Path(__file__).parent.parent
README = HOUSE / "README.md"

pytestmark = pytest.mark.skipif(not README.is_file(), reason="the README does not lie beside the tests")


def text() -> str:
    return README.read_text(encoding="utf-8")


@pytest.mark.parametrize("command", [step for step in steps(text()) if isinstance(step, Command)], ids=lambda c: c.line)
def test_a_command_prints_what_the_page_shows(command: Command) -> None:
    Reader(HOUSE).follow(command)


def test_the_clause_of_the_page_stands_so_in_the_spec() -> None:
    (shown,) = re.findall(r"^```toml\n(.*?)^```$", text(), re.MULTILINE | re.DOTALL)
    assert shown in (HOUSE / "spec" / "ostium" / "fusion.toml").read_text(encoding="utf-8")


def test_every_link_leads_to_a_file() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", text())
    assert links
    assert [link for link in links if not (HOUSE / link).exists()] == []


def test_ci_runs_exactly_the_test_command_of_the_page() -> None:
    shown = [line for line in text().splitlines() if line.endswith(".venv/bin/tox")]
    ci = (HOUSE / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert len(shown) == 1
    assert ci[-1] == shown[0]
