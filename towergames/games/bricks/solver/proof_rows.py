"""The arrays of whole numbers that a proof works on: what each column is called, and how they are made.

Like the engine's in ``rows``, they suit numba.

- ``d``: the workspace. The hand and readings, what is looked for, and the tower in the making; its levels are numbered
  as they come, ``ORDER`` has them from the bottom up.
- ``t``: the tables, one behind the other. ``CARD_LETTERS``: those of the bricks. For each colour every way to part its
  bricks into levels. ``LEVELS``: what bricks of one colour make a level, with weight and so on. ``TOPS``: for each
  choice of bricks (bit by bit) its counts and the most that letters can bring. ``VALUES``: what they bring with each
  choice of letters for the wildcards. ``TRIE``: the words that columns can spell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from towergames.games.bricks.judge import Shelf
from towergames.games.bricks.pieces import LETTERS
from towergames.games.bricks.solver.hand import Hand
from towergames.games.bricks.solver.rows import VOWEL_LETTERS, make_trie

Table = Sequence[int]

# The hand and its readings. ORDINARY: cards without the natural wildcard; LOW, HIGH: tons of a wildcard, RARE_LOW and
# RARE_HIGH: of one with a J, Q, X or Z. By colour WINDOWS, SPANS: where its ways begin, and COUNTS: how many there are.
WILDS, NATURAL, ORDINARY, KEEP, SKIP, ONCE, STACK, PANE_WILD, GO_ON, EACH = range(10)
LOW, HIGH, RARE_LOW, RARE_HIGH, FREE_LETTERS, WILD_RARE, BRICKS = range(10, 17)
WINDOWS, SPANS, COUNTS = 20, 23, 26

# Where the tables begin.
CARD_LETTERS, LEVELS, TOPS, VALUES, TRIE = range(30, 35)

# What is settled of the tower in the making. ROW and VALUE: its bricks, as their row of tops and of values; HEIGHT:
# levels; JOKERS: wildcards that are bricks; KIND: of wildcards, see tops; GIVEN: the points that stay the same while
# windows are tried; PLAIN: the most of the shapes, whatever rule 28 says, and BARE: without a rectangle.
ROW, VALUE, HEIGHT, JOKERS, KIND, TONS_SEEN, GIVEN, PLAIN, BARE = range(36, 45)

# The search. TARGET: points looked for; FOUND: points that the tower found has by the search's count, 0 for none;
# NEXT: of the second colour's ways, the first that was not yet looked at; BUDGET: steps before the search stops to see
# the clock; WILD_LETTERS: of the tower found, two.
TARGET, FOUND, NEXT, BUDGET, STEPS, WILD_LETTERS = range(48, 54)

# A level. NEEDS: windows that part neighbours in the alphabet (rule 35); CLEAR: whether it has no vowel; OWN: its
# bricks, bit by bit.
WEIGHT, COUNT, NEEDS, CLEAR, OWN, HUE, LEVEL = range(7)

# A way to part the bricks of a colour: the number of its levels, its bricks and the tons seen bit by bit, the levels.
WAY_OWN, WAY_TONS, PARTS = 1, 2, 3
MOST_OF_COLOUR = 8
WAY = PARTS + MOST_OF_COLOUR

# A row of tops: the most of the letters, by kind and by whether rule 28 counts; then counts of the bricks: SHAPES are
# triangles, and behind them RECTANGLE and HEXAGON.
KINDS = 6  # no wildcard; one, any or rare; two: any, one rare, both rare
SHAPES, REDS, BLUES, VOWELS, SIZE, TOP = 12, 15, 16, 17, 18, 19
RECTANGLE, HEXAGON = 1, 2

# Letters for two wildcards: none, 26 for one, 351 for both.
FIRST_PAIR, PAIRS = 27, 378

# The tower in the making: rows of sixteen, a number for each level. FREE: of vowels; MASK: its bricks, bit by bit;
# WILD: wildcards that are bricks; USED, SEEN: letters and windows read so far; LAST: the last letter, -9 behind a
# window; PLACES: windows bit by bit; REST: by column, how many from here on could be words.
WEIGHTS, BRICK_COUNTS, HUES, NEED, FREE, MASK, WILD, ORDER, WINDOW_COUNTS = range(64, 208, 16)
USED, SEEN, LAST, PLACES, REST = range(208, 288, 16)
MOST_PIECES = 6  # of a level (rule 27)
SEQ = 288  # letters from left to right, MOST_PIECES for each level
PLACE, TONS = 384, 386  # levels and tons of the two wildcards
OF_COLOUR = 388  # windows of each colour
WORDS = 400  # nodes of the words found
READ = 416  # for each place of a column: letters that may stand there
COUNT_OF = 432  # of each letter, while tables are made

# Numba keeps no compiled function that calls itself, so what is to be gone back to is noted here.
# For each wildcard CHOICE: the next way to place it; WITH: tons seen with those before it, ODD: how many of those must
# be J, Q, X or Z; LAID: levels before it was placed; BEGUN: which level it began, if it did.
CHOICE, WITH, ODD, LAID, BEGUN = range(464, 474, 2)
# For each level SIZES: of those before it, bit by bit; ALIKE: whether two of them are equal. For each floor of a column
# BRANCH: the node that it was reached with; MAY: the letters and windows still to be tried there.
SIZES, ALIKE, BRANCH, MAY = range(480, 544, 16)
# COLUMN: where columns are read, four numbers; FRAMES: what to go back to, FRAME numbers for each piece read, of which
# four as in COLUMN. AT: the place of the column from the left; NODE_AT: of the trie; TRIED: 1 when a window was tried
# there, 2 when a letter was; LAST_READ: what LAST was before.
COLUMN, FRAMES, DESK = 544, 548, 1188
FLOOR, AT, NODE_AT, WORDS_READ, TRIED, LAST_READ, FRAME = range(7)

NEVER = -1000


# --- tables ---------------------------------------------------------------------------------------


def workspace_and_tables(hand: Hand, shelves: list[Shelf]) -> tuple[list[int], list[int]]:
    """``d`` and ``t``; the target is still to be set, and ``walk.weigh`` has to complete them."""
    d = _workspace(hand)
    levels, ways = _levels_and_ways(hand)
    t = [brick.letter for brick in hand.bricks]
    for colour, rows in enumerate(ways):
        d[SPANS + colour], d[COUNTS + colour] = len(t), len(rows)
        for row in rows:
            t += row + [0] * (WAY - len(row))
    for name, part in (
        (LEVELS, levels),
        (TOPS, _tops(hand)),
        (VALUES, _longest_words(hand, shelves)),
        (TRIE, make_trie(word for shelf in shelves for word in shelf.words)),
    ):
        d[name] = len(t)
        t += part
    return d, t


def _workspace(hand: Hand) -> list[int]:
    """The hand and its readings."""
    readings = hand.readings
    filled = {
        WILDS: hand.wilds,
        NATURAL: hand.natural,
        ORDINARY: hand.ordinary,
        KEEP: readings.windows == "keep",
        SKIP: readings.gaps == "skip",
        ONCE: readings.repeated == "once",
        STACK: readings.stack_cards,
        PANE_WILD: readings.wild_window,
        GO_ON: readings.high_floors == "go-on",
        EACH: readings.runs == "each",
        LOW: readings.lightest,
        HIGH: readings.heaviest,
        RARE_LOW: hand.tons_of(LETTERS.index("J"))[0],
        RARE_HIGH: hand.tons_of(LETTERS.index("J"))[-1],
        FREE_LETTERS: readings.free_letters,
        WILD_RARE: readings.wild_rare,
        BRICKS: len(hand.bricks),
    }
    filled |= {WINDOWS + colour: count for colour, count in enumerate(hand.windows)}
    return [int(filled.get(column, 0)) for column in range(DESK)]


Part = tuple[tuple[int, ...], int]
"""Bricks of a level by their places in the hand, and its weight in tons as adjusted."""


def _levels_and_ways(hand: Hand) -> tuple[list[int], list[list[list[int]]]]:
    """``LEVELS``, and the ways of each colour; a way with a level that can never stand is left out."""
    levels: list[int] = []
    known: dict[Part, int] = {}
    ways: list[list[list[int]]] = []
    for colour in range(3):
        found = set()
        for parts, tons in _ways(hand, hand.of_colour[colour]):
            numbers = [_number(part, hand, colour, levels, known) for part in parts]
            if -1 not in numbers:
                found.add((sum(1 << card for part in parts for card in part[0]), tons, *sorted(numbers)))
        ways.append([[len(row) - 2, *row] for row in sorted(found)])
    return levels, ways


def _ways(hand: Hand, cards: tuple[int, ...]) -> Iterator[tuple[tuple[Part, ...], int]]:
    """Every way to part some of the cards into levels, and the tons seen, bit by bit."""
    if not cards:
        yield (), 0
        return
    card = cards[-1]
    brick = hand.bricks[card]
    for parts, tons in _ways(hand, cards[:-1]):
        yield parts, tons
        for by in hand.adjustments(brick):
            weight = brick.weight + by
            for place in range(len(parts)):
                own, old = parts[place]
                yield (*parts[:place], ((*own, card), old + weight), *parts[place + 1 :]), tons | 1 << weight
            yield (*parts, ((card,), weight)), tons | 1 << weight


def _number(part: Part, hand: Hand, colour: int, levels: list[int], known: dict[Part, int]) -> int:
    """Which of LEVELS it is; -1 when rule 9, 21, 27 or 35 is broken whatever comes."""
    if part not in known:
        cards, weight = part
        letters = sorted(hand.bricks[card].letter for card in cards)
        needs = sum(right - left == 1 for left, right in pairwise(letters))
        if max(map(letters.count, letters)) > 2 or len(letters) + needs > 6:
            known[part] = -1
        else:
            known[part] = len(levels) // LEVEL
            clear = not any(vowel in letters for vowel in VOWEL_LETTERS)
            levels += [weight, len(cards), needs, int(clear), sum(1 << card for card in cards), colour]
    return known[part]


def pair_place(one: int, two: int) -> int:
    """Where two letters stand among the choices for two wildcards."""
    one, two = min(one, two), max(one, two)
    return FIRST_PAIR + 26 * one - one * (one - 1) // 2 + two - one


def _longest_words(hand: Hand, shelves: list[Shelf]) -> list[int]:
    """For bricks and letters of wildcards the longest word that just these make; ``walk.weigh`` does the rest."""
    cards: list[list[int]] = [[] for _ in LETTERS]
    for card, brick in enumerate(hand.bricks):
        cards[brick.letter].append(card)
    longest = [0] * (PAIRS << len(hand.bricks))
    for shelf in shelves:
        for word in shelf.words:
            for wild, rest in _splits(word, cards, hand.wilds):
                place = 0 if not wild else 1 + wild[0] if len(wild) == 1 else pair_place(*wild)
                for own in _choices(rest, cards):
                    here = PAIRS * own + place
                    longest[here] = max(longest[here], shelf.length)
    return longest


def _splits(word: str, cards: list[list[int]], wilds: int) -> Iterator[tuple[list[int], dict[int, int]]]:
    """Letters of a word for the wildcards, and how many of each are left for bricks."""
    count = {letter: word.count(LETTERS[letter]) for letter in {LETTERS.index(sign) for sign in word}}
    lacking = [letter for letter, n in count.items() for _ in range(n - len(cards[letter]))]
    if len(lacking) > wilds:
        return
    rest = {letter: min(n, len(cards[letter])) for letter, n in count.items()}
    spare = [letter for letter, n in rest.items() for _ in range(min(n, wilds))]
    for more in range(wilds - len(lacking) + 1):
        for chosen in set(combinations(sorted(spare), more)):
            yield lacking + list(chosen), {letter: n - chosen.count(letter) for letter, n in rest.items()}


def _choices(rest: dict[int, int], cards: list[list[int]]) -> list[int]:
    """The choices of bricks with just these letters, bit by bit."""
    found = [0]
    for letter, n in rest.items():
        if n:
            of_letter = [sum(1 << card for card in some) for some in combinations(cards[letter], n)]
            found = [own | more for own in found for more in of_letter]
    return found


def _tops(hand: Hand) -> list[int]:
    """``TOPS``, with the counts only."""
    rows = [0] * (TOP << len(hand.bricks))
    for own in range(1, 1 << len(hand.bricks)):
        card = own.bit_length() - 1
        old, row = TOP * (own ^ 1 << card), TOP * own
        rows[row : row + TOP] = rows[old : old + TOP]
        brick = hand.bricks[card]
        rows[row + SHAPES + brick.shape] += 1
        rows[row + REDS] += brick.colour == 0
        rows[row + BLUES] += brick.colour == 1
        rows[row + VOWELS] += brick.letter in VOWEL_LETTERS
        rows[row + SIZE] += 1
    return rows
