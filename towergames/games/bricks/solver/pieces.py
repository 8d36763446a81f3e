"""Bricks and windows of a tower taken out, put in and exchanged; dice that are the same with and without numba."""

from __future__ import annotations

from towergames.games.bricks.solver.layout import (
    ADJUSTS,
    BRICKS,
    CARD,
    HEAVY,
    IS_RARE,
    IS_WILD,
    LEAST,
    LETTER,
    LIGHT,
    RANDOM,
    RARE_BITS,
    SET_BITS,
    SHAPE,
    SLOT,
    SLOTS,
    TONS,
    WILD_CARD,
    WILD_RARE,
)
from towergames.games.bricks.solver.survey import Row


def throw(d: Row, sides: int) -> int:
    """A random number from 0; two small generators added, since numba's whole numbers have an end."""
    one = (d[RANDOM] * 1664525 + 1013904223) & 0xFFFFFFFF
    two = d[RANDOM + 1]
    two ^= (two << 13) & 0xFFFFFFFF
    two ^= two >> 17
    two ^= (two << 5) & 0xFFFFFFFF
    d[RANDOM] = one
    d[RANDOM + 1] = two
    return (((one + two) & 0xFFFFFFFF) * sides) >> 32


def size_of(st: Row, slot: int) -> int:
    """How many pieces a level has."""
    return st[slot * SLOT + 1] + SET_BITS[st[slot * SLOT + 2]]


def home_of(brick: int, d: Row) -> int:
    """Where a tower notes the slot of a card; for a wildcard, where it counts them."""
    return d[SLOTS] * SLOT + (0 if brick & IS_WILD else 1 + (brick & WILD_CARD))


def take(st: Row, slot: int, place: int, d: Row) -> int:
    """Take the brick at a place (windows not counted) out of a level; the brick."""
    start = slot * SLOT + 3
    brick = st[start + place]
    last = start + st[start - 2] - 1
    for at in range(start + place, last):
        st[at] = st[at + 1]
    st[start - 2] -= 1
    home = home_of(brick, d)
    st[home] = st[home] - 1 if brick & IS_WILD else -1
    tidy(st, slot)
    return brick


def tidy(st: Row, slot: int) -> None:
    """No window beyond the end of a level, and none without a brick."""
    panes = st[slot * SLOT + 2]
    size = size_of(st, slot)
    if st[slot * SLOT + 1] == 0:
        panes = 0
    while panes >> size:
        high = size
        while panes >> (high + 1):
            high += 1
        low = size - 1
        while (panes >> low) & 1:
            low -= 1
        panes ^= (1 << high) | (1 << low)
    st[slot * SLOT + 2] = panes


def put(st: Row, slot: int, brick: int, d: Row) -> None:
    """Put a brick into a level that has room, in the order of letters."""
    start = slot * SLOT + 3
    at = start + st[start - 2]
    while at > start and st[at - 1] > brick:
        st[at] = st[at - 1]
        at -= 1
    st[at] = brick
    st[start - 2] += 1
    home = home_of(brick, d)
    st[home] = st[home] + 1 if brick & IS_WILD else slot


def found(st: Row, slot: int, brick: int, d: Row) -> None:
    """Begin an empty level with a brick of the slot's colour."""
    st[slot * SLOT + 2] = 0
    put(st, slot, brick, d)


def exchange(st: Row, slot: int, place: int, brick: int, d: Row) -> None:
    """Put a brick in place of another; windows stay where they are."""
    panes = st[slot * SLOT + 2]
    take(st, slot, place, d)
    put(st, slot, brick, d)
    st[slot * SLOT + 2] = panes


def swap(st: Row, slot: int, place: int, other: int, spot: int, d: Row) -> None:
    """Two bricks of two levels change places; windows stay where they are."""
    mine, theirs = st[slot * SLOT + 2], st[other * SLOT + 2]
    one = take(st, slot, place, d)
    two = take(st, other, spot, d)
    put(st, slot, two, d)
    put(st, other, one, d)
    st[slot * SLOT + 2] = mine
    st[other * SLOT + 2] = theirs


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
    brick = d[CARD + card]
    if (RARE_BITS >> (brick >> LETTER)) & 1:
        tons = ((brick >> TONS) & 31) - 1 + throw(d, 3)
        if tons >= d[LEAST]:
            return (brick & ~(31 << TONS)) | (tons << TONS)
    return brick


def wild_brick(letter: int, tons: int, shape: int, d: Row) -> int:
    """A wildcard as a brick."""
    rare = IS_RARE if (RARE_BITS >> letter) & 1 and d[WILD_RARE] else 0
    return (letter << LETTER) | (tons << TONS) | (shape << SHAPE) | rare | IS_WILD | WILD_CARD


def lightest(letter: int, d: Row) -> int:
    """The least that a wildcard with that letter may weigh."""
    if (RARE_BITS >> letter) & 1 and d[ADJUSTS]:
        return max(d[LIGHT] - 1, d[LEAST])
    return d[LIGHT]


def heaviest(letter: int, d: Row) -> int:
    """The most that a wildcard with that letter may weigh."""
    return d[HEAVY] + (1 if (RARE_BITS >> letter) & 1 and d[ADJUSTS] else 0)


def wild_tons(letter: int, d: Row) -> int:
    """Some weight that a wildcard with that letter may have."""
    low = lightest(letter, d)
    return low + throw(d, heaviest(letter, d) - low + 1)


def slot_for(st: Row, colour: int, d: Row) -> int:
    """Some slot that is empty or has that colour, -1 for none."""
    slot = throw(d, d[SLOTS])
    for _ in range(d[SLOTS]):
        if st[slot * SLOT + 1] == 0 or st[slot * SLOT] == colour:
            return slot
        slot = slot + 1 if slot + 1 < d[SLOTS] else 0
    return -1


def some_card(d: Row) -> int:
    """Some card that is a brick."""
    return throw(d, d[BRICKS])
