"""The bound over every choice of bricks: no tower has more, and on small deals it is close to the best one known."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.combinations import first
from tests.games.bricks.test_solver_proof import best_by_proof, some_cards
from towergames.games.bricks.deal import code_of, deal
from towergames.games.bricks.judge import index_of, judge
from towergames.games.bricks.pieces import LETTERS, missing, read_tower
from towergames.games.bricks.rules import CHOICES, STANDARD, Readings, word_points
from towergames.games.bricks.solver.encoding import Materials
from towergames.games.bricks.solver.letter_bound import LetterBound
from towergames.games.bricks.solver.letter_sets import RARE_BITS, TOWER_BITS, run_points
from towergames.games.bricks.solver.proof import countable
from towergames.games.bricks.solver.selection_bound import SelectionBound
from towergames.games.bricks.solver.word_tables import shelves_of
from towergames.lexicon import Lexicon, load

BEST = Path(__file__).with_name("best_known.json")


@pytest.fixture(scope="module")
def words() -> Lexicon:
    return load("standard")


def some_readings(dice: Random) -> Readings:
    return Readings(**{name: dice.choice(values) for name, values in CHOICES.items()})  # type: ignore[arg-type]


BEST_SCORES = {0: 30, 3: 43, 4: 42, 5: 41, 8: 44, 11: 45, 14: 32, 15: 43, 18: 27, 19: 28}
"""Seed of a hand and its readings -> its best score, by a branch and bound of another kind as well."""


@pytest.mark.parametrize(("seed", "best"), first(3, list(BEST_SCORES.items())))
def test_the_best_scores_of_random_hands(seed: int, best: int, words: Lexicon) -> None:
    dice = Random(seed)
    readings = some_readings(dice)
    cards = some_cards(dice, dice.randint(4, 6))
    assert best_by_proof(cards, readings, words) == best


def test_the_best_known_towers_have_their_scores_by_the_list_of_today(words: Lexicon) -> None:
    for code, known in json.loads(BEST.read_text(encoding="ascii")).items():
        tower = read_tower(known["tower"])
        assert not missing(tower, deal(code)), code
        assert judge(tower, words).score == known["score"], code


@pytest.mark.parametrize(("size", "close"), first(1, [("mini", 8), ("six", 9), ("eight", 15)]))
def test_the_bound_of_a_small_deal_falls_close_to_its_best_known_tower(size: str, close: int, words: Lexicon) -> None:
    known = json.loads(BEST.read_text(encoding="ascii"))
    code = code_of(size, 2000)
    score = judge(read_tower(known[code]["tower"]), words).score
    assert score == known[code]["score"]
    for news in SelectionBound(Materials(deal(code), STANDARD), words).news():
        assert news.bound is None or news.bound >= score
        if news.bound is not None and news.bound <= score + close:
            break
    else:
        pytest.fail("the bound stays above")


def test_hands_with_many_choices_have_no_such_bound() -> None:
    assert countable(Materials(deal(code_of("eight", 1000)), STANDARD))
    assert not countable(Materials(deal(code_of("standard", 1000)), STANDARD))


def most_of_letters(own: list[int], wild: list[int], readings: Readings, words: Lexicon) -> int | None:
    """Rules 18 (letters), 19, 20, 22 and 34 of bricks and wildcards with these letters; None: rule 23 is broken."""
    every = own + wild
    seen = sum(1 << letter for letter in set(every))
    if {"E", "A", "S", "T"} <= {LETTERS[letter] for letter in every}:
        return None
    given = own if readings.free_letters else every
    longest = index_of(words).longest("".join(sorted(LETTERS[at] for at in given)), len(every) - len(given))
    rares = [letter for letter in (every if readings.wild_rare else own) if RARE_BITS >> letter & 1]
    points = word_points(len(longest)) + 2 * (max(map(every.count, every)) - 1) + 2 * len(rares)
    return points + 6 * (seen & TOWER_BITS == TOWER_BITS) + run_points(seen, readings.runs == "each")


@pytest.mark.parametrize("seed", range(6))
def test_letters_never_bring_more_than_their_bound(seed: int, words: Lexicon) -> None:
    """Against the rules counted one by one, for random bricks of a hand and random letters of the wildcards."""
    dice = Random(seed)
    readings = some_readings(dice)
    materials = Materials(some_cards(dice, 14), readings)
    letters = LetterBound(materials)
    for _ in letters.fill(shelves_of(materials, words)):
        pass
    for _ in range(200):
        bricks = dice.sample(materials.bricks, dice.randint(1, 14))
        own = [brick.letter for brick in bricks]
        like_others = dice.choice([range(26), own])
        wild = [dice.choice(like_others) for _ in range(dice.randint(0, materials.wilds))]
        points = most_of_letters(own, wild, readings, words)
        assert points is None or points <= letters.points[len(wild)][sum(letters.stride[letter] for letter in own)]


@pytest.mark.parametrize("free", [False, True])
def test_a_wildcard_has_one_letter_for_all_rules(free: bool, words: Lexicon) -> None:
    """With two bricks of every letter and one wildcard the bound is the most of any letter, no point more."""
    dice, readings = Random(1), replace(STANDARD, free_letters=free)
    materials = Materials(tuple(f"{letter}{tons}HR" for letter in "CDINOQRU" for tons in (1, 2)), readings)
    letters = LetterBound(materials)
    for _ in letters.fill(shelves_of(materials, words)):
        pass
    for _ in range(100):
        own = [brick.letter for brick in dice.sample(materials.bricks, dice.randint(4, 12))]
        most = max(most_of_letters(own, [letter], readings, words) or 0 for letter in range(26))
        assert letters.points[1][sum(letters.stride[letter] for letter in own)] == most
