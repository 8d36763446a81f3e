"""The walk over all ways to part bricks and wildcards into levels, without those that cannot reach the target.

Before it, :func:`weigh` completes the tables of the points of letters (rules 18, 19, 20, 22, 34, and 28 apart, for all
bricks and wildcards), which bound what a walk can still reach.
"""

from __future__ import annotations

from towergames.games.bricks.solver.evaluation import word_points
from towergames.games.bricks.solver.layout import EAST_BITS, RARE_BITS, TOWER_BITS, VOWEL_BITS
from towergames.games.bricks.solver.proof.arrangement import MOST, card_points, letters_most, set_panes, shape_points
from towergames.games.bricks.solver.proof.layout import (
    BEGUN,
    BLUES,
    BRICK_COUNTS,
    BRICKS,
    BUDGET,
    CHOICE,
    CLEAR,
    COUNT,
    COUNT_OF,
    COUNTS,
    EACH,
    FIRST_PAIR,
    FOUND,
    FREE,
    FREE_LETTERS,
    GIVEN,
    GO_ON,
    HEIGHT,
    HIGH,
    HUE,
    HUES,
    JOKERS,
    KIND,
    KINDS,
    LAID,
    LETTERS,
    LEVEL,
    LEVELS,
    LOW,
    MASK,
    NATURAL,
    NEED,
    NEEDS,
    NEVER,
    NEXT,
    ODD,
    OF_COLOUR,
    ORDER,
    ORDINARY,
    OWN,
    PAIRS,
    PARTS,
    PLACE,
    RARE_HIGH,
    RARE_LOW,
    REDS,
    ROW,
    SIZE,
    SPANS,
    STACK,
    STEPS,
    TARGET,
    TONS,
    TONS_SEEN,
    TOP,
    TOPS,
    VALUE,
    VALUES,
    VOWELS,
    WAY,
    WAY_OWN,
    WAY_TONS,
    WEIGHT,
    WEIGHTS,
    WILD,
    WILD_RARE,
    WILDS,
    WINDOWS,
    WITH,
    Row,
    Table,
)

FEWEST = 4
FULL = 6  # bricks of a colour


def walk(d: Row, t: Table, first: int) -> None:
    """Look at all towers with a way of the first colour, from way NEXT of the second on.

    Stops when it has found a tower (FOUND, and the tower on the workspace), or after BUDGET steps.
    """
    d[STEPS] = d[FOUND] = 0
    one = d[SPANS] + WAY * first
    count = lay(d, t, 0, one)
    for second in range(d[NEXT], d[COUNTS + 1]):
        d[NEXT] = second
        if d[STEPS] > d[BUDGET]:
            return
        two = d[SPANS + 1] + WAY * second
        both = lay(d, t, count, two)
        for third in range(d[COUNTS + 2]):
            three = d[SPANS + 2] + WAY * third
            d[HEIGHT] = lay(d, t, both, three)
            own = t[one + WAY_OWN] | t[two + WAY_OWN] | t[three + WAY_OWN]
            tons = t[one + WAY_TONS] | t[two + WAY_TONS] | t[three + WAY_TONS]
            d[ROW], d[VALUE] = d[TOPS] + TOP * own, d[VALUES] + PAIRS * own
            for wilds in range(d[WILDS] + 1):
                d[JOKERS] = wilds
                if visit(d, t, tons):
                    return
    d[NEXT] = d[COUNTS + 1]


def lay(d: Row, t: Table, count: int, way: int) -> int:
    """Lay the levels of a way upon ``count`` others; how many there are then."""
    for part in range(way + PARTS, way + PARTS + t[way]):
        at = d[LEVELS] + LEVEL * t[part]
        d[WEIGHTS + count] = t[at + WEIGHT]
        d[BRICK_COUNTS + count] = t[at + COUNT]
        d[NEED + count] = t[at + NEEDS]
        d[FREE + count] = t[at + CLEAR]
        d[MASK + count] = t[at + OWN]
        d[HUES + count] = t[at + HUE]
        d[WILD + count] = 0
        count += 1
    return count


def visit(d: Row, t: Table, tons: int) -> int:
    """Give levels and tons to the wildcards; 1 if a tower reaches the target."""
    wilds = d[JOKERS]
    kind = 0 if wilds == 0 else 1 if wilds == 1 else 3
    apart = promising(d, t, tons, wilds, kind)
    if apart < 0:
        return 0
    if wilds == 0:
        return try_panes(d, t, tons, kind, apart)
    number = 0
    d[CHOICE], d[WITH], d[ODD], d[LAID] = 0, tons, 0, d[HEIGHT]
    while number >= 0:
        placed = place_next(d, number)
        if placed == 0:
            number -= 1
            if number >= 0:
                take_back(d, number)
            continue
        weight = d[TONS + number]
        odd = d[ODD + number] + (0 if d[LOW] <= weight <= d[HIGH] else 1)
        tons = d[WITH + number] | 1 << weight
        left = wilds - number - 1
        apart = promising(d, t, tons, left, kind + odd)
        if apart >= 0 and left > 0:
            number += 1
            d[CHOICE + number], d[WITH + number], d[ODD + number], d[LAID + number] = 0, tons, odd, d[HEIGHT]
            continue
        if apart >= 0 and try_panes(d, t, tons, kind + odd, apart):
            return 1
        take_back(d, number)
    return 0


def place_next(d: Row, number: int) -> int:
    """Place a wildcard in the next way: some tons, in a level that is there or a new one; 0 when all were tried."""
    levels = d[LAID + number]
    least = min(d[LOW], d[RARE_LOW])
    while True:
        weight = least + d[CHOICE + number] // (levels + 3)
        level = d[CHOICE + number] % (levels + 3)
        d[CHOICE + number] += 1
        if weight > max(d[HIGH], d[RARE_HIGH]):
            return 0
        begun = 16 * (level - levels) + weight + 1 if level >= levels else 0
        if number > 0:  # of two wildcards that change places only one order is tried
            other = d[PLACE + number - 1]
            if level < other or (level == other and weight < d[TONS + number - 1]):
                continue
            if begun and begun < d[BEGUN + number - 1]:
                continue
        if level < levels and d[BRICK_COUNTS + level] == MOST:
            continue
        d[TONS + number], d[BEGUN + number], d[PLACE + number] = weight, begun, min(level, levels)
        if begun:
            d[WEIGHTS + levels] = weight
            d[BRICK_COUNTS + levels] = d[WILD + levels] = d[FREE + levels] = 1
            d[HUES + levels] = level - levels
            d[NEED + levels] = d[MASK + levels] = 0
            d[HEIGHT] += 1
        else:
            d[WEIGHTS + level] += weight
            d[BRICK_COUNTS + level] += 1
            d[WILD + level] += 1
        return 1


def take_back(d: Row, number: int) -> None:
    """Take a wildcard out again."""
    if d[BEGUN + number]:
        d[HEIGHT] -= 1
        return
    level = d[PLACE + number]
    d[WEIGHTS + level] -= d[TONS + number]
    d[BRICK_COUNTS + level] -= 1
    d[WILD + level] -= 1


def promising(d: Row, t: Table, tons: int, left: int, kind: int) -> int:
    """Whether the levels may stand and reach the target, with so many wildcards still to come: as ``hopes``."""
    d[STEPS] += 1
    return hopes(d, t, tons, left, kind) if lawful(d, left) else -1


def try_panes(d: Row, t: Table, tons: int, kind: int, apart: int) -> int:
    """All wildcards are placed: go on with windows."""
    d[OF_COLOUR] = d[OF_COLOUR + 1] = d[OF_COLOUR + 2] = 0
    d[KIND], d[TONS_SEEN] = kind, tons
    return set_panes(d, t, apart)


def lawful(d: Row, left: int) -> bool:
    """Put the levels in order; whether rules 1, 5, 6, 16, 17 and 24 can be kept with so many more wildcards."""
    if d[HEIGHT] + left < FEWEST:
        return False
    fours = total = ties = 0
    clear = left > 1
    for level in range(d[HEIGHT]):
        weight = d[WEIGHTS + level]
        total += weight
        if weight and weight & 3 == 0:
            fours += 1
        if d[FREE + level] and d[BRICK_COUNTS + level] + left > 1:
            clear = True
        at = ORDER + level
        while at > ORDER and d[WEIGHTS + d[at - 1]] < weight:
            d[at] = d[at - 1]
            at -= 1
        if at > ORDER and d[WEIGHTS + d[at - 1]] == weight:
            ties += 1
        d[at] = level
    if not clear or ties > left or fours > 1 + left:
        return False
    return left > 0 or (fours > 0 and sound(d, total))


def sound(d: Row, total: int) -> bool:
    """Rules 6 and 16."""
    while total:
        if total % 10 == 5:
            return False
        total //= 10
    for colour in range(3):
        count = 0
        for level in range(d[HEIGHT]):
            if d[HUES + level] == colour:
                count += d[BRICK_COUNTS + level]
        if count > FULL:
            return False
    return True


def hopes(d: Row, t: Table, tons: int, left: int, kind: int) -> int:
    """-1 if the target is out of reach; else 1 if it is so unless all levels differ in size (rule 14), else 0.

    Leaves in GIVEN, PLAIN and BARE what ``panes`` counts with when no wildcard is left.
    """
    bricks = t[d[ROW] + SIZE] + d[JOKERS]
    reds, blues = t[d[ROW] + REDS], t[d[ROW] + BLUES]
    for level in range(d[HEIGHT]):
        if d[HUES + level] == 0:
            reds += d[WILD + level]
        elif d[HUES + level] == 1:
            blues += d[WILD + level]
    shape_points(d, t, tons, reds + left + d[WINDOWS] + d[WILDS] - d[JOKERS], reds)
    points = floors(d, left)
    if blues < 4:
        points += 3
    if tons & 4 == 0:
        points += d[HEIGHT] + left
    d[GIVEN] = points
    panes = most_panes(d, t[d[ROW] + SIZE], left)
    if panes < 0:
        return -1
    more = d[STACK] - 1 if d[JOKERS] > d[NATURAL] else 0
    points += letters_most(d, t, kind) + card_points(bricks, panes, more, tons)
    pieces = bricks + panes
    if points + 4 * min(bricks // 3, min(MOST, (pieces - max(0, d[HEIGHT] - 3)) // 3)) >= d[TARGET]:
        return 0
    for new in range(left + 1):
        levels = d[HEIGHT] + new
        columns = min(bricks // 3, min(4, (pieces - 3 - (levels - 3) * (levels - 2) // 2) // 3))
        if points + 3 * levels + 4 * columns >= d[TARGET] and can_differ(d, new, panes + left - new):
            return 1
    return -1


def floors(d: Row, left: int) -> int:
    """The most of rule 32: each wildcard left raises any level by a floor at most, and stands as high as can be."""
    points = 0
    top = d[HEIGHT] + left - 1
    for floor in range(d[HEIGHT]):
        high = floor + left
        if not d[GO_ON] and high > 5:
            high = 5 if left or floor < 6 else 0
        points += max(0, high - 1) * d[BRICK_COUNTS + d[ORDER + floor]]
    if not d[GO_ON]:
        top = min(top, 5)
    return points + left * max(0, top - 1)


def most_panes(d: Row, real: int, left: int) -> int:
    """How many windows there can be beside so many real bricks; -1 when rule 35 wants more."""
    spare = d[WILDS] - d[JOKERS]
    panes = lacking = 0
    for colour in range(3):
        need = room = 0
        for level in range(d[HEIGHT]):
            if d[HUES + level] == colour:
                need += d[NEED + level]
                room += min(d[BRICK_COUNTS + level], MOST - d[BRICK_COUNTS + level])
        panes += min(d[WINDOWS + colour], room + left)
        lacking += max(0, need - d[WINDOWS + colour])
    if lacking > spare:
        return -1
    if d[JOKERS] > d[NATURAL]:
        panes = min(panes, d[ORDINARY] - 2 - real)
        if panes < 0:
            return -1
    return panes + spare


def can_differ(d: Row, new: int, more: int) -> bool:
    """Whether levels, ``new`` ones of one brick among them, can differ in size with so many more pieces."""
    if d[HEIGHT] + new > MOST:
        return False
    size = 0
    for count in range(1, MOST + 1):
        for level in range(-new if count == 1 else 0, d[HEIGHT]):
            if level < 0 or d[BRICK_COUNTS + level] == count:
                size = max(size + 1, count)
                more -= size - count
    return size <= MOST and more >= 0


# --- the points of letters --------------------------------------------------------------------------


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
