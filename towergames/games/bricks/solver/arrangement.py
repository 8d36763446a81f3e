"""The arrangement of windows and letters in a tower whose bricks, wildcards and weights are fixed."""

from __future__ import annotations

from towergames.games.bricks.solver import proof_rows as at
from towergames.games.bricks.solver.proof_rows import Table
from towergames.games.bricks.solver.rows import CHILDREN, NODE, ONWARD, RARE_BITS, VOWEL_BITS, Row


def shape_points(d: Row, t: Table, tons: int, red_cards: int, red_bricks: int) -> None:
    """The most of rules 3, 7, 10, 25 and 29 over the shapes of the wildcards: PLAIN, and BARE without a rectangle."""
    row, wilds = d[at.ROW], d[at.JOKERS]
    d[at.PLAIN] = d[at.BARE] = at.NEVER
    for one in range(wilds + 1):
        triangles = t[row + at.SHAPES] + one
        for two in range(wilds + 1 - one):
            rectangles = t[row + at.SHAPES + at.RECTANGLE] + two
            hexagons = t[row + at.SHAPES + at.HEXAGON] + wilds - one - two
            points = red_cards if triangles == 0 else 0
            if not tons & 1 << 5:
                points += triangles
            if not tons & 1 << 4:
                points += rectangles
            if not tons & 1 << 3:
                points += hexagons
            if red_bricks == 0:
                points += hexagons
            d[at.PLAIN] = max(d[at.PLAIN], points)
            if rectangles == 0:
                d[at.BARE] = max(d[at.BARE], points)


def letters_most(d: Row, t: Table, kind: int) -> int:
    """An upper bound on the points of shapes and letters together."""
    row = d[at.ROW] + 2 * kind
    return max(d[at.PLAIN] + t[row], d[at.BARE] + t[row + 1])


def card_points(bricks: int, panes: int, more: int, tons: int) -> int:
    """Rules 13, 18 (windows), 33 and 36; ``more`` cards are no pieces."""
    cards = bricks + panes + more
    return 4 * (panes or -1) + 2 * (13 - cards) + (0 if tons & 1 << 1 else cards // 2)


def beyond(d: Row) -> int:
    """How many windows the tower has beyond the cards."""
    excess = 0
    for colour in range(3):
        excess += max(0, d[at.OF_COLOUR + colour] - d[at.WINDOWS + colour])
    return excess


def set_panes(d: Row, t: Table, apart: int) -> int:
    """Try all numbers of windows of the levels; 1 if a tower reaches the target. ``apart``: all sizes must differ."""
    level = 0
    d[at.SIZES] = d[at.ALIKE] = 0
    d[at.WINDOW_COUNTS] = -1
    while level >= 0:
        bricks, colour = d[at.BRICK_COUNTS + level], at.OF_COLOUR + d[at.HUES + level]
        if d[at.WINDOW_COUNTS + level] < 0:
            d[at.WINDOW_COUNTS + level] = d[at.NEED + level]
            d[colour] += d[at.NEED + level]
        else:
            d[at.WINDOW_COUNTS + level] += 1
            d[colour] += 1
        size = bricks + d[at.WINDOW_COUNTS + level]
        if d[at.WINDOW_COUNTS + level] > bricks or size > at.MOST_PIECES:
            d[colour] -= d[at.WINDOW_COUNTS + level]
            level -= 1
            continue
        same = (d[at.SIZES + level] >> size) & 1
        excess = beyond(d)
        if (same and (apart or size == 2)) or (excess and (not d[at.PANE_WILD] or excess > d[at.WILDS] - d[at.JOKERS])):
            continue
        if level + 1 == d[at.HEIGHT]:
            if settle(d, t, d[at.ALIKE + level] | same):
                return 1
            continue
        level += 1
        d[at.SIZES + level] = d[at.SIZES + level - 1] | (1 << size)
        d[at.ALIKE + level] = d[at.ALIKE + level - 1] | same
        d[at.WINDOW_COUNTS + level] = -1
    return 0


def settle(d: Row, t: Table, alike: int) -> int:
    """Whether the target can be reached when all but letters and places is fixed."""
    real = t[d[at.ROW] + at.SIZE]
    bricks = real + d[at.JOKERS]
    panes = d[at.OF_COLOUR] + d[at.OF_COLOUR + 1] + d[at.OF_COLOUR + 2]
    excess = beyond(d)
    stack = 1 if d[at.JOKERS] + excess > d[at.NATURAL] else 0
    if stack and real + panes - excess + 2 > d[at.ORDINARY]:
        return 0
    points = d[at.GIVEN] + card_points(bricks, panes, stack * (d[at.STACK] - 1), d[at.TONS_SEEN])
    if not alike:
        points += 3 * d[at.HEIGHT]
    columns = min(third_size(d), bricks // 3)
    if points + letters_most(d, t, d[at.KIND]) + 4 * columns < d[at.TARGET]:
        return 0
    plain, bare = d[at.PLAIN], d[at.BARE]
    reds = t[d[at.ROW] + at.REDS]
    for level in range(d[at.HEIGHT]):
        if d[at.HUES + level] == 0:
            reds += d[at.WILD + level]
    shape_points(d, t, d[at.TONS_SEEN], reds + d[at.OF_COLOUR], reds)
    most = points + letters_most(d, t, d[at.KIND])
    found = 0
    if most + 4 * columns >= d[at.TARGET]:
        columns = reach(d, t)
        if most + 4 * columns >= d[at.TARGET]:
            found = set_letters(d, t, points, columns)
    d[at.PLAIN] = plain
    d[at.BARE] = bare
    return found


def third_size(d: Row) -> int:
    """The third largest size of a level: so many columns have three letters at most."""
    one = two = three = 0
    for level in range(d[at.HEIGHT]):
        size = d[at.BRICK_COUNTS + level] + (d[at.WINDOW_COUNTS + level] if d[at.KEEP] else 0)
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
    wilds = d[at.JOKERS]
    place = d[at.VALUE] + (0 if wilds == 0 else 1 if wilds == 1 else at.FIRST_PAIR)
    for one in range(26 if wilds else 1):
        for two in range(one, 26 if wilds == 2 else one + 1):
            value = t[place]
            place += 1
            vowels = t[d[at.ROW] + at.VOWELS]
            if wilds:
                vowels += (VOWEL_BITS >> one) & 1
            if wilds == 2:
                vowels += (VOWEL_BITS >> two) & 1
            reached = points + max(d[at.PLAIN] + value, d[at.BARE] + value + vowels)
            if reached + 4 * columns < d[at.TARGET]:
                continue
            wanted = max(0, (d[at.TARGET] - reached + 3) // 4)
            d[at.FOUND] = reached + 4 * wanted
            left, right = one if wilds else -1, two if wilds == 2 else -1
            if place_letters(d, t, left, right, wanted):
                return 1
            if left < right and place_letters(d, t, right, left, wanted):
                return 1
            d[at.FOUND] = 0
    return 0


def place_letters(d: Row, t: Table, one: int, two: int, wanted: int) -> int:
    """1 if the wildcards can have these letters (-1: no wildcard) and so many columns are words."""
    if not (may_weigh(d, one, d[at.TONS]) and may_weigh(d, two, d[at.TONS + 1])):
        return 0
    clear = False
    for level in range(d[at.HEIGHT]):
        here = one if d[at.PLACE] == level else -1
        there = two if d[at.PLACE + 1] == level else -1
        if fill(d, t, level, here, there) > d[at.WINDOW_COUNTS + level]:
            return 0
        if d[at.FREE + level] and d[at.BRICK_COUNTS + level] > 1:
            vowel = (here >= 0 and (VOWEL_BITS >> here) & 1) or (there >= 0 and (VOWEL_BITS >> there) & 1)
            clear = clear or not vowel
    if not clear:
        return 0
    d[at.WILD_LETTERS] = one
    d[at.WILD_LETTERS + 1] = two
    return column_words(d, t, wanted)


def may_weigh(d: Row, letter: int, tons: int) -> bool:
    """Whether a wildcard with that letter may weigh so much, within what J, Q, X and Z may; -1 is no wildcard."""
    return letter < 0 or d[at.LOW] <= tons <= d[at.HIGH] or (RARE_BITS >> letter) & 1 == 1


# --- columns --------------------------------------------------------------------------------------


ALL_LETTERS = (1 << 26) - 1
PANE = 26


def reach(d: Row, t: Table) -> int:
    """How many columns can be words, each looked at alone and wildcards being any letter; fills REST."""
    for level in range(d[at.HEIGHT]):
        fill_real(d, t, level)
    widest = 0
    for level in range(d[at.HEIGHT]):
        widest = max(widest, d[at.BRICK_COUNTS + level] + (d[at.WINDOW_COUNTS + level] if d[at.KEEP] else 0))
    d[at.REST + widest] = 0
    for place in range(widest - 1, -1, -1):
        for level in range(d[at.HEIGHT]):
            d[at.READ + level] = may_stand(d, level, place)
        d[at.REST + place] = d[at.REST + place + 1] + spells(d, t)
    return d[at.REST]


def fill_real(d: Row, t: Table, level: int) -> None:
    """Write down the letters of the bricks of a level without its wildcards."""
    spot = at.SEQ + at.MOST_PIECES * level
    rest = d[at.MASK + level]
    card = 0
    while rest:
        if rest & 1:
            d[spot] = t[d[at.CARD_LETTERS] + card]
            spot += 1
        rest >>= 1
        card += 1


def may_stand(d: Row, level: int, place: int) -> int:
    """The letters that may stand at a place of a level; bit PANE for a window, 0 when the level is too short."""
    bricks, wilds = d[at.BRICK_COUNTS + level], d[at.WILD + level]
    panes = d[at.WINDOW_COUNTS + level] if d[at.KEEP] else 0
    if place >= bricks + panes:
        return 0
    found = 1 << PANE if panes else 0
    real = bricks - wilds
    for spot in range(max(0, place - panes), min(place, bricks - 1) + 1):
        low = d[at.SEQ + at.MOST_PIECES * level + spot - wilds] if spot >= wilds else 0
        high = d[at.SEQ + at.MOST_PIECES * level + spot] if spot < real else 25
        found |= (ALL_LETTERS >> (25 - high)) & ~((1 << low) - 1)
    return found


def spells(d: Row, t: Table) -> int:
    """1 if some word can be read down the levels, else 0; a node below 0 is the end of a word (``over``)."""
    top = d[at.HEIGHT] - 1
    floor, node = top, 0
    while True:
        while floor >= 0 and d[at.READ + d[at.ORDER + floor]] == 0:
            node = over(d, node)
            floor -= 1
        if floor >= 0:
            d[at.BRANCH + floor] = node
            d[at.MAY + floor] = d[at.READ + d[at.ORDER + floor]] & may_follow(d, t, node)
        elif t[d[at.TRIE] + NODE * (node if node >= 0 else -1 - node)]:
            return 1
        floor += 1 if floor < 0 else 0
        while floor <= top and (d[at.READ + d[at.ORDER + floor]] == 0 or d[at.MAY + floor] == 0):
            floor += 1
        if floor > top:
            return 0
        node = d[at.BRANCH + floor]
        letter = lowest(d[at.MAY + floor])
        d[at.MAY + floor] &= d[at.MAY + floor] - 1
        if letter < PANE:
            node = t[d[at.TRIE] + NODE * node + CHILDREN + letter]
        floor -= 1


def may_follow(d: Row, t: Table, node: int) -> int:
    """The letters that go on from a node, and a window."""
    return 1 << PANE | (t[d[at.TRIE] + NODE * node + ONWARD] if node >= 0 else 0)


def lowest(bits: int) -> int:
    """The place of the lowest bit."""
    place = 0
    while (bits >> place) & 1 == 0:
        place += 1
    return place


def over(d: Row, node: int) -> int:
    """The node behind a gap in a column: where gaps end words nothing may come any more, written as -1 - node."""
    return -1 - node if node > 0 and not d[at.SKIP] else node


def fill(d: Row, t: Table, level: int, one: int, two: int) -> int:
    """Write down the letters of a level, wildcards too (-1: none); the windows it needs, 99 if rule 21 forbids it."""
    fill_real(d, t, level)
    start = at.SEQ + at.MOST_PIECES * level
    count = d[at.BRICK_COUNTS + level] - d[at.WILD + level]
    for wild in (one, two):
        if wild >= 0:
            spot = start + count
            while spot > start and d[spot - 1] > wild:
                d[spot] = d[spot - 1]
                spot -= 1
            d[spot] = wild
            count += 1
    needs = 0
    for spot in range(start + 1, start + count):
        if d[spot] == d[spot - 1] + 1:
            needs += 1
        if spot > start + 1 and d[spot] == d[spot - 2]:
            return 99
    return needs


def column_words(d: Row, t: Table, wanted: int) -> int:
    """1 if windows can stand so that rule 35 is kept and so many columns are words; PLACES tells how."""
    for level in range(d[at.HEIGHT]):
        d[at.USED + level] = d[at.SEEN + level] = d[at.PLACES + level] = 0
        d[at.LAST + level] = -9
    read_on(d, d[at.HEIGHT] - 1, 0, 0, 0)
    frame = at.FRAMES
    while True:
        reached = descend(d, t, wanted)
        if reached > 0:
            return 1
        if reached < 0:
            frame += at.FRAME
            for n in range(at.TRIED):
                d[frame + n] = d[at.COLUMN + n]
            d[frame + at.TRIED] = 0
            d[frame + at.LAST_READ] = d[at.LAST + d[at.ORDER + d[at.COLUMN + at.FLOOR]]]
        while frame > at.FRAMES and not go_on(d, t, frame, wanted):
            frame -= at.FRAME
        if frame == at.FRAMES:
            return 0


def read_on(d: Row, floor: int, place: int, node: int, found: int) -> None:
    """Note where columns are read from now on."""
    d[at.COLUMN + at.FLOOR], d[at.COLUMN + at.AT] = floor, place
    d[at.COLUMN + at.NODE_AT], d[at.COLUMN + at.WORDS_READ] = node, found


def descend(d: Row, t: Table, wanted: int) -> int:
    """Go down a column to the next piece: -1 when there is one; at the end 1 if enough are words, else 0."""
    while True:
        floor, place = d[at.COLUMN + at.FLOOR], d[at.COLUMN + at.AT]
        node, found = d[at.COLUMN + at.NODE_AT], d[at.COLUMN + at.WORDS_READ]
        while floor >= 0 and not stands(d, d[at.ORDER + floor]):
            node = over(d, node)
            floor -= 1
        if floor >= 0:
            d[at.COLUMN + at.FLOOR], d[at.COLUMN + at.NODE_AT] = floor, node
            return -1
        if node < 0:
            node = -1 - node
        if t[d[at.TRIE] + NODE * node] and is_new(d, node, found):
            d[at.WORDS + found] = node
            found += 1
        more = False
        for level in range(d[at.HEIGHT]):
            more = more or stands(d, level)
        if not more:
            return 1 if found >= wanted else 0
        if found + d[at.REST + place + 1] < wanted:
            return 0
        read_on(d, d[at.HEIGHT] - 1, place + 1, 0, found)


def go_on(d: Row, t: Table, frame: int, wanted: int) -> bool:
    """Read the next piece that may stand where a frame is, first a window, then a letter; False when all were tried."""
    level, place = d[at.ORDER + d[frame + at.FLOOR]], d[frame + at.AT]
    node, found = d[frame + at.NODE_AT], d[frame + at.WORDS_READ]
    read_on(d, d[frame + at.FLOOR] - 1, place, node, found)
    tried = d[frame + at.TRIED]
    d[frame + at.TRIED] += 1
    if tried == 0 and d[at.KEEP] and d[at.SEEN + level] < d[at.WINDOW_COUNTS + level]:
        d[at.SEEN + level] += 1
        d[at.LAST + level] = -9
        d[at.PLACES + level] |= 1 << place
        return True
    if tried == 0:
        d[frame + at.TRIED] = 2
    elif tried == 1:
        d[at.SEEN + level] -= 1
        d[at.LAST + level] = d[frame + at.LAST_READ]
        d[at.PLACES + level] &= ~(1 << place)
    else:
        d[at.USED + level] -= 1
        d[at.LAST + level] = d[frame + at.LAST_READ]
        return False
    if d[at.USED + level] == d[at.BRICK_COUNTS + level]:
        return False
    letter = d[at.SEQ + at.MOST_PIECES * level + d[at.USED + level]]
    if d[at.KEEP] and letter == d[at.LAST + level] + 1:
        return False
    node = t[d[at.TRIE] + NODE * node + CHILDREN + letter] if node >= 0 else -1
    if node < 0 and found + d[at.REST + place + 1] < wanted:
        return False
    d[at.COLUMN + at.NODE_AT] = node
    d[at.USED + level] += 1
    d[at.LAST + level] = letter
    return True


def stands(d: Row, level: int) -> bool:
    """Whether a level reaches as far as the column that is read."""
    windows = d[at.KEEP] > 0 and d[at.SEEN + level] < d[at.WINDOW_COUNTS + level]
    return windows or d[at.USED + level] < d[at.BRICK_COUNTS + level]


def is_new(d: Row, node: int, found: int) -> bool:
    """Whether a word scores beside those found."""
    if d[at.ONCE]:
        for spot in range(at.WORDS, at.WORDS + found):
            if d[spot] == node:
                return False
    return True
