"""Pairs: two positions that differ in what is hidden look the same, before an action and after it, or it is a leak."""

import json
from pathlib import Path
from typing import Any, ClassVar

import pytest

from ruleproof.conformance import pairing
from ruleproof.conformance.connection import Made
from ruleproof.conformance.linting import Names, lint
from ruleproof.conformance.messages import RpcError
from ruleproof.conformance.null import NULLS, floor
from ruleproof.conformance.pairs import read
from ruleproof.conformance.running import Plan, Runner
from ruleproof.conformance.serving import Server
from ruleproof.conformance.suite import Suite, find, form
from ruleproof.engine.finding import game

Json = dict[str, Any]
SUITE, FORM = find("ostium"), form("ostium")


def pair(one: int, other: int, *counts: int, **more: Any) -> Json:
    """Two heaps of which B sees only whether there is one."""
    acts = [{"action": {"type": "take", "count": count}} for count in counts]
    told = {"why": "B does not see how much is left", "since": "0.1.0", "clauses": ["heap.take.one-or-two"]}
    base = {"id": f"heap/secrets/{one}-{other}", "modes": ["plain"], "viewer": "B", "actions": acts, **told}
    return {**base, "position": {"heap": one}, "other": {"heap": other}, **more}


@pytest.fixture
def keeps(table: Any) -> Any:
    """A heap that tells a player nothing but whether it is over."""

    class Keeps(table.Heap):  # type: ignore[misc]
        declares: ClassVar[Json] = {**table.Heap.declares, "observe": "player"}

        def call(self, method: str, params: Json) -> Any:
            answer = getattr(self, method)(params)
            for name in params.get("want", ()):
                what, _, viewer = name.partition(":")
                answer[name] = getattr(self, what)({"state": answer["state"], "viewer": viewer})
            return answer

        def observe(self, params: Json) -> Any:
            return {"observation": {"over": self.states[params["state"]] == 0}}

    return Keeps


def run(table: Any, heap: Any, *pairs: Json) -> list[Any]:
    table.suite()
    chapter = {"interpretation": 1, "game": "heap", "pairs": list(pairs)}
    (table.folder / "secrets.json").write_text(json.dumps(chapter), encoding="utf-8")
    runner = Runner(Made(heap, "heap"), find("heap", table.folder), form("heap"), Plan())
    return list(runner.run((), runner.suite.beside()))


def test_who_shows_the_same_for_both_passes(table: Any, keeps: Any) -> None:
    (line,) = run(table, keeps, pair(7, 8, 1, 2))
    assert (line.id, str(line.verdict), line.unasked) == ("heap/secrets/7-8", "pass", [])


def test_an_observation_that_differs_is_a_leak_with_the_place(table: Any, keeps: Any) -> None:
    class Tells(keeps):  # type: ignore[misc]
        def observe(self, params: Json) -> Any:
            return {"observation": {"over": False, "x_seed": [1, {"left": self.states[params["state"]]}]}}

    (line,) = run(table, Tells, pair(7, 8))
    assert (str(line.verdict), line.step, line.where) == ("leak", 0, "observation.x_seed[1].left")
    assert (line.expected, line.got, line.clauses) == (7, 8, ["heap.take.one-or-two"])
    assert line.detail == "B can tell apart what differs only in what is hidden"


def test_one_that_differs_only_after_an_action_says_after_which(table: Any, keeps: Any) -> None:
    class TellsLate(keeps):  # type: ignore[misc]
        def observe(self, params: Json) -> Any:
            return {"observation": {"few": self.states[params["state"]] < 6}}

    (line,) = run(table, TellsLate, pair(7, 8, 1, 1))
    assert (str(line.verdict), line.step) == ("leak", 2)
    assert line.asked == {"call": "apply", "action": {"type": "take", "count": 1}}


def test_an_action_that_is_refused_in_one_of_them_gives_it_away(table: Any, keeps: Any) -> None:
    class Refuses(keeps):  # type: ignore[misc]
        def allows(self, heap: int, action: Any) -> bool:
            return bool(super().allows(heap, action) and heap != 8)

    (line,) = run(table, Refuses, pair(7, 8, 1))
    assert (str(line.verdict), line.where, line.expected, line.got) == ("leak", "accepted", True, False)


def test_one_that_is_refused_in_both_ends_the_comparison_and_is_named(table: Any, keeps: Any) -> None:
    class Refuses(keeps):  # type: ignore[misc]
        def allows(self, heap: int, action: Any) -> bool:
            return bool(super().allows(heap, action) and heap not in (6, 7))

    (line,) = run(table, Refuses, pair(7, 8, 1, 1, 1))
    assert str(line.verdict) == "leak"  # 7 goes on to 6, 8 to 7: only the first is refused at once
    (line,) = run(table, Refuses, pair(6, 7, 1, 1))
    assert (str(line.verdict), line.unasked) == ("pass", ["2 apply"])


def test_legal_actions_of_who_looks_are_compared_too(table: Any, keeps: Any) -> None:
    class Acts(keeps):  # type: ignore[misc]
        def status(self, params: Json) -> Any:
            return {**super().status(params), "toAct": ["B"]}

    (line,) = run(table, Acts, pair(1, 2))
    assert (str(line.verdict), line.where) == ("leak", "legal")
    assert (line.expected, line.got) == ([], [{"type": "take", "count": 2}])
    (line,) = run(table, keeps, pair(1, 2))
    assert str(line.verdict) == "pass"  # A acts there


@pytest.mark.parametrize(
    ("declares", "why"),
    [
        ({"observe": "full"}, "observe player is not declared"),
        ({"observe": "none"}, "observe player is not declared"),
        ({"modes": ["fancy"]}, "mode plain is not declared"),
        ({"setup": ["deal"], "chance": ["scripted"]}, "positions cannot be loaded, and no play is written down"),
    ],
)
def test_who_does_not_declare_what_it_takes_is_not_asked(table: Any, keeps: Any, declares: Json, why: str) -> None:
    heap = type("Heap2", (keeps,), {"declares": {**keeps.declares, **declares}})
    (line,) = run(table, heap, pair(7, 8))
    assert (str(line.verdict), line.detail[: len(why)]) == ("not-applicable", why)


def test_declared_but_refused_is_an_error(table: Any, keeps: Any) -> None:
    class Shy(keeps):  # type: ignore[misc]
        def observe(self, params: Json) -> Any:
            raise RpcError("internal-error", "no")

    (line,) = run(table, Shy, pair(7, 8))
    assert str(line.verdict) == "error"


# The pairs of the first game.


def test_the_reference_keeps_every_secret() -> None:
    pairs = list(SUITE.pairs())
    assert len(pairs) > 40
    assert list(pairing.wrong(SUITE, FORM, game("ostium"))) == []  # type: ignore[arg-type]
    hidden = {place for one in pairs for place in pairing.places(FORM.whole(one.position), FORM.whole(one.other))}
    players = {f"players.{seat}.{pile}" for seat in "AB" for pile in ("hand", "deck", "discard")}
    assert players | {"area.warrior_deck", "area.sovereign_deck"} <= hidden


def test_pairs_that_are_there_are_kept_and_more_are_made_the_same_way_every_time() -> None:
    written = read(SUITE.pair_files[0])
    draws = Suite("ostium", tuple(path for path in SUITE.paths if path.stem == "draw"))
    maker = pairing.Maker(draws, FORM, game("ostium"))  # type: ignore[arg-type]
    kept = [one for one in written.pairs if not one.id.startswith("ostium/secrets/draw-")]
    made = maker.made(type(written)(1, "ostium", written.hides, kept)).pairs
    assert [one for one in made if one in kept] == kept
    assert {one.viewer for one in made if one not in kept} == {"A", "B"}
    assert maker.made(type(written)(1, "ostium", written.hides, kept)).pairs == made


def test_who_sees_everything_is_the_one_of_the_floor_that_leaks() -> None:
    first = next(SUITE.pairs())
    assert set(floor(first, FORM)) == set(NULLS) - {"sees-everything"}
    assert first.floor == floor(first, FORM)


class ByTheWay(Server):
    """The reference, but the number of the turn hangs on the top card of the closed deck of the area."""

    def _observed(self, state: Any, viewer: str) -> Json:
        seen = super()._observed(state, viewer)
        deck = self.game.dump(state).get("area", {}).get("warrior_deck", [{}])
        seen["observation"]["turn"] = 1 + sum(map(ord, str(deck[0].get("id", ""))))
        return seen


def test_a_leak_in_a_place_that_is_no_secret_is_found_by_the_pairs() -> None:
    runner = Runner(Made(lambda: ByTheWay(game("ostium")), "x"), SUITE, FORM, Plan(repeat=False, floor=False))
    verdicts = {str(line.verdict) for line in runner.run((), SUITE.pairs())}
    assert "leak" in verdicts


NAMES = Names(frozenset({"heap.take.one-or-two"}), frozenset({"plain"}), {})


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"viewer": "C"}, "is seen by C"),
        ({"clauses": ["heap.take.one-or-twos"]}, "names heap.take.one-or-twos, which is no clause"),
        ({"since": ""}, "has no `since`"),
        ({"id": "heap/take/x"}, "has an id of another file"),
        ({"other": {"heap": 7}}, "has the same position twice"),
        ({"modes": ["fancy"]}, "names the mode fancy"),
    ],
)
def test_each_mistake_in_a_pair_is_named(table: Any, change: Json, what: str) -> None:
    table.suite()
    chapter = {"interpretation": 1, "game": "heap", "pairs": [{**pair(7, 8), **change}]}
    (table.folder / "secrets.json").write_text(json.dumps(chapter), encoding="utf-8")
    assert what in [fault.what for fault in lint(find("heap", table.folder), NAMES)]


def test_positions_that_can_be_told_apart_are_no_pair(tmp_path: Path) -> None:
    def card(name: str) -> Json:
        return {"id": name, "kind": "warrior"}

    position, other = ({"players": {"B": {"discard": [card("y"), card(top)]}}} for top in ("x", "z"))
    told = {"why": "w", "since": "1", "clauses": ["ostium.discard.may-be-viewed"], "modes": ["two-player"]}
    apart = {"id": "ostium/secrets/x", "viewer": "A", "position": position, "other": other, **told}
    (tmp_path / "secrets.json").write_text(
        json.dumps({"interpretation": 1, "game": "ostium", "pairs": [apart]}), encoding="utf-8"
    )
    (tmp_path / "setup.json").write_text(
        json.dumps({"interpretation": 1, "game": "ostium", "chapter": "setup", "cases": []}), encoding="utf-8"
    )
    known = Names(frozenset({"ostium.discard.may-be-viewed"}), frozenset({"two-player"}), {})
    what = [fault.what for fault in lint(find("ostium", tmp_path), known)]
    assert what[0] == "has positions that A can tell apart"
