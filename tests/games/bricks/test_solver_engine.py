"""The engine of the solver: its worth of a tower is the judge's score, and numba changes nothing but the speed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from tests.combinations import long, sample
from towergames.games.bricks.deal import DECK, code_of, deal
from towergames.games.bricks.judge import judge
from towergames.games.bricks.pieces import Code, missing
from towergames.games.bricks.rules import CHOICES, STANDARD, Readings
from towergames.games.bricks.solver import rows as at
from towergames.games.bricks.solver.chain import Chain
from towergames.games.bricks.solver.engine import compilable, prepare
from towergames.games.bricks.solver.evaluation import worth
from towergames.games.bricks.solver.hand import Hand, build
from towergames.games.bricks.solver.rows import plan_of
from towergames.games.bricks.solver.sampler import change
from towergames.games.bricks.solver.words import Words
from towergames.lexicon import Lexicon, load

ALONE = [replace(STANDARD, **{key: values[1]}) for key, values in CHOICES.items()]  # type: ignore[arg-type]
"""Each reading that is not the usual one, by itself."""

TOGETHER = [
    Readings(gaps="break", windows="close-up", repeated="once", stack_cards=2, runs="each"),
    Readings(wild_window=False, heaviest=9, lightest=0, wild_adjusts=False, wild_rare=False, zero=False),
    Readings(high_floors="go-on", free_letters=True, windows="close-up", stack_cards=2),
]
"""Each of them in the company of others."""

READINGS = [
    *enumerate((STANDARD, *TOGETHER)),
    *(given for number, alone in enumerate(ALONE, 1 + len(TOGETHER)) for given in long(number, alone)),
]


def some_cards(number: int) -> tuple[Code, ...]:
    """A deal for the readings of that number; large ones take long with free letters, which come fourth."""
    return deal(code_of(("standard", "six", "mini", "mini")[number % 4], 40 + number))


@pytest.fixture(scope="module")
def words() -> Lexicon:
    return load("standard")


def walk(
    hand: Hand, words: Lexicon, seed: int, changes: int, overlooked: frozenset[int] = frozenset()
) -> Iterator[tuple[list[int], int, bool]]:
    """Towers along a walk that seldom loses points, each with its worth and whether the engine finds it legal."""
    shelves = at.shelves_of(hand, words)
    workspace = at.workspace_of(hand, shelves, seed, overlooked)
    memo, trie, bank = [-1, 0] * (at.MEMO // 2), at.trie_of(words, at.slots_of(hand)), at.bank_of(shelves)
    tower, now, dice = at.empty_tower(hand), -1000, Random(seed)
    for _ in range(changes):
        other = list(tower)
        if not change(other, workspace):
            continue
        reached = worth(other, workspace, memo, trie, bank, -1e9)
        if reached >= now - dice.expovariate(0.5):
            tower, now = other, reached
            yield tower, reached, workspace[at.BAD] == 0


@pytest.mark.parametrize(("number", "readings"), READINGS)
def test_worth_is_the_judges_score_and_legal_is_legal(number: int, readings: Readings, words: Lexicon) -> None:
    cards = some_cards(number)
    hand = Hand(cards, readings)
    legal = illegal = 0
    for tower, reached, sound in walk(hand, words, number, 6000):
        made = build(plan_of(tower, hand), hand)
        if made is None:
            assert not sound
            continue
        assert not missing(made, cards)
        ledger = judge(made, words, readings)
        assert ledger.legal == sound, ledger.violations
        if sound:
            assert ledger.score == reached
        legal += sound
        illegal += not sound
        if min(legal, illegal) >= sample(25, 6000):
            break
    assert legal > 20 and illegal > 20


def test_towers_of_the_whole_deck_and_of_letters_in_a_row(words: Lexicon) -> None:
    cards = (*DECK, "#R", "#B", "#Y", "#Y", "*")
    hand = Hand(cards, Readings(runs="each"))
    scores = set()
    for tower, reached, sound in walk(hand, words, 7, sample(2000, 4000)):
        if sound:
            made = build(plan_of(tower, hand), hand)
            assert made is not None
            assert judge(made, words, Readings(runs="each")).score == reached
            scores.add(reached)
    assert len(scores) > 10


def test_what_is_overlooked_brings_nothing(words: Lexicon) -> None:
    overlooked = frozenset({12, 13, 14, 15, 18, 19, 33, 36})
    hand = Hand(deal(code_of("standard", 9)), STANDARD)
    legal = 0
    for tower, reached, sound in walk(hand, words, 3, 3000, overlooked):
        if sound:
            made = build(plan_of(tower, hand), hand)
            assert made is not None
            points = judge(made, words).points
            assert reached == sum(value for rule, value in points.items() if rule not in overlooked)
            legal += 1
    assert legal > 50


@pytest.mark.skipif(not compilable(), reason="numba is not installed: uv sync --extra solver")
@pytest.mark.parametrize("readings", [STANDARD, *TOGETHER])
def test_the_compiled_engine_makes_the_same_moves(readings: Readings, words: Lexicon) -> None:
    hand = Hand(deal(code_of("standard", 12)), readings)
    made = Words(hand, words)
    run = prepare()
    assert run is not None
    plain, fast = Chain(hand, made, 5), Chain(hand, made, 5, run)
    for _ in range(12):
        assert fast.step() == plain.step()
