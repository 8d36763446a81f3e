"""The deck of 90 bricks, and deals that are the same everywhere and for ever: a puzzle code names one.

Nothing here may change once codes have been shared; the tests hold deals of some codes fast.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from towergames.games.bricks.codes import PER_COLOUR, check_code
from towergames.games.bricks.judge import settle
from towergames.games.bricks.pieces import COLOURS, RARE, SHAPES, VOWELS, WILD, Code
from towergames.games.bricks.quick import quick_tower
from towergames.games.bricks.stream import Stream
from towergames.games.bricks.words import Found

COLOUR_LETTERS = "AABCDEEFGHIIJKLMNOOPQRSTUVWXYZ"
"""The letters of the 30 bricks of one colour: every letter once, A, E, I and O twice."""

WEIGHTS = 5
"""Bricks weigh 1 to 5 tons."""

MOST_DEALS = 2000
"""Deals tried for one code; about one in fifteen will do for the smallest size, so the end is never reached."""

WORTH: dict[str, int] = {"S": 40, "E": 40, "X": 38, "M": 34}
"""Letter of a size -> points, words left out, that a tower thrown together must reach before a deal is accepted."""


def _brick(place: int, colour: int) -> Code:
    """The brick at a place (0-29) of a colour (0-2).

    30 places with weights counted off in fives and shapes in threes give every (weight, shape) pair twice; a step of
    two weights and one shape from colour to colour gives a letter three different weights and shapes.
    """
    weight = 1 + (3 * place + 2 * colour) % WEIGHTS
    shape = SHAPES[(2 * place + colour) % len(SHAPES)]
    return f"{COLOUR_LETTERS[place]}{weight}{shape[0].upper()}{COLOURS[colour][0].upper()}"


DECK: tuple[Code, ...] = tuple(_brick(place, colour) for colour in range(3) for place in range(len(COLOUR_LETTERS)))
"""All bricks: 30 red, 30 blue, 30 yellow."""


@lru_cache(maxsize=256)
def deal(code: str, players: int = 1) -> tuple[Code, ...]:
    """The materials of a puzzle: bricks by colour and letter, windows, the natural wildcard. Raises PuzzleError.

    A standard deal has 10 bricks and a window of each colour. More than two ``players``, who draft from one set, get
    half as many again for each one more.
    """
    code = check_code(code)
    bricks = min(len(COLOUR_LETTERS), -(-PER_COLOUR[code[0]] * max(2, players) // 2))
    windows = -(-max(2, players) // 2)
    for attempt in range(MOST_DEALS):
        stream = Stream(f"towergames bricks 1|{code}|{players if players > 2 else 1}|{attempt}")
        dealt = _dealt(stream, bricks)
        cards = (*dealt, *(f"#{colour[0].upper()}" for colour in COLOURS for _ in range(windows)), WILD)
        if balanced(dealt) and (players > 2 or _worth_building(cards, WORTH[code[0]])):
            return cards
    raise AssertionError(f"no deal of {code} can be built from")


def _dealt(stream: Stream, bricks: int) -> tuple[Code, ...]:
    size = len(COLOUR_LETTERS)
    return tuple(
        code for colour in range(3) for code in sorted(stream.some(DECK[size * colour : size * (colour + 1)], bricks))
    )


def _worth_building(cards: tuple[Code, ...], worth: int) -> bool:
    tower = quick_tower(cards, worth)
    return tower is not None and settle(tower, Found()).raw_total >= worth


def balanced(bricks: Sequence[Code]) -> bool:
    """Whether a deal has its share of vowels (26-42 %), rare letters (2-5 of 30), weights and shapes."""
    n = len(bricks)
    vowels = sum(code[0] in VOWELS for code in bricks)
    rare = sum(code[0] in RARE for code in bricks)
    weights = Counter(code[1] for code in bricks)
    shapes = Counter(code[2] for code in bricks)
    return (
        26 * n <= 100 * vowels <= 42 * n
        and max(1, n // 15) <= rare <= -(-n // 6)
        and all(n // 10 <= weights[str(tons)] <= -(-n * 3 // 10) for tons in range(1, WEIGHTS + 1))
        and all(n // 5 <= shapes[shape[0].upper()] <= n * 7 // 15 for shape in SHAPES)
    )
