"""Looking up words: those of the columns in a trie (rule 15), the longest of the letters among bits (rule 19)."""

from __future__ import annotations

from collections.abc import Sequence

from towergames.games.bricks.solver.layout import (
    COUNT,
    LEVELS,
    MOST_OF_ONE,
    ONCE,
    ORDER,
    PANE,
    PLACES,
    ROW,
    SKIP,
    WILD_COUNT,
    WORD,
    WORK,
)
from towergames.games.bricks.solver.survey import Row


def column_points(d: Row, trie: Sequence[int]) -> int:
    """The points of rule 15 for the tower that was counted."""
    found = 0
    for place in range(6):
        node = read_column(place * WORD, d, trie)
        if node == 0:
            break
        if node > 0 and trie[node * 27]:
            known = False
            for at in range(WORK, WORK + found):
                known = known or d[at] == node
            if not (known and d[ONCE]):
                d[WORK + found] = node
                found += 1
    return 4 * found


def read_column(shift: int, d: Row, trie: Sequence[int]) -> int:
    """The node of the trie that a column from top to bottom ends at; -1 for none, 0 when no level reaches so far."""
    node = 0
    gap = there = False
    for level in range(d[LEVELS]):
        sign = (d[ROW + d[ORDER + level]] >> shift) & 31
        if sign == 0:
            gap = node > 0
            continue
        there = True
        if sign == PANE:
            continue
        if gap and not d[SKIP]:
            return -1
        node = trie[node * 27 + sign]
        if node < 0:
            return -1
    return node if node > 0 or not there else -1


def known_points(key: int, memo: Sequence[int]) -> int:
    """The points of rule 19 for letters that were looked up before, else -1."""
    at = 2 * ((key ^ (key >> 23)) & PLACES)
    return memo[at + 1] if memo[at] == key else -1


def word_points(length: int) -> int:
    """The points of rule 19 for a word of so many letters."""
    return length + min(length, 10) - 6 if length >= 8 else length


def look_up(key: int, free: int, d: Row, memo: Row, bank: Sequence[int]) -> int:
    """The points of rule 19 for the letters that were counted, kept in the memo."""
    points = word_points(longest(free, d, bank))
    at = 2 * ((key ^ (key >> 23)) & PLACES)
    memo[at] = key
    memo[at + 1] = points
    return points


def longest(free: int, d: Row, bank: Sequence[int]) -> int:
    """The length of the longest word of the letters that were counted, ``free`` of the bricks being any letter.

    The bank begins with the number of lengths and for each of them, longest first: the length, how many numbers make
    a row of bits, where the places of the rows are, where the rows are. A row has a bit for each word that wants more
    of a letter than so many; row 0 has those behind the last word.
    """
    for at in range(1, 1 + 4 * bank[0], 4):
        width, places, rows = bank[at + 1], bank[at + 2], bank[at + 3]
        for i in range(width):
            d[WORK + i] = bank[rows + i]
        if free == 0:
            for letter in range(26):
                row = bank[places + MOST_OF_ONE * letter + min(d[COUNT + letter], MOST_OF_ONE - 1)]
                if row > 0:
                    for i in range(width):
                        d[WORK + i] |= bank[rows + row * width + i]
        else:
            lacking(free, d, bank, at)
        left = WORK + free * width
        for i in range(left, left + width):
            if d[i] != -1:
                return bank[at]
    return 0


def lacking(free: int, d: Row, bank: Sequence[int], at: int) -> None:
    """For each word whether it lacks more than 0, 1, ... ``free`` letters: every missing one moves it a row up."""
    width, places, rows = bank[at + 1], bank[at + 2], bank[at + 3]
    for more in range(WORK + width, WORK + (free + 1) * width):
        d[more] = d[more - width]
    for letter in range(26):
        own = d[COUNT + letter] - d[WILD_COUNT + letter]
        for have in range(min(own, MOST_OF_ONE - 1), MOST_OF_ONE):
            row = bank[places + MOST_OF_ONE * letter + have]
            if row <= 0:
                continue
            for i in range(width):
                wants = bank[rows + row * width + i]
                for up in range(WORK + free * width + i, WORK + i, -width):
                    d[up] |= d[up - width] & wants
                d[WORK + i] |= wants
