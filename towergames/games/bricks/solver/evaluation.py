"""The evaluation of a tower: the judge's points less a penalty for every broken rule."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from towergames.games.bricks.solver.layout import (
    ALIKE,
    ALL,
    BAD,
    BRICK_COUNT,
    CLEAR,
    COLOURS,
    COMMONEST,
    COUNT,
    EACH,
    EAST_BITS,
    FIRST_BRICK,
    FOURS,
    FREE,
    FREE_LETTERS,
    GO_ON,
    HASH,
    HEAD,
    HUE,
    KEEP,
    KEY,
    LETTER,
    LEVELS,
    LONGEST,
    MOST_OF_ONE,
    NATURAL,
    ONCE,
    ORDER,
    ORDINARY,
    PANE,
    PANE_WILD,
    PANES,
    PLACES,
    PLACES_AT,
    PRICE,
    RARE_BIT,
    RARES,
    ROW,
    ROWS_AT,
    SEE,
    SEEN,
    SET_BITS,
    SHAPE,
    SHAPE_MASK,
    SHAPES,
    SIZES,
    SKIP,
    SLOT,
    SLOTS,
    STACK,
    TALLY,
    TALLY_MASK,
    TONS,
    TONS_MASK,
    TONS_SEEN,
    TOTAL,
    TOWER_BITS,
    TRIE_NODE,
    TWOS,
    VOWEL_BITS,
    WEIGHT,
    WIDTH,
    WILD_BIT,
    WILD_BRICKS,
    WILD_COUNT,
    WILDS,
    WINDOW_BITS,
    WINDOWS,
    WORD,
    WORD_MASK,
    WORK,
)

FAR = 1000


def worth(tower: Row, d: Row, memo: Row, trie: Sequence[int], bank: Sequence[int], limit: float) -> int:
    """Points less penalties; BAD counts broken rules. A value far below ``limit`` when the tower cannot reach it."""
    survey(tower, d)
    stack = breaches(d)
    points = plain_points(tower, d, stack) - d[PRICE] * d[BAD]
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
    """Add the breaches of the whole tower to BAD; 1 when there must be an unnatural wildcard, else 0."""
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
        mine = (d[PANES] >> (TALLY * colour)) & TALLY_MASK
        panes += mine
        excess += max(0, mine - d[WINDOWS + colour])
        bad += max(0, ((d[COLOURS] >> (TALLY * colour)) & TALLY_MASK) - 6)
    if not d[PANE_WILD]:
        bad += 4 * excess
    wilds = d[WILD_BRICKS] + excess
    stack = 1 if wilds > d[NATURAL] else 0
    bad += 4 * max(0, wilds - d[WILDS])
    if stack and d[ALL] + panes - wilds + 2 > d[ORDINARY]:
        bad += 4
    d[BAD] += bad
    return stack


def plain_points(tower: Row, d: Row, stack: int) -> int:
    """The points of all rules but 15 and 19."""
    red, blue = d[COLOURS] & TALLY_MASK, (d[COLOURS] >> TALLY) & TALLY_MASK
    red_panes = d[PANES] & TALLY_MASK
    panes = red_panes + ((d[PANES] >> TALLY) & TALLY_MASK) + (d[PANES] >> 2 * TALLY)
    cards = d[ALL] + panes + (d[STACK] - 1) * stack
    triangles, rectangles, hexagons = d[SHAPES] & TALLY_MASK, (d[SHAPES] >> TALLY) & TALLY_MASK, d[SHAPES] >> 2 * TALLY
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
            floors += (floor - 1) * tower[d[ORDER + levels - 1 - floor] * SLOT + BRICK_COUNT]
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


# --- words ----------------------------------------------------------------------------------------


def column_points(d: Row, trie: Sequence[int]) -> int:
    """The points of rule 15 for the tower that was counted."""
    found = 0
    for place in range(6):
        node = read_column(place * WORD, d, trie)
        if node == 0:
            break
        if node > 0 and trie[node * TRIE_NODE]:
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
        sign = (d[ROW + d[ORDER + level]] >> shift) & WORD_MASK
        if sign == 0:
            gap = node > 0
            continue
        there = True
        if sign == PANE:
            continue
        if gap and not d[SKIP]:
            return -1
        node = trie[node * TRIE_NODE + sign]
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
    for at in range(1, 1 + HEAD * bank[0], HEAD):
        width, places, rows = bank[at + WIDTH], bank[at + PLACES_AT], bank[at + ROWS_AT]
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
    """For each word whether it lacks more than 0, 1, ... ``free`` letters: each missing letter moves it one row up."""
    width, places, rows = bank[at + WIDTH], bank[at + PLACES_AT], bank[at + ROWS_AT]
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


# --- the count of a tower -------------------------------------------------------------------------


Row = MutableSequence[int]


def survey(tower: Row, d: Row) -> None:
    """Count a tower; BAD gets the breaches of rules 9, 21 and 35, and of 5 as far as levels weigh the same."""
    for at in range(BAD, WILD_COUNT + 26 if d[FREE] else WILD_COUNT):
        d[at] = 0
    for slot in range(d[SLOTS]):
        level = slot * SLOT
        bricks = tower[level + BRICK_COUNT]
        if bricks == 0:
            continue
        panes = SET_BITS[tower[level + WINDOW_BITS]]
        hue = TALLY * tower[level + HUE]
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
        weight = read_level(tower, slot, d)
        d[TOTAL] += weight
        if weight > 0 and weight & 3 == 0:
            d[FOURS] += 1
        place_level(slot, weight, d)


def read_level(tower: Row, slot: int, d: Row) -> int:
    """Count the bricks of a level and write down its row of letters; what it weighs."""
    level = slot * SLOT
    start = level + FIRST_BRICK
    rest = tower[level + WINDOW_BITS]
    keep = d[KEEP]
    weight = row = shift = seen = key = rare = wilds = shapes = tons_seen = bad = 0
    left = one = two = -9
    most = d[COMMONEST]
    for at in range(start, start + tower[level + BRICK_COUNT]):
        while rest & 1:
            rest >>= 1
            left = -9
            if keep:
                row |= PANE << shift
                shift += WORD
        rest >>= 1
        brick = tower[at]
        letter = brick >> LETTER
        tons = (brick >> TONS) & TONS_MASK
        weight += tons
        tons_seen |= 1 << tons
        shapes += 1 << (TALLY * ((brick >> SHAPE) & SHAPE_MASK))
        rare += (brick >> RARE_BIT) & 1
        wild = (brick >> WILD_BIT) & 1
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
    if tower[level + BRICK_COUNT] > 1 and seen & VOWEL_BITS == 0:
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
