"""The walk over all ways to part bricks and wildcards into levels, without those that cannot reach the target.

Before it, :func:`weigh` completes the tables of the points of letters (rules 18, 19, 20, 22, 34, and 28 apart, for all
bricks and wildcards), which bound what a walk can still reach.
"""

from __future__ import annotations

from towergames.games.bricks.rules import FEWEST_LEVELS, MOST_OF_A_COLOUR, word_points
from towergames.games.bricks.solver import proof_rows as at
from towergames.games.bricks.solver.arrangement import card_points, letters_most, set_panes, shape_points
from towergames.games.bricks.solver.evaluation import run_points
from towergames.games.bricks.solver.proof_rows import Table
from towergames.games.bricks.solver.rows import EAST_BITS, RARE_BITS, TOWER_BITS, VOWEL_BITS, Row


def walk(d: Row, t: Table, first: int) -> None:
    """Look at all towers with a way of the first colour, from way NEXT of the second on.

    Stops when it has found a tower (FOUND, and the tower on the workspace), or after BUDGET steps.
    """
    d[at.STEPS] = d[at.FOUND] = 0
    one = d[at.SPANS] + at.WAY * first
    count = lay(d, t, 0, one)
    for second in range(d[at.NEXT], d[at.COUNTS + 1]):
        d[at.NEXT] = second
        if d[at.STEPS] > d[at.BUDGET]:
            return
        two = d[at.SPANS + 1] + at.WAY * second
        both = lay(d, t, count, two)
        for third in range(d[at.COUNTS + 2]):
            three = d[at.SPANS + 2] + at.WAY * third
            d[at.HEIGHT] = lay(d, t, both, three)
            own = t[one + at.WAY_OWN] | t[two + at.WAY_OWN] | t[three + at.WAY_OWN]
            tons = t[one + at.WAY_TONS] | t[two + at.WAY_TONS] | t[three + at.WAY_TONS]
            d[at.ROW], d[at.VALUE] = d[at.TOPS] + at.TOP * own, d[at.VALUES] + at.PAIRS * own
            for wilds in range(d[at.WILDS] + 1):
                d[at.JOKERS] = wilds
                if visit(d, t, tons):
                    return
    d[at.NEXT] = d[at.COUNTS + 1]


def lay(d: Row, t: Table, count: int, way: int) -> int:
    """Lay the levels of a way upon ``count`` others; how many there are then."""
    for part in range(way + at.PARTS, way + at.PARTS + t[way]):
        spot = d[at.LEVELS] + at.LEVEL * t[part]
        d[at.WEIGHTS + count] = t[spot + at.WEIGHT]
        d[at.BRICK_COUNTS + count] = t[spot + at.COUNT]
        d[at.NEED + count] = t[spot + at.NEEDS]
        d[at.FREE + count] = t[spot + at.CLEAR]
        d[at.MASK + count] = t[spot + at.OWN]
        d[at.HUES + count] = t[spot + at.HUE]
        d[at.WILD + count] = 0
        count += 1
    return count


def visit(d: Row, t: Table, tons: int) -> int:
    """Give levels and tons to the wildcards; 1 if a tower reaches the target."""
    wilds = d[at.JOKERS]
    kind = 0 if wilds == 0 else 1 if wilds == 1 else 3
    apart = promising(d, t, tons, wilds, kind)
    if apart < 0:
        return 0
    if wilds == 0:
        return try_panes(d, t, tons, kind, apart)
    number = 0
    d[at.CHOICE], d[at.WITH], d[at.ODD], d[at.LAID] = 0, tons, 0, d[at.HEIGHT]
    while number >= 0:
        placed = place_next(d, number)
        if placed == 0:
            number -= 1
            if number >= 0:
                take_back(d, number)
            continue
        weight = d[at.TONS + number]
        odd = d[at.ODD + number] + (0 if d[at.LOW] <= weight <= d[at.HIGH] else 1)
        tons = d[at.WITH + number] | 1 << weight
        left = wilds - number - 1
        apart = promising(d, t, tons, left, kind + odd)
        if apart >= 0 and left > 0:
            number += 1
            d[at.CHOICE + number], d[at.WITH + number], d[at.ODD + number], d[at.LAID + number] = (
                0,
                tons,
                odd,
                d[at.HEIGHT],
            )
            continue
        if apart >= 0 and try_panes(d, t, tons, kind + odd, apart):
            return 1
        take_back(d, number)
    return 0


def place_next(d: Row, number: int) -> int:
    """Place a wildcard in the next way: some tons, in a level that is there or a new one; 0 when all were tried."""
    levels = d[at.LAID + number]
    least = min(d[at.LOW], d[at.RARE_LOW])
    while True:
        weight = least + d[at.CHOICE + number] // (levels + 3)
        level = d[at.CHOICE + number] % (levels + 3)
        d[at.CHOICE + number] += 1
        if weight > max(d[at.HIGH], d[at.RARE_HIGH]):
            return 0
        begun = 16 * (level - levels) + weight + 1 if level >= levels else 0
        if number > 0:  # of two wildcards that change places only one order is tried
            other = d[at.PLACE + number - 1]
            if level < other or (level == other and weight < d[at.TONS + number - 1]):
                continue
            if begun and begun < d[at.BEGUN + number - 1]:
                continue
        if level < levels and d[at.BRICK_COUNTS + level] == at.MOST_PIECES:
            continue
        d[at.TONS + number], d[at.BEGUN + number], d[at.PLACE + number] = weight, begun, min(level, levels)
        if begun:
            d[at.WEIGHTS + levels] = weight
            d[at.BRICK_COUNTS + levels] = d[at.WILD + levels] = d[at.FREE + levels] = 1
            d[at.HUES + levels] = level - levels
            d[at.NEED + levels] = d[at.MASK + levels] = 0
            d[at.HEIGHT] += 1
        else:
            d[at.WEIGHTS + level] += weight
            d[at.BRICK_COUNTS + level] += 1
            d[at.WILD + level] += 1
        return 1


def take_back(d: Row, number: int) -> None:
    """Take a wildcard out again."""
    if d[at.BEGUN + number]:
        d[at.HEIGHT] -= 1
        return
    level = d[at.PLACE + number]
    d[at.WEIGHTS + level] -= d[at.TONS + number]
    d[at.BRICK_COUNTS + level] -= 1
    d[at.WILD + level] -= 1


def promising(d: Row, t: Table, tons: int, left: int, kind: int) -> int:
    """Whether the levels may stand and reach the target, with so many wildcards still to come: as ``hopes``."""
    d[at.STEPS] += 1
    return hopes(d, t, tons, left, kind) if lawful(d, left) else -1


def try_panes(d: Row, t: Table, tons: int, kind: int, apart: int) -> int:
    """All wildcards are placed: go on with windows."""
    d[at.OF_COLOUR] = d[at.OF_COLOUR + 1] = d[at.OF_COLOUR + 2] = 0
    d[at.KIND], d[at.TONS_SEEN] = kind, tons
    return set_panes(d, t, apart)


def lawful(d: Row, left: int) -> bool:
    """Put the levels in order; whether rules 1, 5, 6, 16, 17 and 24 can be kept with so many more wildcards."""
    if d[at.HEIGHT] + left < FEWEST_LEVELS:
        return False
    fours = total = ties = 0
    clear = left > 1
    for level in range(d[at.HEIGHT]):
        weight = d[at.WEIGHTS + level]
        total += weight
        if weight and weight & 3 == 0:
            fours += 1
        if d[at.FREE + level] and d[at.BRICK_COUNTS + level] + left > 1:
            clear = True
        spot = at.ORDER + level
        while spot > at.ORDER and d[at.WEIGHTS + d[spot - 1]] < weight:
            d[spot] = d[spot - 1]
            spot -= 1
        if spot > at.ORDER and d[at.WEIGHTS + d[spot - 1]] == weight:
            ties += 1
        d[spot] = level
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
        for level in range(d[at.HEIGHT]):
            if d[at.HUES + level] == colour:
                count += d[at.BRICK_COUNTS + level]
        if count > MOST_OF_A_COLOUR:
            return False
    return True


def hopes(d: Row, t: Table, tons: int, left: int, kind: int) -> int:
    """-1 if the target is out of reach; else 1 if it is so unless all levels differ in size (rule 14), else 0.

    Leaves in GIVEN, PLAIN and BARE what ``panes`` counts with when no wildcard is left.
    """
    bricks = t[d[at.ROW] + at.SIZE] + d[at.JOKERS]
    reds, blues = t[d[at.ROW] + at.REDS], t[d[at.ROW] + at.BLUES]
    for level in range(d[at.HEIGHT]):
        if d[at.HUES + level] == 0:
            reds += d[at.WILD + level]
        elif d[at.HUES + level] == 1:
            blues += d[at.WILD + level]
    shape_points(d, t, tons, reds + left + d[at.WINDOWS] + d[at.WILDS] - d[at.JOKERS], reds)
    points = floors(d, left)
    if blues < 4:
        points += 3
    if tons & 4 == 0:
        points += d[at.HEIGHT] + left
    d[at.GIVEN] = points
    panes = most_panes(d, t[d[at.ROW] + at.SIZE], left)
    if panes < 0:
        return -1
    more = d[at.STACK] - 1 if d[at.JOKERS] > d[at.NATURAL] else 0
    points += letters_most(d, t, kind) + card_points(bricks, panes, more, tons)
    pieces = bricks + panes
    if points + 4 * min(bricks // 3, min(at.MOST_PIECES, (pieces - max(0, d[at.HEIGHT] - 3)) // 3)) >= d[at.TARGET]:
        return 0
    for new in range(left + 1):
        levels = d[at.HEIGHT] + new
        columns = min(bricks // 3, min(4, (pieces - 3 - (levels - 3) * (levels - 2) // 2) // 3))
        if points + 3 * levels + 4 * columns >= d[at.TARGET] and can_differ(d, new, panes + left - new):
            return 1
    return -1


def floors(d: Row, left: int) -> int:
    """The most of rule 32: each wildcard left raises any level by a floor at most, and stands as high as can be."""
    points = 0
    top = d[at.HEIGHT] + left - 1
    for floor in range(d[at.HEIGHT]):
        high = floor + left
        if not d[at.GO_ON] and high > 5:
            high = 5 if left or floor < 6 else 0
        points += max(0, high - 1) * d[at.BRICK_COUNTS + d[at.ORDER + floor]]
    if not d[at.GO_ON]:
        top = min(top, 5)
    return points + left * max(0, top - 1)


def most_panes(d: Row, real: int, left: int) -> int:
    """How many windows there can be beside so many real bricks; -1 when rule 35 wants more."""
    spare = d[at.WILDS] - d[at.JOKERS]
    panes = lacking = 0
    for colour in range(3):
        need = room = 0
        for level in range(d[at.HEIGHT]):
            if d[at.HUES + level] == colour:
                need += d[at.NEED + level]
                room += min(d[at.BRICK_COUNTS + level], at.MOST_PIECES - d[at.BRICK_COUNTS + level])
        panes += min(d[at.WINDOWS + colour], room + left)
        lacking += max(0, need - d[at.WINDOWS + colour])
    if lacking > spare:
        return -1
    if d[at.JOKERS] > d[at.NATURAL]:
        panes = min(panes, d[at.ORDINARY] - 2 - real)
        if panes < 0:
            return -1
    return panes + spare


def can_differ(d: Row, new: int, more: int) -> bool:
    """Whether levels, ``new`` ones of one brick among them, can differ in size with so many more pieces."""
    if d[at.HEIGHT] + new > at.MOST_PIECES:
        return False
    size = 0
    for count in range(1, at.MOST_PIECES + 1):
        for level in range(-new if count == 1 else 0, d[at.HEIGHT]):
            if level < 0 or d[at.BRICK_COUNTS + level] == count:
                size = max(size + 1, count)
                more -= size - count
    return size <= at.MOST_PIECES and more >= 0


# --- the points of letters --------------------------------------------------------------------------


def weigh(d: Row, t: Row) -> None:
    """Turn the longest words of just these letters into points of all, and note the most for each kind in the tops."""
    spread(d, t)
    for own in range(1 << d[at.BRICKS]):
        for letter in range(26):
            d[at.COUNT_OF + letter] = 0
        rares = 0
        for card in range(d[at.BRICKS]):
            if (own >> card) & 1:
                letter = t[d[at.CARD_LETTERS] + card]
                d[at.COUNT_OF + letter] += 1
                rares += (RARE_BITS >> letter) & 1
        top, value = d[at.TOPS] + at.TOP * own, d[at.VALUES] + at.PAIRS * own
        for kind in range(2 * at.KINDS):
            t[top + kind] = at.NEVER
        longest_free(d, t, value)
        for pair in range(at.PAIRS if d[at.WILDS] > 1 else at.FIRST_PAIR if d[at.WILDS] else 1):
            t[value + pair] = word_points(t[value + pair]) + 2 * rares
        note(d, t, top, value, -1, -1, 0)
        pair = at.FIRST_PAIR
        for one in range(26 if d[at.WILDS] else 0):
            d[at.COUNT_OF + one] += 1
            note(d, t, top, value + 1 + one, one, -1, 1)
            for two in range(one, 26 if d[at.WILDS] > 1 else one):
                d[at.COUNT_OF + two] += 1
                note(d, t, top, value + pair, one, two, 3)
                d[at.COUNT_OF + two] -= 1
                pair += 1
            d[at.COUNT_OF + one] -= 1


def spread(d: Row, t: Row) -> None:
    """Propagate longest words from fewer bricks and letters to more."""
    for card in range(d[at.BRICKS]):
        bit = 1 << card
        for own in range(1 << d[at.BRICKS]):
            if own & bit:
                to, of = d[at.VALUES] + at.PAIRS * own, d[at.VALUES] + at.PAIRS * (own ^ bit)
                for pair in range(at.PAIRS):
                    t[to + pair] = max(t[to + pair], t[of + pair])
    for own in range(1 << d[at.BRICKS]):
        row = d[at.VALUES] + at.PAIRS * own
        for one in range(1, at.FIRST_PAIR):
            t[row + one] = max(t[row + one], t[row])
        pair = row + at.FIRST_PAIR
        for one in range(1, at.FIRST_PAIR):
            for two in range(one, at.FIRST_PAIR):
                t[pair] = max(t[pair], t[row + one], t[row + two])
                pair += 1


def longest_free(d: Row, t: Row, row: int) -> None:
    """Where wildcards may be any letter in the longest word, the letters that they show do not matter."""
    if not d[at.FREE_LETTERS]:
        return
    start = 1
    for end in (at.FIRST_PAIR, at.PAIRS):
        longest = 0
        for pair in range(start, end):
            longest = max(longest, t[row + pair])
        for pair in range(start, end):
            t[row + pair] = longest
        start = end


def note(d: Row, t: Row, top: int, place: int, one: int, two: int, kind: int) -> None:
    """Add the other rules to what the longest word of some bricks with some letters (-1: none) brings."""
    odd = 0
    vowels = t[top + at.VOWELS]
    if one >= 0:
        odd += (RARE_BITS >> one) & 1
        vowels += (VOWEL_BITS >> one) & 1
    if two >= 0:
        odd += (RARE_BITS >> two) & 1
        vowels += (VOWEL_BITS >> two) & 1
    more = letter_points(d)
    if more <= at.NEVER:
        t[place] = at.NEVER
        return
    points = t[place] + more + 2 * odd * d[at.WILD_RARE]
    t[place] = points
    for rare in range(odd + 1):
        spot = top + 2 * (kind + rare)
        t[spot] = max(t[spot], points)
        t[spot + 1] = max(t[spot + 1], points + vowels)


def letter_points(d: Row) -> int:
    """Rules 20, 22 and 34 for the letters counted; NEVER where rule 23 is broken."""
    seen = most = 0
    for letter in range(26):
        if d[at.COUNT_OF + letter]:
            seen |= 1 << letter
            most = max(most, d[at.COUNT_OF + letter])
    if seen & EAST_BITS == EAST_BITS:
        return at.NEVER
    tower = 6 if seen & TOWER_BITS == TOWER_BITS else 0
    return 2 * max(0, most - 1) + tower + run_points(seen, d[at.EACH])
