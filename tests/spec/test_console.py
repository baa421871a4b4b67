"""The door to the terminal: what comes from elsewhere cannot steer it."""

import pytest

from ruleproof.spec.console import complain, out, table


def test_control_characters_are_written_out_but_for_line_ends_and_tabs(capsys: pytest.CaptureFixture[str]) -> None:
    out("a\x1b[31mb\rc\x07\x9b\td\ne")
    table(("one",), [("\x1b[2J",)])
    complain("\x1b]0;title\x07")
    told = capsys.readouterr()
    assert told.out == "a\\x1b[31mb\\x0dc\\x07\\x9b\td\ne\none\n\\x1b[2J\n"
    assert told.err == "\\x1b]0;title\\x07\n"
