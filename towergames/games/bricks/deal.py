"""Deals: the names of puzzles, the deck of 90 bricks, and the cards that a code always deals."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

from towergames.core.options import is_day
from towergames.core.text import listed, quoted
from towergames.games.bricks import pieces
from towergames.games.bricks.judge import judge_known_words
from towergames.games.bricks.pieces import Code, Piece, Tower
from towergames.games.bricks.rules import FoundWords

COLOUR_LETTERS = "AABCDEEFGHIIJKLMNOOPQRSTUVWXYZ"
"""The letters of the 30 bricks of one colour: every letter once, A, E, I and O twice."""

WEIGHTS = 5
"""Bricks weigh 1 to 5 tons."""

MOST_DEALS = 2000
"""Deals tried for one code; about one in fifteen will do for the smallest size, so the end is never reached."""

LEAST_POINTS: dict[str, int] = {"S": 40, "E": 40, "X": 38, "M": 34}
"""Letter of a size -> points, words left out, that a random tower must reach before a deal is accepted."""


def _brick(place: int, colour: int) -> Code:
    """The brick at a place (0-29) of a colour (0-2).

    30 places with weights counted off in fives and shapes in threes give every (weight, shape) pair twice; a step of
    two weights and one shape from colour to colour gives a letter three different weights and shapes.
    """
    weight = 1 + (3 * place + 2 * colour) % WEIGHTS
    shape = pieces.SHAPES[(2 * place + colour) % len(pieces.SHAPES)]
    return f"{COLOUR_LETTERS[place]}{weight}{shape[0].upper()}{pieces.COLOURS[colour][0].upper()}"


DECK: tuple[Code, ...] = tuple(_brick(place, colour) for colour in range(3) for place in range(len(COLOUR_LETTERS)))
"""All bricks: 30 red, 30 blue, 30 yellow."""


@lru_cache(maxsize=32)
def deal(code: str, players: int = 1) -> tuple[Code, ...]:
    """The materials of a puzzle: bricks by colour and letter, windows, the natural wildcard. Raises PuzzleError.

    A standard deal has 10 bricks and a window of each colour. More than two ``players``, who draft from one set, get
    half as many again for each one more.
    """
    code = check_code(code)
    bricks = min(len(COLOUR_LETTERS), -(-PER_COLOUR[code[0]] * max(2, players) // 2))
    windows = -(-max(2, players) // 2)
    size, worth = len(COLOUR_LETTERS), LEAST_POINTS[code[0]]
    colours = [DECK[size * colour : size * (colour + 1)] for colour in range(3)]
    for attempt in range(MOST_DEALS):
        stream = Stream(f"towergames bricks 1|{code}|{players if players > 2 else 1}|{attempt}")
        dealt = tuple(code for of_colour in colours for code in sorted(stream.some(of_colour, bricks)))
        cards = (*dealt, *(f"#{colour[0].upper()}" for colour in pieces.COLOURS for _ in range(windows)), pieces.WILD)
        if not balanced(dealt):
            continue
        tower = quick_tower(cards, worth) if players <= 2 else None
        if players > 2 or (tower is not None and judge_known_words(tower, FoundWords()).raw_total >= worth):
            return cards
    raise AssertionError(f"no deal of {code} can be built from")


def balanced(bricks: Sequence[Code]) -> bool:
    """Whether a deal has its share of vowels (26-42 %), rare letters (2-5 of 30), weights and shapes."""
    n = len(bricks)
    vowels = sum(code[0] in pieces.VOWELS for code in bricks)
    rare = sum(code[0] in pieces.RARE for code in bricks)
    weights = Counter(code[1] for code in bricks)
    shapes = Counter(code[2] for code in bricks)
    return (
        26 * n <= 100 * vowels <= 42 * n
        and max(1, n // 15) <= rare <= -(-n // 6)
        and all(n // 10 <= weights[str(tons)] <= -(-n * 3 // 10) for tons in range(1, WEIGHTS + 1))
        and all(n // 5 <= shapes[shape[0].upper()] <= n * 7 // 15 for shape in pieces.SHAPES)
    )


# --- what puzzles are called ----------------------------------------------------------------------


SIZES: dict[str, str] = {"standard": "S", "eight": "E", "six": "X", "mini": "M"}
"""Size of a deal -> the letter that its codes begin with."""

PER_COLOUR: dict[str, int] = {"S": 10, "E": 8, "X": 6, "M": 4}
"""Letter of a size -> bricks of each colour."""

SIGNS = "23456789ABCDEFGHJKLMNPQRSTVWXYZ"
"""The signs of a code: 31, a prime, so that the check sign notices every wrong sign and every two swapped."""

CODES = len(SIGNS) ** 4
"""Puzzles of each size."""

MOST_CARDS = 100
"""The largest materials: the whole deck with nine windows and the natural wildcard."""

FEWEST_CARDS = 6
"""The smallest: no legal tower is made of fewer (four levels, one of them of two pieces, one more of three)."""

_SHAPE = re.compile(r"([A-Z])[- ]?([0-9A-Z]{5})\Z")


class PuzzleError(ValueError):
    """The text names no puzzle; the message says which texts do."""


def code_of(size: str, number: int) -> str:
    """The code of a puzzle by its number in ``range(CODES)``.

    >>> code_of("standard", 0)
    'S-22222'
    """
    signs = ""
    for _ in range(4):
        number, sign = divmod(number, len(SIGNS))
        signs = SIGNS[sign] + signs
    letter = SIZES[size]
    return f"{letter}-{signs}{_check_sign(letter, signs)}"


def check_code(text: str) -> str:
    """The code as it is written, from what was typed. Raises PuzzleError for a typing error."""
    parts = _SHAPE.match(text.strip().upper())
    letters = ", ".join(f"{letter} for {size}" for size, letter in SIZES.items())
    if parts is None or parts[1] not in PER_COLOUR:
        raise PuzzleError(
            f"{quoted(text, 20)} is not a puzzle code. Codes are like {code_of('standard', 10**5)} ({letters})"
        )
    letter, signs = parts[1], parts[2]
    strange = sorted(set(signs) - set(SIGNS))
    if strange:
        raise PuzzleError(f"Puzzle codes have no {listed(strange, 'or')}, only 2-9 and A-Z without I, O and U")
    if _check_sign(letter, signs[:4]) != signs[4]:
        raise PuzzleError(f"The last sign of {letter}-{signs} does not fit the others. Check what you typed")
    return f"{letter}-{signs}"


def _check_sign(letter: str, signs: str) -> str:
    """Weights that differ, so that no change of one sign and no swap of two goes unnoticed."""
    total = 7 * list(PER_COLOUR).index(letter) + sum((at + 2) * SIGNS.index(sign) for at, sign in enumerate(signs))
    return SIGNS[-total % len(SIGNS)]


def daily_code(day: str, size: str) -> str:
    """The code of a day's puzzle, the day as 2026-11-21. Raises PuzzleError for what is no day."""
    if not is_day(day):
        raise PuzzleError(f"{quoted(day, 20)} is not a day. Write days like 2026-11-21")
    block = hashlib.sha256(f"towergames bricks daily 1|{SIZES[size]}|{day}".encode()).digest()
    return code_of(size, int.from_bytes(block[:8], "big") % CODES)


def read_materials(text: str) -> tuple[Code, ...]:
    """Materials given card by card, ``A5RY B4RB #R *``. Raises PuzzleError."""
    codes = tuple(text.upper().replace(",", " ").split())
    if not FEWEST_CARDS <= len(codes) <= MOST_CARDS:
        raise PuzzleError(f"materials are {FEWEST_CARDS} to {MOST_CARDS} cards, not {len(codes)}")
    if codes.count(pieces.WILD) > 1:
        raise PuzzleError("there is at most one natural wildcard, R-31")
    for code in codes:
        if code != pieces.WILD:
            try:
                pieces.card_piece(code)
            except pieces.PieceError as error:
                raise PuzzleError(str(error)) from None
    return codes


# --- random numbers that never change -------------------------------------------------------------


T = TypeVar("T")


class Stream:
    """A stream named by a text: SHA-256 of ``name|0``, ``name|1``, ... read as 64-bit words, high byte first."""

    __slots__ = ("_count", "_name", "_words")

    def __init__(self, name: str) -> None:
        self._name = name
        self._count = 0
        self._words: list[int] = []

    def below(self, n: int) -> int:
        """An integer in ``range(n)``, each equally likely: words beyond the last full multiple of n are skipped."""
        limit = 2**64 - 2**64 % n
        while True:
            word = self._next()
            if word < limit:
                return word % n

    def some(self, items: Sequence[T], count: int) -> list[T]:
        """``count`` of the items in random order (the beginning of a Fisher-Yates shuffle)."""
        pile = list(items)
        for at in range(count):
            other = at + self.below(len(pile) - at)
            pile[at], pile[other] = pile[other], pile[at]
        return pile[:count]

    def _next(self) -> int:
        if not self._words:
            block = hashlib.sha256(f"{self._name}|{self._count}".encode()).digest()
            self._words = [int.from_bytes(block[at : at + 8], "big") for at in (24, 16, 8, 0)]
            self._count += 1
        return self._words.pop()


# --- a legal tower in a moment --------------------------------------------------------------------


MOST_RANDOM_TOWERS = 1000
"""Most random towers that are tried."""

ENOUGH_POINTS = 40
"""Points, words left out, at which the search ends unless its caller asks for others."""

_MOST = 6
_PLANS = ((6, 5, 4, 2, 1), (5, 4, 3, 2, 1), (6, 4, 3, 1), (5, 3, 2, 1), (4, 3, 2, 1), (4, 3, 1, 1), (3, 3, 1, 1))
"""Bricks on the levels of a tower, the largest first; levels of one size lose rule 14."""


@lru_cache(maxsize=32)
def quick_tower(cards: tuple[Code, ...], enough: int = ENOUGH_POINTS) -> Tower | None:
    """The first legal tower of the cards that scores ``enough`` without its words, else the best found, if any.

    Ordinary cards only. The same cards in the same order give the same tower everywhere.
    """
    stream = Stream(f"towergames bricks quick 1|{' '.join(cards)}")
    own = [pieces.card_piece(code) for code in cards if code != pieces.WILD]
    bricks = [[p for p in own if p.colour == colour and p.letter] for colour in pieces.COLOURS]
    windows: list[Piece | None] = []
    for colour in pieces.COLOURS:
        of_colour = [piece for piece in own if piece.colour == colour and piece.window]
        windows.append(of_colour[0] if of_colour else None)
    best: tuple[int, Tower] | None = None
    for _ in range(MOST_RANDOM_TOWERS):
        tower = _thrown(bricks, stream)
        if tower is None or not _promising(tower):
            continue
        for made in (_with_windows(tower, windows), tower):
            ledger = judge_known_words(made, FoundWords())
            if ledger.score is not None and (best is None or ledger.score > best[0]):
                best = ledger.score, made
                if ledger.score >= enough:
                    return made
    return best[1] if best else None


def _thrown(bricks: Sequence[Sequence[Piece]], stream: Stream) -> Tower | None:
    """Build levels of random bricks, heaviest at the bottom; None when a colour has too few bricks for the plan."""
    left = [stream.some(own, min(_MOST, len(own))) for own in bricks]
    levels = []
    for size in _PLANS[stream.below(len(_PLANS))]:
        able = [own for own in left if len(own) >= size]
        if not able:
            return None
        own = able[stream.below(len(able))]
        levels.append(tuple(sorted(own[:size], key=lambda piece: piece.letter)))
        del own[:size]
    return tuple(sorted(levels, key=_weight, reverse=True))


def _promising(tower: Tower) -> bool:
    """Whether the weights keep rules 5, 6 and 17: most towers break one of them, and the check is quick."""
    weights = [_weight(level) for level in tower]
    return (
        len(set(weights)) == len(weights)
        and "5" not in str(sum(weights))
        and sum(weight % 4 == 0 for weight in weights) == 1
    )


def _weight(level: pieces.TowerLevel) -> int:
    return sum(piece.weight for piece in level)


def _with_windows(tower: Tower, windows: Sequence[Piece | None]) -> Tower:
    """Add a window of each colour at the right end of the lowest level of that colour that has room."""
    left = {window.colour: window for window in windows if window}
    built = []
    for level in tower:
        window = left.pop(level[0].colour, None) if len(level) < _MOST else None
        built.append((*level, window) if window else level)
    return tuple(built)
