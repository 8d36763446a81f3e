"""Sets of letters as the bits of one number: bit 0 is A, bit 25 is Z."""

from __future__ import annotations

from towergames.games.bricks.pieces import LETTERS, RARE, VOWELS


def _bits(letters: str) -> int:
    return sum(1 << LETTERS.index(letter) for letter in letters)


VOWEL_BITS = _bits("".join(VOWELS))
RARE_BITS = _bits("".join(RARE))
RARE_LETTERS = tuple(sorted(map(LETTERS.index, RARE)))
TOWER_BITS = _bits("TOWER")
EAST_BITS = _bits("EAST")


def run_points(seen: int, each: int) -> int:
    """The points of rule 34 for a set of letters: of the longest run of letters, or of ``each`` run.

    >>> run_points(0b1111111, each=0), run_points(0b111111111, each=0), run_points(0b111111, each=0)
    (7, 9, 0)
    """
    sevens = seen & (seen >> 1)
    sevens &= sevens >> 2
    sevens &= sevens >> 3
    if sevens == 0:
        return 0
    if not each:
        return 9 if sevens & (sevens >> 2) else 7
    points = run = 0
    for letter in range(27):
        if (seen >> letter) & 1:
            run += 1
            continue
        if run >= 7:
            points += 9 if run >= 9 else 7
        run = 0
    return points
