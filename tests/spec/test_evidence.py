"""Evidence as lines: what is written is read again, and code is found where it is used."""

from pathlib import Path

import pytest

from ruleproof.spec import finding
from ruleproof.spec.clause import Clause, Source
from ruleproof.spec.evidence import Evidence, Marks, Unusable, marks, of_code, read, write

LINES = (
    Evidence("toy.a.one", "case", "toy/a", "passed", Marks("1", "2"), "reference"),
    Evidence("toy.a.one", "test", "tests/test_a.py::test_one", "failed"),
    Evidence("toy.a.two", "proof", "toy/a.py:p", "passed"),
)


def clause(name: str, says: str = "It is so.", fp: str = "0123456789abcdef") -> Clause:
    return Clause(id=name, says=says, kind="define", source=(Source(at="toy/p1/s1", fp=fp),))


def test_what_is_written_is_read_again_whatever_the_order(tmp_path: Path) -> None:
    write(tmp_path / "b.ndjson", reversed(LINES[:2]))
    write(tmp_path / "a.ndjson", LINES[1:])
    assert read(tmp_path) == LINES


def test_equal_evidence_is_the_same_bytes(tmp_path: Path) -> None:
    write(tmp_path / "a.ndjson", LINES)
    write(tmp_path / "b.ndjson", (*reversed(LINES), LINES[0]))
    assert (tmp_path / "a.ndjson").read_bytes() == (tmp_path / "b.ndjson").read_bytes()


@pytest.mark.parametrize(
    "bad", ["{", "[]", '{"clause": "x"}', '{"clause":"x","kind":"rumour","place":"p","outcome":"passed"}']
)
def test_a_line_that_is_no_evidence_is_named_by_file_and_line(tmp_path: Path, bad: str) -> None:
    write(tmp_path / "a.ndjson", LINES[:1])
    with (tmp_path / "a.ndjson").open("a") as file:
        file.write(bad + "\n")
    with pytest.raises(Unusable, match=r"a\.ndjson:2 is no line of evidence"):
        read(tmp_path)


def test_a_folder_that_is_not_there_is_no_evidence_of_anything(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="is no folder"):
        read(tmp_path / "nowhere")


def test_marks_change_with_the_meaning_and_with_the_sentence_each_for_itself() -> None:
    first = marks(clause("toy.a.one"))
    other_meaning, other_sentence = (
        marks(clause("toy.a.one", says="It is not.")),
        marks(clause("toy.a.one", fp="f" * 16)),
    )
    assert (other_meaning.clause != first.clause, other_meaning.sentence) == (True, first.sentence)
    assert (other_sentence.clause, other_sentence.sentence != first.sentence) == (first.clause, True)


ENGINE = {
    "a.py": """
ONE = "toy.a.one"
TWO = "toy.a.two"
UNUSED = "toy.a.three"
BOTH = (ONE, TWO)

def first():
    return ONE
""",
    "b.py": """
from . import a as rules
from .a import TWO as SECOND

class Game:
    def second(self):
        return SECOND, rules.ONE
""",
}


def test_code_is_found_where_a_function_or_a_table_names_the_clause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for layer in ("spec", "engine"):
        (tmp_path / layer / "toy").mkdir(parents=True)
    (tmp_path / "spec" / "toy" / "game.toml").touch()
    for name, text in ENGINE.items():
        (tmp_path / "engine" / "toy" / name).write_text(text)
    monkeypatch.setenv("RULEPROOF_PATH", str(tmp_path))
    assert finding.folder("engine", "toy") == tmp_path / "engine" / "toy"
    found = of_code("toy", [clause("toy.a.one"), clause("toy.a.two"), clause("toy.a.three")])
    assert [(line.clause, line.place) for line in found] == [
        ("toy.a.one", "engine/toy/a.py:5 BOTH"),
        ("toy.a.one", "engine/toy/a.py:8 first"),
        ("toy.a.one", "engine/toy/b.py:7 second"),
        ("toy.a.two", "engine/toy/a.py:5 BOTH"),
        ("toy.a.two", "engine/toy/b.py:7 second"),
    ]
