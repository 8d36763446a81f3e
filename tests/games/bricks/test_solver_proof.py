"""Proofs: what they call the best is what trying every tower by the judge finds, and nothing ever beats it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from operator import itemgetter
from random import Random

import pytest

from tests.combinations import first
from towergames.core.bot import Clock
from towergames.games.bricks.deal import DECK
from towergames.games.bricks.judge import judge
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
)
from towergames.games.bricks.rules import CHOICES, STANDARD, Readings
from towergames.games.bricks.solver import solve
from towergames.games.bricks.solver.encoding import Materials
from towergames.games.bricks.solver.faces import Faces
from towergames.games.bricks.solver.population import Population
from towergames.games.bricks.solver.proof import LOWEST, provable
from towergames.games.bricks.solver.selection_bound import SelectionBound
from towergames.games.bricks.solver.word_tables import WordTables
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


def some_cards(dice: Random, bricks: int) -> tuple[Code, ...]:
    windows = [dice.choice(("#R", "#B", "#Y")) for _ in range(dice.randint(0, 3))]
    return (*dice.sample(DECK, bricks), *windows, *[WILD] * dice.randint(0, 1))


BEST_SCORES = {3: 34, 7: None, 8: 41, 0: 38, 4: 44, 5: 35, 9: 45, 10: 39}
"""Seed of a hand and its readings -> its best score, by a branch and bound of another kind as well."""


@pytest.mark.parametrize(("seed", "best"), first(2, list(BEST_SCORES.items())))
def test_no_search_finds_more_than_is_proven(seed: int, best: int | None, words: Lexicon) -> None:
    dice = Random(seed)
    readings = Readings(**{name: dice.choice(values) for name, values in CHOICES.items()})  # type: ignore[arg-type]
    cards = some_cards(dice, 5)
    materials = Materials(cards, readings)
    population = Population(Faces(materials, WordTables(materials, words)), seed, 3)
    scores = [found[0] for _ in range(25) if (found := population.step()) is not None]
    known = LOWEST if best is None else best - 1
    assert best_by_proof(cards, readings, words, known) == best
    assert max(scores, default=LOWEST) <= (LOWEST if best is None else best)


@pytest.mark.parametrize(("seed", "best"), first(3, [(0, 52), (1, 50), (2, 37), (3, 38)]))
def test_the_best_scores_of_five_bricks(seed: int, best: int, words: Lexicon) -> None:
    cards, readings = some_cards(Random(seed), 5), (STANDARD, OTHER, CLOSED)[seed % 3]
    assert best_by_proof(cards, readings, words) == best


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
