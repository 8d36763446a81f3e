"""The arrays of whole numbers that a chain works on: what each column is called, and how they are made.

``evaluation`` and ``sampler`` are written in the part of Python that numba compiles. Tests run them as they are too,
on lists. The names are plain numbers of this module, which numba takes for constants. The arrays:

- ``tower``: for each slot its colour, its number of bricks, its windows and its bricks in the order of letters; then
  the number of wildcards that are bricks; then the slot of each card.
- a brick is one number: letter, tons as adjusted, shape, whether rule 18 scores it, whether it is a wildcard, its card.
- ``d``: the workspace. It holds the cards and readings, and the counts of the tower that is evaluated.
- ``memo``: points of rule 19 by a hash of the letters, the sum of a random number for each (as Zobrist's hash of chess
  positions). ``trie``: the words of columns. ``bank``: the words for rule 19, as bits.
"""

from __future__ import annotations

import math
from collections.abc import Collection, MutableSequence
from functools import cache, lru_cache
from random import Random

from towergames.games.bricks.judge import SHORTEST_COLUMN, Shelf, index_of
from towergames.games.bricks.pieces import LETTERS, RARE, VOWELS
from towergames.games.bricks.solver.hand import Face, Hand, Plan
from towergames.lexicon import Lexicon

Row = MutableSequence[int]


def _bits(letters: str) -> int:
    return sum(1 << LETTERS.index(letter) for letter in letters)


VOWEL_BITS = _bits("".join(VOWELS))
RARE_BITS = _bits("".join(RARE))
RARE_LETTERS = tuple(sorted(map(LETTERS.index, RARE)))
VOWEL_LETTERS = tuple(sorted(map(LETTERS.index, VOWELS)))
TOWER_BITS = _bits("TOWER")
EAST_BITS = _bits("EAST")
SET_BITS = tuple(number.bit_count() for number in range(64))

# A tower: SLOT numbers for each slot, then how many wildcards are bricks, then the slot of each card or -1.
# WINDOW_BITS has a bit for every place from the left that is a window; the last two columns stand behind the slots.
HUE, BRICK_COUNT, WINDOW_BITS, FIRST_BRICK = range(4)
MOST_PIECES = 6  # bricks and windows of a level (rule 27)
SLOT = FIRST_BRICK + MOST_PIECES
WILD_COUNTER, FIRST_HOME = range(2)

# A brick, from the lowest bit: card (10), wild (1), rule 18 (1), shape (2), tons (5 of 6), letter.
WILD_BIT, RARE_BIT, SHAPE, TONS, LETTER = 10, 11, 12, 14, 20
WILD_CARD, SHAPE_MASK, TONS_MASK = 1023, 3, 31
IS_WILD, IS_RARE = 1 << WILD_BIT, 1 << RARE_BIT

# A row of letters: WORD bits for each place, 0 for none, letter + 1, or PANE.
WORD, WORD_MASK, PANE = 5, 31, 27

# Three numbers, one a colour or a shape, stand in one of TALLY bits each.
TALLY, TALLY_MASK = 8, 255

# A node of a trie: whether a word ends there, its next letters bit by bit, and 26 next nodes, -1 for none.
ONWARD, CHILDREN, NODE = 1, 2, 28

# The workspace: cards and readings. BRICKS: cards that are bricks; ORDINARY: cards without the natural wildcard;
# LONGEST: letters of the longest word that the cards can make; PRICE: points that a broken rule costs in the search.
# WINDOWS: of each colour; RANDOM: the state of the dice; SEE: by rule number, whether its points count.
BRICKS, SLOTS, NATURAL, WILDS, ORDINARY, LONGEST, PRICE = range(7)
KEEP, SKIP, ONCE, STACK, PANE_WILD, GO_ON, EACH, FREE, LEAST, ADJUSTS, LIGHT, HEAVY, WILD_RARE = range(7, 20)
WINDOWS, RANDOM, SEE = 20, 24, 32

# The workspace: what was counted in the tower. COUNT: of each letter, WILD_COUNT: of each letter on wildcards, where
# those may be any letter; by slot ROW: its letters from left to right, and WEIGHT; ORDER: slots, the lightest first.
BAD, TONS_SEEN, SHAPES, SEEN, RARES, WILD_BRICKS, ALL, LEVELS, KEY, COMMONEST = range(80, 90)
TOTAL, SIZES, TWOS, FOURS, CLEAR, COLOURS, PANES, FREE_LETTERS, ALIKE = range(90, 99)
COUNT, WILD_COUNT, ROW, ORDER, WEIGHT = 100, 126, 156, 168, 180

# The workspace: a random number for each letter and for one that may be any; bricks as printed and their colours; and
# room to work in, as much as the bank needs.
HASH, CARD, COLOUR, WORK = 192, 256, 1280, 2304
MOST_CARDS = COLOUR - CARD - 1

# The memo.
PLACES = (1 << 18) - 1
MEMO = 2 * (PLACES + 1)

# What a run reports.
SCORE, TRIED, TAKEN, NEWS = range(4)

# The bank: the number of lengths, and for each of them HEAD numbers, longest first: the length, how many numbers make
# a row of bits, where the places of the rows are, where the rows are. A row has a bit for each word that wants more of
# a letter than so many; row 0 has those behind the last word.
WIDTH, PLACES_AT, ROWS_AT, HEAD = range(1, 5)
MOST_LETTERS = 18  # of a word that a tower can make: three colours of six bricks
MOST_OF_ONE = MOST_LETTERS + 1  # rows of one letter

HEATS = 4096
"""Length of the table of logarithms from which thresholds are drawn."""

PRICE_OF_A_BREACH = 4
"""Points that a broken rule costs in the search."""


def heats_of(towers: int, coldest: float, hottest: float) -> list[float]:
    """The temperatures of so many towers in points, the coldest first, spread evenly as ratios."""
    return [coldest * (hottest / coldest) ** (number / max(1, towers - 1)) for number in range(towers)]


@cache
def thresholds() -> list[float]:
    """Logarithms of numbers spread evenly in (0, 1): thresholds of acceptance, in units of the temperature."""
    return [math.log((number + 0.5) / HEATS) for number in range(HEATS)]


# --- rows made of cards and words -----------------------------------------------------------------


def slots_of(hand: Hand) -> int:
    """How many levels the engine has room for: more than six only where floors above the sixth score (B-16)."""
    return 9 if hand.readings.high_floors == "go-on" else 6


def shelves_of(hand: Hand, lexicon: Lexicon) -> list[Shelf]:
    """The words that the cards can make, wildcards included, longest first. Raises LexiconError."""
    counts = [0] * 26
    for brick in hand.bricks:
        counts[brick.letter] += 1
    most = min(MOST_LETTERS, len(hand.bricks) + hand.wilds)
    return index_of(lexicon).within(counts, hand.wilds, most)


def workspace_of(hand: Hand, shelves: list[Shelf], seed: int, overlooked: Collection[int]) -> list[int]:
    """The workspace; ``overlooked`` scoring rules bring nothing."""
    readings = hand.readings
    work = 3 * max((len(shelf.words) // 64 + 1 for shelf in shelves), default=2)
    bricks = hand.bricks[:MOST_CARDS]
    dice, hashes = Random(seed), Random(19)
    filled = {
        BRICKS: len(bricks),
        SLOTS: slots_of(hand),
        NATURAL: hand.natural,
        WILDS: hand.wilds,
        ORDINARY: hand.ordinary,
        LONGEST: shelves[0].length if shelves else 0,
        PRICE: PRICE_OF_A_BREACH,
        KEEP: readings.windows == "keep",
        SKIP: readings.gaps == "skip",
        ONCE: readings.repeated == "once",
        STACK: readings.stack_cards,
        PANE_WILD: readings.wild_window,
        GO_ON: readings.high_floors == "go-on",
        EACH: readings.runs == "each",
        FREE: readings.free_letters,
        LEAST: not readings.zero,
        ADJUSTS: readings.wild_adjusts,
        LIGHT: readings.lightest,
        HEAVY: readings.heaviest,
        WILD_RARE: readings.wild_rare,
        RANDOM: dice.getrandbits(32),
        RANDOM + 1: dice.getrandbits(31) + 1,
    }
    filled |= {WINDOWS + colour: count for colour, count in enumerate(hand.windows)}
    filled |= {SEE + rule: rule not in overlooked for rule in range(37)}
    filled |= {HASH + letter: hashes.getrandbits(56) | 1 for letter in range(27)}
    for card, brick in enumerate(bricks):
        filled[CARD + card] = (
            brick.letter << LETTER | brick.weight << TONS | brick.shape << SHAPE | brick.rare * IS_RARE | card
        )
        filled[COLOUR + card] = brick.colour
    return [int(filled.get(column, 0)) for column in range(WORK + max(8, work))]


def empty_tower(hand: Hand) -> list[int]:
    """A tower without a level."""
    return [0] * (slots_of(hand) * SLOT + 1) + [-1] * len(hand.bricks)


@lru_cache(maxsize=8)
def trie_of(lexicon: Lexicon, most: int) -> list[int]:
    """The trie of the words of columns of at most so many letters."""
    trie, nodes = [0, 0] + [-1] * 26, 1
    for word in sorted(word for word in lexicon.words if SHORTEST_COLUMN <= len(word) <= most):
        node = 0
        for letter in map(LETTERS.index, word):
            place = NODE * node + CHILDREN + letter
            if trie[place] < 0:
                trie[NODE * node + ONWARD] |= 1 << letter
                trie[place] = nodes
                trie += [0, 0] + [-1] * 26
                nodes += 1
            node = trie[place]
        trie[NODE * node] = 1
    return trie


def bank_of(shelves: list[Shelf], bits: int = 0) -> list[int]:
    """The bank in signed numbers of ``bits`` bits; with 0 a row is one number of any size."""
    heads: list[int] = [len(shelves)]
    places: list[int] = []
    rows: list[int] = []
    start = 1 + HEAD * len(shelves)
    first = start + 26 * MOST_OF_ONE * len(shelves)
    for shelf in shelves:
        width = -(-len(shelf.words) // bits) if bits else 1
        heads += [shelf.length, width, start + len(places), first + len(rows)]
        rows += _split(~shelf.every, width, bits)
        row = 0
        for wants in shelf.wants:
            for more in range(MOST_OF_ONE):
                if more < len(wants):
                    row += 1
                    rows += _split(wants[more], width, bits)
                places.append(row if more < len(wants) else 0)
    return heads + places + rows


def _split(row: int, width: int, bits: int) -> list[int]:
    if not bits:
        return [row]
    data = (row & ((1 << (width * bits)) - 1)).to_bytes(width * bits // 8, "little")
    return list(memoryview(data).cast("q"))


def plan_of(tower: list[int], hand: Hand) -> Plan:
    """The plan that an array of the engine encodes."""
    rows = [tower[slot * SLOT : (slot + 1) * SLOT] for slot in range(slots_of(hand))]
    plan = Plan([row[HUE] for row in rows], [() for _ in rows], [row[WINDOW_BITS] for row in rows], {})
    for number, row in enumerate(rows):
        for brick in row[FIRST_BRICK : FIRST_BRICK + row[BRICK_COUNT]]:
            tons = brick >> TONS & TONS_MASK
            if brick & IS_WILD:
                plan.faces.append(Face(number, brick >> LETTER, tons, brick >> SHAPE & SHAPE_MASK))
            else:
                card = brick & WILD_CARD
                plan.cards[number] += (card,)
                plan.adjust[card] = tons - hand.bricks[card].weight
    return plan
