"""Where things stand in the flat rows of whole numbers that the engine works on.

The engine (``survey``, ``worth``, ``look``, ``pieces``, ``moves``, ``wilds``, ``temper``) is written in the small part
of Python that numba compiles, and runs as it is without numba, on lists in place of arrays. Names that all of it uses:

- ``st``: a tower. For each slot its colour, its number of bricks, a bit for every place from the left that is a window,
  and six bricks by letter; then the number of wildcards that are bricks; then for each card its slot or -1.
- a brick: letter, tons as adjusted, shape, whether rule 18 pays for it, whether it is a wildcard, and its card.
- ``d``: the desk, everything about the cards and readings, and the counts of the tower that is looked at.
- ``memo``: points of rule 19 by a key of the letters. ``trie``: words of columns. ``bank``: words for rule 19.
"""

from __future__ import annotations

from towergames.games.bricks.pieces import LETTERS, RARE, VOWELS


def _bits(letters: str) -> int:
    return sum(1 << LETTERS.index(letter) for letter in letters)


VOWEL_BITS = _bits("".join(sorted(VOWELS)))
RARE_BITS = _bits("".join(sorted(RARE)))
RARE_LETTERS = tuple(sorted(LETTERS.index(letter) for letter in RARE))
TOWER_BITS = _bits("TOWER")
EAST_BITS = _bits("EAST")
SET_BITS = tuple(number.bit_count() for number in range(64))

# A tower.
SLOT = 9
"""Numbers of a slot: colour, bricks, windows, and then the bricks."""

# A brick, from the lowest bit: card (10), wild (1), rule 18 (1), shape (2), tons (5 of 6), letter.
WILD_CARD = 1023
IS_WILD = 1 << 10
IS_RARE = 1 << 11
SHAPE = 12
TONS = 14
LETTER = 20

WORD = 5
"""Bits of a place in a row of letters: 0 for none, letter + 1, or PANE."""
PANE = 27

# The desk: cards and readings.
BRICKS = 0  # cards that are bricks
SLOTS = 1
NATURAL = 2
WILDS = 3
ORDINARY = 4  # cards without the natural wildcard
WINDOWS = 5  # of each colour
KEEP = 8  # the readings
SKIP = 9
ONCE = 10
STACK = 11
PANE_WILD = 12
GO_ON = 13
EACH = 14
FREE = 15
LEAST = 16
ADJUSTS = 17
LIGHT = 18
HEAVY = 19
WILD_RARE = 20
LONGEST = 21  # letters of the longest word that the cards can make
PRICE = 22  # of a broken rule, in points
RANDOM = 24  # the state of the dice
SEE = 32  # by rule number: whether its points count

# The desk: what was counted in the tower.
BAD = 80
TONS_SEEN = 81
SHAPES = 82
SEEN = 83
RARES = 84
WILD_BRICKS = 85
ALL = 86
LEVELS = 87
KEY = 88
COMMONEST = 89
TOTAL = 90
SIZES = 91
TWOS = 92
FOURS = 93
CLEAR = 94
COLOURS = 95
PANES = 96
FREE_LETTERS = 97
ALIKE = 98
COUNT = 100  # of each letter
WILD_COUNT = 126  # of each letter on wildcards, where those may be any letter
ROW = 156  # letters of a slot from left to right
ORDER = 168  # slots by weight, the lightest first
WEIGHT = 180
HASH = 192  # of each letter, and of one that may be any
CARD = 256  # bricks of the materials as printed
COLOUR = 1280
WORK = 2304  # and as much more as the bank needs

MOST_CARDS = COLOUR - CARD - 1

# The memo.
PLACES = (1 << 18) - 1
MEMO = 2 * (PLACES + 1)

# What a run reports.
SCORE = 0
TRIED = 1
TAKEN = 2
NEWS = 3

# The bank.
MOST_LETTERS = 18  # of a word that a tower can make: three colours of six bricks
MOST_OF_ONE = MOST_LETTERS + 1  # rows of one letter

HEATS = 4096
"""Length of the table of logarithms from which thresholds are drawn."""
