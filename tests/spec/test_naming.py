"""Names that only a position knows: lists of them, candidates made from them, and clauses that speak of them."""

from dataclasses import dataclass
from typing import Any

import pytest

from ruleproof.spec.accessing import OutsideVocabulary, follow, steps
from ruleproof.spec.clause import Clause
from ruleproof.spec.evaluating import Environment, evaluate
from ruleproof.spec.expression import ExpressionFault, Scope, fragment, parse
from ruleproof.spec.fault import Faulty
from ruleproof.spec.norms import Allowed, Norms
from ruleproof.spec.paraphrasing import paraphrase, paraphrase_norm
from ruleproof.spec.syntax import Text
from ruleproof.spec.viewing import Viewer
from ruleproof.spec.vocabulary import read_source

LIBRARY = """
[readings]
"library.lending.limit" = ["one", "many"]

[sort.shelf]
fields = { number = "int" }
written = { top = "the-top" }
members.top = { number = 0 }
members.low = { number = 1 }

[variable.books]
args = { shelf = "shelf" }
type = "path of text"
at = "shelves[{shelf.number}][*].title"

[variable.all_books]
type = "path of text"
at = "shelves[*][*].title"

[variable.pages]
args = { book = "text" }
type = "int 0.."
at = "shelves[*][*][title={book}].pages"
default = 0

[variable.lent]
type = "path of text"
at = "lent"

[define.thick]
args = { book = "text" }
is = "pages(book) > 100"

[define.lenient]
is = "reading(library.lending.limit is many)"

[action.lend]
args = { book = "text", to = "text" }
optional = ["to"]
json = { book = "{book}", to = "{to}" }
says = "lend {book}"
candidates = [
  { kind = "each", over = { shelf = "shelf", book = "books(shelf)" }, where = "shelf == top or thick(book)" },
  { kind = "each", over = { book = "lent" }, give = { to = "'ann'" } },
]

[decision.book_to_lend]
action = "lend"
chooses = "book"
over = "all_books"
default = "all_books[0]"

[decision.reader]
action = "lend"
chooses = "to"
over = "['ann', 'bob']"
"""
VOCABULARY = read_source(LIBRARY)
POSITION: dict[str, Any] = {
    "shelves": [[{"title": "dune", "pages": 400}, None, {"title": "emma"}], [{"title": "odes", "pages": 300}]],
    "lent": ["faust"],
}


def value(text: str, position: dict[str, Any] = POSITION, **bound: Any) -> Any:
    sight = Viewer(VOCABULARY).sight(position)
    scope = Scope(dict.fromkeys(bound, Text()), expected=None)
    return evaluate(parse(text, VOCABULARY, scope), Environment(VOCABULARY, sight, bound))


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("books(top)", ("dune", "emma")),
        ("all_books", ("dune", "emma", "odes")),
        ("len(books(low))", 1),
        ("pages('odes')", 300),
        ("pages('emma')", 0),
        ("pages('faust')", 0),
        ("'emma' in books(top)", True),
        ("'emma' in books(low)", False),
        ("last(all_books) == 'odes'", True),
        ("lent[3] == ''", True),
        ("lent[0] == ''", False),
        ("spelled(top)", "the-top"),
        ("spelled(low)", "low"),
        ("count(b in all_books: thick(b))", 2),
        ("any(a, b in steps(all_books): a == 'emma' and b == 'odes')", True),
        ("any(b in {'emma', 'odes'}: thick(b))", True),
        ("['odes', lent[0]]", ("odes", "faust")),
        ("[top, low][1] == low", True),
        ("in_order(all_books, ['dune', 'x', 'odes'])", True),
        ("in_order(all_books, ['odes', 'dune'])", False),
        ("in_order(all_books, lent)", True),
        ("any(s in shelf: spelled(s) == 'the-top')", True),
        ("if thick('odes') then 'long' else 'short'", "long"),
    ],
)
def test_a_list_of_names_has_its_value(text: str, worth: object) -> None:
    assert value(text) == worth


def test_a_silent_position_has_no_names() -> None:
    assert value("all_books", {}) == ()


def test_what_is_no_list_of_names_is_said() -> None:
    with pytest.raises(OutsideVocabulary, match="lent"):
        value("lent", {"lent": [7]})
    with pytest.raises(OutsideVocabulary, match="no list"):
        value("all_books", {"shelves": 3})


def test_a_way_spreads_over_every_member_of_a_list() -> None:
    assert follow({"a": [[1, None], [2]]}, steps("a[*][*]", ()) or ()) == (True, (1, 2))
    assert follow({"a": [[1, 2], [], [3]]}, steps("a[*][0]", ()) or ()) == (True, (1, 3))
    assert follow({"a": [{"b": 1}, {}]}, steps("a[*].b", ()) or ()) == (True, (1,))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("'dune' == top", "text"),
        ("['dune', top]", "a text is wanted"),
        ("[1, 2]", "no path is made of such"),
        ("spelled('dune')", "a member of a sort is wanted"),
        ("in_order(all_books, [top])", "a path of text is wanted"),
        ("top in all_books", "a text is wanted"),
    ],
)
def test_names_and_members_are_kept_apart(text: str, what: str) -> None:
    with pytest.raises(ExpressionFault, match=what):
        parse(text, VOCABULARY, Scope(expected=None))


@pytest.mark.parametrize("text", ["len(lent) > 0", "all_books == lent", "'a' == 'b'", "any(b in lent: true)"])
def test_what_speaks_of_names_is_only_evaluated(text: str) -> None:
    assert fragment(parse(text, VOCABULARY), VOCABULARY) == "monitor"


def test_a_position_offers_candidates() -> None:
    norms = Norms(Library(()))
    assert norms.candidates(norms.sight(POSITION), "lend") == (
        {"type": "lend", "book": "dune"},
        {"type": "lend", "book": "emma"},
        {"type": "lend", "book": "odes"},
        {"type": "lend", "book": "faust", "to": "ann"},
    )


def test_a_decision_has_a_domain_and_a_default() -> None:
    norms = Norms(Library(()))
    sight = norms.sight(POSITION)
    assert norms.choice(sight, "book_to_lend") == (("dune", "emma", "odes"), "dune")
    assert norms.choice(sight, "reader") == (("ann", "bob"), None)


@pytest.mark.parametrize(
    ("wrong", "right", "what"),
    [
        ('over = "all_books"', 'over = "len(lent)"', "neither a sort nor a path"),
        ('over = "all_books"', 'over = "shelf"', "book is text, and is chosen from shelf"),
        ('chooses = "book"', 'chooses = "boek"', "Did you mean book?"),
        ('action = "lend"\nchooses = "to"', 'action = "lent"\nchooses = "to"', "Did you mean lend?"),
        ('default = "all_books[0]"', 'default = "top"', "a text"),
        ('over = { book = "lent" }', 'over = { book = "pages" }', "pages takes 1 arguments"),
        ('over = { book = "lent" }', 'over = { bok = "lent" }', "do not give book"),
        ("give = { to = ", "give = { too = ", "Did you mean to?"),
        ('where = "shelf == top or thick(book)"', 'where = "lenient"', "cannot hang on readings"),
    ],
)
def test_a_faulty_offer_is_told(wrong: str, right: str, what: str) -> None:
    assert wrong in LIBRARY
    with pytest.raises(Faulty) as caught:
        read_source(LIBRARY.replace(wrong, right))
    assert what in str(caught.value.faults[0])


@dataclass(frozen=True)
class Library:
    clauses: tuple[Clause, ...]
    vocabulary: Any = VOCABULARY


def clause(name: str, **parts: Any) -> Clause:
    made: dict[str, Any] = {"says": "Something.", "kind": "assumption", "basis": "library/p1/s1", **parts}
    return Clause.model_validate({"id": f"library.lending.{name}", **made})


LENDS = clause(
    "lends",
    modality="may",
    do="lend(book)",
    when="book in all_books",
    ensure="book in lent and book not in all_books",
)
KEEPS = clause("keeps", modality="must", do="lend(book)", when="false", ensure="in_order(all_books, old(all_books))")
BOUND = clause("bound", modality="cannot", do="lend(book)", when="thick(book)", ensure="book not in all_books")


def test_what_names_an_argument_is_watched_after_its_action_and_where_it_is_permitted() -> None:
    norms = Norms(Library((LENDS,)))
    lend, other = {"type": "lend", "book": "emma"}, {"type": "lend", "book": "faust"}
    done = {"shelves": [[{"title": "dune"}], [{"title": "odes"}]], "lent": ["faust", "emma"]}
    assert isinstance(norms.judge(norms.sight(POSITION), lend), Allowed)
    assert norms.broken(POSITION, lend, done) == ()
    assert [each.clause for each in norms.broken(POSITION, lend, POSITION)] == ["library.lending.lends"]
    assert norms.broken(POSITION, other, POSITION) == ()
    assert norms.broken(POSITION, {"type": "burn"}, POSITION) == ()


def test_what_a_bar_says_of_its_action_is_watched_whatever_it_bars() -> None:
    norms = Norms(Library((BOUND,)))
    assert [each.clause for each in norms.broken(POSITION, {"type": "lend", "book": "emma"}, POSITION)] == [
        "library.lending.bound"
    ]


def test_what_names_no_argument_is_watched_on_every_step() -> None:
    norms = Norms(Library((KEEPS,)))
    turned = {"shelves": [POSITION["shelves"][1], POSITION["shelves"][0]]}
    assert [each.clause for each in norms.broken(POSITION, {"type": "burn"}, turned)] == ["library.lending.keeps"]
    assert norms.broken(POSITION, {"type": "burn"}, {"shelves": []}) == ()


def test_names_are_told_in_english() -> None:
    def told(text: str) -> str:
        return paraphrase(parse(text, VOCABULARY, Scope(expected=None)), VOCABULARY)

    assert told("lent[0] == ''") == "the first of lent is nothing"
    assert told("'ann' in lent") == "the name 'ann' is in lent"
    assert told("spelled(top) == 'x'") == "the name of top is the name 'x'"
    assert (
        told("in_order(lent, ['a', 'b'])") == "lent and the name 'a' and the name 'b' have what both have in one order"
    )
    (norm,) = Norms(Library((LENDS,))).norms
    assert paraphrase_norm(norm, VOCABULARY) == (
        "One may lend the book where the book is in all books; after it the book is in lent and"
        " the book is not in all books."
    )
