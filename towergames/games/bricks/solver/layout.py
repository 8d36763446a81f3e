"""The columns of the arrays of whole numbers that the engine works on, by name.

The engine (``evaluation``, ``parallel_tempering``) is written in the part of Python that numba compiles. Without numba
it runs as it is, on lists in place of arrays. The names are plain constants, not members of an enum: without numba
those take fifteen times as long to read. The arrays:

- ``tower``: for each slot its colour, its number of bricks, its windows and its bricks in the order of letters; then
  the number of wildcards that are bricks; then the slot of each card.
- a brick is one number: letter, tons as adjusted, shape, whether rule 18 scores it, whether it is a wildcard, and its
  card.
- ``d``: the workspace. It holds the cards and readings, and the counts of the tower that is evaluated.
- ``memo``: points of rule 19 by a hash of the letters, the sum of a random number for each (as Zobrist's hash of chess
  positions). ``trie``: the words of columns. ``bank``: the words for rule 19, as bits.
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

# A tower: a row of SLOT numbers for each slot, then how many wildcards are bricks, then the slot of each card or -1.
SLOT = 9
HUE = 0  # the colour of the slot
BRICK_COUNT = 1
WINDOW_BITS = 2  # a bit for every place from the left that is a window
FIRST_BRICK = 3
MOST_PIECES = 6  # bricks and windows of a level (rule 27)
WILD_COUNTER = 0  # behind the slots
FIRST_HOME = 1

# A brick, from the lowest bit: card (10), wild (1), rule 18 (1), shape (2), tons (5 of 6), letter.
WILD_CARD = 1023
WILD_BIT = 10
RARE_BIT = 11
IS_WILD = 1 << WILD_BIT
IS_RARE = 1 << RARE_BIT
SHAPE = 12
SHAPE_MASK = 3
TONS = 14
TONS_MASK = 31
LETTER = 20

WORD = 5
"""Bits of a place in a row of letters: 0 for none, letter + 1, or PANE."""
WORD_MASK = 31
PANE = 27

TALLY = 8
"""Bits of each number where three of them, one a colour or a shape, stand in one."""
TALLY_MASK = 255

TRIE_NODE = 27
"""Numbers of a node of the trie: whether a word ends there, and 26 next nodes, -1 for none."""

# The workspace: cards and readings.
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

# The workspace: what was counted in the tower.
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

# The bank: the number of lengths, then for each length HEAD numbers.
HEAD = 4
WIDTH = 1  # how many numbers make a row of bits; the first of the four is the length
PLACES_AT = 2  # where the places of the rows are
ROWS_AT = 3  # where the rows are
MOST_LETTERS = 18  # of a word that a tower can make: three colours of six bricks
MOST_OF_ONE = MOST_LETTERS + 1  # rows of one letter

HEATS = 4096
"""Length of the table of logarithms from which thresholds are drawn."""
