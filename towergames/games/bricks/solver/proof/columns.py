"""Columns (rule 15) of a tower whose levels and numbers of windows are settled: can so many of them spell words?"""

from __future__ import annotations

from towergames.games.bricks.solver.proof.layout import (
    BRANCH,
    COLUMN,
    FRAME,
    FRAMES,
    HEIGHT,
    KEEP,
    LAST,
    LETTERS,
    MASK,
    MAY,
    NODE,
    ONCE,
    ORDER,
    PLACES,
    READ,
    REST,
    SEEN,
    SEQ,
    SKIP,
    TRIE,
    USED,
    WILD,
    WORDS,
    N,
    Row,
    Table,
    X,
)

ALL_LETTERS = (1 << 26) - 1
PANE = 26


def reach(d: Row, t: Table) -> int:
    """How many columns can be words, each looked at alone and wildcards being any letter; fills REST."""
    for level in range(d[HEIGHT]):
        fill_real(d, t, level)
    widest = 0
    for level in range(d[HEIGHT]):
        widest = max(widest, d[N + level] + (d[X + level] if d[KEEP] else 0))
    d[REST + widest] = 0
    for place in range(widest - 1, -1, -1):
        for level in range(d[HEIGHT]):
            d[READ + level] = may_stand(d, level, place)
        d[REST + place] = d[REST + place + 1] + spells(d, t)
    return d[REST]


def fill_real(d: Row, t: Table, level: int) -> None:
    """Write down the letters of the bricks of a level without its wildcards."""
    at = SEQ + 6 * level
    rest = d[MASK + level]
    card = 0
    while rest:
        if rest & 1:
            d[at] = t[d[LETTERS] + card]
            at += 1
        rest >>= 1
        card += 1


def may_stand(d: Row, level: int, place: int) -> int:
    """The letters that may stand at a place of a level; bit PANE for a window, 0 when the level is too short."""
    bricks, wilds = d[N + level], d[WILD + level]
    panes = d[X + level] if d[KEEP] else 0
    if place >= bricks + panes:
        return 0
    found = 1 << PANE if panes else 0
    real = bricks - wilds
    for at in range(max(0, place - panes), min(place, bricks - 1) + 1):
        low = d[SEQ + 6 * level + at - wilds] if at >= wilds else 0
        high = d[SEQ + 6 * level + at] if at < real else 25
        found |= (ALL_LETTERS >> (25 - high)) & ~((1 << low) - 1)
    return found


def spells(d: Row, t: Table) -> int:
    """1 if some word can be read down the levels, else 0; a node below 0 is the end of a word (``over``)."""
    top = d[HEIGHT] - 1
    floor, node = top, 0
    while True:
        while floor >= 0 and d[READ + d[ORDER + floor]] == 0:
            node = over(d, node)
            floor -= 1
        if floor >= 0:
            d[BRANCH + floor] = node
            d[MAY + floor] = d[READ + d[ORDER + floor]] & may_follow(d, t, node)
        elif t[d[TRIE] + NODE * (node if node >= 0 else -1 - node)]:
            return 1
        floor += 1 if floor < 0 else 0
        while floor <= top and (d[READ + d[ORDER + floor]] == 0 or d[MAY + floor] == 0):
            floor += 1
        if floor > top:
            return 0
        node = d[BRANCH + floor]
        letter = lowest(d[MAY + floor])
        d[MAY + floor] &= d[MAY + floor] - 1
        if letter < PANE:
            node = t[d[TRIE] + NODE * node + 2 + letter]
        floor -= 1


def may_follow(d: Row, t: Table, node: int) -> int:
    """The letters that go on from a node, and a window."""
    return 1 << PANE | (t[d[TRIE] + NODE * node + 1] if node >= 0 else 0)


def lowest(bits: int) -> int:
    """The place of the lowest bit."""
    place = 0
    while (bits >> place) & 1 == 0:
        place += 1
    return place


def over(d: Row, node: int) -> int:
    """The node behind a gap in a column: where gaps end words nothing may come any more, written as -1 - node."""
    return -1 - node if node > 0 and not d[SKIP] else node


def fill(d: Row, t: Table, level: int, one: int, two: int) -> int:
    """Write down the letters of a level, wildcards too (-1: none); the windows it needs, 99 if rule 21 forbids it."""
    fill_real(d, t, level)
    start = SEQ + 6 * level
    count = d[N + level] - d[WILD + level]
    for wild in (one, two):
        if wild >= 0:
            at = start + count
            while at > start and d[at - 1] > wild:
                d[at] = d[at - 1]
                at -= 1
            d[at] = wild
            count += 1
    needs = 0
    for at in range(start + 1, start + count):
        if d[at] == d[at - 1] + 1:
            needs += 1
        if at > start + 1 and d[at] == d[at - 2]:
            return 99
    return needs


def column_words(d: Row, t: Table, wanted: int) -> int:
    """1 if windows can stand so that rule 35 is kept and so many columns are words; PLACES tells how."""
    for level in range(d[HEIGHT]):
        d[USED + level] = d[SEEN + level] = d[PLACES + level] = 0
        d[LAST + level] = -9
    d[COLUMN], d[COLUMN + 1], d[COLUMN + 2], d[COLUMN + 3] = d[HEIGHT] - 1, 0, 0, 0
    frame = FRAMES
    while True:
        reached = descend(d, t, wanted)
        if reached > 0:
            return 1
        if reached < 0:
            frame += FRAME
            for n in range(4):
                d[frame + n] = d[COLUMN + n]
            d[frame + 4] = 0
            d[frame + 5] = d[LAST + d[ORDER + d[COLUMN]]]
        while frame > FRAMES and not go_on(d, t, frame, wanted):
            frame -= FRAME
        if frame == FRAMES:
            return 0


def descend(d: Row, t: Table, wanted: int) -> int:
    """Go down a column to the next piece: -1 when there is one; at the end 1 if enough are words, else 0."""
    while True:
        floor, place, node, found = d[COLUMN], d[COLUMN + 1], d[COLUMN + 2], d[COLUMN + 3]
        while floor >= 0 and not stands(d, d[ORDER + floor]):
            node = over(d, node)
            floor -= 1
        if floor >= 0:
            d[COLUMN], d[COLUMN + 2] = floor, node
            return -1
        if node < 0:
            node = -1 - node
        if t[d[TRIE] + NODE * node] and is_new(d, node, found):
            d[WORDS + found] = node
            found += 1
        more = False
        for level in range(d[HEIGHT]):
            more = more or stands(d, level)
        if not more:
            return 1 if found >= wanted else 0
        if found + d[REST + place + 1] < wanted:
            return 0
        d[COLUMN], d[COLUMN + 1], d[COLUMN + 2], d[COLUMN + 3] = d[HEIGHT] - 1, place + 1, 0, found


def go_on(d: Row, t: Table, frame: int, wanted: int) -> bool:
    """Read the next piece that may stand where a frame is, first a window, then a letter; False when all were tried."""
    level, place, node, found = d[ORDER + d[frame]], d[frame + 1], d[frame + 2], d[frame + 3]
    d[COLUMN], d[COLUMN + 1], d[COLUMN + 2], d[COLUMN + 3] = d[frame] - 1, place, node, found
    tried = d[frame + 4]
    d[frame + 4] += 1
    if tried == 0 and d[KEEP] and d[SEEN + level] < d[X + level]:
        d[SEEN + level] += 1
        d[LAST + level] = -9
        d[PLACES + level] |= 1 << place
        return True
    if tried == 0:
        d[frame + 4] = 2
    elif tried == 1:
        d[SEEN + level] -= 1
        d[LAST + level] = d[frame + 5]
        d[PLACES + level] &= ~(1 << place)
    else:
        d[USED + level] -= 1
        d[LAST + level] = d[frame + 5]
        return False
    if d[USED + level] == d[N + level]:
        return False
    letter = d[SEQ + 6 * level + d[USED + level]]
    if d[KEEP] and letter == d[LAST + level] + 1:
        return False
    node = t[d[TRIE] + NODE * node + 2 + letter] if node >= 0 else -1
    if node < 0 and found + d[REST + place + 1] < wanted:
        return False
    d[COLUMN + 2] = node
    d[USED + level] += 1
    d[LAST + level] = letter
    return True


def stands(d: Row, level: int) -> bool:
    """Whether a level reaches as far as the column that is read."""
    return d[USED + level] < d[N + level] or (d[KEEP] > 0 and d[SEEN + level] < d[X + level])


def is_new(d: Row, node: int, found: int) -> bool:
    """Whether a word scores beside those found."""
    if d[ONCE]:
        for at in range(WORDS, WORDS + found):
            if d[at] == node:
                return False
    return True
