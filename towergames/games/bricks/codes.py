"""What puzzles are called: a code to share (``S-K7QF2``), a day (``2026-11-21``), or the cards themselves."""

from __future__ import annotations

import hashlib
import re
from datetime import date

from towergames.core.text import clean
from towergames.games.bricks.pieces import WILD, Code, PieceError, card_piece

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
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}\Z")


class PuzzleError(ValueError):
    """The text names no puzzle; the message says what would."""


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
    found = _SHAPE.match(text.strip().upper())
    letters = ", ".join(f"{letter} for {size}" for size, letter in SIZES.items())
    if found is None or found[1] not in PER_COLOUR:
        raise PuzzleError(
            f"{clean(text, 20)!r} is no puzzle code; codes are like {code_of('standard', 10**5)} ({letters})"
        )
    letter, signs = found[1], found[2]
    strange = sorted(set(signs) - set(SIGNS))
    if strange:
        raise PuzzleError(f"codes have no {' or '.join(strange)}; their signs are 2-9 and A-Z without I, O and U")
    if _check_sign(letter, signs[:4]) != signs[4]:
        raise PuzzleError(f"{letter}-{signs} has a typing error: its last sign does not fit the others")
    return f"{letter}-{signs}"


def _check_sign(letter: str, signs: str) -> str:
    """Weights that differ, so that no change of one sign and no swap of two goes unnoticed."""
    total = 7 * list(PER_COLOUR).index(letter) + sum((at + 2) * SIGNS.index(sign) for at, sign in enumerate(signs))
    return SIGNS[-total % len(SIGNS)]


def daily_code(day: str, size: str) -> str:
    """The code of a day's puzzle, the day as 2026-11-21. Raises PuzzleError for what is no day."""
    if not is_day(day):
        raise PuzzleError(f"{clean(day, 20)!r} is no day; days are written like 2026-11-21")
    block = hashlib.sha256(f"towergames bricks daily 1|{SIZES[size]}|{day}".encode()).digest()
    return code_of(size, int.from_bytes(block[:8], "big") % CODES)


def is_day(text: str) -> bool:
    """Whether this is a day of the calendar, written 2026-11-21."""
    if not _DAY.match(text) or not text.isascii():
        return False
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def read_materials(text: str) -> tuple[Code, ...]:
    """Materials given card by card, ``A5RY B4RB #R *``. Raises PuzzleError."""
    codes = tuple(text.upper().replace(",", " ").split())
    if not FEWEST_CARDS <= len(codes) <= MOST_CARDS:
        raise PuzzleError(f"materials are {FEWEST_CARDS} to {MOST_CARDS} cards, not {len(codes)}")
    if codes.count(WILD) > 1:
        raise PuzzleError("there is at most one natural wildcard (rule 31)")
    for code in codes:
        if code != WILD:
            try:
                card_piece(code)
            except PieceError as error:
                raise PuzzleError(str(error)) from None
    return codes
