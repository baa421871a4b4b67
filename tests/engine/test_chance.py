"""Chance by seed."""

from ruleproof.engine.chance import Chance


def test_the_same_seed_gives_the_same_choices_and_another_seed_others() -> None:
    def drawn(seed: int) -> list[int]:
        chance = Chance(seed)
        return [chance.below(1000) for _ in range(20)] + list(chance.order(range(20))) + [chance.pick(range(9))]

    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)


def test_every_choice_comes_and_none_beyond() -> None:
    chance = Chance(0)
    assert {chance.below(4) for _ in range(200)} == {0, 1, 2, 3}
    assert {chance.pick("abc") for _ in range(200)} == {"a", "b", "c"}
    assert sorted(chance.order("abcd")) == ["a", "b", "c", "d"]
