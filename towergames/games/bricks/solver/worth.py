"""What a tower is worth to the engine: the judge's points less a price for every broken rule."""

from __future__ import annotations

from collections.abc import Sequence

from towergames.games.bricks.solver.layout import (
    ALIKE,
    ALL,
    BAD,
    CLEAR,
    COLOURS,
    COMMONEST,
    COUNT,
    EACH,
    EAST_BITS,
    FOURS,
    FREE_LETTERS,
    GO_ON,
    KEY,
    LEVELS,
    LONGEST,
    NATURAL,
    ORDER,
    ORDINARY,
    PANE_WILD,
    PANES,
    PRICE,
    RARES,
    SEE,
    SEEN,
    SHAPES,
    SLOT,
    STACK,
    TONS_SEEN,
    TOTAL,
    TOWER_BITS,
    TWOS,
    WILD_BRICKS,
    WILDS,
    WINDOWS,
)
from towergames.games.bricks.solver.look import column_points, known_points, look_up, word_points
from towergames.games.bricks.solver.survey import Row, survey

FAR = 1000


def worth(st: Row, d: Row, memo: Row, trie: Sequence[int], bank: Sequence[int], limit: float) -> int:
    """Points less prices; BAD tells whether rules are broken. Far below ``limit`` when it is not reached for sure."""
    survey(st, d)
    stack = breaches(d)
    points = plain_points(st, d, stack) - d[PRICE] * d[BAD]
    longest = -1 if d[SEE + 19] else 0
    most = longest
    if longest < 0:
        longest = most = known_points(d[KEY], memo)
        if longest < 0:
            most = word_points(min(d[ALL], d[LONGEST]))
    if points + most + 24 * d[SEE + 15] < limit:
        return points - FAR
    if d[SEE + 15]:
        points += column_points(d, trie)
    if points + most < limit:
        return points - FAR
    if longest < 0:
        # There is room to look for as many free letters as there are wildcards; a tower with more is illegal anyway.
        longest = look_up(d[KEY], min(d[FREE_LETTERS], d[WILDS]), d, memo, bank)
    return points + longest


def breaches(d: Row) -> int:
    """Add to BAD what is seen of the whole tower; 1 when there must be an unnatural wildcard, else 0."""
    bad = 2 * max(0, 4 - d[LEVELS]) + max(0, d[TWOS] - 1) + abs(d[FOURS] - 1) + 1 - d[CLEAR]
    if d[SEEN] & EAST_BITS == EAST_BITS:
        bad += 1
    rest = d[TOTAL]
    while rest:
        if rest % 10 == 5:
            bad += 1
            break
        rest //= 10
    excess = panes = 0
    for colour in range(3):
        mine = (d[PANES] >> (8 * colour)) & 255
        panes += mine
        excess += max(0, mine - d[WINDOWS + colour])
        bad += max(0, ((d[COLOURS] >> (8 * colour)) & 255) - 6)
    if not d[PANE_WILD]:
        bad += 4 * excess
    wilds = d[WILD_BRICKS] + excess
    stack = 1 if wilds > d[NATURAL] else 0
    bad += 4 * max(0, wilds - d[WILDS])
    if stack and d[ALL] + panes - wilds + 2 > d[ORDINARY]:
        bad += 4
    d[BAD] += bad
    return stack


def plain_points(st: Row, d: Row, stack: int) -> int:
    """The points of all rules but 15 and 19."""
    red, blue = d[COLOURS] & 255, (d[COLOURS] >> 8) & 255
    red_panes = d[PANES] & 255
    panes = red_panes + ((d[PANES] >> 8) & 255) + (d[PANES] >> 16)
    cards = d[ALL] + panes + (d[STACK] - 1) * stack
    triangles, rectangles, hexagons = d[SHAPES] & 255, (d[SHAPES] >> 8) & 255, d[SHAPES] >> 16
    tons, levels = d[TONS_SEEN], d[LEVELS]
    points = 2 * d[SEE + 33] * (13 - cards) + d[SEE + 18] * (4 * panes + 2 * d[RARES])
    if tons & 32 == 0:
        points += d[SEE + 3] * triangles
    if tons & 16 == 0:
        points += d[SEE + 7] * rectangles
    if tons & 8 == 0:
        points += d[SEE + 10] * hexagons
    if tons & 4 == 0:
        points += d[SEE + 12] * levels
    if tons & 2 == 0:
        points += d[SEE + 13] * (cards // 2)
    if not d[ALIKE]:
        points += 3 * d[SEE + 14] * levels
    if triangles == 0:
        points += d[SEE + 25] * (red + red_panes)
    if red == 0:
        points += d[SEE + 29] * hexagons
    if blue < 4:
        points += 3 * d[SEE + 30]
    if panes == 0:
        points -= 4 * d[SEE + 36]
    floors = 0
    for floor in range(2, levels):
        if floor < 6 or d[GO_ON]:
            floors += (floor - 1) * st[d[ORDER + levels - 1 - floor] * SLOT + 1]
    return points + d[SEE + 32] * floors + letter_points(d, rectangles)


def letter_points(d: Row, rectangles: int) -> int:
    """The points of rules 20, 22, 28 and 34."""
    seen = d[SEEN]
    points = 2 * d[SEE + 20] * max(0, d[COMMONEST] - 1)
    if seen & TOWER_BITS == TOWER_BITS:
        points += 6 * d[SEE + 22]
    if rectangles == 0:
        vowels = d[COUNT] + d[COUNT + 4] + d[COUNT + 8] + d[COUNT + 14] + d[COUNT + 20] + d[COUNT + 24]
        points += d[SEE + 28] * vowels
    sevens = seen & (seen >> 1)
    sevens &= sevens >> 2
    sevens &= sevens >> 3
    if sevens == 0:
        return points
    if not d[EACH]:
        return points + d[SEE + 34] * (9 if sevens & (sevens >> 2) else 7)
    run = 0
    for letter in range(27):
        if (seen >> letter) & 1:
            run += 1
            continue
        if run >= 7:
            points += d[SEE + 34] * (9 if run >= 9 else 7)
        run = 0
    return points
