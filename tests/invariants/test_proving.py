"""Obligations: proved, refuted with what refutes them, vacuous, unknown."""

from pathlib import Path
from typing import Literal

import pytest

from ruleproof.invariants import solving
from ruleproof.invariants.proving import Claim, Counted, Obligation, failures, obligations, prove, settle
from ruleproof.invariants.solving import TERMS, Undecided, boolean, choice, find, integer

X, Y = integer("x"), integer("y")
HARD = (integer("z") * integer("z") * integer("z") == X * X * X + Y * Y * Y + 42, X > 10**6, Y > 10**6)


def owed(*claims: Claim | Counted, expected: Literal["proved", "refuted"] = "proved") -> Obligation:
    return Obligation("toy.adds", "Sums do not shrink.", ("toy.sums",), lambda: iter(claims), expected)


def test_a_claim_that_holds_of_all_numbers_is_proved() -> None:
    assert settle(owed(Claim((X >= 0,), X + Y >= Y))).result == "proved"


def test_a_claim_that_fails_is_refuted_with_the_smallest_numbers() -> None:
    claim = Claim(
        (X >= 3,), X < 7, lambda model: {"position": {"x": model.number(X)}, "actions": []}, (X,), "x stays small"
    )
    result = settle(owed(claim))
    assert (result.result, result.why, result.good) == ("refuted", "x stays small", False)
    assert result.counterexample == {"position": {"x": 7}, "actions": []}


def test_a_refuted_obligation_is_good_where_that_was_expected() -> None:
    assert settle(owed(Claim((), X < 7), expected="refuted")).good


def test_premises_that_nothing_fulfils_make_a_claim_vacuous_and_never_proved() -> None:
    result = settle(owed(Claim((X > 0, X < 0), Y == 0)))
    assert (result.result, result.good) == ("vacuous", False)


def test_an_obligation_without_claims_is_vacuous() -> None:
    assert settle(owed()).result == "vacuous"


def test_one_vacuous_claim_among_good_ones_is_not_hidden() -> None:
    assert settle(owed(Claim((), X + 1 > X), Claim((X != X,), Y == 0))).result == "vacuous"


def test_what_the_solver_gives_up_on_is_unknown_and_not_good(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "TIMEOUT", 1)
    with pytest.raises(Undecided):
        find(*HARD)
    result = settle(owed(Claim((), TERMS.negate(TERMS.both(*HARD)))))
    assert (result.result, result.good) == ("unknown", False)
    assert list(failures([result])) == [result]


@pytest.mark.parametrize(("found", "result"), [(29, "proved"), (28, "refuted")])
def test_a_count_is_proved_where_it_is_what_was_claimed(found: int, result: str) -> None:
    assert settle(owed(Counted("ways", 29, found))).result == result


def test_names_are_told_apart_and_null_is_one_of_them() -> None:
    clan, one_of = choice("clan", ("red", "blue", None))
    model = find(one_of, TERMS.negate(TERMS.same(clan, "red")), TERMS.negate(TERMS.same(clan, None)))
    assert model is not None
    assert model.name(clan) == "blue"


def test_plain_values_fold_away() -> None:
    flag = boolean("flag")
    assert TERMS.both(True, flag) is flag
    assert TERMS.either(False, flag) is flag
    assert TERMS.both(flag, False) is False
    assert TERMS.either(flag, True) is True
    assert (TERMS.both(), TERMS.either()) == (True, False)
    assert TERMS.ite(True, 1, flag) == 1
    assert TERMS.same("red", "red") is True


def test_a_game_without_invariants_has_nothing_to_prove(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "spec" / "bare").mkdir(parents=True)
    (tmp_path / "spec" / "bare" / "game.toml").write_text("", encoding="utf-8")
    monkeypatch.setenv("RULEPROOF_PATH", str(tmp_path))
    assert (obligations("bare"), prove("bare")) == ((), ())


def test_every_obligation_of_a_game_has_a_place_and_an_id_of_its_own() -> None:
    found = obligations("ostium")
    ids = [each.id for _, each in found]
    assert len(ids) == len(set(ids)) > 5
    assert all(place == f"{place.split(':')[0]}:{each.id}" for place, each in found)
    assert all(place.startswith("ostium/") for place, _ in found)
