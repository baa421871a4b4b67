"""What stands for a clause: the worst word that its evidence allows."""

import pytest

from ruleproof.spec.clause import Clause, Source
from ruleproof.spec.evidence import Evidence, Kind, Marks, Result, marks
from ruleproof.spec.question import Question
from ruleproof.spec.standing import KIND_OF_NEED, WORDS, standing


def clause(*needs: str) -> Clause:
    return Clause(
        id="toy.rules.take",
        says="A player takes one.",
        kind="norm",
        modality="must",
        needs=needs,
        source=(Source(at="toy/p1/s1", fp="0123456789abcdef"),),
    )


def line(kind: Kind, outcome: Result = "passed", place: str = "here", fp: Marks | None = None) -> Evidence:
    return Evidence("toy.rules.take", kind, place, outcome, marks(clause()) if fp is None else fp)


QUESTION = {
    "id": "toy.rules.how-many",
    "at": ("toy/p1/s1",),
    "kind": "ambiguity",
    "asks": "How many?",
    "readings": ({"name": "one", "gloss": "one"}, {"name": "two", "gloss": "two"}),
    "default": "one",
    "because": "it says so",
}


@pytest.mark.parametrize(
    ("needs", "lines", "given", "word"),
    [
        ((), [], [], "waived"),
        (("engine",), [], [], "not given"),
        (("engine",), [], ["code"], "uncovered"),
        (("engine",), [line("code", "found")], [], "weak"),
        (("engine", "case"), [line("code", "found")], [], "not given"),
        (("engine", "case"), [line("code", "found")], ["case"], "uncovered"),
        (("engine", "case"), [line("code", "found"), line("case")], [], "tested"),
        (("engine", "test"), [line("code", "found"), line("test")], [], "tested"),
        (("engine", "property|proof"), [line("code", "found")], ["property"], "not given"),
        (("engine", "property|proof"), [line("code", "found")], ["property", "proof"], "uncovered"),
        (("engine", "property|proof"), [line("code", "found"), line("property")], [], "sampled"),
        (("engine", "property|proof"), [line("code", "found"), line("proof"), line("case")], [], "proved"),
        (("case",), [line("case"), line("case", "failed", "there")], [], "failing"),
        (("case",), [line("case", fp=Marks(clause="0000000000000000"))], [], "stale"),
        (("case",), [line("case", "failed"), line("proof", "contradicted")], [], "contradicted"),
        (("case",), [line("case"), line("proof", "vacuous")], [], "vacuous"),
    ],
)
def test_the_worst_word_stands(needs: tuple[str, ...], lines: list[Evidence], given: list[Kind], word: str) -> None:
    assert standing(clause(*needs), None, lines, given).word == word


@pytest.mark.parametrize(
    ("weight", "status", "word"),
    [("high", "open", "open"), ("medium", "open", "open"), ("low", "open", "tested"), ("high", "settled", "tested")],
)
def test_a_clause_is_open_while_a_question_that_matters_is(weight: str, status: str, word: str) -> None:
    settled = {"ruling": "one", "answer_source": "the author, by letter"} if status == "settled" else {}
    question = Question.model_validate(QUESTION | settled | {"weight": weight, "status": status})
    assert standing(clause("case"), question, [line("case")], []).word == word


def test_the_reason_names_the_place_of_what_failed() -> None:
    found = standing(clause("case"), None, [line("case", "failed", "ostia/3"), line("case", "passed", "ostia/1")], [])
    assert found.reason == "ostia/3"


def test_words_are_ordered_from_the_worst_and_every_need_has_its_kind() -> None:
    assert (WORDS[0], WORDS[1], WORDS[-1]) == ("contradicted", "failing", "waived")
    assert KIND_OF_NEED["engine"] == "code"
