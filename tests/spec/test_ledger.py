"""The ledger's file: one sentence a line, and every fault of it with its line."""

from pathlib import Path

import pytest

from ruleproof.spec.fault import Faulty
from ruleproof.spec.ledger import Class, Ledger, Sentence, read_ledger, write_ledger

ONE = Sentence("a/p1/s1", "0" * 16, 5, "f" * 16, Class.NORM)
TWO = Sentence("a/p1/s2", "1" * 16, 7, "e" * 16, Class.UNCLEAR)
FILE = """{"segmenter":1,"sentences":[
{"place":"a/p1/s1","fp":"0000000000000000","length":5,"like":"ffffffffffffffff","class":"norm"},
{"place":"a/p1/s2","fp":"1111111111111111","length":7,"like":"eeeeeeeeeeeeeeee","class":"unclear"}
]}
"""


def test_a_ledger_is_one_sentence_a_line_and_reads_back(tmp_path: Path) -> None:
    write_ledger(tmp_path / "ledger.json", Ledger(1, (ONE, TWO)))
    assert (tmp_path / "ledger.json").read_text(encoding="utf-8") == FILE
    assert read_ledger(tmp_path / "ledger.json") == Ledger(1, (ONE, TWO))


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ('"class":"norm"', '"class":"nrom"', 2, "Did you mean norm?"),
        ('"length":7', '"length":"7"', 3, "Expected `int`"),
        ("a/p1/s2", "a/p1/s1", 2, "stands twice"),
        ('"fp":"1111111111111111",', "", 3, "fp"),
        ("]}\n", "", 4, "is not JSON"),
        ('"segmenter"', '"version"', 1, "needs the members"),
    ],
)
def test_a_fault_is_named_with_its_line(tmp_path: Path, old: str, new: str, line: int, says: str) -> None:
    path = tmp_path / "ledger.json"
    path.write_text(FILE.replace(old, new), encoding="utf-8")
    with pytest.raises(Faulty) as caught:
        read_ledger(path, "spec/a/ledger.json")
    (fault,) = caught.value.faults
    assert (fault.place, says in fault.what) == (f"spec/a/ledger.json:{line}", True), fault


def test_all_faults_are_named_at_once(tmp_path: Path) -> None:
    path = tmp_path / "ledger.json"
    path.write_text(FILE.replace('"class":"norm"', '"class":"x"').replace('"unclear"', '"y"'), encoding="utf-8")
    with pytest.raises(Faulty) as caught:
        read_ledger(path)
    assert [fault.place for fault in caught.value.faults] == [f"{path}:2", f"{path}:3"]


def test_what_stands_under_a_heading_is_found_and_nothing_beside_it() -> None:
    names = ("a/h", "a/p1/s1", "a/b/p1/s1", "a/p10/s1", "ab/p1/s1")
    ledger = Ledger(1, tuple(Sentence(name, "0" * 16, 1, "0" * 16, Class.NORM) for name in names))
    assert [s.place for s in ledger.under("a")] == ["a/h", "a/p1/s1", "a/b/p1/s1", "a/p10/s1"]
    assert [s.place for s in ledger.under("a/p1")] == ["a/p1/s1"]
    assert [s.place for s in ledger.under("a/p1/s1")] == ["a/p1/s1"]
