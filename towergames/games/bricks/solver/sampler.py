"""Parallel tempering: random changes of a tower (proposals), the rule of Metropolis, and exchanges of temperatures.

N. Metropolis and others, "Equation of State Calculations by Fast Computing Machines", J. Chem. Phys. 21, 1953,
1087-1092, https://doi.org/10.1063/1.1699114; for the exchanges see the package.

Each change says whether it did anything; if not, the tower may be in disorder, and the caller drops it.
"""

from __future__ import annotations

from collections.abc import Sequence

from towergames.games.bricks.solver import rows as at
from towergames.games.bricks.solver.evaluation import worth
from towergames.games.bricks.solver.rows import Row


def change(tower: Row, d: Row) -> bool:
    """One change of any kind."""
    kind = throw(d, 32)
    if kind < 19:
        return change_card(tower, d)
    if kind < 24:
        return change_pane(tower, d)
    if kind < 29:
        return change_wild(tower, d)
    if kind < 31:
        return change_tons(tower, d)
    return change_level(tower, d)


def change_card(tower: Row, d: Row) -> bool:
    """A card comes into the tower, goes, or to another level of its colour."""
    if not d[at.BRICKS]:
        return False
    card = throw(d, d[at.BRICKS])
    colour = d[at.COLOUR + card]
    home = tower[d[at.SLOTS] * at.SLOT + at.FIRST_HOME + card]
    if home < 0:
        slot = slot_for(tower, colour, d)
        return slot >= 0 and bring(tower, slot, card, d)
    place = 0
    while tower[home * at.SLOT + at.FIRST_BRICK + place] & (at.IS_WILD | at.WILD_CARD) != card:
        place += 1
    kind = throw(d, 4)
    if kind == 0:
        take(tower, home, place, d)
        return True
    slot = slot_for(tower, colour, d)
    if slot == home:
        slot = slot_for(tower, colour, d)
        if slot == home:
            return False
    bricks = tower[slot * at.SLOT + at.BRICK_COUNT]
    if bricks == 0:
        begin(tower, slot, colour)
        put(tower, slot, take(tower, home, place, d), d)
    elif kind == 1 or size_of(tower, slot) >= at.MOST_PIECES:
        swap(tower, home, place, slot, throw(d, bricks), d)
    else:
        put(tower, slot, take(tower, home, place, d), d)
    return True


def bring(tower: Row, slot: int, card: int, d: Row) -> bool:
    """A card from outside: into an empty level, beside others or in place of one."""
    level = slot * at.SLOT
    brick = card_brick(card, d)
    bricks = tower[level + at.BRICK_COUNT]
    if bricks == 0:
        begin(tower, slot, d[at.COLOUR + card])
        put(tower, slot, brick, d)
    elif throw(d, 3) or size_of(tower, slot) >= at.MOST_PIECES:
        exchange(tower, slot, throw(d, bricks), brick, d)
    else:
        put(tower, slot, brick, d)
    return True


def change_pane(tower: Row, d: Row) -> bool:
    """A window comes, goes, or to another place."""
    slot = throw(d, d[at.SLOTS])
    spot = slot * at.SLOT + at.WINDOW_BITS
    panes, size = tower[spot], size_of(tower, slot)
    if size == 0:
        return False
    kind = throw(d, 5)
    if kind == 0:
        if size < at.MOST_PIECES:
            tower[spot] = with_pane(panes, throw(d, size + 1))
        return size < at.MOST_PIECES
    if panes == 0:
        return False
    rest = without(panes, some_pane(panes, size, d))
    if kind == 1:
        tower[spot] = rest
        return True
    if kind < 4:
        tower[spot] = with_pane(rest, throw(d, size))
        return tower[spot] != panes
    other = throw(d, d[at.SLOTS])
    room = size_of(tower, other)
    if other == slot or room == 0 or room >= at.MOST_PIECES:
        return False
    tower[spot] = rest
    tower[other * at.SLOT + at.WINDOW_BITS] = with_pane(tower[other * at.SLOT + at.WINDOW_BITS], throw(d, room + 1))
    return True


def change_tons(tower: Row, d: Row) -> bool:
    """A rare letter gets another adjustment."""
    slot = throw(d, d[at.SLOTS])
    level = slot * at.SLOT
    bricks = tower[level + at.BRICK_COUNT]
    for place in range(bricks):
        brick = tower[level + at.FIRST_BRICK + place]
        rare = (at.RARE_BITS >> (brick >> at.LETTER)) & 1
        if rare and not brick & at.IS_WILD and (place == bricks - 1 or throw(d, 2)):
            other = card_brick(brick & at.WILD_CARD, d)
            if other != brick:
                exchange(tower, slot, place, other, d)
            return other != brick
    return False


def change_level(tower: Row, d: Row) -> bool:
    """A level goes, gets new bricks, or is cut in two."""
    slot = throw(d, d[at.SLOTS])
    level = slot * at.SLOT
    bricks = tower[level + at.BRICK_COUNT]
    kind = throw(d, 3)
    if kind == 1:
        return renew(tower, slot, bricks if bricks else 1 + throw(d, 3), d)
    if kind == 0:
        clear(tower, slot, d)
        return bricks > 0
    if bricks < 2:
        return False
    for other in range(d[at.SLOTS]):
        if tower[other * at.SLOT + at.BRICK_COUNT] == 0:
            begin(tower, other, tower[level + at.HUE])
            for _ in range(1 + throw(d, bricks - 1)):
                put(tower, other, take(tower, slot, throw(d, tower[level + at.BRICK_COUNT]), d), d)
            return True
    return False


def clear(tower: Row, slot: int, d: Row) -> None:
    """Take all bricks out of a level, and with them its windows."""
    level = slot * at.SLOT
    while tower[level + at.BRICK_COUNT]:
        take(tower, slot, tower[level + at.BRICK_COUNT] - 1, d)


def renew(tower: Row, slot: int, bricks: int, d: Row) -> bool:
    """Fill a level with other cards of some colour; its windows stay."""
    level = slot * at.SLOT
    if not d[at.BRICKS]:
        return False
    colour = throw(d, 3)
    panes = tower[level + at.WINDOW_BITS]
    clear(tower, slot, d)
    tower[level + at.HUE] = colour
    for _ in range(4 * bricks):
        card = throw(d, d[at.BRICKS])
        if d[at.COLOUR + card] == colour and tower[d[at.SLOTS] * at.SLOT + at.FIRST_HOME + card] < 0:
            put(tower, slot, card_brick(card, d), d)
            if tower[level + at.BRICK_COUNT] == bricks:
                break
    tower[level + at.WINDOW_BITS] = panes
    tidy(tower, slot)
    return tower[level + at.BRICK_COUNT] > 0


# --- bricks and windows ---------------------------------------------------------------------------


def throw(d: Row, sides: int) -> int:
    """A random number in ``range(sides)``: the sum of two 32-bit generators, since numba's integers have 64 bits."""
    one = (d[at.RANDOM] * 1664525 + 1013904223) & 0xFFFFFFFF
    two = d[at.RANDOM + 1]
    two ^= (two << 13) & 0xFFFFFFFF
    two ^= two >> 17
    two ^= (two << 5) & 0xFFFFFFFF
    d[at.RANDOM] = one
    d[at.RANDOM + 1] = two
    return (((one + two) & 0xFFFFFFFF) * sides) >> 32


def size_of(tower: Row, slot: int) -> int:
    """How many pieces a level has."""
    level = slot * at.SLOT
    return tower[level + at.BRICK_COUNT] + at.SET_BITS[tower[level + at.WINDOW_BITS]]


def home_of(brick: int, d: Row) -> int:
    """Where a tower notes the slot of a card; for a wildcard, where it counts them."""
    return d[at.SLOTS] * at.SLOT + (at.WILD_COUNTER if brick & at.IS_WILD else at.FIRST_HOME + (brick & at.WILD_CARD))


def take(tower: Row, slot: int, place: int, d: Row) -> int:
    """Take the brick at a place (windows not counted) out of a level; the brick."""
    level = slot * at.SLOT
    start = level + at.FIRST_BRICK
    brick = tower[start + place]
    last = start + tower[level + at.BRICK_COUNT] - 1
    for spot in range(start + place, last):
        tower[spot] = tower[spot + 1]
    tower[level + at.BRICK_COUNT] -= 1
    home = home_of(brick, d)
    tower[home] = tower[home] - 1 if brick & at.IS_WILD else -1
    tidy(tower, slot)
    return brick


def tidy(tower: Row, slot: int) -> None:
    """No window beyond the end of a level, and none without a brick."""
    level = slot * at.SLOT
    panes = tower[level + at.WINDOW_BITS]
    size = size_of(tower, slot)
    if tower[level + at.BRICK_COUNT] == 0:
        panes = 0
    while panes >> size:
        high = size
        while panes >> (high + 1):
            high += 1
        low = size - 1
        while (panes >> low) & 1:
            low -= 1
        panes ^= (1 << high) | (1 << low)
    tower[level + at.WINDOW_BITS] = panes


def put(tower: Row, slot: int, brick: int, d: Row) -> None:
    """Put a brick into a level that has room, in the order of letters."""
    level = slot * at.SLOT
    start = level + at.FIRST_BRICK
    spot = start + tower[level + at.BRICK_COUNT]
    while spot > start and tower[spot - 1] > brick:
        tower[spot] = tower[spot - 1]
        spot -= 1
    tower[spot] = brick
    tower[level + at.BRICK_COUNT] += 1
    home = home_of(brick, d)
    tower[home] = tower[home] + 1 if brick & at.IS_WILD else slot


def begin(tower: Row, slot: int, colour: int) -> None:
    """Make an empty level ready for bricks of a colour."""
    tower[slot * at.SLOT + at.HUE] = colour
    tower[slot * at.SLOT + at.WINDOW_BITS] = 0


def exchange(tower: Row, slot: int, place: int, brick: int, d: Row) -> None:
    """Put a brick in place of another; windows stay where they are."""
    level = slot * at.SLOT
    panes = tower[level + at.WINDOW_BITS]
    take(tower, slot, place, d)
    put(tower, slot, brick, d)
    tower[level + at.WINDOW_BITS] = panes


def swap(tower: Row, slot: int, place: int, other: int, spot: int, d: Row) -> None:
    """Two bricks of two levels change places; windows stay where they are."""
    level = slot * at.SLOT
    mine, theirs = tower[level + at.WINDOW_BITS], tower[other * at.SLOT + at.WINDOW_BITS]
    one = take(tower, slot, place, d)
    two = take(tower, other, spot, d)
    put(tower, slot, two, d)
    put(tower, other, one, d)
    tower[level + at.WINDOW_BITS] = mine
    tower[other * at.SLOT + at.WINDOW_BITS] = theirs


def without(panes: int, place: int) -> int:
    """The windows of a level when the piece at a place goes."""
    return (panes & ((1 << place) - 1)) | ((panes >> (place + 1)) << place)


def with_pane(panes: int, place: int) -> int:
    """The windows of a level when one more comes at a place."""
    return (panes & ((1 << place) - 1)) | (1 << place) | ((panes >> place) << (place + 1))


def some_pane(panes: int, size: int, d: Row) -> int:
    """The place of one of the windows of a level."""
    place = throw(d, size)
    while (panes >> place) & 1 == 0:
        place = place + 1 if place + 1 < size else 0
    return place


def card_brick(card: int, d: Row) -> int:
    """The brick of a card, a rare letter with any adjustment (rule 8)."""
    brick = d[at.CARD + card]
    if (at.RARE_BITS >> (brick >> at.LETTER)) & 1:
        tons = ((brick >> at.TONS) & at.TONS_MASK) - 1 + throw(d, 3)
        if tons >= d[at.LEAST]:
            return (brick & ~(31 << at.TONS)) | (tons << at.TONS)
    return brick


def wild_brick(letter: int, tons: int, shape: int, d: Row) -> int:
    """A wildcard as a brick."""
    rare = at.IS_RARE if (at.RARE_BITS >> letter) & 1 and d[at.WILD_RARE] else 0
    return (letter << at.LETTER) | (tons << at.TONS) | (shape << at.SHAPE) | rare | at.IS_WILD | at.WILD_CARD


def lightest(letter: int, d: Row) -> int:
    """The least that a wildcard with that letter may weigh."""
    if (at.RARE_BITS >> letter) & 1 and d[at.ADJUSTS]:
        return max(d[at.LIGHT] - 1, d[at.LEAST])
    return d[at.LIGHT]


def heaviest(letter: int, d: Row) -> int:
    """The most that a wildcard with that letter may weigh."""
    return d[at.HEAVY] + (1 if (at.RARE_BITS >> letter) & 1 and d[at.ADJUSTS] else 0)


def wild_tons(letter: int, d: Row) -> int:
    """Some weight that a wildcard with that letter may have."""
    low = lightest(letter, d)
    return low + throw(d, heaviest(letter, d) - low + 1)


def slot_for(tower: Row, colour: int, d: Row) -> int:
    """Some slot that is empty or has that colour, -1 for none."""
    slot = throw(d, d[at.SLOTS])
    for _ in range(d[at.SLOTS]):
        if tower[slot * at.SLOT + at.BRICK_COUNT] == 0 or tower[slot * at.SLOT + at.HUE] == colour:
            return slot
        slot = slot + 1 if slot + 1 < d[at.SLOTS] else 0
    return -1


# --- wildcards that stand for bricks --------------------------------------------------------------


def change_wild(tower: Row, d: Row) -> bool:
    """A wildcard comes into the tower, or one of those there changes."""
    have = tower[d[at.SLOTS] * at.SLOT + at.WILD_COUNTER]
    if have and throw(d, 4):
        left = throw(d, have)
        for slot in range(d[at.SLOTS]):
            for place in range(tower[slot * at.SLOT + at.BRICK_COUNT]):
                if tower[slot * at.SLOT + at.FIRST_BRICK + place] & at.IS_WILD:
                    if left == 0:
                        return change_face(tower, slot, place, d)
                    left -= 1
    slot = throw(d, d[at.SLOTS])
    level = slot * at.SLOT
    bricks = tower[level + at.BRICK_COUNT]
    if bricks == 0:
        return False
    letter = some_letter(d)
    brick = wild_brick(letter, wild_tons(letter, d), throw(d, 3), d)
    kind = throw(d, 3)
    panes = tower[level + at.WINDOW_BITS]
    if kind == 0:
        if panes == 0:
            return False
        tower[level + at.WINDOW_BITS] = without(panes, some_pane(panes, size_of(tower, slot), d))
        put(tower, slot, brick, d)
    elif kind == 1:
        exchange(tower, slot, throw(d, bricks), brick, d)
    else:
        if size_of(tower, slot) >= at.MOST_PIECES:
            return False
        put(tower, slot, brick, d)
    return True


def some_letter(d: Row) -> int:
    """A letter for a wildcard, a third of the time one that scores rule 18."""
    return throw(d, 26) if throw(d, 3) else at.RARE_LETTERS[throw(d, 4)]


def change_face(tower: Row, slot: int, place: int, d: Row) -> bool:
    """A wildcard goes, becomes a window, goes to another level, or gets another letter, weight or shape."""
    level = slot * at.SLOT
    brick = tower[level + at.FIRST_BRICK + place]
    kind = throw(d, 8)
    if kind == 0:
        take(tower, slot, place, d)
        return True
    if kind == 1:
        spot = throw(d, size_of(tower, slot))
        take(tower, slot, place, d)
        if tower[level + at.BRICK_COUNT] == 0:
            return False
        tower[level + at.WINDOW_BITS] = with_pane(tower[level + at.WINDOW_BITS], spot)
        return True
    if kind == 2:
        other = throw(d, d[at.SLOTS])
        room = size_of(tower, other)
        if other == slot or room == 0 or room >= at.MOST_PIECES:
            return False
        put(tower, other, take(tower, slot, place, d), d)
        return True
    letter, tons, shape = brick >> at.LETTER, (brick >> at.TONS) & at.TONS_MASK, (brick >> at.SHAPE) & at.SHAPE_MASK
    if kind < 5:
        letter = some_letter(d)
        if throw(d, 2) or tons < lightest(letter, d) or tons > heaviest(letter, d):
            tons = wild_tons(letter, d)
    elif kind < 7:
        tons = wild_tons(letter, d)
    else:
        shape = throw(d, 3)
    new = wild_brick(letter, tons, shape, d)
    if new != brick:
        exchange(tower, slot, place, new, d)
    return new != brick


# --- parallel tempering ---------------------------------------------------------------------------


def temper(
    towers: Sequence[Row],
    worths: Row,
    heats: Sequence[float],
    logs: Sequence[float],
    spare: Row,
    best: Row,
    told: Row,
    d: Row,
    memo: Row,
    trie: Sequence[int],
    bank: Sequence[int],
    tries: int,
) -> None:
    """Try so many changes at each temperature (the coldest first), then let neighbours change places."""
    for spot in range(len(heats)):
        tower = towers[spot]
        now = worths[spot]
        for _ in range(tries):
            spare[:] = tower
            if not change(spare, d):
                continue
            limit = now + heats[spot] * logs[throw(d, at.HEATS)]
            reached = worth(spare, d, memo, trie, bank, limit)
            if reached < limit:
                continue
            now = reached
            tower[:] = spare
            told[at.TAKEN] += 1
            if now > told[at.SCORE] and d[at.BAD] == 0:
                told[at.SCORE] = now
                told[at.NEWS] = 1
                best[:] = spare
        worths[spot] = now
    told[at.TRIED] += tries * len(heats)
    neighbours(towers, worths, heats, logs, spare, d)


def neighbours(
    towers: Sequence[Row], worths: Row, heats: Sequence[float], logs: Sequence[float], spare: Row, d: Row
) -> None:
    """Exchange towers of neighbouring temperatures by the rule of Metropolis: a better one always gets colder."""
    for spot in range(len(heats) - 1, 0, -1):
        gain = (worths[spot] - worths[spot - 1]) * (1 / heats[spot - 1] - 1 / heats[spot])
        if gain < logs[throw(d, at.HEATS)]:
            continue
        warm, cold = towers[spot], towers[spot - 1]
        spare[:] = warm
        warm[:] = cold
        cold[:] = spare
        worths[spot], worths[spot - 1] = worths[spot - 1], worths[spot]
