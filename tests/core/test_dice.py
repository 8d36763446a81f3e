"""Dice are named streams: the same everywhere, independent of one another, and even."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from towergames.core.dice import Dice


def test_the_first_numbers_are_these_for_ever() -> None:
    """Journals do not need them again, but seeds that people share do."""
    dice = Dice(2026, 3, "deal")
    assert [dice.below(1000) for _ in range(5)] == [342, 757, 342, 883, 341]
    assert Dice(7).shuffled(range(8)) == [5, 1, 4, 3, 6, 7, 2, 0]


def test_seed_ply_and_label_each_name_another_stream() -> None:
    firsts = {Dice(*name).random() for name in ((1, 2, "a"), (2, 2, "a"), (1, 3, "a"), (1, 2, "b"), (12, 0, "a"))}
    assert len(firsts) == 5
    assert Dice(1, 2, "a").random() == Dice(1, 2, "a").random()


def test_a_fork_is_a_stream_of_its_own_and_leaves_its_parent_alone() -> None:
    parent, twin = Dice(1), Dice(1)
    child = parent.fork("x")
    assert parent.random() == twin.random()
    assert child.random() == Dice(1).fork("x").random()
    assert Dice(1).fork("x").random() != Dice(1).fork("y").random() != Dice(1).random()


def test_the_global_generator_is_neither_used_nor_touched() -> None:
    random.seed(1)
    before = random.getstate()
    first = Dice(5).random()
    assert random.getstate() == before
    random.seed(2)
    assert Dice(5).random() == first


def test_throws_are_even_and_in_range() -> None:
    dice = Dice(3)
    counts = Counter(dice.below(6) for _ in range(6000))
    assert sorted(counts) == list(range(6))
    assert all(850 < count < 1150 for count in counts.values())
    assert {dice.choice("ab") for _ in range(50)} == {"a", "b"}
    with pytest.raises(ValueError, match="n >= 1"):
        dice.below(0)


def test_a_shuffle_keeps_everything_and_leaves_its_argument_alone() -> None:
    pile = tuple(range(20))
    orders = {tuple(Dice(seed).shuffled(pile)) for seed in range(50)}
    assert len(orders) == 50
    assert all(sorted(order) == list(pile) for order in orders)
    tops = Counter(Dice(seed).shuffled("abc")[0] for seed in range(3000))
    assert all(850 < count < 1150 for count in tops.values())
