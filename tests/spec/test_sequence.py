"""Matching in order: the heaviest of all matchings, which a slow search finds too."""

from collections.abc import Sequence
from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from ruleproof.spec.sequence import in_sequence

LETTERS = st.lists(st.sampled_from("abcdeH"), max_size=9)


def weigh(members: Sequence[str]) -> list[int]:
    return [100 if member == "H" else 1 for member in members]


def heaviest(old: Sequence[str], new: Sequence[str]) -> int:
    """The weight of the best matching, by trying everything."""

    @cache
    def best(i: int, j: int) -> int:
        if i == len(old) or j == len(new):
            return 0
        taken = weigh(old)[i] + best(i + 1, j + 1) if old[i] == new[j] else 0
        return max(taken, best(i + 1, j), best(i, j + 1))

    return best(0, 0)


@given(LETTERS, LETTERS)
def test_the_match_is_in_order_of_equal_members_and_of_the_greatest_weight(old: list[str], new: list[str]) -> None:
    found = in_sequence(old, new, weigh(old))
    pairs = list(found.items())
    assert all(old[i] == new[j] for i, j in pairs)
    assert pairs == sorted(pairs)
    assert sorted(j for _, j in pairs) == [j for _, j in pairs]
    assert len({j for _, j in pairs}) == len(pairs)
    assert sum(weigh(old)[i] for i, _ in pairs) == heaviest(old, new)


def test_ten_thousand_equal_lines_cost_no_square() -> None:
    assert len(in_sequence(["x"] * 10_000, ["y", *["x"] * 9_998, "y"], [1] * 10_000)) == 9_998
