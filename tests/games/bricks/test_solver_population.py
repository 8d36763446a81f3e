"""The population: what it keeps of its towers is what the judge says of them, and its seeds decide everything."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from tests.combinations import long, sample
from tests.games.bricks.making import TOGETHER
from towergames.games.bricks.deal import DECK, code_of, deal
from towergames.games.bricks.judge import judge, longest_word
from towergames.games.bricks.pieces import Code, Tower, missing
from towergames.games.bricks.rules import CHOICES, STANDARD, Readings
from towergames.games.bricks.solver.encoding import EncodedTower, Materials, build_tower
from towergames.games.bricks.solver.faces import Faces
from towergames.games.bricks.solver.population import EMPTY_TOWER_VALUE, PRICE_OF_A_BREACH, Population
from towergames.games.bricks.solver.word_tables import WordBank, WordTables
from towergames.lexicon import Lexicon, load

ALONE = [replace(STANDARD, **{key: values[1]}) for key, values in CHOICES.items()]  # type: ignore[arg-type]
"""Each reading that is not the usual one, by itself."""

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


def broken(tower: Tower) -> int:
    """How many breaches the search pays for: more than the judge has sentences where a rule is broken by far."""
    bricks = [[piece for piece in level if not piece.window] for level in tower]
    letters = [[piece.letter for piece in level] for level in bricks]
    sizes = [len(level) for level in tower]
    weights = [sum(piece.tons for piece in level) for level in bricks]
    every = "".join(letter for level in letters for letter in level)
    found = 2 * max(0, 4 - len(tower)) + max(0, sizes.count(2) - 1)
    found += abs(sum(tons > 0 and tons % 4 == 0 for tons in weights) - 1)
    found += "5" in str(sum(weights))
    found += set("EAST") <= set(every)
    found += not any(len(level) > 1 and not set("AEIOUY") & set(level) for level in letters)
    for level, own in zip(tower, letters, strict=True):
        found += max(0, len(level) - 2 * len(own))
        found += sum(max(0, own.count(letter) - 2) for letter in set(own))
        pairs = pairwise(level)
        found += sum(not a.window and not b.window and ord(b.letter) - ord(a.letter) == 1 for a, b in pairs)
    for colour in ("red", "blue", "yellow"):
        found += max(0, sum(piece.colour == colour for level in bricks for piece in level) - 6)
    return found


def towers(p: Population, steps: int, each: int) -> Iterator[int]:
    """The numbers of changed towers whose levels all weigh something else, after every ``each`` steps."""
    for step in range(steps):
        p.step()
        if step % each == 0:
            weights = (p.faces.tons.take(p.rows).sum(axis=2) + 1) * (p.bricks > 0)
            for tower in np.flatnonzero(p.worths != EMPTY_TOWER_VALUE).tolist():
                levels = weights[tower][weights[tower] > 0].tolist()
                if len(set(levels)) == len(levels):
                    yield tower


@pytest.mark.parametrize(("number", "readings"), READINGS)
def test_towers_are_worth_what_the_judge_says_less_a_price_for_each_breach(
    number: int, readings: Readings, words: Lexicon
) -> None:
    cards = some_cards(number)
    materials = Materials(cards, readings)
    p = Population(Faces(materials, WordTables(materials, words)), number)
    legal = illegal = 0
    for tower in towers(p, sample(40, 400), 2):
        built = build_tower(p.plan(tower), materials)
        if built is None:
            continue  # too few cards
        assert not missing(built, cards)
        ledger, breaches = judge(built, words, readings), broken(built)
        assert ledger.legal == (breaches == 0), ledger.violations
        assert p.worths[tower] == ledger.raw_total - PRICE_OF_A_BREACH * breaches
        legal += ledger.legal
        illegal += not ledger.legal
    assert legal > 15 and illegal > 15


def test_the_whole_deck_and_what_is_overlooked(words: Lexicon) -> None:
    overlooked = frozenset({12, 13, 14, 15, 18, 19, 33, 34, 36})
    cards = (*DECK, "#R", "#B", "#Y", "#Y", "*")
    materials = Materials(cards, Readings(runs="each"))
    p = Population(Faces(materials, WordTables(materials, words), overlooked), 3)
    found: list[tuple[int, EncodedTower]] = [news for news in (p.step() for _ in range(60)) if news is not None]
    assert all(before < after for (before, _), (after, _) in pairwise(found)) and len(found) > 3
    for reached, plan in found:
        built = build_tower(plan, materials)
        assert built is not None and not missing(built, cards)
        ledger = judge(built, words, Readings(runs="each"))
        assert ledger.legal
        assert reached == sum(value for rule, value in ledger.points.items() if rule not in overlooked)


@pytest.mark.parametrize("cards", [("A5RY", "B4RB", "D3TR", "C2TB", "*"), ("A5RY",) * 7, ("J1RR", "Q2HB", "#R", "#B")])
def test_few_cards(cards: tuple[str, ...], words: Lexicon) -> None:
    materials = Materials(cards, STANDARD)
    p = Population(Faces(materials, WordTables(materials, words)), 1, 2)
    for _ in range(10):
        p.step()
    assert p.tried > 0


@pytest.mark.parametrize("free", [0, 1, 2])
def test_the_bank_finds_the_longest_word(free: int, words: Lexicon) -> None:
    materials = Materials(deal(code_of("standard", 5)), STANDARD)
    bank = WordBank(WordTables(materials, words).shelves)
    letters = sorted("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[brick.letter] for brick in materials.bricks)
    for start in range(0, 20, 3):
        some = "".join(letters[start : start + 9])
        counts = [some.count(letter) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
        assert bank.longest(counts, free) == len(longest_word(words, some, free))


def test_equal_seeds_give_equal_populations(words: Lexicon) -> None:
    materials = Materials(deal(code_of("standard", 6)), STANDARD)
    faces = Faces(materials, WordTables(materials, words))
    one, two, other = (Population(faces, seed) for seed in (4, 4, 5))
    found = [[p.step() for _ in range(12)] for p in (one, two, other)]
    assert found[0] == found[1] != found[2]
    assert (one.rows == two.rows).all() and (one.worths == two.worths).all()
