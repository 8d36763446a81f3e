"""The points of letters: rules 18 (letters), 19, 20, 22, 34, and 28 apart, for all bricks and wildcards."""

from __future__ import annotations

from towergames.games.bricks.solver.evaluation import word_points
from towergames.games.bricks.solver.layout import EAST_BITS, RARE_BITS, TOWER_BITS, VOWEL_BITS
from towergames.games.bricks.solver.proof.layout import (
    BRICKS,
    COUNT_OF,
    EACH,
    FIRST_PAIR,
    FREE_LETTERS,
    KINDS,
    LETTERS,
    NEVER,
    PAIRS,
    TOP,
    TOPS,
    VALUES,
    VOWELS,
    WILD_RARE,
    WILDS,
    Row,
)


def weigh(d: Row, t: Row) -> None:
    """Turn the longest words of just these letters into points of all, and note the most for each kind in the tops."""
    spread(d, t)
    for own in range(1 << d[BRICKS]):
        for letter in range(26):
            d[COUNT_OF + letter] = 0
        rares = 0
        for card in range(d[BRICKS]):
            if (own >> card) & 1:
                letter = t[d[LETTERS] + card]
                d[COUNT_OF + letter] += 1
                rares += (RARE_BITS >> letter) & 1
        top, value = d[TOPS] + TOP * own, d[VALUES] + PAIRS * own
        for kind in range(2 * KINDS):
            t[top + kind] = NEVER
        longest_free(d, t, value)
        for pair in range(PAIRS if d[WILDS] > 1 else FIRST_PAIR if d[WILDS] else 1):
            t[value + pair] = word_points(t[value + pair]) + 2 * rares
        note(d, t, top, value, -1, -1, 0)
        pair = FIRST_PAIR
        for one in range(26 if d[WILDS] else 0):
            d[COUNT_OF + one] += 1
            note(d, t, top, value + 1 + one, one, -1, 1)
            for two in range(one, 26 if d[WILDS] > 1 else one):
                d[COUNT_OF + two] += 1
                note(d, t, top, value + pair, one, two, 3)
                d[COUNT_OF + two] -= 1
                pair += 1
            d[COUNT_OF + one] -= 1


def spread(d: Row, t: Row) -> None:
    """Propagate longest words from fewer bricks and letters to more."""
    for card in range(d[BRICKS]):
        bit = 1 << card
        for own in range(1 << d[BRICKS]):
            if own & bit:
                to, of = d[VALUES] + PAIRS * own, d[VALUES] + PAIRS * (own ^ bit)
                for pair in range(PAIRS):
                    t[to + pair] = max(t[to + pair], t[of + pair])
    for own in range(1 << d[BRICKS]):
        row = d[VALUES] + PAIRS * own
        for one in range(1, FIRST_PAIR):
            t[row + one] = max(t[row + one], t[row])
        pair = row + FIRST_PAIR
        for one in range(1, FIRST_PAIR):
            for two in range(one, FIRST_PAIR):
                t[pair] = max(t[pair], t[row + one], t[row + two])
                pair += 1


def longest_free(d: Row, t: Row, row: int) -> None:
    """Where wildcards may be any letter in the longest word, the letters that they show do not matter."""
    if not d[FREE_LETTERS]:
        return
    start = 1
    for end in (FIRST_PAIR, PAIRS):
        longest = 0
        for pair in range(start, end):
            longest = max(longest, t[row + pair])
        for pair in range(start, end):
            t[row + pair] = longest
        start = end


def note(d: Row, t: Row, top: int, place: int, one: int, two: int, kind: int) -> None:
    """Add the other rules to what the longest word of some bricks with some letters (-1: none) brings."""
    odd = 0
    vowels = t[top + VOWELS]
    if one >= 0:
        odd += (RARE_BITS >> one) & 1
        vowels += (VOWEL_BITS >> one) & 1
    if two >= 0:
        odd += (RARE_BITS >> two) & 1
        vowels += (VOWEL_BITS >> two) & 1
    more = letter_points(d)
    if more <= NEVER:
        t[place] = NEVER
        return
    points = t[place] + more + 2 * odd * d[WILD_RARE]
    t[place] = points
    for rare in range(odd + 1):
        at = top + 2 * (kind + rare)
        t[at] = max(t[at], points)
        t[at + 1] = max(t[at + 1], points + vowels)


def letter_points(d: Row) -> int:
    """Rules 20, 22 and 34 for the letters counted; NEVER where rule 23 is broken."""
    seen = most = run = longest = runs = 0
    for letter in range(26):
        count = d[COUNT_OF + letter]
        if count == 0:
            run = 0
            continue
        seen |= 1 << letter
        most = max(most, count)
        run += 1
        longest = max(longest, run)
        if run == 7:
            runs += 7
        elif run == 9:
            runs += 2
    if seen & EAST_BITS == EAST_BITS:
        return NEVER
    points = 2 * max(0, most - 1)
    if seen & TOWER_BITS == TOWER_BITS:
        points += 6
    if d[EACH]:
        return points + runs
    return points + (9 if longest >= 9 else 7 if longest >= 7 else 0)
