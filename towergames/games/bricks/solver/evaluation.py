"""The evaluation of a tower: the judge's points less a penalty for every broken rule."""

from __future__ import annotations

from collections.abc import Sequence

from towergames.games.bricks.rules import word_points
from towergames.games.bricks.solver import rows as at
from towergames.games.bricks.solver.rows import Row

FAR = 1000


def worth(tower: Row, d: Row, memo: Row, trie: Sequence[int], bank: Sequence[int], limit: float) -> int:
    """Points less penalties; BAD counts broken rules. A value far below ``limit`` when the tower cannot reach it."""
    survey(tower, d)
    stack = breaches(d)
    points = plain_points(tower, d, stack) - d[at.PRICE] * d[at.BAD]
    longest = -1 if d[at.SEE + 19] else 0
    most = longest
    if longest < 0:
        longest = most = known_points(d[at.KEY], memo)
        if longest < 0:
            most = word_points(min(d[at.ALL], d[at.LONGEST]))
    if points + most + 24 * d[at.SEE + 15] < limit:
        return points - FAR
    if d[at.SEE + 15]:
        points += column_points(d, trie)
    if points + most < limit:
        return points - FAR
    if longest < 0:
        # There is room to look for as many free letters as there are wildcards; a tower with more is illegal anyway.
        longest = look_up(d[at.KEY], min(d[at.FREE_LETTERS], d[at.WILDS]), d, memo, bank)
    return points + longest


def breaches(d: Row) -> int:
    """Add the breaches of the whole tower to BAD; 1 when there must be an unnatural wildcard, else 0."""
    bad = 2 * max(0, 4 - d[at.LEVELS]) + max(0, d[at.TWOS] - 1) + abs(d[at.FOURS] - 1) + 1 - d[at.CLEAR]
    if d[at.SEEN] & at.EAST_BITS == at.EAST_BITS:
        bad += 1
    rest = d[at.TOTAL]
    while rest:
        if rest % 10 == 5:
            bad += 1
            break
        rest //= 10
    excess = panes = 0
    for colour in range(3):
        mine = (d[at.PANES] >> (at.TALLY * colour)) & at.TALLY_MASK
        panes += mine
        excess += max(0, mine - d[at.WINDOWS + colour])
        bad += max(0, ((d[at.COLOURS] >> (at.TALLY * colour)) & at.TALLY_MASK) - 6)
    if not d[at.PANE_WILD]:
        bad += 4 * excess
    wilds = d[at.WILD_BRICKS] + excess
    stack = 1 if wilds > d[at.NATURAL] else 0
    bad += 4 * max(0, wilds - d[at.WILDS])
    if stack and d[at.ALL] + panes - wilds + 2 > d[at.ORDINARY]:
        bad += 4
    d[at.BAD] += bad
    return stack


def plain_points(tower: Row, d: Row, stack: int) -> int:
    """The points of all rules but 15 and 19."""
    see = at.SEE
    red, blue = d[at.COLOURS] & at.TALLY_MASK, (d[at.COLOURS] >> at.TALLY) & at.TALLY_MASK
    red_panes = d[at.PANES] & at.TALLY_MASK
    panes = red_panes + ((d[at.PANES] >> at.TALLY) & at.TALLY_MASK) + (d[at.PANES] >> 2 * at.TALLY)
    cards = d[at.ALL] + panes + (d[at.STACK] - 1) * stack
    triangles, rectangles = d[at.SHAPES] & at.TALLY_MASK, (d[at.SHAPES] >> at.TALLY) & at.TALLY_MASK
    hexagons = d[at.SHAPES] >> 2 * at.TALLY
    tons, levels = d[at.TONS_SEEN], d[at.LEVELS]
    points = (
        2 * d[see + 33] * (13 - cards)
        + d[see + 18] * (4 * panes + 2 * d[at.RARES])
        + 2 * d[see + 20] * max(0, d[at.COMMONEST] - 1)
    )
    if not tons & 1 << 5:
        points += d[see + 3] * triangles
    if not tons & 1 << 4:
        points += d[see + 7] * rectangles
    if not tons & 1 << 3:
        points += d[see + 10] * hexagons
    if not tons & 1 << 2:
        points += d[see + 12] * levels
    if not tons & 1 << 1:
        points += d[see + 13] * (cards // 2)
    if not d[at.ALIKE]:
        points += 3 * d[see + 14] * levels
    if d[at.SEEN] & at.TOWER_BITS == at.TOWER_BITS:
        points += 6 * d[see + 22]
    if triangles == 0:
        points += d[see + 25] * (red + red_panes)
    if rectangles == 0:
        for vowel in at.VOWEL_LETTERS:
            points += d[see + 28] * d[at.COUNT + vowel]
    if red == 0:
        points += d[see + 29] * hexagons
    if blue < 4:
        points += 3 * d[see + 30]
    if panes == 0:
        points -= 4 * d[see + 36]
    for floor in range(2, levels if d[at.GO_ON] else min(levels, 6)):
        slot = d[at.ORDER + levels - 1 - floor]
        points += d[see + 32] * (floor - 1) * tower[slot * at.SLOT + at.BRICK_COUNT]
    return points + d[see + 34] * run_points(d[at.SEEN], d[at.EACH])


def run_points(seen: int, each: int) -> int:
    """Rule 34 for the letters seen, bit by bit: of the longest run of letters, or of ``each``."""
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


# --- words ----------------------------------------------------------------------------------------


def column_points(d: Row, trie: Sequence[int]) -> int:
    """The points of rule 15 for the tower that was counted."""
    found = 0
    for place in range(6):
        node = read_column(place * at.WORD, d, trie)
        if node == 0:
            break
        if node > 0 and trie[node * at.NODE]:
            known = False
            for spot in range(at.WORK, at.WORK + found):
                known = known or d[spot] == node
            if not (known and d[at.ONCE]):
                d[at.WORK + found] = node
                found += 1
    return 4 * found


def read_column(shift: int, d: Row, trie: Sequence[int]) -> int:
    """The node of the trie that a column from top to bottom ends at; -1 for none, 0 when no level reaches so far."""
    node = 0
    gap = there = False
    for level in range(d[at.LEVELS]):
        sign = (d[at.ROW + d[at.ORDER + level]] >> shift) & at.WORD_MASK
        if sign == 0:
            gap = node > 0
            continue
        there = True
        if sign == at.PANE:
            continue
        if gap and not d[at.SKIP]:
            return -1
        node = trie[node * at.NODE + at.CHILDREN + sign - 1]
        if node < 0:
            return -1
    return node if node > 0 or not there else -1


def known_points(key: int, memo: Sequence[int]) -> int:
    """The points of rule 19 for letters that were looked up before, else -1."""
    spot = 2 * ((key ^ (key >> 23)) & at.PLACES)
    return memo[spot + 1] if memo[spot] == key else -1


def look_up(key: int, free: int, d: Row, memo: Row, bank: Sequence[int]) -> int:
    """The points of rule 19 for the letters that were counted, kept in the memo."""
    points = word_points(longest(free, d, bank))
    spot = 2 * ((key ^ (key >> 23)) & at.PLACES)
    memo[spot] = key
    memo[spot + 1] = points
    return points


def longest(free: int, d: Row, bank: Sequence[int]) -> int:
    """The length of the longest word of the letters that were counted, ``free`` of the bricks being any letter."""
    for spot in range(1, 1 + at.HEAD * bank[0], at.HEAD):
        width, places, rows = bank[spot + at.WIDTH], bank[spot + at.PLACES_AT], bank[spot + at.ROWS_AT]
        for i in range(width):
            d[at.WORK + i] = bank[rows + i]
        if free == 0:
            for letter in range(26):
                row = bank[places + at.MOST_OF_ONE * letter + min(d[at.COUNT + letter], at.MOST_OF_ONE - 1)]
                if row > 0:
                    for i in range(width):
                        d[at.WORK + i] |= bank[rows + row * width + i]
        else:
            lacking(free, d, bank, spot)
        left = at.WORK + free * width
        for i in range(left, left + width):
            if d[i] != -1:
                return bank[spot]
    return 0


def lacking(free: int, d: Row, bank: Sequence[int], spot: int) -> None:
    """For each word whether it lacks more than 0, 1, ... ``free`` letters: each missing letter moves it one row up."""
    width, places, rows = bank[spot + at.WIDTH], bank[spot + at.PLACES_AT], bank[spot + at.ROWS_AT]
    for more in range(at.WORK + width, at.WORK + (free + 1) * width):
        d[more] = d[more - width]
    for letter in range(26):
        own = d[at.COUNT + letter] - d[at.WILD_COUNT + letter]
        for have in range(min(own, at.MOST_OF_ONE - 1), at.MOST_OF_ONE):
            row = bank[places + at.MOST_OF_ONE * letter + have]
            if row <= 0:
                continue
            for i in range(width):
                wants = bank[rows + row * width + i]
                for up in range(at.WORK + free * width + i, at.WORK + i, -width):
                    d[up] |= d[up - width] & wants
                d[at.WORK + i] |= wants


# --- the count of a tower -------------------------------------------------------------------------


def survey(tower: Row, d: Row) -> None:
    """Count a tower; BAD gets the breaches of rules 9, 21 and 35, and of 5 as far as levels weigh the same."""
    for spot in range(at.BAD, at.WILD_COUNT + 26 if d[at.FREE] else at.WILD_COUNT):
        d[spot] = 0
    for slot in range(d[at.SLOTS]):
        level = slot * at.SLOT
        bricks = tower[level + at.BRICK_COUNT]
        if bricks == 0:
            continue
        panes = at.SET_BITS[tower[level + at.WINDOW_BITS]]
        hue = at.TALLY * tower[level + at.HUE]
        d[at.COLOURS] += bricks << hue
        d[at.PANES] += panes << hue
        d[at.ALL] += bricks
        size = bricks + panes
        if panes > bricks:
            d[at.BAD] += panes - bricks
        if size == 2:
            d[at.TWOS] += 1
        if (d[at.SIZES] >> size) & 1:
            d[at.ALIKE] = 1
        d[at.SIZES] |= 1 << size
        weight = read_level(tower, slot, d)
        d[at.TOTAL] += weight
        if weight > 0 and weight & 3 == 0:
            d[at.FOURS] += 1
        place_level(slot, weight, d)


def read_level(tower: Row, slot: int, d: Row) -> int:
    """Count the bricks of a level and write down its row of letters; what it weighs."""
    level = slot * at.SLOT
    start = level + at.FIRST_BRICK
    rest = tower[level + at.WINDOW_BITS]
    keep = d[at.KEEP]
    weight = row = shift = seen = key = rare = wilds = shapes = tons_seen = bad = 0
    left = one = two = -9
    most = d[at.COMMONEST]
    for spot in range(start, start + tower[level + at.BRICK_COUNT]):
        while rest & 1:
            rest >>= 1
            left = -9
            if keep:
                row |= at.PANE << shift
                shift += at.WORD
        rest >>= 1
        brick = tower[spot]
        letter = brick >> at.LETTER
        tons = (brick >> at.TONS) & at.TONS_MASK
        weight += tons
        tons_seen |= 1 << tons
        shapes += 1 << (at.TALLY * ((brick >> at.SHAPE) & at.SHAPE_MASK))
        rare += (brick >> at.RARE_BIT) & 1
        wild = (brick >> at.WILD_BIT) & 1
        wilds += wild
        if wild and d[at.FREE]:
            d[at.FREE_LETTERS] += 1
            d[at.WILD_COUNT + letter] += 1
            key += d[at.HASH + 26]
        else:
            key += d[at.HASH + letter]
        seen |= 1 << letter
        count = d[at.COUNT + letter] + 1
        d[at.COUNT + letter] = count
        most = max(most, count)
        if letter == left + 1:
            bad += 1
        if letter == one and letter == two:
            bad += 1
        two = one
        one = letter
        left = letter
        row |= (letter + 1) << shift
        shift += at.WORD
    while keep and rest:
        rest >>= 1
        row |= at.PANE << shift
        shift += at.WORD
    if tower[level + at.BRICK_COUNT] > 1 and seen & at.VOWEL_BITS == 0:
        d[at.CLEAR] = 1
    d[at.ROW + slot] = row
    d[at.SEEN] |= seen
    d[at.TONS_SEEN] |= tons_seen
    d[at.SHAPES] += shapes
    d[at.RARES] += rare
    d[at.WILD_BRICKS] += wilds
    d[at.KEY] += key
    d[at.COMMONEST] = most
    d[at.BAD] += bad
    return weight


def place_level(slot: int, weight: int, d: Row) -> None:
    """Put a level into the order of weights (rule 5)."""
    d[at.WEIGHT + slot] = weight
    spot = at.ORDER + d[at.LEVELS]
    while spot > at.ORDER and d[at.WEIGHT + d[spot - 1]] > weight:
        d[spot] = d[spot - 1]
        spot -= 1
    if spot > at.ORDER and d[at.WEIGHT + d[spot - 1]] == weight:
        d[at.BAD] += 1
    d[spot] = slot
    d[at.LEVELS] += 1
