"""Code that runs on open numbers: every way is gone, each once, and what it comes to is known on it."""

import pytest

from ruleproof.invariants import lifting
from ruleproof.invariants.lifting import Line, Number, Open, holds, on_every_way, opened, ways
from ruleproof.invariants.proving import Claim, Counted, Obligation, settle
from ruleproof.invariants.solving import NO_LINE, TERMS, Model, Undecided, boolean, find, integer, line

X, Y = integer("x"), integer("y")


def larger(left: Number, right: Number) -> str:
    """A piece of code as any game has it."""
    if left == right:
        return "equal"
    return "left" if left > right else "right"


def results(*premises: object) -> list[str]:
    return [way.result for way in ways(lambda: larger(Number(X), Number(Y)), *premises)]


def test_every_way_is_gone_once() -> None:
    assert sorted(results()) == ["equal", "left", "right"]


def test_a_way_that_the_premises_bar_is_not_gone() -> None:
    assert sorted(results(X >= Y)) == ["equal", "left"]
    assert results(X > Y) == ["left"]


def test_nothing_is_gone_where_nothing_fulfils_the_premises() -> None:
    assert results(X > Y, Y > X) == []


def test_the_conditions_of_a_way_say_when_it_is_gone() -> None:
    (equal,) = [way for way in ways(lambda: larger(Number(X), Number(Y))) if way.result == "equal"]
    assert find(*equal.conditions, TERMS.negate(X == Y)) is None
    assert find(*equal.conditions) is not None


def test_what_is_known_on_a_way_is_not_asked_again() -> None:
    def code() -> tuple[bool, bool, bool]:
        big = Number(X) > 3
        return big, Number(X) > 3, Number(X) > 2 if big else False

    assert sorted({way.result for way in ways(code)}) == [(False, False, False), (True, True, True)]
    assert [len(way.conditions) for way in ways(code)] == [1, 1]


def test_open_numbers_add_and_compare_like_plain_ones() -> None:
    number = Number(X)
    premise = X == 3
    made = [number + 1, 1 + number, number - 1, 1 - number, 2 * number, number * 2, -number, sum([number, number])]
    (way,) = ways(
        lambda: [each == plain for each, plain in zip(made, (4, 4, 2, -2, 6, 6, -3, 6), strict=True)], premise
    )
    assert all(way.result)
    (way,) = ways(lambda: [number < 4, number <= 3, number >= 3, number > 2, number != 4, bool(number)], premise)
    assert all(way.result)
    (way,) = ways(lambda: [max(number, 2) == 3, number == 2], premise)
    assert way.result == [True, False]


def test_an_open_number_is_no_name_and_prints_as_its_term() -> None:
    (way,) = ways(lambda: (Number(X) == "red", f"{Number(X)}"))
    assert way.result == (False, "x")


def test_a_comparison_gives_a_plain_truth_so_that_is_works_too() -> None:
    assert {way.result for way in ways(lambda: (Number(X) > 0) is True)} == {True, False}


def test_an_error_in_the_code_comes_out_and_leaves_no_run_behind() -> None:
    with pytest.raises(ZeroDivisionError):
        list(ways(lambda: 1 // 0 if Number(X) > 0 else 0))
    assert results(X > Y) == ["left"]


def test_without_a_run_nobody_can_ask() -> None:
    with pytest.raises(LookupError):
        bool(Number(X) > 0)


def test_too_many_ways_are_an_error_and_never_a_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lifting, "MOST", 3)
    with pytest.raises(Undecided, match="more than 3 ways"):
        list(ways(lambda: [Number(integer(f"n{place}")) > 0 for place in range(2)]))


ROW = line("row")
NOTHING: tuple[object, ...] = ()


def test_a_row_is_cut_and_joined_and_counted() -> None:
    def code() -> tuple[int, bool]:
        row = Line(ROW)
        rest, top = row[1:], row[:1]
        return len(top), holds(TERMS.same(opened(top + rest), ROW))

    assert sorted({way.result for way in ways(code)}) == [(0, True), (1, True)]


def test_a_row_of_nothing_is_false_and_joins_with_an_empty_tuple() -> None:
    def code() -> tuple[bool, bool]:
        row = Line(ROW)
        return bool(row), holds(TERMS.same(opened(NOTHING + row + NOTHING), ROW))

    assert sorted({way.result for way in ways(code)}) == [(False, True), (True, True)]
    assert opened(NOTHING) is NO_LINE


def test_a_row_that_may_be_of_any_length_cannot_be_counted() -> None:
    with pytest.raises(Undecided, match="longer than"):
        list(ways(lambda: len(Line(ROW))))


OPEN = Open(("x", "y"), ("flag",))


def test_open_values_are_lifted_for_code_and_shown_from_a_model() -> None:
    found = {way.result for way in ways(lambda: OPEN.lifted()["flag"])}
    assert found == {True, False}
    model = find(X == 2, Y == 5, boolean("flag"))
    assert model is not None
    assert OPEN.shown(model) == {"x": 2, "y": 5, "flag": True}
    assert len(OPEN.terms) == 2


def smaller_by(code: int) -> Obligation:
    """Claims of code that is wrong for 7 alone that it lowers a number by one."""

    def lowered() -> object:
        number = Number(X)
        told = number if number == code else number - 1
        return TERMS.same(opened(told), X - 1)

    def witness(model: Model) -> dict[str, object]:
        return {"position": {"x": model.number(X)}, "actions": []}

    return Obligation("toy.lowers", "", (), lambda: on_every_way(lowered, (X >= 0,), witness, (X,), "lowered"))


def test_the_one_number_for_which_code_is_wrong_is_found() -> None:
    result = settle(smaller_by(7))
    assert (result.result, result.counterexample) == ("refuted", {"position": {"x": 7}, "actions": []})


def test_code_that_is_right_on_every_way_is_proved() -> None:
    assert settle(smaller_by(-1)).result == "proved"


def test_claims_are_made_only_of_ways_that_are_in_doubt() -> None:
    made = list(smaller_by(7).claims())
    assert [type(each) for each in made] == [Claim, Counted]


def test_code_that_goes_no_way_claims_nothing_and_is_vacuous() -> None:
    owed = Obligation("toy", "", (), lambda: on_every_way(lambda: True, (X > Y, Y > X), lambda model: {}))
    assert settle(owed).result == "vacuous"
