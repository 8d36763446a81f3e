"""The columns of the arrays of whole numbers that a proof works on, by name; like the engine's, they suit numba.

- ``d``: the workspace. The hand and readings, what is looked for, and the tower in the making; its levels are numbered
  as they come, ``ORDER`` has them from the bottom up.
- ``t``: the tables, one behind the other. ``LETTERS``: letters of the bricks. For each colour every way to part its
  bricks into levels. ``LEVELS``: what bricks of one colour make a level, with weight and so on. ``TOPS``: for each
  choice of bricks (bit by bit) its counts and the most that letters can bring. ``VALUES``: what they bring with each
  choice of letters for the wildcards. ``TRIE``: the words that columns can spell.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

Row = MutableSequence[int]
Table = Sequence[int]

# The hand.
WILDS = 0
NATURAL = 1
ORDINARY = 2  # cards without the natural wildcard
WINDOWS = 4  # of each colour
KEEP = 8  # the readings
SKIP = 9
ONCE = 10
STACK = 11
PANE_WILD = 12
GO_ON = 13
LOW = 14  # tons of a wildcard
HIGH = 15
RARE_LOW = 16  # and of one with a J, Q, X or Z
RARE_HIGH = 17
FREE_LETTERS = 18
WILD_RARE = 19
EACH = 20
BRICKS = 21
SPANS = 22  # where the ways of a colour begin in the tables
COUNTS = 25  # and how many there are
# The search.
TARGET = 48  # points looked for
FOUND = 49  # points that the tower found has by the search's count, 0 for none
NEXT = 50  # of the second colour's ways, the first that was not yet looked at
BUDGET = 51  # steps before the search stops to see the clock
STEPS = 52
WILD_LETTERS = 53  # of the tower found, two
# Where the tables begin; that of the ways is in SPANS.
LETTERS = 30
LEVELS = 31
TOPS = 32
VALUES = 33
TRIE = 34
# What is settled of the tower in the making.
ROW = 40  # its bricks: their row of tops
VALUE = 41  # and of values
HEIGHT = 42  # levels
JOKERS = 43  # wildcards that are bricks
KIND = 44  # of wildcards, see tops
TONS_SEEN = 45

# A level.
WEIGHT = 0
COUNT = 1
NEEDS = 2  # windows that part neighbours in the alphabet (rule 35)
CLEAR = 3  # whether it has no vowel
OWN = 4  # its bricks, bit by bit
HUE = 5
LEVEL = 6

# A way to part the bricks of a colour: the number of its levels, and then
WAY_OWN = 1  # its bricks, bit by bit
WAY_TONS = 2  # the tons seen, bit by bit
PARTS = 3  # the levels
MOST_OF_COLOUR = 8
WAY = PARTS + MOST_OF_COLOUR

# A row of tops: the most of the letters, by kind and by whether rule 28 counts; then counts of the bricks.
KINDS = 6  # no wildcard; one, any or rare; two: any, one rare, both rare
SHAPES = 12  # triangles, and then
RECTANGLE = 1
HEXAGON = 2
REDS = 15
BLUES = 16
VOWELS = 17
SIZE = 18
TOP = 19

PAIRS = 378
"""Letters for two wildcards: none, 26 for one, 351 for both."""
FIRST_PAIR = 27

# The tower in the making: rows of sixteen, a number for each level.
WEIGHTS = 64
BRICK_COUNTS = 80
HUES = 96
NEED = 112
FREE = 128  # of vowels
MASK = 144
WILD = 160  # wildcards that are bricks
ORDER = 176
WINDOW_COUNTS = 192  # windows
MOST_PIECES = 6  # of a level (rule 27)
SEQ = 208  # letters from left to right, MOST_PIECES for each level
USED = 304  # letters read so far
SEEN = 320  # windows read so far
LAST = 336  # the last letter, -9 behind a window
PLACES = 352  # windows of the tower, bit by bit
REST = 368  # columns from here on that could be words
PLACE = 384  # levels of the two wildcards
TONS = 386
OF_COLOUR = 388  # windows of each colour
GIVEN = 392  # what stays the same while windows are tried
PLAIN = 393  # the most of the shapes, whatever rule 28 says
BARE = 394  # and without a rectangle
WORDS = 400  # nodes of the words found
READ = 416  # for each place of a column: letters that may stand there
COUNT_OF = 432  # of each letter, while tables are made
# Numba keeps no compiled function that calls itself, so what is to be gone back to is noted here.
CHOICE = 464  # for each wildcard: the next way to place it
WITH = 466  # tons seen with those before it
ODD = 468  # and how many of those must be J, Q, X or Z
LAID = 470  # levels before it was placed
BEGUN = 472  # which level it began, if it did
SIZES = 480  # for each level: sizes of those before it, bit by bit
ALIKE = 496  # and whether two of them are equal
BRANCH = 512  # for each floor of a column: the node that it was reached with
MAY = 528  # and the letters and windows still to be tried there
COLUMN = 544  # where columns are read: four numbers
FRAMES = 548  # what to go back to: FRAME numbers for each piece read, of which four as in COLUMN
FRAME = 6
FLOOR = 0
AT = 1  # the place of the column from the left
NODE_AT = 2  # of the trie
WORDS_READ = 3
TRIED = 4  # 1 when a window was tried there, 2 when a letter was
LAST_READ = 5  # what LAST was before
DESK = 1188

NEVER = -1000

# A node of the trie: whether a word ends there, its next letters bit by bit, 26 next nodes.
NODE = 28
ONWARD = 1
CHILDREN = 2
