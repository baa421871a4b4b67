"""Obligations: proved, refuted with what refutes them, vacuous, unknown."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any, Literal

import pytest

from ruleproof.invariants import proving, solving
from ruleproof.invariants.proving import (
    AnyClaim,
    Claim,
    Counted,
    Obligation,
    Possible,
    failures,
    obligations,
    prove,
    settle,
    submitted,
)
from ruleproof.invariants.solving import TERMS, Assumed, Undecided, boolean, choice, find, integer

X, Y = integer("x"), integer("y")
HARD = (integer("z") * integer("z") * integer("z") == X * X * X + Y * Y * Y + 42, X > 10**6, Y > 10**6)


def owed(*claims: AnyClaim, expected: Literal["proved", "refuted"] = "proved") -> Obligation:
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


def test_what_can_be_is_proved_where_nothing_is_wrong_with_it() -> None:
    assert settle(owed(Possible((X > 3,)))).result == "proved"
    assert settle(owed(Possible((X > 3, X < 3), what="both"))).why == "both: there is none"


def test_what_is_wrong_with_what_can_be_refutes_it_and_is_told() -> None:
    shown: dict[str, Any] = {"position": {}, "actions": []}
    claim = Possible((X > 3,), lambda model: f"it is {model.number(X)}", lambda model: shown, (X,), "above 3")
    result = settle(owed(claim))
    assert (result.result, result.why, result.counterexample) == ("refuted", "above 3: it is 4", shown)


def test_an_error_while_something_is_claimed_proves_nothing() -> None:
    def claims() -> Iterator[Claim]:
        yield Claim((), X + 1 > X, what="the first")
        raise KeyError("gate")

    result = settle(Obligation("toy.adds", "", (), claims))
    assert (result.result, result.why, result.good) == ("unknown", "behind the first: KeyError: 'gate'", False)


@pytest.mark.parametrize(
    ("conditions", "least"),
    [
        ((X >= 1000,), 1000),
        ((X > 5, X != 6), 7),
        ((X >= 0,), 0),
        ((TERMS.either(X == 12, X == 900),), 12),
        ((X < 0,), -1),
    ],
)
def test_a_number_is_kept_as_small_as_it_goes_from_0_up(conditions: tuple[Any, ...], least: int) -> None:
    model = find(*conditions, X >= -1, minimise=(X,))
    assert model is not None
    assert model.number(X) == least


def test_numbers_are_kept_small_in_their_order() -> None:
    model = find(X + Y >= 9, X >= 2, X <= 20, Y <= 20, minimise=(X, Y))
    assert model is not None
    assert (model.number(X), model.number(Y)) == (2, 7)


def test_what_is_assumed_can_be_taken_back() -> None:
    assumed = Assumed((X > 3,))
    assumed.mark()
    assumed.add(X < 5)
    assert (assumed.allows(X == 4), assumed.allows(X == 6)) == (True, False)
    assumed.back()
    assert assumed.allows(X == 6)


class Inline(Executor):
    """Runs what is submitted at once."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


def test_what_a_pool_is_given_comes_to_the_same_in_the_same_order() -> None:
    def wanted(each: Obligation) -> bool:
        return each.id.startswith("ostium.charge.damage")

    results = tuple(future.result() for future in submitted(Inline(), "ostium", wanted))
    assert len(results) > 3
    assert results == prove("ostium", wanted)


def test_a_counterexample_that_the_engine_cannot_play_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Counted("gates", 3, 4, {"position": {"players": {"A": {"gates": [16]}}}, "actions": []})
    monkeypatch.setattr(proving, "obligations", lambda game: (("here", owed(broken, expected="refuted")),))
    (result,) = prove("ostium")
    assert (result.result, result.good) == ("unknown", False)
    assert "cannot be played: players.A.gates" in result.why


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
