"""The faces of the materials, and the tables in which the population looks numbers up.

A face is one way in which a card or a wildcard can be a brick: a letter, tons as adjusted, and a shape. Faces are known
by their numbers in the order of letters; the number behind the last one, EMPTY, is a place without a brick.

Everything that can be counted in a tower is a sum over its levels, and most of it a sum over its bricks. Eight whole
numbers hold all these sums side by side, each in some bits of its own:

- numbers 0 to 3: how many bricks have each letter, one byte a letter;
- SHAPES: triangles, rectangles, hexagons, bricks of 1 to 5 tons, bricks, wildcards that are bricks; six bits each;
- KEY: the sum of a random number for each letter, by which the longest word is remembered;
- COLOURS: J Q X Z that score, vowels, tons (ten bits), bricks of each colour, windows of each colour; six bits each;
- LEVELS: how many levels have 0 to 6 pieces (five bits each), how many weigh a multiple of four, how many fit rule 24
  (four bits each), rules broken inside levels (eight bits), and levels (four bits).
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import product
from random import Random

import numpy as np

from towergames.games.bricks.rules import MOST_PIECES, word_points
from towergames.games.bricks.solver import letter_sets
from towergames.games.bricks.solver.encoding import Materials
from towergames.games.bricks.solver.word_tables import CHILDREN, END, NODE, WordBank, WordTables

SHAPES, KEY, COLOURS, LEVELS, SUMS = range(4, 9)

# From which bit: SHAPES has ten fields of six bits, which start here.
SHAPE_FIELDS = np.arange(0, 60, 6)[:, None]
BRICKS, WILDS = 48, 54
# COLOURS: where J Q X Z, vowels, bricks of red, blue, yellow and windows of red, blue, yellow start; and the tons.
COLOUR_FIELDS = np.array([0, 6, 22, 28, 34, 40, 46, 52])[:, None]
TONS, TONS_MASK = 12, 1023
BRICKS_OF, WINDOWS_OF = 22, 40
FIELD = 63
# LEVELS.
SIZE, TWOS, FOURS, CLEAR, BROKEN, STANDING = 5, 10, 35, 39, 43, 51
EQUAL_SIZES = sum(30 << SIZE * size for size in range(MOST_PIECES + 1))
"""The bits that are set where two levels are of one size."""

# A row of letters: WORD bits for each place, 0 for none, letter + 1, or PANE.
WORD, WORD_MASK, PANE = 5, 31, 27

_PANES = range(1 << MOST_PIECES)


def _tidied(panes: int, bricks: int) -> int:
    """The windows of a level of ``bricks`` bricks: none beyond its end, and none without a brick."""
    size = bricks + panes.bit_count()
    if bricks == 0:
        return 0
    while panes >> size:
        free = next(place for place in range(size - 1, -1, -1) if not panes >> place & 1)
        panes ^= 1 << panes.bit_length() - 1 | 1 << free
    return panes


def _first_from(bits: int, start: int, places: int) -> int:
    """The first place from ``start`` on, wrapping around, whose bit is set; -1 for none."""
    for place in range(start, start + places):
        if bits >> place % places & 1:
            return place % places
    return -1


def _free_places(panes: int) -> list[int]:
    return [place for place in range(2 * MOST_PIECES) if not panes >> place & 1][:MOST_PIECES]


# Tables over the windows of a level, which are bits by places; a second index of up to eight stands in the low bits.
PANES = np.array([panes.bit_count() for panes in _PANES])
TIDY = np.array([[_tidied(panes, bricks) for panes in _PANES] for bricks in range(MOST_PIECES + 1)]).ravel()
WITH = np.array([(p & (1 << n) - 1 | 1 << n | p >> n << n + 1) & FIELD for p, n in product(_PANES, range(8))])
WITHOUT = np.array([p & (1 << n) - 1 | p >> n + 1 << n for p, n in product(_PANES, range(8))])
SOME = np.array([max(0, _first_from(p, n, 8)) for p, n in product(_PANES, range(8))])
"""The first window from a place on."""
PLACES = np.array([_free_places(panes) for panes in _PANES])
"""The places of the bricks of a level, from left to right."""
TOUCHING = np.ascontiguousarray(np.diff(PLACES, axis=1).T == 1)
"""For each brick but the last whether no window parts it from the next one."""
PANE_SIGNS = np.array([sum(PANE << WORD * n for n in range(MOST_PIECES) if p >> n & 1) for p in _PANES])
"""A row of letters with the windows alone."""

FIVES = np.array(["5" in str(tons) for tons in range(TONS_MASK + 1)], dtype=np.int64)
RARE_LETTERS = np.array(letter_sets.RARE_LETTERS)


class Faces:
    """The faces of the materials and their words. ``overlooked`` scoring rules bring nothing. Raises LexiconError."""

    def __init__(self, materials: Materials, words: WordTables, overlooked: Collection[int] = ()) -> None:
        self.materials = materials
        self.slots = materials.slots
        self.cards = len(materials.bricks)
        self.see = [int(rule not in overlooked) for rule in range(37)]
        self.colour = np.array([brick.colour for brick in materials.bricks], dtype=np.int64)
        self.of_colour = np.array([len(own) for own in materials.of_colour])
        self.rare = np.array([card for card, brick in enumerate(materials.bricks) if brick.rare], dtype=np.int64)
        tons = [materials.tons_of(letter) for letter in range(26)]
        self.lightest = np.array([min(each) for each in tons])
        self.heaviest = np.array([max(each) for each in tons])
        slots = range(self.slots)
        self.first_slot = np.array(
            [_first_from(bits, n, self.slots) for bits, n in product(range(1 << len(slots)), slots)]
        )
        """The first slot of those given as bits, from a slot on."""
        high = materials.readings.high_floors == "go-on"
        self.by_floor = np.array([max(0, floor - 1) if high or floor < 6 else 0 for floor in slots])
        self._set_faces()
        self._set_words(words)

    def _set_faces(self) -> None:
        """``all``: (letter, tons, shape, scores rule 18, card) of faces; the card of a wildcard is ``cards``."""
        materials = self.materials
        self.all = [
            (brick.letter, brick.weight + by, brick.shape, brick.rare, card)
            for card, brick in enumerate(materials.bricks)
            for by in materials.adjustments(brick)
        ]
        for letter in range(26 if materials.wilds else 0):
            rare = bool(letter_sets.RARE_BITS >> letter & 1) and materials.readings.wild_rare
            self.all += [(letter, tons, n, rare, self.cards) for tons in materials.tons_of(letter) for n in range(3)]
        self.all.sort()
        self.empty = len(self.all)
        row = [(face[0], face[1], face[2], face[4], 1 << face[0]) for face in self.all] + [(60, 0, 0, self.cards, 0)]
        self.letter, self.tons, self.shape, self.card, self.bit = np.ascontiguousarray(np.array(row).T)
        self.wild = self.card == self.cards
        self.wild[self.empty] = False
        self.sums = np.zeros((self.empty + 1, SUMS), dtype=np.int64)
        self.variants = np.zeros((self.cards + 1, 3), dtype=np.int64)
        """The faces of each card, ``ways`` of them."""
        self.ways = np.zeros(self.cards + 1, dtype=np.int64)
        self.wildcards = np.full((26, 12, 3), -1)
        """The face of a wildcard with a letter, tons and a shape."""
        dice = Random(19)
        hashes = [dice.getrandbits(56) | 1 for _ in range(27)]
        letters = np.zeros((self.empty + 1, 32), dtype=np.int8)
        for number, (letter, tons, shape, rare, card) in enumerate(self.all):
            wild = card == self.cards
            letters[number, letter] = 1
            heavy = 1 << 6 * (tons + 2) if 1 <= tons <= 5 else 0
            self.sums[number, SHAPES] = 1 << 6 * shape | heavy | 1 << BRICKS | wild << WILDS
            self.sums[number, KEY] = hashes[26 if wild and materials.readings.free_letters else letter]
            self.sums[number, COLOURS] = rare | (letter_sets.VOWEL_BITS >> letter & 1) << 6 | tons << TONS
            if wild:
                self.wildcards[letter, tons, shape] = number
            else:
                self.variants[card, self.ways[card]] = number
                self.ways[card] += 1
        self.sums[:, :SHAPES] = letters.view(np.int64)

    def _set_words(self, words: WordTables) -> None:
        """The bank, and the trie as a table of the next node by node and sign: 0 and windows stay at the node."""
        self.bank = WordBank(words.shelves)
        longest = words.shelves[0].length if words.shelves else 0
        self.most_for_word = np.array([word_points(min(bricks, longest)) for bricks in range(FIELD + 1)])
        trie = np.array(words.trie).reshape(-1, NODE)
        self.dead = len(trie)
        """The node of what is no beginning of a word."""
        onward = np.full((self.dead + 1, 32), self.dead, dtype=np.int64)
        onward[:-1, 1:27] = np.where(trie[:, CHILDREN:] >= 0, trie[:, CHILDREN:], self.dead)
        onward[:, 0] = onward[:, PANE] = np.arange(self.dead + 1)
        self.onward = onward.ravel()
        self.ends = np.append(trie[:, END], 0)
