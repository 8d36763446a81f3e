"""The population: what it keeps of its towers is what the judge says of them, and its seeds decide everything."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from tests.combinations import sample
from tests.games.bricks.test_solver_engine import READINGS, some_cards
from towergames.games.bricks.deal import DECK, code_of, deal
from towergames.games.bricks.judge import judge, longest_word
from towergames.games.bricks.pieces import missing
from towergames.games.bricks.rules import STANDARD, Readings
from towergames.games.bricks.solver import rows as at
from towergames.games.bricks.solver.evaluation import worth
from towergames.games.bricks.solver.faces import Faces
from towergames.games.bricks.solver.hand import Hand, Plan, build
from towergames.games.bricks.solver.population import NOTHING, Population
from towergames.games.bricks.solver.words import Bank, Words
from towergames.lexicon import Lexicon, load


@pytest.fixture(scope="module")
def words() -> Lexicon:
    return load("standard")


def array_of(p: Population, tower: int) -> list[int]:
    """A tower as the engine that numba compiles has it."""
    f = p.faces
    array = at.empty_tower(f.hand)
    for slot in range(f.slots):
        level = slot * at.SLOT
        array[level + at.HUE], array[level + at.WINDOW_BITS] = int(p.hues[tower, slot]), int(p.panes[tower, slot])
        for face in p.rows[tower, slot].tolist():
            if face == f.empty:
                continue
            letter, tons, shape, rare, card = f.all[face]
            wild = card == f.cards
            kind = at.IS_WILD | at.WILD_CARD if wild else card
            brick = letter << at.LETTER | tons << at.TONS | shape << at.SHAPE | rare * at.IS_RARE | kind
            array[level + at.FIRST_BRICK + array[level + at.BRICK_COUNT]] = brick
            array[level + at.BRICK_COUNT] += 1
    return array


def towers(p: Population, steps: int, each: int) -> Iterator[int]:
    """The numbers of changed towers whose levels all weigh something else, after every ``each`` steps."""
    for step in range(steps):
        p.step()
        if step % each == 0:
            weights = (p.faces.tons.take(p.rows).sum(axis=2) + 1) * (p.bricks > 0)
            for tower in np.flatnonzero(p.worths != NOTHING).tolist():
                levels = weights[tower][weights[tower] > 0].tolist()
                if len(set(levels)) == len(levels):
                    yield tower


@pytest.mark.parametrize(("number", "readings"), READINGS)
def test_towers_are_worth_what_the_other_engine_and_the_judge_say(
    number: int, readings: Readings, words: Lexicon
) -> None:
    cards = some_cards(number)
    hand = Hand(cards, readings)
    made = Words(hand, words)
    p = Population(Faces(hand, made), number)
    workspace = at.workspace_of(hand, made.shelves, 1, ())
    memo, bank = [-1, 0] * (at.MEMO // 2), at.bank_of(made.shelves)
    legal = illegal = 0
    for tower in towers(p, sample(20, 80), 4):
        assert worth(array_of(p, tower), workspace, memo, made.trie, bank, -1e9) == p.worths[tower]
        if workspace[at.BAD]:
            illegal += 1
            continue
        legal += 1
        built = build(p.plan(tower), hand)
        assert built is not None and not missing(built, cards)
        assert judge(built, words, readings).score == p.worths[tower]
    assert legal > 10 and illegal > 5


def test_the_whole_deck_and_what_is_overlooked(words: Lexicon) -> None:
    overlooked = frozenset({12, 13, 14, 15, 18, 19, 33, 34, 36})
    cards = (*DECK, "#R", "#B", "#Y", "#Y", "*")
    hand = Hand(cards, Readings(runs="each"))
    p = Population(Faces(hand, Words(hand, words), overlooked), 3)
    found: list[tuple[int, Plan]] = [news for news in (p.step() for _ in range(60)) if news is not None]
    assert all(before < after for (before, _), (after, _) in pairwise(found)) and len(found) > 3
    for reached, plan in found:
        built = build(plan, hand)
        assert built is not None and not missing(built, cards)
        ledger = judge(built, words, Readings(runs="each"))
        assert ledger.legal
        assert reached == sum(value for rule, value in ledger.points.items() if rule not in overlooked)


@pytest.mark.parametrize("cards", [("A5RY", "B4RB", "D3TR", "C2TB", "*"), ("A5RY",) * 7, ("J1RR", "Q2HB", "#R", "#B")])
def test_few_cards(cards: tuple[str, ...], words: Lexicon) -> None:
    hand = Hand(cards, STANDARD)
    p = Population(Faces(hand, Words(hand, words)), 1, 2)
    for _ in range(10):
        p.step()
    assert p.tried > 0


@pytest.mark.parametrize("free", [0, 1, 2])
def test_the_bank_finds_the_longest_word(free: int, words: Lexicon) -> None:
    hand = Hand(deal(code_of("standard", 5)), STANDARD)
    bank = Bank(Words(hand, words).shelves)
    letters = sorted("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[brick.letter] for brick in hand.bricks)
    for start in range(0, 20, 3):
        some = "".join(letters[start : start + 9])
        counts = [some.count(letter) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
        assert bank.longest(counts, free) == len(longest_word(words, some, free))


def test_equal_seeds_give_equal_populations(words: Lexicon) -> None:
    hand = Hand(deal(code_of("standard", 6)), STANDARD)
    faces = Faces(hand, Words(hand, words))
    one, two, other = (Population(faces, seed) for seed in (4, 4, 5))
    found = [[p.step() for _ in range(12)] for p in (one, two, other)]
    assert found[0] == found[1] != found[2]
    assert (one.rows == two.rows).all() and (one.worths == two.worths).all()
