"""The arrangement of windows and letters in a tower whose bricks, wildcards and weights are fixed."""

from __future__ import annotations

from towergames.games.bricks.solver.layout import RARE_BITS, VOWEL_BITS
from towergames.games.bricks.solver.proof.layout import (
    ALIKE,
    AT,
    BARE,
    BRANCH,
    BRICK_COUNTS,
    CHILDREN,
    COLUMN,
    FIRST_PAIR,
    FLOOR,
    FOUND,
    FRAME,
    FRAMES,
    FREE,
    GIVEN,
    HEIGHT,
    HEXAGON,
    HIGH,
    HUES,
    JOKERS,
    KEEP,
    KIND,
    LAST,
    LAST_READ,
    LETTERS,
    LOW,
    MASK,
    MAY,
    MOST_PIECES,
    NATURAL,
    NEED,
    NEVER,
    NODE,
    NODE_AT,
    OF_COLOUR,
    ONCE,
    ONWARD,
    ORDER,
    ORDINARY,
    PANE_WILD,
    PLACE,
    PLACES,
    PLAIN,
    READ,
    RECTANGLE,
    REDS,
    REST,
    ROW,
    SEEN,
    SEQ,
    SHAPES,
    SIZE,
    SIZES,
    SKIP,
    STACK,
    TARGET,
    TONS,
    TONS_SEEN,
    TRIE,
    TRIED,
    USED,
    VALUE,
    VOWELS,
    WILD,
    WILD_LETTERS,
    WILDS,
    WINDOW_COUNTS,
    WINDOWS,
    WORDS,
    WORDS_READ,
    Row,
    Table,
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
            rectangles = t[row + SHAPES + RECTANGLE] + two
            hexagons = t[row + SHAPES + HEXAGON] + wilds - one - two
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
    """An upper bound on the points of shapes and letters together."""
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
    d[WINDOW_COUNTS] = -1
    while level >= 0:
        bricks, colour = d[BRICK_COUNTS + level], OF_COLOUR + d[HUES + level]
        if d[WINDOW_COUNTS + level] < 0:
            d[WINDOW_COUNTS + level] = d[NEED + level]
            d[colour] += d[NEED + level]
        else:
            d[WINDOW_COUNTS + level] += 1
            d[colour] += 1
        size = bricks + d[WINDOW_COUNTS + level]
        if d[WINDOW_COUNTS + level] > bricks or size > MOST:
            d[colour] -= d[WINDOW_COUNTS + level]
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
        d[WINDOW_COUNTS + level] = -1
    return 0


def settle(d: Row, t: Table, alike: int) -> int:
    """Whether the target can be reached when all but letters and places is fixed."""
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
        if d[HUES + level] == 0:
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
        size = d[BRICK_COUNTS + level] + (d[WINDOW_COUNTS + level] if d[KEEP] else 0)
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
        if fill(d, t, level, here, there) > d[WINDOW_COUNTS + level]:
            return 0
        if d[FREE + level] and d[BRICK_COUNTS + level] > 1:
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


# --- columns --------------------------------------------------------------------------------------


ALL_LETTERS = (1 << 26) - 1
PANE = 26


def reach(d: Row, t: Table) -> int:
    """How many columns can be words, each looked at alone and wildcards being any letter; fills REST."""
    for level in range(d[HEIGHT]):
        fill_real(d, t, level)
    widest = 0
    for level in range(d[HEIGHT]):
        widest = max(widest, d[BRICK_COUNTS + level] + (d[WINDOW_COUNTS + level] if d[KEEP] else 0))
    d[REST + widest] = 0
    for place in range(widest - 1, -1, -1):
        for level in range(d[HEIGHT]):
            d[READ + level] = may_stand(d, level, place)
        d[REST + place] = d[REST + place + 1] + spells(d, t)
    return d[REST]


def fill_real(d: Row, t: Table, level: int) -> None:
    """Write down the letters of the bricks of a level without its wildcards."""
    at = SEQ + MOST_PIECES * level
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
    bricks, wilds = d[BRICK_COUNTS + level], d[WILD + level]
    panes = d[WINDOW_COUNTS + level] if d[KEEP] else 0
    if place >= bricks + panes:
        return 0
    found = 1 << PANE if panes else 0
    real = bricks - wilds
    for at in range(max(0, place - panes), min(place, bricks - 1) + 1):
        low = d[SEQ + MOST_PIECES * level + at - wilds] if at >= wilds else 0
        high = d[SEQ + MOST_PIECES * level + at] if at < real else 25
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
            node = t[d[TRIE] + NODE * node + CHILDREN + letter]
        floor -= 1


def may_follow(d: Row, t: Table, node: int) -> int:
    """The letters that go on from a node, and a window."""
    return 1 << PANE | (t[d[TRIE] + NODE * node + ONWARD] if node >= 0 else 0)


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
    start = SEQ + MOST_PIECES * level
    count = d[BRICK_COUNTS + level] - d[WILD + level]
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
    d[COLUMN + FLOOR], d[COLUMN + AT], d[COLUMN + NODE_AT], d[COLUMN + WORDS_READ] = d[HEIGHT] - 1, 0, 0, 0
    frame = FRAMES
    while True:
        reached = descend(d, t, wanted)
        if reached > 0:
            return 1
        if reached < 0:
            frame += FRAME
            for n in range(TRIED):
                d[frame + n] = d[COLUMN + n]
            d[frame + TRIED] = 0
            d[frame + LAST_READ] = d[LAST + d[ORDER + d[COLUMN + FLOOR]]]
        while frame > FRAMES and not go_on(d, t, frame, wanted):
            frame -= FRAME
        if frame == FRAMES:
            return 0


def descend(d: Row, t: Table, wanted: int) -> int:
    """Go down a column to the next piece: -1 when there is one; at the end 1 if enough are words, else 0."""
    while True:
        floor, place, node, found = d[COLUMN + FLOOR], d[COLUMN + AT], d[COLUMN + NODE_AT], d[COLUMN + WORDS_READ]
        while floor >= 0 and not stands(d, d[ORDER + floor]):
            node = over(d, node)
            floor -= 1
        if floor >= 0:
            d[COLUMN + FLOOR], d[COLUMN + NODE_AT] = floor, node
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
        d[COLUMN + FLOOR], d[COLUMN + AT], d[COLUMN + NODE_AT], d[COLUMN + WORDS_READ] = (
            d[HEIGHT] - 1,
            place + 1,
            0,
            found,
        )


def go_on(d: Row, t: Table, frame: int, wanted: int) -> bool:
    """Read the next piece that may stand where a frame is, first a window, then a letter; False when all were tried."""
    level, place = d[ORDER + d[frame + FLOOR]], d[frame + AT]
    node, found = d[frame + NODE_AT], d[frame + WORDS_READ]
    d[COLUMN + FLOOR], d[COLUMN + AT], d[COLUMN + NODE_AT], d[COLUMN + WORDS_READ] = (
        d[frame + FLOOR] - 1,
        place,
        node,
        found,
    )
    tried = d[frame + TRIED]
    d[frame + TRIED] += 1
    if tried == 0 and d[KEEP] and d[SEEN + level] < d[WINDOW_COUNTS + level]:
        d[SEEN + level] += 1
        d[LAST + level] = -9
        d[PLACES + level] |= 1 << place
        return True
    if tried == 0:
        d[frame + TRIED] = 2
    elif tried == 1:
        d[SEEN + level] -= 1
        d[LAST + level] = d[frame + LAST_READ]
        d[PLACES + level] &= ~(1 << place)
    else:
        d[USED + level] -= 1
        d[LAST + level] = d[frame + LAST_READ]
        return False
    if d[USED + level] == d[BRICK_COUNTS + level]:
        return False
    letter = d[SEQ + MOST_PIECES * level + d[USED + level]]
    if d[KEEP] and letter == d[LAST + level] + 1:
        return False
    node = t[d[TRIE] + NODE * node + CHILDREN + letter] if node >= 0 else -1
    if node < 0 and found + d[REST + place + 1] < wanted:
        return False
    d[COLUMN + NODE_AT] = node
    d[USED + level] += 1
    d[LAST + level] = letter
    return True


def stands(d: Row, level: int) -> bool:
    """Whether a level reaches as far as the column that is read."""
    return d[USED + level] < d[BRICK_COUNTS + level] or (d[KEEP] > 0 and d[SEEN + level] < d[WINDOW_COUNTS + level])


def is_new(d: Row, node: int, found: int) -> bool:
    """Whether a word scores beside those found."""
    if d[ONCE]:
        for at in range(WORDS, WORDS + found):
            if d[at] == node:
                return False
    return True
