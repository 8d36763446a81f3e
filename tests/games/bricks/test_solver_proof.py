"""Proofs: what they call the best is what trying every tower by the judge finds, and nothing ever beats it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from operator import itemgetter
from pathlib import Path
from random import Random

import pytest

from tests.combinations import first
from towergames.core.bot import Clock
from towergames.games.bricks.deal import DECK, code_of, deal
from towergames.games.bricks.judge import index_of, judge
from towergames.games.bricks.pieces import (
    COLOURS,
    LETTERS,
    RARE,
    SHAPES,
    WILD,
    Code,
    Piece,
    TowerLevel,
    card_piece,
    missing,
    read_tower,
)
from towergames.games.bricks.rules import CHOICES, STANDARD, Readings, word_points
from towergames.games.bricks.solver import solve
from towergames.games.bricks.solver.encoding import Materials
from towergames.games.bricks.solver.faces import Faces
from towergames.games.bricks.solver.letter_bound import LetterBound
from towergames.games.bricks.solver.letter_sets import RARE_BITS, TOWER_BITS, run_points
from towergames.games.bricks.solver.population import Population
from towergames.games.bricks.solver.proof import LOWEST, countable, provable
from towergames.games.bricks.solver.selection_bound import SelectionBound
from towergames.games.bricks.solver.word_tables import WordTables, shelves_of
from towergames.lexicon import Lexicon, load

OTHER = Readings(wild_window=False, heaviest=9, lightest=0, wild_rare=False, free_letters=True, gaps="break")
CLOSED = Readings(windows="close-up", stack_cards=2, zero=False, wild_adjusts=False, high_floors="go-on", runs="each")


@pytest.fixture(scope="module")
def words() -> Lexicon:
    return load("standard")


def best_by_proof(cards: tuple[Code, ...], readings: Readings, words: Lexicon, known: int = LOWEST) -> int | None:
    """The best score, from bounds that fall to it and a tower that has it by the judge; None: there is none.

    ``known``: fewer points, which a search is said to have found.
    """
    news = list(SelectionBound(Materials(cards, readings), words).news(lambda: known))
    told = [each.bound for each in news if each.bound is not None]
    assert told == sorted(told, reverse=True)
    towers = [each.found for each in news if each.found is not None]
    if not towers:
        assert told[-1] == LOWEST
        return None
    score, tower = towers[-1]
    assert not missing(tower, cards)
    assert judge(tower, words, readings).score == score == told[-1]
    return score


def every_tower(cards: tuple[Code, ...], readings: Readings) -> Iterator[tuple[TowerLevel, ...]]:
    """All towers of the cards, but for some that are illegal."""
    ordinary = [code for code in cards if code != WILD]
    stacks: list[tuple[Code, ...]] = [(), *sorted(set(combinations(ordinary, 2)))]
    for stack in stacks:
        left = list(ordinary)
        for code in stack:
            left.remove(code)
        made_of = [(WILD,)] * (WILD in cards) + [stack] * bool(stack)
        for used in product((False, True), repeat=len(made_of)):
            faces = [list(declared(made, readings)) for made, use in zip(made_of, used, strict=True) if use]
            for own in product(*([None, *worn(card_piece(code), readings)] for code in left)):
                pieces = [piece for piece in own if piece is not None]
                if sum(not piece.window for piece in pieces) + len(faces) >= 5:
                    for wild in product(*faces):
                        yield from towers_of([*pieces, *wild])


def declared(made_of: tuple[Code, ...], readings: Readings) -> Iterator[Piece]:
    for colour in COLOURS:
        if readings.wild_window:
            yield Piece(colour, made_of=made_of)
        for letter, weight, shape in product(LETTERS, range(readings.lightest, readings.heaviest + 1), SHAPES):
            yield from worn(Piece(colour, letter, weight, shape, 0, made_of), readings)


def worn(piece: Piece, readings: Readings) -> list[Piece]:
    """The piece as it may be adjusted."""
    if piece.letter not in RARE or (piece.made_of and not readings.wild_adjusts):
        return [piece]
    least = 0 if readings.zero else 1
    return [replace(piece, adjust=by) for by in (-1, 0, 1) if not by or piece.weight + by >= least]


def towers_of(pieces: list[Piece]) -> Iterator[tuple[TowerLevel, ...]]:
    """The towers of just these pieces that keep rules 1, 4, 5 and 17: bricks into levels, then windows anywhere."""
    bricks = sorted((piece for piece in pieces if piece.letter), key=lambda piece: piece.letter)
    windows = [piece for piece in pieces if not piece.letter]
    for levels in parted(bricks):
        weights = [sum(brick.tons for brick in level) for level in levels]
        if len(levels) < 4 or len(set(weights)) < len(weights) or sum(w > 0 and w % 4 == 0 for w in weights) != 1:
            continue
        heaviest_first = [
            level for _, level in sorted(zip(weights, levels, strict=True), reverse=True, key=itemgetter(0))
        ]
        yield from glazed([tuple(level) for level in heaviest_first], windows)


def parted(bricks: list[Piece]) -> Iterator[list[list[Piece]]]:
    if not bricks:
        yield []
        return
    for levels in parted(bricks[:-1]):
        for at, level in enumerate(levels):
            if level[0].colour == bricks[-1].colour:
                yield [*levels[:at], [*level, bricks[-1]], *levels[at + 1 :]]
        yield [*levels, [bricks[-1]]]


def glazed(levels: list[TowerLevel], windows: list[Piece]) -> Iterator[tuple[TowerLevel, ...]]:
    if not windows:
        yield tuple(levels)
        return
    for row, level in enumerate(levels):
        if level[0].colour == windows[0].colour and len(level) < 6:
            for at in range(len(level) + 1):
                glass = (*level[:at], windows[0], *level[at:])
                yield from glazed([*levels[:row], glass, *levels[row + 1 :]], windows[1:])


def best_by_trying(cards: tuple[Code, ...], readings: Readings, words: Lexicon) -> int | None:
    scores = (judge(tower, words, readings).score for tower in every_tower(cards, readings))
    return max((score for score in scores if score is not None), default=None)


@pytest.mark.parametrize(
    ("cards", "readings"),
    first(
        3,
        [
            ("I3HR N5TR Q2RB B1HB T4RY", STANDARD),
            ("R4TB O2RB D1HR F5TY #B", STANDARD),
            ("R4TB O2RB D1HR F5TY *", STANDARD),
            ("J4TB O2RB D1HR F2TY *", OTHER),
            ("R4TB X2RB D1HR F2TY *", CLOSED),
            ("R4TB O2RB D1HR F5TY L2HY #B", replace(CLOSED, heaviest=5)),
            ("R4TB O2RB D1HR F5TY *", OTHER),
            ("R4TB O2RB D1HR F5TY *", CLOSED),
        ],
    ),
)
def test_a_proof_finds_what_trying_every_tower_finds(cards: str, readings: Readings, words: Lexicon) -> None:
    codes = tuple(cards.split())
    tried = best_by_trying(codes, readings, words)
    assert best_by_proof(codes, readings, words) == tried


def some_readings(dice: Random) -> Readings:
    return Readings(**{name: dice.choice(values) for name, values in CHOICES.items()})  # type: ignore[arg-type]


def some_cards(dice: Random, bricks: int) -> tuple[Code, ...]:
    windows = [dice.choice(("#R", "#B", "#Y")) for _ in range(dice.randint(0, 3))]
    return (*dice.sample(DECK, bricks), *windows, *[WILD] * dice.randint(0, 1))


BEST_OF_FIVE = {3: 34, 7: None, 8: 41, 0: 38, 4: 44, 5: 35, 9: 45, 10: 39}
BEST_OF_FOUR_TO_SIX = {0: 30, 3: 43, 4: 42, 5: 41, 8: 44, 11: 45, 14: 32, 15: 43, 18: 27, 19: 28}
BEST_BY_OUR_READINGS = {0: 52, 1: 50, 2: 37, 3: 38}
"""Seed of a hand and its readings -> its best score, by a branch and bound of another kind as well."""


@pytest.mark.parametrize(("seed", "best"), first(2, list(BEST_OF_FIVE.items())))
def test_no_search_finds_more_than_is_proven(seed: int, best: int | None, words: Lexicon) -> None:
    dice = Random(seed)
    readings = some_readings(dice)
    cards = some_cards(dice, 5)
    materials = Materials(cards, readings)
    population = Population(Faces(materials, WordTables(materials, words)), seed, 3)
    scores = [found[0] for _ in range(25) if (found := population.step()) is not None]
    known = LOWEST if best is None else best - 1
    assert best_by_proof(cards, readings, words, known) == best
    assert max(scores, default=LOWEST) <= (LOWEST if best is None else best)


@pytest.mark.parametrize(("seed", "best"), first(3, list(BEST_BY_OUR_READINGS.items())))
def test_the_best_scores_of_five_bricks(seed: int, best: int, words: Lexicon) -> None:
    assert best_by_proof(some_cards(Random(seed), 5), (STANDARD, OTHER, CLOSED)[seed % 3], words) == best


@pytest.mark.parametrize(("seed", "best"), first(3, list(BEST_OF_FOUR_TO_SIX.items())))
def test_the_best_scores_of_random_hands(seed: int, best: int, words: Lexicon) -> None:
    dice = Random(seed)
    readings = some_readings(dice)
    assert best_by_proof(some_cards(dice, dice.randint(4, 6)), readings, words) == best


def test_solve_proves_few_cards(words: Lexicon) -> None:
    cards = ("I3HR", "N5TR", "Q2RB", "B1HB", "T4RY", "#R")
    found = solve(cards, words, clock=Clock(seconds=60))
    assert found.proven and found.bound == found.score == best_by_proof(cards, STANDARD, words)


def test_solve_proves_that_there_is_no_tower(words: Lexicon) -> None:
    found = solve(("A5RY",) * 5, words, clock=Clock(seconds=60))
    assert found.proven and found.tower is None and found.bound is None


def test_no_proof_is_tried_with_steps_or_many_cards(words: Lexicon) -> None:
    cards = ("I3HR", "N5TR", "Q2RB", "B1HB", "T4RY", "#R")
    assert not solve(cards, words, clock=Clock(3)).proven
    assert provable(Materials(cards, STANDARD)) and not provable(Materials(DECK[::3], STANDARD))


BEST = Path(__file__).with_name("best_known.json")


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
