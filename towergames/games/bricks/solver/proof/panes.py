"""Windows and letters of a tower whose bricks, wildcards and weights are settled."""

from __future__ import annotations

from towergames.games.bricks.solver.layout import RARE_BITS, VOWEL_BITS
from towergames.games.bricks.solver.proof.columns import column_words, fill, reach
from towergames.games.bricks.solver.proof.layout import (
    ALIKE,
    BARE,
    FIRST_PAIR,
    FOUND,
    FREE,
    GIVEN,
    HEIGHT,
    HIGH,
    JOKERS,
    KEEP,
    KIND,
    LOW,
    NATURAL,
    NEED,
    NEVER,
    OF_COLOUR,
    ORDINARY,
    PANE_WILD,
    PLACE,
    PLAIN,
    REDS,
    ROW,
    SHAPES,
    SIZE,
    SIZES,
    STACK,
    TARGET,
    TONS,
    TONS_SEEN,
    VALUE,
    VOWELS,
    WILD,
    WILD_LETTERS,
    WILDS,
    WINDOWS,
    C,
    N,
    Row,
    Table,
    X,
)

PAR = 13
MOST = 6


def shape_points(d: Row, t: Table, tons: int, red_cards: int, red_bricks: int) -> None:
    """The most of rules 3, 7, 10, 25 and 29 over the shapes of the wildcards: PLAIN, and BARE without a rectangle."""
    row, wilds = d[ROW], d[JOKERS]
    d[PLAIN] = d[BARE] = NEVER
    for one in range(wilds + 1):
        triangles = t[row + SHAPES] + one
        for two in range(wilds + 1 - one):
            rectangles = t[row + SHAPES + 1] + two
            hexagons = t[row + SHAPES + 2] + wilds - one - two
            points = 0
            if tons & 32 == 0:
                points += triangles
            if tons & 16 == 0:
                points += rectangles
            if tons & 8 == 0:
                points += hexagons
            if triangles == 0:
                points += red_cards
            if red_bricks == 0:
                points += hexagons
            d[PLAIN] = max(d[PLAIN], points)
            if rectangles == 0:
                d[BARE] = max(d[BARE], points)


def letters_most(d: Row, t: Table, kind: int) -> int:
    """The most of shapes and letters together."""
    row = d[ROW] + 2 * kind
    return max(d[PLAIN] + t[row], d[BARE] + t[row + 1])


def card_points(bricks: int, panes: int, more: int, tons: int) -> int:
    """Rules 13, 18 (windows), 33 and 36; ``more`` cards are no pieces."""
    cards = bricks + panes + more
    points = 4 * panes + 2 * (PAR - cards)
    if panes == 0:
        points -= 4
    if tons & 2 == 0:
        points += cards // 2
    return points


def beyond(d: Row) -> int:
    """How many windows the tower has beyond the cards."""
    excess = 0
    for colour in range(3):
        excess += max(0, d[OF_COLOUR + colour] - d[WINDOWS + colour])
    return excess


def set_panes(d: Row, t: Table, apart: int) -> int:
    """Try all numbers of windows of the levels; 1 if a tower reaches the target. ``apart``: all sizes must differ."""
    level = 0
    d[SIZES] = d[ALIKE] = 0
    d[X] = -1
    while level >= 0:
        bricks, colour = d[N + level], OF_COLOUR + d[C + level]
        if d[X + level] < 0:
            d[X + level] = d[NEED + level]
            d[colour] += d[NEED + level]
        else:
            d[X + level] += 1
            d[colour] += 1
        size = bricks + d[X + level]
        if d[X + level] > bricks or size > MOST:
            d[colour] -= d[X + level]
            level -= 1
            continue
        same = (d[SIZES + level] >> size) & 1
        excess = beyond(d)
        if (same and (apart or size == 2)) or (excess and (not d[PANE_WILD] or excess > d[WILDS] - d[JOKERS])):
            continue
        if level + 1 == d[HEIGHT]:
            if settle(d, t, d[ALIKE + level] | same):
                return 1
            continue
        level += 1
        d[SIZES + level] = d[SIZES + level - 1] | (1 << size)
        d[ALIKE + level] = d[ALIKE + level - 1] | same
        d[X + level] = -1
    return 0


def settle(d: Row, t: Table, alike: int) -> int:
    """All but letters and places is settled: can the target be reached?"""
    real = t[d[ROW] + SIZE]
    bricks = real + d[JOKERS]
    panes = d[OF_COLOUR] + d[OF_COLOUR + 1] + d[OF_COLOUR + 2]
    excess = beyond(d)
    stack = 1 if d[JOKERS] + excess > d[NATURAL] else 0
    if stack and real + panes - excess + 2 > d[ORDINARY]:
        return 0
    points = d[GIVEN] + card_points(bricks, panes, stack * (d[STACK] - 1), d[TONS_SEEN])
    if not alike:
        points += 3 * d[HEIGHT]
    columns = min(third_size(d), bricks // 3)
    if points + letters_most(d, t, d[KIND]) + 4 * columns < d[TARGET]:
        return 0
    plain, bare = d[PLAIN], d[BARE]
    reds = t[d[ROW] + REDS]
    for level in range(d[HEIGHT]):
        if d[C + level] == 0:
            reds += d[WILD + level]
    shape_points(d, t, d[TONS_SEEN], reds + d[OF_COLOUR], reds)
    most = points + letters_most(d, t, d[KIND])
    found = 0
    if most + 4 * columns >= d[TARGET]:
        columns = reach(d, t)
        if most + 4 * columns >= d[TARGET]:
            found = set_letters(d, t, points, columns)
    d[PLAIN] = plain
    d[BARE] = bare
    return found


def third_size(d: Row) -> int:
    """The third largest size of a level: so many columns have three letters at most."""
    one = two = three = 0
    for level in range(d[HEIGHT]):
        size = d[N + level] + (d[X + level] if d[KEEP] else 0)
        if size > one:
            three = two
            two = one
            one = size
        elif size > two:
            three = two
            two = size
        elif size > three:
            three = size
    return three


def set_letters(d: Row, t: Table, points: int, columns: int) -> int:
    """Try all letters of the wildcards whose points leave few enough columns to be words."""
    wilds = d[JOKERS]
    place = d[VALUE] + (0 if wilds == 0 else 1 if wilds == 1 else FIRST_PAIR)
    for one in range(26 if wilds else 1):
        for two in range(one, 26 if wilds == 2 else one + 1):
            value = t[place]
            place += 1
            vowels = t[d[ROW] + VOWELS]
            if wilds:
                vowels += (VOWEL_BITS >> one) & 1
            if wilds == 2:
                vowels += (VOWEL_BITS >> two) & 1
            reached = points + max(d[PLAIN] + value, d[BARE] + value + vowels)
            if reached + 4 * columns < d[TARGET]:
                continue
            wanted = max(0, (d[TARGET] - reached + 3) // 4)
            d[FOUND] = reached + 4 * wanted
            left, right = one if wilds else -1, two if wilds == 2 else -1
            if place_letters(d, t, left, right, wanted):
                return 1
            if left < right and place_letters(d, t, right, left, wanted):
                return 1
            d[FOUND] = 0
    return 0


def place_letters(d: Row, t: Table, one: int, two: int, wanted: int) -> int:
    """1 if the wildcards can have these letters (-1: no wildcard) and so many columns are words."""
    if not (may_weigh(d, one, d[TONS]) and may_weigh(d, two, d[TONS + 1])):
        return 0
    clear = False
    for level in range(d[HEIGHT]):
        here = one if d[PLACE] == level else -1
        there = two if d[PLACE + 1] == level else -1
        if fill(d, t, level, here, there) > d[X + level]:
            return 0
        if d[FREE + level] and d[N + level] > 1:
            vowel = (here >= 0 and (VOWEL_BITS >> here) & 1) or (there >= 0 and (VOWEL_BITS >> there) & 1)
            clear = clear or not vowel
    if not clear:
        return 0
    d[WILD_LETTERS] = one
    d[WILD_LETTERS + 1] = two
    return column_words(d, t, wanted)


def may_weigh(d: Row, letter: int, tons: int) -> bool:
    """Whether a wildcard with that letter may weigh so much, within what J, Q, X and Z may; -1 is no wildcard."""
    return letter < 0 or d[LOW] <= tons <= d[HIGH] or (RARE_BITS >> letter) & 1 == 1
