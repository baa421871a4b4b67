"""What the analysis finds in a small game into which one fault at a time is put, and that it finds nothing without."""

from typing import Any

import pytest
from tests.invariants.ferry import ferry

from ruleproof.invariants.analysing import analyse
from ruleproof.invariants.flaw import Finding
from ruleproof.spec.norms import Norms, Refused

Parts = dict[str, Any]
Changed = dict[str, Parts | None]
FIRST = {"basis": "text/p1/s1"}


def may(do: str, when: str, *before: str) -> Parts:
    overrides = {"overrides": [f"ferry.rules.{name}" for name in before], **FIRST} if before else {}
    return {"modality": "may", "do": do, "when": when, **overrides}


def cannot(do: str, when: str, *before: str) -> Parts:
    return {**may(do, when, *before), "modality": "cannot"}


def must(do: str, when: str) -> Parts:
    return {"modality": "must", "do": do, "when": when}


def is_so(ensure: str, do: str = "", when: str = "") -> Parts:
    told = {"do": do, "when": when, "ensure": ensure}
    return {"modality": "is", **{part: text for part, text in told.items() if text}}


def fare(value: str, when: str = "") -> Parts:
    return {"modality": "is", "do": "fare(dock)", "value": value, **({"when": when} if when else {})}


def found(changed: Changed, more: str = "") -> tuple[Finding, ...]:
    return analyse(ferry(changed, more))


def short(findings: tuple[Finding, ...]) -> set[tuple[str, ...]]:
    """Kind and clauses of each finding; of holes without clauses the key."""
    return {
        (one.kind, *sorted(name.removeprefix("ferry.rules.") for name in one.clauses or (one.key,))) for one in findings
    }


def test_nothing_is_found_where_nothing_is_wrong() -> None:
    assert found({}) == ()


TAKE_TWICE: Changed = {  # what is taken where, in two halves
    "x": cannot("take(dock, load)", "load in {hay, goat}"),
    "y": cannot("take(dock, load)", "load != hay and load != goat"),
}
ROWS: dict[str, tuple[Changed, set[tuple[str, ...]]]] = {
    "a permission inside a prohibition": (
        {"x": may("land(dock)", "ashore and chained(dock) and crew >= 2")},
        {("conflict", "chain", "x")},
    ),
    "a prohibition as wide as a permission": (
        {"x": cannot("sail", "calm and hour != night or reading(ferry.rules.night is sails)")},
        {("conflict", "sail", "x")},
    ),
    "a permission on names that only a position knows": (
        {"x": may("greet(guest, dock)", "any(a in aboard: a == guest) and guest in guests(dock)")},
        {("conflict", "not-twice", "x")},
    ),
    "a permission that goes before the prohibition": (
        {"x": may("land(dock)", "ashore and chained(dock) and crew >= 2", "chain")},
        set(),
    ),
    "a prohibition that narrows a permission": ({"x": cannot("sail", "toll > 12")}, set()),
    "two prohibitions that leave no number": (
        {"x": cannot("sail", "crew > 2"), "y": cannot("sail", "crew <= 2")},
        {("conflict", "sail", "x", "y")},
    ),
    "two prohibitions that leave no member": (
        TAKE_TWICE,
        {("conflict", "take", "x", "y"), ("conflict", "take-all", "x")},
    ),
    "two prohibitions that leave no argument": (
        {"x": cannot("land(dock)", "dock == north"), "y": cannot("land(dock)", "dock.across == north")},
        {("conflict", "land", "x", "y")},
    ),
    "a duty that is barred": (
        {"x": cannot("take(dock)", "toll > 5 and waiting(dock) == goat")},
        {("conflict", "take-all", "x")},
    ),
    "a duty of which every way is barred": (
        {"x": cannot("take(dock, load)", "load == goat and crew > 4")},
        {("conflict", "take-all", "x")},
    ),
    "a duty that two prohibitions bar together": (
        {
            "take": may("take(dock, load)", "hour != night and crew > 1 and load in {goat, hay}"),
            "x": cannot("take(dock, load)", "load == goat and crew > 4"),
            "y": cannot("take(dock, load)", "load == hay and crew > 4"),
        },
        {("conflict", "take-all", "x", "y")},
    ),
    "a duty that waits for nothing": (
        {"x": must("land(dock)", "toll > 7 and chained(dock) and calm")},
        {("conflict", "chain", "x")},
    ),
    "a duty that nothing permits": (
        {"take": may("take(dock, load)", "hour == dawn and waiting(dock) == load and crew > 1")},
        {("hole", "take-all")},
    ),
    "a condition against itself": ({"x": cannot("land(dock)", "hour == dawn and hour == night")}, {("vacuous", "x")}),
    "a condition beyond a range": ({"x": cannot("land(dock)", "crew > 6")}, {("vacuous", "x")}),
    "a condition against an invariant": (
        {"x": may("take(dock, load)", "chained(dock) and waiting(dock) == wolf and load == wolf")},
        {("vacuous", "x")},
    ),
    "a condition against a clause on every position": (
        {"x": cannot("sail", "toll > 20"), "y": is_so("toll <= 9")},
        {("vacuous", "x", "y")},
    ),
    "a case that never comes": ({"x": is_so("toll == 0", "land(dock)", "crew < 0")}, {("vacuous", "x")}),
    "a value that never counts": ({"x": fare("crew", "hour == dusk and ashore")}, {("vacuous", "x")}),
    "an ensured thing that is always so": (
        {"x": is_so("toll > 3 or toll <= 3", "land(dock)", "calm")},
        {("vacuous", "x")},
    ),
    "a clause that applies under one reading": (
        {"x": cannot("land(dock)", "reading(ferry.rules.night is sails) and hour == dawn and crew == 4")},
        set(),
    ),
    "a prohibition in other words": (
        {"x": cannot("land(dock)", "not (not chained(dock))")},
        {("redundant", "chain", "x")},
    ),
    "a permission in other words": (
        {"x": may("land(dock)", "not crew < 1 and not (hour == dusk or hour == night)")},
        {("redundant", "land", "x")},
    ),
    "a clause on names in other words": (
        {"x": cannot("greet(guest)", "any(a in aboard: guest == a)")},
        {("redundant", "not-twice", "x")},
    ),
    "a clause on steps in other words": (
        {"x": is_so("old(toll) == toll + 1", "land(dock)", "not toll < 1")},
        {("redundant", "paid", "x")},
    ),
    "a permission inside another": (
        {"x": may("land(dock)", "hour == noon and crew > 4")},
        {("redundant", "land", "x")},
    ),
    "a permission inside two others": (
        {
            "land": may("land(dock)", "hour == dawn and crew > 2"),
            "x": may("land(dock)", "hour == noon"),
            "y": may("land(dock)", "ashore and crew > 3"),
        },
        {("redundant", "land", "x", "y")},
    ),
    "a prohibition of what nothing permits": (
        {"x": cannot("land(dock)", "hour == night and crew == 2")},
        {("shadowed", "x")},
    ),
    "a prohibition that always gives way": (
        {"land": may("land(dock)", "crew > 2 and ashore", "storm")},
        {("shadowed", "land", "storm")},
    ),
    "two numbers for one quantity": ({"x": fare("3")}, {("value-conflict", "fare", "x")}),
    "one thing counted twice": ({"x": fare("crew", "hour == night and calm")}, {("value-conflict", "night-fare", "x")}),
    "one thing counted twice over": ({"x": fare("2 * crew", "hour == night")}, {("value-conflict", "night-fare", "x")}),
    "one thing counted twice in other words": (
        {"x": fare("max(crew, 2) + min(crew, 2) - 2", "hour == night")},
        {("value-conflict", "night-fare", "x")},
    ),
    "another thing of the same": ({"x": fare("max(0, crew - 4)", "hour == night")}, set()),
    "two limits": ({"x": is_so("toll <= 9"), "y": is_so("toll <= 12")}, {("value-conflict", "x", "y")}),
    "two limits of a path": (
        {f"{n}": is_so(f"all(d in dock: len(guests(d)) <= {n})") for n in (5, 7)},
        {("value-conflict", "5", "7")},
    ),
    "two least numbers in one case": (
        {f"{n}": is_so(f"calm and not old(calm) implies crew >= {n} or toll == 0") for n in (2, 4)},
        {("value-conflict", "2", "4")},
    ),
    "a stricter limit in a special case": (
        {"x": is_so("toll <= 12"), "y": is_so("hour == night implies toll <= 9")},
        set(),
    ),
    "two places at once": ({"x": is_so("berth == old(berth)", "sail")}, {("value-conflict", "crossed", "x")}),
    "two prices": ({"x": is_so("toll == old(toll) - 2", "land(dock)", "toll > 1")}, {("value-conflict", "paid", "x")}),
    "two prices of which one hangs on the state": (
        {"x": is_so("toll == old(toll) - old(crew)", "land(dock)", "toll > 8")},
        {("value-conflict", "paid", "x")},
    ),
    "a bound by the state that leaves the price": (
        {"x": is_so("toll >= old(toll) - old(crew)", "land(dock)", "crew >= 1 and toll > 8")},
        {("redundant", "paid", "x")},
    ),
    "three bounds that leave nothing": (
        {"x": is_so("toll > crew", "sail"), "y": is_so("crew > 4", "sail"), "z": is_so("toll < 4", "sail")},
        {("value-conflict", "x", "y", "z")},
    ),
    "two numbers in the same words": (
        {
            "x": {"modality": "is", "kind": "define", "says": "The crew counts 3 hands."},
            "y": {"modality": "is", "kind": "define", "says": "The crew counts four hands."},
        },
        {("value-conflict", "x", "y")},
    ),
    "an action of which no clause speaks": ({"sail": None, "crossed": None}, {("hole", "action.sail")}),
    "a quantity to which no clause gives anything": ({"fare": None, "night-fare": None}, {("hole", "quantity.fare")}),
    "a member that is never chosen": (
        {"land": may("land(dock)", "ashore and crew >= 1 and dock == north")},
        {("hole", "land")},
    ),
    "a number between two clauses": (
        {
            "x": may("sail", "hour == night and toll < 3 and not calm"),
            "y": may("sail", "hour == night and toll > 3 and not calm"),
        },
        {("hole", "x", "y")},
    ),
    "a number between two clauses on steps": (
        {
            "x": is_so("calm", "sail", "toll < 3 and crew == 2"),
            "y": is_so("not calm", "sail", "toll > 3 and crew == 2"),
        },
        {("hole", "x", "y")},
    ),
    "no number between two clauses on steps": (
        {
            "x": is_so("calm", "sail", "toll < 3 and crew == 2"),
            "y": is_so("not calm", "sail", "toll > 3 and crew == 2"),
            "z": is_so("calm or crew > 2", "sail", "toll == 3"),
        },
        set(),
    ),
    "a number that is left out": (
        {"land": may("land(dock)", "ashore and crew >= 1 and crew != 4")},
        {("hole", "land")},
    ),
    "a last member beside the others": (
        {
            load: may("take(dock, load)", f"hour == night and load == {load} and calm")
            for load in ("hay", "goat", "wolf")
        },
        {("hole", "goat", "hay", "wolf")},
    ),
    "a name that there is not": ({"x": may("land(dock)", "hour == dusk", "chains")}, {("precedence", "x")}),
    "a clause on another action": (
        {"x": may("land(dock)", "hour == dusk", "no-crowd")},
        {("precedence", "no-crowd", "x")},
    ),
    "a clause that says the same way": (
        {"x": may("land(dock)", "hour == dusk", "land")},
        {("precedence", "land", "x")},
    ),
    "a circle of two": (
        {
            "x": may("land(dock)", "hour == dusk and crew == 2", "y"),
            "y": cannot("land(dock)", "ashore and crew == 3", "x"),
        },
        {("precedence", "x", "y")},
    ),
    "a circle of two that say the same way": (
        {
            "x": cannot("land(dock)", "ashore and crew == 2", "y"),
            "y": cannot("land(dock)", "ashore and crew == 3", "x"),
        },
        {("precedence", "x", "y")},
    ),
    "a circle of four": (
        {
            f"x{n}": (may, cannot)[n % 2](
                "land(dock)", f"hour == {('dusk', 'dawn')[n % 2]} and crew == {n + 1}", f"x{(n + 1) % 4}"
            )
            for n in range(4)
        },
        {("precedence", "x0", "x1", "x2", "x3")},
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_a_planted_fault_is_found_and_nothing_else(name: str) -> None:
    changed, expected = ROWS[name]
    assert short(found(changed)) == expected


@pytest.mark.parametrize("name", [name for name, (_, expected) in ROWS.items() if expected])
def test_a_witness_shows_its_finding(name: str) -> None:
    """The clauses, asked on the very position, refuse the action of a conflict, and hold in that of a repetition."""
    rules = ferry(ROWS[name][0])
    for one in analyse(rules):
        if one.witness is None:
            assert one.kind in ("vacuous", "precedence", "redundant", "hole", "value-conflict")
            continue
        norms = Norms(rules, dict(one.witness.readings), "standard")
        sight = norms.sight(one.witness.position)
        if one.kind == "conflict":
            (action,) = one.witness.actions
            assert isinstance(norms.judge(sight, action), Refused)
        assert bool(norms.amiss(sight)) == one.witness.reach.startswith("unreachable: the invariant")


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"x": cannot("land(dock)", "crew > 6")}, "the range of crew (int 0..6) rules it out"),
        (
            {"x": cannot("land(dock)", "chained(dock) and waiting(dock) == hay")},
            "the invariant chained_docks_are_empty",
        ),
        ({"x": cannot("land(dock)", "hour == dawn and hour == dusk")}, "its own parts contradict each other"),
        ({"x": may("land(dock)", "hour == dusk", "chains")}, "Did you mean ferry.rules.chain?"),
        (
            {"x": cannot("sail", "crew > 2"), "y": cannot("sail", "crew <= 2")},
            "ferry.rules.x and ferry.rules.y together bar",
        ),
    ],
)
def test_a_finding_says_why(changed: Changed, words: str) -> None:
    (one,) = found(changed)
    assert words in one.says


def test_members_of_one_decision_that_are_never_chosen_are_one_hole() -> None:
    load = '[decision.what_to_take]\naction = "take"\nchooses = "load"\nover = "[load.hay, load.goat, load.wolf]"\n'
    take = may("take(dock, load)", "hour != night and load == hay and crew > 1")
    [hole] = [one for one in found({"take": take, "take-all": None}, load) if one.kind == "hole"]
    assert "goat and wolf are among" in hole.says


def test_duties_that_wait_for_each_other_are_a_conflict() -> None:
    more = """
[action.load]
closes = ["unload"]
candidates = [{ kind = "product" }]

[action.unload]
closes = ["load"]
candidates = [{ kind = "product" }]
"""
    may_both = {"l": may("load", "hour == noon"), "u": may("unload", "hour == noon")}
    duties = {"x": must("load", "hour == noon and toll > 1"), "y": must("unload", "hour == noon and crew > 1")}
    (one,) = (one for one in found({**may_both, **duties}, more) if one.kind == "conflict")
    assert one.clauses == ("ferry.rules.x", "ferry.rules.y")
    assert one.witness is not None
    assert one.witness.position == {"hour": "noon", "toll": 2}
    never_both = {"x": must("load", "hour == noon and toll > 1"), "y": must("unload", "hour == noon and toll < 1")}
    assert not [one for one in found({**may_both, **never_both}, more) if one.kind == "conflict"]


def test_a_witness_is_as_plain_as_it_can_be() -> None:
    (one,) = found({"x": may("land(dock)", "ashore and chained(dock) and crew >= 2")})
    assert one.witness is not None
    assert one.witness.position in ({"docks": [None, {"chain": {}}]}, {"docks": [{"chain": {}}]})


def test_findings_come_in_the_same_order_with_the_same_fingerprints() -> None:
    changed = {
        name: parts for row in ("two limits", "two prices", "a circle of four") for name, parts in ROWS[row][0].items()
    }
    first, second = found(changed), found(dict(reversed(changed.items())))
    assert [one.fingerprint for one in first] == [one.fingerprint for one in second]
    assert len(first) > 1


def test_clauses_of_other_modes_are_told_apart() -> None:
    rules = ferry({"x": {**cannot("sail", "crew >= 0"), "modes": ["another"]}})
    assert analyse(rules) == ()


def test_an_action_that_needs_no_permission_is_open_where_nothing_bars_it() -> None:
    more = '\n[action.wait]\notherwise = "allowed"\ncandidates = [{ kind = "product" }]\n'
    assert short(found({"x": cannot("wait", "hour == night")}, more)) == set()
    assert short(found({"x": must("wait", "hour == dusk and crew == 1"), "y": cannot("wait", "crew < 3")}, more)) == {
        ("conflict", "x", "y")
    }
