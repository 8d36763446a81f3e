"""Counting a tower for the rules: one pass over its bricks, and all that rules look at is on the desk (``layout``)."""

from __future__ import annotations

from collections.abc import MutableSequence

from towergames.games.bricks.solver.layout import (
    ALIKE,
    ALL,
    BAD,
    CLEAR,
    COLOURS,
    COMMONEST,
    COUNT,
    FOURS,
    FREE,
    FREE_LETTERS,
    HASH,
    KEEP,
    KEY,
    LETTER,
    LEVELS,
    ORDER,
    PANE,
    PANES,
    RARES,
    ROW,
    SEEN,
    SET_BITS,
    SHAPE,
    SHAPES,
    SIZES,
    SLOT,
    SLOTS,
    TONS,
    TONS_SEEN,
    TOTAL,
    TWOS,
    VOWEL_BITS,
    WEIGHT,
    WILD_BRICKS,
    WILD_COUNT,
    WORD,
)

Row = MutableSequence[int]


def survey(st: Row, d: Row) -> None:
    """Count a tower; BAD gets the breaches of rules 9, 21 and 35, and of 5 as far as levels weigh the same."""
    for at in range(BAD, WILD_COUNT + 26 if d[FREE] else WILD_COUNT):
        d[at] = 0
    for slot in range(d[SLOTS]):
        bricks = st[slot * SLOT + 1]
        if bricks == 0:
            continue
        panes = SET_BITS[st[slot * SLOT + 2]]
        hue = 8 * st[slot * SLOT]
        d[COLOURS] += bricks << hue
        d[PANES] += panes << hue
        d[ALL] += bricks
        size = bricks + panes
        if panes > bricks:
            d[BAD] += panes - bricks
        if size == 2:
            d[TWOS] += 1
        if (d[SIZES] >> size) & 1:
            d[ALIKE] = 1
        d[SIZES] |= 1 << size
        weight = read_level(st, slot, d)
        d[TOTAL] += weight
        if weight > 0 and weight & 3 == 0:
            d[FOURS] += 1
        place_level(slot, weight, d)


def read_level(st: Row, slot: int, d: Row) -> int:
    """Count the bricks of a level and write down its row of letters; what it weighs."""
    start = slot * SLOT + 3
    rest = st[start - 1]
    keep = d[KEEP]
    weight = row = shift = seen = key = rare = wilds = shapes = tons_seen = bad = 0
    left = one = two = -9
    most = d[COMMONEST]
    for at in range(start, start + st[start - 2]):
        while rest & 1:
            rest >>= 1
            left = -9
            if keep:
                row |= PANE << shift
                shift += WORD
        rest >>= 1
        brick = st[at]
        letter = brick >> LETTER
        tons = (brick >> TONS) & 31
        weight += tons
        tons_seen |= 1 << tons
        shapes += 1 << (8 * ((brick >> SHAPE) & 3))
        rare += (brick >> 11) & 1
        wild = (brick >> 10) & 1
        wilds += wild
        if wild and d[FREE]:
            d[FREE_LETTERS] += 1
            d[WILD_COUNT + letter] += 1
            key += d[HASH + 26]
        else:
            key += d[HASH + letter]
        seen |= 1 << letter
        count = d[COUNT + letter] + 1
        d[COUNT + letter] = count
        most = max(most, count)
        if letter == left + 1:
            bad += 1
        if letter == one and letter == two:
            bad += 1
        two = one
        one = letter
        left = letter
        row |= (letter + 1) << shift
        shift += WORD
    while keep and rest:
        rest >>= 1
        row |= PANE << shift
        shift += WORD
    if st[start - 2] > 1 and seen & VOWEL_BITS == 0:
        d[CLEAR] = 1
    d[ROW + slot] = row
    d[SEEN] |= seen
    d[TONS_SEEN] |= tons_seen
    d[SHAPES] += shapes
    d[RARES] += rare
    d[WILD_BRICKS] += wilds
    d[KEY] += key
    d[COMMONEST] = most
    d[BAD] += bad
    return weight


def place_level(slot: int, weight: int, d: Row) -> None:
    """Put a level into the order of weights (rule 5)."""
    d[WEIGHT + slot] = weight
    at = ORDER + d[LEVELS]
    while at > ORDER and d[WEIGHT + d[at - 1]] > weight:
        d[at] = d[at - 1]
        at -= 1
    if at > ORDER and d[WEIGHT + d[at - 1]] == weight:
        d[BAD] += 1
    d[at] = slot
    d[LEVELS] += 1
