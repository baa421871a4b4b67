"""An engine with one line bent: `prove` refutes it with a position that it replays. More bends stand in the soak."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ENDS = "sum(1 << chain.last for chain in state.chains)"
BENDING = Path(__file__).parent.parent / "bending.py"


def proved(module: str, old: str, new: str, *patterns: str) -> tuple[int, dict[str, dict[str, Any]]]:
    """The exit code, and the obligations that did not come out as expected, by their ids."""
    only = [word for pattern in patterns for word in ("--only", pattern)]
    words = [sys.executable, "-P", str(BENDING), module, old, new, "--", "prove", "ostium", "--format", "json", *only]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.stdout, done.stderr
    found = json.loads(done.stdout)["obligations"]
    return done.returncode, {each["id"]: each for each in found if each["result"] != each["expected"]}


def told(each: dict[str, Any]) -> list[str]:
    return [told["decision"] for told in each["counterexample"]["replay"]]


def test_an_equal_attacker_that_goes_on_is_refuted_with_a_position() -> None:
    code, bad = proved("damage", "return compared > against", "return compared >= against", "ostium.charge.*")
    shown = bad["ostium.charge.attack-is-the-relation"]["counterexample"]
    assert code == 1
    assert {"ostium.charge.comparison", "ostium.charge.attack-is-the-relation"} <= set(bad)
    # an attacker meets defenders that come to as much as itself, and does not stop
    powers = [shown["position"]["players"][seat]["attack"][0].get("power", 0) for seat in "AB"]
    assert powers[0] == powers[1]
    assert len([event for event in shown["replay"][0]["events"] if event["type"] == "attacked"]) > 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('if reading == "shared-end" and chain.last', 'if reading != "open-end" and chain.last'),
        ("lawful &= WITHIN[WHOLE & ~used]", f"lawful &= WITHIN[WHOLE & ~used | {ENDS}]"),
    ],
    ids=["decided so", "offered so"],
)
def test_a_chain_that_shares_its_end_is_refuted_with_a_position(old: str, new: str) -> None:
    code, bad = proved("fusion", old, new, "*engine-lays*")
    (each,) = bad.values()
    shown = each["counterexample"]
    (laid,), (tried,) = shown["position"]["charge"]["chains"], shown["actions"]
    assert (code, each["result"]) == (1, "refuted")
    assert set(laid["path"]) & set(tried["path"])
    assert shown["shows"] == "By the rules this may not be done."


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        ("damage", "return FUSION_BONUS + icons", "return FUSION_BONUS"),
        (
            "fusion",
            "sum([shown[slot].fusion for slot in chain.slots])",
            "sum([shown[slot].fusion for slot in chain.slots[:0]])",
        ),
        ("passive", '"fusion": FUSION, "robed"', '"fusion": 0, "robed"'),
    ],
    ids=["in the arithmetic", "in the chain", "on the card"],
)
def test_fusion_icons_that_are_forgotten_are_refuted_with_a_position(module: str, old: str, new: str) -> None:
    code, bad = proved(module, old, new, "*engine-adds*", "*engine-wakes*", "*in-play")
    assert code == 1
    assert bad
    for each in bad.values():
        assert each["result"] == "refuted"
        assert told(each) in (["allowed"], [])
        assert "fusion" in json.dumps(each["counterexample"]["position"])


def test_an_engine_as_it_stands_is_not_refuted() -> None:
    code, bad = proved(
        "damage", "FUSION_BONUS = 2", "FUSION_BONUS = 1 + 1", "ostium.charge.comparison", "*engine-adds*"
    )
    assert (code, bad) == (0, {})
