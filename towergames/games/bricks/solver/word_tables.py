"""The words that the cards can make, in the forms in which the solver looks for them."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

from towergames.games.bricks import rules
from towergames.games.bricks.judge import SHORTEST_COLUMN, WordsOfLength, index_of
from towergames.games.bricks.pieces import LETTERS
from towergames.games.bricks.solver.encoding import Materials
from towergames.lexicon import Lexicon

MOST_LETTERS = 3 * rules.MOST_OF_A_COLOUR
"""Letters of the longest word that a tower can make."""

# A node of a trie: whether a word ends there, then 26 next nodes, -1 for none.
END, CHILDREN, NODE = 0, 1, 27


class WordTables:
    """The words that the cards can make. Raises LexiconError."""

    def __init__(self, materials: Materials, lexicon: Lexicon) -> None:
        self.shelves = shelves_of(materials, lexicon)
        self.trie = trie_of(lexicon, materials.slots)


def shelves_of(materials: Materials, lexicon: Lexicon) -> list[WordsOfLength]:
    """The words that the cards can make, wildcards included, longest first. Raises LexiconError."""
    counts = [0] * 26
    for brick in materials.bricks:
        counts[brick.letter] += 1
    most = min(MOST_LETTERS, len(materials.bricks) + materials.wilds)
    return index_of(lexicon).within(counts, materials.wilds, most)


@lru_cache(maxsize=8)
def trie_of(lexicon: Lexicon, most: int) -> list[int]:
    """The trie of the words of columns of at most ``most`` letters, node after node."""
    empty = [0] + [-1] * 26
    trie, nodes = list(empty), 1
    for word in sorted(word for word in lexicon.words if SHORTEST_COLUMN <= len(word) <= most):
        node = 0
        for letter in map(LETTERS.index, word):
            place = NODE * node + CHILDREN + letter
            if trie[place] < 0:
                trie[place] = nodes
                trie += empty
                nodes += 1
            node = trie[place]
        trie[NODE * node + END] = 1
    return trie


class WordBank:
    """All words of all lengths as bits of whole numbers, the longest words in the highest bits.

    ``_wants[letter][n]``: bit set where a word wants more than ``n`` of the letter.
    """

    def __init__(self, shelves: list[WordsOfLength]) -> None:
        self._wants: list[list[int]] = [[] for _ in range(26)]
        self._starts: list[int] = []
        self._lengths: list[int] = []
        start = 0
        for shelf in reversed(shelves):
            for mine, wants in zip(self._wants, shelf.wants, strict=True):
                mine += [0] * (len(wants) - len(mine))
                for more, words in enumerate(wants):
                    mine[more] |= words << start
            self._starts.append(start)
            self._lengths.append(shelf.length)
            start += len(shelf.words)
        self._every = (1 << start) - 1

    def longest(self, counts: list[int], free: int) -> int:
        """The length of the longest word of ``counts`` of each letter and ``free`` letters of any kind; 0 for none."""
        lacking = [0] * (free + 1)
        for have, wants in zip(counts, self._wants, strict=True):
            # Each missing letter moves a word one counter up.
            for words in wants[have:] if free else wants[have : have + 1]:
                for up in range(free, 0, -1):
                    lacking[up] |= lacking[up - 1] & words
                lacking[0] |= words
        top = (self._every & ~lacking[free]).bit_length()
        return self._lengths[bisect_right(self._starts, top - 1) - 1] if top else 0
