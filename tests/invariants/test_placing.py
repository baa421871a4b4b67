"""Facts about positions made of values: what was wanted is what the position says, and it is made plain."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.invariants.ferry import vocabulary

from ruleproof.invariants.placing import Placing, completed
from ruleproof.invariants.plainer import plainer
from ruleproof.spec.viewing import Viewer

FERRY = vocabulary()
VIEWER = Viewer(FERRY)

Wanted = dict[tuple[str, tuple[Any, ...]], Any]
docks = st.sampled_from(["north", "south"])
names = st.lists(st.sampled_from(["ann", "bob", "cy"]), unique=True, max_size=3).map(tuple)
values: st.SearchStrategy[Wanted] = st.fixed_dictionaries(
    {},
    optional={
        ("hour", ()): st.sampled_from(["dawn", "noon", "night"]),
        ("crew", ()): st.integers(0, 6),
        ("toll", ()): st.integers(0, 50),
        ("calm", ()): st.booleans(),
        ("berth", ()): docks,
        ("aboard", ()): names,
        ("guests", ("north",)): names,
        ("guests", ("south",)): names,
        ("waiting", ("north",)): st.sampled_from(["hay", "goat", None]),
        ("chained", ("south",)): st.booleans(),
    },
)


@given(values)
@settings(deadline=None)
def test_a_position_says_what_was_put_into_it(wanted: Wanted) -> None:
    position = Placing(FERRY, VIEWER, wanted).placed()
    sight = VIEWER.sight(position)
    assert {key: sight.read(*key) for key in wanted} == wanted


PLAIN: list[tuple[Wanted, dict[str, Any]]] = [
    ({("crew", ()): 3, ("hour", ()): "dawn"}, {}),
    ({("crew", ()): 4}, {"crew": 4}),
    ({("waiting", ("south",)): "goat"}, {"docks": [None, {"load": "goat"}]}),
    ({("chained", ("north",)): True}, {"docks": [{"chain": {}}]}),
    ({("aboard", ()): ("ann", "bob")}, {"aboard": [{"id": "ann"}, {"id": "bob"}]}),
]


@pytest.mark.parametrize(("wanted", "position"), PLAIN)
def test_what_goes_without_saying_is_not_written(wanted: Wanted, position: dict[str, Any]) -> None:
    assert Placing(FERRY, VIEWER, wanted).placed() == position


def test_objects_get_what_all_others_of_their_place_have() -> None:
    others = [
        {"aboard": [{"id": f"guest{n}", "rank": "crew", "age": n}, {"id": f"other{n}", "rank": "crew"}]}
        for n in range(9)
    ]
    whole = completed({"aboard": [{"id": "ann"}, {}]}, others)
    assert whole == {"aboard": [{"id": "ann", "rank": "crew"}, {"id": "id-1", "rank": "crew"}]}


def test_a_position_is_cut_down_to_what_it_has_to_show() -> None:
    position = {
        "crew": 6,
        "toll": 9,
        "docks": [{"load": "hay"}, {"load": "goat", "guests": [{"id": "ann"}]}],
        "calm": True,
    }
    shown = plainer(position, lambda each: VIEWER.sight(each).read("toll", ()) > 0 and len(each.get("docks", ())) > 1)
    assert shown == {"toll": 1, "docks": [None, None]}
