"""Minimal contradictions and repairs, against every subset tried one by one."""

from collections.abc import Iterable
from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleproof.invariants.repairing import contradictions, largest, repairs

CLAIMS = "abcde"


def sets(*words: str) -> list[frozenset[str]]:
    return [frozenset(word) for word in words]


def subsets(claims: Iterable[str]) -> list[frozenset[str]]:
    listed = sorted(claims)
    return [frozenset(c) for c in chain.from_iterable(combinations(listed, n) for n in range(len(listed) + 1))]


def minimal(found: Iterable[frozenset[str]]) -> set[frozenset[str]]:
    every = set(found)
    return {one for one in every if not any(other < one for other in every)}


@pytest.mark.parametrize(
    ("together", "fixes", "cores"),
    [
        (["abc"], [()], []),  # all of it holds
        (["ab", "c"], ["c", "ab"], ["ac", "bc"]),
        (["bc", "ac"], ["a", "b"], ["ab"]),
        (["ac", "b", "a"], ["b", "ac"], ["ab", "bc"]),  # a set within another adds nothing
        ([""], ["abc"], ["a", "b", "c"]),  # each is wrong by itself
    ],
)
def test_what_clashes_and_what_mends_it(together: list[str], fixes: list[str], cores: list[str]) -> None:
    found = repairs("abc", sets(*together))
    assert found == tuple(map(tuple, fixes))
    assert contradictions("abc", found) == tuple(map(tuple, cores))


def test_the_smallest_come_first_and_in_the_order_of_the_claims() -> None:
    assert repairs("cba", sets("ab", "c")) == (("c",), ("b", "a"))


def test_without_any_repair_nothing_can_be_said() -> None:
    with pytest.raises(ValueError, match="is a repair"):
        contradictions("abc", ())


def test_the_largest_sets_contain_all_others() -> None:
    assert largest(sets("a", "abc", "bd", "b", "bd")) == (frozenset("abc"), frozenset("bd"))


@given(st.lists(st.sets(st.sampled_from(CLAIMS)), min_size=1, max_size=5))
def test_both_are_what_trying_every_subset_finds(together: list[set[str]]) -> None:
    def consistent(claims: frozenset[str]) -> bool:
        return any(claims <= one for one in together)

    clashing = minimal(one for one in subsets(CLAIMS) if not consistent(one))
    mending = minimal(one for one in subsets(CLAIMS) if consistent(frozenset(CLAIMS) - one))
    fixes = repairs(CLAIMS, map(frozenset, together))
    assert set(map(frozenset, fixes)) == mending
    assert set(map(frozenset, contradictions(CLAIMS, fixes))) == clashing
