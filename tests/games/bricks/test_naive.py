"""The judge against a naive one that was written from the rule text alone."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.combinations import sample
from tests.games.bricks import naive
from tests.games.bricks.making import WORDS, any_readings, any_tower, spelled_tower, words
from towergames import lexicon
from towergames.games.bricks.judge import find_words, judge
from towergames.games.bricks.pieces import write_tower
from towergames.lexicon import Lexicon

BUILDING = (1, 4, 5, 6, 8, 9, 11, 16, 17, 21, 23, 24, 26, 27, 31, 35)
UPPER = [word.upper() for word in WORDS]


def compare(seed: int, many: int, listed: Lexicon, upper: list[str]) -> tuple[Counter[int], Counter[int], int]:
    """Judge random towers twice; answers how often each rule was broken and gave points, and how many were legal."""
    draw = random.Random(seed)
    broken: Counter[int] = Counter()
    gave: Counter[int] = Counter()
    legal = 0
    for number in range(many):
        tower = spelled_tower(draw) if number % 4 == 3 else any_tower(draw)
        readings = any_readings(draw)
        ledger = judge(tower, listed, readings)
        where = f"tower {number} of seed {seed}: {write_tower(tower)} with {readings}"
        rules = naive.broken_rules(tower, readings)
        assert set(ledger.violations) == rules, where
        assert dict(ledger.points) == naive.points(tower, upper, readings), where
        assert list(ledger.words.columns) == naive.column_words(tower, upper, readings), where
        assert ledger.words.longest == naive.longest(tower, upper, readings), where
        assert ledger.score == (None if rules else sum(ledger.points.values())), where
        broken.update(rules)
        gave.update(rule for rule, points in ledger.points.items() if points)
        legal += not rules
    return broken, gave, legal


def test_the_two_judges_agree() -> None:
    broken, gave, legal = compare(1, 1000, words(), UPPER)
    assert all(1000 > broken[rule] > 5 for rule in BUILDING), broken
    assert all(gave[rule] > 5 for rule in set(naive.points((), [], any_readings(random.Random(1))))), gave
    assert legal > 5


@pytest.mark.long
def test_the_two_judges_agree_on_twenty_thousand_towers() -> None:
    _, gave, legal = compare(2, 20_000, words(), UPPER)
    assert gave[15] > 200 and gave[34] > 100 and legal > 50


def test_the_longest_word_is_the_one_that_a_plain_search_finds() -> None:
    listed = lexicon.load("common")
    by_word = [word for word in listed.words if len(word) > 1]
    draw = random.Random(3)
    for _ in range(sample(5, 25)):
        tower, readings = any_tower(draw), any_readings(draw)
        assert find_words(tower, listed, readings).longest == naive.longest(tower, by_word, readings)
